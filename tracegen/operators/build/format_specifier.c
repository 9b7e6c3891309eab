/* format-specifier: a conversion of a format does not fit the type of its argument. */
#include "tracegen/operators/formats.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* The likeliest slip for each; what a compiler takes for the same type is not among them. */
static const struct {
	const char *from, *to;
} slips[] = {{"%zu", "%d"}, {"%ld", "%d"}, {"%lu", "%u"}, {"%s", "%d"}, {"%d", "%s"}, {"%f", "%d"}};

enum { LONG_ONE_IN = 2 };

/* The slip of the conversion at the head of the text; -1: none, or a width comes first. */
static int slip_of(struct fl_slice text)
{
	for (size_t i = 0; i < sizeof(slips) / sizeof(slips[0]); i++)
		if (fl_slice_starts(text, slips[i].from))
			return (int)i;
	return -1;
}

void tg_op_format_specifier(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		/* The format is the last argument that has a parameter. */
		if (!tg_is_format(n) || n->role != TG_R_ARG || !n->param || !n->next ||
			n->next->param || !tg_node_function(n))
			continue;
		struct fl_slice text = tg_node_text(unit, n);
		for (size_t i = 0; i + 1 < text.len; i++) {
			if (text.ptr[i] != '%')
				continue;
			int slip = slip_of(fl_slice(text.ptr + i, text.len - i));
			if (text.ptr[i + 1] == '%')
				i++;
			if (slip < 0)
				continue;
			const char *from = slips[slip].from, *to = slips[slip].to;
			if (fl_slice_eqs(FL_S("%d"), from) && tg_draw(unit, n, LONG_ONE_IN) == 0)
				to = "%ld";
			tg_put(unit, sink, n, n->start + i, n->start + i + strlen(from), "%s", to);
		}
	}
}
