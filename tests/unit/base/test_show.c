/* What reaches a terminal of texts that others wrote, and markers inside texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/literal/literal.h"
#include "base/model.h"
#include "base/rng.h"
#include "base/show.h"
#include "base/utf8.h"

static void shown_as(const char *text, size_t len, unsigned flags, const char *expected)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 16);
	fl_show_as(&out, fl_slice(text, len), flags);
	assert_string_equal(out.data, expected);
	fl_buf_release(&out);
}
#define SHOWN(text, flags, expected) shown_as(text, sizeof(text) - 1, flags, expected)

static void shows_what_is_printable(void **state)
{
	(void)state;
	SHOWN("plain \xc3\xa4 \xf0\x9f\x98\x80 \\ \"", 0, "plain \xc3\xa4 \xf0\x9f\x98\x80 \\ \"");
	SHOWN("a\nb\tc\rd", 0, "a\\nb\\tc\\rd");
	SHOWN("a\nb\tc\r\nd\re", FL_SHOW_LINES, "a\nb\tc\nd\\re");
	SHOWN("a\nb\tc", FL_SHOW_TABS, "a\\nb\tc");
	SHOWN("\033]0;owned\007", FL_SHOW_LINES, "\\x1b]0;owned\\x07");
	SHOWN("\033[31mred\033[m\033[K", FL_SHOW_COLOURS, "\033[31mred\033[m\033[K");
	SHOWN("\033[2Jx\033[1;1Hy\033[", FL_SHOW_COLOURS, "\\x1b[2Jx\\x1b[1;1Hy\\x1b[");
	SHOWN("\033[31m", 0, "\\x1b[31m");
	SHOWN("a\xe2\x80\xae z", 0, "a\\u202e z"); /* right-to-left override */
	SHOWN("\xc2\x9b"
	      "31m",
		FL_SHOW_COLOURS, "\\u009b31m"); /* a CSI of one character */
	SHOWN("\xff\xe2\x80", 0, "\\xff\\xe2\\x80");
	SHOWN("\x7f\0\x01", 0, "\\x7f\\x00\\x01");
	SHOWN("\xf3\xbf\xbf\xbf", 0, "\\U000fffff");
}

/* Whatever goes in: printable characters come out, by the definition of Unicode's tables. */
static void nothing_else_comes_out(void **state)
{
	(void)state;
	struct fl_rng rng = fl_rng_new(11, FL_S("show"), FL_S(""));
	for (int round = 0; round < 20000; round++) {
		char text[64];
		struct fl_buf out;
		size_t len = fl_rng_below(&rng, sizeof(text));
		static const char *const parts[] = {"\033[", "\033]0;", "\xe2\x80", "\r\n", "m"};
		for (size_t i = 0; i < len; i++)
			text[i] = (char)fl_rng_below(&rng, 256);
		if (len > 8) {
			const char *part = parts[fl_rng_below(&rng, 5)];
			memcpy(text + fl_rng_below(&rng, len - 5), part, strlen(part));
		}
		fl_buf_init(&out, 1 << 12);
		fl_show(&out, fl_slice(text, len));
		struct fl_slice rest = fl_buf_view(&out);
		while (rest.len) {
			uint32_t c;
			size_t n = fl_utf8_decode(rest, &c);
			assert_true(n > 0 && c >= 0x20 && !(c >= 0x7f && c <= 0x9f));
			assert_false(c >= 0x202a && c <= 0x202e);
			assert_false(c >= 0x2066 && c <= 0x2069);
			rest = fl_slice_skip(rest, n);
		}
		fl_buf_release(&out);
	}
}

/* ---- markers ---- */

struct thing {
	struct fl_slice text;
	struct fl_list texts;
};

static const struct fl_field thing_fields[] = {
	FL_ROW(struct thing, text, FL_TEXT),
	FL_ROW(struct thing, texts, FL_TEXTS),
};
static const struct fl_shape thing_shape = {
	.name = "thing", .size = sizeof(struct thing), FL_SHAPE_FIELDS(thing_fields)};

static size_t count(const char *text, const char *word)
{
	size_t n = 0;
	for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
		n++;
	return n;
}

static void check_document(const struct thing *t, enum fl_style style, enum fl_marker mark)
{
	struct fl_item item = {&thing_shape, t, NULL};
	struct fl_items items = {&item, 1}, back;
	const struct fl_shape *const shapes[] = {&thing_shape};
	const struct fl_registry registry = {shapes, 1};
	struct fl_arena a;
	struct fl_buf out;
	struct fl_error err;
	fl_buf_init(&out, 1 << 16);
	fl_arena_init(&a, 1 << 20);
	fl_literal_write(&out, &items, style, mark);
	for (int m = FL_MARK_NONE + 1; m < FL_MARK_COUNT; m++) {
		const char *open = strchr(fl_marker((enum fl_marker)m)->open, '<');
		const char *close = strchr(fl_marker((enum fl_marker)m)->close, '<');
		assert_int_equal(count(out.data, open), m == (int)mark);
		assert_int_equal(count(out.data, close),
			!strcmp(close, strchr(fl_marker(mark)->close, '<')));
	}
	/* and nothing is lost by that */
	assert_int_equal(fl_literal_read(fl_buf_view(&out), &registry, &a, &back, &err), 0);
	assert_true(fl_object_eq(&thing_shape, t, back.at[0].object));
	fl_arena_release(&a);
	fl_buf_release(&out);
}

static void no_marker_stands_in_a_literal(void **state)
{
	(void)state;
	struct fl_rng rng = fl_rng_new(11, FL_S("show"), FL_S(""));
	static const char *const parts[] = {"<CODE_END>", "// <COMPILE_END>", "<THOUGHT_END>",
		"<DEBUG_CONTEXT>", "<QUERY_TOOL>", "<TOOL_RESULT>", "// <COMPILE_START>",
		"<THOUGHT_START>", "<", "<CODE_", "END>", "\\074CODE_END>", "\n", "?", "x", "\"",
		"\\", "<<CODE_END>>", "\033", "\xff"};
	for (int round = 0; round < 3000; round++) {
		char texts[3][256];
		struct fl_slice slices[3];
		for (size_t k = 0; k < 3; k++) {
			texts[k][0] = '\0';
			for (uint64_t n = fl_rng_below(&rng, 8); n; n--)
				strcat(texts[k], parts[fl_rng_below(&rng, 20)]);
			slices[k] = fl_slice_str(texts[k]);
		}
		const struct thing t = {slices[0], {slices + 1, 2}};
		for (int style = 0; style < 2; style++)
			check_document(&t, style ? FL_COMPACT : FL_FULL,
				(enum fl_marker)(1 + round % (FL_MARK_COUNT - 1)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shows_what_is_printable),
		cmocka_unit_test(nothing_else_comes_out),
		cmocka_unit_test(no_marker_stands_in_a_literal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
