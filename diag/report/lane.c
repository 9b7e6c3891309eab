/* The diagnostics that are under construction at the same time, in the order of their headlines. */
#include "diag/report/parser.h"
#include "base/mix.h"
#include "diag/model/tool.h"
#include "diag/report/build.h"
#include "diag/report/pending.h"
#include "diag/report/snippet.h"
#include <stdlib.h>

static void lane_free(struct diag_lane *lane)
{
	if (!lane)
		return;
	diag_snippet_release(&lane->snippet);
	fl_buf_release(&lane->wrap.text);
	fl_buf_release(&lane->path.file);
	fl_buf_release(&lane->path.text);
	fl_arena_release(&lane->arena);
	fl_vec_release(&lane->notes);
	fl_vec_release(&lane->ranges);
	fl_vec_release(&lane->fixits);
	fl_vec_release(&lane->guesses);
	free(lane);
}

/* Make one more. NULL when memory runs out. */
static struct diag_lane *lane_new(struct diag_parser *p)
{
	struct diag_lane *lane = calloc(1, sizeof(*lane));
	if (!lane)
		return NULL;
	diag_snippet_init(&lane->snippet);
	fl_buf_init(&lane->wrap.text, DIAG_LINE_MAX);
	fl_buf_init(&lane->path.file, DIAG_LINE_MAX);
	fl_buf_init(&lane->path.text, DIAG_LINE_MAX);
	fl_arena_init(&lane->arena, DIAG_TEXT_MAX);
	fl_vec_init(&lane->notes, sizeof(struct diag_note), DIAG_NOTES_MAX);
	fl_vec_init(&lane->ranges, sizeof(struct diag_range), DIAG_RANGES_MAX);
	fl_vec_init(&lane->fixits, sizeof(struct diag_fixit), DIAG_FIXITS_MAX);
	fl_vec_init(&lane->guesses, sizeof(struct diag_fixit), DIAG_FIXITS_MAX);
	p->lanes[p->lanes_made++] = lane;
	return lane;
}

int diag_lanes_init(struct diag_parser *p)
{
	_Static_assert(DIAG_LANES_MAX < 64, "a set of lanes has 64 bits");
	p->lane = lane_new(p);
	return p->lane ? 0 : FL_ENOMEM;
}

void diag_lanes_release(struct diag_parser *p)
{
	for (size_t i = 0; i < p->lanes_made; i++)
		lane_free(p->lanes[i]);
}

static void emit(struct diag_parser *p, const struct diag_diagnostic *d)
{
	p->stats.levels[d->level]++;
	p->stats.classes[d->error_class]++;
	p->stats.notes += d->notes.len;
	if (!p->rc)
		diag_build_fail(p, p->sink.diagnostic(p->sink.ctx, d));
}

static void lane_shut(struct diag_parser *p, size_t i)
{
	p->lanes[i]->open = false;
	p->lanes_open &= ~(UINT64_C(1) << i);
}

/* The oldest goes to the sink; it is then the first spare one. */
static void emit_first(struct diag_parser *p)
{
	struct diag_lane *lane = p->lanes[0];
	diag_build_judge(p, lane);
	emit(p, &lane->d);
	lane->notes.len = lane->ranges.len = lane->fixits.len = lane->guesses.len = 0;
	lane->guesses_lost = 0;
	fl_arena_clear(&lane->arena);
	p->text -= lane->text;
	lane->text = 0;
	lane->unit = lane->here = (struct fl_slice){0};
	p->lane_count--;
	p->lanes_open >>= 1;
	memmove(p->lanes, p->lanes + 1, p->lane_count * sizeof(*p->lanes));
	memmove(p->units, p->units + 1, p->lane_count * sizeof(*p->units));
	p->lanes[p->lane_count] = lane;
}

void diag_lane_close(struct diag_parser *p, struct diag_lane *lane)
{
	diag_snippet_end(p, lane);
	lane->open = false;
	for (size_t i = 0; i < p->lane_count; i++)
		if (p->lanes[i] == lane)
			lane_shut(p, i);
	while (p->lane_count && !p->lanes[0]->open)
		emit_first(p);
}

void diag_lanes_finish(struct diag_parser *p)
{
	while (p->lane_count)
		diag_lane_close(p, p->lanes[0]);
}

void diag_lanes_pass(struct diag_parser *p, const struct diag_diagnostic *d)
{
	diag_lanes_finish(p);
	emit(p, d);
}

/* Close those that have waited for long, and the oldest when there are too many. */
static void make_room(struct diag_parser *p)
{
	int open = __builtin_popcountll(p->lanes_open);
	bool full = p->lane_count > DIAG_LANES_MAX;
	uint64_t bits = p->lanes_open;
	for (; bits && open > 1; bits &= bits - 1) {
		size_t i = (size_t)__builtin_ctzll(bits);
		struct diag_lane *lane = p->lanes[i];
		if (i + 1 >= p->lane_count)
			break;
		bool idle = p->stats.lines - lane->line > DIAG_LANE_IDLE;
		if (!full && !idle && open <= DIAG_LANES_OPEN)
			continue;
		diag_snippet_end(p, lane);
		lane_shut(p, i);
		full = false;
		open--;
	}
	while (p->lane_count > 1 && (!p->lanes[0]->open || p->text > DIAG_LANES_TEXT)) {
		diag_snippet_end(p, p->lanes[0]);
		emit_first(p);
	}
}

/* Most of those that wait for their turn are not. */
static bool is_unfinished(const struct diag_lane *lane)
{
	return lane->open || !lane->judged || lane->snippet.active || lane->snippet.holding ||
	       lane->wrap.indent;
}

static uint32_t tag_of(struct fl_slice unit)
{
	return (uint32_t)fl_mix_text(0, unit);
}

/* What most lanes are of is told without a look at them: they are far apart. */
static bool has_unit(const struct diag_parser *p, size_t lane, struct fl_slice unit, uint32_t tag)
{
	return p->units[lane] == tag && fl_slice_eq(p->lanes[lane]->unit, unit);
}

/* The last of the unit, which has no more to come, nor those before it; NULL: it is new. */
static const struct diag_lane *unit_end(struct diag_parser *p, struct fl_slice unit)
{
	size_t count = p->lane_count;
	const uint32_t tag = tag_of(unit);
	while (count && !has_unit(p, count - 1, unit, tag))
		count--;
	for (size_t i = 0; i < count; i++) {
		struct diag_lane *lane = p->lanes[i];
		if (p->units[i] != tag || !is_unfinished(lane) || !fl_slice_eq(lane->unit, unit))
			continue;
		diag_snippet_end(p, lane);
		diag_build_judge(p, lane);
		lane_shut(p, i);
	}
	return count ? p->lanes[count - 1] : NULL;
}

void diag_lane_begin(struct diag_parser *p, struct fl_slice unit)
{
	struct diag_lane *lane =
		p->lane_count < p->lanes_made ? p->lanes[p->lane_count] : lane_new(p);
	if (!lane) {
		diag_build_fail(p, FL_ENOMEM);
		return;
	}
	if (p->lane->open)
		diag_build_judge(p, p->lane);
	lane->hint = p->tool;
	lane->family = DIAG_FAMILY_UNKNOWN;
	const struct diag_lane *before = unit_end(p, unit);
	if (before) {
		lane->hint = before->d.tool.len && !before->own ? before->d.tool.ptr : p->tool;
		lane->family = before->family;
	}
	p->lane = lane;
	const size_t own = p->lane_count++;
	p->lanes_open |= UINT64_C(1) << own;
	lane->d = (struct diag_diagnostic){0};
	lane->hashed = (struct fl_slice){0}; /* its arena begins anew */
	lane->open = true;
	p->begun++;
	lane->nested_line = 0;
	lane->crash = DIAG_CRASH_NO;
	lane->judged = lane->byte_cols = lane->told = false;
	lane->exact_fixits = lane->exact_ranges = lane->path.active = false;
	p->routed = lane->line = p->stats.lines;
	lane->last_note = lane->last_candidate = -1;
	lane->overloads = -1;
	lane->unit = diag_build_text(p, unit);
	p->units[own] = tag_of(lane->unit);
	make_room(p);
}

void diag_lane_learn(struct diag_parser *p, struct fl_slice file)
{
	struct diag_lane *lane = p->lane;
	if (diag_is_source(lane->unit) || !diag_is_source(file))
		return;
	lane->unit = diag_build_text(p, file);
	const uint32_t tag = tag_of(file);
	for (size_t i = 0; i < p->lane_count; i++) {
		struct diag_lane *before = p->lanes[i];
		if (before == lane)
			p->units[i] = tag_of(lane->unit);
		if (before == lane || !before->open || !has_unit(p, i, file, tag))
			continue;
		diag_snippet_end(p, before);
		lane_shut(p, i);
	}
}
