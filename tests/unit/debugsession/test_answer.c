/* MI values as JSON, commands by their abbreviations, and what a session's id may be. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "debugsession/answer/answer.h"
#include "debugsession/session/rundir.h"
#include "debugsession/session/session_priv.h"
#include "debugsession/console/words.h"

static int to_json(void *ctx, struct dbg_mi_record *r)
{
	dbg_answer_record(ctx, r);
	return 0;
}

static void test_records_become_json(void **state)
{
	static const struct {
		const char *mi, *json;
	} rows[] = {
		{"1^done,stack=[frame={level=\"0\",func=\"f\"},frame={level=\"1\"}]\n",
			"{\"kind\":\"result\",\"name\":\"done\",\"results\":{\"stack\":[{\"level\":"
			"\"0\",\"func\":\"f\"},{\"level\":\"1\"}]}}"},
		{"=x,a={b=\"1\",b=\"2\",b=\"3\",c=[]}\n", "{\"kind\":\"notify\",\"name\":\"x\","
							  "\"results\":{\"a\":{\"b\":[\"1\",\"2\","
							  "\"3\"],\"c\":[]}}}"},
		{"~\"caf\\303\\251\\n\"\n", "{\"kind\":\"console\",\"text\":\"caf\xc3\xa9\\n\"}"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_buf out;
		struct dbg_mi mi;
		fl_buf_init(&out, 1 << 16);
		dbg_mi_init(&mi, 0, to_json, &out);
		assert_int_equal(0, dbg_mi_push(&mi, fl_slice_str(rows[i].mi)));
		assert_string_equal(rows[i].json, out.data);
		dbg_mi_release(&mi);
		fl_buf_release(&out);
	}
}

static void test_abbreviations(void **state)
{
	static const struct {
		const char *command, *words, *args;
	} rows[] = {
		{"info registers", "info registers", ""},
		{"i r rip", "info registers", "rip"},
		{"print/x $rip", "print", "/x $rip"},
		{"p  a + b ", "print", "a + b"},
		{"bt", "bt", ""},
		{"bt full 3", "bt", "full 3"},
		{"x/16xg $rsp", "x", "/16xg $rsp"},
		{"i lo", "info locals", ""},
		{"info lo", "info locals", ""},
		{"ptype struct s", "ptype", "struct s"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_slice args = {0};
		const struct dbg_command_row *row =
			dbg_command_find(fl_slice_str(rows[i].command), &args);
		assert_non_null(row);
		assert_string_equal(rows[i].words, row->words);
		assert_true(fl_slice_eqs(args, rows[i].args));
	}
	assert_null(dbg_command_find(FL_S("printf \"%d\", 1"), &(struct fl_slice){0}));
	assert_null(dbg_command_find(FL_S("info registersx"), &(struct fl_slice){0}));
	assert_null(dbg_command_find(FL_S("xylophone"), &(struct fl_slice){0}));
	assert_true(dbg_words_match(FL_S("c&"), "continue", "c", NULL));
	assert_false(dbg_words_match(FL_S(""), "continue", "c", NULL));
}

static void test_ids(void **state)
{
	(void)state;
	assert_true(dbg_id_valid(FL_S("gdb_20251204_143022")));
	assert_true(dbg_id_valid(FL_S("123e4567-e89b-12d3-a456-426614174000")));
	assert_false(dbg_id_valid(FL_S("")));
	assert_false(dbg_id_valid(FL_S("../x")));
	assert_false(dbg_id_valid(FL_S("a/b")));
	assert_false(dbg_id_valid(FL_S(".hidden")));
	assert_false(dbg_id_valid(FL_S("nul\0byte")));
}

static void test_error_types(void **state)
{
	(void)state;
	assert_int_equal(DBG_ERROR_TARGET_NOT_RUNNING,
		dbg_error_type_of_words(FL_S("The program is not being run.")));
	assert_int_equal(DBG_ERROR_TARGET_RUNNING,
		dbg_error_type_of_words(FL_S("Selected thread is running.")));
	assert_int_equal(DBG_ERROR_GDB,
		dbg_error_type_of_words(FL_S("No symbol \"x\" in current context.")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_records_become_json),
		cmocka_unit_test(test_abbreviations),
		cmocka_unit_test(test_ids),
		cmocka_unit_test(test_error_types),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
