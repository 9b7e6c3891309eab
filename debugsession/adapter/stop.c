/* Events of the adapter, stops as gdb tells them, and how the program goes on. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/tree.h"
#include "debugsession/answer/answer.h"

enum { RECORD_MAX = 4 << 20 };

static void copy_text(char *to, size_t size, struct fl_slice s)
{
	s = fl_slice_head(s, size - 1);
	if (s.len)
		memcpy(to, s.ptr, s.len);
	to[s.len] = '\0';
}

/* The name in "signal SIGSEGV: address not mapped"; empty when it is none. */
static struct fl_slice signal_in(struct fl_slice description)
{
	if (!fl_slice_starts(description, "signal "))
		return fl_slice(NULL, 0);
	struct fl_slice name = fl_slice_skip(description, 7);
	size_t n = 0;
	while (n < name.len && (isalnum((unsigned char)name.ptr[n])))
		n++;
	return fl_slice_head(name, n);
}

static void begin_record(struct dbg_mi_record *r, struct dbg_mi_value *root)
{
	*r = (struct dbg_mi_record){.kind = DBG_MI_EXEC, .name = FL_S("stopped")};
	*root = (struct dbg_mi_value){.type = DBG_MI_TUPLE};
	fl_arena_init(&r->arena, RECORD_MAX);
}

static void end_record(struct dbg_dap_engine *e, struct dbg_mi_record *r, struct dbg_mi_value *root)
{
	enum dbg_state old = e->base.state;
	r->results = root->child;
	dbg_console_on_stopped(&e->base, r);
	fl_arena_release(&r->arena);
	if (old == DBG_STATE_DEAD)
		e->base.state = old;
}

static void on_stopped(struct dbg_dap_engine *e, const struct fl_json *body)
{
	const struct fl_json *focus = fl_json_get(body, "threadCausedFocus");
	const struct fl_json *ids = fl_json_get(body, "hitBreakpointIds");
	bool running = e->base.state == DBG_STATE_RUNNING && !e->halt.pending;
	bool wanted = running || e->phase == DBG_DAP_IDLE;
	if (!wanted && !(e->halt.pending && focus && focus->num))
		return;
	e->halt = (struct dbg_dap_halt){
		.pending = true,
		.thread = fl_json_int(fl_json_get(body, "threadId"), 0),
		.break_id = fl_json_int(ids ? ids->child : NULL, 0),
	};
	copy_text(e->halt.reason, sizeof(e->halt.reason), fl_json_str(fl_json_get(body, "reason")));
	copy_text(e->halt.description, sizeof(e->halt.description),
		fl_json_str(fl_json_get(body, "description")));
	e->halted = true;
	if (e->phase != DBG_DAP_LIVE)
		return;
	if (e->guarded) { /* it runs until its condition was looked at */
		e->base.new_stop = true;
		return;
	}
	struct dbg_mi_record r;
	struct dbg_mi_value root;
	begin_record(&r, &root);
	end_record(e, &r, &root);
}

static void on_exited(struct dbg_dap_engine *e)
{
	struct dbg_mi_record r;
	struct dbg_mi_value root;
	if (e->phase == DBG_DAP_OVER)
		return;
	bool seen = e->phase == DBG_DAP_LIVE;
	e->phase = DBG_DAP_OVER;
	e->halted = true;
	e->halt.pending = false;
	if (!seen)
		return;
	begin_record(&r, &root);
	bool signalled = e->last_signal && e->exit_code == e->last_signal;
	const char *reason = signalled          ? "exited-signalled"
			     : e->exit_code > 0 ? "exited"
						: "exited-normally";
	dbg_tree_text(&r.arena, &root, "reason", fl_slice_str(reason));
	if (signalled) {
		struct fl_slice name = fl_slice_str(e->last_signal_name);
		dbg_tree_text(&r.arena, &root, "signal-name", name);
		dbg_tree_text(&r.arena, &root, "signal-meaning", dbg_spell_signal(name));
	} else if (e->exit_code > 0) {
		dbg_tree_printf(&r.arena, &root, "exit-code", "%02o", (unsigned)e->exit_code);
	}
	end_record(e, &r, &root);
	e->base.program_pid = 0;
}

/* "Process 9 exited with status = 9 (0x00000009) killed": the end tells that it was a signal. */
static void read_console(struct dbg_dap_engine *e, struct fl_slice text)
{
	ptrdiff_t at = fl_slice_find(text, " exited with status = ");
	ptrdiff_t close = at < 0 ? -1 : fl_slice_rchr(text, ')');
	if (close < at)
		return;
	if (fl_slice_trim(fl_slice_skip(text, (size_t)close + 1)).len == 0)
		return;
	uint32_t number = 0;
	fl_slice_uint(fl_slice_skip(text, (size_t)at + 22), &number);
	e->last_signal = number;
	dbg_spell_signal_name((int)number, e->last_signal_name, sizeof(e->last_signal_name));
}

/* The program writes to its terminal; what comes here is the adapter's own. */
static void on_output(struct dbg_dap_engine *e, const struct fl_json *body)
{
	if (fl_slice_eqs(fl_json_str(fl_json_get(body, "category")), "console"))
		read_console(e, fl_json_str(fl_json_get(body, "output")));
}

void dbg_dap_on_event(struct dbg_dap_engine *e, const struct fl_json *event)
{
	struct fl_slice name = fl_json_str(fl_json_get(event, "event"));
	const struct fl_json *body = fl_json_get(event, "body");
	if (fl_slice_eqs(name, "stopped")) {
		on_stopped(e, body);
	} else if (fl_slice_eqs(name, "output")) {
		on_output(e, body);
	} else if (fl_slice_eqs(name, "initialized")) {
		e->initialized = true;
	} else if (fl_slice_eqs(name, "process")) {
		e->pid = fl_json_int(fl_json_get(body, "systemProcessId"), e->pid);
	} else if (fl_slice_eqs(name, "breakpoint")) {
		dbg_dap_break_changed(e, body);
	} else if (fl_slice_eqs(name, "exited")) {
		e->exit_code = fl_json_int(fl_json_get(body, "exitCode"), -1);
		on_exited(e);
	} else if (fl_slice_eqs(name, "terminated")) {
		on_exited(e);
	}
}

int dbg_dap_refuse_running(struct fl_error *err)
{
	return fl_error_set(err, FL_EREFUSED,
		"Cannot execute this command while the target is running.\n"
		"Use the \"interrupt\" command to stop the target\nand then try again.");
}

int dbg_dap_need_stop(const struct dbg_dap_engine *e, struct fl_error *err)
{
	if (e->base.state == DBG_STATE_RUNNING)
		return dbg_dap_refuse_running(err);
	if (e->base.state != DBG_STATE_STOPPED)
		return fl_error_set(err, FL_EREFUSED, "The program is not being run.");
	return 0;
}

int dbg_dap_resume(struct dbg_dap_engine *e, const char *request, bool instruction,
	const char *reason, struct fl_error *err)
{
	struct fl_buf args;
	int rc = dbg_dap_need_stop(e, err);
	if (rc == 0 && e->core)
		rc = fl_error_set(err, FL_EREFUSED, "The program is not being run.");
	if (rc)
		return rc;
	fl_buf_init(&args, 256);
	dbg_answer_int(&args, "threadId", e->thread);
	if (instruction)
		dbg_answer_text(&args, "granularity", FL_S("instruction"));
	e->step = reason;
	e->step_request = request;
	e->step_instruction = instruction;
	e->interrupting = false;
	e->halt.pending = false;
	const struct dbg_dap_frame *frame;
	if (dbg_dap_current(e, &frame, NULL) == 0)
		copy_text(e->stepped_from, sizeof(e->stepped_from), frame->function);
	dbg_dap_forget_stack(e);
	dbg_console_on_running(&e->base);
	rc = dbg_dap_request(e, request, &args, NULL, err);
	fl_buf_release(&args);
	if (rc && e->base.state == DBG_STATE_RUNNING)
		e->base.state = DBG_STATE_STOPPED;
	return rc;
}

static struct dbg_dap_break *watch_of(struct dbg_dap_engine *e)
{
	uint32_t id;
	struct fl_slice d = fl_slice_str(e->halt.description);
	if (!fl_slice_starts(d, "watchpoint ") || !fl_slice_uint(fl_slice_skip(d, 11), &id))
		return NULL;
	for (size_t i = 0; i < e->break_count; i++)
		if (e->breaks[i]->kind == DBG_DAP_WATCH && e->breaks[i]->id == id)
			return e->breaks[i];
	return NULL;
}

static struct dbg_dap_break *break_of(struct dbg_dap_engine *e)
{
	for (size_t i = 0; e->halt.break_id && i < e->break_count; i++)
		if (e->breaks[i]->kind != DBG_DAP_WATCH && e->breaks[i]->id == e->halt.break_id)
			return e->breaks[i];
	return NULL;
}

/* Old and new value; false when a watchpoint for writes saw none. */
static bool add_watch(struct dbg_dap_engine *e, struct dbg_dap_break *b, struct fl_arena *a,
	struct dbg_mi_value *root)
{
	static const struct {
		const char *access, *reason, *tuple, *fresh;
	} kinds[] = {
		{"write", "watchpoint-trigger", "wpt", "new"},
		{"read", "read-watchpoint-trigger", "hw-rwpt", "value"},
		{"readWrite", "access-watchpoint-trigger", "hw-awpt", "new"},
	};
	struct fl_buf value;
	size_t k = 0;
	fl_buf_init(&value, 1 << 20);
	dbg_dap_evaluate_text(e, fl_slice_str(b->text), &value, NULL);
	bool changed = !b->value || strcmp(b->value, value.data) != 0;
	while (k < 2 && strcmp(b->access, kinds[k].access) != 0)
		k++;
	dbg_tree_text(a, root, "reason", fl_slice_str(kinds[k].reason));
	struct dbg_mi_value *tuple = dbg_tree_add(a, root, DBG_MI_TUPLE, kinds[k].tuple);
	dbg_tree_printf(a, tuple, "number", "%lld", (long long)b->number);
	dbg_tree_text(a, tuple, "exp", fl_slice_str(b->text));
	tuple = dbg_tree_add(a, root, DBG_MI_TUPLE, "value");
	if (changed && k != 1)
		dbg_tree_text(a, tuple, "old", fl_slice_str(b->value));
	dbg_tree_text(a, tuple, k == 2 && !changed ? "value" : kinds[k].fresh, fl_buf_view(&value));
	free(b->value);
	b->value = strdup(value.data);
	fl_buf_release(&value);
	return changed || k > 0;
}

static void add_signal(struct dbg_dap_engine *e, struct fl_slice name, struct fl_arena *a,
	struct dbg_mi_value *root)
{
	if (e->interrupting && fl_slice_eqs(name, "SIGSTOP"))
		name = FL_S("SIGINT");
	copy_text(e->last_signal_name, sizeof(e->last_signal_name), name);
	e->last_signal = dbg_spell_signal_number(name);
	dbg_tree_text(a, root, "reason", FL_S("signal-received"));
	dbg_tree_text(a, root, "signal-name", name);
	dbg_tree_text(a, root, "signal-meaning", dbg_spell_signal(name));
}

/* "Return value: (int) $0 = 2" of the function that was finished. */
static void add_returned(struct dbg_dap_engine *e, struct fl_arena *a, struct dbg_mi_value *root)
{
	struct fl_buf text;
	struct fl_slice rest, line;
	fl_buf_init(&text, 1 << 20);
	dbg_dap_repl(e, FL_S("thread info -s"), &text, NULL);
	rest = fl_buf_view(&text);
	while (fl_slice_line(&rest, &line)) {
		ptrdiff_t at = fl_slice_find(line, " = ");
		if (!fl_slice_starts(line, "Return value: ") || at < 0)
			continue;
		struct fl_buf value;
		struct dbg_dap_var v = {.value = fl_slice_skip(line, (size_t)at + 3)};
		ptrdiff_t close = fl_slice_rchr(fl_slice_head(line, (size_t)at), ')');
		if (close > 15)
			v.type = fl_slice(line.ptr + 15, (size_t)close - 15);
		fl_buf_init(&value, 1 << 20);
		dbg_dap_value(e, &v, &value);
		dbg_tree_printf(a, root, "gdb-result-var", "$%lld", (long long)++e->history);
		dbg_tree_text(a, root, "return-value", fl_buf_view(&value));
		fl_buf_release(&value);
		break;
	}
	fl_buf_release(&text);
}

/* Why it stopped; false: nobody asked for this stop. */
static bool add_reason(struct dbg_dap_engine *e, struct dbg_dap_break *b, struct dbg_dap_break *w,
	struct fl_arena *a, struct dbg_mi_value *root)
{
	struct fl_slice name = signal_in(fl_slice_str(e->halt.description));
	if (w)
		return add_watch(e, w, a, root);
	/* lldb may call the end of a step what `pause` has ended on the way over a breakpoint */
	bool ended = e->interrupting && strcmp(e->halt.reason, "step") == 0;
	if (!b && (e->stop_asked || ended))
		name = FL_S("SIGINT");
	if (b) {
		const char *reason = b->number < 0 ? "location-reached" : "breakpoint-hit";
		dbg_tree_text(a, root, "reason", fl_slice_str(reason));
		if (b->number > 0) {
			dbg_tree_printf(a, root, "disp", "%s", b->temporary ? "del" : "keep");
			dbg_tree_printf(a, root, "bkptno", "%lld", (long long)b->number);
		}
	} else if (name.len) {
		e->in_line = true;
		add_signal(e, name, a, root);
	} else if (strcmp(e->halt.reason, "step") == 0) {
		dbg_tree_text(a, root, "reason", fl_slice_str(e->step));
	}
	return true;
}

bool dbg_dap_settle(struct dbg_dap_engine *e)
{
	struct dbg_mi_record r;
	struct dbg_mi_value root;
	const struct dbg_dap_frame *frame;
	if (!e->halt.pending)
		return false;
	e->halt.pending = false;
	e->thread = e->halt.thread;
	e->frame = 0;
	e->list_line = 0;
	e->last_signal = 0;
	e->in_line = false;
	dbg_dap_forget_stack(e);
	struct dbg_dap_break *b = break_of(e), *w = watch_of(e), *hit = b ? b : w;
	if (hit && !w && !dbg_dap_holds(e, hit)) {
		/* `pause` does nothing where it comes after the stop */
		if (!e->stop_asked && !e->interrupting)
			return true;
		e->stop_asked = true;
		b = hit = NULL;
	}
	if (hit && !w && hit->ignore > 0) {
		hit->ignore--;
		hit->hits++;
		return true;
	}
	begin_record(&r, &root);
	/* of a watchpoint the value was noted, whatever its condition says */
	if (!add_reason(e, b, w, &r.arena, &root) ||
		(w && !e->stop_asked && !dbg_dap_holds(e, w))) {
		fl_arena_release(&r.arena);
		return true;
	}
	if (hit)
		hit->hits++;
	if (dbg_dap_current(e, &frame, NULL) == 0)
		dbg_dap_add_frame(e, &r.arena, &root, frame, -1);
	if (e->step && strcmp(e->step, "function-finished") == 0 &&
		strcmp(e->halt.reason, "step") == 0)
		add_returned(e, &r.arena, &root);
	dbg_tree_printf(&r.arena, &root, "thread-id", "%lld",
		(long long)dbg_dap_thread_number(e, e->thread));
	dbg_tree_text(&r.arena, &root, "stopped-threads", FL_S("all"));
	end_record(e, &r, &root);
	if (hit && hit->temporary)
		dbg_dap_break_delete(e, hit->number, NULL);
	return false;
}
