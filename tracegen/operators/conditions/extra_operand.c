/*
 * extra-operand: a condition asks for one thing too many, or is content with one that does not
 * belong: an operand that the function tests elsewhere stands behind && or ||.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

enum { TESTS_MAX = 48 };

/* Whether the two name a variable or member in common. */
static bool related(const struct tg_node *a, const struct tg_node *b)
{
	for (const struct tg_node *n = a; n; n = tg_node_after(n, a))
		if ((n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl &&
			!(n->flags & TG_F_ENUMERATOR) && tg_node_mentions(b, n->decl))
			return true;
	return false;
}

/* Whether the test is known by where the statement stands: of a loop or an if around it. */
static bool is_settled(const struct tg_node *test, const struct tg_node *statement)
{
	const struct tg_node *owner = tg_test_owner(test);
	for (const struct tg_node *p = statement->parent; p; p = p->parent)
		if (p == owner)
			return true;
	return tg_test_leaves(test);
}

/* Whether the test, or its opposite, is part of the condition already. */
static bool asked(const struct tg_unit *u, const struct tg_node *cond, const struct tg_node *test)
{
	const struct tg_node *left = test->first ? test->first : test;
	for (const struct tg_node *n = cond; n; n = tg_node_after(n, cond))
		if (tg_same_text(u, n, test) ||
			(n->kind == TG_N_BINARY && n->first && tg_same_text(u, n->first, left)))
			return true;
	return false;
}

/* Whether the condition holds where there is nothing: of that nothing more can be asked. */
static bool finds_nothing(const struct tg_node *cond)
{
	bool not = cond->kind == TG_N_UNARY && cond->op == TG_O_NOT;
	bool equals = cond->kind == TG_N_BINARY && cond->op == TG_O_EQ;
	return (not || equals) && cond->first &&
	       tg_node_bare(cond->first)->type.cls == TG_T_POINTER;
}

static const struct tg_node *another(
	const struct tg_unit *u, const struct tg_node *statement, const struct tg_node *cond)
{
	const struct tg_node *tests[TESTS_MAX], *found[TESTS_MAX];
	const struct tg_node *function = tg_node_function(statement);
	size_t count = function ? tg_tests(u, function, tests, TESTS_MAX) : 0, fitting = 0;
	for (size_t i = 0; i < count; i++) {
		bool inside =
			tests[i]->start >= statement->start && tests[i]->end <= statement->end;
		if (!inside && tests[i]->kind != TG_N_CALL && !finds_nothing(tests[i]) &&
			!asked(u, cond, tests[i]) && !is_settled(tests[i], statement) &&
			related(tests[i], statement) && tg_may_stand(tests[i], statement))
			found[fitting++] = tests[i];
	}
	return fitting ? found[tg_choice(u, cond, (unsigned)fitting)] : NULL;
}

void tg_op_extra_operand(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(cond, unit)
	{
		const struct tg_node *statement = cond->parent;
		if (cond->role != TG_R_COND || !statement || cond->in_macro ||
			cond->kind == TG_N_PAREN ||
			(statement->kind != TG_N_IF && statement->kind != TG_N_WHILE) ||
			!tg_place_ok(statement))
			continue;
		const struct tg_node *test = another(unit, statement, cond);
		bool any = cond->op == TG_O_OR, all = cond->op == TG_O_AND;
		bool assigns = cond->kind == TG_N_BINARY && cond->op >= TG_O_ADD_SET &&
			       cond->op <= TG_O_SET;
		if (!test || assigns || finds_nothing(cond) || cond->kind == TG_N_CONDITIONAL ||
			cond->kind == TG_N_VAR || cond->kind == TG_N_DECL_STMT)
			continue;
		/* Without parentheses: || behind ||, && behind &&, either behind one test. */
		bool with_or = any || (!all && tg_choice(unit, cond, 3) == 0);
		tg_put(unit, sink, cond, cond->end - 1, cond->end, "%c %s %.*s",
			unit->text.ptr[cond->end - 1], with_or ? "||" : "&&",
			FL_ARG(tg_node_text(unit, test)));
	}
}
