/* Summaries of the chains that real compilers print, and diagnostics that come again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "diag/output/dedup.h"
#include "diag/parse.h"
#include "diag/thought/summary.h"

struct loaded {
	struct fl_arena a;
	struct fl_list list;
};

static void load(struct loaded *l, const char *name)
{
	char path[512];
	struct fl_buf text;
	snprintf(path, sizeof(path), "%s/tests/fixtures/diag/%s", getenv("FL_SRC"), name);
	fl_buf_init(&text, 1 << 24);
	fl_arena_init(&l->a, 1 << 28);
	assert_int_equal(fl_buf_read_file(&text, path, NULL), 0);
	assert_int_equal(diag_parse(fl_buf_view(&text), DIAG_FROM_AUTO, &l->a, &l->list, NULL), 0);
	fl_buf_release(&text);
}

static struct diag_diagnostic *at(struct loaded *l, size_t i)
{
	return (struct diag_diagnostic *)l->list.items + i;
}

/* "kind@file:line" of each step, without directories. */
static void steps(const struct diag_diagnostic *d, struct fl_buf *out)
{
	const struct diag_note *n = d->notes.items;
	fl_buf_init(out, 1 << 16);
	for (size_t i = 0; i < d->notes.len; i++) {
		if (n[i].kind != DIAG_NOTE_TEMPLATE && n[i].kind != DIAG_NOTE_INCLUDE &&
			n[i].kind != DIAG_NOTE_MACRO)
			continue;
		struct fl_slice file = n[i].file;
		file = fl_slice_skip(file, (size_t)(fl_slice_rchr(file, '/') + 1));
		fl_buf_printf(out, "%s@%.*s:%d ", diag_note_kind_names.words[n[i].kind],
			FL_ARG(file), (int)n[i].line);
	}
}

struct expected {
	const char *fixture;
	size_t index;
	int64_t omitted;
	const char *steps;
};

static const struct expected expectations[] = {
	{"chain/g++-12.text", 0, 0,
		"include@inner.h:2 include@middle.h:2 include@outer.h:2 include@chain.cpp:1 "},
	{"chain/g++-12.text", 2, 3,
		"include@stl_tree.h:65 include@set:60 include@leaf.h:2 "
		"template@stl_function.h:0 template@leaf.h:13 template@chain.cpp:6 "
		"include@stl_algobase.h:64 include@stl_tree.h:63 include@stl_algobase.h:67 "},
	{"chain/clang++-19.text", 2, 4,
		"include@chain.cpp:1 include@leaf.h:2 include@stl_tree.h:65 "
		"template@stl_tree.h:2533 template@stl_set.h:795 template@leaf.h:13 "
		"template@leaf.h:8 template@chain.cpp:6 "},
	{"chain/clang++-19.text", 3, 6,
		"include@chain.cpp:1 include@leaf.h:2 include@set:60 "
		"template@stl_tree.h:1951 template@leaf.h:13 template@chain.cpp:6 "},
};

static void test_summary(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		const struct expected *e = &expectations[i];
		struct loaded l;
		struct fl_buf got;
		load(&l, e->fixture);
		assert_true(l.list.len > e->index);
		struct diag_diagnostic *d = at(&l, e->index);
		assert_int_equal(diag_summarise(d, DIAG_NOTES_SUMMARY, &l.a, NULL), 0);
		steps(d, &got);
		assert_string_equal(got.data, e->steps);
		assert_int_equal(d->omitted, e->omitted);
		fl_buf_release(&got);
		fl_arena_release(&l.a);
	}
}

/* The lines of the candidates that stay, and of what explains them. */
static void assert_candidates(const char *text, int64_t omitted, const char *lines)
{
	struct fl_arena a;
	struct fl_list list;
	struct fl_buf got;
	fl_arena_init(&a, 1 << 24);
	fl_buf_init(&got, 1 << 10);
	assert_int_equal(diag_parse(fl_slice_str(text), DIAG_FROM_AUTO, &a, &list, NULL), 0);
	assert_int_equal(list.len, 1);
	struct diag_diagnostic *d = list.items;
	assert_int_equal(diag_summarise(d, DIAG_NOTES_SUMMARY, &a, NULL), 0);
	const struct diag_note *n = d->notes.items;
	for (size_t i = 0; i < d->notes.len; i++)
		fl_buf_printf(&got, "%d<%d ", (int)n[i].line, (int)n[i].parent);
	assert_string_equal(got.data, lines);
	assert_int_equal(d->omitted, omitted);
	fl_buf_release(&got);
	fl_arena_release(&a);
}

#define CANDIDATE(file, line) file ":" line ":6: note: candidate: 'void f(int)'\n"
#define DETAIL(file, line) file ":" line ":8: note:   no known conversion for argument 1\n"
#define EXPECTS(file, line) file ":" line ":8: note:   candidate expects 2 arguments\n"
#define ERROR "a.cc:90:1: error: no matching function for call to 'f(S)'\n"
#define STD "/usr/include/x.h"

static void test_candidates(void **state)
{
	(void)state;
	/* Five, with two that go on about them: all stay. */
	assert_candidates(ERROR CANDIDATE(STD, "1") EXPECTS(STD, "11") CANDIDATE(STD, "2")
				  CANDIDATE(STD, "3") CANDIDATE(STD, "4") CANDIDATE(STD, "5")
					  DETAIL(STD, "15"),
		0, "1<-1 11<0 2<-1 3<-1 4<-1 5<-1 15<5 ");
	/* The user's two stay, and the first three of the others, with what explains them. */
	assert_candidates(ERROR CANDIDATE(STD, "1") DETAIL(STD, "11") CANDIDATE(STD, "2") CANDIDATE(
				  "a.cc", "3") EXPECTS("a.cc", "13") CANDIDATE(STD, "4")
				  CANDIDATE(STD, "5") DETAIL(STD, "15") CANDIDATE("b.h", "6"),
		2, "1<-1 11<0 2<-1 3<-1 13<3 4<-1 6<-1 ");
	/* More of the user's than five. */
	assert_candidates(ERROR CANDIDATE("a.cc", "1") CANDIDATE(STD, "2") CANDIDATE("a.cc", "3")
				  CANDIDATE("a.cc", "4") CANDIDATE("a.cc", "5") CANDIDATE(
					  "a.cc", "6") CANDIDATE("a.cc", "7") DETAIL("a.cc", "17"),
		3, "1<-1 3<-1 4<-1 5<-1 6<-1 ");
}

/* Whatever goes, the message of each note's parent is what it was, or it has an ancestor's. */
static void test_parents(void **state)
{
	(void)state;
	for (int64_t most = 0; most < 24; most++) {
		struct loaded l, whole;
		load(&l, "chain/g++-12.text");
		load(&whole, "chain/g++-12.text");
		struct diag_diagnostic *d = at(&l, 2), *all = at(&whole, 2);
		size_t summary = all->notes.len - 3;
		assert_true(summary > 15);
		assert_int_equal(diag_summarise(d, most, &l.a, NULL), 0);
		assert_int_equal(d->notes.len, (size_t)most < summary ? (size_t)most : summary);
		assert_int_equal(d->notes.len + (size_t)d->omitted, all->notes.len);
		const struct diag_note *n = d->notes.items;
		for (size_t i = 0; i < d->notes.len; i++) {
			assert_true(n[i].parent < (int64_t)i || n[i].kind == DIAG_NOTE_INCLUDE);
			if (fl_slice_starts(n[i].message, "template argument deduction"))
				assert_int_equal(n[n[i].parent].kind, DIAG_NOTE_CANDIDATE);
		}
		fl_arena_release(&l.a);
		fl_arena_release(&whole.a);
	}
}

static void test_fixits(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	struct diag_note notes[7];
	for (int i = 0; i < 7; i++)
		notes[i] = (struct diag_note){.kind = i < 6 ? DIAG_NOTE_MACRO : DIAG_NOTE_NOTE,
			.parent = i < 6 ? -1 : 1,
			.file = FL_LIT("a.c"),
			.line = i + 1};
	struct diag_fixit fixits[3] = {{.note = 2}, {.note = 6}, {.note = -1}};
	struct diag_diagnostic d = {
		.notes = {notes, 7}, .fixits = {fixits, 3}, .tool = FL_LIT("gcc")};
	assert_int_equal(diag_summarise(&d, DIAG_NOTES_FULL, &a, NULL), 0);
	assert_int_equal(d.notes.len, 7);
	assert_int_equal(diag_summarise(&d, DIAG_NOTES_SUMMARY, &a, NULL), 0);
	/* 0, 1 and 5 stay of the chain: the first one in the user's own code is the turn */
	assert_int_equal(d.notes.len, 4);
	assert_int_equal(d.fixits.len, 2);
	assert_int_equal(d.omitted, 4);
	const struct diag_fixit *f = d.fixits.items;
	const struct diag_note *n = d.notes.items;
	assert_int_equal(f[0].note, 3);
	assert_int_equal(f[1].note, -1);
	assert_int_equal(n[3].parent, 1);
	assert_int_equal(notes[6].parent, 1); /* the caller's own are not touched */
	fl_arena_release(&a);
}

static void test_dedup(void **state)
{
	(void)state;
	struct loaded x, y, z;
	struct diag_dedup *set;
	load(&x, "chain/g++-12.text");
	load(&y, "chain/g++-12.text");
	load(&z, "chain/clang++-19.text");
	assert_int_equal(diag_dedup_new(&set, NULL), 0);
	for (size_t i = 0; i < x.list.len; i++) {
		assert_null(diag_dedup_find(set, at(&x, i)));
		assert_int_equal(diag_dedup_add(set, at(&x, i), NULL), 0);
	}
	for (size_t i = 0; i < y.list.len; i++) {
		struct diag_note *notes = at(&y, i)->notes.items;
		for (size_t k = 0; k < at(&y, i)->notes.len; k++)
			if (notes[k].kind == DIAG_NOTE_INCLUDE)
				notes[k].file = FL_S("another.cpp");
		assert_ptr_equal(diag_dedup_find(set, at(&y, i)), at(&x, i));
		at(&y, i)->col++;
		assert_null(diag_dedup_find(set, at(&y, i)));
		at(&y, i)->col--;
	}
	struct diag_note *notes = at(&y, 2)->notes.items;
	notes[at(&y, 2)->notes.len - 1].line++;
	assert_null(diag_dedup_find(set, at(&y, 2)));
	for (size_t i = 0; i < z.list.len; i++)
		assert_null(diag_dedup_find(set, at(&z, i)));
	diag_dedup_free(set);
	fl_arena_release(&x.a);
	fl_arena_release(&y.a);
	fl_arena_release(&z.a);
}

/* Many, so that the set grows. */
static void test_many(void **state)
{
	(void)state;
	enum { COUNT = 5000 };
	struct diag_dedup *set;
	struct diag_diagnostic *d = calloc(COUNT, sizeof(*d));
	assert_non_null(d);
	assert_int_equal(diag_dedup_new(&set, NULL), 0);
	for (int i = 0; i < COUNT; i++) {
		d[i].line = i + 1;
		assert_null(diag_dedup_find(set, &d[i]));
		assert_int_equal(diag_dedup_add(set, &d[i], NULL), 0);
	}
	for (int i = 0; i < COUNT; i++)
		assert_ptr_equal(diag_dedup_find(set, &d[i]), &d[i]);
	assert_false(diag_dedup_gone(set, &d[0]));
	assert_int_equal(diag_dedup_let_go(set, NULL), 0);
	for (int i = 0; i < COUNT; i++) {
		assert_null(diag_dedup_find(set, &d[i]));
		assert_true(diag_dedup_gone(set, &d[i]));
		d[i].level++; /* what it says differs, where it says it does not */
		assert_false(diag_dedup_gone(set, &d[i]));
	}
	diag_dedup_free(set);
	free(d);
}

/* Gone are remembered without the include chain, by their notes, and the oldest not for ever. */
static void test_gone(void **state)
{
	(void)state;
	struct loaded x;
	struct diag_dedup *set;
	struct diag_diagnostic *d = calloc(DIAG_DEDUP_GONE_MIN, sizeof(*d));
	assert_non_null(d);
	load(&x, "chain/g++-12.text");
	assert_int_equal(diag_dedup_new(&set, NULL), 0);
	for (size_t i = 0; i < x.list.len; i++)
		assert_int_equal(diag_dedup_add(set, at(&x, i), NULL), 0);
	assert_int_equal(diag_dedup_let_go(set, NULL), 0);
	for (size_t i = 0; i < x.list.len; i++) {
		struct diag_note *notes = at(&x, i)->notes.items;
		for (size_t k = 0; k < at(&x, i)->notes.len; k++)
			if (notes[k].kind == DIAG_NOTE_INCLUDE)
				notes[k].file = FL_S("another.cpp");
		assert_true(diag_dedup_gone(set, at(&x, i)));
	}
	struct diag_note *notes = at(&x, 2)->notes.items;
	notes[at(&x, 2)->notes.len - 1].line++;
	assert_false(diag_dedup_gone(set, at(&x, 2)));
	for (int round = 1; round <= 2; round++) {
		for (int i = 0; i < DIAG_DEDUP_GONE_MIN; i++) {
			d[i].line = round * 10000000 + i;
			assert_int_equal(diag_dedup_add(set, &d[i], NULL), 0);
		}
		assert_int_equal(diag_dedup_let_go(set, NULL), 0);
		assert_true(diag_dedup_gone(set, &d[0]));
		assert_int_equal(diag_dedup_gone(set, at(&x, 0)), round == 1);
	}
	diag_dedup_free(set);
	free(d);
	fl_arena_release(&x.a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_candidates),
		cmocka_unit_test(test_parents),
		cmocka_unit_test(test_fixits),
		cmocka_unit_test(test_dedup),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_gone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
