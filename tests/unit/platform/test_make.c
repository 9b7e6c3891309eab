/* Makefiles: what the compiler of each source is given, and where that is not known. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/make/make.h"

struct state {
	struct fl_arena a;
	struct plat_project p;
};

static void read_files(struct state *s, const struct plat_tree_file *files, size_t count)
{
	struct plat_tree t;
	struct fl_error err;
	plat_tree_of(&t, files, count);
	fl_arena_init(&s->a, 64 << 20);
	assert_int_equal(plat_make_read(&t, FL_S(""), &s->a, &s->p, &err), 0);
	plat_tree_release(&t);
}

/* The makefile of a directory with a.c, b.c and sub/c.cpp. */
static void read_text(struct state *s, const char *makefile, const char *sub)
{
	const struct plat_tree_file files[] = {
		{FL_LIT("Makefile"), fl_slice_str(makefile)},
		{FL_LIT("a.c"), FL_LIT("")},
		{FL_LIT("b.c"), FL_LIT("")},
		{FL_LIT("sub/c.cpp"), FL_LIT("")},
		{FL_LIT("sub/Makefile"), fl_slice_str(sub)},
	};
	read_files(s, files, sub ? 5 : 4);
}

static const struct plat_target *target(const struct state *s, const char *name)
{
	const struct plat_target *t = s->p.targets.items;
	for (size_t i = 0; i < s->p.targets.len; i++)
		if (fl_slice_eqs(t[i].name, name))
			return &t[i];
	fail_msg("there is no target %s", name);
	return NULL;
}

static void add_words(struct fl_buf *b, const struct fl_list *settings, enum plat_what what)
{
	const struct plat_setting *s = settings->items;
	for (size_t i = 0; i < settings->len; i++) {
		if (s[i].what != what)
			continue;
		if (b->len)
			fl_buf_char(b, ' ');
		fl_buf_slice(b, s[i].value);
		fl_buf_str(b, s[i].unsure ? "?" : "");
	}
}

/* The words of a kind that a target's source has; source "": those of the target alone. */
static void check(const struct state *s, const char *name, const char *source, enum plat_what what,
	const char *expected)
{
	const struct plat_target *t = target(s, name);
	const struct plat_source *sources = t->sources.items;
	bool found = !*source;
	struct fl_buf b;
	fl_buf_init(&b, 1 << 16);
	add_words(&b, &t->settings, what);
	for (size_t i = 0; i < t->sources.len && *source; i++)
		if (fl_slice_eqs(sources[i].path, source)) {
			add_words(&b, &sources[i].settings, what);
			found = true;
		}
	assert_true(found);
	assert_string_equal(b.data, expected);
	fl_buf_release(&b);
}

static void test_program(void **state)
{
	(void)state;
	struct state s;
	read_text(&s,
		"CC = gcc\nCFLAGS = -O2 -std=c11\nCFLAGS += -Wall\nLDLIBS = -lm\n"
		"all: prog\nprog: a.o b.o\n\t$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)\n"
		"b.o: CFLAGS += -DB\nb.o: b.c\n\t$(CC) $(CFLAGS) -c -o $@ $<\n",
		NULL);
	assert_int_equal(s.p.targets.len, 1);
	check(&s, "prog", "a.c", PLAT_FLAG, "-O2 -std=c11 -Wall");
	check(&s, "prog", "b.c", PLAT_FLAG, "-O2 -std=c11 -Wall -DB");
	check(&s, "prog", "", PLAT_LINK, "-lm");
	check(&s, "prog", "", PLAT_COMPILER, "gcc");
	const struct plat_target *t = target(&s, "prog");
	assert_int_equal(t->kind, PLAT_PROGRAM);
	assert_false(t->unsure || t->sources_unsure);
	const struct plat_setting *first = t->settings.items;
	assert_true(fl_slice_eqs(first[1].value, "-O2"));
	assert_int_equal(first[1].at.line, 2);
	assert_true(fl_slice_eqs(first[1].at.file, "Makefile"));
	fl_arena_release(&s.a);
}

/* A condition that nobody can decide: what both branches have is sure. */
static void test_unknown(void **state)
{
	(void)state;
	struct state s;
	read_text(&s,
		"ifeq ($(shell nproc),4)\nCFLAGS = -O2 -g\nelse\nCFLAGS = -O2 -DX\nendif\n"
		"V != date\nCFLAGS += -DV=$(V)\nifeq ($(shell uname -s),Linux)\nCFLAGS += "
		"-DL\nendif\n"
		"a.o:\n",
		NULL);
	check(&s, "a", "a.c", PLAT_FLAG, "-O2 -g? -DX? -DV=? -DL");
	fl_arena_release(&s.a);
}

static void test_packages(void **state)
{
	(void)state;
	struct state s;
	read_text(&s,
		"P := $(shell pkg-config --cflags zlib 'gtk+-3.0 >= 3.2')\n"
		"prog: a.o\n\tcc -o $@ $< `pkg-config --libs zlib` -lm\n"
		"a.o: a.c\n\tcc $(P) -c $<\n",
		NULL);
	check(&s, "prog", "a.c", PLAT_LIBRARY, "zlib gtk+-3.0 zlib");
	check(&s, "prog", "", PLAT_LINK, "-lm");
	fl_arena_release(&s.a);
}

static void test_functions(void **state)
{
	(void)state;
	struct state s;
	read_text(&s,
		"define rule\n$(1): $(1).o\n\t$$(CC) -o $$@ $$^\nendef\n"
		"SRC := $(sort $(wildcard *.c))\nall: $(SRC:.c=)\n"
		"$(foreach f,$(basename $(SRC)),$(eval $(call rule,$(f))))\n"
		"OBJ = $(patsubst %.c,obj/%.o,$(SRC))\n"
		"CFLAGS = $(if $(filter-out a.c,$(SRC)),-DMORE,-DONE) $(word 2,-x -y -z)"
		" $(subst a,b,-Da) $(addprefix -I,$(dir $(SRC))) $(or ,$(notdir x/-q))\n"
		"obj/%.o: %.c\n\t$(CC) $(CFLAGS) -DOBJ -c $< -o $@\n",
		NULL);
	assert_int_equal(s.p.targets.len, 2);
	check(&s, "a", "a.c", PLAT_FLAG, "-DMORE -y -Db -I./ -I./ -q");
	check(&s, "b", "b.c", PLAT_FLAG, "-DMORE -y -Db -I./ -I./ -q");
	fl_arena_release(&s.a);
}

static void test_recursion(void **state)
{
	(void)state;
	struct state s;
	read_text(&s,
		"export MORE = -DE\nCXXFLAGS = -O1\nall:\n"
		"\t@for d in sub none; do if [ -d $$d ]; then $(MAKE) -C $$d STD=c++20; fi; done\n",
		"CXXFLAGS = -std=$(STD) $(MORE)\nlibc.a: c.o\n\tar rcs $@ $^\n");
	check(&s, "libc", "sub/c.cpp", PLAT_FLAG, "-std=c++20 -DE");
	check(&s, "libc", "", PLAT_COMPILER, "g++");
	assert_int_equal(target(&s, "libc")->kind, PLAT_STATIC_LIBRARY);
	fl_arena_release(&s.a);
}

static void test_kernel(void **state)
{
	(void)state;
	struct state s;
	read_text(&s,
		"ifneq ($(KERNELRELEASE),)\nobj-m := m.o\nm-objs := a.o\nm-$(CONFIG_B) += b.o\n"
		"ccflags-y := -I$(src)/inc\nCFLAGS_a.o := -DA\nelse\nall:\n"
		"\t$(MAKE) -C /lib/modules/$(shell uname -r)/build M=$(PWD) modules\nendif\n",
		NULL);
	check(&s, "m", "a.c", PLAT_MODE, "kernel");
	check(&s, "m", "a.c", PLAT_FLAG, "-Iinc -DA");
	const struct plat_target *t = target(&s, "m");
	const struct plat_source *sources = t->sources.items;
	assert_int_equal(t->kind, PLAT_KERNEL_MODULE);
	assert_int_equal(t->sources.len, 2);
	assert_false(sources[0].unsure);
	assert_true(sources[1].unsure);
	fl_arena_release(&s.a);
}

static void test_hostile(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"a = $(b)$(b)$(b)$(b)$(b)$(b)$(b)$(b)\nb = $(c)$(c)$(c)$(c)$(c)$(c)$(c)$(c)\n"
		"c = $(d)$(d)$(d)$(d)$(d)$(d)$(d)$(d)\nd = $(e)$(e)$(e)$(e)$(e)$(e)$(e)$(e)\n"
		"e = $(f)$(f)$(f)$(f)$(f)$(f)$(f)$(f)\nf = $(g)$(g)$(g)$(g)$(g)$(g)$(g)$(g)\n"
		"g = $(h)$(h)$(h)$(h)$(h)$(h)$(h)$(h)\nh = $(i)$(i)$(i)$(i)$(i)$(i)$(i)$(i)\n"
		"i = xxxxxxxxxxxxxxxx\nz := $(a)\nall: $(a)\n",
		"include Makefile\ninclude ../../etc/passwd\n",
		"all:\n\t$(MAKE) all X=$(X)x\n\t$(MAKE) -C . all\n",
		"r = $(call r,$(1))\nx := $(call r,a)\n$(eval $(value x))\n",
		"ifeq (a\nifdef\nelse\nelse\nendif\nendif\nendif\ndefine x\ndefine y\n",
		"x := $($($($($($($(\ny := ${${${\n$(\n:\n::\n: :\n%: %\n=\n+=\n",
		"all: ; for a in 1 2 3 4; do for b in 1 2 3 4; do (((((cc -c a.c\n",
	};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct state s;
		read_text(&s, texts[i], NULL);
		fl_arena_release(&s.a);
	}
}

static void test_none(void **state)
{
	(void)state;
	static const struct plat_tree_file files[] = {{FL_LIT("a.c"), FL_LIT("")}};
	struct plat_tree t;
	struct plat_project p;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	plat_tree_of(&t, files, 1);
	assert_int_equal(plat_make_read(&t, FL_S(""), &a, &p, NULL), FL_ENOTFOUND);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_program),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_packages),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_recursion),
		cmocka_unit_test(test_kernel),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
