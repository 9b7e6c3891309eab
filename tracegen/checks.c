#include "tracegen/checks.h"

#include <ctype.h>

/* Names of functions that compare and complain; "check" alone: check_bounds() may be the code. */
static const char *const check_starts[] = {"assert", "expect", "EXPECT_", "ASSERT_", "ck_assert",
	"TEST_", "CHECK_", "REQUIRE", "cmp_ok", "is_equal"};
static const char *const check_names[] = {"check", "CHECK", "verify", "require", "ensure", "ok",
	"abort", "__builtin_abort", "fail", "die", "FAIL"};
static const char *const expected_starts[] = {"expect", "want", "golden", "correct_", "reference"};
static const char *const expected_ends[] = {"_expected", "_want", "_ans", "_answer", "_golden"};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool starts_with_one(struct fl_slice name, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_starts(name, words[i]))
			return true;
	return false;
}

static bool is_check_name(struct fl_slice name)
{
	return starts_with_one(name, check_starts, COUNT(check_starts)) ||
	       fl_slice_is_one(name, check_names, COUNT(check_names));
}

static bool has_parameters(const struct tg_node *function)
{
	for (const struct tg_node *c = function->first; c; c = c->next)
		if (c->kind == TG_N_PARAM)
			return true;
	return false;
}

/* test_x, testX, TestX, x_test() without parameters: bitset_test(b, i) is no test. */
static bool is_test_function(const struct tg_node *f)
{
	struct fl_slice name = f->name;
	bool word = fl_slice_starts(name, "test") || fl_slice_starts(name, "Test");
	char next = word && name.len > 4 ? name.ptr[4] : '\0';
	if (word && (name.len == 4 || next == '_' || isupper((unsigned char)next) ||
			    isdigit((unsigned char)next) || fl_slice_starts(name, "tests")))
		return true;
	bool last = fl_slice_ends(name, "_test") || fl_slice_ends(name, "_tests") ||
		    fl_slice_ends(name, "Test");
	return (last && !has_parameters(f)) || is_check_name(name);
}

static bool is_expected(struct fl_slice name)
{
	for (size_t i = 0; i < COUNT(expected_ends); i++)
		if (fl_slice_ends(name, expected_ends[i]))
			return true;
	return starts_with_one(name, expected_starts, COUNT(expected_starts));
}

/* Whether the statement does nothing but give up. */
static bool gives_up(const struct tg_unit *u, const struct tg_node *n, bool in_main)
{
	if (n->kind == TG_N_COMPOUND) {
		for (const struct tg_node *c = n->first; c; c = c->next)
			if (!gives_up(u, c, in_main) && !(c->kind == TG_N_CALL && c != n->last))
				return false;
		return n->first != NULL;
	}
	if (n->kind == TG_N_CALL)
		return fl_slice_is_one(n->name, check_names, COUNT(check_names)) ||
		       (fl_slice_eqs(n->name, "exit") && n->last &&
			       !fl_slice_eqs(tg_node_text(u, n->last), "0"));
	return in_main && n->kind == TG_N_RETURN && n->first &&
	       !fl_slice_eqs(tg_node_text(u, n->first), "0");
}

bool tg_in_check(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *function = tg_node_function(n);
	bool in_main = function && fl_slice_eqs(function->name, "main");
	if (function && is_test_function(function))
		return true;
	for (const struct tg_node *p = n; p && p != function; p = p->parent) {
		const struct tg_node *body =
			p->kind == TG_N_IF ? tg_node_child(p, TG_R_BODY) : NULL;
		if (body && !tg_node_child(p, TG_R_ELSE) && gives_up(u, body, in_main))
			return true;
		if (p->kind == TG_N_CALL && is_check_name(p->name))
			return true;
		if (p->kind == TG_N_VAR && is_expected(p->name))
			return true;
	}
	return false;
}
