/*
 * Evidence follows from the symptom: the same fault, said to be made by another edit elsewhere,
 * gives the same bytes.
 * labels: needs-gdb slow
 * timeout: 300
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "debugsession/watches.h"
#include "base/literal/literal.h"
#include "datasets/worker.h"
#include "tracegen/operators/ops.h"
#include "tracegen/target.h"

static const char sums[] = "#include <stdio.h>\n"
			   "#include <stdlib.h>\n"
			   "struct sums { int total, count; };\n"
			   "static void add(struct sums *s, const int *v, int n)\n"
			   "{\n"
			   "	int i = 0;\n"
			   "	while (i < n) {\n"
			   "		s->total += v[i];\n"
			   "		s->count++;\n"
			   "		i++;\n"
			   "	}\n"
			   "}\n"
			   "static int mean(const struct sums *s)\n"
			   "{\n"
			   "	return s->count ? s->total / s->count : 0;\n"
			   "}\n"
			   "int main(void)\n"
			   "{\n"
			   "	struct sums *s = calloc(1, sizeof(*s));\n"
			   "	int v[4] = {1, 2, 3, 4};\n"
			   "	if (s == NULL)\n"
			   "		return 1;\n"
			   "	add(s, v, 3);\n"
			   "	printf(\"%d of %d\\n\", s->total, s->count);\n"
			   "	printf(\"mean %d\\n\", mean(s));\n"
			   "	free(s);\n"
			   "	return 0;\n"
			   "}\n";

/* What is printed wrong came by way of two calls of the caller's. */
static const char halves[] = "#include <stdio.h>\n"
			     "static int sum(const int *v, int n)\n"
			     "{\n"
			     "	int total = 0;\n"
			     "	for (int i = 0; i < n; i++)\n"
			     "		total += v[i];\n"
			     "	return total;\n"
			     "}\n"
			     "static int half(int n)\n"
			     "{\n"
			     "	return n / 2;\n"
			     "}\n"
			     "static void show(const char *name, int n)\n"
			     "{\n"
			     "	printf(\"%s %d\\n\", name, n);\n"
			     "}\n"
			     "int main(void)\n"
			     "{\n"
			     "	int v[4] = {1, 2, 3, 4};\n"
			     "	int all = sum(v, 3);\n"
			     "	int part = half(all);\n"
			     "	show(\"half\", part);\n"
			     "	return 0;\n"
			     "}\n";

static const char counters[] = "#include <pthread.h>\n"
			       "#include <stdio.h>\n"
			       "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
			       "static long count;\n"
			       "static void *run(void *arg)\n"
			       "{\n"
			       "	for (int i = 0; i < 100; i++) {\n"
			       "		pthread_mutex_lock(&lock);\n"
			       "		count += *(int *)arg;\n"
			       "		pthread_mutex_unlock(&lock);\n"
			       "	}\n"
			       "	return NULL;\n"
			       "}\n"
			       "int main(void)\n"
			       "{\n"
			       "	pthread_t t[2];\n"
			       "	int steps[2] = {1, 2};\n"
			       "	for (int i = 0; i < 2; i++)\n"
			       "		pthread_create(&t[i], NULL, run, &steps[i]);\n"
			       "	for (int i = 0; i < 2; i++)\n"
			       "		pthread_join(t[i], NULL);\n"
			       "	printf(\"%ld\\n\", count);\n"
			       "	return 0;\n"
			       "}\n";

static const char words[] = "#include <stdint.h>\n"
			    "#include <stdio.h>\n"
			    "static uint32_t read32(const uint8_t *p)\n"
			    "{\n"
			    "	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;\n"
			    "}\n"
			    "int main(void)\n"
			    "{\n"
			    "	static const uint8_t bytes[] = {1, 2, 3, 4};\n"
			    "	printf(\"%x\\n\", (unsigned)read32(bytes));\n"
			    "	return 0;\n"
			    "}\n";

/* A fault, by what is changed; what is seen of it; and kinds of records that it must give. */
static const struct fault {
	const char *program, *op, *from, *to, *status;
	unsigned kinds;
	/* in the context of its trace, in that order; the last where debug registers have an effect */
	const char *says[3];
} faults[] = {
#define KIND(k) (1u << DS_KIND_##k)
	{sums, "loop-bound", "i < n", "i <= n", "wrong-output", KIND(TRACE_FIX),
		{"operands({{", "\"s->total\",\"10\"",
			"{\"add\",\"program.c\",8,\"10\",\"main\",\"\",23}"}},
	{halves, "loop-bound", "i < n", "i <= n", "wrong-output", KIND(TRACE_FIX),
		{"call(\"half\",\"program.c\",21,", "call(\"sum\",\"program.c\",20,"}},
	{sums, "zero-check", "s->count ? s->total / s->count : 0", "s->total / (s->count - 3)",
		"integer-divide-by-zero",
		KIND(TRACE_FIX) | KIND(SANITIZER_FIX) | KIND(CRASH_REPORT), {NULL}},
	{sums, "free-moved-up", "	printf(\"mean", "	free(s);\n	printf(\"mean",
		"heap-use-after-free", KIND(TRACE_FIX) | KIND(SANITIZER_FIX), {NULL}},
	{sums, "free-removed", "	free(s);\n", "", "memory-leak",
		KIND(TRACE_FIX) | KIND(SANITIZER_FIX), {NULL}},
	{sums, "missing-statement", "		i++;\n", "		i += 0;\n", NULL,
		KIND(TRACE_FIX), {NULL}},
	{sums, "missing-statement",
		"		s->total += v[i];\n		s->count++;\n"
		"		i++;\n",
		"		s->count ^= 1;\n", "timeout", KIND(TRACE_FIX) | KIND(CRASH_REPORT),
		{NULL}},
	{counters, "lock-removed",
		"		pthread_mutex_lock(&lock);\n		count += *(int *)arg;\n"
		"		pthread_mutex_unlock(&lock);\n",
		"		count += *(int *)arg;\n", "data-race", KIND(SANITIZER_FIX), {NULL}},
	{counters, "lost-unlock", "		pthread_mutex_unlock(&lock);\n", "", "deadlock",
		KIND(TRACE_FIX) | KIND(CRASH_REPORT), {NULL}},
	{words, "byte-order-read", "p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24",
		"*(const uint32_t *)p", "wrong-output", KIND(TRACE_FIX), {NULL}},
	{sums, "missing-semicolon", "i++;", "i++", "compile_error", KIND(DIAGNOSTIC_FIX), {NULL}},
};

enum { ARENA_MAX = 1 << 30 };

struct bench {
	struct fl_arena arena;
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2];
	struct ds_corpus corpus;
	struct ds_worker worker;
};

#define OK(call)                                                         \
	do {                                                             \
		struct fl_error err_ = {0};                              \
		int rc_ = (call);                                        \
		if (rc_)                                                 \
			fail_msg("%s: %d %s", #call, rc_, err_.message); \
	} while (0)

static void bench_open(struct bench *b, const char *source)
{
	char path[] = "/tmp/evidence-XXXXXX", file[64];
	assert_non_null(mkdtemp(path));
	snprintf(file, sizeof(file), "%s/program.c", path);
	FILE *f = fopen(file, "w");
	assert_non_null(f);
	fputs(source, f);
	fclose(f);
	fl_arena_init(&b->arena, ARENA_MAX);
	ds_corpus_init(&b->corpus, &b->arena);
	OK(ds_toolchain_detect(&b->arena, &b->toolchain, &err_));
	OK(ds_worker_compilers(&b->arena, b->compilers, &err_));
	OK(ds_corpus_add(&b->corpus, file, &err_));
	unlink(file);
	rmdir(path);
	struct ds_worker_opts opts = {.toolchain = &b->toolchain, .compilers = b->compilers};
	OK(ds_worker_open(&b->worker, &opts, &err_));
	const struct ds_program *p = ds_corpus_program(&b->corpus, 0);
	OK(ds_worker_load(&b->worker, p, &p->program, &err_));
	assert_int_equal(b->worker.baseline.refusal, TG_REFUSED_NONE);
}

static void bench_close(struct bench *b)
{
	ds_worker_close(&b->worker);
	ds_corpus_release(&b->corpus);
	fl_arena_release(&b->arena);
}

static const struct tg_file *only_file(const struct bench *b)
{
	return tg_program_file(&b->worker.program, FL_S("program.c"));
}

static struct tg_site site_of(const struct bench *b, const struct fault *f)
{
	struct fl_slice text = only_file(b)->content;
	ptrdiff_t at = fl_slice_find(text, f->from);
	if (at < 0)
		fail_msg("no %s", f->from);
	int64_t line = 1 + (int64_t)fl_slice_count(fl_slice_head(text, (size_t)at), '\n');
	return (struct tg_site){.op = fl_slice_str(f->op),
		.file = FL_S("program.c"),
		.start = at,
		.end = at + (int64_t)strlen(f->from),
		.line = line,
		.col = 1,
		.end_line = line,
		.original = fl_slice_str(f->from),
		.replacement = fl_slice_str(f->to)};
}

/* The whole file for the whole file: the same fault by an edit that is nowhere in particular. */
static struct tg_site false_site(struct bench *b, const struct tg_site *site)
{
	struct tg_site all = *site;
	struct fl_slice text = only_file(b)->content;
	OK(tg_apply(text, site, &b->arena, &all.replacement, &err_));
	all.original = text;
	all.start = 0;
	all.end = (int64_t)text.len;
	all.line = all.col = 1;
	all.end_line = (int64_t)fl_slice_count(text, '\n');
	return all;
}

static void try_site(struct bench *b, const struct tg_site *site, struct ds_try *t)
{
	OK(ds_worker_try(&b->worker, site, (struct ds_wants){.trace = true, .crash = true},
		&b->arena, t, &err_));
}

static void check_said(const struct fault *f, struct fl_slice context)
{
	struct fl_slice rest = context;
	size_t n = sizeof(f->says) / sizeof(f->says[0]) - !dbg_host_watches();
	for (size_t i = 0; i < n && f->says[i]; i++) {
		ptrdiff_t at = fl_slice_find(rest, f->says[i]);
		if (at < 0)
			fail_msg("%s: no %s in %.*s", f->op, f->says[i], FL_ARG(context));
		rest = fl_slice_skip(rest, (size_t)at);
	}
}

/* A signal leaves the values of the frame that it came in. */
static void check_values_left(const struct ds_record *r)
{
	static const char *const says[] = {
		"frame_vars(0,\"mean\",\"program.c\"", "{\"s->count\",\"3\"}"};
	for (size_t i = 0; i < sizeof(says) / sizeof(says[0]); i++)
		if (fl_slice_find(r->context, says[i]) < 0)
			fail_msg("no %s in\n%.*s", says[i], FL_ARG(r->context));
}

/* Every record of the one says, byte for byte, what that of the other says. */
static void compare(const struct fault *f, const struct ds_try *t, const struct ds_try *u)
{
	unsigned kinds = 0;
	if (t->record_count != u->record_count)
		fail_msg("%s: %zu records and %zu", f->op, t->record_count, u->record_count);
	for (size_t i = 0; i < t->record_count; i++) {
		const struct ds_record *r = &t->records[i], *s = &u->records[i];
		assert_int_equal(r->kind, s->kind);
		if (f->status && !fl_slice_eqs(r->verification.buggy.status, f->status) &&
			r->kind != DS_KIND_CRASH_REPORT)
			fail_msg("%s: %.*s", f->op, FL_ARG(r->verification.buggy.status));
		if (!fl_slice_eq(r->context, s->context))
			fail_msg("%s: %.*s\n%.*s", f->op, FL_ARG(r->context), FL_ARG(s->context));
		assert_true(fl_slice_eq(r->events, s->events));
		if (r->kind == DS_KIND_TRACE_FIX)
			check_said(f, r->context);
		if (r->kind == DS_KIND_CRASH_REPORT &&
			fl_slice_eqs(r->verification.buggy.status, "fpe"))
			check_values_left(r);
		kinds |= 1u << r->kind;
	}
	if ((kinds & f->kinds) != f->kinds)
		fail_msg("%s: kinds %x, not %x; trace %d, crash %d; %.*s", f->op, kinds, f->kinds,
			(int)t->trace, (int)t->crash, FL_ARG(t->refused));
}

static bool can_run(const struct fault *f)
{
	enum tg_target at = tg_op_find(fl_slice_str(f->op)) < 0 ? TG_TARGETS : TG_S390X;
	if (f->program != words || !tg_target_lacks(at, TG_C))
		return true;
	if (getenv("CI"))
		fail_msg("%s is missing", tg_target_lacks(at, TG_C));
	return false;
}

static void another_site(void **state)
{
	static struct bench b;
	const char *open = NULL;
	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		const struct fault *f = &faults[i];
		struct ds_try t, u;
		if (!can_run(f))
			continue;
		if (open && open != f->program)
			bench_close(&b);
		if (open != f->program)
			bench_open(&b, f->program);
		open = f->program;
		struct tg_site site = site_of(&b, f), other = false_site(&b, &site);
		try_site(&b, &site, &t);
		try_site(&b, &other, &u);
		compare(f, &t, &u);
	}
	bench_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(another_site)};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
