#include "datasets/record/observed_link.h"

#include <ctype.h>
#include <inttypes.h>

#include "datasets/record/code.h"
#include "datasets/record/edits.h"
#include "datasets/record/observed_calls.h"
#include "tracegen/node.h"

enum { PLACES_MAX = 64 };

/* An edit on its way to what was seen. */
struct link {
	const struct ds_seen *s;
	struct fl_buf *out;
	const struct ds_edit *e;
	struct ds_edit named; /* its place as the tools name it */
};

static bool is_touched(const struct ds_edit *e, struct fl_slice file, int64_t line)
{
	return fl_slice_eq(e->file, file) && line >= e->buggy_line &&
	       line < e->buggy_line + e->buggy_lines;
}

static bool is_in(const struct ds_edit *e, struct fl_slice file, struct fl_slice function)
{
	return e->function.len && fl_slice_eq(e->file, file) &&
	       fl_slice_eq(ds_last_name(e->function), ds_last_name(function));
}

/* ---- frames ---- */

/* A frame with what is known of it. */
struct spot {
	const struct dbg_frame *frame;
	const struct tg_symptom_stack *stack; /* NULL: of the backtrace */
	struct fl_slice callee; /* what it called; "": it is the innermost of the program */
};

struct spots {
	struct spot at[PLACES_MAX];
	size_t count;
};

static void add_spots(
	struct spots *l, const struct tg_symptom_stack *stack, const struct fl_list *frames)
{
	const struct dbg_frame *f = frames->items;
	struct fl_slice callee = {0};
	for (size_t i = 0; i < frames->len && l->count < PLACES_MAX; i++) {
		if (f[i].line <= 0)
			continue;
		l->at[l->count++] = (struct spot){&f[i], stack, callee};
		callee = f[i].function;
	}
}

static struct spots spots_of(const struct ds_seen *s)
{
	const struct tg_symptom_stack *k = s->symptom ? s->symptom->stacks.items : NULL;
	struct spots l = {.count = 0};
	for (size_t i = 0; k && i < s->symptom->stacks.len; i++)
		add_spots(&l, &k[i], &k[i].frames);
	if (s->backtrace)
		add_spots(&l, NULL, &s->backtrace->frames);
	return l;
}

/* "it happened", "main called put" */
static void put_spot(const struct link *l, const struct spot *p)
{
	if (p->callee.len)
		fl_buf_printf(
			l->out, "%.*s called %.*s", FL_ARG(p->frame->function), FL_ARG(p->callee));
	else if (p->stack)
		ds_role_put(l->s, p->stack);
	else
		fl_buf_str(l->out, "it was seen");
}

static bool is_same_spot(const struct spot *a, const struct spot *b)
{
	if (a->stack == b->stack && a->frame->line == b->frame->line)
		return true;
	bool role = a->stack && b->stack ? a->stack->role == b->stack->role : a->stack == b->stack;
	return (a->callee.len && fl_slice_eq(a->callee, b->callee)) ||
	       (role && !a->callee.len && !b->callee.len);
}

/* All that was seen at lines of the edit, each once. */
static bool link_lines(struct link *l, const struct spots *spots)
{
	const struct spot *told[PLACES_MAX];
	size_t n = 0;
	for (size_t i = 0; i < spots->count; i++) {
		const struct spot *p = &spots->at[i];
		bool again = !is_touched(&l->named, p->frame->file, p->frame->line);
		for (size_t k = 0; k < n && !again; k++)
			again = is_same_spot(told[k], p);
		if (again || (!p->stack && n))
			continue;
		fl_buf_str(l->out, n ? ", and where " : "is where ");
		put_spot(l, p);
		told[n++] = p;
	}
	return n > 0;
}

/* ---- what the debugger saw written ---- */

/* The place is of the edit: its line, or, unless at_line, its function. */
static bool link_place(struct link *l, bool at_line, const struct dbg_frame *at, const char *did,
	struct fl_slice what)
{
	bool touched = is_touched(&l->named, at->file, at->line);
	if (!touched && (at_line || !is_in(&l->named, at->file, at->function)))
		return false;
	fl_buf_printf(l->out, "is %s %.*s%s %s %.*s", touched ? "the line of" : "in",
		FL_ARG(at->function), touched ? " that" : ", which", did, FL_ARG(what));
	return true;
}

/* at_line: only what the lines of the edit wrote; else its function will do. */
static bool link_writes(struct link *l, bool at_line)
{
	const struct tg_operands *all = l->s->operands;
	const struct tg_operand *o = all ? all->operands.items : NULL;
	for (size_t i = 0; o && i < all->operands.len; i++) {
		const struct tg_write *w = o[i].writes.items;
		for (size_t k = o[i].writes.len; k-- > 0;) {
			const struct dbg_frame by = {
				.function = w[k].function, .file = w[k].file, .line = w[k].line};
			const struct dbg_frame caller = {.function = w[k].caller,
				.file = w[k].caller_file.len ? w[k].caller_file : w[k].file,
				.line = w[k].called_at};
			/* What is no longer there, or not yet, nobody wrote. */
			if (fl_slice_starts(w[k].value, "<"))
				continue;
			if (link_place(l, at_line, &by, "wrote", o[i].expression) ||
				(caller.function.len &&
					link_place(l, at_line, &caller,
						"had it written:", o[i].expression)))
				return true;
		}
	}
	return false;
}

static bool link_steps(struct link *l)
{
	const struct dbg_steps *steps = l->s->steps;
	const struct dbg_step *k = steps ? steps->steps.items : NULL;
	for (size_t i = 0; k && i < steps->steps.len; i++)
		if (is_touched(&l->named, steps->file, k[i].line)) {
			fl_buf_printf(l->out, "is among the lines of %.*s that ran last",
				FL_ARG(steps->function));
			return true;
		}
	return false;
}

/* ---- what the text of the program says ---- */

/* Where the statement ends that the parenthesised condition at `at` decides on. */
static size_t body_end(struct fl_slice text, size_t at)
{
	size_t open = at + 1, depth = 1, end;
	for (; open < text.len && depth; open = end) {
		end = tg_text_token(text, open);
		depth += text.ptr[open] == '(';
		depth -= text.ptr[open] == ')';
	}
	open = tg_text_solid(text, open);
	if (open >= text.len || text.ptr[open] != '{')
		return tg_text_find(text, open, text.len, ';');
	for (depth = 0; open < text.len; open = end) {
		end = tg_text_token(text, open);
		depth += text.ptr[open] == '{';
		depth -= text.ptr[open] == '}';
		if (!depth)
			break;
	}
	return open;
}

/* The last line that the condition of this line decides on; 0: it has none. */
static int64_t last_decided(struct fl_slice text, int64_t line, bool *ret_loop)
{
	static const char *const words[] = {"if", "switch", "while", "for"};
	size_t start = ds_line_start(text, line), end = 0;
	size_t stop = ds_line_start(text, line + 1);
	for (size_t at = tg_text_solid(text, start); at < stop; at = tg_text_solid(text, end)) {
		end = tg_text_token(text, at);
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
			if (!fl_slice_eqs(fl_slice(text.ptr + at, end - at), words[i]))
				continue;
			size_t open = tg_text_solid(text, end);
			if (open >= text.len || text.ptr[open] != '(')
				return 0;
			*ret_loop = i > 1;
			size_t last = body_end(text, open);
			return line + (int64_t)fl_slice_count(
					      fl_slice(text.ptr + start, last - start), '\n');
		}
	}
	return 0;
}

/* The edit is in a condition that decides on a line that was seen. */
static bool link_condition(struct link *l, const struct spots *spots)
{
	const struct tg_file *f = ds_edits_file(l->s->record, l->e->file);
	bool loop = false;
	int64_t last = f ? last_decided(f->content, ds_edits_line(l->e), &loop) : 0;
	for (size_t i = 0; i < spots->count; i++) {
		const struct dbg_frame *at = spots->at[i].frame;
		if (!is_in(l->e, at->file, at->function) || at->line > last ||
			at->line <= l->e->buggy_line)
			continue;
		fl_buf_printf(l->out, "is %s line %" PRId64 ", where ",
			loop ? "the head of the loop around" : "the condition that decides on",
			at->line);
		put_spot(l, &spots->at[i]);
		return true;
	}
	return false;
}

/* A name of so many letters, called nowhere in the code, that the line has, too. */
static struct fl_slice shared_name(struct fl_slice code, struct fl_slice line, size_t least)
{
	struct fl_slice name;
	bool call = false;
	while (ds_next_name(&code, &name, &call))
		if (!call && name.len >= least && !fl_slice_ends(name, "_t") &&
			ds_has_name(line, name))
			return name;
	return fl_slice(NULL, 0);
}

/*
 * Of what the edit changes first, then of the line that it is in. A single letter, which many
 * things are called, only of what it changes, and where there is no other.
 */
static struct fl_slice edit_shares(const struct link *l, struct fl_slice line)
{
	const struct ds_edit *e = l->e;
	struct fl_slice whole = fl_slice(NULL, 0);
	if (e->lines == 1 && e->buggy_lines == 1)
		whole = ds_source_line(l->s->record, e->file, ds_edits_line(e));
	const struct {
		struct fl_slice code;
		size_t least;
	} tries[] = {{e->replacement, 2}, {e->original, 2}, {whole, 2}, {e->replacement, 1},
		{e->original, 1}};
	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		struct fl_slice name = shared_name(tries[i].code, line, tries[i].least);
		if (name.len)
			return name;
	}
	return fl_slice(NULL, 0);
}

/* The lines that are named for the edit. */
static bool lines_have(const struct link *l, struct fl_slice name)
{
	for (int64_t i = 0; i < l->e->buggy_lines; i++)
		if (ds_has_name(
			    ds_source_line(l->s->record, l->e->file, l->e->buggy_line + i), name))
			return true;
	return false;
}

/* What the line that is named does to a name: where code is missing it may be of something else. */
static const char *link_word(const struct link *l, struct fl_slice name, bool outside)
{
	bool there = ds_has_name(l->e->replacement, name) || lines_have(l, name);
	if (outside)
		return there ? "declares" : "lacks the declaration of";
	return there ? "is about" : "lacks what is done with";
}

/*
 * In the same function, a variable that the edit and a line that was seen both name; of an edit
 * outside of functions, what it declares, or leaves without a declaration.
 */
static bool link_names(struct link *l, const struct spots *spots)
{
	for (size_t i = 0; i < spots->count; i++) {
		const struct dbg_frame *at = spots->at[i].frame;
		bool outside = !l->e->function.len;
		if (!outside && !is_in(&l->named, at->file, at->function))
			continue;
		struct fl_slice name =
			edit_shares(l, ds_source_line(l->s->record, at->file, at->line));
		if (!name.len || (outside && !ds_edit_declares(l->s->record, l->e, name)))
			continue;
		fl_buf_printf(l->out, "%s `%.*s`, which line %" PRId64 " uses, where ",
			link_word(l, name, outside), FL_ARG(name), at->line);
		put_spot(l, &spots->at[i]);
		return true;
	}
	return false;
}

/* What a thread waits for: `c` of " waits for a condition s->c that T1 holds". */
static struct fl_slice waited_for(struct fl_slice text)
{
	static const char *const ends[] = {";", "...", " that "};
	struct fl_slice name, last = {0};
	bool call = false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		ptrdiff_t end = fl_slice_find(text, ends[i]);
		text = end < 0 ? text : fl_slice_head(text, (size_t)end);
	}
	while (ds_next_name(&text, &name, &call))
		last = name;
	return last;
}

/* A thread waits for what the edit names. */
static bool link_waits(struct link *l)
{
	static const char waits[] = " waits for ";
	const struct tg_symptom *m = l->s->symptom;
	struct fl_slice rest = m ? m->message : fl_slice(NULL, 0);
	ptrdiff_t at;
	while ((at = fl_slice_find(rest, waits)) >= 0) {
		rest = fl_slice_skip(rest, (size_t)at + strlen(waits));
		struct fl_slice what = waited_for(rest);
		if (!ds_has_name(l->e->original, what) && !ds_has_name(l->e->replacement, what))
			continue;
		fl_buf_printf(l->out, "%s `%.*s`, which a thread waits for",
			link_word(l, what, false), FL_ARG(what));
		return true;
	}
	return false;
}

/* What takes a lock, by the words in front of it. */
static bool takes_lock(struct fl_slice line)
{
	static const char *const words[] = {"lock_guard", "unique_lock", "scoped_lock",
		"shared_lock", "pthread_mutex_lock", "pthread_rwlock_wrlock",
		"pthread_rwlock_rdlock", "mtx_lock", "pthread_spin_lock", "sem_wait", "lock"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (ds_has_name(line, fl_slice_str(words[i])))
			return true;
	return false;
}

/* A lock that is taken on the way to a line that was seen. */
static bool link_locks(struct link *l, const struct spots *spots)
{
	if (!takes_lock(ds_source_line(l->s->record, l->e->file, ds_edits_line(l->e))))
		return false;
	for (size_t i = 0; i < spots->count; i++) {
		const struct dbg_frame *at = spots->at[i].frame;
		if (!is_in(&l->named, at->file, at->function) || at->line <= l->e->buggy_line)
			continue;
		fl_buf_printf(l->out, "takes a lock before line %" PRId64 ", where ", at->line);
		put_spot(l, &spots->at[i]);
		return true;
	}
	return false;
}

static bool link_function(struct link *l, const struct spots *spots)
{
	for (size_t i = 0; i < spots->count; i++) {
		const struct dbg_frame *at = spots->at[i].frame;
		if (!is_in(&l->named, at->file, at->function))
			continue;
		fl_buf_printf(l->out, "is in %.*s, where ", FL_ARG(at->function));
		put_spot(l, &spots->at[i]);
		fl_buf_printf(l->out, " at line %" PRId64, at->line);
		return true;
	}
	return false;
}

/* Functions that are on no stack, by who calls them. */
static int link_calls(struct link *l, const struct spots *spots, struct fl_error *err)
{
	struct ds_calls_place places[PLACES_MAX];
	const struct ds_calls_place to = {l->e->file, ds_edits_line(l->e)};
	struct ds_calls c;
	for (size_t i = 0; i < spots->count; i++)
		places[i] =
			(struct ds_calls_place){spots->at[i].frame->file, spots->at[i].frame->line};
	int rc = ds_calls_find(l->s->record, places, spots->count, &to, l->s->arena, &c, err);
	if (rc || !c.count)
		return rc;
	fl_buf_printf(l->out, "%s %.*s", c.declared ? "declares" : "is in", FL_ARG(c.target));
	for (size_t i = 0; i < c.count; i++)
		fl_buf_printf(l->out, "%s %.*s at %.*s:%" PRId64,
			i ? ", by" : ", which is called by", FL_ARG(c.steps[i].function),
			FL_ARG(c.steps[i].file), c.steps[i].line);
	const struct spot *from = &spots->at[c.from];
	if (c.steps[c.count - 1].line == from->frame->line)
		fl_buf_str(l->out, ", where ");
	else
		fl_buf_printf(l->out, "; line %" PRId64 " there is where ", from->frame->line);
	put_spot(l, from);
	return 0;
}

/* ---- of a build ---- */

static void put_error(const struct link *l, size_t i)
{
	const struct diag_diagnostic *d = l->s->diagnostic[i];
	fl_buf_str(l->out, "the error");
	if (i)
		fl_buf_printf(l->out, " at %.*s:%" PRId64, FL_ARG(d->file), d->line);
}

/* A line that an error or a note to it points at. */
static bool link_pointed(struct link *l)
{
	for (size_t i = 0; i < l->s->diagnostics && i < DS_SEEN_DIAGNOSTICS; i++) {
		const struct diag_diagnostic *d = l->s->diagnostic[i];
		const struct diag_note *n = d->notes.items;
		if (is_touched(&l->named, d->file, d->line)) {
			fl_buf_str(l->out,
				i ? "is where a further error points" : "is where it points");
			return true;
		}
		for (size_t k = 0; k < d->notes.len; k++)
			if (is_touched(&l->named, n[k].file, n[k].line)) {
				fl_buf_printf(l->out, "is where its note `%.*s` points",
					FL_ARG(fl_slice_head(n[k].message, 200)));
				return true;
			}
	}
	return false;
}

/* The next name between quotes; of `a::b(int)` it is b. */
static bool next_quoted(struct fl_slice *rest, struct fl_slice *ret_name)
{
	static const char *const marks[][2] = {{"‘", "’"}, {"`", "'"}, {"'", "'"}};
	for (size_t at = 0; at < rest->len; at++)
		for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
			struct fl_slice from = fl_slice_skip(*rest, at);
			if (!fl_slice_starts(from, marks[i][0]))
				continue;
			from = fl_slice_skip(from, strlen(marks[i][0]));
			ptrdiff_t end = fl_slice_find(from, marks[i][1]);
			if (end < 0)
				return false;
			*ret_name = ds_last_name(fl_slice_head(from, (size_t)end));
			*rest = fl_slice_skip(from, (size_t)end + strlen(marks[i][1]));
			return true;
		}
	return false;
}

static bool is_name(struct fl_slice s)
{
	struct fl_slice rest = s, name;
	bool call = false;
	return ds_next_name(&rest, &name, &call) && name.len == s.len;
}

static bool link_symbol(struct link *l, size_t i, struct fl_slice name)
{
	bool there = lines_have(l, name), missing = ds_has_name(l->e->original, name);
	if (!is_name(name) || !(there || missing))
		return false;
	if (missing && !there)
		fl_buf_printf(l->out, "is where `%.*s` is missing, which ", FL_ARG(name));
	else
		fl_buf_printf(l->out, "%s `%.*s`, which ",
			fl_slice_eq(ds_last_name(l->e->function), name) ? "is of the definition of"
			: l->e->function.len                            ? "names"
									: "declares",
			FL_ARG(name));
	put_error(l, i);
	fl_buf_str(l->out, " names");
	return true;
}

static bool link_symbols(struct link *l)
{
	for (size_t i = 0; i < l->s->diagnostics && i < DS_SEEN_DIAGNOSTICS; i++) {
		struct fl_slice rest = l->s->diagnostic[i]->message, name;
		while (next_quoted(&rest, &name))
			if (link_symbol(l, i, name))
				return true;
	}
	return false;
}

/* `crctab` of "a/crctab.c" */
static struct fl_slice stem(struct fl_slice path)
{
	path = fl_slice_skip(path, (size_t)(fl_slice_rchr(path, '/') + 1));
	ptrdiff_t dot = fl_slice_rchr(path, '.');
	return dot < 0 ? path : fl_slice_head(path, (size_t)dot);
}

/* What the edit leaves out of the build is made of a file that has the name in the error. */
static bool link_object(struct link *l)
{
	const struct tg_file *f = l->s->record->files.items;
	struct fl_slice rest = l->s->diagnostic[0]->message, name;
	if (!next_quoted(&rest, &name) || !is_name(name))
		return false;
	for (size_t i = 0; i < l->s->record->files.len; i++) {
		if (fl_slice_ends(f[i].path, ".h") || !ds_has_name(f[i].content, name) ||
			!ds_has_name(l->e->original, stem(f[i].path)))
			continue;
		fl_buf_printf(l->out, "leaves out what %.*s makes, which has the `%.*s` that ",
			FL_ARG(f[i].path), FL_ARG(name));
		put_error(l, 0);
		fl_buf_str(l->out, " names");
		return true;
	}
	return false;
}

static int64_t braces(struct fl_slice code)
{
	int64_t n = 0;
	for (size_t at = tg_text_solid(code, 0), end; at < code.len;
		at = tg_text_solid(code, end)) {
		end = tg_text_token(code, at);
		n += (code.ptr[at] == '{') - (code.ptr[at] == '}');
	}
	return n;
}

/* What ends or opens something is missed at the next token, or where the braces no longer match. */
static bool link_next_token(struct link *l)
{
	const struct diag_diagnostic *d = l->s->diagnostic[0];
	const struct tg_file *f = ds_edits_file(l->s->record, l->e->file);
	int64_t last = l->e->buggy_line + l->e->buggy_lines;
	if (!f || !fl_slice_eq(d->file, l->named.file) || d->line < l->named.buggy_line)
		return false;
	if (fl_slice_starts(fl_slice_trim(l->e->original), "#"))
		return false; /* the preprocessor's lines are no part of what follows */
	size_t next = tg_text_solid(f->content, ds_line_start(f->content, last));
	int64_t line = last + (int64_t)fl_slice_count(
				      fl_slice(f->content.ptr + ds_line_start(f->content, last),
					      next - ds_line_start(f->content, last)),
				      '\n');
	line += l->named.buggy_line - l->e->buggy_line;
	if (braces(l->e->original) != braces(l->e->replacement))
		fl_buf_printf(l->out,
			"is where the braces stop matching, which shows at line %" PRId64, d->line);
	else if (line == d->line)
		fl_buf_printf(l->out,
			"is not seen to be wrong before the next token, at line %" PRId64, line);
	else
		return false;
	return true;
}

/* ---- all of it ---- */

static bool link_run(struct link *l, const struct spots *spots)
{
	return link_lines(l, spots) || link_writes(l, true) || link_waits(l) ||
	       link_condition(l, spots) || link_names(l, spots) || link_locks(l, spots) ||
	       link_steps(l) || ds_views_link(l->out, &l->s->views, &l->named, is_touched, is_in) ||
	       link_writes(l, false) || link_function(l, spots);
}

int ds_link_write(const struct ds_seen *s, const struct ds_edit *e, struct fl_error *err)
{
	struct fl_buf text;
	struct ds_seen seen = *s;
	int rc = 0;
	fl_buf_init(&text, FL_TEXT_MAX);
	seen.out = &text;
	struct link l = {.s = &seen, .out = &text, .e = e, .named = ds_presumed(s->record, e)};
	if (s->diagnostics) {
		if (!link_pointed(&l) && !link_symbols(&l) && !link_object(&l))
			link_next_token(&l);
	} else {
		struct spots spots = spots_of(s);
		if (!link_run(&l, &spots))
			rc = link_calls(&l, &spots, err);
	}
	if (rc == 0 && text.len) {
		fl_buf_str(s->out, "LINK: ");
		ds_edits_put_lines(s->out, e);
		if (!fl_slice_eq(l.named.file, e->file))
			fl_buf_printf(s->out, ", which #line calls %.*s:%" PRId64 ",",
				FL_ARG(l.named.file), l.named.buggy_line);
		fl_buf_printf(s->out, " %.*s\n", FL_ARG(fl_buf_view(&text)));
	}
	rc = rc ? rc : fl_buf_error(&text, "the link", err);
	fl_buf_release(&text);
	return rc;
}
