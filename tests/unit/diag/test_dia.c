/* Serialized diagnostics of real compilers: whole, in chunks, cut anywhere, with any bit flipped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "diag/parse.h"
#include "tests/support/sanitized.h"

enum { OUTPUT_MAX = 64 << 20 };

/* Every bit is flipped, or, where each costs several times as much, two or three of each byte. */
enum { FLIPPED = SANITIZED ? 3 : 1 };

static const char damaged[] = "serialized diagnostics are damaged at byte ";

struct found {
	struct fl_buf text; /* JSON lines without the damage */
	struct fl_buf damage; /* what is said of it */
	size_t count, damages;
};

static int to_found(void *ctx, const struct diag_diagnostic *d)
{
	struct found *f = ctx;
	if (fl_slice_starts(d->message, damaged)) {
		assert_int_equal(d->level, DIAG_FATAL);
		f->damages++;
		fl_buf_slice(&f->damage, d->message);
		return 0;
	}
	f->count++;
	fl_json_object(&f->text, &diag_diagnostic_shape, d);
	fl_buf_char(&f->text, '\n');
	return 0;
}

static int no_rest(void *ctx, struct fl_slice line)
{
	(void)ctx;
	fail_msg("rest: %.*s", FL_ARG(line));
	return 0;
}

static struct diag_parser *parser(struct found *f, enum diag_from from)
{
	struct diag_sink sink = {.diagnostic = to_found, .rest = no_rest, .ctx = f};
	struct diag_parser *p;
	*f = (struct found){0};
	fl_buf_init(&f->text, OUTPUT_MAX);
	fl_buf_init(&f->damage, OUTPUT_MAX);
	assert_int_equal(diag_parser_new(from, &sink, &p, NULL), 0);
	return p;
}

/* Feed in chunks of at most `chunk` bytes (0: at once). */
static void read_dia(struct fl_slice bytes, size_t chunk, enum diag_from from, struct found *f)
{
	struct diag_parser *p = parser(f, from);
	while (bytes.len) {
		size_t n = chunk ? chunk : bytes.len;
		assert_int_equal(diag_parser_feed(p, fl_slice_head(bytes, n), NULL), 0);
		bytes = fl_slice_skip(bytes, n);
	}
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	diag_parser_free(p);
}

static void release(struct found *f)
{
	fl_buf_release(&f->text);
	fl_buf_release(&f->damage);
}

static void load(const char *name, struct fl_buf *out)
{
	char path[4096];
	const char *src = getenv("FL_SRC");
	fl_buf_init(out, OUTPUT_MAX);
	snprintf(path, sizeof(path), "%s/tests/fixtures/diag/out/%s", src ? src : ".", name);
	assert_int_equal(fl_buf_read_file(out, path, NULL), 0);
}

static struct diag_diagnostic *parse(struct fl_arena *a, const char *name, size_t count)
{
	struct fl_buf bytes;
	struct fl_list list;
	load(name, &bytes);
	fl_arena_init(a, OUTPUT_MAX);
	assert_int_equal(diag_parse(fl_buf_view(&bytes), DIAG_FROM_DIA, a, &list, NULL), 0);
	assert_int_equal(list.len, count);
	fl_buf_release(&bytes);
	return list.items;
}

#define assert_slice(s, text)                                            \
	do {                                                             \
		if (!fl_slice_eqs(s, text))                              \
			fail_msg("'%.*s' is not '%s'", FL_ARG(s), text); \
	} while (0)

static void test_chunks(void **state)
{
	(void)state;
	char path[4096];
	glob_t g;
	size_t total = 0;
	const char *src = getenv("FL_SRC");
	snprintf(path, sizeof(path), "%s/tests/fixtures/diag/out/*/*.dia", src ? src : ".");
	assert_int_equal(glob(path, 0, NULL, &g), 0);
	for (size_t i = 0; i < g.gl_pathc; i++) {
		struct fl_buf bytes;
		struct found whole, bytewise, odd;
		fl_buf_init(&bytes, OUTPUT_MAX);
		assert_int_equal(fl_buf_read_file(&bytes, g.gl_pathv[i], NULL), 0);
		read_dia(fl_buf_view(&bytes), 0, DIAG_FROM_AUTO, &whole);
		read_dia(fl_buf_view(&bytes), 1, DIAG_FROM_AUTO, &bytewise);
		read_dia(fl_buf_view(&bytes), 37, DIAG_FROM_DIA, &odd);
		assert_int_equal(whole.damages, 0);
		assert_string_equal(whole.text.data, bytewise.text.data);
		assert_string_equal(whole.text.data, odd.text.data);
		total += whole.count;
		release(&whole);
		release(&bytewise);
		release(&odd);
		fl_buf_release(&bytes);
	}
	globfree(&g);
	assert_true(total > 200);
}

static void test_content(void **state)
{
	(void)state;
	struct fl_arena a;
	struct diag_diagnostic *d = parse(&a, "macro/clang-19.dia", 2);
	const struct diag_note *n = d[0].notes.items;
	const struct diag_fixit *f = d[0].fixits.items;
	assert_slice(d[0].file, "macro.c");
	assert_int_equal(d[0].line, 11);
	assert_int_equal(d[0].col, 27);
	assert_int_equal(d[0].end_col, 30);
	assert_slice(d[0].col_unit, "byte");
	assert_slice(d[0].tool, "clang");
	assert_slice(d[0].message, "no member named 'kay' in 'struct node'; did you mean 'key'?");
	assert_int_equal(d[0].notes.len, 3);
	assert_int_equal(n[0].kind, DIAG_NOTE_MACRO);
	assert_slice(n[0].message, "expanded from macro 'CHECKED_FIELD'");
	assert_int_equal(n[2].kind, DIAG_NOTE_NOTE);
	assert_int_equal(d[0].fixits.len, 1);
	assert_slice(f[0].text, "key");
	assert_int_equal(f[0].col, 27);
	assert_int_equal(f[0].end_col, 30);
	fl_arena_release(&a);
	d = parse(&a, "unused/clang-14.dia", 9);
	assert_int_equal(d[0].level, DIAG_WARNING);
	assert_slice(d[0].code, "-Wunused-variable");
	fl_arena_release(&a);
}

/* What stands before the diagnostic is an include, with the words that the text has for it. */
static void test_includes(void **state)
{
	(void)state;
	struct fl_arena a;
	struct diag_diagnostic *d = parse(&a, "include_chain/clang-16.dia", 5);
	const struct diag_note *n = d[0].notes.items;
	assert_int_equal(d[0].notes.len, 2);
	assert_int_equal(n[1].kind, DIAG_NOTE_INCLUDE);
	assert_slice(n[1].file, "./level1.h");
	assert_int_equal(n[1].line, 3);
	assert_slice(n[1].message, "in file included from here");
	fl_arena_release(&a);
}

/* What comes out of a cut file is the beginning of what comes out of the whole one. */
static void test_cut(void **state)
{
	(void)state;
	struct fl_buf bytes;
	struct found whole, f;
	size_t silent = 0;
	load("include_chain/clang-14.dia", &bytes);
	read_dia(fl_buf_view(&bytes), 0, DIAG_FROM_DIA, &whole);
	for (size_t n = 0; n < bytes.len; n++) {
		read_dia(fl_slice_head(fl_buf_view(&bytes), n), 0, DIAG_FROM_DIA, &f);
		silent += !f.damages;
		assert_true(f.damages <= 1 && f.count <= whole.count);
		assert_true(f.damages || f.count < whole.count);
		/* Equal lines, and then at most one: what the cut left of a diagnostic. */
		size_t lines = f.text.len;
		while (lines && memcmp(f.text.data, whole.text.data, lines) != 0)
			lines = lines < 2 ? 0
					  : (size_t)(fl_slice_rchr(fl_slice(f.text.data, lines - 1),
							     '\n') +
						     1);
		assert_true(fl_slice_chr(fl_slice_skip(fl_buf_view(&f.text), lines), '\n') ==
			    (ptrdiff_t)(f.text.len - lines) - 1);
		release(&f);
	}
	/* Between two blocks nothing tells that more should come. */
	assert_int_equal(silent, whole.count);
	release(&whole);
	fl_buf_release(&bytes);
}

static void test_flips(void **state)
{
	(void)state;
	struct fl_buf bytes;
	struct found whole, f, again;
	size_t told = 0, kept = 0, flips = 0;
	load("macro/clang-19.dia", &bytes);
	read_dia(fl_buf_view(&bytes), 0, DIAG_FROM_DIA, &whole);
	for (size_t bit = 0; bit < bytes.len * 8; bit += FLIPPED, flips++) {
		bytes.data[bit / 8] ^= (char)(1 << bit % 8);
		read_dia(fl_buf_view(&bytes), 0, DIAG_FROM_DIA, &f);
		read_dia(fl_buf_view(&bytes), 5, DIAG_FROM_DIA, &again);
		assert_string_equal(f.text.data, again.text.data);
		assert_string_equal(f.damage.data, again.damage.data);
		assert_true(f.damages <= 1);
		told += f.damages;
		kept += f.count > 0;
		release(&f);
		release(&again);
		bytes.data[bit / 8] ^= (char)(1 << bit % 8);
	}
	print_message("%zu flips: %zu told, %zu with diagnostics left\n", flips, told, kept);
	assert_true(told > flips / 8 && kept > flips / 2);
	release(&whole);
	fl_buf_release(&bytes);
}

/* Streams may follow each other; each defines its own names and abbreviations. */
static void test_streams(void **state)
{
	(void)state;
	struct fl_buf a, b;
	struct found first, second, f;
	load("macro/clang-19.dia", &a);
	load("include_chain/clang-14.dia", &b);
	read_dia(fl_buf_view(&a), 0, DIAG_FROM_AUTO, &first);
	read_dia(fl_buf_view(&b), 0, DIAG_FROM_AUTO, &second);
	fl_buf_slice(&a, fl_buf_view(&b));
	read_dia(fl_buf_view(&a), 100, DIAG_FROM_AUTO, &f);
	fl_buf_slice(&first.text, fl_buf_view(&second.text));
	assert_int_equal(f.damages, 0);
	assert_string_equal(f.text.data, first.text.data);
	release(&first);
	release(&second);
	release(&f);
	fl_buf_release(&a);
	fl_buf_release(&b);
}

/* Inputs of all kinds after each other; the magic number counts at their start only. */
static void test_inputs(void **state)
{
	(void)state;
	struct fl_buf dia;
	struct found f;
	struct diag_parser *p = parser(&f, DIAG_FROM_AUTO);
	load("macro/clang-19.dia", &dia);
	assert_int_equal(diag_parser_feed(p, FL_S("DI"), NULL), 0);
	assert_int_equal(diag_parser_feed(p, FL_S("AL.c:1:2: error: no"), NULL), 0);
	assert_int_equal(diag_parser_next(p, NULL), 0);
	assert_int_equal(f.count, 1);
	assert_non_null(strstr(f.text.data, "\"file\":\"DIAL.c\",\"line\":1,\"col\":2"));
	assert_int_equal(diag_parser_feed(p, fl_buf_view(&dia), NULL), 0);
	assert_int_equal(diag_parser_next(p, NULL), 0);
	assert_int_equal(f.count, 3);
	assert_int_equal(diag_parser_feed(p, fl_slice_head(fl_buf_view(&dia), 50), NULL), 0);
	assert_int_equal(diag_parser_next(p, NULL), 0);
	assert_int_equal(f.damages, 1);
	assert_int_equal(diag_parser_feed(p, FL_S("a.c:1:2: error: no\n"), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	assert_int_equal(f.count, 4);
	diag_parser_free(p);
	release(&f);
	fl_buf_release(&dia);
}

static void test_not_dia(void **state)
{
	(void)state;
	static const struct {
		struct fl_slice bytes;
		const char *damage;
	} cases[] = {
		{FL_LIT(""), "0: the bytes end"},
		{FL_LIT("DIA"), "3: the bytes end"},
		{FL_LIT("DIAG"), "4: the bytes end"},
		{FL_LIT("a.c:1:2: error: no\n"), "0: the magic number is missing"},
		{FL_LIT("DIAGNOSTICS, they said"), "4: no block starts here"},
		{FL_LIT("DIAGDIAGDIAG\0\0\0\0"), "12: no block starts here"},
		/* a block of 4 GiB */
		{FL_LIT("DIAG\x21\x0c\0\0\xff\xff\xff\x3f\0\0\0\0"),
			"16: a block has another length than it says"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct found f;
		read_dia(cases[i].bytes, 0, DIAG_FROM_DIA, &f);
		assert_int_equal(f.count, 0);
		assert_int_equal(f.damages, 1);
		if (!strstr(f.damage.data, cases[i].damage))
			fail_msg("%zu: %s", i, f.damage.data);
		release(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chunks),
		cmocka_unit_test(test_content),
		cmocka_unit_test(test_includes),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_flips),
		cmocka_unit_test(test_streams),
		cmocka_unit_test(test_inputs),
		cmocka_unit_test(test_not_dia),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
