#include "datasets/inputs/find.h"

#include <stdlib.h>

#include "base/hash.h"
#include "datasets/inputs/cover.h"
#include "datasets/inputs/grow.h"

const char *const ds_inputs_none_words[DS_INPUTS_NONE_COUNT] = {
#define X(id, word, ...) [DS_INPUTS_##id] = word,
	DS_INPUTS_NONE(X)
#undef X
};

enum {
	FIRST_MAX = 160, /* of the runs: those before any offspring */
	POOL_MAX = 192,
	SPARE = 3, /* times as many candidates as are to be kept: some are refused */
	CUT_RUNS = 20, /* to shorten one that is kept */
	SHORT = 40, /* bytes that need no shortening */
	TIMEOUTS_MAX = 6, /* then the search is over: each costs as much as many runs */
	SCRATCH_MAX = 64 << 20
};

/* One that did well, and something that none before it had done. */
struct entry {
	struct tg_input input;
	struct ds_covered did;
	bool used; /* kept, or unfit to be */
};

struct search {
	const struct ds_inputs_spec *spec;
	struct fl_box *box;
	struct ds_cover cover;
	struct ds_hints hints;
	struct fl_rng rng;
	struct fl_arena *arena; /* of the caller */
	struct fl_arena scratch;
	struct entry *pool; /* POOL_MAX */
	size_t count;
	uint64_t seen[2 * DS_INPUTS_RUNS]; /* hashes of inputs */
	size_t tried, well, timeouts;
	unsigned short reached[DS_COVER_CELLS]; /* a bit for each magnitude that was seen */
	bool compared[DS_COVER_CELLS];
	unsigned short kept[DS_COVER_CELLS]; /* the same by those that are kept */
	bool kept_compared[DS_COVER_CELLS];
	unsigned char times[DS_COVER_CELLS]; /* how many of them reach it */
	size_t given; /* entries of the pool, the first ones, that the program came with */
	size_t natural; /* and those up to which they are of common shapes */
};

static uint64_t hash_input(const struct tg_input *in)
{
	struct fl_slice parts[2 * DS_INPUT_ARGS + 1];
	size_t n = 0;
	parts[n++] = in->input;
	for (size_t i = 0; i < in->args.len && i < DS_INPUT_ARGS; i++) {
		parts[n++] = FL_S("\n");
		parts[n++] = tg_text_at(&in->args, i);
	}
	return fl_hash64_parts(parts, n);
}

/* True when it was not tried before, and notes it. */
static bool is_new(struct search *s, const struct tg_input *in)
{
	uint64_t hash = hash_input(in);
	for (size_t i = 0; i < s->tried; i++)
		if (s->seen[i] == hash)
			return false;
	if (s->tried < sizeof(s->seen) / sizeof(s->seen[0]))
		s->seen[s->tried++] = hash;
	return true;
}

static unsigned bit_of(const struct ds_covered *did, size_t cell)
{
	return did->cells[cell] ? 1u << did->cells[cell] : 0;
}

/* Does it reach, or print, what nothing did before? Notes what it reaches. */
static bool is_news(struct search *s, const struct ds_covered *did)
{
	bool news = false, printed = false;
	for (size_t i = 0; i < DS_COVER_CELLS; i++) {
		unsigned bit = bit_of(did, i);
		news |= (s->reached[i] & bit) != bit || (did->compared[i] && !s->compared[i]);
		s->compared[i] |= did->compared[i];
		s->reached[i] = (unsigned short)(s->reached[i] | bit);
	}
	for (size_t i = 0; i < s->count; i++)
		printed |= s->pool[i].did.output == did->output;
	return news || (!printed && s->count < POOL_MAX / 2);
}

static int try_input(struct search *s, const struct tg_input *in, struct fl_error *err)
{
	struct ds_covered did;
	if (s->count == POOL_MAX || !is_new(s, in))
		return 0;
	int rc = ds_cover_run(&s->cover, in, &s->hints, &did, err);
	if (rc)
		return rc;
	s->timeouts += did.timeout;
	s->well += did.well;
	if (did.well && is_news(s, &did))
		s->pool[s->count++] = (struct entry){.input = *in, .did = did};
	return 0;
}

/* Is there nothing in what it prints that depends on what the program is given? */
static bool all_alike(const struct search *s)
{
	for (size_t i = 1; i < s->count; i++)
		if (s->pool[i].did.output != s->pool[0].did.output)
			return false;
	return true;
}

static void keep(struct search *s, const struct ds_covered *did)
{
	for (size_t i = 0; i < DS_COVER_CELLS; i++) {
		s->kept[i] = (unsigned short)(s->kept[i] | bit_of(did, i));
		s->kept_compared[i] |= did->compared[i];
		s->times[i] = (unsigned char)(s->times[i] + (did->cells[i] > 0));
	}
}

/* What the program came with is kept as it is; offspring may be of it. */
static int try_given(struct search *s, struct fl_error *err)
{
	const struct fl_list *given = &s->spec->program->inputs;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < given->len; i++) {
		const struct tg_input *in = (const struct tg_input *)given->items + i;
		size_t before = s->count;
		if (in->args.len > DS_INPUT_ARGS)
			continue;
		rc = try_input(s, in, err);
		if (rc == 0 && s->count > before) {
			s->pool[before].used = true;
			keep(s, &s->pool[before].did);
		}
	}
	s->given = s->count;
	return rc;
}

/* The first ones, then offspring of those that did something new, of the later rather. */
static int search(struct search *s, struct fl_error *err)
{
	struct fl_list first;
	size_t natural, runs = s->spec->runs ? s->spec->runs : DS_INPUTS_RUNS;
	int rc = try_given(s, err);
	rc = rc ? rc
		: ds_inputs_first(&s->hints, &s->rng, FIRST_MAX, s->arena, &first, &natural, err);
	for (size_t i = 0; rc == 0 && i < first.len && s->timeouts < TIMEOUTS_MAX; i++) {
		rc = try_input(s, (const struct tg_input *)first.items + i, err);
		s->natural = i < natural ? s->count : s->natural;
	}
	if (s->count < 2)
		return rc; /* what it is given does not matter, or nothing does well */
	for (size_t i = 0; rc == 0 && i < 2 * DS_INPUTS_RUNS && s->count && s->tried < runs &&
			   s->timeouts < TIMEOUTS_MAX;
		i++) {
		size_t x = (size_t)fl_rng_below(&s->rng, s->count);
		size_t y = (size_t)fl_rng_below(&s->rng, s->count);
		struct tg_input in = ds_inputs_vary(&s->hints, &s->pool[x > y ? x : y].input,
			&s->pool[x].input, &s->rng, s->arena);
		rc = try_input(s, &in, err);
	}
	return rc ? rc : fl_arena_error(s->arena, "the inputs", err);
}

/* ---- the choice ---- */

static size_t bytes_of(const struct entry *e)
{
	size_t n = e->input.input.len;
	for (size_t i = 0; i < e->input.args.len; i++)
		n += tg_text_at(&e->input.args, i).len + 1;
	return n + e->did.output_len / 4;
}

/* What none of the kept ones does: a new place counts as much as some new comparisons or counts. */
static size_t gain_of(const struct search *s, const struct ds_covered *did)
{
	enum { PLACE = 4 };
	size_t gain = 0;
	for (size_t i = 0; i < DS_COVER_CELLS; i++) {
		gain += did->cells[i] && !s->kept[i] ? PLACE : 0;
		gain += did->compared[i] && !s->kept_compared[i];
		gain += (bit_of(did, i) & ~(unsigned)s->kept[i]) != 0;
	}
	return gain;
}

/*
 * Of one that is to stay hidden: places that only one reaches so far, which may be the one that
 * shows a fault there.
 */
static size_t again_of(const struct search *s, const struct ds_covered *did)
{
	size_t again = 0;
	for (size_t i = 0; i < DS_COVER_CELLS; i++)
		again += did->cells[i] && s->times[i] == 1;
	return again;
}

/* How much it does, new or not. */
static size_t wealth_of(const struct ds_covered *did)
{
	size_t wealth = did->comparisons;
	for (size_t i = 0; i < DS_COVER_CELLS; i++)
		wealth += did->cells[i];
	return wealth;
}

/*
 * The next one to keep: of those that may be shown what does most that none yet does, for its
 * length; of those that stay hidden what does most that only one does; then what does most.
 * Offspring, and heaps of what the program looks for, read less like what a person would type.
 */
static struct entry *best(struct search *s, bool shown)
{
	enum { LENGTH = 400 }; /* bytes that halve the worth */
	struct entry *found = NULL;
	size_t most = 0;
	for (size_t i = 0; i < s->count; i++) {
		struct entry *e = &s->pool[i];
		if (e->used || e->did.output_len == 0)
			continue;
		size_t gain = shown ? gain_of(s, &e->did) : again_of(s, &e->did);
		size_t worth = 1000 * gain + wealth_of(&e->did);
		worth = shown ? 1 + worth * LENGTH / (LENGTH + bytes_of(e)) : worth;
		worth = i < s->natural ? worth : worth * 2 / 3;
		if (worth > most) {
			most = worth;
			found = e;
		}
	}
	return found;
}

/* Does the shorter one still do all that e does, or nearly? It then takes its place. */
static int try_shorter(struct search *s, struct entry *e, const struct tg_input *in, bool *ret_done,
	struct fl_error *err)
{
	struct ds_covered did;
	int rc = ds_cover_run(&s->cover, in, &s->hints, &did, err);
	bool all = rc == 0 && did.well && did.output_len > 0 &&
		   did.comparisons >= e->did.comparisons - e->did.comparisons / 16;
	for (size_t i = 0; all && i < DS_COVER_CELLS; i++)
		all = !e->did.cells[i] || did.cells[i];
	if (all) {
		e->input = *in;
		e->did = did;
	}
	*ret_done = all;
	return rc;
}

static struct fl_slice without_line(struct fl_slice text, size_t line, struct fl_arena *a)
{
	struct fl_slice rest = text, gone;
	for (size_t i = 0; i < line; i++)
		fl_slice_line(&rest, &gone);
	size_t start = text.len - rest.len;
	fl_slice_line(&rest, &gone);
	return fl_arena_printf(a, "%.*s%.*s", FL_ARG(fl_slice_head(text, start)), FL_ARG(rest));
}

/*
 * Without arguments, and without lines from the last on, as long as nothing is lost. A few lines
 * are left as they are: nobody types less.
 */
static int shorten(struct search *s, struct entry *e, struct fl_error *err)
{
	unsigned runs = 0;
	bool done;
	int rc = 0;
	struct tg_input in = e->input;
	in.input = fl_slice(NULL, 0);
	if (e->input.input.len && e->input.args.len) /* it may read nothing then */
		rc = try_shorter(s, e, &in, &done, err);
	for (size_t i = e->input.args.len; rc == 0 && i-- > 0 && runs < CUT_RUNS; runs++) {
		struct fl_slice *args = fl_arena_array(s->arena, e->input.args.len, sizeof(*args));
		in = e->input;
		in.args = (struct fl_list){args, 0};
		for (size_t k = 0; args && k < e->input.args.len; k++)
			if (k != i)
				args[in.args.len++] = tg_text_at(&e->input.args, k);
		rc = try_shorter(s, e, &in, &done, err);
	}
	for (size_t i = fl_slice_lines(e->input.input);
		rc == 0 && i-- > 0 && runs < CUT_RUNS && e->input.input.len > SHORT; runs++) {
		in = e->input;
		in.input = without_line(e->input.input, i, s->arena);
		if (in.input.len)
			rc = try_shorter(s, e, &in, &done, err);
	}
	return rc ? rc : fl_arena_error(s->arena, "the inputs", err);
}

/* What prints the same as another does not tell who knows the answer. */
static void drop_alike(struct search *s, const struct entry *kept)
{
	for (size_t i = 0; i < s->count; i++)
		s->pool[i].used |= s->pool[i].did.output == kept->did.output;
}

/*
 * Candidates in the order of their worth, more than are to be kept. Those that will stay hidden
 * need not be short.
 */
static int choose(struct search *s, struct entry **ret, size_t *ret_count, struct fl_error *err)
{
	size_t n = 0, most = SPARE * s->spec->max, shown = s->spec->max > 3 ? s->spec->max - 2 : 1;
	struct entry *e;
	int rc = 0;
	for (size_t i = 0; i < s->given; i++)
		drop_alike(s, &s->pool[i]);
	while (rc == 0 && n < most && (e = best(s, n < shown))) {
		bool taken = false;
		e->used = true;
		rc = n < shown ? shorten(s, e, err) : 0;
		for (size_t i = 0; i < n; i++)
			taken |= ret[i]->did.output == e->did.output;
		if (rc || taken)
			continue;
		keep(s, &e->did);
		drop_alike(s, e);
		ret[n++] = e;
	}
	*ret_count = n;
	return rc;
}

/* Those of the candidates that the original does well with under sanitizers, twice alike. */
static int confirm(struct search *s, struct entry **candidates, size_t count,
	struct ds_inputs_found *found, struct fl_error *err)
{
	const struct tg_program *p = s->spec->program;
	struct tg_build build;
	struct tg_input *kept = fl_arena_array(s->arena, s->spec->max, sizeof(*kept));
	size_t n = 0;
	int rc = kept ? fl_box_clear(s->box, err) : fl_arena_error(s->arena, "the inputs", err);
	rc = rc ? rc : tg_build_setup(s->box, p, err);
	rc = rc ? rc : tg_build_run(s->box, p, TG_SANITIZED, NULL, &s->scratch, &build, err);
	memset(s->kept, 0, sizeof(s->kept));
	for (size_t i = 0; i < s->given; i++)
		keep(s, &s->pool[i].did);
	for (size_t i = 0; rc == 0 && build.ok && i < count && n < s->spec->max; i++) {
		struct tg_program with = *p;
		struct tg_run run;
		struct fl_slice detail;
		enum tg_refusal refusal;
		with.args = candidates[i]->input.args;
		with.input = candidates[i]->input.input;
		rc = tg_original_run(s->box, &with, TG_SANITIZED, &s->spec->limits, &s->scratch,
			&run, &detail, &refusal, err);
		if (rc || refusal)
			continue;
		kept[n++] = candidates[i]->input;
		keep(s, &candidates[i]->did);
	}
	found->inputs = (struct fl_list){kept, n};
	return rc;
}

static int find(struct search *s, struct ds_inputs_found *found, struct fl_error *err)
{
	struct entry *candidates[SPARE * TG_INPUTS_MAX];
	size_t count = 0;
	int rc = search(s, err);
	found->tried = s->tried;
	found->well = s->well;
	found->none = !s->count ? DS_INPUTS_NONE_WELL : all_alike(s) ? DS_INPUTS_ALL_ALIKE : 0;
	if (rc || found->none)
		return rc;
	rc = choose(s, candidates, &count, err);
	rc = rc ? rc : confirm(s, candidates, count, found, err);
	for (size_t i = 0; i < DS_COVER_CELLS; i++) {
		found->reached += s->reached[i] != 0;
		found->kept_reach += s->kept[i] != 0;
	}
	if (rc == 0 && found->inputs.len == 0)
		found->none = s->given ? DS_INPUTS_ALL_ALIKE : DS_INPUTS_NONE_WELL;
	return rc;
}

int ds_inputs_find(struct fl_box *box, const struct ds_inputs_spec *spec, struct fl_arena *a,
	struct ds_inputs_found *ret_found, struct fl_error *err)
{
	struct ds_inputs_found found = {.none = DS_INPUTS_READS_NOTHING};
	struct search *s = fl_arena_alloc(a, sizeof(*s));
	bool ok = false;
	if (!s)
		return fl_arena_error(a, "the search for inputs", err);
	s->spec = spec;
	s->box = box;
	s->arena = a;
	s->rng = fl_rng_new(spec->seed, FL_S("inputs"), spec->name);
	ds_hints_read(spec->program, a, &s->hints);
	if (!s->hints.reads && !s->hints.takes)
		return *ret_found = found, 0;
	unsigned cpu_ms = spec->limits.cpu_ms ? spec->limits.cpu_ms / 4 : 250;
	fl_arena_init(&s->scratch, SCRATCH_MAX);
	s->pool = calloc(POOL_MAX, sizeof(*s->pool));
	int rc = s->pool ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for inputs");
	found.none = DS_INPUTS_NOT_COVERED;
	rc = rc ? rc : ds_cover_open(box, spec->program, cpu_ms, a, &s->cover, &ok, err);
	if (rc == 0 && ok)
		rc = find(s, &found, err);
	free(s->pool);
	fl_arena_release(&s->scratch);
	if (rc == 0)
		*ret_found = found;
	return rc;
}
