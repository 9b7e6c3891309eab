#include "debugsession/kernel/qmp.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/process.h"
#include "debugsession/answer/answer.h"

enum { LINE_MAX_BYTES = 64 << 20, TREE_MAX = 256 << 20, KEPT = 1 << 20, RETRY_MS = 5 };

struct dbg_qmp {
	struct dbg_loop *loop;
	int fd; /* -1: closed */
	uint32_t id; /* of the command that waits, or of the last one */
	bool waiting, have; /* for an answer; it is in `answer` */
	struct fl_buf in, answer;
	size_t searched; /* bytes of `in` without a newline */
	bool too_long;
	char shutdown[48];
};

static void shut(struct dbg_qmp *q)
{
	if (q->fd < 0)
		return;
	dbg_loop_remove(q->loop, q->fd);
	close(q->fd);
	q->fd = -1;
}

static void on_event(struct dbg_qmp *q, const struct fl_json *message)
{
	struct fl_slice event = fl_json_str(fl_json_get(message, "event"));
	struct fl_slice why = fl_json_str(fl_json_get(fl_json_get(message, "data"), "reason"));
	if (fl_slice_eqs(event, "SHUTDOWN"))
		snprintf(q->shutdown, sizeof(q->shutdown), "%.*s",
			FL_ARG(fl_slice_head(why, sizeof(q->shutdown) - 1)));
}

/* The greeting counts as the answer to command 0. */
static void on_line(struct dbg_qmp *q, struct fl_slice line)
{
	struct fl_arena a;
	const struct fl_json *message;
	fl_arena_init(&a, TREE_MAX);
	if (fl_json_parse(line, &a, &message, NULL) == 0) {
		bool greeting = fl_json_get(message, "QMP") != NULL;
		if (fl_json_get(message, "event")) {
			on_event(q, message);
		} else if (q->waiting && (greeting || fl_json_int(fl_json_get(message, "id"), 0) ==
							      (int64_t)q->id)) {
			fl_buf_clear(&q->answer);
			fl_buf_slice(&q->answer, line);
			q->have = true;
		}
	}
	fl_arena_release(&a);
}

static void on_input(void *ctx, int fd, short revents)
{
	struct dbg_qmp *q = ctx;
	char chunk[65536];
	(void)revents;
	ssize_t n = recv(fd, chunk, sizeof(chunk), MSG_DONTWAIT);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		shut(q);
		return;
	}
	fl_buf_add(&q->in, chunk, (size_t)n);
	if (q->in.failed) {
		q->too_long = true;
		shut(q);
		return;
	}
	struct fl_slice rest = fl_buf_view(&q->in), line;
	while (fl_slice_chr(fl_slice_skip(rest, q->searched), '\n') >= 0 &&
		fl_slice_line(&rest, &line)) {
		q->searched = 0;
		on_line(q, line);
	}
	if (rest.len < q->in.len) {
		memmove(q->in.data, rest.ptr, rest.len);
		fl_buf_truncate(&q->in, rest.len);
	}
	q->searched = q->in.len;
	if (q->in.len == 0 && q->in.cap > KEPT)
		fl_buf_release(&q->in);
}

static int await(struct dbg_qmp *q, int64_t deadline, struct fl_error *err)
{
	int rc = 0;
	q->waiting = true;
	while (rc == 0 && !q->have) {
		if (q->too_long)
			rc = fl_error_set(err, FL_ELIMIT, "QEMU's answer is too long");
		else if (q->fd < 0)
			rc = fl_error_set(err, FL_ECLOSED, "QEMU has gone");
		else if (fl_clock_ms() >= deadline)
			rc = fl_error_set(err, FL_ETIMEOUT, "QEMU gave no answer in time");
		else
			dbg_loop_turn(q->loop, deadline);
	}
	q->waiting = q->have = false;
	return rc;
}

/* Messages are short; what QEMU does not take within a moment, it does not read at all. */
static int send_line(struct dbg_qmp *q, struct fl_slice line, struct fl_error *err)
{
	while (line.len) {
		ssize_t n = send(q->fd, line.ptr, line.len, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			return fl_error_set(err, FL_ETIMEOUT, "QEMU does not read commands");
		if (n <= 0)
			return fl_error_set(err, FL_ECLOSED, "QEMU has gone");
		line = fl_slice_skip(line, (size_t)n);
	}
	return 0;
}

static int read_answer(struct dbg_qmp *q, struct fl_arena *a, const struct fl_json **ret_result,
	struct fl_error *err)
{
	const struct fl_json *message;
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&q->answer));
	int rc = fl_arena_error(a, "QEMU's answer", err);
	if (rc == 0)
		rc = fl_json_parse(text, a, &message, err);
	if (rc)
		return rc;
	const struct fl_json *failure = fl_json_get(message, "error");
	if (failure)
		return fl_error_set(err, FL_EREFUSED, "%.*s",
			FL_ARG(fl_json_str(fl_json_get(failure, "desc"))));
	if (ret_result)
		*ret_result = fl_json_get(message, "return");
	return 0;
}

int dbg_qmp_run(struct dbg_qmp *q, const char *command, struct fl_slice arguments, unsigned wall_ms,
	struct fl_arena *a, const struct fl_json **ret_result, struct fl_error *err)
{
	struct fl_buf line;
	int64_t deadline = fl_clock_ms() + wall_ms;
	if (q->fd < 0)
		return fl_error_set(err, FL_ECLOSED, "QEMU has gone");
	fl_buf_init(&line, 1 << 20);
	fl_buf_char(&line, '{');
	dbg_answer_text(&line, "execute", fl_slice_str(command));
	if (arguments.len)
		dbg_answer_json(&line, "arguments", arguments);
	dbg_answer_int(&line, "id", ++q->id);
	fl_buf_str(&line, "}\n");
	int rc = fl_buf_error(&line, "a command for QEMU", err);
	if (rc == 0)
		rc = send_line(q, fl_buf_view(&line), err);
	fl_buf_release(&line);
	/* Nobody reads: the end comes, behind what QEMU said last. */
	while (rc == FL_ECLOSED && q->fd >= 0 && fl_clock_ms() < deadline)
		dbg_loop_turn(q->loop, deadline);
	if (rc == 0)
		rc = await(q, deadline, err);
	if (rc == 0)
		rc = read_answer(q, a, ret_result, err);
	fl_buf_release(&q->answer);
	return rc;
}

int dbg_qmp_monitor(struct dbg_qmp *q, struct fl_slice line, unsigned wall_ms, struct fl_buf *out,
	struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf arguments;
	const struct fl_json *result = NULL;
	fl_arena_init(&a, TREE_MAX);
	fl_buf_init(&arguments, 1 << 20);
	fl_buf_char(&arguments, '{');
	dbg_answer_text(&arguments, "command-line", line);
	fl_buf_char(&arguments, '}');
	int rc = fl_buf_error(&arguments, "a monitor command", err);
	if (rc == 0)
		rc = dbg_qmp_run(q, "human-monitor-command", fl_buf_view(&arguments), wall_ms, &a,
			&result, err);
	struct fl_slice text = fl_json_str(result);
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] != '\r')
			fl_buf_char(out, text.ptr[i]);
	if (rc == 0)
		rc = fl_buf_error(out, "the monitor's answer", err);
	fl_buf_release(&arguments);
	fl_arena_release(&a);
	return rc;
}

int dbg_qmp_connect(const char *path)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int n = snprintf(at.sun_path, sizeof(at.sun_path), "%s", path);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd >= 0 && (n < 0 || (size_t)n >= sizeof(at.sun_path) ||
			       connect(fd, (struct sockaddr *)&at, sizeof(at)))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int open_socket(
	struct dbg_qmp *q, const struct dbg_qmp_way *way, int64_t deadline, struct fl_error *err)
{
	while ((q->fd = way->connect(way->ctx)) < 0) {
		if (way->goes_on && !way->goes_on(way->ctx))
			return fl_error_set(err, FL_ECLOSED, "QEMU has gone");
		if (fl_clock_ms() >= deadline)
			return fl_error_set(
				err, FL_ETIMEOUT, "QEMU did not open its control socket in time");
		dbg_loop_turn(q->loop, fl_clock_ms() + RETRY_MS);
	}
	if (!dbg_loop_add(q->loop, q->fd, POLLIN, on_input, q))
		return fl_error_set(err, FL_ELIMIT, "too many descriptors in one loop");
	return 0;
}

int dbg_qmp_new(struct dbg_loop *loop, const struct dbg_qmp_way *way, int64_t deadline,
	struct dbg_qmp **ret_qmp, struct fl_error *err)
{
	struct fl_arena a;
	struct dbg_qmp *q = calloc(1, sizeof(*q));
	if (!q)
		return fl_error_set(err, FL_ENOMEM, "out of memory for QEMU's protocol");
	q->loop = loop;
	fl_buf_init(&q->in, LINE_MAX_BYTES);
	fl_buf_init(&q->answer, LINE_MAX_BYTES);
	int rc = open_socket(q, way, deadline, err);
	if (rc == 0)
		rc = await(q, deadline, err);
	int64_t left = deadline - fl_clock_ms();
	fl_arena_init(&a, TREE_MAX);
	if (rc == 0)
		rc = dbg_qmp_run(q, "qmp_capabilities", fl_slice("", 0),
			left > 0 ? (unsigned)left : 0, &a, NULL, err);
	fl_arena_release(&a);
	if (rc) {
		dbg_qmp_free(q);
		return rc;
	}
	*ret_qmp = q;
	return 0;
}

void dbg_qmp_free(struct dbg_qmp *q)
{
	if (!q)
		return;
	shut(q);
	fl_buf_release(&q->in);
	fl_buf_release(&q->answer);
	free(q);
}

bool dbg_qmp_open(const struct dbg_qmp *q)
{
	return q->fd >= 0;
}

const char *dbg_qmp_shutdown(const struct dbg_qmp *q)
{
	return q->shutdown;
}

pid_t dbg_qmp_peer(const struct dbg_qmp *q)
{
	struct ucred peer = {0};
	socklen_t len = sizeof(peer);
	if (q->fd < 0 || getsockopt(q->fd, SOL_SOCKET, SO_PEERCRED, &peer, &len))
		return 0;
	return peer.pid;
}
