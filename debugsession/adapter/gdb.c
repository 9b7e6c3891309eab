/*
 * The engine gdb-dap: gdb by its own debug adapter. Commands go to the adapter's console
 * (`evaluate` in the context "repl"), where gdb does them as its users know them, GDB/MI by
 * interpreter-exec; so text and records are gdb's own. What resumes the program does so in the
 * background; the events `stopped` and `exited` say when that has ended, and gdb_side.c with which
 * record.
 */
#include <stdio.h>
#include <unistd.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/gdb_side.h"
#include "debugsession/answer/answer.h"
#include "debugsession/console/words.h"

enum { SETUP_MS = 60000, TELL_MS = 10000, EXPRESSION_MAX = DBG_COMMAND_BYTES };

struct gdb_engine {
	struct dbg_dap_engine base; /* first: a console pointer is a pointer to this */
	struct dbg_mi mi;
	int script; /* a file in memory that gdb sources, or -1 */
};

static struct gdb_engine *self(struct dbg_console *c)
{
	return (struct gdb_engine *)c;
}

/* What _faultline.tell() and MI commands say. */
static int on_record(void *ctx, struct dbg_mi_record *r)
{
	struct dbg_console *c = ctx;
	if (r->kind == DBG_MI_RESULT && !c->have_result) {
		dbg_mi_keep(r, &c->result);
		c->have_result = true;
	} else if (r->kind == DBG_MI_CONSOLE || r->kind == DBG_MI_LOG) {
		dbg_console_add_text(c, r->text);
	} else if (r->kind == DBG_MI_EXEC && fl_slice_eqs(r->name, "stopped")) {
		c->resumed = true;
		dbg_console_on_stopped(c, r);
	} else if (r->kind == DBG_MI_NOTIFY && fl_slice_eqs(r->name, "program")) {
		int64_t pid = dbg_mi_int(dbg_mi_result(r, "pid"), 0);
		c->program_pid = dbg_dap_self(c)->pid = pid;
		if (pid)
			c->state = DBG_STATE_STOPPED;
		else if (c->state != DBG_STATE_NONE)
			c->state = DBG_STATE_EXITED;
	}
	return 0;
}

/* Run a command of gdb in its console; ret: what it said. FL_EREFUSED with gdb's words. */
static int repl(struct dbg_dap_engine *e, struct fl_slice command, struct dbg_dap_answer *ret,
	struct fl_error *err)
{
	struct fl_buf args;
	fl_buf_init(&args, EXPRESSION_MAX);
	dbg_answer_text(&args, "expression", command);
	dbg_answer_text(&args, "context", FL_S("repl"));
	int rc = dbg_dap_request(e, "evaluate", &args, ret, err);
	fl_buf_release(&args);
	return rc;
}

static struct fl_slice said(const struct dbg_dap_answer *answer)
{
	return fl_json_str(fl_json_get(answer->body, "result"));
}

/* The adapter answers nothing while the program runs. */
static bool is_running(const struct fl_error *err)
{
	return strcmp(err->message, "notStopped") == 0;
}

/* A command whose answer is GDB/MI: its records are taken. */
static int take_mi(struct dbg_console *c, struct fl_slice command, struct fl_error *err)
{
	struct dbg_dap_answer answer;
	int rc = repl(dbg_dap_self(c), command, &answer, err);
	if (rc)
		return rc;
	rc = dbg_mi_push(&self(c)->mi, said(&answer));
	if (rc == 0)
		rc = dbg_mi_end(&self(c)->mi);
	dbg_dap_answer_release(&answer);
	return rc ? fl_error_set(err, rc, "out of memory for an answer") : 0;
}

/*
 * What the program does now. An event that came between question and refusal means that it has
 * stopped meanwhile.
 */
static int tell(struct dbg_console *c, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	struct fl_error reason = {0};
	int rc;
	e->halt.pending = false;
	do {
		e->halted = false;
		rc = take_mi(c, FL_S(DBG_DAP_GDB_TELL), &reason);
	} while (rc == FL_EREFUSED && is_running(&reason) && e->halted);
	if (rc == FL_EREFUSED && is_running(&reason)) {
		if (c->state != DBG_STATE_RUNNING)
			dbg_console_on_running(c);
		return 0;
	}
	return rc ? fl_error_set(err, reason.code, "%s", reason.message) : 0;
}

/* A stop while it runs: who waits goes on, and asks with which record it stopped. */
static void on_event(struct dbg_dap_engine *e, const struct fl_json *event)
{
	struct fl_slice name = fl_json_str(fl_json_get(event, "event"));
	const struct fl_json *body = fl_json_get(event, "body");
	bool exited = fl_slice_eqs(name, "exited");
	if (fl_slice_eqs(name, "output"))
		dbg_console_add_text(&e->base, fl_json_str(fl_json_get(body, "output")));
	if (!exited && !fl_slice_eqs(name, "stopped"))
		return;
	e->halted = true;
	if (e->base.state != DBG_STATE_RUNNING)
		return;
	struct dbg_mi_record r = {.kind = DBG_MI_EXEC, .name = FL_S("stopped")};
	fl_arena_init(&r.arena, 4096);
	e->halt.pending = true;
	dbg_console_on_stopped(&e->base, &r);
	fl_arena_release(&r.arena);
	if (exited)
		e->base.state = DBG_STATE_EXITED;
}

static void gdb_settle(struct dbg_console *c)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	if (!e->halt.pending)
		return;
	if (e->deadline < fl_clock_ms() + TELL_MS)
		e->deadline = fl_clock_ms() + TELL_MS;
	bool quiet = c->quiet, resumed = c->resumed;
	tell(c, NULL);
	c->quiet = quiet;
	c->resumed = resumed;
}

/* gdb cuts this line into words as a shell does: a backslash keeps the next byte, any. */
static void interpreter_line(struct fl_slice command, struct fl_buf *out)
{
	size_t digits = 0;
	while (digits < command.len && command.ptr[digits] >= '0' && command.ptr[digits] <= '9')
		digits++;
	fl_buf_str(out, "interpreter-exec mi3 \"");
	for (size_t i = digits; i < command.len; i++) {
		char c = command.ptr[i];
		if (c == '"' || c == '\\')
			fl_buf_char(out, '\\');
		fl_buf_char(out, (char)(c == '\n' ? ' ' : c));
	}
	fl_buf_char(out, '"');
}

static int gdb_ask(
	struct dbg_console *c, const char *command, unsigned wall_ms, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	struct fl_buf line;
	fl_buf_init(&line, EXPRESSION_MAX);
	e->deadline = fl_clock_ms() + wall_ms;
	gdb_settle(c);
	dbg_console_drop_result(c);
	interpreter_line(fl_slice_str(command), &line);
	int rc = take_mi(c, fl_buf_view(&line), err);
	fl_buf_release(&line);
	if (rc == 0 && !c->have_result)
		return fl_error_set(err, FL_EREFUSED, "gdb gave \"%s\" no answer", command);
	if (rc == FL_EREFUSED && err && is_running(err))
		return dbg_dap_refuse_running(err);
	return rc;
}

/* The command as gdb's console gets it. */
static int command_line(
	struct dbg_console *c, struct fl_slice command, struct fl_buf *out, struct fl_error *err)
{
	if (fl_slice_chr(command, '\n') >= 0) {
		int rc = dbg_console_script(&self(c)->script, command, err);
		if (rc)
			return rc;
		fl_buf_printf(out, "source /proc/%d/fd/%d", (int)getpid(), self(c)->script);
	} else {
		fl_buf_slice(out, command);
		if (dbg_console_resumes(command) && !fl_slice_ends(command, "&"))
			fl_buf_str(out, " &");
	}
	return fl_buf_error(out, "a debugger command", err);
}

/*
 * What selects a frame or thread is told by the interpreter that people type at, and so not here:
 * the question that gives the same text.
 */
static const struct {
	const char *words, *least, *question;
} selections[] = {
	{"up", "up", "frame"},
	{"down", "dow", "frame"},
	{"frame", "f", "frame"},
	{"thread", "t",
		"python print(gdb.execute('thread', to_string=True).replace('Current thread is', "
		"'Switching to thread') + gdb.execute('frame', to_string=True), end='')"},
};

static void say_selection(struct dbg_console *c, struct fl_slice command)
{
	struct dbg_dap_answer answer;
	for (size_t i = 0; i < sizeof(selections) / sizeof(*selections); i++) {
		if (!dbg_words_match(command, selections[i].words, selections[i].least, NULL))
			continue;
		if (repl(dbg_dap_self(c), fl_slice_str(selections[i].question), &answer, NULL))
			return;
		dbg_console_add_text(c, said(&answer));
		dbg_dap_answer_release(&answer);
		return;
	}
}

static int run_cli(struct dbg_console *c, struct fl_slice command, struct fl_error *err)
{
	struct dbg_dap_answer answer;
	struct fl_buf line;
	fl_buf_init(&line, EXPRESSION_MAX);
	int rc = command_line(c, command, &line, err);
	if (rc == 0)
		rc = repl(dbg_dap_self(c), fl_buf_view(&line), &answer, err);
	if (rc == 0) {
		bool silent = said(&answer).len == 0;
		dbg_console_add_text(c, said(&answer));
		dbg_dap_answer_release(&answer);
		if (silent)
			say_selection(c, command);
	}
	fl_buf_release(&line);
	return rc;
}

static int run_mi(struct dbg_console *c, struct fl_slice command, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, EXPRESSION_MAX);
	interpreter_line(command, &line);
	int rc = take_mi(c, fl_buf_view(&line), err);
	fl_buf_release(&line);
	return rc;
}

static int send_pause(struct dbg_dap_engine *e, struct fl_error *err)
{
	struct fl_buf args;
	fl_buf_init(&args, 64);
	dbg_answer_int(&args, "threadId", 1);
	int rc = dbg_dap_send(e, "pause", &args, err);
	fl_buf_release(&args);
	return rc;
}

static int one_command(struct dbg_console *c, struct fl_slice command, struct fl_error *err)
{
	struct fl_error later = {0};
	if (c->state == DBG_STATE_RUNNING &&
		(fl_slice_starts(command, "-exec-interrupt") ||
			dbg_words_match(command, "interrupt", "interr", NULL))) {
		c->interrupting = true;
		return send_pause(dbg_dap_self(c), err);
	}
	int rc = fl_slice_starts(command, "-") ? run_mi(c, command, err) : run_cli(c, command, err);
	if (rc == FL_EREFUSED && is_running(err))
		return dbg_dap_refuse_running(err);
	if (rc && rc != FL_EREFUSED)
		return rc;
	int told = tell(c, &later);
	if (told)
		return fl_error_set(err, told, "%s", later.message);
	bool waits = c->resumed && c->state == DBG_STATE_RUNNING && !fl_slice_ends(command, "&");
	if (rc || !waits)
		return rc;
	rc = dbg_console_await_stop(c, dbg_dap_self(c)->deadline, err);
	if (rc == 0)
		gdb_settle(c);
	return rc;
}

static int gdb_run(
	struct dbg_console *c, struct fl_slice command, int64_t deadline, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	struct dbg_mi_value root = {.type = DBG_MI_TUPLE};
	struct fl_error reason = {0};
	struct fl_arena a;
	dbg_loop_turn(c->loop, fl_clock_ms()); /* the adapter may have died meanwhile */
	if (c->state == DBG_STATE_DEAD)
		return dbg_console_closed(c, err);
	e->deadline = deadline;
	c->quiet = true;
	gdb_settle(c);
	c->quiet = false;
	dbg_console_drop_result(c);
	c->resumed = c->new_stop = false;
	int rc = one_command(c, command, &reason);
	if (rc == 0 && c->have_result) {
		if (c->resumed)
			c->result.name = FL_S("running");
		return 0;
	}
	dbg_console_drop_result(c);
	fl_arena_init(&a, 1 << 20);
	rc = dbg_dap_finish(e, rc, c->resumed ? "running" : "done", &root, &a, &reason);
	return rc ? fl_error_set(err, reason.code, "%s", reason.message) : 0;
}

static int gdb_interrupt(struct dbg_console *c, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	if (c->state == DBG_STATE_RUNNING)
		return send_pause(e, err);
	dbg_dap_break_off(e);
	return 0;
}

static int refused(struct fl_slice message, struct fl_error *err)
{
	return fl_error_set(err, FL_EREFUSED, "%.*s", FL_ARG(message));
}

static const struct dbg_dap_traits gdb_traits = {
	.on_event = on_event,
	.refused = refused,
	.cancels = true,
};

static void gdb_init(struct dbg_console *c)
{
	dbg_dap_engine_init(c, &gdb_traits);
	self(c)->script = -1;
	dbg_mi_init(&self(c)->mi, 0, on_record, c);
}

static int gdb_set_up(
	struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	int rc = dbg_dap_set_up(c, opts, err);
	if (rc == FL_ECLOSED && fl_slice_find(fl_buf_view(&c->noise), "unrecognized") >= 0)
		return fl_error_set(err, FL_EMISSING,
			"%s knows no Debug Adapter Protocol, which gdb has from version 14 on: "
			"name a "
			"newer one with --gdb-path, or take the engine gdb",
			opts->gdb_path ? opts->gdb_path : "gdb");
	e->deadline = fl_clock_ms() + SETUP_MS;
	for (size_t i = 0; rc == 0 && dbg_dap_gdb_side[i]; i++)
		rc = repl(e, fl_slice_str(dbg_dap_gdb_side[i]), NULL, err);
	return rc ? rc : dbg_console_set_up_gdb(c, opts, err);
}

static void gdb_release(struct dbg_console *c)
{
	if (self(c)->script >= 0)
		close(self(c)->script);
	dbg_mi_release(&self(c)->mi);
	dbg_dap_engine_release(c);
}

static const char *const gdb_argv[] = {"gdb", "-nx", "-q", "--interpreter=dap", NULL};

const struct dbg_console_ops dbg_dap_gdb_ops = {
	.argv = gdb_argv,
	.install = "gdb (version 14 or later)",
	.size = sizeof(struct gdb_engine),
	.init = gdb_init,
	.set_up = gdb_set_up,
	.release = gdb_release,
	.read = dbg_dap_read,
	.run = gdb_run,
	.ask = gdb_ask,
	.settle = gdb_settle,
	.interrupt = gdb_interrupt,
};
