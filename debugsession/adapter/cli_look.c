/* CLI commands that show: their text is as gdb writes it, since the shapes are made of that. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/adapter/cli.h"
#include "debugsession/adapter/spell.h"
#include "debugsession/adapter/tree.h"

enum { TEXT_MAX = 16 << 20, LIST_LINES = 10 };

static int need_stack_words(struct dbg_dap_engine *e, struct fl_error *err)
{
	if (e->base.state == DBG_STATE_RUNNING)
		return fl_error_set(err, FL_EREFUSED, "Selected thread is running.");
	return e->base.state == DBG_STATE_STOPPED ? 0 : fl_error_set(err, FL_EREFUSED, "No stack.");
}

static int look_backtrace(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct fl_buf text;
	uint32_t max = DBG_DAP_FRAMES;
	bool outer = false; /* "bt -3": the outermost three */
	bool full = fl_slice_starts(args, "full") || fl_slice_starts(args, "-full");
	if (full)
		dbg_dap_word(&args);
	struct fl_slice digits = args;
	if (fl_slice_starts(args, "-")) {
		outer = true;
		digits = fl_slice_skip(args, 1);
	}
	if (args.len && (!digits.len || fl_slice_uint(digits, &max) != digits.len))
		return fl_error_set(
			err, FL_EREFUSED, "No symbol \"%.*s\" in current context.", FL_ARG(args));
	int rc = need_stack_words(e, err);
	if (rc == 0)
		rc = dbg_dap_need_stack(e, outer ? DBG_DAP_FRAMES : (size_t)max + 1, err);
	if (rc)
		return rc;
	fl_buf_init(&text, TEXT_MAX);
	size_t first = outer && e->stack.len > max ? e->stack.len - max : 0;
	for (size_t i = first; i < e->stack.len && i - first < max; i++) {
		fl_buf_clear(&text);
		dbg_dap_say_frame(e, &e->stack.frames[i], i > 0 || e->in_line, &text);
		dbg_dap_say(e, "#%-2zu %.*s\n", i, FL_ARG(fl_buf_view(&text)));
	}
	if (e->stack.len - first > max)
		dbg_dap_say(e, "(More stack frames follow...)\n");
	fl_buf_release(&text);
	return 0;
}

static int show_frame(struct dbg_dap_engine *e, size_t level, struct fl_error *err)
{
	struct fl_buf text;
	int rc = dbg_dap_need_stack(e, level + 1, err);
	if (rc)
		return rc;
	if (level >= e->stack.len)
		return fl_error_set(err, FL_EREFUSED, "No frame at level %zu.", level);
	e->frame = level;
	e->list_line = 0;
	const struct dbg_dap_frame frame = e->stack.frames[level];
	fl_buf_init(&text, TEXT_MAX);
	dbg_dap_say_frame(e, &frame, level > 0 || e->in_line, &text);
	dbg_dap_say(e, "#%-2zu %.*s\n", level, FL_ARG(fl_buf_view(&text)));
	fl_buf_release(&text);
	if (frame.path.len && frame.line > 0)
		dbg_dap_say_source(e, frame.path, frame.line, frame.line, NULL);
	return 0;
}

static int look_frame(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	uint32_t level = (uint32_t)e->frame;
	int rc = need_stack_words(e, err);
	if (fl_slice_starts(args, "level "))
		dbg_dap_word(&args);
	if (rc == 0 && args.len && fl_slice_uint(args, &level) != args.len)
		return fl_error_set(err, FL_EREFUSED, "Frames are selected by their numbers.");
	return rc ? rc : show_frame(e, level, err);
}

static int move(struct dbg_dap_engine *e, struct fl_slice args, bool up, struct fl_error *err)
{
	uint32_t n = 1;
	int rc = need_stack_words(e, err);
	if (rc == 0 && args.len && fl_slice_uint(args, &n) != args.len)
		return fl_error_set(err, FL_EREFUSED, "A count was expected.");
	if (rc)
		return rc;
	if (!up) {
		if (e->frame == 0)
			return fl_error_set(err, FL_EREFUSED,
				"Bottom (innermost) frame selected; you can't go down.");
		return show_frame(e, e->frame > n ? e->frame - n : 0, err);
	}
	rc = dbg_dap_need_stack(e, e->frame + n + 1, err);
	if (rc == 0 && e->frame + 1 >= e->stack.len)
		return fl_error_set(err, FL_EREFUSED, "Initial frame selected; you can't go up.");
	size_t to = e->frame + n;
	return rc ? rc : show_frame(e, to < e->stack.len ? to : e->stack.len - 1, err);
}

static int look_up(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return move(e, args, true, err);
}

static int look_down(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	return move(e, args, false, err);
}

/* lldb writes "0b00000101" where gdb writes "101". */
static struct fl_slice without_zeros(struct fl_slice digits)
{
	digits = fl_slice_skip(digits, fl_slice_starts(digits, "0b") ? 2 : 0);
	while (digits.len > 1 && *digits.ptr == '0')
		digits = fl_slice_skip(digits, 1);
	return digits;
}

/* "/x" of gdb's formats as lldb names them. */
static int formatted(struct dbg_dap_engine *e, char format, struct fl_slice expression,
	struct fl_buf *out, struct fl_error *err)
{
	static const char gdb[] = "xduotacfs", lldb[] = "xduobAcfs";
	const char *at = memchr(gdb, format, sizeof(gdb) - 1);
	struct fl_buf line, text;
	if (!at)
		return fl_error_set(err, FL_EREFUSED, "Undefined output format \"%c\".", format);
	dbg_dap_focus(e);
	fl_buf_init(&line, 1 << 20);
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_printf(&line, "expression %s -f %c -- %.*s", e->guarded ? "-X false -j false" : "",
		lldb[at - gdb], FL_ARG(expression));
	int rc = dbg_dap_repl(e, fl_buf_view(&line), &text, err);
	struct fl_slice value = fl_slice_trim(fl_buf_view(&text));
	ptrdiff_t equal = fl_slice_find(value, " = ");
	if (equal >= 0)
		value = fl_slice_skip(value, (size_t)equal + 3);
	if (format == 't')
		value = without_zeros(value);
	if (rc == 0)
		dbg_spell_scalar(fl_slice(NULL, 0), value, out);
	fl_buf_release(&line);
	fl_buf_release(&text);
	return rc;
}

/* A pointer at the top has its type before it, but for text. */
static void add_cast(const struct dbg_dap_var *v, struct fl_buf *out)
{
	struct fl_slice type = fl_slice_trim(v->type);
	bool text = fl_slice_find(v->value, "\"") >= 0 && fl_slice_find(type, "char") >= 0;
	bool pointer = fl_slice_ends(type, "*") || fl_slice_find(type, "(*)") >= 0;
	/* what a printer shows is told without */
	bool reference = fl_slice_ends(type, "&") && fl_slice_chr(v->value, ' ') < 0;
	if (!fl_slice_starts(v->value, "0x") || text || !(pointer || reference))
		return;
	fl_buf_char(out, '(');
	dbg_spell_type(type, out);
	fl_buf_str(out, ") ");
}

static int look_print(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct dbg_dap_answer answer;
	struct dbg_dap_var v;
	struct fl_buf out;
	char format = '\0';
	if (fl_slice_starts(args, "/")) {
		struct fl_slice word = dbg_dap_word(&args);
		format = word.len > 1 ? word.ptr[word.len - 1] : 'x';
	}
	if (!args.len)
		return fl_error_set(err, FL_EREFUSED, "Argument required (expression to compute).");
	fl_buf_init(&out, TEXT_MAX);
	int rc = dbg_dap_need_target(e, err);
	if (rc == 0 && format) {
		rc = formatted(e, format, args, &out, err);
	} else if (rc == 0) {
		rc = dbg_dap_evaluate(e, args, &answer, &v, err);
		if (rc == 0) {
			add_cast(&v, &out);
			dbg_dap_value(e, &v, &out);
			dbg_dap_answer_release(&answer);
		}
	}
	if (rc == 0)
		dbg_dap_say(
			e, "$%lld = %.*s\n", (long long)++e->history, FL_ARG(fl_buf_view(&out)));
	fl_buf_release(&out);
	return rc;
}

static int show_vars(struct dbg_dap_engine *e, bool args, struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	struct dbg_dap_vars vars;
	struct fl_buf out;
	size_t shown = 0;
	int rc = need_stack_words(e, NULL);
	if (rc)
		return fl_error_set(err, FL_EREFUSED, "No frame selected.");
	rc = dbg_dap_current(e, &frame, err);
	if (rc == 0)
		rc = dbg_dap_read_vars(e, frame->id, &vars, err);
	if (rc)
		return rc;
	fl_buf_init(&out, TEXT_MAX);
	for (size_t i = 0; i < vars.len; i++) {
		if (vars.vars[i].arg != args)
			continue;
		fl_buf_clear(&out);
		dbg_dap_value(e, &vars.vars[i], &out);
		dbg_dap_say(
			e, "%.*s = %.*s\n", FL_ARG(vars.vars[i].name), FL_ARG(fl_buf_view(&out)));
		shown++;
	}
	if (!shown)
		dbg_dap_say(e, args ? "No arguments.\n" : "No locals.\n");
	fl_buf_release(&out);
	fl_arena_release(&vars.arena);
	return 0;
}

static int look_locals(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)args;
	return show_vars(e, false, err);
}

static int look_args(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)args;
	return show_vars(e, true, err);
}

static void show_break(struct dbg_dap_engine *e, const struct dbg_dap_break *b)
{
	bool watch = b->kind == DBG_DAP_WATCH;
	dbg_dap_say(e, "%-7lld %-14s %-4s %-3s ", (long long)b->number,
		watch ? "hw watchpoint" : "breakpoint", b->temporary ? "del" : "keep",
		b->enabled ? "y" : "n");
	if (watch)
		dbg_dap_say(e, "%-18s %s\n", "", b->text);
	else if (b->imported && !b->verified)
		dbg_dap_say(e, "%-18s %s\n", "<PENDING>", b->text);
	else if (b->path)
		dbg_dap_say(e, "0x%016" PRIx64 " in %s at %.*s:%lld\n", b->address,
			b->function ? b->function : "??",
			FL_ARG(dbg_dap_file(e, fl_slice_str(b->path))), (long long)b->line);
	else
		dbg_dap_say(e, "0x%016" PRIx64 "\n", b->address);
	if (b->condition)
		dbg_dap_say(e, "\tstop only if %s\n", b->condition);
	if (b->hits)
		dbg_dap_say(e, "\tbreakpoint already hit %lld time%s\n", (long long)b->hits,
			b->hits == 1 ? "" : "s");
}

static int show_breaks(struct dbg_dap_engine *e, bool watches)
{
	size_t shown = 0;
	for (size_t i = 0; i < e->break_count; i++) {
		if (watches && e->breaks[i]->kind != DBG_DAP_WATCH)
			continue;
		if (!shown++)
			dbg_dap_say(e, "Num     Type           Disp Enb Address            What\n");
		show_break(e, e->breaks[i]);
	}
	if (!shown)
		dbg_dap_say(e, watches ? "No watchpoints.\n" : "No breakpoints or watchpoints.\n");
	return 0;
}

static int look_breaks(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)args;
	(void)err;
	return show_breaks(e, false);
}

static int look_watches(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)args;
	(void)err;
	return show_breaks(e, true);
}

/* From the records that -thread-info gives. */
static int look_threads(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct dbg_mi_value root = {.type = DBG_MI_TUPLE};
	struct fl_arena a;
	(void)args;
	fl_arena_init(&a, TEXT_MAX);
	int rc = dbg_dap_mi(e, FL_S("-thread-info"), &a, &root, err);
	const struct dbg_mi_value *list = dbg_mi_get(&root, "threads");
	const struct dbg_mi_value *current = dbg_mi_get(&root, "current-thread-id");
	const struct dbg_mi_value *t = list ? list->child : NULL;
	if (rc == 0)
		dbg_dap_say(e, t ? "  Id   Target Id         Frame \n" : "No threads.\n");
	for (; rc == 0 && t; t = t->next) {
		const struct dbg_mi_value *f = dbg_mi_get(t, "frame"), *id = dbg_mi_get(t, "id");
		bool here = fl_slice_eq(dbg_mi_str(id), dbg_mi_str(current));
		dbg_dap_say(e, "%c %-4.*s %.*s \"%.*s\" %.*s ()", here ? '*' : ' ',
			FL_ARG(dbg_mi_str(id)), FL_ARG(dbg_mi_str(dbg_mi_get(t, "target-id"))),
			FL_ARG(dbg_mi_str(dbg_mi_get(t, "name"))),
			FL_ARG(dbg_mi_str(dbg_mi_get(f, "func"))));
		if (dbg_mi_get(f, "file"))
			dbg_dap_say(e, " at %.*s:%.*s", FL_ARG(dbg_mi_str(dbg_mi_get(f, "file"))),
				FL_ARG(dbg_mi_str(dbg_mi_get(f, "line"))));
		dbg_dap_say(e, "\n");
	}
	fl_arena_release(&a);
	return rc;
}

static int look_registers(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	struct dbg_dap_vars regs;
	size_t shown = 0;
	int rc = dbg_dap_registers(e, &regs, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < regs.len; i++) {
		struct fl_slice name = regs.vars[i].name, value = regs.vars[i].value, all = args;
		bool wanted = args.len == 0;
		while (!wanted && all.len) {
			struct fl_slice word = dbg_dap_word(&all);
			word = fl_slice_skip(word, fl_slice_starts(word, "$") ? 1 : 0);
			wanted = fl_slice_eq(word, name);
		}
		if (!wanted)
			continue;
		uint64_t n = strtoull(value.len > 2 ? value.ptr + 2 : "0", NULL, 16);
		bool address = fl_slice_eqs(name, "rip") || fl_slice_eqs(name, "rsp") ||
			       fl_slice_eqs(name, "rbp");
		dbg_dap_say(e, "%-14.*s %-18.*s ", FL_ARG(name), FL_ARG(value));
		dbg_dap_say(e, address ? "0x%" PRIx64 "\n" : "%" PRId64 "\n", n);
		shown++;
	}
	fl_arena_release(&regs.arena);
	if (!shown)
		return fl_error_set(err, FL_EREFUSED, "Invalid register `%.*s'", FL_ARG(args));
	return 0;
}

/* "7,9", "7", "f", "t.cpp:7", nothing: around the frame's line, then on. */
static int look_list(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	const struct dbg_dap_frame *frame;
	struct dbg_dap_break at = {0};
	uint32_t last = 0;
	ptrdiff_t comma = fl_slice_chr(args, ',');
	int rc = dbg_dap_need_target(e, err);
	if (rc)
		return rc;
	if (comma >= 0)
		fl_slice_uint(fl_slice_trim(fl_slice_skip(args, (size_t)comma + 1)), &last);
	struct fl_slice place =
		comma >= 0 ? fl_slice_trim(fl_slice_head(args, (size_t)comma)) : args;
	int64_t first = e->list_line;
	if (place.len) {
		rc = dbg_dap_locate(e, place, &at, err);
		first = at.kind == DBG_DAP_AT_LINE ? at.asked : at.line;
		if (comma < 0)
			first = first > LIST_LINES / 2 ? first - LIST_LINES / 2 : 1;
	} else if (!e->list_path || !e->list_line) {
		rc = dbg_dap_current(e, &frame, err);
		if (rc == 0) {
			at.path = strndup(frame->path.len ? frame->path.ptr : "", frame->path.len);
			first = frame->line > LIST_LINES / 2 ? frame->line - LIST_LINES / 2 : 1;
		}
	}
	char **path = at.source ? &at.source : &at.path;
	if (rc == 0 && *path) {
		free(e->list_path);
		e->list_path = *path;
		*path = NULL;
	}
	int64_t end = last ? last : first + LIST_LINES - 1;
	if (rc == 0)
		rc = dbg_dap_say_source(e, fl_slice_str(e->list_path), first, end, err);
	if (rc == 0)
		e->list_line = end + 1;
	free(at.source);
	free(at.path);
	free(at.text);
	return rc;
}

static int look_echo(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err)
{
	(void)err;
	if (fl_slice_ends(args, "\\n"))
		dbg_dap_say(e, "%.*s\n", FL_ARG(fl_slice_head(args, args.len - 2)));
	else
		dbg_dap_say(e, "%.*s", FL_ARG(args));
	return 0;
}

const struct dbg_dap_cli_row dbg_dap_looks[] = {
	{"backtrace", "ba", look_backtrace},
	{"bt", "bt", look_backtrace},
	{"where", "whe", look_backtrace},
	{"info stack", "i s", look_backtrace},
	{"frame", "f", look_frame},
	{"up", "up", look_up},
	{"down", "dow", look_down},
	{"print", "p", look_print},
	{"inspect", "ins", look_print},
	{"call", "cal", look_print},
	{"info locals", "i lo", look_locals},
	{"info args", "i ar", look_args},
	{"info breakpoints", "i b", look_breaks},
	{"info watchpoints", "i wat", look_watches},
	{"info threads", "i th", look_threads},
	{"info registers", "i r", look_registers},
	{"info all-registers", "i al", look_registers},
	{"list", "l", look_list},
	{"x", "x", dbg_dap_look_memory},
	{"disassemble", "disas", dbg_dap_look_instructions},
	{"whatis", "wha", dbg_dap_look_type},
	{"ptype", "pt", dbg_dap_look_ptype},
	{"echo", "ec", look_echo},
	{NULL, NULL, NULL},
};
