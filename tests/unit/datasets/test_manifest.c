/* The manifest and the toolchain's fingerprint. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "datasets/manifest.h"
#include "datasets/toolchain.h"

struct fixture {
	char dir[40], path[64];
	struct fl_arena arena;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	strcpy(f->dir, "/tmp/fl-manifest-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->path, sizeof(f->path), "%s/manifest.json", f->dir);
	fl_arena_init(&f->arena, 16 << 20);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	unlink(f->path);
	assert_int_equal(rmdir(f->dir), 0); /* nothing else was left there */
	fl_arena_release(&f->arena);
	free(f);
	return 0;
}

static struct ds_shard shard = {.path = FL_LIT("trace_fix-00000.jsonl.zst"),
	.kind = DS_KIND_TRACE_FIX,
	.rows = 3,
	.bytes = 100,
	.raw_bytes = 200,
	.sha256 = FL_LIT("aa"),
	.raw_sha256 = FL_LIT("bb")};
static struct fl_slice arguments[] = {FL_LIT("--limit=5")};
static struct ds_count counts[] = {{FL_LIT("no_main"), 2}};
static struct ds_manifest_operator operators[] = {{.operator= FL_LIT("arith"),
	.sites = 9,
	.tried = 5,
	.records = 3,
	.evidence = {counts, 1}}};

static struct ds_manifest sample(void)
{
	return (struct ds_manifest){.schema_version = DS_SCHEMA_VERSION,
		.faultline = FL_S("0.1.0"),
		.seed = -5,
		.arguments = {arguments, 1},
		.fingerprint = FL_S("cc"),
		.toolchain = {arguments, 1},
		.shards = {&shard, 1},
		.programs = {.taken = 1, .refused = {counts, 1}},
		.operators = {operators, 1}};
}

static void round_trip(void **state)
{
	struct fixture *f = *state;
	struct ds_manifest m = sample();
	const struct ds_manifest *back;
	assert_int_equal(ds_manifest_read(f->dir, &f->arena, &back, NULL), FL_ENOTFOUND);
	assert_int_equal(ds_manifest_write(f->dir, &m, NULL), 0);
	assert_int_equal(ds_manifest_read(f->dir, &f->arena, &back, NULL), 0);
	assert_int_equal(back->sha256.len, 64);
	m.sha256 = back->sha256;
	assert_true(fl_object_eq(&ds_manifest_shape, &m, back));
	assert_int_equal(ds_manifest_write("/nonexistent", &m, NULL), FL_EIO);
}

static void what_is_no_manifest(void **state)
{
	struct fixture *f = *state;
	static const char *const paths[] = {"", "../x", "/etc/passwd", ".hidden", "a/b"};
	const struct ds_manifest *back;
	const struct ds_shard good = shard;
	struct ds_manifest m = sample();
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		shard.path = fl_slice_str(paths[i]);
		assert_int_equal(ds_manifest_write(f->dir, &m, NULL), 0);
		assert_int_equal(ds_manifest_read(f->dir, &f->arena, &back, NULL), FL_EPARSE);
	}
	shard = good;
	shard.rows = 0;
	assert_int_equal(ds_manifest_write(f->dir, &m, NULL), 0);
	assert_int_equal(ds_manifest_read(f->dir, &f->arena, &back, NULL), FL_EPARSE);
	shard = good;
	m.schema_version++;
	assert_int_equal(ds_manifest_write(f->dir, &m, NULL), 0);
	assert_int_equal(ds_manifest_read(f->dir, &f->arena, &back, NULL), FL_EPARSE);
	assert_int_equal(ds_file_write(f->path, FL_S("{\"schema_version\":1}\n"), NULL), 0);
	assert_int_equal(ds_manifest_read(f->dir, &f->arena, &back, NULL), FL_EPARSE);
}

static void every_flip(void **state)
{
	struct fixture *f = *state;
	const struct ds_manifest m = sample(), *back;
	struct fl_buf json;
	fl_buf_init(&json, 1 << 20);
	assert_int_equal(ds_manifest_write(f->dir, &m, NULL), 0);
	assert_int_equal(fl_buf_read_file(&json, f->path, NULL), 0);
	/* The line feed at the end is no part of the object. */
	for (size_t i = 0; i + 1 < json.len; i++) {
		json.data[i] = (char)(json.data[i] ^ 1);
		assert_int_equal(ds_file_write(f->path, fl_buf_view(&json), NULL), 0);
		assert_int_equal(ds_manifest_read(f->dir, &f->arena, &back, NULL), FL_EPARSE);
		json.data[i] = (char)(json.data[i] ^ 1);
	}
	fl_buf_release(&json);
}

static void toolchain(void **state)
{
	struct fixture *f = *state;
	struct ds_toolchain one, two;
	struct fl_error err = {0};
	int rc = ds_toolchain_detect(&f->arena, &one, &err);
	if (rc == FL_EMISSING && !getenv("CI"))
		skip();
	assert_string_equal(err.message, "");
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	setenv("PATH", "/nonexistent", 1);
	assert_int_equal(ds_toolchain_detect(&f->arena, &two, NULL), 0);
	assert_true(fl_slice_eq(one.fingerprint, two.fingerprint));
	assert_int_equal(one.fingerprint.len, 64);
	assert_true(one.lines.len >= 10); /* those of other machines, where they are */
	assert_true(fl_slice_starts(tg_text_at(&one.lines, 0), "gcc-12: gcc-12 "));
	assert_true(fl_slice_find(one.compilers[TG_CLANG].version, "clang version 19") >= 0);
	assert_true(fl_slice_starts(one.debugger, "GNU gdb"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(round_trip, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_no_manifest, setup, teardown),
		cmocka_unit_test_setup_teardown(every_flip, setup, teardown),
		cmocka_unit_test_setup_teardown(toolchain, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
