/* What is read out of a compiler's words: what declares, where a token is missing, how much. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/attempts/compile.h"
#include "datasets/attempts/idea.h"
#include "datasets/compose.h"

enum { ARENA_MAX = 1 << 24 };

static struct fl_arena arena;

static int set_up(void **state)
{
	(void)state;
	fl_arena_init(&arena, ARENA_MAX);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fl_arena_release(&arena);
	return 0;
}

/* The idea that follows from what a compiler says of the file. */
static void have(const char *path, const char *text, const char *said, struct ds_idea *ret_idea)
{
	struct tg_file file = {fl_slice_str(path), fl_slice_str(text)};
	const struct fl_list files = {&file, 1};
	const struct ds_scene scene = {.files = &files};
	struct ds_talk talk;
	struct fl_items items;
	struct fl_error err = {0};
	enum diag_class class;
	struct ds_confidence sure;
	assert_int_equal(
		ds_diagnostics_context(fl_slice_str(said), &arena, &items, &class, &sure, &err), 0);
	ds_talk_open(&talk, &scene, fl_rng_new(1, FL_S("idea"), FL_S("")), false, &arena, &err);
	if (ds_idea_have(&talk, &items, ret_idea))
		fail_msg("%s", talk.why);
	ds_talk_close(&talk);
}

/* ---- a call that does not fit ---- */

#define TREE                                                      \
	"#include <functional>\n"                                 \
	"template <class K, class V> struct Tree {\n"             \
	"\tvoid each(const std::function<void(K, V)> &f) const\n" \
	"\t{\n"                                                   \
	"\t\twalk(root, f, 0);\n"                                 \
	"\t}\n"                                                   \
	"\tstatic void walk(int *n, const std::function<void(K, V)> &f) {}\n"

#define IN_EACH                                                                           \
	"a.cpp: In instantiation of 'void Tree<K, V>::each(const std::function<void(K, "  \
	"V)>&) const [with K = int; V = int]':\n"                                         \
	"a.cpp:12:15:   required from here\n"                                             \
	"a.cpp:5:21: error: no matching function for call to 'Tree<int, int>::walk(int* " \
	"const&, const std::function<void(int, int)>&, int) const'\n"                     \
	"    5 |                 walk(root, f, 0);\n"                                     \
	"      |                 ~~~~^~~~~~~~~~~~\n"

#define CANDIDATE                                                                 \
	"a.cpp:7:21: note: candidate: 'static void Tree<K, V>::walk(int*, const " \
	"std::function<void(K, V)>&) [with K = int; V = int]'\n"                  \
	"a.cpp:7:21: note:   candidate expects 2 arguments, 3 provided\n"

#define CLANG_EACH                                                                      \
	"a.cpp:5:3: error: no matching function for call to 'walk'\n"                   \
	"    5 |                 walk(root, f, 0);\n"                                   \
	"      |                 ^~~~\n"                                                \
	"a.cpp:12:7: note: in instantiation of member function 'Tree<int, int>::each' " \
	"requested here\n"                                                              \
	"   12 |         t.each([](int, int) {});\n"                                    \
	"      |           ^\n"

#define CLANG_CANDIDATE                                                                 \
	"a.cpp:7:14: note: candidate function not viable: requires 2 arguments, but 3 " \
	"were provided\n"

/* A step of an instantiation has a place as well, and declares nothing. */
static void notes_that_declare(void **state)
{
	static const struct {
		const char *said;
		int64_t line; /* of the declaration; 0: none is told */
	} rows[] = {
		{IN_EACH CANDIDATE, 7},
		{IN_EACH, 0},
		{CLANG_EACH CLANG_CANDIDATE, 7},
		{CLANG_EACH, 0},
	};
	static const char text[] = TREE "\tint *root;\n};\nint main()\n{\tTree<int, int> t;\n"
					"\tt.each([](int, int) {});\n}\n";
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ds_idea idea;
		have("a.cpp", text, rows[i].said, &idea);
		assert_int_equal(idea.closings, 1);
		assert_int_equal(idea.cause.line, 5);
		assert_int_equal(idea.closing[0].facts[0].line, 5);
		assert_int_equal(idea.closing[0].count, rows[i].line ? 2 : 1);
		if (rows[i].line)
			assert_int_equal(idea.closing[0].facts[1].line, rows[i].line);
	}
}

/* What is taken out of the call is its own argument, whatever the column counts. */
static void call_by_its_column(void **state)
{
	static const char text[] = "int f(int a);\nint h(int a, int b);\nint g(void)\n{\n"
				   "\t\treturn h(f(1, 2), 3);\n}\n";
	static const char *const said[] = {
		"a.c:5:26: error: too many arguments to function 'f'\n"
		"    5 |                 return h(f(1, 2), 3);\n"
		"      |                          ^\n"
		"a.c:1:5: note: declared here\n",
		"a.c:5:17: error: too many arguments to function call, expected single argument "
		"'a', have 2 arguments\n"
		"    5 |                 return h(f(1, 2), 3);\n"
		"      |                          ~    ^\n"
		"a.c:1:5: note: 'f' declared here\n",
	};
	(void)state;
	struct ds_idea idea;
	have("a.c", text, said[0], &idea);
	assert_int_equal(idea.trial.start, strstr(text, ", 2") - text);
	assert_int_equal(idea.trial.len, 3);
	have("a.c", text, said[1], &idea); /* the argument, behind which no call begins */
	assert_int_equal(idea.trial.len, 0);
}

/* ---- a token that is missing ---- */

/* gcc counts a tab as the cells up to the next of eight, clang as a byte. */
static void token_behind_tabs(void **state)
{
	static const struct {
		const char *text, *said;
		int64_t line;
	} rows[] = {
		{"\t\t++size\n\t\treturn true;\n",
			"a.cpp:5:17: error: expected ';' before 'return'\n", 4},
		{"\t\tsize = 1\n\t}\n", "a.cpp:5:9: error: expected ';' before '}' token\n", 4},
		{"    \tsize = 1\n    \treturn 0;\n",
			"a.cpp:5:9: error: expected ';' before 'return'\n", 4},
		{"        size = 1\n        return 0;\n",
			"a.cpp:5:9: error: expected ';' before 'return'\n", 4},
		/* In the line itself. */
		{"\t\t++size;\n\t\tint n = 1 int k;\n",
			"a.cpp:5:28: error: expected ',' or ';' before 'int'\n", 5},
		{"\t\t++size;\n\t\tint n = 1 int k;\n",
			"a.cpp:5:12: error: expected ';' at end of declaration\n"
			"    5 |                 int n = 1 int k;\n"
			"      |                          ^\n"
			"      |                          ;\n",
			5},
		{"\t\t\t\t++size\n\t\treturn 0;\n",
			"a.cpp:4:11: error: expected ';' after expression\n"
			"    4 |                                 ++size\n"
			"      |                                       ^\n"
			"      |                                       ;\n",
			4},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_slice text =
			fl_arena_printf(&arena, "int size;\nint f(void)\n{\n%s}\n", rows[i].text);
		struct ds_idea idea;
		have("a.cpp", text.ptr, rows[i].said, &idea);
		if (idea.cause.line != rows[i].line)
			fail_msg("%s: line %lld", rows[i].said, (long long)idea.cause.line);
	}
}

/* ---- how much of a message is said ---- */

#define STRING "std::__cxx11::basic_string<char>"

/* A long one is cut where a type, a list of arguments or a quote is not left open. */
static void long_messages_are_cut(void **state)
{
	static const struct {
		const char *message, *said;
	} rows[] = {
		{"no matching function for call to \u2018Tree<" STRING
		 ", int>::walk(std::unique_ptr<Tree<" STRING
		 ", int>::Node>::pointer, int) const\u2019",
			"no matching function for call to \u2018Tree<" STRING ", int>::walk"},
		{"no matching function for call to 'Tree<" STRING
		 ", int>::walk(std::unique_ptr<Tree<" STRING ", int>::Node>::pointer, int) const'",
			"no matching function for call to 'Tree<" STRING ", int>::walk"},
		{"invalid conversion from \u2018std::map<int, int>*\u2019 to \u2018int\u2019; did "
		 "you mean "
		 "to take what it points to, or is it the size that is wanted here",
			"invalid conversion from \u2018std::map<int, int>*\u2019 to "
			"\u2018int\u2019"},
		{"no viable conversion from 'std::vector<int, std::allocator<int>>' (aka "
		 "'vector<int, allocator<int>>') to 'std::map<int, int>'",
			"no viable conversion from 'std::vector<int, std::allocator<int>>'"},
		{"no match for \u2018operator<<\u2019 (operand types are \u2018std::ostream\u2019 "
		 "{aka "
		 "\u2018std::basic_ostream<char>\u2019} and \u2018const std::pair<int, int>\u2019)",
			"no match for \u2018operator<<\u2019 (operand types are "
			"\u2018std::ostream\u2019 {aka "
			"\u2018std::basic_ostream<char>\u2019} and"},
		{"too few arguments to function call, expected at least a number of them that is "
		 "written in words here, have none",
			"too few arguments to function call"},
		{"no member named 'x' in 'Tree<int, int>'",
			"no member named 'x' in 'Tree<int, int>'"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct ds_talk talk = {.answer = -1};
		const struct diag_diagnostic d = {.message = fl_slice_str(rows[i].message)};
		const struct ds_fact said = ds_idea_said(&talk, &d);
		if (!fl_slice_eqs(said.value, rows[i].said))
			fail_msg("%s: %.*s", rows[i].message, FL_ARG(said.value));
	}
}

/* ---- where it is ---- */

static void lines_of_a_cause(void **state)
{
	struct ds_cause c = {.file = FL_S("a.c"), .line = 5};
	(void)state;
	assert_true(fl_slice_eqs(ds_compile_place(&c, &arena), "a.c:5"));
	c.lacks = true;
	c.last = 5;
	assert_true(fl_slice_eqs(ds_compile_place(&c, &arena), "a.c:5"));
	c.last = 7;
	assert_true(fl_slice_eqs(ds_compile_place(&c, &arena), "a.c:5 to 7"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(notes_that_declare),
		cmocka_unit_test(call_by_its_column),
		cmocka_unit_test(token_behind_tabs),
		cmocka_unit_test(long_messages_are_cut),
		cmocka_unit_test(lines_of_a_cause),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
