/* Two stacks of a report, what a function leaves unreleased, and what a mend changes: by text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/dialogue/mend.h"
#include "datasets/dialogue/policies/order.h"

static struct dbg_frame frame(const char *function, int64_t line)
{
	return (struct dbg_frame){
		.function = fl_slice_str(function), .file = FL_S("a.c"), .line = line};
}

static void the_function_that_did_both(void **state)
{
	struct dbg_frame main_free = frame("main", 20), main_use = frame("main", 22),
			 top = frame("start", 3), in_free = frame("list_free", 5),
			 in_use = frame("list_sum", 9), other = frame("worker", 40), early, late;
	const struct dbg_frame *freed[] = {&in_free, &main_free, &top};
	const struct dbg_frame *use[] = {&in_use, &main_use, &top};
	const struct dbg_frame *thread[] = {&in_use, &other};
	(void)state;
	assert_int_equal(DS_ORDER_DOWN, ds_order_of(freed, 3, use, 3, &early, &late));
	assert_int_equal(20, early.line);
	assert_int_equal(22, late.line);
	assert_int_equal(DS_ORDER_ROUND, ds_order_of(use, 3, freed, 3, &early, &late));
	assert_int_equal(DS_ORDER_NONE, ds_order_of(freed, 3, thread, 2, &early, &late));
	assert_int_equal(DS_ORDER_NONE, ds_order_of(freed, 3, freed, 3, &early, &late));
	assert_int_equal(DS_ORDER_NONE, ds_order_of(freed, 0, use, 3, &early, &late));
}

static const char code[] = "static int round_trip(const char *data)\n" /* 1 */
			   "{\n"
			   "\tchar *text = make_new(data);\n"
			   "\tchar *back = strdup(text);\n"
			   "\tfree(text);\n" /* 5 */
			   "\tfree(text);\n"
			   "\treturn 0;\n"
			   "}\n"
			   "void block_free(struct block *b)\n"
			   "{\n" /* 10 */
			   "\tprev = b->prev;\n"
			   "\tfree(b->data);\n"
			   "\tfree(b->data);\n"
			   "}\n"
			   "void other_free(struct block *b)\n" /* 15 */
			   "{\n"
			   "\tprev = b->prev;\n"
			   "\tfree(b);\n"
			   "\tfree(b);\n"
			   "}\n" /* 20 */
			   "void rows_free(struct row *r)\n"
			   "{\n"
			   "\tfor (int i = 0; i < r->n; i++)\n"
			   "\t\tfree(r->cells[i]);\n"
			   "\tlen = strlen(r->name);\n" /* 25 */
			   "\tlist_free(r->next);\n"
			   "\tfree(r);\n"
			   "\tfree(r);\n"
			   "}\n"
			   "void link(struct code *c)\n" /* 30 */
			   "{\n"
			   "\tstruct instr *in = &c->all[0];\n"
			   "\tfree(in->target);\n"
			   "\tfree(in->target);\n"
			   "}\n" /* 35 */
			   "int *path(int n)\n"
			   "{\n"
			   "\tint *p = NULL, *dist = malloc(n);\n"
			   "\tif (n > 0) {\n"
			   "\t\tp = malloc(n);\n" /* 40 */
			   "\t}\n"
			   "\tfree(dist);\n"
			   "\treturn p;\n"
			   "}\n";

static struct ds_block function_at(int64_t line)
{
	struct ds_block f;
	assert_true(ds_code_function(FL_S(code), line, &f));
	return f;
}

static void a_label_heads_no_function(void **state)
{
	static const char text[] = "class a {\npublic:\n\tvoid f()\n\t{\n\t\tx = 1;\n\t}\n};\n";
	struct ds_block f;
	(void)state;
	assert_true(ds_code_function(FL_S(text), 5, &f));
	assert_int_equal(3, f.head);
}

static void what_is_made_and_not_released(void **state)
{
	struct ds_block f = function_at(3), g = function_at(12);
	struct fl_slice name;
	(void)state;
	assert_true(ds_order_unreleased(FL_S(code), &f, &name));
	assert_true(fl_slice_eqs(name, "back"));
	assert_false(ds_order_unreleased(FL_S(code), &g, &name));
	/* Made in a block, and handed on behind it. */
	f = function_at(40);
	assert_false(ds_order_unreleased(FL_S(code), &f, &name));
}

static bool left(struct fl_arena *a, int64_t line, const char *released, const char *value,
	struct fl_slice *ret_name)
{
	struct ds_block f = function_at(line);
	return ds_order_left_over(
		FL_S(code), &f, fl_slice_str(released), fl_slice_str(value), a, ret_name);
}

static void what_is_left_of_an_object(void **state)
{
	struct fl_arena a;
	struct fl_slice name;
	(void)state;
	fl_arena_init(&a, 1 << 16);
	assert_true(left(&a, 12, "b->data", "", &name));
	assert_true(fl_slice_eqs(name, "b"));
	assert_true(left(&a, 18, "b", "{prev = <ptr>, used = 3, data = \"a, b}\"}", &name));
	assert_true(fl_slice_eqs(name, "data"));
	/* Two that it could be; none; what is within another. */
	assert_false(left(&a, 18, "b", "{data = \"x\", name = \"y\"}", &name));
	assert_false(left(&a, 18, "b", "{prev = <ptr>, used = 3, data = 0x0}", &name));
	assert_false(left(&a, 18, "b", "{at = {x = <ptr>}, used = 3}", &name));
	assert_false(left(&a, 18, "b", "<error>", &name));
	/* Its elements are released, it is not; another function has what it is given. */
	assert_true(left(&a, 27, "r", "{cells = <ptr>, n = 2, next = <ptr>}", &name));
	assert_true(fl_slice_eqs(name, "cells"));
	assert_true(left(&a, 27, "r", "{name = \"x\", next = <ptr>}", &name));
	assert_true(fl_slice_eqs(name, "name"));
	/* An element of an array, or a part of an object, is no block. */
	assert_false(left(&a, 33, "in->target", "", &name));
	assert_false(left(&a, 33, "log.segments", "", &name));
	fl_arena_release(&a);
}

static bool put(const char *was, const char *is, struct fl_slice *ret_word)
{
	struct tg_file buggy = {.path = FL_S("a.c"), .content = fl_slice_str(was)};
	struct tg_file fixed = {.path = FL_S("a.c"), .content = fl_slice_str(is)};
	const struct fl_list files = {&buggy, 1}, mended = {&fixed, 1};
	const struct ds_edit e = {
		.file = FL_S("a.c"), .line = 1, .lines = 1, .buggy_line = 1, .buggy_lines = 1};
	return ds_dialogue_put_word(&files, &e, &mended, ret_word);
}

static void a_word_in_the_place_of_one(void **state)
{
	struct fl_slice word;
	(void)state;
	assert_true(put("\tshow(name, 3);\n", "\tshow(level, 3);\n", &word));
	assert_true(fl_slice_eqs(word, "level"));
	assert_true(put("a = count;\n", "a = count_all;\n", &word));
	assert_true(fl_slice_eqs(word, "count_all"));
	assert_false(put("show(name, 3);\n", "show(name, 4);\n", &word));
	assert_false(put("show(name);\n", "show(name, level);\n", &word));
	assert_false(put("show(name);\n", "show(name);\n", &word));
	assert_false(put("i < n;\n", "i <= n;\n", &word));
}

/* An edit of line 6 that has that in place of something. */
static bool is_at(const char *right, struct ds_cause cause)
{
	struct tg_file file = {.path = FL_S("a.c"), .content = FL_S(code)};
	struct ds_edit e = {.file = FL_S("a.c"),
		.line = 6,
		.lines = 1,
		.buggy_line = 6,
		.buggy_lines = 1,
		.original = fl_slice_str(right),
		.replacement = FL_S("\tfree(text);\n")};
	const struct ds_record r = {.files = {&file, 1}, .edits = {&e, 1}};
	return ds_dialogue_is_at(&cause, &r);
}

static void a_conclusion_agrees_with_the_mend(void **state)
{
	const struct fl_slice f = FL_S("a.c");
	(void)state;
	assert_true(is_at("\tfree(back);\n", (struct ds_cause){.file = f, .line = 6}));
	assert_false(is_at("\tfree(back);\n", (struct ds_cause){.file = f, .line = 3}));
	assert_true(is_at("\tfree(r->back);\n",
		(struct ds_cause){.file = f, .line = 6, .means = FL_S("back")}));
	assert_false(is_at("\tfree(background);\n",
		(struct ds_cause){.file = f, .line = 6, .means = FL_S("back")}));
	assert_false(
		is_at("\tfree(back);\n", (struct ds_cause){.file = f, .line = 6, .excess = true}));
	assert_true(is_at("", (struct ds_cause){.file = f, .line = 6, .excess = true}));
	assert_true(is_at("\tfree(back);\n", (struct ds_cause){.file = f,
						     .line = 3,
						     .other_file = f,
						     .other_line = 6,
						     .means = FL_S("back")}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_function_that_did_both),
		cmocka_unit_test(a_label_heads_no_function),
		cmocka_unit_test(what_is_made_and_not_released),
		cmocka_unit_test(what_is_left_of_an_object),
		cmocka_unit_test(a_word_in_the_place_of_one),
		cmocka_unit_test(a_conclusion_agrees_with_the_mend),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
