/* A console's beginning and end. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/console_priv.h"
#include "debugsession/gdb.h"

enum { TEXT_BYTES = 16 << 20, NOISE_BYTES = 4096, OUTPUT_BYTES = 1 << 20 };
enum { BOX_PROCESSES = 128, SETUP_MS = 20000 };

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

static int set_up(struct dbg_console *c, bool fast, struct fl_error *err)
{
	char tty[128];
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(settings) / sizeof(*settings); i++)
		rc = dbg_console_ask_within(c, settings[i], SETUP_MS, NULL, err);
	for (size_t i = 0; rc == 0 && i < sizeof(optional) / sizeof(*optional); i++) {
		if (optional[i].fast && !fast)
			continue;
		rc = dbg_console_ask_within(c, optional[i].command, SETUP_MS, NULL, err);
		if (rc == FL_EREFUSED)
			rc = 0;
	}
	snprintf(tty, sizeof(tty), "-inferior-tty-set %s", c->pty.name);
	return rc ? rc : dbg_console_ask_within(c, tty, SETUP_MS, NULL, err);
}

static bool watch_all(struct dbg_console *c)
{
	return dbg_loop_add(c->loop, c->gdb.out, POLLIN, dbg_console_read_mi, c) &&
	       dbg_loop_add(c->loop, c->gdb.err, POLLIN, dbg_console_read_noise, c) &&
	       dbg_loop_add(c->loop, c->gdb.in, 0, dbg_console_write_queue, c) &&
	       dbg_loop_add(c->loop, c->pty.master, POLLIN, dbg_console_read_program, c);
}

static int start_beside(
	struct dbg_console *c, const char *const *argv, const char *cwd, struct fl_error *err)
{
	int rc = fl_pty_open(&c->pty, err);
	return rc ? rc : fl_spawn(argv, NULL, cwd, &c->gdb, err);
}

/* The box's limits hold for all the time that the session lives; it ends the session. */
static int start_boxed(
	struct dbg_console *c, struct fl_box *box, const char *const *argv, struct fl_error *err)
{
	struct fl_run_spec spec = {.argv = argv,
		.env = dbg_gdb_env,
		.cpu_ms = UINT32_MAX,
		.wall_ms = UINT32_MAX,
		.processes = BOX_PROCESSES,
		.randomize = true};
	int rc = fl_box_spawn(box, &spec, true, &c->child, err);
	if (rc)
		return rc;
	c->boxed = true;
	c->gdb = (struct fl_spawned){0, c->child.in, c->child.out, c->child.err, 0};
	c->pty.master = c->child.tty;
	snprintf(c->pty.name, sizeof(c->pty.name), "%s", FL_BOX_TTY);
	return 0;
}

static int start(struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err)
{
	const char *gdb = opts->gdb_path ? opts->gdb_path : "gdb";
	const char *argv[] = {gdb, "-nx", "-q", "--interpreter=mi3", NULL};
	int rc = opts->box ? start_boxed(c, opts->box, argv, err)
			   : start_beside(c, argv, opts->cwd, err);
	if (rc == FL_EEXEC)
		return fl_error_set(err, FL_EMISSING,
			"cannot run %s%s: install gdb, or name one with --gdb-path", gdb,
			opts->box ? " in the sandbox" : "");
	if (rc)
		return rc;
	c->state = DBG_STATE_NONE;
	if (!watch_all(c))
		return fl_error_set(err, FL_ELIMIT, "too many descriptors in one loop");
	return set_up(c, opts->fast, err);
}

int dbg_console_new(struct dbg_loop *loop, const struct dbg_console_opts *opts,
	struct dbg_console **ret_console, struct fl_error *err)
{
	struct dbg_console *c = calloc(1, sizeof(*c));
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a debugger's console");
	c->loop = loop;
	c->state = DBG_STATE_DEAD;
	c->script = -1;
	c->pty.master = c->pty.slave = -1;
	c->gdb.in = c->gdb.out = c->gdb.err = -1;
	c->output_max = opts->output_max ? opts->output_max : OUTPUT_BYTES;
	fl_buf_init(&c->text, TEXT_BYTES);
	fl_buf_init(&c->noise, NOISE_BYTES);
	fl_buf_init(&c->output, 2 * c->output_max);
	fl_buf_init(&c->queue, DBG_COMMAND_BYTES);
	dbg_mi_init(&c->mi, 0, dbg_console_on_record, c);
	int rc = start(c, opts, err);
	if (rc) {
		dbg_console_free(c);
		return rc;
	}
	*ret_console = c;
	return 0;
}

void dbg_console_free(struct dbg_console *c)
{
	if (!c)
		return;
	dbg_console_die(c);
	fl_spawn_end(&c->gdb);
	fl_pty_close(&c->pty);
	if (c->script >= 0)
		close(c->script);
	dbg_console_drop_result(c);
	dbg_console_drop_stop(c);
	dbg_mi_release(&c->mi);
	fl_buf_release(&c->text);
	fl_buf_release(&c->noise);
	fl_buf_release(&c->output);
	fl_buf_release(&c->queue);
	free(c);
}
