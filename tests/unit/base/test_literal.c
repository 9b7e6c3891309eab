/* What the reader of literals refuses: all that a compiler would refuse or read otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <time.h>

#include "base/json.h"
#include "base/literal/literal.h"
#include "tests/support/sample.h"

enum { ARENA = 64 << 20, TEXT = 64 << 20 };

static int read_text(const char *text, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_items items;
	fl_arena_init(&a, ARENA);
	*err = (struct fl_error){0};
	int rc = fl_literal_read(fl_slice_str(text), &sample_registry, &a, &items, err);
	fl_arena_release(&a);
	return rc;
}

static void takes_what_fits(void **state)
{
	(void)state;
	static const char *const good[] = {
		"",
		"struct sample { };",
		"struct sample_1 { int line = -3; } it_1;",
		"struct sample { long line = 5000000000; };",
		"struct sample { long line = -9223372036854775807 - 1; };",
		"struct sample { const char *file = \"a\"; };",
		"struct sample { const char file[4] = \"a\\000b\"; };",
		"struct sample { const char *flags[2] = {\"a\", \"b\"}; };",
		"struct sample { enum severity { fatal, error, warning, note } level = note; };",
		"struct sample { struct note { int line = 1; } notes[1]; };",
		"struct sample { struct note_1 { } note_1; struct note_2 { } note_2; };",
		"struct sample { struct spot { unsigned long address = 0x1f; } spot; };",
		"struct sample { double confidence = 0.5; bool sure = true; };",
		"faultline::sample s = {.line = 3, .level = faultline::severity::note,};",
		"faultline::sample s = {.notes = {{.kind = \"include\"}, {}}};",
	};
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct fl_error err;
		if (read_text(good[i], &err))
			fail_msg("%s: %s", good[i], err.message);
	}
}

static void refuses_what_does_not_compile(void **state)
{
	(void)state;
	static const char *const bad[] = {
		/* neither a crash nor an endless loop */
		"\"abc",
		"struct sample { enum severity { \"",
		"struct sample { enum severity { fatal",
		"struct sample { const char *file = \"\\",
		"struct sample { struct",
		/* twice, or out of order */
		"struct sample { int line = 1; int line = 1; };",
		"struct sample { struct spot { } spot; struct spot { } spot; };",
		"struct sample { struct note { } notes[1]; struct note { } notes[1]; };",
		"struct sample { struct note { } notes[1]; struct note_2 { } note_2; };",
		"struct sample { struct note_1 { } note_1; struct note_1 { } note_1; };",
		"faultline::sample s = {.line = 1, .line = 1};",
		"faultline::sample s = {.line = 1, .file = \"a\"};",
		/* types */
		"struct sample { bool line = 1; };",
		"struct sample { int line = 5000000000; };",
		"struct sample { long long line = 5; };",
		"struct sample { int sure = true; };",
		"struct sample { const char *level = \"note\"; };",
		"struct sample { const char *line = 1; };",
		"struct sample { const char file = \"a\"; };",
		"struct sample { const char *flags = {\"a\"}; };",
		"struct sample { enum severity { fatal, error, warning, note } line = 1; };",
		"struct sample { struct spot { long address = 0x1; } spot; };",
		/* enumerators */
		"struct sample { enum severity { fatal, error, worse, note } level = note; };",
		"struct sample { enum severity { fatal, error } level = error; };",
		"struct sample { enum severity { error, fatal, warning, note } level = note; };",
		"struct sample { enum gravity { fatal, error, warning, note } level = note; };",
		("struct sample { enum severity { fatal, error, warning, note } level = \"note\"; "
		 "};"),
		"struct sample { enum severity { fatal, error, warning, note } level = bad; };",
		"faultline::sample s = {.level = \"note\"};",
		"faultline::sample s = {.notes = {{.kind = include}}};",
		/* bounds */
		"struct sample { const char file[3] = \"a\\000b\"; };",
		"struct sample { const char file[5] = \"a\\000b\"; };",
		"struct sample { const char file[04] = \"a\\000b\"; };",
		"struct sample { const char file[] = \"a\\000b\"; };",
		"struct sample { const char *file[2] = \"a\"; };",
		"struct sample { const char *flags[1] = {\"a\", \"b\"}; };",
		"struct sample { const char *flags[3] = {\"a\", \"b\"}; };",
		"struct sample { struct note { } notes[2]; };",
		/* names and numbers */
		"struct sample { struct note { } other[1]; };",
		"struct sample { struct note { } notes; };",
		"struct sample { struct note_2 { } note_2; };",
		"struct sample { struct note_1 { } note_2; };",
		"struct sample { struct spot { } spots; };",
		"struct sample { struct spot_1 { } spot; };",
		"struct sample { int line = 010; };",
		"struct sample { int line = 0x10; };",
		"struct sample { int line = 9223372036854775808; };",
		"struct sample { int line = 1 - 1; };",
		"struct sample { struct spot { unsigned long address = 10; } spot; };",
		"struct sample { struct spot { unsigned long address = -0x10; } spot; };",
		"struct sample { double confidence = 1e300; };",
		/* terse */
		"sample(\"a\")",
		"level(\"a\")",
		"error",
		"error(",
		"error(\"a\"",
		"error(\"a\",)",
		"error(,1)",
		"error(1)",
		"error(\"a\",\"b\")",
		"error(\"a\",1,2,{{1,\"m\"})",
		"error(\"a\",1,2,{1,\"m\"})",
		"error(\"a\",1,2,{},{},{},true,1,1)",
		"error(\"a\",1,2,{},{},{\"w\",0x1,0,0},true)",
		"error(.file = \"a\")",
		"error{\"a\"}",
		"sample_spot(\"a\",1)",
	};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct fl_error err;
		if (read_text(bad[i], &err) != FL_EPARSE || !err.line || !err.message[0])
			fail_msg("taken: %s", bad[i]);
		assert_true(err.offset <= strlen(bad[i]));
	}
}

static void says_what_it_lacks(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_items items;
	struct fl_error err = {0};
	static const char text[] = "faultline::sample s = {.file = \"some text of some length\"};";
	for (size_t max = 0; max < 200; max += 7) {
		fl_arena_init(&a, max);
		int rc = fl_literal_read(FL_S(text), &sample_registry, &a, &items, &err);
		assert_int_equal(rc, FL_ELIMIT);
		assert_null(strstr(err.message, "expected"));
		fl_arena_release(&a);
	}
}

/* A build's log has tens of thousands of items; what each costs must not depend on their number. */
static void writes_many_items(void **state)
{
	(void)state;
	enum { MANY = 200000 };
	struct fl_arena a;
	struct fl_buf text;
	struct fl_error err;
	struct fl_items back;
	fl_arena_init(&a, (size_t)256 << 20);
	fl_buf_init(&text, TEXT);
	struct fl_items items = {.at = fl_arena_array(&a, MANY, sizeof(*items.at)), .len = MANY};
	void *object = fl_object_new(&a, &sample_spot_shape);
	for (size_t i = 0; i < MANY; i++)
		items.at[i] = (struct fl_item){.shape = &sample_spot_shape, .object = object};
	clock_t begun = clock();
	fl_literal_write(&text, &items, FL_COMPACT, FL_MARK_NONE);
	assert_true(clock() - begun < 5 * CLOCKS_PER_SEC);
	assert_int_equal(text.failed, 0);
	assert_int_equal(fl_literal_read(fl_buf_view(&text), &sample_registry, &a, &back, &err), 0);
	assert_int_equal(back.len, MANY);
	assert_true(fl_slice_ends(fl_buf_view(&text), "sample_spot_200000 = {};\n"));
	fl_buf_release(&text);
	fl_arena_release(&a);
}

/* Keys that are one and the same once their escapes are undone. */
static void json_refuses_an_escaped_twin(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_error err = {0};
	void *object;
	static const char text[] = "{\"where\":\"\",\"whe\xf4\x8f\x81\xb2"
				   "e\":\"\",\"address\":\"0x1\",\"omitted\":0}";
	fl_arena_init(&a, ARENA);
	assert_int_equal(
		fl_json_read(FL_S(text), &sample_spot_shape, &a, &object, &err), FL_EPARSE);
	assert_non_null(strstr(err.message, "twice"));
	fl_arena_release(&a);
}

/* Three bytes a value: refused before a tree of them is made. */
static void json_bounds_its_tree(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_buf text;
	struct fl_error err = {0};
	const struct fl_json *tree;
	fl_buf_init(&text, TEXT);
	fl_buf_char(&text, '[');
	for (size_t i = 0; i < 10000000; i++)
		fl_buf_str(&text, "[],");
	fl_buf_str(&text, "[]]");
	fl_arena_init(&a, ARENA);
	clock_t begun = clock();
	assert_int_equal(fl_json_parse(fl_buf_view(&text), &a, &tree, &err), FL_ELIMIT);
	assert_true(clock() - begun < CLOCKS_PER_SEC);
	fl_arena_release(&a);
	/* Commas and brackets inside texts are no values. */
	fl_buf_clear(&text);
	fl_buf_str(&text, "[\"\\\"");
	fl_buf_fill(&text, ',', 1000);
	fl_buf_str(&text, "[[[\"]");
	fl_arena_init(&a, 4096);
	assert_int_equal(fl_json_parse(fl_buf_view(&text), &a, &tree, &err), 0);
	assert_int_equal(tree->child->text.len, 1004);
	fl_arena_release(&a);
	fl_buf_release(&text);
}

/* Many small pieces count with what they take. */
static void arena_counts_padding(void **state)
{
	(void)state;
	struct fl_arena a;
	size_t n = 0;
	fl_arena_init(&a, 1 << 20);
	while (fl_arena_alloc(&a, 1))
		n++;
	assert_in_range(n, 1000, (1 << 20) / _Alignof(max_align_t));
	fl_arena_release(&a);
}

static void fit_keeps_any_byte(void **state)
{
	(void)state;
	struct fl_arena a;
	struct {
		struct fl_slice where;
		uint64_t address;
		int64_t omitted;
	} * spot;
	char text[4000];
	memset(text, 'x', sizeof(text));
	text[3] = '\0';
	fl_arena_init(&a, ARENA);
	spot = fl_object_new(&a, &sample_spot_shape);
	spot->where = fl_slice(text, sizeof(text));
	struct fl_item item = {.shape = &sample_spot_shape, .object = spot};
	struct fl_items items = {.at = &item, .len = 1};
	assert_int_equal(fl_items_fit(&items, 1000, &a, NULL), 0);
	assert_true(spot->where.len > 200);
	assert_memory_equal(spot->where.ptr, "xxx\0xxx", 7);
	assert_true(fl_slice_find(spot->where, "bytes omitted]") > 0);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_fits),
		cmocka_unit_test(refuses_what_does_not_compile),
		cmocka_unit_test(says_what_it_lacks),
		cmocka_unit_test(writes_many_items),
		cmocka_unit_test(json_refuses_an_escaped_twin),
		cmocka_unit_test(json_bounds_its_tree),
		cmocka_unit_test(arena_counts_padding),
		cmocka_unit_test(fit_keeps_any_byte),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
