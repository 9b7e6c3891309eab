/* Calls of tools: from the request over the session's answer to the reply. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "debugsession/mcp/server.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/serve.h"

enum { ANSWER_MAX = 256 << 20, ARENA_MAX = 512 << 20, IDLE_S = 300 };

struct dbg_mcp_session *dbg_mcp_sessions(struct dbg_mcp *m)
{
	return m->sessions;
}

void dbg_mcp_forget(struct dbg_mcp *m, const char *id)
{
	for (size_t i = 0; i < DBG_OPEN_MAX; i++)
		if (!strcmp(m->sessions[i].id, id))
			m->sessions[i] = (struct dbg_mcp_session){0};
	if (!strcmp(m->current, id))
		m->current[0] = '\0';
}

static void remember(struct dbg_mcp *m, const char *id)
{
	snprintf(m->current, sizeof(m->current), "%s", id);
	for (size_t i = 0; i < DBG_OPEN_MAX; i++) {
		if (m->sessions[i].created)
			continue;
		snprintf(m->sessions[i].id, sizeof(m->sessions[i].id), "%s", id);
		m->sessions[i].created = (int64_t)time(NULL);
		return;
	}
}

static void release(struct dbg_mcp_call *call)
{
	if (call->fd >= 0) {
		dbg_loop_remove(&call->mcp->loop, call->fd);
		close(call->fd);
	}
	free(call->id);
	fl_buf_release(&call->answer);
	fl_arena_release(&call->arena);
	*call = (struct dbg_mcp_call){0};
}

/* The result of a tool: its style around members, or around an error. */
static void finish(
	struct dbg_mcp_call *call, const struct fl_json *answer, const struct fl_error *failure)
{
	struct fl_buf out;
	bool content = call->tool->style == DBG_TYPE_CONTENT;
	fl_buf_init(&out, ANSWER_MAX);
	fl_buf_char(&out, '{');
	if (content) {
		dbg_answer_text(&out, "type", failure ? FL_S("error") : FL_S("ok"));
		dbg_answer_key(&out, "content");
		if (failure)
			fl_json_text(&out, fl_slice_str(failure->message));
		else
			fl_buf_char(&out, '{');
	} else {
		dbg_answer_text(&out, "status", failure ? FL_S("error") : FL_S("success"));
		if (failure)
			dbg_answer_text(&out, "message", fl_slice_str(failure->message));
	}
	if (!failure && call->tool->tell)
		call->tool->tell(call, answer, &out);
	else if (failure && answer && !content)
		dbg_mcp_tell_failure(answer, &out);
	if (content && !failure)
		fl_buf_char(&out, '}');
	fl_buf_char(&out, '}');
	if (out.failed)
		dbg_mcp_refuse(call->mcp, call->id, "the answer is too long");
	else
		dbg_mcp_finish(call, failure != NULL, fl_buf_view(&out));
	fl_buf_release(&out);
	release(call);
}

static bool says(const struct fl_json *answer, const char *key)
{
	const struct fl_json *v = fl_json_get(answer, key);
	return v && v->type == FL_JBOOL && v->num;
}

static int send_to_session(struct dbg_mcp_call *call, dbg_mcp_ask_fn fn, struct fl_error *err);

/* The session has started: ask it. */
static int go_on(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_error *err)
{
	call->welcome = answer;
	call->starting = false;
	dbg_loop_remove(&call->mcp->loop, call->fd);
	close(call->fd);
	call->fd = -1;
	fl_buf_clear(&call->answer);
	return send_to_session(call, call->tool->ask, err);
}

/* The session of a call that keeps none ends; how, nobody waits for. */
static void dismiss(struct dbg_mcp_call *call)
{
	enum dbg_error_type type;
	int fd;
	if (dbg_client_send(&call->mcp->client, fl_slice_str(call->session),
		    FL_S("{\"op\":\"stop\"}"), &fd, &type, NULL) == 0)
		close(fd);
}

bool dbg_mcp_brings_session(const struct dbg_mcp_call *call)
{
	bool whole = call->tool->begin && call->tool->ask; /* starts, asks and ends a session */
	return call->starting && (!whole || dbg_mcp_bool(call, "keep"));
}

/* All of the session's answer is there. */
static void take_answer(struct dbg_mcp_call *call)
{
	struct dbg_mcp *m = call->mcp;
	bool brings = dbg_mcp_brings_session(call);
	int64_t number = call->number;
	char session[sizeof(call->session)];
	const struct fl_json *answer = NULL;
	struct fl_error err = {0};
	struct fl_slice text = fl_slice_trim(fl_buf_view(&call->answer));
	if (text.len == 0)
		fl_error_set(&err, FL_ECLOSED,
			call->task ? "the process that did it has died" : "the session has died");
	else if (fl_json_parse(text, &call->arena, &answer, &err) == 0 && !call->starting &&
		 !says(answer, "success"))
		fl_error_set(&err, FL_EREFUSED, "%.*s",
			FL_ARG(fl_json_str(fl_json_get(answer, "error"))));
	else if (call->starting && dbg_serve_check(text, NULL))
		fl_error_set(&err, FL_EREFUSED, "%.*s",
			FL_ARG(fl_json_str(fl_json_get(answer, "error"))));
	bool whole = call->tool->begin && call->tool->ask; /* starts, asks and ends a session */
	bool stays = !whole || dbg_mcp_bool(call, "keep");
	memcpy(session, call->session, sizeof(session));
	struct fl_error failed = err; /* to start */
	if (!err.code && brings)
		remember(m, session);
	if (err.code || !call->starting || !whole || go_on(call, answer, &err)) {
		if (!stays)
			dismiss(call);
		finish(call, answer, err.code ? &err : NULL);
	}
	if (brings)
		dbg_mcp_started(m, number, session, failed.code ? &failed : NULL);
}

static void on_answer(void *ctx, int fd, short revents)
{
	struct dbg_mcp_call *call = ctx;
	char chunk[65536];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0)
		fl_buf_add(&call->answer, chunk, (size_t)n);
	if (n <= 0 || (!call->starting && chunk[n - 1] == '\n'))
		take_answer(call);
}

int dbg_mcp_watch(struct dbg_mcp_call *call, int fd, struct fl_error *err)
{
	call->fd = fd;
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
	if (!dbg_loop_add(&call->mcp->loop, fd, POLLIN, on_answer, call))
		return fl_error_set(err, FL_ELIMIT, "too many calls at once");
	return 0;
}

/* A random id in the form of a UUID, version 4. */
static int make_uuid(char *id, size_t size, struct fl_error *err)
{
	unsigned char b[16];
	if (getrandom(b, sizeof(b), 0) != sizeof(b))
		return fl_error_sys(err, FL_EIO, errno, "no random bytes");
	b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
	b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
	snprintf(id, size, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
		b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
		b[13], b[14], b[15]);
	return 0;
}

/* The texts of a list or the "K=V" of an object, NULL-terminated, in the call's arena. */
static const char *const *texts(struct dbg_mcp_call *call, const char *name)
{
	const struct fl_json *v = fl_json_get(call->args, name);
	size_t n = 0;
	for (const struct fl_json *c = v ? v->child : NULL; c; c = c->next)
		n++;
	const char **list = fl_arena_array(&call->arena, n + 1, sizeof(*list));
	n = 0;
	for (const struct fl_json *c = v ? v->child : NULL; list && c; c = c->next)
		list[n++] = c->key.len ? fl_arena_printf(&call->arena, "%.*s=%.*s", FL_ARG(c->key),
						 FL_ARG(fl_json_str(c)))
						 .ptr
				       : fl_arena_slice(&call->arena, fl_json_str(c)).ptr;
	return list;
}

static const char *text_or_null(struct dbg_mcp_call *call, const char *name)
{
	struct fl_slice s = dbg_mcp_text(call, name);
	return s.len ? fl_arena_slice(&call->arena, s).ptr : NULL;
}

/* What a client may choose at the start of a session. What else it names, the session judges. */
static int check_start(
	const struct dbg_mcp_opts *o, const struct dbg_session_opts *opts, struct fl_error *err)
{
	if (opts->remote && !o->network && !dbg_gate_is_local(fl_slice_str(opts->remote)))
		return fl_error_set(err, FL_EREFUSED,
			"%s is not on this machine: a server with --allow-network connects to it",
			opts->remote);
	return o->unsafe || opts->console.gdb_path == o->gdb_path
		       ? 0
		       : dbg_gate_debugger(opts->console.gdb_path, err);
}

/* A kernel of its own, where one is asked for. */
static int read_qemu(struct dbg_mcp_call *call, struct dbg_session_opts *opts, struct fl_error *err)
{
	struct fl_slice machine = dbg_mcp_text(call, "qemu");
	opts->symbols = text_or_null(call, "symbols");
	opts->qemu = (struct dbg_qemu_opts){
		.wanted = machine.len > 0,
		.kernel = text_or_null(call, "kernel"),
		.append = text_or_null(call, "append"),
		.args = texts(call, "qemu_args"),
	};
	bool of_machine = opts->qemu.kernel || (opts->qemu.args && opts->qemu.args[0]);
	if (of_machine && !opts->qemu.wanted)
		return fl_error_set(err, FL_EINVAL, "a kernel needs a machine: qemu");
	return dbg_qemu_find(machine, dbg_mcp_text(call, "mode"), &opts->qemu, err);
}

int dbg_mcp_start(struct dbg_mcp_call *call, struct fl_error *err)
{
	const struct dbg_mcp_opts *o = call->mcp->opts;
	const char *gdb = text_or_null(call, "gdb_path");
	int64_t idle = dbg_mcp_int(call, "timeout", IDLE_S);
	struct dbg_session_opts opts = {
		.program = text_or_null(call, "program"),
		.core = text_or_null(call, "core"),
		.args = texts(call, "args"),
		.env = texts(call, "env"),
		.init_commands = texts(call, "init_commands"),
		.remote = text_or_null(call, "remote"),
		.sandbox = o->sandbox,
		.shown = o->shown,
		.roots = o->roots,
		.gate = {.on = !o->unsafe, .network = o->network},
		.lenient = true,
		.owner = getpid(),
		.console = {.gdb_path = gdb,
			.cwd = text_or_null(call, "working_directory"),
			.cache = o->cache},
		.idle_ms = (unsigned)(idle < 0         ? 0
				      : idle > 1000000 ? 1000000
						       : idle) *
			   1000,
	};
	struct dbg_serve_as as = {.xdg = o->xdg, .id = call->session};
	int ready;
	int rc = dbg_engine_find(dbg_mcp_text(call, "engine"), &opts.console.engine, err);
	if (rc == 0 && !gdb && opts.console.engine == DBG_ENGINE_GDB)
		opts.console.gdb_path = o->gdb_path;
	if (rc == 0)
		rc = read_qemu(call, &opts, err);
	if (rc == 0)
		rc = check_start(o, &opts, err);
	if (rc == 0)
		rc = make_uuid(call->session, sizeof(call->session), err);
	if (rc == 0)
		rc = fl_arena_error(&call->arena, "the arguments", err);
	if (rc == 0)
		rc = dbg_serve_begin(&opts, &as, &ready, err);
	call->starting = true;
	return rc ? rc : dbg_mcp_watch(call, ready, err);
}

int dbg_mcp_choose_session(struct dbg_mcp_call *call, struct fl_error *err)
{
	if (call->session[0])
		return 0; /* that which it has waited for */
	struct fl_slice id = dbg_mcp_text(call, "session_id");
	if (!id.len)
		id = dbg_mcp_text(call, "id");
	if (!id.len)
		id = fl_slice_str(call->mcp->current);
	if (!id.len)
		return fl_error_set(err, FL_ENOTFOUND,
			"No active GDB session: start one with gdb_start_session");
	if (!dbg_id_valid(id))
		return fl_error_set(err, FL_ENOTFOUND, "Session not found: %.*s", FL_ARG(id));
	snprintf(call->session, sizeof(call->session), "%.*s", FL_ARG(id));
	return 0;
}

int dbg_mcp_interrupt(struct dbg_mcp_call *call, struct fl_error *err)
{
	struct fl_buf answer;
	struct fl_arena a;
	enum dbg_error_type type;
	const struct fl_json *v;
	fl_buf_init(&answer, 1 << 20);
	fl_arena_init(&a, 8 << 20);
	int rc = dbg_client_ask(&call->mcp->client, fl_slice_str(call->session),
		FL_S("{\"op\":\"interrupt\"}"), 5000, &answer, &type, err);
	if (rc == 0)
		rc = fl_json_parse(fl_buf_view(&answer), &a, &v, err);
	if (rc == 0 && !says(v, "success"))
		rc = fl_error_set(
			err, FL_EREFUSED, "%.*s", FL_ARG(fl_json_str(fl_json_get(v, "error"))));
	fl_arena_release(&a);
	fl_buf_release(&answer);
	return rc;
}

static int send_to_session(struct dbg_mcp_call *call, dbg_mcp_ask_fn fn, struct fl_error *err)
{
	struct fl_buf request;
	enum dbg_error_type type;
	int fd = -1;
	fl_buf_init(&request, 8 << 20);
	int rc = fn(call, &request, err);
	if (rc == 0)
		rc = fl_buf_error(&request, "the request", err);
	if (rc == 0)
		rc = dbg_client_send(&call->mcp->client, fl_slice_str(call->session),
			fl_buf_view(&request), &fd, &type, err);
	fl_buf_release(&request);
	return rc ? rc : dbg_mcp_watch(call, fd, err);
}

int dbg_mcp_ask(struct dbg_mcp_call *call, dbg_mcp_ask_fn fn, struct fl_error *err)
{
	int rc = dbg_mcp_choose_session(call, err);
	return rc ? rc : send_to_session(call, fn, err);
}

static struct dbg_mcp_call *free_call(struct dbg_mcp *m)
{
	for (size_t i = 0; i < DBG_CALLS_MAX; i++)
		if (!m->calls[i].used)
			return &m->calls[i];
	return NULL;
}

static const struct dbg_tool *find_tool(struct fl_slice name)
{
	for (size_t i = 0; i < dbg_mcp_tool_count; i++)
		if (fl_slice_eqs(name, dbg_mcp_tools[i].name))
			return &dbg_mcp_tools[i];
	return NULL;
}

/* The arguments outlive the request: read them again, into the call. */
static int keep_arguments(
	struct dbg_mcp_call *call, const struct fl_json *args, struct fl_error *err)
{
	struct fl_buf text;
	if (!args)
		return 0;
	if (args->type != FL_JOBJECT)
		return fl_error_set(err, FL_EINVAL, "arguments must be an object");
	fl_buf_init(&text, ANSWER_MAX);
	dbg_answer_tree(&text, args);
	int rc = fl_buf_error(&text, "the arguments", err);
	if (rc == 0)
		rc = fl_json_parse(fl_arena_slice(&call->arena, fl_buf_view(&text)), &call->arena,
			&call->args, err);
	fl_buf_release(&text);
	return rc;
}

void dbg_mcp_fail(struct dbg_mcp_call *call, const struct fl_error *failure)
{
	finish(call, NULL, failure);
}

void dbg_mcp_go(struct dbg_mcp_call *call)
{
	const struct dbg_tool *tool = call->tool;
	struct fl_error err = {0};
	int rc = 0;
	if (tool->begin)
		rc = tool->begin(call, &err);
	else if (tool->ask)
		rc = dbg_mcp_ask(call, tool->ask, &err);
	if (rc)
		finish(call, NULL, &err);
	else if (call->fd < 0)
		finish(call, NULL, NULL); /* a tool that needs no session's answer */
}

void dbg_mcp_call_tool(struct dbg_mcp *m, const struct dbg_mcp_request *r)
{
	const struct dbg_tool *tool = find_tool(fl_json_str(fl_json_get(r->params, "name")));
	struct dbg_mcp_call *call = free_call(m);
	struct fl_error err = {0};
	if (!tool || !call) {
		dbg_mcp_refuse(m, r->id, tool ? "too many calls at once" : "Unknown tool");
		return;
	}
	*call = (struct dbg_mcp_call){.mcp = m,
		.used = true,
		.fd = -1,
		.id = strdup(r->id),
		.modern = r->modern,
		.number = ++m->call_number,
		.tool = tool};
	fl_buf_init(&call->answer, ANSWER_MAX);
	fl_arena_init(&call->arena, ARENA_MAX);
	int rc = keep_arguments(call, fl_json_get(r->params, "arguments"), &err);
	if (rc == 0)
		rc = dbg_mcp_check(tool, call->args, &err);
	if (rc)
		finish(call, NULL, &err);
	else if (!dbg_mcp_wait(call))
		dbg_mcp_go(call);
}

/* What runs for it in its session, where it has one, is interrupted. */
static void drop(struct dbg_mcp_call *call)
{
	struct dbg_mcp *m = call->mcp;
	struct fl_buf answer;
	struct fl_error err;
	enum dbg_error_type type;
	char session[sizeof(call->session)];
	memcpy(session, call->session, sizeof(session));
	release(call); /* a task ends with its pipe, and asks for nothing more */
	if (!session[0])
		return;
	fl_buf_init(&answer, 1 << 20);
	dbg_client_ask(&m->client, fl_slice_str(session), FL_S("{\"op\":\"interrupt\"}"), 1000,
		&answer, &type, &err);
	fl_buf_release(&answer);
}

void dbg_mcp_cancel(struct dbg_mcp *m, const struct fl_json *id)
{
	struct fl_buf text;
	if (!id)
		return;
	fl_buf_init(&text, 1 << 16);
	dbg_answer_tree(&text, id);
	for (struct dbg_mcp_call *c = m->calls; c < m->calls + DBG_CALLS_MAX; c++)
		if (c->used && !strcmp(c->id, text.data) && !c->starting)
			drop(c);
	dbg_mcp_cancel_read(m, text.data);
	fl_buf_release(&text);
}

bool dbg_mcp_busy(const struct dbg_mcp *m)
{
	for (size_t i = 0; i < DBG_CALLS_MAX; i++)
		if (m->calls[i].used)
			return true;
	return dbg_mcp_reading(m);
}

void dbg_mcp_close_all(struct dbg_mcp *m)
{
	for (size_t i = 0; i < DBG_CALLS_MAX; i++)
		if (m->calls[i].used)
			release(&m->calls[i]);
	dbg_mcp_close_documents(m);
	for (size_t i = 0; i < DBG_OPEN_MAX; i++) {
		struct fl_buf answer;
		struct fl_error err;
		enum dbg_error_type type;
		if (!m->sessions[i].created)
			continue;
		fl_buf_init(&answer, 1 << 20);
		dbg_client_ask(&m->client, fl_slice_str(m->sessions[i].id),
			FL_S("{\"op\":\"stop\"}"), 10000, &answer, &type, &err);
		fl_buf_release(&answer);
	}
}
