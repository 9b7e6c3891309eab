/* output-format: what is printed has the wrong form: a digit too few, no padding, no line's end. */
#include "tracegen/operators/formats.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

#include <ctype.h>

/* One more or one less digit behind the point: %.2f. */
static bool slip_precision(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n,
	struct fl_slice text)
{
	ptrdiff_t at = fl_slice_find(text, "%.");
	char digit = at >= 0 && (size_t)at + 3 < text.len ? text.ptr[at + 2] : '\0';
	if (!isdigit((unsigned char)digit) || text.ptr[at + 3] == 's')
		return false;
	size_t start = n->start + (size_t)at + 2;
	int value = digit - '0';
	tg_put(u, sink, n, start, start + 1, "%d", value > 1 ? value - 1 : value + 1);
	return true;
}

static const struct {
	const char *from, *to;
} slips[] = {{"%02", "%2"}, {"%04", "%4"}, {"%08", "%8"}, {"%x", "%d"}, {"%c", "%d"}, {"%-", "%"},
	{"\\n\"", "\""}};

void tg_op_output_format(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool format = tg_is_format(n) && tg_place_ok(n);
		struct fl_slice text = format ? tg_node_text(unit, n) : (struct fl_slice){0};
		bool only_end = fl_slice_eqs(text, "\"\\n\""); /* nobody prints "" */
		if (!format || only_end || slip_precision(unit, sink, n, text))
			continue;
		for (size_t i = 0; i < sizeof(slips) / sizeof(slips[0]); i++) {
			ptrdiff_t at = fl_slice_find(text, slips[i].from);
			if (at < 0)
				continue;
			size_t start = n->start + (size_t)at;
			tg_put(unit, sink, n, start, start + strlen(slips[i].from), "%s",
				slips[i].to);
			break;
		}
	}
}
