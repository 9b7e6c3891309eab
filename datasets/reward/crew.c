#include "datasets/reward/crew.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

enum { BLOCK = 64 << 10, GRACE_MS = 1000 };

/* Before what is asked and what is answered. */
struct head {
	uint64_t len;
	int64_t code; /* of an answer: 0, or that of a failure, whose message is the answer */
};

struct worker {
	pid_t pid; /* 0: there is none */
	int fd;
	bool busy;
	uint64_t number;
	int64_t since; /* when it was asked */
	struct fl_buf got;
};

struct ds_crew {
	struct ds_crew_opts opts;
	struct worker workers[DS_CREW_MAX];
};

/* ---- in the worker ---- */

static bool read_whole(int fd, void *to, size_t len)
{
	char *at = to;
	while (len) {
		ssize_t n = read(fd, at, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

static bool send_whole(int fd, const void *from, size_t len)
{
	const char *at = from;
	while (len) {
		ssize_t n = send(fd, at, len, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

static bool reply(int fd, int code, struct fl_slice text)
{
	struct head head = {.len = text.len, .code = code};
	return send_whole(fd, &head, sizeof(head)) && send_whole(fd, text.ptr, text.len);
}

static bool serve_one(const struct ds_crew_opts *o, int fd, void *state, struct fl_buf *question,
	struct fl_buf *out)
{
	struct head head;
	struct fl_error err = {0};
	fl_buf_clear(question);
	fl_buf_clear(out);
	if (!read_whole(fd, &head, sizeof(head)) || head.len > DS_CREW_BYTES_MAX)
		return false;
	if (fl_buf_grow(question, (size_t)head.len) ||
		!read_whole(fd, question->data, (size_t)head.len))
		return false;
	int rc = o->answer(o->ctx, state, fl_slice(question->data, (size_t)head.len), out, &err);
	rc = rc ? rc : fl_buf_error(out, "an answer", &err);
	return rc ? reply(fd, rc, fl_slice_str(err.message)) : reply(fd, 0, fl_buf_view(out));
}

static void work(const struct ds_crew_opts *o, int fd)
{
	struct fl_error err = {0};
	struct fl_buf question, out;
	void *state = NULL;
	fl_buf_init(&question, DS_CREW_BYTES_MAX + BLOCK);
	fl_buf_init(&out, DS_CREW_BYTES_MAX);
	int rc = o->start(o->ctx, &state, &err);
	/* The first answer is that to nothing: it is there. */
	if (reply(fd, rc, fl_slice_str(rc ? err.message : "")) && rc == 0) {
		while (serve_one(o, fd, state, &question, &out))
			;
		if (o->finish)
			o->finish(o->ctx, state);
	}
	fl_buf_release(&question);
	fl_buf_release(&out);
}

/* ---- here ---- */

static int start_worker(struct ds_crew *c, struct worker *w, struct fl_error *err)
{
	int pair[2];
	pid_t parent = getpid();
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return fl_error_sys(err, FL_EIO, errno, "cannot talk to a worker");
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(1);
		signal(SIGINT, SIG_IGN);
		signal(SIGTERM, SIG_DFL);
		for (unsigned i = 0; i < c->opts.jobs; i++)
			if (c->workers[i].pid)
				close(c->workers[i].fd);
		close(pair[0]);
		work(&c->opts, pair[1]);
		_exit(0);
	}
	int sys = errno;
	close(pair[1]);
	if (pid < 0) {
		close(pair[0]);
		return fl_error_sys(err, FL_EIO, sys, "cannot start a worker");
	}
	w->pid = pid;
	w->fd = pair[0];
	/* Until it says that it is there. */
	w->busy = true;
	w->number = UINT64_MAX;
	w->since = fl_clock_ms();
	fl_buf_clear(&w->got);
	return 0;
}

static void end_worker(struct worker *w)
{
	if (!w->pid)
		return;
	close(w->fd);
	kill(w->pid, SIGKILL);
	while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
	w->busy = false;
}

int ds_crew_new(const struct ds_crew_opts *opts, struct ds_crew **ret_crew, struct fl_error *err)
{
	struct ds_crew *c = calloc(1, sizeof(*c));
	int rc = 0;
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for workers");
	c->opts = *opts;
	for (unsigned i = 0; i < c->opts.jobs; i++)
		fl_buf_init(&c->workers[i].got, DS_CREW_BYTES_MAX + 2 * BLOCK);
	for (unsigned i = 0; i < c->opts.jobs && rc == 0; i++)
		rc = start_worker(c, &c->workers[i], err);
	if (rc)
		ds_crew_free(c);
	else
		*ret_crew = c;
	return rc;
}

void ds_crew_free(struct ds_crew *c)
{
	if (!c)
		return;
	/* Those that wait for a question end by themselves, and clean up what is theirs. */
	for (unsigned i = 0; i < c->opts.jobs; i++)
		if (c->workers[i].pid && !c->workers[i].busy)
			shutdown(c->workers[i].fd, SHUT_WR);
	int64_t until = fl_clock_ms() + GRACE_MS;
	for (unsigned i = 0; i < c->opts.jobs; i++) {
		struct worker *w = &c->workers[i];
		while (w->pid && !w->busy && fl_clock_ms() < until) {
			pid_t done = waitpid(w->pid, NULL, WNOHANG);
			if (done == w->pid || (done < 0 && errno != EINTR)) {
				close(w->fd);
				w->pid = 0;
			} else {
				usleep(1000);
			}
		}
		end_worker(w);
		fl_buf_release(&w->got);
	}
	free(c);
}

unsigned ds_crew_idle(const struct ds_crew *c)
{
	unsigned n = 0;
	for (unsigned i = 0; i < c->opts.jobs; i++)
		n += c->workers[i].pid && !c->workers[i].busy;
	return n;
}

unsigned ds_crew_busy(const struct ds_crew *c)
{
	unsigned n = 0;
	for (unsigned i = 0; i < c->opts.jobs; i++)
		n += c->workers[i].pid && c->workers[i].busy && c->workers[i].number != UINT64_MAX;
	return n;
}

/* It is gone, or has to go: what it was asked has no answer. */
static int replace(
	struct ds_crew *c, struct worker *w, const struct fl_error *why, struct fl_error *err)
{
	uint64_t number = w->number;
	bool asked = w->busy && number != UINT64_MAX;
	if (w->busy && !asked)
		/* It never came so far as to be asked: nor would the next one. */
		return fl_error_set(err, why->code, "%s", why->message);
	end_worker(w);
	if (asked)
		c->opts.collect(c->opts.ctx, number, fl_slice(NULL, 0), why);
	return start_worker(c, w, err);
}

int ds_crew_ask(struct ds_crew *c, uint64_t number, struct fl_slice question, struct fl_error *err)
{
	struct head head = {.len = question.len};
	for (unsigned i = 0; i < c->opts.jobs; i++) {
		struct worker *w = &c->workers[i];
		if (!w->pid || w->busy)
			continue;
		w->busy = true;
		w->number = number;
		w->since = fl_clock_ms();
		fl_buf_clear(&w->got);
		if (send_whole(w->fd, &head, sizeof(head)) &&
			send_whole(w->fd, question.ptr, question.len))
			return 0;
		struct fl_error why;
		fl_error_set(&why, FL_ECLOSED, "a worker has ended");
		return replace(c, w, &why, err);
	}
	return fl_error_set(err, FL_EINVAL, "all workers are busy");
}

size_t ds_crew_fds(const struct ds_crew *c, struct pollfd *fds, size_t max)
{
	size_t n = 0;
	for (unsigned i = 0; i < c->opts.jobs && n < max; i++)
		if (c->workers[i].pid && c->workers[i].busy)
			fds[n++] = (struct pollfd){.fd = c->workers[i].fd, .events = POLLIN};
	return n;
}

/* A whole answer, where it is there. */
static int take_answer(struct ds_crew *c, struct worker *w, struct fl_error *err)
{
	struct head head;
	if (w->got.len < sizeof(head))
		return 0;
	memcpy(&head, w->got.data, sizeof(head));
	if (head.len > DS_CREW_BYTES_MAX)
		return fl_error_set(err, FL_EINTERNAL, "a worker answers what is no answer");
	if (w->got.len < sizeof(head) + head.len)
		return 0;
	struct fl_slice text = fl_slice(w->got.data + sizeof(head), (size_t)head.len);
	struct fl_error why;
	w->busy = false;
	if (head.code)
		fl_error_set(&why, (enum fl_code)head.code, "%.*s", FL_ARG(text));
	if (w->number == UINT64_MAX)
		return head.code ? fl_error_set(err, why.code, "%s", why.message) : 0;
	c->opts.collect(c->opts.ctx, w->number, text, head.code ? &why : NULL);
	return 0;
}

static int read_worker(struct ds_crew *c, struct worker *w, struct fl_error *err)
{
	if (fl_buf_grow(&w->got, BLOCK))
		return fl_buf_error(&w->got, "an answer", err);
	ssize_t n = recv(w->fd, w->got.data + w->got.len, BLOCK, MSG_DONTWAIT);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (n <= 0) {
		struct fl_error why;
		fl_error_set(&why, FL_ECLOSED, "a worker has crashed");
		return replace(c, w, &why, err);
	}
	w->got.len += (size_t)n;
	return take_answer(c, w, err);
}

int ds_crew_turn(struct ds_crew *c, int timeout_ms, struct fl_error *err)
{
	struct pollfd fds[DS_CREW_MAX];
	size_t count = ds_crew_fds(c, fds, DS_CREW_MAX);
	if (poll(fds, (nfds_t)count, timeout_ms) < 0 && errno != EINTR)
		return fl_error_sys(err, FL_EIO, errno, "cannot wait for workers");
	int64_t now = fl_clock_ms();
	int rc = 0;
	for (unsigned i = 0; i < c->opts.jobs && rc == 0; i++) {
		struct worker *w = &c->workers[i];
		if (!w->pid || !w->busy)
			continue;
		rc = read_worker(c, w, err);
		if (rc == 0 && w->busy && c->opts.wall_ms && w->number != UINT64_MAX &&
			now - w->since > (int64_t)c->opts.wall_ms) {
			struct fl_error why;
			fl_error_set(&why, FL_ETIMEOUT, "a worker did not answer in %u s",
				c->opts.wall_ms / 1000);
			rc = replace(c, w, &why, err);
		}
	}
	return rc;
}
