/* What each tool asks of its session, and what it tells of the answer. */
#include <stdarg.h>

#include "debugsession/console/words.h"
#include "debugsession/mcp/tools.h"
#include "debugsession/answer/answer.h"

enum { EXECUTE_MS = 5000, RESUME_MS = 30000, FRAMES_DEFAULT = 100 };

void dbg_mcp_begin(
	struct dbg_mcp_call *call, struct fl_buf *request, const char *op, int64_t wall_ms)
{
	int64_t seconds = dbg_mcp_int(call, "timeout_sec", 0);
	int64_t bytes = dbg_mcp_int(call, "max_bytes", 0);
	fl_buf_char(request, '{');
	dbg_answer_text(request, "op", fl_slice_str(op));
	dbg_answer_int(request, "timeout_ms", seconds > 0 ? seconds * 1000 : wall_ms);
	if (bytes > 0)
		dbg_answer_int(request, "max_bytes", bytes);
}

static void end_command(struct fl_buf *request, struct fl_slice command)
{
	dbg_answer_text(request, "command", command);
	fl_buf_char(request, '}');
}

static int ask_command(struct dbg_mcp_call *call, struct fl_buf *request, int64_t wall_ms,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

static int ask_command(
	struct dbg_mcp_call *call, struct fl_buf *request, int64_t wall_ms, const char *fmt, ...)
{
	struct fl_buf command;
	va_list ap;
	fl_buf_init(&command, 4 << 20);
	va_start(ap, fmt);
	fl_buf_vprintf(&command, fmt, ap);
	va_end(ap);
	dbg_mcp_begin(call, request, "command", wall_ms);
	end_command(request, fl_buf_view(&command));
	if (command.failed)
		request->failed = command.failed;
	fl_buf_release(&command);
	return 0;
}

void dbg_mcp_copy(const struct fl_json *from, const char *key, const char *as, struct fl_buf *out)
{
	const struct fl_json *v = fl_json_get(from, key);
	if (!v)
		return;
	dbg_answer_key(out, as);
	dbg_answer_tree(out, v);
}

/* Numbered as a line of the source, gdb's word that there is none would be read as one. */
void dbg_mcp_tell_words(const struct fl_json *answer, struct fl_buf *out)
{
	struct fl_slice text = fl_json_str(fl_json_get(answer, "raw")), line;
	struct fl_buf told;
	if (!dbg_words_no_source(text, &line)) {
		dbg_mcp_copy(answer, "raw", "output", out);
		return;
	}
	ptrdiff_t tab = fl_slice_chr(line, '\t');
	fl_buf_init(&told, text.len + 64);
	fl_buf_slice(&told, fl_slice(text.ptr, (size_t)(line.ptr - text.ptr)));
	fl_buf_printf(&told, "(line %.*s, without its text: %.*s)",
		FL_ARG(fl_slice_head(line, (size_t)tab)),
		FL_ARG(fl_slice_skip(line, (size_t)tab + 1)));
	fl_buf_slice(&told,
		fl_slice(line.ptr + line.len, (size_t)(text.ptr + text.len - line.ptr) - line.len));
	dbg_answer_text(out, "output", fl_buf_view(&told));
	fl_buf_release(&told);
}

static const struct fl_json *results(const struct fl_json *answer)
{
	return fl_json_get(fl_json_get(answer, "data"), "results");
}

static size_t count(const struct fl_json *list)
{
	size_t n = 0;
	for (const struct fl_json *c = list ? list->child : NULL; c; c = c->next)
		n++;
	return n;
}

void dbg_mcp_copy_list(
	const struct fl_json *from, const char *key, const char *as, struct fl_buf *out)
{
	const struct fl_json *v = fl_json_get(from, key);
	dbg_answer_key(out, as);
	if (v && v->type == FL_JARRAY)
		dbg_answer_tree(out, v);
	else
		fl_buf_str(out, "[]");
	dbg_answer_int(out, "count", (int64_t)count(v));
}

void dbg_mcp_tell_rest(const struct fl_json *answer, struct fl_buf *out)
{
	static const char *const keys[] = {"program_output", "program_output_omitted_bytes",
		"program_output_cursor", "state", "omitted_lines", "cursor"};
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		dbg_mcp_copy(answer, keys[i], keys[i], out);
}

void dbg_mcp_tell_failure(const struct fl_json *answer, struct fl_buf *out)
{
	dbg_mcp_copy(answer, "error_type", "error_type", out);
	dbg_mcp_tell_words(answer, out);
	dbg_mcp_copy(answer, "errors", "errors", out);
	dbg_mcp_tell_rest(answer, out);
}

/* Seed 001 */

void dbg_tell_open(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)answer;
	dbg_answer_text(out, "id", fl_slice_str(call->session));
}

int dbg_ask_call(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	dbg_mcp_begin(call, request, "command", RESUME_MS);
	end_command(request, dbg_mcp_text(call, "command"));
	return 0;
}

void dbg_tell_call(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_answer_key(out, "result");
	if (fl_json_get(answer, "data"))
		dbg_answer_tree(out, fl_json_get(answer, "data"));
	else
		fl_buf_str(out, "{}");
	dbg_mcp_tell_words(answer, out);
	dbg_mcp_tell_rest(answer, out);
}

int dbg_ask_stop(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)call;
	(void)err;
	fl_buf_str(request, "{\"op\":\"stop\"}");
	return 0;
}

void dbg_tell_close(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)answer;
	(void)out;
	dbg_mcp_forget(call->mcp, call->session);
}

void dbg_tell_sessions(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	const struct dbg_mcp_session *s = dbg_mcp_sessions(call->mcp);
	(void)answer;
	dbg_answer_key(out, "sessions");
	fl_buf_char(out, '[');
	for (size_t i = 0; i < DBG_OPEN_MAX; i++) {
		if (!s[i].created)
			continue;
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "id", fl_slice_str(s[i].id));
		dbg_answer_int(out, "created", s[i].created);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

/* Seed 003 */

void dbg_tell_start(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	dbg_answer_text(out, "message", FL_S("GDB session started"));
	dbg_answer_text(out, "session_id", fl_slice_str(call->session));
	dbg_mcp_copy(answer, "kernel_binary", "program", out);
	dbg_mcp_copy(answer, "startup_output", "startup_output", out);
	dbg_mcp_copy(answer, "sources", "sources", out);
	dbg_mcp_copy(answer, "source_files", "source_files", out);
	dbg_mcp_copy(answer, "warnings", "warnings", out);
	dbg_mcp_copy(answer, "env_output", "env_output", out);
	dbg_mcp_copy(answer, "init_output", "init_output", out);
}

int dbg_ask_execute(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	dbg_mcp_begin(call, request, "command", EXECUTE_MS);
	end_command(request, dbg_mcp_text(call, "command"));
	return 0;
}

void dbg_tell_execute(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy(answer, "command", "command", out);
	dbg_mcp_tell_words(answer, out);
	dbg_mcp_copy(answer, "data", "data", out);
	dbg_mcp_tell_rest(answer, out);
}

int dbg_ask_status(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)call;
	(void)err;
	fl_buf_str(request, "{\"op\":\"status\"}");
	return 0;
}

void dbg_tell_status(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_answer_bool(out, "is_running", true);
	dbg_answer_bool(out, "target_running",
		fl_slice_eqs(fl_json_str(fl_json_get(answer, "state")), "running"));
	for (const struct fl_json *c = answer->child; c; c = c->next) {
		char key[64];
		if (c->key.len >= sizeof(key) || fl_slice_eqs(c->key, "success"))
			continue;
		memcpy(key, c->key.ptr, c->key.len);
		key[c->key.len] = '\0';
		dbg_answer_key(out, key);
		dbg_answer_tree(out, c);
	}
}

void dbg_tell_stopped(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)answer;
	dbg_answer_text(out, "message", FL_S("GDB session stopped"));
	dbg_mcp_forget(call->mcp, call->session);
}

int dbg_ask_threads(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, EXECUTE_MS, "-thread-info");
}

void dbg_tell_threads(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy_list(results(answer), "threads", "threads", out);
	dbg_mcp_copy(results(answer), "current-thread-id", "current_thread_id", out);
}

int dbg_ask_backtrace(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	int64_t thread = dbg_mcp_int(call, "thread_id", 0);
	int64_t frames = dbg_mcp_int(call, "max_frames", FRAMES_DEFAULT);
	if (frames < 1)
		return fl_error_set(err, FL_EINVAL, "max_frames must be at least 1");
	if (thread > 0)
		return ask_command(call, request, EXECUTE_MS,
			"-stack-list-frames --thread %lld 0 %lld", (long long)thread,
			(long long)frames - 1);
	return ask_command(
		call, request, EXECUTE_MS, "-stack-list-frames 0 %lld", (long long)frames - 1);
}

void dbg_tell_backtrace(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy_list(results(answer), "stack", "frames", out);
}

/* "FILE:LINE" of a name with quotes, which gdb would read, in two words; others as they are. */
static void add_location(struct fl_buf *command, struct fl_slice location)
{
	uint32_t line;
	ptrdiff_t colon = fl_slice_rchr(location, ':');
	struct fl_slice number = fl_slice_skip(location, colon < 0 ? 0 : (size_t)colon + 1);
	bool quotes = fl_slice_chr(location, '"') >= 0 || fl_slice_chr(location, '\'') >= 0 ||
		      fl_slice_chr(location, '\\') >= 0;
	if (colon <= 0 || !quotes || !number.len || fl_slice_uint(number, &line) != number.len) {
		dbg_mi_quote(command, location);
		return;
	}
	fl_buf_str(command, "--source ");
	dbg_mi_quote(command, fl_slice_head(location, (size_t)colon));
	fl_buf_printf(command, " --line %u", line);
}

int dbg_ask_break(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	struct fl_slice condition = dbg_mcp_text(call, "condition");
	struct fl_buf command;
	(void)err;
	fl_buf_init(&command, 1 << 20);
	fl_buf_str(&command, "-break-insert ");
	fl_buf_str(&command, dbg_mcp_bool(call, "temporary") ? "-t " : "");
	if (condition.len) {
		fl_buf_str(&command, "-c ");
		dbg_mi_quote(&command, condition);
		fl_buf_char(&command, ' ');
	}
	add_location(&command, dbg_mcp_text(call, "location"));
	dbg_mcp_begin(call, request, "command", EXECUTE_MS);
	end_command(request, fl_buf_view(&command));
	fl_buf_release(&command);
	return 0;
}

void dbg_tell_break(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy(results(answer), "bkpt", "breakpoint", out);
}

int dbg_ask_breakpoints(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, EXECUTE_MS, "-break-list");
}

void dbg_tell_breakpoints(
	struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy_list(
		fl_json_get(results(answer), "BreakpointTable"), "body", "breakpoints", out);
}

int dbg_ask_continue(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, RESUME_MS, "continue");
}

int dbg_ask_step(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, RESUME_MS, "step");
}

int dbg_ask_next(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, RESUME_MS, "next");
}

int dbg_ask_finish(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, RESUME_MS, "finish");
}

int dbg_ask_interrupt(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	int rc = dbg_mcp_interrupt(call, err);
	return rc ? rc : ask_command(call, request, EXECUTE_MS, "wait");
}

int dbg_ask_wait(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, RESUME_MS, "wait");
}

void dbg_tell_resumed(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_tell_words(answer, out);
	dbg_mcp_copy(fl_json_get(answer, "data"), "stop", "stop", out);
	dbg_mcp_tell_rest(answer, out);
}

int dbg_ask_evaluate(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	struct fl_slice expression = dbg_mcp_text(call, "expression");
	(void)err;
	return ask_command(call, request, EXECUTE_MS, "evaluate %.*s", FL_ARG(expression));
}

void dbg_tell_value(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	dbg_answer_text(out, "expression", dbg_mcp_text(call, "expression"));
	dbg_mcp_copy(fl_json_get(answer, "data"), "value", "value", out);
}

int dbg_ask_variables(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	int64_t thread = dbg_mcp_int(call, "thread_id", 0);
	int64_t frame = dbg_mcp_int(call, "frame", 0);
	if (frame < 0)
		return fl_error_set(err, FL_EINVAL, "frame must not be negative");
	if (thread > 0)
		return ask_command(call, request, EXECUTE_MS,
			"-stack-list-variables --thread %lld --frame %lld --all-values",
			(long long)thread, (long long)frame);
	return ask_command(call, request, EXECUTE_MS,
		"-stack-list-variables --thread current --frame %lld --all-values",
		(long long)frame);
}

void dbg_tell_variables(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	dbg_answer_int(out, "frame", dbg_mcp_int(call, "frame", 0));
	dbg_mcp_copy_list(results(answer), "variables", "variables", out);
}

int dbg_ask_registers(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	return ask_command(call, request, EXECUTE_MS, "info registers");
}

void dbg_tell_registers(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy(answer, "output", "registers", out);
}

/* Of our own */

int dbg_ask_watch(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	struct fl_slice access = dbg_mcp_text(call, "access");
	struct fl_slice expression = dbg_mcp_text(call, "expression");
	const char *word = access.len == 0 || fl_slice_eqs(access, "write") ? "watch"
			   : fl_slice_eqs(access, "read")                   ? "rwatch"
			   : fl_slice_eqs(access, "access")                 ? "awatch"
									    : NULL;
	if (!word)
		return fl_error_set(err, FL_EINVAL, "access is one of write, read and access");
	return ask_command(call, request, EXECUTE_MS, "%s %.*s", word, FL_ARG(expression));
}

int dbg_ask_memory(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	int64_t size = dbg_mcp_int(call, "size", 64);
	struct fl_buf command;
	if (size < 1 || size > 1 << 20)
		return fl_error_set(err, FL_EINVAL, "size is 1 to 1048576 bytes");
	fl_buf_init(&command, 1 << 20);
	fl_buf_str(&command, "-data-read-memory-bytes ");
	dbg_mi_quote(&command, dbg_mcp_text(call, "address"));
	fl_buf_printf(&command, " %lld", (long long)size);
	dbg_mcp_begin(call, request, "command", EXECUTE_MS);
	end_command(request, fl_buf_view(&command));
	fl_buf_release(&command);
	return 0;
}

void dbg_tell_memory(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy_list(results(answer), "memory", "memory", out);
}

int dbg_ask_disassemble(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	struct fl_slice where = dbg_mcp_text(call, "location");
	(void)err;
	return ask_command(call, request, EXECUTE_MS, "disassemble %.*s", FL_ARG(where));
}

void dbg_tell_disassemble(
	struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy_list(fl_json_get(answer, "data"), "instructions", "instructions", out);
	dbg_mcp_tell_rest(answer, out);
}

int dbg_ask_input(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	fl_buf_str(request, "{\"op\":\"input\"");
	dbg_answer_text(request, "text", dbg_mcp_text(call, "text"));
	dbg_answer_bool(request, "eof", dbg_mcp_bool(call, "eof"));
	fl_buf_char(request, '}');
	return 0;
}

void dbg_tell_input(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy(answer, "bytes", "bytes", out);
}

int dbg_ask_output(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	fl_buf_str(request, "{\"op\":\"output\"");
	dbg_answer_int(request, "from", dbg_mcp_int(call, "from", 0));
	dbg_answer_int(request, "max_bytes", dbg_mcp_int(call, "max_bytes", 65536));
	fl_buf_char(request, '}');
	return 0;
}

void dbg_tell_output(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	static const char *const keys[] = {"output", "from", "next", "end"};
	(void)call;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		dbg_mcp_copy(answer, keys[i], keys[i], out);
}

int dbg_ask_more(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	int64_t bytes = dbg_mcp_int(call, "max_bytes", 0);
	(void)err;
	fl_buf_str(request, "{\"op\":\"more\"");
	dbg_answer_text(request, "cursor", dbg_mcp_text(call, "cursor"));
	if (bytes > 0)
		dbg_answer_int(request, "max_bytes", bytes);
	fl_buf_char(request, '}');
	return 0;
}
