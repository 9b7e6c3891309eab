/*
 * Baselines and mutants in a real box, with the real compilers. Without namespaces it is skipped,
 * but not in CI.
 * labels: slow
 * timeout: 300
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/support/box.h"
#include "tracegen/builds/made.h"
#include "tracegen/halves.h"
#include "tracegen/sites.h"
#include "tracegen/verify.h"

static const char list_text[] = "#include <stdio.h>\n"
				"#include <stdlib.h>\n"
				"int sum(const int *a, int n);\n"
				"int sum(const int *a, int n)\n"
				"{\n"
				"	int s = 0;\n"
				"	for (int i = 0; i < n; i++)\n"
				"		s += a[i];\n"
				"	return s;\n"
				"}\n"
				"int main(void)\n"
				"{\n"
				"	int *a = malloc(3 * sizeof(*a));\n"
				"	for (int i = 0; i < 3; i++)\n"
				"		a[i] = i;\n"
				"	printf(\"%d\\n\", sum(a, 3));\n"
				"	for (int i = 0; i < 3; i++) {\n"
				"		a[i]--;\n"
				"	}\n"
				"	free(a);\n"
				"	return 0;\n"
				"}\n";

/* The first lock is needed, the second not: nothing else runs by then. */
static const char threads_text[] = "#include <pthread.h>\n"
				   "#include <stdio.h>\n"
				   "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
				   "static long total;\n"
				   "static void *add(void *arg)\n"
				   "{\n"
				   "	for (int i = 0; i < 100; i++) {\n"
				   "		pthread_mutex_lock(&lock);\n"
				   "		total += i;\n"
				   "		pthread_mutex_unlock(&lock);\n"
				   "	}\n"
				   "	return arg;\n"
				   "}\n"
				   "int main(void)\n"
				   "{\n"
				   "	pthread_t t[2];\n"
				   "	for (int i = 0; i < 2; i++)\n"
				   "		pthread_create(&t[i], NULL, add, NULL);\n"
				   "	for (int i = 0; i < 2; i++)\n"
				   "		pthread_join(t[i], NULL);\n"
				   "	pthread_mutex_lock(&lock);\n"
				   "	printf(\"%ld\\n\", total);\n"
				   "	pthread_mutex_unlock(&lock);\n"
				   "	return 0;\n"
				   "}\n";

struct world {
	struct fl_arena arena;
	struct fl_box *box;
	struct tg_program program;
	struct tg_baseline baseline;
	struct fl_list sites;
};

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	fl_arena_init(&w->arena, 1u << 30);
	*state = w;
	return test_box_open(&w->box);
}

static int teardown(void **state)
{
	struct world *w = *state;
	fl_box_free(w->box);
	fl_arena_release(&w->arena);
	free(w);
	return 0;
}

/* Its second thread waits at the one place or the other, by what differs between runs. */
static const char varies_text[] = "#include <pthread.h>\n"
				  "#include <semaphore.h>\n"
				  "#include <stdio.h>\n"
				  "#include <stdlib.h>\n"
				  "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
				  "static sem_t counted;\n"
				  "static long count;\n"
				  "static void here(void) { pthread_mutex_lock(&lock); count++; "
				  "pthread_mutex_unlock(&lock); }\n"
				  "static void there(void) { pthread_mutex_lock(&lock); count++; "
				  "pthread_mutex_unlock(&lock); }\n"
				  "static int is_here(void)\n"
				  "{\n"
				  "	return getenv(\"PADDING\") != NULL;\n"
				  "}\n"
				  "static void add(void)\n"
				  "{\n"
				  "	pthread_mutex_lock(&lock);\n"
				  "	count += 2;\n"
				  "	pthread_mutex_unlock(&lock);\n"
				  "}\n"
				  "static void add_once(void)\n"
				  "{\n"
				  "	pthread_mutex_lock(&lock);\n"
				  "	count += 3;\n"
				  "	pthread_mutex_unlock(&lock);\n"
				  "}\n"
				  "static void *first(void *arg)\n"
				  "{\n"
				  "	if (arg)\n"
				  "		add_once();\n"
				  "	else\n"
				  "		add();\n"
				  "	sem_post(&counted);\n"
				  "	if (!arg)\n"
				  "		add();\n"
				  "	return NULL;\n"
				  "}\n"
				  "static void *second(void *arg)\n"
				  "{\n"
				  "	sem_wait(&counted);\n"
				  "	if (is_here())\n"
				  "		here();\n"
				  "	else\n"
				  "		there();\n"
				  "	return arg;\n"
				  "}\n"
				  "static void both(void *arg)\n"
				  "{\n"
				  "	pthread_t a, b;\n"
				  "	pthread_create(&a, NULL, first, arg);\n"
				  "	pthread_create(&b, NULL, second, NULL);\n"
				  "	pthread_join(a, NULL);\n"
				  "	pthread_join(b, NULL);\n"
				  "}\n"
				  "int main(void)\n"
				  "{\n"
				  "	sem_init(&counted, 0, 0);\n"
				  "	both(NULL);\n"
				  "	both(&count);\n"
				  "	printf(\"%ld\\n\", count);\n"
				  "	return 0;\n"
				  "}\n";

/* The thread that keeps the lock waits here or there; the first always waits for that lock. */
static const char keeper_text[] = "#include <pthread.h>\n"
				  "#include <semaphore.h>\n"
				  "#include <stdio.h>\n"
				  "#include <stdlib.h>\n"
				  "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
				  "static sem_t ready, go;\n"
				  "static long count;\n"
				  "static void here(void) { sem_wait(&go); }\n"
				  "static void there(void) { sem_wait(&go); }\n"
				  "static void *keeper(void *arg)\n"
				  "{\n"
				  "	pthread_mutex_lock(&lock);\n"
				  "	count += 2;\n"
				  "	pthread_mutex_unlock(&lock);\n"
				  "	sem_post(&ready);\n"
				  "	if (getenv(\"PADDING\") != NULL)\n"
				  "		here();\n"
				  "	else\n"
				  "		there();\n"
				  "	return arg;\n"
				  "}\n"
				  "int main(void)\n"
				  "{\n"
				  "	pthread_t a;\n"
				  "	sem_init(&ready, 0, 0);\n"
				  "	sem_init(&go, 0, 0);\n"
				  "	pthread_create(&a, NULL, keeper, NULL);\n"
				  "	sem_wait(&ready);\n"
				  "	pthread_mutex_lock(&lock);\n"
				  "	count++;\n"
				  "	pthread_mutex_unlock(&lock);\n"
				  "	sem_post(&go);\n"
				  "	pthread_join(a, NULL);\n"
				  "	printf(\"%ld\\n\", count);\n"
				  "	return 0;\n"
				  "}\n";

/* Two threads that meet, once their order is known, in runs without padding. */
static const char meet_text[] = "#include <pthread.h>\n"
				"#include <stdio.h>\n"
				"#include <stdlib.h>\n"
				"#include <unistd.h>\n"
				"static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;\n"
				"static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;\n"
				"static long count;\n"
				"static unsigned pause_us;\n"
				"static void both(pthread_mutex_t *x, pthread_mutex_t *y)\n"
				"{\n"
				"	pthread_mutex_lock(x);\n"
				"	usleep(pause_us);\n"
				"	pthread_mutex_lock(y);\n"
				"	count++;\n"
				"	pthread_mutex_unlock(y);\n"
				"	pthread_mutex_unlock(x);\n"
				"}\n"
				"static void *one(void *arg)\n"
				"{\n"
				"	both(&a, &b);\n"
				"	return arg;\n"
				"}\n"
				"static void *two(void *arg)\n"
				"{\n"
				"	both(&a, &b );\n"
				"	return arg;\n"
				"}\n"
				"int main(void)\n"
				"{\n"
				"	pthread_t s, t;\n"
				"	pthread_create(&s, NULL, one, NULL);\n"
				"	pthread_join(s, NULL);\n"
				"	pthread_create(&t, NULL, two, NULL);\n"
				"	pthread_join(t, NULL);\n"
				"	if (!getenv(\"PADDING\")) {\n"
				"		pause_us = 200000;\n"
				"		pthread_create(&s, NULL, one, NULL);\n"
				"		pthread_create(&t, NULL, two, NULL);\n"
				"		pthread_join(s, NULL);\n"
				"		pthread_join(t, NULL);\n"
				"	}\n"
				"	printf(\"%d\\n\", count > 1);\n"
				"	return 0;\n"
				"}\n";

static void load(struct world *w, const char *path, const char *text, enum tg_compiler compiler)
{
	struct fl_error err = {0};
	int rc = tg_program_single(
		fl_slice_str(path), fl_slice_str(text), compiler, &w->arena, &w->program, &err);
	if (rc == 0)
		rc = tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err);
	if (rc)
		fail_msg("%s", err.message);
}

static void load_sites(struct world *w)
{
	struct fl_error err = {0};
	if (tg_sites(w->box, &w->program, &w->arena, &w->sites, &err))
		fail_msg("%s", err.message);
}

static const struct tg_site *site_at(const struct world *w, const char *op, int line)
{
	for (size_t i = 0; i < w->sites.len; i++) {
		const struct tg_site *s = (const struct tg_site *)w->sites.items + i;
		if (fl_slice_eqs(s->op, op) && s->line == line)
			return s;
	}
	fail_msg("no site of %s in line %d", op, line);
	return NULL;
}

static struct tg_outcome verify(struct world *w, const struct tg_site *site)
{
	struct tg_outcome outcome;
	struct fl_error err = {0};
	if (tg_verify(w->box, &w->program, &w->baseline, site, NULL, &w->arena, &outcome, &err))
		fail_msg("%s", err.message);
	return outcome;
}

struct expected {
	const char *op;
	int line;
	enum tg_status status;
	const char *kind; /* "": a fault of the compiler or linker, or none */
	enum diag_class cls;
};

static const struct expected expectations[] = {
	{"loop-bound", 7, TG_OBSERVED, "heap-buffer-overflow", DIAG_CLASS_UB},
	{"relational-swap", 7, TG_OBSERVED, "wrong-output", DIAG_CLASS_LOGIC},
	{"arith", 8, TG_OBSERVED, "wrong-output", DIAG_CLASS_LOGIC},
	{"free-removed", 20, TG_OBSERVED, "memory-leak", DIAG_CLASS_RESOURCE},
	{"free-moved-up", 17, TG_OBSERVED, "heap-use-after-free", DIAG_CLASS_LIFETIME},
	{"missing-semicolon", 9, TG_OBSERVED, "", DIAG_CLASS_SYNTAX},
	{"missing-include", 1, TG_OBSERVED, "", DIAG_CLASS_UNDEFINED_SYMBOL},
	{"missing-declaration", 6, TG_OBSERVED, "", DIAG_CLASS_UNDEFINED_SYMBOL},
	{"argument-count", 16, TG_OBSERVED, "", DIAG_CLASS_TYPE_MISMATCH},
	{"removed-definition", 4, TG_OBSERVED, "", DIAG_CLASS_LINKER},
};

static void check_expectations(struct world *w)
{
	assert_false(w->baseline.threads || w->baseline.threads_run);
	load_sites(w);
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		const struct expected *e = &expectations[i];
		struct tg_outcome o = verify(w, site_at(w, e->op, e->line));
		bool same = o.status == e->status && o.evidence_class == e->cls &&
			    fl_slice_eqs(o.evidence.kind, e->kind);
		if (!same)
			fail_msg("%s: %s, \"%.*s\", %s\n%.*s", e->op,
				tg_status_names.words[o.status], FL_ARG(o.evidence.kind),
				diag_class_table[o.evidence_class].name, FL_ARG(o.diagnostics));
	}
}

static void faults_are_observed_gcc(void **state)
{
	struct world *w = *state;
	load(w, "list.c", list_text, TG_GCC);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	assert_true(fl_slice_eqs(w->baseline.run.out, "3\n"));
	check_expectations(w);
}

static void faults_are_observed_clang(void **state)
{
	struct world *w = *state;
	load(w, "list.c", list_text, TG_CLANG);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	check_expectations(w);
}

/*
 * Negative control: the program itself, given as a mutant of a few operators, shows nothing;
 * tests/e2e/controls.sh has them all.
 */
static void original_survives(void **state)
{
	struct world *w = *state;
	load(w, "list.c", list_text, TG_GCC);
	load_sites(w);
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i += 5) {
		struct tg_site same = *site_at(w, expectations[i].op, expectations[i].line);
		same.replacement = same.original;
		assert_int_equal(verify(w, &same).status, TG_SURVIVED);
	}
}

/* A mutant leaves nothing behind: the next one sees the original's other lines. */
static void mutants_do_not_mix(void **state)
{
	struct world *w = *state;
	load(w, "list.c", list_text, TG_GCC);
	load_sites(w);
	const struct tg_site *broken = site_at(w, "missing-semicolon", 9);
	const struct tg_site *leak = site_at(w, "free-removed", 20);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(verify(w, broken).status, TG_OBSERVED);
		struct tg_outcome o = verify(w, leak);
		assert_int_equal(o.status, TG_OBSERVED);
		assert_true(fl_slice_eqs(o.evidence.kind, "memory-leak"));
	}
}

static void judge_hand_made(struct world *w, const char *text, const char *from, const char *to,
	enum tg_status status, const char *kind)
{
	load(w, "a.c", text, TG_GCC);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	ptrdiff_t at = fl_slice_find(fl_slice_str(text), from);
	assert_true(at >= 0);
	struct tg_site site = {.op = FL_S("arith"),
		.file = FL_S("a.c"),
		.start = at,
		.end = at + (ptrdiff_t)strlen(from),
		.original = fl_slice_str(from),
		.replacement = fl_slice_str(to)};
	struct tg_outcome o = verify(w, &site);
	if (o.status != status || !fl_slice_eqs(o.evidence.kind, kind))
		fail_msg("%s: %s \"%.*s\"", to, tg_status_names.words[o.status],
			FL_ARG(o.evidence.kind));
}

static void statuses(void **state)
{
	struct world *w = *state;
	static const char hello[] =
		"#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n"
		"int main(void)\n{\n	puts(\"hello\");\n	return 0;\n}\n";
	judge_hand_made(w, hello, "return 0;", "return 0 * 1;", TG_SURVIVED, "");
	judge_hand_made(w, hello, "return 0;", "return no;", TG_NOT_COMPILED, "");
	judge_hand_made(w, hello, "return 0;", "for (;;) ;", TG_OBSERVED, "timeout");
	judge_hand_made(w, hello, "return 0;", "int x; printf(\"%p\", (void *)&x); return 0;",
		TG_NONDETERMINISTIC, "");
	judge_hand_made(w, hello, "return 0;",
		"while (clock() < CLOCKS_PER_SEC * 3 / 4) ; puts(\"late\"); return 0;",
		TG_NEAR_LIMIT, "");
	judge_hand_made(w, hello, "hello", "hallo", TG_OBSERVED, "wrong-output");
}

static void refused(struct world *w, const char *text, enum tg_refusal refusal)
{
	load(w, "a.c", text, TG_GCC);
	if (w->baseline.refusal != refusal)
		fail_msg("%s, not %s: %s", tg_refusals[w->baseline.refusal].word,
			tg_refusals[refusal].word, text);
}

static void originals_are_refused(void **state)
{
	struct world *w = *state;
	refused(w, "int main(void) { return x; }", TG_REFUSED_NOT_COMPILED);
	refused(w, "int f(void); int main(void) { return f(); }", TG_REFUSED_NOT_COMPILED);
	refused(w, "", TG_REFUSED_NOT_COMPILED);
	refused(w, "int main(void) { return 1; }", TG_REFUSED_EXIT_STATUS);
	refused(w, "#include <signal.h>\nint main(void) { raise(SIGKILL); }", TG_REFUSED_SIGNAL);
	refused(w, "int main(void) { for (;;) ; }", TG_REFUSED_TOO_SLOW);
	refused(w, "#include <stdio.h>\nint main(void) { for (;;) puts(\"x\"); }",
		TG_REFUSED_OUTPUT);
	refused(w, "#include <stdlib.h>\nint main(void) { return !malloc(9); }", TG_REFUSED_LEAKS);
	refused(w, "int main(int c, char **v) { volatile int a[2] = {0}; return (a[c + 2], 0); }",
		TG_REFUSED_SANITIZER);
	refused(w, "#include <stdio.h>\nint main(void) { printf(\"%p\", (void *)main); }",
		TG_REFUSED_NONDETERMINISTIC);
	refused(w, "#include <stdio.h>\nint main(void) { puts(__DATE__); }",
		TG_REFUSED_NONDETERMINISTIC);
	/* It tells what lies in its directory: our builds. */
	refused(w,
		"#include <dirent.h>\n#include <stdio.h>\n"
		"int main(void) { int n = 0; DIR *d = opendir(\".\"); while (readdir(d)) n++;"
		" closedir(d); printf(\"%d\", n); }",
		TG_REFUSED_NONDETERMINISTIC);
}

/* What memory without a value makes of a number is another one in each run. */
static void numbers_of_one_run_are_left_out(void **state)
{
	struct world *w = *state;
	load(w, "a.c",
		"#include <stdio.h>\n#include <stdlib.h>\n"
		"int main(void)\n{\n"
		"\tint *p = malloc(8);\n"
		"\tint n = 7;\n"
		"\tif (!p)\n"
		"\t\treturn 1;\n"
		"\tp[0] = 3;\n"
		"\tp[1] = 4;\n"
		"\tn += p[0] * 70000 + p[1];\n"
		"\tprintf(\"%d\\n\", n);\n"
		"\tfree(p);\n"
		"\treturn 0;\n}\n",
		TG_GCC);
	load_sites(w);
	struct tg_outcome o = verify(w, site_at(w, "missing-statement", 9));
	assert_int_equal(o.status, TG_OBSERVED);
	assert_string_equal(fl_arena_slice(&w->arena, o.evidence.message).ptr,
		"signed integer overflow: ... * 70000 cannot be represented in type 'int'");
}

/* Does it print the same when it is held up for some seconds? */
static bool held_alike(struct world *w, const char *text, struct fl_slice input)
{
	bool same = false;
	struct fl_error err;
	assert_int_equal(tg_program_single(FL_S("a.c"), fl_slice_str(text), TG_GCC, &w->arena,
				 &w->program, &err),
		0);
	w->program.input = input;
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	assert_int_equal(
		tg_original_held(w->box, &w->program, &w->baseline, NULL, &w->arena, &same, &err),
		0);
	return same;
}

/* What a program says of the time that it took is alike in two runs by chance. */
static void time_taken_is_no_output(void **state)
{
	static const char copy[] = "#include <stdio.h>\n#include <unistd.h>\n"
				   "int main(void) { int c; usleep(99999); while ((c = getchar()) "
				   "!= EOF) putchar(c); }";
	static const char taken[] =
		"#include <stdio.h>\n#include <time.h>\n#include <unistd.h>\n"
		"static long ms(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t);"
		" return t.tv_sec * 1000 + t.tv_nsec / 1000000; }\n"
		"int main(void) { long a = ms(); usleep(300000); printf(\"%d\", ms() - a > 900); }";
	struct world *w = *state;
	assert_true(
		held_alike(w, "#include <stdio.h>\nint main(void) { puts(\"now\"); }", FL_S("")));
	assert_true(held_alike(w, copy, FL_S("what it reads\n")));
	assert_false(held_alike(w, taken, FL_S("")));
	w->program.input = FL_S("");
}

/* One that leaks as it is does well without the search, in each build's words. */
static void a_leak_alone_can_be_left(void **state)
{
	struct world *w = *state;
	struct fl_error err;
	refused(w, "#include <stdlib.h>\nint main(void) { return !malloc(9); }", TG_REFUSED_LEAKS);
	w->program.leaks_off = true;
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	for (int kind = 0; kind < TG_BUILD_KINDS; kind++) {
		struct fl_slice env =
			tg_run_environment(&w->program, (enum tg_build_kind)kind, &w->arena);
		assert_true(fl_slice_find(env, "detect_leaks=1") < 0);
		assert_true(fl_slice_find(env, "\nASAN_OPTIONS=") > 0);
		assert_true(fl_slice_find(env, "detect_leaks=0") > 0);
	}
}

/* Several files: only what changed is compiled anew; files that a run writes are gone in the next. */
static void many_files(void **state)
{
	struct world *w = *state;
	struct fl_slice names[] = {FL_S("main.c"), FL_S("lib/add.c")};
	struct fl_slice mutate[] = {FL_S("lib/add.c"), FL_S("lib/add.h")};
	struct tg_file files[] = {
		{FL_S("main.c"), FL_S("#include <stdio.h>\n#include \"lib/add.h\"\n"
				      "int main(void)\n{\n	if (fopen(\"left.txt\", \"r\"))\n"
				      "		return 3;\n"
				      "	FILE *f = fopen(\"left.txt\", \"w\");\n"
				      "	fclose(f);\n"
				      "	printf(\"%d %d\\n\", add(1, 2), twice(4));\n"
				      "	return 0;\n}\n")},
		{FL_S("lib/add.c"), FL_S("#include \"add.h\"\nint add(int a, int b)\n{\n"
					 "	return a + b;\n}\n")},
		{FL_S("lib/add.h"),
			FL_S("int add(int a, int b);\n"
			     "static inline int twice(int n)\n{\n	return n * 2;\n}\n")}};
	struct fl_error err = {0};
	w->program = (struct tg_program){.name = FL_S("add"),
		.std = FL_S("gnu17"),
		.files = {files, 3},
		.sources = {names, 2},
		.mutate = {mutate, 2}};
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	load_sites(w);
	static const char *const outputs[] = {"-1 8\n", "3 2\n"};
	for (size_t i = 0, seen = 0; i < w->sites.len; i++) {
		const struct tg_site *s = (const struct tg_site *)w->sites.items + i;
		if (!fl_slice_eqs(s->op, "arith"))
			continue;
		struct tg_outcome o = verify(w, s);
		assert_int_equal(o.status, TG_OBSERVED);
		assert_true(fl_slice_eqs(o.runs[0].out, outputs[seen++]));
	}
	assert_int_equal(
		verify(w, site_at(w, "removed-definition", 2)).evidence_class, DIAG_CLASS_LINKER);
}

/* A pair of slips is a fault when each shows something of its own; the whole stands in the box afterwards. */
static void each_half_matters(void **state)
{
	struct world *w = *state;
	struct fl_slice names[] = {FL_S("main.c"), FL_S("half.c")};
	struct tg_file files[] = {
		{FL_S("main.c"), FL_S("#include <stdio.h>\nint half_of(int x);\nint main(void)\n{\n"
				      "	printf(\"%d\\n\", half_of(8));\n	return 0;\n}\n")},
		{FL_S("half.c"), FL_S("int half_of(int x);\nint half_of(int x)\n{\n"
				      "	return x > 0 ? x / 2 : -1;\n}\n")}};
	struct fl_error err = {0};
	w->program = (struct tg_program){.name = FL_S("half"),
		.std = FL_S("gnu17"),
		.files = {files, 2},
		.sources = {names, 2},
		.mutate = {names, 2}};
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	static const struct {
		const char *original, *replacement;
		size_t idle;
	} rows[] = {{"x / 2", "x / 3", 2}, {"x > 0", "x > 1", 1}, {"-1", "-2", 1},
		{"x / 2", "8 / 4", 1}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct tg_slip slips[2] = {
			{.file = names[0], .original = FL_S("8"), .replacement = FL_S("4")},
			{.file = names[1],
				.original = fl_slice_str(rows[i].original),
				.replacement = fl_slice_str(rows[i].replacement)}};
		for (int k = 0; k < 2; k++) {
			slips[k].start = fl_slice_find(files[k].content,
				fl_arena_printf(&w->arena, "%.*s", FL_ARG(slips[k].original)).ptr);
			slips[k].end = slips[k].start + (int64_t)slips[k].original.len;
		}
		const struct tg_site site = {.op = FL_S("same-slip"),
			.file = slips[0].file,
			.start = slips[0].start,
			.end = slips[0].end,
			.original = slips[0].original,
			.replacement = slips[0].replacement,
			.slips = {slips, 2}};
		struct tg_outcome o = verify(w, &site), again = {0};
		size_t idle;
		assert_int_equal(o.status, TG_OBSERVED);
		assert_int_equal(tg_halves_matter(w->box, &w->program, &w->baseline, &site, NULL,
					 &w->arena, &o, &idle, &err),
			0);
		assert_int_equal(idle, rows[i].idle);
		assert_int_equal(o.status, TG_OBSERVED);
		if (idle < 2)
			continue;
		again.status = TG_SURVIVED;
		assert_int_equal(tg_judge(w->box, &w->program, &w->baseline, NULL, NULL, &w->arena,
					 &again, &err),
			0);
		assert_true(fl_slice_eqs(again.runs[0].out, "1\n"));
	}
}

/* Faults of several files, of the build file and of what is left open, as they are judged. */
static void several_files(void **state)
{
	struct world *w = *state;
	struct fl_slice names[] = {FL_S("main.c"), FL_S("root.c")}, libs[] = {FL_S("-lm")};
	struct fl_slice mutate[] = {FL_S("main.c"), FL_S("root.c"), FL_S("root.h")};
	struct tg_file files[] = {
		{FL_S("main.c"), FL_S("#include <stdio.h>\n#include \"root.h\"\n"
				      "int main(int argc, char **argv)\n{\n"
				      "	FILE *f = fopen(argv[0], \"r\");\n"
				      "	int c = f ? fgetc(f) : argc;\n"
				      "	if (f)\n		fclose(f);\n"
				      "	printf(\"%d %.1f\\n\", c, root_of(16.0 * argc));\n"
				      "	return 0;\n}\n")},
		{FL_S("root.c"), FL_S("#include \"root.h\"\n#include <math.h>\n"
				      "double root_of(double x)\n{\n	return sqrt(x);\n}\n")},
		{FL_S("root.h"), FL_S("double root_of(double x);\n")}};
	struct fl_error err = {0};
	struct tg_program made;
	struct tg_outcome o;
	w->program = (struct tg_program){.name = FL_S("root"),
		.std = FL_S("gnu17"),
		.files = {files, 3},
		.sources = {names, 2},
		.mutate = {mutate, 3},
		.libs = {libs, 1}};
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	assert_int_equal(tg_made_program(&w->program, &w->arena, &made, &err), 0);
	load_sites(w);
	static const struct {
		const char *op;
		int line; /* in the first of its files */
		bool made;
		const char *says;
	} rows[] = {
		{"stale-caller", 3, false, "implicit declaration of function"},
		{"stale-definition", 1, true, "undefined reference to"},
		{"missing-object", 3, true, "undefined reference to `sqrt'"},
		{"missing-object", 4, true, "undefined reference to `root_of'"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct tg_site *s = site_at(w, rows[i].op, rows[i].line);
		if (!rows[i].made)
			o = verify(w, s);
		else if (tg_verify_made(w->box, &made, &w->baseline, s, &w->arena, &o, &err))
			fail_msg("%s", err.message);
		assert_int_equal(o.status, TG_OBSERVED);
		assert_true(fl_slice_find(o.diagnostics, rows[i].says) >= 0);
	}
	o = verify(w, site_at(w, "lost-close", 7));
	if (!tg_build_watches())
		skip();
	assert_int_equal(o.status, TG_OBSERVED);
	assert_int_equal(o.build, TG_LEFT_OPEN);
	assert_true(fl_slice_eqs(o.evidence.kind, "descriptor-leak"));
	assert_true(fl_slice_eqs(o.evidence.file, "main.c"));
}

static int sites_code(struct world *w, struct fl_slice text)
{
	struct fl_error err = {0};
	assert_int_equal(
		tg_program_single(FL_S("a.c"), text, TG_GCC, &w->arena, &w->program, &err), 0);
	int rc = tg_sites(w->box, &w->program, &w->arena, &w->sites, &err);
	assert_true(rc == 0 || err.message[0] != '\0');
	return rc;
}

/* What breaks libclang breaks it in the box, and is an ordinary error here. */
static void hostile_sources(void **state)
{
	struct world *w = *state;
	struct fl_buf text;
	fl_buf_init(&text, 8 << 20);
	fl_buf_str(&text, "int f(int a) { return a"); /* overflows the parser's stack */
	for (int i = 0; i < 200000; i++)
		fl_buf_str(&text, "+a");
	fl_buf_str(&text, "; }\n");
	assert_int_equal(sites_code(w, fl_buf_view(&text)), FL_EPARSE);
	fl_buf_clear(&text);
	for (int i = 0; i < 1 << 16; i++)
		fl_buf_char(&text, (char)(i * 31 ^ i >> 8));
	assert_int_equal(sites_code(w, fl_buf_view(&text)), FL_EPARSE);
	assert_int_equal(sites_code(w, FL_S("#include \"/etc/passwd\"\n")), FL_EPARSE);
	assert_int_equal(sites_code(w, FL_S("")), 0);
	assert_int_equal(w->sites.len, 0);
	assert_int_equal(
		sites_code(w, FL_S("/* \xe9\xf8\xac */ int f(int a) { return a < 1; }\n")), 0);
	assert_true(w->sites.len > 0);
	fl_buf_release(&text);
}

static const char adds_text[] = "#include <stdio.h>\n"
				"int main(int argc, char **argv)\n"
				"{\n"
				"	long sum = 0, n;\n"
				"	while (scanf(\"%ld\", &n) == 1)\n"
				"		if (n < 9)\n"
				"			sum += n;\n"
				"	(void)argv;\n"
				"	if (argc > 1)\n"
				"		sum = sum * 2;\n"
				"	printf(\"%ld\\n\", sum);\n"
				"	return sum < 0;\n"
				"}\n";

static struct tg_outcome verify_only(struct world *w, const struct tg_site *site, size_t input)
{
	struct tg_limits limits = {.only = 1 + input};
	struct tg_outcome outcome;
	struct fl_error err = {0};
	if (tg_verify(w->box, &w->program, &w->baseline, site, &limits, &w->arena, &outcome, &err))
		fail_msg("%s", err.message);
	return outcome;
}

/* A fault is shown by the first input that shows it, of those that may; the others say who fails. */
static void several_inputs(void **state)
{
	struct world *w = *state;
	struct fl_error err = {0};
	struct fl_slice verbose = FL_S("-v");
	struct tg_input inputs[] = {{.input = FL_S("1 2\n")}, {.input = FL_S("8 9 10\n")},
		{.args = {&verbose, 1}, .input = FL_S("3\n")}, {.input = FL_S("0 9\n")},
		{.args = {&verbose, 1}, .input = FL_S("9 5\n")}};
	assert_int_equal(tg_program_single(FL_S("a.c"), fl_slice_str(adds_text), TG_GCC, &w->arena,
				 &w->program, &err),
		0);
	w->program.inputs = (struct fl_list){inputs, 5};
	w->program = tg_program_with(&w->program, 0);
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	assert_int_equal(w->baseline.runs.len, 5);
	assert_true(fl_slice_eqs(w->baseline.run.out, "3\n"));
	assert_true(fl_slice_eqs(tg_baseline_with(&w->baseline, 2).run.out, "6\n"));
	load_sites(w);
	struct tg_outcome o = verify(w, site_at(w, "boundary", 6)); /* n <= 9 */
	assert_int_equal(o.status, TG_OBSERVED);
	assert_int_equal(o.input, 1);
	static const enum tg_given given[] = {
		TG_GIVEN_PASSES, TG_GIVEN_FAILS, TG_GIVEN_PASSES, TG_GIVEN_FAILS, TG_GIVEN_FAILS};
	assert_memory_equal(o.given, given, sizeof(given));
	o = verify_only(w, site_at(w, "boundary", 6), 0);
	assert_int_equal(o.status, TG_SURVIVED);
	assert_int_equal(tg_baseline_run(w->box, &w->program, &(struct tg_limits){.cpu_ms = 10},
				 &w->arena, &w->baseline, &err),
		0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_TOO_SLOW); /* a quarter of that */
	inputs[3].input = FL_S("-5\n");
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_EXIT_STATUS);
	assert_int_equal(w->baseline.refused_with, 3);
}

/* A race is told by ThreadSanitizer, alike in each of some runs; waiting for ever from beside. */
/* A program that does away with what it is given is given it again. */
static void what_is_given_stays(void **state)
{
	static const char *const ways[] = {"append", "rename", "replace"};
	struct world *w = *state;
	struct fl_error err = {0};
	struct fl_slice source = FL_S("a.c"), args[3];
	struct tg_input inputs[3];
	struct tg_file files[] = {{FL_S("data/n.txt"), FL_S("7\n")},
		{FL_S("a.c"),
			FL_S("#include <stdio.h>\n#include <string.h>\n#include <sys/stat.h>\n"
			     "int main(int argc, char **argv)\n{\n"
			     "	char line[64] = \"\";\n"
			     "	const char *how = argc > 1 ? argv[1] : \"\";\n"
			     "	FILE *f = fopen(\"data/n.txt\", \"r+\");\n"
			     "	if (!f)\n		return 1;\n"
			     "	while (fgets(line, sizeof(line), f))\n"
			     "		printf(\"%s %s\", how, line);\n"
			     "	if (!strcmp(how, \"append\"))\n		fputs(\"8\\n\", f);\n"
			     "	fclose(f);\n"
			     "	if (!strcmp(how, \"rename\"))\n"
			     "		rename(\"data/n.txt\", \"data/m.txt\");\n"
			     "	if (!strcmp(how, \"replace\")) {\n"
			     "		remove(\"data/n.txt\");\n"
			     "		mkdir(\"data/n.txt\", 0700);\n"
			     "		mkdir(\"data/n.txt/m\", 0700);\n	}\n"
			     "	return 0;\n}\n")}};
	for (size_t i = 0; i < 3; i++) {
		args[i] = fl_slice_str(ways[i]);
		inputs[i] = (struct tg_input){.args = {&args[i], 1}};
	}
	w->program = (struct tg_program){.name = FL_S("a"),
		.std = FL_S("gnu17"),
		.files = {files, 2},
		.sources = {&source, 1},
		.mutate = {&source, 1},
		.inputs = {inputs, 3}};
	w->program = tg_program_with(&w->program, 0);
	assert_int_equal(
		tg_baseline_run(w->box, &w->program, NULL, &w->arena, &w->baseline, &err), 0);
	assert_int_equal(w->baseline.refusal, TG_REFUSED_NONE);
	for (size_t i = 0; i < 3; i++) {
		struct fl_slice want = fl_arena_printf(&w->arena, "%s 7\n", ways[i]);
		assert_true(fl_slice_eq(tg_baseline_with(&w->baseline, i).run.out, want));
	}
}

static void of_threads(void **state)
{
	struct world *w = *state;
	load(w, "a.c", threads_text, TG_GCC);
	assert_true(w->baseline.threads && w->baseline.threads_run);
	load_sites(w);
	struct tg_outcome o = verify(w, site_at(w, "lock-removed", 8));
	assert_int_equal(o.status, TG_OBSERVED);
	assert_int_equal(o.build, TG_THREADED);
	assert_true(fl_slice_eqs(o.evidence.kind, "data-race"));
	assert_int_equal(o.evidence_class, DIAG_CLASS_CONCURRENCY);
	assert_int_equal(o.evidence.line, 8); /* the lock before it is gone */
	assert_true(o.tried >= 3 && o.shown == o.tried);
	o = verify(w, site_at(w, "lock-removed", 21));
	assert_int_equal(o.status, TG_SURVIVED);
	o = verify(w, site_at(w, "lost-unlock", 10));
	assert_int_equal(o.status, TG_OBSERVED);
	assert_int_equal(o.build, TG_SANITIZED);
	assert_true(o.evidence.stacks.len > 0);
}

/* Where the other thread waits differs from run to run: what is alike in all is the fault. */
static void a_hang_that_varies(void **state)
{
	struct world *w = *state;
	load(w, "a.c", varies_text, TG_GCC);
	load_sites(w);
	struct tg_outcome o = verify(w, site_at(w, "lost-unlock", 18));
	assert_int_equal(o.status, TG_OBSERVED);
	assert_int_equal(o.tried, 9);
	assert_int_equal(o.runs[0].look.stacks.len, 3);
	assert_true(fl_slice_eqs(o.evidence.kind, "deadlock"));
	assert_int_equal(o.evidence.line, 16);
	assert_int_equal(o.evidence.stacks.len, 1);
	assert_true(fl_slice_eqs(o.evidence.message,
		"a thread waits for what it holds itself; T1 waits for a mutex 'lock' that it "
		"holds"));
	/* Nothing is alike in all: the place where the one that is left waits differs. */
	o = verify(w, site_at(w, "lost-unlock", 24));
	assert_int_equal(o.status, TG_NONDETERMINISTIC);
}

/* Some runs wait for ever, those that end report the same: one of these is the record's. */
static void an_inversion_that_may_hang(void **state)
{
	struct world *w = *state;
	const struct fl_slice call = FL_S("&a, &b )");
	load(w, "a.c", meet_text, TG_GCC);
	int64_t at = fl_slice_find(fl_slice_str(meet_text), "&a, &b )");
	const struct tg_site site = {.op = FL_S("lock-order"),
		.file = FL_S("a.c"),
		.start = at,
		.end = at + (int64_t)call.len,
		.original = call,
		.replacement = FL_S("&b, &a )")};
	struct tg_outcome o = verify(w, &site);
	assert_int_equal(o.status, TG_OBSERVED);
	assert_int_equal(o.build, TG_THREADED);
	assert_true(fl_slice_eqs(o.evidence.kind, "lock-order-inversion"));
	assert_int_equal(o.runs[0].result.end, FL_END_EXIT);
}

/* Who holds the lock stands elsewhere each time, but always runs the same. */
static void a_holder_that_varies(void **state)
{
	struct world *w = *state;
	load(w, "a.c", keeper_text, TG_GCC);
	load_sites(w);
	struct tg_outcome o = verify(w, site_at(w, "lost-unlock", 14));
	assert_int_equal(o.status, TG_OBSERVED);
	assert_true(fl_slice_eqs(o.evidence.kind, "hang"));
	assert_int_equal(o.evidence.stacks.len, 1);
	assert_non_null(strstr(o.evidence.message.ptr,
		"; T0 waits for a mutex 'lock' that another thread holds, which runs keeper()"));
	assert_int_equal(o.evidence.line, 28); /* a line is gone before it */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faults_are_observed_gcc),
		cmocka_unit_test(faults_are_observed_clang),
		cmocka_unit_test(original_survives),
		cmocka_unit_test(mutants_do_not_mix),
		cmocka_unit_test(statuses),
		cmocka_unit_test(originals_are_refused),
		cmocka_unit_test(numbers_of_one_run_are_left_out),
		cmocka_unit_test(time_taken_is_no_output),
		cmocka_unit_test(a_leak_alone_can_be_left),
		cmocka_unit_test(many_files),
		cmocka_unit_test(each_half_matters),
		cmocka_unit_test(several_files),
		cmocka_unit_test(hostile_sources),
		cmocka_unit_test(of_threads),
		cmocka_unit_test(a_hang_that_varies),
		cmocka_unit_test(an_inversion_that_may_hang),
		cmocka_unit_test(a_holder_that_varies),
		cmocka_unit_test(several_inputs),
		cmocka_unit_test(what_is_given_stays),
	};
	cmocka_set_test_filter(getenv("FL_ONLY"));
	return cmocka_run_group_tests(tests, setup, teardown);
}
