/*
 * Commands of Qt 6 that make targets: those of its users and those that Qt's own modules are built
 * with (doc.qt.io/qt-6/cmake-command-reference.html; QtBuildInternals).
 */
#include "platform/cmake/eval.h"

/* What the words behind a keyword are. */
enum part { NOTHING, SOURCES, PRIVATE, PUBLIC, OPTIONS, DEFINES, INCLUDES, CONDITION, PARTS };

static const struct {
	const char *word;
	enum part part;
} keywords[] = {
	{"SOURCES", SOURCES},
	{"LIBRARIES", PRIVATE},
	{"PUBLIC_LIBRARIES", PUBLIC},
	{"COMPILE_OPTIONS", OPTIONS},
	{"PUBLIC_COMPILE_OPTIONS", OPTIONS},
	{"DEFINES", DEFINES},
	{"PUBLIC_DEFINES", DEFINES},
	{"INCLUDE_DIRECTORIES", INCLUDES},
	{"PUBLIC_INCLUDE_DIRECTORIES", INCLUDES},
	{"CONDITION", CONDITION},
};

static bool is_keyword(struct fl_slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if (!(word.ptr[i] >= 'A' && word.ptr[i] <= 'Z') && word.ptr[i] != '_')
			return false;
	return word.len > 2;
}

static enum part part_of(struct fl_slice word)
{
	for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
		if (fl_slice_eqs(word, keywords[i].word))
			return keywords[i].part;
	return NOTHING;
}

struct parts {
	struct cm_args of[PARTS];
};

/* first: what the words before the first keyword are. Words of conditions look like keywords. */
static struct parts parts_of(
	struct cm_eval *e, const struct cm_args *args, size_t from, enum part first)
{
	static const char *const joins[] = {"AND", "OR", "NOT", "TARGET"};
	struct parts p = {.of = {{NULL, 0}}};
	enum part now = first;
	for (int i = 0; i < PARTS; i++)
		p.of[i].at = fl_arena_array(&e->scratch, args->n + 1, sizeof(struct cm_arg));
	for (size_t i = from; i < args->n; i++) {
		struct cm_arg word = args->at[i];
		bool part = part_of(word.text) != NOTHING;
		bool condition = now == CONDITION && !part;
		if (!word.quoted && !condition && is_keyword(word.text) &&
			!fl_slice_is_one(word.text, joins, 4))
			now = part_of(word.text);
		else if (p.of[now].at)
			p.of[now].at[p.of[now].n++] = word;
	}
	return p;
}

/* Call a command for a target: NAME [word] items. What may be missing is marked so. */
static void call(struct cm_eval *e, const char *command, struct fl_slice name, const char *word,
	const struct cm_args *items, bool maybe)
{
	struct cm_args args = {fl_arena_array(&e->scratch, items->n + 2, sizeof *args.at), 0};
	if (!args.at || (!items->n && strncmp(command, "add_", 4) != 0))
		return;
	args.at[args.n++].text = name;
	if (word)
		args.at[args.n++].text = fl_slice_str(word);
	for (size_t i = 0; i < items->n; i++) {
		struct fl_slice item = items->at[i].text;
		args.at[args.n++].text = maybe && item.len && item.ptr[0] != CM_MAYBE
						 ? plat_cm_maybe(e, item)
						 : item;
	}
	plat_cm_call(e, fl_slice_str(command), &args);
}

/* All but what makes the target. */
static void extend(struct cm_eval *e, struct fl_slice name, const struct parts *p, bool sources)
{
	enum cm_truth is = p->of[CONDITION].n ? plat_cm_condition(e, &p->of[CONDITION]) : CM_TRUE;
	bool maybe = is == CM_UNKNOWN;
	if (is == CM_FALSE)
		return;
	if (sources)
		call(e, "target_sources", name, "PRIVATE", &p->of[SOURCES], maybe);
	call(e, "target_link_libraries", name, "PRIVATE", &p->of[PRIVATE], maybe);
	call(e, "target_link_libraries", name, "PUBLIC", &p->of[PUBLIC], maybe);
	call(e, "target_compile_options", name, "PRIVATE", &p->of[OPTIONS], maybe);
	call(e, "target_compile_definitions", name, "PRIVATE", &p->of[DEFINES], maybe);
	call(e, "target_include_directories", name, "PRIVATE", &p->of[INCLUDES], maybe);
}

/* qt_internal_extend_target(NAME [CONDITION …] SOURCES … LIBRARIES …) */
static enum cm_flow run_extend(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n && plat_cm_target(e, args->at[0].text)) {
		struct parts p = parts_of(e, args, 1, NOTHING);
		extend(e, args->at[0].text, &p, true);
	}
	return CM_GO;
}

/* Qt's own code is built so. */
static void set_standards(struct cm_eval *e, struct cm_target *t)
{
	static const char *const names[][2] = {{"CXX_STANDARD", "17"}, {"CXX_EXTENSIONS", "OFF"},
		{"C_STANDARD", "11"}, {"C_EXTENSIONS", "OFF"}};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		plat_cm_set_in(
			e, t->properties, fl_slice_str(names[i][0]), fl_slice_str(names[i][1]));
}

static void alias(struct cm_eval *e, struct fl_slice name, const char *space, const char *ending)
{
	struct cm_arg words[3] = {
		{fl_arena_printf(&e->scratch, "%s%.*s%s", space, FL_ARG(name), ending), false},
		{FL_S("ALIAS"), false}, {name, false}};
	plat_cm_call(e, FL_S("add_library"), &(struct cm_args){words, 3});
}

static enum cm_flow make(
	struct cm_eval *e, const struct cm_args *args, const char *command, const char *kind)
{
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	struct parts p = parts_of(e, args, 1, NOTHING);
	call(e, command, name, kind, &p.of[SOURCES], false);
	struct cm_target *t = plat_cm_target(e, name);
	if (!t)
		return CM_GO;
	set_standards(e, t);
	extend(e, name, &p, false);
	if (kind) {
		alias(e, name, "Qt::", "");
		alias(e, name, "Qt6::", "");
		alias(e, name, "Qt::", "Private");
		alias(e, name, "Qt6::", "Private");
	}
	return CM_GO;
}

static enum cm_flow run_module(struct cm_eval *e, const struct cm_args *args)
{
	bool is_static = plat_cm_index(args, 1, "STATIC") < args->n;
	bool headers = plat_cm_index(args, 1, "HEADER_MODULE") < args->n;
	return make(e, args, "add_library",
		headers     ? "INTERFACE"
		: is_static ? "STATIC"
			    : "SHARED");
}

static enum cm_flow run_plugin(struct cm_eval *e, const struct cm_args *args)
{
	return make(e, args, "add_library", "MODULE");
}

static enum cm_flow run_static(struct cm_eval *e, const struct cm_args *args)
{
	return make(e, args, "add_library", "STATIC");
}

static enum cm_flow run_program(struct cm_eval *e, const struct cm_args *args)
{
	return make(e, args, "add_executable", NULL);
}

/* qt_build_repo(): src, tools and, when they are asked for, examples and tests */
static enum cm_flow run_repo(struct cm_eval *e, const struct cm_args *args)
{
	static const char *const directories[] = {"src", "tools"};
	(void)args;
	for (size_t i = 0; i < 2; i++) {
		struct cm_arg word = {fl_slice_str(directories[i]), false};
		struct fl_slice file =
			fl_arena_printf(&e->scratch, "%s/CMakeLists.txt", directories[i]);
		if (plat_tree_has_file(e->tree, file))
			plat_cm_call(e, FL_S("add_subdirectory"), &(struct cm_args){&word, 1});
	}
	return CM_GO;
}

/* The words that are sources; those of Qt alone left out. */
static struct cm_args plain_words(struct cm_eval *e, const struct cm_args *args)
{
	static const char *const own[] = {"MANUAL_FINALIZATION", "PLUGIN_TYPE", "CLASS_NAME"};
	struct cm_args out = {fl_arena_array(&e->scratch, args->n + 1, sizeof *out.at), 0};
	for (size_t i = 0; out.at && i < args->n; i++) {
		if (!fl_slice_is_one(args->at[i].text, own, 3))
			out.at[out.n++] = args->at[i];
		else
			i += i != 0 && !fl_slice_eqs(args->at[i].text, own[0]);
	}
	return out;
}

/* qt_add_executable(NAME [MANUAL_FINALIZATION] sources…), as add_executable() */
static enum cm_flow run_add_executable(struct cm_eval *e, const struct cm_args *args)
{
	struct cm_args words = plain_words(e, args);
	return plat_cm_call(e, FL_S("add_executable"), &words);
}

/* qt_add_library(NAME [STATIC|…] sources…), as add_library() */
static enum cm_flow run_add_library(struct cm_eval *e, const struct cm_args *args)
{
	struct cm_args words = plain_words(e, args);
	return plat_cm_call(e, FL_S("add_library"), &words);
}

/* qt_add_plugin(NAME [SHARED|STATIC] [CLASS_NAME c] [PLUGIN_TYPE t] sources…) */
static enum cm_flow run_add_plugin(struct cm_eval *e, const struct cm_args *args)
{
	struct cm_args words = plain_words(e, args);
	if (words.n > 1 && fl_slice_eqs(words.at[1].text, "SHARED"))
		words.at[1].text = FL_S("MODULE");
	return plat_cm_call(e, FL_S("add_library"), &words);
}

/* qt_add_qml_module(NAME URI u … SOURCES … [QML_FILES …]): a library where there is none yet */
static enum cm_flow run_qml(struct cm_eval *e, const struct cm_args *args)
{
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	struct parts p = parts_of(e, args, 1, NOTHING);
	bool is_static = plat_cm_index(args, 1, "STATIC") < args->n;
	if (!plat_cm_target(e, name))
		call(e, "add_library", name, is_static ? "STATIC" : "SHARED", &p.of[SOURCES],
			false);
	else
		call(e, "target_sources", name, "PRIVATE", &p.of[SOURCES], false);
	return CM_GO;
}

/* qt_internal_add_simd_part(NAME SIMD sse2 SOURCES …): files with flags of their own */
static enum cm_flow run_simd(struct cm_eval *e, const struct cm_args *args)
{
	size_t at = plat_cm_index(args, 1, "SIMD");
	struct parts p = parts_of(e, args, 1, NOTHING);
	if (!args->n || at + 1 >= args->n || !plat_cm_target(e, args->at[0].text))
		return CM_GO;
	struct fl_slice simd = args->at[at + 1].text;
	struct fl_slice flag = fl_slice_eqs(simd, "arch_haswell")
				       ? FL_S("-march=haswell")
				       : fl_arena_printf(&e->scratch, "-m%.*s", FL_ARG(simd));
	call(e, "target_sources", args->at[0].text, "PRIVATE", &p.of[SOURCES], false);
	for (size_t i = 0; i < p.of[SOURCES].n; i++) {
		struct cm_arg words[4] = {p.of[SOURCES].at[i], {FL_S("PROPERTIES"), false},
			{FL_S("COMPILE_OPTIONS"), false}, {flag, false}};
		plat_cm_call(e, FL_S("set_source_files_properties"), &(struct cm_args){words, 4});
	}
	return CM_GO;
}

enum cm_truth plat_cm_has_qt(struct cm_eval *e, struct fl_slice name)
{
	static const char *const base[] = {"Core", "Gui", "Network", "Widgets", "DBus", "Sql",
		"Test", "Xml", "Concurrent", "OpenGL", "OpenGLWidgets", "PrintSupport"};
	ptrdiff_t colons = fl_slice_find(name, "::");
	struct fl_slice space = fl_slice_head(name, colons < 0 ? 0 : (size_t)colons);
	bool six = plat_cm_scope_get(e->globals, FL_S("{found Qt6}")) != NULL;
	bool qt = fl_slice_eqs(space, "Qt6") || (fl_slice_eqs(space, "Qt") && six);
	return qt &&
			       fl_slice_is_one(fl_slice_skip(name, space.len + 2), base,
				       sizeof base / sizeof base[0]) &&
			       plat_tree_has_package(e->tree, PLAT_NAMED_PACKAGE, FL_S("Qt6Core"))
		       ? CM_TRUE
		       : CM_UNKNOWN;
}

const struct cm_builtin plat_cm_qt_commands[] = {{"qt_internal_add_module", run_module},
	{"qt_internal_extend_target", run_extend}, {"qt_internal_add_plugin", run_plugin},
	{"qt_internal_add_qml_module", run_plugin}, {"qt_internal_add_executable", run_program},
	{"qt_internal_add_app", run_program}, {"qt_internal_add_tool", run_program},
	{"qt_internal_add_test", run_program}, {"qt_internal_add_benchmark", run_program},
	{"qt_internal_add_manual_test", run_program}, {"qt_internal_add_test_helper", run_program},
	{"qt_internal_add_cmake_library", run_static},
	{"qt_internal_add_3rdparty_library", run_static}, {"qt_internal_add_simd_part", run_simd},
	{"qt_build_repo", run_repo}, {"qt_add_executable", run_add_executable},
	{"qt6_add_executable", run_add_executable}, {"qt_add_library", run_add_library},
	{"qt6_add_library", run_add_library}, {"qt_add_plugin", run_add_plugin},
	{"qt6_add_plugin", run_add_plugin}, {"qt_add_qml_module", run_qml},
	{"qt6_add_qml_module", run_qml}, {0}};
