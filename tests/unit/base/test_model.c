/*
 * The data model's renderings: random objects with hostile bytes go through JSON and both literal
 * styles and come back the same. Whether a C++ compiler agrees is tests/e2e/literals.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/json.h"
#include "base/literal/literal.h"
#include "base/schema.h"
#include "tests/support/sample.h"
#include "tests/support/terse.h"

enum { ROUNDS = 400, ARENA = 64 << 20, TEXT = 16 << 20 };

static struct fl_slice json_of(const struct fl_items *items, struct fl_arena *a)
{
	struct fl_buf b;
	fl_buf_init(&b, TEXT);
	fl_json_items(&b, items);
	struct fl_slice s = fl_arena_slice(a, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

static void assert_same_items(const struct fl_items *a, const struct fl_items *b)
{
	assert_int_equal(a->len, b->len);
	for (size_t i = 0; i < a->len; i++) {
		assert_ptr_equal(a->at[i].shape, b->at[i].shape);
		assert_true(fl_object_eq(a->at[i].shape, a->at[i].object, b->at[i].object));
	}
}

static void json_round_trip(void **state)
{
	(void)state;
	struct fl_rng r = fl_rng_new(1, FL_S("json"), FL_S(""));
	for (int i = 0; i < ROUNDS; i++) {
		struct fl_arena a;
		struct fl_error err;
		struct fl_items back;
		fl_arena_init(&a, ARENA);
		struct fl_items items = sample_items(&a, &r, true);
		struct fl_slice json = json_of(&items, &a);
		int rc = fl_json_read_items(json, &sample_registry, &sample_shape, &a, &back, &err);
		if (rc)
			fail_msg("%s in %.*s", err.message, FL_ARG(json));
		assert_same_items(&items, &back);
		assert_true(fl_slice_eq(json, json_of(&back, &a)));
		fl_arena_release(&a);
	}
}

static void literal_round_trip(void **state)
{
	(void)state;
	struct fl_rng r = fl_rng_new(1, FL_S("literal"), FL_S(""));
	for (int i = 0; i < ROUNDS; i++) {
		struct fl_arena a;
		struct fl_error err;
		struct fl_items back;
		struct fl_buf b;
		enum fl_style style = (enum fl_style)(i % 4);
		fl_arena_init(&a, ARENA);
		fl_buf_init(&b, TEXT);
		struct fl_items items = sample_items(&a, &r, true);
		fl_literal_write(&b, &items, style, (enum fl_marker)(i % FL_MARK_COUNT));
		int rc = fl_literal_read(fl_buf_view(&b), &sample_registry, &a, &back, &err);
		if (rc)
			fail_msg("%s in %s", err.message, b.data);
		if (style >= FL_TERSE)
			items = terse_items(&a, &items, style == FL_TERSE_SOURCE);
		assert_same_items(&items, &back);
		assert_true(fl_slice_eq(json_of(&items, &a), json_of(&back, &a)));
		fl_buf_release(&b);
		fl_arena_release(&a);
	}
}

/* Any cut of a literal is an error with a place or a shorter document, never a crash. */
static void literal_truncation(void **state)
{
	(void)state;
	struct fl_rng r = fl_rng_new(7, FL_S("cut"), FL_S(""));
	for (int style = FL_FULL; style <= FL_TERSE_SOURCE; style++) {
		struct fl_arena a;
		struct fl_buf b;
		fl_arena_init(&a, ARENA);
		fl_buf_init(&b, TEXT);
		struct fl_items items = sample_items(&a, &r, true), back;
		fl_literal_write(&b, &items, (enum fl_style)style, FL_MARK_NONE);
		for (size_t n = 0; n < b.len; n++) {
			struct fl_arena scratch;
			struct fl_error err = {0};
			fl_arena_init(&scratch, ARENA);
			int rc = fl_literal_read(
				fl_slice(b.data, n), &sample_registry, &scratch, &back, &err);
			if (rc)
				assert_true(err.line > 0);
			else
				assert_true(back.len <= items.len);
			fl_arena_release(&scratch);
		}
		fl_buf_release(&b);
		fl_arena_release(&a);
	}
}

static void json_refuses(void **state)
{
	(void)state;
	static const char *const bad[] = {"", "[", "[{}]", "{}",
		"[{\"sample_spot\":{\"where\":\"\"}}]",
		"[{\"sample_spot\":{\"where\":1,\"address\":\"0x1\",\"omitted\":0}}]",
		"[{\"sample_spot\":{\"where\":\"\",\"address\":\"1\",\"omitted\":0}}]",
		"[{\"sample_spot\":{\"where\":\"\",\"address\":\"0x1\",\"omitted\":0,\"more\":0}}]",
		("[{\"sample_spot\":{\"where\":\"\",\"address\":\"0x1\",\"omitted\":0,"
		 "\"omitted\":0}}]")};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct fl_arena a;
		struct fl_error err = {0};
		struct fl_items back;
		fl_arena_init(&a, ARENA);
		assert_int_equal(
			FL_EPARSE, fl_json_read_items(fl_slice_str(bad[i]), &sample_registry,
					   &sample_shape, &a, &back, &err));
		assert_true(err.message[0]);
		fl_arena_release(&a);
	}
}

static void fit_keeps_both_renderings(void **state)
{
	(void)state;
	struct fl_rng r = fl_rng_new(3, FL_S("fit"), FL_S(""));
	int cut = 0;
	for (int i = 0; i < ROUNDS; i++) {
		struct fl_arena a;
		struct fl_buf b;
		struct fl_items back;
		fl_arena_init(&a, ARENA);
		fl_buf_init(&b, TEXT);
		struct fl_items items = sample_items(&a, &r, false);
		fl_literal_write(&b, &items, FL_COMPACT, FL_MARK_NONE);
		size_t before = b.len, budget = before * 8 / 10;
		int rc = fl_items_fit(&items, budget, &a, NULL);
		fl_buf_clear(&b);
		fl_literal_write(&b, &items, FL_COMPACT, FL_MARK_NONE);
		assert_true(rc == FL_ELIMIT || b.len <= budget);
		cut += rc == 0 && b.len < before;
		assert_int_equal(
			0, fl_literal_read(fl_buf_view(&b), &sample_registry, &a, &back, NULL));
		assert_same_items(&items, &back);
		fl_buf_release(&b);
		fl_arena_release(&a);
	}
	assert_true(cut > 20);
}

static void schema_is_json(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_buf b;
	const struct fl_json *v;
	fl_arena_init(&a, ARENA);
	fl_buf_init(&b, TEXT);
	fl_schema_json(&b, &sample_shape, 3);
	assert_int_equal(0, fl_json_parse(fl_buf_view(&b), &a, &v, NULL));
	const struct fl_json *properties = fl_json_get(v, "properties");
	for (size_t i = 0; i < sample_shape.count; i++)
		assert_non_null(fl_json_get(properties, sample_shape.fields[i].name));
	const struct fl_json *notes = fl_json_get(fl_json_get(properties, "notes"), "items");
	assert_true(fl_slice_eqs(fl_json_str(fl_json_get(notes, "type")), "object"));
	fl_buf_release(&b);
	fl_arena_release(&a);
}

struct only {
	struct fl_slice text;
};

static const struct fl_field only_fields[] = {FL_ROW(struct only, text, FL_TEXT)};
static const struct fl_shape only_shape = {
	.name = "only", .size = sizeof(struct only), FL_SHAPE_FIELDS(only_fields)};

/* Texts of every length around a block, with a byte that needs an escape at every place of them. */
static void json_escapes(void **state)
{
	(void)state;
	enum { LONGEST = 40 };
	static const struct {
		const char *byte, *escape;
	} rows[] = {{"b", "b"}, {"\"", "\\\""}, {"\\", "\\\\"}, {"\t", "\\t"}, {"\x1f", "\\u001f"},
		{"\x7f", "\\u007f"}, {"\xff", "\xf4\x8f\x83\xbf"}, {"~", "~"}};
	struct fl_buf b, want;
	fl_buf_init(&b, 1 << 10);
	fl_buf_init(&want, 1 << 10);
	for (size_t n = 0; n < LONGEST * LONGEST * 8; n++) {
		size_t len = n / LONGEST / 8, at = n / 8 % LONGEST, row = n % 8;
		if (at >= len)
			continue;
		char *bytes = test_malloc(len); /* no more, so that reading behind it is seen */
		memset(bytes, 'a', len);
		bytes[at] = rows[row].byte[0];
		struct only only = {.text = fl_slice(bytes, len)};
		fl_buf_clear(&b);
		fl_buf_clear(&want);
		fl_json_object(&b, &only_shape, &only);
		fl_buf_str(&want, "{\"text\":\"");
		fl_buf_fill(&want, 'a', at);
		fl_buf_str(&want, rows[row].escape);
		fl_buf_fill(&want, 'a', len - at - 1);
		fl_buf_str(&want, "\"}");
		assert_string_equal(b.data, want.data);
		assert_int_equal(b.len, want.len);
		test_free(bytes);
	}
	fl_buf_release(&b);
	fl_buf_release(&want);
}

/* No row of JSONL is cut by what Unicode calls the end of a line; what comes near stays. */
static void json_keeps_a_line(void **state)
{
	(void)state;
	struct only only = {
		.text = FL_S("a\xc2\x85 \xe2\x80\xa8\xe2\x80\xa9z \xc2\x86\xe2\x80\xa7 \xe2\x80")};
	struct only *back;
	struct fl_arena a;
	struct fl_buf b;
	fl_arena_init(&a, 1 << 16);
	fl_buf_init(&b, 1 << 10);
	fl_json_object(&b, &only_shape, &only);
	assert_string_equal(b.data, "{\"text\":\"a\\u0085 \\u2028\\u2029z \xc2\x86\xe2\x80\xa7 "
				    "\xf4\x8f\x83\xa2\xf4\x8f\x82\x80\"}");
	assert_int_equal(0, fl_json_read(fl_buf_view(&b), &only_shape, &a, (void **)&back, NULL));
	assert_true(fl_slice_eq(only.text, back->text));
	fl_buf_release(&b);
	fl_arena_release(&a);
}

/* As a member of other JSON it is a text with nothing in it to be escaped as a byte. */
static void json_in_json(void **state)
{
	(void)state;
	struct only only = {.text = FL_S("\xff\xf4\x8f\x80\x81\xf4\x8f\xbf\xbf z")}, outer;
	struct only *back;
	struct fl_arena a;
	struct fl_buf b, inner;
	fl_arena_init(&a, 1 << 16);
	fl_buf_init(&b, 1 << 10);
	fl_buf_init(&inner, 1 << 10);
	fl_json_object(&b, &only_shape, &only);
	fl_json_inner(&inner, fl_buf_view(&b));
	assert_string_equal(inner.data,
		"{\"text\":\"\\udbfc\\udcff\\udbfc\\udcf4\\udbfc\\udc8f\\udbfc\\udc80\\udbfc\\udc81"
		"\xf4\x8f\xbf\xbf z\"}");
	outer.text = fl_buf_view(&inner);
	fl_buf_clear(&b);
	fl_json_object(&b, &only_shape, &outer);
	assert_int_equal(0, fl_json_read(fl_buf_view(&b), &only_shape, &a, (void **)&back, NULL));
	assert_true(fl_slice_eq(outer.text, back->text));
	assert_int_equal(0, fl_json_read(back->text, &only_shape, &a, (void **)&back, NULL));
	assert_true(fl_slice_eq(only.text, back->text));
	assert_null(strstr(b.data, "\xf4\x8f\x80"));
	fl_buf_release(&b);
	fl_buf_release(&inner);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_keeps_a_line),
		cmocka_unit_test(json_in_json),
		cmocka_unit_test(json_round_trip),
		cmocka_unit_test(literal_round_trip),
		cmocka_unit_test(literal_truncation),
		cmocka_unit_test(json_refuses),
		cmocka_unit_test(fit_keeps_both_renderings),
		cmocka_unit_test(schema_is_json),
		cmocka_unit_test(json_escapes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
