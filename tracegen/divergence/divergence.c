#include "tracegen/divergence/divergence.h"

#include "debugsession/model.h"
#include "tracegen/divergence/part.h"
#include "tracegen/evidence/value.h"
#include "tracegen/program.h"

enum { FIRST_STATES = 150, RUN_FAULTY = 0, RUN_RIGHT = 1, RUNS = 2, VALUES_MAX = 16 };
enum { VALUE = 60 };

/* One function that the runs are looked at in. */
struct look {
	struct dbg_engine *e;
	const struct tg_divergence_spec *spec;
	struct fl_arena *a;
	struct fl_error *err;
	const struct tg_decl *function[RUNS];
	struct tg_line_map map;
	struct tg_states states[RUNS];
	struct tg_track track[RUNS];
	struct tg_parting parting;
};

static const struct tg_evidence_spec *run_of(const struct look *l, int run)
{
	return run == RUN_RIGHT ? &l->spec->right : &l->spec->faulty;
}

/* ---- the function ---- */

static int64_t distance(int64_t x, int64_t y)
{
	return x < y ? y - x : x - y;
}

/* The faulty program's function of that name, the nearest to where it should be. */
static const struct tg_decl *faulty_function(const struct look *l, const struct tg_decl *right)
{
	const struct tg_evidence_spec *run = &l->spec->faulty;
	const struct tg_decl *found = NULL;
	int64_t at = tg_line_map_at(&l->map, right->line);
	for (size_t i = 0; i < run->decl_count; i++) {
		const struct tg_decl *d = &run->decls[i];
		if (d->function && fl_slice_eq(d->name, right->name) &&
			fl_slice_eq(d->file, right->file) &&
			(!found || distance(d->line, at) < distance(found->line, at)))
			found = d;
	}
	return found;
}

/* The function at a place of the right program, in both; false: there is none. */
static int take_function(
	struct look *l, struct fl_slice file, int64_t line, int64_t last, bool *ret_taken)
{
	const struct tg_evidence_spec *right = &l->spec->right;
	struct fl_slice text = tg_files_text(right->files, file);
	const struct tg_decl *f = NULL;
	for (; !f && line <= last; line++)
		f = tg_trace_function(right, file, line);
	*ret_taken = false;
	if (!f || !text.len)
		return 0;
	int rc = tg_line_map_make(l->spec->site, file, text, l->a, &l->map, l->err);
	if (rc)
		return rc;
	l->function[RUN_RIGHT] = f;
	l->function[RUN_FAULTY] = faulty_function(l, f);
	*ret_taken = l->function[RUN_FAULTY] != NULL;
	return 0;
}

/* ---- the runs ---- */

static int record(struct look *l, const struct tg_states_ask ask[RUNS], struct tg_states *states)
{
	int rc = 0;
	for (int i = 0; rc == 0 && i < RUNS; i++) {
		rc = l->spec->stand(l->spec->ctx, i == RUN_RIGHT, l->err);
		rc = rc ? rc
			: tg_states_record(l->e, run_of(l, i), &ask[i], l->a, &states[i], l->err);
	}
	return rc;
}

static int make_tracks(struct look *l, const struct tg_states *states, struct tg_track *tracks)
{
	int rc = 0;
	for (int i = 0; rc == 0 && i < RUNS; i++) {
		rc = tg_track_make(&states[i], &l->map, i == RUN_RIGHT, l->a, &tracks[i], l->err);
		rc = rc ? rc
			: tg_track_unset(&tracks[i], run_of(l, i), l->function[i], l->a, l->err);
	}
	return rc;
}

static int part_within(struct look *l, size_t most)
{
	struct tg_states_ask ask[RUNS];
	for (int i = 0; i < RUNS; i++)
		ask[i] = (struct tg_states_ask){.function = l->function[i], .most = most};
	int rc = record(l, ask, l->states);
	rc = rc ? rc : make_tracks(l, l->states, l->track);
	if (rc == 0)
		tg_part(&l->track[RUN_FAULTY], &l->track[RUN_RIGHT], &l->parting);
	return rc;
}

static int part(struct look *l)
{
	int rc = part_within(l, FIRST_STATES);
	if (rc == 0 && l->parting.how == TG_PARTS_LATER)
		rc = part_within(l, TG_DIVERGENCE_STATES);
	return rc;
}

/* ---- what is shown ---- */

static const struct tg_state *state_at(const struct tg_track *t, size_t i)
{
	return (const struct tg_state *)t->states.items + i;
}

static const struct dbg_variable *value_of(const struct tg_state *s, struct fl_slice name)
{
	const struct dbg_variable *v = s->vars.items;
	for (size_t i = 0; s && i < s->vars.len; i++)
		if (fl_slice_eq(v[i].name, name))
			return &v[i];
	return NULL;
}

/* What a state has that the one before had not; of the first one all that can be told shortly. */
static struct dbg_step step_of(struct look *l, const struct tg_state *s, const struct tg_state *was)
{
	const struct dbg_variable *v = s->vars.items;
	struct dbg_change *c = fl_arena_array(l->a, VALUES_MAX, sizeof(*c));
	struct dbg_step step = {.line = s->line};
	size_t n = 0;
	for (size_t i = 0; c && i < s->vars.len; i++) {
		const struct dbg_variable *old = was ? value_of(was, v[i].name) : NULL;
		struct tg_value_apart apart = {v[i].name, v[i].value, {0}};
		if ((old && fl_slice_eq(old->value, v[i].value)) ||
			fl_slice_eqs(v[i].value, "<ptr>"))
			continue;
		if (n == VALUES_MAX) {
			step.omitted++;
			continue;
		}
		if (old)
			tg_value_apart(v[i].name, v[i].value, old->value, l->a, &apart);
		else
			apart.value = tg_value_cut(l->a, v[i].value, VALUE);
		c[n++] = (struct dbg_change){apart.name, apart.value};
	}
	step.changed = (struct fl_list){c, n};
	return step;
}

/* What is apart as the names of both sides say it, whose values are those of these states. */
static int side_values(
	struct look *l, const struct tg_state *const at[RUNS], struct tg_diverged *sides)
{
	const struct tg_parting *p = &l->parting;
	struct dbg_change *c[RUNS];
	for (int i = 0; i < RUNS; i++) {
		c[i] = fl_arena_array(l->a, TG_APART, sizeof(*c[i]));
		if (!c[i])
			return fl_arena_error(l->a, "a divergence", l->err);
		sides[i].changed = (struct fl_list){c[i], p->apart_count};
		sides[i].omitted = (int64_t)p->omitted;
	}
	for (size_t i = 0; i < p->apart_count; i++) {
		const struct dbg_variable *f = p->faulty->vars.items, *r = p->right->vars.items;
		const struct dbg_variable *v = value_of(at[RUN_FAULTY], f[p->apart[i].faulty].name);
		const struct dbg_variable *w = value_of(at[RUN_RIGHT], r[p->apart[i].right].name);
		struct tg_value_apart x, y;
		if (!v || !w)
			return fl_error_set(l->err, FL_EREFUSED,
				"nondeterministic divergence: a variable is not there again");
		tg_value_apart(v->name, v->value, w->value, l->a, &x);
		tg_value_apart(w->name, w->value, v->value, l->a, &y);
		c[RUN_FAULTY][i] = (struct dbg_change){x.name, x.value};
		c[RUN_RIGHT][i] = (struct dbg_change){y.name, y.value};
	}
	return 0;
}

/* The sides at the state `at` of the tracks. */
static int make_sides(struct look *l, const struct tg_states states[RUNS],
	const struct tg_track tracks[RUNS], size_t at, struct tg_divergence *d)
{
	static const char *const words[RUNS] = {"faulty", "right"};
	struct tg_diverged *sides = fl_arena_array(l->a, RUNS, sizeof(*sides));
	const struct tg_state *s[RUNS];
	if (!sides)
		return fl_arena_error(l->a, "a divergence", l->err);
	for (int i = 0; i < RUNS; i++) {
		s[i] = at < tracks[i].states.len ? state_at(&tracks[i], at) : NULL;
		bool expected = i == RUN_FAULTY ? l->parting.faulty : l->parting.right;
		if (expected != (s[i] != NULL) || (!s[i] && tracks[i].end != l->track[i].end))
			return fl_error_set(l->err, FL_EREFUSED,
				"nondeterministic divergence: another run ends in another way");
		sides[i] = (struct tg_diverged){.run = fl_slice_str(words[i])};
		bool stopped = tracks[i].end == TG_STATES_STOPPED;
		if (s[i])
			sides[i].line = s[i]->line;
		else if (stopped)
			sides[i].line = tracks[i].end_line;
		if (!s[i])
			sides[i].end = stopped ? states[i].signal : FL_S("left");
	}
	d->sides = (struct fl_list){sides, RUNS};
	return l->parting.apart_count ? side_values(l, s, sides) : 0;
}

/* The document of tracks whose first `common` states are shown. */
static int make_document(struct look *l, const struct tg_states states[RUNS],
	const struct tg_track tracks[RUNS], size_t first, size_t common, struct tg_divergence *ret)
{
	struct tg_divergence d = {.function = l->states[RUN_FAULTY].function,
		.file = l->function[RUN_FAULTY]->file,
		.call = l->parting.entered,
		.omitted = (int64_t)(l->parting.alike - common)};
	struct dbg_step *steps = fl_arena_array(l->a, common + 1, sizeof(*steps));
	if (!steps)
		return fl_arena_error(l->a, "a divergence", l->err);
	if (tracks[RUN_FAULTY].states.len < first + common)
		return fl_error_set(l->err, FL_EREFUSED,
			"nondeterministic divergence: another run has fewer states");
	for (size_t i = 0; i < common; i++)
		steps[i] = step_of(l, state_at(&tracks[RUN_FAULTY], first + i),
			i ? state_at(&tracks[RUN_FAULTY], first + i - 1) : NULL);
	d.states = (struct fl_list){steps, common};
	int rc = make_sides(l, states, tracks, first + common, &d);
	rc = rc ? rc : fl_arena_error(l->a, "a divergence", l->err);
	if (rc == 0)
		*ret = d;
	return rc;
}

/* ---- twice ---- */

/* Where the recording of a run has to begin, and how many stops it takes to the parting. */
static struct tg_states_ask ask_again(const struct look *l, int run, size_t first)
{
	const struct tg_track *t = &l->track[run];
	const struct tg_state *at = run == RUN_RIGHT ? l->parting.right : l->parting.faulty;
	size_t all = l->states[run].list.len;
	size_t begin = first < t->states.len ? state_at(t, first)->nth : all;
	return (struct tg_states_ask){.function = l->function[run],
		.most = at ? at->nth - begin + 1 : all - begin + 1,
		.before = &l->states[run],
		.pass = begin,
		.other = true};
}

/* The same under the other conditions, from the first state on that is shown. */
static int again(struct look *l, size_t first, size_t common, struct tg_divergence *ret)
{
	struct tg_states states[RUNS];
	struct tg_track tracks[RUNS];
	const struct tg_states_ask ask[RUNS] = {
		ask_again(l, RUN_FAULTY, first), ask_again(l, RUN_RIGHT, first)};
	int rc = record(l, ask, states);
	rc = rc ? rc : make_tracks(l, states, tracks);
	return rc ? rc : make_document(l, states, tracks, 0, common, ret);
}

/* The states before the parting that are shown: those of the call that it is in. */
static size_t count_common(const struct look *l)
{
	const struct tg_track *t = &l->track[RUN_FAULTY];
	size_t n = 0;
	while (n < l->parting.alike && n < TG_DIVERGENCE_COMMON) {
		n++;
		if (state_at(t, l->parting.alike - n)->entry)
			break;
	}
	return n;
}

static int show(struct look *l, struct tg_divergence *ret)
{
	size_t alike = l->parting.alike, common = count_common(l);
	struct tg_divergence other;
	int rc = make_document(l, l->states, l->track, alike - common, common, ret);
	rc = rc ? rc : again(l, alike - common, common, &other);
	if (rc == 0 && !fl_object_eq(&tg_divergence_shape, ret, &other))
		rc = fl_error_set(l->err, FL_EREFUSED,
			"nondeterministic divergence: two runs differ in what the debugger shows");
	return rc;
}

/* ---- the function, or who called it ---- */

static int search(struct look *l, struct look *ret_best, enum tg_divergence_found *ret_found)
{
	const struct tg_site *site = l->spec->site;
	bool taken, has = false, late = false;
	int rc = take_function(l, site->file, site->line, site->end_line, &taken);
	*ret_found = TG_DIVERGENCE_OUTSIDE;
	for (int i = 0; rc == 0 && taken && i <= TG_DIVERGENCE_CALLERS; i++) {
		rc = part(l);
		if (rc)
			break;
		late |= l->parting.how == TG_PARTS_LATER;
		if (l->parting.how == TG_PARTED && (!has || !l->parting.before)) {
			*ret_best = *l;
			has = true;
		}
		if (late || (has && !l->parting.before))
			break;
		const struct tg_states *s = &l->states[RUN_RIGHT];
		*ret_found = s->function.len ? TG_DIVERGENCE_ELSEWHERE : *ret_found;
		taken = false;
		if (s->caller_line)
			rc = take_function(
				l, s->caller_file, s->caller_line, s->caller_line, &taken);
	}
	if (has)
		*ret_found = TG_DIVERGENCE_SHOWN;
	else if (late)
		*ret_found = TG_DIVERGENCE_TOO_LATE;
	return rc;
}

int tg_divergence_make(struct dbg_engine *e, const struct tg_divergence_spec *spec,
	struct fl_arena *a, enum tg_divergence_found *ret_found,
	struct tg_divergence *ret_divergence, struct fl_error *err)
{
	struct fl_error own;
	struct tg_divergence made = {0};
	enum tg_divergence_found found;
	struct look l = {.e = e, .spec = spec, .a = a, .err = err ? err : &own}, best;
	int rc = search(&l, &best, &found);
	if (rc == 0 && found == TG_DIVERGENCE_SHOWN)
		rc = show(&best, &made);
	if (rc == 0) {
		*ret_found = found;
		*ret_divergence = made;
	}
	return rc;
}
