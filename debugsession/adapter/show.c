/* What is looked at rather than done: registers, memory, source lines, stops. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/spell.h"

enum { TEXT_MAX = 16 << 20 };

void dbg_dap_say(struct dbg_dap_engine *e, const char *fmt, ...)
{
	struct fl_buf text;
	va_list ap;
	fl_buf_init(&text, TEXT_MAX);
	va_start(ap, fmt);
	fl_buf_vprintf(&text, fmt, ap);
	va_end(ap);
	dbg_console_add_text(&e->base, fl_buf_view(&text));
	fl_buf_release(&text);
}

/* lldb's names of x86-64's general registers in gdb's order, where they differ with gdb's name. */
static const struct {
	const char *lldb, *gdb;
} registers[] = {
	{"rax", "rax"},
	{"rbx", "rbx"},
	{"rcx", "rcx"},
	{"rdx", "rdx"},
	{"rsi", "rsi"},
	{"rdi", "rdi"},
	{"rbp", "rbp"},
	{"rsp", "rsp"},
	{"r8", "r8"},
	{"r9", "r9"},
	{"r10", "r10"},
	{"r11", "r11"},
	{"r12", "r12"},
	{"r13", "r13"},
	{"r14", "r14"},
	{"r15", "r15"},
	{"rip", "rip"},
	{"rflags", "eflags"},
	{"cs", "cs"},
	{"ss", "ss"},
	{"ds", "ds"},
	{"es", "es"},
	{"fs", "fs"},
	{"gs", "gs"},
	{"fs_base", "fs_base"},
	{"gs_base", "gs_base"},
};

static void add_register(const struct dbg_dap_var *from, const char *name, struct dbg_dap_vars *to)
{
	struct fl_buf value;
	fl_buf_init(&value, 4096);
	dbg_spell_scalar(from->type, from->value, &value);
	to->vars[to->len].name = fl_slice_str(name);
	to->vars[to->len++].value = fl_arena_slice(&to->arena, fl_buf_view(&value));
	fl_buf_release(&value);
}

static void order_registers(const struct dbg_dap_vars *from, struct dbg_dap_vars *to)
{
	for (size_t r = 0; r < sizeof(registers) / sizeof(*registers); r++)
		for (size_t i = 0; i < from->len; i++)
			if (fl_slice_eqs(from->vars[i].name, registers[r].lldb))
				add_register(&from->vars[i], registers[r].gdb, to);
	if (to->len)
		return;
	/* another machine: all that there are, as they come */
	for (size_t i = 0; i < from->len; i++) {
		add_register(&from->vars[i], "", to);
		to->vars[i].name = fl_arena_slice(&to->arena, from->vars[i].name);
	}
}

/* lldb has them in groups; the first is that of the general ones. */
int dbg_dap_registers(struct dbg_dap_engine *e, struct dbg_dap_vars *ret, struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	struct dbg_dap_vars groups, all, out = {0};
	int64_t ref = 0;
	int rc = dbg_dap_need_stop(e, NULL);
	if (rc)
		return fl_error_set(err, FL_EREFUSED, "The program has no registers now.");
	rc = dbg_dap_current(e, &frame, err);
	if (rc == 0)
		rc = dbg_dap_scope(e, frame->id, "Registers", &ref, err);
	if (rc == 0)
		rc = dbg_dap_read_children(e, ref, 64, &groups, err);
	if (rc)
		return rc;
	rc = groups.len ? dbg_dap_read_children(e, groups.vars[0].ref, 1024, &all, err)
			: fl_error_set(err, FL_EREFUSED, "The program has no registers now.");
	fl_arena_release(&groups.arena);
	if (rc)
		return rc;
	fl_arena_init(&out.arena, 1 << 20);
	out.vars = fl_arena_array(&out.arena, all.len, sizeof(*out.vars));
	if (out.vars)
		order_registers(&all, &out);
	fl_arena_release(&all.arena);
	rc = fl_arena_error(&out.arena, "registers", err);
	if (rc)
		fl_arena_release(&out.arena);
	else
		*ret = out;
	return rc;
}

/* "0x7ffe…: 0x48 0x89": the bytes behind the colons. */
int dbg_dap_memory(struct dbg_dap_engine *e, uint64_t address, size_t count, struct fl_buf *hex,
	struct fl_error *err)
{
	struct fl_buf command, text;
	struct fl_slice rest, line;
	fl_buf_init(&command, 256);
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_printf(&command, "memory read --force -f x -s 1 -c %zu 0x%" PRIx64, count, address);
	int rc = dbg_dap_repl(e, fl_buf_view(&command), &text, NULL);
	rest = fl_buf_view(&text);
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		ptrdiff_t colon = fl_slice_chr(line, ':');
		struct fl_slice s = fl_slice_skip(line, (size_t)(colon + 1));
		if (colon < 0 || !fl_slice_starts(line, "0x"))
			continue;
		for (; s.len >= 4; s = fl_slice_skip(s, 1)) {
			if (!fl_slice_starts(s, "0x"))
				continue;
			fl_buf_slice(hex, fl_slice(s.ptr + 2, 2));
			s = fl_slice_skip(s, 3);
		}
	}
	fl_buf_release(&command);
	fl_buf_release(&text);
	if (hex->len == 0)
		return fl_error_set(
			err, FL_EREFUSED, "Cannot access memory at address 0x%" PRIx64, address);
	return 0;
}

/* "-> 3   \ttext" */
static bool source_line(struct fl_slice line, uint32_t *ret_number, struct fl_slice *ret_text)
{
	ptrdiff_t tab = fl_slice_chr(line, '\t');
	if (tab < 0)
		return false;
	struct fl_slice left = fl_slice_head(line, (size_t)tab);
	if (fl_slice_starts(left, "->"))
		left = fl_slice_skip(left, 2);
	left = fl_slice_trim(left);
	if (!left.len || fl_slice_uint(left, ret_number) != left.len)
		return false;
	*ret_text = fl_slice_skip(line, (size_t)tab + 1);
	return true;
}

/* Say the lines that the adapter has for a file's name; how many there were. */
static size_t say_lines(struct dbg_dap_engine *e, struct fl_slice name, int64_t first, int64_t last)
{
	struct fl_buf command, text;
	struct fl_slice rest, line, content;
	uint32_t number;
	size_t shown = 0;
	fl_buf_init(&command, 8192);
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_str(&command, "source list -f ");
	dbg_dap_quote(&command, name);
	fl_buf_printf(
		&command, " -l %lld -c %lld", (long long)first, (long long)(last - first + 1));
	int rc = dbg_dap_repl(e, fl_buf_view(&command), &text, NULL);
	rest = fl_buf_view(&text);
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		if (!source_line(line, &number, &content) || number < first || number > last)
			continue;
		dbg_dap_say(e, "%u\t%.*s\n", number, FL_ARG(content));
		shown++;
	}
	fl_buf_release(&command);
	fl_buf_release(&text);
	return shown;
}

/* A file whose directory was replaced is known to lldb by its last name alone. */
int dbg_dap_say_source(struct dbg_dap_engine *e, struct fl_slice path, int64_t first, int64_t last,
	struct fl_error *err)
{
	ptrdiff_t slash = fl_slice_rchr(path, '/');
	if (say_lines(e, path, first, last) ||
		say_lines(e, fl_slice_skip(path, (size_t)(slash + 1)), first, last))
		return 0;
	return fl_error_set(err, FL_EREFUSED, "Line number %lld out of range; \"%.*s\".",
		(long long)first, FL_ARG(dbg_dap_file(e, path)));
}

static struct fl_slice stop_text(const struct dbg_dap_engine *e, const char *name)
{
	return e->base.have_stop ? dbg_mi_str(dbg_mi_result(&e->base.stop, name))
				 : fl_slice(NULL, 0);
}

/* The frame and its line, below what is told of the stop. */
static void say_place(struct dbg_dap_engine *e, bool with_frame, bool address)
{
	const struct dbg_dap_frame *frame;
	struct fl_buf text;
	if (dbg_dap_current(e, &frame, NULL))
		return;
	fl_buf_init(&text, TEXT_MAX);
	if (with_frame || !frame->path.len) {
		dbg_dap_say_frame(e, frame, address, &text);
		dbg_dap_say(e, "%.*s\n", FL_ARG(fl_buf_view(&text)));
	}
	fl_buf_release(&text);
	if (frame->path.len && frame->line > 0)
		dbg_dap_say_source(e, frame->path, frame->line, frame->line, NULL);
}

static void say_exit(struct dbg_dap_engine *e, struct fl_slice reason)
{
	if (fl_slice_eqs(reason, "exited-signalled"))
		dbg_dap_say(e,
			"\nProgram terminated with signal %.*s, %.*s.\nThe program no longer "
			"exists.\n",
			FL_ARG(stop_text(e, "signal-name")),
			FL_ARG(stop_text(e, "signal-meaning")));
	else if (fl_slice_eqs(reason, "exited"))
		dbg_dap_say(e, "[Inferior 1 (process %lld) exited with code %.*s]\n",
			(long long)e->pid, FL_ARG(stop_text(e, "exit-code")));
	else
		dbg_dap_say(e, "[Inferior 1 (process %lld) exited normally]\n", (long long)e->pid);
}

static void say_watch(struct dbg_dap_engine *e)
{
	static const char *const tuples[] = {"wpt", "hw-rwpt", "hw-awpt"};
	const struct dbg_mi_value *w = NULL, *value = dbg_mi_result(&e->base.stop, "value");
	for (size_t i = 0; i < 3 && !w; i++)
		w = dbg_mi_result(&e->base.stop, tuples[i]);
	struct fl_slice old = dbg_mi_str(dbg_mi_get(value, "old"));
	struct fl_slice fresh = dbg_mi_str(dbg_mi_get(value, "new"));
	dbg_dap_say(e, "\nHardware watchpoint %.*s: %.*s\n\n",
		FL_ARG(dbg_mi_str(dbg_mi_get(w, "number"))),
		FL_ARG(dbg_mi_str(dbg_mi_get(w, "exp"))));
	if (old.len || fresh.len)
		dbg_dap_say(e, "Old value = %.*s\nNew value = %.*s\n", FL_ARG(old), FL_ARG(fresh));
	else
		dbg_dap_say(e, "Value = %.*s\n", FL_ARG(dbg_mi_str(dbg_mi_get(value, "value"))));
}

void dbg_dap_say_stop(struct dbg_dap_engine *e)
{
	struct fl_slice reason = stop_text(e, "reason");
	bool stepped = fl_slice_eqs(reason, "end-stepping-range");
	bool signalled = fl_slice_eqs(reason, "signal-received");
	bool finished = fl_slice_eqs(reason, "function-finished");
	if (fl_slice_starts(reason, "exited")) {
		say_exit(e, reason);
		return;
	}
	if (fl_slice_eqs(reason, "breakpoint-hit"))
		dbg_dap_say(e, "\n%s %.*s, ",
			fl_slice_eqs(stop_text(e, "disp"), "del") ? "Temporary breakpoint"
								  : "Breakpoint",
			FL_ARG(stop_text(e, "bkptno")));
	else if (fl_slice_find(reason, "watchpoint-trigger") >= 0)
		say_watch(e);
	else if (signalled)
		dbg_dap_say(e, "\nProgram received signal %.*s, %.*s.\n",
			FL_ARG(stop_text(e, "signal-name")),
			FL_ARG(stop_text(e, "signal-meaning")));
	const struct dbg_dap_frame *frame;
	bool same = stepped && dbg_dap_current(e, &frame, NULL) == 0 &&
		    fl_slice_eqs(frame->function, e->stepped_from);
	say_place(e, !same, signalled || finished);
	if (finished && stop_text(e, "return-value").len)
		dbg_dap_say(e, "Value returned is %.*s = %.*s\n",
			FL_ARG(stop_text(e, "gdb-result-var")),
			FL_ARG(stop_text(e, "return-value")));
}
