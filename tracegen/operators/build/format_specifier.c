/* format-specifier: a conversion of a format does not fit the type of its argument. */
#include "tracegen/operators/formats.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

#include <ctype.h>

/* The likeliest slip for each; what a compiler takes for the same type is not among them. */
static const struct {
	const char *from, *to;
} slips[] = {{"zu", "d"}, {"ld", "d"}, {"lu", "u"}, {"f", "d"}, {"d", "ld"}};

enum { LONG_ONE_IN = 2 };

static size_t skip_digits(struct fl_slice text, size_t pos)
{
	while (pos < text.len && isdigit((unsigned char)text.ptr[pos]))
		pos++;
	return pos;
}

/*
 * The slip of the conversion at the head of the text ("%-8zu"), or -1; *ret_at is where its letters
 * begin. Not of "%.2f": its precision shows what it is for.
 */
static int slip_of(struct fl_slice text, size_t *ret_at)
{
	size_t at = 1;
	while (at < text.len && fl_slice_chr(FL_S("-+ 0"), text.ptr[at]) >= 0)
		at++;
	at = skip_digits(text, at);
	bool precise = at < text.len && text.ptr[at] == '.';
	*ret_at = at = precise ? skip_digits(text, at + 1) : at;
	for (size_t i = 0; i < sizeof(slips) / sizeof(slips[0]); i++)
		if (fl_slice_starts(fl_slice_skip(text, at), slips[i].from))
			return precise && slips[i].from[0] == 'f' ? -1 : (int)i;
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
			size_t at;
			int slip = slip_of(fl_slice_skip(text, i), &at);
			if (text.ptr[i + 1] == '%') {
				i++;
				continue;
			}
			/* %d is everywhere: not all that goes wrong is of it. */
			bool common = slip >= 0 && slips[slip].from[0] == 'd';
			if (slip < 0 || (common && tg_draw(unit, n, LONG_ONE_IN) != 0))
				continue;
			size_t end = i + at + strlen(slips[slip].from);
			tg_put(unit, sink, n, n->start + i, n->start + end, "%.*s%s", (int)at,
				text.ptr + i, slips[slip].to);
		}
	}
}
