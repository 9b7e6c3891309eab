/* What LLDB prints (6 to 19) with its default formats; each rule takes the lines of its kind. */
#include "debugsession/transcript/priv.h"
#include "diag/classify/signals.h"

/* Where a new watchpoint is, what it watches, and its value. */
enum { WATCH_LINES = 8 };

static struct fl_slice unstar(struct fl_slice s)
{
	return fl_slice_starts(s, "* ") ? fl_slice_trim(fl_slice_skip(s, 2)) : s;
}

static bool is_frame(struct fl_slice s)
{
	return fl_slice_starts(unstar(s), "frame #");
}

static bool is_thread(struct fl_slice s)
{
	return fl_slice_starts(unstar(s), "thread #");
}

/* "-> 14  \tint sum = 0;", "   14  \t", "    \t  ^" */
static bool is_source(struct fl_slice s)
{
	if (fl_slice_starts(s, "-> "))
		s = fl_slice_trim(fl_slice_skip(s, 3));
	/* instructions, where there is no source */
	if ((fl_slice_starts(s, "0x") && fl_slice_find(s, "<+") > 0) ||
		(fl_slice_find(s, "`") > 0 && fl_slice_ends(s, ":") && fl_slice_chr(s, ' ') < 0))
		return true;
	size_t n = dbg_digits(s);
	if (n)
		return n == s.len || s.ptr[n] == ' ' || s.ptr[n] == '\t';
	while (s.len && strchr("^~ \t", *s.ptr))
		s = fl_slice_skip(s, 1);
	return !s.len;
}

static bool starts(struct fl_slice s)
{
	return is_frame(s) || is_thread(s) || fl_slice_starts(s, "Process ") ||
	       fl_slice_starts(s, "-> ") || fl_slice_starts(s, "Return value:");
}

static bool has_place(struct fl_slice text)
{
	struct fl_slice place;
	if (!dbg_cut(text, "`", NULL, &place))
		return false;
	ptrdiff_t colon = fl_slice_rchr(place, ':');
	struct fl_slice tail = fl_slice_skip(place, (size_t)(colon + 1));
	size_t n = dbg_digits(tail);
	bool line =
		colon > 0 && n && (n == tail.len || fl_slice_starts(fl_slice_skip(tail, n), " ["));
	return (line && fl_slice_find(place, " at ") >= 0) || fl_slice_find(place, " + ") >= 0;
}

static bool frame_open(struct fl_slice text, struct fl_slice next)
{
	if (starts(next) || is_source(next))
		return false;
	return dbg_text_open(text, next) || !has_place(text) || fl_slice_starts(next, "at ") ||
	       fl_slice_ends(text, " at") || fl_slice_ends(text, ":");
}

static bool thread_open(struct fl_slice text, struct fl_slice next)
{
	(void)text;
	return !starts(next) && !is_source(next);
}

/* "* thread #1, name = 'a', stop reason = signal SIGSEGV: …": why; empty where it is not said. */
static struct fl_slice reason_of(struct fl_slice thread)
{
	struct fl_slice reason;
	return dbg_cut(thread, "stop reason = ", NULL, &reason) ? fl_slice_trim(reason)
								: fl_slice(NULL, 0);
}

static void set_reason(struct dbg_stop *s, struct fl_slice words)
{
	static const struct {
		const char *word;
		enum dbg_reason reason;
	} rows[] = {
		{"breakpoint", DBG_BREAKPOINT},
		{"watchpoint", DBG_WATCHPOINT},
		{"one-shot breakpoint", DBG_BREAKPOINT},
		{"step", DBG_STEP},
		{"instruction step", DBG_STEP},
		{"trace", DBG_STEP},
		{"signal ", DBG_SIGNAL},
		{"EXC_BAD_ACCESS", DBG_SIGNAL},
		{"EXC_ARITHMETIC", DBG_SIGNAL},
		{"EXC_BAD_INSTRUCTION", DBG_SIGNAL},
		{"EXC_BREAKPOINT", DBG_SIGNAL},
		{"EXC_CRASH", DBG_SIGNAL},
	};
	/* what the kernel of macOS says and the signal that comes of it */
	static const struct {
		const char *word, *signal;
	} exceptions[] = {{"EXC_BAD_ACCESS", "SIGSEGV"}, {"EXC_ARITHMETIC", "SIGFPE"},
		{"EXC_BAD_INSTRUCTION", "SIGILL"}, {"EXC_BREAKPOINT", "SIGTRAP"},
		{"EXC_CRASH", "SIGABRT"}};
	struct fl_slice name = {0};
	s->reason = DBG_OTHER;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fl_slice_starts(words, rows[i].word))
			s->reason = (int)rows[i].reason;
	if (fl_slice_starts(words, "signal ")) {
		name = fl_slice_skip(words, 7);
		dbg_cut(name, ":", &name, NULL);
		dbg_cut(name, " ", &name, NULL);
	}
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (fl_slice_starts(words, exceptions[i].word))
			name = fl_slice_str(exceptions[i].signal);
	const struct diag_signal *known = diag_signal_named(name);
	s->signal_name = name;
	s->signal = known ? known->number : 0;
}

/* The next line, where it is one of source and has a number. */
static void keep_source(struct dbg_reader *r, struct fl_slice file)
{
	struct fl_slice s = dbg_reader_peek(r, 0);
	if (fl_slice_starts(s, "-> "))
		s = fl_slice_trim(fl_slice_skip(s, 3));
	size_t n = dbg_digits(s);
	if (n && n <= 7)
		dbg_reader_source(r, dbg_reader_line(r), file, dbg_number(s), fl_slice_skip(s, n));
}

static void take_source(struct dbg_reader *r, struct fl_slice file)
{
	while (r->at < r->end && dbg_reader_peek(r, 0).len && is_source(dbg_reader_peek(r, 0)) &&
		!dbg_prompt_cut(&r->prompts, dbg_reader_peek(r, 0), NULL)) {
		keep_source(r, file);
		r->at++;
	}
}

static void skip_blank(struct dbg_reader *r)
{
	while (r->at < r->end && !dbg_reader_peek(r, 0).len)
		r->at++;
}

/* "(int) x = 5", "(int) $0 = 5", "(int) 5": type, name and value. */
static bool split_value(
	struct fl_slice text, struct fl_slice *type, struct fl_slice *name, struct fl_slice *value)
{
	size_t i = 0;
	int depth = 0;
	if (!fl_slice_starts(text, "(") || text.len < 4)
		return false;
	for (; i < text.len; i++) {
		depth += text.ptr[i] == '(';
		depth -= text.ptr[i] == ')';
		if (!depth)
			break;
	}
	if (i + 1 >= text.len || text.ptr[i + 1] != ' ' || i < 2)
		return false;
	*type = fl_slice_head(fl_slice_skip(text, 1), i - 1);
	struct fl_slice s = fl_slice_trim(fl_slice_skip(text, i + 1));
	size_t n = 0;
	while (n < s.len &&
		(dbg_name_len(fl_slice_skip(s, n)) || strchr(".:[]0123456789->*", s.ptr[n])))
		n++;
	bool named = n && fl_slice_starts(fl_slice_skip(s, n), " =") &&
		     (s.len == n + 2 || s.ptr[n + 2] == ' ');
	*name = named ? fl_slice_head(s, n) : fl_slice(NULL, 0);
	*value = named ? fl_slice_trim(fl_slice_skip(s, n + 2)) : s;
	return true;
}

static bool value_open(struct fl_slice text, struct fl_slice next)
{
	struct fl_slice type, name, value;
	if (dbg_text_open(text, next) || fl_slice_ends(text, " ="))
		return true;
	if (!split_value(text, &type, &name, &value))
		return true;
	if (fl_slice_starts(next, "\"") && fl_slice_starts(value, "0x"))
		return true;
	/* the summary stands on the line of the name, the members behind it */
	return fl_slice_starts(next, "{") ||
	       (!value.len && !split_value(next, &type, &name, &value));
}

/* "Return value: (int) $0 = 2" */
static void take_returned(struct dbg_reader *r)
{
	struct fl_slice type, name, value, text;
	size_t at = dbg_reader_line(r);
	skip_blank(r);
	if (!fl_slice_starts(dbg_reader_peek(r, 0), "Return value: "))
		return;
	r->lines.at[r->at].text = fl_slice_skip(dbg_reader_peek(r, 0), 14);
	text = dbg_reader_take(r, value_open);
	if (split_value(text, &type, &name, &value))
		dbg_reader_value(r, at, name, type, value);
}

/* What follows "Process N stopped": the thread, the frame, the source. */
static void take_stop(struct dbg_reader *r, size_t at, struct fl_slice thread)
{
	struct dbg_frame f = {0};
	struct dbg_stop *s = dbg_reader_stop(r, at, DBG_OTHER);
	size_t event = r->events.len - 1;
	if (!s)
		return;
	set_reason(s, reason_of(thread));
	skip_blank(r);
	take_returned(r);
	skip_blank(r);
	if (is_frame(dbg_reader_peek(r, 0)) &&
		dbg_place_lldb(r->arena, unstar(dbg_reader_take(r, frame_open)), &f)) {
		s = ((struct dbg_event *)fl_vec_at(&r->events, event))->object;
		s->function = f.function;
		s->file = f.file;
		s->line = f.line;
		f.depth = 0;
		r->here = f;
		take_source(r, f.file);
	}
}

/* Is the thread of the next line the head of a frame (old versions name its tid, too)? */
static bool heads_frame(const struct dbg_reader *r)
{
	struct fl_slice after = dbg_reader_peek(r, 1);
	return is_frame(after) || fl_slice_starts(after, "Return value:") ||
	       is_frame(dbg_reader_peek(r, 2));
}

/* "* thread #1: tid = 3766, 0x… prog`f at f.c:3, name = 'a'" */
static bool list_thread(struct dbg_reader *r, struct fl_slice line)
{
	struct fl_slice s = fl_slice_skip(unstar(line), strlen("thread #")), rest, left;
	bool current = fl_slice_starts(line, "*");
	if (!is_thread(line) || !dbg_cut(s, ": tid = ", NULL, &rest) || heads_frame(r))
		return false;
	struct dbg_thread *t = dbg_reader_thread(r, s, current);
	if (!t)
		return false;
	struct fl_slice text = dbg_reader_take(r, thread_open);
	struct dbg_frame f = {0};
	dbg_cut(text, ", stop reason = ", &text, NULL);
	dbg_cut(text, ", queue = ", &text, NULL);
	if (dbg_cut(text, ", name = '", &left, &rest)) {
		dbg_cut(rest, "'", &rest, NULL);
		t->name = rest;
		text = left;
	}
	if (dbg_cut(text, ": tid = ", NULL, &text) && dbg_cut(text, ", ", NULL, &text) &&
		dbg_place_lldb(r->arena, text, &f))
		dbg_thread_at(t, &f);
	return true;
}

static bool on_process(struct dbg_reader *r, struct fl_slice line)
{
	struct fl_slice rest, word, status;
	if (!fl_slice_starts(line, "Process ") || !dbg_digits(fl_slice_skip(line, 8)))
		return false;
	rest = fl_slice_skip(line, 8);
	word = fl_slice_trim(fl_slice_skip(rest, dbg_digits(rest)));
	size_t at = dbg_reader_line(r);
	if (fl_slice_starts(word, "exited")) {
		struct dbg_stop *s = dbg_reader_stop(r, at, DBG_EXIT);
		if (!s)
			return false;
		if (dbg_cut(line, "status = ", NULL, &status))
			s->exit_code = dbg_number(status);
		r->here = (struct dbg_frame){0};
		r->at++;
		return true;
	}
	static const char *const words[] = {"launched", "resuming", "stopped", "detached",
		"connected", "is running", "launching", "attached", "crashed", "killed"};
	bool known = false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		known = known || fl_slice_starts(word, words[i]);
	if (!known)
		return false;
	r->at++;
	if (!fl_slice_starts(word, "stopped"))
		return true;
	skip_blank(r);
	struct fl_slice next = dbg_reader_peek(r, 0);
	if (!is_thread(next) || r->asked == DBG_ASKED_THREADS ||
		(fl_slice_find(next, ": tid = ") >= 0 && !heads_frame(r)))
		return true;
	take_stop(r, at, dbg_reader_take(r, thread_open));
	return true;
}

/* Why the program of a core file stopped is first said at the head of a backtrace, which stays. */
static void take_core_stop(struct dbg_reader *r, size_t at, struct fl_slice thread)
{
	struct dbg_frame f = {0};
	size_t before = r->at;
	struct dbg_stop *s = dbg_reader_stop(r, at, DBG_OTHER);
	r->core = false;
	if (!s)
		return;
	set_reason(s, reason_of(thread));
	if (is_frame(dbg_reader_peek(r, 0)) &&
		dbg_place_lldb(r->arena, unstar(dbg_reader_take(r, frame_open)), &f)) {
		s->function = f.function;
		s->file = f.file;
		s->line = f.line;
		r->here = f;
	}
	r->at = before;
}

/* The head of a backtrace; a stop where the line "Process N stopped" is missing. */
static bool on_thread(struct dbg_reader *r, struct fl_slice line)
{
	if (list_thread(r, line))
		return true;
	if (!is_thread(line))
		return false;
	size_t at = dbg_reader_line(r);
	/* others are listed beside the thread that has stopped */
	bool stopped = fl_slice_starts(line, "* ");
	struct fl_slice thread = dbg_reader_take(r, thread_open);
	bool frame =
		is_frame(dbg_reader_peek(r, 0)) && !fl_slice_starts(dbg_reader_peek(r, 0), "*");
	bool wanted = r->asked == DBG_ASKED_RESUME || r->asked == DBG_ASKED_NOTHING;
	if (r->core && reason_of(thread).len)
		take_core_stop(r, at, thread);
	else if (wanted && stopped && reason_of(thread).len && (frame || !r->stopped) &&
		 !fl_slice_starts(dbg_reader_peek(r, 0), "* frame"))
		take_stop(r, at, thread);
	return true;
}

static bool on_frame(struct dbg_reader *r, struct fl_slice line)
{
	struct dbg_frame f = {0};
	if (!is_frame(line))
		return false;
	size_t at = dbg_reader_line(r);
	struct fl_slice text = unstar(dbg_reader_take(r, frame_open));
	if (!dbg_place_lldb(r->arena, text, &f)) {
		r->at--;
		return false;
	}
	dbg_reader_frame(r, at, &f);
	bool source = is_source(dbg_reader_peek(r, 0)) && dbg_reader_peek(r, 0).len;
	if (r->asked == DBG_ASKED_FRAME || source)
		r->here = f;
	take_source(r, f.file);
	if (source && r->frames.len == 1)
		dbg_reader_flush(r);
	return true;
}

static bool on_value(struct dbg_reader *r, struct fl_slice line)
{
	struct fl_slice type, name, value;
	if (fl_slice_starts(line, "Return value: ")) {
		take_returned(r);
		return true;
	}
	/* a type may be so long that its bracket is closed on a later line */
	bool values = r->asked == DBG_ASKED_LOCALS || r->asked == DBG_ASKED_VALUE;
	bool cut = values && fl_slice_starts(line, "(") && dbg_text_open(line, line);
	if ((!cut && !split_value(line, &type, &name, &value)) || fl_slice_ends(line, ";"))
		return false;
	size_t at = dbg_reader_line(r), before = r->at;
	struct fl_slice text = dbg_reader_take(r, value_open);
	if (!split_value(text, &type, &name, &value)) {
		r->at = before;
		return false;
	}
	bool history = fl_slice_starts(name, "$") || !name.len;
	if (!history && r->asked != DBG_ASKED_VALUE) {
		struct dbg_variable v = {
			.name = name, .type = type, .value = dbg_text_flat(r->arena, value)};
		dbg_reader_variable(r, at, &v, false);
		return true;
	}
	if (r->asked == DBG_ASKED_VALUE && r->args.len && history) {
		name = r->args;
		if (fl_slice_starts(name, "-- "))
			name = fl_slice_trim(fl_slice_skip(name, 3));
	}
	dbg_reader_value(r, at, name, type, value);
	return true;
}

static bool point_open(struct fl_slice text, struct fl_slice next)
{
	return !starts(next) && fl_slice_find(text, "where = ") >= 0 &&
	       fl_slice_find(text, "address = ") < 0;
}

/* "Breakpoint 1: where = prog`f + 16 at f.c:6:50, address = 0x…" */
static bool on_point(struct dbg_reader *r, struct fl_slice line)
{
	struct fl_slice rest, place;
	bool watch = fl_slice_starts(line, "Watchpoint created: Watchpoint ");
	if (!watch && !fl_slice_starts(line, "Breakpoint "))
		return false;
	rest = fl_slice_skip(line, watch ? 31 : 11);
	if (!dbg_digits(rest) || !dbg_cut(rest, ": ", NULL, NULL))
		return false;
	struct dbg_breakpoint *p = dbg_reader_add(r, dbg_reader_line(r), &dbg_breakpoint_shape);
	if (!p)
		return false;
	p->number = dbg_number(rest);
	p->type = watch ? FL_S("watchpoint") : FL_S("breakpoint");
	struct fl_slice text = dbg_reader_take(r, point_open);
	struct dbg_frame f = {0};
	if (dbg_cut(text, "where = ", NULL, &place)) {
		dbg_cut(place, ", address = ", &place, NULL);
		if (dbg_place_lldb(r->arena, place, &f)) {
			p->function = f.function;
			p->file = f.file;
			p->line = f.line;
		}
	}
	for (int i = 0; watch && i < WATCH_LINES && r->at < r->end; i++) {
		struct fl_slice next = dbg_reader_peek(r, 0);
		if (starts(next) || fl_slice_starts(next, "Watchpoint ") ||
			dbg_prompt_cut(&r->prompts, next, NULL))
			break;
		if (dbg_cut(next, "watchpoint spec = '", NULL, &rest))
			dbg_cut(rest, "'", &p->expression, NULL);
		r->at++;
		if (fl_slice_starts(next, "new value:"))
			break;
	}
	if (watch && p->number < DBG_WATCHED_MAX)
		r->watched[p->number] = p->expression;
	return true;
}

/* "Watchpoint 1 hit:", "old value: 1", "new value: 2"; the stop comes behind it. */
static bool on_watched(struct dbg_reader *r, struct fl_slice line)
{
	if (!fl_slice_starts(line, "Watchpoint ") || !fl_slice_ends(line, " hit:"))
		return false;
	size_t at = dbg_reader_line(r), taken = 0;
	struct dbg_watched w = {0};
	int64_t number = dbg_number(fl_slice_skip(line, 11));
	for (r->at++; taken < 4; r->at++, taken++) {
		struct fl_slice next = dbg_reader_peek(r, 0);
		if (fl_slice_starts(next, "old value:"))
			w.old_value = fl_slice_trim(fl_slice_skip(next, 10));
		else if (fl_slice_starts(next, "new value:"))
			w.new_value = fl_slice_trim(fl_slice_skip(next, 10));
		else if (next.len || w.new_value.len || r->at >= r->end)
			break;
	}
	if (number >= 0 && number < DBG_WATCHED_MAX)
		w.expression = r->watched[number];
	if (r->asked == DBG_ASKED_POINT || !w.old_value.len)
		return true; /* it tells the value at which it was set */
	struct dbg_watched *to = dbg_reader_add(r, at, &dbg_watched_shape);
	if (!to)
		return false;
	*to = w;
	r->counts.variables++;
	return true;
}

static bool on_chatter(struct dbg_reader *r, struct fl_slice line)
{
	static const char *const heads[] = {"target create", "Current executable set",
		"error: ", "warning: ", "Executing commands in", "settings set", "Process ",
		"note: ", "Target ", "Breakpoint ", "Watchpoint ", "NAME         PASS",
		"=========== ", "SIG", "Architecture set to", "Executable module set",
		"1 location added", "Available completions", "Quitting LLDB will",
		"There is a running process", "Core file ", "Fix-it applied",
		"Evaluated this expression", "new value:", "old value:"};
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (fl_slice_starts(line, heads[i])) {
			r->core = r->core || !strcmp(heads[i], "Core file ");
			r->at++;
			return true;
		}
	return false;
}

static bool on_source(struct dbg_reader *r, struct fl_slice line)
{
	if (!is_source(line) || r->asked == DBG_ASKED_REGISTERS || r->asked == DBG_ASKED_MEMORY)
		return false;
	dbg_reader_text(r, "source", line);
	r->at++;
	return true;
}

bool dbg_read_lldb(struct dbg_reader *r)
{
	typedef bool (*rule)(struct dbg_reader *, struct fl_slice);
	static const rule rules[] = {on_process, on_thread, on_frame, on_point, on_watched,
		on_value, on_chatter, on_source};
	struct fl_slice line = dbg_reader_peek(r, 0);
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (rules[i](r, line))
			return true;
	return false;
}
