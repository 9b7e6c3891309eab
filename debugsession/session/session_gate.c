/* The gate of a session: what it is told at the start, and how it goes up. */
#include "debugsession/bring/bootable.h"
#include "debugsession/session/session_priv.h"
#include "debugsession/console/words.h"

#include <unistd.h>

enum { GATE_MS = 20000 };

/*
 * In a sandbox QEMU's arguments reach nothing but that. What is brought there can be read in the
 * guest's memory, so it has to be what it is said to be. A missing file is another's to tell.
 */
static int check_qemu(const struct dbg_session_opts *o, struct fl_error *err)
{
	const struct dbg_qemu_opts *q = &o->qemu;
	const char *const files[] = {q->kernel, o->symbols};
	if (!o->sandbox && (q->command || (q->args && q->args[0])))
		return fl_error_set(err, FL_EREFUSED,
			"refused by the gate: QEMU's own arguments reach files, the network and "
			"programs; take the other options, a sandbox, or no gate");
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (files[i] && access(files[i], R_OK) == 0 && !dbg_bootable(files[i]))
			return fl_error_set(err, FL_EREFUSED,
				"refused by the gate: %s is no kernel, EFI program or disk that "
				"boots (unpack it if it is compressed)",
				files[i]);
	return 0;
}

int dbg_session_check_opts(const struct dbg_session_opts *o, struct fl_error *err)
{
	struct dbg_gate_opts gate = o->gate;
	int rc = 0;
	if (!gate.on)
		return 0;
	if (o->qemu.wanted)
		rc = check_qemu(o, err);
	if (rc)
		return rc;
	if (o->remote && fl_slice_starts(fl_slice_trim(fl_slice_str(o->remote)), "|"))
		return fl_error_set(err, FL_EREFUSED,
			"refused by the gate: a target that starts with | is a program that would "
			"be run; take HOST:PORT or the path of a socket, or no gate");
	gate.boxed = o->sandbox;
	if (o->program)
		rc = dbg_gate_program(&gate, o->program, err);
	for (size_t i = 0; rc == 0 && o->env && o->env[i]; i++)
		rc = dbg_gate_environment(&gate, fl_slice_str(o->env[i]), err);
	return rc;
}

/* The target's registers, by the debugger's own list. When it gives none, anything may be one. */
static bool is_register(void *ctx, struct fl_slice name)
{
	struct dbg_session *s = ctx;
	const struct dbg_mi_record *result;
	if (dbg_console_ask(s->console, "-data-list-register-names", &result, NULL))
		return true;
	const struct dbg_mi_value *names = dbg_mi_result(result, "register-names");
	for (const struct dbg_mi_value *v = names ? names->child : NULL; v; v = v->next)
		if (fl_slice_eq(dbg_mi_str(v), name))
			return true;
	return !names || !names->child;
}

/*
 * From here on the debugger itself refuses to call functions of the program where no sandbox holds
 * them; what could switch that off does not pass. The names are read last: what files and scripts
 * of the start have defined is there.
 */
int dbg_session_gate(struct dbg_session *s, struct fl_error *err)
{
	static const char off[] = "-gdb-set may-call-functions off";
	struct dbg_gate_opts opts = s->opts->gate;
	struct dbg_reply reply = {0};
	opts.boxed = s->opts->sandbox;
	opts.lldb = s->opts->console.engine == DBG_ENGINE_LLDB_DAP;
	opts.is_register = opts.lldb ? NULL : is_register;
	opts.ctx = s;
	/* what the program's functions do in a sandbox, the program does there anyhow */
	int rc = opts.boxed && !opts.lldb ? 0 : dbg_console_ask(s->console, off, NULL, err);
	if (rc == FL_EREFUSED)
		fl_error_wrap(err, "no gate is possible with this debugger");
	if (rc == 0)
		rc = dbg_console_run(s->console, FL_S("help all"), GATE_MS, &reply, err);
	return rc ? rc : dbg_gate_new(&opts, reply.text, &s->gate, err);
}

int dbg_session_pass(struct dbg_session *s, struct fl_slice command, struct fl_buf *line,
	struct fl_slice *ret_line, struct fl_error *err)
{
	if (!s->gate || dbg_words_nothing(command)) {
		*ret_line = command;
		return 0;
	}
	int rc = dbg_gate_pass(s->gate, command, line, err);
	if (rc == 0)
		*ret_line = fl_buf_view(line);
	return rc;
}
