#include "tracegen/uses.h"

#include <stdlib.h>

static bool is_mention(const struct tg_node *n)
{
	return n->decl && (n->kind == TG_N_REF || n->kind == TG_N_OTHER);
}

/* A parameter of a definition, a local variable that is a value, a static function: what is
   declared here, and of interest to nobody else. */
static bool is_own(const struct tg_node *n)
{
	switch (n->kind) {
	case TG_N_VAR: return n->flags & TG_F_LOCAL && n->name.len;
	case TG_N_PARAM:
		return n->name.len && n->parent->kind == TG_N_FUNCTION &&
		       n->parent->flags & TG_F_DEFINITION;
	case TG_N_FUNCTION:
		return n->flags & TG_F_STATIC && n->flags & TG_F_DEFINITION &&
		       n->parent->kind != TG_N_TYPE;
	default: return false;
	}
}

static int by_place(const void *x, const void *y)
{
	const struct tg_node *a = *(const struct tg_node *const *)x;
	const struct tg_node *b = *(const struct tg_node *const *)y;
	return (a->start > b->start) - (a->start < b->start);
}

static int by_decl(const void *x, const void *y)
{
	const struct tg_node *a = *(const struct tg_node *const *)x;
	const struct tg_node *b = *(const struct tg_node *const *)y;
	if (a->decl != b->decl)
		return a->decl < b->decl ? -1 : 1;
	return by_place(x, y);
}

static struct fl_list table(const struct tg_node *root, bool (*takes)(const struct tg_node *),
	int (*order)(const void *, const void *), struct fl_arena *a)
{
	struct fl_vec found;
	fl_vec_init(&found, sizeof(const struct tg_node *), TG_NODES_MAX);
	for (const struct tg_node *n = root; n; n = tg_node_after(n, root)) {
		const struct tg_node **to = takes(n) ? fl_vec_add(&found) : NULL;
		if (to)
			*to = n;
	}
	if (found.failed)
		a->failed = found.failed;
	if (found.len)
		qsort(found.data, found.len, found.size, order);
	struct fl_list list = fl_vec_freeze(&found, a);
	fl_vec_release(&found);
	return list;
}

struct tg_uses tg_use_table(const struct tg_node *root, struct fl_arena *a)
{
	return (struct tg_uses){.places = table(root, is_mention, by_place, a),
		.mentions = table(root, is_mention, by_decl, a),
		.own = table(root, is_own, by_decl, a)};
}

/* The first of a list in order of declarations that is not before `decl`. */
static size_t first_of(const struct fl_list *list, uint64_t decl)
{
	const struct tg_node *const *nodes = list->items;
	size_t low = 0, high = list->len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (nodes[mid]->decl < decl)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Whether the mention only gives the variable a value: "n = 0;", "n++;". */
static bool only_sets(const struct tg_node *n, const struct tg_node *own)
{
	const struct tg_node *p = n->parent;
	if (!p || own->kind == TG_N_FUNCTION || own->type.is_ref || !tg_node_is_statement(p))
		return false;
	bool counts = p->kind == TG_N_UNARY && (p->op == TG_O_INC || p->op == TG_O_DEC);
	bool sets = p->kind == TG_N_BINARY && n->role == TG_R_LHS && p->op >= TG_O_ADD_SET &&
		    p->op <= TG_O_SET;
	return counts || sets;
}

/* Whether text has the name as a word. */
static bool names(struct fl_slice text, struct fl_slice name)
{
	for (size_t i = 0; i < text.len;) {
		size_t end = tg_text_token(text, i);
		if (fl_slice_eq(fl_slice(text.ptr + i, end - i), name))
			return true;
		i = end;
	}
	return false;
}

/* Whether nothing outside of [start, end) uses what is read or called within. */
static bool is_left(const struct tg_uses *uses, const struct tg_node *own, size_t start, size_t end)
{
	const struct tg_node *const *mentions = uses->mentions.items;
	bool within = false;
	for (size_t i = first_of(&uses->mentions, own->decl);
		i < uses->mentions.len && mentions[i]->decl == own->decl; i++) {
		const struct tg_node *n = mentions[i];
		if (only_sets(n, own))
			continue;
		if (n->start < start || n->start >= end)
			return false;
		within = true;
	}
	return within;
}

/* The first mention that is not before `start`. */
static size_t place_of(const struct fl_list *list, size_t start)
{
	const struct tg_node *const *places = list->items;
	size_t low = 0, high = list->len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (places[mid]->start < start)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool tg_leaves_unused(
	const struct tg_unit *u, size_t start, size_t end, struct fl_slice replacement)
{
	const struct tg_node *const *places = u->uses.places.items;
	const struct tg_node *const *owns = u->uses.own.items;
	for (size_t i = place_of(&u->uses.places, start);
		i < u->uses.places.len && places[i]->start < end; i++) {
		size_t k = first_of(&u->uses.own, places[i]->decl);
		if (k >= u->uses.own.len || owns[k]->decl != places[i]->decl)
			continue;
		const struct tg_node *own = owns[k];
		bool declared_within = start <= own->start && own->start < end;
		if (!declared_within && is_left(&u->uses, own, start, end) &&
			!names(replacement, own->name))
			return true;
	}
	return false;
}

bool tg_gives_first_value(const struct tg_unit *u, const struct tg_node *statement)
{
	const struct tg_node *v = statement->first;
	if (statement->kind != TG_N_BINARY || statement->op != TG_O_SET || !v ||
		v->kind != TG_N_REF)
		return false;
	size_t own = first_of(&u->uses.own, v->decl);
	size_t first = first_of(&u->uses.mentions, v->decl);
	const struct tg_node *const *owns = u->uses.own.items;
	const struct tg_node *const *mentions = u->uses.mentions.items;
	return own < u->uses.own.len && owns[own]->decl == v->decl && owns[own]->kind == TG_N_VAR &&
	       !owns[own]->first && !(owns[own]->flags & TG_F_STATIC) &&
	       first < u->uses.mentions.len && mentions[first] == v;
}

bool tg_share_variable(const struct tg_unit *u, size_t start, size_t end, size_t from, size_t to)
{
	const struct fl_list *list = &u->uses.places;
	const struct tg_node *const *places = list->items;
	const struct tg_node *const *owns = u->uses.own.items;
	for (size_t i = place_of(list, start); i < list->len && places[i]->start < end; i++) {
		size_t own = first_of(&u->uses.own, places[i]->decl);
		if (own >= u->uses.own.len || owns[own]->decl != places[i]->decl ||
			owns[own]->kind == TG_N_FUNCTION)
			continue;
		for (size_t k = place_of(list, from); k < list->len && places[k]->start < to; k++)
			if (places[k]->decl == places[i]->decl)
				return true;
	}
	return false;
}
