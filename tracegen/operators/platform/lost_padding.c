/* lost-padding: a struct's layout relies on how one machine aligns its members. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

static bool is_padding(struct fl_slice name)
{
	return fl_slice_starts(name, "pad") || fl_slice_starts(name, "_pad") ||
	       fl_slice_starts(name, "reserved") || fl_slice_starts(name, "unused");
}

static bool is_used(const struct tg_unit *u, const struct tg_node *field)
{
	TG_EACH(n, u)
	{
		if ((n->kind == TG_N_MEMBER || n->kind == TG_N_REF) && n->decl == field->decl)
			return true;
	}
	return false;
}

static void lost_field(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	size_t start = n->start, end = tg_text_solid(u->text, n->end);
	if (end >= u->text.len || u->text.ptr[end] != ';')
		return;
	end++;
	tg_cut_widen(u, &start, &end);
	tg_put(u, sink, n, start, end, "%s", "");
}

void tg_op_lost_padding(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_word w;
	TG_EACH(n, unit)
	{
		if (n->kind == TG_N_FIELD && !n->in_macro && is_padding(n->name) &&
			!is_used(unit, n))
			lost_field(unit, sink, n);
	}
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		size_t open = tg_text_solid(unit->text, w.end);
		if ((!fl_slice_eqs(w.text, "_Alignas") && !fl_slice_eqs(w.text, "alignas")) ||
			open >= unit->text.len || unit->text.ptr[open] != '(')
			continue;
		size_t close = tg_word_close(unit, open);
		if (close)
			tg_put_words(
				unit, sink, w.start, tg_text_solid(unit->text, close), "%s", "");
	}
}
