/*
 * The DAP server over an adapter of another debugger (lldb-dap, gdb's own): launch and attach take
 * the same arguments, and nothing outlives the client; else the adapter's messages are the
 * client's, and the client's the adapter's.
 *
 * Requests keep their sequence numbers, so that answers fit; the adapter's messages get ours. It is
 * greeted as the client greeted us, by a request of the same number, whose answer becomes the event
 * `capabilities`. What it asks of the client is refused, since nothing of it was offered.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/spawn.h"
#include "debugsession/console/console_priv.h"
#include "debugsession/dap/relay.h"

enum { QUEUE_MAX = 64 << 20, PENDING_MAX = 256, GREET_MS = 30000, LEAVE_MS = 5000 };
enum { FAREWELL = INT32_MAX }; /* the number of a request of our own */

struct pending {
	int64_t seq;
	char command[64];
};

struct dbg_relay {
	struct dbg_adapter *a;
	struct fl_spawned child;
	struct dbg_dap reader;
	struct fl_buf queue; /* for the adapter, from byte `sent` on */
	size_t sent;
	struct fl_arena said; /* what the tree of capabilities lives in */
	const struct fl_json *capabilities; /* NULL: it has not answered yet */
	struct fl_error refused; /* it has, and said no */
	int64_t greeting, begin; /* numbers of initialize, and of launch or attach */
	struct pending pending[PENDING_MAX]; /* requests that have no answer yet */
	size_t pending_count;
	bool gone, left; /* it has ended; it has answered `disconnect` */
};

/* Requests that an adapter may have, and the capability that says so; NULL: all have them. */
static const struct {
	const char *command, *capability;
} requests[] = {
	{"breakpointLocations", "supportsBreakpointLocationsRequest"},
	{"cancel", "supportsCancelRequest"},
	{"completions", "supportsCompletionsRequest"},
	{"configurationDone", NULL},
	{"continue", NULL},
	{"dataBreakpointInfo", "supportsDataBreakpoints"},
	{"disassemble", "supportsDisassembleRequest"},
	{"disconnect", NULL},
	{"evaluate", NULL},
	{"exceptionInfo", "supportsExceptionInfoRequest"},
	{"goto", "supportsGotoTargetsRequest"},
	{"gotoTargets", "supportsGotoTargetsRequest"},
	{"loadedSources", "supportsLoadedSourcesRequest"},
	{"modules", "supportsModulesRequest"},
	{"next", NULL},
	{"pause", NULL},
	{"readMemory", "supportsReadMemoryRequest"},
	{"restart", "supportsRestartRequest"},
	{"restartFrame", "supportsRestartFrame"},
	{"reverseContinue", "supportsStepBack"},
	{"scopes", NULL},
	{"setBreakpoints", NULL},
	{"setDataBreakpoints", "supportsDataBreakpoints"},
	{"setExceptionBreakpoints", NULL},
	{"setExpression", "supportsSetExpression"},
	{"setFunctionBreakpoints", "supportsFunctionBreakpoints"},
	{"setInstructionBreakpoints", "supportsInstructionBreakpoints"},
	{"setVariable", "supportsSetVariable"},
	{"source", NULL},
	{"stackTrace", NULL},
	{"stepBack", "supportsStepBack"},
	{"stepIn", NULL},
	{"stepInTargets", "supportsStepInTargetsRequest"},
	{"stepOut", NULL},
	{"terminate", "supportsTerminateRequest"},
	{"terminateThreads", "supportsTerminateThreadsRequest"},
	{"threads", NULL},
	{"variables", NULL},
	{"writeMemory", "supportsWriteMemoryRequest"},
};

static void on_writable(void *ctx, int fd, short revents)
{
	struct dbg_relay *r = ctx;
	(void)revents;
	while (r->sent < r->queue.len) {
		ssize_t n = fl_write_quiet(fd, fl_slice_skip(fl_buf_view(&r->queue), r->sent));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		r->sent += (size_t)n;
	}
	if (r->sent == r->queue.len) {
		r->sent = 0;
		fl_buf_clear(&r->queue);
	}
	dbg_loop_events(&r->a->loop, fd, r->queue.len ? POLLOUT : 0);
}

/* Send a message whose JSON stands in body, whole; releases it. */
static int send(struct dbg_relay *r, struct fl_buf *body, struct fl_error *err)
{
	int rc = r->gone ? fl_error_set(err, FL_ECLOSED, "the debugger has died")
			 : fl_buf_error(body, "a request", err);
	if (rc == 0) {
		dbg_dap_frame(&r->queue, fl_buf_view(body));
		rc = fl_buf_error(&r->queue, "what the adapter does not read", err);
	}
	fl_buf_release(body);
	if (rc == 0)
		on_writable(r, r->child.in, POLLOUT);
	return rc;
}

/* A request of this number; arguments is JSON without its braces, or NULL. */
static int request(struct dbg_relay *r, int64_t seq, struct fl_slice command,
	struct fl_slice arguments, struct fl_error *err)
{
	struct fl_buf body;
	fl_buf_init(&body, QUEUE_MAX);
	fl_buf_char(&body, '{');
	dbg_answer_int(&body, "seq", seq);
	dbg_answer_text(&body, "type", FL_S("request"));
	dbg_answer_text(&body, "command", command);
	dbg_answer_key(&body, "arguments");
	fl_buf_char(&body, '{');
	fl_buf_slice(&body, arguments);
	fl_buf_str(&body, "}}");
	return send(r, &body, err);
}

static void refuse(struct dbg_relay *r, const struct fl_json *asked)
{
	struct fl_buf body;
	fl_buf_init(&body, QUEUE_MAX);
	fl_buf_char(&body, '{');
	dbg_answer_int(&body, "seq", ++r->a->seq);
	dbg_answer_text(&body, "type", FL_S("response"));
	dbg_answer_int(&body, "request_seq", fl_json_int(fl_json_get(asked, "seq"), 0));
	dbg_answer_text(&body, "command", fl_json_str(fl_json_get(asked, "command")));
	dbg_answer_bool(&body, "success", false);
	fl_buf_char(&body, '}');
	send(r, &body, NULL);
}

static void on_response(struct dbg_relay *r, struct dbg_dap_message *m)
{
	int64_t seq = fl_json_int(fl_json_get(m->root, "request_seq"), -1);
	const struct fl_json *ok = fl_json_get(m->root, "success");
	struct pending *p = r->pending;
	if (seq == FAREWELL) {
		r->left = true;
		return;
	}
	if (seq == r->greeting && !r->capabilities) {
		if (!ok || !ok->num)
			fl_error_set(&r->refused, FL_EREFUSED, "%.*s",
				FL_ARG(fl_json_str(fl_json_get(m->root, "message"))));
		r->capabilities = m->root;
		dbg_dap_keep(m, &r->said);
		return;
	}
	while (p < r->pending + r->pending_count && p->seq != seq)
		p++;
	if (p == r->pending + r->pending_count)
		return; /* to a question of our own, or to one that was answered */
	dbg_adapter_pass(r->a, m->root, p->command);
	r->left = r->left || !strcmp(p->command, "disconnect");
	*p = r->pending[--r->pending_count];
}

static int on_message(void *ctx, struct dbg_dap_message *m)
{
	struct dbg_relay *r = ctx;
	struct fl_slice type = fl_json_str(fl_json_get(m->root, "type"));
	if (fl_slice_eqs(type, "response")) {
		on_response(r, m);
	} else if (fl_slice_eqs(type, "event")) {
		if (fl_slice_eqs(fl_json_str(fl_json_get(m->root, "event")), "terminated"))
			r->a->told_terminated = true;
		dbg_adapter_pass(r->a, m->root, NULL);
	} else if (fl_slice_eqs(type, "request")) {
		refuse(r, m->root);
	}
	return 0;
}

/* The adapter has ended: who waits for it hears so. */
static void lose(struct dbg_relay *r)
{
	struct fl_buf body;
	struct fl_error death = {0};
	fl_error_set(&death, FL_ECLOSED, "the debugger has died");
	r->gone = true;
	dbg_loop_remove(&r->a->loop, r->child.in);
	dbg_loop_remove(&r->a->loop, r->child.out);
	dbg_loop_remove(&r->a->loop, r->child.err);
	fl_spawn_end(&r->child);
	if (!r->capabilities)
		return; /* it never was there: that is launch's to say */
	for (size_t i = 0; i < r->pending_count; i++)
		if (strcmp(r->pending[i].command, "disconnect"))
			dbg_adapter_respond(r->a, r->pending[i].seq,
				fl_slice_str(r->pending[i].command), NULL, &death);
	r->pending_count = 0;
	if (r->a->told_terminated || r->left)
		return;
	dbg_adapter_say(r->a, "important", FL_S("debugsession: the debugger has died\n"));
	dbg_adapter_event(&body);
	dbg_adapter_send_event(r->a, "terminated", &body);
	r->a->told_terminated = true;
}

static void on_readable(void *ctx, int fd, short revents)
{
	struct dbg_relay *r = ctx;
	char chunk[65536];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0 || dbg_dap_push(&r->reader, fl_slice(chunk, (size_t)n), NULL))
		lose(r);
}

/* Its standard error is for people. */
static void on_noise(void *ctx, int fd, short revents)
{
	struct dbg_relay *r = ctx;
	char chunk[4096];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n > 0)
		dbg_adapter_say(r->a, "stderr", fl_slice(chunk, (size_t)n));
	else if (n == 0)
		dbg_loop_remove(&r->a->loop, fd);
}

static int spawn(struct dbg_relay *r, const struct dbg_console_ops *ops, const char *path,
	const char *cwd, struct fl_error *err)
{
	const char *argv[8] = {NULL};
	struct dbg_loop *loop = &r->a->loop;
	for (size_t i = 0; ops->argv[i] && i < 7; i++)
		argv[i] = ops->argv[i];
	if (path)
		argv[0] = path;
	int rc = fl_spawn(argv, NULL, cwd, 0, &r->child, err);
	if (rc == FL_EEXEC)
		return fl_error_set(err, FL_EMISSING,
			"cannot run %s: install %s, or name one with gdbPath", argv[0],
			ops->install);
	if (rc)
		return rc;
	if (!dbg_loop_add(loop, r->child.out, POLLIN, on_readable, r) ||
		!dbg_loop_add(loop, r->child.err, POLLIN, on_noise, r) ||
		!dbg_loop_add(loop, r->child.in, 0, on_writable, r))
		return fl_error_set(err, FL_ELIMIT, "too many descriptors in one loop");
	return 0;
}

/* Words of LLDB's that the protocol has for clients alone, or not at all. */
static bool is_capability(struct fl_slice key)
{
	return !fl_slice_starts(key, "__") && !fl_slice_eqs(key, "supportsRunInTerminalRequest") &&
	       !fl_slice_eqs(key, "supportsProgressReporting");
}

/* What the adapter can do, and what we can do and it cannot, as the event that says so. */
static void tell_capabilities(struct dbg_relay *r)
{
	const struct fl_json *has = fl_json_get(r->capabilities, "body");
	struct fl_buf body;
	dbg_adapter_event(&body);
	dbg_answer_key(&body, "capabilities");
	fl_buf_char(&body, '{');
	for (const struct fl_json *c = has ? has->child : NULL; c; c = c->next)
		if (is_capability(c->key))
			dbg_answer_member(&body, c);
	for (size_t i = 0; i < dbg_adapter_row_count; i++) {
		const char *ours = dbg_adapter_rows[i].capability;
		if (ours && !fl_json_get(has, ours))
			dbg_answer_bool(&body, ours, false);
	}
	fl_buf_char(&body, '}');
	dbg_adapter_send_event(r->a, "capabilities", &body);
}

static int greet(struct dbg_relay *r, struct fl_error *err)
{
	int64_t deadline = fl_clock_ms() + GREET_MS;
	int rc = request(r, r->greeting, FL_S("initialize"), r->a->greeting, err);
	while (rc == 0 && !r->capabilities && !r->gone && !r->a->ended && fl_clock_ms() < deadline)
		dbg_loop_turn(&r->a->loop, deadline);
	if (rc == 0 && !r->capabilities)
		rc = fl_error_set(err, FL_EMISSING,
			"%s does not answer as a debug adapter does: is it one? (gdb is, from "
			"version 14 on)",
			r->a->begin.console.gdb_path ? r->a->begin.console.gdb_path : "it");
	if (rc == 0 && r->refused.code)
		rc = fl_error_set(err, FL_EREFUSED, "%s", r->refused.message);
	if (rc == 0)
		tell_capabilities(r);
	return rc;
}

static int remember(struct dbg_relay *r, int64_t seq, struct fl_slice command, struct fl_error *err)
{
	if (r->pending_count == PENDING_MAX)
		return fl_error_set(err, FL_ELIMIT, "more than %d requests wait", PENDING_MAX);
	struct pending *p = &r->pending[r->pending_count++];
	*p = (struct pending){.seq = seq};
	memcpy(p->command, command.ptr,
		command.len < sizeof(p->command) - 1 ? command.len : sizeof(p->command) - 1);
	return 0;
}

int dbg_relay_new(struct dbg_adapter *a, const struct fl_json *args, const char *how,
	enum dbg_engine_kind engine, struct fl_error *err)
{
	struct fl_slice asked = fl_json_str(fl_json_get(a->current->root, "command"));
	struct fl_buf arguments;
	struct dbg_relay *r = calloc(1, sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for an adapter");
	a->relay = r;
	r->a = a;
	r->greeting = a->greeting_seq;
	r->child.in = r->child.out = r->child.err = -1;
	dbg_dap_init(&r->reader, 0, on_message, r);
	fl_buf_init(&r->queue, QUEUE_MAX);
	fl_arena_init(&r->said, DBG_DAP_BODY_MAX);
	fl_buf_init(&arguments, QUEUE_MAX);
	dbg_relay_arguments(a, args, engine, &arguments);
	int rc = fl_buf_error(&arguments, "the arguments", err);
	if (rc == 0)
		rc = spawn(r, dbg_engine_ops(engine), a->begin.console.gdb_path,
			a->begin.console.cwd, err);
	if (rc == 0)
		rc = greet(r, err);
	if (rc == 0)
		rc = remember(r, a->current->seq, asked, err);
	if (rc == 0)
		rc = request(r, a->current->seq, fl_slice_str(how), fl_buf_view(&arguments), err);
	fl_buf_release(&arguments);
	if (rc)
		dbg_relay_free(a);
	else
		a->passed = true;
	return rc;
}

static bool can(const struct dbg_relay *r, struct fl_slice command)
{
	const struct fl_json *has = fl_json_get(r->capabilities, "body");
	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++) {
		if (!fl_slice_eqs(command, requests[i].command))
			continue;
		const struct fl_json *v =
			requests[i].capability ? fl_json_get(has, requests[i].capability) : NULL;
		return !requests[i].capability || (v && v->num);
	}
	return false;
}

/* Until it has answered, it is gone, or the time is up. */
static void await_end(struct dbg_relay *r)
{
	int64_t deadline = fl_clock_ms() + LEAVE_MS;
	while (!r->left && !r->gone && fl_clock_ms() < deadline)
		dbg_loop_turn(&r->a->loop, deadline);
}

int dbg_relay_pass(struct dbg_adapter *a, const struct fl_json *root, struct fl_error *err)
{
	struct dbg_relay *r = a->relay;
	struct fl_slice command = fl_json_str(fl_json_get(root, "command"));
	bool end = fl_slice_eqs(command, "disconnect");
	struct fl_buf body;
	if (!can(r, command))
		return fl_error_set(err, FL_EINVAL, "this debugger has no request \"%.*s\"",
			FL_ARG(fl_slice_head(command, 100)));
	if (end)
		a->left = true; /* however it ends */
	if (end && r->gone)
		return 0;
	int rc = remember(r, a->current->seq, command, err);
	if (rc)
		return rc;
	fl_buf_init(&body, QUEUE_MAX);
	dbg_answer_tree(&body, root);
	rc = send(r, &body, err);
	if (rc) {
		r->pending_count--;
		return rc;
	}
	if (end)
		await_end(r);
	/* who does not answer that is answered for */
	a->passed = !end || r->left;
	return 0;
}

void dbg_relay_leave(struct dbg_adapter *a, bool terminate)
{
	struct dbg_relay *r = a->relay;
	if (r->left || r->gone)
		return;
	struct fl_slice arguments = terminate ? FL_S("\"terminateDebuggee\":true")
					      : FL_S("\"terminateDebuggee\":false");
	if (request(r, FAREWELL, FL_S("disconnect"), arguments, NULL) == 0)
		await_end(r);
}

pid_t dbg_relay_child(const struct dbg_adapter *a)
{
	return a->relay->child.pid;
}

void dbg_relay_free(struct dbg_adapter *a)
{
	struct dbg_relay *r = a->relay;
	if (!r)
		return;
	if (!r->gone) {
		dbg_loop_remove(&a->loop, r->child.in);
		dbg_loop_remove(&a->loop, r->child.out);
		dbg_loop_remove(&a->loop, r->child.err);
		fl_spawn_end(&r->child);
	}
	dbg_dap_release(&r->reader);
	fl_buf_release(&r->queue);
	fl_arena_release(&r->said);
	free(r);
	a->relay = NULL;
}
