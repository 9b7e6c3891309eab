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

#include "base/literal/literal.h"
#include "datasets/worker.h"
#include "tracegen/operators/ops.h"
#include "tracegen/sites.h"

static const char source[] = "#include <stdio.h>\n"
			     "#include <stdlib.h>\n"
			     "struct sums { int total, count; };\n"
			     "static void add(struct sums *s, const int *v, int n)\n"
			     "{\n"
			     "	for (int i = 0; i < n; i++) {\n"
			     "		s->total += v[i];\n"
			     "		s->count++;\n"
			     "	}\n"
			     "}\n"
			     "int main(void)\n"
			     "{\n"
			     "	struct sums *s = calloc(1, sizeof(*s));\n"
			     "	int v[4] = {1, 2, 3, 4};\n"
			     "	if (s == NULL)\n"
			     "		return 1;\n"
			     "	add(s, v, 3);\n"
			     "	printf(\"%d of %d\\n\", s->total, s->count);\n"
			     "	free(s);\n"
			     "	return 0;\n"
			     "}\n";

enum { ARENA_MAX = 1 << 30 };

struct bench {
	struct fl_arena arena;
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2];
	struct ds_corpus corpus;
	struct ds_worker worker;
	struct fl_list sites;
};

#define OK(call)                                                         \
	do {                                                             \
		struct fl_error err_ = {0};                              \
		int rc_ = (call);                                        \
		if (rc_)                                                 \
			fail_msg("%s: %d %s", #call, rc_, err_.message); \
	} while (0)

static void bench_open(struct bench *b)
{
	char path[] = "/tmp/evidence-XXXXXX", file[64];
	assert_non_null(mkdtemp(path));
	snprintf(file, sizeof(file), "%s/sums.c", path);
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
	OK(tg_sites(b->worker.box, &b->worker.program, &b->arena, &b->sites, &err_));
}

static const struct ds_record *trace_of(
	struct bench *b, const struct tg_site *site, struct ds_try *t)
{
	struct ds_wants wants = {.trace = true};
	OK(ds_worker_try(&b->worker, site, wants, &b->arena, t, &err_));
	for (size_t i = 0; i < t->record_count; i++)
		if (t->records[i].kind == DS_KIND_TRACE_FIX)
			return &t->records[i];
	return NULL;
}

/* The whole file for the whole file: the same fault by an edit that is nowhere in particular. */
static struct tg_site false_site(struct bench *b, const struct tg_site *site)
{
	const struct tg_file *file = tg_program_file(&b->worker.program, site->file);
	struct tg_site all = *site;
	OK(tg_apply(file->content, site, &b->arena, &all.replacement, &err_));
	all.original = file->content;
	all.start = 0;
	all.end = (int64_t)file->content.len;
	all.line = all.col = 1;
	all.end_line = 22;
	all.function = fl_slice(NULL, 0);
	all.function_line = all.function_end = 0;
	return all;
}

/* A wrong output, and a sanitizer's report. */
static const struct {
	const char *op, *status;
} faults[] = {{"loop-bound", "wrong-output"}, {"free-moved-up", "heap-use-after-free"}};

static const struct tg_site *site_of(const struct bench *b, const char *op)
{
	for (size_t i = 0; i < b->sites.len; i++) {
		const struct tg_site *site = (const struct tg_site *)b->sites.items + i;
		if (fl_slice_eqs(site->op, op))
			return site;
	}
	fail_msg("no site of %s", op);
	return NULL;
}

static void another_site(void **state)
{
	static struct bench b;
	(void)state;
	bench_open(&b);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		struct ds_try t, u;
		const struct tg_site *site = site_of(&b, faults[i].op);
		struct tg_site other = false_site(&b, site);
		const struct ds_record *r = trace_of(&b, site, &t);
		assert_non_null(r);
		if (!fl_slice_eqs(r->verification.buggy.status, faults[i].status))
			fail_msg("%s: %.*s", faults[i].op, FL_ARG(r->verification.buggy.status));
		const struct ds_record *s = trace_of(&b, &other, &u);
		assert_non_null(s);
		assert_true(fl_slice_eq(r->context, s->context));
		assert_true(fl_slice_eq(r->events, s->events));
	}
	ds_worker_close(&b.worker);
	ds_corpus_release(&b.corpus);
	fl_arena_release(&b.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(another_site)};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
