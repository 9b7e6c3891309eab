/* SARIF runs with much to name: the time that results take to find it, and what does not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "diag/parse.h"

/*
 * Names are looked up among as many as there are results: eight times as many may take eight times
 * as long, and twice that on a machine that is busy with other things; each name compared with
 * each would take 64 times as long.
 */
enum { OUTPUT_MAX = 64 << 20, FEW = 500, MORE = 8, MANY = FEW * MORE, SLACK = 2, LOST = 45000 };

/* What came out, by whether its name led anywhere. */
struct seen {
	size_t found, other;
	unsigned long long lost; /* as a diagnostic told it */
};

static int look(void *ctx, const struct diag_diagnostic *d)
{
	struct seen *seen = ctx;
	if (fl_slice_starts(d->message, "SARIF: ")) {
		assert_int_equal(d->level, DIAG_WARNING);
		seen->lost += strtoull(d->message.ptr + strlen("SARIF: "), NULL, 10);
	} else if (d->level == DIAG_ERROR || fl_slice_starts(d->message, "told ") ||
		   fl_slice_starts(d->file, "/b") || fl_slice_starts(d->file, "artifact")) {
		seen->found++;
	} else {
		seen->other++;
	}
	return 0;
}

static struct seen read_all(const struct fl_buf *text)
{
	struct seen seen = {0};
	struct diag_sink sink = {.diagnostic = look, .ctx = &seen};
	struct diag_parser *p;
	assert_int_equal(text->failed, 0);
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	assert_int_equal(diag_parser_feed(p, fl_buf_view(text), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	diag_parser_free(p);
	return seen;
}

/*
 * A log of `count` named things and as many results, the last first. The formats take a number
 * twice; `before` and `between` stand around the things.
 */
struct log {
	const char *before, *thing, *between, *result, *after;
};

static void write_log(struct fl_buf *out, const struct log *log, size_t count)
{
	fl_buf_init(out, OUTPUT_MAX);
	fl_buf_str(out, log->before);
	for (size_t i = 0; i < count; i++) {
		fl_buf_str(out, i ? "," : "");
		for (const char *c = log->thing; *c; c++)
			*c == '#' ? fl_buf_printf(out, "%zu", i) : fl_buf_char(out, *c);
	}
	fl_buf_str(out, log->between);
	for (size_t i = count; i-- > 0;) {
		fl_buf_str(out, i + 1 < count ? "," : "");
		for (const char *c = log->result; *c; c++)
			*c == '#' ? fl_buf_printf(out, "%zu", i) : fl_buf_char(out, *c);
	}
	fl_buf_str(out, log->after);
}

#define START "{\"version\":\"2.1.0\",\"runs\":[{"
#define RULE "{\"id\":\"r#\",\"defaultConfiguration\":{\"level\":\"error\"}"
#define FILE_OF(key) "\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{" key "}}}]}"

static const struct log by_id = {START "\"tool\":{\"driver\":{\"rules\":[", RULE "}",
	"]}},\"results\":[", "{\"ruleId\":\"r#\",\"message\":{\"text\":\"m\"}}", "]}]}"};
static const struct log by_index = {START "\"tool\":{\"driver\":{\"rules\":[", RULE "}",
	"]}},\"results\":[", "{\"ruleIndex\":#,\"message\":{\"text\":\"m\"}}", "]}]}"};
static const struct log by_message = {START
	"\"tool\":{\"driver\":{\"rules\":[{\"id\":\"r\",\"messageStrings\":{",
	"\"s#\":{\"text\":\"told #\"}", "}}]}},\"results\":[",
	"{\"ruleId\":\"r\",\"message\":{\"id\":\"s#\"}}", "]}]}"};
static const struct log by_global = {START "\"tool\":{\"driver\":{\"globalMessageStrings\":{",
	"\"s#\":{\"text\":\"told #\"}", "}}},\"results\":[", "{\"message\":{\"id\":\"s#\"}}",
	"]}]}"};
static const struct log by_base = {START "\"originalUriBaseIds\":{",
	"\"b#\":{\"uri\":\"file:///b#/\"}", "},\"results\":[",
	"{\"message\":{\"text\":\"m\"}," FILE_OF("\"uri\":\"a.c\",\"uriBaseId\":\"b#\""), "]}]}"};
static const struct log by_artifact = {START "\"artifacts\":[",
	"{\"location\":{\"uri\":\"artifact#\"}}", "],\"results\":[",
	"{\"message\":{\"text\":\"m\"}," FILE_OF("\"index\":#"), "]}]}"};

/* CPU time, in clock ticks, of a log with as many names as results, all of which lead somewhere. */
static clock_t time_of(const struct log *log, size_t count)
{
	struct fl_buf text;
	write_log(&text, log, count);
	clock_t start = clock();
	struct seen seen = read_all(&text);
	clock_t spent = clock() - start;
	assert_int_equal(seen.other, 0);
	assert_int_equal(seen.lost, 0);
	assert_int_equal(seen.found, count);
	fl_buf_release(&text);
	return spent;
}

/* A burst of other work is in one measurement, not in the least of three. */
static clock_t least_time_of(const struct log *log, size_t count)
{
	clock_t least = time_of(log, count);
	for (int i = 1; i < 3; i++) {
		clock_t spent = time_of(log, count);
		least = spent < least ? spent : least;
	}
	return least;
}

static void test_time(void **state)
{
	(void)state;
	static const struct log *const logs[] = {
		&by_id, &by_index, &by_message, &by_global, &by_base, &by_artifact};
	for (size_t i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
		clock_t few = least_time_of(logs[i], FEW);
		clock_t many = least_time_of(logs[i], MANY);
		if (many > few * MORE * SLACK)
			fail_msg("log %zu: %d results took %ld ticks, %d took %ld", i, FEW,
				(long)few, MANY, (long)many);
	}
}

/* More than there is room for: what is lost is told, but for one that was kept in part. */
static void test_lost(void **state)
{
	(void)state;
	static const struct log *const logs[] = {&by_id, &by_artifact};
	for (size_t i = 0; i < sizeof(logs) / sizeof(logs[0]); i++) {
		struct fl_buf text;
		write_log(&text, logs[i], LOST);
		struct seen seen = read_all(&text);
		assert_int_equal(seen.found + seen.other, LOST);
		assert_true(seen.other > 0 && seen.found > 0);
		assert_true(seen.lost == seen.other || seen.lost == seen.other + 1);
		fl_buf_release(&text);
	}
}

static int measure(void *ctx, const struct diag_diagnostic *d)
{
	*(size_t *)ctx = d->message.len;
	return 0;
}

/* An argument that is named over and over stands in the message as long as there is room. */
static void test_arguments(void **state)
{
	(void)state;
	enum { TIMES = 1000, LENGTH = 1000, ROOM = 65536 / LENGTH };
	size_t len = 0;
	struct diag_sink sink = {.diagnostic = measure, .ctx = &len};
	struct diag_parser *p;
	struct fl_buf text;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_buf_str(&text, START "\"results\":[{\"message\":{\"text\":\"");
	for (int i = 0; i < TIMES; i++)
		fl_buf_str(&text, "{0}");
	fl_buf_str(&text, "\",\"arguments\":[\"");
	fl_buf_fill(&text, 'x', LENGTH);
	fl_buf_str(&text, "\"]}}]}]}");
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	assert_int_equal(diag_parser_feed(p, fl_buf_view(&text), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	assert_int_equal(len, ROOM * LENGTH + (TIMES - ROOM) * strlen("{0}"));
	diag_parser_free(p);
	fl_buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time),
		cmocka_unit_test(test_lost),
		cmocka_unit_test(test_arguments),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
