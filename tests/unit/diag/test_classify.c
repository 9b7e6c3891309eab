/* The classifier: its rules one by one. What they are worth, tests/golden/diag_labels.sh says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "diag/classify/classify.h"

/* From the formula, computed by hand: 9 of 10 gives 0.5958, 10 of 10 0.7224, 1 of 2 0.0945. */
static void test_wilson(void **state)
{
	(void)state;
	assert_int_equal(diag_wilson(0, 0), 0);
	assert_int_equal(diag_wilson(0, 10), 0);
	assert_in_range(diag_wilson(9, 10), 5957, 5959);
	assert_in_range(diag_wilson(10, 10), 7223, 7225);
	assert_in_range(diag_wilson(1, 2), 944, 946);
	assert_true(diag_wilson(1000, 1000) > 9960 && diag_wilson(1000, 1000) < 10000);
}

static struct diag_verdict judge(const char *tool, const char *code, const char *message)
{
	struct diag_diagnostic d = {.level = DIAG_ERROR,
		.tool = fl_slice_str(tool),
		.code = fl_slice_str(code),
		.message = fl_slice_str(message)};
	return diag_classify(&d);
}

static void test_flags(void **state)
{
	(void)state;
	assert_int_equal(judge("gcc", "-Werror=return-type", "x").error_class, DIAG_CLASS_UB);
	assert_int_equal(judge("gcc", "-Wuse-after-free=2", "x").error_class, DIAG_CLASS_LIFETIME);
	assert_int_equal(judge("clang", "-Wdangling-gsl", "x").error_class, DIAG_CLASS_LIFETIME);
	assert_int_equal(
		judge("clang", "-Wshorten-64-to-32", "x").error_class, DIAG_CLASS_TYPE_MISMATCH);
	assert_int_equal(judge("clang", "-Wconversion", "x").error_class, DIAG_CLASS_TYPE_MISMATCH);
	assert_int_equal(
		judge("clang", "-Wenum-conversion", "x").error_class, DIAG_CLASS_TYPE_MISMATCH);
	assert_int_equal(judge("clang", "-Wthread-safety-analysis", "x").error_class,
		DIAG_CLASS_CONCURRENCY);
	assert_int_equal(
		judge("gcc", "-Wanalyzer-double-free", "x").error_class, DIAG_CLASS_LIFETIME);
	assert_int_equal(judge("gcc", "-W", "x").error_class, DIAG_CLASS_NONE);
	assert_int_equal(judge("", "", "").error_class, DIAG_CLASS_NONE);
	/* Words of one tool in another's mouth do not count. */
	assert_true(judge("clang", "", "x was not declared in this scope").rule !=
		    judge("gcc", "", "x was not declared in this scope").rule);
	struct diag_verdict v = judge("", "", "use of undeclared identifier 'x'");
	assert_int_equal(v.error_class, DIAG_CLASS_UNDEFINED_SYMBOL);
	assert_string_equal(v.tool, "clang");
	assert_true(v.confidence > 5000 && v.confidence < 10000);
}

/* gcc quotes as the locale has it; the class is the same. */
static void test_quotes(void **state)
{
	(void)state;
	static const struct {
		const char *ascii, *utf8;
		enum diag_class want;
	} cases[] = {
		{"'total' undeclared (first use in this function)",
			"\u2018total\u2019 undeclared (first use in this function)",
			DIAG_CLASS_UNDEFINED_SYMBOL},
		{"unknown type name '__int65'", "unknown type name \u2018__int65\u2019",
			DIAG_CLASS_PLATFORM},
		{"structured bindings only available with '-std=c++17'",
			"structured bindings only available with \u2018-std=c++17\u2019",
			DIAG_CLASS_PLATFORM},
		{"expected ';' before 'return'", "expected \u2018;\u2019 before \u2018return\u2019",
			DIAG_CLASS_SYNTAX},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct diag_verdict a = judge("gcc", "", cases[i].ascii);
		struct diag_verdict b = judge("gcc", "", cases[i].utf8);
		assert_int_equal(a.error_class, cases[i].want);
		assert_int_equal(b.error_class, cases[i].want);
		assert_int_equal(a.rule, b.rule);
	}
	assert_true(judge("gcc", "", "\u201ctotal\u201d undeclared").rule !=
		    judge("gcc", "", "'total' undeclared").rule);
	assert_int_equal(judge("gcc", "", "\xe2\x80").error_class, DIAG_CLASS_NONE);
}

static void test_notes_decide(void **state)
{
	(void)state;
	struct diag_note note = {
		.message = FL_S("'std::optional' is only available from C++17 onwards")};
	struct diag_diagnostic d = {.level = DIAG_ERROR,
		.tool = FL_S("gcc"),
		.message = FL_S("'optional' is not a member of 'std'")};
	assert_int_equal(diag_classify(&d).error_class, DIAG_CLASS_UNDEFINED_SYMBOL);
	d.notes = (struct fl_list){.items = &note, .len = 1};
	assert_int_equal(diag_classify(&d).error_class, DIAG_CLASS_PLATFORM);
	d.level = DIAG_NOTE;
	assert_int_equal(diag_classify(&d).error_class, DIAG_CLASS_NONE);
}

/* Linkers have rules of their own. */
static void test_linkers(void **state)
{
	(void)state;
	assert_int_equal(judge("lld", "", "a.o is incompatible with elf64-x86-64").error_class,
		DIAG_CLASS_PLATFORM);
	assert_int_equal(judge("ld", "", "a.ld:1: syntax error").error_class, DIAG_CLASS_SYNTAX);
	assert_int_equal(judge("gold", "", "cannot convert 'a'").error_class, DIAG_CLASS_LINKER);
	assert_int_equal(judge("mold", "", "duplicate symbol: f").error_class, DIAG_CLASS_LINKER);
	assert_int_equal(
		judge("", "", "undefined reference to `f'").error_class, DIAG_CLASS_LINKER);
	assert_null(judge("ld", "", "cannot find a.o").tool);
}

/* A check by any of its aliases; what clang said through clang-tidy is clang's. */
static void test_tidy(void **state)
{
	(void)state;
	static const char tool[] = "clang-tidy";
	assert_int_equal(
		judge(tool, "bugprone-use-after-move", "x").error_class, DIAG_CLASS_LIFETIME);
	assert_int_equal(
		judge(tool, "cert-con36-c,bugprone-spuriously-wake-up-functions", "x").error_class,
		DIAG_CLASS_CONCURRENCY);
	struct diag_verdict v = judge(tool, "modernize-use-nullptr", "use nullptr");
	assert_int_equal(v.error_class, DIAG_CLASS_NONE);
	assert_true(v.rule < diag_rule_count);
	assert_int_equal(judge(tool, "clang-diagnostic-uninitialized", "x").error_class,
		judge("clang", "-Wuninitialized", "x").error_class);
	v = judge(tool, "clang-diagnostic-error", "use of undeclared identifier 'x'");
	assert_int_equal(v.error_class, DIAG_CLASS_UNDEFINED_SYMBOL);
	assert_string_equal(v.tool, "clang");
	assert_int_equal(judge(tool, ",,,,,,,,,,,", "").error_class, DIAG_CLASS_NONE);
}

struct expectation {
	const char *tool, *message;
	enum diag_class want;
};

static void expect(const struct expectation *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		enum diag_class got = judge(all[i].tool, "", all[i].message).error_class;
		if (got != all[i].want)
			print_error("%s\n", all[i].message);
		assert_int_equal(got, all[i].want);
	}
}

/* A header that a system brings is another platform's, one of a library or the standard is not. */
static void test_systems(void **state)
{
	(void)state;
	static const struct expectation all[] = {
		{"gcc", "sys/epoll.h: No such file or directory", DIAG_CLASS_PLATFORM},
		{"clang", "'unistd.h' file not found", DIAG_CLASS_PLATFORM},
		{"gcc", "WS2tcpip.h: No such file or directory", DIAG_CLASS_PLATFORM},
		{"gcc", "tmmintrin.h: No such file or directory", DIAG_CLASS_PLATFORM},
		{"gcc", "my_windows.h: No such file or directory", DIAG_CLASS_UNDEFINED_SYMBOL},
		{"clang", "'vector' file not found", DIAG_CLASS_UNDEFINED_SYMBOL},
		{"clang", "use of undeclared identifier 'EPOLLIN'", DIAG_CLASS_PLATFORM},
		{"gcc", "unknown type name \u2018LPCWSTR\u2019", DIAG_CLASS_PLATFORM},
		{"gcc", "'close' undeclared (first use in this function)",
			DIAG_CLASS_UNDEFINED_SYMBOL},
		{"gcc", "redefinition of 'HANDLE'", DIAG_CLASS_LINKER},
	};
	expect(all, sizeof(all) / sizeof(all[0]));
}

/* clang's analyzer names its checker in the message alone; an alpha one is the same checker. */
static void test_checkers(void **state)
{
	(void)state;
	static const struct expectation all[] = {
		{"clang", "Assigned value is garbage or undefined [core.uninitialized.Assign]",
			DIAG_CLASS_UB},
		{"clang", "Assigned value is garbage or undefined", DIAG_CLASS_UB},
		{"clang", "This lock has already been acquired [alpha.unix.PthreadLock]",
			DIAG_CLASS_CONCURRENCY},
		{"clang", "Potential leak of memory pointed to by 'p' [unix.Malloc]",
			DIAG_CLASS_RESOURCE},
		{"clang", "Use of memory after it is freed [unix.Malloc]", DIAG_CLASS_LIFETIME},
		{"clang", "Value stored to 'n' is never read [deadcode.DeadStores]",
			DIAG_CLASS_LOGIC},
	};
	expect(all, sizeof(all) / sizeof(all[0]));
}

/* What the compiler ran out of, and what another version of it made. */
static void test_hosts(void **state)
{
	(void)state;
	static const struct expectation all[] = {
		{"gcc", "Killed signal terminated program cc1plus", DIAG_CLASS_RESOURCE},
		{"gcc", "Segmentation fault signal terminated program cc1", DIAG_CLASS_PLATFORM},
		{"", "ld terminated with signal 9 [Killed]", DIAG_CLASS_RESOURCE},
		{"ld", "final link failed: No space left on device", DIAG_CLASS_RESOURCE},
		{"gcc", "template instantiation depth exceeds maximum of 900", DIAG_CLASS_RESOURCE},
		{"gcc",
			"bytecode stream in file 'a.o' generated with LTO version 9.2 instead of "
			"the expected 11.0",
			DIAG_CLASS_PLATFORM},
		{"lld", "a.o: Invalid record (Producer: 'LLVM19' Reader: 'LLVM 14.0.6')",
			DIAG_CLASS_PLATFORM},
	};
	expect(all, sizeof(all) / sizeof(all[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wilson),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_quotes),
		cmocka_unit_test(test_notes_decide),
		cmocka_unit_test(test_linkers),
		cmocka_unit_test(test_tidy),
		cmocka_unit_test(test_systems),
		cmocka_unit_test(test_checkers),
		cmocka_unit_test(test_hosts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
