#include "tracegen/trace.h"

#include "base/json.h"
#include "tracegen/trace_priv.h"

enum { STEPS = 8, STEPS_MAX = 64, BUDGET = 2048, WALL_MS = 20000, COMPARE_MAX = 4 << 20 };

/* The hits of a run, the last r->keep of which are recorded. */
struct hits {
	struct tg_trace_hit *at; /* room for r->keep */
	size_t len;
};

static int refuse(struct tg_recorder *r, const char *why)
{
	return fl_error_set(r->err, FL_EREFUSED, "nondeterministic trace: %s", why);
}

static int hits_add(struct tg_recorder *r, struct hits *h, const struct dbg_stop *stop)
{
	struct tg_trace_hit hit;
	int rc = tg_trace_hit(r, stop, &hit);
	if (rc)
		return rc;
	if (h->len == r->keep)
		memmove(h->at, h->at + 1, --h->len * sizeof(*h->at));
	h->at[h->len++] = hit;
	return 0;
}

static int set_ignores(struct tg_recorder *r, size_t keep)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->line_count; i++) {
		int64_t hits = r->lines[i].hits;
		int64_t pass = hits > (int64_t)keep ? hits - (int64_t)keep : 0;
		rc = dbg_break_ignore(r->e, r->lines[i].id, (uint32_t)pass, r->err);
	}
	return rc;
}

/* Stops that are left when the last `keep` hits of each line stop. */
static int64_t count_stops(const struct tg_recorder *r, size_t keep, int64_t *ret_earlier)
{
	int64_t stops = 0, all = 0;
	for (size_t i = 0; i < r->line_count; i++) {
		int64_t hits = r->lines[i].hits;
		all += hits;
		stops += hits < (int64_t)keep ? hits : (int64_t)keep;
	}
	*ret_earlier = all > (int64_t)keep ? all - (int64_t)keep : 0;
	return stops;
}

static bool is_fault(const struct dbg_stop *stop)
{
	return stop->reason == DBG_SIGNAL && stop->alive;
}

/* The first run of a crash: how often is each line reached before it? */
static int count_hits(struct tg_recorder *r, bool *ret_hot)
{
	struct dbg_stop stop;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->line_count; i++)
		rc = dbg_break_ignore(r->e, r->lines[i].id, TG_TRACE_HITS, r->err);
	if (rc == 0)
		rc = tg_trace_start(r, TG_TRACE_PLAIN);
	if (rc == 0)
		rc = tg_trace_wait(r, &stop);
	if (rc)
		return rc;
	*ret_hot = stop.reason == DBG_BREAKPOINT;
	if (*ret_hot)
		return dbg_break_clear(r->e, 0, r->err);
	if (!is_fault(&stop))
		return fl_error_set(
			r->err, FL_EREFUSED, "the program does not fail under the debugger");
	for (size_t i = 0; rc == 0 && i < r->line_count; i++)
		rc = dbg_break_hits(r->e, r->lines[i].id, &r->lines[i].hits, r->err);
	return rc;
}

/* A run to the crash, keeping the last hits on the way. stops: how many there must be. */
static int capture_crash(struct tg_recorder *r, enum tg_trace_condition condition, int64_t stops,
	int64_t earlier, struct fl_items *ret_items)
{
	struct hits h = {.at = fl_arena_array(r->a, r->keep, sizeof(*h.at))};
	struct dbg_stop stop;
	int64_t seen = 0;
	int rc = h.at ? tg_trace_start(r, condition) : fl_arena_error(r->a, "a trace", r->err);
	while (rc == 0) {
		rc = tg_trace_wait(r, &stop);
		if (rc || stop.reason != DBG_BREAKPOINT)
			break;
		if (++seen > stops)
			return refuse(r, "a line is reached more often in another run");
		if (stops - seen < (int64_t)r->keep)
			rc = hits_add(r, &h, &stop);
		if (rc == 0)
			rc = tg_trace_resume(r);
	}
	if (rc)
		return rc;
	if (!is_fault(&stop) || seen != stops)
		return refuse(r, "another run ends in another way");
	return tg_trace_document(r, &stop, h.at, h.len, earlier, ret_items);
}

/* The next hit on one of the lines; or the run has ended or takes too long: no matter how. */
static int next_hit(struct tg_recorder *r, struct dbg_stop *ret_stop, struct tg_trace_hit *ret_hit,
	bool *ret_ended)
{
	int rc = tg_trace_wait(r, ret_stop);
	*ret_ended = rc == FL_ETIMEOUT || (rc == 0 && ret_stop->reason != DBG_BREAKPOINT);
	if (*ret_ended)
		return 0;
	return rc ? rc : tg_trace_hit(r, ret_stop, ret_hit);
}

/* Lines and values of the first hits, for a comparison. */
static int record_hits(struct tg_recorder *r, const char *binary, struct hits *h)
{
	struct dbg_stop stop;
	bool ended = false;
	int rc = tg_trace_load(r, binary);
	if (rc == 0)
		rc = tg_trace_start(r, TG_TRACE_PLAIN);
	while (rc == 0 && h->len < TG_TRACE_STOPS) {
		rc = next_hit(r, &stop, &h->at[h->len], &ended);
		if (rc || ended)
			break;
		if (++h->len < TG_TRACE_STOPS)
			rc = tg_trace_resume(r);
	}
	return rc ? rc : dbg_kill(r->e, r->err);
}

static bool hits_equal(const struct tg_trace_hit *a, const struct tg_trace_hit *b)
{
	const struct dbg_variable *v = a->vars.items, *w = b->vars.items;
	if (a->line != b->line || a->vars.len != b->vars.len)
		return false;
	for (size_t i = 0; i < a->vars.len; i++) {
		if (!fl_slice_eq(v[i].name, w[i].name) || !fl_slice_eq(v[i].value, w[i].value))
			return false;
	}
	return true;
}

/*
 * The hits of the program without the fault, recorded once for all traces of a function: what is
 * recorded depends on nothing else.
 */
static int reference_hits(struct tg_recorder *r, struct hits *ret_hits)
{
	const struct tg_trace_spec *spec = r->spec;
	struct tg_trace_references *known = spec->references;
	struct tg_recorder own = *r;
	struct hits h = {0};
	for (struct tg_trace_reference *f = known ? known->newest : NULL; f; f = f->older) {
		if (f->first == spec->first && fl_slice_eqs(f->file, spec->file)) {
			*ret_hits = (struct hits){f->hits, f->hit_count};
			return 0;
		}
	}
	own.a = known ? &known->arena : r->a;
	h.at = fl_arena_array(own.a, TG_TRACE_STOPS, sizeof(*h.at));
	struct tg_trace_reference *made = fl_arena_alloc(own.a, sizeof(*made));
	struct fl_slice file = fl_arena_slice(own.a, fl_slice_str(spec->file));
	int rc = fl_arena_error(own.a, "a trace", r->err);
	if (rc == 0)
		rc = record_hits(&own, spec->reference, &h);
	if (rc)
		return rc;
	*made = (struct tg_trace_reference){file, spec->first, h.at, h.len, NULL};
	if (known) {
		made->older = known->newest;
		known->newest = made;
	}
	*ret_hits = h;
	return 0;
}

/* The document at the last of the hits, which the program has just stopped at. */
static int document_here(struct tg_recorder *r, const struct dbg_stop *stop, const struct hits *h,
	struct fl_items *ret_items)
{
	size_t earlier = h->len > r->keep ? h->len - r->keep : 0;
	return tg_trace_document(
		r, stop, h->at + earlier, h->len - earlier, (int64_t)earlier, ret_items);
}

/*
 * The hits of the mutant until one differs from the reference's: then that is where the trace
 * stops, and the run is its first capture.
 */
static int find_divergence(
	struct tg_recorder *r, struct hits *mutant, struct fl_items *ret_items, bool *ret_diverged)
{
	struct hits reference = {0};
	struct dbg_stop stop;
	mutant->at = fl_arena_array(r->a, TG_TRACE_STOPS, sizeof(*mutant->at));
	int rc = fl_arena_error(r->a, "a trace", r->err);
	if (rc == 0 && r->spec->reference)
		rc = reference_hits(r, &reference);
	if (rc == 0)
		rc = tg_trace_load(r, r->spec->binary);
	if (rc == 0)
		rc = tg_trace_start(r, TG_TRACE_PLAIN);
	while (rc == 0 && mutant->len < TG_TRACE_STOPS) {
		size_t at = mutant->len;
		bool ended;
		rc = next_hit(r, &stop, &mutant->at[at], &ended);
		if (rc || ended)
			break;
		mutant->len++;
		if (r->spec->reference &&
			(at >= reference.len || !hits_equal(&mutant->at[at], &reference.at[at]))) {
			*ret_diverged = true;
			return document_here(r, &stop, mutant, ret_items);
		}
		if (mutant->len < TG_TRACE_STOPS)
			rc = tg_trace_resume(r);
	}
	if (rc == 0)
		rc = dbg_kill(r->e, r->err);
	if (rc == 0 && mutant->len == 0)
		rc = fl_error_set(r->err, FL_ENOTFOUND, "the function is never reached");
	return rc;
}

/* A run to that hit. */
static int capture_hit(struct tg_recorder *r, enum tg_trace_condition condition, size_t hit,
	struct fl_items *ret_items)
{
	struct hits h = {.at = fl_arena_array(r->a, r->keep, sizeof(*h.at))};
	struct dbg_stop stop;
	int rc = h.at ? tg_trace_start(r, condition) : fl_arena_error(r->a, "a trace", r->err);
	for (size_t seen = 1; rc == 0; seen++) {
		rc = tg_trace_wait(r, &stop);
		if (rc == 0 && stop.reason != DBG_BREAKPOINT)
			return refuse(r, "another run ends in another way");
		if (rc == 0 && hit - seen < r->keep)
			rc = hits_add(r, &h, &stop);
		if (rc || seen == hit)
			break;
		rc = tg_trace_resume(r);
	}
	if (rc)
		return rc;
	size_t earlier = hit > r->keep ? hit - r->keep : 0;
	return tg_trace_document(r, &stop, h.at, h.len, (int64_t)earlier, ret_items);
}

static int compare(struct tg_recorder *r, const struct fl_items *a, const struct fl_items *b)
{
	struct fl_buf x, y;
	fl_buf_init(&x, COMPARE_MAX);
	fl_buf_init(&y, COMPARE_MAX);
	fl_json_items(&x, a);
	fl_json_items(&y, b);
	int rc = fl_buf_error(&x, "a trace", r->err);
	if (rc == 0)
		rc = fl_buf_error(&y, "a trace", r->err);
	if (rc == 0 && !fl_slice_eq(fl_buf_view(&x), fl_buf_view(&y)))
		rc = refuse(r, "a second capture shows something else");
	fl_buf_release(&x);
	fl_buf_release(&y);
	return rc;
}

static int record_crash(struct tg_recorder *r, struct fl_items *ret_items, bool *ret_hot)
{
	struct fl_items again;
	int64_t earlier = 0;
	int rc = tg_trace_load(r, r->spec->binary);
	if (rc == 0)
		rc = count_hits(r, ret_hot);
	int64_t stops = rc == 0 && !*ret_hot ? count_stops(r, r->keep, &earlier) : 0;
	for (int condition = TG_TRACE_PLAIN; rc == 0 && condition <= TG_TRACE_OTHER; condition++) {
		if (!*ret_hot)
			rc = set_ignores(r, r->keep);
		if (rc == 0)
			rc = capture_crash(r, (enum tg_trace_condition)condition, stops, earlier,
				condition == TG_TRACE_PLAIN ? ret_items : &again);
	}
	return rc ? rc : compare(r, ret_items, &again);
}

static int record_divergence(struct tg_recorder *r, struct fl_items *ret_items, bool *ret_diverged)
{
	struct fl_items again;
	struct hits mutant = {0};
	int rc = find_divergence(r, &mutant, ret_items, ret_diverged);
	if (rc == 0 && !*ret_diverged)
		rc = capture_hit(r, TG_TRACE_PLAIN, mutant.len, ret_items);
	if (rc == 0)
		rc = capture_hit(r, TG_TRACE_OTHER, mutant.len, &again);
	return rc ? rc : compare(r, ret_items, &again);
}

int tg_trace_record(struct dbg_engine *e, const struct tg_trace_spec *spec, struct fl_arena *a,
	struct tg_trace *ret_trace, struct fl_error *err)
{
	struct fl_error own; /* so that what is called may rely on having one */
	struct tg_trace trace = {0};
	unsigned steps = spec->steps ? spec->steps : STEPS;
	struct tg_recorder r = {.e = e, .spec = spec, .a = a, .err = err ? err : &own};
	r.keep = (steps < STEPS_MAX ? steps : STEPS_MAX) + 1;
	r.wall_ms = spec->wall_ms ? spec->wall_ms : WALL_MS;
	r.lines = fl_arena_array(a, TG_TRACE_LINES, sizeof(*r.lines));
	int rc = r.lines ? 0 : fl_arena_error(a, "a trace", err);
	if (rc == 0 && spec->diverges)
		rc = record_divergence(&r, &trace.items, &trace.diverged);
	else if (rc == 0)
		rc = record_crash(&r, &trace.items, &trace.hot);
	if (rc == 0)
		rc = fl_items_fit(&trace.items, spec->budget ? spec->budget : BUDGET, a, err);
	int ended = rc == FL_ECLOSED ? rc : dbg_kill(e, rc ? &own : err);
	rc = rc ? rc : ended;
	if (rc == 0)
		*ret_trace = trace;
	return rc;
}
