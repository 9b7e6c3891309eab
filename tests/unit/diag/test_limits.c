/* What is given up when a message goes on and on, or too much leads to it; and that it is soon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "diag/parse.h"
#include "diag/source/source.h"
#include "tests/support/sanitized.h"

enum { TEXT_MAX = 64 << 20, LINE_MAX_BYTES = 1 << 20, SECONDS_MAX = 10 };

/* Under a sanitizer all costs several times as much. */
enum { SLOWER = SANITIZED ? 8 : 1 };

struct found {
	size_t count, notes;
	size_t longest; /* message of a note */
	int64_t omitted;
};

static int look(void *ctx, const struct diag_diagnostic *d)
{
	struct found *found = ctx;
	const struct diag_note *n = d->notes.items;
	found->count++;
	found->notes += d->notes.len;
	found->omitted += d->omitted;
	for (size_t i = 0; i < d->notes.len; i++)
		if (n[i].message.len > found->longest)
			found->longest = n[i].message.len;
	return 0;
}

/* `first`, `again` as often as said, and an error. */
static struct found read_repeated(const char *first, const char *again, size_t times)
{
	struct found found = {0};
	struct diag_sink sink = {.diagnostic = look, .ctx = &found};
	struct diag_parser *p;
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_str(&text, first);
	for (size_t i = 0; i < times; i++)
		fl_buf_str(&text, again);
	fl_buf_str(&text, "a.cc:9:1: error: x\n");
	assert_int_equal(text.failed, 0);
	clock_t start = clock();
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	assert_int_equal(diag_parser_feed(p, fl_buf_view(&text), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	assert_true((clock() - start) / CLOCKS_PER_SEC < SLOWER * SECONDS_MAX);
	diag_parser_free(p);
	fl_buf_release(&text);
	return found;
}

#define STEP "a.cc:5:3:   required from 'void f() "
#define WITH "[with T = int; "

static void test_wrapped(void **state)
{
	(void)state;
	struct found f = read_repeated(STEP "\n" WITH "\n", "U = int; \n", 100);
	assert_int_equal(f.count, 1);
	assert_int_equal(f.notes, 1);
	assert_int_equal(f.omitted, 0);
	assert_int_equal(f.longest, strlen("required from 'void f() " WITH) + 100 * 9 - 1);
	f = read_repeated(STEP "\n" WITH "\n", "U = int; \n", 100000); /* 900 KB */
	assert_int_equal(f.omitted, 0);
	assert_int_equal(f.longest, strlen("required from 'void f() " WITH) + 100000 * 9 - 1);
}

static void test_wrapped_too_long(void **state)
{
	(void)state;
	struct found f = read_repeated(STEP "\n" WITH "\n", "U = int; \n", 1000000 / SLOWER);
	assert_int_equal(f.count, 1);
	assert_int_equal(f.notes, 1);
	assert_int_equal(f.omitted, 1);
	assert_true(f.longest <= LINE_MAX_BYTES && f.longest > LINE_MAX_BYTES - 16);
}

static void test_many_steps(void **state)
{
	(void)state;
	struct found f = read_repeated("", STEP "'\n", 5000);
	assert_int_equal(f.count, 1);
	assert_true(f.notes > 0 && f.notes < 5000);
	assert_int_equal(f.notes + (size_t)f.omitted, 5000);
}

static void test_long_message(void **state)
{
	(void)state;
	struct found f = read_repeated("a.cc:1:1: error: y\n", "      and on\n", 200000);
	assert_int_equal(f.count, 2);
	assert_int_equal(f.omitted, 1);
}

/* Large files by turns, more than are kept; small ones are at hand all the time. */
static void test_sources(void **state)
{
	(void)state;
	enum { FILES = 6, ROUNDS = 5000 / SLOWER, BYTES = 4 << 20 };
	static const char line[] = "int x;\n";
	char dir[] = "/tmp/diag_limits.XXXXXX", path[64];
	size_t large = 0, small = 0;
	struct diag_source *s;
	struct fl_buf text;
	struct fl_slice got;
	fl_buf_init(&text, BYTES);
	while (text.len + strlen(line) <= BYTES)
		fl_buf_str(&text, line);
	assert_non_null(mkdtemp(dir));
	for (int i = 0; i <= FILES; i++) {
		snprintf(path, sizeof(path), "%s/%d.c", dir, i);
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		assert_int_equal(fwrite(text.data, i < FILES ? text.len : 7, 1, f), 1);
		assert_int_equal(fclose(f), 0);
	}
	assert_int_equal(diag_source_new(dir, &s, NULL), 0);
	clock_t start = clock();
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i <= FILES; i++) {
			snprintf(path, sizeof(path), "%d.c", i);
			bool found = diag_source_line(s, fl_slice_str(path), 1, &got);
			assert_true(!found || fl_slice_eqs(got, "int x;"));
			*(i < FILES ? &large : &small) += found;
		}
	assert_true((clock() - start) / CLOCKS_PER_SEC < SLOWER * SECONDS_MAX);
	assert_int_equal(small, ROUNDS);
	assert_true(large > FILES);
	diag_source_free(s);
	for (int i = 0; i <= FILES; i++) {
		snprintf(path, sizeof(path), "%s/%d.c", dir, i);
		unlink(path);
	}
	rmdir(dir);
	fl_buf_release(&text);
}

/* Of lines that are too long it is counted that their rest is left out, however they come. */
static void test_cut_lines(void **state)
{
	(void)state;
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	for (int i = 0; i < 3; i++) {
		fl_buf_printf(&text, "a.c:%d:1: error: ", i + 1);
		while (text.len < (size_t)(i + 1) * (LINE_MAX_BYTES + 100))
			fl_buf_char(&text, 'x');
		fl_buf_str(&text, "\nb.c:1:2: error: short\n");
	}
	for (size_t chunk = 1000; chunk < TEXT_MAX; chunk *= 100) {
		struct found found = {0};
		struct diag_sink sink = {.diagnostic = look, .ctx = &found};
		struct fl_slice rest = fl_buf_view(&text);
		struct diag_parser *p;
		assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
		for (; rest.len; rest = fl_slice_skip(rest, chunk))
			assert_int_equal(diag_parser_feed(p, fl_slice_head(rest, chunk), NULL), 0);
		assert_int_equal(diag_parser_finish(p, NULL), 0);
		assert_int_equal(diag_parser_stats(p)->cut, 3);
		assert_int_equal(found.count, 6);
		diag_parser_free(p);
	}
	/* also of an input's last line, and of the first of the next one */
	struct diag_sink none = {.diagnostic = look, .ctx = &(struct found){0}};
	struct fl_slice line = fl_slice_head(fl_buf_view(&text), LINE_MAX_BYTES + 1);
	struct diag_parser *p;
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &none, &p, NULL), 0);
	for (uint64_t i = 1; i <= 3; i++) {
		assert_int_equal(diag_parser_feed(p, line, NULL), 0);
		assert_int_equal(diag_parser_next(p, NULL), 0);
		assert_int_equal(diag_parser_stats(p)->cut, i);
	}
	diag_parser_free(p);
	fl_buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wrapped),
		cmocka_unit_test(test_wrapped_too_long),
		cmocka_unit_test(test_many_steps),
		cmocka_unit_test(test_long_message),
		cmocka_unit_test(test_sources),
		cmocka_unit_test(test_cut_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
