/*
 * two-faults: two of the other operators' slips of logic in one function, a few lines apart and
 * about one variable, as one edit. Runs last: it reads what the others have yielded for the unit.
 */
#include <stdlib.h>

#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/uses.h"

enum { LINES_APART = 6, ONE_IN = 6, BYTES_MAX = 2000 };

static int by_place(const void *x, const void *y)
{
	const struct tg_site *a = *(const struct tg_site *const *)x;
	const struct tg_site *b = *(const struct tg_site *const *)y;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	int c = fl_slice_cmp(a->op, b->op);
	return c ? c : fl_slice_cmp(a->replacement, b->replacement);
}

static bool may_join(const struct tg_site *s)
{
	const struct tg_op *op = &tg_ops[tg_op_find(s->op)];
	return op->phase == TG_RUNTIME && op->cls == DIAG_CLASS_LOGIC && op->weight >= TG_RARE &&
	       s->function_line > 0 && s->end - s->start < BYTES_MAX;
}

/* Whether the lines of both are about one variable. */
static bool are_related(const struct tg_unit *u, const struct tg_site *a, const struct tg_site *b)
{
	return tg_share_variable(u, tg_line_begin(u, (size_t)a->start),
		tg_line_end(u, (size_t)a->end), tg_line_begin(u, (size_t)b->start),
		tg_line_end(u, (size_t)b->end));
}

/* Both in one function, apart, of one variable, and not the same slip twice. */
static bool is_pair(const struct tg_unit *u, const struct tg_site *a, const struct tg_site *b)
{
	return a->function_line == b->function_line && a->end < b->start && b->line > a->end_line &&
	       b->line - a->end_line <= LINES_APART && !fl_slice_eq(a->op, b->op) &&
	       are_related(u, a, b);
}

static struct tg_slip slip_of(const struct tg_site *s)
{
	return (struct tg_slip){.op = s->op,
		.file = s->file,
		.start = s->start,
		.end = s->end,
		.original = s->original,
		.replacement = s->replacement,
		.function = s->function};
}

static void join(const struct tg_unit *u, struct tg_sink *sink, const struct tg_site *a,
	const struct tg_site *b)
{
	struct tg_site both = *a;
	const char *text = u->text.ptr;
	both.op = fl_slice_str(sink->op);
	both.variant = (int64_t)b->start;
	both.kind = TG_STATEMENT;
	both.end = b->end;
	both.end_line = b->end_line;
	both.original = fl_slice(text + a->start, (size_t)(b->end - a->start));
	both.replacement = fl_arena_printf(sink->arena, "%.*s%.*s%.*s", FL_ARG(a->replacement),
		(int)(b->start - a->end), text + a->end, FL_ARG(b->replacement));
	struct tg_slip *slips = fl_arena_array(sink->arena, 2, sizeof(*slips));
	struct tg_site *site = slips ? fl_vec_add(&sink->sites) : NULL;
	if (!site)
		return; /* the arena or the sites say so at the end */
	slips[0] = slip_of(a);
	slips[1] = slip_of(b);
	both.slips = (struct fl_list){slips, 2};
	*site = both;
}

void tg_op_two_faults(const struct tg_unit *unit, struct tg_sink *sink)
{
	size_t count = 0, end = sink->sites.len;
	struct tg_site *all = fl_arena_array(sink->arena, end - sink->first + 1, sizeof(*all));
	struct tg_site **sites = fl_arena_array(sink->arena, end - sink->first + 1, sizeof(*sites));
	if (!sites || !all)
		return; /* the arena says so at the end */
	for (size_t i = sink->first; i < end; i++) {
		all[count] = *(const struct tg_site *)fl_vec_at(&sink->sites, i);
		sites[count] = &all[count];
		count += may_join(&all[count]);
	}
	if (count)
		qsort(sites, count, sizeof(*sites), by_place);
	for (size_t i = 0; i < count; i++) {
		uint64_t draw = tg_place_id(sites[i]->op, (size_t)sites[i]->start) >> 20;
		size_t skip = (draw >> 8) % 5, k = i + 1;
		if (draw % ONE_IN)
			continue;
		/* One of the next few, not always the nearest. */
		while (k < count && (!is_pair(unit, sites[i], sites[k]) || skip-- > 0))
			k++;
		if (k < count)
			join(unit, sink, sites[i], sites[k]);
	}
}
