/*
 * The command "post-mortem": why the program stopped for good and where all its threads were, as
 * data, of a core file or of a program that has got a signal.
 */
#include "debugsession/session/extra_core.h"

#include <stdio.h>

#include "debugsession/answer/answer.h"
#include "debugsession/answer/facts.h"
#include "debugsession/why/signal.h"
#include "diag/classify/signals.h"

enum { THREADS_MAX = 256, FRAMES_DEFAULT = 20, FRAMES_MAX = 1000, FRAMES_ALL = 4000 };

struct thread {
	struct fl_slice id, target, name;
	bool current;
};

static struct fl_slice member(const struct dbg_mi_value *v, const char *name, struct fl_arena *a)
{
	return fl_arena_slice(a, dbg_mi_str(dbg_mi_get(v, name)));
}

static int list_threads(struct dbg_console *c, struct fl_arena *a, struct thread *threads,
	size_t *ret_count, size_t *ret_omitted, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	int rc = dbg_console_ask(c, "-thread-info", &r, err);
	if (rc)
		return rc;
	struct fl_slice current = dbg_mi_str(dbg_mi_result(r, "current-thread-id"));
	const struct dbg_mi_value *list = dbg_mi_result(r, "threads");
	*ret_count = *ret_omitted = 0;
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v; v = v->next) {
		if (*ret_count == THREADS_MAX) {
			++*ret_omitted;
			continue;
		}
		struct thread *t = &threads[(*ret_count)++];
		*t = (struct thread){
			member(v, "id", a), member(v, "target-id", a), member(v, "name", a), false};
		t->current = fl_slice_eq(t->id, current);
	}
	return fl_arena_error(a, "the threads", err);
}

/* The signal by the kernel's own record of it; that has an address for faults alone. */
static void tell_signal(struct dbg_console *c, struct fl_arena *a, struct dbg_extra_out *out)
{
	int64_t number = dbg_facts_signal(c);
	const struct diag_signal *signal = number > 0 ? diag_signal_find((int)number) : NULL;
	struct dbg_signal_info info = {0};
	if (!number)
		return;
	dbg_why_signal(c, number, a, &info);
	fl_buf_printf(&out->text, "signal %lld %s", (long long)number, signal ? signal->name : "");
	dbg_answer_key(&out->data, "signal");
	fl_buf_char(&out->data, '{');
	dbg_answer_int(&out->data, "number", number);
	dbg_answer_text(&out->data, "name", fl_slice_str(signal ? signal->name : ""));
	if (info.has_address) {
		fl_buf_printf(&out->text, " at 0x%llx", (unsigned long long)info.address);
		dbg_answer_hex(&out->data, "address", info.address);
	}
	fl_buf_char(&out->data, '}');
	fl_buf_char(&out->text, '\n');
}

static void tell_frame(const struct dbg_mi_value *frame, struct fl_buf *text)
{
	struct fl_slice file = dbg_mi_str(dbg_mi_get(frame, "file"));
	struct fl_slice func = dbg_mi_str(dbg_mi_get(frame, "func"));
	fl_buf_printf(text, "#%-2.*s %.*s in %.*s", FL_ARG(dbg_mi_str(dbg_mi_get(frame, "level"))),
		FL_ARG(dbg_mi_str(dbg_mi_get(frame, "addr"))),
		FL_ARG(func.len ? func : FL_S("??")));
	if (file.len)
		fl_buf_printf(text, " at %.*s:%.*s", FL_ARG(file),
			FL_ARG(dbg_mi_str(dbg_mi_get(frame, "line"))));
	fl_buf_char(text, '\n');
}

/* One thread's object; *left is how many frames there may be yet, in all. */
static int tell_thread(struct dbg_console *c, const struct thread *t, size_t frames, size_t *left,
	struct dbg_extra_out *out, struct fl_error *err)
{
	char command[128];
	const struct dbg_mi_record *r = NULL;
	const struct dbg_mi_value *stack = NULL;
	frames = frames < *left ? frames : *left;
	snprintf(command, sizeof(command), "-stack-list-frames --thread %.*s 0 %zu", FL_ARG(t->id),
		frames - 1);
	int rc = dbg_console_ask(c, command, &r, err);
	if (rc && rc != FL_EREFUSED)
		return rc;
	if (rc == 0)
		stack = dbg_mi_result(r, "stack");
	fl_buf_printf(&out->text, "%sThread %.*s (%.*s)%s\n", out->text.len ? "\n" : "",
		FL_ARG(t->id), FL_ARG(t->target), t->current ? " current" : "");
	dbg_answer_item(&out->data);
	fl_buf_char(&out->data, '{');
	dbg_answer_text(&out->data, "id", t->id);
	dbg_answer_text(&out->data, "target", t->target);
	dbg_answer_text(&out->data, "name", t->name);
	dbg_answer_bool(&out->data, "current", t->current);
	dbg_answer_key(&out->data, "frames");
	if (stack)
		dbg_answer_mi(&out->data, stack);
	else
		fl_buf_str(&out->data, "[]");
	fl_buf_char(&out->data, '}');
	for (const struct dbg_mi_value *v = stack ? stack->child : NULL; v; v = v->next, --*left)
		tell_frame(v, &out->text);
	return 0;
}

int dbg_extra_core(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct thread threads[THREADS_MAX];
	struct fl_arena a;
	uint32_t frames = FRAMES_DEFAULT;
	size_t count = 0, omitted = 0, told = 0, left = FRAMES_ALL;
	if (in->arguments.len &&
		(fl_slice_uint(in->arguments, &frames) != in->arguments.len || !frames))
		return fl_error_set(err, FL_EINVAL, "post-mortem takes a number of frames");
	fl_arena_init(&a, 1 << 20);
	int rc = list_threads(in->console, &a, threads, &count, &omitted, err);
	if (rc == 0 && count == 0)
		rc = fl_error_set(
			err, FL_EREFUSED, "No stack: load a core file, or run the program");
	if (rc == 0)
		tell_signal(in->console, &a, out);
	dbg_answer_key(&out->data, "threads");
	fl_buf_char(&out->data, '[');
	for (; rc == 0 && told < count && left; told++)
		rc = tell_thread(in->console, &threads[told],
			frames < FRAMES_MAX ? frames : FRAMES_MAX, &left, out, err);
	fl_buf_char(&out->data, ']');
	dbg_answer_int(&out->data, "count", (int64_t)told);
	if (omitted + count - told)
		dbg_answer_int(&out->data, "omitted_threads", (int64_t)(omitted + count - told));
	fl_arena_release(&a);
	return rc;
}
