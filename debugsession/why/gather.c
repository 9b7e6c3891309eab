#include <stdio.h>
#include <stdlib.h>

#include "debugsession/console/words.h"
#include "debugsession/answer/facts.h"
#include "debugsession/session/session_priv.h"
#include "debugsession/why/signal.h"
#include "debugsession/why/why.h"

enum { LIST_MS = 5000, COMMAND_SHOWN = 200, REGISTERS_MAX = 16 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* "42\tint x;" of what `list` printed. */
static struct fl_list read_lines(struct fl_slice text, int64_t current, struct fl_arena *a)
{
	struct fl_vec lines;
	struct fl_slice line;
	uint32_t number;
	fl_vec_init(&lines, sizeof(struct dbg_source_line), 2 * DBG_WHY_LINES + 1);
	while (fl_slice_line(&text, &line)) {
		size_t n = fl_slice_uint(line, &number);
		struct fl_slice rest = fl_slice_skip(line, n);
		struct dbg_source_line *l =
			n && fl_slice_starts(rest, "\t") ? fl_vec_add(&lines) : NULL;
		if (!l)
			continue;
		l->line = number;
		l->text = fl_arena_slice(a, fl_slice_skip(rest, 1));
		l->current = number == current;
	}
	return fl_vec_freeze(&lines, a);
}

static struct fl_list source_around(
	struct dbg_console *c, struct fl_slice file, int64_t line, struct fl_arena *a)
{
	struct dbg_reply reply;
	struct fl_buf command;
	struct fl_list lines = {0};
	if (!file.len || line <= 0)
		return lines;
	int64_t from = line > DBG_WHY_LINES ? line - DBG_WHY_LINES : 1;
	fl_buf_init(&command, 16 << 10);
	char quote = fl_slice_chr(file, '"') < 0 ? '"' : '\'';
	fl_buf_printf(&command, "list %c%.*s%c:%lld,%lld", quote, FL_ARG(file), quote,
		(long long)from, (long long)line + DBG_WHY_LINES);
	if (!command.failed &&
		dbg_console_run(c, fl_buf_view(&command), LIST_MS, &reply, NULL) == 0 &&
		!dbg_words_no_source(reply.text, NULL))
		lines = read_lines(reply.text, line, a);
	fl_buf_release(&command);
	return lines;
}

/* Variables into arguments and locals. */
static void add_vars(struct dbg_console *c, struct dbg_why_frame *f, struct fl_arena *a)
{
	const struct dbg_vars_wish wish = {.max = DBG_WHY_VARS, .max_value = DBG_WHY_VALUE};
	struct dbg_frame_vars v;
	if (dbg_facts_frame_vars(c, f->depth, &wish, a, &v, NULL))
		return;
	struct dbg_variable *all = v.locals.items;
	size_t args = 0;
	while (args < v.locals.len && all[args].arg)
		args++;
	f->args = (struct fl_list){all, args};
	f->locals = (struct fl_list){all + args, v.locals.len - args};
	f->omitted = v.omitted;
}

static int add_frames(
	struct dbg_console *c, struct fl_arena *a, struct dbg_why *why, struct fl_error *err)
{
	struct dbg_backtrace b;
	int rc = dbg_facts_backtrace(c, DBG_WHY_FRAMES, a, &b, err);
	if (rc)
		return rc;
	const struct dbg_frame *from = b.frames.items;
	struct dbg_why_frame *to = fl_arena_array(a, b.frames.len, sizeof(*to));
	for (size_t i = 0; to && i < b.frames.len; i++) {
		to[i].depth = from[i].depth;
		to[i].function = from[i].function;
		to[i].file = from[i].file;
		to[i].line = from[i].line;
		if (i >= DBG_WHY_DETAILED)
			continue;
		to[i].source = source_around(c, from[i].file, from[i].line, a);
		add_vars(c, &to[i], a);
	}
	why->frames = (struct fl_list){to, to ? b.frames.len : 0};
	why->omitted += b.omitted;
	return 0;
}

static bool in_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/* Is the name a whole word of the text? */
static bool names(struct fl_slice text, struct fl_slice name)
{
	while (name.len) {
		ptrdiff_t at = fl_slice_search(text, name);
		if (at < 0)
			return false;
		struct fl_slice behind = fl_slice_skip(text, (size_t)at + name.len);
		if ((at == 0 || !in_word(text.ptr[at - 1])) &&
			(!behind.len || !in_word(behind.ptr[0])))
			return true;
		text = fl_slice_skip(text, (size_t)at + 1);
	}
	return false;
}

/* The registers of gdb's list that stand in the instruction; their numbers go to the command. */
static size_t find_registers(struct dbg_console *c, struct fl_slice text, struct fl_arena *a,
	struct dbg_why_register *out, struct fl_buf *command)
{
	const struct dbg_mi_record *result;
	size_t n = 0, number = 0;
	if (dbg_console_ask(c, "-data-list-register-names", &result, NULL))
		return 0;
	const struct dbg_mi_value *list = dbg_mi_result(result, "register-names");
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v && n < REGISTERS_MAX;
		v = v->next, number++) {
		if (!names(text, v->text))
			continue;
		out[n++].name = fl_arena_slice(a, v->text);
		fl_buf_printf(command, " %zu", number);
	}
	return n;
}

static void add_registers(
	struct dbg_console *c, struct fl_arena *a, struct dbg_why_instruction *out)
{
	const struct dbg_mi_record *result;
	struct dbg_why_register *regs = fl_arena_array(a, REGISTERS_MAX, sizeof(*regs));
	struct fl_buf command;
	fl_buf_init(&command, 1024);
	fl_buf_str(&command, "-data-list-register-values x");
	size_t n = regs ? find_registers(c, out->text, a, regs, &command) : 0;
	if (n && dbg_console_ask(c, command.data, &result, NULL) == 0) {
		const struct dbg_mi_value *list = dbg_mi_result(result, "register-values");
		const struct dbg_mi_value *v = list ? list->child : NULL;
		for (size_t i = 0; v && i < n; i++, v = v->next)
			regs[i].value = fl_arena_slice(a, dbg_mi_str(dbg_mi_get(v, "value")));
		out->registers = (struct fl_list){regs, n};
	}
	fl_buf_release(&command);
}

/* The instruction at $pc: where it faulted, or the next one. */
static void add_instruction(
	struct dbg_console *c, struct fl_arena *a, struct dbg_why_instruction *out)
{
	const struct dbg_mi_record *result;
	if (dbg_console_ask(c, "-data-disassemble -s $pc -e $pc+1 -- 0", &result, NULL))
		return;
	const struct dbg_mi_value *list = dbg_mi_result(result, "asm_insns");
	const struct dbg_mi_value *first = list ? list->child : NULL;
	struct fl_slice address = fl_arena_slice(a, dbg_mi_str(dbg_mi_get(first, "address")));
	out->address = address.len ? strtoull(address.ptr, NULL, 16) : 0;
	out->text = fl_arena_slice(a, dbg_mi_str(dbg_mi_get(first, "inst")));
	add_registers(c, a, out);
}

static void add_lists(struct dbg_console *c, struct fl_arena *a, struct dbg_why *why)
{
	struct dbg_threads t = {0};
	struct dbg_breakpoints b = {0};
	dbg_facts_threads(c, DBG_WHY_LIST, a, &t, NULL);
	dbg_facts_breakpoints(c, DBG_WHY_LIST, a, &b, NULL);
	why->threads = t.threads;
	why->breakpoints = b.breakpoints;
	why->omitted += t.omitted + b.omitted;
}

static void add_history(const struct dbg_session *s, struct fl_arena *a, struct dbg_why *why)
{
	size_t n = least(s->commands, DBG_WHY_LIST);
	struct dbg_past_command *list = fl_arena_array(a, n, sizeof(*list));
	for (size_t i = 0; list && i < n; i++) {
		const struct dbg_past *p = &s->past[(s->commands - n + i) % DBG_PAST_MAX];
		list[i].number = (int64_t)p->number;
		list[i].command =
			fl_arena_slice(a, fl_slice_head(fl_slice_str(p->command), COMMAND_SHOWN));
		list[i].failed = !p->success;
	}
	why->history = (struct fl_list){list, list ? n : 0};
	why->omitted += (int64_t)(s->commands - n);
}

/* What the user has selected is left for the innermost frame, and taken up again. */
static void select_frame(struct dbg_console *c, int64_t depth)
{
	char command[64];
	snprintf(command, sizeof(command), "-stack-select-frame %lld", (long long)depth);
	dbg_console_ask(c, command, NULL, NULL);
}

int dbg_why_gather(const struct dbg_session *s, struct dbg_console *c, struct fl_arena *a,
	struct dbg_why *ret_why, struct fl_error *err)
{
	struct dbg_frame selected = {0};
	struct dbg_why why;
	fl_object_reset(&dbg_why_shape, &why);
	int rc = dbg_facts_stop(c, a, &why.stop, err);
	if (rc == 0)
		rc = dbg_facts_frame(c, DBG_FRAME_SELECTED, a, &selected, err);
	if (rc)
		return rc;
	select_frame(c, 0);
	dbg_why_signal(c, why.stop.signal, a, &why.signal);
	add_instruction(c, a, &why.instruction);
	rc = add_frames(c, a, &why, err);
	why.expressions = dbg_watches_evaluate(&s->watches, c, a);
	add_lists(c, a, &why);
	add_history(s, a, &why);
	select_frame(c, selected.depth);
	if (rc == 0)
		rc = fl_arena_error(a, "the context", err);
	if (rc == 0)
		*ret_why = why;
	return rc;
}
