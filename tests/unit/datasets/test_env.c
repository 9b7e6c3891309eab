/* Episodes without a box: which one a request is of, what is kept between steps, what is new. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "datasets/debugging/debug.h"
#include "datasets/env/head.h"
#include "datasets/env/state.h"
#include "datasets/reward/candidate.h"
#include "tracegen/program.h"

#define ID "0123456789abcdef0123456789abcdef"

static void heads(void **state)
{
	static const struct {
		const char *body, *episode, *message;
		int64_t step;
	} cases[] = {
		{"{\"episode\":\"" ID "\",\"compile\":true}", ID, NULL, 0},
		{"{\"run\":{\"episode\":\"x\",\"step\":9},\"step\":3,\"episode\":\"" ID "\"}", ID,
			NULL, 3},
		{"{\"episode\":\"" ID "0\"}", "?", NULL, 0},
		{"{\"episode\":\"\"}", "?", NULL, 0},
		{"{\"episode\":7}", NULL, "has to be text", 0},
		{"{\"episode\":\"" ID "\",\"step\":0}", NULL, "from 1", 0},
		{"{\"episode\":\"" ID "\",\"step\":1.5}", NULL, "from 1", 0},
		{"{\"episode\":\"" ID "\"", NULL, "", 0},
		{"{\"step\":1}", NULL, "\"episode\"", 0},
		{"[\"episode\"]", NULL, "\"episode\"", 0},
		{"\"episode\"", NULL, "\"episode\"", 0},
		{"", NULL, "", 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_env_head head = {0};
		struct fl_error err = {0};
		int rc = ds_env_head_read(fl_slice_str(cases[i].body), &head, &err);
		if (cases[i].episode) {
			assert_int_equal(rc, 0);
			assert_string_equal(head.episode, cases[i].episode);
			assert_int_equal(head.step, cases[i].step);
		} else if (rc == 0 || !strstr(err.message, cases[i].message)) {
			fail_msg("%s: %d %s", cases[i].body, rc, err.message);
		}
	}
}

static void members(void **state)
{
	static const char body[] =
		"{ \"steps\" : 3 ,\"task\"\n:\t{\"a\":{\"task\":[1]}} , \"x\":\"y\"}";
	(void)state;
	struct fl_slice all = fl_slice_str(body);
	assert_true(fl_slice_eqs(ds_env_member(all, "task"), "{\"a\":{\"task\":[1]}}"));
	assert_true(fl_slice_eqs(ds_env_member(all, "steps"), "3"));
	assert_true(fl_slice_eqs(ds_env_member(all, "x"), "\"y\""));
	assert_int_equal(ds_env_member(all, "a").len, 0);
	assert_int_equal(ds_env_member(fl_slice_head(all, 30), "task").len, 0);
}

static struct fl_list texts(struct fl_slice *t, size_t n)
{
	return (struct fl_list){.items = t, .len = n};
}

/* Any bytes survive, and so does everything that there is. */
static void kept(void **state)
{
	struct tg_file file = {FL_S("a.c"), fl_slice("x\0\xff\n", 4)};
	struct fl_slice args[] = {FL_S("-n"), FL_S("")};
	struct ds_env_state s = {.task = FL_S("{\"tests\":[]}"),
		.files = {.items = &file, .len = 1},
		.step = 3,
		.steps = 9,
		.input = {.input = FL_S("1 2\n"), .args = texts(args, 2)}};
	struct ds_env_state *back = NULL;
	struct ds_env_told told = {0};
	struct fl_buf out, again;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&out, 1 << 20);
	fl_buf_init(&again, 1 << 20);
	struct fl_list wrong = texts(args, 1);
	assert_int_equal(ds_env_now(&s, FL_S("test 1"), &wrong, &a, &told, NULL), 0);
	ds_env_state_write(&out, &s);
	assert_int_equal(ds_env_state_read(fl_buf_view(&out), &a, &back, NULL), 0);
	ds_env_state_write(&again, back);
	assert_true(fl_slice_eq(fl_buf_view(&out), fl_buf_view(&again)));
	const struct tg_file *f = back->files.items;
	assert_true(fl_slice_eq(f->content, file.content) && back->step == 3 && back->steps == 9);
	fl_buf_release(&out);
	fl_buf_release(&again);
	fl_arena_release(&a);
}

static void check_told(const struct ds_env_told *t, const char *removed, const char *added)
{
	const struct fl_slice *r = t->removed.items, *n = t->added.items;
	assert_int_equal(t->removed.len, removed != NULL);
	assert_int_equal(t->added.len, added != NULL);
	assert_true(!removed || fl_slice_eqs(r[0], removed));
	assert_true(!added || fl_slice_eqs(n[0], added));
}

static void what_is_new(void **state)
{
	struct fl_slice one[] = {FL_S("a"), FL_S("b")}, two[] = {FL_S("b"), FL_S("c")};
	struct fl_list first = texts(one, 2), second = texts(two, 2), none = {0};
	struct ds_env_state s = {0};
	struct ds_env_told told = {0};
	struct fl_arena a;
	char names[2 * DS_ENV_KNOWN_MAX][8];
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ds_env_now(&s, FL_S(""), &first, &a, &told, NULL), 0);
	assert_int_equal(told.added.len, 2);
	told = (struct ds_env_told){0};
	assert_int_equal(ds_env_now(&s, FL_S(""), &second, &a, &told, NULL), 0);
	check_told(&told, "a", "c");
	told = (struct ds_env_told){0};
	assert_int_equal(ds_env_now(&s, FL_S("test 1"), &second, &a, &told, NULL), 0);
	assert_int_equal(told.added.len, 2); /* of another place nothing was known */
	/* The oldest inputs make room, the compiler never does. */
	for (size_t i = 0; i < 2 * DS_ENV_KNOWN_MAX; i++) {
		snprintf(names[i], sizeof(names[i]), "%zu", i);
		assert_int_equal(ds_env_now(&s, fl_slice_str(names[i]), &none, &a, &told, NULL), 0);
		assert_true(s.known.len <= DS_ENV_KNOWN_MAX);
	}
	told = (struct ds_env_told){0};
	assert_int_equal(ds_env_now(&s, FL_S(""), &second, &a, &told, NULL), 0);
	check_told(&told, NULL, NULL);
	fl_arena_release(&a);
}

/* A task may have no code yet; files that were written take its place, and decide its language. */
static void tasks(void **state)
{
	struct tg_file file = {FL_S("main.c"), FL_S("int main(void){}")};
	struct fl_list files = {.items = &file, .len = 1};
	struct ds_candidate c;
	struct fl_error err;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	struct fl_slice json =
		FL_S("{\"language\":\"c\",\"tests\":[{\"stdin\":\"\",\"shown\":true},{}]}");
	assert_int_not_equal(ds_candidate_read(json, &a, &c, &err), 0);
	assert_int_equal(ds_candidate_read_task(json, NULL, &a, &c, &err), 0);
	const struct tg_file *f = c.files.items;
	assert_true(c.files.len == 1 && fl_slice_eqs(f->path, "main.c") && !f->content.len);
	assert_true(fl_slice_eqs(c.main, "main.c"));
	const struct ds_trial *t = c.tests.items;
	assert_true(t[0].shown && !t[1].shown);
	assert_int_equal(ds_candidate_read_task(json, &files, &a, &c, &err), 0);
	f = c.files.items;
	assert_true(fl_slice_eq(f->content, file.content));
	assert_int_not_equal(
		ds_candidate_read_task(FL_S("{\"tests\":[{\"shown\":1}]}"), NULL, &a, &c, &err), 0);
	fl_arena_release(&a);
}

/* Before its line a debugger shows of a variable what the stack held. */
static void unset(void **state)
{
	static const char text[] = "int value;\n" /* 1 */
				   "static int f(int n)\n"
				   "{\n"
				   "	int count = 0;\n" /* 4 */
				   "	for (int i = 0; i < n; i++)\n"
				   "		count += i;\n"
				   "out:\n"
				   "	int value = count;\n" /* 8 */
				   "	return value + counter;\n"
				   "}\n";
	static const struct {
		int64_t line;
		const char *name;
		bool set;
	} cases[] = {{4, "count", false}, {5, "count", true}, {5, "i", false}, {6, "i", true},
		{8, "value", false}, {9, "value", true}, {9, "count", true}, {9, "counter", false},
		{9, "coun", false}, {1, "value", false}, {99, "value", false}, {0, "f", false}};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (ds_debug_is_set(fl_slice_str(text), cases[i].line,
			    fl_slice_str(cases[i].name)) != cases[i].set)
			fail_msg("%s in line %d", cases[i].name, (int)cases[i].line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads),
		cmocka_unit_test(members),
		cmocka_unit_test(kept),
		cmocka_unit_test(what_is_new),
		cmocka_unit_test(tasks),
		cmocka_unit_test(unset),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
