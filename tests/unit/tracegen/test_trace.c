/*
 * The trace recorder on real programs in the sandbox.
 * labels: needs-gdb slow
 * timeout: 300
 */
#include "tests/unit/tracegen/trace_world.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/views.h"
#include "tracegen/program.h"

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
	{FL_LIT("heap.cpp"), FL_LIT("total"), 6, 22, true},
	{FL_LIT("heap.cpp"), FL_LIT("seen"), 8, 22, false},
	{FL_LIT("heap.cpp"), FL_LIT("name"), 9, 22, false},
	{FL_LIT("heap.cpp"), FL_LIT("fn"), 10, 22, false},
	{FL_LIT("heap.cpp"), FL_LIT("untouched"), 11, 22, false},
	{FL_LIT("heap.cpp"), FL_LIT("local"), 12, 22, false},
	{FL_LIT("heap.cpp"), FL_LIT("sum"), 13, 22, false},
	{FL_LIT("heap.cpp"), FL_LIT("i"), 14, 19, false},
	{FL_LIT("heap.cpp"), FL_LIT("late"), 20, 22, false},
	{FL_LIT("heap.cpp"), FL_LIT("v"), 25, 28, false},
	{FL_LIT("heap.cpp"), FL_LIT("it"), 26, 28, false},
};

static void check_heap_values(const struct dbg_frame_vars *vars)
{
	assert_string_equal(value_of(vars, "v"), "std::vector of length 3, capacity 3 = {4, 5, 6}");
	assert_string_equal(value_of(vars, "label"), "\"label\"");
	assert_string_equal(value_of(vars, "*it"), "{id = 7, name = 0x0, next = 0x0}");
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

/*
 * What gdb and the program have cost since gdb was opened, its start and its share of reading
 * symbols included.
 */
static void check_cost(struct world *w, const char *what, unsigned traces)
{
	unsigned cpu = close_gdb(w) / traces;
	print_message("CPU ms a trace, %s: %u\n", what, cpu);
	open_gdb(w);
}

/* A heap overflow in C++: values of containers, pointers, functions; as gdb itself shows them. */
static void test_heap_overflow(void **state)
{
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "heap", "cpp", heap_source);
	struct tg_evidence_spec spec = {.binary = "/box/heap",
		.seen = {.report = &aborted},
		.env = env,
		.decls = heap_decls,
		.decl_count = sizeof(heap_decls) / sizeof(heap_decls[0])};
	record(w, &spec, &t);
	assert_int_equal(t.line, 17);
	const struct dbg_backtrace *bt = item(&t, &dbg_backtrace_shape, 0);
	const struct dbg_frame *f = bt->frames.items;
	assert_int_equal(bt->frames.len, 2);
	assert_int_equal(f[1].line, 27);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	check_heap_values(vars);
	for (size_t i = 0; i < vars->locals.len; i++) {
		const struct dbg_variable *v = (const struct dbg_variable *)vars->locals.items + i;
		if (fl_slice_eqs(v->name, "v"))
			assert_true(fl_slice_eqs(v->type, "const std::vector<int> &"));
	}
	const struct dbg_steps *steps = item(&t, &dbg_steps_shape, 0);
	const struct dbg_step *s = steps->steps.items;
	assert_true(steps->steps.len > 3 && steps->steps.len <= 8);
	assert_int_equal(s[steps->steps.len - 1].line, 17);
	assert_int_equal(s[steps->steps.len - 2].line, 15);

	compare_with_plain_gdb(w);
	struct tg_evidence again;
	char *first = as_text(w, &t);
	record(w, &spec, &again);
	assert_string_equal(first, as_text(w, &again));
	assert_true(w->lean.len > 0);
	check_cost(w, "C++ crash", 2);
}

/* A null pointer deep in a recursion: bounded backtrace, steps of the failing activation. */
static void test_recursion(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("rec.c"), FL_LIT("depth"), 3, 10, true},
		{FL_LIT("rec.c"), FL_LIT("here"), 6, 10, false}};
	struct world *w = *state;
	struct tg_evidence t;
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
	struct tg_evidence_spec spec = {.binary = "/box/rec",
		.seen = {.report = &aborted},
		.env = env,
		.decls = decls,
		.decl_count = 2};
	record(w, &spec, &t);
	assert_int_equal(t.line, 9);
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

/* An assertion in a thread; the locals of the frame and of its caller. */
static void test_thread_abort(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("thr.c"), FL_LIT("check"), 3, 3, true},
		{FL_LIT("thr.c"), FL_LIT("bad"), 7, 10, false}};
	struct world *w = *state;
	struct tg_evidence t;
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
	struct tg_evidence_spec spec = {.binary = "/box/thr",
		.seen = {.report = &aborted},
		.env = env,
		.decls = decls,
		.decl_count = 2};
	record(w, &spec, &t);
	assert_int_equal(t.line, 3);
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
	static const struct tg_decl decls[] = {{FL_LIT("ub.c"), FL_LIT("power"), 2, 8, true},
		{FL_LIT("ub.c"), FL_LIT("r"), 4, 8, false}};
	struct world *w = *state;
	struct tg_evidence t;
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
	struct tg_evidence_spec spec = {.binary = "/box/ub",
		.seen = {.report = &aborted},
		.env = env,
		.decls = decls,
		.decl_count = 2};
	record(w, &spec, &t);
	assert_int_equal(t.line, 6);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "r"), "1000000000");
	const struct dbg_steps *steps = item(&t, &dbg_steps_shape, 0);
	assert_int_equal(steps->steps.len, 8);
	assert_true(steps->omitted > 0);
}

/* What calls it was generated from a file that #line names: that has its name in the box. */
static void test_named_by_line(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("line.c"), FL_LIT("half"), 2, 5, true}};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "line", "c",
		"#include <stdlib.h>\n"
		"static int half(int n)\n"
		"{\n"
		"	return n & 1 ? (abort(), 0) : n / 2;\n"
		"}\n"
		"#line 30 \"rule.y\"\n"
		"int main(void)\n"
		"{\n"
		"	return half(7);\n"
		"}\n");
	struct tg_evidence_spec spec = {.binary = "/box/line",
		.seen = {.report = &aborted},
		.env = env,
		.decls = decls,
		.decl_count = 1};
	record(w, &spec, &t);
	const struct dbg_backtrace *bt = item(&t, &dbg_backtrace_shape, 0);
	const struct dbg_frame *f = bt->frames.items;
	assert_int_equal(bt->frames.len, 2);
	assert_string_equal(f[0].file.ptr, "line.c");
	assert_string_equal(f[1].file.ptr, "rule.y");
	assert_int_equal(f[1].line, 32);
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

static const struct tg_decl sum_decls[] = {{FL_LIT("sum.c"), FL_LIT("sum"), 2, 11, true},
	{FL_LIT("sum.c"), FL_LIT("main"), 12, 15, true},
	{FL_LIT("sum.c"), FL_LIT("s"), 4, 11, false}, {FL_LIT("sum.c"), FL_LIT("i"), 5, 11, false}};

static const struct tg_file sum_file = {FL_LIT("sum.c"), FL_LIT(SUM("<"))};
static const struct fl_list sum_files = {(void *)(uintptr_t)&sum_file, 1};

static struct tg_evidence_spec sum_spec(const char *actual)
{
	return (struct tg_evidence_spec){.binary = "/box/sum",
		.files = &sum_files,
		.seen = {.report = &passed,
			.actual = fl_slice_str(actual),
			.expected = FL_S("15\n"),
			.ended = true},
		.env = env,
		.decls = sum_decls,
		.decl_count = sizeof(sum_decls) / sizeof(sum_decls[0]),
		.cpu_s = 2};
}

/* Wrong output: the trace stops where it is written. */
static void test_wrong_output(void **state)
{
	struct world *w = *state;
	struct tg_evidence t;
	struct fl_error err;
	close_gdb(w);
	open_gdb(w);
	build(w, "sum", "c", SUM("<"));
	struct tg_evidence_spec spec = sum_spec("10\n");
	record(w, &spec, &t);
	check_cost(w, "C wrong output", 1);
	const struct tg_symptom *s = item(&t, &tg_symptom_shape, 0);
	assert_int_equal(s->line, 1);
	assert_true(fl_slice_eqs(s->expected, "15") && fl_slice_eqs(s->actual, "10"));
	assert_int_equal(t.line, 14);
	/* What is printed is what a call returned. */
	const struct tg_call *call = item(&t, &tg_call_shape, 0);
	assert_true(fl_slice_eqs(call->function, "sum") && fl_slice_eqs(call->returned, "10"));
	assert_int_equal(call->called_at, 14);
	const struct dbg_variable *arg = call->args.items;
	assert_int_equal(call->args.len, 1);
	assert_true(fl_slice_eqs(arg->name, "n") && fl_slice_eqs(arg->value, "5"));
	const struct dbg_step *step = call->steps.items;
	assert_int_equal(call->steps.len, 6);
	assert_true(step[4].line == 10 && step[5].line == 11 && call->omitted > 0);
	spec.seen.actual = spec.seen.expected; /* nothing wrong */
	assert_int_equal(tg_evidence_make(w->engine, &spec, &w->arena, &t, &err), FL_EREFUSED);
	spec = sum_spec("10\n10\n"); /* it never writes so much */
	spec.seen.expected = FL_S("10\n15\n");
	assert_int_equal(tg_evidence_make(w->engine, &spec, &w->arena, &t, &err), FL_EREFUSED);
}

/*
 * A program that ends with a status it should not have: looked at where it calls exit(), or at the
 * end of main, whatever it wrote to stderr.
 */
static void test_exit(void **state)
{
	struct world *w = *state;
	struct tg_evidence t;
	static const struct tg_decl decls[] = {{FL_LIT("leave.c"), FL_LIT("fail"), 3, 7, true},
		{FL_LIT("leave.c"), FL_LIT("main"), 8, 15, true},
		{FL_LIT("leave.c"), FL_LIT("bad"), 10, 15, false}};
	static const char source[] =
		/* 1 */ "#include <stdio.h>\n"
			"#include <stdlib.h>\n"
			"static void fail(const char *what)\n"
			"{\n"
			"	fprintf(stderr, \"%s\\n\", what);\n"
			/* 6 */ "	exit(1);\n"
			"}\n"
			"int main(int argc, char **argv)\n"
			"{\n"
			"	int bad = argc - 1;\n"
			/* 11 */ "	puts(\"in\");\n"
			"	if (argc > 2)\n"
			"		fail(argv[1]);\n"
			"	return bad;\n"
			"}\n";
	static const char *const one[] = {"x", NULL}, *const two[] = {"x", "y", NULL};
	static const struct san_report left = {.tool = SAN_TOOL_SYSTEM,
		.kind = FL_LIT("exit-status"),
		.message = FL_LIT("exit status 1")};
	build(w, "leave", "c", source);
	struct tg_evidence_spec spec = {.binary = "/box/leave",
		.seen = {.report = &left,
			.actual = FL_S("in\n"),
			.expected = FL_S("in\n"),
			.ended = true,
			.exit_status = 1},
		.env = env,
		.args = two,
		.decls = decls,
		.decl_count = sizeof(decls) / sizeof(decls[0])};
	record(w, &spec, &t);
	assert_int_equal(t.line, 6);
	const struct dbg_backtrace *bt = item(&t, &dbg_backtrace_shape, 0);
	const struct dbg_frame *f = bt->frames.items;
	assert_int_equal(bt->frames.len, 2);
	assert_true(fl_slice_eqs(f[0].function, "fail") && f[1].line == 13);
	spec.args = one;
	record(w, &spec, &t);
	assert_int_equal(t.line, 15);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "bad"), "1");
	assert_string_equal(value_of(vars, "argc"), "2");
}

/* Of several calls that a statement prints one after another, the one that was printed wrong. */
static void test_printed_calls(void **state)
{
	static const char source[] = "#include <iostream>\n"
				     "struct box {\n"
				     "	int n = 2;\n"
				     "	int twice(int k) {\n"
				     "		return k * n;\n"
				     "	}\n"
				     "};\n"
				     "int main()\n"
				     "{\n"
				     "	box b;\n"
				     "	std::cout << b.twice(1) << ' '\n"
				     "		<< b.twice(2) << ' ' << b.twice(3) << '\\n';\n"
				     "	return 0;\n"
				     "}\n";
	static const struct tg_decl decls[] = {{FL_LIT("calls.cpp"), FL_LIT("twice"), 4, 6, true},
		{FL_LIT("calls.cpp"), FL_LIT("main"), 8, 14, true}};
	const struct tg_file file = {FL_S("calls.cpp"), fl_slice_str(source)};
	const struct fl_list files = {(void *)(uintptr_t)&file, 1};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "calls", "cpp", source);
	struct tg_evidence_spec spec = {.binary = "/box/calls",
		.seen = {.report = &passed,
			.actual = FL_S("2 4 6\n"),
			.expected = FL_S("2 5 6\n"),
			.ended = true},
		.files = &files,
		.cxx = true,
		.env = env,
		.decls = decls,
		.decl_count = 2};
	record(w, &spec, &t);
	const struct tg_call *call = item(&t, &tg_call_shape, 0);
	assert_true(fl_slice_eqs(call->function, "box::twice"));
	assert_true(fl_slice_eqs(call->returned, "4"));
	const struct dbg_step *step = call->steps.items;
	assert_int_equal(call->steps.len, 2);
	assert_true(step[0].line == 5 && step[1].line == 6);
	for (size_t i = 0; i < call->steps.len; i++) /* k is told as an argument */
		assert_int_equal(step[i].changed.len, 0);
}

/* Which of several writes it is, in C and C++: the one with the first wrong byte. */
static void test_output_place(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("put.c"), FL_LIT("main"), 2, 11, true},
		{FL_LIT("put.cpp"), FL_LIT("main"), 2, 11, true}};
	static const char *const sources[] = {"#include <stdio.h>\n"
					      "int main(void)\n"
					      "{\n"
					      "	int n = 0;\n"
					      "	puts(\"first\");\n"
					      "	printf(\"n is \");\n"
					      "	n += 2;\n"
					      "	printf(\"%d\", n);\n"
					      "	printf(\" now\\n\");\n"
					      "	putchar('x');\n"
					      "}\n",
		"#include <iostream>\n"
		"int main(void)\n"
		"{\n"
		"	int n = 0;\n"
		"	std::cout << \"first\\n\";\n"
		"	std::cout << \"n is \";\n"
		"	n += 2;\n"
		"	std::cout << n;\n"
		"	std::cout << \" now\\n\";\n"
		"	std::cout << 'x';\n"
		"}\n"};
	struct world *w = *state;
	for (size_t i = 0; i < 2; i++) {
		struct tg_evidence t;
		build(w, "put", i ? "cpp" : "c", sources[i]);
		struct tg_evidence_spec spec = sum_spec("first\nn is 2 now\nx");
		spec.binary = "/box/put";
		spec.decls = decls;
		spec.decl_count = 2;
		spec.seen.expected = FL_S("first\nn is 3 now\nx");
		record(w, &spec, &t);
		assert_int_equal(t.line, 8);
		const struct tg_symptom *s = item(&t, &tg_symptom_shape, 0);
		assert_int_equal(s->line, 2);
		assert_true(fl_slice_eqs(s->expected, "n is 3 now"));
		if (i)
			break;
		spec.seen.expected = FL_S("first\nn is 2 now\ny");
		record(w, &spec, &t);
		assert_int_equal(t.line, 10);
		spec.seen.expected = FL_S("first\nn is 2 now\nxy");
		record(w, &spec, &t); /* what is missing: the last byte there is */
		assert_int_equal(t.line, 10);
		s = item(&t, &tg_symptom_shape, 0);
		assert_true(fl_slice_eqs(s->expected, "xy") && fl_slice_eqs(s->actual, "x"));
	}
}

/* An endless loop: the function that does not return, though it calls others all the time. */
static void test_endless_loop(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("end.c"), FL_LIT("next"), 1, 1, true},
		{FL_LIT("end.c"), FL_LIT("count"), 2, 8, true},
		{FL_LIT("end.c"), FL_LIT("main"), 9, 14, true}};
	static const struct san_report timeout = {.tool = SAN_TOOL_SYSTEM,
		.kind = FL_LIT("timeout"),
		.message = FL_LIT("CPU time used up")};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "end", "c",
		"static int next(int n) { return n + 2; }\n"
		"static int count(int from, int to)\n"
		"{\n"
		"	while (from != to) {\n"
		"		from = next(from) & 7;\n"
		"	}\n"
		"	return from;\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	for (int i = 0; i < 9; i += 2)\n"
		"		count(0, i);\n"
		"	return 0;\n"
		"}\n");
	struct tg_evidence_spec spec = {.binary = "/box/end",
		.seen = {.report = &timeout},
		.env = env,
		.decls = decls,
		.decl_count = 3};
	record(w, &spec, &t);
	const struct tg_symptom *s = item(&t, &tg_symptom_shape, 0);
	assert_non_null(strstr(s->message.ptr, "count does not return"));
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "to"), "8"); /* its last activation */
	const struct dbg_steps *steps = item(&t, &dbg_steps_shape, 0);
	assert_true(fl_slice_eqs(steps->function, "count"));
	assert_true(steps->steps.len > 4 && steps->omitted > 0);
	/* three passes: what the first has, and what is new in the others */
	const struct tg_samples *samples = item(&t, &tg_samples_shape, 0);
	assert_int_equal(samples->samples.len, 3);
	const struct dbg_step *pass = samples->samples.items;
	assert_int_equal(pass[0].changed.len, 2);
	for (size_t i = 1; i < 3; i++) {
		const struct dbg_change *c = pass[i].changed.items;
		assert_int_equal(pass[i].line, pass[0].line);
		assert_int_equal(pass[i].changed.len, 1);
		assert_true(fl_slice_eqs(c->name, "from"));
	}
}

/* Where what leaks lies, as the tool says it. */
static uint64_t leaked_at(struct world *w, const char *name)
{
	struct fl_buf out;
	char command[128];
	fl_buf_init(&out, 1 << 16);
	snprintf(command, sizeof(command), "LSAN_OPTIONS=report_objects=1:exitcode=0 ./%s 2>&1",
		name);
	run_in_box(w, command, &out);
	const char *at = strstr(out.data, "Objects leaked above:\n");
	assert_non_null(at);
	uint64_t address = strtoull(strchr(at, '\n') + 1, NULL, 16);
	fl_buf_release(&out);
	return address;
}

/* Memory that leaks: where it was used last, and what became of the pointer to it. */
static void test_leak(void **state)
{
	need_watches();
	static const char source[] = "#include <stdlib.h>\n"
				     "struct item { int n; struct item *next; };\n"
				     "static int use(struct item *i)\n"
				     "{\n"
				     "	return i->n;\n"
				     "}\n"
				     "static int drop(struct item **first, int deep)\n"
				     "{\n"
				     "	struct item *gone = deep ? NULL : *first;\n"
				     "	if (deep)\n"
				     "		return drop(first, 0);\n"
				     "	*first = gone->next;\n"
				     "	return use(gone);\n"
				     "}\n"
				     "int main(void)\n"
				     "{\n"
				     "	struct item *first = calloc(1, sizeof(*first));\n"
				     "	int n = drop(&first, 1);\n"
				     "	struct item *other = calloc(1, sizeof(*first));\n"
				     "	free(other);\n"
				     "	return n;\n"
				     "}\n";
	static const struct san_report report = {.tool = SAN_TOOL_LSAN,
		.kind = FL_LIT("memory-leak"),
		.message = FL_LIT("Direct leak of 16 byte(s) in 1 object(s)"),
		.access = {.size = 16}};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "lost", "c", source);
	struct tg_evidence_spec spec = {.binary = "/box/lost",
		.seen = {.report = &report},
		.env = env,
		.leaked = leaked_at(w, "lost"),
		.leaked_size = 16};
	record(w, &spec, &t);
	const struct tg_last_use *use = item(&t, &tg_last_use_shape, 0);
	const struct dbg_frame *f = use->frames.items;
	assert_true(use->frames.len == 4 && fl_slice_eqs(f->function, "use") && f->line == 5);
	assert_true(fl_slice_eqs(use->pointer, "i"));
	assert_true(fl_slice_eqs(use->then, "left") && fl_slice_eqs(use->function, "use"));
	spec.leaked = 0; /* not known: there is the symptom */
	record(w, &spec, &t);
	assert_int_equal(t.items.len, 1);
}

/* Where the next turn of a loop has its own variable of a block, the last one is gone. */
static void test_leak_of_block(void **state)
{
	need_watches();
	static const char source[] = "#include <stdlib.h>\n"
				     "int main(void)\n"
				     "{\n"
				     "	int n = 0;\n"
				     "	for (int i = 0; i < 2; i++) {\n"
				     "		int *p = i ? NULL : calloc(4, sizeof(*p));\n"
				     "		if (p)\n"
				     "			n += *p;\n"
				     "	}\n"
				     "	return n;\n"
				     "}\n";
	static const struct tg_decl decls[] = {{FL_LIT("block.c"), FL_LIT("main"), 2, 11, true},
		{FL_LIT("block.c"), FL_LIT("p"), 6, 9, false}};
	static const struct san_report report = {.tool = SAN_TOOL_LSAN,
		.kind = FL_LIT("memory-leak"),
		.message = FL_LIT("Direct leak of 16 byte(s) in 1 object(s)"),
		.access = {.size = 16}};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "block", "c", source);
	struct tg_evidence_spec spec = {.binary = "/box/block",
		.seen = {.report = &report},
		.env = env,
		.decls = decls,
		.decl_count = 2,
		.leaked = leaked_at(w, "block"),
		.leaked_size = 16};
	record(w, &spec, &t);
	const struct tg_last_use *use = item(&t, &tg_last_use_shape, 0);
	assert_true(fl_slice_eqs(use->pointer, "p"));
	assert_true(fl_slice_eqs(use->then, "left"));
	assert_int_equal(use->line, 0);
	spec.decl_count = 1;
	record(w, &spec, &t);
	use = item(&t, &tg_last_use_shape, 0);
	assert_true(fl_slice_eqs(use->then, "overwritten"));
}

/* Nobody overwrites `this`: another call of the method lies where it was. */
static void test_leak_of_this(void **state)
{
	need_watches();
	static const char source[] = "struct item {\n"
				     "	int n, rest[3];\n"
				     "	int use() { return n; }\n"
				     "};\n"
				     "int main()\n"
				     "{\n"
				     "	item *first = new item{}, *other = new item{};\n"
				     "	int n = first->use();\n"
				     "	first = other;\n"
				     "	n += first->use();\n"
				     "	delete first;\n"
				     "	return n;\n"
				     "}\n";
	static const struct san_report report = {.tool = SAN_TOOL_LSAN,
		.kind = FL_LIT("memory-leak"),
		.message = FL_LIT("Direct leak of 16 byte(s) in 1 object(s)"),
		.access = {.size = 16}};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "method", "cpp", source);
	struct tg_evidence_spec spec = {.binary = "/box/method",
		.seen = {.report = &report},
		.env = env,
		.leaked = leaked_at(w, "method"),
		.leaked_size = 16};
	record(w, &spec, &t);
	const struct tg_last_use *use = item(&t, &tg_last_use_shape, 0);
	assert_true(fl_slice_eqs(use->pointer, "this"));
	assert_true(fl_slice_eqs(use->then, "left"));
	assert_int_equal(use->line, 0);
}

/* What lies in memory that is gone is not shown as if it meant something; nor where it lay. */
static void test_freed(void **state)
{
	static const char source[] = "#include <stdlib.h>\n"
				     "struct node { int value; struct node *next; };\n"
				     "static int drop(struct node *n, struct node *m)\n"
				     "{\n"
				     "	free(n->next);\n"
				     "	return m->value + n->next->value;\n"
				     "}\n"
				     "int main(void)\n"
				     "{\n"
				     "	struct node *n = calloc(1, sizeof(*n));\n"
				     "	n->next = calloc(1, sizeof(*n));\n"
				     "	int r = drop(n, n->next);\n"
				     "	free(n);\n"
				     "	return r;\n"
				     "}\n";
	static const struct tg_decl decls[] = {{FL_LIT("gone.c"), FL_LIT("drop"), 3, 7, true}};
	const struct tg_file file = {FL_S("gone.c"), fl_slice_str(source)};
	const struct fl_list files = {(void *)(uintptr_t)&file, 1};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "gone", "c", source);
	struct tg_evidence_spec spec = {.binary = "/box/gone",
		.seen = {.report = &aborted},
		.files = &files,
		.env = env,
		.decls = decls,
		.decl_count = 1};
	record(w, &spec, &t);
	assert_int_equal(t.line, 6);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "m"), "<freed>");
	assert_string_equal(value_of(vars, "*n"), "{value = 0, next = <ptr>}");
	const struct tg_operands *o = item(&t, &tg_operands_shape, 0);
	const struct tg_operand *at = o->operands.items;
	assert_true(fl_slice_eqs(at[0].expression, "m->value"));
	assert_true(fl_slice_eqs(at[0].value, "<freed>"));
	for (size_t i = 0; i < o->operands.len; i++) {
		const struct tg_write *writes = at[i].writes.items;
		for (size_t k = 0; k < at[i].writes.len; k++)
			assert_true(writes[k].value.len < 8); /* no address as a number */
		if (i == 0 && dbg_host_watches()) {
			assert_int_equal(writes[1].line, 5);
			assert_true(fl_slice_eqs(writes[1].value, "<freed>"));
		}
	}
}

/* Of an object that is gone the method's frame shows that, and no members. */
static void test_freed_this(void **state)
{
	static const char source[] = "struct box {\n"
				     "	int size = 3;\n"
				     "	int get() const { return size; }\n"
				     "};\n"
				     "int main()\n"
				     "{\n"
				     "	box *b = new box;\n"
				     "	delete b;\n"
				     "	return b->get();\n"
				     "}\n";
	static const struct tg_decl decls[] = {{FL_LIT("late.cpp"), FL_LIT("get"), 3, 3, true}};
	const struct tg_file file = {FL_S("late.cpp"), fl_slice_str(source)};
	const struct fl_list files = {(void *)(uintptr_t)&file, 1};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "late", "cpp", source);
	struct tg_evidence_spec spec = {.binary = "/box/late",
		.seen = {.report = &aborted},
		.files = &files,
		.cxx = true,
		.env = env,
		.decls = decls,
		.decl_count = 1};
	record(w, &spec, &t);
	assert_int_equal(t.line, 3);
	assert_string_equal(value_of(item(&t, &dbg_frame_vars_shape, 0), "*this"), "<freed>");
}

/* What the statement names stands first, then what changed last, then what lines before name. */
static void test_telling_first(void **state)
{
	static const char source[] = "static int pick(int noise, int other, int *at, int bound)\n"
				     "{\n"
				     "	int sum = noise - noise;\n"
				     "	if (bound > 3)\n"
				     "		sum += 2;\n"
				     "	return at[7];\n"
				     "}\n"
				     "int main(void)\n"
				     "{\n"
				     "	int at[4] = {1, 2, 3, 4};\n"
				     "	return pick(5, 6, at, 9);\n"
				     "}\n";
	static const char *const order[] = {"at", "sum", "noise", "bound", "other"};
	static const struct tg_decl decls[] = {{FL_LIT("pick.c"), FL_LIT("pick"), 1, 7, true},
		{FL_LIT("pick.c"), FL_LIT("sum"), 3, 7, false}};
	const struct tg_file file = {FL_S("pick.c"), fl_slice_str(source)};
	const struct fl_list files = {(void *)(uintptr_t)&file, 1};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "pick", "c", source);
	struct tg_evidence_spec spec = {.binary = "/box/pick",
		.seen = {.report = &aborted},
		.files = &files,
		.env = env,
		.decls = decls,
		.decl_count = 2};
	record(w, &spec, &t);
	assert_int_equal(t.line, 6);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	const struct dbg_variable *v = vars->locals.items;
	assert_int_equal(vars->locals.len, 5);
	for (size_t i = 0; i < 5; i++)
		assert_string_equal(
			fl_arena_printf(&w->arena, "%.*s", FL_ARG(v[i].name)).ptr, order[i]);
}

/* What differs between two runs is refused. */
static void test_nondeterministic(void **state)
{
	struct world *w = *state;
	struct tg_evidence t;
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
	struct tg_evidence_spec spec = {
		.binary = "/box/rnd", .seen = {.report = &aborted}, .env = env};
	assert_int_equal(tg_evidence_make(w->engine, &spec, &w->arena, &t, &err), FL_EREFUSED);
	assert_non_null(strstr(err.message, "nondeterministic"));
}

/* What the failing statement works on, and who wrote it last. */
static void test_operands(void **state)
{
	static const char source[] = "#include <stdlib.h>\n"
				     "#include <string.h>\n"
				     "struct box { int *item; int count; };\n"
				     "static int unit = 1;\n"
				     "static void fill(struct box *b)\n"
				     "{\n"
				     "	b->count = 2;\n"
				     "	b->item = malloc(8);\n"
				     "	b->count = 3;\n"
				     "}\n"
				     "static void empty(struct box *b)\n"
				     "{\n"
				     "	free(b->item);\n"
				     "	memset(b, 0, sizeof(*b));\n"
				     "}\n"
				     "int main(void)\n"
				     "{\n"
				     "	struct box *b = malloc(sizeof(*b));\n"
				     "	fill(b);\n"
				     "	empty(b);\n"
				     "	return *b->item + b->count + unit;\n"
				     "}\n";
	static const struct tg_decl decls[] = {{FL_LIT("box.c"), FL_LIT("main"), 16, 22, true}};
	const struct tg_file file = {FL_LIT("box.c"), FL_S(source)};
	const struct fl_list files = {(void *)(uintptr_t)&file, 1};
	struct world *w = *state;
	struct tg_evidence t;
	build(w, "box", "c", source);
	struct tg_evidence_spec spec = {.binary = "/box/box",
		.seen = {.report = &aborted},
		.files = &files,
		.env = env,
		.decls = decls,
		.decl_count = 1};
	record(w, &spec, &t);
	const struct tg_operands *all = item(&t, &tg_operands_shape, 0);
	const struct tg_operand *o = all->operands.items;
	assert_int_equal(all->operands.len, 3);
	assert_true(fl_slice_eqs(o[0].expression, "b->item") && fl_slice_eqs(o[0].value, "0x0"));
	assert_true(fl_slice_eqs(o[1].expression, "b->count") && fl_slice_eqs(o[1].value, "0"));
	assert_true(fl_slice_eqs(o[2].expression, "unit") && fl_slice_eqs(o[2].value, "1"));
	need_watches();
	const struct tg_write *wrote = o[1].writes.items; /* malloc's fill, 2, 3, memset */
	assert_int_equal(o[1].writes.len, TG_WRITES);
	assert_int_equal(wrote[0].line, 7);
	assert_int_equal(wrote[1].line, 9);
	assert_true(fl_slice_eqs(wrote[1].function, "fill") && fl_slice_eqs(wrote[1].value, "3"));
	assert_int_equal(wrote[2].line, 14);
	assert_true(fl_slice_eqs(wrote[2].function, "empty") && fl_slice_eqs(wrote[2].value, "0"));
	assert_int_equal(o[2].writes.len, 0); /* no room for more */
}

/* A line that is reached too often to count: the trace goes without steps and says so. */
static void test_hot(void **state)
{
	struct world *w = *state;
	struct tg_evidence t;
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
	static const struct tg_decl decls[] = {{FL_LIT("hot.c"), FL_LIT("spin"), 2, 7, true}};
	struct tg_evidence_spec spec = {.binary = "/box/hot",
		.seen = {.report = &aborted},
		.env = env,
		.decls = decls,
		.decl_count = 1};
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

static const struct tg_decl object_decls[] = {{FL_LIT("obj.cpp"), FL_LIT("push"), 7, 16, true},
	{FL_LIT("obj.cpp"), FL_LIT("raw"), 9, 16, false},
	{FL_LIT("obj.cpp"), FL_LIT("none"), 10, 16, false},
	{FL_LIT("obj.cpp"), FL_LIT("text"), 11, 16, false},
	{FL_LIT("obj.cpp"), FL_LIT("x"), 12, 16, false},
	{FL_LIT("obj.cpp"), FL_LIT("x"), 14, 15, false}};

/* Objects, templates and containers that are none; what is in all traces of that program. */
static void record_objects(struct world *w, bool trust_locals, struct tg_evidence *t)
{
	struct tg_evidence_spec spec = {.binary = "/box/obj",
		.seen = {.report = &aborted},
		.env = env,
		.decls = object_decls,
		.decl_count = sizeof(object_decls) / sizeof(object_decls[0])};
	spec.trust_locals = trust_locals;
	record(w, &spec, t);
	assert_int_equal(t->line, 15);
	const struct dbg_frame_vars *vars = item(t, &dbg_frame_vars_shape, 0);
	assert_true(fl_slice_eqs(vars->function, "stack::push"));
	assert_string_equal(value_of(vars, "*this"),
		"{items = std::vector of length 3, capacity 4 = {\"ab\", \"ab\", \"ab\"}}");
	assert_string_equal(value_of(vars, "t"), "\"ab\"");
	assert_string_equal(value_of(vars, "none"), "<uninitialized>");
	assert_string_equal(value_of(vars, "x"), "3");
}

static void test_objects(void **state)
{
	struct world *w = *state;
	struct tg_evidence t;
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
	struct tg_evidence t;
	if (access("/usr/bin/clang++-19", X_OK) && !getenv("CI"))
		skip();
	build_with(w, "clang++-19 -fstandalone-debug", "obj", "cpp", object_source);
	record_objects(w, true, &t);
	const struct dbg_frame_vars *vars = item(&t, &dbg_frame_vars_shape, 0);
	assert_string_equal(value_of(vars, "text"), "\"abc\"");
	assert_string_equal(value_of(vars, "raw"), "{16, 70368744177664, 70368744177664}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_heap_overflow),
		cmocka_unit_test(test_recursion),
		cmocka_unit_test(test_thread_abort),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_named_by_line),
		cmocka_unit_test(test_wrong_output),
		cmocka_unit_test(test_exit),
		cmocka_unit_test(test_output_place),
		cmocka_unit_test(test_printed_calls),
		cmocka_unit_test(test_endless_loop),
		cmocka_unit_test(test_freed),
		cmocka_unit_test(test_freed_this),
		cmocka_unit_test(test_telling_first),
		cmocka_unit_test(test_leak),
		cmocka_unit_test(test_leak_of_block),
		cmocka_unit_test(test_leak_of_this),
		cmocka_unit_test(test_nondeterministic),
		cmocka_unit_test(test_operands),
		cmocka_unit_test(test_hot),
		cmocka_unit_test(test_objects),
		cmocka_unit_test(test_objects_clang),
	};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	cmocka_set_test_filter(getenv("FL_ONLY"));
	return cmocka_run_group_tests(tests, start, finish);
}
