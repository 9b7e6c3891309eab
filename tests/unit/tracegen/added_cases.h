/* The cases of operators that add to the code, as in operator_cases.h. */
#ifndef FL_TESTS_TRACEGEN_ADDED_CASES_H
#define FL_TESTS_TRACEGEN_ADDED_CASES_H

static const struct {
	const char *op, *path, *text, *expected;
} added_rows[] = {
	{"stray-guard", "a.c",
		"struct list { struct list *next; int n; };\n"
		"int add(struct list *l, unsigned size) {\n"
		"\tint sum = 0;\n"
		"\tif (l == 0)\n"
		"\t\treturn -1;\n"
		"\tsum = l->n;\n"
		"\tif (l->next != 0)\n"
		"\t\tsum += l->next->n;\n"
		"\tfor (struct list *p = l; p; p = p->next) {\n"
		"\t\tsum++;\n"
		"\t\tif (size > 0)\n"
		"\t\t\tsum--;\n"
		"\t}\n"
		"\treturn sum;\n"
		"}\n",
		"6:1 \t>\tif (l->next == 0)\n"
		"\t\treturn -1;\n"
		"\t\n"
		"10:1 \t\t>\t\tif (size == 0)\n"
		"\t\t\tcontinue;\n"
		"\t\t\n"},
	{"stray-leave", "a.c",
		"int find(const int *a, int n, int x) {\n"
		"\tint last = -1;\n"
		"\tfor (int i = 0; i < n; i++) {\n"
		"\t\tif (a[i] == x) {\n"
		"\t\t\tlast = i;\n"
		"\t\t}\n"
		"\t}\n"
		"\tfor (int i = 0; i < n; i++)\n"
		"\t\tif (a[i] == last)\n"
		"\t\t\treturn i;\n"
		"\treturn -1;\n"
		"}\n",
		"6:1 \t\t>\t\t\tbreak;\n"
		"\t\t\n"
		"10:13 \n"
		">\n"
		"\t\telse\n"
		"\t\t\treturn -1;\n"
		"\n"},
	{"extra-operand", "a.c",
		"int f(const int *a, int n, int m) {\n"
		"\tint best = 0;\n"
		"\tfor (int i = 0; i < n; i++) {\n"
		"\t\tif (a[i] > best)\n"
		"\t\t\tbest = a[i];\n"
		"\t\tif (m > best)\n"
		"\t\t\tm--;\n"
		"\t}\n"
		"\treturn best;\n"
		"}\n",
		"4:17 t>t || m > best\n"
		"6:14 t>t && a[i] > best\n"},
	{"stray-else", "a.c",
		"int f(int a, int b) {\n"
		"\tint s = 0;\n"
		"\tif (a > 1)\n"
		"\t\ts++;\n"
		"\tif (b > 1)\n"
		"\t\ts--;\n"
		"\n"
		"\tif (s) {\n"
		"\t\ts += a;\n"
		"\t}\n"
		"\tif (a > b)\n"
		"\t\treturn 1;\n"
		"\tif (b)\n"
		"\t\ts++;\n"
		"\treturn s;\n"
		"}\n",
		"4:7 \n"
		"\t>\n"
		"\telse \n"
		"10:3 \n"
		"\t>\n"
		"\telse \n"},
	{"repeated-statement", "a.c",
		"int f(int *a, int n) {\n"
		"\tint s = 0;\n"
		"\tif (n > 2) {\n"
		"\t\ta[0] = n;\n"
		"\t\tn--;\n"
		"\t}\n"
		"\ts += n;\n"
		"\ts = s * 2;\n"
		"\ta[1] = s;\n"
		"\treturn s;\n"
		"}\n",
		"4:1 \t\t>\t\tn--;\n"
		"\t\t\n"
		"8:12 \n"
		">\n"
		"\ts += n;\n"
		"\n"
		"9:11 \n"
		">\n"
		"\ts = s * 2;\n"
		"\n"},
	{"reset-again", "a.c",
		"int f(const int *a, int n) {\n"
		"\tint sum = 0, i;\n"
		"\tconst int k = 1;\n"
		"\ti = 0;\n"
		"\twhile (i < n) {\n"
		"\t\tsum += a[i] * k;\n"
		"\t\ti++;\n"
		"\t}\n"
		"\treturn sum;\n"
		"}\n",
		"6:1 \t\t>\t\tsum = 0;\n"
		"\t\t\n"},
	{"shadowed-variable", "a.c",
		"int f(const char *s, int n) {\n"
		"\tconst char *at;\n"
		"\tint k = 0;\n"
		"\tat = s;\n"
		"\twhile (*at) {\n"
		"\t\tif (n) {\n"
		"\t\t\tk = n;\n"
		"\t\t\tat = s + k;\n"
		"\t\t\tk = k + 1;\n"
		"\t\t}\n"
		"\t\tn = 2;\n"
		"\t}\n"
		"\treturn k;\n"
		"}\n",
		"7:4 k>int k\n"},
	{"wrong-member", "a.c",
		"struct p { int x, y; char *text; };\n"
		"int f(struct p *a, int n) {\n"
		"\ta->x = n;\n"
		"\treturn a->y + (a->text == 0);\n"
		"}\n",
		"3:5 x>y\n"
		"4:12 y>x\n"},
	{"wrong-enumerator", "a.c",
		"enum kind { RED, GREEN, BLUE };\n"
		"int f(enum kind k) {\n"
		"\tswitch (k) {\n"
		"\tcase RED: return 1;\n"
		"\tdefault: return k == GREEN ? BLUE : 0;\n"
		"\t}\n"
		"}\n",
		"5:23 GREEN>BLUE\n"
		"5:31 BLUE>GREEN\n"},
	{"narrow-cast", "a.c",
		"#include <stdint.h>\n"
		"double f(double a, int n, uint64_t wide) {\n"
		"\tdouble b = a;\n"
		"\twide += wide >> 3;\n"
		"\treturn a * n + b;\n"
		"}\n",
		"3:13 a>(int)a\n"
		"5:9 a>(int)a\n"
		"5:17 b>(int)b\n"},
	{"wrong-parentheses", "a.c",
		"int f(int a, int b, int c) {\n"
		"\treturn a + b * c + f(a * b - c, a - b + c, (a + b) * c);\n"
		"}\n",
		"2:9 a + b>(a + b)\n"
		"2:27 b - c>(b - c)\n"
		"2:38 b + c>(b + c)\n"},
	{"self-init", "a.cpp",
		"struct node { node *next; int n; };\n"
		"struct set {\n"
		"\tset(int size, node *first) : size_(size), first_(first)\n"
		"\t{ if (first && first->n != size) throw size; }\n"
		"\tint size_;\n"
		"\tnode *first_;\n"
		"};\n"
		"int f(node *list, const set &s) {\n"
		"\tnode *a = list;\n"
		"\tnode *b = a->next;\n"
		"\tint n = s.size_, m = n;\n"
		"\treturn m + n + b->n + a->n + list->n;\n"
		"}\n",
		"3:37 size>size_\n"
		"3:51 first>first_\n"
		"9:12 list>a\n"
		"10:12 a>b\n"
		"11:23 n>m\n"},
	{"wrong-index", "a.c",
		"int f(const int *a, int n, int k) {\n"
		"\tint s = a[k] + a[0];\n"
		"\tfor (int i = 0; i < n; i++)\n"
		"\t\ts += a[i] * a[i + 1];\n"
		"\treturn s + k;\n"
		"}\n",
		"4:10 i>k\n"},
	{"early-init", "a.c",
		"struct s { int n; };\n"
		"int f(const struct s *p, int k) {\n"
		"\tint n, m;\n"
		"\tint late;\n"
		"\tint t = k;\n"
		"\tif (p == 0)\n"
		"\t\treturn 0;\n"
		"\tlate = p->n;\n"
		"\tn = late + t;\n"
		"\tm = n;\n"
		"\treturn late + m;\n"
		"}\n",
		"4:9 e;\n"
		"\tint t = k;\n"
		"\tif (p == 0)\n"
		"\t\treturn 0;\n"
		"\tlate = p->n;\n"
		">e = p->n;\n"
		"\tint t = k;\n"
		"\tif (p == 0)\n"
		"\t\treturn 0;\n"
		"\n"},
	{"missing-return", "a.cpp",
		"struct s {\n"
		"\ts &operator=(s &&) = default;\n"
		"\tint n = 1;\n"
		"\tint get() const { return n; }\n"
		"\tint twice() const\n"
		"\t{\n"
		"\t\tint t = n;\n"
		"\t\tif (t < 0)\n"
		"\t\t\treturn -t;\n"
		"\t\treturn t * 2;\n"
		"\t}\n"
		"\ts &operator+=(int k)\n"
		"\t{\n"
		"\t\tn += k;\n"
		"\t\treturn *this;\n"
		"\t}\n"
		"};\n"
		"int main() { s a; return a.get() - a.twice(); }\n",
		"10:1 \t\treturn t * 2;\n"
		">\n"
		"15:1 \t\treturn *this;\n"
		">\n"},
	{"reference-escape", "a.cpp",
		"#include <string>\n"
		"std::string f(int n)\n"
		"{\n"
		"\tstd::string s(3, 'x');\n"
		"\ts += std::to_string(n);\n"
		"\treturn s;\n"
		"}\n"
		"std::string g(int n)\n"
		"{\n"
		"\tstd::string s;\n"
		"\tif (n)\n"
		"\t\treturn \"none\";\n"
		"\treturn s;\n"
		"}\n",
		"2:12  > &\n"},
	{"late-check", "a.c",
		"#include <stddef.h>\n"
		"struct s { int n; };\n"
		"int f(const struct s *p, const int *a, int i) {\n"
		"\tif (p == NULL)\n"
		"\t\treturn 0;\n"
		"\tint n = p->n;\n"
		"\n"
		"\tif (i < 0)\n"
		"\t\treturn n;\n"
		"\tn++;\n"
		"\treturn a[i] + n;\n"
		"}\n"
		"int g(const int *a, int i) {\n"
		"\tif (i > 7)\n"
		"\t\treturn -1;\n"
		"\ti += a[i];\n"
		"\treturn i;\n"
		"}\n",
		"4:2 if (p == NULL)\n"
		"\t\treturn 0;\n"
		"\tint n = p->n;>int n = p->n;\n"
		"\tif (p == NULL)\n"
		"\t\treturn 0;\n"
		"14:2 if (i > 7)\n"
		"\t\treturn -1;\n"
		"\ti += a[i];>i += a[i];\n"
		"\tif (i > 7)\n"
		"\t\treturn -1;\n"},
	/* What is used there is the key, and what is tested is *at, or p->next. */
	{"late-check", "a.c",
		"#include <string.h>\n"
		"struct s { char *key; struct s *next; int n; };\n"
		"int f(struct s **at, const char *key) {\n"
		"\tif (*at && strcmp((*at)->key, key) == 0)\n"
		"\t\treturn 1;\n"
		"\tint n = (int)strlen(key);\n"
		"\treturn n;\n"
		"}\n"
		"int g(struct s *p) {\n"
		"\tif (!p->next)\n"
		"\t\treturn 1;\n"
		"\tint n = p->n;\n"
		"\treturn n;\n"
		"}\n"
		"int h(const char **s, int i) {\n"
		"\tif (s[i] == NULL)\n"
		"\t\treturn 1;\n"
		"\tint n = (int)strlen(s[i]);\n"
		"\treturn n;\n"
		"}\n",
		"16:2 if (s[i] == NULL)\n"
		"\t\treturn 1;\n"
		"\tint n = (int)strlen(s[i]);>int n = (int)strlen(s[i]);\n"
		"\tif (s[i] == NULL)\n"
		"\t\treturn 1;\n"},
	{"wrong-check", "a.c",
		"#include <stddef.h>\n"
		"int f(const char *s, const char *t, int *n) {\n"
		"\tif (s == NULL || t == NULL)\n"
		"\t\treturn 1;\n"
		"\tif (!n)\n"
		"\t\treturn 2;\n"
		"\treturn *n + *s;\n"
		"}\n"
		"int g(const char *s, const char *t) {\n"
		"\tif (s == NULL)\n"
		"\t\treturn 1;\n"
		"\tif (t == NULL)\n"
		"\t\treturn 3;\n"
		"\treturn *s + *t;\n"
		"}\n",
		"10:6 s>t\n12:6 t>s\n"},
	{"wrong-release", "a.c",
		"#include <stdlib.h>\n"
		"struct s { char *a, *b; };\n"
		"void f(struct s *p, char *x, char *y) {\n"
		"\tfree(p->a);\n"
		"\tfree(p->b);\n"
		"\tp->a = y + *x;\n"
		"\tfree(y);\n"
		"}\n",
		"4:7 p->a>p->b\n"
		"5:7 p->b>p->a\n"
		"7:7 y>x\n"},
	{"extra-release", "a.c",
		"#include <stdlib.h>\n"
		"int f(int n) {\n"
		"\tchar *p = malloc(8);\n"
		"\tif (n > 3) {\n"
		"\t\tp[0] = 'x';\n"
		"\t}\n"
		"\tn = p[0];\n"
		"\tfree(p);\n"
		"\treturn n;\n"
		"}\n",
		"6:1 \t>\t\tfree(p);\n"
		"\t\n"},
	{"leaking-guard", "a.c",
		"#include <stdlib.h>\n"
		"int f(int n) {\n"
		"\tchar *p = malloc(8);\n"
		"\tint sum = 0;\n"
		"\tif (p == NULL)\n"
		"\t\treturn -1;\n"
		"\tsum = n;\n"
		"\tfree(p);\n"
		"\treturn sum;\n"
		"}\n"
		"int g(char *p, int n) {\n"
		"\tif (n > 3)\n"
		"\t\tn = 3;\n"
		"\tn++;\n"
		"\tfree(p);\n"
		"\treturn n - 1;\n"
		"}\n",
		"8:1 \t>\tif (sum == 0)\n"
		"\t\treturn 0;\n"
		"\t\n"
		"15:1 \t>\tif (n > 3)\n"
		"\t\treturn n - 1;\n"
		"\t\n"},
	{"release-in-branch", "a.c",
		"#include <stdlib.h>\n"
		"void f(char *p, int n) {\n"
		"\tif (n) {\n"
		"\t\tp[0] = 'x';\n"
		"\t}\n"
		"\tfree(p);\n"
		"}\n",
		"5:1 \t}\n"
		"\tfree(p);\n"
		">\t\tfree(p);\n"
		"\t}\n"
		"\n"},
	{"lost-pointer", "a.c",
		"#include <stdlib.h>\n"
		"int f(int n) {\n"
		"\tchar *p;\n"
		"\tp = malloc(8);\n"
		"\tif (p == NULL)\n"
		"\t\treturn n;\n"
		"\tp[0] = 'x';\n"
		"\tfree(p);\n"
		"\treturn 0;\n"
		"}\n",
		"6:12 \n"
		">\n"
		"\tp = malloc(8);\n"
		"\n"},
	/* A pointer is not cleared where it is released. */
	{"lost-pointer", "a.c",
		"#include <stdlib.h>\n"
		"struct s { char *p; int n; };\n"
		"void f(struct s *s) {\n"
		"\tfree(s->p);\n"
		"\ts->p = NULL;\n"
		"\ts->n = 0;\n"
		"}\n",
		""},
	{"punned-pointer", "a.c",
		"#include <stdint.h>\n"
		"#include <string.h>\n"
		"struct head { uint16_t n; };\n"
		"void f(uint8_t *at, const char *from, double *d, uint8_t b) {\n"
		"\tuint32_t x;\n"
		"\tstruct head h;\n"
		"\tmemcpy(&x, from + 4, sizeof(x));\n"
		"\tmemcpy(&h.n, from, sizeof h.n);\n"
		"\tmemcpy(&h, at, sizeof(struct head));\n"
		"\tmemcpy(d, &at[1], sizeof(*d));\n"
		"\tmemcpy(at, &x, sizeof(uint32_t));\n"
		"\tmemcpy(at, &x, 3);\n"
		"\tmemcpy(&b, at, sizeof(b));\n"
		"\tmemcpy(d, &x, sizeof(x));\n"
		"}\n",
		"7:2 memcpy(&x, from + 4, sizeof(x))>x = *(const uint32_t *)(from + 4)\n"
		"8:2 memcpy(&h.n, from, sizeof h.n)>h.n = *(const uint16_t *)from\n"
		"10:2 memcpy(d, &at[1], sizeof(*d))>*d = *(const double *)&at[1]\n"
		"11:2 memcpy(at, &x, sizeof(uint32_t))>*(uint32_t *)at = x\n"},
	{"punned-pointer", "a.cpp",
		"#include <cstdint>\n"
		"#include <cstring>\n"
		"#include <vector>\n"
		"int f(std::vector<unsigned char> &v, const std::vector<long> &w) {\n"
		"\tstd::uint32_t x;\n"
		"\tlong y;\n"
		"\tstd::memcpy(&x, v.data() + 1, sizeof(x));\n"
		"\tstd::memcpy(v.data(), &x, sizeof(x));\n"
		"\tstd::memcpy(&y, w.data(), sizeof(y));\n"
		"\treturn (int)(x + y);\n"
		"}\n",
		"7:2 std::memcpy(&x, v.data() + 1, sizeof(x))>x = *reinterpret_cast<const "
		"std::uint32_t "
		"*>(v.data() + 1)\n"
		"8:2 std::memcpy(v.data(), &x, sizeof(x))>*reinterpret_cast<std::uint32_t "
		"*>(v.data()) = "
		"x\n"},
	{"lost-cast", "a.c",
		"#include <stdint.h>\n"
		"#include <stdio.h>\n"
		"int64_t f(int a, int b, long c, unsigned n) {\n"
		"\tint64_t sum = (int64_t)a * b + (int64_t)a * c + (long)a + b;\n"
		"\tprintf(\"%ld\", (long)a * b);\n"
		"\treturn sum + ((uint64_t)n << 32) + ((long)a + 1) + (int)c * a;\n"
		"}\n",
		"4:16 (int64_t)a>a\n"
		"6:16 (uint64_t)n>n\n"},
	{"lost-cast", "a.cpp",
		"long f(int a, int b) {\n"
		"\treturn static_cast<long>(a + b) * b;\n"
		"}\n",
		"2:9 static_cast<long>(a + b)>(a + b)\n"},
};

#endif
