/* Records: sealing, round trips, and a check that sees every damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json.h"
#include "diag/model/diagnostic.h"
#include "record_sample.h"

static struct fl_arena arena;

static int setup(void **state)
{
	(void)state;
	fl_arena_init(&arena, 64 << 20);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fl_arena_release(&arena);
	return 0;
}

static struct ds_record *sealed(enum ds_completion completion)
{
	struct ds_record *r = sample_record(&arena, 1);
	assert_int_equal(ds_record_seal(r, completion, &arena, NULL), 0);
	return r;
}

static void sealed_record_passes(void **state)
{
	(void)state;
	static const char diff[] =
		"--- a/sum.c\n+++ b/sum.c\n@@ -2,7 +2,7 @@\n int main(void)\n {\n"
		" \tint a[3] = {1, 2, 3}, sum = 0;\n"
		"-\tfor (int i = 0; i <= 3; i++)\n"
		"+\tfor (int i = 0; i < 3; i++)\n"
		" \t\tsum += a[i];\n \tprintf(\"%d\\n\", sum);\n }\n";
	struct ds_record *r = sealed(DS_DIFF);
	struct fl_error err = {0};
	int rc = ds_record_check(r, &err);
	assert_string_equal(err.message, "");
	assert_int_equal(rc, 0);
	assert_true(fl_slice_eqs(r->diff, diff));
	assert_true(fl_slice_eq(r->completion, r->diff));
	assert_int_equal(r->id.len, 32);
	r = sealed(DS_FIXED);
	assert_true(fl_slice_eq(r->completion, r->fixed));
	assert_int_equal(ds_record_check(r, &err), 0);
}

static void crash_tells_its_cause(void **state)
{
	(void)state;
	static const char cause[] =
		"<THOUGHT_START>\n"
		"/* ERROR_CLASS: logic\n"
		" * SEVERITY: error\n"
		" * ROOT_CAUSE: the condition of a loop is off by one, at sum.c:5 in main: it says "
		"`<=` instead of `<`\n"
		" * FIX_STRATEGY: restore the comparison so that the loop ends at its bound\n"
		" * CONFIDENCE: 0.9335\n"
		" */\n"
		"<THOUGHT_END>\n";
	struct ds_record *r = sample_record(&arena, 1);
	struct fl_error err = {0};
	sample_crash(r, &arena);
	assert_int_equal(ds_record_seal(r, DS_CAUSE, &arena, NULL), 0);
	ds_record_check(r, &err);
	assert_string_equal(err.message, "");
	assert_true(fl_slice_starts(r->completion, cause));
	assert_true(fl_slice_eq(fl_slice_skip(r->completion, strlen(cause)), r->diff));
}

static void json_round_trip(void **state)
{
	(void)state;
	struct ds_record *r = sealed(DS_DIFF);
	struct fl_buf json;
	void *back;
	fl_buf_init(&json, 1 << 20);
	fl_json_object(&json, &ds_record_shape, r);
	assert_null(strstr(json.data, "null"));
	assert_null(strstr(json.data, "[]"));
	assert_int_equal(
		fl_json_read(fl_buf_view(&json), &ds_record_shape, &arena, &back, NULL), 0);
	assert_true(fl_object_eq(&ds_record_shape, r, back));
	assert_int_equal(ds_record_check(back, NULL), 0);
	fl_buf_release(&json);
}

/* Each damage, whether it is sealed over, and the rule that has to see it. */
static void bad_class(struct ds_record *r)
{
	r->error_class = DIAG_CLASS_UB;
}

static void bad_prompt(struct ds_record *r)
{
	r->prompt = FL_S("another");
}

static void bad_fix(struct ds_record *r)
{
	r->fixed = r->completion = FL_S("int main(void) {}\n");
}

static void bad_level(struct ds_record *r)
{
	r->verification.level = DS_COMPILED;
}

static void bad_same(struct ds_record *r)
{
	r->verification.fixed.same = false;
}

static void bad_operator(struct ds_record *r)
{
	r->mutation.operator= FL_S("no-such-operator");
}

static void bad_phase(struct ds_record *r)
{
	r->kind = DS_KIND_DIAGNOSTIC_FIX;
}

static void bad_cwe(struct ds_record *r)
{
	r->cwe = FL_S("CWE-416");
}

static void bad_offset(struct ds_record *r)
{
	r->mutation.offset++;
}

static void huge_offset(struct ds_record *r)
{
	r->mutation.offset = INT64_MAX;
}

static void bad_line(struct ds_record *r)
{
	r->mutation.line++;
}

static void bad_file(struct ds_record *r)
{
	r->mutation.file = FL_S("other.c");
}

static void no_files(struct ds_record *r)
{
	r->files.len = 0;
}

static void no_argv(struct ds_record *r)
{
	r->run.argv.len = 0;
}

static void bad_path(struct ds_record *r)
{
	r->prompt = FL_S("/box/sum.c:5");
}

static void bad_address(struct ds_record *r)
{
	r->context = sample_report(&arena, "at 0x7ffd01");
}

static void bad_utf8(struct ds_record *r)
{
	r->context = FL_S("\xff");
}

static void bad_signal(struct ds_record *r)
{
	r->verification.buggy.signal = 11;
}

/* A diagnostic as diag2struct shows it, which has a class. */
static void class_told(struct ds_record *r)
{
	struct diag_diagnostic *d = fl_object_new(&arena, &diag_diagnostic_shape);
	r->kind = DS_KIND_DIAGNOSTIC_FIX;
	r->provenance.origin = DS_REAL;
	r->mutation.operator= FL_S("");
	d->level = DIAG_ERROR;
	d->message = FL_S("expected ';'");
	d->error_class = r->error_class;
	r->context = sample_literal(&arena, &diag_diagnostic_shape, d);
}

/* A prompt that shows more than the record's context. */
static void other_prompt(struct ds_record *r)
{
	sample_prompt(r, &arena);
	r->prompt = fl_arena_printf(&arena, "%.*s// ub\n", FL_ARG(r->prompt));
}

static void no_literal(struct ds_record *r)
{
	r->context = FL_S("stack-buffer-overflow at sum.c:6\n");
}

/* A trace of a stop alone, as they once were. */
static void no_symptom(struct ds_record *r)
{
	struct dbg_stop *stop = fl_object_new(&arena, &dbg_stop_shape);
	sample_trace(r, &arena);
	r->context = sample_literal(&arena, &dbg_stop_shape, stop);
}

static void other_literal(struct ds_record *r)
{
	no_symptom(r);
	r->kind = DS_KIND_SANITIZER_FIX;
}

static void other_kind(struct ds_record *r)
{
	r->verification.buggy.sanitizer_kind = FL_S("heap-use-after-free");
}

static void crash_by_exit(struct ds_record *r)
{
	sample_crash(r, &arena);
	r->verification.buggy.end = FL_S("exit");
	r->verification.buggy.exit_status = 1;
	r->verification.buggy.signal = -1;
}

static void crash_of_other_kind(struct ds_record *r)
{
	sample_crash(r, &arena);
	r->verification.buggy.status = FL_S("abrt");
}

static void crash_of_other_shape(struct ds_record *r)
{
	no_symptom(r);
	struct fl_slice context = r->context;
	sample_crash(r, &arena);
	r->context = context;
}

static void crash_with_other_cause(struct ds_record *r)
{
	sample_crash(r, &arena);
	assert_int_equal(ds_record_seal(r, DS_CAUSE, &arena, NULL), 0);
	r->completion = fl_arena_printf(&arena, "%.*s ", FL_ARG(r->completion));
}

static void crash_without_cause(struct ds_record *r)
{
	sample_crash(r, &arena);
	assert_int_equal(ds_record_seal(r, DS_DIFF, &arena, NULL), 0);
}

static void bad_events(struct ds_record *r)
{
	sample_trace(r, &arena);
	r->events = FL_S("[");
}

static void other_symptom(struct ds_record *r)
{
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	sample_trace(r, &arena);
	s->kind = FL_S("double-free");
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
}

/* Of a kind that needs more than its name. */
static void mute_symptom(struct ds_record *r)
{
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	sample_trace(r, &arena);
	s->kind = r->verification.buggy.status = FL_S("wrong-output");
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
}

static void bad_version(struct ds_record *r)
{
	r->schema_version++;
}

static void bad_split(struct ds_record *r)
{
	r->split = r->split == DS_TEST ? DS_TRAIN : DS_TEST;
}

static void bad_diff(struct ds_record *r)
{
	r->diff = FL_S("--- a/sum.c\n+++ b/sum.c\n@@ -1 +1 @@\n-#include <stdio.h>\n+\n");
}

static void bad_completion(struct ds_record *r)
{
	r->completion = FL_S("}");
}

/* What sealing would mend keeps its damage and gets a new id only. */
enum seal { UNSEALED, RESEALED, NEW_ID };

static const struct {
	void (*damage)(struct ds_record *r);
	enum seal seal;
	const char *rule;
} damages[] = {
	{bad_prompt, UNSEALED, "rule id"},
	{bad_class, UNSEALED, "rule id"},
	{bad_class, RESEALED, "rule class"},
	{bad_fix, RESEALED, "rule files"},
	{bad_level, RESEALED, "rule level"},
	{bad_same, RESEALED, "rule level"},
	{bad_operator, RESEALED, "rule class"},
	{bad_phase, RESEALED, "rule class"},
	{bad_cwe, RESEALED, "rule class"},
	{bad_offset, RESEALED, "rule mutation"},
	{huge_offset, RESEALED, "rule mutation"},
	{bad_line, RESEALED, "rule mutation"},
	{bad_file, RESEALED, "rule files"},
	{no_files, RESEALED, "rule lists"},
	{no_argv, RESEALED, "rule lists"},
	{bad_path, RESEALED, "rule paths"},
	{bad_address, RESEALED, "rule addresses"},
	{bad_utf8, RESEALED, "rule utf8"},
	{bad_signal, RESEALED, "rule outcome"},
	{class_told, RESEALED, "context tells the class"},
	{other_prompt, RESEALED, "rule prompt"},
	{no_literal, RESEALED, "rule context"},
	{other_literal, RESEALED, "rule context"},
	{other_kind, RESEALED, "rule context"},
	{bad_events, RESEALED, "rule events"},
	{no_symptom, RESEALED, "does not begin with a symptom"},
	{other_symptom, RESEALED, "not of the kind that was seen"},
	{mute_symptom, RESEALED, "no line of output"},
	{bad_version, NEW_ID, "rule version"},
	{bad_split, NEW_ID, "rule split"},
	{bad_diff, NEW_ID, "rule diff"},
	{bad_completion, NEW_ID, "rule diff"},
	{crash_by_exit, RESEALED, "rule outcome"},
	{crash_of_other_kind, RESEALED, "rule context"},
	{crash_of_other_shape, RESEALED, "something else than a symptom"},
	{crash_with_other_cause, NEW_ID, "rule diff"},
	{crash_without_cause, UNSEALED, "rule diff"},
};

static void every_damage_is_seen(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		struct ds_record *r = sealed(DS_DIFF);
		struct fl_error err = {0};
		char id[DS_ID_LEN + 1];
		damages[i].damage(r);
		bool crash = r->kind == DS_KIND_CRASH_REPORT;
		if (damages[i].seal == RESEALED)
			assert_int_equal(
				ds_record_seal(r, crash ? DS_CAUSE : DS_DIFF, &arena, NULL), 0);
		if (damages[i].seal == NEW_ID) {
			assert_int_equal(ds_record_id(r, id, NULL), 0);
			r->id = fl_arena_slice(&arena, fl_slice_str(id));
		}
		assert_int_equal(ds_record_check(r, &err), FL_EREFUSED);
		if (!strstr(err.message, damages[i].rule))
			fail_msg("damage %zu: %s", i, err.message);
	}
}

/* What the program itself says is not a leak of ours. */
static void code_may_name_paths_and_numbers(void **state)
{
	(void)state;
	struct ds_record *r = sealed(DS_DIFF);
	struct tg_file *files = fl_arena_array(&arena, 2, sizeof(*files));
	files[0] = *(const struct tg_file *)r->files.items;
	files[1] = (struct tg_file){.path = FL_S("k.h"),
		.content = FL_S("#define P \"/tmp/x\"\n#define K 0x9e3779b9\n")};
	r->files = (struct fl_list){files, 2};
	r->context = sample_report(&arena, "/tmp/x 0x9e3779b9");
	sample_prompt(r, &arena);
	assert_int_equal(ds_record_seal(r, DS_DIFF, &arena, NULL), 0);
	assert_int_equal(ds_record_check(r, NULL), 0);
	r->context = sample_report(&arena, "requested allocation size 0xfffffffffffffc18");
	sample_prompt(r, &arena);
	assert_int_equal(ds_record_seal(r, DS_DIFF, &arena, NULL), 0);
	assert_int_equal(ds_record_check(r, NULL), 0);
	r->context = sample_report(&arena, "/tmp/x 0x9e3779b8");
	sample_prompt(r, &arena);
	assert_int_equal(ds_record_seal(r, DS_DIFF, &arena, NULL), 0);
	assert_int_equal(ds_record_check(r, NULL), FL_EREFUSED);
}

static void splits_are_stable(void **state)
{
	(void)state;
	unsigned count[DS_SPLIT_COUNT] = {0};
	for (unsigned i = 0; i < 2000; i++)
		count[ds_split_of(fl_arena_printf(&arena, "g%u", i))]++;
	assert_in_range(count[DS_TRAIN], 1740, 1860);
	assert_in_range(count[DS_VALID], 60, 140);
	assert_in_range(count[DS_TEST], 60, 140);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sealed_record_passes, setup, teardown),
		cmocka_unit_test_setup_teardown(crash_tells_its_cause, setup, teardown),
		cmocka_unit_test_setup_teardown(json_round_trip, setup, teardown),
		cmocka_unit_test_setup_teardown(every_damage_is_seen, setup, teardown),
		cmocka_unit_test_setup_teardown(code_may_name_paths_and_numbers, setup, teardown),
		cmocka_unit_test_setup_teardown(splits_are_stable, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
