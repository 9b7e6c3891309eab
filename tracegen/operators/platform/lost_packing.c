/* lost-packing: a struct that has a given layout is left to the compiler's. */
#include "tracegen/operators/branches.h"
#include "tracegen/operators/ops.h"

/* __attribute__((packed)), [[gnu::packed]]: with the blanks before. */
static void lost_attribute(const struct tg_unit *u, struct tg_sink *sink, const struct tg_word *w)
{
	size_t open = tg_text_solid(u->text, w->end), start = w->start;
	size_t close = open < u->text.len && u->text.ptr[open] == '(' ? tg_word_close(u, open) : 0;
	struct fl_slice text = fl_slice(u->text.ptr + open, close > open ? close - open : 0);
	if (fl_slice_find(text, "packed") < 0 || fl_slice_find(text, ",") >= 0)
		return;
	while (start > 0 && u->text.ptr[start - 1] == ' ')
		start--;
	/* Between the keyword and the name one blank stays. */
	bool between = start < w->start && u->text.ptr[close] != ';' && u->text.ptr[close] != ' ';
	tg_put_words(u, sink, start + between, close, "%s", "");
}

/* The line at `at` and the pragma that takes it back: what is between them stays. */
static void lost_pragma(const struct tg_unit *u, struct tg_sink *sink, size_t at)
{
	static const char pop[] = "#pragma pack(pop)\n";
	size_t from = tg_line_end(u, at) + 1;
	ptrdiff_t len = from < u->text.len ? fl_slice_find(fl_slice_skip(u->text, from), pop) : -1;
	if (len > 0)
		tg_put_lines(u, sink, at, from + (size_t)len + strlen(pop), 0,
			fl_slice(u->text.ptr + from, (size_t)len));
}

void tg_op_lost_packing(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_word w;
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);)
		if (fl_slice_eqs(w.text, "__attribute__"))
			lost_attribute(unit, sink, &w);
	for (size_t at = 0; at < unit->text.len; at = tg_line_end(unit, at) + 1)
		if (fl_slice_starts(fl_slice_skip(unit->text, at), "#pragma pack(push"))
			lost_pragma(unit, sink, at);
}
