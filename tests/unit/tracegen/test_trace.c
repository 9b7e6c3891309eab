/*
 * The trace recorder on real programs in the sandbox.
 * labels: needs-gdb slow
 * timeout: 300
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/literal.h"
#include "debugsession/gdb.h"
#include "tracegen/trace.h"

struct world {
	struct fl_box *box;
	struct fl_child child;
	struct dbg_engine *engine;
	struct fl_arena arena;
};

#define OK(call)                                                         \
	do {                                                             \
		struct fl_error err_ = {0};                              \
		int rc_ = (call);                                        \
		if (rc_)                                                 \
			fail_msg("%s: %d %s", #call, rc_, err_.message); \
	} while (0)

static const char *const env[] = {"PATH=/usr/bin:/bin",
	"ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:symbolize=0",
	"UBSAN_OPTIONS=abort_on_error=1:symbolize=0", NULL};

static void run_in_box(struct world *w, const char *command, struct fl_buf *out)
{
	const char *argv[] = {"/bin/sh", "-c", command, NULL};
	struct fl_run_spec spec = {
		.argv = argv, .cpu_ms = 60000, .wall_ms = 120000, .file_max = 64 << 20};
	struct fl_process_result result;
	struct fl_buf messages;
	fl_buf_init(&messages, 1 << 20);
	OK(fl_box_run(w->box, &spec, out, &messages, &result, &err_));
	if (result.end != FL_END_EXIT || result.exit_status != 0)
		fail_msg("%s: end %d status %d: %s", command, (int)result.end, result.exit_status,
			messages.data);
	fl_buf_release(&messages);
}

static void open_gdb(struct world *w)
{
	struct fl_run_spec limits = {.cpu_ms = 60000, .wall_ms = 120000};
	OK(dbg_gdb_open(w->box, &limits, &w->child, &w->engine, &err_));
}

static unsigned close_gdb(struct world *w)
{
	struct fl_process_result result;
	dbg_engine_free(w->engine);
	OK(fl_child_end(&w->child, &result, &err_));
	w->engine = NULL;
	return result.cpu_ms;
}

static int start(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct fl_error err;
	*state = w;
	fl_arena_init(&w->arena, 16 << 20);
	if (fl_box_new(&(struct fl_box_opts){0}, &w->box, &err)) {
		fprintf(stderr, "%s\n", err.message);
		return -1;
	}
	open_gdb(w);
	return 0;
}

static int finish(void **state)
{
	struct world *w = *state;
	if (w->engine)
		close_gdb(w);
	fl_box_free(w->box);
	fl_arena_release(&w->arena);
	free(w);
	return 0;
}

/* Build NAME from source in the box, as a pipeline would. */
static void build(struct world *w, const char *name, const char *suffix, const char *source)
{
	char file[64], command[512];
	snprintf(file, sizeof(file), "%s.%s", name, suffix);
	OK(fl_box_put(w->box, file, fl_slice_str(source), 0644, &err_));
	snprintf(command, sizeof(command),
		"%s -g -O0 -pthread -ftrivial-auto-var-init=pattern -fsanitize=address,undefined "
		"-fno-sanitize-recover=all %s -o %s",
		strcmp(suffix, "c") == 0 ? "gcc" : "g++", file, name);
	run_in_box(w, command, NULL);
}

static char *as_text(struct world *w, const struct tg_trace *t)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	fl_literal_write(&out, &t->items, FL_COMPACT, FL_MARK_NONE);
	assert_int_equal(out.failed, 0);
	struct fl_slice text = fl_arena_slice(&w->arena, fl_buf_view(&out));
	fl_buf_release(&out);
	if (getenv("FL_SHOW"))
		fprintf(stderr, "%.*s\n", FL_ARG(text));
	return (char *)(uintptr_t)text.ptr;
}

static const void *item(const struct tg_trace *t, const struct fl_shape *shape, size_t nth)
{
	for (size_t i = 0; i < t->items.len; i++) {
		if (t->items.at[i].shape == shape && nth-- == 0)
			return t->items.at[i].object;
	}
	fail_msg("no %s in the trace", shape->name);
	return NULL;
}

static const char *value_of(const struct dbg_frame_vars *f, const char *name)
{
	const struct dbg_variable *v = f->locals.items;
	for (size_t i = 0; i < f->locals.len; i++) {
		if (fl_slice_eqs(v[i].name, name))
			return v[i].value.ptr;
	}
	return NULL;
}

static void record(struct world *w, const struct tg_trace_spec *spec, struct tg_trace *t)
{
	OK(tg_trace_record(w->engine, spec, &w->arena, t, &err_));
	const char *text = as_text(w, t);
	assert_true(strlen(text) <= 2048);
	/* no addresses: the only hexadecimal number is the null pointer */
	for (const char *p = strstr(text, "0x"); p; p = strstr(p + 1, "0x"))
		assert_true(strncmp(p, "0x0", 3) == 0 && !strchr("0123456789abcdef", p[3]));
}

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
	const struct dbg_variable *v = vars->locals.items;
	assert_true(fl_slice_eqs(v[0].type, "const std::vector<int> &"));
	const struct dbg_steps *steps = item(&t, &dbg_steps_shape, 0);
	const struct dbg_step *s = steps->steps.items;
	assert_true(steps->steps.len > 3 && steps->steps.len <= 8);
	assert_int_equal(s[steps->steps.len - 1].line, 17);
	assert_int_equal(s[steps->steps.len - 2].line, 15);

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

/* Programs that fight: each ends in an error or a trace, and a new gdb works in the same box. */
static void test_hostile(void **state)
{
	static const struct {
		const char *body;
		int code;
	} cases[] = {
		{"kill(getppid(), SIGKILL);", FL_ECLOSED},
		{"kill(-1, SIGKILL);", FL_ECLOSED},
		{"for (;;) if (write(1, \"xxxxxxxxxxxxxxxx\", 16) < 0) n++;", FL_EREFUSED},
		{"sigset_t a; sigfillset(&a); sigprocmask(SIG_BLOCK, &a, 0); for (;;) n++;",
			FL_EREFUSED},
		{"close(0); close(1); close(2); setsid(); abort();", 0},
		{"for (n = 0; n < 5; n++) if (fork() == 0) for (;;) pause(); abort();", 0},
	};
	struct world *w = *state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char source[512];
		struct tg_trace t;
		struct fl_error err = {0};
		snprintf(source, sizeof(source),
			"#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
			"static volatile int n;\nint main(void)\n{\n\t%s\n}\n",
			cases[i].body);
		build(w, "foe", "c", source);
		struct tg_trace_spec spec = {.binary = "/box/foe",
			.file = "foe.c",
			.first = 5,
			.last = 8,
			.function = FL_S("main"),
			.env = env,
			.cpu_s = 1};
		int rc = tg_trace_record(w->engine, &spec, &w->arena, &t, &err);
		if (rc != cases[i].code && !(cases[i].code == FL_EREFUSED && rc == 0))
			fail_msg("%s: %d %s", cases[i].body, rc, err.message);
		close_gdb(w);
		open_gdb(w);
	}
}

/* When we are killed, gdb and its program die with the box. */
static void test_no_orphan(void **state)
{
	struct world *w = *state;
	int gone[2];
	build(w, "spin", "c", "int main(void)\n{\n\tfor (;;)\n\t\t;\n}\n");
	struct fl_buf binary;
	fl_buf_init(&binary, 16 << 20);
	OK(fl_box_get(w->box, "spin", &binary, &err_));
	assert_int_equal(pipe(gone), 0);
	pid_t pid = fork();
	if (pid == 0) {
		/* Every process of the new box holds the pipe's end unless it is closed: the box
		   closes what it was not given, so a byte says that all is up, and the end of our
		   own process is seen by its exit. */
		struct world own = {0};
		struct dbg_run run = {0};
		struct fl_error err;
		struct fl_run_spec limits = {.cpu_ms = 60000, .wall_ms = 120000};
		if (fl_box_new(&(struct fl_box_opts){0}, &own.box, &err) ||
			fl_box_put(own.box, "orphan_of_trace", fl_buf_view(&binary), 0755, &err) ||
			dbg_gdb_open(own.box, &limits, &own.child, &own.engine, &err) ||
			dbg_load(own.engine, "/box/orphan_of_trace", &err) ||
			dbg_run(own.engine, &run, &err)) {
			fprintf(stderr, "%s\n", err.message);
			_exit(1);
		}
		if (write(gone[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	char byte;
	close(gone[1]);
	assert_int_equal(read(gone[0], &byte, 1), 1);
	assert_int_equal(system("pgrep -f '^/box/orphan_of_trac[e]' >/dev/null"), 0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	int alive = 1;
	for (int i = 0; i < 50 && alive; i++) {
		usleep(100000);
		alive = system("pgrep -f '^/box/orphan_of_trac[e]' >/dev/null") == 0;
	}
	assert_int_equal(alive, 0);
	close(gone[0]);
	fl_buf_release(&binary);
}

/* What a trace costs: well under a second of CPU for debugger and program. */
static void test_cost(void **state)
{
	struct world *w = *state;
	struct tg_trace t;
	build(w, "heap", "cpp", heap_source);
	close_gdb(w);
	open_gdb(w);
	struct tg_trace_spec spec = {.binary = "/box/heap",
		.file = "heap.cpp",
		.first = 6,
		.last = 22,
		.function = FL_S("total"),
		.env = env,
		.decls = heap_decls,
		.decl_count = sizeof(heap_decls) / sizeof(heap_decls[0])};
	for (int i = 0; i < 3; i++)
		record(w, &spec, &t);
	unsigned cpu = close_gdb(w);
	print_message("C++ trace: %u ms CPU each, gdb's start included\n", cpu / 3);
	assert_true(cpu / 3 < 3000);
	open_gdb(w);
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
		cmocka_unit_test_setup_teardown(test_hostile, start, finish),
		cmocka_unit_test_setup_teardown(test_no_orphan, start, finish),
		cmocka_unit_test_setup_teardown(test_cost, start, finish),
	};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
