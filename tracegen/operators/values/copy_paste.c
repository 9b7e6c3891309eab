/*
 * copy-paste: of two neighbouring statements that differ in one name throughout, the second keeps
 * that of the first in one place.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

#include <ctype.h>

static bool is_name(struct fl_slice token)
{
	return token.len && (isalpha((unsigned char)token.ptr[0]) || token.ptr[0] == '_');
}

static struct fl_slice token_at(struct fl_slice text, size_t pos)
{
	return fl_slice(text.ptr + pos, tg_text_token(text, pos) - pos);
}

/*
 * Where the second text has another name than the first: how many places, and the last of them; 0
 * when they differ in anything else, or in more than one pair of names.
 */
static size_t differing(
	struct fl_slice a, struct fl_slice b, struct fl_slice *ret_old, size_t *ret_at)
{
	size_t i = tg_text_solid(a, 0), j = tg_text_solid(b, 0), count = 0;
	struct fl_slice from = {0}, to = {0};
	while (i < a.len && j < b.len) {
		struct fl_slice x = token_at(a, i), y = token_at(b, j);
		if (!fl_slice_eq(x, y)) {
			bool first = count == 0;
			if (!is_name(x) || !is_name(y) ||
				(!first && (!fl_slice_eq(x, from) || !fl_slice_eq(y, to))))
				return 0;
			from = x;
			to = y;
			*ret_at = j;
			count++;
		}
		i = tg_text_solid(a, i + x.len);
		j = tg_text_solid(b, j + y.len);
	}
	*ret_old = from;
	return i >= a.len && j >= b.len ? count : 0;
}

void tg_op_copy_paste(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(a, unit)
	{
		const struct tg_node *b = a->next;
		struct fl_slice old;
		size_t at = 0;
		if (!b || !a->parent || a->parent->kind != TG_N_COMPOUND || a->kind != b->kind ||
			!tg_place_ok(a) || b->in_macro)
			continue;
		struct fl_slice second = tg_node_text(unit, b);
		if (differing(tg_node_text(unit, a), second, &old, &at) < 2)
			continue;
		size_t start = b->start + at, len = token_at(second, at).len;
		tg_put(unit, sink, b, start, start + len, "%.*s", FL_ARG(old));
	}
}
