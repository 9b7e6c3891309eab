/*
 * find_package() with the project's own FindNAME.cmake: the module is run. Where the package is
 * there (it is required, or known to be there), so is what the module looks for first.
 */
#include "platform/cmake/eval.h"

static void set_of_package(
	struct cm_eval *e, struct fl_slice name, const char *suffix, struct fl_slice value)
{
	plat_cm_set(e, fl_arena_printf(&e->scratch, "%.*s%s", FL_ARG(name), suffix), value);
}

static bool ends_components(struct fl_slice word)
{
	static const char *const words[] = {"REQUIRED", "QUIET", "COMPONENTS",
		"OPTIONAL_COMPONENTS", "MODULE", "CONFIG", "NO_MODULE", "NAMES", "HINTS", "PATHS",
		"NO_POLICY_SCOPE"};
	return fl_slice_is_one(word, words, sizeof words / sizeof words[0]);
}

/* NAME_FIND_COMPONENTS, and NAME_FIND_REQUIRED_<component> of each. */
static void set_components(struct cm_eval *e, struct fl_slice name, const struct cm_args *args)
{
	struct cm_arg *all = fl_arena_array(&e->scratch, args->n + 1, sizeof *all);
	size_t n = 0;
	bool taking = false, required = false;
	for (size_t i = 1; all && i < args->n; i++) {
		struct fl_slice word = args->at[i].text;
		if (ends_components(word)) {
			required =
				fl_slice_eqs(word, "COMPONENTS") || fl_slice_eqs(word, "REQUIRED");
			taking = required || fl_slice_eqs(word, "OPTIONAL_COMPONENTS");
			continue;
		}
		if (!taking || !plat_cm_known(word))
			continue;
		all[n++].text = word;
		set_of_package(e, name,
			fl_arena_printf(&e->scratch, "_FIND_REQUIRED_%.*s", FL_ARG(word)).ptr,
			required ? FL_S("TRUE") : FL_S("FALSE"));
	}
	set_of_package(e, name, "_FIND_COMPONENTS", plat_cm_join(e, all, all ? n : 0, ";"));
}

static void set_call(struct cm_eval *e, struct fl_slice name, const struct cm_args *args)
{
	uint32_t n;
	bool version = args->n > 1 && fl_slice_uint(args->at[1].text, &n);
	plat_cm_sets(e, "CMAKE_FIND_PACKAGE_NAME", name.ptr);
	set_of_package(e, name, "_FIND_REQUIRED",
		plat_cm_index(args, 1, "REQUIRED") < args->n ? FL_S("1") : FL_S("0"));
	set_of_package(e, name, "_FIND_QUIETLY",
		plat_cm_index(args, 1, "QUIET") < args->n ? FL_S("1") : FL_S("0"));
	if (version)
		set_of_package(e, name, "_FIND_VERSION", args->at[1].text);
	set_components(e, name, args);
}

static enum cm_truth found(struct cm_eval *e, struct fl_slice name)
{
	const struct cm_value *v =
		plat_cm_get(e, fl_arena_printf(&e->scratch, "%.*s_FOUND", FL_ARG(name)));
	return v ? plat_cm_is_on(v->text) : CM_UNKNOWN;
}

/* What the module set to what it could not know stands for the package by its name. */
static void replace_unknown(struct cm_eval *e, struct fl_slice name)
{
	static const char *const endings[] = {"_LIBRARIES", "_LIBRARY"};
	struct fl_slice cases[2] = {name, plat_cm_upper(e, name)};
	struct fl_slice package = fl_arena_printf(&e->scratch, "%c%.*s", CM_PACKAGE, FL_ARG(name));
	for (size_t i = 0; i < 4; i++) {
		struct fl_slice variable = fl_arena_printf(
			&e->scratch, "%.*s%s", FL_ARG(cases[i / 2]), endings[i % 2]);
		const struct cm_value *v = plat_cm_get(e, variable);
		if (v && v->text.len && plat_cm_is_on(v->text) == CM_UNKNOWN)
			plat_cm_set(e, variable, package);
	}
}

bool plat_cm_run_module(
	struct cm_eval *e, struct fl_slice name, const struct cm_args *args, bool there)
{
	struct fl_slice path;
	enum cm_flow flow;
	struct fl_slice module = fl_arena_printf(&e->scratch, "Find%.*s", FL_ARG(name));
	if (plat_cm_index(args, 1, "CONFIG") < args->n ||
		plat_cm_index(args, 1, "NO_MODULE") < args->n ||
		!plat_cm_find_module(e, module, &path))
		return false;
	bool outer = e->is_there;
	e->is_there = there;
	e->modules++;
	set_call(e, fl_arena_slice(&e->scratch, name), args);
	int rc = plat_cm_run_file(e, path, &flow);
	e->is_there = outer;
	e->modules--;
	if (rc)
		return false;
	plat_cm_foreign(e, name);
	if (there)
		replace_unknown(e, name);
	/* CMake fails where a package that is required is not found */
	struct fl_slice upper = plat_cm_upper(e, name);
	enum cm_truth is = found(e, name);
	is = is == CM_UNKNOWN ? found(e, upper) : is;
	struct fl_slice value = there || is == CM_TRUE ? FL_S("TRUE")
				: is == CM_FALSE       ? FL_S("FALSE")
						       : CM_HOLE_S;
	set_of_package(e, name, "_FOUND", value);
	set_of_package(e, upper, "_FOUND", value);
	return true;
}

/*
 * find_package_handle_standard_args(NAME (DEFAULT_MSG|message) variables… | [REQUIRED_VARS
 * variables…] …): it is found where all the variables are.
 */
static enum cm_truth all_set(struct cm_eval *e, const struct cm_args *args)
{
	size_t at = plat_cm_index(args, 1, "REQUIRED_VARS");
	enum cm_truth all = CM_TRUE;
	static const char *const ends[] = {"VERSION_VAR", "FAIL_MESSAGE", "HANDLE_COMPONENTS",
		"CONFIG_MODE", "REASON_FAILURE_MESSAGE", "FOUND_VAR", "NAME_MISMATCHED",
		"HANDLE_VERSION_RANGE"};
	at = at < args->n ? at + 1 : 2;
	for (size_t i = at; i < args->n; i++) {
		struct fl_slice word = args->at[i].text;
		if (fl_slice_is_one(word, ends, sizeof ends / sizeof ends[0]))
			break;
		const struct cm_value *v = plat_cm_known(word) ? plat_cm_get(e, word) : NULL;
		enum cm_truth is = v                     ? plat_cm_is_on(v->text)
				   : plat_cm_known(word) ? CM_FALSE
							 : CM_UNKNOWN;
		all = is == CM_FALSE || all == CM_FALSE ? CM_FALSE : is == CM_UNKNOWN ? is : all;
	}
	return at < args->n ? all : CM_UNKNOWN;
}

enum cm_flow plat_cm_run_standard_args(struct cm_eval *e, const struct cm_args *args)
{
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	enum cm_truth is = e->is_there ? CM_TRUE : all_set(e, args);
	struct fl_slice value = is == CM_TRUE    ? FL_S("TRUE")
				: is == CM_FALSE ? FL_S("FALSE")
						 : CM_HOLE_S;
	plat_cm_foreign(e, name);
	set_of_package(e, name, "_FOUND", value);
	set_of_package(e, plat_cm_upper(e, name), "_FOUND", value);
	return CM_GO;
}
