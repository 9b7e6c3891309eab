#include "datasets/record/among.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "datasets/record/chunks.h"
#include "tracegen/program.h"

/* Bytes of a stretch and of declarations; others per place, bytes of them, how unlike in size. */
enum { STRETCH = 2048, DECLARED = 600, OTHERS = 7, OTHER_BYTES = 8 << 10, UNLIKE = 3 };

struct unit {
	size_t file;
	int64_t from, to;
	size_t bytes;
	bool function;
	uint64_t turn;
};

struct among {
	const struct ds_pick_spec *spec;
	struct ds_shown *shown;
	struct fl_vec units;
	size_t left, others;
};

static uint64_t key_of(const struct among *g, size_t file, int64_t line)
{
	uint64_t at[2] = {file, (uint64_t)line};
	struct fl_slice parts[] = {g->spec->key, fl_slice((const char *)at, sizeof(at))};
	return fl_hash64_parts(parts, 2);
}

static void add_unit(struct among *g, size_t file, int64_t from, int64_t to, bool function)
{
	const size_t *starts = g->shown[file].starts;
	struct unit *u = from <= to ? fl_vec_add(&g->units) : NULL;
	if (u)
		*u = (struct unit){.file = file,
			.from = from,
			.to = to,
			.bytes = starts[to] - starts[from - 1],
			.function = function,
			.turn = key_of(g, file, from)};
}

static void add_stretches(struct among *g, size_t file, int64_t from, int64_t to)
{
	const size_t *starts = g->shown[file].starts;
	int64_t count = (int64_t)((starts[to] - starts[from - 1]) / STRETCH) + 1;
	int64_t each = (to - from) / count + 1;
	int64_t end = count > 1 ? from + (int64_t)(key_of(g, file, -from) % (uint64_t)each) : to;
	for (; from <= to; from = end + 1, end += each)
		add_unit(g, file, from, end < to ? end : to, true);
}

static void add_file(struct among *g, size_t file, const struct fl_list *chunks, int64_t licence)
{
	const struct ds_chunk *c = chunks->items;
	const size_t *starts = g->shown[file].starts;
	int64_t from = licence + 1; /* of declarations that are in no unit yet */
	for (size_t i = 0; i < chunks->len; i++) {
		if (c[i].to < from)
			continue;
		bool function = c[i].function.len > 0;
		if (function && from < c[i].from)
			add_unit(g, file, from, c[i].from - 1, false);
		if (function || c[i].bytes > STRETCH)
			add_stretches(
				g, file, function && from < c[i].from ? c[i].from : from, c[i].to);
		else if (starts[c[i].to] - starts[from - 1] >= DECLARED || i + 1 == chunks->len)
			add_unit(g, file, from, c[i].to, false);
		else
			continue;
		from = c[i].to + 1;
	}
}

static int by_turn(const void *x, const void *y)
{
	const struct unit *a = x, *b = y;
	int order = (a->turn > b->turn) - (a->turn < b->turn);
	order = order ? order : (a->file > b->file) - (a->file < b->file);
	return order ? order : (a->from > b->from) - (a->from < b->from);
}

static int find_units(struct among *g, struct fl_arena *a, struct fl_error *err)
{
	for (size_t i = 0; i < g->spec->count; i++) {
		size_t file = g->spec->order[i];
		const struct tg_file *f = (const struct tg_file *)g->spec->files->items + file;
		struct fl_list chunks = {0};
		int rc = ds_chunks(f->content, a, &chunks, err);
		if (rc)
			return rc;
		add_file(g, file, &chunks, ds_licence_lines(f->content));
	}
	if (g->units.failed)
		return fl_error_set(err, (enum fl_code)g->units.failed, "the prompt");
	if (g->units.len)
		qsort(g->units.data, g->units.len, sizeof(struct unit), by_turn);
	return 0;
}

static bool show_unit(struct among *g, const struct unit *u, size_t most)
{
	size_t bytes = ds_shown_add(&g->shown[u->file], u->from, u->to, false);
	if (bytes > most || bytes > g->left)
		return false;
	g->left -= ds_shown_add(&g->shown[u->file], u->from, u->to, true);
	return true;
}

static bool is_like(const struct unit *u, const struct unit *other)
{
	return u->function == other->function && u->bytes <= UNLIKE * other->bytes &&
	       other->bytes <= UNLIKE * u->bytes;
}

/* In the order of their turns, what is not shown at all so far. */
static void show_others(struct among *g, const struct unit *like)
{
	const struct unit *u = (const struct unit *)g->units.data;
	for (size_t i = 0, n = 0; i < g->units.len && n < OTHERS; i++) {
		size_t bytes = ds_shown_add(&g->shown[u[i].file], u[i].from, u[i].to, false);
		size_t before = g->left;
		if (bytes < u[i].bytes || !is_like(like, &u[i]) || !show_unit(g, &u[i], g->others))
			continue;
		g->others -= before - g->left;
		n++;
	}
}

/* The unit of a place that is not shown; NULL: it is. */
static const struct unit *unit_of(const struct among *g, const struct ds_place *at)
{
	const struct unit *u = (const struct unit *)g->units.data;
	for (size_t i = 0; i < g->units.len && !ds_shown_has(&g->shown[at->file], at->line); i++)
		if (u[i].file == at->file && u[i].from <= at->line && at->line <= u[i].to)
			return &u[i];
	return NULL;
}

/* First what must be seen, so that the others only take what that leaves. */
static void show_all(struct among *g, const struct unit **wanted)
{
	size_t n = 0;
	for (size_t i = 0; i < g->spec->must_count; i++) {
		const struct unit *u = unit_of(g, &g->spec->must[i]);
		if (u && show_unit(g, u, g->left))
			wanted[n++] = u;
	}
	for (size_t i = 0; i < n; i++) {
		g->others = OTHER_BYTES / n;
		show_others(g, wanted[i]);
	}
}

int ds_among(const struct ds_pick_spec *spec, size_t left, struct fl_arena *a,
	struct ds_shown *shown, struct fl_error *err)
{
	struct among g = {.spec = spec, .shown = shown, .left = left};
	const struct unit **wanted = fl_arena_array(a, spec->must_count + 1, sizeof(*wanted));
	if (!wanted)
		return fl_arena_error(a, "the prompt", err);
	fl_vec_init(&g.units, sizeof(struct unit), 1 << 20);
	int rc = find_units(&g, a, err);
	if (rc == 0)
		show_all(&g, wanted);
	fl_vec_release(&g.units);
	return rc ? rc : fl_arena_error(a, "the prompt", err);
}
