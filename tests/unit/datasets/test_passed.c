/* What a call passes, and which statement a kernel's last line is from: by the text alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/dialogue/policies/passed.h"
#include "datasets/dialogue/policies/printed.h"

static const char text[] = "static void take(struct mutex *mutex, struct thread *owner)\n"
			   "{\n"
			   "\towner->locks++;\n"
			   "}\n"
			   "\n"
			   "int fill(char bytes[16],\n"
			   "\t void (*next)(int), size_t len)\n"
			   "{\n"
			   "\tLIST_FOR_EACH(at, &ready) {\n"
			   "\t\tbytes[len] = 0;\n"
			   "\t}\n"
			   "\treturn 0;\n"
			   "}\n";

static struct ds_block function_at(int64_t line)
{
	struct ds_block f;
	assert_true(ds_code_function(FL_S(text), line, &f));
	return f;
}

static void expect_passed(
	int64_t line, const char *called, const char *name, const char *call, const char *want)
{
	struct ds_block f = function_at(line);
	struct fl_slice got = FL_S("none");
	bool seen = ds_passed(
		FL_S(text), &f, fl_slice_str(called), fl_slice_str(name), fl_slice_str(call), &got);
	assert_int_equal(want != NULL, seen);
	if (want)
		assert_true(fl_slice_eqs(got, want));
}

static void arguments_go_by_their_place(void **state)
{
	(void)state;
	expect_passed(3, "take", "owner", "take(mutex, next);", "next");
	expect_passed(3, "take", "mutex", "\ttake(&all[i, j], next);", "&all[i, j]");
	expect_passed(3, "take", "owner", "if (take(m, f(a, b)))", "f(a, b)");
	expect_passed(3, "take", "owner", "retake(m, n);", NULL);
	expect_passed(3, "take", "owner", "take(m);", NULL);
	expect_passed(3, "take", "own", "take(m, n);", NULL);
	expect_passed(3, "take", "owner", "take(m, n", NULL);
	expect_passed(10, "fill", "bytes", "fill(line, NULL, 3);", "line");
	expect_passed(10, "fill", "len", "n = fill(line, NULL, 3);", "3");
}

static void parameters_are_known(void **state)
{
	struct ds_block f = function_at(10);
	(void)state;
	/* The loop with its block is none of its own. */
	assert_int_equal(6, f.head);
	assert_true(ds_passed_is_parameter(FL_S(text), &f, FL_S("len")));
	assert_false(ds_passed_is_parameter(FL_S(text), &f, FL_S("ready")));
	assert_true(ds_passed_null(FL_S("NULL")));
	assert_false(ds_passed_null(FL_S("NULL_DEVICE")));
}

static void a_last_line_is_of_its_format(void **state)
{
	static const char line[] = "panic: page fault at 0x10 (write, not present), ip 0xff";
	size_t letters = 0, fewer = 0;
	(void)state;
	assert_true(ds_printed_says(FL_S("panic(\"page fault at 0x%lx (%s, %s), ip 0x%lx\", a, "
					 "b ? \"write\" : \"read\", c, frame->rip);"),
		FL_S(line), &letters));
	assert_true(ds_printed_says(
		FL_S("panic(\"%s, ip 0x%lx\", name, frame->rip);"), FL_S(line), &fewer));
	assert_true(fewer < letters);
	assert_false(
		ds_printed_says(FL_S("panic(\"no memory for %s\", name);"), FL_S(line), &letters));
	assert_false(ds_printed_says(FL_S("panic(name);"), FL_S(line), &letters));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_go_by_their_place),
		cmocka_unit_test(parameters_are_known),
		cmocka_unit_test(a_last_line_is_of_its_format),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
