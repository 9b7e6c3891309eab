#include "tracegen/operators/alone.h"

bool tg_is_primary(const struct tg_node *n)
{
	switch (n->kind) {
	case TG_N_REF:
	case TG_N_MEMBER:
	case TG_N_INDEX:
	case TG_N_INT:
	case TG_N_FLOAT:
	case TG_N_CHAR:
	case TG_N_STRING: return !n->in_macro;
	case TG_N_CALL: return !n->in_macro && !fl_slice_starts(n->name, "operator");
	default: return false;
	}
}

/* Is it in the parentheses of an if, while or switch? */
static bool is_head(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	return n->role == TG_R_COND && p &&
	       (p->kind == TG_N_IF || p->kind == TG_N_WHILE || p->kind == TG_N_DO ||
		       p->kind == TG_N_SWITCH);
}

static bool is_paren(const struct tg_node *n)
{
	return n && n->kind == TG_N_PAREN && !n->in_macro && n->first && n->end - n->start > 2;
}

static bool follows_word(const struct tg_unit *u, size_t at)
{
	return at && fl_is_word(u->text.ptr[at - 1]);
}

struct tg_part tg_part_alone(
	const struct tg_unit *u, const struct tg_node *n, const struct tg_node *kept)
{
	const struct tg_node *outer = is_paren(n->parent) ? n->parent : NULL;
	struct fl_slice text = tg_node_text(u, kept);
	struct tg_part part = {n->first->start, n->last->end, text};
	bool primary = tg_is_primary(tg_node_bare(kept)), bare = !is_paren(kept);
	if (!bare && (outer || primary || is_head(n)) && !follows_word(u, part.start)) {
		part.text = fl_slice_trim(fl_slice(text.ptr + 1, text.len - 2));
		bare = true;
	}
	/* Of "return (a);", "sizeof(a)" and "f(a)" the parentheses are meant. */
	bool meant = outer && (follows_word(u, outer->start) || !outer->parent ||
				      outer->parent->kind == TG_N_RETURN ||
				      outer->parent->kind == TG_N_CONSTANT);
	if (outer && primary && bare && !meant) {
		part.start = outer->start;
		part.end = outer->end;
	} else if (part.text.len == text.len) {
		part.start = kept == n->first ? n->first->end : n->first->start;
		part.end = kept == n->first ? n->last->end : n->last->start;
		part.text = fl_slice(NULL, 0);
	}
	return part;
}

void tg_put_alone(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n,
	const struct tg_node *kept)
{
	struct tg_part part = tg_part_alone(unit, n, kept);
	tg_put(unit, sink, n, part.start, part.end, "%.*s", FL_ARG(part.text));
}
