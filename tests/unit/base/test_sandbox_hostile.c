/* Programs that want out, or want everything. As root and as nobody.
 * timeout: 300 */
#include "box.h"

#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>

static void hangs(void **state)
{
	struct answer a;
	const char *const argv[] = {"sh", "-c", "while :; do :; done", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .cpu_ms = 200});
	assert_int_equal(a.res.end, FL_END_CPU);
	assert_in_range(a.res.cpu_ms, 200, 2000);
	release(&a);
	const char *const idle[] = {"sh", "-c", "trap '' TERM INT HUP XCPU; sleep 1000", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = idle, .wall_ms = 200});
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_in_range(a.res.wall_ms, 200, 4000);
	release(&a);
}

/* Asked first, it can tell where it is; who does not listen is killed after the grace. */
static void is_asked_before_it_is_killed(void **state)
{
	struct answer a;
	const char *const busy[] = {
		"sh", "-c", "trap 'echo here >&2; exit 5' ABRT; while :; do :; done", NULL};
	run_spec(*state, &a,
		&(struct fl_run_spec){
			.argv = busy, .cpu_ms = 200, .wall_ms = 20000, .stop_signal = SIGABRT});
	assert_int_equal(a.res.end, FL_END_CPU);
	assert_int_equal(a.res.exit_status, -1);
	assert_string_equal(a.errs.data, "here\n");
	release(&a);
	const char *const idle[] = {
		"sh", "-c", "trap 'echo here >&2; exit 5' ABRT; sleep 1000 & wait", NULL};
	run_spec(*state, &a,
		&(struct fl_run_spec){.argv = idle, .wall_ms = 200, .stop_signal = SIGABRT});
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_string_equal(a.errs.data, "here\n");
	release(&a);
	const char *const deaf[] = {"sh", "-c", "trap '' ABRT; while :; do :; done", NULL};
	run_spec(*state, &a,
		&(struct fl_run_spec){.argv = deaf,
			.cpu_ms = 200,
			.wall_ms = 20000,
			.stop_signal = SIGABRT,
			.grace_ms = 300});
	assert_int_equal(a.res.end, FL_END_CPU);
	assert_in_range(a.res.cpu_ms, 200, 3000);
	release(&a);
}

/* None of them uses much, all of them together do. */
static void burns_in_many_processes(void **state)
{
	struct answer a;
	const char *const argv[] = {"sh", "-c",
		"for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; sleep 1000", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .cpu_ms = 400, .wall_ms = 30000});
	assert_int_equal(a.res.end, FL_END_CPU);
	assert_in_range(a.res.cpu_ms, 400, 3000);
	release(&a);
}

static void floods(void **state)
{
	struct answer a;
	const char *const argv[] = {"yes", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .out_max = 10000});
	assert_int_equal(a.res.end, FL_END_OUTPUT);
	assert_int_equal(a.out.len, 10000);
	assert_true(a.res.out_cut);
	assert_false(a.res.err_cut);
	release(&a);
	const char *const errs[] = {"sh", "-c", "yes >&2 & sleep 1000", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = errs, .err_max = 10000});
	assert_int_equal(a.res.end, FL_END_OUTPUT);
	assert_int_equal(a.errs.len, 10000);
	assert_true(a.res.err_cut);
	release(&a);
}

/* Leaves the names of the processes that it sees, and where one of them waits. */
static void look_around(void)
{
	char path[300], name[64];
	FILE *out = fopen("seen", "w");
	for (int pid = 2; out && pid < 10; pid++) {
		snprintf(path, sizeof(path), "/proc/%d/comm", pid);
		FILE *f = fopen(path, "r");
		if (f && fgets(name, sizeof(name), f))
			fprintf(out, "%d %s", pid, pid == getpid() ? "myself\n" : name);
		if (f)
			fclose(f);
		if (f && pid != getpid())
			fprintf(out, "%ld\n", ptrace(PTRACE_SEIZE, pid, NULL, NULL));
	}
	if (out)
		fclose(out);
}

static void is_looked_at(void **state)
{
	struct answer a;
	const char *const argv[] = {
		"sh", "-c", "trap 'echo asked; exit 3' TERM; sleep 1000 & wait", NULL};
	run_spec(*state, &a,
		&(struct fl_run_spec){.argv = argv,
			.wall_ms = 300,
			.stop_signal = SIGTERM,
			.stop_fn = look_around});
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_string_equal(a.out.data, "asked\n");
	release(&a);
	fl_buf_init(&a.out, 1000);
	assert_int_equal(fl_box_get(*state, "seen", &a.out, NULL), 0);
	assert_string_equal(a.out.data, "2 sh\n0\n3 sleep\n0\n4 myself\n");
	fl_buf_release(&a.out);
}

static bool is_over(void)
{
	return access("/proc/3", F_OK) == 0;
}

static bool is_not_over(void)
{
	return access("/proc/1", F_OK) != 0;
}

/* Who waits is asked about; it is ended only when it is over, and who works is not asked about. */
static void is_ended_when_nothing_is_to_come(void **state)
{
	struct answer a;
	const char *const idle[] = {"sh", "-c", "sleep 1000 & wait", NULL};
	struct fl_run_spec spec = {.argv = idle,
		.wall_ms = 60000,
		.stop_signal = SIGTERM,
		.idle_fn = is_over,
		.idle_ms = 100};
	run_spec(*state, &a, &spec);
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_true(a.res.idle);
	assert_in_range(a.res.wall_ms, 100, 30000);
	release(&a);
	spec.idle_fn = is_not_over;
	spec.wall_ms = 500;
	run_spec(*state, &a, &spec);
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_false(a.res.idle);
	release(&a);
}

/* A limit on what is kept, not on what is printed: the start and the end stay. */
static void prints_much(void **state)
{
	struct answer a;
	const char *const argv[] = {"sh", "-c", "seq 100000; seq 100000 >&2; exit 7", NULL};
	run_spec(*state, &a,
		&(struct fl_run_spec){
			.argv = argv, .out_max = 10, .err_max = 1 << 20, .keep_tail = true});
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_int_equal(a.res.exit_status, 7);
	assert_true(a.res.out_cut);
	assert_false(a.res.err_cut);
	assert_int_equal(a.errs.len, 588895);
	static const char start[] = "1\n2\n3\n4\n5\n\n[523349 bytes left out]\n";
	assert_int_equal(a.out.len, strlen(start) + FL_TAIL_MAX);
	assert_memory_equal(a.out.data, start, strlen(start));
	assert_string_equal(a.out.data + a.out.len - 13, "99999\n100000\n");
	release(&a);
}

static void serves_itself(void **state)
{
	struct answer a;
	compile(*state,
		"#include <arpa/inet.h>\n#include <stdio.h>\n#include <sys/socket.h>\n"
		"int main(void) { struct sockaddr_in a = {.sin_family = AF_INET};\n"
		"socklen_t n = sizeof(a); int s = socket(AF_INET, SOCK_STREAM, 0);\n"
		"inet_pton(AF_INET, \"127.0.0.1\", &a.sin_addr);\n"
		"if (bind(s, (void *)&a, n) || listen(s, 1) || getsockname(s, (void *)&a, &n))\n"
		"return 1; int c = socket(AF_INET, SOCK_STREAM, 0);\n"
		"if (connect(c, (void *)&a, n)) return 2; int t = accept(s, 0, 0);\n"
		"char x = 0; if (send(c, \"x\", 1, 0) != 1 || recv(t, &x, 1, 0) != 1) return 3;\n"
		"putchar(x); return 0; }\n",
		"-O0");
	const char *const argv[] = {"./prog", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv});
	assert_int_equal(a.res.exit_status, 0);
	assert_string_equal(a.out.data, "x");
	release(&a);
}

static void forks_for_ever(void **state)
{
	struct answer a;
	compile(*state,
		"#include <unistd.h>\n#include <stdio.h>\n"
		"int main(void) { int n = 0; for (int i = 0; i < 500; i++) { pid_t p = fork();\n"
		"if (p == 0) { pause(); } if (p > 0) n++; } printf(\"%d\\n\", n);\n"
		"fflush(stdout); for (;;) fork(); }\n",
		"-O0");
	const char *const argv[] = {"./prog", NULL};
	const struct fl_run_spec spec = {
		.argv = argv, .processes = 20, .cpu_ms = 500, .wall_ms = 20000};
	run_spec(*state, &a, &spec);
	assert_int_equal(a.res.end, FL_END_CPU);
	assert_string_equal(a.out.data, "19\n");
	release(&a);
	run_shell(*state, &a, "set -- /proc/[0-9]*; echo $#");
	assert_string_equal(a.out.data, "2\n"); /* the reaper and the shell */
	release(&a);
}

/* Detached, with stdout open and signals ignored: the run ends when its program does. */
static void leaves_a_daemon(void **state)
{
	struct answer a;
	char script[200], word[40];
	snprintf(word, sizeof(word), "77002.%d", (int)getpid());
	snprintf(script, sizeof(script),
		"trap '' HUP TERM; setsid sh -c 'setsid sleep %s & sleep %s' & echo gone", word,
		word);
	run_shell(*state, &a, script);
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_string_equal(a.out.data, "gone\n");
	assert_in_range(a.res.wall_ms, 0, 4000);
	assert_false(lives(word));
	release(&a);
}

static void kills_all_it_can(void **state)
{
	struct answer a;
	run_shell(
		*state, &a, "sleep 100 & kill -9 -1; echo alive; kill -9 1; echo still; kill -9 0");
	assert_int_equal(a.res.end, FL_END_SIGNAL);
	assert_int_equal(a.res.signal, SIGKILL);
	release(&a);
	compile(*state,
		"#include <signal.h>\n#include <stdio.h>\n#include <sys/ptrace.h>\n#include "
		"<errno.h>\n"
		"#include <unistd.h>\nint main(void) { for (int s = 1; s < 65; s++) kill(1, s);\n"
		"long a = ptrace(PTRACE_ATTACH, 1, 0, 0); int e = errno;\n"
		"long s = ptrace(PTRACE_SEIZE, getppid(), 0, 0);\n"
		"FILE *m = fopen(\"/proc/1/mem\", \"r+\");\n"
		"printf(\"%ld %d %ld %d\\n\", a, e == EPERM, s, m != 0); return 0; }\n",
		"-O0");
	const char *const argv[] = {"./prog", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv});
	assert_int_equal(a.rc, 0);
	assert_string_equal(a.out.data, "-1 1 -1 0\n");
	release(&a);
	run_shell(*state, &a, "echo fine");
	assert_string_equal(a.out.data, "fine\n");
	release(&a);
}

static void fills_the_disk(void **state)
{
	struct answer a;
	struct fl_error err;
	run_shell(*state, &a, "truncate -s 100G huge; echo $?");
	assert_string_not_equal(a.out.data, "0\n");
	release(&a);
	run_shell(*state, &a,
		"i=0; while [ $i -lt 4 ]; do head -c 100M /dev/zero > f$i || echo full; "
		"i=$((i+1)); done");
	assert_non_null(strstr(a.out.data, "full"));
	release(&a);
	/* What we put there then fails as an ordinary error. */
	static char bytes[1 << 20];
	assert_int_equal(
		fl_box_put(*state, "more", fl_slice(bytes, sizeof(bytes)), 0644, &err), FL_EIO);
	assert_int_equal(err.sys, ENOSPC);
	assert_int_equal(fl_box_clear(*state, &err), 0);
	assert_int_equal(fl_box_put(*state, "more", fl_slice(bytes, sizeof(bytes)), 0644, &err), 0);
	const char *const argv[] = {"sh", "-c", "head -c 9M /dev/zero > f; wc -c < f", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .file_max = 1 << 20});
	assert_string_equal(a.out.data, "1048576\n");
	release(&a);
	run_shell(
		*state, &a, "i=0; while [ $i -lt 99999 ]; do : > n$i || exit 9; i=$((i+1)); done");
	assert_int_not_equal(a.res.exit_status, 0);
	release(&a);
}

static void eats_memory(void **state)
{
	struct answer a;
	struct fl_box *box;
	struct fl_error err;
	const struct fl_box_opts opts = {.memory_max = 64 << 20, .disk_max = 32 << 20};
	assert_int_equal(fl_box_new(&opts, &box, &err), 0);
	compile(*state,
		"#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
		"int main(void) { for (int i = 0; i < 400; i++) { char *p = malloc(1 << 20);\n"
		"if (!p) return 1; memset(p, 1, 1 << 20); usleep(2000); } return 0; }\n",
		"-O0");
	struct fl_buf prog;
	fl_buf_init(&prog, 1 << 20);
	assert_int_equal(fl_box_get(*state, "prog", &prog, &err), 0);
	assert_int_equal(fl_box_put(box, "prog", fl_buf_view(&prog), 0755, &err), 0);
	fl_buf_release(&prog);
	const char *const argv[] = {"./prog", NULL};
	for (int i = 0; i < 2; i++) {
		run_spec(box, &a, &(struct fl_run_spec){.argv = argv});
		assert_int_equal(a.rc, 0);
		assert_int_equal(a.res.end, FL_END_MEMORY);
		assert_in_range(a.res.max_rss_kb, 20 << 10, 200 << 10);
		release(&a);
	}
	/* The same in a child, of which the program itself says nothing. */
	run_shell(box, &a, "./prog; exit 0");
	assert_int_equal(a.res.end, FL_END_MEMORY);
	release(&a);
	run_shell(box, &a, "echo fine");
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_string_equal(a.out.data, "fine\n");
	release(&a);
	fl_box_free(box);
}

static void limits_address_space_when_asked(void **state)
{
	struct answer a;
	const char *const argv[] = {"sh", "-c", "ulimit -v; ulimit -s", NULL};
	run_spec(*state, &a,
		&(struct fl_run_spec){
			.argv = argv, .address_max = (size_t)1 << 30, .stack_max = 1 << 20});
	assert_string_equal(a.out.data, "1048576\n1024\n");
	release(&a);
	run_shell(*state, &a, "ulimit -v; ulimit -s");
	assert_string_equal(a.out.data, "unlimited\n8192\n");
	release(&a);
}

static void uses_the_network(void **state)
{
	struct answer a;
	compile(*state,
		"#include <arpa/inet.h>\n#include <errno.h>\n#include <stdio.h>\n#include "
		"<string.h>\n"
		"#include <sys/socket.h>\n#include <net/if.h>\n"
		"static int to(int family, const char *ip) { int s = socket(family, SOCK_STREAM, "
		"0);\n"
		"struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(80)};\n"
		"inet_pton(AF_INET, ip, &a.sin_addr); if (s < 0) return errno;\n"
		"return connect(s, (void *)&a, sizeof(a)) ? errno : 0; }\n"
		"int main(void) { struct if_nameindex *n = if_nameindex(); int c = 0;\n"
		"while (n && n[c].if_index) c++;\n"
		"printf(\"%d %d %d %d %d\\n\", to(AF_INET, \"192.0.2.1\") == ENETUNREACH,\n"
		"to(AF_INET, \"127.0.0.1\") == ECONNREFUSED, to(40, \"0.0.0.0\") == EAFNOSUPPORT,\n"
		"to(AF_PACKET, \"0.0.0.0\") == EAFNOSUPPORT, c); return 0; }\n",
		"-O0");
	const char *const argv[] = {"./prog", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv});
	assert_string_equal(a.out.data, "1 1 1 1 1\n");
	release(&a);
}

static void reaches_for_the_host(void **state)
{
	struct answer a;
	run_shell(*state, &a,
		"for f in /etc/x /usr/x /x /dev/x /usr/bin/x /etc/alternatives/x "
		"/proc/sys/kernel/core_pattern;"
		"do (echo > $f) 2> /dev/null && echo wrote $f; done;"
		"for d in /root /home /var /work /opt /mnt /run /sys /boot /srv /old /etc/shadow "
		"/etc/ssh;"
		"do [ -e $d ] && echo sees $d; done; ls -A /tmp; ls -A /dev/shm;"
		"ls /proc/1/fd /proc/1/root 2> /dev/null && echo peeks; mount -t tmpfs none /tmp "
		"2> /dev/null"
		"&& echo mounted; unshare -Ur true 2> /dev/null && echo nested;"
		"find / -xdev -perm -4000 -exec sh -c '[ -n \"$(mount | grep \" /usr .*nosuid\")\" "
		"] || echo suid' \\;;"
		"ls /proc/self/fd | wc -l; ls /sys/fs/cgroup 2> /dev/null;"
		/* what of /proc shows the machine */
		"cat /proc/cpuinfo /proc/meminfo /proc/stat /proc/sys/kernel/osrelease 2> "
		"/dev/null; exit 0");
	assert_string_equal(a.out.data, "4\n");
	release(&a);
}

static void tries_forbidden_calls(void **state)
{
	struct answer a;
	compile(*state,
		"#define _GNU_SOURCE\n#include <errno.h>\n#include <sched.h>\n#include <stdio.h>\n"
		"#include <sys/syscall.h>\n#include <unistd.h>\n#include <signal.h>\n"
		"static int no(long rc, int e) { return rc == -1 && errno == e; }\n"
		"int main(void) { printf(\"%d%d%d%d%d%d%d%d%d%d%d\\n\",\n"
		"no(syscall(SYS_bpf, 0, 0, 0), EPERM), no(syscall(SYS_keyctl, 0, 0, 0), EPERM),\n"
		"no(syscall(SYS_userfaultfd, 0), EPERM), no(syscall(SYS_io_uring_setup, 1, 0), "
		"EPERM),\n"
		"no(syscall(SYS_perf_event_open, 0, 0, 0, 0, 0), EPERM),\n"
		"no(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0), EPERM),\n"
		"no(unshare(CLONE_NEWUSER), EPERM), no(unshare(CLONE_NEWNS), EPERM),\n"
		"no(syscall(SYS_clone3, 0, 0), ENOSYS), no(syscall(SYS_setns, 0, 0), EPERM),\n"
		"no(syscall(SYS_open_tree, -100, \"/\", 1), EPERM)); return unshare(CLONE_FILES); "
		"}\n",
		"-O0");
	const char *const argv[] = {"./prog", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv});
	assert_string_equal(a.out.data, "11111111111\n");
	assert_int_equal(a.res.exit_status, 0);
	release(&a);
}

/* Links, pipes and directories in place of what we want to read or write. */
static void plays_with_links(void **state)
{
	struct answer a;
	struct fl_error err;
	struct fl_buf text;
	fl_buf_init(&text, 1000);
	run_shell(*state, &a,
		"ln -s /etc/passwd link; ln -s / root; ln -s .. up; mkfifo pipe; mkdir dir;"
		"echo keep > kept; ln -s kept near; ln kept hard; mkdir -m 0 locked; ln -s loop "
		"loop");
	release(&a);
	static const char *const names[] = {"link", "root/etc/passwd", "up/etc/passwd", "pipe",
		"dir", "near", "loop", "loop/x"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		assert_int_equal(fl_box_get(*state, names[i], &text, &err), FL_ENOTFOUND);
		assert_int_equal(text.len, 0);
	}
	assert_int_equal(fl_box_put(*state, "link", FL_S("mine"), 0644, &err), 0);
	assert_int_equal(fl_box_put(*state, "near", FL_S("mine"), 0644, &err), 0);
	assert_int_equal(fl_box_put(*state, "hard", FL_S("mine"), 0644, &err), 0);
	assert_int_equal(fl_box_put(*state, "pipe", FL_S("mine"), 0644, &err), 0);
	assert_int_not_equal(fl_box_put(*state, "root/tmp/x", FL_S("mine"), 0644, &err), 0);
	assert_int_not_equal(fl_box_put(*state, "up/tmp/x", FL_S("mine"), 0644, &err), 0);
	assert_int_not_equal(fl_box_remove(*state, "root/box/kept", &err), 0);
	run_shell(*state, &a, "cat link near hard pipe kept; stat -c %F link; ls /tmp");
	assert_string_equal(a.out.data, "mineminemineminekeep\nregular file\n");
	release(&a);
	fl_buf_release(&text);
}

/* A helper that outlives its parent's view, holding our pipe: the result must not wait for it. */
static void ends_with_a_full_pipe(void **state)
{
	struct answer a;
	run_shell(*state, &a, "head -c 60000 /dev/zero; exit 4");
	assert_int_equal(a.out.len, 60000);
	assert_int_equal(a.res.exit_status, 4);
	release(&a);
	run_shell(*state, &a, "head -c 900000 /dev/zero; (sleep 1000) & exit 4");
	assert_int_equal(a.out.len, 900000);
	assert_int_equal(a.res.exit_status, 4);
	release(&a);
}

static void leaves_shared_memory(void **state)
{
	struct answer a;
	if (access("/usr/bin/ipcmk", X_OK))
		skip();
	/* Where no control group counts it there is none to be had. */
	run_shell(*state, &a, "ipcmk -M 4096 > /dev/null && ipcs -m | grep -c 0x");
	assert_true(strcmp(a.out.data, "1\n") == 0 || a.out.len == 0);
	release(&a);
	run_shell(*state, &a, "ipcs -m | grep -c 0x");
	assert_string_equal(a.out.data, "0\n");
	release(&a);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		BOX_TEST(hangs),
		BOX_TEST(is_asked_before_it_is_killed),
		BOX_TEST(burns_in_many_processes),
		BOX_TEST(floods),
		BOX_TEST(is_looked_at),
		BOX_TEST(is_ended_when_nothing_is_to_come),
		BOX_TEST(prints_much),
		BOX_TEST(serves_itself),
		BOX_TEST(forks_for_ever),
		BOX_TEST(leaves_a_daemon),
		BOX_TEST(kills_all_it_can),
		BOX_TEST(fills_the_disk),
		BOX_TEST(eats_memory),
		BOX_TEST(limits_address_space_when_asked),
		BOX_TEST(uses_the_network),
		BOX_TEST(reaches_for_the_host),
		BOX_TEST(tries_forbidden_calls),
		BOX_TEST(plays_with_links),
		BOX_TEST(ends_with_a_full_pipe),
		BOX_TEST(leaves_shared_memory),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(void)
{
	return tests() | again_unprivileged(tests);
}
