#include "debugsession/session/serve_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/keeper.h"

enum { REQUEST_MAX = 8 << 20, ANSWER_MAX = 256 << 20, BATCH_MAX = 256 };

static void client_close(struct dbg_server *s, struct dbg_peer *c)
{
	if (s->served == c) {
		/* the next one need not wait for a stop that nobody wants */
		dbg_console_stop_waiting(dbg_session_console(s->session));
		s->served = NULL;
	}
	dbg_loop_remove(&s->loop, c->fd);
	close(c->fd);
	c->fd = -1;
	c->waiting = false;
	fl_buf_release(&c->in);
	fl_buf_release(&c->out);
	fl_buf_release(&c->command);
}

static void client_write(struct dbg_server *s, struct dbg_peer *c)
{
	while (c->written < c->out.len) {
		ssize_t n = send(c->fd, c->out.data + c->written, c->out.len - c->written,
			MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			break;
		if (n <= 0) {
			client_close(s, c);
			return;
		}
		c->written += (size_t)n;
	}
	if (c->written == c->out.len) {
		c->written = 0;
		fl_buf_clear(&c->out);
	}
	dbg_loop_events(&s->loop, c->fd, c->out.len ? POLLIN | POLLOUT : POLLIN);
}

static void client_answer(struct dbg_server *s, struct dbg_peer *c, struct fl_slice json)
{
	fl_buf_slice(&c->out, json);
	fl_buf_char(&c->out, '\n');
	if (c->out.failed)
		client_close(s, c);
	else if (!s->ended)
		client_write(s, c);
}

/* The last answers go when nothing is left to end. A client that does not read cannot hold us. */
static void flush_all(struct dbg_server *s)
{
	struct timeval soon = {.tv_sec = 1};
	for (struct dbg_peer *c = s->clients; c < s->clients + DBG_CLIENTS_MAX; c++) {
		if (c->fd < 0)
			continue;
		int flags = fcntl(c->fd, F_GETFL);
		fcntl(c->fd, F_SETFL, flags & ~O_NONBLOCK);
		setsockopt(c->fd, SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof(soon));
		fl_write_all(c->fd, fl_slice_skip(fl_buf_view(&c->out), c->written), NULL);
		client_close(s, c);
	}
}

static struct dbg_cut request_cut(const struct fl_json *r)
{
	int64_t lines = fl_json_int(fl_json_get(r, "max_lines"), 0);
	int64_t bytes = fl_json_int(fl_json_get(r, "max_bytes"), 0);
	return (struct dbg_cut){
		.max_lines = lines > 0 ? (size_t)lines : 0,
		.max_bytes = bytes > 0 ? (size_t)bytes : 0,
	};
}

/* The session ends: a command that waits has waited long enough. */
static void end_now(struct dbg_server *s, const char *how)
{
	s->ended = how;
	if (s->session)
		dbg_console_abandon(dbg_session_console(s->session), true);
}

static void op_status(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out)
{
	(void)r;
	dbg_session_status(s->session, out);
}

static void op_interrupt(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out)
{
	(void)r;
	dbg_session_interrupt(s->session, out);
}

static void op_input(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out)
{
	const struct fl_json *end = fl_json_get(r, "eof");
	dbg_session_input(s->session, fl_json_str(fl_json_get(r, "text")),
		end && end->type == FL_JBOOL && end->num, out);
}

static void op_output(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out)
{
	struct dbg_cut cut = request_cut(r);
	int64_t from = fl_json_int(fl_json_get(r, "from"), 0);
	dbg_session_output(s->session, from > 0 ? (uint64_t)from : 0, &cut, out);
}

static void op_log(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out)
{
	struct dbg_cut cut = request_cut(r);
	dbg_session_log(s->session, &cut, out);
}

static void op_more(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out)
{
	struct dbg_cut cut = request_cut(r);
	dbg_session_more(s->session, fl_json_str(fl_json_get(r, "cursor")), &cut, out);
}

static void op_stop(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out)
{
	(void)r;
	end_now(s, "terminated");
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "success", true);
	dbg_answer_text(out, "session_id", fl_slice_str(s->id));
	dbg_answer_text(out, "status", FL_S("terminated"));
	dbg_answer_int(out, "total_commands", (int64_t)dbg_session_commands(s->session));
	dbg_answer_int(out, "session_duration_s", dbg_session_age_ms(s->session) / 1000);
	fl_buf_char(out, '}');
}

/* What is answered at once, whatever runs. */
static const struct {
	const char *op;
	void (*fn)(struct dbg_server *s, const struct fl_json *r, struct fl_buf *out);
} ops[] = {
	{"status", op_status},
	{"interrupt", op_interrupt},
	{"input", op_input},
	{"output", op_output},
	{"log", op_log},
	{"more", op_more},
	{"stop", op_stop},
};

static struct dbg_literal_wish request_literal(const struct fl_json *r)
{
	int style = fl_style_find(fl_json_str(fl_json_get(r, "style")));
	return (struct dbg_literal_wish){
		.wanted = fl_slice_eqs(fl_json_str(fl_json_get(r, "format")), "struct"),
		.style = style < 0 ? FL_FULL : (enum fl_style)style,
		.max_bytes = request_cut(r).max_bytes,
	};
}

/* The commands of a batch, for which NUL bytes are no commands anyway. */
static bool keep_batch(struct dbg_peer *c, const struct fl_json *list)
{
	size_t n = 0;
	for (const struct fl_json *v = list ? list->child : NULL; v; v = v->next, n++) {
		struct fl_slice command = fl_json_str(v);
		if (v->type != FL_JTEXT || fl_slice_chr(command, '\0') >= 0)
			return false;
		fl_buf_slice(&c->command, command);
		fl_buf_char(&c->command, '\0');
	}
	return n >= 1 && n <= BATCH_MAX;
}

/* What a command asks for; the text is the peer's until its answer. False: it makes no sense. */
static bool queue_command(struct dbg_server *s, struct dbg_peer *c, const struct fl_json *r)
{
	int64_t wall = fl_json_int(fl_json_get(r, "timeout_ms"), 0);
	fl_buf_clear(&c->command);
	c->batch = fl_slice_eqs(fl_json_str(fl_json_get(r, "op")), "batch");
	if (!c->batch)
		fl_buf_slice(&c->command, fl_json_str(fl_json_get(r, "command")));
	else if (!keep_batch(c, fl_json_get(r, "commands")))
		return false;
	c->wall_ms = wall > 0 && wall < INT32_MAX ? (unsigned)wall : 0;
	c->cut = request_cut(r);
	c->literal = request_literal(r);
	dbg_queue_add(s, c);
	return true;
}

static bool is_command(const struct fl_json *r)
{
	struct fl_slice op = fl_json_str(fl_json_get(r, "op"));
	return fl_slice_eqs(op, "command") || fl_slice_eqs(op, "batch");
}

/* Answer a line, or put it into the queue when it is a command. */
static void take_request(struct dbg_server *s, struct dbg_peer *c, struct fl_slice line)
{
	struct fl_arena a;
	struct fl_buf answer;
	struct fl_error err = {0};
	const struct fl_json *r;
	bool known = false;
	s->last_request = fl_clock_ms();
	fl_arena_init(&a, 4 * REQUEST_MAX);
	fl_buf_init(&answer, ANSWER_MAX);
	if (fl_json_parse(line, &a, &r, &err)) {
		dbg_error_json(&answer, DBG_ERROR_EXECUTION_FAILED, err.message);
		known = true;
	}
	if (!known && !s->session) {
		dbg_error_json(&answer, DBG_ERROR_SESSION_CLOSED, "the session is ending");
		known = true;
	}
	for (size_t i = 0; !known && i < sizeof(ops) / sizeof(*ops); i++) {
		if (!fl_slice_eqs(fl_json_str(fl_json_get(r, "op")), ops[i].op))
			continue;
		ops[i].fn(s, r, &answer);
		known = true;
	}
	if (!known && is_command(r)) {
		if (!queue_command(s, c, r))
			dbg_error_json(&answer, DBG_ERROR_EXECUTION_FAILED,
				"commands is a list of 1 to 256 texts");
	} else if (!known) {
		dbg_error_json(&answer, DBG_ERROR_EXECUTION_FAILED, "there is no such op");
	}
	fl_arena_release(&a);
	if (answer.len)
		client_answer(s, c, fl_buf_view(&answer));
	fl_buf_release(&answer);
}

/* Take the next whole line, if the client has one and waits for nothing. */
static void take_line(struct dbg_server *s, struct dbg_peer *c)
{
	while (c->fd >= 0 && !c->waiting) {
		ptrdiff_t end = fl_slice_chr(fl_buf_view(&c->in), '\n');
		if (end < 0)
			return;
		struct fl_buf line;
		fl_buf_init(&line, REQUEST_MAX);
		fl_buf_slice(&line, fl_slice_head(fl_buf_view(&c->in), (size_t)end));
		size_t rest = c->in.len - (size_t)end - 1;
		memmove(c->in.data, c->in.data + end + 1, rest);
		fl_buf_truncate(&c->in, rest);
		take_request(s, c, fl_buf_view(&line));
		fl_buf_release(&line);
	}
}

static void on_client(void *ctx, int fd, short revents)
{
	struct dbg_server *s = ctx;
	struct dbg_peer *c = s->clients;
	char chunk[16384];
	while (c->fd != fd)
		c++;
	if (revents & POLLOUT)
		client_write(s, c);
	if (c->fd < 0 || !(revents & (POLLIN | POLLHUP | POLLERR)))
		return;
	ssize_t n = recv(fd, chunk, sizeof(chunk), MSG_DONTWAIT);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0)
		fl_buf_add(&c->in, chunk, (size_t)n);
	if (n <= 0 || c->in.failed)
		client_close(s, c);
	else
		take_line(s, c);
}

/* Only our own user (and root) may talk to the debugger. */
static bool peer_allowed(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);
	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) == 0 &&
	       (peer.uid == geteuid() || peer.uid == 0);
}

static void on_connection(void *ctx, int listener, short revents)
{
	struct dbg_server *s = ctx;
	struct dbg_peer *c = s->clients, *end = s->clients + DBG_CLIENTS_MAX;
	(void)revents;
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (fd < 0)
		return;
	while (c < end && c->fd >= 0)
		c++;
	if (c == end || !peer_allowed(fd) || !dbg_loop_add(&s->loop, fd, POLLIN, on_client, s)) {
		close(fd);
		return;
	}
	*c = (struct dbg_peer){.fd = fd};
	fl_buf_init(&c->in, REQUEST_MAX);
	fl_buf_init(&c->out, ANSWER_MAX);
	fl_buf_init(&c->command, REQUEST_MAX);
}

static void collect(struct dbg_server *s)
{
	pid_t ours[DBG_SESSION_CHILDREN];
	dbg_session_children(s->session, ours);
	while (dbg_keeper_collect(ours, DBG_SESSION_CHILDREN)) {
		dbg_session_look(s->session);
		dbg_session_children(s->session, ours);
	}
}

static void on_signal(void *ctx, int fd, short revents)
{
	struct dbg_server *s = ctx;
	struct signalfd_siginfo info;
	(void)revents;
	if (read(fd, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo != SIGCHLD)
		end_now(s, "killed");
	else if (s->session)
		collect(s);
}

void dbg_server_answer(struct dbg_server *s, struct dbg_peer *c, struct fl_slice json)
{
	c->waiting = false;
	client_answer(s, c, json);
	take_line(s, c);
}

/* One after the other, also behind one that failed; a session that ends ends the batch. */
static void run_batch(struct dbg_server *s, struct dbg_request *request, struct fl_buf *out)
{
	struct fl_slice rest = request->command;
	fl_buf_str(out, "{\"success\":true,\"results\":[");
	while (rest.len && !s->ended) {
		size_t n = (size_t)fl_slice_chr(rest, '\0');
		request->command = fl_slice_head(rest, n);
		rest = fl_slice_skip(rest, n + 1);
		dbg_answer_item(out);
		dbg_session_command(s->session, request, out);
	}
	fl_buf_str(out, "]}");
}

/* The client may go while its command runs, and another may come into its place. */
static void run_next(struct dbg_server *s, struct dbg_peer *c)
{
	struct fl_buf answer, command;
	uint64_t turn = c->turn;
	fl_buf_init(&answer, ANSWER_MAX);
	fl_buf_init(&command, REQUEST_MAX);
	fl_buf_slice(&command, fl_buf_view(&c->command));
	struct dbg_request request = {
		fl_buf_view(&command), dbg_queue_wall_ms(c), c->cut, c->literal};
	s->served = c;
	if (c->batch)
		run_batch(s, &request, &answer);
	else
		dbg_session_command(s->session, &request, &answer);
	s->served = NULL;
	s->last_request = fl_clock_ms();
	if (c->fd >= 0 && c->waiting && c->turn == turn)
		dbg_server_answer(s, c, fl_buf_view(&answer));
	fl_buf_release(&command);
	fl_buf_release(&answer);
}

static int64_t deadline(const struct dbg_server *s)
{
	int64_t at = INT64_MAX;
	if (s->opts->idle_ms)
		at = s->last_request + s->opts->idle_ms;
	if (s->opts->life_ms) {
		int64_t born = fl_clock_ms() - dbg_session_age_ms(s->session);
		int64_t end = born + s->opts->life_ms;
		at = end < at ? end : at;
	}
	return at;
}

static void turn(struct dbg_server *s)
{
	dbg_loop_turn(&s->loop, deadline(s));
	if (!s->ended)
		dbg_session_idle(s->session);
}

static void serve(struct dbg_server *s)
{
	s->last_request = fl_clock_ms();
	while (!s->ended) {
		struct dbg_peer *c = dbg_queue_next(s);
		if (c)
			run_next(s, c);
		else
			turn(s);
		if (!s->ended && !dbg_queue_next(s) && fl_clock_ms() >= deadline(s))
			s->ended = "timeout";
	}
}

static void remove_socket(const struct dbg_server *s)
{
	char name[DBG_ID_MAX + 16];
	dbg_rundir_name(fl_slice_str(s->id), "sock", name);
	unlinkat(s->dir, name, 0);
}

/* Bound through the directory's descriptor: a socket's path has no more than 108 bytes. */
static int listen_here(struct dbg_server *s, struct fl_error *err)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	char name[DBG_ID_MAX + 16];
	dbg_rundir_name(fl_slice_str(s->id), "sock", name);
	unlinkat(s->dir, name, 0);
	int n = snprintf(at.sun_path, sizeof(at.sun_path), "/proc/self/fd/%d/%s", s->dir, name);
	s->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	mode_t old = umask(0177);
	int rc = 0;
	if (s->listener < 0 || n < 0 || (size_t)n >= sizeof(at.sun_path) ||
		bind(s->listener, (struct sockaddr *)&at, sizeof(at)) ||
		listen(s->listener, DBG_CLIENTS_MAX))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot listen on %s/%s", s->path, name);
	umask(old);
	if (rc == 0 && !dbg_loop_add(&s->loop, s->listener, POLLIN, on_connection, s))
		rc = fl_error_set(err, FL_ELIMIT, "too many descriptors");
	return rc;
}

static int watch_signals(struct dbg_server *s, struct fl_error *err)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	s->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (s->signals < 0 || !dbg_loop_add(&s->loop, s->signals, POLLIN, on_signal, s))
		return fl_error_sys(err, FL_EIO, errno, "cannot watch signals");
	return 0;
}

static void on_owner(void *ctx, int fd, short revents)
{
	struct dbg_server *s = ctx;
	(void)fd;
	(void)revents;
	end_now(s, "terminated");
}

/* The session's owner may be gone already. */
static int watch_owner(struct dbg_server *s, struct fl_error *err)
{
	if (!s->opts->owner)
		return 0;
	int fd = (int)syscall(SYS_pidfd_open, s->opts->owner, 0);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot watch the session's owner");
	if (!dbg_loop_add(&s->loop, fd, POLLIN, on_owner, s))
		return fl_error_set(err, FL_ELIMIT, "too many descriptors");
	return 0;
}

void dbg_server_forget(const struct dbg_server *s)
{
	char name[DBG_ID_MAX + 16];
	dbg_rundir_name(fl_slice_str(s->id), "json", name);
	unlinkat(s->dir, name, 0);
}

/* The starter's descriptors are closed in keeper and server. */
static int reopen(struct dbg_server *s, struct fl_error *err)
{
	s->dir = open(s->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return s->dir < 0 ? fl_error_sys(err, FL_EIO, errno, "cannot open %s", s->path) : 0;
}

int dbg_server_main(void *arg, int ready)
{
	struct dbg_server *s = arg;
	struct fl_error err = {0};
	dbg_loop_init(&s->loop);
	s->own = *s->opts;
	s->own.home = s->path;
	int rc = reopen(s, &err);
	if (rc == 0)
		rc = watch_signals(s, &err);
	if (rc == 0)
		rc = watch_owner(s, &err);
	if (rc == 0)
		rc = dbg_queue_init(s, &err);
	if (rc == 0)
		rc = dbg_session_new(&s->loop, s->id, &s->own, &s->session, &err);
	if (rc == 0)
		rc = listen_here(s, &err);
	if (rc == 0)
		rc = dbg_server_record(s, "live", &err);
	dbg_server_tell(s, ready, rc ? &err : NULL);
	if (rc == 0)
		serve(s);
	/* nobody can reach it any more from here on; what it has started ends before it says so */
	remove_socket(s);
	struct dbg_session *session = s->session;
	s->session = NULL; /* the loop still turns while its machine ends */
	dbg_session_free(session);
	dbg_keeper_sweep();
	if (rc == 0)
		dbg_server_record(s, s->ended, NULL);
	else
		dbg_server_forget(s);
	flush_all(s);
	return rc ? 1 : 0;
}

void dbg_server_ended(void *arg, int status)
{
	struct dbg_server *s = arg;
	if (reopen(s, NULL))
		return;
	dbg_qemu_remove(s->path, s->id);
	remove_socket(s);
	if (WIFSIGNALED(status))
		dbg_server_record(s, "dead", NULL);
}
