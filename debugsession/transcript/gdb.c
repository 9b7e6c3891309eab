/* What GDB prints (7 to 16), line by line; each rule takes the lines of its kind, or none. */
#include "debugsession/console/words.h"
#include "debugsession/transcript/gdb_rules.h"

/* A frame behind "#N". Alone, with its source behind it, it was asked for by up, down or frame. */
static bool on_frame(struct dbg_reader *r, struct fl_slice line)
{
	struct dbg_frame f = {0};
	struct fl_slice rest;
	int64_t depth;
	if (!dbg_cut_depth(line, &depth, &rest))
		return false;
	size_t at = dbg_reader_line(r), before = r->at;
	struct fl_slice text = dbg_reader_take(r, dbg_place_open);
	dbg_cut_depth(text, &depth, &rest);
	f.depth = depth;
	if (!dbg_place_gdb(rest, false, &f)) {
		r->at = before;
		return false;
	}
	dbg_reader_frame(r, at, &f);
	int64_t number;
	if (dbg_source_line(dbg_reader_peek(r, 0), &number) && number == f.line) {
		if (r->frames.len == 1) /* of a longer list it is only the source of the last */
			r->here = f;
		dbg_take_source(r, f.line);
		if (r->frames.len == 1 && r->asked != DBG_ASKED_FRAMES)
			dbg_reader_flush(r);
	} else if (r->asked == DBG_ASKED_FRAME) {
		r->here = f;
		r->source = f.line;
	} else if (!depth && !r->here.function.len) {
		r->here = f; /* the text starts behind the stop */
	}
	return true;
}

/* "main () at f.c:3": a step that came into another function, or the end of finish. */
static bool on_place(struct dbg_reader *r, struct fl_slice line)
{
	struct dbg_frame f = {0};
	if (fl_slice_find(line, "(") < 0 || !dbg_name_len(line) || fl_slice_starts(line, "Thread "))
		if (!fl_slice_starts(line, "0x"))
			return false;
	size_t at = dbg_reader_line(r), before = r->at;
	struct fl_slice text = dbg_reader_take(r, dbg_place_open);
	if (!dbg_place_gdb(text, true, &f)) {
		r->at = before;
		return false;
	}
	struct dbg_stop *s = dbg_reader_stop(r, at, r->joined ? DBG_OTHER : DBG_STEP);
	r->joined = false;
	dbg_place_stop(r, s, &f);
	return true;
}

/* "Remote debugging using :1234": where the program stands is no end of a step. */
static bool on_join(struct dbg_reader *r, struct fl_slice line)
{
	if (!fl_slice_starts(line, "Remote debugging using ") &&
		!fl_slice_starts(line, "Attaching to "))
		return false;
	dbg_reader_flush(r);
	r->joined = true;
	r->at++;
	return true;
}

/*
 * Without commands, are the lines that follow those of a listing? It is long, or has empty lines,
 * where no step ends.
 */
static bool is_listing(const struct dbg_reader *r, int64_t number)
{
	enum { LONG = 6 };
	int64_t next;
	for (size_t k = 0; k < LONG; k++) {
		struct fl_slice s = dbg_reader_peek(r, k);
		if (!dbg_source_line(s, &next) || next != number + (int64_t)k)
			return false;
		if (dbg_digits(s) == s.len)
			return true;
	}
	return true;
}

/* "1       breakpoint     keep y   0x… in f at f.c:3": a row of `info breakpoints`. */
static bool on_table(struct dbg_reader *r, struct fl_slice line)
{
	if (!fl_slice_starts(line, "Num     Type") && fl_slice_find(line, " keep y") < 0 &&
		fl_slice_find(line, " keep n") < 0 &&
		!fl_slice_starts(line, "breakpoint already hit"))
		return false;
	dbg_reader_text(r, "answer", line);
	r->at++;
	return true;
}

/*
 * May the last command end at a line of source alone? A step within a function does; where others
 * end, gdb names the place.
 */
static bool may_step(const struct dbg_reader *r)
{
	static const char *const steps[][2] = {{"next", "n"}, {"step", "s"}, {"nexti", "nexti"},
		{"ni", "ni"}, {"stepi", "stepi"}, {"si", "si"}, {"until", "u"}, {"advance", "adv"},
		{"reverse-next", "reverse-n"}, {"reverse-step", "reverse-s"}};
	if (r->asked == DBG_ASKED_NOTHING)
		return true;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (dbg_words_match(r->command, steps[i][0], steps[i][1], NULL))
			return r->asked == DBG_ASKED_RESUME;
	return false;
}

/* A line of source alone: where a step ended, or part of a listing. */
static bool on_source(struct dbg_reader *r, struct fl_slice line)
{
	int64_t number;
	if (!dbg_source_line(line, &number))
		return false;
	if (r->source == number) { /* of the place before it */
		r->source = 0;
		dbg_take_line(r, r->here.file);
		return true;
	}
	bool listed = r->asked == DBG_ASKED_SOURCE ||
		      (r->text_what && !strcmp(r->text_what, "source")) ||
		      (r->asked == DBG_ASKED_NOTHING && is_listing(r, number));
	if (listed) {
		/* With arguments it may be of any place. */
		if (r->asked == DBG_ASKED_SOURCE && !r->args.len)
			dbg_reader_source(r, dbg_reader_line(r), r->here.file, number,
				fl_slice_skip(line, dbg_digits(line)));
		dbg_reader_text(r, "source", line);
		r->at++;
		return true;
	}
	if (!dbg_source_alone(line, r->tabs) || !may_step(r))
		return false;
	r->source = 0; /* another line than the place's: an inlined call's */
	struct dbg_stop *s = dbg_reader_stop(r, dbg_reader_line(r), DBG_STEP);
	if (!s)
		return false;
	s->function = r->here.function;
	s->file = r->here.file;
	s->line = r->here.line = number;
	r->here.depth = 0;
	dbg_take_line(r, s->file);
	return true;
}

static bool value_open(struct fl_slice text, struct fl_slice next)
{
	static const char *const ends[] = {
		"=", ":", ",", " of", " length", " capacity", " with", " elements", ">,", "@"};
	if (fl_slice_starts(next, "$") || fl_slice_starts(next, "#"))
		return false;
	if (dbg_text_open(text, next) || fl_slice_starts(next, "\""))
		return true;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (fl_slice_ends(text, ends[i]))
			return true;
	struct fl_slice value;
	if (!dbg_cut(text, " = ", NULL, &value))
		value = fl_slice(NULL, 0);
	/* a cast whose value was wrapped away, or an address without its text */
	if (fl_slice_starts(value, "<error") && fl_slice_find(value, ">") < 0)
		return true;
	bool cast = fl_slice_starts(value, "(") && fl_slice_ends(value, ")");
	bool name = fl_slice_find(next, " = ") >= 0;
	return (cast && !name) || (fl_slice_starts(value, "0x") && fl_slice_starts(next, "<"));
}

/* "$1 = …", "Value returned is $1 = …", "1: sum = …", "1: /x sum = …" */
static bool on_value(struct dbg_reader *r, struct fl_slice line)
{
	static const char returned[] = "Value returned is ";
	struct fl_slice name, value, start = line;
	size_t digits = dbg_digits(line), at = dbg_reader_line(r);
	bool back = fl_slice_starts(line, returned);
	bool history = fl_slice_starts(line, "$") && dbg_digits(fl_slice_skip(line, 1));
	bool display = digits && fl_slice_starts(fl_slice_skip(line, digits), ": ");
	if (back)
		start = fl_slice_skip(line, strlen(returned));
	if (display)
		start = fl_slice_skip(line, digits + 2);
	if ((!back && !history && !display) || !dbg_cut(start, " =", &name, NULL))
		return false;
	struct fl_slice text = dbg_reader_take(r, value_open);
	text = fl_slice_skip(text, (size_t)(start.ptr - line.ptr));
	if (!dbg_cut(text, " = ", &name, &value))
		return false;
	if (display && fl_slice_starts(name, "/"))
		dbg_cut(name, " ", NULL, &name);
	if (history && r->asked == DBG_ASKED_VALUE && r->args.len)
		name = r->args;
	dbg_reader_value(r, at, fl_slice_trim(name), fl_slice(NULL, 0), value);
	return true;
}

/* Of `bt full`: behind its frame and, where pasting left that, indented. */
static bool is_in_frames(const struct dbg_reader *r)
{
	struct fl_slice raw = r->lines.at[r->at].text;
	bool frames = r->asked == DBG_ASKED_FRAMES;
	return r->frames.len && (fl_slice_starts(raw, "    ") || fl_slice_starts(raw, "\t") ||
					(frames && fl_slice_find(r->command, " f") > 0));
}

/* "name = value": locals and arguments; without a known command only where it looks like one. */
static bool on_variable(struct dbg_reader *r, struct fl_slice line)
{
	size_t n = dbg_name_len(line);
	struct fl_slice value;
	bool in_frames = is_in_frames(r);
	bool asked = in_frames || r->asked == DBG_ASKED_LOCALS || r->asked == DBG_ASKED_ARGS;
	if (!n || !fl_slice_starts(fl_slice_skip(line, n), " =") ||
		(!asked && r->asked != DBG_ASKED_NOTHING) || fl_slice_ends(line, ";") ||
		(!asked &&
			(fl_slice_starts(line, "type =") || fl_slice_find(line, "; saved ") >= 0)))
		return false;
	if (line.len > n + 2 && line.ptr[n + 2] != ' ')
		return false;
	size_t at = dbg_reader_line(r);
	struct fl_slice text = dbg_reader_take(r, value_open);
	value = fl_slice_skip(text, n + 2);
	struct dbg_variable v = {.name = fl_slice_head(text, n),
		.value = dbg_text_flat(r->arena, value),
		.arg = r->asked == DBG_ASKED_ARGS};
	dbg_reader_variable(r, at, &v, in_frames);
	return true;
}

static bool thread_open(struct fl_slice text, struct fl_slice next)
{
	size_t n = dbg_digits(fl_slice_starts(next, "* ") ? fl_slice_skip(next, 2) : next);
	struct dbg_frame f = {0};
	if (fl_slice_starts(next, "0x"))
		return !dbg_place_gdb(text, false, &f) || !f.line;
	return !n && !fl_slice_starts(next, "* ") && dbg_place_open(text, next);
}

/* "* 3    Thread 0x7ffff75ce6c0 (LWP 351) "threads" f (…) at …" */
static bool on_thread(struct dbg_reader *r, struct fl_slice line)
{
	bool current = fl_slice_starts(line, "*");
	struct fl_slice s = fl_slice_trim(fl_slice_skip(line, current ? 1 : 0)), rest, left;
	size_t n = dbg_digits(s);
	struct fl_slice target = fl_slice_trim(fl_slice_skip(s, n));
	if (fl_slice_starts(s, "Id ") && fl_slice_find(s, "Target Id") > 0) {
		r->at++;
		return true;
	}
	if (!n || !(fl_slice_starts(target, "Thread ") || fl_slice_starts(target, "process ") ||
			  fl_slice_starts(target, "LWP ")))
		return false;
	struct dbg_thread *t = dbg_reader_thread(r, s, current);
	if (!t)
		return false;
	struct fl_slice text = dbg_reader_take(r, thread_open);
	rest = text;
	if (dbg_cut(text, "(LWP ", NULL, &rest))
		dbg_cut(rest, ")", NULL, &rest);
	rest = fl_slice_trim(rest);
	if (fl_slice_starts(rest, "\"") && dbg_cut(fl_slice_skip(rest, 1), "\"", &left, &rest))
		t->name = left;
	struct dbg_frame f = {0};
	if (dbg_place_gdb(rest, false, &f))
		dbg_thread_at(t, &f);
	return true;
}

/* What gdb says besides; it tells nothing that an event would hold. */
static bool on_chatter(struct dbg_reader *r, struct fl_slice line)
{
	static const char *const starts[] = {"Starting program: ", "[Thread debugging using",
		"Using host libthread_db", "[New Thread", "[New LWP", "[New process",
		"[Switching to", "[Current thread is", "[Thread 0x", "[Detaching", "[Attaching",
		"[Inferior ", "Continuing.", "Reading symbols", "(No debugging symbols",
		"For help, type", "Type \"", "Copyright (C)", "License GPL",
		"This is free software", "There is NO WARRANTY", "This GDB was configured",
		"For bug reporting", "<http", "Find the GDB manual", "GNU gdb ",
		"and \"show warranty\"", "warning: ", "Core was generated by",
		"(More stack frames follow", "Backtrace stopped:", "The program is not being run",
		"The program no longer exists", "Program terminated", "Single stepping until exit",
		"which has no line number", "Quit anyway?", "A debugging session is active",
		"No locals.", "No arguments.", "No symbol ", "No frame selected",
		"Make breakpoint pending", "Function \"", "Initial frame selected",
		"Bottom (innermost)", "Undefined command", "Cannot access memory",
		"Cannot find bounds", "Note: breakpoint", "Missing separate",
		"Temporary breakpoint deleted", "Download", "Error while", "Watchpoint ",
		"Signal        Stop", "SIG", "The history is empty", "Ambiguous command",
		"This GDB supports auto-downloading", "Enable debuginfod", "Debuginfod has been",
		"To make this setting permanent", "./", "../", "<built-in", "Kill the program",
		"Start it from the beginning", "Thread ", "Loaded symbols", "(gdb)", "---",
		"No stack.", "Inferior ", "During symbol reading", "To enable execution",
		"add-auto-load", "You can't do that", "Value can't be", "No source file named",
		"Undefined info", "\" in current context"};
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (fl_slice_starts(line, starts[i])) {
			bool within = r->frames.len && fl_slice_starts(line, "No ");
			if (r->asked != DBG_ASKED_FRAMES && !within)
				dbg_reader_flush(r);
			r->at++;
			return true;
		}
	return false;
}

/* "Run till exit from #0  f (…) at f.c:3": where finish starts. */
static bool on_finish(struct dbg_reader *r, struct fl_slice line)
{
	if (!fl_slice_starts(line, "Run till exit from"))
		return false;
	dbg_reader_take(r, dbg_place_open);
	return true;
}

static bool on_panels(struct dbg_reader *r, struct fl_slice line)
{
	(void)line;
	return dbg_take_panels(r);
}

/* Answers that are text from end to end. */
static bool is_text(const struct dbg_reader *r)
{
	return r->asked == DBG_ASKED_REGISTERS || r->asked == DBG_ASKED_MEMORY ||
	       r->asked == DBG_ASKED_TEXT;
}

bool dbg_read_gdb(struct dbg_reader *r)
{
	static const dbg_gdb_rule always[] = {
		on_panels, on_finish, dbg_read_gdb_stop, on_value, on_frame};
	static const dbg_gdb_rule others[] = {
		on_thread, on_table, on_join, on_source, on_place, on_variable, on_chatter};
	struct fl_slice line = dbg_reader_peek(r, 0);
	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		if (always[i](r, line))
			return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]) && !is_text(r); i++)
		if (others[i](r, line))
			return true;
	return false;
}
