/* set_property(), get_property() and their kin, for targets, sources, directories and all. */
#include "platform/cmake/eval.h"

bool plat_cm_entry_property(struct fl_slice name, enum cm_entry_kind *ret_kind, bool *ret_users)
{
	static const struct {
		const char *name;
		enum cm_entry_kind kind;
	} rows[] = {{"COMPILE_OPTIONS", CM_OPTIONS}, {"COMPILE_DEFINITIONS", CM_DEFINITIONS},
		{"INCLUDE_DIRECTORIES", CM_INCLUDES}, {"COMPILE_FEATURES", CM_FEATURES},
		{"LINK_LIBRARIES", CM_LINKS}, {"LINK_OPTIONS", CM_LINK_OPTIONS},
		{"SOURCES", CM_SOURCES}};
	*ret_users = fl_slice_starts(name, "INTERFACE_");
	if (*ret_users)
		name = fl_slice_skip(name, strlen("INTERFACE_"));
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (fl_slice_eqs(name, rows[i].name)) {
			*ret_kind = rows[i].kind;
			return true;
		}
	return false;
}

/* What a set_property() does to its things. */
struct change {
	struct cm_eval *e;
	struct fl_slice name, value;
	bool append, append_text;
};

static void change_scope(const struct change *c, struct cm_scope *s)
{
	const struct cm_value *v = plat_cm_scope_get(s, c->name);
	struct fl_slice value = c->value;
	if (v && v->text.len && (c->append || c->append_text)) {
		struct cm_arg both[2] = {{v->text, false}, {value, false}};
		value = plat_cm_join(c->e, both, 2, c->append ? ";" : "");
	}
	plat_cm_set_in(c->e, s, c->name, value);
}

static void change_entries(
	const struct change *c, struct fl_vec *entries, enum cm_entry_kind kind, bool users)
{
	struct cm_entry *entry = plat_cm_entry_add(c->e, entries, kind, c->value);
	if (!entry)
		return;
	entry->own = !users;
	entry->users = users;
	entry->removes_older = !c->append && !c->append_text;
}

static void change_target(const struct change *c, struct fl_slice name)
{
	enum cm_entry_kind kind;
	bool users;
	struct cm_target *t = plat_cm_known(name) ? plat_cm_target(c->e, name) : NULL;
	if (!t)
		return;
	if (plat_cm_entry_property(c->name, &kind, &users))
		change_entries(c, &t->entries, kind, users);
	else if (plat_cm_known(c->name))
		change_scope(c, t->properties);
}

struct cm_source_file *plat_cm_source_file(struct cm_eval *e, struct fl_slice path)
{
	struct cm_source_file *f = e->source_files;
	path = plat_cm_absolute(e, path, plat_cm_current_source(e));
	while (f && !fl_slice_eq(f->path, path) && plat_cm_work(e, 1))
		f = f->next;
	if (f && fl_slice_eq(f->path, path))
		return f;
	f = fl_arena_alloc(&e->scratch, sizeof *f);
	struct cm_scope *properties = plat_cm_scope_new(&e->vars, NULL);
	if (!f || !properties)
		return NULL;
	*f = (struct cm_source_file){e->source_files, path, properties, e->vars.way};
	properties->born = 0; /* files are there in all ways */
	e->source_files = f;
	return f;
}

static void change_source(const struct change *c, struct fl_slice path)
{
	struct cm_source_file *f = plat_cm_known(path) ? plat_cm_source_file(c->e, path) : NULL;
	if (f && plat_cm_known(c->name))
		change_scope(c, f->properties);
}

static void change_directory(const struct change *c)
{
	enum cm_entry_kind kind;
	bool users;
	if (plat_cm_entry_property(c->name, &kind, &users) && !users)
		change_entries(c, &c->e->directory->entries, kind, false);
	else if (plat_cm_known(c->name))
		change_scope(c, c->e->directory->properties);
}

/* set_property(KIND names… [APPEND|APPEND_STRING] PROPERTY name values…) */
static enum cm_flow run_set_property(struct cm_eval *e, const struct cm_args *args)
{
	size_t property = plat_cm_index(args, 1, "PROPERTY"), names = property;
	if (property + 1 >= args->n)
		return CM_GO;
	struct change c = {.e = e, .name = args->at[property + 1].text};
	c.value = plat_cm_join(e, args->at + property + 2, args->n - property - 2, ";");
	for (size_t i = 1; i < property; i++) {
		c.append |= plat_cm_is(args, i, "APPEND");
		c.append_text |= plat_cm_is(args, i, "APPEND_STRING");
	}
	names -= c.append || c.append_text;
	if (plat_cm_is(args, 0, "GLOBAL"))
		change_scope(&c, e->globals);
	else if (plat_cm_is(args, 0, "DIRECTORY") && names == 1)
		change_directory(&c);
	else if (plat_cm_is(args, 0, "CACHE") && names > 1 && fl_slice_eqs(c.name, "VALUE"))
		plat_cm_set_in(e, e->cache, args->at[1].text, c.value);
	for (size_t i = 1; i < names; i++)
		if (plat_cm_is(args, 0, "TARGET"))
			change_target(&c, args->at[i].text);
		else if (plat_cm_is(args, 0, "SOURCE"))
			change_source(&c, args->at[i].text);
	return CM_GO;
}

static void change_each(struct cm_eval *e, const struct cm_args *args, size_t names_end,
	void (*change)(const struct change *c, struct fl_slice name))
{
	size_t properties = plat_cm_index(args, 0, "PROPERTIES");
	for (size_t p = properties + 1; p + 1 < args->n; p += 2) {
		struct change c = {.e = e, .name = args->at[p].text, .value = args->at[p + 1].text};
		for (size_t i = 0; i < names_end; i++)
			change(&c, args->at[i].text);
	}
}

static enum cm_flow run_set_target(struct cm_eval *e, const struct cm_args *args)
{
	change_each(e, args, plat_cm_index(args, 0, "PROPERTIES"), change_target);
	return CM_GO;
}

static enum cm_flow run_set_sources(struct cm_eval *e, const struct cm_args *args)
{
	size_t end = plat_cm_index(args, 0, "PROPERTIES");
	size_t directory = plat_cm_index(args, 0, "DIRECTORY");
	size_t target = plat_cm_index(args, 0, "TARGET_DIRECTORY");
	end = directory < end ? directory : end;
	change_each(e, args, target < end ? target : end, change_source);
	return CM_GO;
}

static enum cm_flow run_set_directory(struct cm_eval *e, const struct cm_args *args)
{
	for (size_t p = plat_cm_index(args, 0, "PROPERTIES") + 1; p + 1 < args->n; p += 2) {
		struct change c = {.e = e, .name = args->at[p].text, .value = args->at[p + 1].text};
		change_directory(&c);
	}
	return CM_GO;
}

/* All that own entries of one kind say, where it is known. */
static struct fl_slice entries_text(
	struct cm_eval *e, const struct cm_target *t, enum cm_entry_kind kind, bool users)
{
	struct cm_arg found[64];
	size_t n = 0;
	for (size_t i = 0; i < t->entries.len; i++) {
		const struct cm_entry *x = fl_vec_at(&t->entries, i);
		if (x->kind != kind || !(users ? x->users : x->own))
			continue;
		if (n == 64 || !plat_cm_way_implied(x->way, e->vars.way))
			return CM_HOLE_S;
		n = x->removes_older ? 0 : n;
		found[n++].text = x->value;
	}
	return plat_cm_join(e, found, n, ";");
}

static struct fl_slice of_target(
	struct cm_eval *e, const struct cm_target *t, struct fl_slice name, bool *ret_set)
{
	static const char *const plain[] = {"COMPILE_FLAGS", "LINK_FLAGS", "C_STANDARD",
		"CXX_STANDARD", "C_EXTENSIONS", "CXX_EXTENSIONS", "FOLDER", "OUTPUT_NAME"};
	static const char *const kinds[] = {[CM_EXECUTABLE] = "EXECUTABLE",
		[CM_STATIC] = "STATIC_LIBRARY",
		[CM_SHARED] = "SHARED_LIBRARY",
		[CM_MODULE] = "MODULE_LIBRARY",
		[CM_OBJECT] = "OBJECT_LIBRARY",
		[CM_INTERFACE] = "INTERFACE_LIBRARY",
		[CM_CUSTOM] = "UTILITY",
		[CM_UNKNOWN_LIBRARY] = "UNKNOWN_LIBRARY"};
	enum cm_entry_kind kind;
	bool users;
	const struct cm_value *v = plat_cm_scope_get(t->properties, name);
	*ret_set = true;
	if (v)
		return v->text;
	if (fl_slice_eqs(name, "TYPE"))
		return t->kind_unsure ? CM_HOLE_S : fl_slice_str(kinds[t->kind]);
	if (fl_slice_eqs(name, "NAME"))
		return t->name;
	if (fl_slice_eqs(name, "SOURCE_DIR"))
		return fl_arena_printf(&e->scratch, CM_SOURCE_ROOT "%s%.*s",
			t->directory->path.len ? "/" : "", FL_ARG(t->directory->path));
	if (plat_cm_entry_property(name, &kind, &users) && !t->imported) {
		struct fl_slice text = entries_text(e, t, kind, users);
		*ret_set = text.len > 0;
		return text;
	}
	*ret_set = !fl_slice_is_one(name, plain, sizeof plain / sizeof plain[0]) || t->imported;
	return CM_HOLE_S;
}

/* get_target_property(variable target property) */
static enum cm_flow run_get_target(struct cm_eval *e, const struct cm_args *args)
{
	bool set = true;
	if (args->n < 3)
		return CM_GO;
	const struct cm_target *t =
		plat_cm_known(args->at[1].text) ? plat_cm_target(e, args->at[1].text) : NULL;
	struct fl_slice value = t ? of_target(e, t, args->at[2].text, &set) : CM_HOLE_S;
	if (!set)
		value = fl_arena_printf(&e->scratch, "%.*s-NOTFOUND", FL_ARG(args->at[0].text));
	plat_cm_set(e, args->at[0].text, value);
	return CM_GO;
}

static struct fl_slice of_scope(const struct cm_scope *s, struct fl_slice name, bool *ret_set)
{
	const struct cm_value *v = plat_cm_scope_get(s, name);
	*ret_set = v != NULL;
	return v ? v->text : FL_S("");
}

/* get_property(variable KIND [name] PROPERTY property [SET|DEFINED|BRIEF_DOCS|FULL_DOCS]) */
static enum cm_flow run_get_property(struct cm_eval *e, const struct cm_args *args)
{
	size_t property = plat_cm_index(args, 1, "PROPERTY");
	bool set = true, is_unset = false;
	struct fl_slice value = CM_HOLE_S;
	if (property + 1 >= args->n)
		return CM_GO;
	struct fl_slice name = args->at[property + 1].text;
	if (!plat_cm_known(name)) {
		set = true;
	} else if (plat_cm_is(args, 1, "GLOBAL")) {
		value = of_scope(e->globals, name, &set);
		if (!set && (fl_slice_eqs(name, "ENABLED_LANGUAGES") ||
				    fl_slice_eqs(name, "TARGET_SUPPORTS_SHARED_LIBS") ||
				    fl_slice_starts(name, "CMAKE_")))
			value = CM_HOLE_S;
		if (!set && fl_slice_eqs(name, "GENERATOR_IS_MULTI_CONFIG"))
			value = FL_S("0");
	} else if (plat_cm_is(args, 1, "TARGET") && property == 3) {
		const struct cm_target *t = plat_cm_known(args->at[2].text)
						    ? plat_cm_target(e, args->at[2].text)
						    : NULL;
		value = t ? of_target(e, t, name, &set) : CM_HOLE_S;
		is_unset = !set;
	} else if (plat_cm_is(args, 1, "DIRECTORY") && property == 2) {
		value = of_scope(e->directory->properties, name, &set);
		value = set ? value : CM_HOLE_S;
	}
	if (property + 2 < args->n)
		value = plat_cm_is(args, property + 2, "SET") && plat_cm_is(args, 1, "GLOBAL")
				? (set ? FL_S("1") : FL_S("0"))
				: CM_HOLE_S;
	plat_cm_set(e, args->at[0].text, is_unset ? FL_S("") : value);
	return CM_GO;
}

/* get_directory_property(variable [DIRECTORY d] property|DEFINITION name) */
static enum cm_flow run_get_directory(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice value = CM_HOLE_S;
	if (args->n < 2)
		return CM_GO;
	if (plat_cm_is(args, 1, "PARENT_DIRECTORY") && args->n == 2)
		value = !e->directory->parent ? FL_S("")
			: e->directory->parent->path.len
				? fl_arena_printf(&e->scratch, CM_SOURCE_ROOT "/%.*s",
					  FL_ARG(e->directory->parent->path))
				: FL_S(CM_SOURCE_ROOT);
	plat_cm_set(e, args->at[0].text, value);
	return CM_GO;
}

static enum cm_flow run_get_first(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n)
		plat_cm_set(e, args->at[0].text, CM_HOLE_S);
	return CM_GO;
}

const struct cm_builtin plat_cm_property_commands[] = {{"set_property", run_set_property},
	{"set_target_properties", run_set_target}, {"set_source_files_properties", run_set_sources},
	{"set_directory_properties", run_set_directory}, {"get_target_property", run_get_target},
	{"get_property", run_get_property}, {"get_directory_property", run_get_directory},
	{"get_source_file_property", run_get_first}, {"get_cmake_property", run_get_first},
	{"get_test_property", run_get_first}, {0}};
