/* Compilers that stay: a command comes to what a fresh start comes to, and nothing of it stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "sanitize/resident/resident.h"
#include "sanitize/run/build.h"
#include "sanitize/run/linking.h"
#include "sanitize/run/tools.h"

enum { CPU_MS = 60000, SHORT_MS = 1000, FILE_MAX = 1 << 20 };

static struct fl_arena arena;
static struct san_resident *resident;

static int begin(void **state)
{
	static const struct fl_box_opts opts = {.memory_max = (size_t)1 << 30};
	struct fl_error err;
	(void)state;
	fl_arena_init(&arena, 256 << 20);
	return san_resident_new(&opts, &resident, &err);
}

static int finish(void **state)
{
	(void)state;
	san_resident_free(resident);
	fl_arena_release(&arena);
	return 0;
}

/* The shell stays as well: it is a dynamic program, and shows what a fork may do. */
static int shell(const char *script, int *ret_status)
{
	struct fl_error err;
	struct fl_buf words;
	fl_buf_init(&words, FILE_MAX);
	fl_buf_add(&words, "sh\0-c", 6);
	fl_buf_add(&words, script, strlen(script) + 1);
	int rc =
		san_resident_run(resident, fl_buf_view(&words), "said", SHORT_MS, ret_status, &err);
	fl_buf_release(&words);
	return rc;
}

static void said_is(const char *text)
{
	struct fl_error err;
	struct fl_buf said;
	fl_buf_init(&said, FILE_MAX);
	assert_int_equal(fl_box_get(san_resident_box(resident), "said", &said, &err), 0);
	if (!fl_slice_eqs(fl_buf_view(&said), text))
		fail_msg("%.*s and not %s", FL_ARG(fl_buf_view(&said)), text);
	fl_buf_release(&said);
}

static const struct {
	const char *script;
	int rc, status;
	const char *said; /* NULL: not looked at */
} scripts[] = {
	{"echo hello >&2; echo unseen; pwd >&2", 0, 0, "hello\n" FL_BOX_DIR "\n"},
	{"echo $PATH $HOME $LANG [$LD_PRELOAD] >&2", 0, 0,
		"/usr/bin:/bin " FL_BOX_DIR " C.UTF-8 []\n"},
	{"exit 1", 0, 1, ""},
	{"exit 2", FL_EHOST, 0, NULL},
	{"kill -KILL $$", 0, 1, NULL}, /* it may send none */
	{"kill -KILL $PPID", 0, 1, NULL},
	{"sleep 100 & exit 0", FL_EHOST, 0, NULL}, /* it can start nothing */
	{"exec true", FL_EHOST, 0, NULL},
	{"while :; do :; done", 0, 128 + SIGXCPU, NULL},
	/* of the one that waits nothing can be read, and it has no way to it */
	{"read x < /proc/$PPID/environ", FL_EHOST, 0, NULL},
	{"echo x >&3", FL_EHOST, 0, NULL},
	{"read x; echo [$x] >&2", 0, 0, "[]\n"},
	/* what the one that waits has loaded is not there to be written to */
	{"echo .r* >&2", 0, 0, ".r*\n"},
};

/* Of one that is started while a program's files are there, too. */
static const char python[] =
	"import ctypes, os, signal\n"
	"libc, parent, passed = ctypes.CDLL(None, use_errno=True), os.getppid(), []\n"
	"def call(name, number, *args):\n"
	"    if libc.syscall(number, *args) != -1 or ctypes.get_errno() != 1: passed.append(name)\n"
	"call('tgkill', 234, parent, parent, signal.SIGSTOP)\n"
	"call('tkill', 200, parent, signal.SIGSTOP)\n"
	"call('setpriority', 141, 0, parent, 19)\n"
	"call('sched_setaffinity', 203, parent, 8, ctypes.byref(ctypes.c_long(1)))\n"
	"call('shmget', 29, 0, 1 << 20, 0o1600)\n"
	"call('setowner', 72, 0, 8, parent)\n"
	"call('prlimit', 302, parent, 7, None, None)\n"
	"libc.syscall(234, os.getpid(), os.getpid(), 0) == 0 or passed.append('itself')\n"
	"os.path.exists('.resident.so') and passed.append('library')\n"
	"os.write(2, ' '.join(passed).encode())\n";

static void what_a_fork_may(void **state)
{
	struct fl_error err;
	(void)state;
	if (san_resident_clear(resident, "sh", &err)) {
		print_message("not here: %s\n", err.message);
		skip();
	}
	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		int status = -1, rc = shell(scripts[i].script, &status);
		if (rc != scripts[i].rc || (rc == 0 && status != scripts[i].status))
			fail_msg("%s: %d, status %d", scripts[i].script, rc, status);
		if (scripts[i].said)
			said_is(scripts[i].said);
	}
}

static void nothing_is_reached(void **state)
{
	struct fl_error err;
	struct fl_buf words;
	int status = -1;
	(void)state;
	if (access("/usr/bin/python3", X_OK) || san_resident_clear(resident, "sh", &err)) {
		print_message("not here: python3\n");
		skip();
	}
	fl_buf_init(&words, FILE_MAX);
	fl_buf_add(&words, "python3\0-c", 11);
	fl_buf_add(&words, python, sizeof(python));
	assert_int_equal(
		san_resident_run(resident, fl_buf_view(&words), "said", CPU_MS, &status, &err), 0);
	assert_int_equal(status, 0);
	said_is("");
	fl_buf_release(&words);
}

static void nothing_stays(void **state)
{
	struct fl_error err;
	struct fl_buf text;
	int status;
	(void)state;
	if (san_resident_clear(resident, "sh", &err))
		skip();
	struct fl_box *box = san_resident_box(resident);
	assert_int_equal(fl_box_put(box, "a/b/c/d", FL_S("x"), 0644, &err), 0);
	assert_int_equal(fl_box_put(box, "a/e", FL_S("x"), 0, &err), 0);
	assert_int_equal(fl_box_link(box, "a/f", "/etc/passwd", &err), 0);
	assert_int_equal(shell("echo x > a/g; echo x > /tmp/h; echo x > /dev/shm/i", &status), 0);
	assert_int_equal(status, 0);
	assert_int_equal(san_resident_clear(resident, "sh", &err), 0);
	assert_ptr_equal(san_resident_box(resident), box);
	fl_buf_init(&text, FILE_MAX);
	assert_int_equal(fl_box_get(box, "a/e", &text, &err), FL_ENOTFOUND);
	fl_buf_release(&text);
	assert_int_equal(
		shell("for f in * .[!.]* /tmp/* /dev/shm/*; do echo $f >&2; done", &status), 0);
	said_is("said\n.[!.]*\n/tmp/*\n/dev/shm/*\n");
}

/* One that is gone is started again; a name that is none is an error, and so is what follows. */
static void starts_again(void **state)
{
	struct fl_error err;
	struct fl_buf words;
	int status;
	(void)state;
	if (san_resident_clear(resident, "sh", &err))
		skip();
	fl_buf_init(&words, FILE_MAX);
	fl_buf_add(&words, "no-such-compiler", 17);
	assert_int_not_equal(
		san_resident_run(resident, fl_buf_view(&words), "said", CPU_MS, &status, &err), 0);
	fl_buf_release(&words);
	assert_null(san_resident_box(resident));
	assert_int_equal(san_resident_clear(resident, "sh", &err), 0);
	assert_int_equal(shell("exit 0", &status), 0);
	assert_int_equal(status, 0);
}

/* ---- the same as a fresh start ---- */

static const struct {
	enum san_language language;
	const char *code;
	bool ok;
} programs[] = {
	{SAN_CXX, "#include <iostream>\nint main() { std::cout << 1; }\n", true},
	{SAN_C, "#include <stdio.h>\nint main(void) { puts(__FILE__); }\n", true},
	{SAN_CXX, "int main() { return undeclared; }\n", false},
	{SAN_CXX, "int f();\nint main() { return f(); }\n", false}, /* the linker's words */
	{SAN_CXX, "#pragma clang __debug crash\nint main() {}\n", false},
	{SAN_CXX,
		"template <int N> struct s { static int v; s<N + 1> t; };\ns<0> a;\nint main() "
		"{}\n",
		false},
	{SAN_CXX, "#include \"/proc/self/environ\"\nint main() {}\n", true}, /* of 0 bytes */
	{SAN_CXX, "int main() { return 0; } // as before\n", true},
};

static void builds_the_same(void **state)
{
	static const enum san_mode modes[] = {
		SAN_MODE_ADDRESS_UNDEFINED, SAN_MODE_NONE, SAN_MODE_THREAD};
	struct fl_box_opts opts = {.memory_max = (size_t)1 << 30};
	struct fl_error err;
	struct fl_buf text;
	struct fl_box *box;
	(void)state;
	struct san_program p = {.linker = "lld", .lines = true, .std = {"gnu17", "gnu++17"}};
	if (san_toolchain_newest_clang(SAN_CXX, &arena, &p.tools, &err) ||
		fl_box_new(&opts, &box, &err)) {
		print_message("not here: %s\n", err.message);
		skip();
	}
	p.clang = p.tools;
	fl_buf_init(&text, FILE_MAX);
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		enum san_mode mode = modes[i % 3];
		struct san_build fresh, stays;
		struct san_file f = {
			.path = programs[i].language == SAN_CXX ? FL_S("main.cpp") : FL_S("main.c"),
			.content = fl_slice_str(programs[i].code)};
		p.files = (struct fl_list){&f, 1};
		p.language = programs[i].language;
		p.resident = NULL;
		assert_int_equal(san_linking_find(box, &p, mode, &arena, &p.link, &err), 0);
		assert_non_null(p.link);
		assert_int_equal(
			san_build_all(box, &p, &mode, 1, 1, CPU_MS, &arena, &fresh, &err), 0);
		p.resident = resident;
		assert_int_equal(
			san_build_all(box, &p, &mode, 1, 1, CPU_MS, &arena, &stays, &err), 0);
		if (fresh.ok != programs[i].ok || stays.ok != fresh.ok)
			fail_msg("%s: %d, %d", programs[i].code, fresh.ok, stays.ok);
		assert_true(fl_slice_eq(fresh.binary, stays.binary));
		/* it was the resident that linked it */
		fl_buf_clear(&text);
		if (fresh.ok)
			assert_int_equal(fl_box_get(san_resident_box(resident), ".steps/1.status",
						 &text, &err),
				0);
		/* a crash names the moment */
		if (fl_slice_find(fresh.diagnostics, "PLEASE") < 0)
			assert_true(fl_slice_eq(fresh.diagnostics, stays.diagnostics));
	}
	fl_buf_release(&text);
	fl_box_free(box);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_fork_may),
		cmocka_unit_test(nothing_is_reached),
		cmocka_unit_test(nothing_stays),
		cmocka_unit_test(starts_again),
		cmocka_unit_test(builds_the_same),
	};
	return cmocka_run_group_tests(tests, begin, finish);
}
