/*
 * changed-parameters: two parameters have changed places in the header and in the definition, but
 * not in the calls.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"

/* Does the compiler say no when one is passed for the other? */
static bool are_apart(const struct tg_type *a, const struct tg_type *b)
{
	bool pointer = (a->cls == TG_T_POINTER) != (b->cls == TG_T_POINTER);
	bool record = (a->cls == TG_T_RECORD) != (b->cls == TG_T_RECORD);
	return pointer || record;
}

/* The first two neighbours among the parameters that can change places: *ret_a and the next. */
static bool find_pair(const struct tg_node *f, const struct tg_node **ret_a)
{
	for (const struct tg_node *a = f->first; a; a = a->next) {
		const struct tg_node *b = a->next;
		bool both = b && a->kind == TG_N_PARAM && b->kind == TG_N_PARAM && !a->in_macro &&
			    !b->in_macro;
		if (both && are_apart(&a->type, &b->type)) {
			*ret_a = a;
			return true;
		}
	}
	return false;
}

void tg_op_changed_parameters(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!tg_all_mutable(unit))
		return;
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		const struct tg_node *a = NULL;
		struct tg_file_part parts[2];
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		if (decl && find_pair(f, &a) && tg_is_called_in(unit, f, NULL) &&
			tg_exchanged_params(unit, f, tg_param_index(f, a), sink, &parts[0]) &&
			tg_exchanged_params(header, decl, tg_param_index(f, a), sink, &parts[1]))
			tg_put_file_parts(unit, sink, parts, 2);
	}
}
