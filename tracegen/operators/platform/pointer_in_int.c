/* pointer-in-int: a pointer is kept in an int, where it fits on machines of 32 bits only. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

/* What is no pointer keeps its value; of two casts in one statement nobody gets one wrong alone. */
static bool is_slip(const struct tg_unit *unit, const struct tg_node *n)
{
	static const char cast[] = "intptr_t)";
	const struct tg_node *s = n, *c = n->kind != TG_N_CAST && n->parent ? n->parent : n;
	if (c->kind == TG_N_CAST && c->last && c->last->type.cls != TG_T_POINTER)
		return false;
	while (s && !tg_node_is_statement(s))
		s = s->parent;
	struct fl_slice text = s ? tg_node_text(unit, s) : fl_slice(NULL, 0);
	ptrdiff_t at = fl_slice_find(text, cast);
	return at < 0 || fl_slice_find(fl_slice_skip(text, (size_t)at + strlen(cast)), cast) < 0;
}

void tg_op_pointer_in_int(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_word w;
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		const char *to = fl_slice_eqs(w.text, "uintptr_t")  ? "unsigned int"
				 : fl_slice_eqs(w.text, "intptr_t") ? "int"
								    : NULL;
		if (!to)
			continue;
		/* Functions that are called through a pointer are all of one type. */
		const struct tg_node *n = tg_node_around(unit, w.start, w.end);
		bool param = n->kind == TG_N_PARAM || (n->parent && n->parent->kind == TG_N_PARAM);
		if (!param && is_slip(unit, n))
			tg_put_words(unit, sink, w.start, w.end, "%s", to);
	}
}
