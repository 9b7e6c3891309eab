#include "datasets/record/check_context.h"

#include "base/json.h"
#include "base/literal/literal.h"
#include "datasets/record/answer.h"
#include "datasets/record/edits.h"
#include "datasets/registry.h"
#include "debugsession/model.h"
#include "diag/model/class.h"
#include "diag/model/diagnostic.h"
#include "tracegen/divergence/divergence.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/evidence/views.h"
#include "tracegen/machine/shapes.h"

/* What a kind's context may hold. */
static const char *check_item(const struct ds_record *r, const struct fl_shape *shape)
{
	switch ((enum ds_kind)r->kind) {
	case DS_KIND_DIAGNOSTIC_FIX:
	case DS_KIND_COMPILE_SESSION:
		return shape == &diag_diagnostic_shape
			       ? NULL
			       : "context holds something else than diagnostics";
	case DS_KIND_SANITIZER_FIX:
	case DS_KIND_DEBUG_SESSION:
		return shape == &tg_symptom_shape ? NULL
						  : "context holds something else than a symptom";
	case DS_KIND_CRASH_REPORT:
		return shape == &tg_symptom_shape || shape == &dbg_backtrace_shape ||
				       shape == &dbg_frame_vars_shape ||
				       shape == &tg_samples_shape || shape == &tg_operands_shape
			       ? NULL
			       : "context holds something else than what is left of a run";
	case DS_KIND_TRACE_FIX:
		return shape == &tg_symptom_shape || shape == &tg_operands_shape ||
				       shape == &tg_samples_shape || shape == &tg_call_shape ||
				       shape == &tg_last_use_shape ||
				       shape == &tg_exception_shape ||
				       shape == &tg_page_walk_shape || shape == &tg_serial_shape ||
				       fl_registry_find(&dbg_registry, fl_slice_str(shape->name))
			       ? NULL
			       : "context holds something else than a trace";
	case DS_KIND_DIVERGENCE:
		return shape == &tg_symptom_shape || shape == &tg_divergence_shape
			       ? NULL
			       : "context holds something else than a symptom and two runs";
	case DS_KIND_COUNT: break;
	}
	return NULL;
}

static const char *check_line(struct fl_slice text, int64_t line)
{
	return line >= 0 && line <= (int64_t)fl_slice_count(text, '\n') + 1
		       ? NULL
		       : "a line of the divergence is not in its file";
}

/* One follows the symptom: two runs that part, at lines of the faulty program. */
static const char *check_divergence(const struct ds_record *r, const struct fl_items *items)
{
	if (items->len != 2 || items->at[1].shape != &tg_divergence_shape)
		return "the symptom is not followed by one divergence";
	const struct tg_divergence *d = items->at[1].object;
	const struct tg_diverged *sides = d->sides.items;
	const struct dbg_step *steps = d->states.items;
	const struct tg_file *f = ds_edits_file(r, d->file);
	if (!f)
		return "the file of the divergence is not among files";
	const char *why = tg_divergence_lacks(d);
	for (size_t i = 0; !why && i < d->sides.len; i++)
		why = check_line(f->content, sides[i].line);
	for (size_t i = 0; !why && i < d->states.len; i++)
		why = check_line(f->content, steps[i].line);
	return why;
}

/* A diagnostic does not say what the model is to find out. */
static const char *check_diagnostic(const struct diag_diagnostic *d)
{
	return d->error_class == DIAG_CLASS_NONE && !d->confidence && !d->root_cause.len &&
			       !d->fix_strategy.len
		       ? NULL
		       : "context tells the class, the cause or the fix";
}

/* The symptom of a run comes first and once, with all that a symptom of its kind needs. */
static const char *check_symptom(const struct ds_record *r, const struct fl_items *items)
{
	if (items->at[0].shape != &tg_symptom_shape)
		return "the context does not begin with a symptom";
	for (size_t i = 1; i < items->len; i++)
		if (items->at[i].shape == &tg_symptom_shape)
			return "the context has two symptoms";
	const struct tg_symptom *s = items->at[0].object;
	if (!fl_slice_eq(s->kind, r->verification.buggy.status))
		return "the symptom is not of the kind that was seen";
	if (r->kind == DS_KIND_SANITIZER_FIX &&
		!fl_slice_eq(s->kind, r->verification.buggy.sanitizer_kind))
		return "sanitizer_kind is not that of the symptom";
	bool two = s->fails_on.len && s->works_on.len && !fl_slice_eq(s->fails_on, s->works_on);
	bool both = r->error_class == DIAG_CLASS_PLATFORM && r->provenance.origin == DS_SYNTHETIC;
	if (both && !two)
		return "a fault of one machine does not say where the program works";
	return tg_symptom_lacks(s);
}

/* context is literals that can be read, and states what went wrong but not why. */
const char *ds_check_context(const struct ds_record *r)
{
	struct fl_arena a;
	struct fl_items items = {0};
	const char *why = NULL;
	fl_arena_init(&a, DS_RECORD_MAX);
	int rc = fl_literal_read(r->context, &ds_registry, &a, &items, NULL);
	if (rc || items.len == 0)
		why = "context is no struct literal";
	if (why || r->schema_version < DS_SCHEMA_VERSION) {
		/* Some of version 1 were written before a context had to begin with the symptom. */
		fl_arena_release(&a);
		return why;
	}
	for (size_t i = 0; !why && i < items.len; i++)
		why = check_item(r, items.at[i].shape);
	if (!why && !ds_kind_is(r->kind, DS_KIND_BUILDS))
		why = check_symptom(r, &items);
	if (!why && r->kind == DS_KIND_DIVERGENCE)
		why = check_divergence(r, &items);
	for (size_t i = 0; !why && ds_kind_is(r->kind, DS_KIND_BUILDS) && i < items.len; i++)
		why = check_diagnostic(items.at[i].object);
	fl_arena_release(&a);
	return why;
}

/* Is the context these objects, in one of the styles of literals? */
static bool shows(const struct ds_record *r, const struct fl_items *items)
{
	static const enum fl_style styles[] = {FL_TERSE, FL_COMPACT};
	struct fl_buf text;
	bool same = false;
	fl_buf_init(&text, DS_RECORD_MAX);
	for (size_t i = 0; !same && i < sizeof(styles) / sizeof(styles[0]); i++) {
		fl_buf_clear(&text);
		fl_literal_write(&text, items, styles[i], FL_MARK_DEBUG);
		same = !text.failed && fl_slice_eq(fl_buf_view(&text), r->context);
	}
	fl_buf_release(&text);
	return same;
}

/* The class of each fault, where there may be several. */
static int find_classes(const struct ds_record *r, struct fl_arena *a, struct ds_known_text *known,
	struct fl_error *err)
{
	struct fl_slice *names = fl_arena_array(a, r->edits.len + 1, sizeof(*names));
	if (!names)
		return fl_arena_error(a, "the classes of faults", err);
	for (size_t i = 0; i < r->edits.len; i++)
		names[i] = fl_slice_str(diag_class_table[ds_edits_class(r, i)].name);
	known->classes = (struct fl_list){names, r->edits.len};
	return 0;
}

/* The program as each attempt makes it. */
static bool find_attempts(const struct ds_record *r, const struct fl_list *turns,
	struct fl_arena *a, struct ds_known_text *known)
{
	struct ds_known_attempt *made = fl_arena_array(a, turns->len + 1, sizeof(*made));
	size_t n = 0;
	for (size_t i = 0; made && i < turns->len; i++) {
		const struct ds_turn *t = ds_turns_at(turns, i);
		made[n].turn = i;
		if (t->kind == DS_TURN_CODE)
			made[n++].files = *known->mended;
		else if (t->kind == DS_TURN_ATTEMPT &&
			 ds_answer_apply(r, t->text, a, &made[n++].files, NULL))
			return false;
	}
	known->attempts = made;
	known->attempt_count = n;
	return made != NULL;
}

int ds_known_of(const struct ds_record *r, const struct fl_list *turns, struct fl_arena *a,
	struct ds_known_text *ret_known, struct fl_error *err)
{
	struct tg_file *mended = fl_arena_array(a, r->files.len + 1, sizeof(*mended));
	struct ds_mended_place *places = fl_arena_array(a, r->edits.len + 1, sizeof(*places));
	struct fl_list *fixed = fl_arena_alloc(a, sizeof(*fixed));
	if (!mended || !places || !fixed)
		return fl_arena_error(a, "the files of a dialogue", err);
	for (size_t i = 0; i < r->files.len; i++) {
		mended[i] = ((const struct tg_file *)r->files.items)[i];
		int rc = ds_edits_fixed(r, mended[i].path, a, &mended[i].content, err);
		if (rc)
			return rc;
	}
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		places[i] = (struct ds_mended_place){
			e->file, ds_edits_line(e), e->buggy_line, e->buggy_lines};
	}
	*fixed = (struct fl_list){mended, r->files.len};
	*ret_known = (struct ds_known_text){.files = &r->files,
		.mended = fixed,
		.places = {places, r->edits.len},
		.context = r->context,
		.error_class = fl_slice_str(diag_class_table[r->error_class].name)};
	if (!ds_kind_is(r->kind, DS_KIND_BUILDS))
		return 0;
	int rc = find_classes(r, a, ret_known, err);
	if (rc || find_attempts(r, turns, a, ret_known))
		return rc;
	return fl_error_set(err, FL_EREFUSED, "an attempt does not fit the files");
}

/* NULL when the turns have the form of their kind of dialogue; else what is wrong. */
static const char *form_of(
	const struct ds_record *r, const struct fl_list *turns, struct fl_arena *a)
{
	if (ds_kind_is(r->kind, DS_KIND_BUILDS))
		return ds_turns_compile_form(turns);
	return r->verification.level == DS_TRANSCRIBED ? ds_turns_form_transcribed(turns, a)
						       : ds_turns_form(turns, a);
}

/* Each sentence of the dialogue rests on what it says it does. In the arena. */
static const char *check_turns(const struct ds_record *r, struct fl_arena *a)
{
	struct fl_list turns;
	struct ds_known_text known;
	if (ds_turns_read(r->events, a, &turns, NULL))
		return "events are no turns of a dialogue";
	if (form_of(r, &turns, a))
		return "the turns are not those of a dialogue";
	if (ds_known_of(r, &turns, a, &known, NULL))
		return "the edits, or an attempt, do not fit the files";
	return ds_turns_check(&turns, &known, a) ? "a sentence of the dialogue does not hold"
						 : NULL;
}

/* events is the context as JSON; what was converted has objects of its own time. */
const char *ds_check_events(const struct ds_record *r)
{
	struct fl_arena a;
	struct fl_items items;
	const struct fl_json *v = NULL;
	const char *why = NULL;
	if (r->kind != DS_KIND_TRACE_FIX && !ds_kind_is(r->kind, DS_KIND_TALKS) &&
		r->events.len == 0)
		return NULL;
	fl_arena_init(&a, DS_RECORD_MAX);
	if (ds_kind_is(r->kind, DS_KIND_TALKS))
		why = check_turns(r, &a);
	else if (r->kind == DS_KIND_TRACE_FIX &&
		 fl_json_read_items(r->events, &ds_registry, NULL, &a, &items, NULL) == 0)
		why = shows(r, &items) ? NULL : "context does not show the events";
	else if (fl_json_parse(r->events, &a, &v, NULL) || v->type != FL_JARRAY)
		why = "events is not a JSON array";
	fl_arena_release(&a);
	return why;
}

const char *ds_check_transcribed(const struct ds_record *r)
{
	const struct ds_test *tests = r->tests.items;
	const struct ds_fixed *fixed = &r->verification.fixed;
	if (r->provenance.origin != DS_REAL)
		return "a fault that was put in is no transcribed one";
	if (fixed->same || fixed->exit_status >= 0 || fixed->output_hash.len ||
		r->verification.buggy.output_hash.len)
		return "what is transcribed was not run, and says that it was";
	for (size_t i = 0; i < r->tests.len; i++)
		if (tests[i].exit_status >= 0 || tests[i].output_hash.len || tests[i].faulty.len)
			return "a test of what is transcribed says what was run";
	return NULL;
}
