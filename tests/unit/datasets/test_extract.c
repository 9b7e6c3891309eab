/* The code in answers as models write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "datasets/reward/extract.h"

static const struct {
	const char *answer;
	enum ds_extract how;
	const char *code;
} cases[] = {
	{"int main(){}\n", DS_EXTRACT_WHOLE, "int main(){}\n"},
	{"I cannot do that.", DS_EXTRACT_NONE, ""},
	{"", DS_EXTRACT_NONE, ""},
	{"Here:\n```cpp\na;\n```\n", DS_EXTRACT_FENCE, "a;\n"},
	{"```c++\na;\n```", DS_EXTRACT_FENCE, "a;\n"},
	{"```C++\na;\n```", DS_EXTRACT_FENCE, "a;\n"},
	{"```cpp title=\"a.cpp\"\na;\n```", DS_EXTRACT_FENCE, "a;\n"},
	{"```{.cpp}\na;\n```", DS_EXTRACT_FENCE, "a;\n"},
	{"~~~cpp\na;\n~~~\n", DS_EXTRACT_FENCE, "a;\n"},
	{"````cpp\n```\n````\n", DS_EXTRACT_FENCE, "```\n"},
	{"  ```cpp\na;\n  ```\n", DS_EXTRACT_FENCE, "a;\n"},
	/* the last of the best */
	{"```cpp\na;\n```\n```cpp\nb;\n```\n", DS_EXTRACT_FENCE, "b;\n"},
	{"```cpp\na;\n```\n```\nb;\n```\n", DS_EXTRACT_FENCE, "a;\n"},
	{"```cpp\na;\n```\n```bash\ng++ a.cpp\n```\n", DS_EXTRACT_FENCE, "a;\n"},
	{"```\na;\n```\n```\nb;\n```\n", DS_EXTRACT_FENCE, "b;\n"},
	{"```python\nprint(1);\n```\n", DS_EXTRACT_NONE, ""},
	/* an answer that was cut */
	{"```cpp\nint main() {\n", DS_EXTRACT_FENCE, "int main() {\n"},
	{"```cpp\na;\n```\n```cpp\nb;", DS_EXTRACT_FENCE, "b;"},
	/* what is thought is no answer */
	{"<think>```cpp\nbad;\n```</think>```cpp\na;\n```\n", DS_EXTRACT_FENCE, "a;\n"},
	{"<THINK>bad;</Think>int a;\n", DS_EXTRACT_WHOLE, "int a;\n"},
	{"bad;\n</think>\n```cpp\na;\n```\n", DS_EXTRACT_FENCE, "a;\n"},
	{"<think>bad;\n```cpp\nbad;\n```\n", DS_EXTRACT_NONE, ""},
	{"<thinking>x;</thinking>int a;\n", DS_EXTRACT_WHOLE, "int a;\n"},
	{"<THOUGHT_START>\n/* x; */\n<THOUGHT_END>\n<CODE_START>\na;\n<CODE_END>\n",
		DS_EXTRACT_MARKERS, "a;\n"},
	{"<CODE_START>\na;\n<CODE_END>\n<CODE_START>\nb;\n<CODE_END>\n", DS_EXTRACT_MARKERS,
		"b;\n"},
	{"<CODE_START>\n```cpp\na;\n```\n<CODE_END>\n", DS_EXTRACT_MARKERS, "a;\n"},
	{"```cpp\nb;\n```\n<CODE_START>\na;\n<CODE_END>\n", DS_EXTRACT_MARKERS, "a;\n"},
	{"<CODE_START>\na;\n", DS_EXTRACT_WHOLE, "<CODE_START>\na;\n"},
	{"--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n", DS_EXTRACT_WHOLE,
		"--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n"},
};

static void answers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_arena a;
		enum ds_extract how;
		struct fl_slice code = {0};
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(
			ds_extract_code(fl_slice_str(cases[i].answer), &a, &how, &code, NULL, NULL),
			0);
		if (how != cases[i].how || !fl_slice_eqs(code, cases[i].code))
			fail_msg("case %zu: %d, \"%.*s\"", i, (int)how, FL_ARG(code));
		fl_arena_release(&a);
	}
}

static void thoughts(void **state)
{
	struct fl_arena a;
	enum ds_extract how;
	struct fl_slice code, thought;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ds_extract_code(FL_S("<think>one</think>int a;\n<think>two"), &a, &how,
				 &code, &thought, NULL),
		0);
	assert_true(fl_slice_eqs(thought, "onetwo"));
	assert_true(fl_slice_eqs(code, "int a;\n"));
	fl_arena_release(&a);
}

/* A megabyte of marks takes about as long as reading it, and not its square. */
static void long_answers(void **state)
{
	static const char *const parts[] = {
		"<CODE_START>", "<THOUGHT_START><THOUGHT_END>", "<think>", "```\n", "</think>"};
	enum { SIZE = 1 << 20 };
	static const char end[] = "\n<CODE_END>\n";
	char *text = malloc(SIZE + sizeof(end));
	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		struct fl_arena a;
		enum ds_extract how;
		struct fl_slice code;
		size_t len = 0, part = strlen(parts[i]);
		for (; len + part <= SIZE; len += part)
			memcpy(text + len, parts[i], part);
		memcpy(text + len, end, sizeof(end));
		fl_arena_init(&a, 1 << 26);
		clock_t before = clock();
		assert_int_equal(
			ds_extract_code(fl_slice_str(text), &a, &how, &code, NULL, NULL), 0);
		if (clock() - before > CLOCKS_PER_SEC)
			fail_msg("%s: %f s", parts[i], (double)(clock() - before) / CLOCKS_PER_SEC);
		fl_arena_release(&a);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers),
		cmocka_unit_test(thoughts),
		cmocka_unit_test(long_answers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
