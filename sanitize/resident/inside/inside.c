/*
 * Loaded into a compiler (LD_PRELOAD): the program is started, its libraries are loaded and their
 * constructors run, and then it waits. Each request is done by a fork, which goes on with the
 * compiler's own main(): what a start costs is paid once.
 *
 * A fork works on foreign code, and may become somebody else's. It is one process with nothing that
 * outlives it, and a filter keeps it from making others, from executing anything and from reaching
 * the process that waits, which can be neither traced nor read: nothing of one request comes to the
 * next but the directory, which is emptied.
 *
 * A library of its own, for the C library's start of a program:
 * https://refspecs.linuxbase.org/LSB_5.0.0/LSB-Core-generic/ (__libc_start_main)
 */
#include "sanitize/resident/wire.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*main_fn)(int argc, char **argv, char **env);
typedef int (*start_fn)(main_fn main, int argc, char **argv, void (*init)(void), void (*fini)(void),
	void (*rtld_fini)(void), void *stack_end);

static main_fn compiler_main;

/* ---- what a fork may not do ---- */

/*
 * Start or execute something; reach another process, or change what the kernel keeps of one; leave
 * something that outlives it and is no file.
 */
static const int denied[] = {
#ifdef SYS_fork
	SYS_fork,
	SYS_vfork,
#endif
	SYS_execve,
	SYS_execveat,
	SYS_ptrace,
	SYS_process_vm_readv,
	SYS_process_vm_writev,
	SYS_kill,
	SYS_tkill,
	SYS_rt_sigqueueinfo,
	SYS_rt_tgsigqueueinfo,
	SYS_pidfd_open,
	SYS_pidfd_send_signal,
	SYS_setpriority,
	SYS_sched_setaffinity,
	SYS_sched_setscheduler,
	SYS_sched_setparam,
	SYS_sched_setattr,
	SYS_ioprio_set,
	SYS_shmget,
	SYS_msgget,
	SYS_semget,
	SYS_mq_open,
	SYS_setxattr,
	SYS_lsetxattr,
	SYS_fsetxattr,
	SYS_socket,
	SYS_socketpair,
};

enum { DENIED = sizeof(denied) / sizeof(denied[0]), ROOM = 2 * DENIED + 40 };

/* The low half of an argument. */
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "where is the low half of an argument here?"
#endif
#define LOAD(field) \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), yes, no)
#define REFUSE(sys) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (sys))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* The box's filter has seen to calls of other architectures, and to clone3. */
static int confine(void)
{
	struct sock_filter f[ROOM] = {LOAD(nr)};
	unsigned short n = 1;
	for (size_t i = 0; i < DENIED; i++) {
		f[n++] = (struct sock_filter)IS(denied[i], 0, 1);
		f[n++] = (struct sock_filter)REFUSE(EPERM);
	}
	const struct sock_filter rest[] = {
		/* threads only: a process would outlive the request */
		IS(SYS_clone, 0, 4),
		LOAD(args[0]),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
		REFUSE(EPERM),
		ALLOW,
		/* limits of its own, which have no number of a process */
		IS(SYS_prlimit64, 0, 4),
		LOAD(args[0]),
		IS(0, 1, 0),
		REFUSE(EPERM),
		ALLOW,
		/* signals to itself, as abort() sends one */
		IS(SYS_tgkill, 0, 4),
		LOAD(args[0]),
		IS(getpid(), 1, 0),
		REFUSE(EPERM),
		ALLOW,
		/* nobody is to be signalled about a descriptor */
		IS(SYS_fcntl, 0, 6),
		LOAD(args[1]),
		IS(F_SETOWN, 2, 0),
		IS(F_SETOWN_EX, 1, 0),
		IS(F_SETSIG, 0, 1),
		REFUSE(EPERM),
		ALLOW,
		ALLOW,
	};
	memcpy(f + n, rest, sizeof(rest));
	n = (unsigned short)(n + sizeof(rest) / sizeof(rest[0]));
	struct sock_fprog all = {.len = n, .filter = f};
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &all);
}

/* ---- a request ---- */

static int limit(int which, rlim_t soft, rlim_t hard)
{
	const struct rlimit r = {soft, hard};
	return setrlimit((__rlimit_resource_t)which, &r);
}

/* False: it is not safe to go on. */
static int settle(const struct san_resident_ask *ask, const char *said)
{
	int null = open("/dev/null", O_RDWR);
	int out = open(said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	/* its own files in /proc are to be there as after a fresh start */
	return prctl(PR_SET_DUMPABLE, 1) == 0 && null >= 0 && out >= 0 && dup2(null, 0) == 0 &&
	       dup2(null, 1) == 1 && dup2(out, 2) == 2 && close_range(3, ~0U, 0) == 0 &&
	       limit(RLIMIT_CPU, ask->cpu_s, ask->cpu_s + 1) == 0 &&
	       (!ask->memory || limit(RLIMIT_AS, ask->memory, ask->memory) == 0) && confine() == 0;
}

static int remove_below(int dir);

/* Entries of one pass; what is removed meanwhile may hide others from it. */
static int remove_pass(DIR *d, int *ret_seen)
{
	int sys = 0;
	errno = 0;
	for (struct dirent *e; !sys && (e = readdir(d)); errno = 0) {
		int at = dirfd(d);
		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		*ret_seen = 1;
		if (unlinkat(at, e->d_name, 0) == 0)
			continue;
		if (errno != EISDIR && errno != EPERM)
			return errno;
		sys = remove_below(
			openat(at, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
		if (!sys && unlinkat(at, e->d_name, AT_REMOVEDIR))
			sys = errno;
	}
	return sys ? sys : errno;
}

/* Takes the descriptor. 0 or errno. */
static int remove_below(int dir)
{
	DIR *d = dir < 0 ? NULL : fdopendir(dir);
	int sys = d ? 0 : errno, seen = d != NULL;
	while (!sys && seen) {
		seen = 0;
		rewinddir(d);
		sys = remove_pass(d, &seen);
	}
	if (d)
		closedir(d);
	return sys;
}

/* They are the box's user's; their modes may have been changed. */
static int clear(char *const *words)
{
	int sys = 0;
	for (; *words && !sys; words++) {
		int shut = chmod(*words, 0755) ? errno : 0;
		sys = shut ? shut : remove_below(open(*words, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	}
	return sys;
}

static int whole(int fd, void *bytes, size_t len, int writes)
{
	char *at = bytes;
	while (len) {
		ssize_t n = writes ? write(fd, at, len) : read(fd, at, len);
		if (n <= 0 && !(n < 0 && errno == EINTR))
			return 0;
		at += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return 1;
}

/* How many words there are, in front of a NULL; -1: too many. */
static int split(char *text, size_t len, char **words)
{
	int n = 0;
	for (size_t at = 0; at < len; at += strlen(text + at) + 1) {
		if (n == SAN_RESIDENT_COUNT_MAX)
			return -1;
		words[n++] = text + at;
	}
	words[n] = NULL;
	return n;
}

/* In place of the program's main(): ends when nobody asks any more. */
static int serve(int argc, char **argv, char **env)
{
	static char text[SAN_RESIDENT_WORDS_MAX + 1];
	static char *words[SAN_RESIDENT_COUNT_MAX + 1];
	struct san_resident_ask ask;
	(void)argc;
	(void)argv;
	unsetenv("LD_PRELOAD");
	prctl(PR_SET_DUMPABLE, 0);
	while (whole(0, &ask, sizeof(ask), 0) && ask.len && ask.len < sizeof(text) &&
		whole(0, text, ask.len, 0)) {
		struct san_resident_answer answer = {0};
		text[ask.len] = '\0';
		int count = split(text, ask.len, words);
		if (count < 1)
			break;
		pid_t pid = ask.act == SAN_RESIDENT_RUN ? fork() : -1;
		if (pid == 0) {
			if (!settle(&ask, words[0]))
				_exit(255);
			return compiler_main(count - 1, words + 1, env);
		}
		if (ask.act == SAN_RESIDENT_CLEAR)
			answer.status = clear(words);
		if (ask.act == SAN_RESIDENT_RUN &&
			(pid < 0 || waitpid(pid, &answer.status, 0) != pid))
			break;
		if (!whole(1, &answer, sizeof(answer), 1))
			break;
	}
	return 1;
}

int __libc_start_main(main_fn main, int argc, char **argv, void (*init)(void), void (*fini)(void),
	void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(main_fn main, int argc, char **argv, void (*init)(void), void (*fini)(void),
	void (*rtld_fini)(void), void *stack_end)
{
	void *found = dlsym(RTLD_NEXT, "__libc_start_main");
	start_fn start;
	memcpy(&start, &found, sizeof(start));
	compiler_main = main;
	return start(serve, argc, argv, init, fini, rtld_fini, stack_end);
}
