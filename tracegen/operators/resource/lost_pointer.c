/*
 * lost-pointer: the only pointer to memory is overwritten before the memory is released: cleared
 * too early, or given a second allocation.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

static bool allocates(const struct tg_node *n)
{
	static const char *const words[] = {
		"malloc", "calloc", "strdup", "strndup", "_create", "_new", "_copy", "_dup"};
	n = n && n->kind == TG_N_CAST ? n->last : n;
	if (!n || n->kind != TG_N_CALL)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_ends(n->name, words[i]))
			return true;
	return false;
}

/* A statement with lines of its own that neither leaves nor has to do with that variable. */
static bool is_apart(const struct tg_unit *u, const struct tg_node *s, uint64_t decl)
{
	return s && tg_is_expression_statement(s) && tg_has_lines(u, s) &&
	       !tg_node_mentions(s, decl);
}

/* x = malloc(n); again, a line or two further down: right behind itself everybody would see it. */
static void allocate_again(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	const struct tg_node *at = n->next && n->next->kind == TG_N_IF ? n->next : n;
	if (n->first->decl && is_apart(u, at->next, n->first->decl))
		at = at->next;
	struct fl_slice text = tg_node_text(u, n);
	if (at != n && fl_slice_chr(text, '\n') < 0 && tg_has_lines(u, at))
		tg_put_behind(u, sink, at, fl_arena_printf(sink->arena, "%.*s;", FL_ARG(text)));
}

/* free(x); x = NULL; in the other order. False where no such line is behind the release. */
static bool swap_clear(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n,
	const struct tg_release *r)
{
	const struct tg_node *s = n->next;
	struct fl_slice value = s && s->last ? tg_node_text(u, s->last) : FL_S("");
	bool clears = s && s->kind == TG_N_BINARY && s->op == TG_O_SET &&
		      tg_same_text(u, s->first, r->object) &&
		      (fl_slice_eqs(value, "NULL") || fl_slice_eqs(value, "nullptr"));
	if (!clears || !tg_has_lines(u, s))
		return false;
	size_t end = tg_statement_end(u, n), next_end = tg_statement_end(u, s);
	const char *text = u->text.ptr;
	tg_put(u, sink, n, n->start, next_end, "%.*s%.*s%.*s", (int)(next_end - s->start),
		text + s->start, (int)(s->start - end), text + end, (int)(end - n->start),
		text + n->start);
	return true;
}

/* x = NULL; before free(x);, and before what else is done in front of it. */
static void clear_early(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n,
	const struct tg_release *r)
{
	bool cxx = !fl_slice_ends(u->file, ".c") && fl_slice_find(u->text, "nullptr") >= 0;
	const char *null = cxx ? "nullptr" : fl_slice_find(u->text, "NULL") >= 0 ? "NULL" : NULL;
	bool place = r->object->kind == TG_N_REF || r->object->kind == TG_N_MEMBER;
	if (!null || !place || r->object->type.cls != TG_T_POINTER || r->object->type.is_const ||
		swap_clear(u, sink, n, r))
		return;
	bool apart = r->object->decl && is_apart(u, n->prev, r->object->decl);
	tg_put_before(u, sink, apart ? n->prev : n,
		fl_arena_printf(
			sink->arena, "%.*s = %s;", FL_ARG(tg_node_text(u, r->object)), null));
}

void tg_op_lost_pointer(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release r;
		bool ok = n->parent && n->parent->kind == TG_N_COMPOUND && tg_place_ok(n) &&
			  tg_has_lines(unit, n);
		if (ok && tg_release_at(n, &r) && fl_slice_eqs(n->name, "free"))
			clear_early(unit, sink, n, &r);
		else if (ok && n->kind == TG_N_BINARY && n->op == TG_O_SET && allocates(n->last))
			allocate_again(unit, sink, n);
	}
}
