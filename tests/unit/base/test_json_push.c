/* The JSON tokenizer: what it takes and refuses, places, limits, chunks, and jansson's opinion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json_push.h"
#include "base/rng.h"
#include "tests/support/sample.h"

enum { TEXT_MAX = 1 << 20, OUTPUT_MAX = 16 << 20, ARENA = 64 << 20 };

static void show(struct fl_buf *out, const struct fl_json_token *t)
{
	fl_buf_printf(out, "%zu:", t->depth);
	if (t->what == FL_JSON_OPEN || t->what == FL_JSON_CLOSE)
		fl_buf_printf(out, "%c%c ", t->what == FL_JSON_OPEN ? '+' : '-',
			t->type == FL_JARRAY ? 'a' : 'o');
	else if (t->what == FL_JSON_KEY)
		fl_buf_printf(out, "k%.*s ", FL_ARG(t->text));
	else if (t->type == FL_JTEXT)
		fl_buf_printf(out, "t%.*s ", FL_ARG(t->text));
	else if (t->type == FL_JREAL)
		fl_buf_printf(out, "r%g ", t->real);
	else
		fl_buf_printf(out, "%s%lld ", t->type == FL_JINT ? "i" : "w", (long long)t->num);
}

/* The tokens of text in chunks of `chunk` bytes, or the error's place and message. */
static struct fl_slice tokens(struct fl_slice text, size_t chunk, struct fl_arena *a)
{
	struct fl_json_push t;
	struct fl_json_token token = {.what = FL_JSON_MORE};
	struct fl_error err;
	struct fl_buf out;
	int rc = 0;

	fl_buf_init(&out, OUTPUT_MAX);
	fl_json_push_init(&t, TEXT_MAX);
	while (!rc && token.what != FL_JSON_DONE) {
		if (token.what == FL_JSON_MORE && !fl_json_push_rest(&t).len) {
			fl_json_push_feed(&t, fl_slice_head(text, chunk));
			if (!text.len)
				fl_json_push_end(&t);
			text = fl_slice_skip(text, chunk);
		}
		rc = fl_json_push_next(&t, &token, &err);
		if (!rc && token.what != FL_JSON_MORE && token.what != FL_JSON_DONE)
			show(&out, &token);
	}
	if (rc)
		fl_buf_printf(&out, "%d at %u:%u (%zu): %s", rc, err.line, err.col, err.offset,
			err.message);
	else
		fl_buf_printf(&out, "done, %zu left",
			fl_json_push_rest(&t).len + (text.ptr ? text.len : 0));
	struct fl_slice result = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	fl_json_push_release(&t);
	return result;
}

static void expect(struct fl_slice text, const char *wanted)
{
	struct fl_arena a;
	fl_arena_init(&a, ARENA);
	for (size_t chunk = 1; chunk <= text.len + 1; chunk++) {
		struct fl_slice got = tokens(text, chunk, &a);
		if (!fl_slice_eqs(got, wanted))
			fail_msg("in chunks of %zu '%.*s' gives\n%.*s, not\n%s", chunk,
				FL_ARG(text), FL_ARG(got), wanted);
	}
	fl_arena_release(&a);
}

#define EXPECT(text, wanted) expect(FL_S(text), wanted)

static void values(void **state)
{
	(void)state;
	EXPECT("[]", "0:+a 0:-a done, 0 left");
	EXPECT(" { } ", "0:+o 0:-o done, 1 left");
	EXPECT("[1,-2 , true,\tfalse,\r\nnull]x",
		"0:+a 1:i1 1:i-2 1:w1 1:w0 1:w0 0:-a done, 1 left");
	EXPECT("{\"a\":{\"b\":[[],{}]},\"c\":\"d\"}",
		"0:+o 1:ka 1:+o 2:kb 2:+a 3:+a 3:-a 3:+o 3:-o 2:-a 1:-o 1:kc 1:td 0:-o "
		"done, 0 left");
	EXPECT("[0,-0,1.5,1e3,1E-2,0.25e+2]",
		"0:+a 1:i0 1:i0 1:r1.5 1:r1000 1:r0.01 1:r25 0:-a done, 0 left");
	EXPECT("[9223372036854775807,-9223372036854775808,9223372036854775808]",
		"0:+a 1:i9223372036854775807 1:i-9223372036854775808 1:r9.22337e+18 0:-a "
		"done, 0 left");
	EXPECT("17", "0:i17 done, 0 left");
	EXPECT("true", "0:w1 done, 0 left");
}

static void texts(void **state)
{
	(void)state;
	EXPECT("[\"\",\"plain text that is long\"]", "0:+a 1:t 1:tplain text that is long 0:-a "
						     "done, 0 left");
	EXPECT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "0:t\"\\/\b\f\n\r\t done, 0 left");
	EXPECT("\"\\u00e4\\u20AC x\"", "0:t\xc3\xa4\xe2\x82\xac x done, 0 left");
	EXPECT("\"\\ud83d\\ude00\"", "0:t\xf0\x9f\x98\x80 done, 0 left");
	/* halves of pairs stay bytes */
	EXPECT("\"\\ud83d\"", "0:t\xed\xa0\xbd done, 0 left");
	EXPECT("\"\\ude00!\"", "0:t\xed\xb8\x80! done, 0 left");
	EXPECT("\"\\ud83d\\ud83d\\ude00\"", "0:t\xed\xa0\xbd\xf0\x9f\x98\x80 done, 0 left");
	EXPECT("\"\\ud83dx\\n\"", "0:t\xed\xa0\xbdx\n done, 0 left");
	EXPECT("\"\\ud83d\\n\"", "0:t\xed\xa0\xbd\n done, 0 left");
	/* bytes that are not UTF-8, as they are and in the escape of base/json.h */
	EXPECT("\"a\xff\xc3\"", "0:ta\xff\xc3 done, 0 left");
	EXPECT("\"a\xf4\x8f\x83\xbf\"", "0:ta\xff done, 0 left");
	EXPECT("\"\\udbfc\\udcff\"", "0:t\xff done, 0 left");
	EXPECT("{\"\\u006b\":\"12345678\x7f\"}", "0:+o 1:kk 1:t12345678\x7f 0:-o done, 0 left");
}

static void refused(void **state)
{
	(void)state;
	EXPECT("", "-3 at 1:1 (0): the JSON ends before it is complete");
	EXPECT("[1,\n 2", "0:+a 1:i1 1:i2 -3 at 2:3 (6): the JSON ends before it is complete");
	EXPECT("\"abc", "-3 at 1:5 (4): the JSON ends before it is complete");
	EXPECT("[1,\n\n  ]", "0:+a 1:i1 -3 at 3:3 (7): a value is missing");
	EXPECT("[1}", "0:+a 1:i1 -3 at 1:3 (2): a bracket that closes nothing");
	EXPECT("{1:2}", "0:+o -3 at 1:2 (1): a key is missing");
	EXPECT("{\"a\":1,}", "0:+o 1:ka 1:i1 -3 at 1:8 (7): a key is missing");
	EXPECT("{\"a\" 1}", "0:+o 1:ka -3 at 1:6 (5): a colon is missing");
	EXPECT("[1 2]", "0:+a 1:i1 -3 at 1:4 (3): a comma is missing");
	EXPECT("[\"a\tb\"]", "0:+a -3 at 1:4 (3): a control character within a text");
	EXPECT("[\"\\x\"]", "0:+a -3 at 1:4 (3): an escape that JSON does not have");
	EXPECT("[\"\\u12g4\"]", "0:+a -3 at 1:7 (6): an escape without its four digits");
	EXPECT("[01]", "0:+a -3 at 1:2 (1): neither a number nor true, false or null");
	EXPECT("[1.]", "0:+a -3 at 1:2 (1): neither a number nor true, false or null");
	EXPECT("[-]", "0:+a -3 at 1:2 (1): neither a number nor true, false or null");
	EXPECT("[1e]", "0:+a -3 at 1:2 (1): neither a number nor true, false or null");
	EXPECT("[nul]", "0:+a -3 at 1:2 (1): neither a number nor true, false or null");
	EXPECT("[NaN]", "0:+a -3 at 1:2 (1): neither a number nor true, false or null");
	EXPECT("['a']", "0:+a -3 at 1:2 (1): a value is missing");
}

/* The tokens of `[`×n `]`×n. */
static int nest(size_t levels)
{
	struct fl_buf text;
	struct fl_json_push t;
	struct fl_json_token token = {.what = FL_JSON_MORE};
	int rc = 0;
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_fill(&text, '[', levels);
	fl_buf_fill(&text, ']', levels);
	fl_json_push_init(&t, TEXT_MAX);
	fl_json_push_feed(&t, fl_buf_view(&text));
	fl_json_push_end(&t);
	while (!rc && token.what != FL_JSON_DONE)
		rc = fl_json_push_next(&t, &token, NULL);
	fl_json_push_release(&t);
	fl_buf_release(&text);
	return rc;
}

static int long_token(const char *text, size_t chunk)
{
	struct fl_json_push t;
	struct fl_json_token token = {.what = FL_JSON_MORE};
	struct fl_slice rest = fl_slice_str(text);
	int rc = 0;
	fl_json_push_init(&t, 8);
	while (!rc && token.what != FL_JSON_DONE) {
		if (token.what == FL_JSON_MORE) {
			fl_json_push_feed(&t, fl_slice_head(rest, chunk));
			rest = fl_slice_skip(rest, chunk);
		}
		rc = fl_json_push_next(&t, &token, NULL);
	}
	fl_json_push_release(&t);
	return rc;
}

static void limits(void **state)
{
	(void)state;
	assert_int_equal(nest(FL_JSON_DEPTH), 0);
	assert_int_equal(nest(FL_JSON_DEPTH + 1), FL_ELIMIT);
	for (size_t chunk = 1; chunk < 16; chunk++) {
		assert_int_equal(long_token("[\"12345678\"]", chunk), 0);
		assert_int_equal(long_token("[\"123456789\"]", chunk), FL_ELIMIT);
		assert_int_equal(long_token("[12345678]", chunk), 0);
		assert_int_equal(long_token("[123456789]", chunk), FL_ELIMIT);
		assert_int_equal(long_token("[\"1234567\\n\"]", chunk), 0);
		assert_int_equal(long_token("[\"12345678\\n\"]", chunk), FL_ELIMIT);
	}
}

/* The tree of the whole text; NULL when it is refused or does not fit. */
static const struct fl_json *tree_of(struct fl_slice text, struct fl_arena *a, size_t chunk)
{
	struct fl_json_push t;
	struct fl_json_token token = {.what = FL_JSON_MORE};
	struct fl_json_tree tree;
	fl_json_push_init(&t, TEXT_MAX);
	fl_json_tree_init(&tree, a);
	int rc = 0;
	bool whole = false;
	while (!rc && !whole) {
		if (token.what == FL_JSON_MORE) {
			fl_json_push_feed(&t, fl_slice_head(text, chunk));
			text = fl_slice_skip(text, chunk);
		}
		rc = fl_json_push_next(&t, &token, NULL);
		whole = !rc && token.what != FL_JSON_MORE && fl_json_tree_add(&tree, &token);
	}
	fl_json_push_release(&t);
	return whole && !a->failed ? tree.root : NULL;
}

static bool same(const struct fl_json *a, const struct fl_json *b)
{
	for (; a && b; a = a->next, b = b->next)
		if (a->type != b->type || a->num != b->num || a->real < b->real ||
			a->real > b->real || !fl_slice_eq(a->text, b->text) ||
			!fl_slice_eq(a->key, b->key) || !same(a->child, b->child))
			return false;
	return !a && !b;
}

/* Documents of the model with hostile bytes: the same tree as jansson's, in any chunks. */
static void trees(void **state)
{
	(void)state;
	struct fl_rng r = fl_rng_new(3, FL_S("json trees"), FL_S(""));
	for (int i = 0; i < 100; i++) {
		struct fl_arena a;
		struct fl_buf text;
		const struct fl_json *wanted = NULL;
		fl_arena_init(&a, ARENA);
		fl_buf_init(&text, OUTPUT_MAX);
		struct fl_items items = sample_items(&a, &r, true);
		fl_json_items(&text, &items);
		assert_int_equal(fl_json_parse(fl_buf_view(&text), &a, &wanted, NULL), 0);
		size_t chunk = 1 + fl_rng_below(&r, 100);
		const struct fl_json *got = tree_of(fl_buf_view(&text), &a, chunk);
		assert_non_null(got);
		assert_true(same(got, wanted));
		fl_buf_release(&text);
		fl_arena_release(&a);
	}
}

static void small_arena(void **state)
{
	(void)state;
	struct fl_slice text = FL_S("{\"a\":[1,2,{\"b\":[3,4]},5],\"c\":[[6]]}");
	struct fl_arena a;
	bool fitted = false;
	for (size_t max = 0; max < 4096; max += 16) {
		fl_arena_init(&a, max);
		const struct fl_json *v = tree_of(text, &a, 7);
		assert_true(v ? !a.failed : a.failed == FL_ELIMIT);
		assert_false(fitted && !v);
		fitted = v != NULL;
		fl_arena_release(&a);
	}
	assert_true(fitted);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(texts),
		cmocka_unit_test(refused),
		cmocka_unit_test(limits),
		cmocka_unit_test(trees),
		cmocka_unit_test(small_arena),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
