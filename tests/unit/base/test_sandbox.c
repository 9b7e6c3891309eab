/* The sandbox as its users see it: files, runs, calls, live children. As root and as nobody.
 * timeout: 300 */
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>

static void puts_and_gets_files(void **state)
{
	struct fl_box *box = *state;
	struct fl_error err;
	struct fl_buf text;
	struct answer a;
	fl_buf_init(&text, 1000);
	assert_int_equal(fl_box_put(box, "a/b/c.txt", FL_S("one\0two"), 0644, &err), 0);
	assert_int_equal(fl_box_get(box, "a/b/c.txt", &text, &err), 0);
	assert_true(fl_slice_eq(fl_buf_view(&text), FL_S("one\0two")));
	/* Putting again replaces, with another mode. */
	assert_int_equal(fl_box_put(box, "a/b/c.txt", FL_S("#!/bin/sh\necho hi\n"), 0755, &err), 0);
	run_shell(box, &a, "a/b/c.txt; stat -c '%a %u' a/b/c.txt a/b; echo new > a/b/new");
	assert_string_equal(a.out.data, "hi\n755 65534\n755 65534\n");
	release(&a);
	fl_buf_clear(&text);
	assert_int_equal(fl_box_get(box, "a/b/new", &text, &err), 0);
	assert_string_equal(text.data, "new\n");
	assert_int_equal(fl_box_remove(box, "a/b/new", &err), 0);
	assert_int_equal(fl_box_remove(box, "a/b/new", &err), 0);
	assert_int_equal(fl_box_remove(box, "no/where", &err), 0);
	assert_int_equal(fl_box_get(box, "a/b/new", &text, &err), FL_ENOTFOUND);
	assert_int_equal(fl_box_get(box, "a/b", &text, &err), FL_ENOTFOUND);
	assert_string_equal(text.data, "new\n");
	fl_buf_release(&text);
}

static void refuses_odd_names(void **state)
{
	struct fl_box *box = *state;
	static const char *const names[] = {
		"", "/etc/passwd", "..", "../x", "a/../../x", "a//b", "./a", "a/.", "a/", "/"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct fl_error err;
		assert_int_equal(fl_box_put(box, names[i], FL_S("x"), 0644, &err), FL_EINVAL);
		struct fl_buf text;
		fl_buf_init(&text, 1000);
		assert_int_equal(fl_box_get(box, names[i], &text, &err), FL_EINVAL);
		assert_int_equal(fl_box_remove(box, names[i], &err), FL_EINVAL);
	}
}

/* Only what is surely there, and has nothing in it; the inside may have made anything of it. */
static void knows_empty_directories(void **state)
{
	struct fl_box *box = *state;
	static const struct {
		const char *made;
		bool empty;
	} cases[] = {
		{"mkdir d", true},
		{"mkdir d && touch d/.keep d/.other", true},
		{"mkdir d && touch d/.keep d/x", false},
		{"mkdir -p d/x", false},
		{"mkdir d && ln -s /nowhere d/x", false},
		{"mkdir d && for i in $(seq 100); do : >d/.$i; done", false},
		{"mkdir e && ln -s e d", false},
		{"touch d", false},
		{"mkfifo d", false},
		{"true", false},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_error err;
		struct answer a;
		assert_int_equal(fl_box_clear(box, &err), 0);
		run_shell(box, &a, cases[i].made);
		assert_int_equal(a.res.exit_status, 0);
		release(&a);
		if (fl_box_is_empty(box, "d") != cases[i].empty)
			fail_msg("%s", cases[i].made);
	}
	assert_false(fl_box_is_empty(box, "../usr"));
}

static void get_is_bounded(void **state)
{
	struct fl_box *box = *state;
	struct fl_error err;
	struct fl_buf text;
	fl_buf_init(&text, 4);
	assert_int_equal(fl_box_put(box, "five", FL_S("12345"), 0644, &err), 0);
	assert_int_equal(fl_box_get(box, "five", &text, &err), FL_ELIMIT);
	fl_buf_release(&text);
}

static void gives_output_and_status(void **state)
{
	struct answer a;
	run_shell(*state, &a, "echo out; echo err >&2; exit 7");
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_int_equal(a.res.exit_status, 7);
	assert_int_equal(a.res.signal, -1);
	assert_string_equal(a.out.data, "out\n");
	assert_string_equal(a.errs.data, "err\n");
	assert_false(a.res.out_cut || a.res.err_cut);
	release(&a);
	run_shell(*state, &a, "kill -SEGV $$");
	assert_int_equal(a.res.end, FL_END_SIGNAL);
	assert_int_equal(a.res.signal, SIGSEGV);
	assert_int_equal(a.res.exit_status, -1);
	release(&a);
	run_shell(*state, &a, "kill -KILL $$");
	assert_int_equal(a.res.end, FL_END_SIGNAL);
	assert_int_equal(a.res.signal, SIGKILL);
	release(&a);
}

static void tells_that_it_cannot_start(void **state)
{
	struct fl_error err;
	struct fl_process_result res = {.end = FL_END_COUNT};
	const char *const argv[] = {"no-such-program", NULL};
	const struct fl_run_spec spec = {.argv = argv};
	assert_int_equal(fl_box_run(*state, &spec, NULL, NULL, &res, &err), FL_EEXEC);
	assert_int_equal(err.sys, ENOENT);
	assert_non_null(strstr(err.message, "no-such-program"));
	assert_int_equal(res.end, FL_END_COUNT);
	struct fl_child child;
	assert_int_equal(fl_box_spawn(*state, &spec, true, &child, &err), FL_EEXEC);
	const char *const none[] = {NULL};
	const struct fl_run_spec empty = {.argv = none};
	assert_int_equal(fl_box_run(*state, &empty, NULL, NULL, &res, &err), FL_EINVAL);
}

static void feeds_more_than_a_pipe_holds(void **state)
{
	struct answer a;
	size_t len = 3 << 20;
	char *bytes = malloc(len);
	assert_non_null(bytes);
	for (size_t i = 0; i < len; i++)
		bytes[i] = (char)(i * 11);
	const char *const argv[] = {"cat", NULL};
	run_spec(*state, &a,
		&(struct fl_run_spec){
			.argv = argv, .input = fl_slice(bytes, len), .out_max = 4 << 20});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.out.len, len);
	assert_memory_equal(a.out.data, bytes, len);
	release(&a);
	const char *const deaf[] = {"true", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = deaf, .input = fl_slice(bytes, len)});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.exit_status, 0);
	free(bytes);
	release(&a);
}

/* What a program sees of its world is the same each time, here in all that the shell can show. */
static void shows_a_constant_world(void **state)
{
	static const char script[] =
		"echo $$; cat /proc/self/comm; pwd; id; uname -n; env | sort; umask; ls /; ls -A "
		"/box;"
		"ls /proc/$$/fd; cat /proc/self/cgroup | sed 's/.*://' | sort -u;"
		"grep -E 'Cap(Eff|Prm|Bnd|Inh|Amb)|NoNewPrivs|Seccomp:|Sig(Blk|Ign)' "
		"/proc/self/status;"
		"ulimit -n; ulimit -c; set -- /proc/[0-9]*; echo $#; cat /proc/self/personality;"
		"ls /home /root /var /work /etc/shadow 2>&1 | grep -vc 'No such'";
	struct answer first, second;
	run_shell(*state, &first, script);
	struct fl_slice all = fl_buf_view(&first.out);
	assert_true(fl_slice_starts(all, "2\ncat\n/box\nuid=65534(box) gid=65534(box)"));
	static const char *const parts[] = {"\nbox\nHOME=/box\nLANG=C.UTF-8\nPATH=/usr/bin:/bin\n",
		"CapEff:\t0000000000000000\n", "CapPrm:\t0000000000000000\n",
		"CapBnd:\t0000000000000000\n", "NoNewPrivs:\t1\n", "Seccomp:\t2\n",
		"SigBlk:\t0000000000000000\n", "00040000\n", "\n0\n1\n2\n/\n"};
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (fl_slice_find(all, parts[i]) < 0)
			fail_msg("'%s' not in:\n%s", parts[i], all.ptr);
	}
	assert_true(fl_slice_ends(all, "\n0\n"));
	run_shell(*state, &second, script);
	assert_string_equal(second.out.data, first.out.data);
	release(&first);
	release(&second);
}

/* Whether a library's debugging symbols are installed must not show in any stack. */
static void shows_no_detached_symbols(void **state)
{
	struct answer a;
	run_shell(*state, &a, "ls -A /usr/lib/debug 2>/dev/null");
	assert_int_equal(a.out.len, 0);
	release(&a);
}

static void environment_is_the_given_one(void **state)
{
	struct answer a;
	const char *const argv[] = {"/usr/bin/env", NULL};
	const char *const env[] = {"A=1", "B=x y", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .env = env});
	assert_string_equal(a.out.data, "A=1\nB=x y\n");
	release(&a);
}

static void moves_when_asked(void **state)
{
	struct answer a, b;
	const char *const argv[] = {"sh", "-c", "grep libc /proc/self/maps", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .moved = true});
	run_spec(*state, &b, &(struct fl_run_spec){.argv = argv, .moved = true});
	assert_true(a.out.len > 0);
	assert_string_equal(a.out.data, b.out.data);
	release(&a);
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv});
	assert_string_not_equal(a.out.data, b.out.data);
	release(&a);
	release(&b);
}

static void randomises_when_asked(void **state)
{
	struct answer a, b;
	const char *const argv[] = {"sh", "-c", "grep stack /proc/self/maps", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv});
	run_spec(*state, &b, &(struct fl_run_spec){.argv = argv});
	assert_string_equal(a.out.data, b.out.data);
	release(&a);
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .randomize = true});
	assert_string_not_equal(a.out.data, b.out.data);
	release(&a);
	release(&b);
}

static void clears_everything(void **state)
{
	struct answer a;
	struct fl_error err;
	run_shell(*state, &a,
		"mkdir -p d; cd d; i=0; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i+1)); done;"
		"cd /box; mkdir locked; touch locked/x; chmod 0 locked; i=0;"
		"while [ $i -lt 2000 ]; do : > f$i; i=$((i+1)); done;"
		"echo > /tmp/t; echo > /dev/shm/s; ln -s / link; mkfifo pipe");
	assert_int_equal(a.res.exit_status, 0);
	release(&a);
	assert_int_equal(fl_box_clear(*state, &err), 0);
	run_shell(*state, &a, "find /box /tmp /dev/shm; echo still > /box/w && cat /box/w");
	assert_string_equal(a.out.data, "/box\n/tmp\n/dev/shm\nstill\n");
	release(&a);
}

static int doubled(struct fl_slice arg)
{
	char text[200];
	int n = snprintf(text, sizeof(text), "%d %d %d %.*s", (int)getpid(), (int)getuid(),
		access("/etc/shadow", F_OK), FL_ARG(arg));
	return write(1, text, (size_t)n) == n ? 42 : 1;
}

static int crashes(struct fl_slice arg)
{
	signal(SIGABRT, SIG_DFL);
	(void)arg;
	abort();
}

static int hangs(struct fl_slice arg)
{
	for (volatile unsigned i = 0; arg.len; i++)
		;
	return 0;
}

static void calls_a_function(void **state)
{
	struct fl_buf out;
	struct fl_error err;
	struct fl_process_result res;
	const struct fl_run_spec spec = {.cpu_ms = 300};
	fl_buf_init(&out, 1000);
	assert_int_equal(
		fl_box_call(*state, &spec, doubled, FL_S("text"), &out, NULL, &res, &err), 0);
	assert_int_equal(res.end, FL_END_EXIT);
	assert_int_equal(res.exit_status, 42);
	assert_string_equal(out.data, "2 65534 -1 text");
	assert_int_equal(fl_box_call(*state, &spec, crashes, FL_S(""), &out, NULL, &res, &err), 0);
	assert_int_equal(res.end, FL_END_SIGNAL);
	assert_int_equal(res.signal, SIGABRT);
	assert_int_equal(fl_box_call(*state, &spec, hangs, FL_S("x"), NULL, NULL, &res, &err), 0);
	assert_int_equal(res.end, FL_END_CPU);
	fl_buf_release(&out);
}

/* Read from a non-blocking descriptor until the text holds the word. */
static bool read_until(int fd, struct fl_buf *text, const char *word)
{
	for (int i = 0; i < 600; i++) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		char chunk[4096];
		poll(&p, 1, 100);
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n == 0 || (n < 0 && errno != EAGAIN))
			break;
		if (n > 0)
			fl_buf_add(text, chunk, (size_t)n);
		if (fl_slice_find(fl_buf_view(text), word) >= 0)
			return true;
	}
	return false;
}

static void talks_to_a_live_child(void **state)
{
	struct fl_error err;
	struct fl_child child;
	struct fl_process_result res;
	struct fl_buf text;
	const char *const argv[] = {"sh", "-c", "while read l; do echo got $l; done; exit 5", NULL};
	const struct fl_run_spec spec = {.argv = argv};
	fl_buf_init(&text, 10000);
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	assert_int_equal(child.tty, -1);
	assert_int_equal(fl_write_all(child.in, FL_S("one\n"), &err), 0);
	assert_true(read_until(child.out, &text, "got one\n"));
	/* Another run beside it. */
	struct answer a;
	run_shell(*state, &a, "echo $$");
	assert_string_equal(a.out.data, "2\n");
	release(&a);
	assert_int_equal(fl_write_all(child.in, FL_S("two\n"), &err), 0);
	assert_true(read_until(child.out, &text, "got two\n"));
	close(child.in);
	child.in = -1;
	assert_false(read_until(child.out, &text, "never"));
	pause_ms(100);
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	assert_int_equal(res.end, FL_END_EXIT);
	assert_int_equal(res.exit_status, 5);
	assert_int_equal(child.out, -1);
	assert_int_equal(fl_child_end(&child, &res, &err), FL_EINVAL);
	fl_buf_release(&text);
}

/* A signal reaches the program, and what it does then is its own. */
static void signals_a_live_child(void **state)
{
	struct fl_error err;
	struct fl_child child;
	struct fl_process_result res;
	struct fl_buf text;
	const char *const argv[] = {
		"sh", "-c", "trap 'echo caught' INT; echo up; while :; do read l; done", NULL};
	const struct fl_run_spec spec = {.argv = argv};
	fl_buf_init(&text, 10000);
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	assert_true(read_until(child.out, &text, "up\n"));
	fl_child_signal(&child, SIGINT);
	assert_int_equal(fl_write_all(child.in, FL_S("\n"), &err), 0);
	assert_true(read_until(child.out, &text, "caught\n"));
	fl_child_signal(&child, SIGTERM);
	assert_false(read_until(child.out, &text, "never"));
	pause_ms(100);
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	assert_int_equal(res.end, FL_END_SIGNAL);
	assert_int_equal(res.signal, SIGTERM);
	fl_child_signal(&child, SIGINT);
	fl_buf_release(&text);
}

/* A signal to the group reaches what the program waits for, too. */
static void signals_a_childs_group(void **state)
{
	struct fl_error err;
	struct fl_child child;
	struct fl_process_result res;
	struct fl_buf text;
	const char *const argv[] = {
		"sh", "-c", "trap 'echo caught' INT; echo up; sleep 100; echo on; read l", NULL};
	const struct fl_run_spec spec = {.argv = argv};
	fl_buf_init(&text, 10000);
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	assert_true(read_until(child.out, &text, "up\n"));
	pause_ms(
		200); /* until sleep runs: what comes before it is in the group, too, but is no end */
	fl_child_signal_group(&child, SIGINT);
	assert_true(read_until(child.out, &text, "caught\non\n"));
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	fl_buf_release(&text);
}

/* A socket of the inside's; what is none, or leads elsewhere, is refused. */
static void connects_to_a_live_child(void **state)
{
	struct fl_error err;
	struct fl_child child;
	struct fl_process_result res;
	struct fl_buf text;
	int fd = -1;
	const char *const argv[] = {"perl", "-MIO::Socket::UNIX", "-e",
		"$s = IO::Socket::UNIX->new(Local => \"d/s\", Listen => 1) or die;"
		"symlink \"s\", \"d/l\"; $| = 1; print \"up\\n\"; $c = $s->accept;"
		"$l = <$c>; print $c \"got $l\"; exit 3",
		NULL};
	const struct fl_run_spec spec = {.argv = argv};
	fl_buf_init(&text, 10000);
	assert_int_equal(fl_box_put(*state, "d/f", FL_S("x"), 0644, &err), 0);
	assert_int_equal(fl_box_connect(*state, "d/s", &fd, &err), FL_ENOTFOUND);
	assert_int_equal(fl_box_connect(*state, "d/f", &fd, &err), FL_EREFUSED);
	assert_int_equal(fl_box_connect(*state, "../d/f", &fd, &err), FL_EINVAL);
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	assert_true(read_until(child.out, &text, "up\n"));
	assert_false(fl_child_ended(&child, &res));
	assert_int_not_equal(fl_box_connect(*state, "d/l", &fd, &err), 0);
	assert_int_equal(fd, -1);
	assert_int_equal(fl_box_connect(*state, "d/s", &fd, &err), 0);
	assert_int_equal(fl_write_all(fd, FL_S("word\n"), &err), 0);
	assert_true(read_until(fd, &text, "got word\n"));
	close(fd);
	for (int i = 0; i < 100 && !fl_child_ended(&child, &res); i++)
		pause_ms(100);
	assert_true(fl_child_ended(&child, &res));
	assert_int_equal(res.end, FL_END_EXIT);
	assert_int_equal(res.exit_status, 3);
	assert_int_equal(fl_box_connect(*state, "d/s", &fd, &err), FL_EREFUSED);
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	assert_int_equal(res.exit_status, 3);
	fl_buf_release(&text);
}

/* Its limits hold though nobody looks after it. */
static void ends_a_live_child(void **state)
{
	struct fl_error err;
	struct fl_child child;
	struct fl_process_result res;
	const char *const argv[] = {"sleep", "1000", NULL};
	struct fl_run_spec spec = {.argv = argv, .wall_ms = 100};
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	pause_ms(600);
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	assert_int_equal(res.end, FL_END_WALL);
	spec.wall_ms = 60000;
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	assert_int_equal(res.end, FL_END_SIGNAL);
	assert_int_equal(res.signal, SIGKILL);
	assert_in_range(res.wall_ms, 0, 5000);
}

static void gdb_reaches_a_breakpoint(void **state)
{
	struct fl_error err;
	struct fl_child child;
	struct fl_process_result res;
	struct fl_buf text, tty;
	if (access("/usr/bin/gdb", X_OK)) {
		assert_null(getenv("CI"));
		skip();
	}
	compile(*state,
		"#include <stdio.h>\nint stop(int v) { return v * 2; }\n"
		"int main(void) { char l[99]; if (!fgets(l, 99, stdin)) return 1;\n"
		"printf(\"a\\n\\tb%s\", l); fflush(stdout); return stop(21); }\n",
		"-O0");
	const char *const argv[] = {"gdb", "-q", "-nx", "-i=mi3", "prog", NULL};
	const struct fl_run_spec spec = {.argv = argv, .cpu_ms = 60000, .wall_ms = 120000};
	fl_buf_init(&text, 1 << 20);
	fl_buf_init(&tty, 10000);
	assert_int_equal(fl_box_spawn(*state, &spec, true, &child, &err), 0);
	assert_true(child.tty >= 0);
	assert_int_equal(fl_write_all(child.tty, FL_S("input\n"), &err), 0);
	static const char commands[] = "-gdb-set inferior-tty " FL_BOX_TTY "\n-break-insert stop\n"
				       "-exec-run\n";
	assert_int_equal(fl_write_all(child.in, fl_slice_str(commands), &err), 0);
	bool stopped = read_until(child.out, &text, "reason=\"breakpoint-hit\"");
	if (!stopped)
		fprintf(stderr, "%s", text.data);
	assert_true(stopped);
	assert_true(read_until(child.tty, &tty, "input\n"));
	assert_string_equal(tty.data, "a\n\tbinput\n");
	assert_null(strstr(text.data, "binput"));
	assert_int_equal(fl_write_all(child.in, FL_S("-exec-continue\n"), &err), 0);
	assert_true(read_until(child.out, &text, "exit-code=\"052\""));
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	fl_buf_release(&text);
	fl_buf_release(&tty);
}

/* AddressSanitizer with its leak check, which traces its own process, on clean and leaking code. */
static void sanitizers_work(void **state)
{
	struct answer a;
	const char *const argv[] = {"./prog", NULL};
	const struct fl_run_spec spec = {.argv = argv};
	compile(*state, "#include <stdlib.h>\nint main(void) { free(malloc(9)); return 0; }\n",
		"-fsanitize=address");
	run_spec(*state, &a, &spec);
	assert_string_equal(a.errs.data, "");
	assert_int_equal(a.res.exit_status, 0);
	release(&a);
	compile(*state,
		"#include <stdlib.h>\nvoid *volatile p;\n"
		"int main(void) { p = malloc(9); p = 0; return 0; }\n",
		"-fsanitize=address");
	run_spec(*state, &a, &spec);
	assert_non_null(strstr(a.errs.data, "detected memory leaks"));
	release(&a);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		BOX_TEST(puts_and_gets_files),
		BOX_TEST(refuses_odd_names),
		BOX_TEST(knows_empty_directories),
		BOX_TEST(get_is_bounded),
		BOX_TEST(gives_output_and_status),
		BOX_TEST(tells_that_it_cannot_start),
		BOX_TEST(feeds_more_than_a_pipe_holds),
		BOX_TEST(shows_a_constant_world),
		BOX_TEST(shows_no_detached_symbols),
		BOX_TEST(environment_is_the_given_one),
		BOX_TEST(moves_when_asked),
		BOX_TEST(randomises_when_asked),
		BOX_TEST(clears_everything),
		BOX_TEST(calls_a_function),
		BOX_TEST(talks_to_a_live_child),
		BOX_TEST(signals_a_live_child),
		BOX_TEST(signals_a_childs_group),
		BOX_TEST(connects_to_a_live_child),
		BOX_TEST(ends_a_live_child),
		BOX_TEST(gdb_reaches_a_breakpoint),
		BOX_TEST(sanitizers_work),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(void)
{
	return tests() | again_unprivileged(tests);
}
