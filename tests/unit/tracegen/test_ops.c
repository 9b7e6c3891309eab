/* The operators, each on small sources: which sites, which text; edits leave no trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "ops_world.h"

static void loop_bound(void **state)
{
	(void)state;
	check("a.c",
		"int f(int n) {\n"
		"	int s = 0;\n"
		"	for (int i = 0; i < n && s >= 0; i++) if (i < 3) s += i;\n"
		"	while (n > 0) n--;\n"
		"	do s++; while (s <= n /* < */);\n"
		"	for (;;) break;\n"
		"	for (; s < 9;) s++;\n"
		"	return s < 3;\n"
		"}\n",
		"loop-bound", "3:20 <><=\n3:29 >=>>\n4:11 >>>=\n5:22 n>n - 1\n7:11 <><=\n");
}

static void relational_swap(void **state)
{
	(void)state;
	check("a.c",
		"enum { N = 3 < 4 };\n"
		"_Static_assert(1 == 1, \"\");\n"
		"#define LESS(a, b) ((a) < (b))\n"
		"int f(int a, int b) {\n"
		"	char x[3 > 2 ? 1 : 2]; (void)x;\n"
		"	return a == b || LESS(a, b) || (a<=b) != (sizeof(int) > 2);\n"
		"}\n",
		"relational-swap", "5:11 >><\n6:11 ==>!=\n6:35 <=>>=\n6:40 !=>==\n6:56 >><\n");
}

static void null_check(void **state)
{
	(void)state;
	check("a.c",
		"#include <stddef.h>\n"
		"struct s { struct s *next; int v; };\n"
		"int f(struct s *p) {\n"
		"	if (!p) return 1;\n"
		"	if (p->next != NULL && p->next->v) return 2;\n"
		"	if (p->next) p->next->v = 1;\n"
		"	if (NULL == p || p->v == 0) return p->v ? 3 : 4;\n"
		"	return 0;\n"
		"}\n",
		"null-check",
		"4:1 \tif (!p) return 1;\n>\n5:6 p->next != NULL && >\n"
		"6:2 if (p->next) p->next->v = 1;>p->next->v = 1;\n");
	/* Not what guards no use, what gives the value, nor what would leave dead code behind. */
	check("a.c",
		"struct s { struct s *next; int v; };\n"
		"struct s *make(void);\n"
		"void fill(struct s **to);\n"
		"static struct s *all;\n"
		"int f(struct s *p) {\n"
		"	if (p->next) p->v = 1;\n"
		"	if (!all) all = make();\n"
		"	if (!all) fill(&all);\n"
		"	if (p) { p->v = 2; return 1; }\n"
		"	return all->v;\n"
		"}\n",
		"null-check", "");
}

/* An "if" whose parts, or whose "else", come out of a macro has no condition that could be told. */
static void macros_with_if(void **state)
{
	(void)state;
	check("a.c",
		"#include <assert.h>\n"
		"#define ELSE else\n"
		"#define CHECK(x) if (!(x)) return 1; else (void)0\n"
		"int f(int *p, int c) {\n"
		"	if (c) p; ELSE c++;\n"
		"	CHECK(p);\n"
		"	if (p) assert(c); else assert(!c);\n"
		"	assert(p && c);\n"
		"	return 0;\n"
		"}\n",
		"null-check", "");
	/* The test would take the open along. */
	check("a.c",
		"#include <stdio.h>\n"
		"int f(const char *n)\n{\n\tFILE *s;\n\tif ((s = fopen(n, \"r\")) == NULL)\n"
		"\t\treturn 1;\n\treturn fclose(s);\n}\n",
		"null-check", "");
}

static void index_op(void **state)
{
	(void)state;
	check("a.c",
		"int f(int *a, int n, char b[4]) {\n"
		"	int c[2] = {0, 1};\n"
		"	c[0] = a[n - 1] + a[n + 1] + b[n & 3] + a[n - 3];\n"
		"	return sizeof(a[0]) + c[n++];\n"
		"}\n",
		"index", "3:4 0>1\n3:11 n - 1>n\n3:22 n + 1>n\n3:44 n - 3>n - 2\n");
	check("a.cpp",
		"#include <map>\n#include <string>\n#include <vector>\n"
		"int f(const std::vector<int> &v, std::map<std::string, int> &m, unsigned i) {\n"
		"	return v[i] + m[\"x\"] + v[i + 1];\n"
		"}\n",
		"index", "5:11 i>i + 1\n5:27 i + 1>i\n");
	/* As the function writes it; not where the element is named on the next line as well. */
	check("a.c",
		"int f(const int *a, int i) {\n"
		"	int s = a[i];\n"
		"	s *= 2;\n"
		"	if (a[i] > 1)\n"
		"		s += a[i];\n"
		"	return s + a[i+1];\n"
		"}\n",
		"index", "2:12 i>i+1\n6:15 i+1>i\n");
}

static void free_removed(void **state)
{
	(void)state;
	check("a.c",
		"#include <stdlib.h>\n"
		"void list_free(int *l);\n"
		"void f(int *p, int *q) {\n"
		"	free(p); /* why */\n"
		"	if (q)\n"
		"		free(q);\n"
		"	list_free(p);\n"
		"	*q = 0;\n"
		"}\n",
		"free-removed",
		"4:1 \tfree(p); /* why */\n>\n5:1 \tif (q)\n\t\tfree(q);\n>\n"
		"7:1 \tlist_free(p);\n>\n");
	check("a.cpp",
		"void f(int *p, int *q) {\n	delete p;\n	delete[] q;\n	*p = *q;\n}\n",
		"free-removed", "2:1 \tdelete p;\n>\n3:1 \tdelete[] q;\n>\n");
}

static void free_moved_up(void **state)
{
	(void)state;
	/* Behind an earlier use, but not right above a later one, nor in the loop that uses it. */
	check("a.c",
		"#include <stdlib.h>\n"
		"struct s { int *a; int n; };\n"
		"void show(struct s *p);\n"
		"int f(struct s *p) {\n"
		"	int n = p->n;\n"
		"	show(p);\n"
		"	while (n < p->n) {\n"
		"		n += 2;\n"
		"	}\n"
		"	free(p);\n"
		"	return n;\n"
		"}\n",
		"free-moved-up", "");
	/* Behind the last use but two at most. */
	check("a.c",
		"#include <stdlib.h>\n"
		"struct s { int *a; int n; };\n"
		"void show(struct s *p);\n"
		"int f(struct s *p) {\n"
		"	int n = 0;\n"
		"	show(p);\n"
		"	n++;\n"
		"	show(p);\n"
		"	n += 2;\n"
		"	show(p);\n"
		"	n += 3;\n"
		"	n += p->n;\n"
		"	free(p);\n"
		"	return n;\n"
		"}\n",
		"free-moved-up",
		"9:2 n += 2;\n	show(p);\n	n += 3;\n	n += p->n;\n	"
		"free(p);\n>free(p);\n"
		"	n += 2;\n	show(p);\n	n += 3;\n	n += p->n;\n\n"
		"11:2 n += 3;\n	n += p->n;\n	free(p);\n>free(p);\n	n += 3;\n"
		"	n += p->n;\n\n");
	check("a.c",
		"#include <stdlib.h>\n"
		"struct s { int *a; int n; };\n"
		"int f(struct s *p, struct s *q) {\n"
		"	int n = p->n;\n"
		"	n++;\n"
		"	free(p->a);\n"
		"	free(p);\n"
		"	q = malloc(1);\n"
		"	free(q);\n"
		"	return n;\n"
		"}\n",
		"free-moved-up",
		"5:2 n++;\n	free(p->a);\n	free(p);\n>free(p);\n	n++;\n"
		"	free(p->a);\n\n");
}

static void init_removed(void **state)
{
	(void)state;
	check("a.cpp",
		"int g();\n"
		"int f(int n) {\n"
		"	int a = 0, *p = &n;\n"
		"	static int s = 1;\n"
		"	const int c = 2;\n"
		"	auto u = 3;\n"
		"	int &r = n;\n"
		"	int set = 0;\n"
		"	set = g();\n"
		"	int braces{4};\n"
		"	if (int t = g()) n += t;\n"
		"	while (n-- > braces) a += n;\n"
		"	int at_once = 0, tested = 0;\n"
		"	at_once += n;\n"
		"	if (tested) n = g();\n"
		"	int found = -1;\n"
		"	if (n) found = g();\n"
		"	return found + at_once + a + *p + s + c + u + r + set + braces;\n"
		"}\n",
		"init-removed", "3:7  = 0>\n10:12 {4}>\n16:11  = -1>\n");
}

static void arith(void **state)
{
	(void)state;
	check("a.c",
		"int f(int a, int b, char *p, double d) {\n"
		"	a += 2; a %= 3; p += 1;\n"
		"	d = d * 2;\n"
		"	return a+b - *(p + 1) + a % b / 2 + (int)d;\n"
		"}\n",
		"arith",
		"2:4 +=>-=\n2:12 %=>/=\n3:8 *>/\n4:10 +>-\n4:13 ->+\n4:24 +>-\n4:28 %>/\n4:32 />*\n"
		"4:36 +>-\n");
}

static void missing_semicolon(void **state)
{
	(void)state;
	check("a.c",
		"struct s {\n	int a;\n};\n"
		"int f(int a) {\n"
		"	int b = a;\n"
		"	b++ ;\n"
		"	for (int i = 0; i < 3; i++)\n"
		"		b += i;\n"
		"	return b;\n"
		"}\n",
		"missing-semicolon", "3:2 ;>\n9:10 ;>\n");
	/* "return free(p);" would compile. */
	check("a.c",
		"#include <stdlib.h>\n"
		"void f(int *p) {\n"
		"	if (!p)\n"
		"		return;\n"
		"	free(p);\n"
		"	if (p) {\n"
		"		return;\n"
		"	}\n"
		"	return;\n"
		"}\n",
		"missing-semicolon", "7:9 ;>\n9:8 ;>\n");
}

static void missing_include(void **state)
{
	(void)state;
	check("a.c",
		"#include <string.h> /* strlen */\n"
		"#include <errno.h>\n"
		"#include <stdio.h>\n"
		"int main(void) { return (int)strlen(\"a\") + puts(\"\"); }\n",
		"missing-include",
		"1:1 #include <string.h> /* strlen */\n>\n3:1 #include <stdio.h>\n>\n");
}

static void misspelt_name(void **state)
{
	(void)state;
	check("e.c",
		"struct list { int length; };\n"
		"static int line_count(int first) { int counted = first; return counted; }\n"
		"int g(struct list *list, int value) { int abc = 1; return line_count(value) + abc "
		"+ list->length; }\n",
		"misspelt-name",
		"2:50 first>fisrt\n3:59 line_count>lineCount\n3:70 value>vaule\n"
		"3:85 list>items\n3:91 length>len\n");
}

static void misremembered_name(void **state)
{
	(void)state;
	check("r.c",
		"struct list { int length, cap; };\n"
		"static int line_count;\n"
		"int g(struct list *list, int max_value) {\n"
		"	if (list->length > max_value || line_count) return max_value;\n"
		"	list->length++;\n"
		"	return list->cap + list->cap;\n"
		"}\n"
		"#define TWICE(l) ((l)->length + (l)->length)\n"
		"int h(struct list *list) { int a = TWICE(list);\n"
		"	return a + list->length; }\n",
		"misremembered-name",
		"4:12 length > max_value || line_count) return max_value;\n	list->length>"
		"len > max_value || line_count) return max_value;\n	list->len\n");
}

static void mistaken_pointer(void **state)
{
	(void)state;
	check("p.c",
		"struct at { int x, y; };\n"
		"int f(struct at *p, struct at r) {\n"
		"	p->x = 1; p->y = 2;\n"
		"	r.x = p->y;\n"
		"	return p != 0;\n"
		"}\n"
		"int g(struct at r) {\n"
		"	int x = r.x;\n"
		"	return x - r . y;\n"
		"}\n",
		"mistaken-pointer",
		"3:3 ->x = 1; p->y = 2;\n	r.x = p->>.x = 1; p.y = 2;\n	r.x = p.\n");
}

static void wrong_argument(void **state)
{
	(void)state;
	check("b.c",
		"#include <stdio.h>\n#include <string.h>\n"
		"struct s { char *name; int v; };\n"
		"int by_value(struct s s), by_pointer(struct s *s), text(const char *t);\n"
		"int number(int n), both(int n, const char *t);\n"
		"int f(struct s a, struct s *p, int count, char *counts, char *name) {\n"
		"	printf(\"%d\", count);\n"
		"	by_value(*p);\n"
		"	by_pointer(&a);\n"
		"	by_pointer(p);\n"
		"	number(count);\n"
		"	text(p->name);\n"
		"	return strchr(name, '/') == NULL && both(1, name) + both(2, name) + "
		"both(3, "
		"name);\n"
		"}\n",
		"wrong-argument",
		"8:11 *p>p\n9:13 &a>a\n11:9 count>counts\n12:7 p->name>p\n"
		"13:16 name, '/'>'/', name\n13:22 '/'>\"/\"\n13:75 3, name>name, 3\n");
	/* Not what converts by itself: any pointer to void * and to bool. */
	check("a.c",
		"#include <stdbool.h>\n"
		"int fill(void *p), show(bool on), sum(const int *p);\n"
		"int f(int *p, int n) {\n"
		"	int a[2] = {n, n};\n"
		"	return fill(&p) + fill(&a) + fill(&n) + show(n) + sum(a) + sum(&n);\n"
		"}\n",
		"wrong-argument", "5:65 &n>n\n");
}

/* Another that counts; neither a bound nor any integer. */
static void wrong_index(void **state)
{
	(void)state;
	check("a.c",
		"int f(int *a, const int *b, int n, int code) {\n"
		"	int sum = code == 3 ? code : 0;\n"
		"	for (int i = 0; i < n; i++)\n"
		"		sum += a[i];\n"
		"	for (int k = 0; k < 3; k++)\n"
		"		for (int m = 0; m < 2; m++)\n"
		"			sum += b[k] * b[m];\n"
		"	return sum;\n"
		"}\n",
		"wrong-index", "7:13 k>m\n7:20 m>k\n");
}

static void removed_definition(void **state)
{
	(void)state;
	check("a.c",
		"int used(void);\nint unused(void);\n"
		"int used(void) { return 1; }\n"
		"int unused(void) { return 1; }\n"
		"int plain(void) { return used(); }\n"
		"int main(void) { return plain(); }\n",
		"removed-definition", "3:1 int used(void) { return 1; }>\n");
}

/* The n-th line of a text, from 1. */
static struct fl_slice nth_line(struct fl_slice text, int64_t n)
{
	struct fl_slice line = {0};
	while (n-- > 0 && fl_slice_line(&text, &line))
		;
	return line;
}

/* Lines outside of the edit are where the line map says. */
static void check_line_map(
	const struct tg_site *s, struct fl_slice original, struct fl_slice changed)
{
	int64_t count = (int64_t)fl_slice_count(original, '\n');
	for (int64_t line = 1; line <= count; line++) {
		if (line >= s->line && line <= s->line + (int64_t)fl_slice_count(s->original, '\n'))
			continue;
		assert_true(fl_slice_eq(
			nth_line(original, line), nth_line(changed, tg_site_line(s, line))));
	}
}

/* No blank line that was not there, no two in a row, none behind a brace. */
static void check_blanks(struct fl_slice changed)
{
	assert_true(fl_slice_find(changed, "\n\n\n") < 0);
	assert_true(fl_slice_find(changed, "{\n\n") < 0);
	assert_true(fl_slice_find(changed, "\n\n}") < 0);
	assert_true(fl_slice_find(changed, " \n") < 0);
	assert_true(fl_slice_find(changed, "\t\n") < 0);
}

/* All operators, all sites: an edit applies, changes something and leaves no trace. */
static void edits_apply(void **state)
{
	(void)state;
	static const char text[] =
		"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
		"char *twice(const char *s);\n"
		"char *twice(const char *s)\n{\n"
		"	size_t n = strlen(s), i;\n"
		"	char *t;\n"
		"	if (s == NULL ||\n	    n == 0)\n		return NULL;\n"
		"	t = malloc(2 * n\n		+ 1);\n"
		"	for (i = 0; i <= 2 * n; i++)\n		t[i] = s[i % n];\n"
		"	t[2 * n] = 0;\n	return t;\n}\n"
		"int main(void)\n{\n	char *t = twice(\"ab\");\n"
		"	puts(t);\n	printf(\"%zu\\n\", strlen(t));\n	free(t);\n	"
		"return 0;\n}\n";
	struct fixture f;
	struct fl_error err;
	bool seen[TG_OP_COUNT] = {false};
	find(&f, "a.c", text);
	const struct tg_site *sites = f.sites.items;
	for (size_t i = 0; i < f.sites.len; i++) {
		struct fl_slice changed;
		assert_int_equal(tg_apply(FL_S(text), &sites[i], &f.arena, &changed, &err), 0);
		assert_false(fl_slice_eq(changed, FL_S(text)));
		check_line_map(&sites[i], FL_S(text), changed);
		check_blanks(changed);
		assert_true(i == 0 || tg_site_cmp(&sites[i - 1], &sites[i]) < 0);
		seen[tg_op_find(sites[i].op)] = true;
	}
	size_t count = 0;
	for (int i = 0; i < TG_OP_COUNT; i++)
		count += seen[i];
	assert_true(count >= 20);
	fl_arena_release(&f.arena);
}

/* What is left out takes its comment, its blank line and what it alone was for with it. */
static void cuts(void **state)
{
	(void)state;
	check("a.c",
		"#include <stdlib.h>\n"
		"void f(int *p, int *q, int *r, int n) {\n"
		"	n++;\n"
		"\n"
		"	/* the first */\n"
		"	free(p);\n"
		"\n"
		"	if (q) {\n"
		"		free(q);\n"
		"	} else {\n"
		"		free(r);\n"
		"	}\n"
		"	/* both */\n"
		"	if (n) {\n"
		"		free(r);\n"
		"		n--; free(q);\n"
		"	}\n"
		"	*p = 0;\n"
		"}\n",
		"free-removed",
		"5:1 \t/* the first */\n\tfree(p);\n\n>\n"
		"10:3  else {\n\t\tfree(r);\n\t}>\n"
		"15:1 \t\tfree(r);\n>\n16:7  free(q);>\n");
}

/* No fault goes into what checks the rest. */
static void checks_stay(void **state)
{
	(void)state;
	check("a.c",
		"#include <stdlib.h>\n"
		"int add(int a, int b) { return a + b; }\n"
		"int bits_test(int a) { return a + 1; }\n"
		"void test_add(void) { if (add(1 + 1, 2) != 4) exit(1); }\n"
		"void check_eq(int a, int b), assert_int(int a);\n"
		"int main(void) {\n"
		"	int want = 2 + 2, is = add(1 + 1, 2);\n"
		"	if (is - want) abort();\n"
		"	if (add(2, 3) - 5) return 1;\n"
		"	assert_int(is + 1);\n"
		"	return is - 4;\n"
		"}\n",
		"arith", "2:34 +>-\n3:33 +>-\n7:31 +>-\n11:12 ->+\n");
}

static void headers_and_functions(void **state)
{
	(void)state;
	struct fl_slice names[] = {FL_S("a.c"), FL_S("b.c")}, mutate[] = {FL_S("h.h")};
	struct tg_file files[] = {
		{FL_S("a.c"), FL_S("#include \"h.h\"\nint main(void) { return f(1) < 2; }\n")},
		{FL_S("b.c"), FL_S("#include \"h.h\"\nint g(void) { return f(2); }\n")},
		{FL_S("h.h"), FL_S("static inline int f(int n)\n{\n	return n < 3;\n}\n")}};
	struct tg_program p = {.std = FL_S("gnu17"),
		.files = {files, 3},
		.sources = {names, 2},
		.mutate = {mutate, 1}};
	struct fl_arena arena;
	struct fl_list sites;
	struct fl_error err;
	fl_arena_init(&arena, 256 << 20);
	assert_int_equal(tg_sites_here(&p, &arena, &sites, &err), 0);
	size_t swaps = 0; /* once, although two sources include the header */
	for (size_t i = 0; i < sites.len; i++) {
		const struct tg_site *s = (const struct tg_site *)sites.items + i;
		assert_true(fl_slice_eqs(s->file, "h.h") || fl_slice_eqs(s->file, "Makefile"));
		if (!fl_slice_eqs(s->op, "relational-swap"))
			continue;
		swaps++;
		assert_true(fl_slice_eqs(s->function, "f"));
		assert_int_equal(s->function_line, 1);
		assert_int_equal(s->function_end, 4);
	}
	assert_int_equal(swaps, 1);
	fl_arena_release(&arena);
}

/* A place in one file of the program is not taken for the same place in another. */
static void files_are_told_apart(void **state)
{
	(void)state;
	struct fl_slice names[] = {FL_S("a.c"), FL_S("b.c"), FL_S("h.h")};
	struct tg_file files[] = {
		{FL_S("a.c"), FL_S("#include \"h.h\"\nint main(void) { return f(1) < 2; }\n")},
		{FL_S("b.c"), FL_S("/* text that has nothing in it but is long enough for all */\n"
				   "/* the places of the others */\n#include \"h.h\"\n")},
		{FL_S("h.h"), FL_S("static inline int f(int n)\n{\n	return n < 3;\n}\n")}};
	struct tg_program p = {.std = FL_S("gnu17"),
		.files = {files, 3},
		.sources = {names, 2},
		.mutate = {names, 3}};
	struct fl_arena arena;
	struct fl_list sites;
	struct fl_error err;
	fl_arena_init(&arena, 256 << 20);
	assert_int_equal(tg_sites_here(&p, &arena, &sites, &err), 0);
	size_t swaps[3] = {0};
	for (size_t i = 0; i < sites.len; i++) {
		const struct tg_site *s = (const struct tg_site *)sites.items + i;
		assert_false(fl_slice_eqs(s->file, "b.c"));
		if (!fl_slice_eqs(s->op, "relational-swap"))
			continue;
		assert_true(fl_slice_eqs(s->original, "<"));
		swaps[fl_slice_eqs(s->file, "h.h") ? 2 : 0]++;
	}
	assert_int_equal(swaps[0], 1);
	assert_int_equal(swaps[2], 1);
	fl_arena_release(&arena);
}

static void refusals(void **state)
{
	(void)state;
	static const char *const bad[] = {"int main(void) { return x; }\n", "int main( {\n",
		("\x7f"
		 "ELF\1\2")};
	struct fl_arena arena;
	struct fl_error err;
	struct fl_list sites;
	struct tg_program p;
	fl_arena_init(&arena, 256 << 20);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_int_equal(tg_program_single(FL_S("a.c"), fl_slice_str(bad[i]), TG_GCC,
					 &arena, &p, &err),
			0);
		assert_int_equal(tg_sites_here(&p, &arena, &sites, &err), FL_EPARSE);
		assert_true(err.message[0] != '\0');
	}
	assert_int_equal(
		tg_program_single(FL_S("../a.c"), FL_S(""), TG_GCC, &arena, &p, &err), FL_EINVAL);
	assert_int_equal(
		tg_program_single(FL_S("/a.c"), FL_S(""), TG_GCC, &arena, &p, &err), FL_EINVAL);
	struct tg_site site = {
		.start = 0, .end = 1, .original = FL_S("x"), .replacement = FL_S("y")};
	struct fl_slice text;
	assert_int_equal(tg_apply(FL_S("abc"), &site, &arena, &text, &err), FL_EINVAL);
	site.end = 9;
	assert_int_equal(tg_apply(FL_S("abc"), &site, &arena, &text, &err), FL_EINVAL);
	fl_arena_release(&arena);
}

/* docs/operators.md is the table, word for word. */
static void docs_match_table(void **state)
{
	(void)state;
	const char *source = getenv("FL_SRC");
	if (!source)
		skip();
	struct fl_buf path, page, table;
	struct fl_error err;
	fl_buf_init(&path, 4096);
	fl_buf_init(&page, 1 << 20);
	fl_buf_init(&table, 1 << 20);
	fl_buf_printf(&path, "%s/docs/operators.md", source);
	assert_int_equal(fl_buf_read_file(&page, path.data, &err), 0);
	tg_ops_write_docs(&table);
	assert_string_equal(page.data, table.data);
	fl_buf_release(&path);
	fl_buf_release(&page);
	fl_buf_release(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loop_bound),
		cmocka_unit_test(relational_swap),
		cmocka_unit_test(null_check),
		cmocka_unit_test(macros_with_if),
		cmocka_unit_test(index_op),
		cmocka_unit_test(free_removed),
		cmocka_unit_test(free_moved_up),
		cmocka_unit_test(init_removed),
		cmocka_unit_test(arith),
		cmocka_unit_test(missing_semicolon),
		cmocka_unit_test(missing_include),
		cmocka_unit_test(misspelt_name),
		cmocka_unit_test(misremembered_name),
		cmocka_unit_test(mistaken_pointer),
		cmocka_unit_test(wrong_argument),
		cmocka_unit_test(wrong_index),
		cmocka_unit_test(removed_definition),
		cmocka_unit_test(edits_apply),
		cmocka_unit_test(cuts),
		cmocka_unit_test(checks_stay),
		cmocka_unit_test(headers_and_functions),
		cmocka_unit_test(files_are_told_apart),
		cmocka_unit_test(refusals),
		cmocka_unit_test(docs_match_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
