/* From what was typed to a call: a table of commands for each debugger. */
#include <ctype.h>

#include "datasets/transcribed/pasted.h"
#include "debugsession/console/words.h"

const char *const ds_typed_words[DS_TYPED_COUNT] = {
#define X(id, word, ...) word,
	DS_TYPED(X)
#undef X
};

/* Write the call that has these arguments; false: there is none. */
typedef bool (*write_fn)(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out);

static void put_text(struct fl_buf *out, struct fl_slice s)
{
	fl_literal_text(out, s);
}

static bool is_number(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && isdigit((unsigned char)s.ptr[n]))
		n++;
	return n && n == s.len && n < 7;
}

/* Without arguments. */
static bool bare(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	(void)t, (void)out;
	return !args.len;
}

/* Whatever they are: what a program is run with is no part of the call. */
static bool any(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	(void)t, (void)args, (void)out;
	return true;
}

static bool depth(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	(void)t;
	if (is_number(args) && *args.ptr != '0')
		fl_buf_slice(out, args);
	return !args.len || is_number(args) || fl_slice_eqs(args, "full") ||
	       fl_slice_eqs(args, "all");
}

static bool expression(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	(void)t;
	if (fl_slice_starts(args, "-- "))
		args = fl_slice_trim(fl_slice_skip(args, 3));
	if (!args.len || strchr("/-", *args.ptr) || fl_slice_chr(args, '\n') >= 0)
		return false;
	put_text(out, args);
	return true;
}

/* "list.c:29", "29" and "find", with or without a condition. */
static bool place(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	struct fl_slice where = args, condition = {0};
	ptrdiff_t at = fl_slice_find(args, " if ");
	if (at >= 0) {
		where = fl_slice_trim(fl_slice_head(args, (size_t)at));
		condition = fl_slice_trim(fl_slice_skip(args, (size_t)at + 4));
	}
	ptrdiff_t colon = fl_slice_rchr(where, ':');
	struct fl_slice number = fl_slice_skip(where, (size_t)(colon + 1));
	if (!where.len || *where.ptr == '*' || *where.ptr == '-' || fl_slice_chr(where, ' ') >= 0)
		return false;
	if (is_number(number)) {
		struct fl_slice file = colon > 0 ? fl_slice_head(where, (size_t)colon) : t->file;
		put_text(out, ds_pasted_file(t, file));
		fl_buf_printf(out, ", %.*s", FL_ARG(number));
		if (condition.len) {
			fl_buf_str(out, ", ");
			put_text(out, condition);
		}
		return true;
	}
	if (condition.len)
		return false;
	put_text(out, where);
	return true;
}

/* What follows an option: "--name f" or "-n f"; empty: it is not there. */
static struct fl_slice option(struct fl_slice args, const char *name, const char *letter)
{
	struct fl_slice word, value = {0};
	bool next = false;
	while (args.len) {
		ptrdiff_t blank = fl_slice_chr(args, ' ');
		word = blank < 0 ? args : fl_slice_head(args, (size_t)blank);
		args = fl_slice_trim(fl_slice_skip(args, word.len));
		if (next)
			return word;
		next = fl_slice_eqs(word, name) || fl_slice_eqs(word, letter);
	}
	return value;
}

static bool lldb_place(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	struct fl_slice name = option(args, "--name", "-n"), line = option(args, "--line", "-l");
	struct fl_slice file = option(args, "--file", "-f");
	struct fl_slice condition = option(args, "--condition", "-c");
	if (condition.len || name.len + line.len == 0 || (name.len && line.len))
		return false;
	if (name.len) {
		put_text(out, name);
		return true;
	}
	if (!is_number(line))
		return false;
	put_text(out, file.len ? ds_pasted_file(t, file) : t->file);
	fl_buf_printf(out, ", %.*s", FL_ARG(line));
	return true;
}

static bool lldb_watch(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	return dbg_words_match(args, "variable", "v", &args) && expression(t, args, out);
}

/* `frame variable` with names is one question for each: one has a call. */
static bool one_name(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	return fl_slice_chr(args, ' ') < 0 && expression(t, args, out);
}

static bool options_alone(const struct ds_pasted *t, struct fl_slice args, struct fl_buf *out)
{
	(void)t, (void)out;
	return !args.len || fl_slice_eqs(args, "--no-args") || fl_slice_eqs(args, "-a");
}

#define CALL(words, least, id, write)                             \
	{                                                         \
		words, least, DS_TYPED_CALL, DBG_CALL_##id, write \
	}
#define OTHER(words, least, id)                                   \
	{                                                         \
		words, least, DS_TYPED_##id, DBG_CALL_COUNT, NULL \
	}

struct row {
	const char *words, *least;
	enum ds_typed_fate fate;
	enum dbg_call_function function;
	write_fn write;
};

/* The first that fits decides; a call that cannot be written is kept as text. */
static const struct row gdb_rows[] = {
	CALL("run", "r", RUN, any),
	CALL("continue", "c", CONTINUE, bare),
	CALL("next", "n", NEXT, bare),
	CALL("step", "s", STEP, bare),
	CALL("finish", "fin", FINISH, bare),
	CALL("bt", "bt", BACKTRACE, depth),
	CALL("backtrace", "ba", BACKTRACE, depth),
	CALL("where", "whe", BACKTRACE, depth),
	CALL("info stack", "i s", BACKTRACE, depth),
	CALL("info locals", "i lo", INSPECT, bare),
	CALL("info args", "i ar", INSPECT, bare),
	CALL("print", "p", EVAL, expression),
	CALL("inspect", "ins", EVAL, expression),
	CALL("break", "b", BREAKPOINT, place),
	CALL("watch", "wa", WATCH, expression),
	CALL("info threads", "i th", THREADS, bare),
	OTHER("info breakpoints", "i b", KEPT),
	OTHER("info watchpoints", "i wat", KEPT),
	OTHER("info source", "i so", SOURCE),
	OTHER("info line", "i li", MACHINE),
	OTHER("info registers", "i r", MACHINE),
	OTHER("info all-registers", "i al", MACHINE),
	OTHER("info frame", "i f", MACHINE),
	OTHER("info symbol", "i sy", MACHINE),
	OTHER("info", "i", SETTING),
	OTHER("x", "x", MACHINE),
	OTHER("disassemble", "disas", MACHINE),
	OTHER("nexti", "nexti", KEPT),
	OTHER("ni", "ni", KEPT),
	OTHER("stepi", "stepi", KEPT),
	OTHER("si", "si", KEPT),
	OTHER("list", "l", SOURCE),
	OTHER("ptype", "pt", SOURCE),
	OTHER("whatis", "wha", SOURCE),
	OTHER("start", "start", KEPT),
	OTHER("frame", "f", KEPT),
	OTHER("up", "up", KEPT),
	OTHER("down", "dow", KEPT),
	OTHER("thread", "thr", KEPT),
	OTHER("call", "ca", KEPT),
	OTHER("until", "u", KEPT),
	OTHER("advance", "adv", KEPT),
	OTHER("jump", "j", KEPT),
	OTHER("signal", "sig", KEPT),
	OTHER("tbreak", "tb", KEPT),
	OTHER("hbreak", "hb", KEPT),
	OTHER("rbreak", "rb", KEPT),
	OTHER("rwatch", "rw", KEPT),
	OTHER("awatch", "aw", KEPT),
	OTHER("catch", "cat", KEPT),
	OTHER("display", "disp", KEPT),
	OTHER("undisplay", "und", KEPT),
	OTHER("delete", "d", KEPT),
	OTHER("clear", "cl", KEPT),
	OTHER("disable", "dis", KEPT),
	OTHER("enable", "en", KEPT),
	OTHER("condition", "cond", KEPT),
	OTHER("ignore", "ig", KEPT),
	OTHER("set variable", "set v", KEPT),
	OTHER("set", "set", SETTING),
	OTHER("show", "sho", SETTING),
	OTHER("file", "fil", SETTING),
	OTHER("core-file", "core", SETTING),
	OTHER("attach", "att", SETTING),
	OTHER("target", "tar", SETTING),
	OTHER("symbol-file", "sy", SETTING),
	OTHER("directory", "dir", SETTING),
	OTHER("handle", "ha", SETTING),
	OTHER("layout", "la", SETTING),
	OTHER("shell", "she", SETTING),
	OTHER("source", "so", SETTING),
	OTHER("kill", "k", SETTING),
	OTHER("detach", "det", SETTING),
	OTHER("quit", "q", SETTING),
	OTHER("help", "h", SETTING),
	OTHER("cd", "cd", SETTING),
	OTHER("pwd", "pwd", SETTING),
	OTHER("end", "end", SETTING),
};

static const struct row lldb_rows[] = {
	CALL("run", "r", RUN, any),
	CALL("process launch", "pr la", RUN, any),
	CALL("continue", "c", CONTINUE, bare),
	CALL("process continue", "pr c", CONTINUE, bare),
	CALL("thread continue", "th c", CONTINUE, bare),
	CALL("next", "n", NEXT, bare),
	CALL("thread step-over", "th step-ov", NEXT, bare),
	CALL("step", "s", STEP, bare),
	CALL("thread step-in", "th step-i", STEP, bare),
	CALL("finish", "fin", FINISH, bare),
	CALL("thread step-out", "th step-ou", FINISH, bare),
	CALL("bt", "bt", BACKTRACE, depth),
	CALL("thread backtrace", "th ba", BACKTRACE, bare),
	CALL("frame variable", "fr v", INSPECT, options_alone),
	CALL("frame variable", "fr v", EVAL, one_name),
	CALL("v", "v", INSPECT, options_alone),
	CALL("v", "v", EVAL, one_name),
	CALL("print", "p", EVAL, expression),
	CALL("expression", "e", EVAL, expression),
	CALL("dwim-print", "dw", EVAL, expression),
	CALL("breakpoint set", "br s", BREAKPOINT, lldb_place),
	CALL("b", "b", BREAKPOINT, place),
	CALL("watchpoint set", "wa s", WATCH, lldb_watch),
	CALL("thread list", "th l", THREADS, bare),
	OTHER("frame select", "f s", KEPT),
	OTHER("f", "f", KEPT),
	OTHER("up", "up", KEPT),
	OTHER("down", "dow", KEPT),
	OTHER("thread select", "th sel", KEPT),
	OTHER("thread until", "th u", KEPT),
	OTHER("thread return", "th ret", KEPT),
	OTHER("po", "po", KEPT),
	OTHER("call", "ca", KEPT),
	OTHER("tbreak", "tb", KEPT),
	OTHER("breakpoint", "br", KEPT),
	OTHER("watchpoint", "wa", KEPT),
	OTHER("target variable", "ta v", KEPT),
	OTHER("frame info", "f i", SOURCE),
	OTHER("list", "l", SOURCE),
	OTHER("source list", "so l", SOURCE),
	OTHER("type", "ty", SOURCE),
	OTHER("register read", "re r", MACHINE),
	OTHER("memory read", "me r", MACHINE),
	OTHER("x", "x", MACHINE),
	OTHER("disassemble", "di", MACHINE),
	OTHER("image", "im", MACHINE),
	OTHER("target", "ta", SETTING),
	OTHER("process", "pr", SETTING),
	OTHER("thread", "th", SETTING),
	OTHER("settings", "se", SETTING),
	OTHER("command", "com", SETTING),
	OTHER("platform", "pla", SETTING),
	OTHER("help", "h", SETTING),
	OTHER("quit", "q", SETTING),
	OTHER("exit", "exit", SETTING),
	OTHER("file", "fil", SETTING),
};

/* Can it stand in a turn: in one line, and without a marker? */
static bool fits_turn(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.ptr[i] < ' ' || fl_marker_len(fl_slice_skip(s, i)))
			return false;
	return true;
}

/* A command that is no call, in a comment: who plays the calls passes it over. */
static void keep(const struct ds_pasted *t, struct fl_slice command, struct ds_typed *typed)
{
	enum { COMMAND_MAX = 200 };
	bool fits =
		command.len < COMMAND_MAX && fl_slice_find(command, "*/") < 0 && fits_turn(command);
	typed->fate = fits ? DS_TYPED_KEPT : DS_TYPED_UNKNOWN;
	typed->call = fl_arena_printf(t->a, "/* %s: %.*s */", t->lldb ? "lldb" : "gdb",
		FL_ARG(ds_pasted_text(t, command, command.len)));
}

/* The call of a row; false: its arguments have none. */
static bool write_call(const struct ds_pasted *t, const struct row *row, struct fl_slice args,
	struct ds_typed *typed)
{
	struct fl_list calls = {0};
	struct fl_buf out;
	fl_buf_init(&out, 4096);
	fl_buf_printf(&out, "%s(", dbg_call_rows[row->function].name);
	bool fits = row->write(t, args, &out);
	fl_buf_char(&out, ')');
	typed->function = row->function;
	typed->call = fl_arena_slice(t->a, fl_buf_view(&out));
	fits = fits && !out.failed && fits_turn(typed->call);
	fl_buf_release(&out);
	const struct dbg_call *call;
	if (!fits || dbg_calls_parse(typed->call, t->a, &calls, NULL) || calls.len != 1)
		return false;
	call = calls.items;
	return !call->error;
}

struct ds_typed ds_typed_read(const struct ds_pasted *t, struct fl_slice command)
{
	const struct row *rows = t->lldb ? lldb_rows : gdb_rows;
	size_t count = t->lldb ? sizeof(lldb_rows) / sizeof(lldb_rows[0])
			       : sizeof(gdb_rows) / sizeof(gdb_rows[0]);
	struct ds_typed typed = {.fate = DS_TYPED_UNKNOWN, .function = DBG_CALL_COUNT};
	bool known = false;
	for (size_t i = 0; i < count; i++) {
		struct fl_slice args = {0};
		if (!dbg_words_match(command, rows[i].words, rows[i].least, &args))
			continue;
		typed.fate = rows[i].fate;
		if (!rows[i].write)
			break;
		if (write_call(t, &rows[i], args, &typed))
			return typed;
		known = true;
		typed.fate = DS_TYPED_KEPT;
	}
	if (typed.fate == DS_TYPED_KEPT || known)
		keep(t, command, &typed);
	typed.function = DBG_CALL_COUNT;
	return typed;
}
