/* wrong-namespace: a name is looked for in another namespace than the one it is declared in. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

enum { SPACES_MAX = 16 };

/* The namespaces that the program's files declare. */
static size_t list_spaces(const struct tg_unit *u, struct fl_slice *ret)
{
	size_t n = 0;
	for (size_t i = 0; i < u->program->files.len; i++) {
		struct tg_unit file = {.text = tg_program_at(u->program, i)->content};
		struct tg_word w;
		bool named = false;
		for (size_t pos = 0; tg_word_next(&file, &pos, &w);) {
			bool known = false;
			for (size_t k = 0; k < n; k++)
				known |= fl_slice_eq(ret[k], w.text);
			if (named && !known && n < SPACES_MAX)
				ret[n++] = w.text;
			named = fl_slice_eqs(w.text, "namespace") &&
				file.text.ptr[tg_text_solid(file.text, w.end)] != '{';
		}
	}
	return n;
}

static ptrdiff_t find_space(const struct fl_slice *spaces, size_t n, struct fl_slice name)
{
	for (size_t i = 0; i < n; i++)
		if (fl_slice_eq(spaces[i], name))
			return (ptrdiff_t)i;
	return -1;
}

void tg_op_wrong_namespace(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct fl_slice spaces[SPACES_MAX];
	struct tg_word w;
	size_t n = unit->program->language == TG_CXX ? list_spaces(unit, spaces) : 0;
	for (size_t pos = 0; n && tg_word_next(unit, &pos, &w);) {
		ptrdiff_t at = find_space(spaces, n, w.text);
		struct fl_slice rest = fl_slice_skip(unit->text, w.end);
		bool first = w.start < 2 || unit->text.ptr[w.start - 1] != ':';
		if (at < 0 || !first || !fl_slice_starts(rest, "::") ||
			!tg_node_function(tg_node_around(unit, w.start, w.end)))
			continue;
		if (n > 1)
			tg_put_words(unit, sink, w.start, w.end, "%.*s",
				FL_ARG(spaces[((size_t)at + 1) % n]));
		else
			tg_put_words(unit, sink, w.start, w.end + 2, "%s", "");
	}
}
