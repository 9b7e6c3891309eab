/* What the sandbox needs of the host, and that it leaves nothing there.
 * timeout: 300 */
#include "box.h"
#include "tests/support/sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static size_t count_fds(void)
{
	size_t n = 0;
	DIR *d = opendir("/proc/self/fd");
	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

/* The only child of ours: the box's init. 0 when there is none. */
static int only_child(void)
{
	struct fl_buf text;
	char path[100];
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	fl_buf_init(&text, 10000);
	assert_int_equal(fl_buf_read_file(&text, path, NULL), 0);
	char *end;
	long pid = strtol(text.data, &end, 10);
	while (*end == ' ')
		end++;
	assert_int_equal(*end, 0);
	fl_buf_release(&text);
	return (int)pid;
}

static size_t resident_kb(int pid)
{
	struct fl_buf text;
	char path[100];
	snprintf(path, sizeof(path), "/proc/%d/statm", pid);
	fl_buf_init(&text, 1000);
	assert_int_equal(fl_buf_read_file(&text, path, NULL), 0);
	size_t pages = strtoul(strchr(text.data, ' '), NULL, 10);
	fl_buf_release(&text);
	return pages * (size_t)sysconf(_SC_PAGESIZE) / 1024;
}

static void run_and_clear(struct fl_box *box)
{
	struct fl_error err;
	struct answer a;
	run_shell(box, &a, "echo x > x; sleep 1000 & echo $$");
	assert_string_equal(a.out.data, "2\n");
	release(&a);
	assert_int_equal(fl_box_clear(box, &err), 0);
}

/* AddressSanitizer keeps what was freed for a while, up to 256 MB. */
enum { GROWS_KB = SANITIZED ? 64 << 10 : 512 };

static void two_hundred_runs_leave_nothing(void **state)
{
	struct fl_box *box = *state;
	int init = only_child();
	assert_true(init > 0);
	for (int i = 0; i < 20; i++)
		run_and_clear(box);
	size_t fds = count_fds(), ours = resident_kb(getpid()), its = resident_kb(init);
	for (int i = 0; i < 200; i++)
		run_and_clear(box);
	assert_int_equal(count_fds(), fds);
	assert_int_equal(only_child(), init);
	assert_in_range(resident_kb(getpid()), 0, ours + GROWS_KB);
	assert_in_range(resident_kb(init), 0, its + GROWS_KB);
}

static char *read_all(const char *path)
{
	struct fl_buf text;
	fl_buf_init(&text, 1 << 20);
	assert_int_equal(fl_buf_read_file(&text, path, NULL), 0);
	char *copy = strdup(text.data);
	assert_non_null(copy);
	fl_buf_release(&text);
	return copy;
}

static int found_groups;
static char group_mark[40], group_dir[300]; /* whose are looked for; where the last one is */

static int count_group(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	const char *name = path + at->base;
	if ((type == FTW_D || type == FTW_DNR) && strncmp(name, "faultline-box-", 14) == 0 &&
		strstr(name, group_mark)) {
		found_groups++;
		snprintf(group_dir, sizeof(group_dir), "%.*s", at->base - 1, path);
	}
	return 0;
}

static int count_groups(pid_t pid)
{
	found_groups = 0;
	snprintf(group_mark, sizeof(group_mark), "-%d-", (int)pid);
	nftw("/sys/fs/cgroup", count_group, 10, FTW_PHYS);
	return found_groups;
}

static void host_stays_as_it_was(void **state)
{
	(void)state;
	struct fl_error err;
	struct fl_box *boxes[3];
	char *mounts = read_all("/proc/self/mountinfo");
	size_t fds = count_fds();
	for (int i = 0; i < 3; i++) {
		assert_int_equal(fl_box_new(NULL, &boxes[i], &err), 0);
		run_and_clear(boxes[i]);
	}
	char *during = read_all("/proc/self/mountinfo");
	assert_string_equal(during, mounts);
	for (int i = 0; i < 3; i++)
		fl_box_free(boxes[i]);
	fl_box_free(NULL);
	char *after = read_all("/proc/self/mountinfo");
	assert_string_equal(after, mounts);
	assert_int_equal(count_groups(getpid()), 0);
	assert_int_equal(count_fds(), fds);
	assert_int_equal(only_child(), 0);
	free(mounts);
	free(during);
	free(after);
}

/* A process that has a box with a hanging run in it, beside another box. */
_Noreturn static void helper(const char *word, int ready)
{
	struct fl_error err;
	struct fl_box *box, *other;
	struct fl_child child;
	char script[200];
	snprintf(script, sizeof(script),
		"trap '' HUP TERM; setsid sleep %s & echo up; exec sleep %s", word, word);
	const char *const argv[] = {"sh", "-c", script, NULL};
	const struct fl_run_spec spec = {.argv = argv, .wall_ms = 600000};
	char byte;
	if (fl_box_new(NULL, &box, &err) || fl_box_new(NULL, &other, &err) ||
		fl_box_spawn(box, &spec, true, &child, &err))
		_exit(1);
	while (read(child.out, &byte, 1) < 0)
		pause_ms(5);
	if (write(ready, "r", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

static void nothing_outlives_us(void **state)
{
	(void)state;
	char word[40], byte;
	int ends[2];
	snprintf(word, sizeof(word), "77003.%d", (int)getpid());
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	pid_t pid = fork();
	if (pid == 0)
		helper(word, ends[1]);
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 1);
	assert_true(lives(word));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	for (int i = 0; i < 300 && lives(word); i++)
		pause_ms(10);
	assert_false(lives(word));
	/* Both inits held the pipe's other end no longer than their maker. */
	assert_int_equal(read(ends[0], &byte, 1), 0);
	close(ends[0]);
	/* Control groups of the dead go with the next box. */
	struct fl_box *box;
	struct fl_error err;
	for (int i = 0; i < 100 && (i == 0 || count_groups(pid)); i++) {
		pause_ms(10);
		assert_int_equal(fl_box_new(NULL, &box, &err), 0);
		fl_box_free(box);
	}
	assert_int_equal(count_groups(pid), 0);
}

/* Whose number a group has says nothing: the one may be somebody else's now, the other's maker gone. */
static void groups_are_who_holds_them(void **state)
{
	struct fl_error err;
	struct fl_box *box;
	char left[400], held[400];
	(void)state;
	pid_t dead = fork();
	if (dead == 0)
		_exit(0);
	assert_int_equal(waitpid(dead, NULL, 0), dead);
	assert_int_equal(fl_box_new(NULL, &box, &err), 0);
	int ours = count_groups(getpid());
	if (!ours) {
		fl_box_free(box);
		print_message("no control groups can be made here\n");
		skip();
	}
	snprintf(left, sizeof(left), "%s/faultline-box-1-%d-9", group_dir, (int)getpid());
	snprintf(held, sizeof(held), "%s/faultline-box-1-%d-9", group_dir, (int)dead);
	assert_int_equal(mkdir(left, 0700), 0);
	assert_int_equal(mkdir(held, 0700), 0);
	int lock = open(held, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
	fl_box_tidy();
	assert_int_equal(count_groups(getpid()), ours);
	assert_int_equal(access(left, F_OK), -1);
	assert_int_equal(access(held, F_OK), 0);
	close(lock);
	fl_box_free(box);
	assert_int_equal(fl_box_new(NULL, &box, &err), 0);
	assert_int_equal(access(held, F_OK), -1);
	fl_box_free(box);
	assert_int_equal(count_groups(getpid()), 0);
}

static void dead_box_is_an_error(void **state)
{
	struct fl_error err;
	struct fl_process_result res;
	const char *const argv[] = {"true", NULL};
	kill(only_child(), SIGKILL);
	pause_ms(50);
	assert_int_equal(
		fl_box_run(*state, &(struct fl_run_spec){.argv = argv}, NULL, NULL, &res, &err),
		FL_ECLOSED);
	assert_int_equal(fl_box_put(*state, "x", FL_S("x"), 0644, &err), FL_ECLOSED);
	assert_int_equal(fl_box_clear(*state, &err), FL_ECLOSED);
}

static void shows_what_it_is_told_to(void **state)
{
	(void)state;
	struct fl_error err;
	struct fl_box *box;
	struct answer a;
	static const char *const refused[] = {
		"relative", "/tmp/x", "/box", "/proc/self", "/a/../b", "/"};
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		const char *const binds[] = {refused[i], NULL};
		assert_int_equal(
			fl_box_new(&(struct fl_box_opts){.binds = binds}, &box, &err), FL_EINVAL);
	}
	const char *const absent[] = {"/no/such/place", NULL};
	assert_int_equal(
		fl_box_new(&(struct fl_box_opts){.binds = absent}, &box, &err), FL_ENOTFOUND);
	assert_non_null(strstr(err.message, "/no/such/place"));
	const char *const binds[] = {"/etc/debian_version", "/var/lib", "/usr/share", NULL};
	assert_int_equal(fl_box_new(&(struct fl_box_opts){.binds = binds}, &box, &err), 0);
	run_shell(box, &a,
		"[ -s /etc/debian_version ] && [ -d /var/lib/dpkg ] && echo seen; ls /var;"
		"touch /var/lib/x 2> /dev/null || echo kept");
	assert_string_equal(a.out.data, "seen\nlib\nkept\n");
	release(&a);
	fl_box_free(box);
}

static void write_own(const char *file, const char *text)
{
	int fd = open(file, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		_exit(10);
	close(fd);
}

/* Into a user namespace that allows no more of them, without capabilities: nothing can be had. */
static int refuse_namespaces(void)
{
	char map[40];
	snprintf(map, sizeof(map), "%u %u 1", geteuid() + 1, geteuid());
	if (prctl(PR_SET_DUMPABLE, 1) || unshare(CLONE_NEWUSER))
		return 11;
	write_own("/proc/self/uid_map", map);
	write_own("/proc/sys/user/max_user_namespaces", "0");
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[2] = {0};
	return syscall(SYS_capset, &head, none) ? 12 : 0;
}

static int where_namespaces_are_refused(void)
{
	struct fl_box *box;
	struct fl_error err;
	int rc = refuse_namespaces();
	if (rc)
		return rc;
	if (fl_box_new(NULL, &box, &err) != FL_EMISSING)
		return 13;
	return strstr(err.message, "max_user_namespaces") && err.sys ? 0 : 14;
}

static int in_child(int (*fn)(void))
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		int rc = fn();
		fflush(NULL);
		_exit(rc);
	}
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

static void says_what_the_kernel_refuses(void **state)
{
	(void)state;
	if (!user_namespaces())
		skip();
	assert_int_equal(in_child(where_namespaces_are_refused), 0);
}

static void works_degraded(void **state)
{
	struct answer a;
	struct fl_error err;
	struct fl_child child;
	struct fl_process_result res;
	struct fl_buf text;
	char word[40], script[300];
	fl_buf_init(&text, 1000);
	assert_non_null(strstr(fl_box_missing(*state), "namespaces"));
	assert_int_equal(fl_box_put(*state, "d/f", FL_S("in"), 0644, &err), 0);
	snprintf(word, sizeof(word), "77004.%d", (int)getpid());
	snprintf(script, sizeof(script),
		"cat d/f; echo out > g; mkdir -p x/y; chmod 0 x; (setsid sleep %s &); setsid sleep "
		"%s &"
		"grep NoNew /proc/self/status; [ $HOME = $PWD ] && echo home",
		word, word);
	run_shell(*state, &a, script);
	assert_string_equal(a.out.data, "inNoNewPrivs:\t1\nhome\n");
	assert_in_range(a.res.wall_ms, 0, 10000);
	assert_false(lives(word));
	release(&a);
	assert_int_equal(fl_box_get(*state, "g", &text, &err), 0);
	assert_string_equal(text.data, "out\n");
	fl_buf_release(&text);
	/* what only Landlock keeps apart here: the host's files and processes */
	compile(*state, "int main(void) { return 3; }\n", "-O0");
	if (!strstr(fl_box_missing(*state), "Landlock")) {
		snprintf(script, sizeof(script),
			"(cat /etc/passwd; ls /tmp /home /var; echo x >/tmp/x.%d; kill -0 %d; "
			"cat /proc/%d/environ) 2>/dev/null; ./prog; echo $?",
			(int)getpid(), (int)getpid(), (int)getpid());
		run_shell(*state, &a, script);
		assert_string_equal(a.out.data, "3\n");
		release(&a);
	}
	assert_int_equal(fl_box_clear(*state, &err), 0);
	run_shell(*state, &a, "ls -A");
	assert_string_equal(a.out.data, "");
	release(&a);
	const char *const burn[] = {"sh", "-c", "(while :; do :; done) & sleep 1000", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = burn, .cpu_ms = 200, .wall_ms = 20000});
	assert_int_equal(a.res.end, FL_END_CPU);
	release(&a);
	const char *const idle[] = {"sleep", word, NULL};
	const struct fl_run_spec spec = {.argv = idle};
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	assert_true(lives(word));
	assert_int_equal(fl_child_end(&child, &res, &err), 0);
	assert_int_equal(res.signal, SIGKILL);
	assert_false(lives(word));
}

static int degraded_setup(void **state)
{
	struct fl_box *box;
	struct fl_error err;
	if (fl_box_new(&(struct fl_box_opts){.degraded = true}, &box, &err)) {
		fprintf(stderr, "fl_box_new: %s\n", err.message);
		return -1;
	}
	*state = box;
	return 0;
}

/* Its own directory becomes a link to somebody else's, which is to be emptied then. */
static void degraded_links_its_directory(void **state)
{
	struct answer a;
	struct fl_error err;
	char other[] = "/tmp/faultline-test-XXXXXX", kept[64], script[200];
	assert_non_null(mkdtemp(other));
	snprintf(kept, sizeof(kept), "%s/kept", other);
	int fd = open(kept, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	close(fd);
	snprintf(script, sizeof(script), "id -u; mv $PWD $PWD.old && ln -s %s $PWD", other);
	run_shell(*state, &a, script);
	/* a user of its own, of the few that there are, and nobody's */
	assert_in_range(atoi(a.out.data), 49152, 65533);
	release(&a);
	assert_int_equal(fl_box_clear(*state, &err), 0);
	assert_int_equal(access(kept, F_OK), 0);
	assert_int_equal(unlink(kept), 0);
	assert_int_equal(rmdir(other), 0);
}

static int tests_degraded(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test_setup_teardown(works_degraded, degraded_setup, box_teardown),
	};
	int rc = refuse_namespaces();
	return rc ? rc : cmocka_run_group_tests(all, NULL, NULL);
}

/* Root in a user namespace that allows no more of them, without the right to any other kind. */
static int tests_degraded_as_root(int ready, int go)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test_setup_teardown(
			degraded_links_its_directory, degraded_setup, box_teardown),
	};
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct caps[2];
	char byte = 0;
	if (unshare(CLONE_NEWUSER) || write(ready, &byte, 1) != 1 || read(go, &byte, 1) != 1 ||
		setresgid(0, 0, 0) || setresuid(0, 0, 0))
		return 15;
	write_own("/proc/sys/user/max_user_namespaces", "0");
	if (syscall(SYS_capget, &head, caps))
		return 16;
	caps[0].effective &= ~(1U << CAP_SYS_ADMIN);
	caps[0].permitted = caps[0].effective;
	return syscall(SYS_capset, &head, caps) ? 17 : cmocka_run_group_tests(all, NULL, NULL);
}

static void keeps_to_its_directory_as_root(void **state)
{
	(void)state;
	int ready[2], go[2], status;
	char path[64], byte = 0;
	if (geteuid() != 0 || !user_namespaces())
		skip();
	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	assert_int_equal(pipe2(go, O_CLOEXEC), 0);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		int rc = tests_degraded_as_root(ready[1], go[0]);
		fflush(NULL);
		_exit(rc);
	}
	close(ready[1]);
	close(go[0]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	snprintf(path, sizeof(path), "/proc/%d/uid_map", (int)pid);
	write_own(path, "0 0 65536");
	snprintf(path, sizeof(path), "/proc/%d/gid_map", (int)pid);
	write_own(path, "0 0 65536");
	assert_int_equal(write(go[1], &byte, 1), 1);
	close(ready[0]);
	close(go[1]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void does_without_when_asked(void **state)
{
	(void)state;
	if (!user_namespaces())
		skip();
	assert_int_equal(in_child(tests_degraded), 0);
	/* Where it can be had, it is had all the same. */
	struct fl_box *box;
	assert_int_equal(fl_box_new(&(struct fl_box_opts){.degraded = true}, &box, NULL), 0);
	assert_string_equal(fl_box_missing(box), "");
	fl_box_free(box);
}

/* ---- a chroot, where the kernel gives root no user namespace ---- */

static char tree[] = "/tmp/faultline-test-XXXXXX";

static void bind_into(const char *path)
{
	char target[200];
	struct stat st;
	snprintf(target, sizeof(target), "%s%s", tree, path);
	if (lstat(path, &st))
		return;
	if (S_ISLNK(st.st_mode)) {
		char link[200] = "";
		if (readlink(path, link, sizeof(link) - 1) < 0 || symlink(link, target))
			_exit(20);
	} else if (mkdir(target, 0755) || mount(path, target, NULL, MS_BIND | MS_REC, NULL)) {
		_exit(21);
	}
}

static void works_without_user_namespace(void **state)
{
	struct answer a;
	struct fl_error err;
	struct fl_buf text;
	fl_buf_init(&text, 1000);
	/* Really in a chroot: a user namespace is refused. */
	assert_int_equal(unshare(CLONE_NEWUSER), -1);
	assert_int_equal(errno, EPERM);
	assert_int_equal(fl_box_put(*state, "d/f", FL_S("in"), 0644, &err), 0);
	run_shell(*state, &a,
		"echo $$; id -u; id -G; grep -E 'Cap|NoNew' /proc/self/status | cut -f2 | sort -u;"
		"cat d/f; echo out > d/g; uname -n; ls /; ls /home /root /work 2> /dev/null; ls "
		"/proc/1/fd"
		" 2> /dev/null; kill -9 -1; (touch /usr/x /x) 2> /dev/null; cd /tmp; stat -c '%u "
		"%a' /box/d");
	assert_string_equal(a.out.data, "2\n65534\n65534\n0000000000000000\n1\ninbox\nbin\nbox\ndev"
					"\netc\nlib\nlib64\nproc\n"
					"sbin\ntmp\nusr\n65534 755\n");
	release(&a);
	assert_int_equal(fl_box_get(*state, "d/g", &text, &err), 0);
	assert_string_equal(text.data, "out\n");
	run_and_clear(*state);
	const char *const argv[] = {"sh", "-c", "while :; do sh -c : & done", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .cpu_ms = 300, .processes = 10});
	assert_non_null(strstr(a.errs.data, "Cannot fork"));
	release(&a);
	fl_buf_release(&text);
}

/* Whatever counts them: a program gets as many processes as it may have, and not one more. */
static void has_so_many_processes(void **state)
{
	struct answer a;
	compile(*state,
		"#include <stdio.h>\n#include <unistd.h>\n"
		"int main(void) { int n = 0; for (int i = 0; i < 400; i++) { pid_t p = fork();\n"
		"if (p == 0) { pause(); } if (p > 0) n++; } printf(\"%d\\n\", n); return 0; }\n",
		"-O0");
	const char *const argv[] = {"./prog", NULL};
	for (int i = 0; i < 2; i++) {
		run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .processes = 20});
		assert_string_equal(a.out.data, "19\n");
		release(&a);
	}
}

/* The user that a process whose command line holds the word has, as we see it. */
static unsigned user_of(const char *word)
{
	unsigned user = 0;
	DIR *d = opendir("/proc");
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		char path[300];
		struct stat st;
		struct fl_buf text;
		snprintf(path, sizeof(path), "/proc/%.200s/cmdline", e->d_name);
		fl_buf_init(&text, 1 << 20);
		if (atoi(e->d_name) > 0 && atoi(e->d_name) != getpid() &&
			fl_buf_read_file(&text, path, NULL) == 0 && stat(path, &st) == 0 &&
			fl_slice_find(fl_buf_view(&text), word) >= 0)
			user = st.st_uid;
		fl_buf_release(&text);
	}
	closedir(d);
	return user;
}

/* Does the system lend us numbers of users, and the means to use them (subuid(5))? */
static bool lent_users(void)
{
	static const char *const files[] = {"/etc/subuid", "/etc/subgid"};
	const struct passwd *me = getpwuid(geteuid());
	bool lent = me && access("/usr/bin/newuidmap", X_OK) == 0;
	for (int i = 0; i < 2 && lent; i++) {
		struct fl_buf text;
		fl_buf_init(&text, 1 << 20);
		char name[80];
		snprintf(name, sizeof(name), "%s:", me->pw_name);
		lent = fl_buf_read_file(&text, files[i], NULL) == 0 &&
		       fl_slice_find(fl_buf_view(&text), name) >= 0;
		fl_buf_release(&text);
	}
	return lent;
}

static void boxes_have_users_of_their_own(void **state)
{
	(void)state;
	struct fl_box *boxes[2];
	struct fl_child children[2];
	struct fl_error err;
	char words[2][40];
	unsigned users[2];
	for (int i = 0; i < 2; i++) {
		snprintf(words[i], sizeof(words[i]), "77%d05.%d", i, (int)getpid());
		const char *const argv[] = {"sleep", words[i], NULL};
		assert_int_equal(fl_box_new(NULL, &boxes[i], &err), 0);
		const struct fl_run_spec spec = {.argv = argv};
		assert_int_equal(fl_box_spawn(boxes[i], &spec, false, &children[i], &err), 0);
		users[i] = user_of(words[i]);
	}
	for (int i = 0; i < 2; i++) {
		assert_int_equal(fl_child_end(&children[i], NULL, &err), 0);
		fl_box_free(boxes[i]);
	}
	if (geteuid() != 0 && !lent_users()) {
		assert_int_equal(users[0], geteuid());
		return;
	}
	assert_int_not_equal(users[0], users[1]);
	if (geteuid() != 0) {
		assert_int_not_equal(users[0], geteuid());
		return;
	}
	assert_in_range(users[0], 0x70000000, 0x7fffffff);
	assert_in_range(users[1], 0x70000000, 0x7fffffff);
}

static void run_shows_its_pid(void **state)
{
	struct answer a;
	run_shell(*state, &a, "echo $$; ls -d /proc/[0-9]*");
	assert_string_equal(a.out.data, "2\n/proc/1\n/proc/2\n");
	release(&a);
}

static void mounts_stay_inside(void **state)
{
	(void)state;
	char *before = read_all("/proc/self/mountinfo");
	struct fl_error err;
	struct fl_box *box;
	assert_int_equal(fl_box_new(NULL, &box, &err), 0);
	char *during = read_all("/proc/self/mountinfo");
	assert_string_equal(during, before);
	fl_box_free(box);
	free(before);
	free(during);
}

static int tests_in_chroot(void)
{
	static const char *const shown[] = {
		"/usr", "/bin", "/sbin", "/lib", "/lib64", "/dev", "/proc", "/sys", "/etc"};
	const struct CMUnitTest all[] = {
		BOX_TEST(works_without_user_namespace),
		BOX_TEST(mounts_stay_inside),
		BOX_TEST(has_so_many_processes),
	};
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_SHARED, NULL))
		return 22;
	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		bind_into(shown[i]);
	if (chroot(tree) || chdir("/"))
		return 23;
	return cmocka_run_group_tests(all, NULL, NULL);
}

/* A second /proc that nothing covers, as in a tree beside us, would do for the kernel. */
static void hide_other_procs(void)
{
	char *mounts = read_all("/proc/self/mountinfo");
	struct fl_slice rest = fl_slice_str(mounts), line;
	while (fl_slice_line(&rest, &line)) {
		char point[300];
		if (fl_slice_find(line, " - proc ") >= 0 &&
			sscanf(line.ptr, "%*s %*s %*s %*s %299s", point) == 1 &&
			strcmp(point, "/proc") != 0)
			umount2(point, MNT_DETACH);
	}
	free(mounts);
}

/* As a container does it: then no user namespace may mount /proc. Root has another way. */
static int tests_with_covered_proc(void)
{
	const struct CMUnitTest all[] = {
		BOX_TEST(run_shows_its_pid),
		BOX_TEST(has_so_many_processes),
		cmocka_unit_test(boxes_have_users_of_their_own),
	};
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		mount("/dev/null", "/proc/version", NULL, MS_BIND, NULL))
		return 24;
	hide_other_procs();
	int rc = cmocka_run_group_tests(all, NULL, NULL);
	if (rc)
		return rc;
	struct fl_box *box;
	struct fl_error err;
	if (setgid(12345) || setuid(12345))
		return 25;
	if (fl_box_new(NULL, &box, &err) != FL_EMISSING) {
		fprintf(stderr, "%s\n", err.message);
		return 25;
	}
	return strstr(err.message, "/proc") ? 0 : 26;
}

static void works_where_proc_is_covered(void **state)
{
	(void)state;
	if (geteuid() != 0 || !user_namespaces())
		skip();
	assert_int_equal(in_child(tests_with_covered_proc), 0);
}

static void stays_in_its_memory(void **state)
{
	struct answer a;
	struct fl_box *box;
	struct fl_error err;
	const struct fl_box_opts opts = {.memory_max = 256 << 20};
	(void)state;
	assert_int_equal(fl_box_new(&opts, &box, &err), 0);
	compile(box,
		"#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n"
		"#include <unistd.h>\nint main(int c, char **v) { (void)v;\n"
		"if (c == 2) for (;;) memset(malloc(1 << 16), 1, 1 << 16);\n"
		"char *p = mmap(0, 1L << 45, PROT_READ | PROT_WRITE,\n"
		"MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);\n"
		"for (long i = 0;; i += 1L << 29) { (void)*(volatile char *)&p[i];\n"
		"if (i + (1L << 29) >= 1L << 45) pause(); } }\n",
		"-O0");
	/* by what it holds; and by what the kernel holds for it: 8 bytes of tables for each byte */
	const char *const argvs[][3] = {{"./prog", "x", NULL}, {"./prog", NULL}};
	for (int i = 0; i < 2; i++) {
		run_spec(box, &a, &(struct fl_run_spec){.argv = argvs[i], .cpu_ms = 30000});
		assert_int_equal(a.rc, 0);
		assert_int_equal(a.res.end, FL_END_MEMORY);
		release(&a);
	}
	fl_box_free(box);
}

/* What a fork shares counts once; what it then writes to, for itself. */
static void counts_shared_memory_once(void **state)
{
	struct answer a;
	struct fl_box *box;
	struct fl_error err;
	const struct fl_box_opts opts = {.memory_max = 256 << 20};
	(void)state;
	assert_int_equal(fl_box_new(&opts, &box, &err), 0);
	compile(box,
		"#include <stdlib.h>\n#include <string.h>\n#include <sys/wait.h>\n"
		"#include <unistd.h>\nint main(int c, char **v) { (void)v;\n"
		"char *p = malloc(100 << 20); memset(p, 1, 100 << 20);\n"
		"for (int i = 0; i < 8; i++) if (fork() == 0) {\n"
		"if (c == 2) memset(p, 2, 100 << 20); sleep(c == 2 ? 20 : 1); _exit(p[9]); }\n"
		"int s, sum = 0; while (wait(&s) > 0) sum += WEXITSTATUS(s);\n"
		"return sum; }\n",
		"-O0");
	const char *const argvs[][3] = {{"./prog", NULL}, {"./prog", "x", NULL}};
	for (int i = 0; i < 2; i++) {
		run_spec(box, &a, &(struct fl_run_spec){.argv = argvs[i], .cpu_ms = 30000});
		assert_int_equal(a.rc, 0);
		assert_int_equal(a.res.end, i ? FL_END_MEMORY : FL_END_EXIT);
		assert_int_equal(a.res.exit_status, i ? -1 : 8);
		release(&a);
	}
	fl_box_free(box);
}

/* As most containers are: none that we may write to. */
static int tests_without_control_groups(void)
{
	const struct CMUnitTest all[] = {
		BOX_TEST(has_so_many_processes),
		cmocka_unit_test(stays_in_its_memory),
		cmocka_unit_test(counts_shared_memory_once),
	};
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
		(access("/sys/fs", F_OK) == 0 && mount("none", "/sys/fs", "tmpfs", 0, NULL)))
		return 27;
	return cmocka_run_group_tests(all, NULL, NULL);
}

static void has_no_control_groups(void **state)
{
	(void)state;
	if (geteuid() != 0 || !user_namespaces())
		skip();
	assert_int_equal(in_child(tests_without_control_groups), 0);
}

/* The only child of a process. */
static int child_of(int pid)
{
	struct fl_buf text;
	char path[100];
	snprintf(path, sizeof(path), "/proc/%d/task/%d/children", pid, pid);
	fl_buf_init(&text, 10000);
	fl_buf_read_file(&text, path, NULL);
	int child = atoi(text.data);
	fl_buf_release(&text);
	return child;
}

/*
 * What was killed may be long in dying (gigabytes of page tables, on a busy machine): here its
 * reaper is held for a while, which looks the same to us. A verdict comes of it all the same.
 */
static void a_slow_end_is_no_fault(void **state)
{
	int init = only_child(), status;
	struct answer a;
	fflush(NULL);
	pid_t helper = fork();
	if (helper == 0) {
		int reaper = 0;
		for (int i = 0; i < 100 && !reaper; i++) {
			pause_ms(10);
			reaper = child_of(init);
		}
		if (!reaper || kill(reaper, SIGSTOP))
			_exit(1);
		pause_ms(6000);
		_exit(kill(reaper, SIGCONT) ? 2 : 0);
	}
	const char *const argv[] = {"sleep", "1000", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .wall_ms = 500});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_WALL);
	release(&a);
	assert_int_equal(waitpid(helper, &status, 0), helper);
	assert_int_equal(status, 0);
	run_and_clear(*state);
}

/* A user whom /etc/subuid lends numbers has boxes with users of their own. */
static int tests_with_lent_users(void)
{
	static const char *const files[] = {"/etc/subuid", "/etc/subgid"};
	char source[] = "/tmp/faultline-test-XXXXXX";
	int fd = mkstemp(source);
	if (fd < 0 || dprintf(fd, "nobody:300000:65536\n") < 0 || fchmod(fd, 0644) ||
		unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return 28;
	for (int i = 0; i < 2; i++)
		if (mount(source, files[i], NULL, MS_BIND, NULL))
			return 29;
	unlink(source);
	/* one with a name, for newuidmap; by a new program, as a changed user hides /proc */
	if (setgid(65534) || setuid(65534))
		return 30;
	setenv("BOX_LENT", "yes", 1);
	execl("/proc/self/exe", "lent", NULL);
	perror("exec");
	return 31;
}

static int say_lent_user(void)
{
	struct fl_box *box;
	struct fl_child child;
	struct fl_error err;
	char word[40];
	snprintf(word, sizeof(word), "77105.%d", (int)getpid());
	const char *const argv[] = {"sleep", word, NULL};
	const struct fl_run_spec spec = {.argv = argv};
	if (fl_box_new(NULL, &box, &err) || fl_box_spawn(box, &spec, false, &child, &err)) {
		fprintf(stderr, "%s\n", err.message);
		return 32;
	}
	unsigned user = user_of(word);
	fl_child_end(&child, NULL, &err);
	fl_box_free(box);
	if (user >= 300000 && user < 365536)
		return 0;
	fprintf(stderr, "its user is %u\n", user);
	return 33;
}

static void is_lent_users(void **state)
{
	(void)state;
	if (geteuid() != 0 || !user_namespaces() || access("/usr/bin/newuidmap", X_OK) ||
		access("/etc/subuid", F_OK) || access("/etc/subgid", F_OK))
		skip();
	assert_int_equal(in_child(tests_with_lent_users), 0);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

static void works_in_a_chroot(void **state)
{
	(void)state;
	if (geteuid() != 0 || !user_namespaces())
		skip();
	assert_non_null(mkdtemp(tree));
	assert_int_equal(chmod(tree, 0755), 0);
	assert_int_equal(in_child(tests_in_chroot), 0);
	/* The mounts went with the child's namespace: only empty directories and links are there. */
	assert_int_equal(nftw(tree, remove_one, 10, FTW_PHYS | FTW_DEPTH | FTW_MOUNT), 0);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		BOX_TEST(two_hundred_runs_leave_nothing),
		cmocka_unit_test(host_stays_as_it_was),
		cmocka_unit_test(nothing_outlives_us),
		cmocka_unit_test(groups_are_who_holds_them),
		BOX_TEST(dead_box_is_an_error),
		BOX_TEST(a_slow_end_is_no_fault),
		cmocka_unit_test(boxes_have_users_of_their_own),
		cmocka_unit_test(has_no_control_groups),
		cmocka_unit_test(is_lent_users),
		cmocka_unit_test(shows_what_it_is_told_to),
		cmocka_unit_test(says_what_the_kernel_refuses),
		cmocka_unit_test(does_without_when_asked),
		cmocka_unit_test(keeps_to_its_directory_as_root),
		cmocka_unit_test(works_in_a_chroot),
		cmocka_unit_test(works_where_proc_is_covered),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(void)
{
	if (getenv("BOX_LENT"))
		return say_lent_user();
	return tests() | again_unprivileged(tests);
}
