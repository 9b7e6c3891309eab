/* The DAP server's streams, its queue of requests and its main loop. */
#include "debugsession/dap/server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "debugsession/dap/relay.h"
#include "debugsession/session/keeper.h"

enum { FIRST_MESSAGE_ID = 1000, LINGER_MS = 2000, BODY_MAX = 48 << 20 };

static void flush(struct dbg_adapter *a)
{
	while (a->written < a->out.len) {
		ssize_t n = write(a->opts->out, a->out.data + a->written, a->out.len - a->written);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			break;
		if (n <= 0) {
			if (n < 0 && errno != EPIPE)
				fl_error_sys(&a->broken, FL_EIO, errno, "cannot write");
			a->ended = true;
			return;
		}
		a->written += (size_t)n;
	}
	if (a->written == a->out.len) {
		a->written = 0;
		fl_buf_clear(&a->out);
	}
	dbg_loop_events(&a->loop, a->opts->out, a->out.len ? POLLOUT : 0);
}

static void on_writable(void *ctx, int fd, short revents)
{
	(void)fd;
	(void)revents;
	flush(ctx);
}

/* Open a message: {"seq":N,"type":TYPE. */
static void begin(struct dbg_adapter *a, const char *type, struct fl_buf *json)
{
	fl_buf_init(json, DBG_ADAPTER_OUT);
	fl_buf_char(json, '{');
	dbg_answer_int(json, "seq", ++a->seq);
	dbg_answer_text(json, "type", fl_slice_str(type));
}

static void finish(struct dbg_adapter *a, struct fl_buf *json)
{
	fl_buf_char(json, '}');
	int rc = fl_buf_error(json, "an answer", &a->broken);
	if (rc == 0) {
		dbg_dap_frame(&a->out, fl_buf_view(json));
		rc = fl_buf_error(&a->out, "what the client does not read", &a->broken);
	}
	fl_buf_release(json);
	if (rc)
		a->ended = true;
	else if (!a->ended)
		flush(a);
}

void dbg_adapter_event(struct fl_buf *out)
{
	fl_buf_init(out, DBG_ADAPTER_OUT);
	fl_buf_char(out, '{');
}

void dbg_adapter_send_event(struct dbg_adapter *a, const char *name, struct fl_buf *body)
{
	struct fl_buf json;
	fl_buf_char(body, '}');
	begin(a, "event", &json);
	dbg_answer_text(&json, "event", fl_slice_str(name));
	dbg_answer_json(&json, "body", fl_buf_view(body));
	fl_buf_release(body);
	finish(a, &json);
}

/* The short words that clients know, where there are some; else the whole message. */
static const char *short_words(const struct dbg_adapter *a, const struct fl_error *failure)
{
	enum dbg_state state = a->console ? dbg_console_state(a->console) : DBG_STATE_NONE;
	if (a->current && a->current->cancelled)
		return "cancelled";
	if (failure->code == FL_EREFUSED && state == DBG_STATE_RUNNING)
		return "notStopped";
	return failure->message;
}

void dbg_adapter_pass(struct dbg_adapter *a, const struct fl_json *root, const char *command)
{
	struct fl_buf json;
	fl_buf_init(&json, DBG_ADAPTER_OUT);
	fl_buf_char(&json, '{');
	dbg_answer_int(&json, "seq", ++a->seq);
	for (const struct fl_json *c = root->child; c; c = c->next) {
		if (command && fl_slice_eqs(c->key, "command"))
			dbg_answer_text(&json, "command", fl_slice_str(command));
		else if (!fl_slice_eqs(c->key, "seq"))
			dbg_answer_member(&json, c);
	}
	finish(a, &json);
}

void dbg_adapter_respond(struct dbg_adapter *a, int64_t seq, struct fl_slice command,
	const struct fl_buf *body, const struct fl_error *failure)
{
	struct fl_buf json;
	begin(a, "response", &json);
	dbg_answer_int(&json, "request_seq", seq);
	dbg_answer_bool(&json, "success", !failure);
	dbg_answer_text(&json, "command", command);
	if (failure) {
		const char *words = short_words(a, failure);
		dbg_answer_text(&json, "message", fl_slice_str(words));
		dbg_answer_key(&json, "body");
		fl_buf_str(&json, "{\"error\":{");
		dbg_answer_int(&json, "id", FIRST_MESSAGE_ID - failure->code);
		dbg_answer_text(&json, "format", fl_slice_str(failure->message));
		dbg_answer_bool(&json, "showUser", failure->code != FL_EREFUSED);
		fl_buf_str(&json, "}}");
	} else if (body && body->len) {
		dbg_answer_key(&json, "body");
		fl_buf_char(&json, '{');
		fl_buf_slice(&json, fl_buf_view(body));
		fl_buf_char(&json, '}');
	}
	finish(a, &json);
}

static int run(struct dbg_adapter *a, const struct dbg_adapter_request *r, struct fl_buf *body,
	struct fl_error *err)
{
	struct fl_slice command = fl_json_str(fl_json_get(r->root, "command"));
	const struct fl_json *args = fl_json_get(r->root, "arguments");
	if (!fl_slice_eqs(fl_json_str(fl_json_get(r->root, "type")), "request") || !command.len)
		return fl_error_set(
			err, FL_EINVAL, "a message must have the type \"request\" and a command");
	if (args && args->type != FL_JOBJECT && args->type != FL_JNULL)
		return fl_error_set(err, FL_EINVAL, "arguments must be an object");
	if (r->cancelled)
		return fl_error_set(err, FL_EREFUSED, "the request was cancelled");
	bool first = fl_slice_eqs(command, "initialize");
	if (first == a->initialized && !fl_slice_eqs(command, "disconnect"))
		return fl_error_set(err, FL_EINVAL,
			first ? "initialize comes once" : "the first request is initialize");
	bool begins = fl_slice_eqs(command, "launch") || fl_slice_eqs(command, "attach");
	if (a->relay && !first && !begins)
		return dbg_relay_pass(a, r->root, err);
	for (size_t i = 0; i < dbg_adapter_row_count; i++)
		if (fl_slice_eqs(command, dbg_adapter_rows[i].command))
			return dbg_adapter_rows[i].run(a, args, body, err);
	return fl_error_set(err, FL_EINVAL, "there is no request \"%.*s\"",
		FL_ARG(fl_slice_head(command, 100)));
}

static void free_request(struct dbg_adapter_request *r)
{
	fl_arena_release(&r->arena);
	free(r);
}

static void run_next(struct dbg_adapter *a)
{
	struct dbg_adapter_request *r = a->first;
	struct fl_error failure = {0};
	struct fl_buf body;
	a->first = r->next;
	if (!a->first)
		a->last = NULL;
	a->waiting--;
	a->current = r;
	fl_buf_init(&body, BODY_MAX);
	int rc = run(a, r, &body, &failure);
	if (rc == 0)
		rc = fl_buf_error(&body, "the answer", &failure);
	if (rc || !a->passed)
		dbg_adapter_respond(a, r->seq, fl_json_str(fl_json_get(r->root, "command")), &body,
			rc ? &failure : NULL);
	a->passed = false;
	a->current = NULL;
	fl_buf_release(&body);
	free_request(r);
	if (a->announce) {
		struct fl_buf event;
		a->announce = false;
		dbg_adapter_event(&event);
		dbg_adapter_send_event(a, "initialized", &event);
	}
}

/* Requests that end what is being asked; they keep their place in the queue all the same. */
static bool urgent(struct dbg_adapter *a, const struct fl_json *root)
{
	static const char *const commands[] = {"pause", "terminate", "disconnect", "restart"};
	struct fl_slice command = fl_json_str(fl_json_get(root, "command"));
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (fl_slice_eqs(command, commands[i]))
			return true;
	if (!fl_slice_eqs(command, "cancel"))
		return false;
	int64_t seq = dbg_arg_int(fl_json_get(root, "arguments"), "requestId", -1);
	for (struct dbg_adapter_request *r = a->first; r; r = r->next)
		if (r->seq == seq)
			r->cancelled = true;
	if (!a->current || a->current->seq != seq)
		return false;
	a->current->cancelled = true;
	return true;
}

static void interrupt_asked(struct dbg_adapter *a, struct fl_slice command)
{
	if (!a->console || !dbg_console_busy(a->console))
		return;
	if (fl_slice_eqs(command, "pause"))
		a->pausing = true;
	dbg_console_interrupt(a->console, NULL);
}

static int take(void *ctx, struct dbg_dap_message *m)
{
	struct dbg_adapter *a = ctx;
	if (!m->root) {
		dbg_adapter_say(a, "stderr", FL_S("debugsession: a message was no JSON object\n"));
		return 0;
	}
	if (a->waiting >= DBG_ADAPTER_QUEUE)
		return FL_ELIMIT;
	struct dbg_adapter_request *r = calloc(1, sizeof(*r));
	if (!r)
		return FL_ENOMEM;
	if (urgent(a, m->root))
		interrupt_asked(a, fl_json_str(fl_json_get(m->root, "command")));
	r->root = m->root;
	r->seq = fl_json_int(fl_json_get(m->root, "seq"), 0);
	dbg_dap_keep(m, &r->arena);
	if (a->last)
		a->last->next = r;
	else
		a->first = r;
	a->last = r;
	a->waiting++;
	return 0;
}

/* What came cannot be read on: say so, end. */
static void give_up(struct dbg_adapter *a, int rc, const struct fl_error *failure)
{
	if (failure->code)
		a->broken = *failure;
	else
		fl_error_set(&a->broken, (enum fl_code)rc, "more than %d requests wait",
			DBG_ADAPTER_QUEUE);
	struct fl_buf text;
	fl_buf_init(&text, 1024);
	fl_buf_printf(&text, "debugsession: %s\n", a->broken.message);
	dbg_adapter_say(a, "stderr", fl_buf_view(&text));
	fl_buf_release(&text);
	a->closing = true;
}

static void on_input(void *ctx, int fd, short revents)
{
	struct dbg_adapter *a = ctx;
	struct fl_error failure = {0};
	char chunk[65536];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	int rc = n > 0 ? dbg_dap_push(&a->reader, fl_slice(chunk, (size_t)n), &failure)
		       : dbg_dap_end(&a->reader, &failure);
	if (n < 0)
		fl_error_sys(&a->broken, FL_EIO, errno, "cannot read");
	if (rc && n >= 0)
		give_up(a, rc, &failure);
	if (n > 0 && rc == 0)
		return;
	dbg_loop_remove(&a->loop, fd);
	a->closing = true;
	interrupt_asked(a, FL_S("disconnect"));
}

static void collect(struct dbg_adapter *a)
{
	pid_t ours[DBG_SESSION_CHILDREN];
	if (a->relay) {
		ours[0] = dbg_relay_child(a); /* that it has ended is read from its pipes */
		dbg_keeper_collect(ours, 1);
		return;
	}
	dbg_session_children(a->session, ours);
	while (dbg_keeper_collect(ours, DBG_SESSION_CHILDREN)) {
		dbg_session_look(a->session);
		dbg_session_children(a->session, ours);
	}
}

static void on_signal(void *ctx, int fd, short revents)
{
	struct dbg_adapter *a = ctx;
	struct signalfd_siginfo info;
	(void)revents;
	if (read(fd, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo != SIGCHLD)
		a->closing = a->ended = true;
	else if (a->session || a->relay)
		collect(a);
}

static int set_up(struct dbg_adapter *a, struct fl_error *err)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	fcntl(a->opts->in, F_SETFL, fcntl(a->opts->in, F_GETFL) | O_NONBLOCK);
	fcntl(a->opts->out, F_SETFL, fcntl(a->opts->out, F_GETFL) | O_NONBLOCK);
	a->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (a->signals < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot watch signals");
	dbg_loop_init(&a->loop);
	if (!dbg_loop_add(&a->loop, a->opts->in, POLLIN, on_input, a) ||
		!dbg_loop_add(&a->loop, a->opts->out, 0, on_writable, a) ||
		!dbg_loop_add(&a->loop, a->signals, POLLIN, on_signal, a))
		return fl_error_set(err, FL_EINTERNAL, "the loop is full");
	dbg_dap_init(&a->reader, 0, take, a);
	fl_buf_init(&a->out, DBG_ADAPTER_OUT);
	fl_buf_init(&a->program_text, 1 << 20);
	fl_arena_init(&a->launched, 64 << 20);
	fl_arena_init(&a->stopped, 64 << 20);
	a->line_base = a->column_base = 1;
	return 0;
}

/* What was asked before the end of the input is still answered, unless a signal came. */
static void serve(struct dbg_adapter *a)
{
	while (!a->ended && !a->left && !(a->closing && !a->first)) {
		if (a->first)
			run_next(a);
		else
			dbg_loop_turn(&a->loop,
				a->stop_news && a->configured ? 0 : dbg_adapter_output_due(a));
		dbg_adapter_settle(a);
	}
	dbg_adapter_leave(a, a->mode == DBG_MODE_LAUNCH);
	int64_t deadline = fl_clock_ms() + LINGER_MS;
	while (a->out.len && !a->broken.code && fl_clock_ms() < deadline) {
		flush(a);
		if (a->out.len)
			dbg_loop_turn(&a->loop, deadline);
	}
}

static void tear_down(struct dbg_adapter *a)
{
	while (a->first) {
		struct dbg_adapter_request *r = a->first;
		a->first = r->next;
		free_request(r);
	}
	dbg_relay_free(a);
	dbg_session_free(a->session);
	dbg_adapter_breaks_free(a);
	dbg_dap_release(&a->reader);
	fl_buf_release(&a->out);
	fl_buf_release(&a->program_text);
	fl_arena_release(&a->launched);
	fl_arena_release(&a->stopped);
	free(a->refs);
	if (a->signals >= 0)
		close(a->signals);
	free(a);
}

struct start {
	const struct dbg_adapter_opts *opts;
	char id[DBG_ID_MAX + 1];
};

static int serve_attended(void *arg, struct fl_error *err)
{
	const struct start *start = arg;
	struct dbg_adapter *a = calloc(1, sizeof(*a));
	if (!a)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the server");
	a->opts = start->opts;
	memcpy(a->id, start->id, sizeof(a->id));
	int rc = set_up(a, err);
	if (rc == 0)
		serve(a);
	if (rc == 0 && a->broken.code) {
		*err = a->broken;
		rc = a->broken.code;
	}
	tear_down(a);
	return rc;
}

int dbg_adapter_run(const struct dbg_adapter_opts *opts, struct fl_error *err)
{
	struct start start = {.opts = opts};
	snprintf(start.id, sizeof(start.id), "dap-%d", (int)getpid());
	int rc = dbg_keeper_attend(serve_attended, &start, err);
	if (rc == FL_ECLOSED)
		dbg_adapter_machine_left(opts->xdg, start.id);
	return rc;
}
