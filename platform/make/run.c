#include "platform/make/state.h"

static void set_simple(struct mk_maker *m, const char *name, struct fl_slice text)
{
	plat_mk_set_text(m, m->globals, fl_slice_str(name), text, MK_DEFAULT);
}

struct mk_maker *plat_mk_maker_new(struct mk_work *work, struct fl_slice dir)
{
	struct mk_maker *m = fl_arena_alloc(&work->arena, sizeof(*m));
	if (!m)
		return NULL;
	m->work = work;
	m->dir = dir;
	m->globals = plat_mk_vars_new(m, NULL, true);
	if (!m->globals)
		return NULL;
	m->scope = m->globals;
	m->patterns_end[0] = &m->patterns[0];
	m->patterns_end[1] = &m->patterns[1];
	m->pattern_vars_end = &m->pattern_vars;
	m->vpaths_end = &m->vpaths;
	m->reading_defaults = true;
	plat_mk_read_text(m, FL_S(""), fl_slice_str(plat_mk_builtin));
	m->reading_defaults = false;
	struct fl_slice here =
		dir.len ? fl_arena_printf(&work->arena, "%c/%.*s", MK_ROOT, FL_ARG(dir))
			: FL_S("\5");
	set_simple(m, "CURDIR", here);
	set_simple(m, "PWD", work->run_depth > 1 ? FL_S("\1") : here);
	set_simple(m, "MAKELEVEL", fl_arena_printf(&work->arena, "%u", work->run_depth - 1));
	return m;
}

bool plat_mk_makefile_in(struct mk_work *w, struct fl_slice dir, struct fl_slice *ret_path)
{
	static const char *const usual[] = {"GNUmakefile", "makefile", "Makefile", "Kbuild"};
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++) {
		struct fl_slice path = fl_arena_printf(
			&w->arena, "%.*s%s%s", FL_ARG(dir), dir.len ? "/" : "", usual[i]);
		if (plat_tree_has_file(w->tree, path)) {
			*ret_path = path;
			return true;
		}
	}
	return false;
}

static void inherit_one(struct mk_maker *m, struct mk_maker *parent, const struct mk_var *v)
{
	enum mk_origin from = v->value.origin;
	bool passed = v->exported || from == MK_COMMAND_LINE || from == MK_ENVIRONMENT ||
		      (parent->export_all && from == MK_FILE);
	struct fl_buf b;
	if (!passed || from == MK_UNDEFINED || fl_slice_eqs(v->name, "MAKEFLAGS") ||
		fl_slice_eqs(v->name, "MAKEFILE_LIST"))
		return;
	fl_buf_init(&b, MK_TEXT_MAX);
	plat_mk_value_of(parent, v->name, &b);
	plat_mk_set_text(m, m->globals, v->name, fl_arena_slice(&m->work->arena, fl_buf_view(&b)),
		from == MK_COMMAND_LINE ? MK_COMMAND_LINE : MK_ENVIRONMENT);
	fl_buf_release(&b);
}

/* Variables of the caller that are in the environment, or on the command line, of the called. */
static void inherit(struct mk_maker *m, struct mk_maker *parent)
{
	for (size_t i = 0; i < MK_LARGE; i++)
		for (const struct mk_var *v = parent->globals->large[i]; v; v = v->next)
			inherit_one(m, parent, v);
}

/* Has make been called just so already? */
static bool seen_before(struct mk_maker *m, const struct mk_run *run)
{
	struct mk_work *w = m->work;
	struct fl_buf key;
	fl_buf_init(&key, MK_TEXT_MAX);
	fl_buf_printf(&key, "%.*s\n%.*s", FL_ARG(run->dir), FL_ARG(run->makefile));
	for (size_t i = 0; i < run->goal_count; i++)
		fl_buf_printf(&key, "\n%.*s", FL_ARG(run->goals[i]));
	for (size_t i = 0; i < run->assign_count; i++)
		fl_buf_printf(&key, "\n%.*s=%.*s", FL_ARG(run->assigns[i].name),
			FL_ARG(run->assigns[i].text));
	struct fl_slice s = fl_arena_slice(&w->arena, fl_buf_view(&key));
	fl_buf_release(&key);
	if (plat_mk_var_here(w->done, s))
		return true;
	plat_mk_set_text(m, w->done, s, FL_S(""), MK_FILE);
	return false;
}

static struct fl_slice goal_names(struct mk_maker *m, const struct mk_run *run)
{
	struct fl_buf b;
	struct mk_list l = {.out = &b};
	fl_buf_init(&b, MK_TEXT_MAX);
	for (size_t i = 0; i < run->goal_count; i++)
		plat_mk_put(&l, run->goals[i], false);
	struct fl_slice s = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

/* Each target, since one of them may be what is built. */
static void build_any(struct mk_maker *m)
{
	bool unsure = m->unsure;
	m->unsure = true;
	for (size_t i = 0; i < sizeof(m->files) / sizeof(m->files[0]); i++)
		for (const struct mk_file *f = m->files[i]; f; f = f->next)
			if (f->is_target && plat_mk_spend(m, 256))
				plat_mk_build(m, f->name);
	m->unsure = unsure;
}

static void build_goals(struct mk_maker *m, const struct mk_run *run)
{
	size_t records = m->work->records;
	struct fl_slice goal = plat_mk_expanded(m, FL_S("$(.DEFAULT_GOAL)"));
	if (!goal.len || !plat_mk_clear(goal))
		goal = m->default_goal;
	for (size_t i = 0; i < run->goal_count; i++)
		plat_mk_build(m, run->goals[i]);
	if (run->goal_count)
		return;
	if (goal.len)
		plat_mk_build(m, goal);
	/* a first goal that only says what goals there are */
	const struct mk_file *all = plat_mk_file(m, FL_S("all"), false);
	if (m->work->records == records && all && all->is_target)
		plat_mk_build(m, FL_S("all"));
	/* one that builds only what it is asked for by name */
	if (m->work->records == records && m->work->run_depth == 1)
		build_any(m);
}

void plat_mk_run(struct mk_maker *parent, const struct mk_run *run)
{
	struct mk_work *w = parent->work;
	struct fl_slice path = run->makefile, text;
	struct fl_error why;
	struct mk_maker *m;
	if (w->run_depth >= MK_RUN_DEPTH_MAX || w->runs >= MK_RUNS_MAX ||
		!plat_mk_spend(parent, 4096) || seen_before(parent, run))
		return;
	if (!path.len && !plat_mk_makefile_in(w, run->dir, &path)) {
		plat_mk_skip(w, parent->at, "the makefile of a call is not there");
		return;
	}
	if (plat_tree_read(w->tree, path, &w->arena, &text, &why)) {
		struct fl_slice kept = fl_arena_printf(&w->arena, "%s", why.message);
		plat_mk_skip(w, parent->at, kept.len ? kept.ptr : "the makefile cannot be read");
		return;
	}
	w->run_depth++;
	w->runs++;
	m = plat_mk_maker_new(w, run->dir);
	if (m) {
		m->unsure = parent->unsure || run->unsure;
		if (parent->globals)
			inherit(m, parent);
		for (size_t i = 0; i < run->assign_count; i++) {
			struct mk_value v = {.text = run->assigns[i].text,
				.origin = MK_COMMAND_LINE,
				.recursive = run->assigns[i].op == MK_SET};
			plat_mk_set(m, m->globals, run->assigns[i].name, &v);
		}
		plat_mk_set_text(
			m, m->globals, FL_S("MAKECMDGOALS"), goal_names(m, run), MK_DEFAULT);
		plat_mk_set_text(m, m->globals, FL_S("MAKEFILE_LIST"), fl_path_name(path), MK_FILE);
		m->makefile = path;
		m->unsure = false;
		plat_mk_read_text(m, path, text);
		m->unsure = parent->unsure || run->unsure;
		size_t records = w->records;
		build_goals(m, run);
		/* a makefile that serves the kernel's build alone */
		if (w->records == records && (plat_mk_var(m->globals, FL_S("obj-m")) ||
						     plat_mk_var(m->globals, FL_S("obj-y"))))
			plat_mk_kbuild(m, run->dir, false);
	}
	w->run_depth--;
}

void plat_mk_skip(struct mk_work *w, struct plat_place at, const char *why)
{
	w->skipped_count++;
	struct plat_skip *s = w->skipped.len < w->skipped.max ? fl_vec_add(&w->skipped) : NULL;
	if (s)
		*s = (struct plat_skip){.at = at, .why = fl_slice_str(why)};
}
