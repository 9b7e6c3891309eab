/* project(), policies, subdirectories, and the commands that say nothing of how files are built. */
#include "base/path.h"

#include "platform/cmake/eval.h"
#include "platform/cmake/facts.h"

static void set_constants(struct cm_eval *e, const struct cm_constant *c)
{
	for (; c->name; c++)
		if (!plat_cm_scope_get(e->scope, fl_slice_str(c->name)) &&
			!plat_cm_scope_get(e->cache, fl_slice_str(c->name)))
			plat_cm_set_in(e, e->cache, fl_slice_str(c->name), fl_slice_str(c->value));
}

/* What a language has once it is enabled; %s is C or CXX. */
static const struct {
	const char *name, *c, *cxx;
} of_language[] = {
	{"CMAKE_%s_COMPILER_ID", "GNU", "GNU"},
	{"CMAKE_%s_COMPILER_VERSION", "12.2.0", "12.2.0"},
	{"CMAKE_%s_COMPILER", "/usr/bin/cc", "/usr/bin/c++"},
	{"CMAKE_COMPILER_IS_GNU%s", "1", NULL},
	{"CMAKE_%s_COMPILER_LOADED", "1", "1"},
	{"CMAKE_%s_COMPILER_WORKS", "TRUE", "TRUE"},
	{"CMAKE_%s_FLAGS", "", ""},
	{"CMAKE_%s_FLAGS_DEBUG", "-g", "-g"},
	{"CMAKE_%s_FLAGS_RELEASE", "-O3 -DNDEBUG", "-O3 -DNDEBUG"},
	{"CMAKE_%s_FLAGS_RELWITHDEBINFO", "-O2 -g -DNDEBUG", "-O2 -g -DNDEBUG"},
	{"CMAKE_%s_FLAGS_MINSIZEREL", "-Os -DNDEBUG", "-Os -DNDEBUG"},
	{"CMAKE_%s_STANDARD_DEFAULT", "17", "17"},
	{"CMAKE_%s_EXTENSIONS_DEFAULT", "ON", "ON"},
	{"CMAKE_%s_COMPILER_FRONTEND_VARIANT", "", ""},
	{"CMAKE_%s_SIZEOF_DATA_PTR", "8", "8"},
	{"CMAKE_%s_COMPILER_TARGET", "", ""},
	{"CMAKE_%s_SIMULATE_ID", "", ""},
	{"CMAKE_%s_BYTE_ORDER", "LITTLE_ENDIAN", "LITTLE_ENDIAN"},
};

static void enable_language(struct cm_eval *e, struct fl_slice language)
{
	bool cxx = fl_slice_eqs(language, "CXX");
	if (!cxx && !fl_slice_eqs(language, "C"))
		return;
	for (size_t i = 0; i < sizeof of_language / sizeof of_language[0]; i++) {
		const char *value = cxx ? of_language[i].cxx : of_language[i].c;
		struct fl_slice name = fl_slice_str(of_language[i].name);
		ptrdiff_t at = fl_slice_find(name, "%s");
		name = fl_arena_printf(&e->scratch, "%.*s%.*s%.*s",
			FL_ARG(fl_slice_head(name, (size_t)at)), FL_ARG(language),
			FL_ARG(fl_slice_skip(name, (size_t)at + 2)));
		if (value && !plat_cm_scope_get(e->scope, name) &&
			!plat_cm_scope_get(e->cache, name))
			plat_cm_set_in(e, e->cache, name, fl_slice_str(value));
	}
	plat_cm_set_in(e, e->cache,
		cxx ? FL_S("CMAKE_CXX_COMPILE_FEATURES") : FL_S("CMAKE_C_COMPILE_FEATURES"),
		fl_slice_str(cxx ? plat_cm_cxx_features : plat_cm_c_features));
	if (cxx)
		plat_cm_set_in(e, e->cache, FL_S("CMAKE_COMPILER_IS_GNUCXX"), FL_S("1"));
	else
		plat_cm_set_in(e, e->cache, FL_S("CMAKE_COMPILER_IS_GNUCC"), FL_S("1"));
}

/* A project that is built for another system has none of what only Linux has. */
static void other_system(struct cm_eval *e)
{
	struct fl_slice system = plat_cm_text(e, "CMAKE_SYSTEM_NAME");
	if (!system.len || fl_slice_eqs(system, "Linux"))
		return;
	static const char *const unknown[] = {"UNIX", "LINUX", "CMAKE_SYSTEM_PROCESSOR",
		"CMAKE_SIZEOF_VOID_P", "CMAKE_C_COMPILER_ID", "CMAKE_CXX_COMPILER_ID",
		"CMAKE_C_COMPILER_VERSION", "CMAKE_CXX_COMPILER_VERSION", "CMAKE_CROSSCOMPILING",
		"WIN32", "APPLE"};
	for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
		if (!plat_cm_scope_get(e->scope, fl_slice_str(unknown[i])))
			plat_cm_set_in(e, e->cache, fl_slice_str(unknown[i]), CM_HOLE_S);
}

static void toolchain(struct cm_eval *e)
{
	struct fl_slice file = plat_cm_text(e, "CMAKE_TOOLCHAIN_FILE"), in;
	enum cm_flow flow;
	if (!file.len)
		return;
	file = plat_cm_absolute(e, file, FL_S(CM_SOURCE_ROOT));
	if (plat_cm_in_tree(e, file, &in))
		plat_cm_run_file(e, in, &flow);
	else
		plat_cm_skip(e, "the toolchain file is not known");
}

static void set_of_project(
	struct cm_eval *e, struct fl_slice name, const char *what, struct fl_slice value, bool top)
{
	plat_cm_set(e, fl_arena_printf(&e->scratch, "PROJECT_%s", what), value);
	plat_cm_set(e, fl_arena_printf(&e->scratch, "%.*s_%s", FL_ARG(name), what), value);
	if (top)
		plat_cm_set_in(
			e, e->cache, fl_arena_printf(&e->scratch, "CMAKE_PROJECT_%s", what), value);
	if (!strcmp(what, "SOURCE_DIR") || !strcmp(what, "BINARY_DIR")) /* everywhere */
		plat_cm_set_in(e, e->cache,
			fl_arena_printf(&e->scratch, "%.*s_%s", FL_ARG(name), what), value);
}

static void set_version(struct cm_eval *e, struct fl_slice name, struct fl_slice version, bool top)
{
	static const char *const parts[] = {
		"VERSION_MAJOR", "VERSION_MINOR", "VERSION_PATCH", "VERSION_TWEAK"};
	struct fl_slice rest = plat_cm_known(version) ? version : FL_S("");
	set_of_project(e, name, "VERSION", version, top);
	for (size_t i = 0; i < 4; i++) {
		ptrdiff_t dot = fl_slice_chr(rest, '.');
		struct fl_slice part = fl_slice_head(rest, dot < 0 ? rest.len : (size_t)dot);
		set_of_project(e, name, parts[i], plat_cm_known(version) ? part : CM_HOLE_S, top);
		rest = dot < 0 ? FL_S("") : fl_slice_skip(rest, (size_t)dot + 1);
	}
}

/* project(name [languages…] | [VERSION v] [DESCRIPTION d] [HOMEPAGE_URL u] [LANGUAGES …]) */
static enum cm_flow run_project(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice version = FL_S("");
	bool top = !plat_cm_scope_get(e->cache, FL_S("CMAKE_PROJECT_NAME"));
	size_t languages = 1;
	if (!args->n)
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	for (size_t i = 1; i < args->n; i++) {
		bool with_value = plat_cm_is(args, i, "VERSION") ||
				  plat_cm_is(args, i, "DESCRIPTION") ||
				  plat_cm_is(args, i, "HOMEPAGE_URL");
		if (plat_cm_is(args, i, "VERSION") && i + 1 < args->n)
			version = args->at[i + 1].text;
		if (plat_cm_is(args, i, "LANGUAGES") || with_value)
			languages = i + (with_value ? 2 : 1);
		i += with_value;
	}
	if (top)
		plat_cm_set_in(e, e->cache, FL_S("CMAKE_PROJECT_NAME"), name);
	plat_cm_set(e, FL_S("PROJECT_NAME"), name);
	plat_cm_set(
		e, FL_S("PROJECT_IS_TOP_LEVEL"), e->directory->parent ? FL_S("OFF") : FL_S("ON"));
	set_of_project(e, name, "SOURCE_DIR", plat_cm_current_source(e), false);
	set_of_project(e, name, "BINARY_DIR", plat_cm_current_binary(e), false);
	if (version.len || plat_cm_policy(e, "CMP0048", 3, 0))
		set_version(e, name, version, top);
	if (top)
		toolchain(e);
	for (size_t i = languages; i < args->n; i++)
		enable_language(e, args->at[i].text);
	if (languages >= args->n) {
		enable_language(e, FL_S("C"));
		enable_language(e, FL_S("CXX"));
	}
	set_constants(e, plat_cm_after_project);
	other_system(e);
	return CM_GO;
}

static enum cm_flow run_enable_language(struct cm_eval *e, const struct cm_args *args)
{
	for (size_t i = 0; i < args->n; i++)
		enable_language(e, args->at[i].text);
	return CM_GO;
}

/* The policies of a version a[...b] that is asked for. */
static void set_policy_version(struct cm_eval *e, struct fl_slice version)
{
	ptrdiff_t dots = fl_slice_find(version, "...");
	if (dots >= 0)
		version = fl_slice_skip(version, (size_t)dots + 3);
	if (plat_cm_known(version))
		plat_cm_set(e, FL_S("{version}"), version);
}

static enum cm_flow run_minimum(struct cm_eval *e, const struct cm_args *args)
{
	if (!plat_cm_is(args, 0, "VERSION") || args->n < 2)
		return CM_GO;
	struct fl_slice version = args->at[1].text;
	ptrdiff_t dots = fl_slice_find(version, "...");
	set_policy_version(e, version);
	version = dots >= 0 ? fl_slice_head(version, (size_t)dots) : version;
	plat_cm_set(e, FL_S("CMAKE_MINIMUM_REQUIRED_VERSION"), version);
	if (!plat_cm_scope_find(e->globals, FL_S("{minimum}")) && plat_cm_known(version))
		plat_cm_set_in(e, e->globals, FL_S("{minimum}"), version);
	return CM_GO;
}

/* cmake_policy(SET CMPnnnn NEW|OLD), (VERSION v), (GET CMPnnnn variable) */
static enum cm_flow run_policy(struct cm_eval *e, const struct cm_args *args)
{
	if (plat_cm_is(args, 0, "SET") && args->n > 2)
		plat_cm_set(e, fl_arena_printf(&e->scratch, "{%.*s}", FL_ARG(args->at[1].text)),
			args->at[2].text);
	else if (plat_cm_is(args, 0, "VERSION") && args->n > 1)
		set_policy_version(e, args->at[1].text);
	else if (plat_cm_is(args, 0, "GET") && args->n > 2)
		plat_cm_set(e, args->at[2].text, CM_HOLE_S);
	return CM_GO;
}

/* Variables that CMake takes as they are when a directory's file is done. */
static const char *const at_end[] = {"CMAKE_BUILD_TYPE", "CMAKE_C_FLAGS", "CMAKE_CXX_FLAGS",
	"CMAKE_C_FLAGS_DEBUG", "CMAKE_CXX_FLAGS_DEBUG", "CMAKE_C_FLAGS_RELEASE",
	"CMAKE_CXX_FLAGS_RELEASE", "CMAKE_C_FLAGS_RELWITHDEBINFO", "CMAKE_CXX_FLAGS_RELWITHDEBINFO",
	"CMAKE_C_FLAGS_MINSIZEREL", "CMAKE_CXX_FLAGS_MINSIZEREL", "CMAKE_EXE_LINKER_FLAGS",
	"CMAKE_SHARED_LINKER_FLAGS", "CMAKE_MODULE_LINKER_FLAGS", "CMAKE_C_STANDARD_LIBRARIES",
	"THREADS_PREFER_PTHREAD_FLAG"};

static void keep(struct cm_eval *e, struct fl_slice name)
{
	const struct cm_value *v = plat_cm_get(e, name);
	if (v)
		plat_cm_scope_set(&e->vars, e->directory->properties, name, v);
}

void plat_cm_directory_end(struct cm_eval *e)
{
	struct fl_slice type = plat_cm_text(e, "CMAKE_BUILD_TYPE");
	for (size_t i = 0; i < sizeof at_end / sizeof at_end[0]; i++)
		keep(e, fl_slice_str(at_end[i]));
	if (plat_cm_known(type) && type.len) {
		keep(e, fl_arena_printf(
				&e->scratch, "CMAKE_C_FLAGS_%.*s", FL_ARG(plat_cm_upper(e, type))));
		keep(e, fl_arena_printf(&e->scratch, "CMAKE_CXX_FLAGS_%.*s",
				FL_ARG(plat_cm_upper(e, type))));
	}
	e->directory->done = true;
}

static struct cm_directory *directory_add(struct cm_eval *e, struct fl_slice path)
{
	struct cm_directory *d = fl_arena_alloc(&e->scratch, sizeof *d);
	struct cm_scope *scope = plat_cm_scope_new(&e->vars, e->scope);
	struct cm_scope *properties = plat_cm_scope_new(&e->vars, NULL);
	if (!d || !scope || !properties)
		return NULL;
	*d = (struct cm_directory){.parent = e->directory,
		.path = path,
		.scope = scope,
		.properties = properties,
		.way = e->vars.way};
	fl_vec_init(&d->entries, sizeof(struct cm_entry), 1 << 14);
	for (size_t i = 0; i < e->directory->entries.len; i++) {
		struct cm_entry *to = fl_vec_add(&d->entries);
		if (to)
			*to = *(struct cm_entry *)fl_vec_at(&e->directory->entries, i);
	}
	*e->directories_end = d;
	e->directories_end = &d->next;
	return d;
}

static enum cm_flow enter(struct cm_eval *e, struct fl_slice path, struct fl_slice binary)
{
	enum cm_flow flow = CM_GO;
	struct fl_slice in;
	if (!plat_cm_in_tree(e, path, &in)) {
		e->beyond = true;
		plat_cm_skip(e, "a directory beyond the project: %.*s", FL_ARG(path));
		return CM_GO;
	}
	struct fl_slice file =
		fl_arena_printf(&e->scratch, "%.*s%sCMakeLists.txt", FL_ARG(in), in.len ? "/" : "");
	struct cm_directory *outer = e->directory, *d = NULL;
	struct cm_scope *scope = e->scope;
	if (plat_tree_has_file(e->tree, file))
		d = directory_add(e, in);
	if (!d) {
		e->beyond = true;
		plat_cm_skip(e, "%.*s: there is no such file", FL_ARG(file));
		plat_cm_foreign(e, fl_path_name(in));
		return CM_GO;
	}
	e->directory = d;
	e->scope = d->scope;
	plat_cm_set(e, FL_S("CMAKE_CURRENT_SOURCE_DIR"), plat_cm_current_source(e));
	plat_cm_set(e, FL_S("CMAKE_CURRENT_BINARY_DIR"), binary);
	plat_cm_run_file(e, file, &flow);
	plat_cm_directory_end(e);
	e->directory = outer;
	e->scope = scope;
	return flow;
}

/* add_subdirectory(source [binary] [EXCLUDE_FROM_ALL] [SYSTEM]) */
static enum cm_flow run_subdirectory(struct cm_eval *e, const struct cm_args *args)
{
	if (!args->n || !plat_cm_known(args->at[0].text)) {
		e->beyond = true;
		plat_cm_skip(e, "add_subdirectory() of a directory that is not known");
		return CM_GO;
	}
	struct fl_slice path = plat_cm_absolute(e, args->at[0].text, plat_cm_current_source(e));
	struct fl_slice here = plat_cm_current_source(e), binary = CM_HOLE_S;
	bool stated = args->n > 1 && !plat_cm_is(args, 1, "EXCLUDE_FROM_ALL") &&
		      !plat_cm_is(args, 1, "SYSTEM");
	if (stated)
		binary = plat_cm_absolute(e, args->at[1].text, plat_cm_current_binary(e));
	else if (fl_slice_starts_with(path, here))
		binary = fl_arena_printf(&e->scratch, "%.*s%.*s", FL_ARG(plat_cm_current_binary(e)),
			FL_ARG(fl_slice_skip(path, here.len)));
	return enter(e, path, binary);
}

static enum cm_flow run_subdirs(struct cm_eval *e, const struct cm_args *args)
{
	for (size_t i = 0; i < args->n; i++)
		run_subdirectory(e, &(struct cm_args){args->at + i, 1});
	return CM_GO;
}

/* cmake_language(CALL command arguments…), (EVAL CODE …), (DEFER …) */
static enum cm_flow run_language(struct cm_eval *e, const struct cm_args *args)
{
	if (plat_cm_is(args, 0, "CALL") && args->n > 1 && plat_cm_known(args->at[1].text))
		return plat_cm_call(
			e, args->at[1].text, &(struct cm_args){args->at + 2, args->n - 2});
	plat_cm_skip(e, "cmake_language() is not followed");
	return CM_GO;
}

/* separate_arguments(variable [UNIX_COMMAND|NATIVE_COMMAND text]) */
static enum cm_flow run_separate(struct cm_eval *e, const struct cm_args *args)
{
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	const struct cm_value *v = plat_cm_get(e, name);
	struct fl_slice text = args->n > 2 ? args->at[args->n - 1].text : v ? v->text : FL_S("");
	bool plain = !text.len ||
		     (!memchr(text.ptr, '"', text.len) && !memchr(text.ptr, '\'', text.len) &&
			     !memchr(text.ptr, '\\', text.len));
	struct fl_slice to = fl_arena_slice(&e->scratch, text);
	char *at = fl_arena_alloc(&e->scratch, text.len + 1);
	size_t n = 0;
	for (size_t i = 0; at && i < to.len; i++)
		if (to.ptr[i] != ' ')
			at[n++] = to.ptr[i];
		else if (n && at[n - 1] != ';')
			at[n++] = ';';
	plat_cm_set(e, name, plain && args->n != 2 ? fl_slice(at, n) : CM_HOLE_S);
	return CM_GO;
}

enum cm_flow plat_cm_run_nothing(struct cm_eval *e, const struct cm_args *args)
{
	(void)e;
	(void)args;
	return CM_GO;
}

const struct cm_builtin plat_cm_project_commands[] = {{"project", run_project},
	{"enable_language", run_enable_language}, {"cmake_minimum_required", run_minimum},
	{"cmake_policy", run_policy}, {"add_subdirectory", run_subdirectory},
	{"subdirs", run_subdirs}, {"cmake_language", run_language},
	{"separate_arguments", run_separate}, {"install", plat_cm_run_nothing},
	{"export", plat_cm_run_nothing}, {"add_test", plat_cm_run_nothing},
	{"add_custom_command", plat_cm_run_nothing}, {"add_dependencies", plat_cm_run_nothing},
	{"set_tests_properties", plat_cm_run_nothing}, {"configure_file", plat_cm_run_nothing},
	{"enable_testing", plat_cm_run_nothing}, {"mark_as_advanced", plat_cm_run_nothing},
	{"source_group", plat_cm_run_nothing}, {"include_external_msproject", plat_cm_run_nothing},
	{"target_link_directories", plat_cm_run_nothing}, {"link_directories", plat_cm_run_nothing},
	{"target_precompile_headers", plat_cm_run_nothing},
	{"include_regular_expression", plat_cm_run_nothing},
	{"variable_watch", plat_cm_run_nothing},
	{"configure_package_config_file", plat_cm_run_nothing},
	{"write_basic_package_version_file", plat_cm_run_nothing},
	{"generate_export_header", plat_cm_run_nothing}, {"feature_summary", plat_cm_run_nothing},
	{"add_feature_info", plat_cm_run_nothing}, {"set_package_properties", plat_cm_run_nothing},
	{"cmake_push_check_state", plat_cm_run_nothing},
	{"cmake_pop_check_state", plat_cm_run_nothing},
	{"cmake_reset_check_state", plat_cm_run_nothing},
	{"externalproject_add", plat_cm_run_nothing}, {"gtest_discover_tests", plat_cm_run_nothing},
	{"cpack_add_component", plat_cm_run_nothing},
	{"cpack_add_component_group", plat_cm_run_nothing},
	{"cmake_print_variables", plat_cm_run_nothing},
	{"create_test_sourcelist", plat_cm_run_nothing},
	{"add_compiler_export_flags", plat_cm_run_nothing},
	{"export_library_dependencies", plat_cm_run_nothing},
	{"install_files", plat_cm_run_nothing}, {"install_targets", plat_cm_run_nothing},
	{"install_programs", plat_cm_run_nothing}, {"write_file", plat_cm_run_nothing},
	{"make_directory", plat_cm_run_nothing}, {"remove", plat_cm_run_nothing},
	{"check_pie_supported", plat_cm_run_nothing},
	{"externalproject_add_step", plat_cm_run_nothing},
	/* What they add to the variable that they are given is generated: nothing of the tree. */
	{"qt5_wrap_ui", plat_cm_run_nothing}, {"qt6_wrap_ui", plat_cm_run_nothing},
	{"qt_wrap_ui", plat_cm_run_nothing}, {"qt5_wrap_cpp", plat_cm_run_nothing},
	{"qt6_wrap_cpp", plat_cm_run_nothing}, {"qt_wrap_cpp", plat_cm_run_nothing},
	{"qt5_add_resources", plat_cm_run_nothing}, {"qt5_add_dbus_interface", plat_cm_run_nothing},
	{"qt5_add_dbus_interfaces", plat_cm_run_nothing},
	{"qt5_add_dbus_adaptor", plat_cm_run_nothing},
	{"qt6_add_dbus_interface", plat_cm_run_nothing},
	{"qt6_add_dbus_interfaces", plat_cm_run_nothing},
	{"qt6_add_dbus_adaptor", plat_cm_run_nothing},
	{"qt_add_dbus_interface", plat_cm_run_nothing},
	{"qt_add_dbus_adaptor", plat_cm_run_nothing},
	{"qt5_create_translation", plat_cm_run_nothing},
	{"qt5_add_translation", plat_cm_run_nothing}, {"qt5_generate_moc", plat_cm_run_nothing},
	{"qt5_generate_dbus_interface", plat_cm_run_nothing}, {0}};
