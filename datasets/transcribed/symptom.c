/* How the program failed, as the session shows it. */
#include "datasets/transcribed/pasted.h"
#include "diag/classify/signals.h"
#include "sanitize/abort/abort.h"
#include "sanitize/kinds/kinds.h"
#include "tracegen/evidence/value.h"

enum { SAID_MAX = 1 << 20 };

static const void *event(const struct ds_pasted *t, size_t i, const struct fl_shape *shape)
{
	const struct dbg_event *e = &t->transcript.events[i];
	return e->shape == shape ? e->object : NULL;
}

/* What a debugger's signal is called in reports, or NULL: it is none of a fault. */
static const struct san_kind *kind_of(const struct diag_signal *signal)
{
	const struct san_kind *kind = san_kind_find(SAN_TOOL_GDB, fl_slice_str(signal->name));
	return kind && *kind->kind ? kind : NULL;
}

/* The last signal that tells of a fault. */
static bool find_failure(
	const struct ds_pasted *t, struct ds_pasted_symptom *s, struct fl_error *err)
{
	const char *other = NULL;
	bool found = false;
	for (size_t i = t->from; i < t->to; i++) {
		const struct dbg_stop *stop = event(t, i, &dbg_stop_shape);
		const struct diag_signal *known =
			stop && stop->signal ? diag_signal_find((int)stop->signal) : NULL;
		if (!known)
			continue;
		if (known->error_class == DIAG_CLASS_NONE || !kind_of(known)) {
			other = known->name;
			continue;
		}
		/* It is told again when it has ended the program. */
		if (found && stop->reason == DBG_EXIT)
			continue;
		s->event = i;
		s->signal = known->number;
		s->evidence_class = (int)known->error_class;
		s->cwe = known->cwe;
		found = true;
	}
	if (!found)
		fl_error_set(err, FL_EREFUSED, "%s%s",
			other ? "it shows no signal of a fault, but " : "it shows no signal",
			other ? other : "");
	return found;
}

/* What the program, or the library, said up to its failure. */
static bool find_abort(const struct ds_pasted *t, size_t end, struct san_report *report)
{
	struct fl_buf said;
	fl_buf_init(&said, SAID_MAX);
	for (size_t i = t->from; i < end; i++) {
		const struct dbg_text *text = event(t, i, &dbg_text_shape);
		if (!text || fl_slice_eqs(text->what, "source") ||
			said.len + text->text.len + 1 > SAID_MAX)
			continue;
		fl_buf_slice(&said, text->text);
		fl_buf_char(&said, '\n');
	}
	bool found = san_abort_find(fl_buf_view(&said), false, t->a, report);
	fl_buf_release(&said);
	return found;
}

/* A name that says something: not a library's inside. */
static bool is_called_name(struct fl_slice name)
{
	return name.len && name.ptr[0] != '_' && fl_slice_find(name, "__") < 0 &&
	       fl_slice_find(name, "??") < 0;
}

/* The program's own frames; before them what the innermost of them called, if it has a name. */
static struct fl_list own_frames(const struct ds_pasted *t, const struct fl_list *frames)
{
	const struct dbg_frame *f = frames->items;
	struct dbg_frame *own = fl_arena_array(t->a, TG_SYMPTOM_FRAMES + 1, sizeof(*own));
	size_t n = 0;
	bool any = false;
	for (size_t i = 0; own && i < frames->len && n <= TG_SYMPTOM_FRAMES; i++) {
		bool user = ds_pasted_is_own(t, f[i].file) && f[i].line > 0;
		bool called = !n && i + 1 < frames->len && ds_pasted_is_own(t, f[i + 1].file);
		if (!user && !(called && is_called_name(f[i].function)))
			continue;
		own[n] = (struct dbg_frame){.depth = (int64_t)n,
			.function = tg_function_clean(t->a, f[i].function),
			.file = user ? t->file : fl_slice(NULL, 0),
			.line = user ? f[i].line : 0};
		n++;
		any = any || user;
	}
	return (struct fl_list){own, any ? n : 0};
}

/* Of the stop itself, of the first stack that was looked at behind it, or of a frame. */
static struct fl_list find_stack(const struct ds_pasted *t, size_t failure)
{
	const struct dbg_stop *stop = event(t, failure, &dbg_stop_shape);
	struct fl_list best = {0};
	for (size_t i = failure + 1; i < t->to && !best.len; i++) {
		const struct dbg_backtrace *b = event(t, i, &dbg_backtrace_shape);
		const struct dbg_stop *next = event(t, i, &dbg_stop_shape);
		if (next && next->reason != DBG_EXIT)
			break;
		if (b)
			best = own_frames(t, &b->frames);
	}
	for (size_t i = failure; i < t->to && !best.len; i++) {
		struct dbg_frame here = {
			.function = stop->function, .file = stop->file, .line = stop->line};
		const struct dbg_frame *f = event(t, i, &dbg_frame_shape);
		const struct fl_list one = {i == failure ? &here : (void *)(uintptr_t)f, 1};
		if (one.items)
			best = own_frames(t, &one);
	}
	return best;
}

int ds_pasted_symptom(
	const struct ds_pasted *t, struct ds_pasted_symptom *ret_symptom, struct fl_error *err)
{
	struct ds_pasted_symptom s = {.symptom.exit_status = -1};
	struct san_report report = {0};
	struct tg_symptom_stack *stack = fl_arena_alloc(t->a, sizeof(*stack));
	if (!stack)
		return fl_arena_error(t->a, "a symptom", err);
	if (!find_failure(t, &s, err))
		return FL_EREFUSED;
	const struct diag_signal *signal = diag_signal_find((int)s.signal);
	struct fl_slice name = fl_slice_str(signal->name);
	s.symptom.kind = fl_slice_str(kind_of(signal)->kind);
	s.symptom.message = name;
	s.confidence = san_confidence(SAN_TOOL_GDB);
	if (fl_slice_eqs(name, "SIGABRT") && find_abort(t, s.event, &report)) {
		s.symptom.kind = report.kind;
		s.symptom.message = ds_pasted_text(t, report.message, TG_SYMPTOM_MESSAGE);
		s.evidence_class = report.error_class;
		s.confidence = report.confidence;
		s.cwe = fl_arena_slice(t->a, report.cwe).ptr;
	}
	*stack = (struct tg_symptom_stack){
		.role = SAN_ROLE_ACCESS, .frames = find_stack(t, s.event)};
	s.symptom.stacks = (struct fl_list){stack, stack->frames.len > 0};
	const char *lacks = tg_symptom_lacks(&s.symptom);
	if (lacks && !stack->frames.len)
		return fl_error_set(err, FL_ENOTFOUND, "no frame of the %s is in %.*s", name.ptr,
			FL_ARG(ds_pasted_said(t)));
	if (lacks)
		return fl_error_set(err, FL_EREFUSED, "of the %s there is %s", name.ptr, lacks);
	int rc = fl_arena_error(t->a, "a symptom", err);
	if (rc == 0)
		*ret_symptom = s;
	return rc;
}
