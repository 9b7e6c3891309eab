#include "datasets/turns/holds.h"

#include "datasets/recall.h"
#include "debugsession/model.h"
#include "diag/model/diagnostic.h"
#include "tracegen/evidence/symptom.h"

enum { TEXT_MAX = 1 << 20 };

/* The structs of an answer: what stands between those markers. */
static struct fl_items read_between(struct fl_slice answer, enum fl_marker mark, struct fl_arena *a)
{
	const struct fl_marker_pair *marker = fl_marker(mark);
	struct fl_items items = {0};
	struct fl_buf text;
	struct fl_slice line;
	bool within = false;
	fl_buf_init(&text, TEXT_MAX);
	while (fl_slice_line(&answer, &line)) {
		if (fl_slice_eqs(line, marker->open))
			within = true;
		if (within)
			fl_buf_printf(&text, "%.*s\n", FL_ARG(line));
		if (fl_slice_eqs(line, marker->close))
			within = false;
	}
	if (text.len && ds_context_read(fl_arena_slice(a, fl_buf_view(&text)), a, &items, NULL))
		items.len = 0;
	fl_buf_release(&text);
	return items;
}

struct fl_items ds_answer_structs(struct fl_slice answer, struct fl_arena *a)
{
	return read_between(answer, FL_MARK_DEBUG, a);
}

struct fl_items ds_answer_diagnostics(struct fl_slice answer, struct fl_arena *a)
{
	return read_between(answer, FL_MARK_COMPILE, a);
}

/* The text as a literal shows it, without its quotes. */
static struct fl_slice as_shown(struct fl_slice s, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	fl_literal_text(&out, s);
	struct fl_slice shown = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return shown.len < 2 ? shown : fl_slice(shown.ptr + 1, shown.len - 2);
}

static bool is_place(const struct ds_fact *f, struct fl_slice file, int64_t line)
{
	return f->line == line && fl_slice_eq(f->file, file);
}

/* ---- of answers ---- */

static bool has_variable(const struct fl_items *items, const struct ds_fact *f)
{
	for (size_t i = 0; i < items->len; i++) {
		const struct dbg_frame_vars *v = items->at[i].object;
		if (items->at[i].shape != &dbg_frame_vars_shape)
			continue;
		const struct dbg_variable *vars = v->locals.items;
		for (size_t k = 0; k < v->locals.len; k++)
			if (fl_slice_eq(vars[k].name, f->name) &&
				fl_slice_eq(vars[k].value, f->value))
				return true;
	}
	return false;
}

static bool holds_value(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	struct fl_items items = ds_answer_structs(s->answer, a);
	struct fl_slice call = fl_arena_printf(a, "eval(\"%.*s\")", FL_ARG(as_shown(f->name, a)));
	struct fl_slice value = fl_arena_printf(
		a, "%s \"%.*s\" ", fl_marker(FL_MARK_RESULT)->open, FL_ARG(as_shown(f->value, a)));
	if (fl_slice_eq(call, s->call))
		return fl_slice_search(s->answer, value) >= 0;
	return has_variable(&items, f);
}

static bool holds_stop(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	struct fl_items items = ds_answer_structs(s->answer, a);
	for (size_t i = 0; i < items.len; i++) {
		const struct dbg_stop *stop = items.at[i].object;
		if (items.at[i].shape != &dbg_stop_shape)
			continue;
		if (f->kind == DS_FACT_SIGNAL)
			return fl_slice_eq(stop->signal_name, f->value);
		if (f->kind == DS_FACT_END)
			return stop->reason == DBG_EXIT &&
			       fl_slice_eq(fl_arena_printf(a, "%lld", (long long)stop->exit_code),
				       f->value);
		return fl_slice_eq(stop->function, f->name) && is_place(f, stop->file, stop->line);
	}
	return false;
}

static bool has_frame(const struct fl_list *list, const struct ds_fact *f)
{
	const struct dbg_frame *frames = list->items;
	for (size_t i = 0; i < list->len; i++)
		if (fl_slice_eq(frames[i].function, f->name) &&
			is_place(f, frames[i].file, frames[i].line))
			return true;
	return false;
}

static bool holds_frame(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	struct fl_items items = ds_answer_structs(s->answer, a);
	for (size_t i = 0; i < items.len; i++) {
		const struct dbg_backtrace *b = items.at[i].object;
		if (items.at[i].shape == &dbg_backtrace_shape && has_frame(&b->frames, f))
			return true;
	}
	return false;
}

static bool holds_output(
	const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	ptrdiff_t at = fl_slice_find(s->answer, "program_output");
	return at >= 0 && f->value.len &&
	       fl_slice_search(fl_slice_skip(s->answer, (size_t)at), as_shown(f->value, a)) >= 0;
}

/* ---- of the program and its symptom ---- */

bool ds_code_stands(struct fl_slice text, struct fl_slice code)
{
	for (; code.len;) {
		ptrdiff_t at = fl_slice_search(text, code);
		if (at < 0)
			return false;
		struct fl_slice rest = fl_slice_skip(text, (size_t)at + code.len);
		bool begins = at == 0 || !fl_is_name(code.ptr[0]) || !fl_is_name(text.ptr[at - 1]);
		bool ends = !rest.len || !fl_is_name(code.ptr[code.len - 1]) ||
			    !fl_is_name(rest.ptr[0]);
		if (begins && ends)
			return true;
		text = fl_slice_skip(text, (size_t)at + 1);
	}
	return false;
}

static bool has_code(const struct fl_list *files, const struct ds_fact *f)
{
	const struct tg_file *file = tg_files_find(files, f->file);
	return file && f->value.len && f->line >= 1 &&
	       f->line <= (int64_t)fl_slice_lines(file->content) &&
	       ds_code_stands(fl_slice_line_at(file->content, f->line), f->value);
}

static bool has_line(const struct fl_list *files, const struct ds_fact *f)
{
	const struct tg_file *file = tg_files_find(files, f->file);
	return file && f->line >= 1 && f->line <= (int64_t)fl_slice_lines(file->content);
}

static bool holds_line(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	(void)a;
	return has_line(s->files, f) || has_line(s->earlier, f);
}

static bool holds_place(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	const struct ds_mended_place *p = s->known->places.items;
	(void)a;
	/* Where there are attempts, lines move from one to the next. */
	if (s->known->attempt_count)
		return has_line(s->files, f) || has_line(s->earlier, f);
	for (size_t i = 0; i < s->known->places.len; i++)
		if (is_place(f, p[i].file, p[i].line))
			return true;
	return false;
}

static bool holds_class(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	(void)a;
	const struct fl_slice *names = s->known->classes.items;
	for (size_t i = 0; i < s->known->classes.len; i++)
		if (fl_slice_eq(f->value, names[i]))
			return true;
	return f->value.len && fl_slice_eq(f->value, s->known->error_class);
}

static bool holds_code(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	(void)a;
	if (f->kind == DS_FACT_MENDED)
		return has_code(s->mended, f);
	return has_code(s->files, f) || has_code(s->earlier, f);
}

static bool holds_report(
	const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	struct fl_slice whole = fl_arena_printf(a, "\"%.*s\"", FL_ARG(as_shown(f->value, a)));
	return f->value.len && fl_slice_search(s->known->context, whole) >= 0;
}

static bool holds_stack(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	struct fl_items items = ds_answer_structs(s->known->context, a);
	for (size_t i = 0; i < items.len; i++) {
		const struct tg_symptom *symptom = items.at[i].object;
		const struct tg_symptom_stack *stacks = symptom->stacks.items;
		for (size_t k = 0;
			items.at[i].shape == &tg_symptom_shape && k < symptom->stacks.len; k++)
			if (has_frame(&stacks[k].frames, f))
				return true;
	}
	return false;
}

/* ---- of what a compiler says ---- */

enum { WORDS_LEAST = 3 };

static bool says(struct fl_slice message, const struct ds_fact *f)
{
	return f->value.len >= WORDS_LEAST && fl_slice_search(message, f->value) >= 0;
}

static bool diagnostic_says(const struct diag_diagnostic *d, const struct ds_fact *f, bool placed)
{
	const struct diag_note *notes = d->notes.items;
	if (says(d->message, f) && (!placed || is_place(f, d->file, d->line)))
		return true;
	for (size_t i = 0; i < d->notes.len; i++)
		if (says(notes[i].message, f) &&
			(!placed || is_place(f, notes[i].file, notes[i].line)))
			return true;
	return false;
}

/* Does one of the diagnostics in the text say it? placed: of the fact's line. */
static bool is_said(struct fl_slice text, const struct ds_fact *f, bool placed, struct fl_arena *a)
{
	struct fl_items items = ds_answer_diagnostics(text, a);
	for (size_t i = 0; i < items.len; i++)
		if (items.at[i].shape == &diag_diagnostic_shape &&
			diagnostic_says(items.at[i].object, f, placed))
			return true;
	return false;
}

static bool holds_said(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	struct fl_slice text = f->turn < 0 ? s->known->context : s->answer;
	return is_said(text, f, f->kind == DS_FACT_SAID, a);
}

static bool is_compiled(const struct ds_fact_source *s)
{
	return fl_slice_find(s->answer, fl_marker(FL_MARK_COMPILE)->open) >= 0;
}

static bool holds_gone(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	return is_compiled(s) && is_said(s->before, f, false, a) &&
	       !is_said(s->answer, f, false, a);
}

static bool holds_clean(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	return is_compiled(s) && fl_slice_eqs(f->value, "0") &&
	       ds_answer_diagnostics(s->answer, a).len == 0;
}

/* A word of the program, wherever it stands. */
static bool holds_name(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	const struct tg_file *files = s->files->items;
	(void)a;
	for (size_t i = 0; i < s->files->len && f->value.len; i++)
		if (ds_code_stands(files[i].content, f->value))
			return true;
	return false;
}

typedef bool (*holds_fn)(
	const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a);

static const holds_fn holds[DS_FACT_KINDS] = {
	[DS_FACT_VALUE] = holds_value,
	[DS_FACT_STOP] = holds_stop,
	[DS_FACT_SIGNAL] = holds_stop,
	[DS_FACT_FRAME] = holds_frame,
	[DS_FACT_END] = holds_stop,
	[DS_FACT_OUTPUT] = holds_output,
	[DS_FACT_CODE] = holds_code,
	[DS_FACT_PLACE] = holds_place,
	[DS_FACT_MENDED] = holds_code,
	[DS_FACT_REPORT] = holds_report,
	[DS_FACT_STACK] = holds_stack,
	[DS_FACT_SAID] = holds_said,
	[DS_FACT_ABOUT] = holds_said,
	[DS_FACT_GONE] = holds_gone,
	[DS_FACT_CLEAN] = holds_clean,
	[DS_FACT_NAME] = holds_name,
	[DS_FACT_CLASS] = holds_class,
	[DS_FACT_LINE] = holds_line,
};

static const int from[DS_FACT_KINDS] = {
#define X(id, word, where, ...) [DS_FACT_##id] = where,
	DS_FACTS(X)
#undef X
};

bool ds_fact_holds(const struct ds_fact *f, const struct ds_fact_source *source, struct fl_arena *a)
{
	int where = from[f->kind];
	return (where == DS_FROM_ANY || (where == DS_FROM_ANSWER) == (f->turn >= 0)) &&
	       holds[f->kind](f, source, a);
}

/*
 * The program that is spoken of at this turn, or before the last attempt, which may have been taken
 * back; and as the next attempt makes it.
 */
static void find_program(
	const struct ds_known_text *known, size_t turn, struct ds_fact_source *source)
{
	size_t i = 0;
	for (; i < known->attempt_count && known->attempts[i].turn < turn; i++) {
		source->earlier = source->files;
		source->files = &known->attempts[i].files;
	}
	if (i < known->attempt_count)
		source->mended = &known->attempts[i].files;
}

/* What the answer before that turn said, or what was known first. */
static struct fl_slice answer_before(
	const struct fl_list *turns, const struct ds_known_text *known, size_t at)
{
	while (at--)
		if (ds_turns_at(turns, at)->kind == DS_TURN_RESULT)
			return ds_turns_at(turns, at)->text;
	return known->context;
}

bool ds_fact_source(const struct fl_list *turns, size_t turn, const struct ds_fact *f,
	const struct ds_known_text *known, struct ds_fact_source *ret_source)
{
	size_t at = f->turn >= 0 ? (size_t)f->turn : 0;
	*ret_source = (struct ds_fact_source){.known = known,
		.files = known->files,
		.earlier = known->files,
		.mended = known->mended};
	find_program(known, turn, ret_source);
	if (f->turn < 0)
		return true;
	if (at < 1 || at >= turn || ds_turns_at(turns, at)->kind != DS_TURN_RESULT)
		return false;
	ret_source->answer = ds_turns_at(turns, at)->text;
	ret_source->call = ds_turns_call(turns, at);
	ret_source->before = answer_before(turns, known, at);
	return true;
}
