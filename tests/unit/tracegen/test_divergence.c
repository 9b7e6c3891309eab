/* Where two runs part, and the line map between them: pure functions. timeout: 20 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "debugsession/model.h"
#include "tracegen/divergence/divergence.h"
#include "tracegen/divergence/part.h"
#include "tracegen/program.h"

enum { ROOM = 8 };

static struct fl_arena arena;

/* A run under construction, of one call: each state has one or two variables. */
struct run {
	struct tg_state at[ROOM];
	struct dbg_variable vars[ROOM][2];
	struct tg_track track;
};

static void add(struct run *r, int64_t line, bool entry, const char *a, const char *b)
{
	size_t n = r->track.states.len++;
	r->vars[n][0] = (struct dbg_variable){.name = FL_LIT("a"), .value = fl_slice_str(a)};
	r->vars[n][1] = (struct dbg_variable){.name = FL_LIT("b"), .value = fl_slice_str(b)};
	r->at[n] = (struct tg_state){
		.line = line, .entry = entry, .sp = FL_LIT("1"), .nth = n, .vars = {r->vars[n], 2}};
	r->track.states.items = r->at;
	r->track.end = TG_STATES_ENDED;
}

static struct run common(void)
{
	struct run r = {0};
	add(&r, 10, true, "1", "2");
	add(&r, 11, false, "1", "3");
	return r;
}

static struct tg_parting part(struct run *faulty, struct run *right)
{
	struct tg_parting p;
	faulty->track.states.items = faulty->at; /* runs are made by value */
	right->track.states.items = right->at;
	for (size_t i = 0; i < ROOM; i++) {
		faulty->at[i].vars.items = faulty->vars[i];
		right->at[i].vars.items = right->vars[i];
	}
	tg_part(&faulty->track, &right->track, &p);
	return p;
}

static void test_values(void **state)
{
	(void)state;
	struct run x = common(), y = common();
	add(&x, 12, false, "1", "0");
	add(&y, 12, false, "1", "6");
	struct tg_parting p = part(&x, &y);
	assert_int_equal(TG_PARTED, p.how);
	assert_int_equal(2, p.alike);
	assert_int_equal(1, p.entered);
	assert_int_equal(1, p.apart_count);
	assert_int_equal(1, p.apart[0].faulty);
	assert_ptr_equal(&x.at[2], p.faulty);
	assert_ptr_equal(&y.at[2], p.right);
	assert_false(p.before);
}

static void test_lines(void **state)
{
	(void)state;
	struct run x = common(), y = common();
	add(&x, 14, false, "1", "3");
	add(&y, 12, false, "1", "3");
	struct tg_parting p = part(&x, &y);
	assert_int_equal(TG_PARTED, p.how);
	assert_int_equal(0, p.apart_count);
	assert_int_equal(14, p.faulty->line);
	assert_int_equal(12, p.right->line);
}

static void test_first_state(void **state)
{
	(void)state;
	struct run x = {0}, y = {0};
	add(&x, 10, true, "1", "2");
	add(&y, 10, true, "7", "2");
	struct tg_parting p = part(&x, &y);
	assert_int_equal(TG_PARTED, p.how);
	assert_int_equal(0, p.alike);
	assert_true(p.before); /* what it is called with is another: not its own doing */
}

/* One has no further state. */
static void test_ends(void **state)
{
	(void)state;
	struct run x = common(), y = common();
	assert_int_equal(TG_NEVER_PARTED, part(&x, &y).how);
	x.track.end = TG_STATES_STOPPED; /* and the other left it in good order */
	assert_int_equal(TG_PARTED, part(&x, &y).how);
	assert_null(part(&x, &y).faulty);
	add(&y, 12, false, "1", "3");
	assert_int_equal(TG_PARTED, part(&x, &y).how);
	assert_ptr_equal(&y.at[2], part(&x, &y).right);
	x.track.end = TG_STATES_ENDED; /* it left the function, the other is still in it */
	assert_int_equal(TG_PARTED, part(&x, &y).how);
	y.at[2].entry = true; /* is not called again: that is who called it */
	assert_int_equal(TG_NEVER_PARTED, part(&x, &y).how);
	x.track.end = TG_STATES_MORE;
	assert_int_equal(TG_PARTS_LATER, part(&x, &y).how);
}

/* A local without a value holds chance until it is given one. */
static void test_unset(void **state)
{
	(void)state;
	static struct fl_slice names[] = {FL_LIT("b")};
	const struct fl_list unset = {names, 1};
	struct run x = {0}, y = {0};
	add(&x, 10, true, "1", "777");
	add(&y, 10, true, "1", "888");
	add(&x, 11, false, "1", "777");
	add(&y, 11, false, "1", "888");
	assert_int_equal(0, part(&x, &y).alike);
	x.track.unset = y.track.unset = unset;
	assert_int_equal(TG_NEVER_PARTED, part(&x, &y).how);
	add(&x, 12, false, "1", "5");
	add(&y, 12, false, "1", "6");
	assert_int_equal(TG_PARTED, part(&x, &y).how);
	assert_int_equal(2, part(&x, &y).alike);
}

/* What the right run has never written is no difference; what the faulty one has not, is. */
static void test_uninitialized(void **state)
{
	(void)state;
	struct run x = common(), y = common();
	add(&x, 12, false, "{n = 0, p = 0x0}", "3");
	add(&y, 12, false, "{n = <uninitialized>, p = 0x0}", "3");
	assert_int_equal(TG_NEVER_PARTED, part(&x, &y).how);
	assert_int_equal(TG_PARTED, part(&y, &x).how);
	add(&x, 13, false, "{n = 0, p = 0x0}", "3");
	add(&y, 13, false, "{n = <uninitialized>, p = <ptr>}", "3");
	assert_int_equal(3, part(&x, &y).alike);
}

/* Which those are. */
static void test_declarations(void **state)
{
	(void)state;
	struct tg_file file = {FL_LIT("a.c"), FL_LIT("int f(int n)\n{\n"
						     "\tint i, k = 3, list[4];\n"
						     "\tfor (int x : v)\n"
						     "\t\tn += x;\n"
						     "}\n")};
	const struct fl_list files = {&file, 1};
	const char *const names[] = {"i", "k", "list", "x"};
	const int64_t lines[] = {3, 3, 3, 4};
	struct tg_decl decls[5];
	for (size_t i = 0; i < 4; i++)
		decls[i] = (struct tg_decl){
			.file = file.path, .name = fl_slice_str(names[i]), .line = lines[i]};
	decls[4] = (struct tg_decl){.file = file.path,
		.name = FL_LIT("f"),
		.line = 1,
		.scope_end = 6,
		.function = true};
	const struct tg_evidence_spec run = {.files = &files, .decls = decls, .decl_count = 5};
	struct tg_track t = {0};
	assert_int_equal(0, tg_track_unset(&t, &run, &decls[4], &arena, NULL));
	assert_int_equal(2, t.unset.len);
	assert_true(fl_slice_eqs(((struct fl_slice *)t.unset.items)[0], "i"));
	assert_true(fl_slice_eqs(((struct fl_slice *)t.unset.items)[1], "list"));
}

static void assert_apart(const char *value, const char *other, const char *name, const char *shown,
	const char *other_shown)
{
	struct tg_value_apart v;
	tg_value_apart(FL_S("*t"), fl_slice_str(value), fl_slice_str(other), &arena, &v);
	assert_string_equal(name, fl_arena_slice(&arena, v.name).ptr);
	assert_string_equal(shown, fl_arena_slice(&arena, v.value).ptr);
	assert_string_equal(other_shown, fl_arena_slice(&arena, v.other).ptr);
}

static void test_parts(void **state)
{
	(void)state;
	assert_apart("0x0", "<ptr>", "*t", "0x0", "<ptr>");
	assert_apart("{n = 1, max = 0}", "{n = 1, max = 6}", "t->max", "0", "6");
	assert_apart("{n = <uninitialized>, max = 0}", "{n = 1, max = 6}", "t->max", "0", "6");
	assert_apart("{p = {x = 1, y = 2}}", "{p = {x = 1, y = 3}}", "t->p.y", "2", "3");
	assert_apart("{11111, 22222, 33333, 44444, 55555, 66666, 77777, 88888, 99999, 10000}",
		"{11111, 22222, 33333, 44444, 55555, 66666, 77777, 88888, 99990, 10000}", "*t",
		"...77777, 88888, 99999, 10000}", "...77777, 88888, 99990, 10000}");
}

/* One edit of the text: from `original`'s first place. */
static struct tg_line_map map_of(const char *text, const char *original, const char *replacement)
{
	struct tg_line_map map;
	int64_t start = strstr(text, original) - text;
	struct tg_site site = {.file = FL_LIT("a.c"),
		.start = start,
		.end = start + (int64_t)strlen(original),
		.original = fl_slice_str(original),
		.replacement = fl_slice_str(replacement)};
	assert_int_equal(
		0, tg_line_map_make(&site, site.file, fl_slice_str(text), &arena, &map, NULL));
	return map;
}

static void assert_map(struct tg_line_map map, const int64_t to[5])
{
	for (int64_t line = 1; line <= 5; line++)
		assert_int_equal(to[line - 1], tg_line_map_at(&map, line));
}

static void test_line_map(void **state)
{
	(void)state;
	static const char text[] = "one\n\ttwo;\n\tthree;\n\tfour;\nfive\n";
	assert_map(map_of(text, "two", "zwei"), (const int64_t[]){1, 2, 3, 4, 5});
	assert_map(map_of(text, "\ttwo;\n", ""), (const int64_t[]){1, 0, 2, 3, 4});
	assert_map(map_of(text, "two;\n\t", ""), (const int64_t[]){1, 0, 2, 3, 4});
	assert_map(map_of(text, "\n\ttwo;", ""), (const int64_t[]){1, 0, 2, 3, 4});
	assert_map(map_of(text, "two;\n\tthree;\n", ""), (const int64_t[]){1, 0, 0, 2, 3});
	assert_map(map_of(text, "two;", "new;\n\ttwo;"), (const int64_t[]){1, 3, 4, 5, 6});
	assert_map(
		map_of(text, "two;\n\tthree;", "three;\n\ttwo;"), (const int64_t[]){1, 2, 3, 4, 5});
	struct tg_line_map map = map_of(text, "\ttwo;\n", "");
	assert_true(tg_line_map_has(&map, 2));
	assert_false(tg_line_map_has(&map, 5));
	assert_int_equal(0, tg_line_map_at(&map, 99));
}

/* Lines that one side alone has are passed over; a call that begins at one begins at the next. */
static void test_track(void **state)
{
	(void)state;
	static const char text[] = "one\n\ttwo;\n\tthree;\n\tfour;\nfive\n";
	struct tg_line_map map = map_of(text, "\ttwo;\n", "");
	struct tg_state at[] = {{.line = 2, .entry = true, .nth = 0}, {.line = 3, .nth = 1},
		{.line = 4, .startup = true, .nth = 2}, {.line = 4, .nth = 3}};
	struct tg_states states = {.list = {at, 4}, .end = TG_STATES_STOPPED, .end_line = 4};
	struct tg_track t;
	assert_int_equal(0, tg_track_make(&states, &map, true, &arena, &t, NULL));
	const struct tg_state *s = t.states.items;
	assert_int_equal(2, t.states.len);
	assert_int_equal(2, s[0].line);
	assert_true(s[0].entry);
	assert_int_equal(1, s[0].nth);
	assert_int_equal(3, s[1].line);
	assert_int_equal(3, t.end_line);
	at[0].sp = FL_S("2"); /* a call that has no such line: what goes on is who called it */
	assert_int_equal(0, tg_track_make(&states, &map, true, &arena, &t, NULL));
	assert_false(((const struct tg_state *)t.states.items)[0].entry);
}

static void test_lacks(void **state)
{
	(void)state;
	struct tg_diverged sides[] = {
		{.run = FL_LIT("faulty"), .line = 3}, {.run = FL_LIT("right"), .line = 4}};
	struct tg_divergence d = {
		.function = FL_LIT("f"), .file = FL_LIT("a.c"), .call = 1, .sides = {sides, 2}};
	assert_null(tg_divergence_lacks(&d));
	sides[1].line = 3;
	assert_non_null(tg_divergence_lacks(&d));
	sides[0].end = FL_S("SIGABRT");
	assert_null(tg_divergence_lacks(&d));
	sides[0].run = FL_S("right");
	assert_non_null(tg_divergence_lacks(&d));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_first_state),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_unset),
		cmocka_unit_test(test_uninitialized),
		cmocka_unit_test(test_declarations),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_line_map),
		cmocka_unit_test(test_track),
		cmocka_unit_test(test_lacks),
	};
	fl_arena_init(&arena, 1 << 20);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	fl_arena_release(&arena);
	return failed;
}
