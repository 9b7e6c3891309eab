#include "debugsession/mcp/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/mcp/server.h"
#include "debugsession/answer/answer.h"

enum { LINE_MAX_BYTES = 16 << 20, OUT_MAX = 512 << 20, ARENA_MAX = 256 << 20 };

#define MODERN "2026-07-28"

/* Newest first; what a client asks for that is not among them gets the first. */
static const char *const legacy[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

enum {
	PARSE_ERROR = -32700,
	BAD_REQUEST = -32600,
	NO_METHOD = -32601,
	BAD_PARAMS = -32602,
	WRONG_VERSION = -32022
};

static const char instructions[] =
	"Debug native programs with gdb. gdb_start_session opens a session (check its warnings), "
	"gdb_set_breakpoint and gdb_execute_command with \"run\" get a program to stop, "
	"gdb_get_backtrace, gdb_get_variables and gdb_evaluate_expression look at it. A call that "
	"times out leaves the program running: gdb_interrupt stops it. Long answers are cut and "
	"have a cursor: gdb_read_on continues them.";

static void flush(struct dbg_mcp *m)
{
	while (m->written < m->out.len) {
		ssize_t n = write(m->out_fd, m->out.data + m->written, m->out.len - m->written);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			break;
		if (n <= 0) {
			m->write_errno = n < 0 && errno != EPIPE ? errno : 0;
			m->ended = true;
			return;
		}
		m->written += (size_t)n;
	}
	if (m->written == m->out.len) {
		m->written = 0;
		fl_buf_clear(&m->out);
	}
	dbg_loop_events(&m->loop, m->out_fd, m->out.len ? POLLOUT : 0);
}

static void on_writable(void *ctx, int fd, short revents)
{
	struct dbg_mcp *m = ctx;
	(void)fd;
	flush(m);
	if (revents & (POLLERR | POLLHUP))
		m->ended = true; /* nobody reads any more: nobody waits for what is under way */
}

static void begin_reply(struct dbg_mcp *m, const char *id)
{
	fl_buf_str(&m->out, "{\"jsonrpc\":\"2.0\",\"id\":");
	fl_buf_str(&m->out, id);
}

static void end_reply(struct dbg_mcp *m)
{
	fl_buf_str(&m->out, "}\n");
	if (m->out.failed)
		m->ended = true;
	else
		flush(m);
}

void dbg_mcp_send_error(struct dbg_mcp *m, const char *id, int code, const char *message)
{
	begin_reply(m, id);
	dbg_answer_key(&m->out, "error");
	fl_buf_char(&m->out, '{');
	dbg_answer_int(&m->out, "code", code);
	dbg_answer_text(&m->out, "message", fl_slice_str(message));
	fl_buf_char(&m->out, '}');
	end_reply(m);
}

static void add_server_info(struct dbg_mcp *m, const char *key)
{
	dbg_answer_key(&m->out, key);
	fl_buf_char(&m->out, '{');
	dbg_answer_text(&m->out, "name", FL_S("faultline-debugsession"));
	dbg_answer_text(&m->out, "version", fl_slice_str(m->opts->version));
	fl_buf_char(&m->out, '}');
}

/* Open a result; what the newest revision wants in every one comes first. */
static void begin_result(struct dbg_mcp *m, const char *id, bool modern, bool cacheable)
{
	begin_reply(m, id);
	dbg_answer_key(&m->out, "result");
	fl_buf_char(&m->out, '{');
	if (!modern)
		return;
	dbg_answer_text(&m->out, "resultType", FL_S("complete"));
	dbg_answer_key(&m->out, "_meta");
	fl_buf_char(&m->out, '{');
	add_server_info(m, "io.modelcontextprotocol/serverInfo");
	fl_buf_char(&m->out, '}');
	if (cacheable) {
		dbg_answer_int(&m->out, "ttlMs", 3600000);
		dbg_answer_text(&m->out, "cacheScope", FL_S("private"));
	}
}

static void end_result(struct dbg_mcp *m)
{
	fl_buf_char(&m->out, '}');
	end_reply(m);
}

static void add_capabilities(struct dbg_mcp *m)
{
	dbg_answer_json(&m->out, "capabilities", FL_S("{\"tools\":{},\"resources\":{}}"));
	dbg_answer_text(&m->out, "instructions", fl_slice_str(instructions));
}

static void do_initialize(struct dbg_mcp *m, const struct dbg_mcp_request *r)
{
	struct fl_slice wanted = fl_json_str(fl_json_get(r->params, "protocolVersion"));
	const char *version = legacy[0];
	for (size_t i = 0; i < sizeof(legacy) / sizeof(*legacy); i++)
		if (fl_slice_eqs(wanted, legacy[i]))
			version = legacy[i];
	begin_result(m, r->id, false, false);
	dbg_answer_text(&m->out, "protocolVersion", fl_slice_str(version));
	add_server_info(m, "serverInfo");
	add_capabilities(m);
	end_result(m);
}

static void do_discover(struct dbg_mcp *m, const struct dbg_mcp_request *r)
{
	begin_result(m, r->id, true, true);
	dbg_answer_json(&m->out, "supportedVersions", FL_S("[\"" MODERN "\"]"));
	add_capabilities(m);
	end_result(m);
}

static void do_ping(struct dbg_mcp *m, const struct dbg_mcp_request *r)
{
	begin_result(m, r->id, r->modern, false);
	end_result(m);
}

static void do_tools_list(struct dbg_mcp *m, const struct dbg_mcp_request *r)
{
	begin_result(m, r->id, r->modern, true);
	dbg_answer_key(&m->out, "tools");
	dbg_mcp_list_tools(&m->out);
	end_result(m);
}

static void do_resources_list(struct dbg_mcp *m, const struct dbg_mcp_request *r)
{
	begin_result(m, r->id, r->modern, true);
	dbg_answer_key(&m->out, "resources");
	dbg_mcp_list_resources(&m->out);
	end_result(m);
}

static void do_templates_list(struct dbg_mcp *m, const struct dbg_mcp_request *r)
{
	begin_result(m, r->id, r->modern, true);
	dbg_answer_json(&m->out, "resourceTemplates", FL_S("[]"));
	end_result(m);
}

void dbg_mcp_send_document(
	struct dbg_mcp *m, const char *id, bool modern, const char *uri, struct fl_slice text)
{
	begin_result(m, id, modern, true);
	dbg_answer_key(&m->out, "contents");
	fl_buf_str(&m->out, "[{");
	dbg_answer_text(&m->out, "uri", fl_slice_str(uri));
	dbg_answer_text(&m->out, "mimeType", FL_S("text/markdown"));
	dbg_answer_text(&m->out, "text", text);
	fl_buf_str(&m->out, "}]");
	end_result(m);
}

static const struct {
	const char *name;
	void (*fn)(struct dbg_mcp *m, const struct dbg_mcp_request *r);
	bool session_era; /* gone in the newest revision */
} methods[] = {
	{"initialize", do_initialize, true},
	{"ping", do_ping, true},
	{"server/discover", do_discover, false},
	{"tools/list", do_tools_list, false},
	{"tools/call", dbg_mcp_call_tool, false},
	{"resources/list", do_resources_list, false},
	{"resources/templates/list", do_templates_list, false},
	{"resources/read", dbg_mcp_read, false},
};

/* A request that names a revision must name one of those without a handshake. */
static bool version_fits(struct dbg_mcp *m, struct dbg_mcp_request *r)
{
	const struct fl_json *version = fl_json_get(
		fl_json_get(r->params, "_meta"), "io.modelcontextprotocol/protocolVersion");
	r->modern = version != NULL;
	if (!version || fl_slice_eqs(fl_json_str(version), MODERN))
		return true;
	begin_reply(m, r->id);
	dbg_answer_key(&m->out, "error");
	fl_buf_char(&m->out, '{');
	dbg_answer_int(&m->out, "code", WRONG_VERSION);
	dbg_answer_text(&m->out, "message", FL_S("Unsupported protocol version"));
	dbg_answer_key(&m->out, "data");
	fl_buf_str(&m->out, "{\"supported\":[\"" MODERN "\"]");
	dbg_answer_text(&m->out, "requested", fl_json_str(version));
	fl_buf_str(&m->out, "}}");
	end_reply(m);
	return false;
}

static void take_request(struct dbg_mcp *m, struct dbg_mcp_request *r, struct fl_slice method)
{
	bool start = fl_slice_eqs(method, "initialize");
	if (!start && !version_fits(m, r))
		return;
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (fl_slice_eqs(method, methods[i].name) &&
			!(r->modern && methods[i].session_era)) {
			methods[i].fn(m, r);
			return;
		}
	dbg_mcp_send_error(m, r->id, NO_METHOD, "Method not found");
}

static void take_message(struct dbg_mcp *m, const struct fl_json *v)
{
	const struct fl_json *id = fl_json_get(v, "id");
	struct fl_slice method = fl_json_str(fl_json_get(v, "method"));
	struct dbg_mcp_request r = {.params = fl_json_get(v, "params")};
	struct fl_buf text;
	if (v->type != FL_JOBJECT || (!method.len && !fl_json_get(v, "result"))) {
		dbg_mcp_send_error(m, "null", BAD_REQUEST, "Invalid Request");
		return;
	}
	if (!id) {
		if (fl_slice_eqs(method, "notifications/cancelled"))
			dbg_mcp_cancel(m, fl_json_get(r.params, "requestId"));
		return;
	}
	if (!method.len)
		return; /* an answer: we ask nothing */
	fl_buf_init(&text, LINE_MAX_BYTES);
	dbg_answer_tree(&text, id);
	r.id = text.data;
	take_request(m, &r, method);
	fl_buf_release(&text);
}

static void take_line(struct dbg_mcp *m, struct fl_slice line)
{
	struct fl_arena a;
	const struct fl_json *v;
	struct fl_error err = {0};
	if (fl_slice_trim(line).len == 0)
		return;
	fl_arena_init(&a, ARENA_MAX);
	if (fl_json_parse(line, &a, &v, &err))
		dbg_mcp_send_error(m, "null", PARSE_ERROR, err.message);
	else
		take_message(m, v);
	fl_arena_release(&a);
}

static void end_line(struct dbg_mcp *m)
{
	if (m->in.failed)
		dbg_mcp_send_error(m, "null", PARSE_ERROR, "the message is too long");
	else
		take_line(m, fl_buf_view(&m->in));
	fl_buf_clear(&m->in);
}

static void on_input(void *ctx, int fd, short revents)
{
	struct dbg_mcp *m = ctx;
	char chunk[65536];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		m->read_errno = n < 0 ? errno : 0;
		if (m->in.len)
			end_line(m); /* the last one may lack its newline */
		dbg_loop_remove(&m->loop, fd);
		m->closing = true;
		return;
	}
	struct fl_slice rest = fl_slice(chunk, (size_t)n);
	while (rest.len) {
		ptrdiff_t end = fl_slice_chr(rest, '\n');
		fl_buf_slice(&m->in, fl_slice_head(rest, end < 0 ? rest.len : (size_t)end));
		if (end < 0)
			break;
		end_line(m);
		rest = fl_slice_skip(rest, (size_t)end + 1);
	}
}

void dbg_mcp_finish(struct dbg_mcp_call *call, bool failed, struct fl_slice structured)
{
	struct dbg_mcp *m = call->mcp;
	begin_result(m, call->id, call->modern, false);
	dbg_answer_key(&m->out, "content");
	fl_buf_str(&m->out, "[{\"type\":\"text\"");
	dbg_answer_text(&m->out, "text", structured);
	fl_buf_str(&m->out, "}]");
	dbg_answer_json(&m->out, "structuredContent", structured);
	dbg_answer_bool(&m->out, "isError", failed);
	end_result(m);
}

void dbg_mcp_refuse(struct dbg_mcp *m, const char *id, const char *message)
{
	dbg_mcp_send_error(m, id, BAD_PARAMS, message);
}

static int set_up(struct dbg_mcp *m, int in, int out, struct fl_error *err)
{
	fcntl(in, F_SETFL, fcntl(in, F_GETFL) | O_NONBLOCK);
	fcntl(out, F_SETFL, fcntl(out, F_GETFL) | O_NONBLOCK);
	signal(SIGPIPE, SIG_IGN);
	dbg_loop_init(&m->loop);
	if (!dbg_loop_add(&m->loop, in, POLLIN, on_input, m) ||
		!dbg_loop_add(&m->loop, out, 0, on_writable, m))
		return fl_error_set(err, FL_EINTERNAL, "the loop is full");
	return dbg_client_open(m->opts->xdg, &m->client, err);
}

int dbg_mcp_run(const struct dbg_mcp_opts *opts, int in, int out, struct fl_error *err)
{
	struct dbg_mcp *m = calloc(1, sizeof(*m));
	if (!m)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the server");
	m->opts = opts;
	m->out_fd = out;
	fl_buf_init(&m->in, LINE_MAX_BYTES);
	fl_buf_init(&m->out, OUT_MAX);
	int rc = set_up(m, in, out, err);
	/* what was asked before the end of the input is still answered */
	while (rc == 0 && !m->ended && !(m->closing && !dbg_mcp_busy(m) && !m->out.len)) {
		dbg_loop_turn(&m->loop, dbg_mcp_deadline(m));
		dbg_mcp_expire(m);
	}
	if (rc == 0) {
		dbg_mcp_close_all(m);
		dbg_client_close(&m->client);
	}
	if (rc == 0 && m->write_errno)
		rc = fl_error_sys(err, FL_EIO, m->write_errno, "cannot write");
	if (rc == 0 && m->read_errno)
		rc = fl_error_sys(err, FL_EIO, m->read_errno, "cannot read");
	fl_buf_release(&m->in);
	fl_buf_release(&m->out);
	free(m);
	return rc;
}
