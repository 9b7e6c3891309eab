/*
 * stray-guard: an early return, break or continue too many: what the function handles further down
 * is taken for a case that ends it, as other functions of the file do.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

enum { TESTS_MAX = 48 };

static bool is_zero(const struct tg_unit *u, const struct tg_node *n)
{
	struct fl_slice text = tg_node_text(u, n);
	return fl_slice_eqs(text, "0") || fl_slice_eqs(text, "1");
}

static bool is_unsigned(const struct tg_type *t)
{
	return fl_slice_find(t->text, "unsigned") >= 0 || fl_slice_find(t->text, "size_t") >= 0 ||
	       fl_slice_find(t->text, "uint") >= 0;
}

/*
 * The test as a guard asks it: for nothing there, for the end reached. Empty for one that no guard
 * would ask.
 */
static struct fl_slice guard_test(
	const struct tg_unit *u, const struct tg_node *test, struct fl_arena *a)
{
	bool compares = test->kind == TG_N_BINARY, in_if = tg_test_owner(test)->kind == TG_N_IF;
	bool less = compares && (test->op == TG_O_LT || test->op == TG_O_LE);
	bool more = compares && (test->op == TG_O_GT || test->op == TG_O_GE);
	if (test->op == TG_O_GT && compares && is_unsigned(&test->first->type) &&
		is_zero(u, test->last))
		return fl_arena_printf(a, "%.*s == %.*s", FL_ARG(tg_node_text(u, test->first)),
			FL_ARG(tg_node_text(u, test->last)));
	if (more && is_zero(u, test->last))
		return tg_negated(u, test, a);
	if ((less && !is_zero(u, test->last)) || (more && !in_if))
		return fl_slice(NULL, 0);
	bool empty = (compares && test->op != TG_O_NE) || test->kind == TG_N_UNARY;
	return empty ? tg_node_text(u, test) : tg_negated(u, test, a);
}

/* Whether somebody would leave so in a hurry: nothing is worked out on the way. */
static bool is_plain(struct fl_slice leave)
{
	for (size_t i = 0; i < leave.len; i++)
		if (fl_slice_chr(FL_S("+*?(["), leave.ptr[i]) >= 0)
			return false;
	return leave.len > 0;
}

/* A value that nobody asks for behind it: a constant, or memory that was taken just now. */
static bool is_known(const struct tg_unit *u, const struct tg_node *value)
{
	static const char *const words[] = {"malloc", "calloc", "realloc", "strdup"};
	struct fl_slice name = value->kind == TG_N_CALL ? value->name : FL_S("");
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_ends(name, words[i]))
			return true;
	if (value->kind == TG_N_CAST && value->last)
		return is_known(u, value->last);
	struct fl_slice text = tg_node_text(u, value);
	return value->in_macro || value->kind == TG_N_INT || value->kind == TG_N_FLOAT ||
	       value->kind == TG_N_CHAR || value->kind == TG_N_NEW || value->kind == TG_N_NULLPTR ||
	       value->kind == TG_N_STRING || fl_slice_eqs(text, "NULL") ||
	       fl_slice_eqs(text, "true") || fl_slice_eqs(text, "false") ||
	       (value->flags & TG_F_ENUMERATOR);
}

/* Where s itself, or a variable that it declares, gives v a value: that, or NULL. */
static const struct tg_node *value_given(const struct tg_node *s, const struct tg_node *v)
{
	if (s->kind == TG_N_BINARY && s->op == TG_O_SET)
		return (s->first->kind == TG_N_REF || s->first->kind == TG_N_MEMBER) &&
				       s->first->decl == v->decl
			       ? s->last
			       : NULL;
	for (const struct tg_node *d = s->kind == TG_N_DECL_STMT ? s->first : NULL; d; d = d->next)
		if (d->kind == TG_N_VAR && d->decl == v->decl && d->last &&
			d->last->start >= d->name_at + d->name.len)
			return d->last;
	return NULL;
}

/* Does anything in s change v, or have its address? */
static bool changes(const struct tg_node *s, const struct tg_node *v)
{
	for (const struct tg_node *n = s; n; n = tg_node_after(n, s))
		if (n->kind == v->kind && n->decl == v->decl && tg_is_changed(n))
			return true;
	return false;
}

/* Whether v was set right before `at`, or further up to what is known and not changed since. */
static bool is_just_set(const struct tg_unit *u, const struct tg_node *v, const struct tg_node *at)
{
	for (const struct tg_node *s = at->prev; s; s = s->prev) {
		const struct tg_node *value = value_given(s, v);
		if (value)
			return s == at->prev || is_known(u, value);
		if (changes(s, v))
			return s == at->prev;
	}
	return false;
}

/* Whether the test asks for nothing new before `at`. */
static bool is_decided(
	const struct tg_unit *u, const struct tg_node *test, const struct tg_node *at)
{
	for (const struct tg_node *v = test; v; v = tg_node_after(v, test))
		if ((v->kind == TG_N_REF || v->kind == TG_N_MEMBER) && v->decl &&
			is_just_set(u, v, at))
			return true;
	return false;
}

/* What a function begins with: declarations, and guards that are there already. */
static bool is_opening(const struct tg_node *s)
{
	return s->kind == TG_N_DECL_STMT ||
	       (s->kind == TG_N_IF && tg_body_leaves(tg_node_child(s, TG_R_BODY)));
}

/*
 * A statement of the block before which the guard reads well: behind the opening, where the test
 * may stand and is not decided yet, and not right before what asks the same.
 */
static const struct tg_node *place_of(const struct tg_unit *u, const struct tg_node *test)
{
	const struct tg_node *inner = test, *place = NULL;
	while (inner->parent && inner->parent->kind != TG_N_COMPOUND)
		inner = inner->parent;
	const struct tg_node *block = inner->parent, *own = tg_test_owner(test);
	const struct tg_node *around = block ? block->parent : NULL;
	bool body = around && (around->kind == TG_N_FUNCTION || tg_is_loop(around));
	for (const struct tg_node *s = body ? block->first : NULL; s; s = s->next) {
		bool asks = s == inner && (own == s || tg_is_loop(s));
		if (!asks && tg_may_stand(test, s) && !s->in_macro && tg_has_lines(u, s) &&
			!is_decided(u, test, s))
			place = s;
		if (s == inner || (place && !is_opening(s)))
			break;
	}
	return place;
}

void tg_op_stray_guard(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(f, unit)
	{
		const struct tg_node *tests[TESTS_MAX];
		bool body = f->kind == TG_N_FUNCTION && f->last && f->last->kind == TG_N_COMPOUND;
		size_t count = body ? tg_tests(unit, f, tests, TESTS_MAX) : 0;
		for (size_t i = 0; i < count; i++) {
			const struct tg_node *at =
				tg_test_leaves(tests[i]) ? NULL : place_of(unit, tests[i]);
			bool again = false;
			for (size_t k = 0; k < i && at; k++)
				again |= tg_same_text(unit, tests[k], tests[i]);
			if (!at || again || !tg_place_ok(at))
				continue;
			struct fl_slice cond = guard_test(unit, tests[i], sink->arena);
			struct fl_slice leave = tg_leave_at(unit, at, sink->arena);
			if (cond.len && is_plain(leave))
				tg_put_before(unit, sink, at,
					tg_guard_text(unit, at, cond, leave, sink->arena));
		}
	}
}
