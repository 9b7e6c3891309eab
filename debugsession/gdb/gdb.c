#include "debugsession/gdb/gdb_priv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "debugsession/gdb/look.h"
#include "debugsession/watches.h"

enum { NOISE_BYTES = 4096, OUTPUT_BYTES = 65536, COMMAND_MS = 20000 };

const char *const dbg_gdb_argv[] = {"gdb", "-nx", "-q", "--interpreter=mi3", NULL};
const char *const dbg_gdb_c_argv[] = {
	"gdb", "-nx", "-q", "--interpreter=mi3", "-iex", "set auto-load python-scripts off", NULL};

/* SHELL is what starts the program; a person's shell would read files of theirs. */
const char *const dbg_gdb_env[] = {"SHELL=/bin/sh", "PATH=/usr/bin:/bin", "LANG=C.UTF-8",
	"HOME=/nonexistent", "TERM=dumb", "PYTHONDONTWRITEBYTECODE=1", NULL};

/*
 * The settings of a session. Those that older or smaller builds of gdb lack are optional. Values
 * are printed with addresses: an address says what kind of value it is, and the layers above
 * decide what of it may be shown.
 */
static const struct setting {
	const char *command;
	bool optional;
} settings[] = {
	{"-gdb-set confirm off", false},
	{"-gdb-set pagination off", false},
	{"-gdb-set width 0", false},
	{"-gdb-set height 0", false},
	{"-gdb-set mi-async on", false},
	{"-gdb-set debug-file-directory /nonexistent", false},
	{"-gdb-set debuginfod enabled off", true},
	{"-gdb-set auto-load safe-path /usr/share/gdb/auto-load", true},
	{"-gdb-set auto-load libthread-db off", true},
	{"-gdb-set auto-load local-gdbinit off", true},
	{"-gdb-set auto-load gdb-scripts off", true},
	{"-gdb-set startup-with-shell on", false},
	{"-gdb-set print elements 32", false},
	{"-gdb-set print repeats 8", false},
	{"-gdb-set print null-stop on", false},
	{"-gdb-set print max-depth 3", true},
	{"-gdb-set print object off", false},
	{"-gdb-set print static-members off", false},
	{"-gdb-set print symbol off", false},
	{"-gdb-set print frame-arguments none", false},
	{"-gdb-set print inferior-events off", true},
	{"-gdb-set print thread-events off", true},
	{"-gdb-set detach-on-fork on", false},
	{"-gdb-set follow-fork-mode parent", false},
	{"-gdb-set breakpoint pending off", false},
	{"-interpreter-exec console \"handle all nostop noprint pass\"", false},
	{"-interpreter-exec console \"handle SIGSEGV SIGABRT SIGFPE SIGILL SIGBUS SIGSYS SIGXCPU "
	 "SIGXFSZ stop print pass\"",
		false},
};

static struct dbg_gdb *self(struct dbg_engine *e)
{
	return (struct dbg_gdb *)(void *)e;
}

static void keep_stop(struct dbg_gdb *g, struct dbg_mi_record *r)
{
	/* A machine may say that it ends, and hang up: the first of both is its end. */
	if (!g->running || (g->boots && g->have_stop))
		return;
	if (g->have_stop)
		fl_arena_release(&g->stop.arena);
	dbg_mi_keep(r, &g->stop);
	g->have_stop = true;
}

/* Everything gdb says comes here; what is neither our reply nor a stop is of no use to us. */
static int on_record(void *ctx, struct dbg_mi_record *r)
{
	struct dbg_gdb *g = ctx;
	if (r->kind == DBG_MI_RESULT && r->has_token && r->token == g->token && !g->have_reply) {
		dbg_mi_keep(r, &g->reply);
		g->have_reply = true;
	} else if (r->kind == DBG_MI_EXEC && fl_slice_eqs(r->name, "stopped")) {
		keep_stop(g, r);
	} else if (g->boots && fl_slice_eqs(r->name, DBG_GDB_GONE)) {
		keep_stop(g, r); /* a machine that ends hangs up, which gdb does not call a stop */
	} else if (r->kind == DBG_MI_GARBAGE && g->noise.len < g->noise.max) {
		fl_buf_slice(&g->noise, fl_slice_head(r->text, g->noise.max - g->noise.len));
	}
	return 0;
}

static void forget_stop(struct dbg_gdb *g)
{
	if (g->have_stop)
		fl_arena_release(&g->stop.arena);
	g->have_stop = false;
	g->interrupting = false;
}

/* A command with one argument that may hold any byte. */
static int command_quoted(
	struct dbg_gdb *g, const char *command, struct fl_slice arg, struct fl_error *err)
{
	struct fl_buf quoted;
	fl_buf_init(&quoted, 1 << 20);
	dbg_mi_quote(&quoted, arg);
	int rc = fl_buf_error(&quoted, "an argument", err);
	if (rc == 0)
		rc = dbg_gdb_command(g, NULL, err, "%s %s", command, quoted.data);
	fl_buf_release(&quoted);
	return rc;
}

/*
 * A command that gdb takes as the rest of a line, quotes and all, with bytes that a line of MI
 * could not hold.
 */
static int command_raw(
	struct dbg_gdb *g, const char *command, struct fl_slice arg, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, 1 << 18);
	fl_buf_printf(&line, "%s ", command);
	fl_buf_slice(&line, arg);
	int rc = fl_buf_error(&line, "an argument", err);
	if (rc == 0)
		rc = command_quoted(g, "-interpreter-exec console", fl_buf_view(&line), err);
	fl_buf_release(&line);
	return rc;
}

static int gdb_kill(struct dbg_engine *e, struct fl_error *err)
{
	struct dbg_gdb *g = self(e);
	if (!g->alive)
		return 0;
	int rc = dbg_gdb_command(g, NULL, err, "-interpreter-exec console \"kill\"");
	if (rc == FL_EREFUSED) /* "The program is not being run": it ended before we came */
		rc = 0;
	if (rc == 0) {
		g->running = g->alive = false;
		forget_stop(g);
	}
	return rc;
}

static int gdb_load(struct dbg_engine *e, const char *binary, struct fl_error *err)
{
	struct dbg_gdb *g = self(e);
	int rc = gdb_kill(e, err);
	if (rc == 0)
		rc = dbg_gdb_command(g, NULL, err, "-interpreter-exec console \"delete\"");
	if (rc == 0)
		rc = command_quoted(g, "-file-exec-and-symbols", fl_slice_str(binary), err);
	return rc;
}

static int set_arguments(struct dbg_gdb *g, const struct dbg_run *run, struct fl_error *err)
{
	struct fl_buf args;
	fl_buf_init(&args, 1 << 18);
	for (size_t i = 0; run->args && run->args[i]; i++) {
		fl_shell_quote(&args, run->args[i]);
		fl_buf_char(&args, ' ');
	}
	fl_buf_str(&args, "< ");
	fl_shell_quote(&args, run->stdin_path ? run->stdin_path : "/dev/null");
	int rc = fl_buf_error(&args, "the program's arguments", err);
	if (rc == 0)
		rc = command_raw(g, "set args", fl_buf_view(&args), err);
	fl_buf_release(&args);
	return rc;
}

static int set_environment(struct dbg_gdb *g, const struct dbg_run *run, struct fl_error *err)
{
	int rc = dbg_gdb_command(g, NULL, err, "-interpreter-exec console \"unset environment\"");
	for (size_t i = 0; rc == 0 && run->env && run->env[i]; i++)
		rc = command_raw(g, "set environment", fl_slice_str(run->env[i]), err);
	return rc;
}

/* Its socket is there a moment after it was started. */
static int connect_stub(struct dbg_gdb *g, const char *stub, struct fl_error *err)
{
	enum { WAIT_MS = 20000, PAUSE_NS = 20000000 };
	const int64_t until = fl_clock_ms() + WAIT_MS;
	int rc;
	while ((rc = dbg_gdb_command(g, NULL, err, "-target-select remote %s", stub)) ==
			FL_EREFUSED &&
		fl_clock_ms() < until)
		nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
	return rc;
}

static int boot(struct dbg_gdb *g, const struct dbg_run *run, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, 1 << 18);
	dbg_gdb_tty_reset(g);
	fl_buf_printf(&line, "rm -f %s; %s </dev/null >%s 2>/dev/null &", run->stub, run->boot,
		g->opts.tty_name ? g->opts.tty_name : "/dev/null");
	int rc = fl_buf_error(&line, "a machine's command", err);
	rc = rc ? rc : command_raw(g, "shell", fl_buf_view(&line), err);
	fl_buf_release(&line);
	/* Its processor is not this machine's. */
	rc = rc ? rc : dbg_gdb_command(g, NULL, err, "-gdb-set can-use-hw-watchpoints 1");
	rc = rc ? rc : connect_stub(g, run->stub, err);
	if (rc)
		return rc;
	forget_stop(g);
	g->running = g->alive = g->boots = true;
	rc = dbg_gdb_command(g, NULL, err, "-exec-continue");
	if (rc == FL_EREFUSED)
		g->running = false;
	return rc;
}

static int gdb_run(struct dbg_engine *e, const struct dbg_run *run, struct fl_error *err)
{
	struct dbg_gdb *g = self(e);
	int rc = gdb_kill(e, err);
	if (rc == 0 && run->boot)
		return boot(g, run, err);
	if (rc == 0)
		rc = set_arguments(g, run, err);
	if (rc == 0)
		rc = set_environment(g, run, err);
	if (rc == 0)
		rc = dbg_gdb_command(g, NULL, err, "-gdb-set disable-randomization %s",
			run->randomize ? "off" : "on");
	if (rc == 0 && run->cpu_s)
		rc = dbg_gdb_command(g, NULL, err, "-gdb-set exec-wrapper prlimit --cpu=%u:%u",
			run->cpu_s, run->cpu_s + 1);
	else if (rc == 0)
		rc = dbg_gdb_command(
			g, NULL, err, "-interpreter-exec console \"unset exec-wrapper\"");
	if (rc)
		return rc;
	forget_stop(g);
	dbg_gdb_tty_reset(g);
	g->boots = false;
	g->running = g->alive = true;
	rc = dbg_gdb_command(g, NULL, err, "-exec-run");
	if (rc == FL_EREFUSED)
		g->running = g->alive = false;
	return rc;
}

static int gdb_resume(struct dbg_engine *e, enum dbg_resume how, struct fl_error *err)
{
	static const char *const commands[DBG_RESUME_COUNT] = {
		[DBG_CONTINUE] = "-exec-continue",
		[DBG_STEP_IN] = "-exec-step",
		[DBG_STEP_OVER] = "-exec-next",
		[DBG_FINISH] = "-exec-finish",
	};
	struct dbg_gdb *g = self(e);
	if (g->running || !g->alive)
		return fl_error_set(err, FL_EREFUSED, "the program is %s",
			g->running ? "running" : "not being run");
	forget_stop(g);
	g->running = true;
	int rc = dbg_gdb_command(g, NULL, err, "%s", commands[how]);
	if (rc == FL_EREFUSED)
		g->running = false;
	return rc;
}

static int gdb_interrupt(struct dbg_engine *e, struct fl_error *err)
{
	struct dbg_gdb *g = self(e);
	if (!g->running)
		return fl_error_set(err, FL_EREFUSED, "the program is not running");
	g->interrupting = true;
	return dbg_gdb_command(g, NULL, err, "-exec-interrupt");
}

static int gdb_wait(struct dbg_engine *e, unsigned wall_ms, struct fl_arena *a,
	struct dbg_stop *ret_stop, struct fl_error *err)
{
	struct dbg_gdb *g = self(e);
	struct dbg_stop stop;
	if (!g->running)
		return fl_error_set(err, FL_EINVAL, "the program is not running");
	int rc = dbg_gdb_await(g, true, wall_ms, err);
	if (rc)
		return rc;
	dbg_gdb_read_stop(&g->stop, g->interrupting, a, &stop);
	forget_stop(g);
	g->running = false;
	g->alive = stop.alive;
	g->thread = stop.thread;
	rc = fl_arena_error(a, "a stop", err);
	if (rc == 0)
		*ret_stop = stop;
	return rc;
}

static int gdb_break_add(struct dbg_engine *e, const struct dbg_break *where,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	struct fl_buf cmd;
	fl_buf_init(&cmd, 65536);
	int rc = dbg_gdb_break_command(where, &cmd, err);
	if (rc == 0)
		rc = dbg_gdb_command(self(e), &reply, err, "%s", cmd.data);
	fl_buf_release(&cmd);
	if (rc == 0 && ret_info)
		dbg_gdb_read_break(reply, ret_info);
	return rc;
}

/*
 * gdb counts the bytes itself, in a condition, so that a write which is not the one costs no round
 * trip. write's exported twin is taken: programs have functions of their own called write.
 */
static int gdb_break_output(
	struct dbg_engine *e, uint64_t byte, struct dbg_break_info *ret_info, struct fl_error *err)
{
	struct dbg_gdb *g = self(e);
	char condition[128];
	snprintf(condition, sizeof(condition),
		"$rdi == 1 && ($fl_written = $fl_written + $rdx) > %" PRIu64, byte);
	struct dbg_break where = {.function = "__write", .condition = condition};
	int rc = dbg_gdb_command(g, NULL, err,
		"-data-evaluate-expression \"((int (*)(void *, void *, int, unsigned long))setvbuf)"
		"(*(void **)&stdout, 0, %d, 0)\"",
		_IONBF);
	rc = rc ? rc
		: dbg_gdb_command(g, NULL, err, "-data-evaluate-expression \"$fl_written = 0UL\"");
	return rc ? rc : gdb_break_add(e, &where, ret_info, err);
}

/* of: the option for what is watched, and what gdb then calls the watchpoint. */
static int watch(struct dbg_engine *e, const char *const of[2], uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	int rc = dbg_gdb_command(self(e), &reply, err,
		"-break-watch%s \"*(char (*)[%zu])0x%" PRIx64 "\"", of[0], bytes, address);
	if (rc == 0)
		*ret_info = (struct dbg_break_info){
			.id = dbg_mi_int(dbg_mi_get(dbg_mi_result(reply, of[1]), "number"), 0)};
	return rc;
}

static int gdb_watch_add(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	static const char *const writes[] = {"", "wpt"};
	return watch(e, writes, address, bytes, ret_info, err);
}

static int gdb_watch_access(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	static const char *const accesses[] = {" -a", "hw-awpt"};
	return watch(e, accesses, address, bytes, ret_info, err);
}

/* A byte of an instruction will do for its line. */
static int gdb_place_before(
	struct dbg_engine *e, struct fl_arena *a, struct dbg_frame *ret_frame, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	int rc = dbg_gdb_command(
		self(e), &reply, err, "-data-disassemble -s \"$pc - 1\" -e \"$pc\" -- 4");
	const struct dbg_mi_value *lines = rc ? NULL : dbg_mi_result(reply, "asm_insns");
	if (rc)
		return rc;
	*ret_frame = (struct dbg_frame){0};
	dbg_gdb_read_frame(lines ? lines->child : NULL, a, ret_frame);
	return fl_arena_error(a, "a place", err);
}

static int gdb_break_clear(struct dbg_engine *e, int64_t id, struct fl_error *err)
{
	if (id == 0)
		return dbg_gdb_command(self(e), NULL, err, "-interpreter-exec console \"delete\"");
	return dbg_gdb_command(self(e), NULL, err, "-break-delete %lld", (long long)id);
}

static int gdb_break_ignore(struct dbg_engine *e, int64_t id, uint32_t hits, struct fl_error *err)
{
	return dbg_gdb_command(self(e), NULL, err, "-break-after %lld %u", (long long)id, hits);
}

static int ask_line(struct dbg_engine *e, const char *command,
	const struct dbg_mi_record **ret_reply, struct fl_error *err)
{
	return dbg_gdb_command(self(e), ret_reply, err, "%s", command);
}

static struct dbg_asker asker(struct dbg_engine *e)
{
	return (struct dbg_asker){.ask = ask_line, .engine = e, .thread = self(e)->thread};
}

static int gdb_break_hits(struct dbg_engine *e, int64_t id, int64_t *ret_hits, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_hits(&by, id, ret_hits, err);
}

static int gdb_backtrace(struct dbg_engine *e, size_t max, struct fl_arena *a,
	struct fl_list *ret_frames, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_backtrace(&by, max, a, ret_frames, err);
}

static int gdb_variables(struct dbg_engine *e, int64_t depth, size_t max, struct fl_arena *a,
	struct fl_list *ret_vars, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_variables(&by, depth, max, a, ret_vars, err);
}

static int gdb_evaluate(struct dbg_engine *e, int64_t depth, struct fl_slice expression, size_t max,
	struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err)
{
	const struct dbg_asker by = asker(e);
	return dbg_look_evaluate(&by, depth, expression, max, a, ret_value, err);
}

static struct fl_slice gdb_output(struct dbg_engine *e, bool *ret_cut)
{
	struct dbg_gdb *g = self(e);
	dbg_gdb_tty_drain(g);
	*ret_cut = g->output_cut;
	return fl_buf_view(&g->output);
}

static void gdb_free(struct dbg_engine *e)
{
	struct dbg_gdb *g = self(e);
	struct fl_error ignored; /* a gdb that does not say goodbye is ended with its transport */
	if (!g->closed) {
		gdb_kill(e, &ignored);
		dbg_gdb_command(g, NULL, &ignored, "-gdb-exit");
	}
	if (g->have_reply)
		fl_arena_release(&g->reply.arena);
	forget_stop(g);
	if (g->tty_peer >= 0)
		close(g->tty_peer);
	dbg_mi_release(&g->mi);
	fl_buf_release(&g->output);
	fl_buf_release(&g->noise);
	free(g);
}

static const struct dbg_engine_ops gdb_ops = {
	.name = "gdb",
	.load = gdb_load,
	.run = gdb_run,
	.resume = gdb_resume,
	.interrupt = gdb_interrupt,
	.wait = gdb_wait,
	.kill = gdb_kill,
	.break_add = gdb_break_add,
	.break_output = gdb_break_output,
	.watch_add = gdb_watch_add,
	.watch_access = gdb_watch_access,
	.place_before = gdb_place_before,
	.break_clear = gdb_break_clear,
	.break_ignore = gdb_break_ignore,
	.break_hits = gdb_break_hits,
	.backtrace = gdb_backtrace,
	.variables = gdb_variables,
	.evaluate = gdb_evaluate,
	.output = gdb_output,
	.free = gdb_free,
};

static int set_up(struct dbg_gdb *g, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(settings) / sizeof(settings[0]); i++) {
		rc = dbg_gdb_command(g, NULL, err, "%s", settings[i].command);
		if (rc == FL_EREFUSED && settings[i].optional)
			rc = 0;
	}
	if (rc == 0 && !dbg_host_watches()) /* gdb steps instead, which is slow and right */
		rc = dbg_gdb_command(g, NULL, err, DBG_MI_WATCH_BY "0");
	if (rc == 0 && g->opts.tty_name)
		rc = command_quoted(g, "-inferior-tty-set", fl_slice_str(g->opts.tty_name), err);
	return rc;
}

int dbg_gdb_new(const struct dbg_link *link, const struct dbg_gdb_opts *opts,
	struct dbg_engine **ret_engine, struct fl_error *err)
{
	struct dbg_gdb *g = calloc(1, sizeof(*g));
	if (!g)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a debugger session");
	g->engine.ops = &gdb_ops;
	g->link = *link;
	g->opts = *opts;
	g->tty_peer = -1;
	if (g->opts.wall_ms == 0)
		g->opts.wall_ms = COMMAND_MS;
	fl_buf_init(&g->output, opts->output_max ? opts->output_max : OUTPUT_BYTES);
	fl_buf_init(&g->noise, NOISE_BYTES);
	dbg_mi_init(&g->mi, 0, on_record, g);
	int rc = set_up(g, err);
	if (rc) {
		g->closed = true;
		gdb_free(&g->engine);
		return rc;
	}
	*ret_engine = &g->engine;
	return 0;
}
