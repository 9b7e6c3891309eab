/* The answers that are structs of the data model: what literals are made of. */
#include <stdio.h>

#include "debugsession/answer/facts.h"
#include "debugsession/answer/document.h"
#include "debugsession/session/shape.h"

enum { FRAMES_MAX = 100, VARS_MAX = 100, VALUE_MAX = 1024 };

static void *object(struct fl_arena *a, const struct fl_shape *shape)
{
	return fl_arena_alloc(a, shape->size);
}

/* The frames that the text shows: "#first" to "#last". */
DBG_ITEMS(frames)
{
	uint32_t first = 0, last = 0;
	struct dbg_backtrace *b = object(a, &dbg_backtrace_shape);
	if (!b || !dbg_shown_frames(in->text, &first, &last))
		return fl_arena_error(a, "a backtrace", err);
	size_t max = last < DBG_FACTS_FRAMES ? last + 1 : DBG_FACTS_FRAMES;
	int rc = dbg_facts_backtrace(in->console, max, a, b, err);
	if (rc)
		return rc;
	if (first && first < b->frames.len) {
		b->omitted += first;
		b->frames = (struct fl_list){
			(struct dbg_frame *)b->frames.items + first, b->frames.len - first};
	}
	dbg_document_add(d, &dbg_backtrace_shape, b, "backtrace");
	return 0;
}

DBG_ITEMS(frame)
{
	struct dbg_frame *frame = object(a, &dbg_frame_shape);
	int rc = frame ? dbg_facts_frame(in->console, DBG_FRAME_SELECTED, a, frame, err)
		       : fl_arena_error(a, "a frame", err);
	if (rc == 0)
		dbg_document_add(d, &dbg_frame_shape, frame, "current");
	return rc;
}

static int add_vars(const struct dbg_shape_in *in, bool args_only, struct fl_arena *a,
	struct dbg_document *d, struct fl_error *err)
{
	const struct dbg_vars_wish wish = {
		.max = VARS_MAX, .max_value = VALUE_MAX, .args_only = args_only};
	struct dbg_frame_vars *vars = object(a, &dbg_frame_vars_shape);
	int rc = vars ? dbg_facts_frame_vars(in->console, DBG_FRAME_SELECTED, &wish, a, vars, err)
		      : fl_arena_error(a, "variables", err);
	if (rc == 0)
		dbg_document_add(d, &dbg_frame_vars_shape, vars, "vars");
	return rc;
}

DBG_ITEMS(locals)
{
	return add_vars(in, false, a, d, err);
}

DBG_ITEMS(arguments)
{
	return add_vars(in, true, a, d, err);
}

DBG_ITEMS(breakpoints)
{
	struct dbg_breakpoints *b = object(a, &dbg_breakpoints_shape);
	int rc = b ? dbg_facts_breakpoints(in->console, DBG_FACTS_LIST, a, b, err)
		   : fl_arena_error(a, "breakpoints", err);
	if (rc == 0)
		dbg_document_add(d, &dbg_breakpoints_shape, b, "breakpoints");
	return rc;
}

DBG_ITEMS(threads)
{
	struct dbg_threads *t = object(a, &dbg_threads_shape);
	int rc = t ? dbg_facts_threads(in->console, DBG_FACTS_LIST, a, t, err)
		   : fl_arena_error(a, "threads", err);
	if (rc == 0)
		dbg_document_add(d, &dbg_threads_shape, t, "threads");
	return rc;
}

/* The letter of the format of "/8xb &x": what `x` shows; 0: not said. */
static bool shows_text(struct fl_slice arguments)
{
	if (!fl_slice_starts(arguments, "/"))
		return false;
	for (size_t i = 1; i < arguments.len && arguments.ptr[i] != ' '; i++)
		if (arguments.ptr[i] == 'i' || arguments.ptr[i] == 's')
			return true;
	return false;
}

/*
 * What `x` has shown: from the first address of its text on as far as gdb got, which it keeps in
 * $_ (the last address) and $__ (what stands there). Instructions and strings stay text.
 */
DBG_ITEMS(memory)
{
	struct fl_slice size;
	uint32_t bytes = 0;
	struct dbg_mem_dump *dump = object(a, &dbg_mem_dump_shape);
	struct fl_slice text = fl_slice_trim(in->text);
	size_t n = 0;
	while (n < text.len && text.ptr[n] != ' ' && text.ptr[n] != ':')
		n++;
	struct fl_slice address = fl_slice_head(text, n);
	if (!dump || shows_text(in->arguments) || !fl_slice_starts(address, "0x"))
		return fl_arena_error(a, "memory", err);
	struct fl_slice question = fl_arena_printf(
		a, "(unsigned)((char*)$_ - (char*)%.*s) + sizeof($__)", FL_ARG(address));
	int rc = dbg_facts_evaluate(in->console, question, 32, a, &size, err);
	if (rc)
		return rc;
	if (!fl_slice_uint(size, &bytes) || !bytes || bytes > DBG_FACTS_MEMORY)
		bytes = DBG_FACTS_MEMORY;
	rc = dbg_facts_memory(in->console, address, bytes, a, dump, err);
	if (rc == 0)
		dbg_document_add(d, &dbg_mem_dump_shape, dump, "mem");
	return rc;
}
