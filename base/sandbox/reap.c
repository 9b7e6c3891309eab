#include "base/sandbox/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum {
	WATCH_MS = 50, /* between looks at the CPU time of all processes */
	WATCH_MEMORY_MS = 20, /* the same where no control group bounds memory */
	WATCH_WAITS_MS = 1000, /* the same of what waits for work */
	IDLE_CPU_US = 30000, /* what may be used all the same: looks at it, ticks of a clock */
	IS_OVER = 1, /* the exit status of who found it so */
	COLLECT_MAX = 256 /* ended processes between looks, lest they come faster than we collect */
};

struct reaper {
	const struct fl_box_conf *conf;
	const struct fl_wire_run *run;
	const char *arg;
	char **argv, **env;
	int in, out, err, sock, signals, tty;
	int log; /* where logs go; -1: they are files */
	struct fl_catch *catch; /* NULL: they are files */
	pid_t program, init;
	pid_t looker; /* the process that calls run->stop_fn; 0: none */
	pid_t asker; /* the same with run->idle_fn */
	int64_t idle_since, idle_ask; /* when it was last busy; when it is asked about */
	uint64_t idle_cpu_us; /* what had been used then */
	bool idle; /* run->idle_fn says that it is over */
	int64_t looked; /* the last look, */
	uint64_t looked_cpu_us; /* what had been used then, */
	bool ready; /* and whether something wanted a processor */
	int64_t starved_us; /* how long it did, and had none */
	int64_t deadline;
	enum fl_end killed; /* why we killed it; FL_END_EXIT: we did not */
	enum fl_end stopped; /* why we sent it run->stop_signal; FL_END_EXIT: we did not */
	int64_t grace; /* until when it may act on that */
	bool ended;
	int status;
	uint64_t rss_kb; /* of all, the most that was seen */
};

_Noreturn static void fail(int sock, const char *what, bool exec)
{
	struct fl_run_report r = {.note = FL_RUN_FAILED, .sys = errno, .exec = exec};
	snprintf(r.what, sizeof(r.what), "%s", what);
	fl_wire_send(sock, &r, sizeof(r), NULL, 0);
	_exit(1);
}

/* ---- the program ---- */

static int join_group(int procs)
{
	return procs < 0 || write(procs, "0", 1) == 1 ? 0 : -1;
}

/* Look a name up in the two directories of the box's PATH, and execute it. Returns on failure. */
static void execute(const struct reaper *r)
{
	static const char *const places[] = {"/usr/bin/", "/bin/"};
	const char *name = r->argv[0];
	if (strchr(name, '/')) {
		execve(name, r->argv, r->env);
		return;
	}
	int sys = ENOENT;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char path[4096];
		if (snprintf(path, sizeof(path), "%s%s", places[i], name) >= (int)sizeof(path))
			continue;
		execve(path, r->argv, r->env);
		if (errno != ENOENT)
			sys = errno;
	}
	errno = sys;
}

static int confine(const struct reaper *r, const char **ret_what)
{
	const struct fl_cgroup *g = &r->conf->cgroup;
	*ret_what = "join its control group";
	if (join_group(g->memory_procs) ||
		(!(r->conf->flags & CLONE_NEWUSER) && join_group(g->pids_procs)))
		return -1;
	/* What we joined looks like the root from here on: its name holds our number. */
	*ret_what = "hide its control groups";
	if (r->conf->flags && unshare(CLONE_NEWCGROUP) && errno != EINVAL)
		return -1;
	*ret_what = "set up its standard streams";
	/* Of no input: the box's own, as the host's cannot be opened again by name (/dev/stdin). */
	struct stat st;
	int null = fstat(r->in, &st) == 0 && S_ISCHR(st.st_mode)
			   ? open("/dev/null", O_RDONLY | O_CLOEXEC)
			   : -1;
	if (null >= 0 && dup2(null, r->in) < 0)
		return -1;
	fl_shut(&null);
	if (r->out >= 0 && (dup2(r->in, 0) < 0 || dup2(r->out, 1) < 0 || dup2(r->err, 2) < 0))
		return -1;
	*ret_what = "enter its directory";
	setsid();
	if (chdir(r->conf->dir))
		return -1;
	if (fl_limit_rlimits(r->conf, r->run, ret_what) || fl_limit_drop(r->conf, ret_what))
		return -1;
	return fl_limit_filter(r->conf->flags & CLONE_NEWNET, g->memory_procs >= 0, ret_what);
}

/* Failures go to the reaper over a close-on-exec pipe: errno, and what failed ("": the exec). */
_Noreturn static void program(const struct reaper *r, int fail_fd)
{
	const char *what = "";
	fl_reset_signals(NULL);
	const int keep[] = {fail_fd, r->in, r->out, r->err, r->conf->cgroup.memory_procs,
		r->conf->cgroup.pids_procs, fl_catch_end(r->catch)};
	fl_close_but(keep, sizeof(keep) / sizeof(keep[0]));
	if (confine(r, &what) == 0) {
		what = "";
		fl_catch_install(r->catch);
		if (r->run->fn) {
			close_range(3, ~0U, 0);
			_exit(r->run->fn(fl_slice(r->arg, r->run->arg_len)));
		}
		close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
		execute(r);
	}
	int sys = errno;
	char text[100];
	memcpy(text, &sys, sizeof(sys));
	int n = snprintf(text + sizeof(sys), sizeof(text) - sizeof(sys), "%s", what);
	_exit(write(fail_fd, text, sizeof(sys) + (size_t)n) > 0 ? 127 : 126);
}

static void start(struct reaper *r)
{
	int ends[2];
	if (fl_pipe(ends))
		fail(r->sock, "make a pipe", false);
	/*
	 * Lent to the child until it executes something, what we have need not be copied, which costs
	 * more than a short program's run. A function of the caller's writes what it likes.
	 */
	r->program = r->run->fn ? fork() : vfork();
	if (r->program == 0)
		program(r, ends[1]);
	if (r->program < 0)
		fail(r->sock, "make a process", false);
	close(ends[1]);
	fl_shut(&r->in);
	fl_shut(&r->out);
	fl_shut(&r->err);
	char text[100] = {0};
	ssize_t n;
	do
		n = read(ends[0], text, sizeof(text) - 1);
	while (n < 0 && errno == EINTR);
	close(ends[0]);
	if (n != 0) {
		const char *what = text + sizeof(int);
		memcpy(&errno, text, sizeof(int));
		fail(r->sock, *what ? what : r->argv[0], !*what);
	}
	fl_catch_accept(r->catch);
	struct fl_run_report report = {.note = FL_RUN_STARTED};
	if (fl_wire_send(r->sock, &report, sizeof(report), &r->tty, r->tty >= 0))
		_exit(1);
	fl_shut(&r->tty);
}

/* ---- watching ---- */

/* What the box's file systems hold, which is memory as well. */
static uint64_t disk_kb(const struct fl_box_conf *conf)
{
	static const char *const places[] = {FL_BOX_DIR, "/tmp", "/dev/shm"};
	uint64_t kb = 0;
	for (size_t i = 0; conf->flags && i < sizeof(places) / sizeof(places[0]); i++) {
		struct statfs st;
		if (statfs(places[i], &st) == 0)
			kb += (uint64_t)(st.f_blocks - st.f_bfree) * (uint64_t)st.f_bsize / 1024;
	}
	return kb;
}

static void end_all(struct reaper *r, enum fl_end why)
{
	if (r->killed == FL_END_EXIT)
		r->killed = why;
	/* As pid 1: everything in our pid namespace but us. */
	if (r->conf->flags)
		kill(-1, SIGKILL);
	else
		fl_tree_kill();
}

/* Nobody waits any more. With a pid namespace all goes with us. */
_Noreturn static void abandon(const struct reaper *r)
{
	if (!r->conf->flags)
		fl_tree_bury();
	_exit(0);
}

/* A process for one of the caller's functions, beside the program's; 0 without one, or -1. */
static pid_t look(const struct reaper *r, fl_box_stop_fn stop_fn, fl_box_idle_fn idle_fn)
{
	const char *what;
	bool over = false;
	pid_t pid = stop_fn || idle_fn ? fork() : 0;
	if ((stop_fn || idle_fn) && pid == 0) {
		fl_reset_signals(NULL);
		const int keep[] = {r->conf->cgroup.memory_procs, r->conf->cgroup.pids_procs};
		fl_close_but(keep, sizeof(keep) / sizeof(keep[0]));
		if (confine(r, &what) == 0) {
			prctl(PR_SET_DUMPABLE, 0);
			close_range(3, ~0U, 0);
			if (stop_fn)
				stop_fn();
			over = idle_fn && idle_fn();
		}
		_exit(over ? IS_OVER : 0);
	}
	return pid;
}

/* A limit was passed: ask first, if there is something to ask with. */
static void time_up(struct reaper *r, enum fl_end why, uint64_t cpu_us)
{
	const struct fl_wire_run *run = r->run;
	if (run->stop_signal && r->stopped == FL_END_EXIT) {
		r->stopped = why;
		r->grace = fl_clock_ms() + run->grace_ms;
		r->looker = look(r, run->stop_fn, NULL);
		if (r->looker <= 0)
			kill(r->program, (int)run->stop_signal);
		return;
	}
	bool patient = r->stopped != FL_END_EXIT && fl_clock_ms() < r->grace &&
		       cpu_us < ((uint64_t)run->cpu_ms + run->grace_ms) * 1000;
	if (!patient)
		end_all(r, r->stopped != FL_END_EXIT ? r->stopped : why);
}

/* Nothing seems to be done any more: ask, ever less often. */
static void watch_idle(struct reaper *r, uint64_t cpu_us)
{
	int64_t now = fl_clock_ms();
	if (!r->run->idle_fn || r->stopped != FL_END_EXIT)
		return;
	if (!r->idle_since || cpu_us > r->idle_cpu_us + IDLE_CPU_US) {
		r->idle_since = now;
		r->idle_ask = now + r->run->idle_ms;
		r->idle_cpu_us = cpu_us;
	} else if (now >= r->idle_ask && r->asker <= 0) {
		r->idle_ask = now + (now - r->idle_since);
		r->idle_cpu_us = cpu_us;
		r->asker = look(r, NULL, r->run->idle_fn);
	}
}

/* Where no control group counts. Pages that processes share are in the sum more than once. */
static bool holds_too_much(const struct reaper *r, uint64_t rss_kb)
{
	if (r->conf->cgroup.memory_procs >= 0)
		return false;
	uint64_t max = r->conf->opts.memory_max / 1024, disk = disk_kb(r->conf);
	return rss_kb + disk > max && fl_tree_held_kb() + disk > max;
}

/*
 * What wants a processor at both ends of a time and has not worked that long was kept from one.
 * What its time's end met it at goes on while it is looked at. CPU time comes in ticks: what a time
 * has too much, another one had too little.
 */
static void count_starved(struct reaper *r, const struct fl_tree_usage *u)
{
	int64_t now = fl_clock_ms();
	bool over = r->stopped != FL_END_EXIT || r->killed != FL_END_EXIT;
	bool ready = over ? r->ready : u->ready;
	if (r->ready && ready)
		r->starved_us += (now - r->looked) * 1000 - (int64_t)(u->cpu_us - r->looked_cpu_us);
	if (r->starved_us < 0)
		r->starved_us = 0;
	r->looked = now;
	r->looked_cpu_us = u->cpu_us;
	r->ready = ready;
}

static void watch(struct reaper *r)
{
	/* The box was ended; a pid namespace would have ended us with it. */
	if (!r->conf->flags && getppid() != r->init)
		abandon(r);
	struct fl_tree_usage u = fl_tree_look(r->conf->cgroup.memory_procs < 0, r->asker);
	count_starved(r, &u);
	if (u.rss_kb > r->rss_kb)
		r->rss_kb = u.rss_kb;
	if (holds_too_much(r, u.rss_kb))
		end_all(r, FL_END_MEMORY);
	else if (u.cpu_us > (uint64_t)r->run->cpu_ms * 1000)
		time_up(r, FL_END_CPU, u.cpu_us);
	else if (fl_clock_ms() >= r->deadline)
		time_up(r, FL_END_WALL, u.cpu_us);
	else
		watch_idle(r, u.cpu_us);
}

/*
 * A program that asks to be traced by its parent asks us. It is let go at its first stop, with the
 * signal that it got, as if it had not asked; an exec's SIGTRAP would not have been there.
 */
static void refuse_to_trace(pid_t pid, int sig)
{
	siginfo_t info = {0};
	if (sig == SIGTRAP && ptrace(PTRACE_GETSIGINFO, pid, NULL, &info) == 0 &&
		info.si_code == SI_USER)
		sig = 0;
	ptrace(PTRACE_DETACH, pid, NULL, (uintptr_t)(unsigned)sig);
}

/* False when there may be more. */
static bool collect(struct reaper *r)
{
	struct signalfd_siginfo info;
	while (read(r->signals, &info, sizeof(info)) > 0)
		;
	for (int i = 0; i < COLLECT_MAX; i++) {
		int status;
		pid_t pid = waitpid(-1, &status, WNOHANG);
		if (pid <= 0)
			return true;
		if (pid == r->looker) {
			r->looker = 0;
			kill(r->program, (int)r->run->stop_signal);
		} else if (pid == r->asker && !WIFSTOPPED(status)) {
			r->asker = 0;
			if (WIFEXITED(status) && WEXITSTATUS(status) == IS_OVER &&
				r->stopped == FL_END_EXIT) {
				r->idle = true;
				time_up(r, FL_END_WALL, 0);
			}
		} else if (WIFSTOPPED(status)) {
			refuse_to_trace(pid, WSTOPSIG(status));
		} else if (pid == r->program) {
			r->status = status;
			r->ended = true;
		}
	}
	return false;
}

static void loop(struct reaper *r)
{
	int interval = r->conf->cgroup.memory_procs < 0 ? WATCH_MEMORY_MS
		       : r->run->waits                  ? WATCH_WAITS_MS
							: WATCH_MS;
	int64_t next = fl_clock_ms() + interval;
	bool all = true;
	while (!r->ended) {
		struct pollfd p[3] = {{.fd = r->signals, .events = POLLIN},
			{.fd = r->sock, .events = POLLIN},
			{.fd = fl_catch_fd(r->catch), .events = POLLIN}};
		int64_t left = next - fl_clock_ms();
		if (poll(p, 3, all && left > 0 ? (int)left : 0) < 0) {
			if (errno != EINTR)
				_exit(1);
			continue;
		}
		if (p[2].revents)
			fl_catch_serve(r->catch);
		if (p[0].revents || !all)
			all = collect(r);
		if (p[1].revents & POLLIN) {
			int what;
			if (fl_wire_recv(r->sock, &what, sizeof(what), NULL))
				abandon(r);
			if (what > FL_RUN_SIGNAL_GROUP)
				kill(-r->program, what - FL_RUN_SIGNAL_GROUP);
			else if (what > FL_RUN_SIGNAL)
				kill(r->program, what - FL_RUN_SIGNAL);
			else
				end_all(r, (enum fl_end)what);
		} else if (p[1].revents) {
			abandon(r);
		}
		if (!r->ended && fl_clock_ms() >= next) {
			watch(r);
			next = fl_clock_ms() + interval;
		}
	}
}

static enum fl_end verdict(const struct reaper *r, uint64_t cpu_us)
{
	if (r->stopped != FL_END_EXIT && r->killed != FL_END_MEMORY)
		return r->stopped;
	bool by_signal = WIFSIGNALED(r->status);
	int sig = by_signal ? WTERMSIG(r->status) : 0;
	if (r->killed != FL_END_EXIT && sig == SIGKILL)
		return r->killed;
	/* Also one that ended by itself between two looks: the limit is the limit. */
	if (cpu_us > (uint64_t)r->run->cpu_ms * 1000)
		return FL_END_CPU;
	return by_signal ? FL_END_SIGNAL : FL_END_EXIT;
}

static void report(struct reaper *r)
{
	struct fl_tree_usage u = fl_tree_look(false, 0); /* of those that it left behind, too */
	count_starved(r, &u);
	uint64_t rss = u.max_rss_kb > r->rss_kb ? u.max_rss_kb : r->rss_kb;
	if (!r->conf->flags)
		fl_tree_bury();
	else if (r->catch)
		kill(-1, SIGKILL); /* lest it writes while we do */
	unsigned lost = fl_catch_finish(r->catch, r->log);
	struct fl_run_report report = {.note = FL_RUN_ENDED,
		.end = verdict(r, u.cpu_us),
		.status = r->status,
		.cpu_us = u.cpu_us,
		.max_rss_kb = rss,
		.starved_us = (uint64_t)r->starved_us,
		.log_lost = lost,
		.idle = r->idle};
	fl_wire_send(r->sock, &report, sizeof(report), NULL, 0);
}

/* ---- setting up ---- */

/*
 * A terminal without echo and without output processing: what the program writes comes out byte for
 * byte. Lines are still assembled, so that ^D ends its input.
 */
static int open_tty(const struct fl_box_conf *conf, int *ret_slave)
{
	int master = open("/dev/pts/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	int unlock = 0;
	int slave = -1;
	struct termios t;
	if (master >= 0 && ioctl(master, TIOCSPTLCK, &unlock) == 0)
		slave = open(FL_BOX_TTY, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (slave >= 0 && tcgetattr(slave, &t) == 0 &&
		fchown(slave, FL_ID_INSIDE(conf, uid), FL_ID_INSIDE(conf, gid)) == 0) {
		t.c_iflag = 0;
		t.c_oflag = 0;
		t.c_lflag = ICANON;
		if (tcsetattr(slave, TCSANOW, &t) == 0) {
			*ret_slave = slave;
			return master;
		}
	}
	int sys = errno;
	fl_shut(&slave);
	fl_shut(&master);
	errno = sys;
	return -1;
}

static void mount_own(int sock)
{
	/* What is not about processes shows the machine: without, where the kernel can (5.8). */
	const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
	if (mount("proc", "/proc", "proc", flags, "subset=pid") &&
		(errno != EINVAL || mount("proc", "/proc", "proc", flags, NULL)))
		fail(sock, "mount its /proc", false);
	if (mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC,
		    "newinstance,ptmxmode=0666,mode=0620,max=16"))
		fail(sock, "mount its /dev/pts", false);
}

/* The strings behind the arg as a NULL-terminated vector. */
static char **vector(char **at, size_t count)
{
	char **v = calloc(count + 1, sizeof(*v));
	for (size_t i = 0; v && i < count; i++) {
		v[i] = *at;
		*at += strlen(*at) + 1;
	}
	return v;
}

_Noreturn void fl_reap_main(const struct fl_box_conf *conf, const struct fl_wire_run *run,
	const char *body, const int fds[FL_WIRE_FDS])
{
	int64_t now = fl_clock_ms();
	struct reaper r = {.conf = conf,
		.run = run,
		.arg = body,
		.in = fds[0],
		.out = fds[1],
		.err = fds[2],
		.sock = fds[3],
		.log = fds[4],
		.tty = -1,
		.init = getppid(),
		.deadline = now + run->wall_ms,
		.looked = now,
		.ready = true,
		.killed = FL_END_EXIT,
		.stopped = FL_END_EXIT};
	const int keep[] = {fds[0], fds[1], fds[2], fds[3], fds[4], conf->cgroup.memory_procs,
		conf->cgroup.pids_procs};
	fl_close_but(keep, sizeof(keep) / sizeof(keep[0]));
	sigset_t child;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	r.signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
	/* argv[] and envp[] are not const for execve(), which does not write either. */
	char *strings = (char *)(uintptr_t)body + run->arg_len;
	r.argv = vector(&strings, run->argc);
	r.env = vector(&strings, run->envc);
	r.catch = run->logc ? fl_catch_new(strings) : NULL;
	if (r.signals < 0 || !r.argv || !r.env)
		fail(r.sock, "get memory", false);
	if (conf->flags)
		mount_own(r.sock);
	else if (prctl(PR_SET_CHILD_SUBREAPER, 1))
		fail(r.sock, "adopt its descendants", false);
	errno = ENOSYS;
	if (run->pty && !conf->flags)
		fail(r.sock, "have a terminal at " FL_BOX_TTY " without namespaces", false);
	int slave = -1; /* held, so that our end sees no hang-up while nobody else has it open */
	if (run->pty && (r.tty = open_tty(conf, &slave)) < 0)
		fail(r.sock, "make its terminal", false);
	const char *what;
	if (fl_landlock_enter(conf, &what))
		fail(r.sock, what, false);
	start(&r);
	loop(&r);
	report(&r);
	_exit(0);
}
