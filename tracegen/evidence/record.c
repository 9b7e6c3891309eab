#include "tracegen/evidence/evidence.h"

#include "base/json.h"
#include "base/literal/literal.h"
#include "tracegen/evidence/priv.h"
#include "tracegen/evidence/value.h"

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

bool tg_trace_is_startup(struct fl_slice function)
{
	return fl_slice_starts(function, "_GLOBAL__sub_I") ||
	       fl_slice_starts(function, "__static_initialization_and_destruction");
}

static int hits_add(struct tg_recorder *r, struct hits *h, const struct dbg_stop *stop)
{
	struct tg_trace_hit hit;
	if (tg_trace_is_startup(stop->function))
		return 0;
	int rc = tg_trace_hit(r, stop, &hit);
	if (rc)
		return rc;
	if (h->len == r->keep)
		memmove(h->at, h->at + 1, --h->len * sizeof(*h->at));
	h->at[h->len++] = hit;
	return 0;
}

int tg_trace_ignore(struct tg_recorder *r, size_t keep)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->line_count; i++) {
		int64_t hits = r->lines[i].hits;
		int64_t pass = hits > (int64_t)keep ? hits - (int64_t)keep : 0;
		rc = dbg_break_ignore(r->e, r->lines[i].id, (uint32_t)pass, r->err);
	}
	return rc;
}

int tg_trace_pass(struct tg_recorder *r)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->line_count; i++)
		rc = dbg_break_ignore(r->e, r->lines[i].id, TG_TRACE_HITS, r->err);
	return rc;
}

int tg_trace_passed(struct tg_recorder *r)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < r->line_count; i++)
		rc = dbg_break_hits(r->e, r->lines[i].id, &r->lines[i].hits, r->err);
	return rc;
}

int64_t tg_trace_stops(const struct tg_recorder *r, size_t keep, int64_t *ret_earlier)
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

/* A run to where the symptom shows, without stops on the way. */
static int run_there(struct tg_recorder *r, struct dbg_stop *ret_stop)
{
	int rc = tg_trace_start(r, TG_TRACE_PLAIN);
	return rc ? rc : tg_trace_wait(r, ret_stop);
}

static int arrived_with(
	struct tg_recorder *r, const struct dbg_stop *stop, struct fl_list *ret_frames)
{
	if (tg_trace_arrived(r, stop))
		return tg_trace_frames(r, ret_frames);
	return fl_error_set(r->err, FL_EREFUSED, "the program does not fail under the debugger");
}

/* Whose steps are of interest: the function of the innermost own frame. */
static int find_function(struct tg_recorder *r)
{
	struct dbg_stop stop;
	struct fl_list frames;
	int rc = run_there(r, &stop);
	rc = rc ? rc : arrived_with(r, &stop, &frames);
	if (rc == FL_ENOTFOUND && r->leaves == TG_LEAVES_BY_EXIT) {
		r->leaves = TG_LEAVES_MAIN; /* exit is called by what called main */
		rc = tg_trace_load(r);
		rc = rc ? rc : run_there(r, &stop);
		rc = rc ? rc : arrived_with(r, &stop, &frames);
	}
	if (rc)
		return rc;
	r->place = *(const struct dbg_frame *)frames.items;
	r->function = tg_trace_function(r->spec, r->place.file, r->place.line);
	rc = r->function && !r->spec->core ? tg_trace_lines(r) : 0;
	return rc ? rc : tg_operands_find(r);
}

/* How often is each line reached before it? And who writes what is watched? */
static int count_hits(struct tg_recorder *r, bool *ret_hot)
{
	struct dbg_stop stop;
	int rc = tg_trace_pass(r);
	rc = rc ? rc : run_there(r, &stop);
	while (rc == 0 && stop.reason == DBG_WATCHPOINT) {
		rc = tg_operands_written(r, &stop);
		rc = rc ? rc : tg_trace_resume(r);
		rc = rc ? rc : tg_trace_wait(r, &stop);
	}
	rc = rc ? rc : tg_operands_unwatch(r);
	if (rc)
		return rc;
	if (tg_trace_arrived(r, &stop))
		return tg_trace_passed(r);
	if (stop.reason != DBG_BREAKPOINT)
		return refuse(r, "another run ends in another way");
	*ret_hot = true;
	for (size_t i = 0; rc == 0 && i < r->line_count; i++)
		rc = dbg_break_clear(r->e, r->lines[i].id, r->err);
	r->line_count = 0;
	return rc;
}

/* A run there, keeping the last hits on the way. stops: how many there must be. */
static int capture(struct tg_recorder *r, enum tg_trace_condition condition, int64_t stops,
	int64_t earlier, struct fl_items *ret_items)
{
	struct hits h = {.at = fl_arena_array(r->a, r->keep, sizeof(*h.at))};
	struct dbg_stop stop;
	int64_t seen = 0;
	int rc = h.at ? tg_trace_ignore(r, r->keep) : fl_arena_error(r->a, "a trace", r->err);
	rc = rc ? rc : tg_trace_start(r, condition);
	while (rc == 0) {
		rc = tg_trace_wait(r, &stop);
		if (rc || stop.reason != DBG_BREAKPOINT || tg_trace_arrived(r, &stop))
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
	if (!tg_trace_arrived(r, &stop) || seen != stops)
		return refuse(r, "another run ends in another way");
	return tg_trace_document(r, h.at, h.len, earlier, ret_items);
}

/* Two captures must come out alike. */
static int compare(struct tg_recorder *r, const struct fl_items *a, const struct fl_items *b)
{
	struct fl_buf x, y;
	fl_buf_init(&x, COMPARE_MAX);
	fl_buf_init(&y, COMPARE_MAX);
	fl_json_items(&x, a);
	fl_json_items(&y, b);
	int rc = fl_buf_error(&x, "a trace", r->err);
	if (rc == 0 && !fl_slice_eq(fl_buf_view(&x), fl_buf_view(&y)))
		rc = refuse(r, "two runs differ in what the debugger shows");
	fl_buf_release(&x);
	fl_buf_release(&y);
	return rc;
}

/* What the clock says: runs of one second, or of a few microseconds, can agree by chance. */
static bool is_time(struct fl_slice type)
{
	static const char *const types[] = {
		"struct timeval", "timeval", "struct timespec", "timespec", "time_t", "clock_t"};
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (fl_slice_eqs(type, types[i]))
			return true;
	return false;
}

/* Of some variables those that another list has alike. */
static struct fl_list alike(
	struct tg_recorder *r, const struct fl_list *vars, const struct fl_list *others)
{
	const struct dbg_variable *v = vars->items, *w = others->items;
	struct dbg_variable *out = fl_arena_array(r->a, vars->len + 1, sizeof(*out));
	size_t n = 0;
	for (size_t i = 0; out && i < vars->len; i++) {
		size_t k = 0;
		while (k < others->len &&
			!(fl_slice_eq(v[i].name, w[k].name) && fl_slice_eq(v[i].value, w[k].value)))
			k++;
		if (k < others->len && !is_time(v[i].type) && !tg_value_is_no_text(v[i].value))
			out[n++] = v[i];
	}
	return (struct fl_list){out, n};
}

static struct fl_list alike_operands(
	struct tg_recorder *r, const struct fl_list *operands, const struct fl_list *others)
{
	const struct tg_operand *v = operands->items, *w = others->items;
	struct tg_operand *out = fl_arena_array(r->a, operands->len + 1, sizeof(*out));
	size_t n = 0;
	for (size_t i = 0; out && i < operands->len; i++)
		for (size_t k = 0; k < others->len; k++)
			if (fl_slice_eq(v[i].expression, w[k].expression) &&
				fl_slice_eq(v[i].value, w[k].value))
				out[n++] = v[i];
	return (struct fl_list){out, n};
}

/* What another run shows in an item's place: the same frame's variables, or what has its shape. */
static const void *counterpart(const struct fl_item *item, const struct fl_items *other)
{
	const struct dbg_frame_vars *v = item->object;
	for (size_t i = 0; i < other->len; i++) {
		const struct dbg_frame_vars *w = other->at[i].object;
		if (other->at[i].shape == item->shape &&
			(item->shape != &dbg_frame_vars_shape || v->depth == w->depth))
			return w;
	}
	return NULL;
}

/*
 * The variables of a frame, without those that another run shows otherwise: these count as left
 * out, for how many there are is chance, too.
 */
static const struct dbg_frame_vars *certain_vars(
	struct tg_recorder *r, const struct dbg_frame_vars *v, const struct dbg_frame_vars *with)
{
	struct dbg_frame_vars *out = fl_arena_alloc(r->a, sizeof(*out));
	if (!out)
		return NULL;
	*out = *v;
	out->locals = alike(r, &v->locals, &with->locals);
	out->omitted += (int64_t)(v->locals.len - out->locals.len);
	return out->locals.len ? out : NULL;
}

static const struct tg_operands *certain_operands(
	struct tg_recorder *r, const struct tg_operands *o, const struct tg_operands *with)
{
	struct tg_operands *out = fl_arena_alloc(r->a, sizeof(*out));
	if (!out)
		return NULL;
	*out = *o;
	out->operands = alike_operands(r, &o->operands, &with->operands);
	out->omitted += (int64_t)(o->operands.len - out->operands.len);
	return out->operands.len ? out : NULL;
}

/*
 * Of a core: what lies in memory that was never set, or was freed, can be chance. What two runs
 * show otherwise is no evidence: without it, and without items of which nothing stays.
 */
static int keep_certain(struct tg_recorder *r, struct fl_items *items, const struct fl_items *other)
{
	size_t n = 0;
	for (size_t i = 0; i < items->len; i++) {
		struct fl_item item = items->at[i];
		const void *with = counterpart(&item, other);
		if (with && item.shape == &dbg_frame_vars_shape)
			item.object = with = certain_vars(r, item.object, with);
		else if (with && item.shape == &tg_operands_shape)
			item.object = with = certain_operands(r, item.object, with);
		if (with)
			items->at[n++] = item;
	}
	items->len = n;
	return fl_arena_error(r->a, "a trace", r->err);
}

/* What three runs agree on, as two can by chance; again is left with the same. */
static int drop_chance(struct tg_recorder *r, struct fl_items *items, struct fl_items *again,
	const struct fl_items *third)
{
	int rc = keep_certain(r, items, again);
	rc = rc ? rc : keep_certain(r, items, third);
	return rc ? rc : keep_certain(r, again, items);
}

static int record_stop(struct tg_recorder *r, struct fl_items *ret_items, bool *ret_hot)
{
	struct fl_items again, third;
	int64_t earlier = 0;
	int rc = tg_trace_load(r);
	rc = rc ? rc : find_function(r);
	if (rc == 0 && (r->line_count || r->watch_count))
		rc = count_hits(r, ret_hot);
	int64_t stops = rc == 0 ? tg_trace_stops(r, r->keep, &earlier) : 0;
	rc = rc ? rc : capture(r, TG_TRACE_PLAIN, stops, earlier, ret_items);
	rc = rc ? rc : capture(r, TG_TRACE_OTHER, stops, earlier, &again);
	if (rc == 0 && r->spec->core) {
		rc = capture(r, TG_TRACE_OTHER, stops, earlier, &third);
		rc = rc ? rc : drop_chance(r, ret_items, &again, &third);
	}
	rc = rc ? rc : compare(r, ret_items, &again);
	return rc || r->spec->core ? rc : tg_call_add(r, ret_items);
}

/* A program that does not end by itself, or not in time. */
static int record_loop(struct tg_recorder *r, struct fl_items *ret_items)
{
	struct fl_items again;
	int rc = tg_loop_record(r, ret_items, &again);
	return rc ? rc : compare(r, ret_items, &again);
}

/*
 * Of a program that ends by itself with nothing wrong in what it wrote, or with nothing written,
 * where it ends is what there is to look at.
 */
static bool leaves(const struct tg_recorder *r)
{
	const struct tg_symptom_in *seen = &r->spec->seen;
	bool silent = r->symptom.line ? seen->actual.len == 0
				      : fl_slice_eqs(r->symptom.kind, "exit-status");
	return seen->ended && silent && !r->spec->core;
}

/* Does the program stop by itself where it goes wrong, or write there, or end, or none of them? */
static bool has_stop(struct tg_recorder *r)
{
	const struct tg_symptom_in *seen = &r->spec->seen;
	const struct san_report *report = seen->report;
	if (leaves(r)) {
		r->leaves = TG_LEAVES_BY_EXIT;
		r->at_output = true;
		return true;
	}
	if (r->symptom.line) {
		size_t at = fl_slice_common_head(seen->actual, seen->expected);
		r->at_output = seen->actual.len > 0;
		r->output_at = at < seen->actual.len ? at : seen->actual.len - 1;
		return r->at_output;
	}
	return report->tool != SAN_TOOL_LSAN && !seen->ended && !tg_symptom_is_limit(report->kind);
}

/* The caller's variables are the first to go where there is no room for all. */
static int fit(struct fl_items *items, size_t budget, struct fl_arena *a, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, COMPARE_MAX);
	fl_literal_write(&text, items, FL_COMPACT, FL_MARK_NONE);
	int rc = fl_buf_error(&text, "a trace", err);
	for (size_t i = 0; rc == 0 && text.len > budget && i < items->len; i++) {
		const struct dbg_frame_vars *v = items->at[i].object;
		if (items->at[i].shape != &dbg_frame_vars_shape || v->depth == 0)
			continue;
		memmove(&items->at[i], &items->at[i + 1], (--items->len - i) * sizeof(*items->at));
		break;
	}
	fl_buf_release(&text);
	return rc ? rc : fl_items_fit(items, budget, a, err);
}

int tg_evidence_make(struct dbg_engine *e, const struct tg_evidence_spec *spec, struct fl_arena *a,
	struct tg_evidence *ret_evidence, struct fl_error *err)
{
	struct fl_error own; /* so that what is called may rely on having one */
	struct tg_evidence made = {0};
	unsigned steps = spec->steps ? spec->steps : STEPS;
	struct tg_recorder r = {.e = e, .spec = spec, .a = a, .err = err ? err : &own};
	r.keep = (steps < STEPS_MAX ? steps : STEPS_MAX) + 1;
	r.wall_ms = spec->wall_ms ? spec->wall_ms : WALL_MS;
	r.lines = fl_arena_array(a, TG_TRACE_LINES, sizeof(*r.lines));
	int rc = r.lines ? 0 : fl_arena_error(a, "a trace", err);
	rc = rc ? rc : tg_symptom_make(&spec->seen, a, &r.symptom, r.err);
	if (rc == 0 && has_stop(&r))
		rc = record_stop(&r, &made.items, &made.hot);
	else if (rc == 0 && tg_symptom_is_endless(r.symptom.kind) && !r.symptom.stacks.len)
		rc = record_loop(&r, &made.items);
	else if (rc == 0)
		rc = tg_trace_symptom(&r, &made.items);
	if (rc == 0 && spec->leaked)
		rc = tg_leak_add(&r, &made.items);
	rc = rc ? rc : fit(&made.items, spec->budget ? spec->budget : BUDGET, a, r.err);
	made.file = r.place.file;
	made.line = r.place.line;
	int ended = rc == FL_ECLOSED ? rc : dbg_kill(e, rc ? &own : err);
	rc = rc ? rc : ended;
	if (rc == 0)
		*ret_evidence = made;
	return rc;
}
