/* What the macros of a configure.ac do, for the variables that makefiles use. */
#include "platform/autotools/script.h"
#include "platform/host/host.h"

#include <stdio.h>

typedef void (*handler)(struct aut_script *s, const struct aut_call *c, int64_t line);

void plat_aut_walk_argument(struct aut_script *s, const struct aut_call *c, size_t i, bool unsure)
{
	struct fl_slice code = plat_aut_argument(c, i);
	if (!code.len)
		return;
	if (unsure)
		plat_aut_enter(s);
	plat_aut_walk(s, code, c->lines[i]);
	s->unsure -= unsure;
}

void plat_aut_add(struct aut_script *s, struct fl_slice name, struct aut_value v, bool before)
{
	const struct aut_value *was = plat_aut_get(&s->vars, name);
	struct aut_value old = was ? *was : (struct aut_value){0};
	plat_aut_assign(
		s, name, before ? plat_aut_both(s->work, v, old) : plat_aut_both(s->work, old, v));
}

/* Does an action give up in any case, so that what it stands for is required? */
bool plat_aut_gives_up(struct fl_slice action)
{
	static const char *const ends[] = {
		"AC_MSG_ERROR", "AC_MSG_FAILURE", "as_fn_error", "exit 1"};
	static const char *const asks[] = {
		"if ", "IF(", "IFELSE", "CASE(", "case ", "test ", "&&", "||"};
	ptrdiff_t at = -1;
	for (size_t i = 0; i < 4 && at < 0; i++)
		at = fl_slice_find(action, ends[i]);
	for (size_t i = 0; i < 8 && at >= 0; i++)
		if (fl_slice_find(fl_slice_head(action, (size_t)at), asks[i]) >= 0)
			at = -1;
	return at >= 0;
}

/* A library that every Debian host has. */
static bool is_here(struct fl_slice library)
{
	return plat_host_library(library) == PLAT_YES;
}

/* An action when something is found, and one when not: one of both is taken. */
void plat_aut_actions(
	struct aut_script *s, const struct aut_call *c, size_t yes, size_t no, enum aut_three found)
{
	if (found != AUT_NO)
		plat_aut_walk_argument(s, c, yes, found == AUT_MAYBE);
	if (found != AUT_YES)
		plat_aut_walk_argument(s, c, no, found == AUT_MAYBE);
}

static void do_check_lib(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice library = plat_aut_argument(c, 0);
	enum aut_three is = (enum aut_three)plat_host_exports(library, plat_aut_argument(c, 1));
	if (plat_aut_gives_up(plat_aut_argument(c, 3)) ||
		plat_tree_has_package(s->tree, PLAT_NAMED_LINK, library))
		is = AUT_YES;
	bool sure = is == AUT_YES;
	if (is != AUT_NO && !plat_aut_argument(c, 2).len && library.len &&
		fl_slice_chr(library, '$') < 0) {
		struct fl_slice text = fl_arena_printf(s->work, "-l%.*s", FL_ARG(library));
		if (!sure)
			plat_aut_enter(s);
		plat_aut_add(
			s, FL_S("LIBS"), plat_aut_word(s->work, text, plat_aut_at(s, line)), true);
		s->unsure -= !sure;
	}
	plat_aut_actions(s, c, 2, 3, is);
}

static void do_search_libs(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice libraries = plat_aut_argument(c, 1);
	enum plat_host_function in = plat_host_function(plat_aut_argument(c, 0));
	bool here = in == PLAT_FUNCTION_LIBC;
	bool sure = here || plat_aut_gives_up(plat_aut_argument(c, 3));
	struct aut_value v = plat_aut_expand(s, libraries, line);
	bool one = v.len == 1 && !v.open &&
		   (sure || is_here(v.words[0].text) ||
			   plat_tree_has_package(s->tree, PLAT_NAMED_LINK, v.words[0].text));
	for (size_t i = 0; i < v.len && !here && i < 16; i++) {
		struct fl_slice text = fl_arena_printf(s->work, "-l%.*s", FL_ARG(v.words[i].text));
		if (!one)
			plat_aut_enter(s);
		plat_aut_add(
			s, FL_S("LIBS"), plat_aut_word(s->work, text, plat_aut_at(s, line)), true);
		s->unsure -= !one;
	}
	plat_aut_actions(s, c, 2, 3, sure ? AUT_YES : AUT_MAYBE);
}

/* A compiler: without other flags autoconf takes "-g -O2". */
static void do_compiler(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	bool cxx = fl_slice_find(c->name, "CXX") >= 0;
	struct fl_slice name = cxx ? FL_S("CXXFLAGS") : FL_S("CFLAGS");
	if (s->given_only || plat_aut_get(&s->vars, name))
		return;
	struct aut_value v = plat_aut_expand(s, FL_S("-g -O2"), line);
	plat_aut_put(&s->vars, s->work, name, v);
}

/* gcc 12 is of 2017 when it is not asked for another year. */
static void do_cxx_standard(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	ptrdiff_t under = fl_slice_rchr(c->name, '_');
	struct fl_slice year = fl_slice_skip(c->name, (size_t)under + 1);
	bool named = year.len == 2 && year.ptr[0] >= '0' && year.ptr[0] <= '9';
	if (!named)
		year = plat_aut_argument(c, 0);
	struct fl_slice ext = plat_aut_argument(c, named ? 0 : 1);
	bool asks = ext.len ? s->asks_always : !s->asks_never;
	bool by_default = asks && fl_slice_cmp(year, FL_S("17")) <= 0;
	do_compiler(s, &(struct aut_call){.name = FL_S("CXX")}, line);
	if (s->given_only || by_default || year.len != 2)
		return;
	s->cxx.unsure = s->unsure > 0 || (s->cxx.value.len && s->cxx.unsure);
	s->cxx.value = fl_arena_printf(
		s->work, "%s%.*s", fl_slice_eqs(ext, "noext") ? "c++" : "gnu++", FL_ARG(year));
	s->cxx.at = plat_aut_at(s, line);
}

static void do_if(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	unsigned unsure = s->unsure;
	bool open = false;
	(void)line;
	for (size_t i = 0; i < c->count; i += 2) {
		bool last = i + 1 == c->count;
		enum aut_three is = last ? AUT_YES : plat_aut_condition(s, plat_aut_argument(c, i));
		if (is != AUT_NO)
			plat_aut_walk_argument(s, c, last ? i : i + 1, is == AUT_MAYBE || open);
		if (is == AUT_YES)
			break;
		open = open || is == AUT_MAYBE;
	}
	s->unsure = unsure;
}

/* AS_VAR_IF(variable, word, then, else); without a word: is it set to anything? */
static void do_var_if(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	const struct aut_value *v = plat_aut_get(&s->vars, plat_aut_argument(c, 0));
	struct aut_value here = v ? plat_aut_here(s, *v) : (struct aut_value){0};
	struct fl_slice is = FL_S(""), word = plat_aut_argument(c, 1);
	enum aut_three same = AUT_MAYBE;
	(void)line;
	if (v && plat_aut_text(s->work, &here, &is) && fl_slice_chr(word, '$') < 0)
		same = (c->count > 1 && word.len ? fl_slice_eq(is, word) : is.len > 0) ? AUT_YES
										       : AUT_NO;
	plat_aut_actions(s, c, 2, 3, same);
}

static void do_case(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice word = FL_S("");
	struct aut_value v = plat_aut_expand(s, plat_aut_argument(c, 0), line);
	v = plat_aut_here(s, v);
	bool known = plat_aut_text(s->work, &v, &word), open = false;
	for (size_t i = 1; i < c->count; i += 2) {
		bool last = i + 1 == c->count;
		struct fl_slice patterns = plat_aut_argument(c, i);
		enum aut_three is = AUT_MAYBE;
		if (last || fl_slice_eqs(patterns, "*"))
			is = AUT_YES;
		else if (known)
			is = plat_aut_match(patterns, word) ? AUT_YES : AUT_NO;
		if (is != AUT_NO)
			plat_aut_walk_argument(s, c, last ? i : i + 1, is == AUT_MAYBE || open);
		if (is == AUT_YES)
			break;
		open = true;
	}
}

/* AC_ARG_ENABLE, AC_ARG_WITH: configure runs without options, so the last action is taken. */
static void do_option(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice feature = plat_aut_argument(c, 0);
	char *name = fl_arena_alloc(s->work, feature.len + 8);
	if (!name)
		return;
	bool enable = fl_slice_ends(c->name, "ENABLE");
	size_t n = (size_t)sprintf(name, "%s", enable ? "enable_" : "with_");
	for (size_t i = 0; i < feature.len; i++)
		name[n++] = fl_is_word(feature.ptr[i]) ? feature.ptr[i] : '_';
	(void)line;
	if (!plat_aut_get(&s->vars, fl_slice(name, n)))
		plat_aut_put(&s->vars, s->work, fl_slice(name, n), (struct aut_value){0});
	bool was = s->given_only;
	s->given_only = true;
	plat_aut_walk_argument(s, c, 2, false);
	s->given_only = was;
	plat_aut_walk_argument(s, c, 3, false);
}

static void do_conditional(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	enum aut_three is = plat_aut_condition(s, plat_aut_argument(c, 1));
	struct aut_value v = {.open = true};
	if (is != AUT_MAYBE && !s->unsure)
		v = plat_aut_word(
			s->work, is == AUT_YES ? FL_S("yes") : FL_S("no"), plat_aut_at(s, line));
	if (!s->given_only)
		plat_aut_put(&s->conditions, s->work, plat_aut_argument(c, 0), v);
}

static void do_subst(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice name = plat_aut_argument(c, 0);
	if (c->count > 1)
		plat_aut_assign(s, name, plat_aut_expand(s, plat_aut_argument(c, 1), line));
}

static void do_prereq(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	(void)line;
	s->least = fl_arena_printf(s->out->a, ">= %.*s", FL_ARG(plat_aut_argument(c, 0)));
}

static void do_append_flags(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice name = plat_aut_argument(c, 1);
	bool link = fl_slice_find(c->name, "LINK") >= 0;
	bool sure = fl_slice_eqs(c->name, "AX_APPEND_FLAG");
	if (!name.len)
		name = link ? FL_S("LDFLAGS") : FL_S("CFLAGS");
	if (!sure)
		plat_aut_enter(s);
	plat_aut_add(s, name, plat_aut_expand(s, plat_aut_argument(c, 0), line), false);
	s->unsure -= !sure;
}

static void do_include(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice text, was = s->file, name = plat_aut_argument(c, 0);
	struct fl_slice path = fl_arena_printf(
		s->work, "%.*s%s%.*s", FL_ARG(s->root), s->root.len ? "/" : "", FL_ARG(name));
	(void)line;
	if (plat_tree_read(s->tree, path, s->work, &text, NULL))
		return;
	plat_aut_define(s, text, path);
	s->file = fl_arena_slice(s->out->a, path);
	plat_aut_walk(s, text, 1);
	s->file = was;
}

/* AC_COMPILE_IFELSE and the like: an action when it works, one when not. */
static void do_check(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	(void)line;
	plat_aut_actions(
		s, c, 1, 2, plat_aut_gives_up(plat_aut_argument(c, 2)) ? AUT_YES : AUT_MAYBE);
}

static void do_all(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	(void)line;
	for (size_t i = 0; i < c->count; i++)
		plat_aut_walk_argument(s, c, i, false);
}

static void do_nothing(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	(void)s, (void)c, (void)line;
}

static const struct {
	const char *name; /* ends in "*": all that begin so */
	handler call;
} handlers[] = {
	{"AC_CHECK_LIB", do_check_lib},
	{"AC_SEARCH_LIBS", do_search_libs},
	{"PKG_CHECK_MODULES", plat_aut_pkg},
	{"PKG_CHECK_MODULES_STATIC", plat_aut_pkg},
	{"PKG_CHECK_EXISTS", plat_aut_pkg_exists},
	{"AM_PATH_*", plat_aut_path},
	{"AC_CHECK_FT2", plat_aut_path},
	{"XIPH_PATH_*", plat_aut_path},
	{"AX_LIB_*", plat_aut_path},
	{"AX_PATH_*", plat_aut_path},
	{"AX_CHECK_OPENSSL", plat_aut_path},
	{"AX_CHECK_GL", plat_aut_path},
	{"AX_CHECK_GLU", plat_aut_path},
	{"AX_CHECK_GLUT", plat_aut_path},
	{"AX_BLAS", plat_aut_path},
	{"ACX_BLAS", plat_aut_path},
	{"AX_LAPACK", plat_aut_path},
	{"ACX_LAPACK", plat_aut_path},
	{"AX_WITH_CURSES", plat_aut_path},
	{"AC_LIB_LINKFLAGS", plat_aut_havelib},
	{"AC_LIB_HAVE_LINKFLAGS", plat_aut_havelib},
	{"AX_BOOST_*", plat_aut_boost},
	{"BOOST_*", plat_aut_boost},
	{"AX_PTHREAD", plat_aut_known},
	{"ACX_PTHREAD", plat_aut_known},
	{"AC_OPENMP", plat_aut_known},
	{"AX_OPENMP", plat_aut_known},
	{"LT_LIB_M", plat_aut_known},
	{"AC_CHECK_LIBM", plat_aut_known},
	{"AM_ICONV", plat_aut_known},
	{"AM_GNU_GETTEXT", plat_aut_known},
	{"AC_PROG_CC*", do_compiler},
	{"AM_PROG_CC_*", do_compiler},
	{"AC_PROG_CXX", do_compiler},
	{"AX_CXX_COMPILE_STDCXX*", do_cxx_standard},
	{"AS_IF", do_if},
	{"AS_CASE", do_case},
	{"AC_ARG_ENABLE", do_option},
	{"AC_ARG_WITH", do_option},
	{"AM_CONDITIONAL", do_conditional},
	{"AC_SUBST", do_subst},
	{"AC_PREREQ", do_prereq},
	{"AX_CHECK_COMPILE_FLAG", plat_aut_check_flag},
	{"AX_CHECK_LINK_FLAG", plat_aut_check_flag},
	{"AX_APPEND_COMPILE_FLAGS", do_append_flags},
	{"AX_APPEND_LINK_FLAGS", do_append_flags},
	{"AX_APPEND_FLAG", do_append_flags},
	{"m4_include", do_include},
	{"sinclude", do_include},
	{"m4_sinclude", do_include},
	{"m4_ifdef", do_nothing},
	{"m4_define", do_nothing},
	{"m4_*", do_nothing},
	{"AC_CHECK_HEADER", plat_aut_check_name},
	{"AC_CHECK_HEADERS", plat_aut_check_names},
	{"AC_CHECK_FUNC", plat_aut_check_name},
	{"AC_CHECK_FUNCS", plat_aut_check_names},
	{"AC_COMPILE_IFELSE", do_check},
	{"AC_LINK_IFELSE", do_check},
	{"AC_CHECK_DECL", plat_aut_check_name},
	{"AC_CHECK_DECLS", plat_aut_check_names},
	{"AC_CHECK_HEADERS_ONCE", plat_aut_check_names},
	{"AC_CHECK_FUNCS_ONCE", plat_aut_check_names},
	{"AC_CHECK_SIZEOF", plat_aut_check_size},
	{"AC_CHECK_TYPE", do_check},
	{"AS_VAR_IF", do_var_if},
	{"AC_MSG_*", do_nothing},
	{"AC_DEFINE*", do_nothing},
	{"AC_DEFUN*", do_nothing},
	{"AC_CONFIG_*", do_nothing},
	{"AC_OUTPUT", do_nothing},
	{"AC_INIT", do_nothing},
	{"AC_ARG_VAR", do_nothing},
	{"AC_LANG_*", do_nothing},
	{"AH_*", do_nothing},
	{"AS_HELP_STRING", do_nothing},
	{"AS_ECHO*", do_nothing},
	{"AC_REQUIRE", do_nothing},
	{"AM_INIT_AUTOMAKE", do_nothing},
	{"AC_BEFORE", do_nothing},
};

static bool is_named(const char *pattern, struct fl_slice name)
{
	struct fl_slice p = fl_slice_str(pattern);
	if (fl_slice_ends(p, "*"))
		return fl_slice_starts_with(name, fl_slice_head(p, p.len - 1));
	return fl_slice_eq(p, name);
}

static void expand_own(struct aut_script *s, struct aut_macro *m)
{
	struct fl_slice was = s->file;
	m->open = true;
	s->file = m->file;
	plat_aut_walk(s, m->body, m->line);
	s->file = was;
	m->open = false;
}

void plat_aut_macro(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	for (size_t i = 0; i < sizeof(handlers) / sizeof(handlers[0]); i++) {
		if (!is_named(handlers[i].name, c->name))
			continue;
		handlers[i].call(s, c, line);
		return;
	}
	struct aut_macro *m = s->macros;
	while (m && !fl_slice_eq(m->name, c->name))
		m = m->next;
	if (m && !m->open) {
		expand_own(s, m);
		return;
	}
	/* Its arguments may be code that it runs, or not. */
	plat_aut_enter(s);
	do_all(s, c, line);
	s->unsure--;
}

void plat_aut_define(struct aut_script *s, struct fl_slice text, struct fl_slice file)
{
	static const char *const starts[] = {"AC_DEFUN([", "AC_DEFUN_ONCE([", "m4_define(["};
	file = fl_arena_slice(s->out->a, file);
	for (size_t k = 0; k < 3; k++) {
		int64_t line = 1;
		struct fl_slice rest = text;
		for (ptrdiff_t at; (at = fl_slice_find(rest, starts[k])) >= 0;) {
			line += (int64_t)fl_slice_count(fl_slice_head(rest, (size_t)at), '\n');
			size_t i = (size_t)at + strlen(starts[k]) - 2;
			struct aut_call c = {0};
			plat_aut_arguments(rest, &i, &line, &c);
			rest = fl_slice_skip(rest, i);
			struct aut_macro *m = s->macro_count++ < AUT_MACROS_MAX
						      ? fl_arena_alloc(s->work, sizeof(*m))
						      : NULL;
			if (!m)
				return;
			*m = (struct aut_macro){.next = s->macros, .file = file};
			m->name = plat_aut_argument(&c, 0);
			m->body = plat_aut_argument(&c, 1);
			m->line = c.count > 1 ? c.lines[1] : line;
			s->macros = m;
		}
	}
}
