/*
 * A program that does not end. Three samples of its stack have some outer frames in common; of
 * those the innermost whose function is not entered again meanwhile is the one that never returns.
 * The document is made in its last activation, a fixed number of lines after the last line that it
 * has for good behind it, or after it was entered where there is none: what a program reads before
 * it no longer ends says little. Where the samples fell is chance, that is not.
 */
#include <stdlib.h>

#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/views.h"

enum { SAMPLES = 3, CANDIDATES = 8, LINES = 60 };
enum { CPU_US = 300000, LOOK_MS = 200, SAMPLE_MS = 60, STUCK_MS = 3000 };
enum { WATCH_MS = 800, LATER_MS = 200 };

/* The stop after so much time, whoever causes it. FL_EREFUSED when the program ends instead. */
static int stop_within(struct tg_recorder *r, unsigned wall_ms, struct dbg_stop *ret_stop)
{
	int rc = tg_trace_wait_for(r, wall_ms, ret_stop);
	if (rc == FL_ETIMEOUT) {
		rc = dbg_interrupt(r->e, r->err);
		rc = rc ? rc : tg_trace_wait(r, ret_stop);
	}
	if (rc == 0 && !ret_stop->alive)
		rc = fl_error_set(r->err, FL_EREFUSED, "the program ends under the debugger");
	return rc;
}

/* CPU time that the stopped program has used, in microseconds. */
static int cpu_used(struct tg_recorder *r, int64_t *ret_us)
{
	struct fl_slice text;
	int rc = dbg_evaluate(r->e, 0, FL_S("((long (*)(void))clock)()"), 64, r->a, &text, r->err);
	if (rc == 0)
		*ret_us = strtoll(text.ptr, NULL, 10);
	return rc;
}

/* Run on until it has used more time than an original may, or has been waiting for long. */
static int arrive(struct tg_recorder *r)
{
	struct dbg_stop stop;
	int64_t used = 0;
	int rc = tg_trace_start(r, TG_TRACE_PLAIN);
	for (unsigned waited = 0; rc == 0 && used < CPU_US && waited < STUCK_MS;
		waited += LOOK_MS) {
		rc = waited ? tg_trace_resume(r) : 0;
		rc = rc ? rc : stop_within(r, LOOK_MS, &stop);
		rc = rc ? rc : cpu_used(r, &used);
	}
	return rc;
}

static int again(struct tg_recorder *r)
{
	struct dbg_stop stop;
	int rc = tg_trace_resume(r);
	return rc ? rc : stop_within(r, SAMPLE_MS, &stop);
}

static const struct dbg_frame *outer(const struct fl_list *frames, size_t i)
{
	return (const struct dbg_frame *)frames->items + frames->len - 1 - i;
}

/* How many outer frames the stacks share; the last of them may be at another line. */
static size_t common(const struct fl_list samples[SAMPLES])
{
	size_t n = 0;
	for (bool same = true; same; n += same) {
		for (size_t s = 0; s < SAMPLES && same; s++)
			same = n < samples[s].len && fl_slice_eq(outer(&samples[s], n)->function,
							     outer(&samples[0], n)->function);
		for (size_t s = 0; s < SAMPLES && same; s++)
			if (outer(&samples[s], n)->line != outer(&samples[0], n)->line)
				return n + 1;
	}
	return n;
}

static int take_samples(struct tg_recorder *r, struct fl_list samples[SAMPLES])
{
	int rc = arrive(r);
	rc = rc ? rc : tg_trace_frames(r, &samples[0]);
	for (size_t s = 1; rc == 0 && s < SAMPLES; s++) {
		rc = again(r);
		rc = rc ? rc : tg_trace_frames(r, &samples[s]);
	}
	return rc;
}

struct candidate {
	struct dbg_frame frame;
	const struct tg_decl *function;
	int64_t id, entered, entered_later;
};

static int break_at_entry(
	struct tg_recorder *r, const struct tg_decl *f, int64_t ignore, int64_t *ret_id)
{
	return tg_trace_break(r, f->file, f->line, ignore, ret_id);
}

/* Which of them is not entered again while the program goes on? The innermost such. */
static int choose(struct tg_recorder *r, struct candidate *c, size_t n, size_t *ret_at)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = break_at_entry(r, c[i].function, TG_TRACE_NEVER, &c[i].id);
	rc = rc ? rc : arrive(r);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = dbg_break_hits(r->e, c[i].id, &c[i].entered, r->err);
	rc = rc ? rc : again(r);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = dbg_break_hits(r->e, c[i].id, &c[i].entered_later, r->err);
	rc = rc ? rc : dbg_break_clear(r->e, 0, r->err);
	if (rc)
		return rc;
	for (size_t i = n; i-- > 0;) {
		if (c[i].entered > 0 && c[i].entered == c[i].entered_later) {
			*ret_at = i;
			return 0;
		}
	}
	return fl_error_set(r->err, FL_ENOTFOUND, "no function that does not return");
}

/* The function that does not return, and how often it is entered. */
static int find_loop(struct tg_recorder *r, int64_t *ret_entered)
{
	struct fl_list samples[SAMPLES];
	struct candidate c[CANDIDATES];
	size_t n = 0, at = 0;
	int rc = take_samples(r, samples);
	size_t shared = rc ? 0 : common(samples);
	for (size_t i = shared > CANDIDATES ? shared - CANDIDATES : 0; i < shared; i++) {
		const struct dbg_frame *f = outer(&samples[0], i);
		const struct tg_decl *d = tg_trace_function(r->spec, f->file, f->line);
		if (d)
			c[n++] = (struct candidate){.frame = *f, .function = d};
	}
	rc = rc ? rc : choose(r, c, n, &at);
	if (rc)
		return rc;
	r->place = c[at].frame;
	r->function = c[at].function;
	*ret_entered = c[at].entered;
	return 0;
}

/* The line it stands at and those that follow; fewer than LINES where it waits. */
static int follow(
	struct tg_recorder *r, struct dbg_stop stop, struct tg_trace_hit *hits, size_t *ret_len)
{
	int rc = tg_trace_hit(r, &stop, &hits[(*ret_len)++]);
	while (rc == 0 && *ret_len < LINES) {
		rc = tg_trace_resume(r);
		rc = rc ? rc : stop_within(r, STUCK_MS, &stop);
		if (rc || stop.reason != DBG_BREAKPOINT)
			return rc;
		rc = tg_trace_hit(r, &stop, &hits[(*ret_len)++]);
	}
	return rc;
}

/* The line it stands at, when it was there before, and before that, in the same activation. */
static size_t passes(const struct tg_trace_hit *hits, size_t len, struct tg_trace_hit out[SAMPLES])
{
	const struct tg_trace_hit *last = &hits[len - 1];
	size_t n = 0;
	for (size_t i = len; i-- > 0 && n < SAMPLES;)
		if (hits[i].line == last->line && fl_slice_eq(hits[i].sp, last->sp))
			out[SAMPLES - ++n] = hits[i];
	memmove(out, out + SAMPLES - n, n * sizeof(*out));
	return n;
}

static int add_samples(
	struct tg_recorder *r, const struct tg_trace_hit *hits, size_t len, struct fl_items *items)
{
	struct tg_trace_hit at[SAMPLES];
	size_t n = passes(hits, len, at);
	struct tg_samples *out = fl_arena_alloc(r->a, sizeof(*out));
	if (n < 2 || !out)
		return fl_arena_error(r->a, "the samples", r->err);
	out->function = r->place.function;
	out->file = r->function->file;
	out->samples = tg_trace_steps(r, at, n);
	return tg_trace_add(r, items, &tg_samples_shape, out);
}

/* Into its last activation. */
static int enter(struct tg_recorder *r, enum tg_trace_condition condition, int64_t entered)
{
	struct dbg_stop stop;
	int64_t id;
	int rc = dbg_break_clear(r->e, 0, r->err);
	rc = rc ? rc : break_at_entry(r, r->function, entered - 1, &id);
	rc = rc ? rc : tg_trace_start(r, condition);
	rc = rc ? rc : tg_trace_wait(r, &stop);
	if (rc == 0 && stop.reason != DBG_BREAKPOINT)
		rc = fl_error_set(
			r->err, FL_EREFUSED, "nondeterministic trace: another run ends otherwise");
	return rc ? rc : dbg_break_clear(r->e, id, r->err);
}

/* ---- where it no longer ends ---- */

/* Lines of its last activation that come no more, and how often each came. */
struct passed {
	struct tg_trace_line *lines;
	size_t count;
};

static int run_for(struct tg_recorder *r, unsigned wall_ms)
{
	struct dbg_stop stop;
	int rc = tg_trace_resume(r);
	return rc ? rc : stop_within(r, wall_ms, &stop);
}

/* All lines of the function, counted from here on without a stop. */
static int count_lines(struct tg_recorder *r, struct tg_trace_line *lines, size_t *ret_count)
{
	int rc = tg_trace_lines(r);
	size_t n = rc ? 0 : r->line_count;
	rc = rc ? rc : dbg_break_clear(r->e, 0, r->err);
	for (size_t i = 0; rc == 0 && i < n; i++) {
		lines[i] = (struct tg_trace_line){.line = r->lines[i].line};
		rc = tg_trace_break(
			r, r->function->file, lines[i].line, TG_TRACE_NEVER, &lines[i].id);
	}
	*ret_count = n;
	return rc;
}

/* None where it waits: no line comes any more. */
static int find_passed(struct tg_recorder *r, int64_t entered, struct passed *ret_passed)
{
	struct tg_trace_line *lines = fl_arena_array(r->a, TG_TRACE_LINES, sizeof(*lines));
	size_t n = 0, passed = 0;
	bool alive = false;
	int rc = lines ? enter(r, TG_TRACE_PLAIN, entered)
		       : fl_arena_error(r->a, "the lines of a loop", r->err);
	rc = rc ? rc : count_lines(r, lines, &n);
	rc = rc ? rc : run_for(r, WATCH_MS);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = dbg_break_hits(r->e, lines[i].id, &lines[i].hits, r->err);
	rc = rc ? rc : run_for(r, LATER_MS);
	for (size_t i = 0; rc == 0 && i < n; i++) {
		int64_t later = 0;
		rc = dbg_break_hits(r->e, lines[i].id, &later, r->err);
		alive = alive || later > lines[i].hits;
		if (rc == 0 && later > 0 && later == lines[i].hits)
			lines[passed++] = lines[i];
	}
	*ret_passed = (struct passed){lines, rc == 0 && alive ? passed : 0};
	return rc;
}

/* On to the last of those lines; where it was entered if there are none. */
static int pass(struct tg_recorder *r, const struct passed *passed, struct dbg_stop *ret_stop)
{
	int rc = 0;
	int64_t id;
	for (size_t i = 0; rc == 0 && i < passed->count; i++)
		rc = tg_trace_break(r, r->function->file, passed->lines[i].line,
			passed->lines[i].hits - 1, &id);
	for (size_t i = 0; rc == 0 && i < passed->count; i++) {
		rc = tg_trace_resume(r);
		rc = rc ? rc : stop_within(r, STUCK_MS, ret_stop);
		if (rc == 0 && ret_stop->reason != DBG_BREAKPOINT)
			rc = fl_error_set(r->err, FL_EREFUSED,
				"nondeterministic trace: lines come more or less often");
	}
	return rc ? rc : dbg_break_clear(r->e, 0, r->err);
}

static int capture(struct tg_recorder *r, enum tg_trace_condition condition, int64_t entered,
	const struct passed *passed, struct fl_items *ret_items)
{
	struct tg_trace_hit *hits = fl_arena_array(r->a, LINES, sizeof(*hits));
	struct dbg_stop stop;
	size_t len = 0;
	int rc = hits ? enter(r, condition, entered) : fl_arena_error(r->a, "a trace", r->err);
	rc = rc ? rc : pass(r, passed, &stop);
	rc = rc ? rc : tg_trace_lines(r);
	if (rc == 0 && !passed->count)
		stop = (struct dbg_stop){.file = r->function->file, .line = r->lines[0].line};
	rc = rc ? rc : follow(r, stop, hits, &len);
	if (rc)
		return rc;
	size_t skip = len > r->keep ? len - r->keep : 0;
	rc = tg_trace_document(r, hits + skip, len - skip, (int64_t)skip, ret_items);
	return rc ? rc : add_samples(r, hits, len, ret_items);
}

int tg_loop_record(struct tg_recorder *r, struct fl_items *ret_items, struct fl_items *ret_again)
{
	int64_t entered = 0;
	struct passed passed = {0};
	int rc = tg_trace_load(r);
	rc = rc ? rc : find_loop(r, &entered);
	if (rc)
		return rc;
	r->symptom.message = fl_arena_printf(r->a, "%.*s: %.*s does not return",
		FL_ARG(r->symptom.message), FL_ARG(r->place.function));
	rc = find_passed(r, entered, &passed);
	rc = rc ? rc : capture(r, TG_TRACE_PLAIN, entered, &passed, ret_items);
	return rc ? rc : capture(r, TG_TRACE_OTHER, entered, &passed, ret_again);
}
