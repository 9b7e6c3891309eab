/*
 * A program that does not end. Three samples of its stack have some outer frames in common; of
 * those the innermost whose function is not entered again meanwhile is the one that never returns.
 * The document is made in its last activation, a fixed number of lines after it was entered: where
 * the samples fell is chance, that is not.
 */
#include <stdlib.h>

#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/views.h"

enum { SAMPLES = 3, CANDIDATES = 8, LINES = 60 };
enum { CPU_US = 300000, LOOK_MS = 200, SAMPLE_MS = 60, STUCK_MS = 3000 };

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

/* The lines that follow its last entry; fewer than LINES where it waits. */
static int follow(struct tg_recorder *r, struct tg_trace_hit *hits, size_t *ret_len)
{
	struct dbg_stop stop = {.file = r->function->file, .line = r->lines[0].line};
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

static int capture(struct tg_recorder *r, enum tg_trace_condition condition, int64_t entered,
	struct fl_items *ret_items)
{
	struct tg_trace_hit *hits = fl_arena_array(r->a, LINES, sizeof(*hits));
	struct dbg_stop stop;
	size_t len = 0;
	int64_t id;
	int rc = hits ? dbg_break_clear(r->e, 0, r->err) : fl_arena_error(r->a, "a trace", r->err);
	rc = rc ? rc : break_at_entry(r, r->function, entered - 1, &id);
	rc = rc ? rc : tg_trace_start(r, condition);
	rc = rc ? rc : tg_trace_wait(r, &stop);
	if (rc == 0 && stop.reason != DBG_BREAKPOINT)
		rc = fl_error_set(
			r->err, FL_EREFUSED, "nondeterministic trace: another run ends otherwise");
	rc = rc ? rc : dbg_break_clear(r->e, id, r->err);
	rc = rc ? rc : tg_trace_lines(r);
	rc = rc ? rc : follow(r, hits, &len);
	if (rc)
		return rc;
	size_t skip = len > r->keep ? len - r->keep : 0;
	rc = tg_trace_document(r, hits + skip, len - skip, (int64_t)skip, ret_items);
	return rc ? rc : add_samples(r, hits, len, ret_items);
}

int tg_loop_record(struct tg_recorder *r, struct fl_items *ret_items, struct fl_items *ret_again)
{
	int64_t entered = 0;
	int rc = tg_trace_load(r);
	rc = rc ? rc : find_loop(r, &entered);
	if (rc)
		return rc;
	r->symptom.message = fl_arena_printf(r->a, "%.*s: %.*s does not return",
		FL_ARG(r->symptom.message), FL_ARG(r->place.function));
	rc = capture(r, TG_TRACE_PLAIN, entered, ret_items);
	return rc ? rc : capture(r, TG_TRACE_OTHER, entered, ret_again);
}
