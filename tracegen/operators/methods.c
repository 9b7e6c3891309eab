#include "tracegen/operators/methods.h"

static const struct tg_node *body_of(const struct tg_node *f)
{
	return f->last && f->last->kind == TG_N_COMPOUND ? f->last : NULL;
}

bool tg_method_at(const struct tg_unit *unit, const struct tg_node *f, struct tg_tail *ret_tail)
{
	const struct tg_node *body = f->kind == TG_N_FUNCTION ? body_of(f) : NULL;
	if (!body || f->in_macro || !f->parent || f->parent->kind != TG_N_TYPE ||
		fl_slice_starts(f->name, "operator"))
		return false;
	size_t open = tg_text_solid(unit->text, f->name_at + f->name.len);
	if (open >= body->start || unit->text.ptr[open] != '(')
		return false;
	size_t close = tg_word_close(unit, open);
	if (!close || close > body->start)
		return false;
	*ret_tail = (struct tg_tail){close, body->start};
	return true;
}

size_t tg_tail_word(const struct tg_unit *unit, const struct tg_tail *tail, const char *word)
{
	for (size_t i = tail->start; i < tail->end; i = tg_text_token(unit->text, i)) {
		size_t end = tg_text_token(unit->text, i);
		if (fl_slice_eqs(fl_slice(unit->text.ptr + i, end - i), word))
			return i;
	}
	return 0;
}

const struct tg_node *tg_first_param(const struct tg_node *f)
{
	for (const struct tg_node *p = f->first; p; p = p->next)
		if (p->kind == TG_N_PARAM)
			return p;
	return NULL;
}
