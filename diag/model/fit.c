/* Cutting a document of diagnostics to a byte budget (diag_fit() of diag/model/diagnostic.h). */
#include "base/literal/literal.h"
#include "diag/model/diagnostic.h"

enum { LEAST = 600 }; /* bytes below which a diagnostic is rather left out than cut */

/* Without the fix-its of notes that were cut. */
static int mend(struct fl_item *item, struct fl_arena *a)
{
	const struct diag_diagnostic *d = item->object;
	const struct diag_fixit *from = d->fixits.items;
	size_t keep = 0;
	for (size_t i = 0; i < d->fixits.len; i++)
		keep += from[i].note < (int64_t)d->notes.len;
	if (keep == d->fixits.len)
		return 0;
	struct diag_diagnostic *c = fl_arena_alloc(a, sizeof(*c));
	struct diag_fixit *to = keep ? fl_arena_array(a, keep, sizeof(*to)) : NULL;
	if (!c || (keep && !to))
		return a->failed;
	*c = *d;
	c->omitted += (int64_t)(d->fixits.len - keep);
	c->fixits = (struct fl_list){.items = to, .len = 0};
	for (size_t i = 0; i < d->fixits.len; i++)
		if (from[i].note < (int64_t)d->notes.len)
			to[c->fixits.len++] = from[i];
	item->object = c;
	return 0;
}

struct fitting {
	struct fl_items *items;
	size_t *sizes; /* of each, as compact literals, without what the document has once */
	size_t head; /* that */
	bool *keep;
	size_t least; /* what one may be cut to */
	struct fl_arena *a;
};

static size_t size_of(const struct fl_items *items, struct fl_buf *scratch)
{
	fl_buf_clear(scratch);
	fl_literal_write(scratch, items, FL_COMPACT, FL_MARK_NONE);
	return scratch->failed ? SIZE_MAX / 2 : scratch->len;
}

static int level_at(const struct fitting *f, size_t i)
{
	const struct diag_diagnostic *d = f->items->at[i].object;
	return f->items->at[i].shape == &diag_diagnostic_shape ? d->level : DIAG_FATAL;
}

/* Later errors follow from the first one: it and the first of all stay whatever happens. */
static size_t root_find(const struct fitting *f)
{
	size_t root = 0;
	for (size_t i = 0; i < f->items->len; i++)
		if (level_at(f, i) < level_at(f, root) && level_at(f, root) > DIAG_ERROR)
			root = i;
	return root;
}

static size_t least_of(const struct fitting *f, size_t i)
{
	return f->sizes[i] < f->least ? f->sizes[i] : f->least;
}

/* Choose what stays when each is cut to its least: the first, the root, then the worst in order. */
static void choose(struct fitting *f, size_t budget)
{
	size_t root = root_find(f), taken = 0;
	f->keep[0] = f->keep[root] = true;
	taken = least_of(f, 0) + (root ? least_of(f, root) : 0);
	for (int level = 0; level < DIAG_LEVEL_COUNT; level++)
		for (size_t i = 0; i < f->items->len; i++) {
			size_t least = least_of(f, i);
			if (f->keep[i] || level_at(f, i) != level || taken + least > budget)
				continue;
			f->keep[i] = true;
			taken += least;
		}
}

/* Leave out the others; each that stays counts in `skipped` those behind it. */
static int leave_out(struct fitting *f)
{
	struct fl_items *items = f->items;
	struct diag_diagnostic *last = NULL;
	size_t len = 0;
	for (size_t i = 0; i < items->len; i++) {
		const struct diag_diagnostic *d = items->at[i].object;
		if (!f->keep[i] && last) {
			last->skipped += 1 + d->skipped;
			continue;
		}
		if (items->at[i].shape == &diag_diagnostic_shape) {
			last = fl_arena_alloc(f->a, sizeof(*last));
			if (!last)
				return f->a->failed;
			*last = *d;
			items->at[i].object = last;
		}
		f->sizes[len] = f->sizes[i];
		items->at[len++] = items->at[i];
	}
	items->len = len;
	return 0;
}

/* Each loses in proportion to what it has beyond the least. */
static void cut_each(struct fitting *f, size_t budget)
{
	size_t least = 0, more = 0;
	for (size_t i = 0; i < f->items->len; i++) {
		least += least_of(f, i);
		more += f->sizes[i] - least_of(f, i);
	}
	double share = more && budget > least ? (double)(budget - least) / (double)more : 0;
	for (size_t i = 0; i < f->items->len && share < 1; i++) {
		struct fl_items one = {.at = &f->items->at[i], .len = 1};
		size_t beyond = f->sizes[i] - least_of(f, i);
		/* What cannot be cut so far leaves it to the last pass, over all. */
		fl_items_fit(
			&one, f->sizes[i] - beyond + (size_t)((double)beyond * share), f->a, NULL);
	}
}

/* Does it fit? Else the sizes of the parts: what documents of one have in common counts once. */
static int measure(struct fitting *f, size_t budget, bool *ret_fits)
{
	struct fl_buf scratch;
	size_t sum = 0, len = f->items->len;
	fl_buf_init(&scratch, FL_TEXT_MAX);
	size_t whole = size_of(f->items, &scratch);
	*ret_fits = whole <= budget;
	f->sizes = fl_arena_array(f->a, len + 1, sizeof(*f->sizes));
	f->keep = fl_arena_array(f->a, len + 1, sizeof(*f->keep));
	for (size_t i = 0; f->keep && i < len && !*ret_fits; i++) {
		struct fl_items one = {.at = &f->items->at[i], .len = 1};
		f->sizes[i] = size_of(&one, &scratch);
		sum += f->sizes[i];
	}
	f->head = sum > whole && len > 1 ? (sum - whole) / (len - 1) : 0;
	for (size_t i = 0; f->keep && i < len && !*ret_fits; i++)
		f->sizes[i] -= f->head < f->sizes[i] ? f->head : f->sizes[i];
	fl_buf_release(&scratch);
	return f->a->failed;
}

int diag_fit(struct fl_items *items, size_t budget, struct fl_arena *a, struct fl_error *err)
{
	struct fitting f = {.items = items, .least = LEAST, .a = a};
	bool fits = !items->len;
	int rc = 0;
	/* First by what could be cut, then by what could not. */
	for (int round = 0; round < 2 && items->len > 1 && !fits && !rc; round++) {
		rc = measure(&f, budget, &fits);
		if (rc || fits)
			break;
		size_t room = budget > f.head ? budget - f.head : 0;
		choose(&f, room);
		rc = leave_out(&f);
		if (!rc)
			cut_each(&f, room);
		f.least = SIZE_MAX;
	}
	if (rc)
		return fl_arena_error(a, "the diagnostics", err);
	rc = fl_items_fit(items, budget, a, err);
	for (size_t i = 0; i < items->len && !rc; i++)
		if (items->at[i].shape == &diag_diagnostic_shape && mend(&items->at[i], a))
			rc = fl_arena_error(a, "the diagnostics", err);
	return rc;
}
