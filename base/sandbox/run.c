#include "base/sandbox/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host.h"

enum {
	CPU_DEFAULT = 10000,
	WALL_EXTRA = 5000,
	PROCESSES_DEFAULT = 64,
	STACK_DEFAULT = 8 << 20,
	GRACE_DEFAULT = 3000,
	IDLE_DEFAULT = 1000,
	SHARED_FACTOR = 16,
	OWN_PROCESSES = 2, /* the box's init and the run's reaper, which the limit counts too */
	MEMORY_LOOK_MS = 50,
	BACKSTOP_MS = 5000, /* after its wall time a run's reaper should have reported */
	/*
	 * And after this it must have. What it killed may be long in dying: the kernel takes down
	 * gigabytes of page tables, on a machine that is busy, before it tells of the end.
	 */
	TEARDOWN_MS = 180000
};

static const char *const no_strings[] = {NULL};

/* The caller's side of one run. */
struct run {
	struct fl_box *box;
	int sock; /* to its reaper; -1 once all of it is dead */
	int in;
	struct fl_slice input;
	struct fl_sink sinks[3]; /* its output, its error output, its logs */
	int tty;
	bool ended; /* report holds FL_RUN_ENDED */
	bool logged; /* logs come over sinks[2] */
	bool late; /* it has not reported in time */
	struct fl_run_report report;
	enum fl_end asked; /* the end that we asked the reaper for, or FL_END_EXIT */
	uint64_t oom_kills;
	int64_t start, backstop, look;
};

/* ---- starting ---- */

static size_t add_strings(struct fl_buf *body, const char *const *v)
{
	size_t n = 0;
	for (; v[n]; n++)
		fl_buf_add(body, v[n], strlen(v[n]) + 1);
	return n;
}

/*
 * For RLIMIT_NPROC, which counts the box's user: with a user namespace, or a user of its own, that
 * is this box alone. Else it shares the user with others, so the control group does the counting;
 * where there is none the limit is loose, against the worst.
 */
static unsigned process_limit(const struct fl_box *box, unsigned processes)
{
	if (box->conf.flags & CLONE_NEWUSER)
		return processes + OWN_PROCESSES;
	/* its init and reaper are root's */
	if (box->conf.own_id)
		return processes;
	return box->conf.cgroup.processes == processes ? UINT32_MAX : processes * SHARED_FACTOR;
}

static void write_request(struct fl_buf *body, struct fl_box *box, const struct fl_run_spec *spec,
	bool pty, fl_box_fn fn, struct fl_slice arg)
{
	unsigned processes = spec->processes ? spec->processes : PROCESSES_DEFAULT;
	fl_cgroup_set_processes(&box->conf.cgroup, processes);
	struct fl_wire_run w = {
		.cpu_ms = spec->cpu_ms ? spec->cpu_ms : CPU_DEFAULT,
		.processes = process_limit(box, processes),
		.file_max = spec->file_max ? spec->file_max : box->conf.opts.disk_max,
		.address_max = spec->address_max,
		.stack_max = spec->stack_max ? spec->stack_max : STACK_DEFAULT,
		.arg_len = arg.len,
		.fn = fn,
		.randomize = spec->randomize,
		.moved = spec->moved,
		.one_cpu = spec->one_cpu,
		.waits = spec->waits,
		.pty = pty,
	};
	if (spec->stop_signal > 0) {
		w.stop_signal = (uint32_t)spec->stop_signal;
		w.grace_ms = spec->grace_ms ? spec->grace_ms : GRACE_DEFAULT;
		w.stop_fn = spec->stop_fn;
		w.idle_fn = spec->idle_fn;
		w.idle_ms = spec->idle_ms ? spec->idle_ms : IDLE_DEFAULT;
	}
	w.wall_ms = spec->wall_ms ? spec->wall_ms : 3 * w.cpu_ms + WALL_EXTRA;
	fl_buf_add(body, &w, sizeof(w));
	fl_buf_slice(body, arg);
	w.argc = (uint32_t)add_strings(body, fn ? no_strings : spec->argv);
	char home[sizeof(box->conf.dir) + 8];
	snprintf(home, sizeof(home), "HOME=%s", box->conf.dir);
	const char *const env[] = {"PATH=/usr/bin:/bin", home, "LANG=C.UTF-8", NULL};
	w.envc = (uint32_t)add_strings(body, fn ? no_strings : spec->env ? spec->env : env);
	if (!box->conf.flags && !fn) {
		/* without a /tmp of its own it has its directory, and no other (Landlock) */
		char tmp[sizeof(box->conf.dir) + 8];
		snprintf(tmp, sizeof(tmp), "TMPDIR=%s", box->conf.dir);
		w.envc += (uint32_t)add_strings(body, (const char *const[]){tmp, NULL});
	}
	if (spec->log)
		w.logc = (uint32_t)add_strings(body, (const char *const[]){spec->log_prefix, NULL});
	if (!body->failed)
		memcpy(body->data, &w, sizeof(w));
}

static int send_request(struct fl_box *box, const struct fl_buf *body, const int fds[FL_WIRE_FDS],
	struct fl_error *err)
{
	int rc = fl_buf_error(body, "a run's arguments", err);
	if (rc)
		return rc;
	struct fl_wire_head head = {.op = FL_BOX_OP_RUN, .len = body->len};
	size_t count = fds[FL_WIRE_FDS - 1] < 0 ? FL_WIRE_FDS - 1 : FL_WIRE_FDS;
	int sys = box->sock < 0 ? EPIPE : fl_wire_send(box->sock, &head, sizeof(head), fds, count);
	if (!sys)
		sys = fl_wire_send(box->sock, body->data, body->len, NULL, 0);
	return sys ? fl_error_sys(err, FL_ECLOSED, sys, "the sandbox has gone") : 0;
}

/* Our ends of the plumbing go to r, the run's to theirs. */
static int plumb(struct run *r, bool input, int theirs[FL_WIRE_FDS], struct fl_error *err)
{
	int in[2] = {-1, -1}, out[2] = {-1, -1}, errs[2] = {-1, -1}, sock[2] = {-1, -1};
	int log[2] = {-1, -1};
	int sys = 0;
	if (input ? fl_pipe(in) : (in[0] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0)
		sys = errno;
	if (!sys && (fl_pipe(out) || fl_pipe(errs) ||
			    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sock)))
		sys = errno;
	if (!sys && r->logged && fl_pipe(log))
		sys = errno;
	/* It may open them again by name (/dev/stdout), whoever it is to the one who made them. */
	const int named[] = {in[0], out[1], errs[1]};
	for (int i = input ? 0 : 1; i < 3; i++) {
		if (!sys && fchmod(named[i], 0666))
			sys = errno;
	}
	const int ours[] = {in[1], out[0], errs[0], log[0]};
	for (int i = 0; i < 4; i++) {
		if (ours[i] >= 0)
			fcntl(ours[i], F_SETFL, O_NONBLOCK);
	}
	r->in = in[1];
	r->sinks[0].fd = out[0];
	r->sinks[1].fd = errs[0];
	r->sinks[2].fd = log[0];
	r->sock = sock[0];
	theirs[0] = in[0];
	theirs[1] = out[1];
	theirs[2] = errs[1];
	theirs[3] = sock[1];
	theirs[4] = log[1];
	return sys ? fl_error_sys(err, FL_EIO, sys, "cannot make a run's pipes") : 0;
}

static void run_close(struct run *r)
{
	fl_shut(&r->in);
	fl_shut(&r->sinks[0].fd);
	fl_shut(&r->sinks[1].fd);
	fl_shut(&r->sinks[2].fd);
	fl_shut(&r->sock);
	fl_shut(&r->tty);
}

static int run_failed(const struct run *r, struct fl_error *err)
{
	const struct fl_run_report *f = &r->report;
	if (f->exec)
		return fl_error_sys(err, FL_EEXEC, f->sys, "cannot run %s in the box", f->what);
	return fl_error_sys(err, FL_EIO, f->sys, "a run in the box cannot %s", f->what);
}

/* The first report: it runs, or why it does not. */
static int await_start(struct run *r, struct fl_error *err)
{
	int fds[FL_WIRE_FDS];
	int sys = fl_wire_recv(r->sock, &r->report, sizeof(r->report), fds);
	if (sys)
		return fl_error_sys(err, FL_ECLOSED, sys, "a run's watcher in the box has gone");
	r->tty = fds[0];
	return r->report.note == FL_RUN_FAILED ? run_failed(r, err) : 0;
}

static int run_try(struct run *r, struct fl_box *box, const struct fl_run_spec *spec,
	const struct fl_buf *body, bool input, struct fl_error *err)
{
	int theirs[FL_WIRE_FDS] = {-1, -1, -1, -1, -1};
	r->box = box;
	r->input = spec->input;
	r->start = fl_clock_ms();
	r->oom_kills = fl_cgroup_oom_kills(&box->conf.cgroup);
	struct fl_wire_run w;
	memcpy(&w, body->data, sizeof(w));
	r->backstop = r->start + w.wall_ms + w.grace_ms + BACKSTOP_MS;
	int rc = plumb(r, input, theirs, err);
	if (rc == 0)
		rc = send_request(box, body, theirs, err);
	for (int i = 0; i < FL_WIRE_FDS; i++)
		fl_shut(&theirs[i]);
	if (rc == 0)
		rc = await_start(r, err);
	if (rc)
		run_close(r);
	return rc;
}

/* Nothing of it has run when it cannot be started: try until the host has what it takes. */
static int run_start(struct run *r, struct fl_box *box, const struct fl_run_spec *spec,
	const struct fl_buf *body, bool input, struct fl_error *err)
{
	struct fl_patience patience = {0};
	struct fl_error e = {.code = FL_OK};
	int rc = run_try(r, box, spec, body, input, &e);
	while (rc && fl_host_short(&e) && fl_patience_wait(&patience, e.sys))
		rc = run_try(r, box, spec, body, input, &e);
	if (rc && fl_host_short(&e))
		rc = fl_host_error(&e);
	if (rc && err)
		*err = e;
	return rc;
}

/* ---- until its end ---- */

static void run_kill(struct run *r, enum fl_end why)
{
	if (r->asked != FL_END_EXIT || r->ended || r->sock < 0)
		return;
	int what = (int)why;
	r->asked = why;
	fl_wire_send(r->sock, &what, sizeof(what), NULL, 0);
}

/* Take the report; the socket's end after it says that the kernel has killed all the rest. */
static void run_listen(struct run *r)
{
	struct fl_run_report report;
	int sys = fl_wire_recv(r->sock, &report, sizeof(report), NULL);
	/* it ended before it read that we end it: its report still stands behind the reset */
	if (sys == ECONNRESET)
		sys = fl_wire_recv(r->sock, &report, sizeof(report), NULL);
	if (sys) {
		fl_shut(&r->sock);
		return;
	}
	r->report = report;
	r->ended = report.note == FL_RUN_ENDED;
}

/*
 * The kernel killed one of its processes for lack of memory: all of it goes, as where a control
 * group says so (version 2) or the reaper counts. The rest would wait for what is dead.
 */
static void run_look_at_memory(struct run *r)
{
	r->look = fl_clock_ms() + MEMORY_LOOK_MS;
	if (fl_cgroup_oom_kills(&r->box->conf.cgroup) > r->oom_kills)
		run_kill(r, FL_END_MEMORY);
}

static int run_step(struct run *r, struct fl_error *err)
{
	struct pollfd p[5] = {
		{.fd = r->in, .events = POLLOUT},
		{.fd = r->sinks[0].fd, .events = POLLIN},
		{.fd = r->sinks[1].fd, .events = POLLIN},
		{.fd = r->sock, .events = POLLIN},
		{.fd = r->sinks[2].fd, .events = POLLIN},
	};
	bool counted = r->box->conf.cgroup.memory_procs >= 0 && r->asked == FL_END_EXIT;
	if (counted && fl_clock_ms() >= r->look)
		run_look_at_memory(r);
	int64_t left = r->backstop - fl_clock_ms();
	left = left < INT_MAX ? left : INT_MAX;
	bool soon = counted && left > MEMORY_LOOK_MS;
	int n = left > 0 ? poll(p, 5, soon ? MEMORY_LOOK_MS : (int)left) : 0;
	if (n < 0 && errno != EINTR)
		return fl_error_sys(err, FL_EIO, errno, "cannot poll");
	if (n == 0 && soon)
		return 0;
	if (n == 0 && !r->late) {
		r->late = true;
		r->backstop = fl_clock_ms() + TEARDOWN_MS;
		run_kill(r, FL_END_WALL);
		return 0;
	}
	if (n == 0) {
		/* Never seen; a box that cannot end a run is no box. */
		kill(r->box->init, SIGKILL);
		return fl_error_set(err, FL_EINTERNAL, "a run in the box did not end in time");
	}
	if (n < 0)
		return 0;
	if (p[0].revents)
		fl_pipe_feed(&r->in, &r->input);
	for (int i = 0; i < 2; i++) {
		if (p[i + 1].revents)
			fl_sink_take(&r->sinks[i]);
		if (r->sinks[i].cut && !r->sinks[i].keep_tail)
			run_kill(r, FL_END_OUTPUT);
	}
	if (p[4].revents)
		fl_sink_take(&r->sinks[2]);
	if (p[3].revents)
		run_listen(r);
	return 0;
}

static int run_result(struct run *r, struct fl_process_result *ret_result, struct fl_error *err)
{
	const struct fl_run_report *p = &r->report;
	bool oom = fl_cgroup_oom_kills(&r->box->conf.cgroup) > r->oom_kills;
	if (!r->ended)
		return fl_error_set(err, FL_ECLOSED, "a run's watcher in the box has gone");
	if (oom)
		fl_cgroup_settle(&r->box->conf.cgroup);
	struct fl_process_result res = {
		.end = p->end,
		.exit_status = -1,
		.signal = -1,
		.cpu_ms = (unsigned)(p->cpu_us / 1000),
		.wall_ms = (unsigned)(fl_clock_ms() - r->start),
		.max_rss_kb = (unsigned)p->max_rss_kb,
		.starved_ms = (unsigned)(p->starved_us / 1000),
		.idle = p->idle,
		.log_lost = p->log_lost,
		.out_cut = r->sinks[0].cut,
		.err_cut = r->sinks[1].cut,
	};
	/* Output that passed the cap just when the program ended by itself counts all the same. */
	if (res.end == FL_END_EXIT || res.end == FL_END_SIGNAL) {
		if (oom)
			res.end = FL_END_MEMORY;
		else if ((res.out_cut || res.err_cut) && !r->sinks[0].keep_tail)
			res.end = FL_END_OUTPUT;
	}
	if (res.end == FL_END_EXIT)
		res.exit_status = WEXITSTATUS(p->status);
	if (res.end == FL_END_SIGNAL)
		res.signal = WTERMSIG(p->status);
	*ret_result = res;
	return 0;
}

/* Until everything in the run is dead and its pipes are empty. */
static int run_finish(struct run *r, struct fl_process_result *ret_result, struct fl_error *err)
{
	int rc = 0;
	while (r->sock >= 0 && rc == 0)
		rc = run_step(r, err);
	for (int i = 0; i < 3 && rc == 0; i++) {
		while ((!r->sinks[i].cut || r->sinks[i].keep_tail) && fl_sink_take(&r->sinks[i]))
			;
	}
	for (int i = 0; i < 3; i++)
		fl_sink_finish(&r->sinks[i]);
	if (rc == 0)
		rc = run_result(r, ret_result, err);
	run_close(r);
	return rc;
}

static int run_whole(struct fl_box *box, const struct fl_run_spec *spec, fl_box_fn fn,
	struct fl_slice arg, struct fl_buf *out, struct fl_buf *err_out,
	struct fl_process_result *ret_result, struct fl_error *err)
{
	struct run r = {
		.sock = -1,
		.in = -1,
		.tty = -1,
		.sinks = {{.fd = -1,
				  .buf = out,
				  .room = spec->out_max ? spec->out_max : FL_OUT_DEFAULT,
				  .keep_tail = spec->keep_tail},
			{.fd = -1,
				.buf = err_out,
				.room = spec->err_max ? spec->err_max : FL_OUT_DEFAULT,
				.keep_tail = spec->keep_tail},
			{.fd = -1, .buf = spec->log, .room = FL_LOG_MAX}},
		.logged = spec->log != NULL,
	};
	struct fl_process_result result;
	struct fl_buf body;
	fl_buf_init(&body, FL_WIRE_MAX);
	write_request(&body, box, spec, false, fn, arg);
	int rc = body.failed ? fl_buf_error(&body, "a run's arguments", err)
			     : run_start(&r, box, spec, &body, spec->input.len > 0, err);
	fl_buf_release(&body);
	if (rc == 0)
		rc = run_finish(&r, &result, err);
	if (rc == 0 && out)
		rc = fl_buf_error(out, "the output", err);
	if (rc == 0 && err_out)
		rc = fl_buf_error(err_out, "the error output", err);
	if (rc == 0 && spec->log)
		rc = fl_buf_error(spec->log, "the logs", err);
	if (rc == 0)
		*ret_result = result;
	return rc;
}

int fl_box_run(struct fl_box *box, const struct fl_run_spec *spec, struct fl_buf *out,
	struct fl_buf *err_out, struct fl_process_result *ret_result, struct fl_error *err)
{
	if (!spec->argv || !spec->argv[0])
		return fl_error_set(err, FL_EINVAL, "a run in the box has no command");
	return run_whole(box, spec, NULL, fl_slice(NULL, 0), out, err_out, ret_result, err);
}

int fl_box_call(struct fl_box *box, const struct fl_run_spec *spec, fl_box_fn fn,
	struct fl_slice arg, struct fl_buf *out, struct fl_buf *err_out,
	struct fl_process_result *ret_result, struct fl_error *err)
{
	return run_whole(box, spec, fn, arg, out, err_out, ret_result, err);
}

/* ---- live children ---- */

int fl_box_spawn(struct fl_box *box, const struct fl_run_spec *spec, bool pty,
	struct fl_child *ret_child, struct fl_error *err)
{
	if (!spec->argv || !spec->argv[0])
		return fl_error_set(err, FL_EINVAL, "a run in the box has no command");
	struct run *r = malloc(sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a run");
	*r = (struct run){
		.sock = -1, .in = -1, .tty = -1, .sinks = {{.fd = -1}, {.fd = -1}, {.fd = -1}}};
	struct fl_buf body;
	fl_buf_init(&body, FL_WIRE_MAX);
	write_request(&body, box, spec, pty, NULL, fl_slice(NULL, 0));
	int rc = body.failed ? fl_buf_error(&body, "a run's arguments", err)
			     : run_start(r, box, spec, &body, true, err);
	fl_buf_release(&body);
	if (rc) {
		free(r);
		return rc;
	}
	*ret_child = (struct fl_child){.in = r->in,
		.out = r->sinks[0].fd,
		.err = r->sinks[1].fd,
		.tty = r->tty,
		.box = box,
		.run = r};
	/* The caller's now; only the socket stays with us. */
	r->in = r->sinks[0].fd = r->sinks[1].fd = r->tty = -1;
	return 0;
}

bool fl_child_ended(struct fl_child *child, struct fl_process_result *ret_result)
{
	struct run *r = child->run;
	struct fl_process_result lost = {
		.end = FL_END_SIGNAL, .exit_status = -1, .signal = SIGKILL};
	while (r->sock >= 0 && poll(&(struct pollfd){r->sock, POLLIN, 0}, 1, 0) > 0)
		run_listen(r);
	if (r->sock >= 0)
		return false;
	/* without a report the box itself has been killed */
	if (ret_result && run_result(r, ret_result, NULL))
		*ret_result = lost;
	return true;
}

int fl_child_end(struct fl_child *child, struct fl_process_result *ret_result, struct fl_error *err)
{
	struct run *r = child->run;
	if (!r)
		return fl_error_set(err, FL_EINVAL, "the child has been ended before");
	fl_shut(&child->in);
	fl_shut(&child->out);
	fl_shut(&child->err);
	fl_shut(&child->tty);
	child->run = NULL;
	struct fl_process_result result;
	r->backstop = fl_clock_ms() + BACKSTOP_MS;
	run_kill(r, FL_END_SIGNAL);
	int rc = run_finish(r, &result, err);
	free(r);
	if (rc == 0 && ret_result)
		*ret_result = result;
	return rc;
}

static void tell_signal(struct fl_child *child, int what)
{
	struct run *r = child->run;
	if (r && !r->ended && r->sock >= 0)
		fl_wire_send(r->sock, &what, sizeof(what), NULL, 0);
}

void fl_child_signal(struct fl_child *child, int sig)
{
	tell_signal(child, FL_RUN_SIGNAL + sig);
}

void fl_child_signal_group(struct fl_child *child, int sig)
{
	tell_signal(child, FL_RUN_SIGNAL_GROUP + sig);
}
