/* A small source for each operator, and the sites that it is to find there ("line:col old>new"). */
#ifndef FL_TESTS_TRACEGEN_OPERATOR_CASES_H
#define FL_TESTS_TRACEGEN_OPERATOR_CASES_H

static const struct {
	const char *op, *path, *text, *expected;
} rows[] = {
	{"boundary", "a.c",
		"int f(int n, const int *a) {\n"
		"\tif (n <= 3 && a[0] > 2) return 1;\n"
		"\tfor (int i = 0; i < n; i++) if (a[i] >= n) return 2;\n"
		"\treturn n < 3;\n"
		"}\n",
		"2:8 <=><\n"
		"2:21 >>>=\n"
		"3:39 >=>>\n"
		"4:11 <><=\n"},
	{"condition", "a.c",
		"#include <string.h>\n"
		"int f(int n, const char *s, const int *p) {\n"
		"\tif (n != 0 && n > 0) return 1;\n"
		"\tif (strcmp(s, \"x\") == 0 || p == 0) return 2;\n"
		"\twhile (n >= 7) n--;\n"
		"\treturn n;\n"
		"}\n",
		"3:8 !=>>\n"
		"3:18 >>!=\n"
		"5:11 >=>==\n"},
	{"and-or", "a.c",
		"int f(int a, int b, int *p) {\n"
		"\tif (a > 1 && b > 1) return 1;\n"
		"\tif (p && *p) return 2;\n"
		"\treturn a || b;\n"
		"}\n",
		"2:12 &&>||\n"
		"4:11 ||>&&\n"},
	{"operand-dropped", "a.c",
		"int f(int a, int b, int *p) {\n"
		"\tif (a > 1 && b > 1) return 1;\n"
		"\tif (p && *p) return 2;\n"
		"\treturn a == 3 || b;\n"
		"}\n",
		"2:11  && b > 1>\n"
		"3:7  && *p>\n"
		"4:9 a == 3 || >\n"},
	/* No parentheses are left around what stands alone. */
	{"operand-dropped", "a.c",
		"int f(int a, int b, int c) {\n"
		"\tif ((a == 1) && (b == 2)) return 1;\n"
		"\tc = (a && b > 1) || c;\n"
		"\treturn (a && (b + c) > 2);\n"
		"}\n",
		"2:6 (a == 1) && (b == 2)>a == 1\n"
		"3:6 (a && b > 1)>a\n"
		"3:18  || c>\n"
		"4:11  && (b + c) > 2>\n"},
	{"null-check", "a.c",
		"#include <stddef.h>\n"
		"int f(const char *p) {\n"
		"\tif ((p == NULL) || (*p == 0)) return 1;\n"
		"\treturn 0;\n"
		"}\n",
		"3:6 (p == NULL) || (*p == 0)>*p == 0\n"},
	{"constant", "a.c",
		"int f(int n, int m) {\n"
		"\tif (n == (m - 1)) m = 3 * (n * 2 - 1);\n"
		"\tn = n + 1;\n"
		"\treturn n + m;\n"
		"}\n",
		"2:11 (m - 1)>m\n"
		"2:24 3>4\n"
		"2:33 2>3\n"
		"2:34  - 1>\n"},
	{"sizeof-pointer", "a.c",
		"#include <stdlib.h>\n"
		"struct s { int *a; };\n"
		"void *f(struct s *s, int n) {\n"
		"\tif (n) return malloc(n * sizeof *(s->a));\n"
		"\treturn malloc(n * sizeof(*(s->a)));\n"
		"}\n",
		"4:34 *(s->a)>s->a\n5:27 *(s->a)>s->a\n"},
	/* Nobody writes b.x - b.x or g(b, b) for other things. */
	{"wrong-variable", "a.c",
		"struct v { int x; };\n"
		"int g(int a, int b);\n"
		"int f(struct v a, struct v b, int m, int n) {\n"
		"\tif (m > 1 && a.x > 2 && n > 1) return a.x - b.x;\n"
		"\treturn g(m, n) + a.x + b.x + m;\n"
		"}\n",
		"4:15 a>b\n"
		"5:19 a>b\n"
		"5:25 b>a\n"},
	{"inverted-boolean", "a.cpp",
		"bool f(bool a, int *p) {\n"
		"\tbool r = true;\n"
		"\tif (!a) return false;\n"
		"\tif (!p) r = a;\n"
		"\treturn r;\n"
		"}\n",
		"3:6 !>\n"
		"3:17 false>true\n"},
	{"assign-for-equal", "a.c",
		"enum { K };\n"
		"int f(int a, const int b) {\n"
		"\tif (a == 1) return 1;\n"
		"\tif (b == 1 || K == a) return 2;\n"
		"\treturn a == 2;\n"
		"}\n",
		"3:8 ==>=\n"},
	{"wrong-variable", "a.c",
		"int f(int a, int b, long c) {\n"
		"\tint late;\n"
		"\tint sum = a + 1;\n"
		"\tlate = sum;\n"
		"\tfor (int i = 0; i < b; i++)\n"
		"\t\tsum += i;\n"
		"\treturn sum + late + (int)c + a + b;\n"
		"}\n",
		"3:12 a>b\n"
		"5:22 b>a\n"
		"7:31 a>b\n"},
	{"copy-paste", "a.c",
		"struct p { int x, y; };\n"
		"void f(struct p *a, struct p *b, int n) {\n"
		"\ta->x = b->x + n;\n"
		"\ta->y = b->y + n;\n"
		"\ta->x = 1;\n"
		"\ta->y = 2;\n"
		"}\n",
		"4:12 y>x\n"},
	{"wrong-function", "a.c",
		"static int get_width(int a) { return a; }\n"
		"static int get_height(int a) { return a * 2; }\n"
		"static long get_area(int a) { return a * 3; }\n"
		"int f(int a) { return get_width(a) + (int)get_area(a); }\n"
		"int g(int a) { return get_width(a) + 1; }\n",
		"4:23 get_width>get_height\n"
		"5:23 get_width>get_height\n"},
	{"wrong-function", "a.c",
		"static int get_width(int a) { return a; }\n"
		"static int get_size(int a);\n"
		"int f(int a) { return get_width(a); }\n"
		"static int get_width_of(int a) { return get_size(a) * 2; }\n"
		"static int get_size(int a) { return a * 3; }\n"
		"int h(int a) { return get_width(a) + get_width_of(a); }\n",
		"3:23 get_width>get_size\n6:23 get_width>get_width_of\n"},
	/* Not where the line beside it calls the same. */
	{"wrong-function", "a.c",
		"int get_width(int a) { return a; }\n"
		"int get_height(int a) { return a * 2; }\n"
		"int f(int a) {\n"
		"\tint x = get_width(a);\n"
		"\tint y = get_width(a + 1);\n"
		"\treturn x + y + get_height(a);\n"
		"}\n",
		"6:17 get_height>get_width\n"},
	{"wrong-function", "a.cpp",
		"struct loop {\n"
		"\tloop() { n = 0; }\n"
		"\tvoid stop() { n = 1; }\n"
		"\tint n;\n"
		"};\n"
		"int f(loop &l) { l.stop(); return l.n; }\n",
		""},
	{"swapped-arguments", "a.c",
		"int move(int from, int to, const char *why), max_of(int a, int b);\n"
		"int f(int a, int b) {\n"
		"\treturn move(a, b + 1, \"x\") + max_of(a, b) + move(a, a, \"y\");\n"
		"}\n",
		"3:14 a, b + 1>b + 1, a\n"},
	{"argument-value", "a.c",
		"#include <stdbool.h>\n"
		"int take(int n, bool on, const char *s);\n"
		"int f(int n) {\n"
		"\treturn take(n, n, \"x\") + take(n - 1, true, \"y\") + take(3, false, \"z\");\n"
		"}\n",
		"4:14 n>n - 1\n"
		"4:33  - 1>\n"},
	{"constant", "a.c",
		"int f(int n) {\n"
		"\tint a[4] = {0};\n"
		"\tfor (int i = 0; i < 12; i++)\n"
		"\t\tn += 1024 * i + a[2];\n"
		"\tif (n == 0) return 0;\n"
		"\treturn n % 1000 + 5;\n"
		"}\n",
		"3:22 12>13\n"
		"4:8 1024>1042\n"
		"6:13 1000>10000\n"
		"6:20 5>4\n"},
	{"loop-start", "a.c",
		"int f(int n) {\n"
		"\tint s = 0, i;\n"
		"\tfor (i = 0; i < n; i++) s++;\n"
		"\tfor (int k = n - 1; k >= 0; k--) s++;\n"
		"\tfor (int k = n; k > 0; k--) s++;\n"
		"\treturn s;\n"
		"}\n",
		"3:11 0>1\n"
		"4:16  - 1>\n"
		"5:16 ;> + 1;\n"},
	{"two-faults", "a.c",
		"int f(int *a, int n, int m) {\n"
		"\tint s = 0;\n"
		"\tif (n > 3 && m > 4)\n"
		"\t\ts = 5;\n"
		"\tfor (int i = 1; i < n; i++) {\n"
		"\t\ts += a[i];\n"
		"\t\tm--;\n"
		"\t}\n"
		"\tif (s >= m)\n"
		"\t\treturn s + 1;\n"
		"\treturn s * 2;\n"
		"}\n",
		"6:1 \t\ts += a[i];\n"
		"\t\tm--;\n"
		"\t}\n"
		"\tif (s >= m)\n"
		"\t\treturn s + 1;\n"
		">\t\tm--;\n"
		"\t\ts += a[i];\n"
		"\t\tm--;\n"
		"\t}\n"
		"\n"},
	{"base-case", "a.c",
		"int fact(int n) {\n"
		"\tif (n <= 1)\n"
		"\t\treturn 1;\n"
		"\treturn n * fact(n - 1);\n"
		"}\n"
		"int g(int n) { if (n < 2) return 1; return n; }\n",
		"2:11 1>0\n"
		"3:10 1>0\n"},
	{"missing-statement", "a.c",
		"#include <stdio.h>\n"
		"int f(int *a, int n) {\n"
		"\tint s = 0;\n"
		"\tfor (int i = 0; i < n; i++) {\n"
		"\t\ta[i]++;\n"
		"\t\ts += a[i]; /* the sum */\n"
		"\t\tprintf(\"%d\", s);\n"
		"\t}\n"
		"\treturn s;\n"
		"}\n",
		"5:1 \t\ta[i]++;\n"
		">\n"
		"6:1 \t\ts += a[i]; /* the sum */\n"
		">\n"},
	{"missing-block", "a.c",
		"int f(int *a, int n) {\n"
		"\tint s = 0;\n"
		"\n"
		"\tfor (int i = 0; i < n; i++)\n"
		"\t\ts += a[i];\n"
		"\n"
		"\tif (s > 9) {\n"
		"\t\ts -= 9;\n"
		"\t\tn++;\n"
		"\t}\n"
		"\tif (n) return *a;\n"
		"\treturn s;\n"
		"}\n",
		"4:1 \tfor (int i = 0; i < n; i++)\n"
		"\t\ts += a[i];\n"
		"\n"
		">\n"
		"7:1 \tif (s > 9) {\n"
		"\t\ts -= 9;\n"
		"\t\tn++;\n"
		"\t}\n"
		">\n"},
	{"missing-lines", "a.c",
		"int f(int *a, int n) {\n"
		"\ta[0] = n;\n"
		"\ta[1] = n;\n"
		"\tif (n > 2)\n"
		"\t\ta[2] = n;\n"
		"\treturn a[n];\n"
		"}\n",
		"2:1 \ta[0] = n;\n"
		"\ta[1] = n;\n"
		">\n"},
	{"missing-guard", "a.c",
		"int f(int *a, int n, int m) {\n"
		"\tif (n < 0)\n"
		"\t\treturn -1;\n"
		"\tif (!a) return -2;\n"
		"\tif (m == 3)\n"
		"\t\treturn 4;\n"
		"\treturn a[n] + m;\n"
		"}\n",
		"5:1 \tif (m == 3)\n"
		"\t\treturn 4;\n"
		">\n"},
	{"bounds-check", "a.c",
		"int f(int *a, int n, int m) {\n"
		"\tif (n < 0 || n > 7)\n"
		"\t\treturn -1;\n"
		"\tif (m == 3)\n"
		"\t\treturn 4;\n"
		"\treturn a[n];\n"
		"}\n",
		"2:1 \tif (n < 0 || n > 7)\n"
		"\t\treturn -1;\n"
		">\n"},
	{"zero-check", "a.c",
		"int f(int n, int m) {\n"
		"\tif (m == 0) {\n"
		"\t\treturn -1;\n"
		"\t}\n"
		"\treturn n / m;\n"
		"}\n",
		"2:1 \tif (m == 0) {\n"
		"\t\treturn -1;\n"
		"\t}\n"
		">\n"},
	{"missing-else", "a.c",
		"int f(int n) {\n"
		"\tif (n > 2) {\n"
		"\t\tn--;\n"
		"\t} else {\n"
		"\t\tn++;\n"
		"\t}\n"
		"\tif (n > 4)\n"
		"\t\tn--;\n"
		"\telse if (n < 3)\n"
		"\t\tn++;\n"
		"\treturn n;\n"
		"}\n",
		"4:3  else {\n"
		"\t\tn++;\n"
		"\t}>\n"
		"8:7 \n"
		"\telse if (n < 3)\n"
		"\t\tn++;>\n"},
	/* What ends a function without its value everybody is told of. */
	{"missing-else", "a.c",
		"int f(int n) {\n"
		"\tif (n > 2) {\n"
		"\t\tn--;\n"
		"\t} else {\n"
		"\t\treturn n;\n"
		"\t}\n"
		"\tif (n > 4) {\n"
		"\t\treturn 4;\n"
		"\t} else if (n > 3) {\n"
		"\t\treturn 3;\n"
		"\t} else {\n"
		"\t\tn++;\n"
		"\t\treturn n;\n"
		"\t}\n"
		"}\n",
		"4:3  else {\n"
		"\t\treturn n;\n"
		"\t}>\n"},
	{"missing-break", "a.c",
		"int f(int n) {\n"
		"\tswitch (n) {\n"
		"\tcase 1: n++; break;\n"
		"\tcase 2:\n"
		"\t\tn--;\n"
		"\t\tbreak;\n"
		"\tdefault:\n"
		"\t\tn = 0;\n"
		"\t\tbreak;\n"
		"\t}\n"
		"\treturn n;\n"
		"}\n",
		"3:14  break;>\n"
		"6:1 \t\tbreak;\n"
		">\n"},
	{"statement-moved", "a.c",
		"int f(int n) {\n"
		"\tint s = 0;\n"
		"\tfor (int i = 0; i < n; i++) {\n"
		"\t\ts += i;\n"
		"\t\tn--;\n"
		"\t}\n"
		"\ts++;\n"
		"\twhile (n > 2) {\n"
		"\t\tint k = n;\n"
		"\t\ts++;\n"
		"\t\tn -= k;\n"
		"\t}\n"
		"\treturn s;\n"
		"}\n",
		"5:1 \t\tn--;\n"
		"\t}\n"
		">\t}\n"
		"\tn--;\n"
		"\n"
		"6:1 \t}\n"
		"\ts++;\n"
		">\t\ts++;\n"
		"\t}\n"
		"\n"},
	{"statement-order", "a.c",
		"int f(int n) {\n"
		"\tint s = 0, t = 1;\n"
		"\ts += t;\n"
		"\tt *= 2;\n"
		"\tn++;\n"
		"\treturn s + n;\n"
		"}\n",
		"3:2 s += t;\n"
		"\tt *= 2;>t *= 2;\n"
		"\ts += t;\n"},
	{"not-reset", "a.c",
		"int f(int n) {\n"
		"\tint best = 0, r;\n"
		"\tfor (int i = 0; i < n; i++) {\n"
		"\t\tint sum = 0;\n"
		"\n"
		"\t\tr = 1;\n"
		"\t\tfor (int k = 0; k < i; k++)\n"
		"\t\t\tsum += k;\n"
		"\t\tbest += sum * r;\n"
		"\t}\n"
		"\treturn best;\n"
		"}\n",
		"3:1 \tfor (int i = 0; i < n; i++) {\n"
		"\t\tint sum = 0;\n"
		"\n"
		">\tint sum = 0;\n"
		"\tfor (int i = 0; i < n; i++) {\n"
		"\n"
		"6:1 \t\tr = 1;\n"
		">\n"},
	{"lost-parentheses", "a.c",
		"int f(int a, int b, int *p, int *q) {\n"
		"\treturn (a + b) * 2 + (a * b) - (a - b) + (int)(p - q) + !(a == b);\n"
		"}\n",
		"2:9 (a + b)>a + b\n"
		"2:33 (a - b)>a - b\n"
		"2:59 (a == b)>a == b\n"},
	{"lost-cast", "a.c",
		"double f(int a, int b, short c) {\n"
		"\tstatic int table[256];\n"
		"\treturn (double)a / b + (int)c * 2 + table[(unsigned char)a];\n"
		"}\n",
		"3:9 (double)a>a\n"
		"3:44 (unsigned char)a>a\n"},
	{"unsigned-countdown", "a.c",
		"int f(int n) {\n"
		"\tint s = 0;\n"
		"\tfor (int i = n - 1; i >= 0; i--) s += i;\n"
		"\tfor (int i = n; i > 0; i--) s += i;\n"
		"\treturn s;\n"
		"}\n",
		"3:7 int >unsigned \n"},
	{"short-buffer", "a.c",
		"#include <stdlib.h>\n"
		"#include <string.h>\n"
		"char *f(const char *s, int n) {\n"
		"\tchar b[7 + 1];\n"
		"\tb[0] = *s;\n"
		"\tchar *t = malloc(strlen(s) + 1);\n"
		"\tchar *u = malloc(strlen(s) + strlen(b) + 2);\n"
		"\treturn t + (n + 1) ? u : t;\n"
		"}\n",
		"4:10  + 1>\n"
		"6:28  + 1>\n"
		"7:43 2>1\n"},
	{"sizeof-pointer", "a.c",
		"#include <stdlib.h>\n"
		"struct s { int a[9]; };\n"
		"struct s *f(void) {\n"
		"\tstruct s *p = malloc(sizeof(*p));\n"
		"\tstruct s *q = malloc(2 * sizeof *q);\n"
		"\treturn p ? p : q;\n"
		"}\n",
		"4:30 *>\n"
		"5:34 *>\n"},
	{"missing-return", "a.cpp",
		"int f(int n) {\n"
		"\tauto g = [](int m) {\n"
		"\t\tm++;\n"
		"\t\treturn m;\n"
		"\t};\n"
		"\tif (n > 3)\n"
		"\t\treturn g(n);\n"
		"\treturn n;\n"
		"}\n",
		"8:1 \treturn n;\n>\n"},
	{"missing-return", "a.cpp",
		"int f(int n) {\n"
		"\tn++;\n"
		"\treturn n;\n"
		"}\n"
		"int g(const char *s, char c) {\n"
		"\tfor (int i = 0; s[i]; i++)\n"
		"\t\tif (s[i] == c) {\n"
		"\t\t\tc = s[i];\n"
		"\t\t\treturn i;\n"
		"\t\t}\n"
		"\treturn -1;\n"
		"}\n"
		"int main() { int a = f(1) + g(\"\", 'c'); return a; }\n",
		"11:1 \treturn -1;\n"
		">\n"},
	{"literal-width", "a.c",
		"unsigned long long f(int n, long m) {\n"
		"\treturn (1ull << n) + m * 1000L + 5u;\n"
		"}\n",
		"2:11 ull>\n"},
	{"double-free", "a.c",
		"#include <stdlib.h>\n"
		"int f(int *p, int n) {\n"
		"\tfree(p);\n"
		"\tif (n > 2)\n"
		"\t\tn--;\n"
		"\telse\n"
		"\t\tn += 3;\n"
		"\tn++;\n"
		"\treturn n;\n"
		"}\n"
		"void g(int *p) {\n"
		"\tfree(p);\n"
		"\tp = NULL;\n"
		"}\n"
		"void near(int *p, int *q) {\n"
		"\tfree(p);\n"
		"\tfree(q);\n"
		"}\n",
		"8:6 \n"
		">\n"
		"\tfree(p);\n"
		"\n"},
	{"lost-copy", "a.c",
		"#include <string.h>\n"
		"char *f(const char *s) { return strdup(s); }\n",
		"2:33 strdup(s)>(char *)s\n"},
	{"lost-static", "a.c",
		"#include <stdio.h>\n"
		"const char *f(int n) {\n"
		"\tstatic char text[20];\n"
		"\tstatic int calls;\n"
		"\tstatic char *kept;\n"
		"\tif (kept) return kept;\n"
		"\tsnprintf(text, sizeof(text), \"%d\", n + calls++);\n"
		"\treturn kept = text;\n"
		"}\n",
		"3:2 static >\n"},
	{"reference-escape", "a.cpp",
		"#include <string>\n"
		"std::string join(const std::string &a, int n) {\n"
		"\tstd::string out = a;\n"
		"\twhile (n-- > 0) out += a;\n"
		"\treturn out;\n"
		"}\n"
		"int length(int n) { int m = n; return m; }\n",
		"2:12  > &\n"},
	{"stale-iterator", "a.cpp",
		"#include <list>\n"
		"void f(std::list<int> &l) {\n"
		"\tfor (auto it = l.begin(); it != l.end();) {\n"
		"\t\tif (*it > 2)\n"
		"\t\t\tit = l.erase(it);\n"
		"\t\telse\n"
		"\t\t\t++it;\n"
		"\t}\n"
		"}\n",
		"5:4 it = >\n"},
	{"stale-iterator", "a.cpp",
		"#include <vector>\n"
		"void f(std::vector<int> &v, std::vector<int>::iterator at) {\n"
		"\tauto it = v.begin();\n"
		"\tit = v.insert(it, 2);\n"
		"\tit = v.insert(at, 3);\n"
		"}\n",
		"4:2 it = >\n"},
	{"moved-from", "a.cpp",
		"#include <string>\n"
		"#include <utility>\n"
		"#include <vector>\n"
		"void keep(std::string s);\n"
		"std::string f(std::string a, std::string b) {\n"
		"\tkeep(a);\n"
		"\tkeep(std::move(b));\n"
		"\treturn a;\n"
		"}\n",
		"6:7 a>std::move(a)\n"},
	{"capture-reference", "a.cpp",
		"#include <functional>\n"
		"std::function<int()> f(int n, int m) {\n"
		"\tif (n) return [=] { return n + m; };\n"
		"\tif (m) return [n] { return n; };\n"
		"\treturn [&n, m] { return n + m; };\n"
		"}\n",
		"3:17 =>&\n"
		"4:17 n>&n\n"},
	{"wrong-delete", "a.cpp",
		"void f(int *p, int *q) {\n"
		"\tdelete p;\n"
		"\tdelete[] q;\n"
		"}\n"
		"struct s { void drop() { delete this; } };\n",
		"2:2 delete >delete[] \n"
		"3:2 delete[] >delete \n"},
	{"wrong-delete", "a.cpp", "void f(int *p) {\n\tdelete p;\n}\n", ""},
	{"leaky-return", "a.c",
		"#include <stdlib.h>\n"
		"int f(int *p, int *q, int n) {\n"
		"\tif (n < 0) {\n"
		"\t\tfree(p);\n"
		"\t\tfree(q);\n"
		"\t\treturn -1;\n"
		"\t}\n"
		"\tif (n > 9) {\n"
		"\t\tfree(p);\n"
		"\t\treturn 1;\n"
		"\t}\n"
		"\treturn *q;\n"
		"}\n",
		"4:1 \t\tfree(p);\n"
		"\t\tfree(q);\n"
		">\n"},
	{"missing-brace", "a.c",
		"int f(int n) {\n"
		"\tif (n) {\n"
		"\t\tn++;\n"
		"\t}\n"
		"\twhile (n > 3) { n--; }\n"
		"\treturn n;\n"
		"}\n",
		"4:1 \t}\n"
		">\n"
		"5:22  }>\n"},
	{"missing-parenthesis", "a.c",
		"int g(int a);\n"
		"int f(int n) {\n"
		"\tif (g(n)) n = g(g(n));\n"
		"\tg((n));\n"
		"\treturn g(n);\n"
		"}\n",
		"3:9 )>\n"
		"4:7 )>\n"},
	{"missing-declaration", "a.c",
		"int f(int n) {\n"
		"\tint m = n; /* kept */\n"
		"\tint unused;\n"
		"\n"
		"\tint k = 2, j = 3;\n"
		"\treturn m + k + j;\n"
		"}\n",
		"2:1 \tint m = n; /* kept */\n"
		">\n"},
	{"lost-qualifier", "a.cpp",
		"#include <string>\n"
		"#include <vector>\n"
		"std::string f(const std::string &s, std::vector<int> v) {\n"
		"\tstd::string t = s;\n"
		"\treturn t + std::to_string(v[0]);\n"
		"}\n",
		"3:21 std::>\n"
		"3:37 std::>\n"
		"4:2 std::>\n"},
	{"argument-count", "a.c",
		"#include <stdio.h>\n"
		"int g(int a, int b), h(int a);\n"
		"int f(int n) { return g(n, 2) + h(n) + printf(\"%d\", n); }\n",
		"3:26 , 2>\n"},
	{"argument-count", "a.c",
		"int g(int a, int b);\n"
		"int f(int n) { return g(n, 1); }\n"
		"int h(int n) { return g(n, 2); }\n"
		"int i(int n) { return g(n, 3); }\n"
		"int j(int n) { return g(n, 4); }\n"
		"int k(int n) { return g(n, 5); }\n"
		"int l(int n) { return g(n, n + 6); }\n",
		"2:26 , 1>\n"
		"3:26 , 2>\n"
		"4:28 3>3, 0\n"
		"5:26 , 4>\n"
		"6:26 , 5>\n"
		"7:26 , n + 6>\n"},
	{"output-format", "a.c",
		"#include <stdio.h>\n"
		"void f(int n, double d) {\n"
		"\tprintf(\"%d %.2f\\n\", n, d);\n"
		"\tprintf(\"%02d\", n);\n"
		"\tprintf(\"%d\\n\", n);\n"
		"\tputs(\"%02\");\n"
		"}\n",
		"3:15 2>1\n"
		"4:10 %02>%2\n"
		"5:12 \\n\">\"\n"},
	{"format-specifier", "a.c",
		"#include <stdio.h>\n"
		"void f(long n, const char *s) { printf(\"%ld %% %s\\n\", n, s); }\n",
		"2:41 %ld>%d\n"},
	{"format-specifier", "a.c",
		"#include <stdio.h>\n"
		"void f(unsigned long n, double d, int i) {\n"
		"\tprintf(\"%-8zu|%5.2f|%5f|%04lx|\\n\", n, d, d, n);\n"
		"\tprintf(\"%*ld %5lu\\n\", i, 2L, n);\n"
		"}\n",
		"3:10 %-8zu>%-8d\n3:22 %5f>%5d\n4:15 %5lu>%5u\n"},
	{"lost-const", "a.c",
		"int f(const char *s, int *n, const int k) { return s[0] + *n + k; }\n",
		"1:7 const >\n"},
	{"member-access", "a.c",
		"struct s { int a; };\n"
		"int f(struct s *p, struct s q) { return p->a + q.a; }\n",
		"2:42 ->>.\n"
		"2:49 .>->\n"},
	{"drifted-definition", "a.c",
		"int get_size(int n);\n"
		"static int twice(int n);\n"
		"int get_size(int n) { return n; }\n"
		"static int twice(int n) { return 2 * n; }\n"
		"int main(void) { return get_size(1) + twice(2); }\n",
		"3:5 get_size>fetch_size\n"},
	/* Whole words of a name change: no "set_fisizeame". */
	{"drifted-definition", "a.c",
		"void set_filename(int n), fileSize(int n), process(int n);\n"
		"void set_filename(int n) { process(n); }\n"
		"void fileSize(int n) { set_filename(n); }\n"
		"void process(int n) { fileSize(n); }\n",
		"2:6 set_filename>filename_set\n"
		"3:6 fileSize>fileLength\n"
		"4:6 process>do_process\n"},
	{"inline-slip", "a.c",
		"static inline int f(int n) { return n; }\n"
		"static int g(int n) { return n; }\n"
		"int h(int n) { return f(n) + g(n); }\n",
		"1:1 static >\n"
		"2:1 static>inline\n"},
	/* A file of C90 says no inline anywhere. */
	{"inline-slip", "a.c",
		"static int g(int n) { return n; }\n"
		"int h(int n) { return g(n); }\n",
		""},
	{"extern-slip", "a.c",
		"int count = 3;\n"
		"static long total;\n"
		"const int limit = 9;\n"
		"int unused;\n"
		"int f(void) { return count++ + (int)total + limit; }\n",
		""},
	{"long-width", "a.c",
		"#include <stdint.h>\n"
		"static uint64_t sum(uint64_t n);\n"
		"static uint64_t sum(uint64_t n) { return n; }\n"
		"static int64_t twice(int64_t n) { return 2 * n; }\n"
		"struct s { unsigned long long big; int small; };\n"
		"int f(void) { uint64_t t = sum(1); int64_t u = twice(2); return (int)t + (int)u; "
		"}\n",
		"4:22 int64_t>long\n"
		"5:12 unsigned long long>unsigned long\n"
		"6:15 uint64_t>unsigned long\n"
		"6:36 int64_t>long\n"},
	/* As a file that uses size_t would write it. */
	{"long-width", "a.c",
		"#include <stdint.h>\n"
		"#include <stddef.h>\n"
		"uint64_t sum(size_t n) { uint64_t total = n; return total; }\n",
		"3:26 uint64_t>size_t\n"},
	{"long-width", "a.cpp",
		"#include <cstdint>\n"
		"#include <cstddef>\n"
		"std::uint64_t sum(std::size_t n) { std::uint64_t total = n; return total; }\n",
		"3:36 std::uint64_t>std::size_t\n"},
	/* A time is no size. */
	{"long-width", "a.cpp",
		"#include <cstdint>\n"
		"#include <cstddef>\n"
		"std::uint64_t at(std::size_t n) { std::uint64_t now = n; return now; }\n",
		"3:35 std::uint64_t>unsigned long\n"},
	/* What a comment says is not what the file uses. */
	{"long-width", "a.c",
		"#include <stdint.h>\n"
		"/* no size_t here */\n"
		"int f(void) { uint64_t t = 1; return (int)t; }\n",
		"3:15 uint64_t>unsigned long\n"},
	{"narrow-long", "a.cpp",
		"#include <cstdint>\n"
		"std::uint64_t f(unsigned n) {\n"
		"\treturn static_cast<std::uint64_t>(n) << 32 | (1ULL << n) | (std::uint64_t)n;\n"
		"}\n",
		"3:9 static_cast<std::uint64_t>>static_cast<unsigned long>\n"
		"3:49 ULL>UL\n"},
	{"pointer-in-int", "a.c",
		"#include <stdint.h>\n"
		"/* uintptr_t */\n"
		"int f(void *p) { uintptr_t at = (uintptr_t)p; return (int)(at & 7); }\n"
		"int g(void *p, void *q, unsigned n) {\n"
		"\tif (((uintptr_t)p ^ (uintptr_t)q) == 1) return 2;\n"
		"\treturn (uintptr_t)n == 1;\n"
		"}\n",
		"3:18 uintptr_t at = (uintptr_t>unsigned int at = (unsigned int\n"
		"5:8 uintptr_t)p ^ (uintptr_t)q) == 1) return 2;\n"
		"\treturn (uintptr_t>unsigned int)p ^ (unsigned int)q) == 1) return 2;\n"
		"\treturn (unsigned int\n"},
	{"byte-order-read", "a.c",
		"#include <stdint.h>\n"
		"#include <string.h>\n"
		"uint32_t f(const uint8_t *p, int at) {\n"
		"\tuint16_t n = (uint16_t)(p[at] | p[at + 1] << 8);\n"
		"\tuint16_t big = (uint16_t)(p[0] << 8 | p[1]);\n"
		"\tuint64_t v = 0;\n"
		"\tfor (int i = 0; i < 8; i++)\n"
		"\t\tv |= (uint64_t)p[i + 4] << (8 * i);\n"
		"\tif (n > big + v)\n"
		"\t\treturn 0;\n"
		"\treturn p[0] | p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;\n"
		"}\n",
		"4:12  = (uint16_t)(p[at] | p[at + 1] << 8);>;\n"
		"\tmemcpy(&n, p + at, 2);\n"
		"7:2 for (int i = 0; i < 8; i++)\n"
		"\t\tv |= (uint64_t)p[i + 4] << (8 * i);>memcpy(&v, p + 4, 8);\n"
		"11:2 return p[0] | p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << "
		"24;>uint32_t value;\n"
		"\tmemcpy(&value, p, sizeof(value));\n"
		"\treturn value;\n"},
	{"byte-order-write", "a.c",
		"#include <stdint.h>\n"
		"#include <string.h>\n"
		"void f(uint8_t *p, uint32_t v) {\n"
		"\tp[4] = (uint8_t)v;\n"
		"\tp[5] = (uint8_t)(v >> 8);\n"
		"\tp[6] = (v >> 16) & 0xff;\n"
		"\tp[7] = (uint8_t)(v >> 24);\n"
		"\tfor (int i = 0; i < 4; i++)\n"
		"\t\tp[i] = (uint8_t)(v >> (8 * i));\n"
		"\tp[0] = (uint8_t)(v >> 8);\n"
		"\tp[1] = (uint8_t)v;\n"
		"}\n",
		"4:2 p[4] = (uint8_t)v;\n"
		"\tp[5] = (uint8_t)(v >> 8);\n"
		"\tp[6] = (v >> 16) & 0xff;\n"
		"\tp[7] = (uint8_t)(v >> 24)>memcpy(p + 4, &v, 4)\n"
		"8:2 for (int i = 0; i < 4; i++)\n"
		"\t\tp[i] = (uint8_t)(v >> (8 * i));>memcpy(p, &v, 4);\n"},
	{"lost-swap", "a.c",
		"#include <arpa/inet.h>\n"
		"#include <endian.h>\n"
		"unsigned f(unsigned n, const unsigned *p) {\n"
		"\treturn htonl(n + 1) ^ le32toh(p[0]);\n"
		"}\n"
		"void g(unsigned *a, unsigned aa) {\n"
		"\t*a = ntohl(*a);\n"
		"\taa = ntohl(*a) + aa;\n"
		"\t*a = ntohl(*a) + 1;\n"
		"}\n",
		"4:9 htonl(n + 1)>(n + 1)\n"
		"4:24 le32toh(p[0])>p[0]\n"
		"7:1 \t*a = ntohl(*a);\n>\n"
		"8:7 ntohl(*a)>*a\n"
		"9:7 ntohl(*a)>*a\n"},
	{"char-sign", "a.c",
		"#include <stdio.h>\n"
		"int f(const unsigned char *p, signed char s, FILE *in) {\n"
		"\tint c, n = 0;\n"
		"\tunsigned char unseen = 0, byte = (unsigned char)s;\n"
		"\twhile ((c = fgetc(in)) != EOF)\n"
		"\t\tn += c + byte;\n"
		"\treturn p[0] + s + n + (&unseen != p);\n"
		"}\n",
		"2:13 unsigned char>char\n"
		"2:31 signed char>char\n"
		"3:2 int>char\n"},
	{"lost-packing", "a.c",
		"#pragma pack(push, 1)\n"
		"struct a { char c; long n; };\n"
		"#pragma pack(pop)\n"
		"struct b { char c; long n; } __attribute__((packed));\n"
		"struct __attribute__((packed)) c { char c; long n; };\n",
		"1:1 #pragma pack(push, 1)\n"
		"struct a { char c; long n; };\n"
		"#pragma pack(pop)\n"
		">struct a { char c; long n; };\n"
		"\n"
		"4:29  __attribute__((packed))>\n"
		"5:7  __attribute__((packed))>\n"},
	{"lost-padding", "a.c",
		"struct s {\n"
		"\tint n;\n"
		"\tint padding;\n"
		"\tlong long at;\n"
		"\t_Alignas(8) double d;\n"
		"\tint reserved;\n"
		"};\n"
		"int f(struct s *s) { return s->reserved; }\n",
		"3:1 \tint padding;\n"
		">\n"
		"5:2 _Alignas(8) >\n"},
	{"format-width", "a.c",
		"#include <inttypes.h>\n"
		"#include <stdio.h>\n"
		"void f(int64_t a, uint64_t b, long long c, intmax_t d) {\n"
		"\tprintf(\"%\" PRId64 \" of %016\" PRIx64 \"\\n\", a, b);\n"
		"\tprintf(\"%lld %5jd %ld %\" PRIu64, c, d, 1L, b);\n"
		"}\n",
		"4:11 \" PRId64 \">ld\n"
		"4:29 \" PRIx64 \">lx\n"
		"5:11 ll>l\n"
		"5:17 j>l\n"
		"5:25 \" PRIu64>lu\"\n"},
	{"hard-coded-size", "a.c",
		"#include <limits.h>\n"
		"#include <stddef.h>\n"
		"typedef unsigned long word;\n"
		"#define BITS (sizeof(word) * CHAR_BIT)\n"
		"struct s { int n; };\n"
		"size_t f(void) { return CHAR_BIT * sizeof(long) + sizeof(void *) + sizeof(struct "
		"s); }\n",
		"4:14 (sizeof(word) * CHAR_BIT)>64\n"
		"6:25 CHAR_BIT * sizeof(long)>64\n"
		"6:51 sizeof(void *)>8\n"},
	{"large-file", "a.c",
		"#define _GNU_SOURCE\n"
		"#define _FILE_OFFSET_BITS 64\n"
		"#include <sys/types.h>\n"
		"off_t f(void) { return 0; }\n",
		"2:1 #define _FILE_OFFSET_BITS 64\n"
		">\n"},
	{"lost-branch", "a.c",
		"int f(int n)\n"
		"{\n"
		"#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\n"
		"\treturn n + 1;\n"
		"#else\n"
		"\treturn n;\n"
		"#endif\n"
		"}\n"
		"#ifdef DEBUG\n"
		"int debug;\n"
		"#endif\n",
		"3:1 #if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\n"
		"\treturn n + 1;\n"
		"#else\n"
		"\treturn n;\n"
		"#endif\n"
		">\treturn n + 1;\n"
		"\n"
		"3:1 #if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\n"
		"\treturn n + 1;\n"
		"#else\n"
		"\treturn n;\n"
		"#endif\n"
		">\treturn n;\n"
		"\n"},
	{"lost-port", "a.c",
		"#if defined(__x86_64__)\n"
		"enum { WORD = 8 };\n"
		"#elif defined(__i386__)\n"
		"enum { WORD = 4 };\n"
		"#else\n"
		"#error \"unknown machine\"\n"
		"#endif\n"
		"int f(void) { return WORD; }\n",
		"3:1 #elif defined(__i386__)\n"
		"enum { WORD = 4 };\n"
		">\n"},
	{"feature-macro", "a.c",
		"/* Finds things. */\n"
		"#define _GNU_SOURCE\n"
		"#include <string.h>\n"
		"void *f(void *p) { return memmem(p, 4, \"a\", 1); }\n",
		"2:1 #define _GNU_SOURCE\n"
		">\n"},
	{"override-signature", "a.cpp",
		"struct base { virtual ~base() {} virtual int f(int a) const { return a; }\n"
		"\tvirtual int g(int b) { return b; } };\n"
		"struct derived : base {\n"
		"\tint f(int a) const override { return a + 1; }\n"
		"\tint g(int b) override { return b + 2; }\n"
		"};\n",
		"4:15 const >\n"
		"5:8 int>long\n"},
	{"hidden-virtual", "a.cpp",
		"struct base { virtual ~base() {} virtual int f() const { return 1; }\n"
		"\tvirtual int g() const = 0; };\n"
		"struct derived : base {\n"
		"\tint f() const override { return 2; }\n"
		"\tint g() const override { return 2; }\n"
		"};\n",
		"4:9  const override>\n"},
	{"dependent-name", "a.cpp",
		"template <typename T> struct box {\n"
		"\tusing item = typename T::value_type;\n"
		"\ttypename box<T>::item first() const {\n"
		"\t\ttypename T::value_type x = v.template at<0>();\n"
		"\t\treturn x;\n"
		"\t}\n"
		"\tT v;\n"
		"};\n",
		"4:3 typename >\n"
		"4:32 template >\n"},
	{"wrong-namespace", "a.cpp",
		"namespace text { int size(int n) { return n; } }\n"
		"namespace shapes { int area(int n) { return n; } }\n"
		"int f(int n) { return text::size(n) + shapes::area(n); }\n",
		"3:23 text>shapes\n"
		"3:39 shapes>text\n"},
	{"rule-of-three", "a.cpp",
		"struct text {\n"
		"\ttext() : p(new int(1)) {}\n"
		"\ttext(const text &o) : p(new int(*o.p)) {}\n"
		"\ttext &operator=(const text &o) { *p = *o.p; return *this; }\n"
		"\t~text() { delete p; }\n"
		"\tint *p;\n"
		"};\n"
		"struct moved {\n"
		"\tmoved(const moved &o) : p(new int(*o.p)) {}\n"
		"\tmoved(moved &&o) : p(o.p) { o.p = nullptr; }\n"
		"\t~moved() { delete p; }\n"
		"\tint *p;\n"
		"};\n",
		"3:1 \ttext(const text &o) : p(new int(*o.p)) {}\n>\n"
		"4:1 \ttext &operator=(const text &o) { *p = *o.p; return *this; }\n>\n"},
	{"wrong-owner", "a.cpp",
		"#include <memory>\n"
		"#include <vector>\n"
		"void f(std::unique_ptr<int> p, std::shared_ptr<int> s, std::vector<int *> &v) {\n"
		"\tstd::shared_ptr<int> t = s;\n"
		"\tv.push_back(p.release());\n"
		"\tp.release();\n"
		"}\n",
		"4:24  = s>(s.get())\n"
		"5:16 release>get\n"},
	{"lost-owner", "a.cpp",
		"#include <memory>\n"
		"int g(const int *p);\n"
		"int f(std::unique_ptr<int> &p, const std::unique_ptr<int> &q) {\n"
		"\treturn g(p.get()) + g(q.get());\n"
		"}\n",
		"4:13 get>release\n"},
	{"shared-cycle", "a.cpp",
		"#include <memory>\n"
		"struct node { std::shared_ptr<node> child; std::weak_ptr<node> parent; };\n"
		"int f(const node &n) { return n.parent.lock() ? 1 : 0; }\n",
		"2:49 weak_ptr<node> parent; };\n"
		"int f(const node &n) { return n.parent.lock()>shared_ptr<node> parent; };\n"
		"int f(const node &n) { return n.parent\n"},
	{"view-of-temporary", "a.cpp",
		"#include <string>\n"
		"#include <string_view>\n"
		"std::string make(int n);\n"
		"int count(std::string_view s);\n"
		"struct item { std::string name; std::string kept; };\n"
		"int f(int n, const item &i) {\n"
		"\tstd::string a = make(n);\n"
		"\tconst std::string b = make(n) + \"x\";\n"
		"\tstd::string c = make(n);\n"
		"\treturn count(a) + int(b.size()) + c.c_str()[0] + int(i.name.size()) + "
		"i.kept.c_str()[0];\n"
		"}\n",
		"5:15 std::string>std::string_view\n"
		"7:2 std::string>std::string_view\n"
		"8:8 std::string>std::string_view\n"},
	{"lost-close", "a.c",
		"#include <stdio.h>\n"
		"#include <unistd.h>\n"
		"int f(FILE *a, int fd) {\n"
		"\tif (fd < 0) {\n"
		"\t\tfclose(a);\n"
		"\t\treturn -1;\n"
		"\t}\n"
		"\tclose(fd);\n"
		"\treturn fclose(a);\n"
		"}\n",
		"5:1 \t\tfclose(a);\n>\n"
		"8:1 \tclose(fd);\n>\n"},
};

#endif
