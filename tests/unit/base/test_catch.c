/* Logs of sanitizers that nobody takes back: what was written to one stays. As root and as nobody.
 * timeout: 120 */
#include "box.h"

#include <fcntl.h>
#include <string.h>

#define PREFIX FL_BOX_DIR "/log/"
#define HEAD                                                                                  \
	"#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"  \
	"#include <sys/prctl.h>\n#include <sys/stat.h>\n#include <sys/resource.h>\n#include " \
	"<sys/syscall.h>\n"                                                                   \
	"#include <sys/wait.h>\n#include <unistd.h>\n#include <linux/seccomp.h>\n"            \
	"static int log_of(int pid, int mode) { char name[40];"                               \
	" snprintf(name, sizeof name, \"" PREFIX "x.%d\", pid);"                              \
	" return open(name, O_WRONLY | O_CREAT | O_TRUNC, mode); }\n"                         \
	"static void say(const char *s) { int fd = log_of(getpid(), 0660);"                   \
	" if (fd < 0 || write(fd, s, strlen(s)) < 0) _exit(9); }\n"

struct caught {
	struct answer a;
	struct fl_buf log;
};

static void run_caught(struct fl_box *box, const char *source, struct caught *c)
{
	const char *const argv[] = {"./prog", NULL};
	compile(box, source, "-O1");
	fl_buf_init(&c->log, 64 << 20);
	run_spec(box, &c->a,
		&(struct fl_run_spec){.argv = argv,
			.cpu_ms = 20000,
			.wall_ms = 60000,
			.log_prefix = PREFIX,
			.log = &c->log});
	assert_int_equal(c->a.rc, 0);
	if (c->a.res.exit_status)
		fprintf(stderr, "status %d: %s\n", c->a.res.exit_status, c->a.errs.data);
	assert_int_equal(c->a.res.exit_status, 0);
}

static void drop(struct caught *c)
{
	release(&c->a);
	fl_buf_release(&c->log);
}

/* Those of all processes, by their numbers; whoever removes and empties what it can reach. */
static void keeps_what_was_written(void **state)
{
	struct caught c;
	run_caught(*state,
		HEAD
		"int main(void) { int fd, mine; if (fork() == 0) { usleep(30000); "
		"say(\"third\\n\");"
		" _exit(0); } if (fork() == 0) { say(\"fourth\\n\"); _exit(0); }\n"
		"wait(0); wait(0); mkdir(\"log\", 0755); mine = log_of(getpid(), 0660);\n"
		"if (write(mine, \"second\\n\", 7) != 7) return 2;\n"
		"if (ftruncate(mine, 0) == 0 || lseek(mine, 0, 0) == 0) return 3;\n"
		"fd = log_of(getpid(), 0644); if (fd < 0 || access(\"log/x.2\", F_OK)) return 4;\n"
		"fd = open(\"other\", O_WRONLY | O_CREAT | O_TRUNC, 0660);\n"
		"if (fd < 0 || access(\"other\", F_OK)) return 5;\n"
		"return system(\"rm -rf log\"); }\n",
		&c);
	assert_string_equal(c.log.data, "second\nthird\nfourth\n");
	assert_int_equal(c.a.res.log_lost, 0);
	drop(&c);
}

/* Where the kernel can refuse descriptors, all that can be done with a log is to write to it. */
static void is_for_writing(void **state)
{
	struct caught c;
	run_caught(*state,
		HEAD "#include <sys/socket.h>\n"
		     "int main(void) { int s[2], no = 0, mine = log_of(5, 0660); char b[40] = "
		     "\"first\";\n"
		     "if (mine < 0 || write(mine, b, 5) != 5) return 2;\n"
		     "if (socketpair(AF_UNIX, SOCK_STREAM, 0, s)) return 3;\n"
		     "if (setsockopt(s[0], SOL_SOCKET, 83, &no, sizeof no)) return 0;\n"
		     "snprintf(b, sizeof b, \"/proc/self/fd/%d\", mine);\n"
		     "if (open(b, O_RDONLY) >= 0 || open(b, O_RDWR) >= 0) return 4;\n"
		     "if (recv(mine, b, 1, MSG_DONTWAIT) == 1) return 5;\n"
		     "union { struct cmsghdr h; char room[CMSG_SPACE(sizeof(int))]; } u = {.h = {\n"
		     " CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};\n"
		     "memcpy(CMSG_DATA(&u.h), &s[1], sizeof(int)); struct iovec v = {b, 1};\n"
		     "struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = u.room,\n"
		     " .msg_controllen = sizeof u.room};\n"
		     "if (sendmsg(mine, &m, 0) >= 0) return 6;\n"
		     "if (send(mine, \"!\", 1, MSG_OOB) == 1) usleep(200000);\n"
		     "return write(mine, \"last\", 4) != 4; }\n",
		&c);
	assert_true(fl_slice_starts(fl_buf_view(&c.log), "first"));
	assert_int_equal(c.a.res.log_lost, 0);
	drop(&c);
}

/* What cannot be opened, or stays empty, is told all the same; and no filter can refuse it. */
static void counts_what_is_lost(void **state)
{
	struct caught c;
	run_caught(*state,
		HEAD "int main(void) { struct rlimit none = {0, 0};\n"
		     "if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, 0) != -1) return 2;\n"
		     "if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != -1) return 3;\n"
		     "if (fork() == 0) { setrlimit(RLIMIT_NOFILE, &none); return log_of(9, 0660) "
		     ">= 0; }\n"
		     "if (log_of(8, 0660) < 0) return 4;\n"
		     "int status; wait(&status); return status != 0; }\n",
		&c);
	assert_string_equal(c.log.data, "");
	assert_int_equal(c.a.res.log_lost, 2);
	drop(&c);
}

/* More logs than there are streams, more text than is kept: nobody waits, the others' stay. */
static void is_bounded(void **state)
{
	struct caught c;
	run_caught(*state,
		HEAD
		"int main(void) { static char much[1 << 20]; memset(much, 'a', sizeof much);\n"
		"for (int i = 0; i < 400; i++) { int fd = log_of(i + 10, 0660); char t[20];\n"
		" if (fd < 0 || write(fd, t, snprintf(t, 20, \"<%d>\", i)) < 3) return 2; "
		"close(fd); }\n"
		"int fd = log_of(1, 0660); for (int i = 0; i < 64; i++) if (write(fd, much, sizeof"
		" much) < 0) return 3;\n"
		"return 0; }\n",
		&c);
	assert_true(c.log.len <= FL_LOG_MAX);
	for (int i = 0; i < 400; i++) {
		char word[20];
		snprintf(word, sizeof(word), "<%d>", i);
		assert_true(fl_slice_find(fl_buf_view(&c.log), word) >= 0);
	}
	drop(&c);
}

/* Without the wish all are files, as for everyone else. */
static void leaves_others_alone(void **state)
{
	struct answer a;
	compile(*state, HEAD "int main(void) { mkdir(\"log\", 0755); say(\"here\"); return 0; }\n",
		"-O1");
	run_shell(*state, &a, "./prog && cat log/x.*");
	assert_string_equal(a.out.data, "here");
	release(&a);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		BOX_TEST(keeps_what_was_written),
		BOX_TEST(is_for_writing),
		BOX_TEST(counts_what_is_lost),
		BOX_TEST(is_bounded),
		BOX_TEST(leaves_others_alone),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(void)
{
	int failed = tests();
	return failed ? failed : again_unprivileged(tests);
}
