#include "datasets/record/observed.h"

#include <ctype.h>
#include <inttypes.h>

#include "base/show.h"
#include "datasets/record/code.h"
#include "datasets/record/edits.h"
#include "datasets/record/observed_link.h"
#include "datasets/recall.h"

enum {
	VALUES_TOLD = 4,
	CHANGES_TOLD = 2,
	VALUE_PASSES = 3,
	FRAMES_TOLD = 4,
	STEPS_TOLD = 8,
	TEXT_TOLD = 200
};

static void see(struct ds_seen *s, const struct fl_item *item)
{
	if (ds_views_see(&s->views, item))
		return;
	if (item->shape == &tg_symptom_shape)
		s->symptom = item->object;
	else if (item->shape == &dbg_backtrace_shape)
		s->backtrace = item->object;
	else if (item->shape == &dbg_frame_vars_shape && !s->vars)
		s->vars = item->object;
	else if (item->shape == &tg_exception_shape)
		s->exception = item->object;
	else if (item->shape == &tg_page_walk_shape)
		s->walk = item->object;
	else if (item->shape == &tg_operands_shape)
		s->operands = item->object;
	else if (item->shape == &dbg_steps_shape)
		s->steps = item->object;
	else if (item->shape == &diag_diagnostic_shape && s->diagnostics++ < DS_SEEN_DIAGNOSTICS)
		s->diagnostic[s->diagnostics - 1] = item->object;
}

static void put_head(const struct ds_seen *s, struct fl_slice text)
{
	struct fl_slice head = fl_slice_head(text, TEXT_TOLD);
	size_t word = head.len;
	while (word > TEXT_TOLD / 2 && head.ptr[word - 1] != ' ')
		word--;
	if (text.len > TEXT_TOLD && word > TEXT_TOLD / 2) /* no word is cut, if there are any */
		head.len = word;
	fl_show_as(s->out, head, FL_SHOW_TABS); /* a program may write any bytes */
	fl_buf_str(s->out, text.len > TEXT_TOLD ? "..." : "");
}

/* ---- stacks ---- */

/* "in f at a.c:3, called by g at a.c:9 and main at a.c:20"; what is not the program's own last. */
static void put_frames(const struct ds_seen *s, const struct fl_list *frames)
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
	{SAN_ROLE_MUTEX_CREATION, "a lock was first used"},
	{SAN_ROLE_MUTEX_ACQUIRE, "a lock was taken"},
	{SAN_ROLE_OTHER, "it stood"},
};

/* Does the symptom say of the stack's thread ("T1", or the first of "T1, T2") that it waits? */
static bool is_told_to_wait(const struct ds_seen *s, const struct tg_symptom_stack *k)
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
					!fl_is_word(before.ptr[before.len - thread.len - 1]))))
			return true;
		rest = fl_slice_skip(rest, (size_t)at + strlen(waits));
	}
	return false;
}

/*
 * Of threads that wait nothing happens: each stands where it waits. What hangs without a word of
 * that may as well run for ever.
 */
static const char *hanging_words(const struct ds_seen *s, const struct tg_symptom_stack *k)
{
	bool deadlock = fl_slice_eqs(s->symptom->kind, "deadlock");
	bool one = k->role == SAN_ROLE_ACCESS || k->role == SAN_ROLE_OTHER;
	if (!one || !(deadlock || fl_slice_eqs(s->symptom->kind, "hang")))
		return NULL;
	bool many = fl_slice_chr(k->thread, ',') >= 0;
	if ((deadlock && k->role == SAN_ROLE_ACCESS) || is_told_to_wait(s, k))
		return many ? "wait" : "waits";
	return "stood";
}

void ds_role_put(const struct ds_seen *s, const struct tg_symptom_stack *k)
{
	const char *hanging = hanging_words(s, k);
	if (hanging) {
		fl_buf_printf(
			s->out, "%.*s %s", FL_ARG(k->thread.len ? k->thread : FL_S("it")), hanging);
		return;
	}
	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		if ((int)roles[i].role == k->role) {
			fl_buf_str(s->out, roles[i].words);
			return;
		}
	fl_buf_str(s->out, san_role_names.words[k->role]);
}

static void put_stacks(const struct ds_seen *s)
{
	const struct tg_symptom_stack *k = s->symptom->stacks.items;
	for (size_t i = 0; i < s->symptom->stacks.len; i++) {
		fl_buf_str(s->out, "OBSERVED: ");
		ds_role_put(s, &k[i]);
		if (k[i].thread.len && !hanging_words(s, &k[i]))
			fl_buf_printf(s->out, " (thread%s %.*s)",
				fl_slice_chr(k[i].thread, ',') < 0 ? "" : "s", FL_ARG(k[i].thread));
		put_frames(s, &k[i].frames);
		if (k[i].source.len)
			fl_buf_printf(s->out, ": `%.*s`", FL_ARG(ds_code(k[i].source)));
		fl_buf_char(s->out, '\n');
	}
}

/* ---- what went wrong ---- */

/* How much of a message is the kind once more, as "data race: " is of "data-race". */
static size_t kind_said(struct fl_slice kind, struct fl_slice message)
{
	size_t n = 0;
	while (n < kind.len && n < message.len &&
		(tolower((unsigned char)message.ptr[n]) == kind.ptr[n] ||
			(kind.ptr[n] == '-' && message.ptr[n] == ' ')))
		n++;
	if (!n || n < kind.len || (n < message.len && fl_is_word(message.ptr[n])))
		return 0;
	/* "double free or corruption (top)" says more than its first words. */
	if (fl_slice_starts(fl_slice_skip(message, n), " or "))
		return 0;
	while (n < message.len && strchr(": ", message.ptr[n]))
		n++;
	return n < message.len || fl_slice_chr(kind, '-') > 0 ? n : 0;
}

/* "an 8-byte heap region" */
static const char *article(struct fl_slice s)
{
	bool eleven = fl_slice_starts(s, "11-") || fl_slice_starts(s, "18-");
	return s.len && (eleven || strchr("8aeiou", s.ptr[0])) ? "an" : "a";
}

/* Of a race the message says which accesses there were. */
static void put_access(const struct ds_seen *s)
{
	const struct tg_symptom *m = s->symptom;
	bool race = fl_slice_eqs(m->kind, "data-race");
	if (m->access.len && !race)
		fl_buf_printf(s->out, ", a %.*s", FL_ARG(m->access));
	if (m->access.len && m->size && !race)
		fl_buf_printf(s->out, " of %" PRId64 " byte%s", m->size, m->size == 1 ? "" : "s");
	if (!m->region.len || (race && fl_slice_eqs(m->region, "stack of a thread")))
		return;
	if (race)
		fl_buf_str(s->out, ", on");
	else if (m->access.len) /* of a write of several bytes, the first that is not its own */
		fl_buf_printf(s->out, " that comes to offset %" PRId64 " of", m->offset);
	else if (m->offset > 0)
		fl_buf_printf(s->out, ", %" PRId64 " bytes into", m->offset);
	else
		fl_buf_str(s->out, ", of");
	fl_buf_printf(s->out, " %s %.*s", article(m->region),
		FL_ARG(fl_slice_head(m->region, TEXT_TOLD)));
}

/* What ends both lines and cannot be seen is left out of both. */
static void put_output(const struct ds_seen *s)
{
	struct fl_slice is = s->symptom->actual, should = s->symptom->expected;
	while (fl_slice_ends(is, "\r") && fl_slice_ends(should, "\r")) {
		is.len--;
		should.len--;
	}
	fl_buf_printf(s->out, "OBSERVED: line %" PRId64 " of the output is `", s->symptom->line);
	put_head(s, is);
	fl_buf_str(s->out, "` and should be `");
	put_head(s, should);
	fl_buf_str(s->out, "`\n");
}

static void put_symptom(const struct ds_seen *s)
{
	const struct tg_symptom *m = s->symptom;
	struct fl_slice message = fl_slice_skip(m->message, kind_said(m->kind, m->message));
	fl_buf_printf(s->out, "OBSERVED: %.*s%s", FL_ARG(m->kind), message.len ? ": " : "");
	put_head(s, message);
	put_access(s);
	if (m->exit_status >= 0 && !fl_slice_eqs(m->kind, "exit-status")) /* which says it */
		fl_buf_printf(s->out, ", exit status %" PRId64, m->exit_status);
	fl_buf_char(s->out, '\n');
	if (m->line)
		put_output(s);
	if (m->fails_on.len && m->works_on.len)
		fl_buf_printf(s->out,
			"OBSERVED: the same program does this on %.*s, and not on %.*s\n",
			FL_ARG(m->fails_on), FL_ARG(m->works_on));
}

/* What the processor says, the instruction, and what the page tables have of its address. */
static void put_exception(const struct ds_seen *s)
{
	const struct tg_exception *e = s->exception;
	fl_buf_printf(s->out, "OBSERVED: the processor says %.*s: %.*s\n", FL_ARG(e->codes),
		FL_ARG(e->explanation));
	if (e->instruction.len)
		fl_buf_printf(s->out, "OBSERVED: the instruction is `%.*s`\n",
			FL_ARG(ds_code(e->instruction)));
}

static void put_walk(const struct ds_seen *s)
{
	const struct tg_page_walk *w = s->walk;
	const struct tg_walk_entry *e = w->entries.items;
	fl_buf_printf(s->out, "OBSERVED: the page tables (%.*s) have 0x%" PRIx64 " as %.*s",
		FL_ARG(w->mode), w->address, FL_ARG(w->result));
	if (w->rights.len)
		fl_buf_printf(s->out, ", with the rights %.*s", FL_ARG(w->rights));
	else if (w->entries.len)
		fl_buf_printf(s->out, ": the walk ends at %.*s %" PRId64,
			FL_ARG(e[w->entries.len - 1].level), e[w->entries.len - 1].index);
	fl_buf_char(s->out, '\n');
}

static void put_diagnostic(const struct ds_seen *s)
{
	const struct diag_diagnostic *d = s->diagnostic[0];
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

/*
 * Does an edit of that function put the name there or take it away or, unless strict, stand beside
 * it?
 */
static bool is_of_edit(
	const struct ds_seen *s, struct fl_slice function, struct fl_slice name, bool strict)
{
	for (size_t i = 0; i < s->record->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(s->record, i);
		if (!fl_slice_eq(ds_last_name(e->function), ds_last_name(function)))
			continue;
		if (ds_has_variable(e->original, name) || ds_has_variable(e->replacement, name) ||
			(!strict && ds_has_name(ds_source_line(s->record, e->file, e->buggy_line),
					    name)))
			return true;
	}
	return false;
}

/*
 * Is it a number a few steps from what compilers fill locals with that were never set, 0xaa (clang)
 * or 0xfe (gcc) in each byte?
 */
static bool is_near_fill(struct fl_slice value)
{
	enum { NEAR = 4096 };
	uint32_t n;
	bool minus = fl_slice_starts(value, "-");
	struct fl_slice digits = fl_slice_skip(value, minus);
	size_t len = fl_slice_uint(digits, &n);
	if (!len || len != digits.len)
		return false;
	n = minus ? 0 - n : n;
	return n - 0xaaaaaaaa + NEAR <= 2 * NEAR || n - 0xfefefefe + NEAR <= 2 * NEAR;
}

static bool is_unset(struct fl_slice value)
{
	return fl_slice_eqs(value, "<uninitialized>") || is_near_fill(value) ||
	       fl_slice_eqs(value, "<freed>");
}

/* What has no value is told first, then what the line names, then what an edit names. */
static int value_pass(const struct ds_seen *s, const struct dbg_variable *v, struct fl_slice line)
{
	bool here = ds_has_variable(line, v->name),
	     edited = is_of_edit(s, s->vars->function, v->name, true);
	bool known = !fl_slice_eqs(v->value, "<ptr>") && !fl_slice_eqs(v->value, "<unreadable>");
	if (!known || !(here || edited))
		return VALUE_PASSES;
	return is_unset(v->value) ? 0 : here ? 1 : 2;
}

/* The line that was about to run, and the values of what it names. */
static void put_values(const struct ds_seen *s)
{
	const struct dbg_frame_vars *v = s->vars;
	const struct dbg_variable *l = v->locals.items;
	struct fl_slice line = ds_source_line(s->record, v->file, v->line);
	size_t told = 0;
	if (!line.len)
		return;
	fl_buf_printf(s->out, "OBSERVED: %.*s:%" PRId64 " says `", FL_ARG(v->file), v->line);
	put_head(s, line);
	fl_buf_char(s->out, '`');
	for (int pass = 0; pass < VALUE_PASSES; pass++)
		for (size_t i = 0; i < v->locals.len && told < VALUES_TOLD; i++) {
			if (value_pass(s, &l[i], line) != pass)
				continue;
			fl_buf_printf(
				s->out, "%s%.*s is ", told ? ", " : ", where ", FL_ARG(l[i].name));
			put_head(s, l[i].value);
			told++;
		}
	fl_buf_char(s->out, '\n');
}

static struct fl_slice caller_file(const struct tg_write *w)
{
	return w->caller_file.len ? w->caller_file : w->file;
}

static void put_caller(const struct ds_seen *s, const struct tg_write *w)
{
	if (w->caller.len)
		fl_buf_printf(s->out, ", which %.*s called at %.*s:%" PRId64, FL_ARG(w->caller),
			FL_ARG(caller_file(w)), w->called_at);
}

static void put_operands(const struct ds_seen *s)
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

static void put_steps(const struct ds_seen *s)
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

/* Of the steps, what the edit's names were, what had no value first: at most CHANGES_TOLD. */
static void put_changes(const struct ds_seen *s, const struct fl_list *steps,
	struct fl_slice function, struct fl_slice file)
{
	const struct dbg_step *k = steps->items;
	size_t told = 0;
	for (int unset = 1; unset >= 0; unset--)
		for (size_t i = steps->len; i-- > 0 && told < CHANGES_TOLD;) {
			const struct dbg_change *c = k[i].changed.items;
			for (size_t n = 0; n < k[i].changed.len && told < CHANGES_TOLD; n++) {
				if (is_unset(c[n].value) != unset ||
					fl_slice_eqs(c[n].value, "<ptr>") ||
					!is_of_edit(s, function, c[n].name, !unset))
					continue;
				fl_buf_printf(s->out,
					"OBSERVED: in %.*s, as %.*s:%" PRId64 " is about to run, "
					"%.*s is ",
					FL_ARG(function), FL_ARG(file), k[i].line,
					FL_ARG(c[n].name));
				put_head(s, c[n].value);
				fl_buf_char(s->out, '\n');
				told++;
			}
		}
}

static void put_all_changes(const struct ds_seen *s)
{
	if (s->steps)
		put_changes(s, &s->steps->steps, s->steps->function, s->steps->file);
	for (size_t i = 0; i < s->views.call_count; i++) {
		const struct tg_call *c = s->views.calls[i];
		put_changes(s, &c->steps, c->function, c->file);
	}
}

int ds_observed_write(struct fl_buf *out, const struct ds_record *r, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_items items = {0};
	struct ds_seen s = {.record = r, .out = out, .arena = &a};
	fl_arena_init(&a, DS_RECORD_MAX);
	int rc = ds_context_read(r->context, &a, &items, NULL);
	if (rc)
		rc = fl_error_set(err, FL_EREFUSED, "context is no struct literal");
	for (size_t i = 0; rc == 0 && i < items.len; i++)
		see(&s, &items.at[i]);
	if (rc == 0 && s.diagnostics)
		put_diagnostic(&s);
	if (rc == 0 && s.symptom) {
		put_symptom(&s);
		put_stacks(&s);
	}
	if (rc == 0 && s.exception)
		put_exception(&s);
	if (rc == 0 && s.walk)
		put_walk(&s);
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
	if (rc == 0)
		put_all_changes(&s);
	for (size_t i = 0; rc == 0 && i < r->edits.len; i++) {
		const struct ds_edit *before = i ? ds_edits_at(r, i - 1) : NULL;
		bool same_place = before && before->buggy_line == ds_edits_at(r, i)->buggy_line &&
				  fl_slice_eq(before->file, ds_edits_at(r, i)->file);
		if (!same_place && ds_edits_is_told(r, i))
			rc = ds_link_write(&s, ds_edits_at(r, i), err);
	}
	fl_arena_release(&a);
	return rc;
}
