#include "base/process_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/host.h"

const char *const fl_end_names[FL_END_COUNT] = {
	[FL_END_EXIT] = "exit",
	[FL_END_SIGNAL] = "signal",
	[FL_END_CPU] = "cpu",
	[FL_END_WALL] = "wall",
	[FL_END_OUTPUT] = "output",
	[FL_END_MEMORY] = "memory",
};

enum { WALL_DEFAULT = 60000, GRACE_DEFAULT = 200 };

/* The parent's side of a running command. */
struct run {
	pid_t pid;
	int in; /* our end, -1 once closed */
	struct fl_slice input;
	struct fl_sink sinks[2]; /* stdout, stderr */
	int status;
	struct rusage usage;
	bool killed;
	int64_t start, kill_at;
};

int64_t fl_clock_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void fl_shell_quote(struct fl_buf *out, const char *text)
{
	fl_buf_char(out, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			fl_buf_str(out, "'\\''");
		else
			fl_buf_char(out, *text);
	}
	fl_buf_char(out, '\'');
}

void fl_shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* In the child: never returns. Any failure goes to the parent as errno over the exec pipe. */
_Noreturn static void child_exec(const struct fl_process_spec *spec, bool session, int in, int out,
	int err, int fail, pid_t parent)
{
	sigset_t none;
	sigemptyset(&none);
	for (int sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* Both sides set the group, so that neither can act before it is there. */
	if (session)
		setsid();
	else
		setpgid(0, 0);
	/* We die with our parent; it may be dead already. */
	prctl(PR_SET_PDEATHSIG, spec->last_signal ? spec->last_signal : SIGKILL);
	if (getppid() != parent)
		_exit(126);
	close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
	int sys = 0;
	if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		sys = errno;
	else if (spec->cwd && chdir(spec->cwd))
		sys = errno;
	if (!sys) {
		execvpe(spec->argv[0], (char *const *)(uintptr_t)spec->argv,
			spec->env ? (char *const *)(uintptr_t)spec->env : environ);
		sys = errno;
	}
	if (write(fail, &sys, sizeof(sys)) < 0)
		_exit(126);
	_exit(127);
}

int fl_pipe(int ends[2])
{
	int low[2];
	if (pipe2(low, O_CLOEXEC))
		return -1;
	for (int i = 0; i < 2; i++)
		ends[i] = low[i] > 2 ? low[i] : fcntl(low[i], F_DUPFD_CLOEXEC, 3);
	for (int i = 0; i < 2; i++) {
		if (low[i] <= 2)
			close(low[i]);
	}
	if (ends[0] >= 0 && ends[1] >= 0)
		return 0;
	int sys = errno;
	fl_shut(&ends[0]);
	fl_shut(&ends[1]);
	errno = sys;
	return -1;
}

static int process_try(const struct fl_process_spec *spec, bool session,
	struct fl_process_ends *ret_ends, struct fl_error *err)
{
	int pipes[4][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}}; /* in, out, err, exec failure */
	int sys = 0;
	pid_t pid = -1;
	for (int i = 0; i < 4 && !sys; i++) {
		if (fl_pipe(pipes[i]))
			sys = errno;
	}
	if (!sys) {
		pid_t self = getpid();
		pid = fork();
		if (pid == 0)
			child_exec(spec, session, pipes[0][0], spec->share_out ? 1 : pipes[1][1],
				pipes[2][1], pipes[3][1], self);
		sys = pid < 0 ? errno : 0;
	}
	fl_shut(&pipes[0][0]);
	fl_shut(&pipes[1][1]);
	fl_shut(&pipes[2][1]);
	fl_shut(&pipes[3][1]);
	ret_ends->pid = pid;
	ret_ends->in = pipes[0][1];
	ret_ends->out = pipes[1][0];
	ret_ends->err = pipes[2][0];
	if (sys) {
		fl_shut(&pipes[3][0]);
		return fl_error_sys(
			err, FL_EIO, sys, "cannot start a process for %s", spec->argv[0]);
	}
	if (!session)
		setpgid(pid, pid);
	ssize_t n;
	do
		n = read(pipes[3][0], &sys, sizeof(sys));
	while (n < 0 && errno == EINTR);
	fl_shut(&pipes[3][0]);
	if (n == 0)
		return 0;
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	if (n != sizeof(sys))
		sys = EIO;
	return fl_error_sys(err, FL_EEXEC, sys, "cannot run %s", spec->argv[0]);
}

static void ends_close(struct fl_process_ends *ends)
{
	fl_shut(&ends->in);
	fl_shut(&ends->out);
	fl_shut(&ends->err);
}

int fl_process_start(const struct fl_process_spec *spec, bool session,
	struct fl_process_ends *ret_ends, struct fl_error *err)
{
	struct fl_patience patience = {0};
	struct fl_error e = {.code = FL_OK};
	int rc = process_try(spec, session, ret_ends, &e);
	while (rc && fl_host_short(&e) && fl_patience_wait(&patience, e.sys)) {
		ends_close(ret_ends);
		rc = process_try(spec, session, ret_ends, &e);
	}
	if (rc && fl_host_short(&e))
		rc = fl_host_error(&e);
	if (rc && err)
		*err = e;
	return rc;
}

static int run_start(struct run *r, const struct fl_process_spec *spec, struct fl_error *err)
{
	struct fl_process_ends ends;
	int rc = fl_process_start(spec, false, &ends, err);
	r->pid = ends.pid;
	r->in = ends.in;
	r->sinks[0].fd = ends.out;
	r->sinks[1].fd = ends.err;
	return rc;
}

/* At most 64 KiB at once; the older half goes when there is no room for more. */
static void tail_take(struct fl_sink *s, const char *bytes, size_t len)
{
	if (!s->tail)
		s->tail = malloc(2 * (size_t)FL_TAIL_MAX);
	if (!s->tail) {
		s->dropped += len;
		return;
	}
	if (s->tail_len + len > 2 * (size_t)FL_TAIL_MAX) {
		size_t gone = s->tail_len - FL_TAIL_MAX;
		memmove(s->tail, s->tail + gone, FL_TAIL_MAX);
		s->tail_len = FL_TAIL_MAX;
		s->dropped += gone;
	}
	memcpy(s->tail + s->tail_len, bytes, len);
	s->tail_len += len;
}

bool fl_sink_take(struct fl_sink *s)
{
	char chunk[65536];
	ssize_t n = s->fd < 0 ? 0 : read(s->fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n <= 0) {
		fl_shut(&s->fd);
		return false;
	}
	size_t keep = (size_t)n < s->room ? (size_t)n : s->room;
	s->room -= keep;
	if (s->buf)
		fl_buf_add(s->buf, chunk, keep);
	if (keep < (size_t)n) {
		s->cut = true;
		if (s->keep_tail && s->buf)
			tail_take(s, chunk + keep, (size_t)n - keep);
	}
	return true;
}

void fl_sink_finish(struct fl_sink *s)
{
	size_t skip = s->tail_len > FL_TAIL_MAX ? s->tail_len - FL_TAIL_MAX : 0;
	if (s->tail && s->buf) {
		if (s->dropped + skip)
			fl_buf_printf(s->buf, "\n[%llu bytes left out]\n",
				(unsigned long long)(s->dropped + skip));
		fl_buf_add(s->buf, s->tail + skip, s->tail_len - skip);
	}
	free(s->tail);
	s->tail = NULL;
}

void fl_pipe_feed(int *fd, struct fl_slice *input)
{
	ssize_t n = input->len ? fl_write_quiet(*fd, *input) : 0;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0)
		*input = fl_slice_skip(*input, (size_t)n);
	if (n < 0 || input->len == 0)
		fl_shut(fd);
}

/* Wall limit: TERM to the group, KILL after the grace. */
static void enforce(struct run *r, int64_t now, unsigned grace)
{
	if (now < r->kill_at)
		return;
	kill(-r->pid, r->killed ? SIGKILL : SIGTERM);
	r->kill_at = now + grace;
	r->killed = true;
}

/*
 * True when the command has ended. It stays a zombie meanwhile, so that its process group's number
 * cannot go to somebody else before the group is killed.
 */
static bool collect(struct run *r)
{
	siginfo_t info = {0};
	if (waitid(P_PID, (id_t)r->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == 0)
		return false;
	kill(-r->pid, SIGKILL);
	while (wait4(r->pid, &r->status, 0, &r->usage) < 0 && errno == EINTR)
		;
	return true;
}

static int run_loop(struct run *r, unsigned grace, struct fl_error *err)
{
	int end = (int)syscall(SYS_pidfd_open, r->pid, 0);
	int rc = 0;
	while (!collect(r)) {
		struct pollfd p[4] = {
			{.fd = r->in, .events = POLLOUT},
			{.fd = r->sinks[0].fd, .events = POLLIN},
			{.fd = r->sinks[1].fd, .events = POLLIN},
			{.fd = end, .events = POLLIN},
		};
		int64_t left = r->kill_at - fl_clock_ms();
		/* Without a descriptor for the end (old kernels) look for it every few ms. */
		int most = end < 0 ? 2 : 1000;
		if (poll(p, 4,
			    left < 0      ? 0
			    : left < most ? (int)left
					  : most) < 0 &&
			errno != EINTR) {
			rc = fl_error_sys(err, FL_EIO, errno, "cannot poll");
			kill(-r->pid, SIGKILL);
			r->kill_at = INT64_MAX;
			continue;
		}
		if (p[0].revents)
			fl_pipe_feed(&r->in, &r->input);
		for (int i = 0; i < 2; i++) {
			if (p[i + 1].revents)
				fl_sink_take(&r->sinks[i]);
		}
		enforce(r, fl_clock_ms(), grace);
	}
	fl_shut(&end);
	/*
	 * Whoever left our group may hold the pipes open, and write on: take what is there and fits,
	 * wait for nobody.
	 */
	for (int i = 0; i < 2; i++) {
		while (!r->sinks[i].cut && fl_sink_take(&r->sinks[i]))
			;
	}
	return rc;
}

static unsigned time_ms(struct timeval t)
{
	return (unsigned)(t.tv_sec * 1000 + t.tv_usec / 1000);
}

static struct fl_process_result run_result(const struct run *r, int64_t now)
{
	struct fl_process_result res = {
		.end = FL_END_EXIT,
		.exit_status = -1,
		.signal = -1,
		.cpu_ms = time_ms(r->usage.ru_utime) + time_ms(r->usage.ru_stime),
		.wall_ms = (unsigned)(now - r->start),
		.max_rss_kb = (unsigned)r->usage.ru_maxrss,
		.out_cut = r->sinks[0].cut,
		.err_cut = r->sinks[1].cut,
	};
	if (r->killed) {
		res.end = FL_END_WALL;
	} else if (WIFSIGNALED(r->status)) {
		res.end = FL_END_SIGNAL;
		res.signal = WTERMSIG(r->status);
	} else {
		res.exit_status = WEXITSTATUS(r->status);
	}
	return res;
}

/* With SIGCHLD ignored the kernel buries children at once and tells nobody how they ended. */
static int check_waiting(struct fl_error *err)
{
	struct sigaction act;
	if (sigaction(SIGCHLD, NULL, &act) == 0 && act.sa_handler != SIG_IGN &&
		!(act.sa_flags & SA_NOCLDWAIT))
		return 0;
	return fl_error_set(err, FL_EINVAL, "cannot run commands while SIGCHLD is ignored");
}

int fl_process_run(const struct fl_process_spec *spec, struct fl_buf *out, struct fl_buf *err_out,
	struct fl_process_result *ret_result, struct fl_error *err)
{
	struct run r = {
		.in = -1,
		.input = spec->input,
		.sinks = {{.fd = -1,
				  .buf = out,
				  .room = spec->out_max ? spec->out_max : FL_OUT_DEFAULT},
			{.fd = -1,
				.buf = err_out,
				.room = spec->err_max ? spec->err_max : FL_OUT_DEFAULT}},
		.start = fl_clock_ms(),
	};
	r.kill_at = r.start + (spec->wall_ms ? spec->wall_ms : WALL_DEFAULT);
	int rc = check_waiting(err);
	if (rc == 0)
		rc = run_start(&r, spec, err);
	if (rc == 0) {
		for (int i = 0; i < 3; i++)
			fcntl((int[]){r.in, r.sinks[0].fd, r.sinks[1].fd}[i], F_SETFL, O_NONBLOCK);
		rc = run_loop(&r, spec->grace_ms ? spec->grace_ms : GRACE_DEFAULT, err);
	}
	fl_shut(&r.in);
	fl_shut(&r.sinks[0].fd);
	fl_shut(&r.sinks[1].fd);
	if (rc == 0 && out)
		rc = fl_buf_error(out, "the output", err);
	if (rc == 0 && err_out)
		rc = fl_buf_error(err_out, "the error output", err);
	if (rc == 0)
		*ret_result = run_result(&r, fl_clock_ms());
	return rc;
}
