#include "datasets/build/pool.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/host.h"
#include "base/process.h"

/*
 * Units given out ahead of the next to collect, for each worker; how often we look up; how long a
 * worker may take to leave at the end or to be seen dead.
 */
enum { AHEAD = 4, TICK_MS = 200, LEAVE_MS = 2000, DEAD_MS = 200 };

/* What a worker sends after `start` and after each unit, followed by len bytes of result. */
struct reply {
	int code;
	size_t len;
	struct fl_error err;
};

enum state { NONE, STARTING, IDLE, BUSY };

struct worker {
	enum state state;
	pid_t pid;
	int fd;
	size_t index; /* unit in work */
	int64_t since_ms; /* of the state */
	struct fl_buf in; /* the reply so far */
};

/* A result that waits for its turn. */
struct slot {
	bool ended, failed;
	struct fl_buf result;
	struct fl_error err;
};

struct run {
	const struct ds_pool *pool;
	struct worker *workers;
	struct slot *slots; /* unit i is in slots[i % window] */
	size_t window;
	size_t next_give, next_collect, ended;
	size_t held; /* bytes in slots */
	bool enough;
};

static void pause_ms(long ms)
{
	const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
	nanosleep(&t, NULL);
}

/* --- in the worker --- */

static bool send_all(int fd, const void *bytes, size_t len)
{
	const char *at = bytes;
	while (len) {
		ssize_t n = send(fd, at, len, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

static bool receive_index(int fd, size_t *ret_index)
{
	ssize_t n;
	do
		n = recv(fd, ret_index, sizeof(*ret_index), MSG_WAITALL);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(*ret_index);
}

/* A handler and not SIG_IGN, which whatever the worker starts would inherit. */
static void ignore(int sig)
{
	(void)sig;
}

static void set_signals(void)
{
	struct sigaction a = {.sa_handler = ignore, .sa_flags = SA_RESTART};
	sigemptyset(&a.sa_mask);
	sigaction(SIGINT, &a, NULL);
	a.sa_handler = SIG_DFL;
	sigaction(SIGTERM, &a, NULL);
}

static bool do_unit(const struct ds_pool *pool, void *state, int fd, size_t index)
{
	struct reply reply = {0};
	struct fl_buf out;
	fl_buf_init(&out, DS_POOL_RESULT_MAX);
	reply.code = pool->job(pool->ctx, state, index, &out, &reply.err);
	if (reply.code == 0)
		reply.code = fl_buf_error(&out, "the result", &reply.err);
	reply.len = reply.code ? 0 : out.len;
	bool sent = send_all(fd, &reply, sizeof(reply)) && send_all(fd, out.data, reply.len);
	fl_buf_release(&out);
	return sent;
}

static _Noreturn void work(const struct ds_pool *pool, int fd, pid_t parent)
{
	struct reply ready = {0};
	void *state = NULL;
	size_t index;
	set_signals();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	if (pool->start)
		ready.code = pool->start(pool->ctx, &state, &ready.err);
	bool on = send_all(fd, &ready, sizeof(ready)) && ready.code == 0;
	while (on && receive_index(fd, &index))
		on = do_unit(pool, state, fd, index);
	if (ready.code == 0 && pool->finish)
		pool->finish(pool->ctx, state);
	_exit(0);
}

/* --- here --- */

static int worker_try(struct run *r, struct worker *w, struct fl_error *err)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return fl_error_sys(err, FL_EIO, errno, "cannot make a socket pair");
	pid_t parent = getpid(), pid = fork();
	if (pid == 0) {
		/* Another worker's socket held here would hide our end from that worker. */
		for (unsigned i = 0; i < r->pool->jobs; i++)
			if (r->workers[i].state != NONE)
				close(r->workers[i].fd);
		close(pair[0]);
		work(r->pool, pair[1], parent);
	}
	int sys = errno;
	close(pair[1]);
	if (pid < 0) {
		close(pair[0]);
		return fl_error_sys(err, FL_EIO, sys, "cannot fork a worker");
	}
	w->state = STARTING;
	w->pid = pid;
	w->fd = pair[0];
	w->since_ms = fl_clock_ms();
	fl_buf_clear(&w->in);
	return 0;
}

static int worker_start(struct run *r, struct worker *w, struct fl_error *err)
{
	struct fl_patience patience = {0};
	int rc = worker_try(r, w, err);
	while (rc && fl_host_short(err) && fl_patience_wait(&patience, err->sys))
		rc = worker_try(r, w, err);
	return rc && fl_host_short(err) ? fl_host_error(err) : rc;
}

/* Wait up to ms for the worker's end, then kill it. Returns its wait status. */
static int worker_end(struct worker *w, long ms)
{
	int status = 0;
	pid_t got = 0;
	close(w->fd);
	w->state = NONE;
	for (long waited = 0; waited < ms; waited++) {
		got = waitpid(w->pid, &status, WNOHANG);
		if (got != 0 && !(got < 0 && errno == EINTR))
			return status;
		pause_ms(1);
	}
	kill(w->pid, SIGKILL);
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static struct slot *slot_of(struct run *r, size_t index)
{
	return &r->slots[index % r->window];
}

static void unit_failed(struct run *r, size_t index, const struct fl_error *err)
{
	struct slot *s = slot_of(r, index);
	s->ended = s->failed = true;
	s->err = *err;
	r->ended++;
}

/* The worker is gone or has to go: its unit fails, and another takes its place. */
static int worker_lost(struct run *r, struct worker *w, bool late, struct fl_error *err)
{
	struct fl_error why = {0};
	enum state state = w->state;
	size_t index = w->index;
	int status = worker_end(w, late ? 0 : DEAD_MS);
	if (late)
		fl_error_set(&why, FL_ETIMEOUT, "it took more than %u ms", r->pool->wall_ms);
	else if (WIFSIGNALED(status))
		fl_error_set(&why, FL_EINTERNAL, "its worker died of signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		fl_error_set(
			&why, FL_EINTERNAL, "its worker left with status %d", WEXITSTATUS(status));
	if (state == STARTING)
		return fl_error_set(err, why.code, "a worker cannot start: %s", why.message);
	if (state == BUSY)
		unit_failed(r, index, &why);
	return worker_start(r, w, err);
}

/* A whole reply is there. */
static int worker_replied(struct run *r, struct worker *w, struct fl_error *err)
{
	struct reply reply;
	memcpy(&reply, w->in.data, sizeof(reply));
	bool started = w->state == STARTING;
	w->state = IDLE;
	if (started) {
		fl_buf_clear(&w->in);
		if (reply.code && err)
			*err = reply.err;
		return reply.code;
	}
	if (reply.code) {
		unit_failed(r, w->index, &reply.err);
		fl_buf_clear(&w->in);
		return 0;
	}
	struct slot *s = slot_of(r, w->index);
	s->ended = true;
	s->result = w->in;
	r->held += s->result.len;
	r->ended++;
	fl_buf_init(&w->in, w->in.max);
	return 0;
}

static int worker_read(struct run *r, struct worker *w, struct fl_error *err)
{
	char chunk[65536];
	ssize_t n = recv(w->fd, chunk, sizeof(chunk), MSG_DONTWAIT);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n <= 0 || w->state == IDLE)
		return worker_lost(r, w, false, err);
	fl_buf_add(&w->in, chunk, (size_t)n);
	if (w->in.failed)
		return fl_buf_error(&w->in, "a worker's reply", err);
	if (w->in.len < sizeof(struct reply))
		return 0;
	struct reply reply;
	memcpy(&reply, w->in.data, sizeof(reply));
	return w->in.len - sizeof(reply) < reply.len ? 0 : worker_replied(r, w, err);
}

/* Give units to workers that have none. A dead worker is noticed when it is read from. */
static void give_units(struct run *r)
{
	for (unsigned i = 0; i < r->pool->jobs; i++) {
		struct worker *w = &r->workers[i];
		if (w->state != IDLE)
			continue;
		if (r->next_give == r->pool->count || r->next_give - r->next_collect >= r->window ||
			r->held > DS_POOL_HELD_MAX)
			return;
		w->index = r->next_give++;
		w->state = BUSY;
		w->since_ms = fl_clock_ms();
		send_all(w->fd, &w->index, sizeof(w->index));
	}
}

static int collect_ready(struct run *r, struct fl_error *err)
{
	while (!r->enough && r->next_collect < r->next_give) {
		struct slot *s = slot_of(r, r->next_collect);
		if (!s->ended)
			return 0;
		struct fl_slice result = {0};
		if (!s->failed)
			result = fl_slice_skip(fl_buf_view(&s->result), sizeof(struct reply));
		int rc = r->pool->collect(
			r->pool->ctx, r->next_collect, result, s->failed ? &s->err : NULL, err);
		if (!s->failed) {
			r->held -= s->result.len;
			fl_buf_release(&s->result);
		}
		*s = (struct slot){0};
		r->next_collect++;
		if (rc < 0)
			return rc;
		r->enough = rc > 0;
	}
	return 0;
}

static bool is_late(const struct run *r, const struct worker *w)
{
	return r->pool->wall_ms && (w->state == BUSY || w->state == STARTING) &&
	       fl_clock_ms() - w->since_ms > r->pool->wall_ms;
}

static int wait_once(struct run *r, struct fl_error *err)
{
	struct pollfd fds[DS_POOL_JOBS_MAX];
	unsigned jobs = r->pool->jobs;
	size_t ended = r->ended;
	for (unsigned i = 0; i < jobs; i++)
		fds[i] = (struct pollfd){.fd = r->workers[i].fd, .events = POLLIN};
	int n = poll(fds, jobs, TICK_MS);
	if (n < 0 && errno != EINTR)
		return fl_error_sys(err, FL_EIO, errno, "cannot wait for the workers");
	int rc = 0;
	for (unsigned i = 0; rc == 0 && i < jobs; i++) {
		if (n > 0 && fds[i].revents)
			rc = worker_read(r, &r->workers[i], err);
		else if (is_late(r, &r->workers[i]))
			rc = worker_lost(r, &r->workers[i], true, err);
	}
	if (r->pool->progress && (n == 0 || r->ended != ended))
		r->pool->progress(r->pool->ctx, r->ended, r->pool->count);
	return rc;
}

static int run_all(struct run *r, struct fl_error *err)
{
	int rc = 0;
	for (unsigned i = 0; rc == 0 && i < r->pool->jobs; i++)
		rc = worker_start(r, &r->workers[i], err);
	while (rc == 0 && !r->enough && r->next_collect < r->pool->count) {
		if (r->pool->stop && *r->pool->stop)
			return fl_error_set(err, FL_ECLOSED, "interrupted");
		give_units(r);
		rc = wait_once(r, err);
		if (rc == 0)
			rc = collect_ready(r, err);
	}
	return rc;
}

static void run_release(struct run *r, bool patient)
{
	for (unsigned i = 0; r->workers && i < r->pool->jobs; i++) {
		struct worker *w = &r->workers[i];
		if (w->state != NONE && patient)
			shutdown(w->fd, SHUT_RDWR);
		else if (w->state != NONE)
			kill(w->pid, SIGKILL);
	}
	for (unsigned i = 0; r->workers && i < r->pool->jobs; i++) {
		if (r->workers[i].state != NONE)
			worker_end(&r->workers[i], LEAVE_MS);
		fl_buf_release(&r->workers[i].in);
	}
	for (size_t i = 0; r->slots && i < r->window; i++)
		if (r->slots[i].ended && !r->slots[i].failed)
			fl_buf_release(&r->slots[i].result);
	free(r->workers);
	free(r->slots);
}

int ds_pool_run(const struct ds_pool *pool, struct fl_error *err)
{
	struct run r = {.pool = pool, .window = (size_t)pool->jobs * AHEAD};
	if (pool->jobs < 1 || pool->jobs > DS_POOL_JOBS_MAX)
		return fl_error_set(err, FL_EINVAL, "jobs must be 1 to %d", DS_POOL_JOBS_MAX);
	if (pool->count == 0)
		return 0;
	r.workers = calloc(pool->jobs, sizeof(*r.workers));
	r.slots = calloc(r.window, sizeof(*r.slots));
	int rc;
	if (r.workers && r.slots) {
		for (unsigned i = 0; i < pool->jobs; i++)
			fl_buf_init(&r.workers[i].in, DS_POOL_RESULT_MAX + sizeof(struct reply));
		rc = run_all(&r, err);
	} else {
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for the workers");
	}
	run_release(&r, rc == 0 && !r.enough);
	return rc;
}
