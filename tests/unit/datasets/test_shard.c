/* Shards: what goes in comes out, bytes depend on content alone, names are whole or not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/zst.h"
#include "datasets/shard.h"
#include "record_sample.h"

struct fixture {
	char dir[32];
	struct fl_arena arena;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	strcpy(f->dir, "/tmp/fl-shard-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	fl_arena_init(&f->arena, 256 << 20);
	*state = f;
	return 0;
}

/* Remove the files of the directory; the count of them. */
static unsigned empty_dir(const char *path)
{
	unsigned n = 0;
	char name[512];
	DIR *d = opendir(path);
	for (struct dirent *e; (e = readdir(d));) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, e->d_name);
		unlink(name);
		n++;
	}
	closedir(d);
	return n;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	empty_dir(f->dir);
	rmdir(f->dir);
	fl_arena_release(&f->arena);
	free(f);
	return 0;
}

/* Write count records of two kinds in turn. */
static struct fl_list write_records(struct fixture *f, unsigned count, size_t cut)
{
	const struct ds_shards_opts opts = {.dir = f->dir, .cut = cut};
	struct ds_shards *s;
	struct fl_list list;
	assert_int_equal(ds_shards_new(&opts, &s, NULL), 0);
	struct fl_sink *sink = ds_shards_sink(s);
	for (unsigned i = 0; i < count; i++) {
		struct ds_record *r = sample_record(&f->arena, i);
		if (i % 3 == 0)
			sample_trace(r, &f->arena);
		assert_int_equal(ds_record_seal(r, &f->arena, NULL), 0);
		assert_int_equal(sink->put(sink, &ds_record_shape, r, NULL), 0);
	}
	assert_int_equal(sink->put(sink, &tg_file_shape, NULL, NULL), FL_EINVAL);
	assert_int_equal(ds_shards_finish(s, &f->arena, &list, NULL), 0);
	ds_shards_free(s);
	return list;
}

/* Every line is a record that passes; the count of them. */
static int64_t check_lines(struct fixture *f, const struct ds_shard *shard)
{
	struct fl_lines *l;
	struct fl_slice line;
	int64_t n = 0;
	int rc;
	struct fl_slice path = fl_arena_printf(&f->arena, "%s/%.*s", f->dir, FL_ARG(shard->path));
	assert_int_equal(fl_lines_open(path.ptr, 0, &l, NULL), 0);
	for (; (rc = fl_lines_next(l, &line, NULL)) == 1; n++) {
		struct ds_record *r;
		assert_int_equal(ds_record_read(line, &f->arena, &r, NULL), 0);
		assert_int_equal(ds_record_check(r, NULL), 0);
		assert_int_equal(r->kind, shard->kind);
	}
	assert_int_equal(rc, 0);
	fl_lines_close(l);
	return n;
}

static void round_trip(void **state)
{
	struct fixture *f = *state;
	struct fl_list list = write_records(f, 100, 20000);
	const struct ds_shard *s = list.items;
	int64_t rows = 0;
	assert_true(list.len > 4);
	for (size_t i = 0; i < list.len; i++) {
		struct stat st;
		struct fl_slice path =
			fl_arena_printf(&f->arena, "%s/%.*s", f->dir, FL_ARG(s[i].path));
		assert_int_equal(stat(path.ptr, &st), 0);
		assert_int_equal(st.st_size, s[i].bytes);
		assert_int_equal(check_lines(f, &s[i]), s[i].rows);
		rows += s[i].rows;
	}
	assert_int_equal(rows, 100);
	assert_true(fl_slice_eqs(s[0].path, "sanitizer_fix-00000.jsonl.zst"));
	assert_true(fl_slice_eqs(s[1].path, "sanitizer_fix-00001.jsonl.zst"));
	assert_int_equal(s[list.len - 1].kind, DS_KIND_TRACE_FIX);
	assert_int_equal(empty_dir(f->dir), list.len);
}

static void same_bytes_again(void **state)
{
	struct fixture *f = *state;
	struct fl_list one = write_records(f, 50, 0);
	struct fl_list two = write_records(f, 50, 0);
	assert_int_equal(one.len, 2);
	assert_int_equal(two.len, 2);
	for (size_t i = 0; i < one.len; i++)
		assert_true(fl_object_eq(&ds_shard_shape, fl_list_at(&one, &ds_shard_shape, i),
			fl_list_at(&two, &ds_shard_shape, i)));
}

static void one_row_and_none(void **state)
{
	struct fixture *f = *state;
	struct fl_list list = write_records(f, 0, 0);
	assert_int_equal(list.len, 0);
	assert_int_equal(empty_dir(f->dir), 0);
	list = write_records(f, 1, 0);
	assert_int_equal(list.len, 1);
	assert_int_equal(check_lines(f, list.items), 1);
}

static void unwritable(void **state)
{
	struct fixture *f = *state;
	const struct ds_shards_opts opts = {.dir = "/nonexistent/dir"};
	struct ds_shards *s;
	struct fl_list list;
	struct fl_error err;
	assert_int_equal(ds_shards_new(&opts, &s, NULL), 0);
	struct ds_record *r = sample_record(&f->arena, 1);
	assert_int_equal(ds_shards_sink(s)->put(ds_shards_sink(s), &ds_record_shape, r, NULL), 0);
	assert_int_equal(ds_shards_finish(s, &f->arena, &list, &err), FL_EIO);
	assert_non_null(strstr(err.message, "/nonexistent/dir"));
	ds_shards_free(s);
	const struct ds_shards_opts silly = {.dir = ".", .level = 99};
	assert_int_equal(ds_shards_new(&silly, &s, NULL), FL_EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(round_trip, setup, teardown),
		cmocka_unit_test_setup_teardown(same_bytes_again, setup, teardown),
		cmocka_unit_test_setup_teardown(one_row_and_none, setup, teardown),
		cmocka_unit_test_setup_teardown(unwritable, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
