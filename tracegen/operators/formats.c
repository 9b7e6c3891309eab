#include "tracegen/operators/formats.h"

bool tg_is_format(const struct tg_node *n)
{
	static const char *const names[] = {"printf", "fprintf", "snprintf", "sprintf"};
	const struct tg_node *call = n->parent;
	if (n->kind != TG_N_STRING || n->in_macro || !call || call->kind != TG_N_CALL ||
		call->in_macro)
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(call->name, names[i]))
			return true;
	return false;
}
