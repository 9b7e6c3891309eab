#include "tracegen/twins.h"

#include <ctype.h>

/* A place and what is to stand there. */
struct change {
	const struct tg_unit *unit;
	size_t start, end;
	struct fl_slice text;
};

static bool is_name(struct fl_slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!isalnum((unsigned char)text.ptr[i]) && text.ptr[i] != '_')
			return false;
	return text.len && !isdigit((unsigned char)text.ptr[0]);
}

/* Whether n, which holds the change, will have the text of the other, blanks aside. */
static bool reads_as(const struct change *c, const struct tg_node *n, const struct tg_node *other)
{
	n = tg_node_bare(n);
	other = tg_node_bare(other);
	if (!other || other->in_macro || n->start > c->start || n->end < c->end)
		return false;
	const char *text = c->unit->text.ptr;
	struct fl_slice wanted = tg_node_text(c->unit, other);
	const struct fl_slice pieces[] = {fl_slice(text + n->start, c->start - n->start), c->text,
		fl_slice(text + c->end, n->end - c->end)};
	size_t at = tg_text_solid(wanted, 0);
	for (size_t k = 0; k < sizeof(pieces) / sizeof(pieces[0]); k++) {
		struct fl_slice p = pieces[k];
		for (size_t i = tg_text_solid(p, 0); i < p.len; i = tg_text_solid(p, i + 1)) {
			if (at >= wanted.len || wanted.ptr[at] != p.ptr[i])
				return false;
			at = tg_text_solid(wanted, at + 1);
		}
	}
	return at >= wanted.len;
}

/* Whether any test of the chain a && b && c but n will be the same as n. */
static bool is_in_chain(
	const struct change *c, const struct tg_node *n, const struct tg_node *chain, int op)
{
	if (chain == n)
		return false;
	if (chain->kind == TG_N_BINARY && (int)chain->op == op && chain->first)
		return is_in_chain(c, n, chain->first, op) || is_in_chain(c, n, chain->last, op);
	return reads_as(c, n, chain);
}

static bool has_twin_operand(
	const struct change *c, const struct tg_node *n, const struct tg_node *p)
{
	if (p->op == TG_O_ADD || p->op == TG_O_MUL || p->op == TG_O_ADD_SET ||
		p->op == TG_O_MUL_SET || !p->first || p->first == p->last)
		return false;
	if (p->op != TG_O_AND && p->op != TG_O_OR)
		return reads_as(c, n, n == p->first ? p->last : p->first);
	const struct tg_node *chain = p;
	while (chain->parent && chain->parent->kind == TG_N_BINARY && chain->parent->op == p->op)
		chain = chain->parent;
	return is_in_chain(c, n, chain, (int)p->op);
}

static bool has_twin_sibling(
	const struct change *c, const struct tg_node *n, const struct tg_node *p)
{
	for (const struct tg_node *s = p->first; s; s = s->next)
		if (s != n && s->role == n->role && reads_as(c, n, s))
			return true;
	return false;
}

static bool has_twin(const struct change *c, const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	bool mixes = fl_slice_eqs(p->name, "operator+") || fl_slice_eqs(p->name, "operator*");
	switch (p->kind) {
	case TG_N_BINARY: return has_twin_operand(c, n, p);
	case TG_N_CALL: return n->role == TG_R_ARG && !mixes && has_twin_sibling(c, n, p);
	case TG_N_CONDITIONAL: return n->role != TG_R_COND && has_twin_sibling(c, n, p);
	default: return false;
	}
}

bool tg_makes_twins(const struct tg_unit *u, const struct tg_node *at, size_t start, size_t end,
	struct fl_slice replacement)
{
	const struct change c = {u, start, end, replacement};
	if (!at || !is_name(replacement) || !is_name(fl_slice(u->text.ptr + start, end - start)))
		return false;
	for (const struct tg_node *s = at->first; s;) {
		bool around = !s->in_macro && s->start <= start && end <= s->end;
		at = around ? s : at;
		s = around ? s->first : s->next;
	}
	for (const struct tg_node *n = at; n->parent && !tg_node_is_statement(n); n = n->parent)
		if (has_twin(&c, n))
			return true;
	return false;
}
