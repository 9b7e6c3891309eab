/* Reading a project, and handing it out. */
#include "platform/cmake/eval.h"
#include "platform/cmake/facts.h"

static void init(struct cm_eval *e, struct plat_tree *tree, struct fl_arena *a)
{
	*e = (struct cm_eval){.tree = tree, .out = a};
	fl_arena_init(&e->scratch, PLAT_CMAKE_MEMORY_MAX);
	e->vars.arena = &e->scratch;
	e->directories_end = &e->directories;
	e->targets_end = &e->first_target;
	fl_vec_init(&e->settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	fl_vec_init(&e->skipped, sizeof(struct plat_skip), PLAT_SKIPPED_MAX);
	e->cache = plat_cm_scope_new(&e->vars, NULL);
	e->globals = plat_cm_scope_new(&e->vars, NULL);
	e->foreign = plat_cm_scope_new(&e->vars, NULL);
	e->scope = plat_cm_scope_new(&e->vars, NULL);
}

static void release(struct cm_eval *e)
{
	for (struct cm_target *t = e->first_target; t; t = t->following)
		fl_vec_release(&t->entries);
	for (struct cm_directory *d = e->directories; d; d = d->next)
		fl_vec_release(&d->entries);
	fl_vec_release(&e->settings);
	fl_vec_release(&e->skipped);
	fl_arena_release(&e->scratch);
}

static bool begin(struct cm_eval *e, struct fl_slice directory)
{
	struct cm_directory *d = fl_arena_alloc(&e->scratch, sizeof *d);
	struct cm_scope *properties = plat_cm_scope_new(&e->vars, NULL);
	if (!d || !properties || !e->scope || !e->cache || !e->globals || !e->foreign)
		return false;
	*d = (struct cm_directory){.path = directory, .scope = e->scope, .properties = properties};
	fl_vec_init(&d->entries, sizeof(struct cm_entry), 1 << 14);
	e->directory = e->root_directory = e->directories = d;
	e->directories_end = &d->next;
	for (const struct cm_constant *c = plat_cm_before_project; c->name; c++)
		plat_cm_set_in(e, e->cache, fl_slice_str(c->name), fl_slice_str(c->value));
	struct fl_slice source = plat_cm_current_source(e);
	static const char *const sources[] = {"CMAKE_SOURCE_DIR", "CMAKE_CURRENT_SOURCE_DIR",
		"CMAKE_HOME_DIRECTORY", "PROJECT_SOURCE_DIR"};
	for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
		plat_cm_set_in(e, e->cache, fl_slice_str(sources[i]), source);
	plat_cm_set_in(e, e->cache, FL_S("CMAKE_CURRENT_BINARY_DIR"), FL_S(CM_BINARY_ROOT));
	plat_cm_set_in(e, e->cache, FL_S("PROJECT_BINARY_DIR"), FL_S(CM_BINARY_ROOT));
	return true;
}

/* NAME or NAME:TYPE, as a variable and in the cache, which is what option() looks at. */
static void give(struct cm_eval *e, const struct plat_given *g)
{
	ptrdiff_t colon = fl_slice_chr(g->name, ':');
	struct fl_slice name = colon < 0 ? g->name : fl_slice_head(g->name, (size_t)colon);
	struct cm_value v = {g->value, g->at, true};
	if (!plat_cm_names_variable(name))
		return;
	plat_cm_scope_set(&e->vars, e->cache, name, &v);
	plat_cm_scope_set(&e->vars, e->scope, name, &v);
}

/* What the user says; else the toolchain file that all presets of the project name. */
static void give_all(struct cm_eval *e, struct fl_slice directory)
{
	const struct plat_given *all = e->tree->given.items;
	struct plat_given toolchain;
	for (size_t i = 0; i < e->tree->given.len; i++)
		give(e, &all[i]);
	if (!e->tree->given.len &&
		plat_cm_presets_toolchain(e->tree, directory, &e->scratch, &toolchain))
		give(e, &toolchain);
}

/* What the whole project is built for and with. */
static void project_setting(struct cm_eval *e, enum plat_what what, const char *variable)
{
	const struct cm_value *v = plat_cm_scope_get(e->scope, fl_slice_str(variable));
	struct plat_setting *s = v ? fl_vec_add(&e->settings) : NULL;
	if (!s)
		return;
	bool known = plat_cm_known(v->text);
	*s = (struct plat_setting){.what = what,
		.languages = PLAT_FOR_ALL,
		.value = known ? v->text : FL_S(""),
		.at = v->at,
		.unsure = !known};
	if (what == PLAT_COMPILER)
		s->languages = fl_slice_eqs(FL_S("CMAKE_C_COMPILER"), variable) ? PLAT_FOR_C
										: PLAT_FOR_CXX;
}

static void project_settings(struct cm_eval *e)
{
	struct plat_setting *s = fl_vec_add(&e->settings);
	const struct cm_value *v = plat_cm_scope_get(e->globals, FL_S("{minimum}"));
	if (s)
		*s = (struct plat_setting){.what = PLAT_BUILD,
			.languages = PLAT_FOR_ALL,
			.value = FL_S("cmake"),
			.version = v ? fl_arena_printf(&e->scratch, ">= %.*s", FL_ARG(v->text))
				     : FL_S(""),
			.at = v ? v->at : (struct plat_place){.file = e->list_file}};
	project_setting(e, PLAT_COMPILER, "CMAKE_C_COMPILER");
	project_setting(e, PLAT_COMPILER, "CMAKE_CXX_COMPILER");
	project_setting(e, PLAT_SYSTEM, "CMAKE_SYSTEM_NAME");
	project_setting(e, PLAT_ARCH, "CMAKE_SYSTEM_PROCESSOR");
	project_setting(e, PLAT_BUILD_TYPE, "CMAKE_BUILD_TYPE");
}

static void copy_settings(struct cm_eval *e, struct fl_list *l, bool all_unsure)
{
	struct plat_setting *s = l->items;
	for (size_t i = 0; i < l->len; i++) {
		s[i].value = fl_arena_slice(e->out, s[i].value);
		s[i].version = fl_arena_slice(e->out, s[i].version);
		s[i].at.file = fl_arena_slice(e->out, s[i].at.file);
		s[i].unsure |= all_unsure;
	}
}

static void copy_target(struct cm_eval *e, struct plat_target *t)
{
	struct plat_source *s = t->sources.items;
	t->name = fl_arena_slice(e->out, t->name);
	t->at.file = fl_arena_slice(e->out, t->at.file);
	t->sources_unsure |= e->cut;
	copy_settings(e, &t->settings, e->cut);
	for (size_t i = 0; i < t->sources.len; i++) {
		s[i].path = fl_arena_slice(e->out, s[i].path);
		copy_settings(e, &s[i].settings, e->cut);
	}
}

int plat_cm_result(struct cm_eval *e, struct plat_project *ret, struct fl_error *err)
{
	struct plat_project p = {.skipped_count = e->skipped_count};
	struct fl_vec targets;
	fl_vec_init(&targets, sizeof(struct plat_target), PLAT_TARGETS_MAX);
	for (struct cm_target *t = e->first_target; t; t = t->following)
		if (!t->alias_of && !t->imported && t->kind != CM_CUSTOM)
			plat_cm_target_result(e, t, &targets);
	project_settings(e);
	p.targets = fl_vec_freeze(&targets, e->out);
	p.settings = fl_vec_freeze(&e->settings, e->out);
	p.skipped = fl_vec_freeze(&e->skipped, e->out);
	fl_vec_release(&targets);
	struct plat_target *t = p.targets.items;
	for (size_t i = 0; i < p.targets.len; i++)
		copy_target(e, &t[i]);
	copy_settings(e, &p.settings, e->cut);
	struct plat_skip *s = p.skipped.items;
	for (size_t i = 0; i < p.skipped.len; i++) {
		s[i].at.file = fl_arena_slice(e->out, s[i].at.file);
		s[i].why = fl_arena_slice(e->out, s[i].why);
	}
	int rc = fl_arena_error(e->out, "what CMake files say", err);
	if (rc == 0)
		*ret = p;
	return rc;
}

int plat_cmake_run(struct plat_tree *tree, struct fl_slice directory, plat_cmake_trace trace,
	void *user, struct fl_arena *a, struct plat_project *ret, struct fl_error *err)
{
	struct cm_eval *e = fl_arena_alloc(a, sizeof *e);
	struct fl_slice text;
	enum cm_flow flow;
	if (!e)
		return fl_arena_error(a, "what CMake files say", err);
	init(e, tree, a);
	e->trace = trace;
	e->user = user;
	struct fl_slice file = fl_arena_printf(
		a, "%.*s%sCMakeLists.txt", FL_ARG(directory), directory.len ? "/" : "");
	/* once more for what it is that cannot be read */
	int rc = plat_tree_read(tree, file, &e->scratch, &text, err);
	struct fl_list commands;
	if (rc == 0)
		rc = plat_cm_lex(text, &e->scratch, &commands, err);
	if (rc == 0 && !begin(e, directory))
		rc = fl_error_set(err, FL_ENOMEM, "there is no memory to read a project");
	if (rc == 0)
		give_all(e, directory);
	if (rc == 0)
		rc = plat_cm_run_file(e, file, &flow);
	if (rc == 0) {
		plat_cm_directory_end(e);
		e->line = 0;
		e->cut = e->stopped;
		e->stopped = false;
		e->work = 0;
		rc = plat_cm_result(e, ret, err);
	}
	release(e);
	return rc;
}

int plat_cmake_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err)
{
	return plat_cmake_run(tree, directory, NULL, NULL, a, ret, err);
}
