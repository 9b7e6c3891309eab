#include "tracegen/divergence/part.h"

#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/value.h"
#include "tracegen/program.h"

enum { SHOWN = 60, LEAD = 20, DEPTH = 4 };

/* ---- tracks ---- */

int tg_track_make(const struct tg_states *states, const struct tg_line_map *map, bool right,
	struct fl_arena *a, struct tg_track *ret_track, struct fl_error *err)
{
	const struct tg_state *from = states->list.items;
	struct tg_state *to = fl_arena_array(a, states->list.len + 1, sizeof(*to));
	const struct tg_state *entry = NULL; /* of a call that has no line to show yet */
	size_t n = 0;
	if (!to)
		return fl_arena_error(a, "the states of a run", err);
	for (size_t i = 0; i < states->list.len; i++) {
		int64_t line = from[i].line;
		entry = from[i].entry && !from[i].startup ? &from[i] : entry;
		if (right)
			line = tg_line_map_at(map, line);
		else if (!tg_line_map_has(map, line))
			line = 0;
		if (!line || from[i].startup)
			continue;
		to[n] = from[i];
		to[n].line = line;
		to[n++].entry = entry && fl_slice_eq(entry->sp, from[i].sp);
		entry = NULL;
	}
	*ret_track = (struct tg_track){.states = {to, n},
		.end = states->end,
		.end_line = right ? tg_line_map_at(map, states->end_line) : states->end_line};
	return 0;
}

/* Is the name followed by ';' or ',', indexes between them, where it stands for the first time? */
static bool is_bare(struct fl_slice statement, struct fl_slice name)
{
	for (size_t at = 0; at + name.len <= statement.len; at++) {
		struct fl_slice rest = fl_slice_skip(statement, at);
		if (!fl_slice_starts_with(rest, name) || (at && fl_is_word(statement.ptr[at - 1])))
			continue;
		rest = fl_slice_skip(rest, name.len);
		if (rest.len && fl_is_word(rest.ptr[0]))
			continue;
		rest = fl_slice_trim(rest);
		while (fl_slice_starts(rest, "[")) {
			ptrdiff_t end = fl_slice_chr(rest, ']');
			rest = fl_slice_trim(
				fl_slice_skip(rest, end < 0 ? rest.len : (size_t)end + 1));
		}
		return !rest.len || rest.ptr[0] == ';' || rest.ptr[0] == ',';
	}
	return false;
}

int tg_track_unset(struct tg_track *track, const struct tg_evidence_spec *run,
	const struct tg_decl *function, struct fl_arena *a, struct fl_error *err)
{
	struct fl_slice text = tg_files_text(run->files, function->file);
	struct fl_slice *names = fl_arena_array(a, run->decl_count + 1, sizeof(*names));
	size_t n = 0;
	for (size_t i = 0; names && i < run->decl_count; i++) {
		const struct tg_decl *d = &run->decls[i];
		struct fl_slice statement = tg_statement_at(text, d->line);
		if (!d->function && d->line >= function->line && d->line <= function->scope_end &&
			fl_slice_eq(d->file, function->file) && is_bare(statement, d->name))
			names[n++] = d->name;
	}
	track->unset = (struct fl_list){names, n};
	return fl_arena_error(a, "the locals of a function", err);
}

/* ---- states ---- */

/* "*t" of a pointer that is shown as what it points to. */
static struct fl_slice bare_name(struct fl_slice name)
{
	return fl_slice_skip(name, fl_slice_starts(name, "*"));
}

static const struct dbg_variable *var_of(const struct tg_state *s, struct fl_slice name)
{
	const struct dbg_variable *v = s->vars.items;
	for (size_t i = 0; i < s->vars.len; i++)
		if (fl_slice_eq(bare_name(v[i].name), bare_name(name)))
			return &v[i];
	return NULL;
}

static bool is_unset(const struct tg_track *t, struct fl_slice name)
{
	const struct fl_slice *names = t->unset.items;
	for (size_t i = 0; i < t->unset.len; i++)
		if (fl_slice_eq(names[i], bare_name(name)))
			return true;
	return false;
}

/* The variable as it was first seen in the call that the state is of. */
static const struct dbg_variable *first_seen(
	const struct tg_track *t, size_t at, struct fl_slice name)
{
	const struct tg_state *s = t->states.items;
	const struct dbg_variable *found = NULL;
	for (size_t i = at + 1; i-- > 0;) {
		if (!fl_slice_eq(s[i].sp, s[at].sp))
			continue;
		const struct dbg_variable *v = var_of(&s[i], name);
		found = v ? v : found;
		if (s[i].entry)
			break;
	}
	return found;
}

/* Has it what it was first seen with, which nobody has given it? */
static bool is_chance(const struct tg_track *t, size_t at, const struct dbg_variable *v)
{
	const struct dbg_variable *first = first_seen(t, at, v->name);
	return is_unset(t, v->name) && first && fl_slice_eq(first->value, v->value);
}

static bool is_uninitialized(struct fl_slice value)
{
	return fl_slice_eqs(value, "<uninitialized>");
}

/* Does anything differ but what the right run has never written, which is chance? */
static bool differs(struct fl_slice value, struct fl_slice right, int depth)
{
	struct fl_slice x = value, y = right, name, part, other_name, other;
	bool parts = false;
	if (fl_slice_eq(value, right) || is_uninitialized(right))
		return false;
	while (depth && tg_value_member(&x, &name, &part) &&
		tg_value_member(&y, &other_name, &other) && fl_slice_eq(name, other_name)) {
		parts = true;
		if (differs(part, other, depth - 1))
			return true;
	}
	return !parts || x.len != y.len;
}

static bool are_apart(const struct tg_track *faulty, const struct tg_track *right, size_t at,
	const struct dbg_variable *v, const struct dbg_variable *w)
{
	if (fl_slice_eq(v->name, w->name) && !differs(v->value, w->value, DEPTH))
		return false;
	if (is_chance(faulty, at, v) && is_chance(right, at, w))
		return false;
	/* Of an array that began with chance, parts may be that still. */
	if (!(v->compound && is_unset(faulty, v->name) && is_unset(right, w->name)))
		return true;
	const struct dbg_variable *first = first_seen(faulty, at, v->name);
	const struct dbg_variable *other = first_seen(right, at, w->name);
	return first && other && fl_slice_eq(first->value, other->value);
}

static void compare_vars(const struct tg_track *faulty, const struct tg_track *right, size_t at,
	struct tg_parting *p)
{
	const struct tg_state *f = (const struct tg_state *)faulty->states.items + at;
	const struct tg_state *g = (const struct tg_state *)right->states.items + at;
	const struct dbg_variable *v = f->vars.items, *first = g->vars.items;
	for (size_t i = 0; i < f->vars.len; i++) {
		const struct dbg_variable *w = var_of(g, v[i].name);
		if (!w || !are_apart(faulty, right, at, &v[i], w))
			continue;
		if (p->apart_count < TG_APART)
			p->apart[p->apart_count++] = (struct tg_apart){i, (size_t)(w - first)};
		else
			p->omitted++;
	}
}

/* One has come to its end, the other goes on (next), or both have (next is NULL). */
static enum tg_parting_how compare_ends(const struct tg_track *faulty, const struct tg_track *right,
	const struct tg_track *ended, const struct tg_state *next)
{
	if (!next)
		return faulty->end == TG_STATES_MORE || right->end == TG_STATES_MORE
			       ? TG_PARTS_LATER
		       : (faulty->end == TG_STATES_STOPPED) != (right->end == TG_STATES_STOPPED)
			       ? TG_PARTED
			       : TG_NEVER_PARTED;
	if (ended->end == TG_STATES_MORE)
		return TG_PARTS_LATER;
	return ended->end == TG_STATES_STOPPED || !next->entry ? TG_PARTED : TG_NEVER_PARTED;
}

static void part_at_end(const struct tg_track *faulty, const struct tg_track *right, size_t at,
	struct tg_parting *p)
{
	if (at < faulty->states.len)
		p->faulty = (const struct tg_state *)faulty->states.items + at;
	if (at < right->states.len)
		p->right = (const struct tg_state *)right->states.items + at;
	p->how = compare_ends(
		faulty, right, p->faulty ? right : faulty, p->faulty ? p->faulty : p->right);
}

void tg_part(
	const struct tg_track *faulty, const struct tg_track *right, struct tg_parting *ret_parting)
{
	const struct tg_state *f = faulty->states.items, *g = right->states.items;
	struct tg_parting p = {.how = TG_NEVER_PARTED};
	size_t n = faulty->states.len < right->states.len ? faulty->states.len : right->states.len;
	for (; p.alike < n; p.alike++) {
		size_t at = p.alike;
		p.entered += f[at].entry;
		compare_vars(faulty, right, at, &p);
		if (f[at].line == g[at].line && !p.apart_count)
			continue;
		p.how = TG_PARTED;
		p.faulty = &f[at];
		p.right = &g[at];
		p.before = f[at].line == g[at].line && f[at].entry && g[at].entry;
		break;
	}
	if (p.how != TG_PARTED)
		part_at_end(faulty, right, n, &p);
	*ret_parting = p;
}

/* ---- values ---- */

/* What stands around the place `at` of a value. */
static struct fl_slice around(struct fl_slice value, size_t at, struct fl_arena *a)
{
	size_t from = at > LEAD ? at - LEAD : 0;
	ptrdiff_t comma = from ? fl_slice_find(fl_slice_skip(value, from), ", ") : -1;
	if (value.len <= SHOWN)
		return value;
	if (comma >= 0 && from + (size_t)comma + 2 <= at)
		from += (size_t)comma + 2;
	struct fl_slice part = fl_slice_skip(value, from);
	return fl_arena_printf(
		a, "%s%.*s", from ? "..." : "", FL_ARG(tg_value_cut(a, part, SHOWN)));
}

static struct fl_slice member_name(struct fl_slice whole, struct fl_slice part, struct fl_arena *a)
{
	bool points = fl_slice_starts(whole, "*");
	return fl_arena_printf(
		a, "%.*s%s%.*s", FL_ARG(bare_name(whole)), points ? "->" : ".", FL_ARG(part));
}

/* The first member that differs, one that both have written first; false: none is told apart. */
static bool step_in(struct tg_value_apart *v, struct fl_arena *a)
{
	struct fl_slice x = v->value, y = v->other, name, value, other_name, other;
	struct tg_value_apart found = {0};
	bool any = false, written = false;
	while (!written && tg_value_member(&x, &name, &value) &&
		tg_value_member(&y, &other_name, &other) && fl_slice_eq(name, other_name)) {
		if (fl_slice_eq(value, other))
			continue;
		written = !is_uninitialized(value) && !is_uninitialized(other);
		if (!any || written)
			found = (struct tg_value_apart){
				member_name(v->name, name, a), value, other};
		any = true;
	}
	if (any)
		*v = found;
	return any;
}

void tg_value_apart(struct fl_slice name, struct fl_slice value, struct fl_slice other,
	struct fl_arena *a, struct tg_value_apart *ret)
{
	struct tg_value_apart v = {name, value, other};
	for (int i = 0; i < DEPTH && step_in(&v, a); i++)
		;
	size_t at = fl_slice_common_head(v.value, v.other);
	*ret = (struct tg_value_apart){v.name, around(v.value, at, a), around(v.other, at, a)};
}
