#include "debugsession/gdb/engine.h"

int dbg_load(struct dbg_engine *e, const char *binary, struct fl_error *err)
{
	return e->ops->load(e, binary, err);
}

int dbg_run(struct dbg_engine *e, const struct dbg_run *run, struct fl_error *err)
{
	return e->ops->run(e, run, err);
}

int dbg_resume(struct dbg_engine *e, enum dbg_resume how, struct fl_error *err)
{
	return e->ops->resume(e, how, err);
}

int dbg_interrupt(struct dbg_engine *e, struct fl_error *err)
{
	return e->ops->interrupt(e, err);
}

int dbg_wait(struct dbg_engine *e, unsigned wall_ms, struct fl_arena *a, struct dbg_stop *ret_stop,
	struct fl_error *err)
{
	return e->ops->wait(e, wall_ms, a, ret_stop, err);
}

int dbg_kill(struct dbg_engine *e, struct fl_error *err)
{
	return e->ops->kill(e, err);
}

int dbg_break_add(struct dbg_engine *e, const struct dbg_break *where,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	return e->ops->break_add(e, where, ret_info, err);
}

int dbg_break_output(
	struct dbg_engine *e, uint64_t byte, struct dbg_break_info *ret_info, struct fl_error *err)
{
	return e->ops->break_output(e, byte, ret_info, err);
}

int dbg_watch_add(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	return e->ops->watch_add(e, address, bytes, ret_info, err);
}

int dbg_watch_access(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err)
{
	return e->ops->watch_access(e, address, bytes, ret_info, err);
}

int dbg_place_before(
	struct dbg_engine *e, struct fl_arena *a, struct dbg_frame *ret_frame, struct fl_error *err)
{
	return e->ops->place_before(e, a, ret_frame, err);
}

int dbg_break_clear(struct dbg_engine *e, int64_t id, struct fl_error *err)
{
	return e->ops->break_clear(e, id, err);
}

int dbg_break_ignore(struct dbg_engine *e, int64_t id, uint32_t hits, struct fl_error *err)
{
	return e->ops->break_ignore(e, id, hits, err);
}

int dbg_break_hits(struct dbg_engine *e, int64_t id, int64_t *ret_hits, struct fl_error *err)
{
	return e->ops->break_hits(e, id, ret_hits, err);
}

int dbg_backtrace(struct dbg_engine *e, size_t max, struct fl_arena *a, struct fl_list *ret_frames,
	struct fl_error *err)
{
	return e->ops->backtrace(e, max, a, ret_frames, err);
}

int dbg_variables(struct dbg_engine *e, int64_t depth, size_t max, struct fl_arena *a,
	struct fl_list *ret_vars, struct fl_error *err)
{
	return e->ops->variables(e, depth, max, a, ret_vars, err);
}

int dbg_evaluate(struct dbg_engine *e, int64_t depth, struct fl_slice expression, size_t max,
	struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err)
{
	return e->ops->evaluate(e, depth, expression, max, a, ret_value, err);
}

int dbg_assign(struct dbg_engine *e, int64_t depth, struct fl_slice name, struct fl_slice value,
	struct fl_error *err)
{
	struct fl_arena a;
	struct fl_slice ignored;
	fl_arena_init(&a, 65536);
	struct fl_slice text = fl_arena_printf(&a, "%.*s = %.*s", FL_ARG(name), FL_ARG(value));
	int rc = fl_arena_error(&a, "an assignment", err);
	if (rc == 0)
		rc = dbg_evaluate(e, depth, text, 64, &a, &ignored, err);
	fl_arena_release(&a);
	return rc;
}

struct fl_slice dbg_output(struct dbg_engine *e, bool *ret_cut)
{
	return e->ops->output(e, ret_cut);
}

void dbg_engine_free(struct dbg_engine *e)
{
	if (e)
		e->ops->free(e);
}
