#include "debugsession/adapter/lldb.h"

#include <inttypes.h>
#include <stdlib.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/gdb/look.h"
#include "debugsession/gdb/read.h"

enum {
	OUTPUT_BYTES = 65536,
	COMMAND_MS = 20000,
	COMMAND_BYTES = 1 << 18,
	PASSED_MAX = 1000 /* stops of lldb's own in a run */
};

struct lldb {
	struct dbg_engine engine; /* first: an engine pointer is a pointer to this */
	struct dbg_loop loop;
	struct dbg_console *console;
	struct dbg_dap_engine *dap; /* the same */
	struct fl_buf output; /* the first bytes of the run's */
	bool output_cut;
	int64_t thread; /* of the last stop */
};

static struct lldb *self(struct dbg_engine *e)
{
	return (struct lldb *)(void *)e;
}

/* Quiet: nothing of it is kept but the record, until the next. */
static int ask(struct lldb *l, const struct dbg_mi_record **ret_reply, struct fl_error *err,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

static int ask(struct lldb *l, const struct dbg_mi_record **ret_reply, struct fl_error *err,
	const char *fmt, ...)
{
	const struct dbg_mi_record *reply;
	struct fl_buf line;
	va_list ap;
	fl_buf_init(&line, COMMAND_BYTES);
	va_start(ap, fmt);
	fl_buf_vprintf(&line, fmt, ap);
	va_end(ap);
	int rc = fl_buf_error(&line, "a debugger command", err);
	rc = rc ? rc : dbg_console_ask_within(l->console, line.data, COMMAND_MS, &reply, err);
	fl_buf_release(&line);
	if (rc == 0 && ret_reply)
		*ret_reply = reply;
	return rc;
}

static void keep_output(void *ctx, struct fl_slice bytes)
{
	struct lldb *l = ctx;
	struct fl_slice fits = fl_slice_head(bytes, l->output.max - l->output.len);
	fl_buf_slice(&l->output, fits);
	l->output_cut |= fits.len < bytes.len;
}

static int lldb_load(struct dbg_engine *e, const char *binary, struct fl_error *err)
{
	struct dbg_dap_engine *d = self(e)->dap;
	dbg_dap_breaks_forget(d);
	d->stale = true;
	return dbg_dap_set_text(&d->program, fl_slice_str(binary), err);
}

/* ---- a run ---- */

/* As dap/launch.c reads them. */
static void write_arguments(const struct dbg_run *run, struct fl_buf *out)
{
	for (size_t i = 0; run->args && run->args[i]; i++) {
		fl_shell_quote(out, run->args[i]);
		fl_buf_char(out, ' ');
	}
	fl_buf_str(out, "< ");
	fl_shell_quote(out, run->stdin_path ? run->stdin_path : "/dev/null");
}

static void write_environment(const struct dbg_run *run, struct fl_buf *out)
{
	for (size_t i = 0; run->env && run->env[i]; i++) {
		fl_buf_str(out, run->env[i]);
		fl_buf_char(out, '\0');
	}
}

/* What is held at its entry already stays there, where this is what it was begun with. */
static int set_run(struct dbg_dap_engine *d, const struct dbg_run *run, struct fl_error *err)
{
	struct fl_buf args, env;
	fl_buf_init(&args, COMMAND_BYTES);
	fl_buf_init(&env, COMMAND_BYTES);
	write_arguments(run, &args);
	write_environment(run, &env);
	int rc = fl_buf_error(&args, "the program's arguments", err);
	rc = rc ? rc : fl_buf_error(&env, "the environment", err);
	if (rc == 0 && (!d->alone || d->randomize != run->randomize || !d->arguments ||
			       !fl_slice_eqs(fl_buf_view(&args), d->arguments) ||
			       !fl_slice_eq(fl_buf_view(&env), fl_buf_view(&d->environment)))) {
		d->alone = d->stale = true;
		d->randomize = run->randomize;
		fl_buf_clear(&d->environment);
		fl_buf_slice(&d->environment, fl_buf_view(&env));
		rc = fl_buf_error(&d->environment, "the environment", err);
		rc = rc ? rc : dbg_dap_set_text(&d->arguments, fl_buf_view(&args), err);
	}
	fl_buf_release(&args);
	fl_buf_release(&env);
	return rc;
}

/*
 * What is said to lldb while the program is held at its entry. Signals that are no fault's are
 * passed on without a stop; of the others lldb's own way is that of gdb's set-up.
 */
static int prepare(struct dbg_dap_engine *d, const struct dbg_run *run, struct fl_error *err)
{
	static const char pass[] =
		"process handle -p true -s false -n false SIGHUP SIGINT SIGQUIT SIGPIPE SIGALRM "
		"SIGTERM SIGUSR1 SIGUSR2 SIGCHLD SIGCONT SIGTSTP SIGTTIN SIGTTOU SIGURG SIGVTALRM "
		"SIGPROF SIGWINCH SIGIO SIGPWR";
	struct fl_buf line, said;
	fl_buf_init(&line, COMMAND_BYTES);
	fl_buf_init(&said, COMMAND_BYTES);
	int rc = dbg_dap_repl(d, FL_S(pass), &said, err);
	if (rc == 0 && run->cpu_s) {
		fl_buf_printf(&line, "platform shell prlimit --pid %" PRId64 " --cpu=%u:%u", d->pid,
			run->cpu_s, run->cpu_s + 1);
		rc = dbg_dap_repl(d, fl_buf_view(&line), &said, err);
	}
	fl_buf_release(&line);
	fl_buf_release(&said);
	return rc;
}

static int lldb_run(struct dbg_engine *e, const struct dbg_run *run, struct fl_error *err)
{
	struct lldb *l = self(e);
	struct dbg_dap_engine *d = l->dap;
	if (run->boot)
		return fl_error_set(err, FL_EREFUSED, "lldb-dap boots no machine");
	int rc = set_run(d, run, err);
	d->deadline = fl_clock_ms() + COMMAND_MS;
	rc = rc ? rc : dbg_dap_ready(d, err);
	rc = rc ? rc : prepare(d, run, err);
	fl_buf_clear(&l->output);
	l->output_cut = false;
	d->base.new_stop = false;
	return rc ? rc : dbg_dap_start(d, false, err);
}

static int lldb_resume(struct dbg_engine *e, enum dbg_resume how, struct fl_error *err)
{
	static const struct {
		const char *request, *reason;
	} rows[DBG_RESUME_COUNT] = {
		[DBG_CONTINUE] = {"continue", "end-stepping-range"},
		[DBG_STEP_IN] = {"stepIn", "end-stepping-range"},
		[DBG_STEP_OVER] = {"next", "end-stepping-range"},
		[DBG_FINISH] = {"stepOut", "function-finished"},
	};
	struct dbg_dap_engine *d = self(e)->dap;
	d->deadline = fl_clock_ms() + COMMAND_MS;
	d->repeats = 0;
	d->base.new_stop = false;
	return dbg_dap_resume(d, rows[how].request, false, rows[how].reason, err);
}

static int lldb_interrupt(struct dbg_engine *e, struct fl_error *err)
{
	return dbg_console_interrupt(self(e)->console, err);
}

/* Runtimes of sanitizers stop the program in lldb before they say what they have found. */
static bool is_runtimes(const struct dbg_stop *stop)
{
	return stop->reason == DBG_OTHER && stop->alive;
}

static int lldb_wait(struct dbg_engine *e, unsigned wall_ms, struct fl_arena *a,
	struct dbg_stop *ret_stop, struct fl_error *err)
{
	struct lldb *l = self(e);
	struct dbg_reply reply;
	struct dbg_stop stop;
	const int64_t until = fl_clock_ms() + wall_ms;
	if (dbg_console_state(l->console) != DBG_STATE_RUNNING && !l->dap->base.new_stop)
		return fl_error_set(err, FL_EINVAL, "the program is not running");
	for (int i = 0;; i++) {
		int64_t left = until - fl_clock_ms();
		bool asked = dbg_console_stop_wanted(l->console);
		int rc = dbg_console_wait(l->console, left > 0 ? (unsigned)left : 0, &reply, err);
		if (rc == 0 && !reply.stop)
			rc = fl_error_set(err, FL_EPARSE, "the debugger told of no stop");
		if (rc)
			return rc;
		dbg_gdb_read_stop(reply.stop, asked, a, &stop);
		if (i == PASSED_MAX || !is_runtimes(&stop))
			break;
		rc = lldb_resume(e, DBG_CONTINUE, err);
		if (rc)
			return rc;
	}
	l->dap->base.new_stop = false;
	l->thread = stop.thread;
	int rc = fl_arena_error(a, "a stop", err);
	if (rc == 0)
		*ret_stop = stop;
	return rc;
}

static int lldb_kill(struct dbg_engine *e, struct fl_error *err)
{
	struct dbg_dap_engine *d = self(e)->dap;
	if (d->phase != DBG_DAP_LIVE)
		return 0;
	d->deadline = fl_clock_ms() + COMMAND_MS;
	return dbg_dap_leave(d, true, err);
}

/* ---- places to stop at ---- */

static int lldb_break_add(struct dbg_engine *e, const struct dbg_break *where,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	struct fl_buf line;
	fl_buf_init(&line, COMMAND_BYTES);
	int rc = dbg_gdb_break_command(where, &line, err);
	rc = rc ? rc : ask(self(e), &reply, err, "%s", line.data);
	fl_buf_release(&line);
	if (rc == 0 && ret_info)
		dbg_gdb_read_break(reply, ret_info);
	return rc;
}

static int lldb_watch_add(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	int rc = ask(self(e), &reply, err, "-break-watch \"*(char (*)[%zu])0x%" PRIx64 "\"", bytes,
		address);
	if (rc == 0)
		*ret_info = (struct dbg_break_info){
			.id = dbg_mi_int(dbg_mi_get(dbg_mi_result(reply, "wpt"), "number"), 0)};
	return rc;
}

static int refuse(struct fl_error *err)
{
	return fl_error_set(err, FL_EREFUSED, "lldb-dap does not do that");
}

static int lldb_break_output(
	struct dbg_engine *e, uint64_t byte, struct dbg_break_info *ret_info, struct fl_error *err)
{
	(void)e, (void)byte, (void)ret_info;
	return refuse(err);
}

static int lldb_watch_access(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	(void)e, (void)address, (void)bytes, (void)ret_info;
	return refuse(err);
}

static int lldb_place_before(
	struct dbg_engine *e, struct fl_arena *a, struct dbg_frame *ret_frame, struct fl_error *err)
{
	(void)e, (void)a, (void)ret_frame;
	return refuse(err);
}

static int lldb_break_clear(struct dbg_engine *e, int64_t id, struct fl_error *err)
{
	if (id == 0)
		return ask(self(e), NULL, err, "-interpreter-exec console \"delete\"");
	return ask(self(e), NULL, err, "-break-delete %" PRId64, id);
}

static int lldb_break_ignore(struct dbg_engine *e, int64_t id, uint32_t hits, struct fl_error *err)
{
	return ask(self(e), NULL, err, "-break-after %" PRId64 " %" PRIu32, id, hits);
}

/* ---- what there is to see ---- */

static int ask_line(struct dbg_engine *e, const char *command,
	const struct dbg_mi_record **ret_reply, struct fl_error *err)
{
	return ask(self(e), ret_reply, err, "%s", command);
}

static struct dbg_asker asker(struct dbg_engine *e)
{
	return (struct dbg_asker){.ask = ask_line, .engine = e, .thread = self(e)->thread};
}

static int lldb_break_hits(
	struct dbg_engine *e, int64_t id, int64_t *ret_hits, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_hits(&by, id, ret_hits, err);
}

static int lldb_backtrace(struct dbg_engine *e, size_t max, struct fl_arena *a,
	struct fl_list *ret_frames, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_backtrace(&by, max, a, ret_frames, err);
}

static int lldb_variables(struct dbg_engine *e, int64_t depth, size_t max, struct fl_arena *a,
	struct fl_list *ret_vars, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_variables(&by, depth, max, a, ret_vars, err);
}

static int lldb_evaluate(struct dbg_engine *e, int64_t depth, struct fl_slice expression,
	size_t max, struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_evaluate(&by, depth, expression, max, a, ret_value, err);
}

static struct fl_slice lldb_output(struct dbg_engine *e, bool *ret_cut)
{
	*ret_cut = self(e)->output_cut; /* dbg_console_wait() has taken it all */
	return fl_buf_view(&self(e)->output);
}

static void lldb_free(struct dbg_engine *e)
{
	struct lldb *l = self(e);
	dbg_console_free(l->console);
	fl_buf_release(&l->output);
	free(l);
}

static const struct dbg_engine_ops lldb_ops = {
	.name = "lldb-dap",
	.load = lldb_load,
	.run = lldb_run,
	.resume = lldb_resume,
	.interrupt = lldb_interrupt,
	.wait = lldb_wait,
	.kill = lldb_kill,
	.break_add = lldb_break_add,
	.break_output = lldb_break_output,
	.watch_add = lldb_watch_add,
	.watch_access = lldb_watch_access,
	.place_before = lldb_place_before,
	.break_clear = lldb_break_clear,
	.break_ignore = lldb_break_ignore,
	.break_hits = lldb_break_hits,
	.backtrace = lldb_backtrace,
	.variables = lldb_variables,
	.evaluate = lldb_evaluate,
	.output = lldb_output,
	.free = lldb_free,
};

int dbg_lldb_open(struct fl_box *box, const struct dbg_run *first, unsigned cpu_ms,
	unsigned wall_ms, struct dbg_engine **ret_engine, struct fl_error *err)
{
	struct lldb *l = calloc(1, sizeof(*l));
	if (!l)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a debugger session");
	const struct dbg_console_opts opts = {.engine = DBG_ENGINE_LLDB_DAP,
		.output_max = OUTPUT_BYTES,
		.box = box,
		.box_cpu_ms = cpu_ms,
		.box_wall_ms = wall_ms,
		.watch = {.output = keep_output, .ctx = l}};
	l->engine.ops = &lldb_ops;
	fl_buf_init(&l->output, OUTPUT_BYTES);
	dbg_loop_init(&l->loop);
	int rc = dbg_console_new(&l->loop, &opts, &l->console, err);
	if (rc == 0)
		l->dap = dbg_dap_self(l->console);
	if (rc == 0 && first)
		rc = set_run(l->dap, first, err);
	if (rc)
		lldb_free(&l->engine);
	else
		*ret_engine = &l->engine;
	return rc;
}
