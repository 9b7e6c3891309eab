/*
 * The trace recorder on real programs in the sandbox.
 * labels: needs-gdb slow
 * timeout: 300
 */
#include "tests/unit/tracegen/trace_world.h"

static const char heap_source[] =
	/* 1 */ "#include <map>\n"
		"#include <string>\n"
		"#include <vector>\n"
		"struct item { int id; const char *name; item *next; };\n"
		"static int twice(int n) { return 2 * n; }\n"
		/* 6 */
		"static int total(const std::vector<int> &v, const char *label, item *it)\n"
		"{\n"
		"	std::map<std::string, int> seen;\n"
		"	std::string name = label;\n"
		"	int (*fn)(int) = twice;\n"
		/* 11 */
		"	int untouched;\n"
		"	item local = {1, label, it};\n"
		"	int sum = 0;\n"
		"	for (size_t i = 0;\n"
		"		i <= v.size();\n"
		/* 16 */
		"		i++) {\n"
		"		sum += fn(v[i]);\n"
		"		seen[name] = sum;\n"
		"	}\n"
		"	std::vector<std::string> late = {\"x\"};\n"
		/* 21 */
		"	return sum + local.id + untouched + (int)late.size();\n"
		"}\n"
		"int main()\n"
		"{\n"
		"	std::vector<int> v = {4, 5, 6};\n"
		/* 26 */
		"	item it = {7, nullptr, nullptr};\n"
		"	return total(v, \"label\", &it);\n"
		"}\n";

static const struct tg_decl heap_decls[] = {
	{FL_LIT("heap.cpp"), FL_LIT("seen"), 8, 22},
	{FL_LIT("heap.cpp"), FL_LIT("name"), 9, 22},
	{FL_LIT("heap.cpp"), FL_LIT("fn"), 10, 22},
	{FL_LIT("heap.cpp"), FL_LIT("untouched"), 11, 22},
	{FL_LIT("heap.cpp"), FL_LIT("local"), 12, 22},
	{FL_LIT("heap.cpp"), FL_LIT("sum"), 13, 22},
	{FL_LIT("heap.cpp"), FL_LIT("i"), 14, 19},
	{FL_LIT("heap.cpp"), FL_LIT("late"), 20, 22},
	{FL_LIT("heap.cpp"), FL_LIT("v"), 25, 28},
	{FL_LIT("heap.cpp"), FL_LIT("it"), 26, 28},
};

static void check_heap_values(const struct dbg_frame_vars *vars)
{
	assert_string_equal(value_of(vars, "v"), "std::vector of length 3, capacity 3 = {4, 5, 6}");
	assert_string_equal(value_of(vars, "label"), "\"label\"");
	assert_string_equal(value_of(vars, "it"), "<ptr>");
	assert_string_equal(value_of(vars, "seen"), "std::map with 1 element = {[\"label\"] = 30}");
	assert_string_equal(value_of(vars, "name"), "\"label\"");
	assert_string_equal(value_of(vars, "fn"), "<twice(int)>");
	assert_string_equal(value_of(vars, "untouched"), "<uninitialized>");
	assert_string_equal(value_of(vars, "local"), "{id = 1, name = \"label\", next = <ptr>}");
	assert_string_equal(value_of(vars, "sum"), "30");
	assert_string_equal(value_of(vars, "i"), "3");
	assert_null(value_of(vars, "late"));
}

/* The second route: what gdb itself prints of that program. */
static void compare_with_plain_gdb(struct world *w)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	run_in_box(w,
		"ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:symbolize=0 gdb -batch -nx "
		"-ex 'set debug-file-directory /nonexistent' -ex run -ex bt -ex 'up 8' "
		"-ex 'info locals' ./heap 2>/dev/null",
		&out);
	assert_non_null(strstr(out.data, "at heap.cpp:17"));
	assert_non_null(strstr(out.data, "at heap.cpp:27"));
	assert_non_null(strstr(out.data, "seen = std::map with 1 element = {[\"label\"] = 30}"));
	assert_non_null(strstr(out.data, "sum = 30"));
	assert_non_null(strstr(out.data, "\ni = 3"));
	fl_buf_release(&out);
}

/* A heap overflow in C++: values of containers, pointers, functions; the same in gdb's own words. */
static void test_heap_overflow(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	build(w, "heap", "cpp", heap_source);
	struct tg_trace_spec spec = {.binary = "/box/heap",
		.file = "heap.cpp",
		.first = 6,
		.last = 22,
		.function = FL_S("total"),
		.env = env,
		.decls = heap_decls,
		.decl_count = sizeof(heap_decls) / sizeof(heap_decls[0])};
	record(w, &spec, &t);
	const struct dbg_stop *stop = item(&t, &dbg_stop_shape, 0);
	assert_int_equal(stop->signal, SIGABRT);
	assert_int_equal(stop->line, 17);
	assert_true(fl_slice_eqs(stop->function, "total"));
	const struct dbg_backtrace *bt = item(&t, &dbg_backtrace_shape, 0);
	const struct dbg_frame *f = bt->frames.items;
	assert_int_equal(bt->frames.len, 2);
	assert_int_equal(f[1].line, 27);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	check_heap_values(vars);
	const struct dbg_variable *v = vars->locals.items;
	assert_true(fl_slice_eqs(v[0].type, "const std::vector<int> &"));
	const struct dbg_steps *steps = item(&t, &dbg_steps_shape, 0);
	const struct dbg_step *s = steps->steps.items;
	assert_true(steps->steps.len > 3 && steps->steps.len <= 8);
	assert_int_equal(s[steps->steps.len - 1].line, 17);
	assert_int_equal(s[steps->steps.len - 2].line, 15);

	compare_with_plain_gdb(w);
	struct tg_trace again;
	char *first = as_text(w, &t);
	record(w, &spec, &again);
	assert_string_equal(first, as_text(w, &again));
}

/* A null pointer deep in a recursion: bounded backtrace, steps of the failing activation. */
static void test_recursion(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("rec.c"), FL_LIT("here"), 6, 10}};
	struct world *w = *state;
	struct tg_trace t;
	build(w, "rec", "c",
		"#include <stdlib.h>\n"
		"struct node { int value; struct node *next; };\n"
		"static int depth(const struct node *n, int level)\n"
		"{\n"
		"	int here\n"
		"		= level * 10;\n"
		"	if (level > 100)\n"
		"		return 0;\n"
		"	return here + n->value + depth(n->next, level + 1);\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	struct node nodes[21];\n"
		"	for (int i = 0; i < 21; i++)\n"
		"		nodes[i] = (struct node){i, i < 20 ? &nodes[i + 1] : NULL};\n"
		"	return depth(nodes, 0);\n"
		"}\n");
	struct tg_trace_spec spec = {.binary = "/box/rec",
		.file = "rec.c",
		.first = 3,
		.last = 10,
		.function = FL_S("depth"),
		.env = env,
		.decls = decls,
		.decl_count = 1};
	record(w, &spec, &t);
	const struct dbg_stop *stop = item(&t, &dbg_stop_shape, 0);
	assert_int_equal(stop->line, 9);
	const struct dbg_backtrace *bt = item(&t, &dbg_backtrace_shape, 0);
	assert_int_equal((int64_t)bt->frames.len + bt->omitted, 23);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "n"), "0x0");
	assert_string_equal(value_of(vars, "level"), "21");
	assert_string_equal(value_of(vars, "here"), "210");
	const struct dbg_steps *steps = item(&t, &dbg_steps_shape, 0);
	const struct dbg_step *s = steps->steps.items;
	s += steps->steps.len - 1;
	assert_int_equal(s->line, 9);
	const struct dbg_change *c = s->changed.items;
	for (size_t i = 0; i < s->changed.len;
		i++) /* level was reported at the call's first line */
		assert_false(fl_slice_eqs(c[i].name, "level"));
}

/* An assertion in a thread; the fault is in a callee of the mutated function. */
static void test_thread_abort(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("thr.c"), FL_LIT("bad"), 7, 10}};
	struct world *w = *state;
	struct tg_trace t;
	build(w, "thr", "c",
		"#include <assert.h>\n"
		"#include <pthread.h>\n"
		"static void check(int n) { assert(n > 0); }\n"
		"static void *work(void *p)\n"
		"{\n"
		"	int *left = p;\n"
		"	int bad = -1;\n"
		"	check(bad);\n"
		"	return left;\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	pthread_t t;\n"
		"	int n = 3;\n"
		"	pthread_create(&t, 0, work, &n);\n"
		"	pthread_join(t, 0);\n"
		"}\n");
	struct tg_trace_spec spec = {.binary = "/box/thr",
		.file = "thr.c",
		.first = 4,
		.last = 10,
		.function = FL_S("work"),
		.env = env,
		.decls = decls,
		.decl_count = 1};
	record(w, &spec, &t);
	const struct dbg_stop *stop = item(&t, &dbg_stop_shape, 0);
	assert_true(fl_slice_eqs(stop->function, "check"));
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "n"), "-1");
	vars = item(&t, &dbg_frame_vars_shape, 1);
	assert_int_equal(vars->depth, 1);
	assert_string_equal(value_of(vars, "bad"), "-1");
	assert_null(value_of(vars, "left"));
}

/* Signed overflow under UBSan. */
static void test_overflow(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("ub.c"), FL_LIT("r"), 4, 8}};
	struct world *w = *state;
	struct tg_trace t;
	build(w, "ub", "c",
		"#include <stdio.h>\n"
		"static int power(int b, int n)\n"
		"{\n"
		"	int r = 1;\n"
		"	while (n-- > 0)\n"
		"		r *= b;\n"
		"	return r;\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	printf(\"%d\\n\", power(10, 20));\n"
		"}\n");
	struct tg_trace_spec spec = {.binary = "/box/ub",
		.file = "ub.c",
		.first = 2,
		.last = 8,
		.function = FL_S("power"),
		.env = env,
		.decls = decls,
		.decl_count = 1};
	record(w, &spec, &t);
	const struct dbg_stop *stop = item(&t, &dbg_stop_shape, 0);
	assert_int_equal(stop->line, 6);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "r"), "1000000000");
	const struct dbg_steps *steps = item(&t, &dbg_steps_shape, 0);
	assert_int_equal(steps->steps.len, 8);
	assert_true(steps->omitted > 0);
}

#define SUM(compare)                         \
	"#include <stdio.h>\n"               \
	"static int sum(int n)\n"            \
	"{\n"                                \
	"	int s = 0;\n"                      \
	"	int i = 1;\n"                      \
	"	while (i " compare " n) {\n" \
	"		s += i;\n"                        \
	"		i++;\n"                           \
	"	}\n"                               \
	"	return s;\n"                       \
	"}\n"                                \
	"int main(void)\n"                   \
	"{\n"                                \
	"	printf(\"%d\\n\", sum(5));\n"      \
	"}\n"

static const struct tg_decl sum_decls[] = {
	{FL_LIT("sum.c"), FL_LIT("s"), 4, 11}, {FL_LIT("sum.c"), FL_LIT("i"), 5, 11}};

static struct tg_trace_spec sum_spec(void)
{
	return (struct tg_trace_spec){.binary = "/box/mutant",
		.reference = "/box/original",
		.file = "sum.c",
		.first = 2,
		.last = 11,
		.function = FL_S("sum"),
		.env = env,
		.decls = sum_decls,
		.decl_count = 2,
		.diverges = true,
		.cpu_s = 2};
}

/* Wrong output: the trace stops where the loop ends too early. */
static void test_wrong_output(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	build(w, "sum", "c", SUM("<="));
	run_in_box(w, "mv sum original", NULL);
	build(w, "sum", "c", SUM("<"));
	run_in_box(w, "mv sum mutant", NULL);
	struct tg_trace_spec spec = sum_spec();
	record(w, &spec, &t);
	assert_true(t.diverged);
	const struct dbg_stop *stop = item(&t, &dbg_stop_shape, 0);
	assert_int_equal(stop->reason, DBG_BREAKPOINT);
	assert_int_equal(stop->line, 10);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "i"), "5");
	assert_string_equal(value_of(vars, "s"), "10");

	spec.binary = "/box/original"; /* nothing wrong: no difference, the last hit */
	record(w, &spec, &t);
	assert_false(t.diverged);
	stop = item(&t, &dbg_stop_shape, 0);
	assert_int_equal(stop->line, 11);
	spec.diverges = false;
	struct fl_error err;
	assert_int_equal(tg_trace_record(w->engine, &spec, &w->arena, &t, &err), FL_EREFUSED);
}

/* An endless loop is bounded by stops, not by time. */
static void test_endless_loop(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	build(w, "sum", "c", SUM("<="));
	run_in_box(w, "mv sum original", NULL);
	build(w, "sum", "c", SUM("<= i +"));
	run_in_box(w, "mv sum mutant", NULL);
	struct tg_trace_spec spec = sum_spec();
	record(w, &spec, &t);
	assert_true(t.diverged);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "i"), "6");
}

/* What differs between two runs is refused. */
static void test_nondeterministic(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	struct fl_error err;
	build(w, "rnd", "c",
		"#include <stdint.h>\n"
		"#include <stdlib.h>\n"
		"static void fail(unsigned where)\n"
		"{\n"
		"	if (where != 1)\n"
		"		abort();\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	int x;\n"
		"	fail((unsigned)(uintptr_t)&x);\n"
		"}\n");
	struct tg_trace_spec spec = {.binary = "/box/rnd",
		.file = "rnd.c",
		.first = 3,
		.last = 7,
		.function = FL_S("fail"),
		.env = env};
	assert_int_equal(tg_trace_record(w->engine, &spec, &w->arena, &t, &err), FL_EREFUSED);
	assert_non_null(strstr(err.message, "nondeterministic"));
}

/* A line that is reached too often to count: the trace goes without steps and says so. */
static void test_hot(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	build(w, "hot", "c",
		"#include <stdlib.h>\n"
		"static void spin(int n)\n"
		"{\n"
		"	while (n > 0)\n"
		"		n--;\n"
		"	abort();\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	spin(1000000);\n"
		"}\n");
	struct tg_trace_spec spec = {.binary = "/box/hot",
		.file = "hot.c",
		.first = 2,
		.last = 7,
		.function = FL_S("spin"),
		.env = env};
	record(w, &spec, &t);
	assert_true(t.hot);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "n"), "0");
	for (size_t i = 0; i < t.items.len; i++)
		assert_ptr_not_equal(t.items.at[i].shape, &dbg_steps_shape);
}

static const char object_source[] =
	"#include <cstdint>\n"
	"#include <cstdlib>\n"
	"#include <string>\n"
	"#include <vector>\n"
	"template <typename T> struct stack {\n"
	"	std::vector<T> items;\n"
	"	void push(const T &t)\n"
	"	{\n"
	"		uintptr_t raw[3] = {16, 1ul << 46, 1ul << 46};\n"
	"		auto &none = *reinterpret_cast<std::vector<int> *>(raw);\n"
	"		char text[32] = \"abc\";\n"
	"		int x = (int)none.size() != 0;\n"
	"		items.push_back(t);\n"
	"		if (items.size() > 2) { int x = 3;\n"
	"			abort(); }\n"
	"		(void)text, (void)x; }\n"
	"};\n"
	"int main()\n"
	"{\n"
	"	stack<std::string> s;\n"
	"	stack<int> n;\n"
	"	n.push(1);\n"
	"	for (;;)\n"
	"		s.push(\"ab\");\n"
	"}\n";

static const struct tg_decl object_decls[] = {{FL_LIT("obj.cpp"), FL_LIT("raw"), 9, 16},
	{FL_LIT("obj.cpp"), FL_LIT("none"), 10, 16}, {FL_LIT("obj.cpp"), FL_LIT("text"), 11, 16},
	{FL_LIT("obj.cpp"), FL_LIT("x"), 12, 16}, {FL_LIT("obj.cpp"), FL_LIT("x"), 14, 15}};

/* Objects, templates and containers that are none; what is in all traces of that program. */
static void record_objects(struct world *w, bool trust_locals, struct tg_trace *t)
{
	struct tg_trace_spec spec = {.binary = "/box/obj",
		.file = "obj.cpp",
		.first = 7,
		.last = 16,
		.function = FL_S("push"),
		.env = env,
		.decls = object_decls,
		.decl_count = sizeof(object_decls) / sizeof(object_decls[0])};
	spec.trust_locals = trust_locals;
	record(w, &spec, t);
	const struct dbg_stop *stop = item(t, &dbg_stop_shape, 0);
	assert_int_equal(stop->line, 15);
	assert_true(fl_slice_eqs(stop->function, "stack<std::string>::push"));
	const struct dbg_frame_vars *vars = item(t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "*this"),
		"{items = std::vector of length 3, capacity 4 = {\"ab\", \"ab\", \"ab\"}}");
	assert_string_equal(value_of(vars, "t"), "\"ab\"");
	assert_string_equal(value_of(vars, "none"), "<uninitialized>");
	assert_string_equal(value_of(vars, "x"), "3");
}

static void test_objects(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	build(w, "obj", "cpp", object_source);
	record_objects(w, false, &t);
	/* gcc 12 says these are relative to a register that holds something else by now */
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	const char *text = value_of(vars, "text"), *raw = value_of(vars, "raw");
	assert_true(!text || strcmp(text, "\"abc\"") == 0);
	assert_true(!raw || strcmp(raw, "{16, 70368744177664, 70368744177664}") == 0);
}

static void test_objects_clang(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	if (access("/usr/bin/clang++-19", X_OK) && !getenv("CI"))
		skip();
	build_with(w, "clang++-19 -fstandalone-debug", "obj", "cpp", object_source);
	record_objects(w, true, &t);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "text"), "\"abc\"");
	assert_string_equal(value_of(vars, "raw"), "{16, 70368744177664, 70368744177664}");
}

/* CPU of one of three traces, gdb's start and its share of reading symbols included. */
static unsigned cost_of(struct world *w, const struct tg_trace_spec *spec)
{
	struct tg_trace t;
	close_gdb(w);
	open_gdb(w);
	for (int i = 0; i < 3; i++)
		record(w, spec, &t);
	unsigned cpu = close_gdb(w);
	open_gdb(w);
	return cpu / 3;
}

/* Well under a second for debugger and program; the bound leaves room for a loaded machine. */
static void test_cost(void **state)
{
	struct world *w = *state;
	build(w, "heap", "cpp", heap_source);
	struct tg_trace_spec spec = {.binary = "/box/heap",
		.file = "heap.cpp",
		.first = 6,
		.last = 22,
		.function = FL_S("total"),
		.env = env,
		.decls = heap_decls,
		.decl_count = sizeof(heap_decls) / sizeof(heap_decls[0])};
	unsigned cxx = cost_of(w, &spec);
	build(w, "sum", "c", SUM("<="));
	run_in_box(w, "mv sum original", NULL);
	build(w, "sum", "c", SUM("<"));
	run_in_box(w, "mv sum mutant", NULL);
	spec = sum_spec();
	unsigned c = cost_of(w, &spec);
	print_message("CPU ms a trace: C++ crash %u, C wrong output %u\n", cxx, c);
	assert_true(cxx < 2000 && c < 2000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_heap_overflow, start, finish),
		cmocka_unit_test_setup_teardown(test_recursion, start, finish),
		cmocka_unit_test_setup_teardown(test_thread_abort, start, finish),
		cmocka_unit_test_setup_teardown(test_overflow, start, finish),
		cmocka_unit_test_setup_teardown(test_wrong_output, start, finish),
		cmocka_unit_test_setup_teardown(test_endless_loop, start, finish),
		cmocka_unit_test_setup_teardown(test_nondeterministic, start, finish),
		cmocka_unit_test_setup_teardown(test_hot, start, finish),
		cmocka_unit_test_setup_teardown(test_objects, start, finish),
		cmocka_unit_test_setup_teardown(test_objects_clang, start, finish),
		cmocka_unit_test_setup_teardown(test_cost, start, finish),
	};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
