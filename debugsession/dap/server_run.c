/* Letting the program go on, and stopping it. */
#include <inttypes.h>

#include "debugsession/dap/server_priv.h"

/* Resume with an MI command for the thread of the request. */
static int resume(struct dbg_adapter *a, const struct fl_json *args, const char *command,
	struct fl_error *err)
{
	int64_t thread = dbg_arg_int(args, "threadId", 0);
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0 && dbg_session_qemu(a->session))
		rc = dbg_qemu_may_run(dbg_session_qemu(a->session), err);
	if (rc)
		return rc;
	if (thread < 0 || thread >= DBG_THREADS_MAX)
		return fl_error_set(err, FL_EINVAL, "there is no thread %" PRId64, thread);
	dbg_adapter_forget_stop(a);
	a->told_stop = false;
	rc = thread ? dbg_adapter_ask(a, NULL, err, "%s --thread %" PRId64, command, thread)
		    : dbg_adapter_ask(a, NULL, err, "%s", command);
	if (rc)
		a->told_stop = true;
	return rc;
}

DBG_HANDLE(go_on)
{
	const struct fl_json all = {0};
	(void)args;
	int rc = resume(a, &all, "-exec-continue", err);
	dbg_answer_bool(body, "allThreadsContinued", true);
	return rc;
}

static bool by_instruction(const struct fl_json *args)
{
	return fl_slice_eqs(dbg_arg_text(args, "granularity"), "instruction");
}

DBG_HANDLE(next)
{
	(void)body;
	return resume(a, args, by_instruction(args) ? "-exec-next-instruction" : "-exec-next", err);
}

DBG_HANDLE(step_in)
{
	(void)body;
	return resume(a, args, by_instruction(args) ? "-exec-step-instruction" : "-exec-step", err);
}

DBG_HANDLE(step_out)
{
	(void)body;
	return resume(a, args, "-exec-finish", err);
}

DBG_HANDLE(pause)
{
	(void)args;
	(void)body;
	if (!a->console)
		return fl_error_set(err, FL_EINVAL, "there is no program yet");
	if (dbg_console_state(a->console) == DBG_STATE_STOPPED) {
		a->pausing = a->stop_news; /* its stop is on the way to the client */
		return 0;
	}
	int rc = dbg_console_interrupt(a->console, err);
	a->pausing = rc == 0;
	return rc;
}

/* What there was to cancel was cancelled when the request came. */
DBG_HANDLE(cancel)
{
	(void)a;
	(void)args;
	(void)body;
	(void)err;
	return 0;
}

void dbg_adapter_forget_stop(struct dbg_adapter *a)
{
	enum dbg_state state = dbg_console_state(a->console);
	for (size_t i = 0; i < a->ref_count && state == DBG_STATE_STOPPED; i++)
		if (a->refs[i].kind == DBG_REF_OBJECT && a->refs[i].root)
			dbg_adapter_ask(a, NULL, NULL, "-var-delete %.*s", FL_ARG(a->refs[i].text));
	a->ref_count = 0;
	fl_arena_clear(&a->stopped);
	a->reason = a->what = fl_slice(NULL, 0);
}
