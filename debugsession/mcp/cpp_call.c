/* gdb_cpp_call: what needs no debugger (compile, run_test) is done by a task, the rest by one. */
#include <stdio.h>

#include "debugsession/calls/calls.h"
#include "debugsession/mcp/server.h"
#include "debugsession/mcp/tools.h"
#include "debugsession/script/script.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/keeper.h"

/* END_MS: what ends of a test may take besides */
enum { WALL_S = 60, WALL_MAX_S = 3600, END_MS = 30000, ANSWER_MAX = 32 << 20 };

struct order {
	struct dbg_script_opts script;
	struct dbg_calls_in calls;
};

/* The task: its answer is like a session's to cpp-call. */
static void run(void *arg, int out)
{
	struct order *o = arg;
	struct fl_error err = {0};
	struct fl_buf answer, literals, list;
	size_t failed = 0;
	fl_buf_init(&answer, ANSWER_MAX * 3);
	fl_buf_init(&literals, ANSWER_MAX);
	fl_buf_init(&list, ANSWER_MAX);
	int rc = dbg_calls_run(&o->calls, &literals, &list, &failed, &err);
	if (rc == 0)
		rc = fl_buf_error(&literals, "the answer", &err);
	fl_buf_char(&answer, '{');
	dbg_answer_bool(&answer, "success", rc == 0);
	if (rc) {
		dbg_answer_text(&answer, "error", fl_slice_str(err.message));
		dbg_answer_text(&answer, "error_type",
			fl_slice_str(dbg_error_words[dbg_error_type_of(&err)]));
	} else {
		dbg_answer_text(&answer, "output", fl_buf_view(&literals));
		dbg_answer_key(&answer, "data");
		fl_buf_printf(&answer, "{\"calls\":[%s],\"failed\":%zu}", list.data, failed);
	}
	fl_buf_str(&answer, "}\n");
	fl_write_all(out, fl_buf_view(&answer), NULL); /* to nobody, when the server has gone */
}

static int run_alone(struct dbg_mcp_call *call, struct fl_slice text, struct fl_error *err)
{
	int64_t wall = dbg_mcp_int(call, "timeout_sec", WALL_S);
	int64_t bytes = dbg_mcp_int(call, "max_bytes", 0);
	enum fl_style style = FL_FULL;
	int out, rc = dbg_mcp_style(call, &style, err);
	if (rc)
		return rc;
	struct order order = {
		.script = {.name = "call.cpp",
			.xdg = call->mcp->opts->xdg,
			.gdb_path = call->mcp->opts->gdb_path},
		.calls = {.test = dbg_script_test,
			.text = text,
			.wall_ms = (unsigned)(wall < 1 || wall > WALL_MAX_S ? WALL_MAX_S : wall) *
				   1000,
			.wish = {.wanted = true,
				.style = style,
				.max_bytes = bytes > 0 ? (size_t)bytes : 0}},
	};
	order.calls.test_ctx = &order.script;
	rc = dbg_keeper_do(run, &order, order.calls.wall_ms + END_MS, &out, err);
	call->task = true;
	return rc ? rc : dbg_mcp_watch(call, out, err);
}

int dbg_mcp_cpp_call(struct dbg_mcp_call *call, struct fl_error *err)
{
	struct fl_slice text = dbg_mcp_text(call, "text");
	return dbg_calls_alone(text) ? run_alone(call, text, err)
				     : dbg_mcp_ask(call, dbg_ask_cpp_call, err);
}
