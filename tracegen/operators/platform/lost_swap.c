/* lost-swap: a number is taken as it lies in memory, without bringing its bytes into order. */
#include "tracegen/operators/ops.h"
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
		bool simple = fl_slice_chr(inner, ' ') < 0 || inner.ptr[0] == '(';
		tg_put_words(unit, sink, w.start, close, simple ? "%.*s" : "(%.*s)", FL_ARG(inner));
	}
}
