/* The functions of a meson.build. */
#include "base/path.h"
#include "platform/meson/branch.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};
static const struct mes_value nothing = {.kind = MES_V_NOTHING};

enum { SCOPES_NESTED_MAX = 8 };

static struct fl_slice below(struct mes_interp *m, struct fl_slice directory, struct fl_slice name)
{
	if (!directory.len)
		return name;
	return fl_arena_printf(&m->work, "%.*s/%.*s", FL_ARG(directory), FL_ARG(name));
}

static struct mes_value do_project(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_scope *s = m->scope;
	struct mes_value name = plat_mes_at(c, 0), version = plat_mes_kw(c, "version");
	struct mes_value least = plat_mes_kw(c, "meson_version");
	struct mes_value defaults = plat_mes_kw(c, "default_options");
	s->at = plat_mes_place(m);
	s->has_project = true;
	s->name = plat_mes_is_text(&name) ? name.text : FL_S("");
	if (plat_mes_is_text(&version))
		s->version = version.text;
	if (plat_mes_is_text(&least))
		s->least = fl_arena_slice(m->out->a, least.text);
	plat_mes_options(m, &defaults);
	plat_mes_options_given(m, &s->given);
	return nothing;
}

static struct mes_value do_subdir(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0);
	struct mes_scope *s = m->scope;
	struct fl_slice was = s->directory;
	struct mes_value condition = plat_mes_flat(&m->work, plat_mes_kw(c, "if_found"));
	bool unsure = condition.open;
	for (size_t i = 0; i < plat_mes_len(&condition); i++) {
		struct mes_value item = plat_mes_item(&condition, i);
		if (item.kind == MES_V_DEPENDENCY && item.dependency->found == MES_NO)
			return nothing;
		unsure = unsure || item.kind != MES_V_DEPENDENCY ||
			 item.dependency->found != MES_YES;
	}
	if (!plat_mes_is_text(&name)) {
		plat_gather_skip(m->out, plat_mes_place(m), "the directory is not known");
		return nothing;
	}
	s->directory = fl_path_straight(&m->work, below(m, was, name.text), NULL);
	m->unsure += unsure;
	if (plat_mes_file(m, below(m, s->directory, FL_S("meson.build"))))
		plat_gather_skip(m->out, plat_mes_place(m), "the directory has no build file");
	m->unsure -= unsure;
	s->directory = was;
	return nothing;
}

static void run_scope(struct mes_interp *m, struct mes_scope *s)
{
	struct mes_scope *was = m->scope;
	m->scope = s;
	int rc = plat_mes_file(m, below(m, s->root, FL_S("meson.build")));
	if (rc)
		plat_gather_skip(m->out, plat_mes_place(m), "the subproject cannot be read");
	m->scope = was;
}

/* A subproject that lies in the tree; what would be fetched is only known by name. */
static struct mes_value do_subproject(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0), v = plat_mes_of(MES_V_SUBPROJECT);
	struct mes_scope *top = m->scope;
	unsigned nested = 1;
	for (; top->parent; top = top->parent)
		nested++;
	if (!plat_mes_is_text(&name) || nested > SCOPES_NESTED_MAX)
		return unknown;
	struct fl_slice root = below(m, FL_S("subprojects"), name.text);
	root = below(m, top->root, root);
	if (!plat_tree_has_file(m->tree, below(m, root, FL_S("meson.build"))))
		return v;
	struct mes_scope *s = fl_arena_alloc(&m->work, sizeof(*s));
	if (!s)
		return unknown;
	*s = (struct mes_scope){.parent = m->scope, .root = root, .directory = root};
	s->last_argument = &s->arguments;
	s->given = plat_mes_kw(c, "default_options");
	run_scope(m, s);
	v.sub = s;
	return v;
}

static struct mes_value do_files(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value all = plat_mes_flat(&m->work, c->positional);
	struct mes_value out = {.kind = MES_V_LIST, .open = all.open};
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (item.kind == MES_V_TEXT && !item.open) {
			item.kind = MES_V_FILE;
			item.text = below(m, m->scope->directory, item.text);
		}
		out = plat_mes_append(&m->work, out, item);
	}
	return out;
}

static struct mes_value do_includes(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value all = plat_mes_flat(&m->work, c->positional);
	struct mes_value out = {.kind = MES_V_INCLUDE, .open = all.open};
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (!plat_mes_is_text(&item))
			continue;
		item.kind = MES_V_FILE;
		item.text =
			fl_path_straight(&m->work, below(m, m->scope->directory, item.text), NULL);
		if (!item.text.len)
			item.text = FL_S(".");
		out = plat_mes_append(&m->work, out, item);
	}
	return out;
}

static struct mes_value do_target(struct mes_interp *m, const struct mes_call *c)
{
	static const struct {
		const char *name;
		enum plat_target_kind kind;
	} kinds[] = {{"executable", PLAT_PROGRAM}, {"static_library", PLAT_STATIC_LIBRARY},
		{"shared_library", PLAT_SHARED_LIBRARY}, {"both_libraries", PLAT_SHARED_LIBRARY},
		{"shared_module", PLAT_LOADABLE}, {"library", PLAT_SHARED_LIBRARY}};
	struct fl_slice name = c->name;
	struct mes_value type = plat_mes_kw(c, "target_type");
	if (fl_slice_eqs(name, "build_target"))
		name = plat_mes_is_text(&type) ? type.text : FL_S("");
	if (fl_slice_eqs(name, "library")) {
		type = plat_mes_get_option(m, FL_S("default_library"));
		if (plat_mes_is_text(&type) && fl_slice_eqs(type.text, "static"))
			name = FL_S("static_library");
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (fl_slice_eqs(name, kinds[i].name))
			return plat_mes_target(m, c, kinds[i].kind);
	return plat_mes_target(m, c, PLAT_OTHER);
}

static enum plat_languages languages_of(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value all = plat_mes_flat(&m->work, plat_mes_kw(c, "language"));
	unsigned languages = 0;
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (plat_mes_is_text(&item) && fl_slice_eqs(item.text, "c"))
			languages |= PLAT_FOR_C;
		else if (plat_mes_is_text(&item) && fl_slice_eqs(item.text, "cpp"))
			languages |= PLAT_FOR_CXX;
	}
	return (enum plat_languages)languages;
}

/* add_(project|global)_(link_)arguments() */
static struct mes_value do_arguments(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value native = plat_mes_kw(c, "native");
	enum plat_languages languages = languages_of(m, c);
	struct mes_scope *s = m->scope;
	struct mes_argument *a = fl_arena_alloc(&m->work, sizeof(*a));
	if (!a || !languages || (native.kind == MES_V_BOOL && native.number))
		return nothing;
	*a = (struct mes_argument){.link = fl_slice_find(c->name, "link") >= 0,
		.unsure = m->unsure > 0,
		.languages = languages,
		.value = plat_mes_flat(&m->work, c->positional),
		.at = plat_mes_place(m)};
	struct mes_argument ***last =
		fl_slice_starts(c->name, "add_global") ? &m->last_global : &s->last_argument;
	**last = a;
	*last = &a->next;
	return nothing;
}

static struct mes_value do_get_option(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0);
	return plat_mes_is_text(&name) ? plat_mes_get_option(m, name.text) : unknown;
}

static struct mes_value do_find_program(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value required = plat_mes_kw(c, "required"), v = plat_mes_of(MES_V_PROGRAM);
	bool disabled;
	enum mes_three must = plat_mes_required(&required, &disabled);
	(void)m;
	v.number = disabled ? MES_NO : must == MES_YES ? MES_YES : MES_MAYBE;
	return v;
}

static struct mes_value do_import(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0), v = plat_mes_of(MES_V_MODULE);
	(void)m;
	if (!plat_mes_is_text(&name))
		return unknown;
	v.text = name.text;
	return v;
}

static struct mes_value do_join(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value out = plat_mes_at(c, 0);
	for (size_t i = 1; i < plat_mes_len(&c->positional); i++)
		out = plat_mes_join(m, out, plat_mes_at(c, i));
	return out;
}

static struct mes_value do_variable(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0);
	bool asks = fl_slice_eqs(c->name, "is_variable");
	if (!plat_mes_is_text(&name))
		return unknown;
	if (fl_slice_eqs(c->name, "set_variable")) {
		plat_mes_set(m, name.text, plat_mes_at(c, 1));
		return nothing;
	}
	if (fl_slice_eqs(c->name, "unset_variable")) {
		plat_mes_unset(m, name.text);
		return nothing;
	}
	const struct mes_variable *v = plat_mes_find(&m->scope->names, name.text);
	if (v && v->maybe_unset)
		return asks ? unknown : plat_mes_merge(&m->work, v->value, plat_mes_at(c, 1));
	if (asks)
		return plat_mes_bool(v && v->is_set);
	return v && v->is_set ? v->value : plat_mes_at(c, 1);
}

/* What ends it all: in a branch that may not be taken it says that it is not. */
static struct mes_value do_error(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value condition = plat_mes_at(c, 0);
	if (fl_slice_eqs(c->name, "assert") && !(condition.kind == MES_V_BOOL && !condition.number))
		return nothing;
	if (m->watched) {
		m->jump = MES_DO_FAIL;
		return nothing;
	}
	plat_gather_skip(m->out, plat_mes_place(m), "it says that it cannot be built");
	m->unsure++;
	return nothing;
}

static struct mes_value do_leave(struct mes_interp *m, const struct mes_call *c)
{
	(void)c;
	m->jump = MES_DO_LEAVE;
	return nothing;
}

static struct mes_value do_range(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value out = plat_mes_of(MES_V_LIST), first = plat_mes_at(c, 0);
	struct mes_value second = plat_mes_at(c, 1), third = plat_mes_at(c, 2);
	bool one = second.kind == MES_V_NOTHING;
	int64_t from = one ? 0 : first.number, to = one ? first.number : second.number;
	int64_t step = third.kind == MES_V_INT ? third.number : 1;
	if (first.kind != MES_V_INT || (!one && second.kind != MES_V_INT) || step < 1)
		return unknown;
	if (from < 0 || to > MES_ITEMS_MAX || step > MES_ITEMS_MAX)
		return unknown;
	for (int64_t i = from; i < to; i += step)
		out = plat_mes_append(
			&m->work, out, (struct mes_value){.kind = MES_V_INT, .number = i});
	return out;
}

static struct mes_value do_made(struct mes_interp *m, const struct mes_call *c)
{
	(void)m, (void)c;
	return plat_mes_of(MES_V_MADE);
}

static struct mes_value do_config(struct mes_interp *m, const struct mes_call *c)
{
	(void)m, (void)c;
	return plat_mes_of(MES_V_CONFIG);
}

static struct mes_value do_nothing(struct mes_interp *m, const struct mes_call *c)
{
	(void)m, (void)c;
	return nothing;
}

static struct mes_value do_languages(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value required = plat_mes_kw(c, "required");
	bool disabled;
	bool must = plat_mes_required(&required, &disabled) == MES_YES;
	struct mes_value all = plat_mes_flat(&m->work, c->positional);
	bool common = !all.open;
	for (size_t i = 0; i < plat_mes_len(&all) && common; i++) {
		struct mes_value item = plat_mes_item(&all, i);
		common = plat_mes_is_text(&item) &&
			 (fl_slice_eqs(item.text, "c") || fl_slice_eqs(item.text, "cpp"));
	}
	return must || common ? plat_mes_bool(!disabled) : unknown;
}

typedef struct mes_value (*function)(struct mes_interp *m, const struct mes_call *c);

static const struct {
	const char *name;
	function call;
} functions[] = {
	{"project", do_project},
	{"subdir", do_subdir},
	{"subproject", do_subproject},
	{"files", do_files},
	{"include_directories", do_includes},
	{"executable", do_target},
	{"library", do_target},
	{"static_library", do_target},
	{"shared_library", do_target},
	{"both_libraries", do_target},
	{"shared_module", do_target},
	{"build_target", do_target},
	{"dependency", plat_mes_dependency},
	{"declare_dependency", plat_mes_declare},
	{"add_project_arguments", do_arguments},
	{"add_global_arguments", do_arguments},
	{"add_project_link_arguments", do_arguments},
	{"add_global_link_arguments", do_arguments},
	{"add_languages", do_languages},
	{"get_option", do_get_option},
	{"option", plat_mes_option},
	{"find_program", do_find_program},
	{"import", do_import},
	{"join_paths", do_join},
	{"set_variable", do_variable},
	{"get_variable", do_variable},
	{"is_variable", do_variable},
	{"unset_variable", do_variable},
	{"error", do_error},
	{"assert", do_error},
	{"subdir_done", do_leave},
	{"range", do_range},
	{"custom_target", do_made},
	{"configure_file", do_made},
	{"vcs_tag", do_made},
	{"generator", do_made},
	{"jar", do_made},
	{"configuration_data", do_config},
	{"environment", do_config},
	{"structured_sources", do_made},
	{"message", do_nothing},
	{"warning", do_nothing},
	{"debug", do_nothing},
	{"summary", do_nothing},
	{"test", do_nothing},
	{"benchmark", do_nothing},
	{"add_test_setup", do_nothing},
	{"run_target", do_made},
	{"alias_target", do_made},
	{"install_data", do_nothing},
	{"install_headers", do_nothing},
	{"install_man", do_nothing},
	{"install_subdir", do_nothing},
	{"install_emptydir", do_nothing},
	{"install_symlink", do_nothing},
};

struct mes_value plat_mes_function(struct mes_interp *m, const struct mes_call *c)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (fl_slice_eqs(c->name, functions[i].name))
			return functions[i].call(m, c);
	return unknown;
}
