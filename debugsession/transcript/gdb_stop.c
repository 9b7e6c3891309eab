/* What GDB prints (7 to 16) when a program stops, and of breakpoints. */
#include <ctype.h>

#include "debugsession/transcript/gdb_rules.h"
#include "diag/classify/signals.h"

/*
 * With its arguments, a place takes a few lines. In a text that is none a bracket stays open for
 * ever, and the lines behind each are read again and again.
 */
enum { PLACE_MAX = 4096 };

/* Brackets are open, or the place has not come yet. */
bool dbg_place_open(struct fl_slice text, struct fl_slice next)
{
	struct dbg_frame f = {0};
	if (text.len > PLACE_MAX || fl_slice_starts(next, "#") ||
		fl_slice_starts(next, "(More stack"))
		return false;
	if (dbg_text_open(text, next))
		return true;
	if (fl_slice_starts(next, "at ") || fl_slice_starts(next, "from "))
		return true;
	if (fl_slice_ends(text, " at") || fl_slice_ends(text, " from") ||
		fl_slice_ends(text, " in"))
		return true;
	if (fl_slice_starts(next, "(") || fl_slice_starts(next, "const ("))
		return true;
	bool placed = dbg_place_gdb(text, false, &f);
	if (placed && f.line)
		return fl_slice_ends(text, ":"); /* digits were cut off */
	if (placed && fl_slice_find(text, ") from ") >= 0)
		return false;
	/* only the arguments are there, or not even these */
	return !placed && !dbg_digits(next) && !fl_slice_starts(next, "Thread ") &&
	       fl_slice_find(text, "??") < 0;
}

/* Without "#3  ", which *ret_depth then holds. */
bool dbg_cut_depth(struct fl_slice line, int64_t *ret_depth, struct fl_slice *ret_rest)
{
	struct fl_slice s = fl_slice_skip(line, 1);
	size_t n = dbg_digits(s);
	if (!fl_slice_starts(line, "#") || !n || n > 7 || (s.len > n && s.ptr[n] != ' '))
		return false;
	*ret_depth = dbg_number(s);
	*ret_rest = fl_slice_trim(fl_slice_skip(s, n));
	return true;
}

/* From its number on: without the address that stands before it. */
static struct fl_slice from_number(struct fl_slice line)
{
	if (!fl_slice_starts(line, "0x"))
		return line;
	ptrdiff_t tab = fl_slice_chr(line, '\t');
	ptrdiff_t blank = tab < 0 ? fl_slice_find(line, "  ") : tab;
	return blank < 0 ? fl_slice(NULL, 0) : fl_slice_trim(fl_slice_skip(line, (size_t)blank));
}

/* The source of the place that was shown: "29\t…", "0x… <f+4>\t29\t…", "29\tin ./f.c". */
bool dbg_source_line(struct fl_slice line, int64_t *ret_number)
{
	line = from_number(line);
	size_t n = dbg_digits(line);
	if (!n || n > 7 || (line.len > n && line.ptr[n] != '\t' && line.ptr[n] != ' '))
		return false;
	*ret_number = dbg_number(line);
	return *ret_number > 0;
}

bool dbg_source_alone(struct fl_slice line, bool tabs)
{
	line = from_number(line);
	size_t n = dbg_digits(line);
	struct fl_slice behind = fl_slice_skip(line, n);
	return n && (fl_slice_starts(behind, "\t") || (!tabs && fl_slice_starts(behind, "  ")));
}

bool dbg_source_open(struct fl_slice text, struct fl_slice next)
{
	size_t digits = dbg_digits(next);
	return text.len >= 50 && !digits && !strchr("$#[", *next.ptr) &&
	       fl_slice_find(next, " = ") < 0 && dbg_text_open(text, next) &&
	       !fl_slice_starts(next, "Value returned");
}

void dbg_take_line(struct dbg_reader *r, struct fl_slice file)
{
	size_t at = dbg_reader_line(r);
	struct fl_slice text = from_number(dbg_reader_take(r, dbg_source_open));
	dbg_reader_source(r, at, file, dbg_number(text), fl_slice_skip(text, dbg_digits(text)));
}

/* Take the source line of the place, where it stands next, and what wraps it. */
void dbg_take_source(struct dbg_reader *r, int64_t expected)
{
	int64_t number;
	if (expected && dbg_source_line(dbg_reader_peek(r, 0), &number) && number == expected) {
		dbg_take_line(r, r->frames.len ? r->last.file : r->here.file);
		r->source = 0;
		return;
	}
	r->source = expected;
}

static void skip_blank(struct dbg_reader *r)
{
	while (r->at < r->end && !dbg_reader_peek(r, 0).len)
		r->at++;
}

void dbg_place_stop(struct dbg_reader *r, struct dbg_stop *s, const struct dbg_frame *f)
{
	if (s) {
		s->function = f->function;
		s->file = f->file;
		s->line = f->line;
	}
	r->here = *f;
	dbg_take_source(r, f->line);
}

/* Lines between a stop and its place. */
static bool between(struct fl_slice s)
{
	return fl_slice_starts(s, "[Switching to") || fl_slice_starts(s, "[New Thread") ||
	       fl_slice_starts(s, "[Current thread") || fl_slice_starts(s, "warning:");
}

/* One of them, and its end where it was cut at a width. */
static void skip_between(struct dbg_reader *r)
{
	struct fl_slice line = dbg_reader_peek(r, 0), next;
	r->at++;
	next = dbg_reader_peek(r, 0);
	if (fl_slice_starts(line, "warning:") && !fl_slice_ends(line, ".") &&
		fl_slice_ends(next, ".") && !fl_slice_starts(next, "#"))
		r->at++;
	skip_blank(r);
}

/* The place of a stop, if it comes next. */
static void take_place(struct dbg_reader *r, struct dbg_stop *s)
{
	struct dbg_frame f = {0};
	skip_blank(r);
	while (between(dbg_reader_peek(r, 0)))
		skip_between(r);
	while (dbg_take_panels(r))
		skip_blank(r);
	size_t before = r->at;
	struct fl_slice text = dbg_reader_take(r, dbg_place_open);
	if (dbg_cut_depth(text, &f.depth, &text) ? dbg_place_gdb(text, false, &f)
						 : dbg_place_gdb(text, true, &f)) {
		f.depth = 0;
		dbg_place_stop(r, s, &f);
		return;
	}
	r->at = before;
}

static void set_signal(struct dbg_stop *s, struct fl_slice words)
{
	struct fl_slice name = fl_slice_trim(words);
	dbg_cut(name, ",", &name, NULL);
	/* old ones: "signal 11, Segmentation fault" */
	const struct diag_signal *known = dbg_digits(name) ? diag_signal_find((int)dbg_number(name))
							   : diag_signal_named(name);
	s->signal_name = known ? fl_slice_str(known->name) : name;
	s->signal = known ? known->number : 0;
}

/* "Program received signal SIGSEGV, …", "Thread 2 "x" received signal …", "… terminated with …" */
static bool on_signal(struct dbg_reader *r, struct fl_slice line)
{
	struct fl_slice rest;
	bool ended = dbg_cut(line, " terminated with signal ", NULL, &rest);
	if (!ended && !dbg_cut(line, " received signal ", NULL, &rest))
		return false;
	if (!fl_slice_starts(line, "Program ") && !fl_slice_starts(line, "Thread "))
		return false;
	struct dbg_stop *s = dbg_reader_stop(r, dbg_reader_line(r), DBG_SIGNAL);
	if (!s)
		return false;
	set_signal(s, rest);
	r->at++;
	/* a wrapped end of the sentence */
	struct fl_slice next = dbg_reader_peek(r, 0);
	if (!fl_slice_ends(line, ".") && fl_slice_ends(next, "."))
		r->at++;
	s->alive = !ended;
	/* of a core file gdb says that it was terminated, too, and it can be looked at */
	if (ended && fl_slice_starts(dbg_reader_peek(r, 0), "The program no longer exists"))
		s->reason = DBG_EXIT;
	take_place(r, s);
	return true;
}

static bool on_exit(struct dbg_reader *r, struct fl_slice line)
{
	struct fl_slice rest;
	bool normal = fl_slice_find(line, "exited normally") >= 0;
	bool code = dbg_cut(line, "exited with code ", NULL, &rest);
	if ((!normal && !code) ||
		(!fl_slice_starts(line, "[Inferior") && !fl_slice_starts(line, "Program exited")))
		return false;
	struct dbg_stop *s = dbg_reader_stop(r, dbg_reader_line(r), DBG_EXIT);
	if (!s)
		return false;
	s->exit_code = 0;
	for (size_t i = 0; code && i < rest.len && i < 6; i++) { /* octal */
		if (rest.ptr[i] < '0' || rest.ptr[i] > '7')
			break;
		s->exit_code = s->exit_code * 8 + (rest.ptr[i] - '0');
	}
	r->here = (struct dbg_frame){0};
	r->at++;
	return true;
}

/* "Breakpoint 1, f (…) at …", also with "Thread 2 "x" hit " before it. */
static bool on_breakpoint(struct dbg_reader *r, struct fl_slice line)
{
	static const char *const heads[] = {"Breakpoint ", "Temporary breakpoint ",
		"Hardware assisted breakpoint ", "Catchpoint ", "Temporary catchpoint "};
	struct fl_slice s = line, number, rest;
	if (fl_slice_starts(s, "Thread "))
		dbg_cut(s, " hit ", NULL, &s);
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		if (!fl_slice_starts(s, heads[i]))
			continue;
		number = fl_slice_skip(s, strlen(heads[i]));
		size_t n = dbg_digits(number);
		while (n && n < number.len &&
			(isdigit((unsigned char)number.ptr[n]) || number.ptr[n] == '.'))
			n++; /* "1.2": one of several places */
		rest = fl_slice_skip(number, n);
		if (!n || (!fl_slice_starts(rest, ",") && !fl_slice_starts(rest, " (")))
			return false;
		bool caught = fl_slice_starts(rest, " (");
		if (caught && !dbg_cut(rest, "), ", NULL, &rest))
			return false; /* "Catchpoint 1 (throw)": it was set */
		size_t at = dbg_reader_line(r);
		struct fl_slice text = dbg_reader_take(r, dbg_place_open);
		struct dbg_frame f = {0};
		if (caught)
			dbg_cut(text, "), ", NULL, &text);
		else
			dbg_cut(text, ",", NULL, &text);
		struct dbg_stop *stop = dbg_reader_stop(r, at, DBG_BREAKPOINT);
		if (!stop)
			return false;
		stop->breakpoint = dbg_number(number);
		if (dbg_place_gdb(text, false, &f))
			dbg_place_stop(r, stop, &f);
		return true;
	}
	return false;
}

/* "Old value = …" and "New value = …"; "Value = …" of a read. */
static struct fl_slice watched_value(struct dbg_reader *r, const char *word)
{
	skip_blank(r);
	if (!fl_slice_starts(dbg_reader_peek(r, 0), word))
		return fl_slice(NULL, 0);
	struct fl_slice text = dbg_reader_take(r, dbg_text_open);
	return dbg_text_flat(r->arena, fl_slice_skip(text, strlen(word)));
}

static bool on_watchpoint(struct dbg_reader *r, struct fl_slice line)
{
	struct fl_slice head, expression;
	if (!dbg_cut(line, "atchpoint ", &head, &expression) || head.len > 60)
		return false;
	size_t n = dbg_digits(expression);
	int64_t number = dbg_number(expression);
	if (!n || !fl_slice_starts(fl_slice_skip(expression, n), ": "))
		return false;
	expression = fl_slice_trim(fl_slice_skip(expression, n + 2));
	size_t at = dbg_reader_line(r);
	r->at++;
	size_t behind = r->at;
	skip_blank(r);
	struct fl_slice next = dbg_reader_peek(r, 0);
	if (!fl_slice_starts(next, "Old value =") && !fl_slice_starts(next, "New value =") &&
		!fl_slice_starts(next, "Value =")) {
		r->at = behind;
		struct dbg_breakpoint *p = dbg_reader_add(r, at, &dbg_breakpoint_shape);
		if (!p)
			return false;
		p->number = number;
		p->type = FL_S("watchpoint");
		p->expression = expression;
		return true;
	}
	struct dbg_watched w = {.expression = expression};
	w.old_value = watched_value(r, "Old value =");
	w.new_value = watched_value(r, "New value =");
	if (!w.new_value.len)
		w.new_value = watched_value(r, "Value =");
	struct dbg_stop *s = dbg_reader_stop(r, at, DBG_WATCHPOINT);
	if (s)
		take_place(r, s);
	struct dbg_watched *to = dbg_reader_add(r, at, &dbg_watched_shape);
	if (!to)
		return false;
	*to = w;
	r->counts.variables++;
	return true;
}

/* "Breakpoint 1 at 0x1177: file steps.c, line 14." and the like: it was set. */
static bool on_point(struct dbg_reader *r, struct fl_slice line)
{
	static const struct {
		const char *head;
		struct fl_slice what;
	} heads[] = {
		{"Breakpoint ", FL_LIT("breakpoint")},
		{"Temporary breakpoint ", FL_LIT("breakpoint")},
		{"Hardware assisted breakpoint ", FL_LIT("breakpoint")},
		{"Catchpoint ", FL_LIT("catchpoint")},
	};
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		struct fl_slice rest, file;
		if (!fl_slice_starts(line, heads[i].head))
			continue;
		rest = fl_slice_skip(line, strlen(heads[i].head));
		size_t n = dbg_digits(rest);
		struct fl_slice after = fl_slice_skip(rest, n);
		bool caught = fl_slice_starts(after, " (") && fl_slice_ends(after, ")");
		if (!n || (!caught && !fl_slice_starts(after, " at ")))
			return false;
		struct dbg_breakpoint *p =
			dbg_reader_add(r, dbg_reader_line(r), &dbg_breakpoint_shape);
		if (!p)
			return false;
		p->number = dbg_number(rest);
		p->type = heads[i].what;
		if (caught)
			p->expression = fl_slice_skip(fl_slice_head(after, after.len - 1), 2);
		struct fl_slice text = dbg_reader_take(r, dbg_text_open);
		if (dbg_cut(text, ": file ", NULL, &file) &&
			dbg_cut(file, ", line ", &p->file, &rest))
			p->line = dbg_number(rest);
		return true;
	}
	return false;
}

bool dbg_read_gdb_stop(struct dbg_reader *r, struct fl_slice line)
{
	static const dbg_gdb_rule rules[] = {
		on_signal, on_exit, on_breakpoint, on_watchpoint, on_point};
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (rules[i](r, line))
			return true;
	return false;
}
