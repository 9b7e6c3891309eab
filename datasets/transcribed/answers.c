/* What a session answered, in the literals of a live one. */
#include "datasets/transcribed/pasted.h"
#include "debugsession/answer/document.h"
#include "tracegen/evidence/value.h"

enum {
	ANSWER_MAX = 4096, /* bytes of the literal of one call */
	VALUES_MAX = 64 << 10,
	FRAMES_MAX = 16,
	VALUE_MAX = 256, /* bytes of a variable */
	EVAL_MAX = 1024, /* of an expression */
	TYPE_MAX = 200,
	OUTPUT_MAX = 1024
};

struct answer {
	const struct ds_pasted *t;
	const struct ds_typed *typed;
	struct dbg_document document;
	struct fl_buf *values; /* behind the document */
	struct fl_buf said; /* by the program, or by the debugger as text */
	struct fl_vec threads; /* struct dbg_thread */
	bool valued; /* the value of the expression is there */
};

static void *copy(const struct answer *w, const struct fl_shape *shape, const void *object)
{
	void *made = fl_arena_alloc(w->t->a, shape->size);
	if (made)
		memcpy(made, object, shape->size);
	return made;
}

static void add(struct answer *w, const struct fl_shape *shape, const void *made, const char *name)
{
	if (made)
		dbg_document_add(&w->document, shape, made, name);
}

/* ---- cleaned copies ---- */

static struct dbg_frame frame_of(const struct ds_pasted *t, const struct dbg_frame *f)
{
	struct dbg_frame made = *f;
	made.function = tg_function_clean(t->a, f->function);
	made.file = ds_pasted_file(t, f->file);
	return made;
}

/* Below main is what starts programs, and a frame without a name says nothing. */
struct dbg_backtrace *ds_pasted_backtrace(const struct ds_pasted *t, const struct dbg_backtrace *b)
{
	struct dbg_backtrace *made = fl_arena_alloc(t->a, sizeof(*made));
	struct dbg_frame *to = fl_arena_array(t->a, FRAMES_MAX, sizeof(*to));
	const struct dbg_frame *f = b->frames.items;
	size_t n = 0, i = 0;
	if (!made || !to)
		return NULL;
	for (; i < b->frames.len && n < FRAMES_MAX; i++) {
		if (fl_slice_eqs(f[i].function, "??") || !f[i].function.len)
			continue;
		to[n++] = frame_of(t, &f[i]);
		if (fl_slice_eqs(f[i].function, "main")) {
			i = b->frames.len;
			break;
		}
	}
	*made = (struct dbg_backtrace){{to, n}, (int64_t)(b->frames.len - i) + b->omitted};
	return made;
}

struct dbg_frame_vars *ds_pasted_vars(const struct ds_pasted *t, const struct dbg_frame_vars *v)
{
	struct dbg_frame_vars *made = fl_arena_alloc(t->a, sizeof(*made));
	struct dbg_variable *vars = fl_arena_array(t->a, v->locals.len + 1, sizeof(*vars));
	const struct dbg_variable *from = v->locals.items;
	if (!made || !vars)
		return NULL;
	*made = *v;
	made->function = tg_function_clean(t->a, v->function);
	made->file = ds_pasted_file(t, v->file);
	for (size_t i = 0; i < v->locals.len; i++) {
		vars[i] = from[i];
		vars[i].value = ds_pasted_value(t, from[i].value, VALUE_MAX);
		vars[i].type = tg_type_clean(t->a, from[i].type, TYPE_MAX);
	}
	made->locals = (struct fl_list){vars, v->locals.len};
	return made;
}

/* ---- events, by their shapes ---- */

static void on_stop(struct answer *w, const void *object)
{
	struct dbg_stop *s = copy(w, &dbg_stop_shape, object);
	if (!s)
		return;
	s->function = tg_function_clean(w->t->a, s->function);
	s->file = ds_pasted_file(w->t, s->file);
	add(w, &dbg_stop_shape, s, "stop");
}

static void on_backtrace(struct answer *w, const void *object)
{
	add(w, &dbg_backtrace_shape, ds_pasted_backtrace(w->t, object), "backtrace");
}

static void on_frame(struct answer *w, const void *object)
{
	struct dbg_frame *f = copy(w, &dbg_frame_shape, object);
	if (!f)
		return;
	*f = frame_of(w->t, f);
	add(w, &dbg_frame_shape, f, "current");
}

/* Arguments and locals that were asked for one after the other are one answer. */
static void on_vars(struct answer *w, const void *object)
{
	struct dbg_frame_vars *v = ds_pasted_vars(w->t, object), *before = NULL;
	struct fl_item *last = w->document.len ? &w->document.at[w->document.len - 1] : NULL;
	if (v && last && last->shape == &dbg_frame_vars_shape &&
		w->typed->function == DBG_CALL_INSPECT)
		before = copy(w, &dbg_frame_vars_shape, last->object);
	if (!before || before->depth != v->depth) {
		add(w, &dbg_frame_vars_shape, v, "vars");
		return;
	}
	const struct dbg_variable *old = before->locals.items, *new = v->locals.items;
	size_t n = before->locals.len, m = v->locals.len;
	struct dbg_variable *all = fl_arena_array(w->t->a, n + m, sizeof(*all));
	bool args = m && new[0].arg && !(n && old[0].arg); /* they come first */
	if (!all)
		return;
	memcpy(all + (args ? m : 0), old, n * sizeof(*all));
	memcpy(all + (args ? 0 : n), new, m * sizeof(*all));
	before->locals = (struct fl_list){all, n + m};
	last->object = before;
}

static void on_variable(struct answer *w, const void *object)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	const struct dbg_variable *v = object;
	struct fl_slice value = ds_pasted_value(w->t, v->value, EVAL_MAX);
	enum dbg_call_function asked = w->typed->function;
	if (asked == DBG_CALL_EVAL && !w->valued) {
		fl_buf_printf(w->values, "%s ", pair->open);
		fl_literal_text(w->values, value);
		fl_buf_printf(w->values, " %s\n", pair->close);
		w->valued = true;
	} else if (asked == DBG_CALL_FINISH && fl_slice_starts(v->name, "$")) {
		dbg_literal_value(w->values, "return_value", value);
	} else if (asked != DBG_CALL_EVAL) {
		dbg_literal_value(w->values, "shown",
			fl_arena_printf(w->t->a, "%.*s = %.*s", FL_ARG(v->name), FL_ARG(value)));
	}
}

static void on_watched(struct answer *w, const void *object)
{
	struct dbg_watched *v = copy(w, &dbg_watched_shape, object);
	if (!v)
		return;
	v->old_value = ds_pasted_value(w->t, v->old_value, VALUE_MAX);
	v->new_value = ds_pasted_value(w->t, v->new_value, VALUE_MAX);
	add(w, &dbg_watched_shape, v, "watched");
}

static void on_breakpoint(struct answer *w, const void *object)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	struct dbg_breakpoint *b = copy(w, &dbg_breakpoint_shape, object);
	bool watch = w->typed->function == DBG_CALL_WATCH;
	if (!b)
		return;
	if (watch || w->typed->function == DBG_CALL_BREAKPOINT) {
		fl_buf_printf(w->values, "%s int %s = %lld; %s\n", pair->open, watch ? "wp" : "bp",
			(long long)b->number, pair->close);
		return;
	}
	b->file = ds_pasted_file(w->t, b->file);
	add(w, &dbg_breakpoint_shape, b, "bp");
}

static void on_thread(struct answer *w, const void *object)
{
	struct dbg_thread *to = fl_vec_add(&w->threads);
	if (!to)
		return;
	*to = *(const struct dbg_thread *)object;
	to->function = tg_function_clean(w->t->a, to->function);
	to->file = ds_pasted_file(w->t, to->file);
	to->target = fl_slice(NULL, 0);
}

static void on_text(struct answer *w, const void *object)
{
	const struct dbg_text *text = object;
	if (fl_slice_eqs(text->what, "source") || fl_slice_eqs(text->what, "registers") ||
		fl_slice_eqs(text->what, "memory"))
		return;
	fl_buf_slice(&w->said, ds_pasted_text(w->t, text->text, OUTPUT_MAX));
	fl_buf_char(&w->said, '\n');
}

static const struct {
	const struct fl_shape *shape;
	void (*take)(struct answer *w, const void *object);
} takes[] = {{&dbg_stop_shape, on_stop}, {&dbg_backtrace_shape, on_backtrace},
	{&dbg_frame_shape, on_frame}, {&dbg_frame_vars_shape, on_vars},
	{&dbg_variable_shape, on_variable}, {&dbg_watched_shape, on_watched},
	{&dbg_breakpoint_shape, on_breakpoint}, {&dbg_thread_shape, on_thread},
	{&dbg_text_shape, on_text}};

static int add_threads(struct answer *w, struct fl_error *err)
{
	struct dbg_threads *all = fl_arena_alloc(w->t->a, sizeof(*all));
	if (!all)
		return fl_arena_error(w->t->a, "an answer", err);
	all->threads = fl_vec_freeze(&w->threads, w->t->a);
	add(w, &dbg_threads_shape, all, "threads");
	return 0;
}

/* Is there a variable `frame variable NAME` asked for: the value of it is the answer. */
static void value_of_vars(struct answer *w)
{
	const struct dbg_frame_vars *v = w->document.len ? w->document.at[0].object : NULL;
	if (w->typed->function != DBG_CALL_EVAL || w->valued || !v ||
		w->document.at[0].shape != &dbg_frame_vars_shape || v->locals.len != 1)
		return;
	w->document.len = 0;
	on_variable(w, v->locals.items);
}

static int write_answer(struct answer *w, struct fl_buf *out, struct fl_error *err)
{
	const struct dbg_literal_wish wish = {.style = FL_TERSE, .max_bytes = ANSWER_MAX};
	int rc = w->threads.len ? add_threads(w, err) : 0;
	value_of_vars(w);
	if (rc == 0 && w->document.len)
		rc = dbg_document_write(&w->document, &wish, w->t->a, out, err);
	if (rc)
		return rc;
	fl_buf_slice(out, fl_buf_view(w->values));
	struct fl_slice said = fl_slice_trim(fl_buf_view(&w->said));
	bool kept = w->typed->fate == DS_TYPED_KEPT;
	if (kept && (said.len || (!w->document.len && !w->values->len)))
		dbg_literal_value(out, "answer", said);
	else if (!kept && said.len)
		dbg_literal_output(out, fl_buf_view(&w->said), OUTPUT_MAX);
	return fl_arena_error(w->t->a, "an answer", err);
}

int ds_pasted_answer(const struct ds_pasted *t, const struct ds_typed *typed, size_t from,
	size_t to, struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf values;
	struct answer w = {.t = t, .typed = typed, .values = &values};
	fl_buf_init(&values, VALUES_MAX);
	fl_buf_init(&w.said, VALUES_MAX);
	fl_vec_init(&w.threads, sizeof(struct dbg_thread), 64);
	for (size_t i = from; i < to; i++) {
		const struct dbg_event *e = &t->transcript.events[i];
		for (size_t k = 0; k < sizeof(takes) / sizeof(takes[0]); k++)
			if (takes[k].shape == e->shape)
				takes[k].take(&w, e->object);
	}
	int rc = write_answer(&w, out, err);
	fl_vec_release(&w.threads);
	fl_buf_release(&w.said);
	fl_buf_release(&values);
	return rc ? rc : fl_buf_error(out, "an answer", err);
}
