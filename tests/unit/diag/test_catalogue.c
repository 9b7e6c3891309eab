/* Localised gcc: catalogues of our own making, damaged ones, and lines with and without them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <time.h>

#include "diag/language/catalogue.h"
#include "diag/language/mo.h"
#include "diag/parse.h"

struct pair {
	struct fl_slice english, text;
};

#define PAIR(a, b)                   \
	{                            \
		FL_LIT(a), FL_LIT(b) \
	}
/* In the order of their English, as a catalogue has them. */
static const struct pair german[] = {
	PAIR("%qD is no %s of %d", "%3$d hat kein %2$s %1$qD"),
	PAIR("%s: some warnings count as errors", "%s: Einige Warnungen gelten als Fehler"),
	PAIR("'", "\xc2\xab"),
	PAIR("<lambda>", "<Anonym>"),
	PAIR("In function %qs", "In Funktion %qs"),
	PAIR("`", "\xc2\xbb"),
	PAIR("aka", "alias"),
	PAIR("candidate:", "Kandidat:"),
	PAIR("function member", "Funktionsglied"),
	PAIR("one %d sheep\0many %d sheep", "%d Wiederkauer"),
	PAIR("one %d thing\0many %d things", "%d einzelnes Ding\0%d einzelne Dinge"),
	PAIR("stray %<%s%> in program", "verirrtes %<%s%> im Programm"),
	PAIR("with", "mit"),
};
enum { PAIRS = sizeof(german) / sizeof(german[0]) };

static void put(struct fl_buf *b, uint32_t n, bool swapped)
{
	n = swapped ? __builtin_bswap32(n) : n;
	fl_buf_add(b, &n, sizeof(n));
}

/* A .mo file of the pairs. */
static void make_of(struct fl_buf *b, const struct pair *pairs, uint32_t count, bool swapped)
{
	uint32_t at = 20 + count * 16;
	fl_buf_init(b, 1 << 20);
	put(b, 0x950412de, swapped);
	put(b, 0, swapped);
	put(b, count, swapped);
	put(b, 20, swapped);
	put(b, 20 + count * 8, swapped);
	for (int side = 0; side < 2; side++)
		for (size_t i = 0; i < count; i++) {
			struct fl_slice s = side ? pairs[i].text : pairs[i].english;
			put(b, (uint32_t)s.len, swapped);
			put(b, at, swapped);
			at += (uint32_t)s.len + 1;
		}
	for (int side = 0; side < 2; side++)
		for (size_t i = 0; i < count; i++) {
			fl_buf_slice(b, side ? pairs[i].text : pairs[i].english);
			fl_buf_char(b, '\0');
		}
	assert_int_equal(b->failed, 0);
}

static void make(struct fl_buf *b, bool swapped)
{
	make_of(b, german, PAIRS, swapped);
}

static struct diag_catalogue *catalogue(bool swapped)
{
	struct diag_catalogue *c;
	struct fl_buf mo;
	make(&mo, swapped);
	assert_int_equal(diag_catalogue_new(&c, NULL), 0);
	assert_int_equal(diag_catalogue_add(c, fl_buf_view(&mo), NULL), 0);
	fl_buf_release(&mo); /* it was copied */
	return c;
}

static void english(const struct diag_catalogue *c, const char *text, bool fits, const char *want)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	assert_int_equal(diag_catalogue_english(c, fl_slice_str(text), &out), fits);
	assert_string_equal(out.data, want);
	fl_buf_release(&out);
}

static void test_messages(void **state)
{
	(void)state;
	for (int swapped = 0; swapped < 2; swapped++) {
		struct diag_catalogue *c = catalogue(swapped);
		english(c, "verirrtes »@« im Programm", true, "stray ‘@’ in program");
		english(c, "7 hat kein Funktionsglied »f«", true, "‘f’ is no function member of 7");
		english(c, "7 hat kein x »A« {alias »B [mit T = int]«}", true,
			"‘A’ {aka ‘B [with T = int]’} is no x of 7");
		english(c, "sieben hat kein x »f«", false, "sieben hat kein x ‘f’");
		english(c, "7 hat kein x f", false, "7 hat kein x f");
		english(c, "1 einzelnes Ding", true, "one 1 thing");
		english(c, "12 einzelne Dinge", true, "many 12 things");
		english(c, "1 Wiederkauer", true, "one 1 sheep");
		english(c, "2 Wiederkauer", true, "many 2 sheep");
		english(c, "Kandidat: »f(<Anonym>)«", true, "candidate: ‘f(<lambda>)’");
		english(c, "expected »;« here", false, "expected ‘;’ here");
		english(c, "", false, "");
		diag_catalogue_free(c);
	}
	diag_catalogue_free(NULL);
}

/* Formats that fit nearly, in many ways, a long message: the search is given up, and soon. */
static void test_costly(void **state)
{
	(void)state;
	enum { COUNT = 300, LENGTH = 60000 };
	static struct pair pairs[COUNT];
	struct fl_arena a;
	struct fl_buf mo, message, out;
	struct diag_catalogue *c;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&out, 1 << 20);
	fl_buf_init(&message, 1 << 20);
	for (size_t i = 0; i < COUNT; i++) {
		pairs[i].english = fl_arena_printf(&a, "%zu %%s%%s%%s%%s", i);
		pairs[i].text = fl_arena_printf(&a, "%%sabcdefgh%%sa%%s%%sz%zu", i);
	}
	make_of(&mo, pairs, COUNT, false);
	assert_int_equal(diag_catalogue_new(&c, NULL), 0);
	assert_int_equal(diag_catalogue_add(c, fl_buf_view(&mo), NULL), 0);
	english(c, "1abcdefgh2a3z7", true, "7 123");
	fl_buf_str(&message, "abcdefgh");
	fl_buf_fill(&message, 'a', LENGTH);
	clock_t start = clock();
	assert_false(diag_catalogue_english(c, fl_buf_view(&message), &out));
	assert_true((clock() - start) / CLOCKS_PER_SEC < 5);
	assert_string_equal(out.data, message.data);
	diag_catalogue_free(c);
	fl_buf_release(&out);
	fl_buf_release(&message);
	fl_buf_release(&mo);
	fl_arena_release(&a);
}

/* Every cut, and every byte set to another value: an error, or messages, but never a crash. */
static void test_damaged(void **state)
{
	(void)state;
	struct fl_buf mo, out;
	struct fl_error err;
	make(&mo, false);
	fl_buf_init(&out, 1 << 20);
	for (size_t i = 0; i < 2 * mo.len; i++) {
		struct diag_catalogue *c;
		struct fl_slice bytes = fl_buf_view(&mo);
		char was = mo.data[i % mo.len];
		if (i < mo.len)
			bytes.len = i;
		else
			mo.data[i - mo.len] = (char)(was ^ 0xff);
		assert_int_equal(diag_catalogue_new(&c, NULL), 0);
		int rc = diag_catalogue_add(c, bytes, &err);
		assert_true(rc == 0 || rc == FL_EPARSE);
		if (i < 20)
			assert_int_equal(rc, FL_EPARSE);
		diag_catalogue_english(c, FL_S("verirrtes »@« im Programm"), &out);
		diag_catalogue_free(c);
		mo.data[i % mo.len] = was;
	}
	fl_buf_release(&out);
	fl_buf_release(&mo);
}

static int to_lines(void *ctx, const struct diag_diagnostic *d)
{
	const struct diag_note *n = d->notes.items;
	fl_buf_printf(ctx, "%.*s:%d: %s: %.*s [%.*s]\n", FL_ARG(d->file), (int)d->line,
		diag_level_names.words[d->level], FL_ARG(d->message), FL_ARG(d->code));
	for (size_t i = 0; i < d->notes.len; i++)
		fl_buf_printf(ctx, "  %s %d: %.*s\n", diag_note_kind_names.words[n[i].kind],
			(int)n[i].line, FL_ARG(n[i].message));
	return 0;
}

static const struct diag_catalogue *find(void *ctx, const char *language)
{
	assert_string_equal(language, "de");
	return ctx;
}

static void lines(const struct diag_catalogue *c, const char *text, const char *want)
{
	struct fl_buf out;
	struct diag_parser *p;
	fl_buf_init(&out, 1 << 20);
	struct diag_sink sink = {.diagnostic = to_lines, .ctx = &out};
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	union {
		const struct diag_catalogue *given;
		void *ctx;
	} catalogues = {.given = c};
	if (c)
		diag_parser_catalogues(p, find, catalogues.ctx);
	assert_int_equal(diag_parser_feed(p, fl_slice_str(text), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	assert_string_equal(out.data, want);
	diag_parser_free(p);
	fl_buf_release(&out);
}

static void test_lines(void **state)
{
	(void)state;
	static const char text[] =
		"In Datei, eingebunden von b.h:3,\n"
		"                 von a.c:1:\n"
		"a.c: In Funktion »f«:\n"
		"a.c:2:3: Warnung: verirrtes »@« im Programm [-Wfoo]\n"
		"    2 | @\n"
		"      | ^\n"
		"a.c:4:1: Anmerkung: Kandidat: »g«\n"
		"<Kommandozeile>: schwerwiegender Fehler: verirrtes »x« im Programm\n";
	struct diag_catalogue *c = catalogue(false);
	lines(c, text,
		"a.c:2: warning: stray ‘@’ in program [-Wfoo]\n"
		"  include 3: in file included from here\n"
		"  include 1: in file included from here\n"
		"  function 0: In function ‘f’\n"
		"  candidate 4: candidate: ‘g’\n"
		"<Kommandozeile>:0: fatal: stray ‘x’ in program []\n");
	lines(NULL, text,
		"a.c:2: warning: verirrtes »@« im Programm [-Wfoo]\n"
		"  include 3: in file included from here\n"
		"  include 1: in file included from here\n"
		"  function 0: In Funktion »f«\n"
		"  note 4: Kandidat: »g«\n"
		"<Kommandozeile>:0: fatal: verirrtes »x« im Programm []\n");
	diag_catalogue_free(c);
}

/* Levels and their colons in all five languages; English stays English. */
static void test_levels(void **state)
{
	(void)state;
	lines(NULL,
		"a.c:1:1: erreur: m\na.c:2:1: attention: m\na.c:3:1: note: m\n"
		"a.c:4:1: aviso: m\na.c:5:1: nota: m\na.c:6:1: error fatal: m\n"
		"a.c:7:1: 错误：m\na.c:8:1: 附注：m\na.c:9:1: 警告：m\n"
		"a.c:10:1: エラー: m\na.c:11:1: 備考: m\na.c:12:1: 警告: m\n"
		"a.c:13:1: Fehler: m\na.c:14:1: interner Compiler-Fehler: m\n"
		"a.c:15:1: error: Fehler: m\nsay: attention: m\n",
		"a.c:1: error: m []\na.c:2: warning: m []\n  note 3: m\n"
		"a.c:4: warning: m []\n  note 5: m\na.c:6: fatal: m []\n"
		"a.c:7: error: m []\n  note 8: m\na.c:9: warning: m []\n"
		"a.c:10: error: m []\n  note 11: m\na.c:12: warning: m []\n"
		"a.c:13: error: m []\na.c:14: fatal: m []\na.c:15: error: Fehler: m []\n");
}

/* Letters of a quoted name are of no language: find() must not be asked for Spanish. */
static void test_names(void **state)
{
	(void)state;
	struct diag_catalogue *c = catalogue(false);
	lines(c,
		"a.c:1:1: error: ‘naïve’ was not declared in this scope\n"
		"a.c:2:1: error: 'naïve' was not declared in this scope\n",
		"a.c:1: error: ‘naïve’ was not declared in this scope []\n"
		"a.c:2: error: 'naïve' was not declared in this scope []\n");
	diag_catalogue_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_messages),
		cmocka_unit_test(test_costly),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
