#include "datasets/record/observed.h"

#include <ctype.h>
#include <inttypes.h>

#include "datasets/record/edits.h"
#include "datasets/record/observed_views.h"
#include "datasets/record/recall.h"
#include "debugsession/model.h"
#include "diag/model/diagnostic.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/symptom.h"

enum { VALUES_TOLD = 4, FRAMES_TOLD = 4, STEPS_TOLD = 8, TEXT_TOLD = 200 };

/* A context under reading. */
struct seen {
	const struct ds_record *record;
	struct fl_buf *out;
	const struct tg_symptom *symptom;
	const struct dbg_backtrace *backtrace;
	const struct dbg_frame_vars *vars; /* of the innermost frame */
	const struct tg_operands *operands;
	const struct dbg_steps *steps;
	struct ds_views views;
	const struct diag_diagnostic *diagnostic; /* the first */
	size_t diagnostics;
};

static void see(struct seen *s, const struct fl_item *item)
{
	if (ds_views_see(&s->views, item))
		return;
	if (item->shape == &tg_symptom_shape)
		s->symptom = item->object;
	else if (item->shape == &dbg_backtrace_shape)
		s->backtrace = item->object;
	else if (item->shape == &dbg_frame_vars_shape && !s->vars)
		s->vars = item->object;
	else if (item->shape == &tg_operands_shape)
		s->operands = item->object;
	else if (item->shape == &dbg_steps_shape)
		s->steps = item->object;
	else if (item->shape == &diag_diagnostic_shape && !s->diagnostics++)
		s->diagnostic = item->object;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static void put_head(const struct seen *s, struct fl_slice text)
{
	fl_buf_printf(s->out, "%.*s%s", FL_ARG(fl_slice_head(text, TEXT_TOLD)),
		text.len > TEXT_TOLD ? "..." : "");
}

/* ---- stacks ---- */

/* "in f at a.c:3, called by g at a.c:9 and main at a.c:20"; what is not the program's own last. */
static void put_frames(const struct seen *s, const struct fl_list *frames)
{
	const struct dbg_frame *f = frames->items;
	size_t told = 0;
	for (size_t i = 0; i < frames->len && told < FRAMES_TOLD; i++) {
		if (f[i].line <= 0)
			continue;
		fl_buf_printf(s->out, "%s%.*s at %.*s:%" PRId64,
			told == 0   ? " in "
			: told == 1 ? ", called by "
				    : ", by ",
			FL_ARG(f[i].function), FL_ARG(f[i].file), f[i].line);
		told++;
	}
}

/* How each role's stack reads. */
static const struct {
	enum san_role role;
	const char *words;
} roles[] = {
	{SAN_ROLE_ACCESS, "it happened"},
	{SAN_ROLE_FREE, "the memory was freed"},
	{SAN_ROLE_ALLOCATION, "the memory was allocated"},
	{SAN_ROLE_ORIGIN, "the value came to be"},
	{SAN_ROLE_PREVIOUS_ACCESS, "the other access was"},
	{SAN_ROLE_THREAD_CREATION, "the thread was started"},
	{SAN_ROLE_OWNER, "the variable lives"},
	{SAN_ROLE_STORE, "the value was stored on its way"},
	{SAN_ROLE_MUTEX_CREATION, "the mutex was first used"},
	{SAN_ROLE_MUTEX_ACQUIRE, "the mutex was locked before"},
	{SAN_ROLE_OTHER, "it stood"},
};

/* Does the symptom say of the stack's thread ("T1", or the first of "T1, T2") that it waits? */
static bool is_told_to_wait(const struct seen *s, const struct tg_symptom_stack *k)
{
	static const char waits[] = " waits for ";
	ptrdiff_t comma = fl_slice_chr(k->thread, ',');
	struct fl_slice thread = comma < 0 ? k->thread : fl_slice_head(k->thread, (size_t)comma);
	struct fl_slice rest = s->symptom->message;
	ptrdiff_t at;
	while ((at = fl_slice_find(rest, waits)) >= 0) {
		struct fl_slice before = fl_slice_head(rest, (size_t)at);
		if (!thread.len ||
			(fl_slice_ends_with(before, thread) &&
				(before.len == thread.len ||
					!is_word(before.ptr[before.len - thread.len - 1]))))
			return true;
		rest = fl_slice_skip(rest, (size_t)at + strlen(waits));
	}
	return false;
}

/*
 * Of threads that wait nothing happens: each stands where it waits. What hangs without a word of
 * that may as well run for ever.
 */
static const char *role_words(const struct seen *s, const struct tg_symptom_stack *k)
{
	int role = k->role;
	if (role == SAN_ROLE_ACCESS && fl_slice_eqs(s->symptom->kind, "deadlock"))
		return "it waits";
	if (role == SAN_ROLE_ACCESS && fl_slice_eqs(s->symptom->kind, "hang"))
		return is_told_to_wait(s, k) ? "it waits" : "it stood";
	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		if ((int)roles[i].role == role)
			return roles[i].words;
	return san_role_names.words[role];
}

static void put_stacks(const struct seen *s)
{
	const struct tg_symptom_stack *k = s->symptom->stacks.items;
	for (size_t i = 0; i < s->symptom->stacks.len; i++) {
		fl_buf_printf(s->out, "OBSERVED: %s", role_words(s, &k[i]));
		if (k[i].thread.len)
			fl_buf_printf(s->out, " (thread%s %.*s)",
				fl_slice_chr(k[i].thread, ',') < 0 ? "" : "s", FL_ARG(k[i].thread));
		put_frames(s, &k[i].frames);
		if (k[i].source.len)
			fl_buf_printf(s->out, ": `%.*s`", FL_ARG(k[i].source));
		fl_buf_char(s->out, '\n');
	}
}

/* ---- what went wrong ---- */

static void put_symptom(const struct seen *s)
{
	const struct tg_symptom *m = s->symptom;
	bool said = m->kind.len && fl_slice_starts_with(m->message, m->kind);
	fl_buf_printf(s->out, "OBSERVED: %.*s%s", FL_ARG(said ? FL_S("") : m->kind),
		m->message.len && !said ? ": " : "");
	put_head(s, m->message);
	if (m->access.len)
		fl_buf_printf(s->out, ", a %.*s", FL_ARG(m->access));
	if (m->access.len && m->size)
		fl_buf_printf(s->out, " of %" PRId64 " byte%s", m->size, m->size == 1 ? "" : "s");
	if (m->region.len)
		fl_buf_printf(s->out, " at offset %" PRId64 " of a %.*s", m->offset,
			FL_ARG(fl_slice_head(m->region, TEXT_TOLD)));
	if (m->exit_status >= 0 && !fl_slice_eqs(m->kind, "exit-status")) /* which says it */
		fl_buf_printf(s->out, ", exit status %" PRId64, m->exit_status);
	fl_buf_char(s->out, '\n');
	if (m->line) {
		fl_buf_printf(s->out, "OBSERVED: line %" PRId64 " of the output is `", m->line);
		put_head(s, m->actual);
		fl_buf_str(s->out, "` and should be `");
		put_head(s, m->expected);
		fl_buf_str(s->out, "`\n");
	}
	if (m->fails_on.len && m->works_on.len)
		fl_buf_printf(s->out,
			"OBSERVED: the same program does this on %.*s, and not on %.*s\n",
			FL_ARG(m->fails_on), FL_ARG(m->works_on));
}

static void put_diagnostic(const struct seen *s)
{
	const struct diag_diagnostic *d = s->diagnostic;
	fl_buf_str(s->out, "OBSERVED: ");
	if (d->file.len)
		fl_buf_slice(s->out, d->file);
	if (d->file.len && d->line)
		fl_buf_printf(s->out, ":%" PRId64, d->line);
	if (d->file.len)
		fl_buf_str(s->out, ": ");
	put_head(s, d->message);
	if (s->diagnostics > 1)
		fl_buf_printf(s->out, " (the first of %zu errors)", s->diagnostics);
	fl_buf_char(s->out, '\n');
}

/* ---- values and steps ---- */

/* Is what begins there a member of something, or of a namespace? */
static bool is_qualified(struct fl_slice text, size_t at)
{
	struct fl_slice before = fl_slice_trim(fl_slice_head(text, at));
	return fl_slice_ends(before, ".") || fl_slice_ends(before, "->") ||
	       fl_slice_ends(before, "::");
}

/* Is that place of a line in a text? */
static bool is_in_text(struct fl_slice line, size_t at)
{
	bool in = false;
	for (size_t i = 0; i < at; i++) {
		if (in && line.ptr[i] == '\\')
			i++;
		else if (line.ptr[i] == '"' && !(i > 0 && line.ptr[i - 1] == '\''))
			in = !in;
	}
	return in;
}

/* Is it named there as a variable is: not as a member of another one, nor in a text? */
static bool has_variable(struct fl_slice text, struct fl_slice word)
{
	for (size_t at = 0; at < text.len;) {
		ptrdiff_t found = fl_slice_search(fl_slice_skip(text, at), word);
		if (found < 0)
			return false;
		at += (size_t)found;
		size_t end = at + word.len;
		if ((at == 0 || !is_word(text.ptr[at - 1])) &&
			(end >= text.len || !is_word(text.ptr[end])) && !is_qualified(text, at) &&
			!is_in_text(text, at))
			return true;
		at++;
	}
	return false;
}

static struct fl_slice source_line(const struct ds_record *r, struct fl_slice file, int64_t line)
{
	const struct tg_file *f = ds_edits_file(r, file);
	return f ? fl_slice_trim(fl_slice_line_at(f->content, line)) : fl_slice(NULL, 0);
}

/* The line that was about to run, and the values of what it names. */
static void put_values(const struct seen *s)
{
	const struct dbg_frame_vars *v = s->vars;
	const struct dbg_variable *l = v->locals.items;
	struct fl_slice line = source_line(s->record, v->file, v->line);
	size_t told = 0;
	if (!line.len)
		return;
	fl_buf_printf(s->out, "OBSERVED: %.*s:%" PRId64 " says `", FL_ARG(v->file), v->line);
	put_head(s, line);
	fl_buf_char(s->out, '`');
	for (size_t i = 0; i < v->locals.len && told < VALUES_TOLD; i++) {
		if (!has_variable(line, l[i].name) || fl_slice_eqs(l[i].value, "<ptr>"))
			continue;
		fl_buf_printf(s->out, "%s%.*s is ", told ? ", " : ", where ", FL_ARG(l[i].name));
		put_head(s, l[i].value);
		told++;
	}
	fl_buf_char(s->out, '\n');
}

static struct fl_slice caller_file(const struct tg_write *w)
{
	return w->caller_file.len ? w->caller_file : w->file;
}

static void put_caller(const struct seen *s, const struct tg_write *w)
{
	if (w->caller.len)
		fl_buf_printf(s->out, ", which %.*s called at %.*s:%" PRId64, FL_ARG(w->caller),
			FL_ARG(caller_file(w)), w->called_at);
}

static void put_operands(const struct seen *s)
{
	const struct tg_operand *o = s->operands->operands.items;
	for (size_t i = 0; i < s->operands->operands.len; i++) {
		const struct tg_write *w = o[i].writes.items;
		fl_buf_printf(s->out, "OBSERVED: %.*s is ", FL_ARG(o[i].expression));
		put_head(s, o[i].value);
		if (o[i].writes.len) {
			w += o[i].writes.len - 1;
			fl_buf_printf(s->out, ", written last in %.*s at %.*s:%" PRId64,
				FL_ARG(w->function), FL_ARG(w->file), w->line);
			put_caller(s, w);
		}
		fl_buf_char(s->out, '\n');
	}
}

static void put_steps(const struct seen *s)
{
	const struct dbg_step *k = s->steps->steps.items;
	size_t n = s->steps->steps.len, from = n > STEPS_TOLD ? n - STEPS_TOLD : 0;
	if (n < 2)
		return;
	fl_buf_printf(
		s->out, "OBSERVED: the last lines to run in %.*s are ", FL_ARG(s->steps->function));
	for (size_t i = from; i < n; i++)
		fl_buf_printf(s->out, "%s%" PRId64, i > from ? ", " : "", k[i].line);
	fl_buf_char(s->out, '\n');
}

/* ---- from there to the edit ---- */

static bool is_touched(const struct ds_edit *e, struct fl_slice file, int64_t line)
{
	return fl_slice_eq(e->file, file) && line >= e->buggy_line &&
	       line < e->buggy_line + e->buggy_lines;
}

/* "main" of "Ledger::main(int)": names as both sides may have them. */
static struct fl_slice last_name(struct fl_slice function)
{
	ptrdiff_t open = fl_slice_chr(function, '(');
	if (open > 0)
		function = fl_slice_head(function, (size_t)open);
	ptrdiff_t colon = fl_slice_rchr(function, ':');
	return fl_slice_skip(function, (size_t)(colon + 1));
}

static bool is_in(const struct ds_edit *e, struct fl_slice file, struct fl_slice function)
{
	return e->function.len && fl_slice_eq(e->file, file) &&
	       fl_slice_eq(last_name(e->function), last_name(function));
}

static bool touches_frame(const struct ds_edit *e, const struct fl_list *frames)
{
	const struct dbg_frame *f = frames->items;
	for (size_t i = 0; i < frames->len; i++)
		if (is_touched(e, f[i].file, f[i].line))
			return true;
	return false;
}

/* The frame of a stack that is of the function of the edit. */
static const struct dbg_frame *frame_of(const struct ds_edit *e, const struct fl_list *frames)
{
	const struct dbg_frame *f = frames->items;
	for (size_t i = 0; i < frames->len; i++)
		if (is_in(e, f[i].file, f[i].function))
			return &f[i];
	return NULL;
}

/* The place is of the edit: its line, or, unless at_line, its function. */
static bool link_place(const struct seen *s, const struct ds_edit *e, bool at_line,
	const struct dbg_frame *at, const char *did, struct fl_slice what)
{
	bool touched = is_touched(e, at->file, at->line);
	if (!touched && (at_line || !is_in(e, at->file, at->function)))
		return false;
	fl_buf_printf(s->out, "is %s %.*s%s %s %.*s", touched ? "the line of" : "in",
		FL_ARG(at->function), touched ? " that" : ", which", did, FL_ARG(what));
	return true;
}

/* at_line: only what the lines of the edit wrote; else its function will do. */
static bool link_writes(const struct seen *s, const struct ds_edit *e, bool at_line)
{
	const struct tg_operand *o = s->operands ? s->operands->operands.items : NULL;
	for (size_t i = 0; o && i < s->operands->operands.len; i++) {
		const struct tg_write *w = o[i].writes.items;
		for (size_t k = o[i].writes.len; k-- > 0;) {
			const struct dbg_frame by = {
				.function = w[k].function, .file = w[k].file, .line = w[k].line};
			const struct dbg_frame caller = {.function = w[k].caller,
				.file = caller_file(&w[k]),
				.line = w[k].called_at};
			if (link_place(s, e, at_line, &by, "wrote", o[i].expression) ||
				(caller.function.len &&
					link_place(s, e, at_line, &caller,
						"had it written:", o[i].expression)))
				return true;
		}
	}
	return false;
}

static bool link_steps(const struct seen *s, const struct ds_edit *e)
{
	const struct dbg_step *k = s->steps ? s->steps->steps.items : NULL;
	for (size_t i = 0; k && i < s->steps->steps.len; i++)
		if (is_touched(e, s->steps->file, k[i].line)) {
			fl_buf_str(s->out, "is among the lines that ran last");
			return true;
		}
	return false;
}

/* Was that said of a stack before this one, which the edit's lines are on, too? */
static bool is_said(const struct seen *s, const struct ds_edit *e, size_t at)
{
	const struct tg_symptom_stack *k = s->symptom->stacks.items;
	for (size_t i = 0; i < at; i++)
		if (k[i].role == k[at].role && touches_frame(e, &k[i].frames))
			return true;
	return false;
}

/* All that is seen at lines of the edit; else the first stack that its function is on. */
static bool link_stacks(const struct seen *s, const struct ds_edit *e)
{
	const struct tg_symptom_stack *k = s->symptom ? s->symptom->stacks.items : NULL;
	size_t count = k ? s->symptom->stacks.len : 0, told = 0;
	for (size_t i = 0; i < count; i++)
		if (touches_frame(e, &k[i].frames) && !is_said(s, e, i))
			fl_buf_printf(s->out, "%s where %s", told++ ? ", and" : "is",
				role_words(s, &k[i]));
	if (!told && s->backtrace && touches_frame(e, &s->backtrace->frames))
		fl_buf_printf(s->out, "%s where it was seen", told++ ? ", and" : "is");
	for (size_t i = 0; i <= count && !told; i++) {
		if (i == count && !s->backtrace)
			break;
		const struct dbg_frame *f =
			frame_of(e, i < count ? &k[i].frames : &s->backtrace->frames);
		if (f)
			fl_buf_printf(s->out,
				"is in %.*s, and line %" PRId64 " of that file is where %s",
				FL_ARG(f->function), f->line,
				i < count ? role_words(s, &k[i]) : "it was seen");
		told += f != NULL;
	}
	return told > 0;
}

static bool link_diagnostic(const struct seen *s, const struct ds_edit *e)
{
	const struct diag_diagnostic *d = s->diagnostic;
	if (!d)
		return false;
	if (!fl_slice_eq(d->file, e->file)) {
		fl_buf_printf(s->out, "is elsewhere: it points to %.*s",
			FL_ARG(d->file.len ? d->file : FL_S("no file")));
	} else if (!d->line) {
		fl_buf_str(s->out, "is in the file that it names");
	} else if (is_touched(e, d->file, d->line)) {
		fl_buf_str(s->out, "is where it points");
	} else {
		int64_t lines = d->line - e->buggy_line;
		fl_buf_printf(s->out, "is %" PRId64 " line%s %s where it points",
			lines < 0 ? -lines : lines, lines == 1 || lines == -1 ? "" : "s",
			lines > 0 ? "before" : "behind");
	}
	return true;
}

static bool has_stack(const struct seen *s)
{
	return (s->symptom && s->symptom->stacks.len) || (s->backtrace && s->backtrace->frames.len);
}

static void put_link(const struct seen *s, const struct ds_edit *e)
{
	fl_buf_str(s->out, "LINK: ");
	ds_edits_put_lines(s->out, e);
	fl_buf_char(s->out, ' ');
	if (!link_diagnostic(s, e) && !link_writes(s, e, true) && !link_steps(s, e) &&
		!ds_views_link(s->out, &s->views, e, is_touched, is_in) &&
		!link_writes(s, e, false) && !link_stacks(s, e)) {
		if (e->function.len)
			fl_buf_printf(s->out, "is in %.*s%s", FL_ARG(e->function),
				has_stack(s) ? ", which is on no stack that was seen"
					     : "; no stack was seen");
		else
			fl_buf_str(s->out, "is outside of any function");
	}
	fl_buf_char(s->out, '\n');
}

int ds_observed_write(struct fl_buf *out, const struct ds_record *r, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_items items = {0};
	struct seen s = {.record = r, .out = out};
	fl_arena_init(&a, DS_RECORD_MAX);
	int rc = ds_context_read(r->context, &a, &items, NULL);
	if (rc)
		rc = fl_error_set(err, FL_EREFUSED, "context is no struct literal");
	for (size_t i = 0; rc == 0 && i < items.len; i++)
		see(&s, &items.at[i]);
	if (rc == 0 && s.diagnostic)
		put_diagnostic(&s);
	if (rc == 0 && s.symptom) {
		put_symptom(&s);
		put_stacks(&s);
	}
	if (rc == 0 && s.backtrace) {
		fl_buf_str(out, "OBSERVED: it was seen");
		put_frames(&s, &s.backtrace->frames);
		fl_buf_char(out, '\n');
	}
	if (rc == 0 && s.vars)
		put_values(&s);
	if (rc == 0 && s.operands)
		put_operands(&s);
	if (rc == 0 && s.steps)
		put_steps(&s);
	if (rc == 0)
		ds_views_tell(out, &s.views);
	for (size_t i = 0; rc == 0 && i < r->edits.len; i++) {
		const struct ds_edit *before = i ? ds_edits_at(r, i - 1) : NULL;
		if (!before || before->buggy_line != ds_edits_at(r, i)->buggy_line ||
			!fl_slice_eq(before->file, ds_edits_at(r, i)->file))
			put_link(&s, ds_edits_at(r, i));
	}
	fl_arena_release(&a);
	return rc;
}
