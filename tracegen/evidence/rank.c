/* Which variables of a frame tell most. */
#include "tracegen/evidence/priv.h"

const struct tg_trace_hit *tg_hit_before(
	const struct tg_recorder *r, const struct tg_trace_hit *hits, size_t at)
{
	if (hits[at].line == r->lines[0].line)
		return NULL;
	for (size_t i = at; i-- > 0;) {
		if (fl_slice_eq(hits[i].sp, hits[at].sp))
			return &hits[i];
	}
	return NULL;
}

const struct dbg_variable *tg_value_before(const struct tg_trace_hit *before, struct fl_slice name)
{
	const struct dbg_variable *v = before ? before->vars.items : NULL;
	for (size_t i = 0; v && i < before->vars.len; i++)
		if (fl_slice_eq(v[i].name, name))
			return &v[i];
	return NULL;
}

/* Does one of the steps show that name with another value than before, or for the first time? */
static bool is_changed(const struct tg_recorder *r, const struct tg_trace_hit *hits, size_t count,
	struct fl_slice name)
{
	for (size_t i = 1; i < count; i++) {
		const struct tg_trace_hit *before = tg_hit_before(r, hits, i);
		const struct dbg_variable *was = tg_value_before(before, name);
		const struct dbg_variable *is = tg_value_before(&hits[i], name);
		if (before && is && !(was && fl_slice_eq(was->value, is->value)))
			return true;
	}
	return false;
}

/* Does a line that ran last name it? */
static bool is_named_by(
	struct tg_recorder *r, const struct tg_trace_hit *hits, size_t count, struct fl_slice name)
{
	struct fl_slice text = tg_trace_text(r, r->place.file);
	for (size_t i = 0; i < count; i++)
		if (tg_mentions(tg_statement_at(text, hits[i].line), name))
			return true;
	return false;
}

/* The name of what is shown: of "*it" the pointer's. */
static struct fl_slice base_name(struct fl_slice shown)
{
	return fl_slice_skip(shown, fl_slice_starts(shown, "*"));
}

/*
 * How much a variable of the innermost frame tells, the most first: what the line that it stands at
 * names, what changed last, what the lines before name, the rest, what holds nothing.
 */
enum { RANK_NAMED, RANK_CHANGED, RANK_NEAR, RANK_REST, RANK_EMPTY, RANKS };

static int rank_of(struct tg_recorder *r, struct fl_slice statement,
	const struct tg_trace_hit *hits, size_t count, const struct dbg_variable *v)
{
	struct fl_slice name = base_name(v->name);
	if (tg_mentions(statement, name) || fl_slice_eqs(name, "this"))
		return RANK_NAMED;
	if (is_changed(r, hits, count, name) || is_changed(r, hits, count, v->name))
		return RANK_CHANGED;
	if (is_named_by(r, hits, count, name))
		return RANK_NEAR;
	return fl_slice_eqs(v->value, "<uninitialized>") || fl_slice_eqs(v->value, "<ptr>")
		       ? RANK_EMPTY
		       : RANK_REST;
}

int tg_telling_first(struct tg_recorder *r, const struct dbg_frame *f,
	const struct tg_trace_hit *hits, size_t count, struct fl_list *vars)
{
	struct fl_slice statement = tg_statement_at(tg_trace_text(r, f->file), f->line);
	const struct dbg_variable *v = vars->items;
	struct dbg_variable *out = fl_arena_array(r->a, vars->len, sizeof(*out));
	int *rank = fl_arena_array(r->a, vars->len, sizeof(*rank));
	size_t n = 0;
	if (!out || !rank)
		return fl_arena_error(r->a, "a trace", r->err);
	for (size_t i = 0; i < vars->len; i++)
		rank[i] = rank_of(r, statement, hits, count, &v[i]);
	for (int k = 0; k < RANKS; k++)
		for (size_t i = 0; i < vars->len; i++)
			if (rank[i] == k)
				out[n++] = v[i];
	*vars = (struct fl_list){out, n};
	return 0;
}
