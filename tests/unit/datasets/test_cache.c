/* The cache: hits, misses, damage, sweeping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "datasets/cache.h"

struct fixture {
	char dir[40];
	struct ds_cache cache;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	char below[64];
	strcpy(f->dir, "/tmp/fl-cache-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(below, sizeof(below), "%s/a/b", f->dir);
	assert_int_equal(ds_cache_open(below, &f->cache, NULL), 0);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;
	const char *const argv[] = {"rm", "-rf", f->dir, NULL};
	const struct fl_process_spec spec = {.argv = argv};
	struct fl_process_result result;
	assert_int_equal(fl_process_run(&spec, NULL, NULL, &result, NULL), 0);
	ds_cache_close(&f->cache);
	free(f);
	return 0;
}

static int get(struct fixture *f, const char *key, struct fl_buf *out)
{
	fl_buf_init(out, 1 << 20);
	return ds_cache_get(&f->cache, key, out, NULL);
}

static void expect(struct fixture *f, const char *key, const char *text)
{
	struct fl_buf b;
	assert_int_equal(get(f, key, &b), text ? 0 : FL_ENOTFOUND);
	assert_string_equal(b.data, text ? text : "");
	fl_buf_release(&b);
}

static void put_and_get(void **state)
{
	struct fixture *f = *state;
	expect(f, "0123456789", NULL);
	assert_int_equal(ds_cache_put(&f->cache, "0123456789", FL_S("one"), NULL), 0);
	expect(f, "0123456789", "one");
	assert_int_equal(ds_cache_put(&f->cache, "0123456789", FL_S("two"), NULL), 0);
	expect(f, "0123456789", "two");
	assert_int_equal(ds_cache_put(&f->cache, "01ffffffff", FL_S(""), NULL), 0);
	expect(f, "01ffffffff", "");
	struct fl_buf b;
	fl_buf_init(&b, 100);
	assert_int_equal(ds_cache_put(NULL, "0123456789", FL_S("x"), NULL), 0);
	assert_int_equal(ds_cache_get(NULL, "0123456789", &b, NULL), FL_ENOTFOUND);
	assert_int_equal(get(f, "../../etc/passwd", &b), FL_EINVAL);
	assert_int_equal(ds_cache_put(&f->cache, "0123", FL_S("x"), NULL), FL_EINVAL);
}

static void damage_is_a_miss(void **state)
{
	struct fixture *f = *state;
	char path[128];
	struct fl_buf whole;
	assert_int_equal(ds_cache_put(&f->cache, "abcdef0123", FL_S("content"), NULL), 0);
	snprintf(path, sizeof(path), "%s/ab/abcdef0123", f->cache.dir);
	fl_buf_init(&whole, 1 << 20);
	assert_int_equal(fl_buf_read_file(&whole, path, NULL), 0);
	for (size_t i = 0; i < 2 * whole.len; i++) {
		int fd = open(path, O_WRONLY | O_TRUNC);
		bool cut = i >= whole.len;
		size_t at = i % whole.len;
		whole.data[at] = (char)(whole.data[at] ^ 1);
		fl_write_all(fd, fl_slice(whole.data, cut ? at : whole.len), NULL);
		whole.data[at] = (char)(whole.data[at] ^ 1);
		close(fd);
		expect(f, "abcdef0123", NULL);
	}
	fl_buf_release(&whole);
	assert_int_equal(ds_cache_put(&f->cache, "abcdef0123", FL_S("content"), NULL), 0);
	expect(f, "abcdef0123", "content");
}

static void sweep_takes_the_oldest(void **state)
{
	struct fixture *f = *state;
	char key[16], path[128], body[1000];
	struct stat st;
	memset(body, 'x', sizeof(body));
	for (int i = 0; i < 10; i++) {
		snprintf(key, sizeof(key), "%02x%08x", i * 20, i);
		assert_int_equal(
			ds_cache_put(&f->cache, key, fl_slice(body, sizeof(body)), NULL), 0);
		snprintf(path, sizeof(path), "%s/%.2s/%s", f->cache.dir, key, key);
		const struct timespec times[2] = {{.tv_sec = 1000 + i}, {.tv_sec = 1000 + i}};
		assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
	}
	assert_int_equal(stat(path, &st), 0);
	struct fl_buf b;
	assert_int_equal(get(f, "0000000000", &b), 0); /* the oldest becomes the youngest */
	fl_buf_release(&b);
	assert_int_equal(ds_cache_sweep(&f->cache, (uint64_t)st.st_size * 4, NULL), 0);
	for (int i = 0; i < 10; i++) {
		snprintf(key, sizeof(key), "%02x%08x", i * 20, i);
		assert_int_equal(get(f, key, &b), i == 0 || i > 6 ? 0 : FL_ENOTFOUND);
		fl_buf_release(&b);
	}
	assert_int_equal(ds_cache_sweep(&f->cache, 0, NULL), 0);
	expect(f, "0000000000", NULL);
}

static void places(void **state)
{
	(void)state;
	static const struct {
		const char *xdg, *home, *expected;
	} cases[] = {
		{"/x", "/h", "/x/faultline"},
		{NULL, "/h", "/h/.cache/faultline"},
		{"relative", "/h", "/h/.cache/faultline"},
		{"", "", NULL},
		{NULL, NULL, NULL},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *dir = ds_cache_dir(cases[i].xdg, cases[i].home);
		if (cases[i].expected)
			assert_string_equal(dir, cases[i].expected);
		else
			assert_null(dir);
		free(dir);
	}
	struct ds_cache c;
	assert_int_equal(ds_cache_open("/proc/none", &c, NULL), FL_EIO);
}

static void count_telling(void *ctx, const char *why)
{
	assert_non_null(strstr(why, "/a/b"));
	++*(int *)ctx;
}

/* A cache that takes nothing: counted over all processes, with the first reason. */
static void what_is_lost(void **state)
{
	struct fixture *f = *state;
	struct fl_error why = {0};
	char below[64], gone[64];
	snprintf(below, sizeof(below), "%s/a/b", f->dir);
	snprintf(gone, sizeof(gone), "%s/gone", f->dir);
	ds_cache_keep(&f->cache, "0123456789", FL_S("one"));
	assert_int_equal(ds_cache_lost(&f->cache, &why), 0);
	assert_int_equal(rename(below, gone), 0);
	int fd = open(below, O_WRONLY | O_CREAT, 0600);
	assert_true(fd >= 0);
	close(fd);
	pid_t pid = fork();
	if (pid == 0) {
		ds_cache_keep(&f->cache, "0123456789", FL_S("one"));
		_exit(0);
	}
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	ds_cache_keep(&f->cache, "ff23456789", FL_S("two"));
	assert_int_equal(ds_cache_lost(&f->cache, &why), 2);
	assert_int_equal(why.code, FL_EIO);
	assert_non_null(strstr(why.message, below));
	assert_int_equal(ds_cache_lost(NULL, NULL), 0);
	bool told = false;
	int tellings = 0;
	assert_int_equal(ds_cache_tell_lost(NULL, &told, count_telling, &tellings), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(ds_cache_tell_lost(&f->cache, &told, count_telling, &tellings), 2);
	assert_int_equal(tellings, 1);
	ds_cache_keep(NULL, "0123456789", FL_S("one"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(put_and_get, setup, teardown),
		cmocka_unit_test_setup_teardown(damage_is_a_miss, setup, teardown),
		cmocka_unit_test_setup_teardown(sweep_takes_the_oldest, setup, teardown),
		cmocka_unit_test_setup_teardown(places, setup, teardown),
		cmocka_unit_test_setup_teardown(what_is_lost, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
