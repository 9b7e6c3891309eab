/* gdb_run_script: a script (script/script.h) is run by a task, which says how it went. */
#include <stdio.h>

#include "debugsession/mcp/server.h"
#include "debugsession/mcp/tools.h"
#include "debugsession/script/script.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/keeper.h"

/* END_MS: what ends of a script may take besides, a session of a failed test's too */
enum { WALL_S = 60, WALL_MAX_S = 3600, END_MS = 30000, OUT_MAX = 1 << 20, SHOWN_MAX = 64 << 10 };
enum { LINES = 1 << 30, ANSWER_MAX = 16 << 20 };

struct order {
	struct dbg_script_opts opts;
	size_t shown; /* bytes of each text in the answer */
	struct fl_buf streams[2]; /* by DBG_SCRIPT_OUT, DBG_SCRIPT_ERR */
};

static void keep(void *ctx, int stream, struct fl_slice bytes)
{
	struct order *o = ctx;
	fl_buf_slice(&o->streams[stream], bytes);
}

static void add_stream(const struct order *o, int stream, const char *key, struct fl_buf *out)
{
	const struct dbg_cut how = {.max_lines = LINES, .max_bytes = o->shown};
	struct dbg_cut_result cut;
	struct fl_buf text;
	fl_buf_init(&text, OUT_MAX + 4096);
	dbg_cut_text(fl_buf_view(&o->streams[stream]), &how, &text, &cut);
	dbg_answer_text(out, key, fl_buf_view(&text));
	if (cut.omitted && stream == DBG_SCRIPT_OUT)
		dbg_answer_int(out, "omitted_lines", (int64_t)cut.omitted);
	fl_buf_release(&text);
}

/* The task: its answer is like a session's. */
static void run(void *arg, int out)
{
	struct order *o = arg;
	struct fl_error err = {0};
	struct fl_buf answer;
	fl_buf_init(&o->streams[DBG_SCRIPT_OUT], OUT_MAX);
	fl_buf_init(&o->streams[DBG_SCRIPT_ERR], OUT_MAX);
	fl_buf_init(&answer, ANSWER_MAX);
	o->opts.write = keep;
	o->opts.ctx = o;
	int rc = dbg_script_run(&o->opts, &err);
	fl_buf_char(&answer, '{');
	dbg_answer_bool(&answer, "success", rc == 0);
	if (rc) {
		/* a "no" of the script's own is none of gdb's */
		enum dbg_error_type type =
			rc == FL_EREFUSED ? DBG_ERROR_EXECUTION_FAILED : dbg_error_type_of(&err);
		dbg_answer_text(&answer, "error", fl_slice_str(err.message));
		dbg_answer_text(&answer, "error_type", fl_slice_str(dbg_error_words[type]));
	}
	add_stream(o, DBG_SCRIPT_OUT, "raw", &answer);
	add_stream(o, DBG_SCRIPT_ERR, "errors", &answer);
	fl_buf_str(&answer, "}\n");
	fl_write_all(out, fl_buf_view(&answer), NULL); /* to nobody, when the server has gone */
}

/* Its session is in call->session; empty: there is none, and the script has none. */
static int choose(struct dbg_mcp_call *call, struct fl_error *err)
{
	bool named = dbg_mcp_text(call, "session_id").len || call->mcp->current[0];
	return named || call->session[0] ? dbg_mcp_choose_session(call, err) : 0;
}

int dbg_mcp_run_script(struct dbg_mcp_call *call, struct fl_error *err)
{
	int64_t wall = dbg_mcp_int(call, "timeout_sec", WALL_S);
	int64_t shown = dbg_mcp_int(call, "max_bytes", SHOWN_MAX);
	enum fl_style style = FL_FULL;
	int out, rc = dbg_mcp_style(call, &style, err);
	if (rc == 0)
		rc = choose(call, err);
	if (rc)
		return rc;
	struct order order = {
		.opts = {.text = dbg_mcp_text(call, "script"),
			.name = "script.cpp",
			.session = call->session[0] ? call->session : NULL,
			.xdg = call->mcp->opts->xdg,
			.gdb_path = call->mcp->opts->gdb_path,
			.style = style,
			.wall_ms = (unsigned)(wall < 1 || wall > WALL_MAX_S ? WALL_MAX_S : wall) *
				   1000,
			.out_max = OUT_MAX},
		.shown = shown < 1 || shown > OUT_MAX ? OUT_MAX : (size_t)shown,
	};
	rc = dbg_keeper_do(run, &order, order.opts.wall_ms + END_MS, &out, err);
	call->task = true;
	return rc ? rc : dbg_mcp_watch(call, out, err);
}

void dbg_tell_script(struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)
{
	dbg_mcp_copy(answer, "raw", "output", out);
	dbg_mcp_copy(answer, "errors", "errors", out);
	dbg_mcp_copy(answer, "omitted_lines", "omitted_lines", out);
	if (call->session[0])
		dbg_answer_text(out, "session_id", fl_slice_str(call->session));
}
