/* A session's machine: QEMU before, beside and after the debugger. */
#include "debugsession/session/session_priv.h"
#include "debugsession/console/words.h"

#include <stdio.h>
#include <string.h>

enum { END_MS = 1000 };

/* gdb's names for what a debugger must know that is not the usual one. */
static const char *const architectures[DBG_QEMU_MACHINE_COUNT] = {
	[DBG_QEMU_AARCH64] = "aarch64",
	[DBG_QEMU_RISCV64] = "riscv:rv64",
};

static int check(const struct dbg_session_opts *o, struct fl_error *err)
{
	const struct {
		const char *option;
		bool given;
	} others[] = {
		{"--program", o->program},
		{"--core", o->core},
		{"--attach", o->attach},
		{"--remote", o->remote},
	};
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (others[i].given)
			return fl_error_set(
				err, FL_EINVAL, "%s does not go with QEMU", others[i].option);
	if (o->console.engine != DBG_ENGINE_GDB)
		return fl_error_set(err, FL_EREFUSED, "QEMU needs the engine gdb");
	if (!o->home)
		return fl_error_set(err, FL_EINVAL, "QEMU needs a directory");
	return 0;
}

int dbg_session_machine_opts(struct dbg_session *s, struct fl_error *err)
{
	const struct dbg_session_opts *o = s->opts;
	if (!o->qemu.wanted)
		return 0;
	int rc = check(o, err);
	if (rc == 0)
		rc = dbg_qemu_check(&o->qemu, err);
	if (rc)
		return rc;
	s->machine = *o;
	if (!o->symbols)
		s->machine.program = dbg_qemu_symbols(&o->qemu);
	if (!o->console.gdb_path)
		s->machine.console.gdb_path = dbg_qemu_debugger(o->qemu.machine);
	s->opts = &s->machine;
	return 0;
}

int dbg_session_machine_new(struct dbg_session *s, struct dbg_loop *loop, struct fl_error *err)
{
	const struct dbg_session_opts *o = s->opts;
	return o->qemu.wanted ? dbg_qemu_new(loop, &o->qemu, o->home, s->id, &s->qemu, err) : 0;
}

static int check_architecture(struct dbg_session *s, struct fl_error *err)
{
	const char *name = architectures[s->opts->qemu.machine];
	char command[64];
	if (!name)
		return 0;
	snprintf(command, sizeof(command), "-gdb-set architecture %s", name);
	int rc = dbg_console_ask(s->console, command, NULL, err);
	if (rc == FL_EREFUSED)
		return fl_error_set(err, FL_EMISSING,
			"the debugger does not know %s: install the package gdb-multiarch, or "
			"name a debugger with --gdb-path",
			dbg_qemu_machine_words[s->opts->qemu.machine]);
	return rc ? rc : dbg_console_ask(s->console, "-gdb-set architecture auto", NULL, err);
}

int dbg_session_machine_ready(struct dbg_session *s, struct fl_error *err)
{
	if (!s->qemu)
		return 0;
	int rc = check_architecture(s, err);
	if (rc == 0)
		rc = dbg_qemu_attach(s->qemu, s->console, err);
	/* an emulator on a loaded machine is slow to answer; one that has died is noticed */
	if (rc == 0)
		rc = dbg_console_ask(s->console, "-gdb-set remotetimeout 30", NULL, err);
	if (s->boxed.box)
		s->boxed.opts.remote = dbg_qemu_stub(s->qemu);
	else
		s->machine.remote = dbg_qemu_stub(s->qemu);
	return rc;
}

int dbg_session_machine_settle(struct dbg_session *s, struct fl_error *err)
{
	return s->qemu ? dbg_qemu_settle(s->qemu, err) : 0;
}

bool dbg_session_machine_gone(struct dbg_session *s, struct fl_error *err)
{
	enum dbg_error_type type = dbg_error_type_of(err);
	if (!s->qemu)
		return false;
	/* the debugger may have noticed first */
	if (strstr(err->message, "Remote connection closed"))
		dbg_qemu_await_end(s->qemu, END_MS);
	if (dbg_qemu_alive(s->qemu))
		return false;
	if (type != DBG_ERROR_TARGET && type != DBG_ERROR_TARGET_NOT_RUNNING &&
		type != DBG_ERROR_PROCESS_DIED)
		return false;
	if (dbg_console_state(s->console) == DBG_STATE_DEAD)
		return false;
	dbg_qemu_end(s->qemu, err);
	return true;
}

/* A script's lines go to the debugger, and its monitor over the stub can block QEMU (qmp.h). */
static bool has_monitor(struct fl_slice script)
{
	struct fl_slice line;
	if (fl_slice_chr(script, '\n') < 0)
		return false;
	while (fl_slice_line(&script, &line))
		if (dbg_words_match(line, "monitor", "mon", NULL))
			return true;
	return false;
}

int dbg_session_machine_check(
	const struct dbg_session *s, struct fl_slice command, struct fl_error *err)
{
	if (!s->qemu)
		return 0;
	if (has_monitor(fl_slice_trim(command)))
		return fl_error_set(err, FL_EINVAL,
			"monitor does not go into a script here: give it as a command of its own");
	return dbg_console_resumes(command) ? dbg_qemu_may_run(s->qemu, err) : 0;
}

struct dbg_qemu *dbg_session_qemu(const struct dbg_session *s)
{
	return s->qemu;
}

void dbg_session_look(struct dbg_session *s)
{
	dbg_console_look(s->console);
	if (s->qemu)
		dbg_qemu_alive(s->qemu);
}

void dbg_session_children(const struct dbg_session *s, pid_t ret_pids[DBG_SESSION_CHILDREN])
{
	ret_pids[0] = dbg_console_pid(s->console);
	ret_pids[1] = s->qemu && !s->boxed.box ? dbg_qemu_child(s->qemu) : 0;
}
