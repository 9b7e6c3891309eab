/*
 * leaking-guard: an early return that somebody added between where a function takes memory and
 * where it gives it back. It returns what the function returns there: nothing else goes wrong.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

enum { TESTS_MAX = 48 };

/* The test before `at` that is nearest to it in its block, may stand there and is not decided by
   then: one from inside of a branch says nothing behind it. Not one of the if right before: what
   both do would stand in one. */
static struct fl_slice nearest_test(const struct tg_unit *u, const struct tg_node *at)
{
	const struct tg_node *tests[TESTS_MAX], *function = tg_node_function(at);
	size_t count = function ? tg_tests(u, function, tests, TESTS_MAX) : 0;
	for (size_t i = count; i-- > 0;) {
		const struct tg_node *owner = tg_test_owner(tests[i]);
		if (tests[i]->start < at->start && owner != at->prev &&
			tests[i]->kind != TG_N_CALL && owner && !tg_is_loop(owner) &&
			owner->parent == at->parent && !tg_test_leaves(tests[i]) &&
			tg_may_stand(tests[i], at))
			return tg_node_text(u, tests[i]);
	}
	return fl_slice(NULL, 0);
}

/* What the function returns at its end, when that is a variable: nothing of it is to be done. */
static struct fl_slice nothing_counted(
	const struct tg_unit *u, const struct tg_node *at, struct fl_arena *a)
{
	const struct tg_node *r = at->parent->last;
	const struct tg_node *v = r && r->kind == TG_N_RETURN ? r->first : NULL;
	bool counted = v && v->kind == TG_N_REF && v->type.cls == TG_T_INT && !v->in_macro &&
		       tg_may_stand(v, at);
	return counted ? fl_arena_printf(a, "%.*s == 0", FL_ARG(tg_node_text(u, v)))
		       : fl_slice(NULL, 0);
}

/*
 * How the function ends behind n, when nothing is done there but to release: a return that skips
 * more is another fault, and so is one of another value. Empty otherwise.
 */
static struct fl_slice end_of(
	const struct tg_unit *u, const struct tg_node *n, struct fl_slice test, struct fl_arena *a)
{
	struct tg_release r;
	while (n && (tg_release_at(n, &r) || tg_closes(n)))
		n = n->next;
	if (!n)
		return FL_S("return;");
	struct fl_slice text = tg_node_text(u, n), value;
	if (n->kind != TG_N_RETURN || n->in_macro || fl_slice_chr(text, '\n') >= 0)
		return FL_S("");
	if (!n->first)
		return FL_S("return;");
	value = tg_node_text(u, n->first);
	/* if (sum == 0) return 0; */
	bool zero = fl_slice_ends(test, " == 0") && fl_slice_starts_with(test, value) &&
		    test.len == value.len + strlen(" == 0");
	return zero ? FL_S("return 0;") : fl_arena_printf(a, "%.*s;", FL_ARG(text));
}

void tg_op_leaking_guard(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release r, other;
		if (!n->parent || n->parent->kind != TG_N_COMPOUND || !n->parent->parent ||
			n->parent->parent->kind != TG_N_FUNCTION ||
			fl_slice_eqs(n->parent->parent->name, "main") || !tg_release_at(n, &r) ||
			!r.root || (n->prev && tg_release_at(n->prev, &other)) || !tg_place_ok(n) ||
			!tg_has_lines(unit, n))
			continue;
		struct fl_slice test = nearest_test(unit, n);
		if (!test.len)
			test = nothing_counted(unit, n, sink->arena);
		struct fl_slice leave = end_of(unit, n, test, sink->arena);
		if (test.len && leave.len)
			tg_put_before(
				unit, sink, n, tg_guard_text(unit, n, test, leave, sink->arena));
	}
}
