/* format-specifier: a conversion does not fit its argument: %d for %s, %d for %zu. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static const struct {
	const char *from, *to;
} slips[] = {{"%zu", "%d"}, {"%s", "%d"}, {"%lu", "%d"}, {"%ld", "%d"}, {"%lld", "%d"},
	{"%llu", "%u"}, {"%f", "%d"}, {"%g", "%d"}, {"%d", "%s"}, {"%u", "%lu"}, {"%c", "%s"}};

static bool takes_format(struct fl_slice name)
{
	static const char *const names[] = {"printf", "fprintf", "snprintf", "sprintf", "dprintf"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(name, names[i]))
			return true;
	return false;
}

void tg_op_format_specifier(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *call = n->parent;
		bool format = n->kind == TG_N_STRING && call && call->kind == TG_N_CALL &&
			      takes_format(call->name) && !n->in_macro && tg_node_function(n);
		struct fl_slice text = format ? tg_node_text(unit, n) : (struct fl_slice){0};
		for (size_t i = 0; format && i < sizeof(slips) / sizeof(slips[0]); i++) {
			ptrdiff_t at = fl_slice_find(text, slips[i].from);
			if (at <= 0 || text.ptr[at - 1] == '%')
				continue;
			size_t start = n->start + (size_t)at;
			tg_put(unit, sink, n, start, start + strlen(slips[i].from), "%s",
				slips[i].to);
			break;
		}
	}
}
