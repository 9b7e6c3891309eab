#include "datasets/dialogue/policies/trapped.h"

#include <stdio.h>

#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/printed.h"
#include "tracegen/evidence/operands.h"

/* What an architecture's handler calls the interrupted place, and how gdb is taken back to it. */
static const struct {
	const char *pc;
	const char *back;
} frames[] = {
	{"rip", "$rsp = $f.rsp, $rbp = $f.rbp, $pc = $f.rip"},
	{"elr", "$sp = $f.sp, $x29 = $f.x[29], $x30 = $f.x[30], $pc = $f.elr"},
	{"sepc", "$sp = $f.sp, $fp = $f.s0, $ra = $f.ra, $pc = $f.sepc"},
};

/* The statement in which a handler gives up, with the pointer to what it keeps. */
struct handler {
	struct fl_slice file;
	int64_t line;
	size_t letters; /* of its own in the message */
	struct fl_slice pointer;
	const char *back;
};

/* `frame` of `frame->rip`, for one of those names. */
static bool find_pointer(struct fl_slice statement, struct handler *h)
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(statement, names, DS_EXPR_MAX);
	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++)
		for (size_t k = 0; k < n; k++) {
			char member[64];
			int len = snprintf(
				member, sizeof(member), "%.*s->%s", FL_ARG(names[k]), frames[i].pc);
			if (len < 0 || (size_t)len >= sizeof(member) ||
				fl_slice_find(statement, member) < 0)
				continue;
			h->pointer = names[k];
			h->back = frames[i].back;
			return true;
		}
	return false;
}

/* The statement whose message it is; of several, the one with the most words of its own. */
static bool find_handler(const struct ds_talk *t, struct handler *ret)
{
	const struct tg_file *files = t->scene->files->items;
	*ret = (struct handler){.line = 0};
	for (size_t i = 0; i < t->scene->files->len; i++) {
		struct fl_slice rest = files[i].content, line;
		for (int64_t at = 1; fl_slice_line(&rest, &line); at++) {
			struct handler h = {.file = files[i].path, .line = at};
			if (fl_slice_find(line, "(\"") < 0)
				continue;
			struct fl_slice statement = tg_statement_at(files[i].content, at);
			if (ds_printed_says(statement, t->scene->symptom->actual, &h.letters) &&
				h.letters > ret->letters && find_pointer(statement, &h))
				*ret = h;
		}
	}
	return ret->line > 0;
}

static int tell(struct ds_talk *t, const struct handler *h)
{
	const struct ds_fact facts[] = {
		ds_fact_report(t->scene->symptom->actual), ds_fact_code(t, h->file, h->line)};
	return DS_THINK(t, DS_TURN_PLAN, facts,
		"{0} is written by {1}, when the exception has happened already: I stop there and "
		"go back to what was interrupted.",
		"The handler gives up in {1}. It holds the registers of the code that it "
		"interrupted, and with these the debugger can be taken back to it.");
}

/* The frame of the handler in a stack that ends where the kernel gives up; NULL: it has none. */
static const struct dbg_frame *frame_of(
	const struct ds_talk *t, const struct handler *h, const struct dbg_backtrace *stack)
{
	int64_t last = ds_code_end(ds_talk_text(t, h->file), h->line);
	const struct dbg_frame *f = stack ? stack->frames.items : NULL;
	for (size_t i = 0; stack && i < stack->frames.len; i++)
		if (fl_slice_eq(f[i].file, h->file) && f[i].line >= h->line && f[i].line <= last)
			return &f[i];
	return NULL;
}

int ds_trapped_reach(struct ds_talk *t)
{
	return ds_ask_enter(t, t->scene->gives_up, "it does not come to where it gives up");
}

/* Stop where the kernel gives up, and see who asked for that. *ret_of: that function's name. */
static int give_up(struct ds_talk *t, const struct handler *h, struct fl_slice *ret_of)
{
	struct ds_debug_seen seen;
	const struct ds_fact last[] = {ds_fact_report(t->scene->symptom->actual)};
	int rc = DS_THINK(t, DS_TURN_PLAN, last,
		"{0} is its last line. I stop where it gives up, and see by what that is asked "
		"for.",
		"It ends with {0}. Who says so is to be seen on the stack when it gives up.");
	rc = rc ? rc : ds_trapped_reach(t);
	rc = rc ? rc : ds_ask(t, &seen, "backtrace_get()");
	const struct dbg_frame *f = rc ? NULL : frame_of(t, h, seen.backtrace);
	if (rc == 0 && !f)
		return ds_talk_give_up(t, "the handler is not come to");
	if (rc)
		return rc;
	const struct ds_fact facts[] = {ds_fact_frame(t, f)};
	*ret_of = f->function;
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"It is asked for by {0}, a handler: the exception has happened before that. It "
		"holds the registers of what it interrupted, and with these the debugger can be "
		"taken back there.",
		"What gives up is {0}, which handles an exception and has kept the interrupted "
		"registers. I set the debugger's to these.");
}

/* The same by the line of the handler, where no function is known to give up. */
static int come_to_handler(struct ds_talk *t, const struct handler *h)
{
	int rc = tell(t, h);
	return rc ? rc : ds_ask_reach(t, h->file, h->line, "the handler is not come to");
}

int ds_trapped_enter(struct ds_talk *t, struct dbg_stop *ret_at, struct fl_list *ret_frames)
{
	struct handler h;
	struct ds_debug_seen seen;
	struct fl_slice of = {0};
	if (!find_handler(t, &h))
		return ds_talk_give_up(t, "no handler of exceptions is seen to give up so");
	int rc = t->scene->gives_up.len ? give_up(t, &h, &of) : come_to_handler(t, &h);
	rc = rc ? rc
		: ds_ask(t, &seen, "eval(\"$f = *%.*s%s%.*s, %s\")", FL_ARG(of), of.len ? "::" : "",
			  FL_ARG(h.pointer), h.back);
	rc = rc ? rc : ds_ask(t, &seen, "backtrace_get()");
	if (rc)
		return rc;
	const struct dbg_frame *at = seen.backtrace ? seen.backtrace->frames.items : NULL;
	if (!at || !seen.backtrace->frames.len || !at->line)
		return ds_talk_give_up(t, "what was interrupted is no place of the kernel's");
	*ret_at = (struct dbg_stop){.reason = DBG_SIGNAL,
		.alive = true,
		.file = at->file,
		.line = at->line,
		.function = at->function};
	*ret_frames = seen.backtrace->frames;
	const struct ds_fact facts[] = {ds_fact_frame(t, at)};
	return DS_THINK(t, DS_TURN_TRACE, facts, "So it was interrupted in {0}.",
		"That is where it happened: {0}.");
}
