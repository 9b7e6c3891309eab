#include "debugsession/session/client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/rundir.h"

enum { FILE_MAX = 64 << 10, KILL_MS = 5000 };

int dbg_client_open(const char *xdg, struct dbg_client *ret_client, struct fl_error *err)
{
	return dbg_rundir_open(xdg, &ret_client->dir, NULL, 0, err);
}

void dbg_client_close(struct dbg_client *c)
{
	close(c->dir);
}

/* The session's file, parsed; NULL when there is none. */
static const struct fl_json *read_state(
	const struct dbg_client *c, struct fl_slice id, struct fl_arena *a)
{
	char name[DBG_ID_MAX + 16];
	struct fl_buf text;
	const struct fl_json *v = NULL;
	dbg_rundir_name(id, "json", name);
	fl_buf_init(&text, FILE_MAX);
	if (dbg_rundir_get(c->dir, name, &text, NULL) == 0 &&
		fl_json_parse(fl_arena_slice(a, fl_buf_view(&text)), a, &v, NULL))
		v = NULL;
	fl_buf_release(&text);
	return v;
}

static const struct {
	const char *status;
	enum dbg_error_type type;
	const char *words;
} endings[] = {
	{"terminated", DBG_ERROR_SESSION_CLOSED, "was stopped"},
	{"timeout", DBG_ERROR_SESSION_TIMEOUT, "reached its time limit and was ended"},
	{"killed", DBG_ERROR_SESSION_DEAD, "was killed: start a new one"},
	{"dead", DBG_ERROR_SESSION_DEAD, "has died: start a new one"},
	{"live", DBG_ERROR_SESSION_DEAD, "has died: start a new one"},
};

/* Nobody listens: say why. */
static int gone(const struct dbg_client *c, struct fl_slice id, enum dbg_error_type *ret_type,
	struct fl_error *err)
{
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	const struct fl_json *state = read_state(c, id, &a);
	struct fl_slice status = fl_json_str(fl_json_get(state, "status"));
	const char *words = NULL;
	*ret_type = DBG_ERROR_SESSION_NOT_FOUND;
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (fl_slice_eqs(status, endings[i].status)) {
			words = endings[i].words;
			*ret_type = endings[i].type;
		}
	fl_arena_release(&a);
	if (words)
		return fl_error_set(err, FL_ENOTFOUND, "Session %.*s %s", FL_ARG(id), words);
	return fl_error_set(err, FL_ENOTFOUND, "Session not found: %.*s", FL_ARG(id));
}

static int send_all(int fd, struct fl_slice s)
{
	while (s.len) {
		ssize_t n = send(fd, s.ptr, s.len, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		s = fl_slice_skip(s, (size_t)n);
	}
	return 0;
}

/* A line, without its newline. */
static int receive(int fd, int64_t deadline, struct fl_buf *answer, struct fl_error *err)
{
	char chunk[65536];
	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		int64_t left = deadline - fl_clock_ms();
		int n = left > 0 ? poll(&p, 1, left > INT32_MAX ? INT32_MAX : (int)left) : 0;
		if (n == 0)
			return fl_error_set(err, FL_ETIMEOUT,
				"the session gave no answer in time; when it is busy with another "
				"command (status says so), wait for that, or interrupt it");
		if (n < 0)
			continue;
		ssize_t got = recv(fd, chunk, sizeof(chunk), 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return fl_error_set(err, FL_ECLOSED, "the session died: start a new one");
		fl_buf_add(answer, chunk, (size_t)got);
		if (chunk[got - 1] == '\n')
			break;
	}
	if (answer->failed == 0)
		fl_buf_truncate(answer, answer->len - 1);
	return fl_buf_error(answer, "the session's answer", err);
}

int dbg_client_send(struct dbg_client *c, struct fl_slice id, struct fl_slice request, int *ret_fd,
	enum dbg_error_type *ret_type, struct fl_error *err)
{
	*ret_type = DBG_ERROR_SESSION_NOT_FOUND;
	if (!dbg_id_valid(id))
		return fl_error_set(err, FL_ENOTFOUND, "Session not found: %.*s", FL_ARG(id));
	int fd = dbg_rundir_connect(c->dir, id, 0);
	if (fd < 0)
		return gone(c, id, ret_type, err);
	*ret_type = DBG_ERROR_SESSION_DEAD;
	if (send_all(fd, request) || send_all(fd, FL_S("\n"))) {
		close(fd);
		return fl_error_set(err, FL_ECLOSED, "the session died: start a new one");
	}
	*ret_fd = fd;
	return 0;
}

int dbg_client_ask(struct dbg_client *c, struct fl_slice id, struct fl_slice request,
	unsigned wall_ms, struct fl_buf *answer, enum dbg_error_type *ret_type,
	struct fl_error *err)
{
	int fd;
	int rc = dbg_client_send(c, id, request, &fd, ret_type, err);
	if (rc)
		return rc;
	rc = receive(fd, fl_clock_ms() + wall_ms, answer, err);
	close(fd);
	*ret_type = rc == FL_ETIMEOUT ? DBG_ERROR_TIMEOUT : DBG_ERROR_SESSION_DEAD;
	return rc;
}

static void list_one(struct dbg_client *c, struct fl_slice id, struct fl_buf *out)
{
	struct fl_arena a;
	struct fl_buf status;
	struct fl_error err;
	enum dbg_error_type type;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&status, 1 << 20);
	const struct fl_json *state = read_state(c, id, &a);
	int rc = dbg_client_ask(c, id, FL_S("{\"op\":\"status\"}"), KILL_MS, &status, &type, &err);
	if (type != DBG_ERROR_SESSION_CLOSED) {
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "session_id", id);
		dbg_answer_int(out, "created", fl_json_int(fl_json_get(state, "created"), 0));
		dbg_answer_text(out, "program", fl_json_str(fl_json_get(state, "program")));
		if (rc == 0)
			dbg_answer_json(out, "status", fl_buf_view(&status));
		else
			dbg_answer_text(out, "error_type", fl_slice_str(dbg_error_words[type]));
		fl_buf_char(out, '}');
	}
	fl_buf_release(&status);
	fl_arena_release(&a);
}

int dbg_client_list(struct dbg_client *c, struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf names;
	struct fl_slice rest, id;
	fl_buf_init(&names, 1 << 20);
	int rc = dbg_rundir_list(c->dir, &names, err);
	rest = fl_buf_view(&names);
	fl_buf_char(out, '[');
	while (rc == 0 && fl_slice_line(&rest, &id))
		if (dbg_id_valid(id))
			list_one(c, id, out);
	fl_buf_char(out, ']');
	fl_buf_release(&names);
	return rc;
}

void dbg_client_forget(struct dbg_client *c, struct fl_slice id)
{
	static const char *const suffixes[] = {"json", "sock"};
	char name[DBG_ID_MAX + 16];
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		dbg_rundir_name(id, suffixes[i], name);
		unlinkat(c->dir, name, 0);
	}
}

/* The process that has this end of the socket: the server; 0: nobody. */
static pid_t server_of(const struct dbg_client *c, struct fl_slice id)
{
	struct ucred peer = {0};
	socklen_t len = sizeof(peer);
	int fd = dbg_rundir_connect(c->dir, id, 0);
	if (fd < 0)
		return 0;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len))
		peer.pid = 0;
	close(fd);
	return peer.pid;
}

int dbg_client_kill(struct dbg_client *c, struct fl_slice id, enum dbg_error_type *ret_type,
	struct fl_error *err)
{
	if (!dbg_id_valid(id)) {
		*ret_type = DBG_ERROR_SESSION_NOT_FOUND;
		return fl_error_set(err, FL_ENOTFOUND, "Session not found: %.*s", FL_ARG(id));
	}
	pid_t pid = server_of(c, id);
	if (pid <= 0)
		return gone(c, id, ret_type, err);
	/* the keeper does the rest, and removes the socket when all is gone */
	kill(pid, SIGKILL);
	int64_t deadline = fl_clock_ms() + KILL_MS;
	char name[DBG_ID_MAX + 16];
	struct stat st;
	dbg_rundir_name(id, "sock", name);
	while (fstatat(c->dir, name, &st, 0) == 0 && fl_clock_ms() < deadline)
		poll(NULL, 0, 5);
	return 0;
}
