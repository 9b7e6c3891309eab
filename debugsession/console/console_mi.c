/* The engine that speaks GDB/MI with a gdb. */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/watches.h"
#include "debugsession/console/cache.h"
#include "debugsession/console/console_mi.h"
#include "debugsession/console/proc.h"
#include "debugsession/console/words.h"

enum { RESCUE_MS = 2000 };

static struct dbg_mi_console *self(struct dbg_console *c)
{
	return (struct dbg_mi_console *)c;
}

/* Programs come by run, attach, core files and targets; they go by kill, detach and their end. */
static void on_notify(struct dbg_mi_console *m, const struct dbg_mi_record *r)
{
	struct dbg_console *c = &m->base;
	if (fl_slice_eqs(r->name, "thread-group-started")) {
		m->groups++;
		c->program_pid = dbg_mi_int(dbg_mi_result(r, "pid"), 0);
		fl_slice_uint(fl_slice_skip(dbg_mi_str(dbg_mi_result(r, "id")), 1), &m->group);
		if (c->state != DBG_STATE_RUNNING)
			c->state = DBG_STATE_STOPPED;
	} else if (fl_slice_eqs(r->name, "thread-group-exited") && m->groups && --m->groups == 0) {
		dbg_console_drop_stop(c); /* of its end gdb tells behind this */
		c->program_pid = 0;
		c->state = DBG_STATE_EXITED;
	}
}

/*
 * gdb says that the program runs, and then that it does not (a breakpoint that cannot be written):
 * a second result with the same token.
 */
static void refuse_resume(struct dbg_console *c, struct dbg_mi_record *r)
{
	if (!fl_slice_eqs(r->name, "error") || !fl_slice_eqs(c->result.name, "running"))
		return;
	dbg_console_drop_result(c);
	dbg_mi_keep(r, &c->result);
	c->have_result = true;
	c->state = DBG_STATE_STOPPED;
	c->resumed = false;
	c->new_stop = true;
}

static void on_result(struct dbg_mi_console *m, struct dbg_mi_record *r)
{
	struct dbg_console *c = &m->base;
	if (!r->has_token || r->token != m->token)
		return;
	if (c->have_result) {
		refuse_resume(c, r);
		return;
	}
	if (fl_slice_eqs(r->name, "running"))
		dbg_console_on_running(c);
	dbg_mi_keep(r, &c->result);
	c->have_result = true;
}

/* The end of one program is a stop while there are others. */
static void on_stopped(struct dbg_mi_console *m, struct dbg_mi_record *r)
{
	dbg_console_on_stopped(&m->base, r);
	if (m->groups && m->base.state == DBG_STATE_EXITED)
		m->base.state = DBG_STATE_STOPPED;
}

static int on_record(void *ctx, struct dbg_mi_record *r)
{
	struct dbg_console *c = ctx;
	if (dbg_mi_about_files(self(c), r))
		return 0;
	if (c->watch.record)
		c->watch.record(c->watch.ctx, r);
	switch (r->kind) {
	case DBG_MI_RESULT: on_result(self(c), r); break;
	case DBG_MI_EXEC:
		if (fl_slice_eqs(r->name, "stopped"))
			on_stopped(self(c), r);
		else if (fl_slice_eqs(r->name, "running"))
			dbg_console_on_running(c);
		break;
	case DBG_MI_NOTIFY: on_notify(self(c), r); break;
	case DBG_MI_LOG:
		/* a target that runs in the background gets no other end */
		if (fl_slice_starts(r->text, "Remote connection closed"))
			c->lost = self(c)->groups == 0;
		dbg_console_add_text(c, r->text);
		break;
	case DBG_MI_CONSOLE: dbg_console_add_text(c, r->text); break;
	case DBG_MI_TARGET: dbg_console_add_output(c, r->text); break;
	case DBG_MI_GARBAGE:
		dbg_console_add_text(c, r->text);
		dbg_console_add_text(c, FL_S("\n"));
		break;
	default: break;
	}
	return 0;
}

static void mi_read(void *ctx, int fd, short revents)
{
	struct dbg_console *c = ctx;
	char chunk[65536];
	(void)revents;
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n > 0)
		dbg_console_hear(c, fl_slice(chunk, (size_t)n));
	if (n > 0 && dbg_mi_push(&self(c)->mi, fl_slice(chunk, (size_t)n)) == 0)
		return;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	dbg_mi_end(&self(c)->mi);
	dbg_console_die(c);
}

/*
 * When what gdb waited for ends of the same interrupt, gdb takes its own only behind the answer: a
 * question that nobody needs takes it from the next command.
 */
static void take_interrupt(struct dbg_console *c)
{
	char line[64];
	bool quiet = c->quiet;
	struct dbg_mi_record answer = c->result;
	c->have_result = false;
	c->quiet = true;
	int n = snprintf(line, sizeof(line), "%u-gdb-show confirm\n", ++self(c)->token);
	if (dbg_console_send(c, fl_slice(line, (size_t)n), NULL) == 0)
		dbg_console_await(c, &c->have_result, fl_clock_ms() + RESCUE_MS, NULL);
	c->quiet = quiet;
	dbg_console_drop_result(c);
	c->result = answer;
	c->have_result = true;
}

/* The command gave no answer: make gdb give it up, or give gdb up. */
static int rescue(struct dbg_console *c, struct fl_error *err)
{
	for (int i = 0; i < 2; i++) {
		dbg_console_signal(c, SIGINT);
		int rc = dbg_console_await(c, &c->have_result, fl_clock_ms() + RESCUE_MS, NULL);
		if (rc == 0) {
			take_interrupt(c);
			return fl_error_set(err, FL_ETIMEOUT,
				"the command gave no answer in time and was interrupted");
		}
		if (rc != FL_ETIMEOUT)
			break;
	}
	if (c->state != DBG_STATE_DEAD) {
		dbg_console_die(c);
		return fl_error_set(err, FL_ECLOSED,
			"the debugger answered neither the command nor an interrupt and was "
			"killed");
	}
	return dbg_console_closed(c, err);
}

int dbg_mi_exchange(
	struct dbg_console *c, struct fl_slice command, int64_t deadline, struct fl_error *err)
{
	struct fl_buf line;
	dbg_console_drop_result(c);
	fl_buf_init(&line, DBG_COMMAND_BYTES);
	fl_buf_printf(&line, "%u", ++self(c)->token);
	fl_buf_slice(&line, command);
	fl_buf_char(&line, '\n');
	int rc = fl_buf_error(&line, "a debugger command", err);
	if (rc == 0)
		rc = dbg_console_send(c, fl_buf_view(&line), err);
	fl_buf_release(&line);
	if (rc == 0)
		rc = dbg_console_await(c, &c->have_result, deadline, err);
	return rc == FL_ETIMEOUT ? rescue(c, err) : rc;
}

/*
 * In the foreground a CLI command that resumes the program keeps gdb from reading until it stops;
 * in the background gdb stays able to answer, and prints the stop all the same.
 */
static void quote_command(struct fl_slice command, struct fl_buf *out)
{
	struct fl_buf line;
	fl_buf_init(&line, DBG_COMMAND_BYTES);
	fl_buf_slice(&line, command);
	if (dbg_console_resumes(command) && !fl_slice_ends(command, "&"))
		fl_buf_char(&line, '&');
	dbg_mi_quote(out, fl_buf_view(&line));
	fl_buf_release(&line);
}

/* Put a script where gdb can read it. */
static int script_path(
	struct dbg_console *c, struct fl_slice lines, char path[static 64], struct fl_error *err)
{
	static const char name[] = ".faultline-script";
	struct fl_buf text;
	if (!c->boxed) {
		int rc = dbg_console_script(&self(c)->script, lines, err);
		snprintf(path, 64, "/proc/%d/fd/%d", (int)getpid(), self(c)->script);
		return rc;
	}
	snprintf(path, 64, "%s/%s", FL_BOX_DIR, name);
	fl_buf_init(&text, DBG_COMMAND_BYTES);
	fl_buf_slice(&text, lines);
	fl_buf_char(&text, '\n');
	int rc = fl_buf_error(&text, "a script", err);
	if (rc == 0)
		rc = fl_box_put(c->opts.box, name, fl_buf_view(&text), 0600, err);
	fl_buf_release(&text);
	return rc;
}

/* The line that asks for the command: MI as it is without a token of its own, CLI quoted. */
static int command_line(
	struct dbg_console *c, struct fl_slice command, struct fl_buf *out, struct fl_error *err)
{
	size_t digits = 0;
	while (digits < command.len && isdigit((unsigned char)command.ptr[digits]))
		digits++;
	struct fl_slice bare = fl_slice_skip(command, digits);
	if (fl_slice_starts(bare, "-")) {
		fl_buf_slice(out, bare);
	} else if (fl_slice_chr(command, '\n') < 0) {
		fl_buf_str(out, "-interpreter-exec console ");
		quote_command(command, out);
	} else {
		char path[64];
		int rc = script_path(c, command, path, err);
		if (rc)
			return rc;
		fl_buf_printf(out, "-interpreter-exec console \"source %s\"", path);
	}
	return fl_buf_error(out, "a debugger command", err);
}

static int mi_ask(
	struct dbg_console *c, const char *command, unsigned wall_ms, struct fl_error *err)
{
	struct fl_slice line = fl_slice_str(command);
	return dbg_mi_exchange_whole(c, line, line, fl_clock_ms() + wall_ms, err);
}

/* gdb has attached before it reads symbols and tells where the process stands. */
static bool attaches(struct fl_slice command)
{
	return dbg_words_match(command, "attach", "at", NULL) ||
	       fl_slice_starts(command, "-target-attach");
}

static int mi_run(
	struct dbg_console *c, struct fl_slice command, int64_t deadline, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, DBG_COMMAND_BYTES);
	int rc = command_line(c, command, &line, err);
	if (fl_slice_starts(command, "-exec-interrupt") ||
		dbg_words_match(command, "interrupt", "interr", NULL))
		c->interrupting = true;
	if (rc == 0)
		rc = dbg_mi_exchange_whole(c, command, fl_buf_view(&line), deadline, err);
	bool background = fl_slice_ends(command, "&");
	if (rc == 0 && attaches(command) && dbg_mi_refused(&c->result, NULL) == 0)
		c->resumed = true;
	bool goes = c->state == DBG_STATE_RUNNING || (attaches(command) && !c->new_stop);
	if (rc == 0 && goes && c->resumed && !background)
		rc = dbg_console_await_stop(c, deadline, err);
	fl_buf_release(&line);
	return rc;
}

/*
 * gdb notices the end of a program only when it lets it run, which then fails. It can bury it,
 * though. Only what gdb itself traces is looked at: the process ids of remote targets and of core
 * files mean nothing here.
 */
static void mi_look(struct dbg_console *c)
{
	char state[DBG_PROC_VALUE], tracer[DBG_PROC_VALUE], line[96];
	struct dbg_mi_console *m = self(c);
	dbg_proc_status(c->program_pid, "State", state);
	dbg_proc_status(c->program_pid, "TracerPid", tracer);
	if (strcmp(state, "Z") != 0 || strtol(tracer, NULL, 10) != c->debugger.pid)
		return;
	int n = snprintf(
		line, sizeof(line), "-interpreter-exec console \"kill inferiors %u\"\n", m->group);
	if (dbg_console_send(c, fl_slice(line, (size_t)n), NULL))
		return;
	c->program_pid = 0;
	if (m->groups == 1) {
		dbg_console_drop_stop(c);
		c->state = DBG_STATE_EXITED;
	}
}

static int mi_interrupt(struct dbg_console *c, struct fl_error *err)
{
	if (c->state != DBG_STATE_RUNNING) {
		dbg_console_signal(c, SIGINT); /* a command that takes long */
		return 0;
	}
	return dbg_console_send(c, FL_S("-exec-interrupt --all\n"), err);
}

/* Without questions, pages and line breaks; always able to take the next command. */
static const char *const settings[] = {
	"-gdb-set confirm off",
	"-gdb-set pagination off",
	"-gdb-set width 0",
	"-gdb-set height 0",
	"-gdb-set mi-async on",
	/* a breakpoint at nothing is an error, not a promise */
	"-gdb-set breakpoint pending off",
};

/* Those that older or smaller builds lack, or that only the fast profile wants. */
static const struct {
	const char *command;
	bool fast;
} optional[] = {
	{"-gdb-set debuginfod enabled off", false},
	{"-gdb-set debug-file-directory /nonexistent", true},
	{"-gdb-set auto-load off", true},
	{"-gdb-set auto-solib-add off", true},
};

static void mi_init(struct dbg_console *c)
{
	self(c)->script = -1;
	dbg_mi_init(&self(c)->mi, 0, on_record, c);
}

/* The program gets its environment as it was before dbg_cache_env(). */
static int hide_cache(struct dbg_console *c, struct fl_error *err)
{
	const char *had = getenv(DBG_CACHE_DONT);
	struct fl_buf set, line;
	if (getenv(DBG_CACHE_PREFIX))
		return 0;
	fl_buf_init(&set, DBG_MI_PATH_BYTES);
	fl_buf_init(&line, DBG_MI_PATH_BYTES);
	fl_buf_printf(&set, "set environment %s %s", DBG_CACHE_DONT, had ? had : "");
	fl_buf_str(&line, "-interpreter-exec console ");
	dbg_mi_quote(&line, fl_buf_view(&set));
	int rc = fl_buf_error(&line, "a variable", err);
	if (rc == 0 && had)
		rc = dbg_console_ask_within(c, line.data, DBG_MI_SETUP_MS, NULL, err);
	if (rc == 0)
		rc = dbg_console_ask_within(c,
			"-interpreter-exec console \"unset environment " DBG_CACHE_PREFIX "\"",
			DBG_MI_SETUP_MS, NULL, err);
	fl_buf_release(&set);
	fl_buf_release(&line);
	return rc;
}

/*
 * gdb keeps indexes of debug information, and Python the bytecode of gdb's own modules and of the
 * printers, which ordinary users cannot write beside them and would compile at each start. They
 * change nothing but the time, so a gdb that cannot do it does without. In a box there is no such
 * directory.
 */
static int use_cache(struct dbg_console *c, const char *dir, struct fl_error *err)
{
	char line[DBG_MI_PATH_BYTES];
	if (!dir || !*dir || c->boxed)
		return 0;
	int rc = hide_cache(c, err);
	if (rc || strpbrk(dir, "\"'\\\n"))
		return rc;
	snprintf(line, sizeof(line), "-gdb-set index-cache directory %s/index", dir);
	rc = dbg_console_ask_within(
		c, "-gdb-set index-cache enabled on", DBG_MI_SETUP_MS, NULL, err);
	if (rc == 0)
		rc = dbg_console_ask_within(c, line, DBG_MI_SETUP_MS, NULL, err);
	return rc == FL_EREFUSED ? 0 : rc;
}

int dbg_console_set_up_gdb(
	struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err)
{
	char tty[128];
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(settings) / sizeof(*settings); i++)
		rc = dbg_console_ask_within(c, settings[i], DBG_MI_SETUP_MS, NULL, err);
	for (size_t i = 0; rc == 0 && i < sizeof(optional) / sizeof(*optional); i++) {
		if (optional[i].fast && !opts->fast)
			continue;
		rc = dbg_console_ask_within(c, optional[i].command, DBG_MI_SETUP_MS, NULL, err);
		if (rc == FL_EREFUSED)
			rc = 0;
	}
	if (rc == 0 && !dbg_host_watches())
		rc = dbg_console_ask_within(c, DBG_MI_WATCH_BY "0", DBG_MI_SETUP_MS, NULL, err);
	if (rc == 0)
		rc = use_cache(c, opts->cache, err);
	snprintf(tty, sizeof(tty), "-inferior-tty-set %s", c->pty.name);
	return rc ? rc : dbg_console_ask_within(c, tty, DBG_MI_SETUP_MS, NULL, err);
}

static int mi_set_up(
	struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err)
{
	int rc = dbg_console_set_up_gdb(c, opts, err);
	if (rc == 0 && !opts->fast)
		self(c)->files = DBG_MI_FILES_OPEN;
	return rc;
}

static void mi_release(struct dbg_console *c)
{
	if (self(c)->script >= 0)
		close(self(c)->script);
	dbg_mi_release(&self(c)->mi);
}

static const char *const argv[] = {"gdb", "-nx", "-q", "--interpreter=mi3", NULL};

const struct dbg_console_ops dbg_console_mi_ops = {
	.argv = argv,
	.install = "gdb",
	.size = sizeof(struct dbg_mi_console),
	/* breaks off what keeps it from seeing the end of its input; SIGTERM and that end together
	 * now and then leave a process stopped that it was attached to (gdb 13) */
	.last_signal = SIGINT,
	.python = true,
	.init = mi_init,
	.set_up = mi_set_up,
	.release = mi_release,
	.read = mi_read,
	.run = mi_run,
	.ask = mi_ask,
	.look = mi_look,
	.interrupt = mi_interrupt,
};
