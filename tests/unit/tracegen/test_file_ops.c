/* Operators whose faults are spread over files, or in the build file: which edits, which texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tracegen/builds/build_read.h"
#include "tracegen/builds/made.h"
#include "tracegen/operators/sides.h"
#include "tracegen/sites.h"

enum { FILES = 4 };

/* A library of one header and one source, and a program that uses it. */
static const struct tg_file c_files[] = {
	{FL_LIT("list.h"), FL_LIT("struct list { int count; };\n"
				  "extern int list_made;\n"
				  "static inline int list_len(const struct list *l) {\n"
				  "\treturn l->count;\n"
				  "}\n"
				  "int list_add(struct list *l, int value);\n"
				  "int list_sum(const struct list *l);\n")},
	{FL_LIT("list.c"), FL_LIT("#include \"list.h\"\n"
				  "#include <stdlib.h>\n"
				  "int list_made;\n"
				  "int list_add(struct list *l, int value)\n"
				  "{\n"
				  "\tl->count += value;\n"
				  "\treturn abs(l->count);\n"
				  "}\n"
				  "int list_sum(const struct list *l)\n"
				  "{\n"
				  "\treturn list_len(l);\n"
				  "}\n")},
	{FL_LIT("main.c"), FL_LIT("#include \"list.h\"\n"
				  "int main(void)\n"
				  "{\n"
				  "\tstruct list l = {0};\n"
				  "\tlist_add(&l, 3);\n"
				  "\treturn list_sum(&l) - list_made;\n"
				  "}\n")},
};

static const struct tg_file mixed_files[] = {
	{FL_LIT("a.h"), FL_LIT("#ifdef __cplusplus\n"
			       "extern \"C\" {\n"
			       "#endif\n"
			       "int a_get(int n);\n"
			       "#ifdef __cplusplus\n"
			       "}\n"
			       "#endif\n")},
	{FL_LIT("a.c"), FL_LIT("#include \"a.h\"\n"
			       "int a_get(int n) { return n; }\n")},
	{FL_LIT("main.cpp"), FL_LIT("#include \"a.h\"\n"
				    "extern \"C\" int b_get(int n);\n"
				    "int main() { return a_get(0); }\n")},
};

/* What two sources share: a constant, a variable, functions of the first that both call. */
static const struct tg_file shared_files[] = {
	{FL_LIT("bar.h"), FL_LIT("#define BAR_MAX 40 /* columns */\n"
				 "#define BAR_MARK 3\n"
				 "enum { BAR_WIDE = 12, BAR_NEXT };\n"
				 "extern int bar_depth;\n"
				 "extern const int bar_fixed;\n"
				 "extern int bar_alone;\n"
				 "double bar_scale(double value, int low, int high);\n"
				 "int bar_pad(int, int);\n"
				 "unsigned long bar_sum(void);\n")},
	{FL_LIT("bar.c"), FL_LIT("#include \"bar.h\"\n"
				 "int bar_depth = 2;\n"
				 "int bar_alone;\n"
				 "const int bar_fixed = 1;\n"
				 "double bar_scale(double value, int low, int high)\n"
				 "{\n"
				 "\treturn value * BAR_MAX + low - high / bar_depth;\n"
				 "}\n"
				 "int bar_pad(int a, int b) { return BAR_WIDE - a * b; }\n"
				 "unsigned long bar_sum(void)\n"
				 "{\n"
				 "\treturn bar_alone + (unsigned)bar_scale(1, 2, BAR_WIDE);\n"
				 "}\n")},
	{FL_LIT("main.c"), FL_LIT("#include \"bar.h\"\n"
				  "int main(void)\n"
				  "{\n"
				  "\tbar_depth = BAR_MAX;\n"
				  "\tswitch (bar_pad(1, 2)) { case BAR_MARK: return BAR_MARK; }\n"
				  "\treturn bar_scale(2, 3, BAR_WIDE) > bar_sum();\n"
				  "}\n")},
};

/* Two sources that have to do with the same members. */
static const struct tg_file span_files[] = {
	{FL_LIT("span.h"), FL_LIT("struct span { int low, high; };\n"
				  "void span_widen(struct span *s, int by);\n"
				  "int span_size(const struct span *s);\n")},
	{FL_LIT("span.c"), FL_LIT("#include \"span.h\"\n"
				  "void span_widen(struct span *s, int by)\n"
				  "{\n"
				  "\ts->high += by;\n"
				  "\ts->low -= by;\n"
				  "\ts->low--;\n"
				  "}\n"
				  "int span_size(const struct span *s)\n"
				  "{\n"
				  "\treturn s->high;\n"
				  "}\n")},
	{FL_LIT("main.c"), FL_LIT("#include \"span.h\"\n"
				  "int main(void)\n"
				  "{\n"
				  "\tstruct span s = {1, 2};\n"
				  "\ts.high = 4;\n"
				  "\tspan_widen(&s, 3);\n"
				  "\tspan_widen(&s, 5);\n"
				  "\treturn s.high - span_size(&s);\n"
				  "}\n")},
};

/* A function with conditions, steps and values, which two functions of another file call. */
static const struct tg_file sides_files[] = {
	{FL_LIT("seat.h"), FL_LIT("int seat_count(int rows, int most);\n")},
	{FL_LIT("seat.c"), FL_LIT("#include \"seat.h\"\n"
				  "int seat_count(int rows, int most)\n"
				  "{\n"
				  "\tint count = 0;\n"
				  "\tif (rows < 0 && most > 1)\n"
				  "\t\treturn -1;\n"
				  "\tcount += rows;\n"
				  "\tfor (int i = 2; i < rows && i < most; i++)\n"
				  "\t\tcount += i * 12;\n"
				  "\treturn count;\n"
				  "}\n")},
	{FL_LIT("main.c"), FL_LIT("#include \"seat.h\"\n"
				  "static int taken(int rows)\n"
				  "{\n"
				  "\tint n = rows;\n"
				  "\tif (rows > 1 && rows < 9)\n"
				  "\t\tn += seat_count(rows, 7);\n"
				  "\tn -= 20;\n"
				  "\treturn n;\n"
				  "}\n"
				  "int main(int argc, char **argv)\n"
				  "{\n"
				  "\t(void)argv;\n"
				  "\treturn taken(argc) + seat_count(argc, 30);\n"
				  "}\n")},
};

/* A function of which most calls pass one constant. */
static const struct tg_file depot_files[] = {
	{FL_LIT("depot.h"), FL_LIT("int depot_take(const char *who, int count, int wait);\n")},
	{FL_LIT("depot.c"), FL_LIT("#include \"depot.h\"\n"
				   "static int left[9];\n"
				   "int depot_take(const char *who, int count, int wait)\n"
				   "{\n"
				   "\tfor (int i = 0; i < count; i++)\n"
				   "\t\tleft[i] += who[wait];\n"
				   "\treturn count - 1;\n"
				   "}\n")},
	{FL_LIT("main.c"), FL_LIT("#include \"depot.h\"\n"
				  "static int ask(int n) { return depot_take(\"a\", n + 1, 0); }\n"
				  "int main(int argc, char **argv)\n"
				  "{\n"
				  "\tdepot_take(\"b\", 5, 0);\n"
				  "\treturn depot_take(argv[0], 4, argc) + ask(argc);\n"
				  "}\n")},
};

/* The same, but a line would be left that has nothing to do: "i < 1". */
static const struct tg_file idle_files[] = {
	{FL_LIT("idle.h"), FL_LIT("int idle_take(int count, int wait);\n")},
	{FL_LIT("idle.c"), FL_LIT("#include \"idle.h\"\n"
				  "static int left[9];\n"
				  "int idle_take(int count, int wait)\n"
				  "{\n"
				  "\tfor (int i = 0; i < wait; i++)\n"
				  "\t\tleft[i] += count;\n"
				  "\treturn count - 1;\n"
				  "}\n")},
	{FL_LIT("main.c"), FL_LIT("#include \"idle.h\"\n"
				  "int main(int argc, char **argv)\n"
				  "{\n"
				  "\tidle_take(5, 1);\n"
				  "\tidle_take(argv[0][0], 1);\n"
				  "\treturn idle_take(4, argc);\n"
				  "}\n")},
};

static const struct tg_file cxx_files[] = {
	{FL_LIT("store.h"), FL_LIT("#include <string>\n"
				   "struct store {\n"
				   "\tbool find(const std::string &name, int &count) const;\n"
				   "\tint next(int);\n"
				   "};\n"
				   "void clear(std::string &text, store &s);\n")},
	{FL_LIT("store.cpp"), FL_LIT("#include \"store.h\"\n"
				     "bool store::find(const std::string &name, int &count) const\n"
				     "{\n"
				     "\tcount = (int)name.size();\n"
				     "\treturn count > 0;\n"
				     "}\n"
				     "int store::next(int n) { return n + 1; }\n"
				     "void clear(std::string &text, store &s)\n"
				     "{\n"
				     "\ttext.clear();\n"
				     "\ts.next(1);\n"
				     "}\n")},
	{FL_LIT("main.cpp"), FL_LIT("#include \"store.h\"\n"
				    "int main()\n"
				    "{\n"
				    "\tstore s;\n"
				    "\tint n = 0;\n"
				    "\treturn s.find(\"a\", n) + n + s.next(n);\n"
				    "}\n")},
};

/* A number and references to numbers: what is given back needs a variable. */
static const struct tg_file scale_files[] = {
	{FL_LIT("scale.h"), FL_LIT("bool take(int grams, int &lacking, int &over);\n")},
	{FL_LIT("scale.cpp"), FL_LIT("#include \"scale.h\"\n"
				     "bool take(int grams, int &lacking, int &over)\n"
				     "{\n"
				     "\tlacking = grams - 5;\n"
				     "\tover = grams + 5;\n"
				     "\treturn lacking > over;\n"
				     "}\n")},
	{FL_LIT("main.cpp"), FL_LIT("#include \"scale.h\"\n"
				    "int main()\n"
				    "{\n"
				    "\tint a, b;\n"
				    "\treturn take(3, a, b) + a + b;\n"
				    "}\n")},
};

static const struct {
	const char *op;
	const struct tg_file *files;
	const char *expected; /* a line a site: "FILE:LINE original>replacement" of each edit */
} rows[] = {
	{"stale-caller", c_files,
		"list.c:4 list_add>list_insert & list.h:6 list_add>list_insert\n"
		"list.c:9 list_sum>list_total & list.h:7 list_sum>list_total\n"},
	{"stale-definition", c_files,
		"list.h:6 list_add>list_insert & main.c:5 list_add>list_insert\n"
		"list.h:7 list_sum>list_total & main.c:6 list_sum>list_total\n"},
	{"changed-parameters", c_files,
		"list.c:4 struct list *l, int value>int value, struct list *l & "
		"list.h:6 struct list *l, int value>int value, struct list *l\n"},
	{"duplicate-definition", c_files,
		"list.c:9 int list_sum(const struct list *l)|{|\treturn list_len(l);|}|> & "
		"list.h:7 int list_sum(const struct list *l);>"
		"int list_sum(const struct list *l)|{|\treturn list_len(l);|}\n"},
	{"extern-slip", shared_files,
		"bar.c:2 int bar_depth = 2>extern int bar_depth\n"
		"bar.c:3 int bar_alone>extern int bar_alone\n"},
	{"header-definition", c_files, "list.h:2 extern >\nlist.h:3 static inline >\n"},
	{"missing-object", c_files, "Makefile:3  -lm>\nMakefile:3  -ldl>\nMakefile:4  list.o>\n"},
	{"lost-extern-c", mixed_files,
		"a.h:1 #ifdef __cplusplus|extern \"C\" {|#endif|> & "
		"a.h:5 #ifdef __cplusplus|}|#endif|>\n"
		"main.cpp:2 extern \"C\" >\n"},
	{"swapped-parameters", shared_files,
		"bar.c:5 int low, int high>int high, int low & "
		"bar.c:12 2, BAR_WIDE>BAR_WIDE, 2 & "
		"bar.h:7 int low, int high>int high, int low\n"},
	{"own-copy", shared_files,
		"bar.h:4 extern int bar_depth>static int bar_depth = 2 & "
		"bar.c:2 int bar_depth = 2;|>\n"},
	{"narrow-interface", shared_files,
		"bar.c:5 double>float & bar.h:7 double>float\n"
		"bar.c:5 double>int & bar.h:7 double>int\n"
		"bar.c:10 unsigned long>unsigned & bar.h:9 unsigned long>unsigned\n"},
	{"stale-constant", shared_files,
		"bar.h:1 40>20 & bar.c:7 BAR_MAX>40\n"
		"bar.h:1 40>20 & main.c:4 BAR_MAX>40\n"
		"bar.h:3 12>24 & bar.c:9 BAR_WIDE>12 & bar.c:12 BAR_WIDE>12\n"
		"bar.h:3 12>24 & main.c:6 BAR_WIDE>12\n"},
	{"same-slip", span_files, "main.c:5 high>low & span.c:10 high>low\n"},
	{"half-followed", sides_files,
		"seat.c:10 count>count - 1 & "
		"main.c:13 seat_count(argc, 30)>seat_count(argc, 30) + 1\n"
		"seat.c:10 count>count - 1 & "
		"main.c:6 seat_count(rows, 7)>seat_count(rows, 7) + 1\n"},
	/* Without the others a variable would be left over: ask's n, main's argv. */
	{"dropped-parameter", depot_files,
		"depot.c:3 , int wait> & depot.c:6 wait>0 & "
		"depot.h:1 , int wait> & main.c:2 , 0> & main.c:5 , 0> & main.c:6 , argc>\n"},
	{"dropped-parameter", idle_files, ""},
	{"swapped-parameters", scale_files,
		"scale.cpp:2 int &lacking, int &over>int &over, int &lacking & "
		"scale.h:1 int &lacking, int &over>int &over, int &lacking\n"},
	{"lost-reference", cxx_files,
		"store.cpp:2 int &count>int count & store.h:3 int &count>int count\n"
		"store.cpp:8 std::string &text>std::string text & "
		"store.h:6 std::string &text>std::string text\n"},
	{"narrow-interface", cxx_files, "store.cpp:7 int>bool & store.h:4 int>bool\n"},
};

struct world {
	struct fl_arena arena;
	struct tg_program program;
	struct tg_file files[FILES];
	struct fl_slice paths[FILES], sources[FILES], libs[2];
};

static void make(struct world *w, const struct tg_file *files, size_t count)
{
	struct tg_program *p = &w->program;
	memset(w, 0, sizeof(*w));
	fl_arena_init(&w->arena, 256 << 20);
	p->language = fl_slice_ends(files[2].path, ".cpp") ? TG_CXX : TG_C;
	p->std = p->language == TG_CXX ? FL_S("c++17") : FL_S("gnu17");
	w->libs[0] = FL_S("-lm");
	w->libs[1] = FL_S("-ldl");
	for (size_t i = 0; i < count; i++) {
		w->files[i] = files[i];
		w->paths[i] = files[i].path;
		if (!fl_slice_ends(files[i].path, ".h"))
			w->sources[p->sources.len++] = files[i].path;
	}
	/* What holds main comes first, as in the line that a person writes. */
	struct fl_slice main_file = w->sources[p->sources.len - 1];
	w->sources[p->sources.len - 1] = w->sources[0];
	w->sources[0] = main_file;
	p->files = (struct fl_list){w->files, count};
	p->sources.items = w->sources;
	p->mutate = (struct fl_list){w->paths, count};
	p->libs = (struct fl_list){w->libs, 2};
}

static unsigned line_at(
	const struct tg_program *p, struct fl_slice path, int64_t offset, struct fl_arena *a)
{
	struct tg_program made;
	assert_int_equal(tg_made_program(p, a, &made, NULL), 0);
	const struct tg_file *f = tg_program_file(&made, path);
	assert_non_null(f);
	return 1 + (unsigned)fl_slice_count(fl_slice_head(f->content, (size_t)offset), '\n');
}

/* Line ends as '|', so that a site is a line. */
static void put_text(struct fl_buf *out, struct fl_slice text)
{
	for (size_t i = 0; i < text.len; i++)
		fl_buf_char(out, text.ptr[i] == '\n' ? '|' : text.ptr[i]);
}

static void put_site(struct fl_buf *out, struct world *w, const struct tg_site *s)
{
	const struct tg_slip one = {.file = s->file,
		.start = s->start,
		.original = s->original,
		.replacement = s->replacement};
	const struct tg_slip *slips = s->slips.len ? s->slips.items : &one;
	for (size_t i = 0; i < (s->slips.len ? s->slips.len : 1); i++) {
		fl_buf_printf(out, "%s%.*s:%u ", i ? " & " : "", FL_ARG(slips[i].file),
			line_at(&w->program, slips[i].file, slips[i].start, &w->arena));
		put_text(out, slips[i].original);
		fl_buf_char(out, '>');
		put_text(out, slips[i].replacement);
	}
	fl_buf_char(out, '\n');
}

static void each_row(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct world w;
		struct fl_list sites;
		struct fl_error err = {0};
		struct fl_buf got;
		make(&w, rows[i].files, 3);
		if (tg_sites_here(&w.program, &w.arena, &sites, &err))
			fail_msg("%s", err.message);
		fl_buf_init(&got, 1 << 20);
		for (size_t k = 0; k < sites.len; k++) {
			const struct tg_site *s = (const struct tg_site *)sites.items + k;
			if (fl_slice_eqs(s->op, rows[i].op))
				put_site(&got, &w, s);
		}
		assert_string_equal(got.data ? got.data : "", rows[i].expected);
		fl_buf_release(&got);
		fl_arena_release(&w.arena);
	}
}

/* A file that may not be changed may hold uses of what is renamed: then nothing is. */
static void all_or_nothing(void **state)
{
	(void)state;
	struct world w;
	struct fl_list sites;
	make(&w, c_files, 3);
	w.program.mutate.len = 2;
	assert_int_equal(tg_sites_here(&w.program, &w.arena, &sites, NULL), 0);
	for (size_t k = 0; k < sites.len; k++) {
		const struct tg_site *s = (const struct tg_site *)sites.items + k;
		for (size_t i = 0; i < s->slips.len; i++)
			assert_true(fl_slice_eq(
				((const struct tg_slip *)s->slips.items)[i].file, s->file));
	}
	fl_arena_release(&w.arena);
}

/* Which slips meet is drawn: near a call that stays, and in the function that is called. */
static void both_sides(void **state)
{
	static const struct {
		const char *op;
		enum tg_nature nature; /* of both; TG_NO_SIDE: they are of two */
	} ops[] = {{"caller-and-callee", TG_NO_SIDE}, {"missing-on-both-sides", TG_OMITTED},
		{"value-on-both-sides", TG_VALUE}, {"condition-on-both-sides", TG_CONDITION}};
	size_t counts[4] = {0};
	struct world w;
	struct fl_list sites;
	(void)state;
	make(&w, sides_files, 3);
	assert_int_equal(tg_sites_here(&w.program, &w.arena, &sites, NULL), 0);
	for (size_t k = 0; k < 4 * sites.len; k++) {
		const struct tg_site *s = (const struct tg_site *)sites.items + k / 4;
		const struct tg_slip *slips = s->slips.items;
		if (!fl_slice_eqs(s->op, ops[k % 4].op))
			continue;
		enum tg_nature a = tg_nature_of(tg_op_find(slips[0].op));
		enum tg_nature b = tg_nature_of(tg_op_find(slips[1].op));
		assert_int_equal(s->slips.len, 2);
		assert_true(fl_slice_eqs(slips[0].file, "main.c"));
		assert_true(fl_slice_eqs(slips[1].file, "seat.c"));
		assert_true(fl_slice_eqs(slips[1].function, "seat_count"));
		assert_true(fl_slice_find(slips[0].original, "seat_count") < 0 ||
			    fl_slice_find(slips[0].replacement, "seat_count") >= 0);
		assert_true(ops[k % 4].nature ? a == b && a == ops[k % 4].nature : a != b);
		counts[k % 4]++;
	}
	for (int i = 0; i < 4; i++) /* three for each of two calls, some of them alike */
		assert_in_range(counts[i], 1, 6);
	fl_arena_release(&w.arena);
}

/* What is gone in both files has to do with one member. */
static void missing_ends(void **state)
{
	(void)state;
	struct world w;
	struct fl_list sites;
	size_t count = 0;
	make(&w, span_files, 3);
	assert_int_equal(tg_sites_here(&w.program, &w.arena, &sites, NULL), 0);
	for (size_t k = 0; k < sites.len; k++) {
		const struct tg_site *s = (const struct tg_site *)sites.items + k;
		const struct tg_slip *slips = s->slips.items;
		if (!fl_slice_eqs(s->op, "missing-ends"))
			continue;
		assert_int_equal(s->slips.len, 2);
		assert_true(fl_slice_eqs(slips[0].file, "main.c"));
		assert_true(fl_slice_eqs(slips[1].file, "span.c"));
		for (int i = 0; i < 2; i++) {
			assert_int_equal(slips[i].replacement.len, 0);
			assert_true(fl_slice_find(slips[i].original, "high") >= 0);
		}
		count++;
	}
	assert_int_equal(count, 1);
	fl_arena_release(&w.arena);
}

static void applied(void **state)
{
	(void)state;
	struct world w;
	struct fl_list changed;
	make(&w, c_files, 3);
	struct tg_slip slips[] = {{FL_LIT("op"), FL_LIT("list.c"), 49, 57, FL_LIT("list_add"),
					  FL_LIT("put"), {0}, TG_RUNS_EACH},
		{FL_LIT("op"), FL_LIT("main.c"), 0, 1, FL_LIT("#"), FL_LIT("# "), {0},
			TG_RUNS_EACH},
		{FL_LIT("op"), FL_LIT("main.c"), 17, 18, FL_LIT("\n"), FL_LIT("\n\n"), {0},
			TG_RUNS_EACH}};
	struct tg_site site = {.file = FL_S("list.c"),
		.start = 49,
		.end = 57,
		.original = FL_S("list_add"),
		.replacement = FL_S("put"),
		.slips = {slips, 3}};
	ptrdiff_t at = fl_slice_find(c_files[1].content, "list_add");
	slips[0].start = site.start = at;
	slips[0].end = site.end = at + 8;
	assert_int_equal(tg_apply_all(&w.program, &site, &w.arena, &changed, NULL), 0);
	assert_int_equal(changed.len, 2);
	const struct tg_file *f = changed.items;
	assert_true(fl_slice_find(f[0].content, "int put(struct list") > 0);
	assert_true(fl_slice_starts(f[1].content, "# include \"list.h\"\n\nint main"));
	slips[2].file = FL_S("none.c");
	assert_int_equal(tg_apply_all(&w.program, &site, &w.arena, &changed, NULL), FL_EINVAL);
	fl_arena_release(&w.arena);
}

/* A program with its build file is read back from the command lines and that file. */
static void made_and_read(void **state)
{
	(void)state;
	const struct tg_file *const sets[] = {c_files, mixed_files};
	for (int i = 0; i < 2; i++) {
		struct world w;
		struct tg_program made, back;
		struct fl_error err = {0};
		struct fl_list argvs[FILES];
		enum tg_build_kind kind;
		make(&w, sets[i], 3);
		w.program.compiler = i ? TG_CLANG : TG_GCC;
		assert_true(tg_is_made(&w.program));
		assert_int_equal(tg_made_program(&w.program, &w.arena, &made, &err), 0);
		assert_false(tg_is_made(&made));
		size_t n = made.sources.len;
		for (size_t k = 0; k < n; k++)
			argvs[k] = tg_build_compile_argv(&made, TG_MADE, k, true, &w.arena);
		argvs[n] = tg_build_link_argv(&made, TG_MADE, &tg_all_changed, &w.arena);
		if (tg_build_read(argvs, n + 1, (enum tg_language)made.language, &w.arena, &back,
			    &kind, &err))
			fail_msg("%s", err.message);
		assert_int_equal(kind, TG_MADE);
		back.files = made.files;
		assert_int_equal(tg_made_read(&back, &w.arena, &err), 0);
		back.mutate = w.program.mutate;
		assert_true(fl_object_eq(&tg_program_shape, &back, &w.program));
		fl_arena_release(&w.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_row),
		cmocka_unit_test(all_or_nothing),
		cmocka_unit_test(both_sides),
		cmocka_unit_test(missing_ends),
		cmocka_unit_test(applied),
		cmocka_unit_test(made_and_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
