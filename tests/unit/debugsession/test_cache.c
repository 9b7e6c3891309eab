/* The debuggers' cache: whose it is, and how large it may become. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "debugsession/console/cache.h"

static char home[] = "/tmp/faultline-cache-XXXXXX";

static int make_home(void **state)
{
	(void)state;
	return mkdtemp(home) ? 0 : -1;
}

static int remove_home(void **state)
{
	char command[128];
	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", home);
	return system(command);
}

static void test_where(void **state)
{
	char path[256], wanted[256], cache[64];
	(void)state;
	dbg_cache_open(NULL, NULL, path, sizeof(path));
	assert_string_equal(path, "");
	dbg_cache_open("relative", NULL, path, sizeof(path));
	assert_string_equal(path, "");
	snprintf(cache, sizeof(cache), "%s/.cache", home);
	dbg_cache_open("", home, path, sizeof(path));
	snprintf(wanted, sizeof(wanted), "%s/faultline/debugger", cache);
	assert_string_equal(path, wanted);
	dbg_cache_open(cache, "/nonexistent", path, sizeof(path));
	assert_string_equal(path, wanted);
	dbg_cache_open(NULL, home, path, 10);
	assert_string_equal(path, "");
}

static void test_ours_alone(void **state)
{
	char path[256], index[300];
	(void)state;
	dbg_cache_open(NULL, home, path, sizeof(path));
	snprintf(index, sizeof(index), "%s/index", path);
	assert_int_equal(chmod(index, 0777), 0);
	dbg_cache_open(NULL, home, path, sizeof(path));
	assert_string_equal(path, "");
	assert_int_equal(chmod(index, 0700), 0);
	dbg_cache_open(NULL, home, path, sizeof(path));
	assert_string_not_equal(path, "");
}

static void test_bounded(void **state)
{
	char path[256], name[320];
	(void)state;
	dbg_cache_open(NULL, home, path, sizeof(path));
	for (int i = 0; i < DBG_CACHE_FILES; i++) {
		snprintf(name, sizeof(name), "%s/index/%d", path, i);
		FILE *f = fopen(name, "w");
		assert_non_null(f);
		fclose(f);
	}
	dbg_cache_open(NULL, home, path, sizeof(path));
	assert_int_equal(access(name, F_OK), 0);
	assert_int_equal(truncate(name, DBG_CACHE_BYTES + 1), 0);
	dbg_cache_open(NULL, home, path, sizeof(path));
	assert_int_equal(access(name, F_OK), -1);
}

static void test_environment(void **state)
{
	char first[] = "A=1", dont[] = DBG_CACHE_DONT "=1", longer[] = DBG_CACHE_DONT "S=2";
	char prefix[] = DBG_CACHE_PREFIX "=/x";
	char *plain[] = {first, dont, longer, NULL};
	char *own[] = {first, prefix, NULL};
	(void)state;
	assert_null(dbg_cache_env(NULL, plain));
	assert_null(dbg_cache_env("", plain));
	assert_null(dbg_cache_env("/c", own));
	const char **list = dbg_cache_env("/c", plain);
	assert_non_null(list);
	assert_string_equal(list[0], DBG_CACHE_PREFIX "=/c/python");
	assert_string_equal(list[1], "A=1");
	assert_string_equal(list[2], DBG_CACHE_DONT "S=2");
	assert_null(list[3]);
	dbg_cache_env_free(list);
	dbg_cache_env_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_where),
		cmocka_unit_test(test_ours_alone),
		cmocka_unit_test(test_bounded),
		cmocka_unit_test(test_environment),
	};
	return cmocka_run_group_tests(tests, make_home, remove_home);
}
