/* The engine of debug adapters: what the console asks of it. */
#include <stdlib.h>
#include <unistd.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/tree.h"
#include "debugsession/answer/answer.h"

enum { SETUP_MS = 60000, RESULT_MAX = 256 << 20, ENVIRONMENT_MAX = 1 << 20 };

struct dbg_dap_engine *dbg_dap_self(struct dbg_console *c)
{
	return (struct dbg_dap_engine *)c;
}

void dbg_dap_engine_init(struct dbg_console *c, const struct dbg_dap_traits *traits)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	e->traits = traits;
	fl_buf_init(&e->environment, ENVIRONMENT_MAX);
	e->exit_code = -1;
}

int dbg_dap_set_up(struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	const char *here = opts->box ? FL_BOX_DIR : opts->cwd;
	if (here && strlen(here) < sizeof(e->directory))
		strcpy(e->directory, here);
	else if (!getcwd(e->directory, sizeof(e->directory)))
		e->directory[0] = '\0';
	e->deadline = fl_clock_ms() + SETUP_MS;
	return dbg_dap_greet(e, err);
}

void dbg_dap_engine_release(struct dbg_console *c)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	char *texts[] = {e->program, e->arguments, e->path_from, e->path_to, e->list_path};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		free(texts[i]);
	dbg_dap_breaks_forget(e);
	dbg_dap_forget_stack(e);
	if (e->answered)
		fl_arena_release(&e->answer_arena);
	dbg_dap_release(&e->parser);
	fl_buf_release(&e->environment);
}

/* The record that a command ends with. */
static void keep_result(
	struct dbg_dap_engine *e, const char *class, struct dbg_mi_value *root, struct fl_arena *a)
{
	struct dbg_console *c = &e->base;
	dbg_console_drop_result(c);
	c->result = (struct dbg_mi_record){.kind = DBG_MI_RESULT,
		.name = fl_slice_str(class),
		.results = root->child,
		.arena = *a};
	c->have_result = true;
}

int dbg_dap_finish(struct dbg_dap_engine *e, int rc, const char *class, struct dbg_mi_value *root,
	struct fl_arena *a, struct fl_error *err)
{
	if (rc == 0)
		rc = fl_arena_error(a, "the answer", err);
	if (rc == FL_ETIMEOUT || rc == FL_ECLOSED || rc == FL_ENOMEM) {
		fl_arena_release(a);
		return rc;
	}
	if (rc) {
		fl_arena_clear(a);
		*root = (struct dbg_mi_value){.type = DBG_MI_TUPLE};
		dbg_tree_text(a, root, "msg", fl_slice_str(err->message));
		dbg_dap_say(e, "%s\n", err->message);
		class = "error";
	}
	keep_result(e, class, root, a);
	return 0;
}

/*
 * Complete a stop; one that nobody wanted is passed by, and lldb goes on with the step that it came
 * into. The time for that is not the command's: to break it off would cost the adapter.
 */
static int pass_by(struct dbg_dap_engine *e, bool *ret_again, struct fl_error *err)
{
	struct dbg_console *c = &e->base;
	const char *step = e->step_request;
	int rc = 0;
	if (e->deadline < fl_clock_ms() + 5000)
		e->deadline = fl_clock_ms() + 5000;
	if (e->halt.pending && c->state == DBG_STATE_RUNNING)
		c->state = DBG_STATE_STOPPED;
	c->passing = true;
	*ret_again = dbg_dap_settle(e);
	if (*ret_again)
		rc = dbg_dap_resume(e, "continue", e->step_instruction, e->step, err);
	c->passing = false;
	e->step_request = step;
	bool asked = *ret_again && e->stop_asked;
	e->stop_asked = false;
	return rc == 0 && asked ? dbg_console_interrupt(c, err) : rc;
}

static void settle(struct dbg_console *c)
{
	bool again;
	pass_by(dbg_dap_self(c), &again, NULL);
}

static void idle(struct dbg_console *c)
{
	if (dbg_dap_self(c)->guarded && dbg_dap_self(c)->halt.pending)
		settle(c);
}

static int dap_ask(
	struct dbg_console *c, const char *command, unsigned wall_ms, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	struct dbg_mi_value root = {.type = DBG_MI_TUPLE};
	struct fl_error reason = {0};
	struct fl_arena a;
	dbg_console_drop_result(c);
	fl_arena_init(&a, RESULT_MAX);
	e->deadline = fl_clock_ms() + wall_ms;
	settle(c);
	int rc = dbg_dap_mi(e, fl_slice_str(command), &a, &root, &reason);
	rc = dbg_dap_finish(e, rc, "done", &root, &a, &reason);
	return rc ? fl_error_set(err, reason.code, "%s", reason.message) : 0;
}

/* After each step that was asked for, the next one; the same for stops that nobody wanted. */
static int await_stops(struct dbg_dap_engine *e, int64_t deadline, struct fl_error *err)
{
	struct dbg_console *c = &e->base;
	for (;;) {
		int rc = dbg_console_await_stop(c, deadline, err);
		if (rc)
			return rc;
		bool again;
		rc = pass_by(e, &again, err);
		if (rc == 0 && again)
			rc = dbg_console_in_time(c, deadline, err);
		if (rc)
			return rc;
		if (again)
			continue;
		struct fl_slice reason = dbg_mi_str(dbg_mi_result(&c->stop, "reason"));
		bool stepped = e->step && fl_slice_eqs(reason, e->step) && e->repeats > 0;
		if (!stepped)
			return 0;
		e->repeats--;
		rc = dbg_dap_resume(e, e->step_request, e->step_instruction, e->step, err);
		if (rc)
			return rc;
	}
}

static int one_command(struct dbg_dap_engine *e, struct fl_slice command, struct fl_arena *a,
	struct dbg_mi_value *root, struct fl_error *err)
{
	size_t digits = 0;
	while (digits < command.len && command.ptr[digits] >= '0' && command.ptr[digits] <= '9')
		digits++;
	struct fl_slice bare = fl_slice_skip(command, digits);
	e->repeats = 0;
	int rc = fl_slice_starts(bare, "-") ? dbg_dap_mi(e, bare, a, root, err)
					    : dbg_dap_cli(e, command, err);
	struct dbg_console *c = &e->base;
	bool waits = rc == 0 && c->resumed && !fl_slice_ends(command, "&") &&
		     (c->state == DBG_STATE_RUNNING || c->new_stop);
	if (waits)
		rc = await_stops(e, e->deadline, err);
	if (waits && rc == 0)
		dbg_dap_say_stop(e);
	return rc;
}

static int dap_run(
	struct dbg_console *c, struct fl_slice command, int64_t deadline, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	struct dbg_mi_value root = {.type = DBG_MI_TUPLE};
	struct fl_slice line;
	struct fl_arena a;
	struct fl_error reason = {0};
	int rc = 0;
	dbg_console_drop_result(c);
	fl_arena_init(&a, RESULT_MAX);
	e->deadline = deadline;
	dbg_loop_turn(c->loop, fl_clock_ms()); /* the adapter may have died meanwhile */
	if (c->state == DBG_STATE_DEAD) {
		fl_arena_release(&a);
		return dbg_console_closed(c, err);
	}
	settle(c);
	c->resumed = c->new_stop = false;
	while (rc == 0 && fl_slice_line(&command, &line))
		if (fl_slice_trim(line).len)
			rc = one_command(e, fl_slice_trim(line), &a, &root, &reason);
	rc = dbg_dap_finish(e, rc, c->resumed ? "running" : "done", &root, &a, &reason);
	return rc ? fl_error_set(err, reason.code, "%s", reason.message) : 0;
}

static int dap_interrupt(struct dbg_console *c, struct fl_error *err)
{
	struct dbg_dap_engine *e = dbg_dap_self(c);
	struct fl_buf args;
	if (c->passing || (e->halt.pending && c->state == DBG_STATE_RUNNING)) {
		e->stop_asked = c->interrupting = true;
		return 0;
	}
	if (c->state != DBG_STATE_RUNNING) {
		dbg_dap_break_off(e);
		return 0;
	}
	e->interrupting = true;
	e->repeats = 0;
	fl_buf_init(&args, 64);
	dbg_answer_int(&args, "threadId", e->thread);
	int rc = dbg_dap_send(e, "pause", &args, err);
	fl_buf_release(&args);
	return rc;
}

static const struct dbg_dap_traits lldb_traits = {
	.on_event = dbg_dap_on_event,
	.refused = dbg_spell_error,
};

static void lldb_init(struct dbg_console *c)
{
	dbg_dap_engine_init(c, &lldb_traits);
}

static const char *const lldb_argv[] = {"lldb-dap-19", NULL};

const struct dbg_console_ops dbg_dap_lldb_ops = {
	.argv = lldb_argv,
	.install = "lldb-19",
	.size = sizeof(struct dbg_dap_engine),
	.init = lldb_init,
	.set_up = dbg_dap_set_up,
	.release = dbg_dap_engine_release,
	.read = dbg_dap_read,
	.run = dap_run,
	.ask = dap_ask,
	.settle = settle,
	.idle = idle,
	.interrupt = dap_interrupt,
};
