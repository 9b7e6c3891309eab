#include "platform/make/state.h"

#include <stdlib.h>

enum { CHAIN_MAX = 4, MATCHES_MAX = 128 };

struct match {
	const struct mk_pattern *pattern;
	struct fl_slice dir, stem;
	size_t order;
};

static int by_stem(const void *a, const void *b)
{
	const struct match *x = a, *y = b;
	if (x->stem.len != y->stem.len)
		return x->stem.len < y->stem.len ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* A name whose ending says what is in it; a rule for any file is not for those. */
static bool has_known_suffix(struct fl_slice name)
{
	static const char *const suffixes[] = {".o", ".c", ".cc", ".C", ".cpp", ".h", ".y", ".l",
		".s", ".S", ".a", ".out", ".sh", ".def", ".mod", ".info", ".texi", ".tex", ".dvi"};
	ptrdiff_t dot = fl_slice_rchr(name, '.');
	return dot > 0 && fl_slice_is_one(fl_slice_skip(name, (size_t)dot), suffixes,
				  sizeof(suffixes) / sizeof(suffixes[0]));
}

/* With .SUFFIXES cleared, what make knows holds for those alone that were set again. */
static bool suffixes_hold(const struct mk_maker *m, const struct mk_pattern *p)
{
	struct fl_slice target = fl_slice_skip(p->targets[0], 1);
	struct fl_slice need = p->needs.first ? fl_slice_skip(p->needs.first->name, 1) : target;
	struct mk_words w = plat_mk_words(m->suffixes);
	struct mk_word word;
	bool has_target = !target.len, has_need = false;
	if (!p->built_in || !m->suffixes_cleared)
		return true;
	while (plat_mk_next(&w, &word)) {
		has_target |= fl_slice_eq(word.text, target);
		has_need |= fl_slice_eq(word.text, need);
	}
	return has_target && has_need;
}

static bool fits(const struct mk_maker *m, const struct mk_pattern *p, struct fl_slice pattern,
	struct fl_slice name, struct match *ret)
{
	struct fl_slice base = fl_path_name(name);
	bool whole = fl_slice_chr(pattern, '/') >= 0;
	*ret = (struct match){.pattern = p};
	if (!whole)
		ret->dir = fl_slice_head(name, name.len - base.len);
	if (fl_slice_eqs(pattern, "%") && !p->terminal && has_known_suffix(base))
		return false;
	return plat_mk_match(pattern, whole ? name : base, &ret->stem) && ret->stem.len &&
	       suffixes_hold(m, p);
}

static struct fl_slice need_name(
	struct mk_maker *m, const struct match *x, const struct mk_prerequisite *p)
{
	struct fl_buf b;
	if (fl_slice_chr(p->name, '%') < 0)
		return p->name;
	fl_buf_init(&b, MK_TEXT_MAX);
	fl_buf_slice(&b, x->dir);
	plat_mk_fill(&b, p->name, x->stem);
	struct fl_slice s = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

static bool can_be(struct mk_maker *m, struct fl_slice name)
{
	struct mk_file *f = plat_mk_file(m, name, false);
	if (f && (f->is_target || f->mentioned))
		return true;
	struct fl_slice path = plat_mk_find(m, name);
	f = plat_mk_file(m, path, false);
	return (f && f->is_target) || plat_mk_exists(m, path);
}

static bool chain(struct mk_maker *m, struct fl_slice name, unsigned depth);

static bool needs_hold(struct mk_maker *m, const struct match *x, unsigned depth, bool chained)
{
	for (const struct mk_prerequisite *p = x->pattern->needs.first; p; p = p->next) {
		struct fl_slice name;
		if (p->unknown || p->perhaps)
			continue;
		name = need_name(m, x, p);
		if (!can_be(m, name) && !(chained && chain(m, name, depth)))
			return false;
	}
	return true;
}

static void take(struct mk_maker *m, struct mk_file *f, const struct match *x)
{
	struct mk_prerequisites had = f->needs;
	f->needs = (struct mk_prerequisites){0};
	for (const struct mk_prerequisite *p = x->pattern->needs.first; p; p = p->next) {
		struct mk_word w = {.text = p->unknown ? p->name : need_name(m, x, p),
			.perhaps = p->perhaps,
			.unknown = p->unknown};
		plat_mk_need(m, &f->needs, &w, p->after);
	}
	if (f->needs.last)
		f->needs.last->next = had.first;
	else
		f->needs.first = had.first;
	f->needs.last = had.last ? had.last : f->needs.last;
	f->needs.len += had.len;
	f->recipe = x->pattern->recipe;
	f->unsure |= x->pattern->unsure;
	f->stem = x->dir.len ? fl_arena_printf(
				       &m->work->arena, "%.*s%.*s", FL_ARG(x->dir), FL_ARG(x->stem))
			     : x->stem;
}

static bool search(struct mk_maker *m, struct mk_file *f, unsigned depth, bool in_chain)
{
	struct match matches[MATCHES_MAX];
	size_t n = 0, order = 0;
	for (int list = 0; list < (m->no_builtin_rules ? 1 : 2); list++)
		for (const struct mk_pattern *p = m->patterns[list]; p; p = p->next) {
			plat_mk_spend(m, f->name.len);
			bool found = false;
			for (size_t i = 0; i < p->target_count && n < MATCHES_MAX && !found; i++)
				found = fits(m, p, p->targets[i], f->name, &matches[n]);
			if (!found || (in_chain && fl_slice_eqs(p->targets[0], "%")))
				continue;
			matches[n++].order = order++;
		}
	qsort(matches, n, sizeof(matches[0]), by_stem);
	for (int chained = 0; chained <= (depth < CHAIN_MAX); chained++)
		for (size_t i = 0; i < n; i++)
			if (needs_hold(m, &matches[i], depth, chained)) {
				take(m, f, &matches[i]);
				return true;
			}
	return false;
}

static bool chain(struct mk_maker *m, struct fl_slice name, unsigned depth)
{
	struct mk_file *f = plat_mk_file(m, name, true);
	if (!f || f->search || !plat_mk_spend(m, 256))
		return false;
	if (f->recipe)
		return true;
	f->search = depth + 1;
	bool found = search(m, f, depth + 1, true);
	f->search = 0;
	return found;
}

bool plat_mk_implicit(struct mk_maker *m, struct mk_file *file)
{
	file->search = 1;
	bool found = search(m, file, 1, false);
	file->search = 0;
	return found;
}
