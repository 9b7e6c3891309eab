#include "platform/make/state.h"

enum { WALK_DEPTH_MAX = 160 };

static void update(struct mk_maker *m, struct mk_file *f, struct mk_vars *scope, unsigned depth);

/* The variables of a target: its own, those of patterns, then those of what it is built for. */
static struct mk_vars *scope_of(struct mk_maker *m, struct mk_file *f, struct mk_vars *outer)
{
	struct mk_vars *up = outer, *had = m->scope;
	struct mk_assign a;
	for (const struct mk_pattern_var *v = m->pattern_vars; v; v = v->next) {
		if (!plat_mk_match(v->pattern, f->name, NULL) ||
			!plat_mk_is_assignment(v->line, &a))
			continue;
		if (up == outer)
			up = plat_mk_vars_new(m, outer, false);
		if (!up)
			return outer;
		m->scope = up;
		m->at = v->at;
		a.name = fl_slice_trim(plat_mk_expanded(m, a.name));
		a.target_specific = true;
		plat_mk_assign(m, up, &a);
		m->scope = had;
	}
	if (!f->vars)
		return up;
	f->vars->up = up;
	return f->vars;
}

static struct fl_slice known_stem(struct fl_slice name)
{
	static const char *const suffixes[] = {
		".o", ".c", ".cc", ".C", ".cpp", ".y", ".l", ".s", ".S", ".a", ".out", ".h"};
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (fl_slice_ends(name, suffixes[i]))
			return fl_slice_head(name, name.len - strlen(suffixes[i]));
	return fl_slice(NULL, 0);
}

static struct fl_slice kept(struct mk_maker *m, struct fl_buf *b)
{
	struct fl_slice s = fl_arena_slice(&m->work->arena, fl_buf_view(b));
	fl_buf_release(b);
	return s;
}

static bool had_before(const struct mk_prerequisites *needs, const struct mk_prerequisite *p)
{
	for (const struct mk_prerequisite *q = needs->first; q != p; q = q->next)
		if (!q->after && fl_slice_eq(q->name, p->name))
			return true;
	return false;
}

/* "$^", "$+", "$|" */
static struct fl_slice names(
	struct mk_maker *m, const struct mk_prerequisites *needs, bool after, bool once)
{
	struct fl_buf b;
	struct mk_list l = {.out = &b};
	fl_buf_init(&b, MK_TEXT_MAX);
	for (const struct mk_prerequisite *p = needs->first; p; p = p->next) {
		if (p->after != after || !plat_mk_spend(m, p->name.len))
			continue;
		/* looking at each pair is for lists that a person wrote */
		if (once && !p->unknown && needs->len < 4096 && had_before(needs, p))
			continue;
		plat_mk_put(&l, p->unknown ? p->name : plat_mk_find(m, p->name), p->perhaps);
	}
	return kept(m, &b);
}

static void set_automatic(struct mk_maker *m, struct mk_vars *vars, const struct mk_file *f,
	const struct mk_prerequisites *needs)
{
	struct fl_slice all = names(m, needs, false, true), first = all;
	struct mk_words w = plat_mk_words(all);
	struct mk_word word;
	if (plat_mk_next(&w, &word))
		first = word.perhaps ? FL_S("\1") : word.text;
	struct fl_slice stem = f->stem.len ? f->stem : known_stem(f->name);
	const struct {
		const char *name;
		struct fl_slice text;
	} vars_of[] = {{"@", f->name}, {"<", first}, {"^", all}, {"?", all},
		{"+", names(m, needs, false, false)}, {"|", names(m, needs, true, true)},
		{"*", stem}, {"%", {0}}};
	for (size_t i = 0; i < sizeof(vars_of) / sizeof(vars_of[0]); i++)
		plat_mk_set_text(
			m, vars, fl_slice_str(vars_of[i].name), vars_of[i].text, MK_AUTOMATIC);
}

/* One line of a recipe may become several by what it expands to. */
static void run_line(struct mk_maker *m, const struct mk_line *line)
{
	struct mk_work *w = m->work;
	m->at = line->at.file.len ? line->at : (struct plat_place){m->makefile, 0};
	w->round++;
	w->noted.len = 0;
	w->noting = true;
	struct fl_slice text = plat_mk_expanded(m, line->text);
	w->noting = false;
	while (text.len) {
		size_t i = 0;
		while (i < text.len && !(text.ptr[i] == '\n' && !(i && text.ptr[i - 1] == '\\')))
			i++;
		plat_mk_shell(m, fl_slice_head(text, i));
		text = fl_slice_skip(text, i + 1);
	}
}

static void run_recipe(struct mk_maker *m, const struct mk_file *f, const struct mk_recipe *r,
	const struct mk_prerequisites *needs, struct mk_vars *scope)
{
	struct mk_vars *outer = m->scope, *vars = plat_mk_vars_new(m, scope, false);
	bool unsure = m->unsure;
	if (!vars)
		return;
	set_automatic(m, vars, f, needs);
	m->scope = vars;
	m->unsure |= r->unsure || f->unsure;
	for (const struct mk_line *l = r->first; l && plat_mk_spend(m, l->text.len); l = l->next)
		run_line(m, l);
	m->unsure = unsure;
	m->scope = outer;
}

static void expand_second(struct mk_maker *m, struct mk_file *f, struct mk_vars *scope)
{
	struct mk_prerequisites had = f->needs;
	struct mk_vars *outer = m->scope, *vars = plat_mk_vars_new(m, scope, false);
	if (!vars)
		return;
	f->needs = (struct mk_prerequisites){0};
	plat_mk_set_text(m, vars, FL_S("@"), f->name, MK_AUTOMATIC);
	plat_mk_set_text(m, vars, FL_S("*"), f->stem, MK_AUTOMATIC);
	m->scope = vars;
	for (const struct mk_prerequisite *p = had.first; p; p = p->next) {
		struct mk_words w = plat_mk_words(plat_mk_expanded(m, p->name));
		struct mk_word word;
		while (plat_mk_next(&w, &word)) {
			word.perhaps |= p->perhaps;
			plat_mk_need(m, &f->needs, &word, p->after);
		}
	}
	m->scope = outer;
}

static void update_needs(struct mk_maker *m, const struct mk_prerequisites *needs,
	struct mk_vars *scope, bool after, unsigned depth)
{
	for (const struct mk_prerequisite *p = needs->first; p; p = p->next) {
		bool unsure = m->unsure;
		struct mk_file *f;
		if (p->after != after || p->unknown || !plat_mk_spend(m, 64))
			continue;
		f = plat_mk_file(m, p->name, true);
		if (f && !f->is_target && !f->recipe)
			f = plat_mk_file(m, plat_mk_find(m, p->name), true);
		m->unsure |= p->perhaps;
		if (f)
			update(m, f, scope, depth + 1);
		m->unsure = unsure;
	}
}

static void update(struct mk_maker *m, struct mk_file *f, struct mk_vars *outer, unsigned depth)
{
	if (f->state != MK_NEW || depth > WALK_DEPTH_MAX)
		return;
	f->state = MK_UNDER_WAY;
	if (!f->recipe && !f->more && !plat_mk_implicit(m, f) && !f->is_target &&
		!plat_mk_exists(m, f->name)) {
		const struct mk_file *any = plat_mk_file(m, FL_S(".DEFAULT"), false);
		f->recipe = any ? any->recipe : NULL;
	}
	struct mk_vars *scope = scope_of(m, f, outer);
	if (m->second_expansion)
		expand_second(m, f, scope);
	update_needs(m, &f->needs, scope, false, depth);
	update_needs(m, &f->needs, scope, true, depth);
	if (f->recipe)
		run_recipe(m, f, f->recipe, &f->needs, scope);
	for (const struct mk_more *more = f->more; more; more = more->next)
		run_recipe(m, f, more->recipe, &more->needs, scope);
	f->state = MK_DONE;
}

void plat_mk_build(struct mk_maker *m, struct fl_slice goal)
{
	struct mk_file *f = plat_mk_file(m, goal, true);
	if (f)
		update(m, f, m->globals, 0);
}
