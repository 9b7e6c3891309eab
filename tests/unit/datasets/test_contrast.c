/* The tasks of contrasts: how one is read, what its rows become, in which order they are tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/seen.h"
#include "datasets/contrast/make.h"

enum { ARENA_MAX = 64 << 20, LEAST = 200 };

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

static const char good[] = "# A task.\n"
			   "@contrast simd\n"
			   "@file @op@_@noun@.c\n"
			   "@columns  op   type           cell\n"
			   "@row      add  unsigned char  @op@(x)\n"
			   "@row      sub\tint\tx - 1\n"
			   "@vary noun sample\n"
			   "@let both @op@_@noun@\n"
			   "@stumbles x86  immintrin.h  no such\n"
			   "@stumbles neon  arm_neon.h\n"
			   "@header @op@.h\n"
			   "@type@ @both@(void);\n"
			   "@form x86\n"
			   "@type@ x = @cell@;\n"
			   "\n"
			   "# not a comment here\n"
			   "@form neon\n"
			   "@type@ y = @cell@;\n";

static void a_task_is_read(void **state)
{
	struct ds_contrast_task task;
	struct ds_contrast_pair p;
	struct fl_error err;
	(void)state;
	assert_int_equal(ds_contrast_task_read(FL_S("t"), FL_S(good), &task, &err), 0);
	assert_int_equal(task.row_count, 2);
	assert_int_equal(ds_contrast_task_pair(&task, 0, 1, &arena, &p, &err), 0);
	assert_true(fl_slice_eqs(p.file, "add_sample.c"));
	assert_true(fl_slice_eqs(p.source, "simd/t/1"));
	assert_true(fl_slice_eqs(p.group, "contrast/simd/t"));
	assert_true(
		fl_slice_eqs(p.forms[0], "unsigned char x = add(x);\n\n# not a comment here\n"));
	assert_true(fl_slice_eqs(p.forms[1], "unsigned char y = add(x);\n"));
	assert_int_equal(p.stumble_count[0], 2);
	assert_true(fl_slice_eqs(p.stumbles[0][1], "no such"));
	assert_int_equal(p.headers.len, 1);
	const struct tg_file *header = p.headers.items;
	assert_true(fl_slice_eqs(header->path, "add.h"));
	assert_true(fl_slice_eqs(header->content, "unsigned char add_sample(void);\n"));
	assert_int_equal(ds_contrast_task_pair(&task, 1, 1, &arena, &p, &err), 0);
	assert_true(fl_slice_eqs(p.forms[0], "int x = x - 1;\n\n# not a comment here\n"));
}

/* The task with one line in the place of another is none, and the message says why. */
static void a_wrong_task_is_refused(void **state)
{
	static const struct {
		const char *line, *instead, *says;
	} cases[] = {
		{"@contrast simd\n", "@contrast none\n", "no such contrast"},
		{"@contrast simd\n", "", "side"},
		{"@file @op@_@noun@.c\n", "", "needs @contrast, @file and a @row"},
		{"@row      sub\tint\tx - 1\n", "@row  sub  int\n", "line 6"},
		{"@vary noun sample\n", "@vary noun\n", "no words"},
		{"@stumbles neon  arm_neon.h\n", "", "@stumbles of both"},
		{"@form neon\n", "@form arm\n", "no such side"},
		{"@form neon\n", "", "@form and @stumbles of both"},
		{"# A task.\n", "A task.\n", "neither a comment nor of any block"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_contrast_task task;
		struct fl_error err = {0};
		const char *at = strstr(good, cases[i].line);
		struct fl_slice text = fl_arena_printf(&arena, "%.*s%s%s", (int)(at - good), good,
			cases[i].instead, at + strlen(cases[i].line));
		assert_int_equal(ds_contrast_task_read(FL_S("t"), text, &task, &err), FL_EPARSE);
		if (!strstr(err.message, cases[i].says))
			fail_msg("%s: %s", cases[i].says, err.message);
	}
}

static void an_unknown_name_is_refused(void **state)
{
	struct ds_contrast_task task;
	struct ds_contrast_pair p;
	struct fl_error err;
	const char *at = strstr(good, "@let both");
	(void)state;
	struct fl_slice text = fl_arena_printf(&arena, "%.*s@let both @both@%s", (int)(at - good),
		good, strchr(at, '\n')); /* it holds itself */
	assert_int_equal(ds_contrast_task_read(FL_S("t"), text, &task, &err), 0);
	assert_int_equal(ds_contrast_task_pair(&task, 0, 1, &arena, &p, &err), FL_EPARSE);
	text = fl_arena_printf(
		&arena, "%.*s@let other z%s", (int)(at - good), good, strchr(at, '\n'));
	assert_int_equal(ds_contrast_task_read(FL_S("t"), text, &task, &err), 0);
	assert_int_equal(ds_contrast_task_pair(&task, 0, 1, &arena, &p, &err), FL_EPARSE);
	assert_non_null(strstr(err.message, "@both@"));
}

static const struct ds_contrast_pair *plan(uint64_t seed, const char *text, size_t *ret_count)
{
	struct ds_contrast_opts opts = {.seed = seed};
	struct fl_list pairs;
	struct fl_error err;
	assert_int_equal(ds_contrast_opts_read(text, &opts, &err), 0);
	if (ds_contrast_plan(&opts, &arena, &pairs, &err))
		fail_msg("%s", err.message);
	*ret_count = pairs.len;
	return pairs.items;
}

/* Every task that the tool has makes pairs, of two forms that differ; nothing is left to fill. */
static void all_tasks_make_pairs(void **state)
{
	struct fl_seen seen = {0};
	struct fl_error err;
	size_t count, of[DS_CONTRASTS] = {0};
	const struct ds_contrast_pair *p = plan(1, "0", &count);
	(void)state;
	assert_true(count >= LEAST);
	for (size_t i = 0; i < count; i++) {
		bool fresh;
		assert_int_equal(fl_seen_add(&seen, p[i].source.ptr, &fresh, &err), 0);
		assert_true(fresh);
		of[p[i].contrast]++;
		assert_false(fl_slice_eq(p[i].forms[0], p[i].forms[1]));
		for (int side = 0; side < 2; side++) {
			assert_true(fl_slice_chr(p[i].forms[side], '@') < 0);
			assert_true(fl_slice_ends(p[i].forms[side], "}\n"));
			assert_true(p[i].stumble_count[side] > 0);
			assert_int_equal(
				fl_seen_add_copy(&seen, p[i].forms[side], &arena, &fresh, &err), 0);
			if (!fresh)
				fail_msg("%.*s: the form came before", FL_ARG(p[i].source));
		}
	}
	for (int i = 0; i < DS_CONTRASTS; i++)
		assert_true(of[i] >= LEAST / DS_CONTRASTS / 2);
	fl_seen_release(&seen);
}

static void the_seed_gives_the_order(void **state)
{
	size_t n, m, differ = 0;
	const struct ds_contrast_pair *p = plan(7, "0", &n), *q = plan(7, "0", &m);
	(void)state;
	assert_int_equal(n, m);
	for (size_t i = 0; i < n; i++) {
		assert_true(fl_slice_eq(p[i].source, q[i].source));
		assert_true(fl_slice_eq(p[i].forms[0], q[i].forms[0]));
		assert_int_equal(p[i].compiler, q[i].compiler);
	}
	for (int i = 0; i < DS_CONTRASTS; i++) /* the contrasts in turn */
		assert_int_equal(p[i].contrast, i);
	q = plan(8, "0", &m);
	for (size_t i = 0; i < n; i++)
		differ += !fl_slice_eq(p[i].source, q[i].source);
	assert_true(differ > n / 2);
}

static void what_is_asked_for(void **state)
{
	struct ds_contrast_opts opts = {0};
	struct fl_error err;
	size_t count;
	(void)state;
	assert_int_equal(ds_contrast_opts_read("mode,12", &opts, &err), 0);
	assert_int_equal(opts.count, 12);
	assert_int_equal(ds_contrast_opts_read("moods", &opts, &err), FL_EINVAL);
	assert_non_null(strstr(err.message, "moods"));
	assert_int_equal(ds_contrast_opts_read("12x", &opts, &err), FL_EINVAL);
	assert_int_equal(ds_contrast_opts_read("1,,mode", &opts, &err), FL_EINVAL);
	const struct ds_contrast_pair *p = plan(1, "mode,simd", &count);
	int mode = ds_contrast_find(FL_S("mode")), simd = ds_contrast_find(FL_S("simd"));
	for (size_t i = 0; i < count; i++)
		assert_true(p[i].contrast == mode || p[i].contrast == simd);
}

/* The file stands first, what the platform brings along last. */
static void a_side_has_its_flags_and_headers(void **state)
{
	const struct ds_contrast *c = &ds_contrasts[ds_contrast_find(FL_S("mode"))];
	const struct tg_file file = {FL_S("a.c"), FL_S("int a;\n")};
	const struct fl_list none = {0};
	struct tg_program user, kernel;
	struct fl_error err;
	(void)state;
	assert_int_equal(ds_contrast_program(c, 0, TG_GCC, &file, &none, &arena, &user, &err), 0);
	assert_int_equal(ds_contrast_program(c, 1, TG_GCC, &file, &none, &arena, &kernel, &err), 0);
	assert_int_equal(user.files.len, 1);
	assert_int_equal(user.flags.len, 0);
	assert_true(kernel.files.len > 4);
	assert_true(fl_slice_eqs(tg_program_at(&kernel, 0)->path, "a.c"));
	assert_non_null(tg_program_file(&kernel, FL_S("include/linux/slab.h")));
	assert_true(fl_texts_have(&kernel.flags, FL_S("-nostdinc")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_task_is_read, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_wrong_task_is_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(an_unknown_name_is_refused, set_up, tear_down),
		cmocka_unit_test_setup_teardown(all_tasks_make_pairs, set_up, tear_down),
		cmocka_unit_test_setup_teardown(the_seed_gives_the_order, set_up, tear_down),
		cmocka_unit_test_setup_teardown(what_is_asked_for, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_side_has_its_flags_and_headers, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
