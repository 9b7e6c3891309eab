#include "datasets/turns/holds.h"

#include "datasets/recall.h"
#include "debugsession/model.h"
#include "tracegen/evidence/symptom.h"

enum { TEXT_MAX = 1 << 20 };

struct fl_items ds_answer_structs(struct fl_slice answer, struct fl_arena *a)
{
	const struct fl_marker_pair *marker = fl_marker(FL_MARK_DEBUG);
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

static bool holds_code(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	bool mended = f->kind == DS_FACT_MENDED;
	const struct tg_file *file =
		tg_files_find(mended ? s->known->mended : s->known->files, f->file);
	(void)a;
	return file && f->value.len && f->line >= 1 &&
	       f->line <= (int64_t)fl_slice_lines(file->content) &&
	       fl_slice_search(fl_slice_line_at(file->content, f->line), f->value) >= 0;
}

static bool holds_place(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	const struct ds_mended_place *p = s->known->places.items;
	(void)a;
	for (size_t i = 0; i < s->known->places.len; i++)
		if (is_place(f, p[i].file, p[i].line))
			return true;
	return false;
}

static bool holds_class(const struct ds_fact *f, const struct ds_fact_source *s, struct fl_arena *a)
{
	(void)a;
	return f->value.len && fl_slice_eq(f->value, s->known->error_class);
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
	[DS_FACT_CLASS] = holds_class,
};

static const bool from_answer[DS_FACT_KINDS] = {
#define X(id, word, answer, ...) [DS_FACT_##id] = answer,
	DS_FACTS(X)
#undef X
};

bool ds_fact_holds(const struct ds_fact *f, const struct ds_fact_source *source, struct fl_arena *a)
{
	return from_answer[f->kind] == (f->turn >= 0) && holds[f->kind](f, source, a);
}

bool ds_fact_source(const struct fl_list *turns, size_t turn, const struct ds_fact *f,
	const struct ds_known_text *known, struct ds_fact_source *ret_source)
{
	size_t at = f->turn >= 0 ? (size_t)f->turn : 0;
	*ret_source = (struct ds_fact_source){.known = known};
	if (f->turn < 0)
		return true;
	if (at < 1 || at >= turn || ds_turns_at(turns, at)->kind != DS_TURN_RESULT)
		return false;
	ret_source->answer = ds_turns_at(turns, at)->text;
	ret_source->call = ds_turns_call(turns, at);
	return true;
}
