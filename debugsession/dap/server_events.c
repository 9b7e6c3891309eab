/* What happens without being asked for: stops, threads, breakpoints, the end. */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/dap/server_priv.h"

/* gdb's reason (GDB manual, "GDB/MI Async Records") as DAP's, and in words. */
static const struct {
	const char *gdb, *dap, *words;
} reasons[] = {
	{"breakpoint-hit", "breakpoint", "Paused on breakpoint"},
	{"watchpoint-trigger", "data breakpoint", "Paused: the value was changed"},
	{"read-watchpoint-trigger", "data breakpoint", "Paused: the value was read"},
	{"access-watchpoint-trigger", "data breakpoint", "Paused: the value was used"},
	{"watchpoint-scope", "data breakpoint", "Paused: what was watched is gone"},
	{"end-stepping-range", "step", "Paused after step"},
	{"function-finished", "step", "Paused after step out"},
	{"location-reached", "step", "Paused at the location"},
	{"no-history", "step", "Paused at the end of the recording"},
	{"signal-received", "exception", "Paused on exception"},
	{"fork", "breakpoint", "Paused on fork"},
	{"vfork", "breakpoint", "Paused on vfork"},
	{"exec", "breakpoint", "Paused on exec"},
	{"syscall-entry", "breakpoint", "Paused on system call"},
	{"syscall-return", "breakpoint", "Paused behind system call"},
	{"solib-event", "breakpoint", "Paused on library"},
};

/* The kind of breakpoint, where clients tell them apart. */
static const char *const break_reasons[] = {
	[DBG_BREAK_SOURCE] = "breakpoint",
	[DBG_BREAK_FUNCTION] = "function breakpoint",
	[DBG_BREAK_INSTRUCTION] = "instruction breakpoint",
	[DBG_BREAK_DATA] = "data breakpoint",
	[DBG_BREAK_EXCEPTION] = "exception",
};

static int64_t number_of(const struct dbg_mi_record *stop)
{
	static const char *const watches[] = {"wpt", "hw-rwpt", "hw-awpt"};
	int64_t n = dbg_mi_int(dbg_mi_result(stop, "bkptno"), 0);
	for (size_t i = 0; !n && i < sizeof(watches) / sizeof(*watches); i++)
		n = dbg_mi_int(dbg_mi_get(dbg_mi_result(stop, watches[i]), "number"), 0);
	return n;
}

/* A stop that the pause request or gdb's own SIGINT made. */
static bool is_pause(const struct dbg_adapter *a, const struct dbg_mi_record *stop)
{
	struct fl_slice signal = dbg_mi_str(dbg_mi_result(stop, "signal-name"));
	return a->pausing && (fl_slice_eqs(signal, "SIGINT") || fl_slice_eqs(signal, "0"));
}

struct news {
	const char *reason, *words;
	struct fl_slice text; /* what the signal means */
	int64_t breakpoint; /* 0: none */
};

static void explain(struct dbg_adapter *a, const struct dbg_mi_record *stop, struct news *n)
{
	struct fl_slice reason = dbg_mi_str(dbg_mi_result(stop, "reason"));
	const struct dbg_adapter_break *b;
	n->reason = "pause";
	n->words = "Paused";
	for (size_t i = 0; i < sizeof(reasons) / sizeof(*reasons); i++)
		if (fl_slice_eqs(reason, reasons[i].gdb)) {
			n->reason = reasons[i].dap;
			n->words = reasons[i].words;
		}
	n->breakpoint = number_of(stop);
	b = dbg_adapter_break_find(a, n->breakpoint);
	if (b)
		n->reason = break_reasons[b->kind];
	else if (fl_slice_eqs(reason, "signal-received"))
		n->text = dbg_mi_str(dbg_mi_result(stop, "signal-meaning"));
	if (b && b->kind == DBG_BREAK_EXCEPTION) {
		n->words = "Paused on exception";
		n->text = fl_slice_str(b->asked);
	}
	if (is_pause(a, stop)) {
		*n = (struct news){"pause", "Paused", {NULL, 0}, 0};
	} else if (a->jumped) {
		*n = (struct news){"goto", "Paused at the chosen line", {NULL, 0}, 0};
	} else if (a->entering && !b &&
		   !fl_slice_eqs(dbg_mi_str(dbg_mi_result(stop, "signal-name")), "SIGSEGV")) {
		*n = (struct news){"entry", "Paused on entry", {NULL, 0}, 0};
	}
}

/* The thread that gdb looks at, where the stop does not name one (after an attach). */
static int64_t current_thread(struct dbg_adapter *a)
{
	const struct dbg_mi_record *r;
	if (dbg_adapter_ask(a, &r, NULL, "-thread-info"))
		return 0;
	return dbg_mi_int(dbg_mi_result(r, "current-thread-id"), 0);
}

static void tell_return(struct dbg_adapter *a, const struct dbg_mi_record *stop)
{
	struct fl_slice value = dbg_mi_str(dbg_mi_result(stop, "return-value"));
	struct fl_buf text;
	if (!value.len)
		return;
	fl_buf_init(&text, DBG_ADAPTER_TEXT * 2);
	fl_buf_str(&text, "Value returned: ");
	fl_buf_slice(&text, fl_slice_head(value, DBG_ADAPTER_TEXT));
	fl_buf_char(&text, '\n');
	dbg_adapter_say(a, "console", fl_buf_view(&text));
	fl_buf_release(&text);
}

static void tell_stop(struct dbg_adapter *a, const struct dbg_mi_record *stop)
{
	struct news n = {0};
	struct fl_buf body;
	explain(a, stop, &n);
	a->pausing = a->entering = a->jumped = false;
	a->reason = fl_arena_slice(&a->stopped, dbg_mi_str(dbg_mi_result(stop, "signal-name")));
	a->what = fl_arena_slice(&a->stopped, n.text);
	tell_return(a, stop);
	dbg_adapter_event(&body);
	dbg_answer_text(&body, "reason", fl_slice_str(n.reason));
	dbg_answer_text(&body, "description", fl_slice_str(n.words));
	if (n.text.len)
		dbg_answer_text(&body, "text", n.text);
	a->thread = dbg_mi_int(dbg_mi_result(stop, "thread-id"), 0);
	if (n.breakpoint) {
		dbg_answer_key(&body, "hitBreakpointIds");
		fl_buf_printf(&body, "[%" PRId64 "]", n.breakpoint);
	}
	/* the record is gone from here on */
	if (!a->thread)
		a->thread = current_thread(a);
	if (a->thread)
		dbg_answer_int(&body, "threadId", a->thread);
	dbg_answer_bool(&body, "allThreadsStopped", true);
	dbg_adapter_send_event(a, "stopped", &body);
	a->told_stop = true;
}

/* The program's status, which gdb writes in octal; a signal is told in words, and is -1. */
static void tell_exit(struct dbg_adapter *a, const struct dbg_mi_record *stop)
{
	struct fl_buf body;
	struct fl_slice code = dbg_mi_str(dbg_mi_result(stop, "exit-code"));
	struct fl_slice signal = dbg_mi_str(dbg_mi_result(stop, "signal-name"));
	int64_t status = 0;
	for (size_t i = 0; i < code.len && code.ptr[i] >= '0' && code.ptr[i] <= '7'; i++)
		status = status * 8 + (code.ptr[i] - '0');
	dbg_adapter_tell_output(a, true);
	if (signal.len) {
		fl_buf_init(&body, 256);
		fl_buf_printf(&body, "The program was ended by the signal %.*s\n",
			FL_ARG(fl_slice_head(signal, 100)));
		dbg_adapter_say(a, "console", fl_buf_view(&body));
		fl_buf_release(&body);
		status = -1;
	}
	dbg_adapter_event(&body);
	dbg_answer_int(&body, "exitCode", status);
	dbg_adapter_send_event(a, "exited", &body);
	a->told_exited = true;
}

static void tell_terminated(struct dbg_adapter *a)
{
	struct fl_buf body;
	if (a->told_terminated)
		return;
	dbg_adapter_tell_output(a, true);
	dbg_adapter_event(&body);
	dbg_adapter_send_event(a, "terminated", &body);
	a->told_terminated = true;
	dbg_adapter_forget_stop(a);
}

static void settle_stop(struct dbg_adapter *a, const struct dbg_mi_record *stop)
{
	int64_t number = stop ? number_of(stop) : 0;
	if (number && dbg_adapter_logged(a, number)) {
		dbg_adapter_forget_stop(a);
		a->told_stop = false;
		dbg_adapter_ask(a, NULL, NULL, "-exec-continue");
		return;
	}
	/* the log may have been asked for meanwhile: read the stop anew */
	stop = dbg_console_stop(a->console);
	if (stop) {
		tell_stop(a, stop);
		return;
	}
	/* a core file, a process that was attached to: gdb tells of no stop */
	static const struct dbg_mi_record none = {.kind = DBG_MI_EXEC};
	tell_stop(a, &none);
}

static void settle_end(struct dbg_adapter *a)
{
	const struct dbg_mi_record *stop = dbg_console_stop(a->console);
	bool mine = stop && fl_slice_starts(dbg_mi_str(dbg_mi_result(stop, "reason")), "exited");
	if (!a->told_exited && mine)
		tell_exit(a, stop);
	tell_terminated(a);
}

void dbg_adapter_settle(struct dbg_adapter *a)
{
	dbg_adapter_tell_output(a, false);
	if (!a->console)
		return;
	enum dbg_state state = dbg_console_state(a->console);
	if (state == DBG_STATE_DEAD && !a->told_terminated) {
		dbg_adapter_say(a, "important", FL_S("debugsession: the debugger has died\n"));
		tell_terminated(a);
	}
	/* stops before the configuration is done belong to the start */
	if (!a->stop_news || !a->configured)
		return;
	a->stop_news = false;
	if (state == DBG_STATE_STOPPED) {
		dbg_adapter_tell_output(a, true);
		settle_stop(a, dbg_console_stop(a->console));
	} else if (state == DBG_STATE_EXITED || state == DBG_STATE_NONE) {
		settle_end(a);
	}
}

static void on_running(struct dbg_adapter *a)
{
	struct fl_buf body;
	bool news = a->told_stop;
	a->told_stop = a->stop_news = false;
	if (!news)
		return;
	dbg_adapter_event(&body);
	dbg_answer_int(&body, "threadId", a->thread ? a->thread : 1);
	dbg_answer_bool(&body, "allThreadsContinued", true);
	dbg_adapter_send_event(a, "continued", &body);
}

static void on_thread(struct dbg_adapter *a, const struct dbg_mi_record *r, const char *reason)
{
	struct fl_buf body;
	dbg_adapter_event(&body);
	dbg_answer_text(&body, "reason", fl_slice_str(reason));
	dbg_answer_int(&body, "threadId", dbg_mi_int(dbg_mi_result(r, "id"), 0));
	dbg_adapter_send_event(a, "thread", &body);
}

static void on_thread_created(struct dbg_adapter *a, const struct dbg_mi_record *r)
{
	on_thread(a, r, "started");
}

static void on_thread_exited(struct dbg_adapter *a, const struct dbg_mi_record *r)
{
	on_thread(a, r, "exited");
}

static void on_program(struct dbg_adapter *a, const struct dbg_mi_record *r)
{
	struct fl_buf body;
	int64_t pid = dbg_mi_int(dbg_mi_result(r, "pid"), 0);
	dbg_adapter_event(&body);
	const char *kernel = a->begin.qemu.kernel;
	const char *name = a->begin.program ? a->begin.program : kernel ? kernel : "?";
	bool local = !a->begin.remote && !a->begin.qemu.wanted;
	dbg_answer_text(&body, "name", fl_slice_str(name));
	if (pid && !a->begin.sandbox && !a->begin.qemu.wanted)
		dbg_answer_int(&body, "systemProcessId", pid);
	dbg_answer_bool(&body, "isLocalProcess", local);
	dbg_answer_text(&body, "startMethod", a->begin.attach ? FL_S("attach") : FL_S("launch"));
	dbg_adapter_send_event(a, "process", &body);
}

static void on_program_end(struct dbg_adapter *a, const struct dbg_mi_record *r)
{
	(void)r;
	a->stop_news = true;
}

static void on_break_new(struct dbg_adapter *a, const struct dbg_mi_record *r)
{
	dbg_adapter_break_news(a, r, "new");
}

static void on_break_changed(struct dbg_adapter *a, const struct dbg_mi_record *r)
{
	dbg_adapter_break_news(a, r, "changed");
}

static void on_break_gone(struct dbg_adapter *a, const struct dbg_mi_record *r)
{
	dbg_adapter_break_news(a, r, "removed");
}

/* gdb's notifications (GDB manual, "GDB/MI Async Records") that clients want to know of. */
static const struct {
	const char *name;
	void (*fn)(struct dbg_adapter *a, const struct dbg_mi_record *r);
} notes[] = {
	{"thread-created", on_thread_created},
	{"thread-exited", on_thread_exited},
	{"thread-group-started", on_program},
	{"thread-group-exited", on_program_end},
	{"breakpoint-created", on_break_new},
	{"breakpoint-modified", on_break_changed},
	{"breakpoint-deleted", on_break_gone},
};

void dbg_adapter_on_record(void *ctx, const struct dbg_mi_record *r)
{
	struct dbg_adapter *a = ctx;
	if (r->kind == DBG_MI_EXEC && fl_slice_eqs(r->name, "stopped"))
		a->stop_news = true;
	else if (r->kind == DBG_MI_EXEC && fl_slice_eqs(r->name, "running"))
		on_running(a);
	else if ((r->kind == DBG_MI_CONSOLE || r->kind == DBG_MI_LOG) && !a->asking)
		dbg_adapter_say(a, "console", r->text);
	for (size_t i = 0; r->kind == DBG_MI_NOTIFY && i < sizeof(notes) / sizeof(*notes); i++)
		if (fl_slice_eqs(r->name, notes[i].name))
			notes[i].fn(a, r);
}
