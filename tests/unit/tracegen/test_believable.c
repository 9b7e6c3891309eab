/* What no person would have written is no site: what leaves things over, or says what is gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "ops_world.h"

/* A variable or helper that nothing would use any more; what is only set is not used. */
static void nothing_left_over(void **state)
{
	(void)state;
	const char *text = "void put(int a, int *p);\n"
			   "static void log_it(int a) { put(a, 0); }\n"
			   "static void twice(int a) { put(a, &a); }\n"
			   "int f(int n, int once, int *ret) {\n"
			   "\tint sum = n, set = 0, again = 1;\n"
			   "\tlog_it(n);\n"
			   "\ttwice(n);\n"
			   "\ttwice(sum);\n"
			   "\tput(once, ret);\n"
			   "\tset = n;\n"
			   "\tput(set, ret);\n"
			   "\tput(again, ret);\n"
			   "\treturn sum + again;\n"
			   "}\n";
	check("a.c", text, "missing-statement",
		"7:1 \ttwice(n);\n>\n"
		"8:1 \ttwice(sum);\n>\n"
		"10:1 \tset = n;\n>\n"
		"12:1 \tput(again, ret);\n>\n");
	/* `once` is read once: another variable there leaves it over. */
	check("a.c",
		"int f(int many, int once) {\n"
		"\tif (many > 2)\n"
		"\t\treturn many;\n"
		"\treturn once;\n"
		"}\n",
		"wrong-variable", "2:6 many>once\n3:10 many>once\n");
	/* What does not compile is seen for other reasons. */
	check("a.c", "int g(int a, int b);\nint f(int n, int m) {\n\treturn g(n, m);\n}\n",
		"argument-count", "3:12 , m>\n");
}

/* A comment goes with what it is about, and stays with what it is about. */
static void comments_go_along(void **state)
{
	(void)state;
	check("a.c",
		"int f(int *a, int n) {\n"
		"\tint s = n;\n"
		"\t/* clamp the first */\n"
		"\ta[0] = clamp(a[0]);\n"
		"\ts += a[1];\n"
		"\t/* both of\n"
		"\t * the ends */\n"
		"\tif (n > 5) {\n"
		"\t\ts += a[0] * a[n];\n"
		"\t}\n"
		"\ts += 2;\n"
		"\t// the rest of s\n"
		"\ts *= 3;\n"
		"\ta[2] = s;\n"
		"\treturn s;\n"
		"}\n",
		"missing-statement",
		"3:1 \t/* clamp the first */\n\ta[0] = clamp(a[0]);\n>\n"
		"5:1 \ts += a[1];\n>\n"
		"6:1 \t/* both of\n\t * the ends */\n"
		"\tif (n > 5) {\n\t\ts += a[0] * a[n];\n\t}\n>\n"
		"11:1 \ts += 2;\n>\n"
		"13:1 \ts *= 3;\n>\n"
		"14:1 \ta[2] = s;\n>\n");
}

static void nothing_odd(void **state)
{
	(void)state;
	/* -1 says "none"; sizes of memory are not one off by themselves. */
	check("a.c", "int f(int n) {\n\tif (n < -1)\n\t\treturn -1;\n\treturn n * -4;\n}\n",
		"constant", "4:14 4>5\n");
	check("a.c",
		"#include <stdlib.h>\n"
		"int put(int at, int what);\n"
		"char *f(int size, int id) {\n"
		"\tchar *p = malloc(size);\n"
		"\tp[0] = put(id, id);\n"
		"\treturn p;\n"
		"}\n",
		"argument-value", "");
	/* Not again what the if right before asks. */
	check("a.c",
		"#include <stdlib.h>\n"
		"int f(int n) {\n"
		"\tchar *p = malloc(8);\n"
		"\tif (n > 3)\n"
		"\t\tp[0] = 1;\n"
		"\tfree(p);\n"
		"\treturn 4;\n"
		"}\n",
		"leaking-guard", "");
	/* Nobody takes what is behind a stream. */
	check("a.c",
		"#include <stdio.h>\n"
		"struct s { int n; };\n"
		"void put(struct s *s);\n"
		"void f(FILE *f, struct s *s) { fclose(f); put(s); }\n",
		"wrong-argument", "4:47 s>*s\n");
}

/* Most of a function is not forgotten, nor a long loop. */
static void small_parts(void **state)
{
	(void)state;
	const char *text = "int f(int *a, int n) {\n"
			   "\tint s = 0;\n"
			   "\tfor (int i = 0; i < n; i++) {\n"
			   "\t\ta[i]++;\n"
			   "\t\ta[i] *= 2;\n"
			   "\t\ts += a[i];\n"
			   "\t}\n"
			   "\tfor (int i = 0; i < n; i++)\n"
			   "\t\ta[i] = s;\n"
			   "\treturn s + a[0];\n"
			   "}\n"
			   "void g(int *a, int n) {\n"
			   "\ta[1] = n;\n"
			   "\tif (n > 2) {\n"
			   "\t\ta[0]++;\n"
			   "\t\ta[1]++;\n"
			   "\t}\n"
			   "}\n";
	check("a.c", text, "missing-block",
		"8:1 \tfor (int i = 0; i < n; i++)\n\t\ta[i] = s;\n>\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_left_over),
		cmocka_unit_test(comments_go_along),
		cmocka_unit_test(nothing_odd),
		cmocka_unit_test(small_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
