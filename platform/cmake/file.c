/* file(), get_filename_component(), include(), add_subdirectory() and what writes files. */
#include "platform/cmake/eval.h"

#include <stdlib.h>

#include "base/path.h"
#include "platform/cmake/regex.h"

enum { GLOB_DEPTH_MAX = 40, GLOB_MAX = 1 << 15, READ_MAX = 1 << 18, STARS_MAX = 1 << 16 };

/* Does a name match a pattern of * ? [] (all of it)? */
static bool glob_matches(struct fl_slice p, struct fl_slice name)
{
	size_t i = 0, j = 0, star = SIZE_MAX, from = 0;
	while (j < name.len) {
		char c = i < p.len ? p.ptr[i] : '\0';
		size_t n = 1;
		bool ok = c == '?' || (c == name.ptr[j] && c != '[' && c != '*' && i < p.len);
		if (c == '[' && i < p.len) {
			bool not = i + 1 < p.len && (p.ptr[i + 1] == '!' || p.ptr[i + 1] == '^');
			size_t k = i + 1 + not, first = k;
			for (ok = false; k < p.len && (p.ptr[k] != ']' || k == first); k++) {
				bool range =
					k + 2 < p.len && p.ptr[k + 1] == '-' && p.ptr[k + 2] != ']';
				char to = range ? p.ptr[k + 2] : p.ptr[k];
				ok |= name.ptr[j] >= p.ptr[k] && name.ptr[j] <= to;
				k += range ? 2 : 0;
			}
			ok = ok != not ;
			n = k + 1 - i;
		}
		if (c == '*' && i < p.len) {
			star = i++;
			from = j;
		} else if (ok) {
			i += n;
			j++;
		} else if (star != SIZE_MAX) {
			i = star + 1;
			j = ++from;
		} else {
			return false;
		}
	}
	while (i < p.len && p.ptr[i] == '*')
		i++;
	return i >= p.len;
}

struct globbing {
	struct cm_eval *e;
	struct fl_vec found; /* struct cm_arg */
	bool recurse, directories;
	struct fl_slice relative; /* "" : absolute */
	bool is_relative;
};

static void glob_add(struct globbing *g, struct fl_slice path)
{
	struct cm_arg *a = g->found.len < GLOB_MAX ? fl_vec_add(&g->found) : NULL;
	if (!a)
		return;
	a->text = fl_arena_printf(
		&g->e->scratch, CM_SOURCE_ROOT "%s%.*s", path.len ? "/" : "", FL_ARG(path));
	if (!g->is_relative)
		return;
	struct fl_slice base = fl_arena_printf(&g->e->scratch, "%.*s/", FL_ARG(g->relative));
	a->text =
		fl_slice_starts_with(a->text, base) ? fl_slice_skip(a->text, base.len) : CM_HOLE_S;
}

/* What is left of a pattern, beneath a directory. */
static void glob_in(
	struct globbing *g, struct fl_slice directory, struct fl_slice pattern, int depth)
{
	struct fl_list l;
	ptrdiff_t slash = fl_slice_chr(pattern, '/');
	bool last = slash < 0;
	struct fl_slice part = last ? pattern : fl_slice_head(pattern, (size_t)slash);
	struct fl_slice rest = fl_slice_skip(pattern, part.len + 1);
	if (depth > GLOB_DEPTH_MAX || !plat_cm_work(g->e, 1) ||
		plat_tree_list(g->e->tree, directory, &g->e->scratch, &l, NULL))
		return;
	const struct plat_entry *entries = l.items;
	plat_cm_work(g->e, l.len);
	for (size_t i = 0; i < l.len; i++) {
		const char *between = directory.len ? "/" : "";
		bool matches = glob_matches(part, entries[i].name);
		bool deeper =
			entries[i].is_directory && ((g->recurse && last) || (matches && !last));
		if (!matches && !deeper)
			continue;
		struct fl_slice path = fl_arena_printf(&g->e->scratch, "%.*s%s%.*s",
			FL_ARG(directory), between, FL_ARG(entries[i].name));
		if (last && matches && (!entries[i].is_directory || g->directories))
			glob_add(g, path);
		if (deeper)
			glob_in(g, path, last ? pattern : rest, depth + 1);
	}
}

static int by_text(const void *a, const void *b)
{
	return fl_slice_cmp(((const struct cm_arg *)a)->text, ((const struct cm_arg *)b)->text);
}

static void glob_one(struct globbing *g, struct fl_slice expression)
{
	struct fl_slice path = plat_cm_absolute(g->e, expression, plat_cm_current_source(g->e));
	struct fl_slice in;
	if (plat_cm_in_tree(g->e, path, &in)) {
		glob_in(g, FL_S(""), in, 0);
	} else if (!fl_slice_starts(path, CM_BINARY_ROOT)) {
		struct cm_arg *a = fl_vec_add(&g->found);
		if (a)
			a->text = CM_HOLE_S;
	}
}

/* file(GLOB|GLOB_RECURSE variable [LIST_DIRECTORIES b] [RELATIVE path] [CONFIGURE_DEPENDS] …) */
static void file_glob(struct cm_eval *e, const struct cm_args *args)
{
	struct globbing g = {.e = e, .recurse = plat_cm_is(args, 0, "GLOB_RECURSE")};
	g.directories = !g.recurse;
	fl_vec_init(&g.found, sizeof(struct cm_arg), GLOB_MAX);
	for (size_t i = 2; i < args->n; i++) {
		if (plat_cm_is(args, i, "LIST_DIRECTORIES") && i + 1 < args->n) {
			g.directories = plat_cm_is_on(args->at[++i].text) == CM_TRUE;
		} else if (plat_cm_is(args, i, "RELATIVE") && i + 1 < args->n) {
			g.is_relative = true;
			g.relative =
				plat_cm_absolute(e, args->at[++i].text, plat_cm_current_source(e));
		} else if (!plat_cm_is(args, i, "CONFIGURE_DEPENDS") &&
			   !plat_cm_is(args, i, "FOLLOW_SYMLINKS")) {
			glob_one(&g, args->at[i].text);
		}
	}
	if (g.found.len)
		qsort(g.found.data, g.found.len, g.found.size, by_text);
	struct fl_list l = fl_vec_freeze(&g.found, &e->scratch);
	fl_vec_release(&g.found);
	plat_cm_set(e, args->at[1].text, plat_cm_join(e, l.items, l.len, ";"));
}

static struct fl_slice read_text(struct cm_eval *e, struct fl_slice path, bool *ret_known)
{
	struct fl_slice in, text = CM_HOLE_S;
	path = plat_cm_absolute(e, path, plat_cm_current_source(e));
	*ret_known = plat_cm_in_tree(e, path, &in) &&
		     !plat_tree_read(e->tree, in, &e->scratch, &text, NULL) &&
		     text.len <= READ_MAX && plat_cm_known(text);
	return *ret_known ? text : CM_HOLE_S;
}

/* file(READ path variable [OFFSET n] [LIMIT n] [HEX]) */
static void file_read(struct cm_eval *e, const struct cm_args *args)
{
	bool known;
	struct fl_slice text = read_text(e, args->at[1].text, &known);
	plat_cm_set(e, args->at[2].text, args->n == 3 ? text : CM_HOLE_S);
}

static bool takes_line(struct cm_eval *e, const struct cm_regex *r, struct fl_slice line)
{
	struct cm_match m;
	return line.len && (!r || plat_cm_regex_search(r, line, &e->scratch, &e->work, &m) == 1);
}

/* file(STRINGS path variable [REGEX r] [LIMIT_COUNT n] …): of text files */
static void file_strings(struct cm_eval *e, const struct cm_args *args)
{
	bool known, ok = true;
	struct fl_slice rest = read_text(e, args->at[1].text, &known), line;
	struct cm_regex r;
	const struct cm_regex *used = NULL;
	uint32_t most = UINT32_MAX, n = 0;
	struct fl_buf out;
	for (size_t i = 3; i < args->n && ok; i += 2) {
		bool regex = plat_cm_is(args, i, "REGEX"),
		     limit = plat_cm_is(args, i, "LIMIT_COUNT");
		ok = i + 1 < args->n && (regex || limit);
		if (ok && limit)
			ok = fl_slice_uint(args->at[i + 1].text, &most) > 0;
		else if (ok)
			ok = !plat_cm_regex_compile(&e->scratch, args->at[i + 1].text, &r);
		if (ok && regex)
			used = &r;
	}
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	while (ok && known && n < most && plat_cm_work(e, 1) && fl_slice_line(&rest, &line)) {
		if (line.len && line.ptr[line.len - 1] == '\r')
			line.len--;
		if (!takes_line(e, used, line))
			continue;
		fl_buf_str(&out, n++ ? ";" : "");
		for (size_t i = 0; i < line.len; i++) {
			if (line.ptr[i] == ';')
				fl_buf_char(&out, '\\');
			fl_buf_char(&out, line.ptr[i]);
		}
	}
	plat_cm_set(e, args->at[2].text,
		ok && known && !out.failed ? fl_arena_slice(&e->scratch, fl_buf_view(&out))
					   : CM_HOLE_S);
	fl_buf_release(&out);
}

/* file(RELATIVE_PATH variable directory path) */
static void file_relative(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice from = args->at[2].text, to = args->n > 3 ? args->at[3].text : FL_S("");
	struct fl_buf out;
	if (!plat_cm_known(from) || !plat_cm_known(to) || !to.len) {
		plat_cm_set(e, args->at[1].text, CM_HOLE_S);
		return;
	}
	from = fl_path_straight(&e->scratch, from, NULL);
	to = fl_path_straight(&e->scratch, to, NULL);
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	size_t n = fl_slice_common_head(from, to);
	while (n && !((n == from.len || from.ptr[n] == '/') && (n == to.len || to.ptr[n] == '/')))
		n--;
	from = fl_slice_skip(from, n ? n + 1 : 0);
	to = fl_slice_skip(to, n ? n + 1 : 0);
	for (size_t i = 0; i <= from.len && from.len; i++)
		if (i == from.len || from.ptr[i] == '/')
			fl_buf_str(&out, out.len ? "/.." : "..");
	fl_buf_str(&out, out.len && to.len ? "/" : "");
	fl_buf_slice(&out, to);
	plat_cm_set(e, args->at[1].text, fl_arena_slice(&e->scratch, fl_buf_view(&out)));
	fl_buf_release(&out);
}

static void file_same(struct cm_eval *e, const struct cm_args *args)
{
	bool real = plat_cm_is(args, 0, "REAL_PATH");
	plat_cm_set(e, args->at[2].text,
		real ? plat_cm_absolute(e, args->at[1].text, plat_cm_current_source(e))
		     : args->at[1].text);
}

static enum cm_flow run_file(struct cm_eval *e, const struct cm_args *args)
{
	static const struct {
		const char *word;
		size_t least;
		void (*run)(struct cm_eval *e, const struct cm_args *args);
	} words[] = {{"GLOB", 2, file_glob}, {"GLOB_RECURSE", 2, file_glob}, {"READ", 3, file_read},
		{"STRINGS", 3, file_strings}, {"RELATIVE_PATH", 3, file_relative},
		{"TO_CMAKE_PATH", 3, file_same}, {"TO_NATIVE_PATH", 3, file_same},
		{"REAL_PATH", 3, file_same}};
	static const char *const to_second[] = {
		"TIMESTAMP", "SIZE", "MD5", "SHA1", "SHA256", "READ_SYMLINK"};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (plat_cm_is(args, 0, words[i].word) && args->n >= words[i].least)
			words[i].run(e, args);
	for (size_t i = 0; i < sizeof to_second / sizeof to_second[0]; i++)
		if (plat_cm_is(args, 0, to_second[i]) && args->n > 2)
			plat_cm_set(e, args->at[2].text, CM_HOLE_S);
	return CM_GO;
}

static struct fl_slice extension(struct fl_slice name, bool last)
{
	ptrdiff_t dot = last ? fl_slice_rchr(name, '.') : fl_slice_chr(name, '.');
	return dot < 0 ? FL_S("") : fl_slice_skip(name, (size_t)dot);
}

/* get_filename_component(variable path mode [BASE_DIR directory] [CACHE]) */
static enum cm_flow run_component(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 3)
		return CM_GO;
	struct fl_slice path = args->at[1].text, value = CM_HOLE_S;
	struct fl_slice name = fl_path_name(path), base = plat_cm_current_source(e);
	if (plat_cm_is(args, 3, "BASE_DIR") && args->n > 4)
		base = args->at[4].text;
	if (!plat_cm_known(path))
		value = CM_HOLE_S;
	else if (plat_cm_is(args, 2, "DIRECTORY") || plat_cm_is(args, 2, "PATH"))
		value = fl_path_directory(path);
	else if (plat_cm_is(args, 2, "NAME"))
		value = name;
	else if (plat_cm_is(args, 2, "EXT"))
		value = extension(name, false);
	else if (plat_cm_is(args, 2, "LAST_EXT"))
		value = extension(name, true);
	else if (plat_cm_is(args, 2, "NAME_WE"))
		value = fl_slice_head(name, name.len - extension(name, false).len);
	else if (plat_cm_is(args, 2, "NAME_WLE"))
		value = fl_slice_head(name, name.len - extension(name, true).len);
	else if (plat_cm_is(args, 2, "ABSOLUTE") || plat_cm_is(args, 2, "REALPATH"))
		value = plat_cm_absolute(e, path, base);
	plat_cm_set(e, args->at[0].text, value);
	return CM_GO;
}

bool plat_cm_find_module(struct cm_eval *e, struct fl_slice name, struct fl_slice *ret_path)
{
	struct cm_args paths = plat_cm_items(e, plat_cm_text(e, "CMAKE_MODULE_PATH"), false);
	for (size_t i = 0; i < paths.n; i++) {
		struct fl_slice in = fl_arena_printf(
			&e->scratch, "%.*s/%.*s.cmake", FL_ARG(paths.at[i].text), FL_ARG(name));
		if (plat_cm_in_tree(e, in, ret_path) && plat_tree_has_file(e->tree, *ret_path))
			return true;
	}
	return false;
}

/* The file that include() takes: a path, or the name of a module of the project's own. */
static bool find_included(struct cm_eval *e, struct fl_slice name, struct fl_slice *ret)
{
	struct fl_slice path = plat_cm_absolute(e, name, plat_cm_current_source(e));
	bool module = !fl_slice_starts(name, "/") && !fl_slice_ends(name, ".cmake");
	if ((!module || fl_slice_chr(name, '/') >= 0) && plat_cm_in_tree(e, path, ret) &&
		plat_tree_has_file(e->tree, *ret))
		return true;
	if (module && plat_cm_find_module(e, name, ret))
		return true;
	return plat_cm_in_tree(e, path, ret) && plat_tree_has_file(e->tree, *ret);
}

static const char *const silent_modules[] = {"CPack", "FetchContent", "ExternalProject",
	"CMakeDependentOption", "FeatureSummary", "GenerateExportHeader",
	"CMakePackageConfigHelpers", "CMakeParseArguments", "CMakePushCheckState",
	"CheckIPOSupported", "TestBigEndian", "CheckCCompilerFlag", "CheckCXXCompilerFlag",
	"CheckCSourceCompiles", "CheckCXXSourceCompiles", "CheckCSourceRuns", "CheckCXXSourceRuns",
	"CheckFunctionExists", "CheckIncludeFile", "CheckIncludeFileCXX", "CheckIncludeFiles",
	"CheckLibraryExists", "CheckSymbolExists", "CheckCXXSymbolExists", "CheckTypeSize",
	"CheckStructHasMember", "CheckPrototypeDefinition", "CheckVariableExists",
	"CheckCompilerFlag", "CheckLinkerFlag", "CheckSourceCompiles", "CheckPIESupported",
	"FindPackageHandleStandardArgs", "FindPackageMessage", "CMakePrintHelpers",
	"WriteBasicConfigVersionFile", "InstallRequiredSystemLibraries", "GoogleTest",
	"ProcessorCount", "AddFileDependencies", "UsePkgConfig", "FindPkgConfig",
	"CMakeDetermineCCompiler", "TestCXXAcceptsFlag", "CheckCXXSourceCompiles",
	"CTestUseLaunchers"};

static void set_install_directories(struct cm_eval *e)
{
	static const char *const directories[][2] = {{"BINDIR", "bin"}, {"SBINDIR", "sbin"},
		{"LIBEXECDIR", "libexec"}, {"SYSCONFDIR", "etc"}, {"LOCALSTATEDIR", "var"},
		{"LIBDIR", "lib"}, {"INCLUDEDIR", "include"}, {"DATAROOTDIR", "share"},
		{"DATADIR", "share"}, {"MANDIR", "share/man"}, {"INFODIR", "share/info"},
		{"LOCALEDIR", "share/locale"}, {"OLDINCLUDEDIR", "/usr/include"}};
	for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++) {
		struct fl_slice to = fl_slice_str(directories[i][1]);
		struct fl_slice name =
			fl_arena_printf(&e->scratch, "CMAKE_INSTALL_%s", directories[i][0]);
		if (!plat_cm_get(e, name))
			plat_cm_set_in(e, e->cache, name, to);
		const struct cm_value *v = plat_cm_get(e, name);
		plat_cm_set(e,
			fl_arena_printf(&e->scratch, "CMAKE_INSTALL_FULL_%s", directories[i][0]),
			fl_slice_starts(v->text, "/")
				? v->text
				: fl_arena_printf(&e->scratch, "%.*s/%.*s",
					  FL_ARG(plat_cm_text(e, "CMAKE_INSTALL_PREFIX")),
					  FL_ARG(v->text)));
	}
}

static void include_module(struct cm_eval *e, struct fl_slice name)
{
	bool known = fl_slice_is_one(
		name, silent_modules, sizeof silent_modules / sizeof silent_modules[0]);
	if (fl_slice_eqs(name, "GNUInstallDirs"))
		set_install_directories(e);
	else if (plat_cm_kde_include(e, name))
		return;
	else if (fl_slice_eqs(name, "CTest") || fl_slice_eqs(name, "Dart"))
		plat_cm_call(e, FL_S("option"),
			&(struct cm_args){(struct cm_arg[]){{FL_S("BUILD_TESTING"), false},
						  {FL_S(""), true}, {FL_S("ON"), false}},
				3});
	else if (!known) {
		plat_cm_skip(e, "include(%.*s): there is no such file", FL_ARG(name));
		plat_cm_foreign(e, name);
	}
}

static enum cm_flow run_include(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice path;
	enum cm_flow flow = CM_GO;
	if (!args->n)
		return CM_GO;
	if (find_included(e, args->at[0].text, &path))
		plat_cm_run_file(e, path, &flow);
	else
		include_module(e, args->at[0].text);
	size_t result = plat_cm_index(args, 1, "RESULT_VARIABLE");
	if (result + 1 < args->n)
		plat_cm_set(e, args->at[result + 1].text, CM_HOLE_S);
	return flow;
}

/* What others write: variables that are named behind these words are not known. */
static enum cm_flow run_process(struct cm_eval *e, const struct cm_args *args)
{
	static const char *const words[] = {"OUTPUT_VARIABLE", "ERROR_VARIABLE", "RESULT_VARIABLE",
		"RESULTS_VARIABLE", "RUN_OUTPUT_VARIABLE", "COMPILE_OUTPUT_VARIABLE",
		"RETURN_VALUE", "RESULT"};
	for (size_t i = 0; i < args->n; i++)
		if (fl_slice_is_one(args->at[i].text, words, sizeof words / sizeof words[0]) &&
			i + 1 < args->n)
			plat_cm_set(e, args->at[i + 1].text, CM_HOLE_S);
	return CM_GO;
}

/* exec_program(program [directory] ARGS … OUTPUT_VARIABLE v), cmake_path(… OUTPUT_VARIABLE v) */
static enum cm_flow run_cmake_path(struct cm_eval *e, const struct cm_args *args)
{
	size_t output = plat_cm_index(args, 1, "OUTPUT_VARIABLE");
	bool get = plat_cm_is(args, 0, "GET");
	if (output + 1 < args->n)
		plat_cm_set(e, args->at[output + 1].text, CM_HOLE_S);
	else if (get && args->n > 2)
		plat_cm_set(e, args->at[args->n - 1].text, CM_HOLE_S);
	else if (args->n > 1)
		plat_cm_set(e, args->at[1].text, CM_HOLE_S);
	return CM_GO;
}

/* site_name(v), build_command(v …) */
static enum cm_flow run_first_unknown(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n)
		plat_cm_set(e, args->at[0].text, CM_HOLE_S);
	return CM_GO;
}

const struct cm_builtin plat_cm_file_commands[] = {{"file", run_file},
	{"get_filename_component", run_component}, {"include", run_include},
	{"execute_process", run_process}, {"exec_program", run_process},
	{"cmake_path", run_cmake_path}, {"site_name", run_first_unknown},
	{"build_command", run_first_unknown}, {"cmake_host_system_information", run_process},
	{"processorcount", run_first_unknown}, {0}};
