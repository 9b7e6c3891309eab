#include "platform/make/state.h"

enum { TARGETS_MAX = 4096 };

/* Index of the colon that divides targets from what they need; -1: there is none. */
static ptrdiff_t colon_of(struct fl_slice s)
{
	for (size_t i = 0; i < s.len;) {
		if (s.ptr[i] == ':')
			return (ptrdiff_t)i;
		i = s.ptr[i] == '$' ? plat_mk_reference(s, i) : i + 1;
	}
	return -1;
}

/* "needs; recipe": cut at the first ';' that is in no reference. */
static struct fl_slice cut_recipe(struct fl_slice s, struct fl_slice *ret_recipe)
{
	*ret_recipe = fl_slice(NULL, 0);
	for (size_t i = 0; i < s.len;) {
		if (s.ptr[i] == ';') {
			*ret_recipe = fl_slice_skip(s, i + 1);
			return fl_slice_head(s, i);
		}
		i = s.ptr[i] == '$' ? plat_mk_reference(s, i) : i + 1;
	}
	return s;
}

static void each_need(struct mk_maker *m, struct mk_prerequisites *to, struct fl_slice text,
	struct fl_slice pattern, struct fl_slice stem)
{
	struct mk_words w = plat_mk_words(text);
	struct mk_word word;
	bool after = false;
	while (plat_mk_next(&w, &word) && plat_mk_spend(m, word.text.len)) {
		if (fl_slice_eqs(word.text, "|")) {
			after = true;
			continue;
		}
		if (fl_slice_eqs(word.text, ".WAIT"))
			continue;
		if (pattern.len) {
			struct fl_buf b;
			fl_buf_init(&b, MK_TEXT_MAX);
			plat_mk_fill(&b, word.text, stem);
			word.text = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
			fl_buf_release(&b);
		}
		if (!word.unknown &&
			(fl_slice_chr(word.text, '*') >= 0 || fl_slice_chr(word.text, '?') >= 0)) {
			struct fl_buf b;
			struct mk_word one;
			fl_buf_init(&b, MK_TEXT_MAX);
			struct mk_list l = {.out = &b};
			plat_mk_wildcard(m, word.text, &l);
			struct fl_slice all = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
			fl_buf_release(&b);
			struct mk_words found = plat_mk_words(all);
			while (plat_mk_next(&found, &one))
				plat_mk_need(m, to, &one, after);
			continue;
		}
		word.perhaps |= m->unsure;
		plat_mk_need(m, to, &word, after);
	}
}

/* ".c.o" and ".c" as patterns: the target's, and what it needs. */
static bool is_suffix_rule(struct mk_maker *m, struct fl_slice name, struct fl_slice *ret_target,
	struct fl_slice *ret_need)
{
	static const char *const single[] = {".c", ".cc", ".cpp", ".C", ".cxx", ".S", ".s"};
	if (name.len < 2 || name.ptr[0] != '.' || fl_slice_chr(name, '/') >= 0)
		return false;
	ptrdiff_t second = fl_slice_chr(fl_slice_skip(name, 1), '.');
	for (size_t i = 1; i < name.len; i++)
		if (!fl_is_word(name.ptr[i]) && name.ptr[i] != '+' && name.ptr[i] != '.')
			return false;
	if (second < 0 && !fl_slice_is_one(name, single, sizeof(single) / sizeof(single[0])))
		return false;
	size_t n = second < 0 ? name.len : (size_t)second + 1;
	if (fl_slice_chr(fl_slice_skip(name, n + 1), '.') >= 0)
		return false;
	*ret_need = fl_arena_printf(&m->work->arena, "%%%.*s", FL_ARG(fl_slice_head(name, n)));
	*ret_target = fl_arena_printf(&m->work->arena, "%%%.*s", FL_ARG(fl_slice_skip(name, n)));
	return true;
}

static bool same_pattern(const struct mk_pattern *a, const struct mk_pattern *b)
{
	const struct mk_prerequisite *p = a->needs.first, *q = b->needs.first;
	if (a->target_count != b->target_count)
		return false;
	for (size_t i = 0; i < a->target_count; i++)
		if (!fl_slice_eq(a->targets[i], b->targets[i]))
			return false;
	for (; p && q && fl_slice_eq(p->name, q->name); p = p->next)
		q = q->next;
	return !p && !q;
}

static void remove_same(struct mk_maker *m, const struct mk_pattern *p)
{
	for (int i = 0; i < 2 && !m->unsure; i++) {
		struct mk_pattern **at = &m->patterns[i];
		while (*at) {
			if (same_pattern(*at, p))
				*at = (*at)->next;
			else
				at = &(*at)->next;
		}
		m->patterns_end[i] = at;
	}
}

static void pattern_rule(struct mk_maker *m, const struct fl_slice *targets, size_t count,
	struct fl_slice needs, bool terminal, struct mk_open *o)
{
	struct mk_pattern *p = fl_arena_alloc(&m->work->arena, sizeof(*p));
	struct fl_slice *copy = fl_arena_array(&m->work->arena, count, sizeof(*copy));
	if (!p || !copy)
		return;
	memcpy(copy, targets, count * sizeof(*copy));
	*p = (struct mk_pattern){.targets = copy,
		.target_count = count,
		.terminal = terminal,
		.built_in = m->reading_defaults,
		.unsure = m->unsure};
	bool unsure = m->unsure;
	m->unsure = false;
	each_need(m, &p->needs, needs, FL_S(""), FL_S(""));
	m->unsure = unsure;
	remove_same(m, p);
	o->pattern = p;
}

/* Targets that say something of make itself. */
static bool special(struct mk_maker *m, struct fl_slice name, struct fl_slice needs)
{
	if (fl_slice_eqs(name, ".SUFFIXES")) {
		if (!fl_slice_trim(needs).len) {
			m->suffixes_cleared = true;
			m->suffixes = FL_S("");
		} else {
			m->suffixes = fl_arena_printf(
				&m->work->arena, "%.*s %.*s", FL_ARG(m->suffixes), FL_ARG(needs));
		}
		return true;
	}
	if (fl_slice_eqs(name, ".SECONDEXPANSION"))
		m->second_expansion = true;
	if (fl_slice_eqs(name, ".EXPORT_ALL_VARIABLES"))
		m->export_all = true;
	return !fl_slice_eqs(name, ".DEFAULT") && name.len > 2 && name.ptr[0] == '.' &&
	       name.ptr[1] >= 'A' && name.ptr[1] <= 'Z' && fl_slice_chr(name, '/') < 0;
}

static void file_target(struct mk_maker *m, struct fl_slice name, struct fl_slice needs,
	struct fl_slice pattern, struct mk_open *o)
{
	struct mk_file *f = plat_mk_file(m, name, true);
	struct fl_slice stem = {0};
	if (!f)
		return;
	if (pattern.len && !plat_mk_match(pattern, f->name, &stem))
		return;
	if (!m->default_goal.len && !m->reading_defaults &&
		(f->name.ptr[0] != '.' || fl_slice_chr(f->name, '/') >= 0))
		m->default_goal = f->name;
	f->unsure |= m->unsure && !f->is_target;
	f->is_target = true;
	if (pattern.len)
		f->stem = stem;
	o->before[o->file_count] = f->needs.last;
	each_need(m, &f->needs, needs, pattern, stem);
	if (o->doubled && !o->file_count)
		each_need(m, &o->needs, needs, pattern, stem);
	o->files[o->file_count++] = f;
}

static void each_target(struct mk_maker *m, struct fl_slice targets, struct fl_slice needs,
	struct fl_slice pattern, struct mk_open *o)
{
	struct mk_words w = plat_mk_words(targets);
	struct mk_word word;
	struct fl_slice *patterns = fl_arena_array(&m->work->arena, 16, sizeof(*patterns));
	struct fl_slice target, need;
	size_t count = 0;
	size_t most = (targets.len < TARGETS_MAX ? targets.len : TARGETS_MAX) + 1;
	o->files = fl_arena_array(&m->work->arena, most, sizeof(*o->files));
	o->before = fl_arena_array(&m->work->arena, most, sizeof(struct mk_prerequisite *));
	while (o->files && o->before && patterns && o->file_count < TARGETS_MAX &&
		plat_mk_next(&w, &word)) {
		if (!plat_mk_spend(m, word.text.len))
			return;
		if (word.unknown || special(m, word.text, needs))
			continue;
		if (!pattern.len && fl_slice_chr(word.text, '%') >= 0) {
			if (count < 16)
				patterns[count++] = word.text;
		} else if (!pattern.len && !fl_slice_trim(needs).len &&
			   is_suffix_rule(m, word.text, &target, &need)) {
			pattern_rule(m, &target, 1, need, false, o);
		} else {
			file_target(m, word.text, needs, pattern, o);
		}
	}
	if (count)
		pattern_rule(m, patterns, count, needs, o->doubled, o);
}

/* "targets: NAME = text" */
static void target_variable(
	struct mk_maker *m, struct fl_slice targets, struct mk_assign *a, struct fl_slice line)
{
	struct mk_words w = plat_mk_words(targets);
	struct mk_word word;
	a->name = fl_slice_trim(plat_mk_expanded(m, a->name));
	a->target_specific = true;
	if (!plat_mk_clear(a->name))
		return;
	while (plat_mk_next(&w, &word) && plat_mk_spend(m, word.text.len)) {
		if (word.unknown)
			continue;
		if (fl_slice_chr(word.text, '%') >= 0) {
			struct mk_pattern_var *v = fl_arena_alloc(&m->work->arena, sizeof(*v));
			if (!v)
				return;
			*v = (struct mk_pattern_var){word.text, line, m->at, m->unsure, NULL};
			*m->pattern_vars_end = v;
			m->pattern_vars_end = &v->next;
			continue;
		}
		struct mk_file *f = plat_mk_file(m, word.text, true);
		if (f && !f->vars)
			f->vars = plat_mk_vars_new(m, m->globals, false);
		if (f && f->vars)
			plat_mk_assign(m, f->vars, a);
	}
}

static void open_recipe(struct mk_maker *m, struct mk_open *o)
{
	struct mk_recipe *r = fl_arena_alloc(&m->work->arena, sizeof(*r));
	if (r)
		*r = (struct mk_recipe){.at = m->at, .unsure = m->unsure};
	o->recipe = o->file_count || o->pattern ? r : NULL;
}

/* "a: %.o: %.c", the part between the colons; its rest stays in *needs. */
static struct fl_slice static_pattern(struct fl_slice *needs)
{
	ptrdiff_t colon = fl_slice_chr(*needs, ':');
	struct fl_slice pattern = {0};
	if (colon >= 0) {
		pattern = fl_slice_trim(fl_slice_head(*needs, (size_t)colon));
		*needs = fl_slice_skip(*needs, (size_t)colon + 1);
	}
	return pattern;
}

void plat_mk_rule(struct mk_maker *m, struct fl_slice line, struct mk_open *o)
{
	struct fl_slice targets, rest, recipe;
	struct mk_assign a;
	ptrdiff_t colon = colon_of(line);
	if (colon < 0) {
		line = plat_mk_expanded(m, line);
		colon = fl_slice_chr(line, ':');
		if (colon < 0)
			return;
	}
	targets = fl_slice_head(line, (size_t)colon);
	rest = fl_slice_skip(line, (size_t)colon + 1);
	if (fl_slice_starts(rest, ":")) {
		o->doubled = true;
		rest = fl_slice_skip(rest, 1);
	}
	if (fl_slice_ends(targets, "&"))
		targets.len--;
	targets = plat_mk_expanded(m, targets);
	if (plat_mk_is_assignment(rest, &a)) {
		target_variable(m, targets, &a, rest);
		return;
	}
	rest = plat_mk_expanded(m, cut_recipe(rest, &recipe));
	struct fl_slice pattern = static_pattern(&rest);
	each_target(m, targets, rest, pattern, o);
	open_recipe(m, o);
	if (recipe.ptr)
		plat_mk_recipe_add(m, o, recipe);
}

/* What the rule with the recipe needs stands before what other rules say. */
static void put_first(struct mk_prerequisites *needs, struct mk_prerequisite *before)
{
	if (!before || before == needs->last)
		return;
	needs->last->next = needs->first;
	needs->first = before->next;
	before->next = NULL;
	needs->last = before;
}

static void attach_file(struct mk_maker *m, struct mk_open *o, size_t i)
{
	struct mk_file *f = o->files[i];
	if (o->doubled) {
		struct mk_more *more = fl_arena_alloc(&m->work->arena, sizeof(*more));
		struct mk_more **end = &f->more;
		if (!more)
			return;
		*more = (struct mk_more){.recipe = o->recipe, .needs = o->needs};
		while (*end)
			end = &(*end)->next;
		*end = more;
		return;
	}
	/* one of two recipes, where it is not known which */
	o->recipe->unsure |= f->recipe && (m->unsure || f->recipe->unsure) && m->unsure;
	f->recipe = o->recipe;
	put_first(&f->needs, o->before[i]);
}

void plat_mk_recipe_add(struct mk_maker *m, struct mk_open *o, struct fl_slice text)
{
	struct mk_recipe *r = o->recipe;
	struct mk_line *line = r ? fl_arena_alloc(&m->work->arena, sizeof(*line)) : NULL;
	if (!line)
		return;
	*line = (struct mk_line){fl_arena_slice(&m->work->arena, text), m->at, NULL};
	if (r->last)
		r->last->next = line;
	else
		r->first = line;
	r->last = line;
	if (o->has_lines)
		return;
	o->has_lines = true;
	for (size_t i = 0; i < o->file_count; i++)
		attach_file(m, o, i);
	if (o->pattern) {
		int list = m->reading_defaults;
		o->pattern->recipe = r;
		*m->patterns_end[list] = o->pattern;
		m->patterns_end[list] = &o->pattern->next;
	}
}
