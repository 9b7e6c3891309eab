/* The reader: sessions, prompts, commands, and what is collected over lines. */
#include "debugsession/transcript/priv.h"

enum {
	EVENTS_MAX = 1 << 20,
	UNREAD_MAX = 10000,
	SESSIONS_MAX = 4096,
	JOIN_MAX = 400,
	JOIN_BYTES = 64 << 10
};
enum { SHOWN_MAX = 200, TEXT_MAX = 1 << 20, SOURCES_MAX = 10000 };

struct fl_slice dbg_reader_peek(const struct dbg_reader *r, size_t k)
{
	if (r->end - r->at <= k)
		return fl_slice(NULL, 0);
	return fl_slice_trim(r->lines.at[r->at + k].text);
}

size_t dbg_reader_line(const struct dbg_reader *r)
{
	return r->at < r->lines.len ? r->lines.at[r->at].number : 0;
}

static void *add_event(struct dbg_reader *r, size_t line, const struct fl_shape *shape)
{
	struct dbg_event *e = fl_vec_add(&r->events);
	void *object = e ? fl_object_new(r->arena, shape) : NULL;
	if (!object) {
		if (e)
			r->events.len--;
		return NULL;
	}
	*e = (struct dbg_event){
		.session = r->session, .line = line, .shape = shape, .object = object};
	return object;
}

/* How many items the list of an event may have. */
static size_t most(const struct fl_shape *shape, const char *field)
{
	return fl_shape_field(shape, fl_slice_str(field))->max;
}

/* NULL: there are as many as the list may have (the others are only counted), or no memory. */
static void *collect(struct fl_vec *items)
{
	return items->len < items->max ? fl_vec_add(items) : NULL;
}

/* What was collected as the variables of a frame; not yet an event. */
static struct dbg_event variables_of(struct dbg_reader *r, const struct dbg_frame *f)
{
	struct dbg_frame_vars *v = fl_object_new(r->arena, &dbg_frame_vars_shape);
	if (v) {
		v->depth = f->depth;
		v->function = f->function;
		v->file = f->file;
		v->line = f->line;
		v->locals = fl_vec_freeze(&r->variables, r->arena);
		v->omitted = r->variables_more;
	}
	r->variables_more = 0;
	return (struct dbg_event){.session = r->session,
		.line = r->variables_line,
		.shape = &dbg_frame_vars_shape,
		.object = v};
}

static void put_event(struct dbg_reader *r, struct fl_vec *to, struct dbg_event e)
{
	struct dbg_event *at = e.object ? fl_vec_add(to) : NULL;
	if (at)
		*at = e;
	if (to->failed)
		r->events.failed = to->failed;
}

/* The variables that `bt full` shows behind its last frame: they wait for the end of the frames. */
static void end_scope(struct dbg_reader *r)
{
	if (r->in_frames && r->variables.len && r->frames.len)
		put_event(r, &r->scopes, variables_of(r, &r->last));
	r->in_frames = false;
}

static void end_frames(struct dbg_reader *r)
{
	if (!r->frames.len)
		return;
	end_scope(r);
	bool one = r->frames.len == 1 && r->asked != DBG_ASKED_FRAMES;
	const struct dbg_frame *first = fl_vec_at(&r->frames, 0);
	int64_t all = r->last.depth - first->depth + 1; /* depths grow */
	if (one) {
		struct dbg_frame *f = add_event(r, r->frames_line, &dbg_frame_shape);
		if (f)
			*f = *first;
		fl_vec_release(&r->frames);
	} else {
		struct dbg_backtrace *b = add_event(r, r->frames_line, &dbg_backtrace_shape);
		if (b) {
			b->frames = fl_vec_freeze(&r->frames, r->arena);
			b->omitted = all - (int64_t)b->frames.len;
		}
	}
	for (size_t i = 0; i < r->scopes.len; i++)
		put_event(r, &r->events, *(struct dbg_event *)fl_vec_at(&r->scopes, i));
	fl_vec_release(&r->scopes);
}

static void end_variables(struct dbg_reader *r)
{
	if (r->variables.len)
		put_event(r, &r->events, variables_of(r, &r->here));
}

static void end_text(struct dbg_reader *r)
{
	if (!r->text_what)
		return;
	struct fl_slice text = fl_slice_trim(fl_buf_view(&r->text));
	struct dbg_text *t = text.len ? add_event(r, r->text_line, &dbg_text_shape) : NULL;
	if (t) {
		t->what = fl_slice_str(r->text_what);
		t->text = fl_arena_slice(r->arena, text);
	}
	r->text_what = NULL;
	fl_buf_clear(&r->text);
}

void dbg_reader_flush(struct dbg_reader *r)
{
	end_frames(r);
	end_variables(r);
	end_text(r);
}

void *dbg_reader_add(struct dbg_reader *r, size_t line, const struct fl_shape *shape)
{
	dbg_reader_flush(r);
	return add_event(r, line, shape);
}

struct dbg_thread *dbg_reader_thread(struct dbg_reader *r, struct fl_slice numbered, bool current)
{
	struct dbg_thread *t = dbg_reader_add(r, dbg_reader_line(r), &dbg_thread_shape);
	if (!t)
		return NULL;
	t->number = dbg_number(numbered);
	t->current = current;
	return t;
}

void dbg_thread_at(struct dbg_thread *t, const struct dbg_frame *f)
{
	t->function = f->function;
	t->file = f->file;
	t->line = f->line;
}

void dbg_reader_frame(struct dbg_reader *r, size_t line, const struct dbg_frame *f)
{
	if (r->in_frames)
		end_scope(r);
	else
		end_variables(r);
	end_text(r);
	/* a depth that does not grow: the stack of another thread */
	if (r->frames.len && f->depth <= r->last.depth)
		end_frames(r);
	if (!r->frames.len)
		r->frames_line = line;
	struct dbg_frame *to = collect(&r->frames);
	if (to)
		*to = *f;
	r->last = *f;
	r->counts.frames++;
}

void dbg_reader_variable(
	struct dbg_reader *r, size_t line, const struct dbg_variable *v, bool in_frames)
{
	r->in_frames = in_frames && r->frames.len;
	if (!r->in_frames)
		end_frames(r);
	end_text(r);
	if (!r->variables.len)
		r->variables_line = line;
	struct dbg_variable *to = collect(&r->variables);
	if (to)
		*to = *v;
	else
		r->variables_more++;
	r->counts.variables++;
}

/* The next line is in no event: it is counted. */
static void leave_out(struct dbg_reader *r, const char *reason)
{
	struct fl_slice text = dbg_reader_peek(r, 0);
	struct dbg_unread *u = r->unread.len < UNREAD_MAX ? fl_vec_add(&r->unread) : NULL;
	if (u) {
		u->line = dbg_reader_line(r);
		u->reason = reason;
		u->text = fl_slice_head(text, SHOWN_MAX);
	}
	r->counts.unread_count++;
}

void dbg_reader_text(struct dbg_reader *r, const char *what, struct fl_slice line)
{
	end_frames(r);
	end_variables(r);
	if (r->text_what && strcmp(r->text_what, what))
		end_text(r);
	if (!r->text_what) {
		r->text_what = what;
		r->text_line = dbg_reader_line(r);
	}
	if (r->text.len + line.len >= TEXT_MAX) {
		leave_out(r, "more than 1 MiB of text in a row");
		return;
	}
	fl_buf_slice(&r->text, line);
	fl_buf_char(&r->text, '\n');
}

void dbg_reader_source(struct dbg_reader *r, size_t line, struct fl_slice file, int64_t number,
	struct fl_slice text)
{
	struct dbg_source *s =
		file.len && r->sources.len < SOURCES_MAX ? fl_vec_add(&r->sources) : NULL;
	if (s)
		*s = (struct dbg_source){line, file, number, fl_slice_trim(text)};
	if (r->sources.failed)
		r->events.failed = r->sources.failed;
}

struct dbg_stop *dbg_reader_stop(struct dbg_reader *r, size_t line, enum dbg_reason reason)
{
	struct dbg_stop *s = dbg_reader_add(r, line, &dbg_stop_shape);
	if (!s)
		return NULL;
	s->reason = (int)reason;
	r->counts.stops++;
	r->stopped = true;
	return s;
}

void dbg_reader_value(struct dbg_reader *r, size_t line, struct fl_slice name, struct fl_slice type,
	struct fl_slice value)
{
	struct dbg_variable *v = dbg_reader_add(r, line, &dbg_variable_shape);
	if (!v)
		return;
	v->name = name;
	v->type = type;
	v->value = dbg_text_flat(r->arena, value);
	r->counts.variables++;
}

/* Is the next line a command? Without a prompt only where no line has one. */
static bool is_typed(const struct dbg_reader *r, struct fl_slice next)
{
	return dbg_prompt_cut(&r->prompts, next, NULL) ||
	       (!r->prompts.seen && dbg_is_bare_command(r->lines.at[r->at].text, r->lldb));
}

/* Where lines are wrapped at blanks: a word that has no room on any line is cut all the same. */
static bool is_long_word(const struct dbg_reader *r, struct fl_slice last, struct fl_slice next)
{
	ptrdiff_t blank = fl_slice_rchr(last, ' '), end = fl_slice_chr(next, ' ');
	struct fl_slice head = fl_slice_skip(last, (size_t)(blank + 1));
	struct fl_slice tail = end < 0 ? next : fl_slice_head(next, (size_t)end);
	return dbg_line_width(head) + dbg_line_width(tail) > r->lines.longest;
}

/* Was the line before the next one cut within a word, at the width of the longest? */
static bool was_cut(const struct dbg_reader *r, struct fl_slice next)
{
	struct fl_slice last = r->lines.at[r->at - 1].text;
	size_t width = dbg_line_width(last);
	if (r->lines.longest && width == r->lines.longest && next.len &&
		r->lines.at[r->at].text.ptr == next.ptr && is_long_word(r, last, next))
		return true;
	if (fl_slice_ends(last, " at") || fl_slice_ends(last, " in") ||
		fl_slice_ends(last, " from"))
		return false;
	return last.len && next.len && width == r->lines.width &&
	       !strchr(" ,)}=", last.ptr[last.len - 1]) && !strchr("({\"", *next.ptr) &&
	       r->lines.at[r->at].text.ptr == next.ptr;
}

/* A blank at the end of a line was cut off and stands, or stood, on the next line alone. */
static bool is_cut_blank(const struct dbg_reader *r)
{
	size_t width = dbg_line_width(r->lines.at[r->at - 1].text);
	return r->lines.longest && width == r->lines.longest &&
	       fl_slice_ends(r->lines.at[r->at - 1].text, ",");
}

struct fl_slice dbg_reader_take(struct dbg_reader *r, dbg_open open)
{
	struct fl_slice text = dbg_reader_peek(r, 0);
	r->at++;
	for (int i = 0; text.len && text.len < JOIN_BYTES && i < JOIN_MAX && r->at < r->end; i++) {
		struct fl_slice next = dbg_reader_peek(r, 0);
		if (!next.len && is_cut_blank(r) && open(text, next)) {
			r->at++;
			continue;
		}
		if (!next.len || is_typed(r, next) || !open(text, next))
			break;
		/* gdb breaks its lines behind an opening bracket without a blank */
		bool tight = (!r->lldb && strchr("({", text.ptr[text.len - 1])) || was_cut(r, next);
		text = fl_arena_printf(
			r->arena, "%.*s%s%.*s", FL_ARG(text), tight ? "" : " ", FL_ARG(next));
		r->at++;
	}
	return text;
}

static void skip(struct dbg_reader *r, const char *reason)
{
	leave_out(r, reason);
	r->at++;
}

static void on_command(struct dbg_reader *r, struct fl_slice text)
{
	size_t line = dbg_reader_line(r);
	r->at++;
	if (!text.len) /* RET: the last one again */
		return;
	struct dbg_typed *c = dbg_reader_add(r, line, &dbg_typed_shape);
	if (!c)
		return;
	c->text = text;
	r->counts.commands++;
	r->command = text;
	r->asked = dbg_asked_of(text, r->lldb, &r->args);
	if (r->asked == DBG_ASKED_NOTHING)
		r->asked = DBG_ASKED_TEXT;
	r->stopped = r->answered = false;
	r->source = 0;
}

/* "..." where somebody cut lines out. */
static bool is_ellipsis(struct fl_slice s)
{
	static const char *const words[] = {"...", "[...]", "(...)", "....", "<snip>", "[snip]"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(s, words[i]))
			return true;
	return false;
}

/* What an answer that is text is called. */
static const char *text_kind(enum dbg_asked asked)
{
	static const char *const kinds[] = {[DBG_ASKED_SOURCE] = "source",
		[DBG_ASKED_REGISTERS] = "registers",
		[DBG_ASKED_MEMORY] = "memory",
		[DBG_ASKED_TEXT] = "answer"};
	return asked < sizeof(kinds) / sizeof(kinds[0]) ? kinds[asked] : NULL;
}

/* Is it the line of a shell that starts a debugger, or the first that one writes? */
static bool starts_session(struct fl_slice s, bool *ret_lldb)
{
	struct fl_slice rest;
	*ret_lldb = false;
	if (fl_slice_starts(s, "GNU gdb "))
		return true;
	if (fl_slice_starts(s, "(lldb) target create") || fl_slice_starts(s, "target create \"")) {
		*ret_lldb = true;
		return true;
	}
	static const char *const shells[] = {"$ ", "# ", "% ", "\xe2\x9d\xaf "};
	for (size_t i = 0; i < sizeof(shells) / sizeof(shells[0]); i++) {
		if (!dbg_cut(s, shells[i], NULL, &rest))
			continue;
		rest = fl_slice_trim(rest);
		*ret_lldb = fl_slice_starts(rest, "lldb");
		if (*ret_lldb || fl_slice_starts(rest, "gdb"))
			return rest.len == (*ret_lldb ? 4u : 3u) ||
			       strchr(" -", rest.ptr[*ret_lldb ? 4 : 3]);
	}
	return false;
}

/*
 * An answer right behind the prompt, as where commands came from a file: what is no command that is
 * known and looks like an answer. True: it was taken.
 */
static bool read_behind_prompt(struct dbg_reader *r, struct fl_slice rest)
{
	enum dbg_asked asked = r->asked;
	struct fl_slice line = r->lines.at[r->at].text, args = {0};
	bool known = dbg_asked_of(rest, r->lldb, &args) != DBG_ASKED_NOTHING;
	if (!rest.len || (known && !fl_slice_starts(args, "= "))) /* "n = 4": a variable */
		return false;
	r->lines.at[r->at].text = rest;
	r->asked = DBG_ASKED_NOTHING;
	if (r->lldb ? dbg_read_lldb(r) : dbg_read_gdb(r))
		return true;
	r->lines.at[r->at].text = line;
	r->asked = asked;
	return false;
}

static void read_line(struct dbg_reader *r)
{
	struct fl_slice line = dbg_reader_peek(r, 0), rest;
	if (!line.len || is_ellipsis(line)) {
		r->at++;
		return;
	}
	if (dbg_prompt_cut(&r->prompts, line, &rest)) {
		if (!read_behind_prompt(r, rest))
			on_command(r, rest);
		return;
	} else if (dbg_is_bare_command(r->lines.at[r->at].text, r->lldb)) {
		on_command(r, line);
		return;
	}
	bool lldb;
	size_t before = r->at;
	if (starts_session(line, &lldb)) {
		r->at++;
		return;
	}
	if (r->lldb ? dbg_read_lldb(r) : dbg_read_gdb(r)) {
		r->answered = true;
		if (r->at == before)
			r->at++;
		return;
	}
	const char *kind = text_kind(r->asked);
	if (!kind && r->asked == DBG_ASKED_RESUME && !r->stopped)
		kind = "output";
	if (kind) {
		dbg_reader_text(r, kind, r->lines.at[r->at].text);
		r->at++;
		return;
	}
	skip(r, r->stopped ? "neither the debugger's nor in a place for output"
			   : "no form that the debugger is known to write");
}

/* Which of the two wrote these lines. */
static bool is_lldb(const struct dbg_line *lines, size_t count)
{
	static const struct {
		const char *word;
		int weight;
	} signs[] = {{"(lldb)", 4}, {"frame #", 3}, {"stop reason =", 3}, {"(gdb)", -4},
		{"Program received signal", -4}, {"Inferior 1", -3}, {"GNU gdb", -6}};
	long score = 0;
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < sizeof(signs) / sizeof(signs[0]); k++)
			if (fl_slice_find(lines[i].text, signs[k].word) >= 0)
				score += signs[k].weight;
		struct fl_slice s = fl_slice_trim(lines[i].text);
		if (fl_slice_starts(s, "#") && dbg_digits(fl_slice_skip(s, 1)))
			score -= 2;
		if (fl_slice_starts(s, "(") && fl_slice_find(s, ") = ") < 0 &&
			fl_slice_find(s, ") ") > 0 && fl_slice_find(s, " = ") > 0)
			score += 1;
	}
	return score > 0;
}

/* Has a line its number and a tab, as gdb writes source? Pasting changes all of a text or none. */
static bool has_tabs(const struct dbg_line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct fl_slice s = fl_slice_trim(lines[i].text);
		size_t n = dbg_digits(s);
		if (n && fl_slice_starts(fl_slice_skip(s, n), "\t"))
			return true;
	}
	return false;
}

static void begin_session(struct dbg_reader *r)
{
	struct dbg_transcript_session *s = fl_vec_add(&r->sessions);
	if (!s)
		return;
	r->session = r->sessions.len - 1;
	r->lldb = is_lldb(r->lines.at + r->at, r->end - r->at);
	r->tabs = has_tabs(r->lines.at + r->at, r->end - r->at);
	s->debugger = r->lldb ? "lldb" : "gdb";
	s->line = dbg_reader_line(r);
	dbg_prompts_find(r->lines.at + r->at, r->end - r->at, &r->prompts);
	r->asked = DBG_ASKED_NOTHING;
	r->command = r->args = fl_slice(NULL, 0);
	r->stopped = r->answered = false;
	r->here = (struct dbg_frame){0};
	r->source = 0;
	r->joined = r->core = false;
	memset(r->watched, 0, sizeof(r->watched));
}

/* The line where the session after the one at r->at starts. */
static size_t find_end(const struct dbg_reader *r)
{
	bool lldb, last = true; /* a start right behind a start belongs to it */
	for (size_t i = r->at; i < r->lines.len; i++) {
		struct fl_slice s = fl_slice_trim(r->lines.at[i].text);
		bool starts = starts_session(s, &lldb);
		if (starts && !last)
			return i;
		last = s.len ? starts : last;
	}
	return r->lines.len;
}

static void read_all(struct dbg_reader *r)
{
	while (r->at < r->lines.len) {
		r->end = find_end(r);
		begin_session(r);
		while (r->at < r->end && !r->arena->failed && !r->events.failed)
			read_line(r);
		dbg_reader_flush(r);
		if (r->arena->failed || r->events.failed)
			return;
	}
}

static int finish(struct dbg_reader *r, struct dbg_transcript *ret, struct fl_error *err)
{
	struct dbg_transcript t = r->counts;
	int failed = r->events.failed ? r->events.failed : r->sessions.failed;
	struct fl_list events = fl_vec_freeze(&r->events, r->arena);
	struct fl_list unread = fl_vec_freeze(&r->unread, r->arena);
	struct fl_list sessions = fl_vec_freeze(&r->sessions, r->arena);
	struct fl_list sources = fl_vec_freeze(&r->sources, r->arena);
	if (failed)
		return fl_error_set(err, (enum fl_code)failed,
			"the transcript has too many events; cut it into several files");
	int rc = fl_arena_error(r->arena, "the transcript", err);
	if (rc)
		return rc;
	t.events = events.items;
	t.event_count = events.len;
	t.unread = unread.items;
	t.unread_kept = unread.len;
	t.sources = sources.items;
	t.source_count = sources.len;
	t.sessions = sessions.items;
	t.session_count = sessions.len;
	*ret = t;
	return 0;
}

int dbg_transcript_read(
	struct fl_slice text, struct fl_arena *a, struct dbg_transcript *ret, struct fl_error *err)
{
	struct dbg_reader r = {.arena = a};
	if (text.len > DBG_TRANSCRIPT_MAX)
		return fl_error_set(err, FL_ELIMIT,
			"the transcript is longer than %d MiB; cut it into several files",
			DBG_TRANSCRIPT_MAX >> 20);
	int rc = dbg_lines_read(text, a, &r.lines, err);
	if (rc)
		return rc;
	fl_vec_init(&r.events, sizeof(struct dbg_event), EVENTS_MAX);
	fl_vec_init(&r.unread, sizeof(struct dbg_unread), UNREAD_MAX);
	fl_vec_init(&r.sessions, sizeof(struct dbg_transcript_session), SESSIONS_MAX);
	fl_vec_init(&r.sources, sizeof(struct dbg_source), SOURCES_MAX);
	fl_vec_init(&r.frames, sizeof(struct dbg_frame), most(&dbg_backtrace_shape, "frames"));
	fl_vec_init(&r.scopes, sizeof(struct dbg_event), EVENTS_MAX);
	fl_vec_init(
		&r.variables, sizeof(struct dbg_variable), most(&dbg_frame_vars_shape, "locals"));
	fl_buf_init(&r.text, 2 * TEXT_MAX);
	read_all(&r);
	rc = finish(&r, ret, err);
	fl_vec_release(&r.events);
	fl_vec_release(&r.unread);
	fl_vec_release(&r.sessions);
	fl_vec_release(&r.sources);
	fl_vec_release(&r.frames);
	fl_vec_release(&r.scopes);
	fl_vec_release(&r.variables);
	fl_buf_release(&r.text);
	return rc;
}
