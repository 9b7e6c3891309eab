/*
 * lost-swap: a number is taken as it lies in memory, without bringing its bytes into order. Where
 * it is brought into order in place, the statement is forgotten: nobody writes x = x.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/operators/words.h"

static const char *const swaps[] = {"htonl", "htons", "ntohl", "ntohs", "htobe16", "htobe32",
	"htobe64", "be16toh", "be32toh", "be64toh", "htole16", "htole32", "htole64", "le16toh",
	"le32toh", "le64toh"};

static bool is_swap(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(swaps) / sizeof(swaps[0]); i++)
		if (fl_slice_eqs(name, swaps[i]))
			return true;
	return false;
}

/* Is the swap from start to end all that x = swap(x); does, x being inner? */
static bool is_in_place(const struct tg_unit *unit, size_t start, size_t end, struct fl_slice inner)
{
	size_t behind = tg_text_solid(unit->text, end);
	if (behind >= unit->text.len || unit->text.ptr[behind] != ';')
		return false;
	struct fl_slice before = fl_slice_trim(fl_slice_head(unit->text, start));
	if (!before.len || before.ptr[before.len - 1] != '=')
		return false;
	before = fl_slice_trim(fl_slice_head(before, before.len - 1));
	ptrdiff_t from = (ptrdiff_t)before.len - (ptrdiff_t)inner.len;
	if (from < 1 || !fl_slice_eq(fl_slice_skip(before, (size_t)from), inner))
		return false;
	char c = before.ptr[from - 1];
	return !fl_is_word(c) && c != '.' && c != '>';
}

static void put_forgotten(
	const struct tg_unit *unit, struct tg_sink *sink, size_t start, size_t end)
{
	const struct tg_node *s = tg_node_statement(tg_node_around(unit, start, end));
	if (s && tg_is_expression_statement(s))
		tg_put_removal(unit, sink, s);
}

void tg_op_lost_swap(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_word w;
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		size_t open = tg_text_solid(unit->text, w.end);
		if (!is_swap(w.text) || open >= unit->text.len || unit->text.ptr[open] != '(')
			continue;
		size_t close = tg_word_close(unit, open);
		if (close < open + 3)
			continue;
		struct fl_slice inner = fl_slice(unit->text.ptr + open + 1, close - open - 2);
		if (is_in_place(unit, w.start, close, inner)) {
			put_forgotten(unit, sink, w.start, close);
			continue;
		}
		bool simple = fl_slice_chr(inner, ' ') < 0 || inner.ptr[0] == '(';
		tg_put_words(unit, sink, w.start, close, simple ? "%.*s" : "(%.*s)", FL_ARG(inner));
	}
}
