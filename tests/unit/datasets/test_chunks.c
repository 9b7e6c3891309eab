/* A source in pieces: where each begins and ends, and which function it defines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/record/chunks.h"

static const struct {
	const char *text;
	const char *chunks; /* "from-to name" each, with commas between */
} cases[] = {
	{"", ""},
	{"int x;", "1-1 "},
	{"#include <a.h>\n#define A \\\n\t1\n\nint x;\n", "1-1 ,2-3 ,4-5 "},
	{"/* About f. */\nint f(void)\n{\n\tif (1) {\n\t}\n}\n\nint g(int x) { return x; }\n",
		"1-6 f,7-8 g"},
	{"struct a {\n\tint b;\n};\nstatic struct a all[] = {\n\t{1},\n};\n", "1-3 ,4-6 "},
	{"typedef struct {\n\tint b;\n} a;\nint h(a x) {\n}\n", "1-3 ,4-5 h"},
	{"namespace n {\nint C::get() const\n{\n\treturn '}';\n}\n} // n\n", "1-1 ,2-5 get,6-6 "},
	{"extern \"C\" {\nvoid f(void) {}\n}\nextern \"C\" int g() {\n}\n",
		"1-1 ,2-2 f,3-3 ,4-5 g"},
	/* both branches of the #if open the body: its end in column 0 closes all */
	{"#if A\nint f(int a) {\n#else\nint f(void) {\n#endif\n\treturn 1;\n}\nint g;\n",
		"1-1 ,2-7 f,8-8 "},
	{"int f(void) { return 1; } int g;\nint h;\n", "1-1 ,2-2 "},
	{"int f(void)\n{\n\treturn 1; /* open", "1-3 "},
	/* types of parameters behind their names */
	{"/* f */\nchar *\nf(a, b)\n\tint a; /* a; */\n\tchar *b, c[2];\n{\n}\nint g;\n",
		"1-7 f,8-8 "},
	{"LIST(a)\nint x;\nint g(a)\n\tint a;\n{\n}\nint h(int);\nint a;\n",
		"1-2 ,3-6 g,7-7 ,8-8 "},
	{"int f(a);\nint a;\n", "1-1 ,2-2 "},
};

static void cuts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_arena a;
		struct fl_list chunks;
		struct fl_slice text = fl_slice_str(cases[i].text), got = FL_S("");
		size_t bytes = 0;
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(ds_chunks(text, &a, &chunks, NULL), 0);
		const struct ds_chunk *c = chunks.items;
		for (size_t k = 0; k < chunks.len; k++) {
			got = fl_arena_printf(&a, "%.*s%s%d-%d %.*s", FL_ARG(got), k ? "," : "",
				(int)c[k].from, (int)c[k].to, FL_ARG(c[k].function));
			assert_ptr_equal(c[k].text.ptr, text.ptr + bytes);
			bytes += c[k].bytes;
		}
		assert_string_equal(got.len ? got.ptr : "", cases[i].chunks);
		assert_int_equal(bytes, text.len);
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(cuts)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
