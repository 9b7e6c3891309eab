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
	/* `last` is read once: another variable there leaves it over. */
	check("a.c",
		"int f(int first, int last) {\n"
		"\tif (first > 2)\n"
		"\t\treturn first;\n"
		"\treturn last;\n"
		"}\n",
		"wrong-variable", "2:6 first>last\n3:10 first>last\n");
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
	/* Among ones and zeros every other number stands out. */
	check("a.c",
		"int f(int n) {\n\tconst int side[2][2] = {{-1, 1}, {1, 0}};\n"
		"\treturn side[n][n];\n}\n",
		"constant", "");
	/* Nor another than what was just tested. */
	check("a.c",
		"#include <stdlib.h>\n"
		"void f(char *one, char *two) {\n"
		"\tif (one)\n\t\tfree(one);\n\tif (two) {\n\t\tfree(two);\n\t}\n}\n",
		"wrong-release", "");
	/* A text that is not one's own nobody releases. */
	check("a.c",
		"#include <stdlib.h>\n"
		"int put(const char *text);\n"
		"int f(const char *text, char *spare) {\n"
		"\tchar *copy = malloc(9);\n\tint n = put(copy) + put(text) + put(spare);\n"
		"\tfree(copy);\n\treturn n;\n}\n",
		"wrong-release", "6:7 copy>spare\n");
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
	/* Nor where more than releases is behind it: that would be another fault. */
	check("a.c",
		"#include <stdlib.h>\n"
		"int f(int n) {\n"
		"\tchar *p = malloc(8);\n"
		"\tif (n > 3)\n"
		"\t\tp[0] = 1;\n"
		"\tn++;\n"
		"\tfree(p);\n"
		"\tn *= 2;\n"
		"\treturn n;\n"
		"}\n",
		"leaking-guard", "");
	/* Nobody takes what is behind a stream. */
	check("a.c",
		"#include <stdio.h>\n"
		"struct s { int n; };\n"
		"void put(struct s *s);\n"
		"void f(FILE *f, struct s *s) { fclose(f); put(s); }\n",
		"wrong-argument", "");
}

/* Nobody asks what he has just set; further down he may. */
static void guards_ask_something(void **state)
{
	(void)state;
	check("a.c",
		"#include <stdlib.h>\n"
		"struct s { int n; };\n"
		"int g(struct s *p);\n"
		"int f(int a) {\n"
		"\tstruct s *p;\n"
		"\tint got = 0;\n"
		"\tp = calloc(1, 8);\n"
		"\tg(p);\n"
		"\tint more = g(p);\n"
		"\tp->n = a;\n"
		"\twhile (p && got == 0)\n"
		"\t\tgot = g(p);\n"
		"\tif (more > 0)\n"
		"\t\tgot++;\n"
		"\treturn got;\n"
		"}\n",
		"stray-guard", "11:1 \t>\tif (more <= 0)\n\t\treturn got;\n\t\n");
}

/* A copy directly behind its statement is seen by everybody. */
static void copies_stand_apart(void **state)
{
	(void)state;
	check("a.c",
		"int f(int *a, int n) {\n"
		"\tint s = 0;\n"
		"\tn++;\n"
		"\tif (n > 2) {\n"
		"\t\ts += a[0];\n"
		"\t}\n"
		"\ta[1] = s;\n"
		"\ts--;\n"
		"\treturn s;\n"
		"}\n",
		"repeated-statement", "6:3 \n>\n\tn++;\n\n7:1 \t>\ts--;\n\t\n");
}

/* A slip is one of a person where the function has what he took for it. */
static void slips_have_a_reason(void **state)
{
	(void)state;
	check("a.c",
		"int f(const int *a, int n) {\n"
		"\tint s = 0;\n"
		"\tfor (int i = 0; i < n; i++)\n"
		"\t\ts += a[i] + a[n % 4];\n"
		"\treturn s;\n"
		"}\n",
		"index", "");
	check("a.c",
		"int g(int a);\nint f(int n) {\n\tint k = 1;\n\treturn g(1) + g(n + 1) + k;\n}\n",
		"constant", "4:19  + 1>\n");
	check("a.c",
		"int f(int n, int m) {\n\tif (n < m || n != 7)\n\t\treturn 2;\n\treturn n == "
		"m;\n}\n",
		"condition", "4:11 ==>>=\n");
	/* Nobody uses what he has not made yet, or asks more of what is not there. */
	check("a.c",
		"#include <stdlib.h>\n"
		"struct s { struct s *next; int n; };\n"
		"void f(struct s *p, struct s *q) {\n"
		"\tp->next = malloc(sizeof(*p));\n"
		"\tp->next->n = 4;\n"
		"\tp = q;\n"
		"\tp->n = 3;\n"
		"\tq->n = p->n;\n"
		"}\n",
		"statement-order",
		"5:2 p->next->n = 4;\n\tp = q;>p = q;\n\tp->next->n = 4;\n"
		"6:2 p = q;\n\tp->n = 3;>p->n = 3;\n\tp = q;\n"
		"7:2 p->n = 3;\n\tq->n = p->n;>q->n = p->n;\n\tp->n = 3;\n");
	check("a.c",
		"struct s { struct s *next; int n; };\n"
		"int f(struct s *p, int n) {\n"
		"\tif (!p)\n"
		"\t\tn++;\n"
		"\tif (p->next != 0)\n"
		"\t\tn--;\n"
		"\treturn n;\n"
		"}\n",
		"extra-operand", "");
	check("a.c",
		"int open_it(const char *path, const char *mode);\n"
		"int f(const char *path, const char *mode) {\n"
		"\treturn open_it(path, \"r\") + open_it(path, mode);\n"
		"}\n",
		"swapped-arguments", "3:38 path, mode>mode, path\n");
}

/* Two faults in one go are about one thing; what a test tries is not one; all see what is printed. */
static void together(void **state)
{
	(void)state;
	check("a.c",
		"int f(const int *a, int n, int m, int k) {\n"
		"\tint s = 0, t = 0;\n"
		"\tfor (int i = 1; i < n; i++)\n"
		"\t\ts += a[i];\n"
		"\tfor (int j = 1; j < m; j++)\n"
		"\t\tt += k;\n"
		"\treturn s;\n"
		"}\n",
		"two-faults", "3:22 n; i++)\n\t\ts += a[i>n - 1; i++)\n\t\ts += a[k\n");
	check("a.c", "int g(int n);\nint main(void) {\n\treturn g(24) - g(7 * 3);\n}\n", "constant",
		"3:19 7>8\n3:23 3>4\n");
	check("a.c",
		"#include <stdio.h>\n"
		"int f(int n) {\n"
		"\tif (n > 3)\n"
		"\t\tprintf(\"%d\", n);\n"
		"\tif (n > 5)\n"
		"\t\tn--;\n"
		"\treturn n;\n"
		"}\n",
		"missing-block", "5:1 \tif (n > 5)\n\t\tn--;\n>\n");
	check("a.c",
		"struct t { struct t *left; };\n"
		"struct t *first(struct t *t) {\n"
		"\tif (t->left == 0)\n"
		"\t\treturn t;\n"
		"\tt->left = first(t->left);\n"
		"\treturn t;\n"
		"}\n",
		"late-check", "");
}

/* What a fault is called follows from what is wrong: each class leaves the others their own. */
static void classes_keep_apart(void **state)
{
	(void)state;
	const char *text = "#include <stdio.h>\n"
			   "#include <stdlib.h>\n"
			   "int f(FILE *f, int n, int m) {\n"
			   "\tint late, *p = malloc(n * 4 + 8);\n"
			   "\tlate = n;\n"
			   "\tlate = late * 7;\n"
			   "\tif (p == NULL) {\n"
			   "\t\tm--;\n"
			   "\t\tfclose(f);\n"
			   "\t}\n"
			   "\tp[0] = late;\n"
			   "\tm += p[0];\n"
			   "\tfclose(f);\n"
			   "\tfree(p);\n"
			   "\treturn late + m + n;\n"
			   "}\n";
	/* Without its first value a variable has none: ub; what is left open or held: resource. */
	check("a.c", text, "missing-statement",
		"6:1 \tlate = late * 7;\n>\n8:1 \t\tm--;\n>\n11:1 \tp[0] = late;\n>\n"
		"12:1 \tm += p[0];\n>\n");
	check("a.c", text, "missing-lines", "11:1 \tp[0] = late;\n\tm += p[0];\n>\n");
	check("a.c", text, "missing-block", "");
	check("a.c", text, "lost-close", "9:1 \t\tfclose(f);\n>\n13:1 \tfclose(f);\n>\n");
	/* A wrong size of memory is ub, whatever is wrong in it. */
	check("a.c", text, "constant", "6:16 7>6\n");
	/* A test comes late where a value was taken in passing, not where work was done. */
	check("a.c",
		"int put(const int *p);\n"
		"int f(const int *p) {\n"
		"\tif (!p)\n"
		"\t\treturn 0;\n"
		"\tput(p);\n"
		"\treturn *p;\n"
		"}\n",
		"late-check", "");
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
	/* A macro's block goes with the ';' behind it; a condition that sets something stays. */
	check("a.c",
		"#define LESS(n) { (n)--; }\n"
		"int next(int n);\n"
		"int f(int n) {\n"
		"\tint m;\n"
		"\tif (n > 2)\n"
		"\t\tLESS(n);\n"
		"\tif ((m = next(n)) > 2)\n"
		"\t\tn--;\n"
		"\treturn m + n;\n"
		"}\n",
		"missing-block", "5:1 \tif (n > 2)\n\t\tLESS(n);\n>\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_left_over),
		cmocka_unit_test(comments_go_along),
		cmocka_unit_test(nothing_odd),
		cmocka_unit_test(guards_ask_something),
		cmocka_unit_test(copies_stand_apart),
		cmocka_unit_test(slips_have_a_reason),
		cmocka_unit_test(classes_keep_apart),
		cmocka_unit_test(together),
		cmocka_unit_test(small_parts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
