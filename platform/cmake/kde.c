/* Modules and commands of KDE's: ECM and the configurations of Frameworks (api.kde.org/ecm). */
#include "base/path.h"
#include "platform/cmake/eval.h"

static enum cm_truth is_version(struct cm_eval *e, struct fl_slice version, struct fl_slice least)
{
	struct cm_arg words[] = {
		{version, true}, {FL_S("VERSION_GREATER_EQUAL"), false}, {least, true}};
	return plat_cm_condition(e, &(struct cm_args){words, 3});
}

/*
 * The level of settings that KDE's modules are asked for: the version of ECM unless it is stated.
 */
static struct fl_slice kde_level(struct cm_eval *e)
{
	const struct cm_value *v = plat_cm_get(e, FL_S("KDE_COMPILERSETTINGS_LEVEL"));
	v = v ? v : plat_cm_scope_get(e->globals, FL_S("{version of ECM}"));
	struct fl_slice level = v ? v->text : FL_S("0");
	return fl_slice_starts(level, ">= ") ? fl_slice_skip(level, 3) : level;
}

/*
 * The standards of KDECompilerSettings, unless the project has set its own before
 * (api.kde.org/ecm/kde-module/KDECompilerSettings.html). Those of 6 are others from time to time.
 */
static void set_kde_standards(struct cm_eval *e)
{
	static const struct {
		const char *standard, *extensions, *required, *old, *new;
	} rows[] = {
		{"CMAKE_C_STANDARD", "CMAKE_C_EXTENSIONS", "CMAKE_C_STANDARD_REQUIRED", "90", "99"},
		{"CMAKE_CXX_STANDARD", "CMAKE_CXX_EXTENSIONS", "CMAKE_CXX_STANDARD_REQUIRED", "11",
			"17"}};
	struct fl_slice level = kde_level(e);
	enum cm_truth newer =
		plat_cm_known(level) ? is_version(e, level, FL_S("5.85")) : CM_UNKNOWN;
	if (newer == CM_TRUE && is_version(e, level, FL_S("5.200")) != CM_FALSE)
		newer = CM_UNKNOWN;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		if (plat_cm_get(e, fl_slice_str(rows[i].standard)))
			continue;
		plat_cm_set(e, fl_slice_str(rows[i].standard),
			newer == CM_TRUE    ? fl_slice_str(rows[i].new)
			: newer == CM_FALSE ? fl_slice_str(rows[i].old)
					    : CM_HOLE_S);
		if (newer == CM_FALSE)
			continue;
		plat_cm_set(e, fl_slice_str(rows[i].extensions),
			newer == CM_TRUE ? FL_S("OFF") : CM_HOLE_S);
		plat_cm_set(e, fl_slice_str(rows[i].required),
			newer == CM_TRUE ? FL_S("TRUE") : CM_HOLE_S);
	}
}

bool plat_cm_kde_include(struct cm_eval *e, struct fl_slice name)
{
	static const char *const standards[] = {
		"KDECompilerSettings", "KDEFrameworkCompilerSettings"};
	static const char *const with_qt[] = {
		"QtVersionOption", "KDEInstallDirs", "KDECMakeSettings"};
	bool sets = fl_slice_is_one(name, standards, 2), of_qt = fl_slice_is_one(name, with_qt, 3);
	if (sets)
		set_kde_standards(e);
	/* With Debian 12's ECM it is Qt 5 unless the project says another. */
	if (of_qt && !plat_cm_get(e, FL_S("QT_MAJOR_VERSION")))
		plat_cm_set(e, FL_S("QT_MAJOR_VERSION"), FL_S("5"));
	return sets || of_qt || fl_slice_starts(name, "ECM") || fl_slice_starts(name, "KDE");
}

static bool is_ecm_word(struct fl_slice word)
{
	static const char *const words[] = {"LINK_LIBRARIES", "TEST_NAME", "NAME_PREFIX", "GUI",
		"TARGET_NAMES_VAR", "TEST_NAMES_VAR", "WORKING_DIRECTORY", "PROPERTIES"};
	return fl_slice_is_one(word, words, sizeof words / sizeof words[0]);
}

/* The words from `from` on up to the next of its own. */
static size_t ecm_words(const struct cm_args *args, size_t from)
{
	size_t n = 0;
	while (from + n < args->n && !is_ecm_word(args->at[from + n].text))
		n++;
	return n;
}

static void add_test(struct cm_eval *e, struct fl_slice name, const struct cm_args *sources,
	const struct cm_args *libraries)
{
	const struct cm_args *const parts[] = {sources, libraries};
	const struct fl_slice calls[] = {FL_S("add_executable"), FL_S("target_link_libraries")};
	for (size_t i = 0; i < 2; i++) {
		struct cm_arg *all = fl_arena_array(&e->scratch, parts[i]->n + 1, sizeof *all);
		if (!all)
			return;
		all[0] = (struct cm_arg){name, false};
		for (size_t j = 0; j < parts[i]->n; j++)
			all[j + 1] = parts[i]->at[j];
		plat_cm_call(e, calls[i], &(struct cm_args){all, parts[i]->n + 1});
	}
}

static struct fl_slice stem(struct fl_slice path)
{
	struct fl_slice name = fl_path_name(path);
	ptrdiff_t dot = fl_slice_rchr(name, '.');
	return dot > 0 ? fl_slice_head(name, (size_t)dot) : name;
}

/*
 * ecm_add_tests(source … LINK_LIBRARIES library …): a test of each; ecm_add_test(…): one of all
 * (api.kde.org/ecm/module/ECMAddTests.html).
 */
static enum cm_flow run_ecm_tests(struct cm_eval *e, const struct cm_args *args)
{
	size_t at = plat_cm_index(args, 0, "LINK_LIBRARIES");
	struct cm_args sources = {args->at, ecm_words(args, 0)}, libraries = {args->at, 0};
	if (at < args->n)
		libraries = (struct cm_args){args->at + at + 1, ecm_words(args, at + 1)};
	for (size_t i = 0; i < sources.n; i++)
		add_test(e, stem(sources.at[i].text), &(struct cm_args){sources.at + i, 1},
			&libraries);
	return CM_GO;
}

static enum cm_flow run_ecm_test(struct cm_eval *e, const struct cm_args *args)
{
	size_t at = plat_cm_index(args, 0, "LINK_LIBRARIES");
	size_t named = plat_cm_index(args, 0, "TEST_NAME");
	struct cm_args sources = {args->at, ecm_words(args, 0)}, libraries = {args->at, 0};
	if (at < args->n)
		libraries = (struct cm_args){args->at + at + 1, ecm_words(args, at + 1)};
	if (sources.n)
		add_test(e,
			named + 1 < args->n ? args->at[named + 1].text : stem(sources.at[0].text),
			&sources, &libraries);
	return CM_GO;
}

/* The words behind SOURCES up to the next of the command's own, and those before any of its own. */
static struct cm_args plugin_sources(struct cm_eval *e, const struct cm_args *args)
{
	static const char *const own[] = {"SOURCES", "JSON", "INSTALL_NAMESPACE", "STATIC",
		"SKIP_INSTALL", "URI", "VERSION", "QT_NO_PLUGIN", "GENERATE_PLUGIN_SOURCE",
		"NO_PLUGIN"};
	struct cm_args out = {fl_arena_array(&e->scratch, args->n + 2, sizeof *out.at), 0};
	bool taking = true;
	for (size_t i = 1; out.at && i < args->n; i++) {
		bool is_own = fl_slice_is_one(args->at[i].text, own, sizeof own / sizeof own[0]);
		if (is_own)
			taking = plat_cm_is(args, i, "SOURCES");
		else if (taking)
			out.at[2 + out.n++] = args->at[i];
	}
	return out;
}

/*
 * kcoreaddons_add_plugin(NAME [SOURCES s…] …), kdevplatform_add_plugin(), ecm_add_qml_module(): a
 * module, static where it is asked for.
 */
static enum cm_flow run_kde_plugin(struct cm_eval *e, const struct cm_args *args)
{
	struct cm_args words = plugin_sources(e, args);
	bool is_static = plat_cm_index(args, 1, "STATIC") < args->n;
	if (!words.at || !args->n)
		return CM_GO;
	words.at[0] = args->at[0];
	words.at[1] = (struct cm_arg){is_static ? FL_S("STATIC") : FL_S("MODULE"), false};
	words.n += 2;
	return plat_cm_call(e, FL_S("add_library"), &words);
}

/* ecm_optional_add_subdirectory(directory): where it is there */
static enum cm_flow run_optional(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice in;
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice path = plat_cm_absolute(e, args->at[0].text, plat_cm_current_source(e));
	if (!plat_cm_in_tree(e, path, &in))
		return CM_GO;
	in = fl_arena_printf(&e->scratch, "%.*s/CMakeLists.txt", FL_ARG(in));
	return plat_tree_has_file(e->tree, in) ? plat_cm_call(e, FL_S("add_subdirectory"), args)
					       : CM_GO;
}

/* ecm_setup_version(… VARIABLE_PREFIX p …): p_VERSION and the like are set */
static enum cm_flow run_version(struct cm_eval *e, const struct cm_args *args)
{
	size_t at = plat_cm_index(args, 0, "VARIABLE_PREFIX");
	if (at + 1 < args->n && plat_cm_known(args->at[at + 1].text))
		plat_cm_foreign(e, args->at[at + 1].text);
	return CM_GO;
}

/* What plat_cm_run_nothing() adds to a variable is generated, if anything: nothing of the tree. */
const struct cm_builtin plat_cm_kde_commands[] = {{"ecm_add_test", run_ecm_test},
	{"ecm_add_tests", run_ecm_tests}, {"kcoreaddons_add_plugin", run_kde_plugin},
	{"kdevplatform_add_plugin", run_kde_plugin}, {"ecm_add_qml_module", run_kde_plugin},
	{"ecm_optional_add_subdirectory", run_optional}, {"ecm_setup_version", run_version},
	{"ecm_add_app_icon", plat_cm_run_nothing}, {"ecm_install_icons", plat_cm_run_nothing},
	{"ecm_qt_declare_logging_category", plat_cm_run_nothing},
	{"ecm_qt_install_logging_categories", plat_cm_run_nothing},
	{"ecm_qt_export_logging_category", plat_cm_run_nothing},
	{"ecm_generate_headers", plat_cm_run_nothing},
	{"ecm_generate_export_header", plat_cm_run_nothing},
	{"ecm_generate_pri_file", plat_cm_run_nothing},
	{"ecm_set_disabled_deprecation_versions", plat_cm_run_nothing},
	{"ecm_add_qch", plat_cm_run_nothing}, {"ecm_install_po_files_as_qm", plat_cm_run_nothing},
	{"ecm_create_qm_loader", plat_cm_run_nothing}, {"ecm_mark_as_test", plat_cm_run_nothing},
	{"ecm_mark_nongui_executable", plat_cm_run_nothing},
	{"ecm_setup_qtplugin_macro_names", plat_cm_run_nothing},
	{"ecm_find_qmlmodule", plat_cm_run_nothing},
	{"ecm_finalize_qml_module", plat_cm_run_nothing},
	{"ecm_target_qml_sources", plat_cm_run_nothing}, {"kde_clang_format", plat_cm_run_nothing},
	{"kde_configure_git_pre_commit_hook", plat_cm_run_nothing},
	{"kconfig_add_kcfg_files", plat_cm_run_nothing},
	{"kconfig_target_kcfg_file", plat_cm_run_nothing}, {"ki18n_install", plat_cm_run_nothing},
	{"ki18n_wrap_ui", plat_cm_run_nothing}, {"kdoctools_install", plat_cm_run_nothing},
	{"kdoctools_create_handbook", plat_cm_run_nothing},
	{"kdoctools_create_manpage", plat_cm_run_nothing},
	{"kpackage_install_package", plat_cm_run_nothing},
	{"plasma_install_package", plat_cm_run_nothing},
	{"kde_enable_exceptions", plat_cm_run_nothing},
	{"update_xdg_mimetypes", plat_cm_run_nothing},
	{"kdevplatform_add_app_templates", plat_cm_run_nothing},
	{"kdevplatform_add_file_templates", plat_cm_run_nothing}, {0}};
