/* Manifests of several sets as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "datasets/pack/pack.h"

static struct ds_manifest made(const char *toolchain, struct ds_count *skipped,
	struct ds_manifest_operator *op, struct fl_slice *argument)
{
	return (struct ds_manifest){.seed = 4,
		.fingerprint = fl_slice_str(toolchain),
		.arguments = {argument, 1},
		.programs = {.taken = 2},
		.skipped = {skipped, 1},
		.operators = {op, 1}};
}

/* Counts of one name add up, those of others stand behind each other; arguments stand once. */
static void counts_add_up(void **state)
{
	(void)state;
	struct ds_count lost[] = {{FL_S("lost"), 2}, {FL_S("lost"), 5}, {FL_S("late"), 1}};
	struct ds_count seen[] = {{FL_S("ub"), 3}};
	struct ds_manifest_operator ops[] = {
		{.operator= FL_S("index"), .tried = 7, .records = 1, .evidence = {seen, 1}},
		{.operator= FL_S("index"), .tried = 8, .records = 2, .evidence = {seen, 1}},
		{.operator= FL_S("arith"), .tried = 9}};
	struct fl_slice arguments[] = {FL_S("--seed=4"), FL_S("--limit=2")};
	const struct ds_manifest m[] = {made("a", &lost[0], &ops[0], &arguments[0]),
		made("a", &lost[1], &ops[1], &arguments[0]),
		made("a", &lost[2], &ops[2], &arguments[1])};
	const struct ds_manifest *const all[] = {&m[0], &m[1], &m[2]};
	struct ds_manifest sum;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ds_manifests_add(all, 3, &a, &sum, NULL), 0);
	assert_int_equal(sum.seed, 4);
	assert_int_equal(sum.programs.taken, 6);
	assert_int_equal(sum.arguments.len, 2);
	const struct ds_count *c = sum.skipped.items;
	assert_int_equal(sum.skipped.len, 2);
	assert_int_equal(c[0].count, 7);
	assert_int_equal(c[1].count, 1);
	const struct ds_manifest_operator *o = sum.operators.items;
	assert_int_equal(sum.operators.len, 2);
	assert_int_equal(o[0].tried, 15);
	assert_int_equal(o[0].records, 3);
	assert_int_equal(((const struct ds_count *)o[0].evidence.items)->count, 6);
	assert_int_equal(o[1].tried, 9);
	/* What went in is as it was. */
	assert_int_equal(ops[0].tried, 7);
	assert_int_equal(lost[0].count, 2);
	fl_arena_release(&a);
}

static void toolchains_do_not_mix(void **state)
{
	(void)state;
	struct ds_count lost = {FL_S("lost"), 2};
	struct ds_manifest_operator op = {.operator= FL_S("index")};
	struct fl_slice argument = FL_S("--seed=4");
	const struct ds_manifest one = made("a", &lost, &op, &argument),
				 two = made("b", &lost, &op, &argument);
	const struct ds_manifest *const all[] = {&one, &two};
	struct ds_manifest sum = {.seed = 9};
	struct fl_error err;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ds_manifests_add(all, 2, &a, &sum, &err), FL_EINVAL);
	assert_non_null(strstr(err.message, "different toolchains (a and b)"));
	assert_int_equal(sum.seed, 9);
	assert_int_equal(ds_manifests_add(all, 0, &a, &sum, &err), 0);
	assert_int_equal(sum.fingerprint.len, 0);
	assert_int_equal(sum.schema_version, DS_SCHEMA_VERSION);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_add_up), cmocka_unit_test(toolchains_do_not_mix)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
