#include <signal.h>

#include "debugsession/gdb/read.h"
#include "diag/classify/signals.h"

/* gdb's words for why a program stopped (GDB manual, "GDB/MI Async Records"). */
static const struct reason_row {
	const char *word;
	int reason; /* enum dbg_reason */
	bool alive;
} reasons[] = {
	{"breakpoint-hit", DBG_BREAKPOINT, true},
	{"end-stepping-range", DBG_STEP, true},
	{"function-finished", DBG_STEP, true},
	{"location-reached", DBG_STEP, true},
	{"watchpoint-trigger", DBG_WATCHPOINT, true},
	{"read-watchpoint-trigger", DBG_WATCHPOINT, true},
	{"access-watchpoint-trigger", DBG_WATCHPOINT, true},
	{"watchpoint-scope", DBG_WATCHPOINT, true},
	{"signal-received", DBG_SIGNAL, true},
	{"exited-signalled", DBG_EXIT, false},
	{"exited", DBG_EXIT, false},
	{"exited-normally", DBG_EXIT, false},
};

static int64_t signal_number(struct fl_slice name)
{
	const struct diag_signal *known = diag_signal_named(name);
	if (known)
		return known->number;
	uint32_t n;
	struct fl_slice digits = fl_slice_skip(name, 3); /* SIG34: real-time signals */
	return fl_slice_uint(digits, &n) == digits.len && digits.len ? n : 0;
}

/* gdb writes exit codes in octal. */
static int64_t octal(struct fl_slice s)
{
	int64_t v = 0;
	for (size_t i = 0; i < s.len && i < 6 && s.ptr[i] >= '0' && s.ptr[i] <= '7'; i++)
		v = v * 8 + (s.ptr[i] - '0');
	return v;
}

static struct fl_slice copy(struct fl_arena *a, const struct dbg_mi_value *v)
{
	return fl_arena_slice(a, dbg_mi_str(v));
}

void dbg_gdb_read_frame(const struct dbg_mi_value *f, struct fl_arena *a, struct dbg_frame *out)
{
	out->depth = dbg_mi_int(dbg_mi_get(f, "level"), 0);
	out->function = copy(a, dbg_mi_get(f, "func"));
	out->file = copy(a, dbg_mi_get(f, "file"));
	out->line = dbg_mi_int(dbg_mi_get(f, "line"), 0);
}

void dbg_gdb_read_stop(
	const struct dbg_mi_record *r, bool interrupting, struct fl_arena *a, struct dbg_stop *out)
{
	struct fl_slice word = dbg_mi_str(dbg_mi_result(r, "reason"));
	struct dbg_frame place = {0};
	*out = (struct dbg_stop){.reason = interrupting && !word.len ? DBG_INTERRUPT : DBG_OTHER,
		.exit_code = -1,
		.alive = true};
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (fl_slice_eqs(word, reasons[i].word)) {
			out->reason = reasons[i].reason;
			out->alive = reasons[i].alive;
		}
	}
	if (fl_slice_eqs(r->name, DBG_GDB_GONE)) {
		out->reason = DBG_EXIT;
		out->alive = false;
		return;
	}
	out->signal_name = copy(a, dbg_mi_result(r, "signal-name"));
	out->signal = signal_number(out->signal_name);
	if (out->reason == DBG_SIGNAL && out->alive && interrupting &&
		(out->signal == SIGINT || out->signal == 0)) {
		out->reason = DBG_INTERRUPT;
		out->signal = 0;
		out->signal_name = fl_slice(NULL, 0);
	}
	if (out->reason == DBG_EXIT && !out->signal)
		out->exit_code = octal(dbg_mi_str(dbg_mi_result(r, "exit-code")));
	const struct dbg_mi_value *watched = dbg_mi_get(dbg_mi_result(r, "wpt"), "number");
	out->breakpoint = dbg_mi_int(watched ? watched : dbg_mi_result(r, "bkptno"), 0);
	out->thread = dbg_mi_int(dbg_mi_result(r, "thread-id"), 0);
	out->returned = copy(a, dbg_mi_result(r, "return-value"));
	const struct dbg_mi_value *frame = dbg_mi_result(r, "frame");
	if (!frame)
		return;
	dbg_gdb_read_frame(frame, a, &place);
	out->file = place.file;
	out->line = place.line;
	out->function = place.function;
}

static size_t count_children(const struct dbg_mi_value *v, size_t max)
{
	size_t n = 0;
	for (const struct dbg_mi_value *c = v ? v->child : NULL; c && n < max; c = c->next)
		n++;
	return n;
}

struct fl_list dbg_gdb_read_frames(const struct dbg_mi_value *stack, struct fl_arena *a)
{
	size_t n = count_children(stack, SIZE_MAX);
	struct dbg_frame *frames = fl_arena_array(a, n, sizeof(*frames));
	if (!frames)
		return (struct fl_list){0};
	const struct dbg_mi_value *c = stack ? stack->child : NULL;
	for (size_t i = 0; i < n; i++, c = c->next)
		dbg_gdb_read_frame(c, a, &frames[i]);
	return (struct fl_list){frames, n};
}

struct fl_list dbg_gdb_read_vars(const struct dbg_mi_value *vars, size_t max, struct fl_arena *a)
{
	size_t n = count_children(vars, max);
	struct dbg_variable *out = fl_arena_array(a, n, sizeof(*out));
	if (!out)
		return (struct fl_list){0};
	const struct dbg_mi_value *c = vars ? vars->child : NULL;
	for (size_t i = 0; i < n; i++, c = c->next) {
		const struct dbg_mi_value *value = dbg_mi_get(c, "value");
		out[i].name = copy(a, dbg_mi_get(c, "name"));
		out[i].type = copy(a, dbg_mi_get(c, "type"));
		out[i].value = copy(a, value);
		out[i].arg = dbg_mi_get(c, "arg") != NULL;
		out[i].compound = value == NULL;
	}
	return (struct fl_list){out, n};
}

static int add_location(const struct dbg_break *where, struct fl_buf *cmd, struct fl_error *err)
{
	if (where->file) {
		fl_buf_str(cmd, " --source ");
		dbg_mi_quote(cmd, fl_slice_str(where->file));
		fl_buf_printf(cmd, " --line %lld", (long long)where->line);
	} else if (where->function) {
		fl_buf_str(cmd, " --function ");
		dbg_mi_quote(cmd, fl_slice_str(where->function));
	} else {
		return fl_error_set(
			err, FL_EINVAL, "a breakpoint needs a file and line, or a function");
	}
	return fl_buf_error(cmd, "a breakpoint", err);
}

int dbg_gdb_break_command(
	const struct dbg_break *where, struct fl_buf *command, struct fl_error *err)
{
	fl_buf_printf(
		command, "-break-insert -i %u%s", where->ignore, where->temporary ? " -t" : "");
	if (where->condition) {
		fl_buf_str(command, " -c ");
		dbg_mi_quote(command, fl_slice_str(where->condition));
	}
	return add_location(where, command, err);
}

void dbg_gdb_read_break(const struct dbg_mi_record *reply, struct dbg_break_info *out)
{
	const struct dbg_mi_value *b = dbg_mi_result(reply, "bkpt");
	const struct dbg_mi_value *places = dbg_mi_get(b, "locations");
	out->id = dbg_mi_int(dbg_mi_get(b, "number"), 0);
	out->line = dbg_mi_int(dbg_mi_get(places ? places->child : b, "line"), 0);
	out->places = places ? 0 : 1;
	for (const struct dbg_mi_value *p = places ? places->child : NULL; p; p = p->next) {
		if (dbg_mi_int(dbg_mi_get(p, "line"), 0) != out->line)
			out->line = 0;
		out->places++;
	}
}

int64_t dbg_gdb_read_hits(const struct dbg_mi_record *reply, int64_t number)
{
	const struct dbg_mi_value *body =
		dbg_mi_get(dbg_mi_result(reply, "BreakpointTable"), "body");
	for (const struct dbg_mi_value *b = body ? body->child : NULL; b; b = b->next)
		if (dbg_mi_int(dbg_mi_get(b, "number"), 0) == number)
			return dbg_mi_int(dbg_mi_get(b, "times"), -1);
	return -1;
}

struct fl_slice dbg_gdb_read_value(
	const struct dbg_mi_record *reply, size_t max, struct fl_arena *a)
{
	struct fl_slice value = dbg_mi_str(dbg_mi_result(reply, "value"));
	struct fl_slice kept = fl_slice_head(value, max);
	return fl_arena_printf(a, "%.*s%s", FL_ARG(kept), kept.len < value.len ? "..." : "");
}
