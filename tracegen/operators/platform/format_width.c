/* format-width: a conversion of 64 bits is written as that of a long. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

/* "PRIu64": 'u'; '\0' for other words. */
static char conversion_of(struct fl_slice word)
{
	bool wide = fl_slice_ends(word, "64") || fl_slice_ends(word, "MAX");
	if (!fl_slice_starts(word, "PRI") || !wide || word.len < 6)
		return '\0';
	return word.ptr[3];
}

/* "%" PRIu64 " bytes" becomes "%lu bytes", and "%" PRIu64 becomes "%lu". */
static void join(const struct tg_unit *u, struct tg_sink *sink, const struct tg_word *w, char c)
{
	size_t start = w->start, end = tg_text_solid(u->text, w->end);
	while (start > 0 && u->text.ptr[start - 1] == ' ')
		start--;
	if (start < 2 || u->text.ptr[start - 1] != '"')
		return;
	bool goes_on = end < u->text.len && u->text.ptr[end] == '"';
	if (goes_on)
		tg_put_words(u, sink, start - 1, end + 1, "l%c", c);
	else
		tg_put_words(u, sink, start - 1, w->end, "l%c\"", c);
}

static void narrow(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	struct fl_slice text = tg_node_text(u, n);
	for (size_t i = 0; i + 3 < text.len; i++) {
		if (text.ptr[i] != '%')
			continue;
		size_t k = i + 1;
		while (k < text.len && fl_slice_chr(FL_S("-+ #0123456789.*"), text.ptr[k]) >= 0)
			k++;
		struct fl_slice rest = fl_slice_skip(text, k);
		if (fl_slice_starts(rest, "ll"))
			tg_put(u, sink, n, n->start + k, n->start + k + 2, "l");
		else if (fl_slice_starts(rest, "j"))
			tg_put(u, sink, n, n->start + k, n->start + k + 1, "l");
		i = k;
	}
}

void tg_op_format_width(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_word w;
	TG_EACH(n, unit)
	{
		if (n->kind == TG_N_STRING && !n->in_macro && tg_node_function(n))
			narrow(unit, sink, n);
	}
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		char c = conversion_of(w.text);
		if (c)
			join(unit, sink, &w, c);
	}
}
