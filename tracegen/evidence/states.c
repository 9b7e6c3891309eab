#include "tracegen/evidence/states.h"

#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/value.h"

enum { WALL_MS = 20000 };

/* Those of the earlier run's first stops that were at the line. */
static uint32_t passed_at(const struct tg_states_ask *ask, int64_t line)
{
	const struct tg_state *s = ask->before ? ask->before->list.items : NULL;
	uint32_t hits = 0;
	for (size_t i = 0; s && i < ask->before->list.len && s[i].nth < ask->pass; i++)
		hits += s[i].line == line;
	return hits;
}

static int pass_over(struct tg_recorder *r, const struct tg_states_ask *ask)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->line_count; i++) {
		uint32_t hits = passed_at(ask, r->lines[i].line);
		rc = hits ? dbg_break_ignore(r->e, r->lines[i].id, hits, r->err) : 0;
	}
	return rc;
}

/* Who called the function for the first time. */
static int find_caller(struct tg_recorder *r, struct tg_states *out)
{
	struct fl_list frames;
	int rc = tg_trace_frames(r, &frames);
	if (rc == FL_ENOTFOUND)
		return 0;
	const struct dbg_frame *f = frames.items;
	if (rc == 0 && frames.len > 1) {
		out->caller_file = f[1].file;
		out->caller_line = f[1].line;
	}
	if (rc == 0)
		out->function = f[0].function;
	return rc;
}

static int add_state(struct tg_recorder *r, const struct dbg_stop *stop, struct tg_states *out)
{
	struct tg_state *s = (struct tg_state *)out->list.items + out->list.len;
	const struct dbg_frame frame = {.file = stop->file, .line = stop->line};
	*s = (struct tg_state){.line = stop->line,
		.entry = stop->breakpoint == r->lines[0].id,
		.startup = tg_trace_is_startup(stop->function),
		.nth = out->list.len};
	int rc = dbg_evaluate(r->e, 0, FL_S("$sp"), 64, r->a, &s->sp, r->err);
	rc = rc || s->startup ? rc : tg_trace_vars(r, &frame, TG_AT_STATE, &s->vars);
	if (rc == 0 && !s->startup && !out->function.len)
		rc = find_caller(r, out);
	out->list.len += rc == 0;
	return rc;
}

/* How it came to an end; whether the function is on the stack of a signal. */
static int see_end(struct tg_recorder *r, const struct dbg_stop *stop, struct tg_states *out)
{
	struct fl_list frames;
	out->end = TG_STATES_ENDED;
	if (stop->reason != DBG_SIGNAL || !stop->alive)
		return 0;
	int rc = tg_trace_frames(r, &frames);
	if (rc)
		return rc == FL_ENOTFOUND ? 0 : rc;
	const struct dbg_frame *f = frames.items;
	for (size_t i = 0; i < frames.len && out->end == TG_STATES_ENDED; i++) {
		if (tg_trace_function(r->spec, f[i].file, f[i].line) != r->function)
			continue;
		out->end = TG_STATES_STOPPED;
		out->signal = fl_arena_slice(r->a, stop->signal_name);
		out->end_line = f[i].line;
	}
	return 0;
}

static int follow(struct tg_recorder *r, const struct tg_states_ask *ask, struct tg_states *out)
{
	struct dbg_stop stop;
	int rc = tg_trace_start(r, ask->other ? TG_TRACE_OTHER : TG_TRACE_PLAIN);
	for (;;) {
		rc = rc ? rc : tg_trace_wait(r, &stop);
		if (rc || stop.reason != DBG_BREAKPOINT)
			break;
		/* What other threads do between is chance. */
		if (stop.thread > 1)
			return fl_error_set(r->err, FL_EREFUSED, "another thread runs it, too");
		if (out->list.len == ask->most) {
			out->end = TG_STATES_MORE;
			return 0;
		}
		rc = add_state(r, &stop, out);
		rc = rc ? rc : tg_trace_resume(r);
	}
	return rc ? rc : see_end(r, &stop, out);
}

int tg_states_record(struct dbg_engine *e, const struct tg_evidence_spec *run,
	const struct tg_states_ask *ask, struct fl_arena *a, struct tg_states *ret_states,
	struct fl_error *err)
{
	struct fl_error own;
	struct tg_recorder r = {.e = e,
		.spec = run,
		.a = a,
		.err = err ? err : &own,
		.function = ask->function,
		.wall_ms = run->wall_ms ? run->wall_ms : WALL_MS,
		.lines = fl_arena_array(a, TG_TRACE_LINES, sizeof(*r.lines))};
	struct tg_states made = {
		.list = {.items = fl_arena_array(a, ask->most + 1, sizeof(struct tg_state))}};
	int rc = fl_arena_error(a, "the states of a run", r.err);
	rc = rc ? rc : tg_trace_load(&r);
	rc = rc ? rc : tg_trace_lines(&r);
	rc = rc ? rc : pass_over(&r, ask);
	rc = rc ? rc : follow(&r, ask, &made);
	int ended = rc == FL_ECLOSED ? rc : dbg_kill(e, rc ? &own : r.err);
	rc = rc ? rc : ended;
	rc = rc ? rc : fl_arena_error(a, "the states of a run", r.err);
	if (rc == 0)
		*ret_states = made;
	return rc;
}
