/* What CMake's modules check by compiling: answered by what is known of the host, else unknown. */
#include "platform/cmake/eval.h"

#include "platform/host/host.h"

static void set_checked(struct cm_eval *e, struct fl_slice name, enum plat_three is)
{
	if (plat_cm_known(name) && name.len && !plat_cm_is_set(e, name))
		plat_cm_set_in(e, e->cache, name,
			is == PLAT_YES  ? FL_S("1")
			: is == PLAT_NO ? FL_S("")
					: CM_HOLE_S);
}

static enum plat_three both(enum plat_three a, enum plat_three b)
{
	return a == PLAT_NO || b == PLAT_NO ? PLAT_NO : a == PLAT_MAYBE ? a : b;
}

static bool mentions(
	struct cm_eval *e, const char *const *variables, size_t count, const char *what)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_find(plat_cm_text(e, variables[i]), what) >= 0)
			return true;
	return false;
}

static const char *const link_variables[] = {"CMAKE_REQUIRED_LIBRARIES",
	"CMAKE_REQUIRED_LINK_OPTIONS", "CMAKE_REQUIRED_FLAGS", "CMAKE_EXE_LINKER_FLAGS"};

/* Is more linked to what a check makes than by default? */
static bool links_more(struct cm_eval *e)
{
	return plat_cm_text(e, "CMAKE_REQUIRED_LIBRARIES").len > 0 ||
	       plat_cm_text(e, "CMAKE_REQUIRED_LINK_OPTIONS").len > 0 ||
	       mentions(e, link_variables, 4, "-l");
}

static bool links_libm(struct cm_eval *e)
{
	struct cm_args items = plat_cm_items(e, plat_cm_text(e, "CMAKE_REQUIRED_LIBRARIES"), false);
	for (size_t i = 0; i < items.n; i++)
		if (fl_slice_eqs(items.at[i].text, "m") || fl_slice_eqs(items.at[i].text, "-lm"))
			return true;
	return false;
}

/* tested: it is given when compiling alone; else when linking, too. */
static enum plat_three one_flag(
	struct cm_eval *e, struct fl_slice flag, enum plat_languages language, bool tested)
{
	if (!flag.len)
		return PLAT_YES;
	if (!plat_cm_known(flag))
		return PLAT_MAYBE;
	switch (plat_host_flag(flag, language)) {
	case PLAT_FLAG_REFUSED: return PLAT_NO;
	case PLAT_FLAG_TAKEN: return PLAT_YES;
	case PLAT_FLAG_FOREIGN: return tested ? PLAT_NO : PLAT_MAYBE;
	case PLAT_FLAG_LINKED: return !tested ? PLAT_YES : links_more(e) ? PLAT_MAYBE : PLAT_NO;
	case PLAT_FLAG_NOTED: /* "ignored without '-Wformat'" is not what CMake looks for */
		return fl_slice_starts(flag, "-Wformat") &&
				       !mentions(e, link_variables, 4, "-Werror")
			       ? PLAT_YES
			       : PLAT_MAYBE;
	case PLAT_FLAG_UNKNOWN: break;
	}
	return PLAT_MAYBE;
}

static enum plat_three flags(
	struct cm_eval *e, struct fl_slice all, enum plat_languages language, bool tested)
{
	enum plat_three is = PLAT_YES;
	for (size_t i = 0, start = 0; i <= all.len; i++) {
		if (i < all.len && all.ptr[i] != ' ' && all.ptr[i] != ';')
			continue;
		struct fl_slice flag = fl_slice(all.ptr + start, i - start);
		is = both(is, one_flag(e, flag, language, tested));
		start = i + 1;
	}
	return is;
}

static enum cm_flow check_flag(struct cm_eval *e, struct fl_slice flag, struct fl_slice variable,
	enum plat_languages language)
{
	struct fl_slice required = plat_cm_text(e, "CMAKE_REQUIRED_FLAGS");
	enum plat_three is =
		both(flags(e, required, language, false), flags(e, flag, language, true));
	/* what the tested flag needs for linking is there when it is required as well */
	if (is == PLAT_NO && flag.len && fl_slice_search(required, flag) >= 0)
		is = flags(e, required, language, false);
	set_checked(e, variable, is);
	return CM_GO;
}

static enum cm_flow run_flag_c(struct cm_eval *e, const struct cm_args *args)
{
	return args->n < 2 ? CM_GO : check_flag(e, args->at[0].text, args->at[1].text, PLAT_FOR_C);
}

static enum cm_flow run_flag_cxx(struct cm_eval *e, const struct cm_args *args)
{
	return args->n < 2 ? CM_GO
			   : check_flag(e, args->at[0].text, args->at[1].text, PLAT_FOR_CXX);
}

static enum plat_languages language_of(struct fl_slice name)
{
	return fl_slice_eqs(name, "CXX") ? PLAT_FOR_CXX : PLAT_FOR_C;
}

static bool is_language(struct fl_slice name)
{
	return fl_slice_eqs(name, "C") || fl_slice_eqs(name, "CXX");
}

/* check_compiler_flag(language flag variable) */
static enum cm_flow run_flag(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 3)
		return CM_GO;
	if (is_language(args->at[0].text))
		return check_flag(
			e, args->at[1].text, args->at[2].text, language_of(args->at[0].text));
	set_checked(e, args->at[2].text, PLAT_MAYBE);
	return CM_GO;
}

/* check_linker_flag(language flag variable) */
static enum cm_flow run_linker_flag(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 3)
		return CM_GO;
	bool plain = is_language(args->at[0].text) && !links_more(e);
	enum plat_three is = plat_host_link_flag(args->at[1].text);
	set_checked(e, args->at[2].text, plain ? is : PLAT_MAYBE);
	return CM_GO;
}

static enum cm_flow check_headers(
	struct cm_eval *e, const struct cm_args *args, enum plat_languages language)
{
	if (args->n < 2)
		return CM_GO;
	struct cm_args items = plat_cm_items(e, args->at[0].text, false);
	enum plat_three all = PLAT_YES;
	for (size_t i = 0; i < items.n; i++) {
		struct fl_slice name = items.at[i].text;
		enum plat_three is = plat_host_header_alone(name, language);
		if (plat_tree_has_package(e->tree, PLAT_NAMED_HEADER, name))
			is = PLAT_YES;
		else if (is == PLAT_MAYBE && i && plat_host_header(name, language) == PLAT_YES)
			is = PLAT_YES; /* it stands behind what it needs */
		else if (is == PLAT_NO && plat_cm_text(e, "CMAKE_REQUIRED_INCLUDES").len)
			is = PLAT_MAYBE;
		all = both(all, is);
	}
	set_checked(e, args->at[1].text, all);
	return CM_GO;
}

static enum cm_flow run_headers(struct cm_eval *e, const struct cm_args *args)
{
	return check_headers(e, args, PLAT_FOR_C);
}

/* Its third argument is flags. */
static enum cm_flow run_header_cxx(struct cm_eval *e, const struct cm_args *args)
{
	return check_headers(e, args, PLAT_FOR_CXX);
}

/* Does a function link, where it has been declared? */
static enum plat_three linked(struct cm_eval *e, struct fl_slice name)
{
	switch (plat_host_function(name)) {
	case PLAT_FUNCTION_LIBC: return PLAT_YES;
	case PLAT_FUNCTION_LIBM: return links_libm(e) ? PLAT_YES : PLAT_MAYBE;
	case PLAT_FUNCTION_ABSENT: return links_more(e) ? PLAT_MAYBE : PLAT_NO;
	case PLAT_FUNCTION_BUILTIN:
	case PLAT_FUNCTION_UNKNOWN: break;
	}
	return PLAT_MAYBE;
}

static enum cm_flow run_function(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n >= 2)
		set_checked(e, args->at[1].text, linked(e, args->at[0].text));
	return CM_GO;
}

/* Feature macros and standards that a check is compiled with. */
static bool asks(struct cm_eval *e, enum plat_languages language, const char *what)
{
	static const char *const c[] = {
		"CMAKE_REQUIRED_DEFINITIONS", "CMAKE_REQUIRED_FLAGS", "CMAKE_C_FLAGS"};
	static const char *const cxx[] = {
		"CMAKE_REQUIRED_DEFINITIONS", "CMAKE_REQUIRED_FLAGS", "CMAKE_CXX_FLAGS"};
	return mentions(e, language == PLAT_FOR_CXX ? cxx : c, 3, what);
}

/* check_symbol_exists(symbol headers variable): a macro or a function */
static enum plat_three symbol(struct cm_eval *e, struct fl_slice name, struct fl_slice headers,
	enum plat_languages language)
{
	struct cm_args items = plat_cm_items(e, headers, false);
	bool gnu = language == PLAT_FOR_CXX || asks(e, language, "_GNU_SOURCE"), ours = true;
	bool plain = !asks(e, language, "-ansi") && !asks(e, language, "-std=") &&
		     !asks(e, language, "\x01") && (gnu || !asks(e, language, "_SOURCE")) &&
		     !plat_cm_is_set(e, FL_S("CMAKE_C_EXTENSIONS"));
	bool yes = false, no = false;
	for (size_t i = 0; i < items.n; i++) {
		enum plat_three there = plat_host_header(items.at[i].text, language);
		if (there == PLAT_NO && !plat_cm_text(e, "CMAKE_REQUIRED_INCLUDES").len)
			return PLAT_NO;
		ours = ours && there == PLAT_YES;
		enum plat_three is = plat_host_declares(items.at[i].text, name, gnu);
		yes = yes || is == PLAT_YES;
		no = no || is == PLAT_NO;
	}
	if (ours && plat_host_nowhere(name))
		return PLAT_NO;
	if (yes && plain)
		return linked(e, name) == PLAT_YES ? PLAT_YES : PLAT_MAYBE;
	return no && !yes && plain && items.n == 1 ? PLAT_NO : PLAT_MAYBE;
}

static enum cm_flow run_symbol(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n >= 3)
		set_checked(e, args->at[2].text,
			symbol(e, args->at[0].text, args->at[1].text, PLAT_FOR_C));
	return CM_GO;
}

static enum cm_flow run_symbol_cxx(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n >= 3)
		set_checked(e, args->at[2].text,
			symbol(e, args->at[0].text, args->at[1].text, PLAT_FOR_CXX));
	return CM_GO;
}

/* check_library_exists(library function location variable) */
static enum cm_flow run_library(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 4)
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	bool there = plat_tree_has_package(e->tree, PLAT_NAMED_LINK, name);
	enum plat_three is = plat_host_exports(name, args->at[1].text);
	if (is == PLAT_NO && links_more(e))
		is = PLAT_MAYBE;
	set_checked(e, args->at[3].text, there ? PLAT_YES : is);
	return CM_GO;
}

/* check_type_size(type variable …) */
static enum cm_flow run_size(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 2)
		return CM_GO;
	struct fl_slice name = args->at[1].text;
	unsigned size = plat_host_size(args->at[0].text, PLAT_BEFORE_TYPES);
	set_checked(e, fl_arena_printf(&e->scratch, "HAVE_%.*s", FL_ARG(name)),
		size ? PLAT_YES : PLAT_MAYBE);
	if (plat_cm_known(name) && !plat_cm_is_set(e, name))
		plat_cm_set_in(e, e->cache, name,
			size ? fl_arena_printf(&e->scratch, "%u", size) : CM_HOLE_S);
	return CM_GO;
}

/* Those whose answer is in their second argument, or in their last. */
static enum cm_flow run_second(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n >= 2)
		set_checked(e, args->at[1].text, PLAT_MAYBE);
	return CM_GO;
}

static enum cm_flow run_last(struct cm_eval *e, const struct cm_args *args)
{
	for (size_t i = 2; i < args->n; i++)
		set_checked(e, args->at[i].text, PLAT_MAYBE);
	return CM_GO;
}

static enum cm_flow run_big_endian(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n)
		plat_cm_set(e, args->at[0].text, FL_S("0"));
	return CM_GO;
}

const struct cm_builtin plat_cm_check_commands[] = {{"check_c_compiler_flag", run_flag_c},
	{"check_cxx_compiler_flag", run_flag_cxx}, {"check_cxx_accepts_flag", run_flag_cxx},
	{"check_compiler_flag", run_flag}, {"check_linker_flag", run_linker_flag},
	{"check_include_file", run_headers}, {"check_include_files", run_headers},
	{"check_include_file_cxx", run_header_cxx}, {"check_function_exists", run_function},
	{"check_symbol_exists", run_symbol}, {"check_cxx_symbol_exists", run_symbol_cxx},
	{"check_library_exists", run_library}, {"check_type_size", run_size},
	{"check_c_source_compiles", run_second}, {"check_cxx_source_compiles", run_second},
	{"check_c_source_runs", run_second}, {"check_cxx_source_runs", run_second},
	{"check_variable_exists", run_second}, {"check_source_compiles", run_last},
	{"check_source_runs", run_last}, {"check_struct_has_member", run_last},
	{"check_prototype_definition", run_last}, {"test_big_endian", run_big_endian}, {0}};
