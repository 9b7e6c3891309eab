/* A console's beginning and end. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debugsession/console/cache.h"
#include "debugsession/console/console_priv.h"
#include "debugsession/gdb/gdb.h"

enum { TEXT_BYTES = 16 << 20, NOISE_BYTES = 4096, OUTPUT_BYTES = 1 << 20 };
enum { BOX_PROCESSES = 128, ARGS_MAX = 16, ENV_MAX = 16, SAID_MAX = 120 };

static const struct dbg_console_ops *const engines[DBG_ENGINE_COUNT] = {
#define X(id, word, ops) &ops,
	DBG_ENGINES(X)
#undef X
};

const struct dbg_console_ops *dbg_engine_ops(enum dbg_engine_kind engine)
{
	return engines[engine];
}

int dbg_engine_find(struct fl_slice name, enum dbg_engine_kind *ret_engine, struct fl_error *err)
{
	static const char *const words[DBG_ENGINE_COUNT] = {
#define X(id, word, ops) word,
		DBG_ENGINES(X)
#undef X
	};
	for (size_t i = 0; i < DBG_ENGINE_COUNT; i++) {
		if (!fl_slice_eqs(name, words[i]) && name.len)
			continue;
		*ret_engine = (enum dbg_engine_kind)i;
		return 0;
	}
	return fl_error_set(err, FL_EINVAL,
		"there is no engine \"%.*s\": take gdb, gdb-dap or lldb-dap",
		FL_ARG(fl_slice_head(name, 64)));
}

static bool watch_all(struct dbg_console *c)
{
	return dbg_loop_add(c->loop, c->debugger.out, POLLIN, c->ops->read, c) &&
	       dbg_loop_add(c->loop, c->debugger.err, POLLIN, dbg_console_read_noise, c) &&
	       dbg_loop_add(c->loop, c->debugger.in, 0, dbg_console_write_queue, c) &&
	       dbg_loop_add(c->loop, c->pty.master, POLLIN, dbg_console_read_program, c);
}

static int start_beside(
	struct dbg_console *c, const char *const *argv, const char *cwd, struct fl_error *err)
{
	const char **env = dbg_cache_env(c->ops->python ? c->opts.cache : NULL, environ);
	int rc = c->pty.master < 0 ? fl_pty_open(&c->pty, err) : 0;
	if (rc == 0)
		rc = fl_spawn(argv, env, cwd, c->ops->last_signal, &c->debugger, err);
	dbg_cache_env_free(env);
	return rc;
}

/* The times hold for as long as this debugger lives; passing them ends it. */
static int start_boxed(
	struct dbg_console *c, struct fl_box *box, const char *const *argv, struct fl_error *err)
{
	const char *env[ENV_MAX] = {NULL};
	/* the program gets it, too: what is there for a gdb with Python in it alone is left out */
	for (size_t i = 0, n = 0; dbg_gdb_env[i] && n + 1 < ENV_MAX; i++)
		if (strncmp(dbg_gdb_env[i], "PYTHON", strlen("PYTHON")) != 0)
			env[n++] = dbg_gdb_env[i];
	struct fl_run_spec spec = {.argv = argv,
		.env = env,
		.cpu_ms = c->opts.box_cpu_ms ? c->opts.box_cpu_ms : UINT32_MAX,
		.wall_ms = c->opts.box_wall_ms ? c->opts.box_wall_ms : UINT32_MAX,
		.processes = BOX_PROCESSES,
		.randomize = true};
	int rc = fl_box_spawn(box, &spec, true, &c->child, err);
	if (rc)
		return rc;
	c->boxed = true;
	c->debugger = (struct fl_spawned){0, c->child.in, c->child.out, c->child.err, 0};
	c->pty.master = c->child.tty;
	snprintf(c->pty.name, sizeof(c->pty.name), "%s", FL_BOX_TTY);
	return 0;
}

/* What was named cannot be executed, and why not. */
static int cannot_run(const struct dbg_console *c, const char *path, int sys, struct fl_error *err)
{
	struct stat st;
	const char *where = c->opts.box ? " in the sandbox" : "";
	if (!c->opts.gdb_path)
		return fl_error_set(err, FL_EMISSING,
			"cannot run %s%s: install %s, or name one with --gdb-path", path, where,
			c->ops->install);
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		sys = EISDIR;
	return fl_error_set(err, FL_EMISSING, "cannot run %s%s (%s): install %s, or name another",
		path, where, strerror(sys), c->ops->install);
}

/* A message's ", and wrote …": the first bytes, on one line. */
static void add_quote(struct fl_buf *out, const char *before, struct fl_slice text)
{
	text = fl_slice_trim(text);
	if (!text.len)
		return;
	fl_buf_printf(out, "%s \"", before);
	for (size_t i = 0; i < text.len && i < SAID_MAX; i++)
		fl_buf_char(out, (unsigned char)text.ptr[i] < ' ' ? ' ' : text.ptr[i]);
	fl_buf_printf(out, "%s\"", text.len > SAID_MAX ? "..." : "");
}

/* What was started ended, or answers nothing that this debugger would: say what it is and did. */
static int no_debugger(struct dbg_console *c, int rc, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, sizeof(err->message));
	fl_buf_printf(&text, "%s is no %s, or one that does not work: ",
		c->opts.gdb_path ? c->opts.gdb_path : c->ops->argv[0], c->ops->argv[0]);
	if (rc == FL_EREFUSED)
		fl_buf_printf(&text, "it refused the first request (%s)", err->message);
	else if (c->state == DBG_STATE_DEAD && c->end == FL_END_EXIT)
		fl_buf_printf(&text, "it ended with status %d", c->end_status);
	else if (c->state == DBG_STATE_DEAD && c->end_status != SIGKILL && c->end_status != SIGINT)
		fl_buf_printf(&text, "it was ended by signal %d", c->end_status);
	else /* those two are ours */
		fl_buf_str(&text, "it gave no answer");
	add_quote(&text, ", wrote", fl_buf_view(&c->heard));
	add_quote(&text, ", wrote on standard error", fl_buf_view(&c->noise));
	fl_error_set(err, FL_ECLOSED, "%.*s", FL_ARG(fl_buf_view(&text)));
	fl_buf_release(&text);
	return FL_ECLOSED;
}

int dbg_console_start(struct dbg_console *c, struct fl_error *err)
{
	const struct dbg_console_opts *opts = &c->opts;
	const char *argv[ARGS_MAX] = {NULL};
	dbg_console_die(c);
	fl_buf_clear(&c->queue);
	fl_buf_clear(&c->noise);
	fl_buf_clear(&c->heard);
	c->queued = 0;
	for (size_t i = 0; c->ops->argv[i] && i + 1 < ARGS_MAX; i++)
		argv[i] = c->ops->argv[i];
	if (opts->gdb_path)
		argv[0] = opts->gdb_path;
	int rc = opts->box ? start_boxed(c, opts->box, argv, err)
			   : start_beside(c, argv, opts->cwd, err);
	if (rc == FL_EEXEC)
		return cannot_run(c, argv[0], err ? err->sys : 0, err);
	if (rc)
		return rc;
	c->state = DBG_STATE_NONE;
	return watch_all(c) ? 0 : fl_error_set(err, FL_ELIMIT, "too many descriptors in one loop");
}

static int set_up(struct dbg_console *c, struct fl_error *err)
{
	struct fl_error own = {0};
	int rc = c->ops->set_up(c, &c->opts, err ? err : &own);
	bool strange = rc == FL_ECLOSED || rc == FL_ETIMEOUT || rc == FL_EREFUSED;
	return strange ? no_debugger(c, rc, err ? err : &own) : rc;
}

int dbg_console_new(struct dbg_loop *loop, const struct dbg_console_opts *opts,
	struct dbg_console **ret_console, struct fl_error *err)
{
	const struct dbg_console_ops *ops = engines[opts->engine];
	struct dbg_console *c = calloc(1, ops->size);
	if (!c)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a debugger's console");
	c->ops = ops;
	c->loop = loop;
	c->watch = opts->watch;
	c->opts = *opts;
	c->state = DBG_STATE_DEAD;
	c->pty.master = c->pty.slave = -1;
	c->debugger.in = c->debugger.out = c->debugger.err = -1;
	c->output_max = opts->output_max ? opts->output_max : OUTPUT_BYTES;
	fl_buf_init(&c->text, TEXT_BYTES);
	fl_buf_init(&c->noise, NOISE_BYTES);
	fl_buf_init(&c->heard, NOISE_BYTES);
	fl_buf_init(&c->output, 2 * c->output_max);
	fl_buf_init(&c->queue, DBG_COMMAND_BYTES);
	ops->init(c);
	int rc = dbg_console_start(c, err);
	if (rc == 0)
		rc = set_up(c, err);
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
	fl_spawn_end(&c->debugger);
	fl_pty_close(&c->pty);
	c->ops->release(c);
	dbg_console_drop_result(c);
	dbg_console_drop_stop(c);
	fl_buf_release(&c->text);
	fl_buf_release(&c->noise);
	fl_buf_release(&c->heard);
	fl_buf_release(&c->output);
	fl_buf_release(&c->queue);
	free(c);
}
