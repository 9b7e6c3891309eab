/* The engine that speaks GDB/MI with a gdb. */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "debugsession/console_priv.h"

enum { RESCUE_MS = 2000, SETUP_MS = 20000 };

struct mi_console {
	struct dbg_console base; /* first: a console pointer is a pointer to this */
	struct dbg_mi mi;
	unsigned groups; /* programs under gdb */
	uint32_t token; /* of the command that waits, or of the last one */
	int script; /* a file in memory that gdb sources, or -1 */
};

static struct mi_console *self(struct dbg_console *c)
{
	return (struct mi_console *)c;
}

/* Programs come by run, attach, core files and targets; they go by kill, detach and their end. */
static void on_notify(struct mi_console *m, const struct dbg_mi_record *r)
{
	struct dbg_console *c = &m->base;
	if (fl_slice_eqs(r->name, "thread-group-started")) {
		m->groups++;
		c->program_pid = dbg_mi_int(dbg_mi_result(r, "pid"), 0);
		if (c->state != DBG_STATE_RUNNING)
			c->state = DBG_STATE_STOPPED;
	} else if (fl_slice_eqs(r->name, "thread-group-exited") && m->groups && --m->groups == 0) {
		c->program_pid = 0;
		c->state = DBG_STATE_EXITED;
	}
}

static void on_result(struct mi_console *m, struct dbg_mi_record *r)
{
	struct dbg_console *c = &m->base;
	if (!r->has_token || r->token != m->token || c->have_result)
		return;
	if (fl_slice_eqs(r->name, "running"))
		dbg_console_on_running(c);
	dbg_mi_keep(r, &c->result);
	c->have_result = true;
}

static int on_record(void *ctx, struct dbg_mi_record *r)
{
	struct dbg_console *c = ctx;
	if (c->watch.record)
		c->watch.record(c->watch.ctx, r);
	switch (r->kind) {
	case DBG_MI_RESULT: on_result(self(c), r); break;
	case DBG_MI_EXEC:
		if (fl_slice_eqs(r->name, "stopped"))
			dbg_console_on_stopped(c, r);
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
	if (n > 0 && dbg_mi_push(&self(c)->mi, fl_slice(chunk, (size_t)n)) == 0)
		return;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	dbg_mi_end(&self(c)->mi);
	dbg_console_die(c);
}

/* The command gave no answer: make gdb give it up, or give gdb up. */
static int rescue(struct dbg_console *c, struct fl_error *err)
{
	for (int i = 0; i < 2; i++) {
		dbg_console_signal(c, SIGINT);
		int rc = dbg_console_await(c, &c->have_result, fl_clock_ms() + RESCUE_MS, NULL);
		if (rc == 0)
			return fl_error_set(err, FL_ETIMEOUT,
				"the command gave no answer in time and was interrupted");
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

/* Send "TOKENcommand" and wait for its result. */
static int exchange(
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

static int mi_ask(
	struct dbg_console *c, const char *command, unsigned wall_ms, struct fl_error *err)
{
	return exchange(c, fl_slice_str(command), fl_clock_ms() + wall_ms, err);
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
		int rc = dbg_console_script(&self(c)->script, command, err);
		if (rc)
			return rc;
		fl_buf_printf(out, "-interpreter-exec console \"source /proc/%d/fd/%d\"",
			(int)getpid(), self(c)->script);
	}
	return fl_buf_error(out, "a debugger command", err);
}

static int mi_run(
	struct dbg_console *c, struct fl_slice command, int64_t deadline, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, DBG_COMMAND_BYTES);
	int rc = command_line(c, command, &line, err);
	if (rc == 0)
		rc = exchange(c, fl_buf_view(&line), deadline, err);
	bool background = fl_slice_ends(command, "&");
	if (rc == 0 && c->state == DBG_STATE_RUNNING && c->resumed && !background)
		rc = dbg_console_await_stop(c, deadline, err);
	fl_buf_release(&line);
	return rc;
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

static int mi_set_up(
	struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err)
{
	char tty[128];
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(settings) / sizeof(*settings); i++)
		rc = dbg_console_ask_within(c, settings[i], SETUP_MS, NULL, err);
	for (size_t i = 0; rc == 0 && i < sizeof(optional) / sizeof(*optional); i++) {
		if (optional[i].fast && !opts->fast)
			continue;
		rc = dbg_console_ask_within(c, optional[i].command, SETUP_MS, NULL, err);
		if (rc == FL_EREFUSED)
			rc = 0;
	}
	snprintf(tty, sizeof(tty), "-inferior-tty-set %s", c->pty.name);
	return rc ? rc : dbg_console_ask_within(c, tty, SETUP_MS, NULL, err);
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
	.size = sizeof(struct mi_console),
	.init = mi_init,
	.set_up = mi_set_up,
	.release = mi_release,
	.read = mi_read,
	.run = mi_run,
	.ask = mi_ask,
	.interrupt = mi_interrupt,
};
