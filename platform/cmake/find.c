/* Packages, libraries and checks: what they say depends on the machine, so mostly it is unknown. */
#include "base/path.h"

#include "platform/cmake/eval.h"
#include "platform/cmake/facts.h"
#include "platform/host/host.h"

static bool has(const struct cm_args *args, const char *word)
{
	return plat_cm_index(args, 0, word) < args->n;
}

static void set_found(
	struct cm_eval *e, struct fl_slice prefix, const char *suffix, struct fl_slice value)
{
	plat_cm_set(e, fl_arena_printf(&e->scratch, "%.*s%s", FL_ARG(prefix), suffix), value);
}

/* What the variables of a package begin with: its name, but for some of CMake's own modules. */
static struct fl_slice prefix_of(struct fl_slice name)
{
	static const char *const others[][2] = {
		{"PythonLibs", "PYTHON"}, {"Lua50", "LUA"}, {"Lua51", "LUA"}};
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (fl_slice_eqs(name, others[i][0]))
			return fl_slice_str(others[i][1]);
	return name;
}

/* The variables of a package by either case of their prefix. */
static void set_package(struct cm_eval *e, struct fl_slice name, struct fl_slice prefix,
	struct fl_slice libraries, enum cm_fact found)
{
	static const char *const of_libraries[] = {"_LIBRARIES", "_LIBRARY", "_LIBS", "_LIB",
		"_LIBRARY_RELEASE", "_LINK_LIBRARIES", "_LDFLAGS"};
	struct fl_slice cases[2] = {prefix, plat_cm_upper(e, prefix)};
	plat_cm_foreign(e, name);
	for (size_t c = 0; c < 2; c++) {
		set_found(e, cases[c], "_FOUND",
			found == CM_IS       ? FL_S("TRUE")
			: found == CM_IS_NOT ? FL_S("FALSE")
					     : CM_HOLE_S);
		for (size_t i = 0; i < sizeof of_libraries / sizeof of_libraries[0]; i++)
			set_found(e, cases[c], of_libraries[i],
				found == CM_IS       ? libraries
				: found == CM_IS_NOT ? FL_S("")
						     : plat_cm_maybe(e, libraries));
	}
}

/* Packages that the assumed host is known to have, by what their modules set. */
static bool well_known(struct cm_eval *e, struct fl_slice name)
{
	static const struct {
		const char *package, *variable, *value;
	} rows[] = {{"Threads", "Threads_FOUND", "TRUE"}, {"Threads", "THREADS_FOUND", "TRUE"},
		{"Threads", "CMAKE_THREAD_LIBS_INIT", ""},
		{"Threads", "CMAKE_USE_PTHREADS_INIT", "1"},
		{"Threads", "CMAKE_HAVE_PTHREAD_H", "1"},
		{"Threads", "CMAKE_HAVE_LIBC_PTHREAD", "1"}, {"OpenMP", "OpenMP_FOUND", "TRUE"},
		{"OpenMP", "OPENMP_FOUND", "TRUE"}, {"OpenMP", "OpenMP_C_FOUND", "TRUE"},
		{"OpenMP", "OpenMP_CXX_FOUND", "TRUE"}, {"OpenMP", "OpenMP_C_FLAGS", "-fopenmp"},
		{"OpenMP", "OpenMP_CXX_FLAGS", "-fopenmp"}, {"OpenMP", "OpenMP_C_VERSION", "4.5"},
		{"OpenMP", "OpenMP_CXX_VERSION", "4.5"}, {"OpenMP", "OpenMP_VERSION", "4.5"},
		{"PkgConfig", "PKG_CONFIG_FOUND", "TRUE"}, {"PkgConfig", "PkgConfig_FOUND", "TRUE"},
		{"PkgConfig", "PKGCONFIG_FOUND", "TRUE"},
		{"PkgConfig", "PKG_CONFIG_EXECUTABLE", "/usr/bin/pkg-config"}};
	bool found = false;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (fl_slice_eqs(name, rows[i].package)) {
			plat_cm_sets(e, rows[i].variable, rows[i].value);
			found = true;
		}
	if (found)
		plat_cm_foreign(e, name);
	return found;
}

static bool has_package(const struct cm_eval *e, struct fl_slice name)
{
	return plat_tree_has_package(e->tree, PLAT_NAMED_PACKAGE, name);
}

/* What FindX11 sets of each library of X: X11_Xrandr_LIB, and where its headers are. */
static void set_x11(struct cm_eval *e)
{
	static const char *const parts[] = {"X11", "Xext", "Xi", "Xrandr", "Xcursor", "Xinerama",
		"Xrender", "Xfixes", "Xdamage", "Xcomposite", "Xtst", "Xt", "Xpm", "Xmu", "Xft",
		"Xv", "Xss", "xkbfile", "Xkb", "ICE", "SM", "Xxf86vm", "Xau", "Xdmcp", "X11_xcb",
		"xcb"};
	static const char *const links[] = {[17] = "xkbfile", [18] = "X11", [16] = "Xss"};
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		const char *link =
			i < sizeof links / sizeof links[0] && links[i] ? links[i] : parts[i];
		struct fl_slice name = fl_slice_str(strcmp(link, "X11_xcb") ? link : "X11-xcb");
		bool there = plat_tree_has_package(e->tree, PLAT_NAMED_LINK, name) || i == 0 ||
			     !strcmp(link, "X11");
		struct fl_slice value =
			fl_arena_printf(&e->scratch, "%c-l%.*s", CM_PACKAGE, FL_ARG(name));
		struct fl_slice prefix = fl_arena_printf(&e->scratch, "X11_%s", parts[i]);
		set_found(e, prefix, "_LIB", there ? value : plat_cm_maybe(e, value));
		set_found(e, prefix, "_INCLUDE_PATH", there ? FL_S("/usr/include") : CM_HOLE_S);
		set_found(e, prefix, "_FOUND", there ? FL_S("TRUE") : CM_HOLE_S);
	}
}

/* Packages of other systems. */
static bool is_elsewhere(struct fl_slice name)
{
	static const char *const names[] = {"Cocoa", "CoreFoundation", "DirectX", "Win32"};
	return fl_slice_is_one(name, names, sizeof names / sizeof names[0]);
}

/* What an item of a list of libraries stands for a package: with its version behind a blank. */
static struct fl_slice package_token(struct cm_eval *e, struct fl_slice name)
{
	return fl_arena_printf(&e->scratch, "%c%.*s", CM_PACKAGE, FL_ARG(name));
}

static void remember_required(struct cm_eval *e, struct fl_slice name)
{
	plat_cm_set_in(e, e->globals, fl_arena_printf(&e->scratch, "{required %.*s}", FL_ARG(name)),
		FL_S("1"));
}

static void remember_version(struct cm_eval *e, struct fl_slice name, struct fl_slice version)
{
	if (version.len && plat_cm_known(version))
		plat_cm_set_in(e, e->globals,
			fl_arena_printf(&e->scratch, "{version of %.*s}", FL_ARG(name)), version);
}

/* Targets that surely come: NAME::NAME, and NAME::PART of each part that is asked for. */
static void remember_components(struct cm_eval *e, const struct cm_args *args)
{
	static const char *const begins[] = {"REQUIRED", "COMPONENTS"};
	static const char *const ends[] = {"OPTIONAL_COMPONENTS", "QUIET", "CONFIG", "NO_MODULE",
		"MODULE", "NAMES", "HINTS", "PATHS"};
	struct fl_slice name = args->at[0].text;
	bool taking = false;
	for (size_t i = 1; i < args->n; i++) {
		struct fl_slice word = args->at[i].text;
		bool starts = fl_slice_is_one(word, begins, 2);
		taking = starts ||
			 (taking && !fl_slice_is_one(word, ends, sizeof ends / sizeof ends[0]));
		if (taking && !starts && plat_cm_known(word))
			plat_cm_set_in(e, e->globals,
				fl_arena_printf(&e->scratch, "{target %.*s::%.*s}", FL_ARG(name),
					FL_ARG(word)),
				FL_S("1"));
	}
	plat_cm_set_in(e, e->globals,
		fl_arena_printf(&e->scratch, "{target %.*s::%.*s}", FL_ARG(name), FL_ARG(name)),
		FL_S("1"));
}

/* find_package(name [version] [REQUIRED] …) */
static enum cm_flow run_find_package(struct cm_eval *e, const struct cm_args *args)
{
	uint32_t n;
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	bool required = has(args, "REQUIRED");
	plat_cm_set_in(e, e->globals, fl_arena_printf(&e->scratch, "{found %.*s}", FL_ARG(name)),
		FL_S("1"));
	if (args->n > 1 && fl_slice_uint(args->at[1].text, &n))
		remember_version(
			e, name, fl_arena_printf(&e->scratch, ">= %.*s", FL_ARG(args->at[1].text)));
	else if (args->n > 1 && !plat_cm_known(args->at[1].text))
		plat_cm_set_in(e, e->globals,
			fl_arena_printf(&e->scratch, "{version of %.*s}", FL_ARG(name)), CM_HOLE_S);
	bool there = required || has_package(e, name);
	if (there) {
		remember_required(e, name);
		remember_components(e, args);
	}
	if (!well_known(e, name) && !plat_cm_run_module(e, name, args, there))
		set_package(e, name, prefix_of(name), package_token(e, name),
			there                ? CM_IS
			: is_elsewhere(name) ? CM_IS_NOT
					     : CM_MAY_BE);
	if (there && fl_slice_eqs(name, "X11"))
		set_x11(e);
	return CM_GO;
}

static size_t version_sign(struct fl_slice module)
{
	size_t i = 0;
	while (i < module.len && !strchr("<>= ", module.ptr[i]))
		i++;
	return i;
}

/* pkg_check_modules(PREFIX [REQUIRED] … module[>=version] …) */
static enum cm_flow modules(struct cm_eval *e, const struct cm_args *args, bool first_found)
{
	static const char *const words[] = {"REQUIRED", "QUIET", "IMPORTED_TARGET", "GLOBAL",
		"NO_CMAKE_PATH", "NO_CMAKE_ENVIRONMENT_PATH"};
	struct fl_buf tokens;
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice prefix = args->at[0].text;
	bool needed = has(args, "REQUIRED") || has(args, "IMPORTED_TARGET"), there = true;
	fl_buf_init(&tokens, PLAT_CMAKE_VALUE_MAX);
	for (size_t i = 1; i < args->n; i++) {
		struct fl_slice m = args->at[i].text;
		if (fl_slice_is_one(m, words, sizeof words / sizeof words[0]) || !m.len)
			continue;
		struct fl_slice name = fl_slice_head(m, version_sign(m));
		fl_buf_printf(&tokens, "%s%c%.*s", tokens.len ? ";" : "", CM_PACKAGE, FL_ARG(name));
		remember_version(e, name, fl_slice_trim(fl_slice_skip(m, name.len)));
		bool here = has_package(e, name);
		there = there && here;
		/* a target that is linked has to be there */
		if (needed || here)
			remember_required(e, name);
	}
	struct fl_slice all = fl_arena_slice(&e->scratch, fl_buf_view(&tokens));
	fl_buf_release(&tokens);
	bool one = all.len && memchr(all.ptr, ';', all.len) == NULL &&
		   plat_cm_known(fl_slice_skip(all, 1));
	enum cm_fact found =
		has(args, "REQUIRED") || (all.len && (there || e->is_there)) ? CM_IS : CM_MAY_BE;
	if (first_found && !one)
		all = CM_HOLE_S;
	set_package(e, prefix, prefix, found == CM_IS || one ? all : CM_HOLE_S, found);
	if (has(args, "IMPORTED_TARGET"))
		plat_cm_set_in(e, e->globals,
			fl_arena_printf(
				&e->scratch, "{package of PkgConfig::%.*s}", FL_ARG(prefix)),
			all);
	return CM_GO;
}

static enum cm_flow run_pkg_check(struct cm_eval *e, const struct cm_args *args)
{
	return modules(e, args, false);
}

static enum cm_flow run_pkg_search(struct cm_eval *e, const struct cm_args *args)
{
	return modules(e, args, true);
}

static bool ends_names(struct fl_slice word)
{
	static const char *const ends[] = {"PATHS", "HINTS", "PATH_SUFFIXES", "DOC", "REQUIRED",
		"NO_DEFAULT_PATH", "NO_CACHE", "NAMES_PER_DIR", "NO_CMAKE_FIND_ROOT_PATH", "ENV",
		"NO_CMAKE_PATH", "NO_CMAKE_ENVIRONMENT_PATH", "NO_SYSTEM_ENVIRONMENT_PATH",
		"NO_CMAKE_SYSTEM_PATH", "CMAKE_FIND_ROOT_PATH_BOTH"};
	return fl_slice_is_one(word, ends, sizeof ends / sizeof ends[0]);
}

/* "libz.a" is looked for as it is; "usb-1.0" is a name. */
static bool is_file(struct fl_slice name)
{
	static const char *const endings[] = {".a", ".so", ".dylib", ".dll", ".lib", ".tbd"};
	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
		if (fl_slice_ends(name, endings[i]))
			return true;
	return fl_slice_find(name, ".so.") >= 0;
}

/* The NAMES of find_library(): those of files ("libz.a") left out. */
static struct cm_args library_names(struct cm_eval *e, const struct cm_args *args)
{
	bool named = plat_cm_is(args, 1, "NAMES");
	struct cm_args out = {fl_arena_array(&e->scratch, args->n, sizeof *out.at), 0};
	for (size_t i = named ? 2 : 1; out.at && i < args->n; i++) {
		struct fl_slice name = args->at[i].text;
		if (ends_names(name) || (!named && i > 1))
			break;
		bool package = name.len && name.ptr[0] == CM_PACKAGE;
		if (name.len && (package || !is_file(name)))
			out.at[out.n++].text = name;
	}
	return out;
}

static enum cm_fact has_library(const struct cm_eval *e, struct fl_slice name)
{
	return plat_tree_has_package(e->tree, PLAT_NAMED_LINK, name)
		       ? CM_IS
		       : (enum cm_fact)plat_host_library(name);
}

/* Of several the first is found that is there; where that is not known, each may be. */
static struct fl_slice any_of(struct cm_eval *e, const struct cm_args *names)
{
	struct fl_buf items;
	fl_buf_init(&items, PLAT_CMAKE_VALUE_MAX);
	for (size_t i = 0; i < names->n; i++) {
		struct fl_slice name = names->at[i].text;
		enum cm_fact is = plat_cm_known(name) ? has_library(e, name) : CM_MAY_BE;
		if (!plat_cm_known(name))
			fl_buf_printf(&items, "%s%c", items.len ? ";" : "", CM_HOLE);
		else if (is == CM_IS && !items.len)
			fl_buf_printf(&items, "%c-l%.*s", CM_PACKAGE, FL_ARG(name));
		else if (is != CM_IS_NOT)
			fl_buf_printf(&items, "%s%c%c-l%.*s", items.len ? ";" : "", CM_MAYBE,
				CM_PACKAGE, FL_ARG(name));
		if (is == CM_IS)
			break;
	}
	struct fl_slice all = fl_arena_slice(&e->scratch, fl_buf_view(&items));
	fl_buf_release(&items);
	return all.len ? all : CM_HOLE_S;
}

static struct fl_slice library_of(
	struct cm_eval *e, const struct cm_args *args, const struct cm_args *names)
{
	struct fl_slice name = names->n == 1 ? names->at[0].text : FL_S("");
	if (name.len && name.ptr[0] == CM_PACKAGE) /* what pkg-config said, looked for again */
		return name;
	if (!name.len || !plat_cm_known(name))
		return any_of(e, names);
	struct fl_slice value = fl_arena_printf(&e->scratch, "%c-l%.*s", CM_PACKAGE, FL_ARG(name));
	enum cm_fact found = e->is_there ? CM_IS : has_library(e, name);
	if (found == CM_IS_NOT)
		return fl_arena_printf(&e->scratch, "%.*s-NOTFOUND", FL_ARG(args->at[0].text));
	return found == CM_IS || has(args, "REQUIRED") ? value : plat_cm_maybe(e, value);
}

static enum cm_flow run_find_library(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 2 || !plat_cm_names_variable(args->at[0].text) ||
		plat_cm_is_set(e, args->at[0].text))
		return CM_GO;
	struct cm_args names = library_names(e, args);
	struct fl_slice found = library_of(e, args, &names);
	plat_cm_set_in(e, e->cache, args->at[0].text, found);
	if (plat_cm_scope_get(e->scope, args->at[0].text)) /* it would hide what was found */
		plat_cm_set(e, args->at[0].text, found);
	return CM_GO;
}

/* find_path(), find_file(), find_program(): headers of packages are in /usr/include */
static enum cm_flow run_find_path(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 2 || !plat_cm_known(args->at[0].text) || plat_cm_is_set(e, args->at[0].text))
		return CM_GO;
	bool there = e->is_there;
	for (size_t i = 1; i < args->n && !(i > 1 && ends_names(args->at[i].text)); i++)
		there = there || (plat_cm_known(args->at[i].text) &&
					 plat_tree_has_package(
						 e->tree, PLAT_NAMED_HEADER, args->at[i].text));
	plat_cm_set_in(e, e->cache, args->at[0].text, there ? FL_S("/usr/include") : CM_HOLE_S);
	return CM_GO;
}

/* try_compile(variable …), try_run(result compiled …), check_ipo_supported(RESULT v OUTPUT o) */
static enum cm_flow run_try(struct cm_eval *e, const struct cm_args *args)
{
	static const char *const words[] = {"RESULT", "OUTPUT", "OUTPUT_VARIABLE",
		"COMPILE_OUTPUT_VARIABLE", "RUN_OUTPUT_VARIABLE"};
	for (size_t i = 0; i < args->n; i++) {
		bool named = i && fl_slice_is_one(args->at[i - 1].text, words,
					  sizeof words / sizeof words[0]);
		bool first = i < 2 && !has(args, "RESULT") &&
			     !(args->at[i].text.len &&
				     memchr(args->at[i].text.ptr, '/', args->at[i].text.len));
		if (named || first)
			plat_cm_set(e, args->at[i].text, CM_HOLE_S);
	}
	return CM_GO;
}

/* cmake_dependent_option(name text value condition otherwise) */
static enum cm_flow run_dependent_option(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 5 || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct cm_args conditions = plat_cm_items(e, args->at[3].text, false);
	enum cm_truth all = CM_TRUE;
	for (size_t i = 0; i < conditions.n; i++) {
		struct fl_slice text = conditions.at[i].text;
		struct fl_vec words;
		fl_vec_init(&words, sizeof(struct cm_arg), 1 << 10);
		while (text.len) {
			ptrdiff_t blank = fl_slice_chr(text, ' ');
			size_t n = blank < 0 ? text.len : (size_t)blank;
			struct cm_arg *w = n ? fl_vec_add(&words) : NULL;
			if (w)
				w->text = fl_slice_head(text, n);
			text = fl_slice_skip(text, n + 1);
		}
		struct fl_list l = fl_vec_freeze(&words, &e->scratch);
		fl_vec_release(&words);
		enum cm_truth t = plat_cm_condition(e, &(struct cm_args){l.items, l.len});
		all = t == CM_FALSE || all == CM_FALSE ? CM_FALSE : t == CM_UNKNOWN ? t : all;
	}
	struct fl_slice name = args->at[0].text;
	const struct cm_value *had = plat_cm_get(e, name);
	struct fl_slice on = had ? had->text : args->at[2].text;
	if (all == CM_UNKNOWN)
		plat_cm_set(e, name, CM_HOLE_S);
	else if (all == CM_TRUE)
		plat_cm_set_in(e, e->cache, name, on);
	else
		plat_cm_set(e, name, args->at[4].text);
	return CM_GO;
}

/* FetchContent_Declare(name …), ExternalProject_Add(name …): what comes with it is not read */
static enum cm_flow run_fetch(struct cm_eval *e, const struct cm_args *args)
{
	e->beyond = true;
	for (size_t i = 0; i < args->n && i < 16; i++) {
		plat_cm_skip(e, "%.*s is fetched when the project is configured",
			FL_ARG(args->at[i].text));
		set_package(e, args->at[i].text, args->at[i].text,
			package_token(e, args->at[i].text), CM_IS);
	}
	return CM_GO;
}

static enum cm_flow run_declare(struct cm_eval *e, const struct cm_args *args)
{
	size_t tag = plat_cm_index(args, 0, "GIT_TAG");
	if (args->n && tag + 1 < args->n)
		remember_version(e, args->at[0].text, args->at[tag + 1].text);
	return CM_GO;
}

const struct cm_builtin plat_cm_find_commands[] = {{"find_package", run_find_package},
	{"pkg_check_modules", run_pkg_check}, {"pkg_search_module", run_pkg_search},
	{"find_package_handle_standard_args", plat_cm_run_standard_args},
	{"find_library", run_find_library}, {"find_path", run_find_path},
	{"find_file", run_find_path}, {"find_program", run_find_path}, {"try_compile", run_try},
	{"try_run", run_try}, {"check_ipo_supported", run_try},
	{"cmake_dependent_option", run_dependent_option}, {"fetchcontent_makeavailable", run_fetch},
	{"fetchcontent_populate", run_fetch}, {"fetchcontent_declare", run_declare}, {0}};
