#include "base/crew.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/host.h"
#include "base/process.h"

/*
 * Questions asked ahead of the next to collect, for each worker: one that takes minutes must not
 * keep the others from working; their answers are bounded by FL_CREW_HELD_MAX. How long a worker
 * may take to leave at the end or to be seen dead; how soon the host is asked again for a worker.
 */
enum { AHEAD = 64, LEAVE_MS = 2000, DEAD_MS = 200, AGAIN_MS = 200 };

/* What a worker sends after `start` and for each question, followed by len bytes of answer. */
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
	uint64_t number; /* of the question in work */
	int64_t since_ms; /* of the state; of NONE: when the host had no room for it */
	struct fl_buf question;
	struct fl_buf in; /* the reply so far */
};

/* An answer that waits for its turn. */
struct slot {
	bool ended, failed;
	struct fl_buf answer; /* of a failure: the question */
	struct fl_error err;
};

struct fl_crew {
	struct fl_crew_opts opts;
	struct worker *workers;
	struct slot *slots; /* question i is in slots[i % window] */
	size_t window;
	uint64_t asked, ended, collected;
	size_t held; /* bytes in slots */
	bool lives; /* a worker was ready: what the host lacks from then on is waited for */
};

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

static bool receive_all(int fd, void *bytes, size_t len)
{
	ssize_t n;
	if (len == 0)
		return true;
	do
		n = recv(fd, bytes, len, MSG_WAITALL);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)len;
}

static bool receive_question(int fd, struct fl_buf *question)
{
	size_t len;
	fl_buf_clear(question);
	if (!receive_all(fd, &len, sizeof(len)))
		return false;
	if (fl_buf_reserve(question, len) || !receive_all(fd, question->data, len))
		return false;
	question->len = len;
	return true;
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

static bool do_one(const struct fl_crew_opts *o, void *state, int fd, struct fl_slice question)
{
	struct reply reply = {0};
	struct fl_buf out;
	fl_buf_init(&out, o->bytes_max);
	reply.code = o->answer(o->ctx, state, question, &out, &reply.err);
	if (reply.code == 0)
		reply.code = fl_buf_error(&out, "the result", &reply.err);
	reply.len = reply.code ? 0 : out.len;
	bool sent = send_all(fd, &reply, sizeof(reply)) && send_all(fd, out.data, reply.len);
	fl_buf_release(&out);
	return sent;
}

static _Noreturn void work(const struct fl_crew_opts *o, int fd, pid_t parent)
{
	struct reply ready = {0};
	struct fl_buf question;
	void *state = NULL;
	set_signals();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	fl_buf_init(&question, o->bytes_max);
	if (o->start)
		ready.code = o->start(o->ctx, &state, &ready.err);
	bool on = send_all(fd, &ready, sizeof(ready)) && ready.code == 0;
	while (on && receive_question(fd, &question))
		on = do_one(o, state, fd, fl_buf_view(&question));
	if (ready.code == 0 && o->finish)
		o->finish(o->ctx, state);
	_exit(0);
}

/* --- here --- */

static int worker_try(struct fl_crew *c, struct worker *w, struct fl_error *err)
{
	int pair[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return fl_error_sys(err, FL_EIO, errno, "cannot make a socket pair");
	pid_t parent = getpid(), pid = fork();
	if (pid == 0) {
		/* Another worker's socket held here would hide our end from that worker. */
		for (unsigned i = 0; i < c->opts.jobs; i++)
			if (c->workers[i].state != NONE)
				close(c->workers[i].fd);
		close(pair[0]);
		work(&c->opts, pair[1], parent);
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

static int worker_start(struct fl_crew *c, struct worker *w, struct fl_error *err)
{
	struct fl_patience patience = {0};
	int rc = worker_try(c, w, err);
	while (rc && fl_host_short(err) && fl_patience_wait(&patience, err->sys))
		rc = worker_try(c, w, err);
	return rc && fl_host_short(err) ? fl_host_error(err) : rc;
}

/* Wait up to ms for the worker's end, then kill it. Returns its wait status. */
static int worker_end(struct worker *w, long ms)
{
	static const struct timespec pause = {.tv_nsec = 1000000};
	int status = 0;
	pid_t got = 0;
	close(w->fd);
	w->fd = -1;
	w->state = NONE;
	for (long waited = 0; waited < ms; waited++) {
		got = waitpid(w->pid, &status, WNOHANG);
		if (got != 0 && !(got < 0 && errno == EINTR))
			return status;
		nanosleep(&pause, NULL);
	}
	kill(w->pid, SIGKILL);
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

static struct slot *slot_of(struct fl_crew *c, uint64_t number)
{
	return &c->slots[number % c->window];
}

/* The worker's question has ended: text is the answer, or the question when why is not NULL. */
static int question_ended(struct fl_crew *c, struct worker *w, struct fl_slice text,
	const struct fl_error *why, struct fl_error *err)
{
	c->ended++;
	if (c->opts.as_they_come) {
		c->collected++;
		struct fl_slice none = {0};
		return c->opts.collect(
			c->opts.ctx, w->number, why ? none : text, why, why ? text : none, err);
	}
	struct slot *s = slot_of(c, w->number);
	s->ended = true;
	s->failed = why != NULL;
	if (why)
		s->err = *why;
	fl_buf_init(&s->answer, c->opts.bytes_max);
	fl_buf_slice(&s->answer, text);
	c->held += s->answer.len;
	return fl_buf_error(&s->answer, "an answer", err);
}

/* In the place of one that has gone; when the host has no room for it, later. */
static int worker_replace(struct fl_crew *c, struct worker *w, struct fl_error *err)
{
	struct fl_error why = {0};
	if (!c->lives)
		return worker_start(c, w, err);
	int rc = worker_try(c, w, &why);
	if (rc && fl_host_short(&why)) {
		w->since_ms = fl_clock_ms();
		return 0;
	}
	if (rc && err)
		*err = why;
	return rc;
}

/* The worker is gone or has to go: its question fails, and another takes its place. */
static int worker_lost(struct fl_crew *c, struct worker *w, bool late, struct fl_error *err)
{
	struct fl_error why = {0};
	enum state state = w->state;
	int rc = 0, status = worker_end(w, late ? 0 : DEAD_MS);
	if (late)
		fl_error_set(&why, FL_ETIMEOUT, "it took more than %u ms", c->opts.wall_ms);
	else if (WIFSIGNALED(status))
		fl_error_set(&why, FL_EINTERNAL, "its worker died of signal %d (%s)",
			WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		fl_error_set(
			&why, FL_EINTERNAL, "its worker left with status %d", WEXITSTATUS(status));
	if (state == STARTING)
		return fl_error_set(err, why.code, "a worker cannot start: %s", why.message);
	if (state == BUSY)
		rc = question_ended(c, w, fl_buf_view(&w->question), &why, err);
	return rc ? rc : worker_replace(c, w, err);
}

/* A whole reply is there. */
static int worker_replied(struct fl_crew *c, struct worker *w, struct fl_error *err)
{
	struct reply reply;
	memcpy(&reply, w->in.data, sizeof(reply));
	bool started = w->state == STARTING;
	int rc = started ? reply.code : 0;
	w->state = IDLE;
	if (rc && c->lives && fl_host_short(&reply.err)) {
		worker_end(w, LEAVE_MS);
		w->since_ms = fl_clock_ms();
		return 0;
	}
	c->lives = c->lives || rc == 0;
	if (rc && err)
		*err = reply.err;
	if (!started && reply.code)
		rc = question_ended(c, w, fl_buf_view(&w->question), &reply.err, err);
	else if (!started)
		rc = question_ended(
			c, w, fl_slice_skip(fl_buf_view(&w->in), sizeof(reply)), NULL, err);
	fl_buf_clear(&w->in);
	return rc;
}

static int worker_read(struct fl_crew *c, struct worker *w, struct fl_error *err)
{
	char chunk[65536];
	ssize_t n = recv(w->fd, chunk, sizeof(chunk), MSG_DONTWAIT);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n <= 0 || w->state == IDLE)
		return worker_lost(c, w, false, err);
	fl_buf_add(&w->in, chunk, (size_t)n);
	if (w->in.failed)
		return fl_buf_error(&w->in, "a worker's reply", err);
	if (w->in.len < sizeof(struct reply))
		return 0;
	struct reply reply;
	memcpy(&reply, w->in.data, sizeof(reply));
	return w->in.len - sizeof(reply) < reply.len ? 0 : worker_replied(c, w, err);
}

static int collect_ready(struct fl_crew *c, struct fl_error *err)
{
	while (c->collected < c->asked) {
		struct slot *s = slot_of(c, c->collected);
		if (!s->ended)
			return 0;
		struct fl_slice text = fl_buf_view(&s->answer), none = {0};
		int rc = c->opts.collect(c->opts.ctx, c->collected, s->failed ? none : text,
			s->failed ? &s->err : NULL, s->failed ? text : none, err);
		c->held -= s->answer.len;
		fl_buf_release(&s->answer);
		*s = (struct slot){0};
		c->collected++;
		if (rc)
			return rc;
	}
	return 0;
}

static bool is_late(const struct fl_crew *c, const struct worker *w)
{
	return c->opts.wall_ms && (w->state == BUSY || w->state == STARTING) &&
	       fl_clock_ms() - w->since_ms > c->opts.wall_ms;
}

size_t fl_crew_fds(const struct fl_crew *c, struct pollfd *fds, size_t max)
{
	size_t n = 0;
	for (unsigned i = 0; i < c->opts.jobs && n < max; i++)
		fds[n++] = (struct pollfd){.fd = c->workers[i].fd, .events = POLLIN};
	return n;
}

int fl_crew_turn(struct fl_crew *c, int timeout_ms, struct fl_error *err)
{
	struct pollfd fds[FL_CREW_JOBS_MAX];
	size_t count = fl_crew_fds(c, fds, FL_CREW_JOBS_MAX);
	int n = poll(fds, (nfds_t)count, timeout_ms), rc = 0;
	if (n < 0 && errno != EINTR)
		return fl_error_sys(err, FL_EIO, errno, "cannot wait for the workers");
	for (size_t i = 0; rc == 0 && i < count; i++) {
		if (n > 0 && fds[i].revents)
			rc = worker_read(c, &c->workers[i], err);
		else if (is_late(c, &c->workers[i]))
			rc = worker_lost(c, &c->workers[i], true, err);
		else if (c->workers[i].state == NONE &&
			 fl_clock_ms() - c->workers[i].since_ms >= AGAIN_MS)
			rc = worker_replace(c, &c->workers[i], err);
	}
	return rc || c->opts.as_they_come ? rc : collect_ready(c, err);
}

static struct worker *idle_worker(const struct fl_crew *c)
{
	for (unsigned i = 0; i < c->opts.jobs; i++)
		if (c->workers[i].state == IDLE)
			return &c->workers[i];
	return NULL;
}

bool fl_crew_has_room(const struct fl_crew *c)
{
	bool waits = c->asked - c->collected >= c->window || c->held > FL_CREW_HELD_MAX;
	return idle_worker(c) && (c->opts.as_they_come || !waits);
}

uint64_t fl_crew_asked(const struct fl_crew *c)
{
	return c->asked;
}

uint64_t fl_crew_ended(const struct fl_crew *c)
{
	return c->ended;
}

uint64_t fl_crew_collected(const struct fl_crew *c)
{
	return c->collected;
}

int fl_crew_ask(struct fl_crew *c, struct fl_slice question, struct fl_error *err)
{
	struct worker *w = idle_worker(c);
	if (!fl_crew_has_room(c))
		return fl_error_set(err, FL_EINVAL, "no worker is idle");
	fl_buf_clear(&w->question);
	fl_buf_slice(&w->question, question);
	int rc = fl_buf_error(&w->question, "a question", err);
	if (rc) {
		fl_buf_clear(&w->question);
		return rc;
	}
	w->number = c->asked++;
	w->state = BUSY;
	w->since_ms = fl_clock_ms();
	/* A dead worker is noticed when it is read from. */
	if (send_all(w->fd, &question.len, sizeof(question.len)))
		send_all(w->fd, question.ptr, question.len);
	return 0;
}

int fl_crew_new(const struct fl_crew_opts *opts, struct fl_crew **ret_crew, struct fl_error *err)
{
	if (opts->jobs < 1 || opts->jobs > FL_CREW_JOBS_MAX)
		return fl_error_set(err, FL_EINVAL, "jobs must be 1 to %d", FL_CREW_JOBS_MAX);
	struct fl_crew *c = calloc(1, sizeof(*c));
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the workers");
	c->opts = *opts;
	c->window = (size_t)opts->jobs * AHEAD;
	c->workers = calloc(opts->jobs, sizeof(*c->workers));
	c->slots = calloc(c->window, sizeof(*c->slots));
	int rc = 0;
	if (!c->workers || !c->slots)
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for the workers");
	for (unsigned i = 0; rc == 0 && i < opts->jobs; i++) {
		fl_buf_init(&c->workers[i].question, opts->bytes_max);
		fl_buf_init(&c->workers[i].in, opts->bytes_max + sizeof(struct reply));
	}
	for (unsigned i = 0; rc == 0 && i < opts->jobs; i++)
		rc = worker_start(c, &c->workers[i], err);
	if (rc)
		fl_crew_end(c, false);
	else
		*ret_crew = c;
	return rc;
}

void fl_crew_end(struct fl_crew *c, bool patient)
{
	if (!c)
		return;
	for (unsigned i = 0; c->workers && i < c->opts.jobs; i++) {
		struct worker *w = &c->workers[i];
		if (w->state != NONE && patient)
			shutdown(w->fd, SHUT_RDWR);
		else if (w->state != NONE)
			kill(w->pid, SIGKILL);
	}
	for (unsigned i = 0; c->workers && i < c->opts.jobs; i++) {
		if (c->workers[i].state != NONE)
			worker_end(&c->workers[i], LEAVE_MS);
		fl_buf_release(&c->workers[i].question);
		fl_buf_release(&c->workers[i].in);
	}
	for (size_t i = 0; c->slots && i < c->window; i++)
		if (c->slots[i].ended)
			fl_buf_release(&c->slots[i].answer);
	free(c->workers);
	free(c->slots);
	free(c);
}
