/* Corpora whose projects are told by workers: order, what goes wrong with one. timeout: 60 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/build/corpora.h"
#include "datasets/build/pool.h"

struct fixture {
	char dir[64];
	char *old;
	struct fl_arena arena;
	struct ds_corpus corpus;
	struct fl_error err;
	size_t ends[4];
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	snprintf(f->dir, sizeof(f->dir), "/tmp/fl-corpora-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	f->old = realpath(".", NULL);
	assert_int_equal(chdir(f->dir), 0);
	fl_arena_init(&f->arena, (size_t)1 << 30);
	ds_corpus_init(&f->corpus, &f->arena);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	char command[128];
	ds_corpus_release(&f->corpus);
	fl_arena_release(&f->arena);
	assert_int_equal(chdir(f->old), 0);
	snprintf(command, sizeof(command), "rm -rf %s", f->dir);
	assert_int_equal(system(command), 0);
	free(f->old);
	free(f);
	return 0;
}

static void put_text(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");
	assert_non_null(out);
	fputs(text, out);
	fclose(out);
}

/* A project of that name; its build command says what is to happen. */
static void put_project(const char *name, const char *build)
{
	char path[128], text[256];
	mkdir(name, 0777);
	snprintf(path, sizeof(path), "%s/faultline.json", name);
	snprintf(text, sizeof(text),
		"{\"programs\": [{\"name\": \"%s\", \"build\": \"%s\", \"test\": \"make check\"}]}",
		name, build);
	put_text(path, text);
}

static int tell_huge(struct fl_arena *a, struct ds_told *told)
{
	struct ds_untold *u = fl_arena_alloc(a, sizeof(*u));
	size_t size = (size_t)DS_POOL_RESULT_MAX + 1;
	char *text = fl_arena_alloc(a, size);
	assert_non_null(text);
	memset(text, 'x', size);
	*u = (struct ds_untold){.why = DS_UNTOLD_NOT_BUILT, .detail = fl_slice(text, size)};
	told->untold = (struct fl_list){u, 1};
	return 0;
}

static int tell_fails(const char *what, struct fl_error *err)
{
	if (strcmp(what, "crash") == 0) {
		signal(SIGSEGV, SIG_DFL); /* the test library has a handler */
		raise(SIGSEGV);
	}
	while (strcmp(what, "hang") == 0)
		pause();
	if (strcmp(what, "large") == 0)
		return fl_error_set(err, FL_ELIMIT, "it is too large");
	if (strcmp(what, "host") == 0)
		return fl_error_set(err, FL_EHOST, "no more processes");
	if (strcmp(what, "box") == 0) {
		usleep(200000); /* behind the next one */
		return fl_error_set(err, FL_EMISSING, "no sandbox");
	}
	return 0;
}

/* Telling as the real one does, but the build command says what comes of it. */
static int tell(void *ctx, const struct ds_project *project, struct fl_arena *a,
	struct ds_told *ret_told, struct fl_error *err)
{
	const struct fixture *f = ctx;
	struct ds_told told = {0};
	char path[256], mark[160];
	snprintf(path, sizeof(path), "%s/faultline.json", project->dir);
	assert_int_equal(access(path, R_OK), 0);
	snprintf(mark, sizeof(mark), "%s/told-%s", f->dir, project->build);
	put_text(mark, "");
	int rc = tell_fails(project->build, err);
	if (rc)
		return rc;
	if (strcmp(project->build, "huge") == 0)
		tell_huge(a, &told);
	if (strcmp(project->build, "swap") == 0) {
		assert_int_equal(rename("b", "zz-old"), 0);
		put_project("b", "new");
		put_project("zz-old", "old");
	}
	if (strcmp(project->build, "slow") == 0)
		usleep(50000);
	struct ds_untold *u = fl_arena_alloc(a, sizeof(*u));
	struct tg_program *p = fl_arena_alloc(a, sizeof(*p));
	struct tg_file *file = fl_arena_alloc(a, sizeof(*file));
	struct fl_slice *source = fl_arena_alloc(a, sizeof(*source));
	assert_non_null(u);
	assert_non_null(p);
	assert_non_null(file);
	assert_non_null(source);
	*source = FL_S("x.c");
	*file = (struct tg_file){*source,
		fl_arena_printf(a, "/* %s */ int main(void) { return 0; }\n", project->build)};
	*p = (struct tg_program){.name = FL_S("x"),
		.files = {file, 1},
		.sources = {source, 1},
		.mutate = {source, 1}};
	*u = (struct ds_untold){FL_S("y"), DS_UNTOLD_NOT_PLAIN, fl_slice_str("not plain")};
	if (!told.untold.len)
		told = (struct ds_told){.programs = {p, 1}, .untold = {u, 1}};
	*ret_told = told;
	return 0;
}

static int read_corpora(struct fixture *f, unsigned jobs, unsigned wall_ms, const char *path)
{
	const char *const paths[] = {".", path};
	struct ds_corpora_opts opts = {
		.paths = paths, .count = path ? 2 : 1, .jobs = jobs, .wall_ms = wall_ms};
	f->corpus.project = tell;
	f->corpus.project_ctx = f;
	int rc = ds_corpora_read(&opts, &f->corpus, f->ends, NULL, &f->err);
	assert_ptr_equal(f->corpus.project, tell);
	return rc;
}

/* What was read, a line each, programs before refusals. */
static const char *listed(struct fixture *f)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	for (size_t i = 0; i < f->corpus.programs.len; i++)
		fl_buf_printf(
			&out, "%.*s\n", FL_ARG(ds_corpus_program(&f->corpus, i)->program.name));
	for (size_t i = 0; i < f->corpus.refusals.len; i++) {
		const struct ds_refusal *r = ds_corpus_refusal(&f->corpus, i);
		fl_buf_printf(&out, "%.*s %s %.*s\n", FL_ARG(r->path),
			ds_refusal_names.words[r->reason], FL_ARG(fl_slice_head(r->detail, 40)));
	}
	const char *text = fl_arena_slice(&f->arena, fl_buf_view(&out)).ptr;
	fl_buf_release(&out);
	return text;
}

static bool was_told(const char *build)
{
	char mark[64];
	snprintf(mark, sizeof(mark), "told-%s", build);
	return access(mark, F_OK) == 0;
}

static void order(void **state)
{
	struct fixture *f = *state;
	put_project("a", "slow");
	put_text("b.c", "int main(void) { return 1; }\n");
	put_project("c", "fast");
	put_project("d", "slow"); /* the same program: a duplicate of the first */
	for (unsigned jobs = 1; jobs <= 3; jobs++) {
		ds_corpus_release(&f->corpus);
		ds_corpus_init(&f->corpus, &f->arena);
		assert_int_equal(read_corpora(f, jobs, 0, "b.c"), 0);
		assert_string_equal(listed(f),
			"a:x\nb.c\nc:x\n"
			"a/y not_plain not plain\nc/y not_plain not plain\n"
			"d/x.c duplicate \nd/y not_plain not plain\nb.c duplicate \n");
		assert_int_equal(f->ends[0], 3);
		assert_int_equal(f->ends[1], 3);
	}
}

/* One that goes wrong is refused where it stands. */
static void one_is_lost(void **state)
{
	static const struct {
		const char *build, *why;
	} cases[] = {
		{"crash", "its worker died of signal 11 (Segmentati"},
		{"hang", "it took more than 300 ms"},
		{"large", "it is too large"},
	};
	struct fixture *f = *state;
	put_project("a", "fast");
	put_project("c", "slow");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char expected[512];
		ds_corpus_release(&f->corpus);
		ds_corpus_init(&f->corpus, &f->arena);
		put_project("b", cases[i].build);
		assert_int_equal(read_corpora(f, 2, 300, NULL), 0);
		snprintf(expected, sizeof(expected),
			"a:x\nc:x\na/y not_plain not plain\nb/faultline.json not_told %s\n"
			"c/y not_plain not plain\n",
			cases[i].why);
		assert_string_equal(listed(f), expected);
	}
}

static void the_first_error_counts(void **state)
{
	struct fixture *f = *state;
	put_project("a", "box");
	put_project("b", "host");
	assert_int_equal(read_corpora(f, 2, 0, NULL), FL_EMISSING);
	assert_string_equal(f->err.message, "no sandbox");
	put_project("a", "fast");
	assert_int_equal(read_corpora(f, 2, 0, NULL), FL_EHOST);
	assert_string_equal(f->err.message, "no more processes");
}

static void no_corpus(void **state)
{
	struct fixture *f = *state;
	put_project("a", "fast");
	assert_int_equal(read_corpora(f, 1, 0, "gone"), FL_EIO);
	assert_false(was_told("fast"));
	assert_int_equal(read_corpora(f, 1, 0, "a"), 0);
	assert_true(was_told("fast"));
}

static void stopped(void **state)
{
	struct fixture *f = *state;
	volatile sig_atomic_t stop = 1;
	const char *const paths[] = {"."};
	struct ds_corpora_opts opts = {.paths = paths, .count = 1, .jobs = 1, .stop = &stop};
	put_project("a", "hang");
	f->corpus.project = tell;
	f->corpus.project_ctx = f;
	assert_int_equal(ds_corpora_read(&opts, &f->corpus, f->ends, NULL, &f->err), FL_ECLOSED);
}

/* What no answer has room for is told here. */
static void too_large_an_answer(void **state)
{
	struct fixture *f = *state;
	put_project("a", "huge");
	put_project("b", "fast");
	assert_int_equal(read_corpora(f, 2, 0, NULL), 0);
	assert_int_equal(f->corpus.refusals.len, 2);
	const struct ds_refusal *r = ds_corpus_refusal(&f->corpus, 0);
	assert_int_equal(r->reason, DS_REFUSAL_NOT_BUILT);
	assert_int_equal(r->detail.len, (size_t)DS_POOL_RESULT_MAX + 1);
	assert_int_equal(f->corpus.programs.len, 1);
}

/* The corpus changes meanwhile: what stands there in the second walk counts. */
static void replaced(void **state)
{
	struct fixture *f = *state;
	put_project("a", "swap");
	put_project("b", "gone");
	assert_int_equal(read_corpora(f, 1, 0, NULL), 0);
	assert_string_equal(listed(f),
		"a:x\nb:x\nzz-old:x\na/y not_plain not plain\nb/y not_plain not plain\n"
		"zz-old/y not_plain not plain\n");
	assert_true(was_told("new"));
	assert_true(was_told("old"));
	assert_false(was_told("gone"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(order, setup, teardown),
		cmocka_unit_test_setup_teardown(one_is_lost, setup, teardown),
		cmocka_unit_test_setup_teardown(the_first_error_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(no_corpus, setup, teardown),
		cmocka_unit_test_setup_teardown(stopped, setup, teardown),
		cmocka_unit_test_setup_teardown(too_large_an_answer, setup, teardown),
		cmocka_unit_test_setup_teardown(replaced, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
