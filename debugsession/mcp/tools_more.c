/* Tools that put several questions into one call. */
#include <stdio.h>

#include "debugsession/mcp/tools.h"
#include "debugsession/answer/answer.h"

enum { BATCH_MS = 30000, CORE_MS = 30000, WHY_MS = 30000, CORE_FRAMES = 20 };

int dbg_ask_batch(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	dbg_mcp_begin(call, request, "batch", BATCH_MS);
	dbg_answer_key(request, "commands");
	dbg_answer_tree(request, fl_json_get(call->args, "commands"));
	fl_buf_char(request, '}');
	return 0;
}

static bool succeeded(const struct fl_json *answer)
{
	const struct fl_json *v = fl_json_get(answer, "success");
	return v && v->num;
}

static void tell_one(const struct fl_json *answer, struct fl_buf *out)
{
	static const char *const keys[] = {"command", "success", "error", "error_type"};
	dbg_answer_item(out);
	fl_buf_char(out, '{');
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		dbg_mcp_copy(answer, keys[i], keys[i], out);
	dbg_mcp_tell_words(answer, out);
	dbg_mcp_copy(answer, "data", "data", out);
	dbg_mcp_tell_rest(answer, out);
	fl_buf_char(out, '}');
}

void dbg_tell_batch(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	const struct fl_json *list = fl_json_get(answer, "results");
	int64_t count = 0, failed = 0;
	(void)call;
	dbg_answer_key(out, "results");
	fl_buf_char(out, '[');
	for (const struct fl_json *v = list ? list->child : NULL; v; v = v->next) {
		tell_one(v, out);
		count++;
		failed += !succeeded(v);
	}
	fl_buf_char(out, ']');
	dbg_answer_int(out, "count", count);
	dbg_answer_int(out, "failed", failed);
}

int dbg_ask_core(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	int64_t frames = dbg_mcp_int(call, "max_frames", CORE_FRAMES);
	char command[64];
	if (frames < 1)
		return fl_error_set(err, FL_EINVAL, "max_frames must be at least 1");
	snprintf(command, sizeof(command), "post-mortem %lld", (long long)frames);
	dbg_mcp_begin(call, request, "command", CORE_MS);
	dbg_answer_text(request, "command", fl_slice_str(command));
	fl_buf_char(request, '}');
	return 0;
}

void dbg_tell_core(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	static const char *const keys[] = {"signal", "threads", "count", "omitted_threads"};
	const struct fl_json *data = fl_json_get(answer, "data");
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		dbg_mcp_copy(data, keys[i], keys[i], out);
	dbg_mcp_tell_words(answer, out);
	dbg_mcp_copy(call->welcome, "startup_output", "startup_output", out);
	dbg_mcp_copy(call->welcome, "warnings", "warnings", out);
	dbg_mcp_tell_rest(answer, out);
	if (dbg_mcp_bool(call, "keep"))
		dbg_answer_text(out, "session_id", fl_slice_str(call->session));
}

int dbg_mcp_style(struct dbg_mcp_call *call, enum fl_style *ret_style, struct fl_error *err)
{
	struct fl_slice word = dbg_mcp_text(call, "style");
	int style = word.len ? fl_style_find(word) : FL_FULL;
	if (style < 0)
		return fl_error_set(
			err, FL_EINVAL, "style is one of full, compact, terse and terse-source");
	*ret_style = (enum fl_style)style;
	return 0;
}

int dbg_ask_literal(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	struct fl_slice command = dbg_mcp_text(call, "command");
	enum fl_style style;
	int rc = dbg_mcp_style(call, &style, err);
	if (rc)
		return rc;
	dbg_mcp_begin(call, request, "command", BATCH_MS);
	dbg_answer_text(request, "format", FL_S("struct"));
	dbg_answer_text(request, "style", dbg_mcp_text(call, "style"));
	dbg_answer_text(request, "command", command);
	fl_buf_char(request, '}');
	return 0;
}

void dbg_tell_literal(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy(answer, "command", "command", out);
	dbg_mcp_copy(answer, "literal", "literal", out);
	dbg_mcp_tell_rest(answer, out);
}

int dbg_ask_cpp_call(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	enum fl_style style;
	int rc = dbg_mcp_style(call, &style, err);
	if (rc)
		return rc;
	dbg_mcp_begin(call, request, "command", BATCH_MS);
	dbg_answer_text(request, "style", dbg_mcp_text(call, "style"));
	struct fl_buf command;
	fl_buf_init(&command, 4 << 20);
	fl_buf_str(&command, "cpp-call ");
	fl_buf_slice(&command, dbg_mcp_text(call, "text"));
	dbg_answer_text(request, "command", fl_buf_view(&command));
	fl_buf_char(request, '}');
	rc = fl_buf_error(&command, "the text", err);
	fl_buf_release(&command);
	return rc;
}

void dbg_tell_cpp_call(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	const struct fl_json *data = fl_json_get(answer, "data");
	(void)call;
	dbg_mcp_copy(answer, "output", "literals", out);
	dbg_mcp_copy_list(data, "calls", "calls", out);
	dbg_mcp_copy(data, "failed", "failed", out);
	dbg_mcp_copy(answer, "state", "state", out);
}

int dbg_ask_fault(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	static const char *const keys[] = {"vector", "error", "frame"};
	struct fl_buf command;
	fl_buf_init(&command, 1 << 16);
	fl_buf_str(&command, "fault");
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct fl_slice value = dbg_mcp_text(call, keys[i]);
		if (value.len)
			fl_buf_printf(&command, " %s %.*s", keys[i], FL_ARG(value));
	}
	dbg_mcp_begin(call, request, "command", BATCH_MS);
	dbg_answer_text(request, "command", fl_buf_view(&command));
	fl_buf_char(request, '}');
	int rc = fl_buf_error(&command, "the command", err);
	fl_buf_release(&command);
	return rc;
}

int dbg_ask_why(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)
{
	(void)err;
	dbg_mcp_begin(call, request, "command", WHY_MS);
	dbg_answer_text(request, "command", FL_S("why-context"));
	fl_buf_char(request, '}');
	return 0;
}

void dbg_tell_why(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	(void)call;
	dbg_mcp_copy(fl_json_get(answer, "data"), "context", "context", out);
	dbg_mcp_tell_rest(answer, out);
}
