/* Seekable files: any line by its number, and whatever is wrong with the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/zst.h"
#include "datasets/seek.h"
#include "datasets/shard.h"

enum { BUF_MAX = 64 << 20, LINES = 300 };

struct file {
	char path[40];
	struct fl_buf lines, packed;
};

static int setup(void **state)
{
	struct file *f = calloc(1, sizeof(*f));
	strcpy(f->path, "/tmp/fl-seek-XXXXXX");
	int fd = mkstemp(f->path);
	assert_true(fd >= 0);
	close(fd);
	fl_buf_init(&f->lines, BUF_MAX);
	fl_buf_init(&f->packed, BUF_MAX);
	for (int i = 1; i <= LINES; i++) {
		fl_buf_printf(&f->lines, "{\"line\":%d,\"text\":\"", i);
		fl_buf_fill(&f->lines, 'x', (size_t)(i * 7 % 90));
		fl_buf_str(&f->lines, "\"}\n");
	}
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct file *f = *state;
	unlink(f->path);
	fl_buf_release(&f->lines);
	fl_buf_release(&f->packed);
	free(f);
	return 0;
}

static void pack(struct file *f, size_t frame)
{
	fl_buf_clear(&f->packed);
	assert_int_equal(ds_seek_pack(fl_buf_view(&f->lines), 3, frame, &f->packed, NULL), 0);
}

static int line(struct file *f, uint64_t number, struct fl_buf *out, struct fl_error *err)
{
	fl_buf_init(out, BUF_MAX);
	assert_int_equal(ds_file_write(f->path, fl_buf_view(&f->packed), NULL), 0);
	return ds_seek_line(f->path, number, out, err);
}

static void expect_all(struct file *f)
{
	for (int i = 1; i <= LINES; i += 13) {
		struct fl_buf out;
		assert_int_equal(line(f, (uint64_t)i, &out, NULL), 0);
		assert_true(fl_slice_eq(
			fl_buf_view(&out), fl_slice_line_at(fl_buf_view(&f->lines), i)));
		fl_buf_release(&out);
	}
}

static void every_line(void **state)
{
	struct file *f = *state;
	static const size_t frames[] = {1, 100, 1000, 1 << 20};
	struct fl_error err;
	struct fl_buf out;
	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
		pack(f, frames[i]);
		expect_all(f);
		assert_int_equal(line(f, LINES + 1, &out, &err), FL_ENOTFOUND);
		fl_buf_release(&out);
		fl_buf_init(&out, BUF_MAX);
		assert_int_equal(fl_zst_expand(fl_buf_view(&f->packed), &out, NULL), 0);
		assert_true(fl_slice_eq(fl_buf_view(&out), fl_buf_view(&f->lines)));
		fl_buf_release(&out);
	}
	assert_int_equal(ds_seek_line(f->path, 0, &out, &err), FL_EINVAL);
}

static void other_files(void **state)
{
	struct file *f = *state;
	fl_buf_slice(&f->packed, fl_buf_view(&f->lines));
	expect_all(f);
	fl_buf_clear(&f->packed);
	assert_int_equal(fl_zst_compress(fl_buf_view(&f->lines), 3, &f->packed, NULL), 0);
	expect_all(f);
}

/* Whatever byte of the tables is another one: the right line, or an error. */
static void damaged_tables(void **state)
{
	struct file *f = *state;
	struct fl_buf out;
	pack(f, 2000);
	size_t from = f->packed.len - 9 - 12 * 16, right = 0, wrong = 0;
	struct fl_slice want = fl_slice_line_at(fl_buf_view(&f->lines), 200);
	for (size_t i = from; i < f->packed.len; i++) {
		f->packed.data[i] = (char)(f->packed.data[i] ^ 0x41);
		int rc = line(f, 200, &out, NULL);
		right += rc == 0 && fl_slice_eq(fl_buf_view(&out), want);
		wrong += rc == 0 && !fl_slice_eq(fl_buf_view(&out), want);
		fl_buf_release(&out);
		f->packed.data[i] = (char)(f->packed.data[i] ^ 0x41);
	}
	assert_true(right > 0);
	/* a line's place is what the table of lines says: only it can be wrong about that */
	assert_true(wrong < 4 * 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_line, setup, teardown),
		cmocka_unit_test_setup_teardown(other_files, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_tables, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
