/* Macros that stand for packages and libraries, for the variables that makefiles use. */
#include "platform/autotools/script.h"
#include "platform/host/host.h"

#include <stdio.h>

static bool is_operator(struct fl_slice t)
{
	return fl_slice_starts(t, ">") || fl_slice_starts(t, "<") || fl_slice_starts(t, "=") ||
	       fl_slice_starts(t, "!=");
}

/* "gtk+-3.0 >= 3.10, zlib": the packages with their versions. */
static struct aut_value packages(struct aut_script *s, struct fl_slice modules, int64_t line)
{
	char *blank = fl_arena_alloc(s->work, modules.len + 1);
	for (size_t i = 0; blank && i < modules.len; i++)
		blank[i] = modules.ptr[i] == ',' ? ' ' : modules.ptr[i];
	struct fl_slice text = fl_slice(blank, blank ? modules.len : 0);
	struct aut_value words = plat_aut_expand(s, text, line), out = {0};
	out.open = words.open;
	for (size_t i = 0; i < words.len && i < 256; i++) {
		struct aut_word w = words.words[i];
		bool version = i + 2 < words.len && is_operator(words.words[i + 1].text);
		if (is_operator(w.text) || w.open)
			continue;
		w.package = true;
		if (version)
			w.version = words.words[i + 2].open
					    ? FL_S("")
					    : fl_arena_printf(s->work, "%.*s %.*s",
						      FL_ARG(words.words[i + 1].text),
						      FL_ARG(words.words[i + 2].text));
		struct aut_word *to = fl_arena_alloc(s->work, sizeof(*to));
		if (to) {
			*to = w;
			out = plat_aut_both(
				s->work, out, (struct aut_value){.words = to, .len = 1});
		}
		i += version ? 2 : 0;
	}
	return out;
}

static void set_packages(
	struct aut_script *s, struct fl_slice prefix, struct aut_value v, bool optional)
{
	static const char *const endings[] = {"CFLAGS", "LIBS"};
	for (size_t i = 0; optional && i < v.len; i++) {
		struct aut_word *w = fl_arena_alloc(s->work, sizeof(*w));
		struct aut_value rest = {.words = v.words + i + 1, .len = v.len - i - 1};
		struct aut_value head = {.words = v.words, .len = i};
		if (!w)
			return;
		*w = v.words[i];
		w->optional = w->unsure = true;
		head = plat_aut_both(s->work, head, (struct aut_value){.words = w, .len = 1});
		v = plat_aut_both(s->work, head, rest);
	}
	for (size_t i = 0; i < 2 && prefix.len; i++)
		plat_aut_assign(
			s, fl_arena_printf(s->work, "%.*s_%s", FL_ARG(prefix), endings[i]), v);
}

void plat_aut_pkg(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	struct fl_slice no = plat_aut_argument(c, 3);
	struct aut_value v = packages(s, plat_aut_argument(c, 1), line);
	bool there = v.len && !v.open;
	for (size_t i = 0; i < v.len && there; i++)
		there = plat_tree_has_package(s->tree, PLAT_NAMED_PACKAGE, v.words[i].text);
	bool required = !no.len || plat_aut_gives_up(no) || there;
	set_packages(s, plat_aut_argument(c, 0), v, !required);
	plat_aut_actions(s, c, 2, 3, required ? AUT_YES : AUT_MAYBE);
}

void plat_aut_pkg_exists(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	(void)line;
	bool required = plat_aut_gives_up(plat_aut_argument(c, 2));
	plat_aut_actions(s, c, 1, 2, required ? AUT_YES : AUT_MAYBE);
}

enum { NONE = 99, LDFLAGS = 1, ALWAYS = 2 };

/*
 * Macros that stand for one package: its variables begin with the prefix, the action for when it
 * is there is the argument `yes`, the one behind it for when not. LDFLAGS: they are in *_LDFLAGS
 * (archive's AX_LIB_*); ALWAYS: all programs are linked with it.
 */
static const struct one {
	const char *macro, *prefix, *package;
	size_t yes;
	unsigned how;
} ones[] = {
	{"AM_PATH_GTK_2_0", "GTK", "gtk+-2.0", 1, 0},
	{"AM_PATH_GTK_3_0", "GTK", "gtk+-3.0", 1, 0},
	{"AM_PATH_GLIB_2_0", "GLIB", "glib-2.0", 1, 0},
	{"AM_PATH_SDL", "SDL", "sdl", 1, 0},
	{"AM_PATH_SDL2", "SDL", "sdl2", 1, 0},
	{"AM_PATH_CPPUNIT", "CPPUNIT", "cppunit", 1, 0},
	{"AM_PATH_XML2", "XML", "libxml-2.0", 1, 0},
	{"AM_PATH_ALSA", "ALSA", "alsa", 1, ALWAYS},
	{"AM_PATH_GSL", "GSL", "gsl", 1, 0},
	{"AX_PATH_GSL", "GSL", "gsl", 1, 0},
	{"AM_PATH_GPG_ERROR", "GPG_ERROR", "gpg-error", 1, 0},
	{"AM_PATH_LIBGCRYPT", "LIBGCRYPT", "libgcrypt", 1, 0},
	{"AM_PATH_LIBASSUAN", "LIBASSUAN", "libassuan", 1, 0},
	{"AM_PATH_GPGME", "GPGME", "gpgme", 1, 0},
	{"AM_PATH_GPGME_PTHREAD", "GPGME_PTHREAD", "gpgme", 1, 0},
	{"AM_PATH_KSBA", "KSBA", "ksba", 1, 0},
	{"AM_PATH_NPTH", "NPTH", "npth", 1, 0},
	{"AM_PATH_IMLIB2", "IMLIB2", "imlib2", 1, 0},
	{"AC_CHECK_FT2", "FT2", "freetype2", 1, 0},
	{"XIPH_PATH_OGG", "OGG", "ogg", 0, 0},
	{"XIPH_PATH_VORBIS", "VORBIS", "vorbis", 0, 0},
	{"XIPH_PATH_THEORA", "THEORA", "theora", 0, 0},
	{"AX_LIB_CURL", "CURL", "libcurl", 1, 0},
	{"AX_LIB_SQLITE3", "SQLITE3", "sqlite3", NONE, LDFLAGS},
	{"AX_LIB_MYSQL", "MYSQL", "mariadb", NONE, LDFLAGS},
	{"AX_LIB_POSTGRESQL", "POSTGRESQL", "libpq", 1, LDFLAGS},
	{"AX_LIB_EXPAT", "EXPAT", "expat", NONE, LDFLAGS},
	{"AX_CHECK_OPENSSL", "OPENSSL", "openssl", 0, 0},
	{"AX_CHECK_GL", "GL", "gl", 0, 0},
	{"AX_CHECK_GLU", "GLU", "glu", 0, 0},
	{"AX_CHECK_GLUT", "GLUT", "glut", 0, 0},
	{"AX_BLAS", "BLAS", "blas", 0, 0},
	{"ACX_BLAS", "BLAS", "blas", 0, 0},
	{"AX_LAPACK", "LAPACK", "lapack", 0, 0},
	{"ACX_LAPACK", "LAPACK", "lapack", 0, 0},
	{"AX_WITH_CURSES", "CURSES", "ncursesw", NONE, 0},
};

static void set_one(
	struct aut_script *s, const struct aut_call *c, const struct one *one, int64_t line)
{
	struct aut_value v = packages(s, fl_slice_str(one->package), line);
	bool required =
		(one->how & ALWAYS) || plat_aut_gives_up(plat_aut_argument(c, one->yes + 1)) ||
		plat_tree_has_package(s->tree, PLAT_NAMED_PACKAGE, fl_slice_str(one->package));
	if (one->how & ALWAYS)
		plat_aut_add(s, FL_S("LIBS"), v, true);
	set_packages(s, fl_slice_str(one->prefix), v, !required);
	if (one->how & LDFLAGS) {
		struct fl_slice from = fl_arena_printf(s->work, "%s_LIBS", one->prefix);
		const struct aut_value *libs = plat_aut_get(&s->vars, from);
		if (libs)
			plat_aut_assign(
				s, fl_arena_printf(s->work, "%s_LDFLAGS", one->prefix), *libs);
	}
	plat_aut_actions(s, c, one->yes, one->yes + 1, required ? AUT_YES : AUT_MAYBE);
}

void plat_aut_path(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	for (size_t i = 0; i < sizeof(ones) / sizeof(ones[0]); i++)
		if (fl_slice_eqs(c->name, ones[i].macro))
			set_one(s, c, &ones[i], line);
}

/* NAME as havelib's variables have it: LIBSQLITE3 of "sqlite3". */
static struct fl_slice havelib_name(struct aut_script *s, struct fl_slice name)
{
	char *to = fl_arena_alloc(s->work, name.len + 1);
	for (size_t i = 0; to && i < name.len; i++) {
		char ch = name.ptr[i];
		to[i] = ch >= 'a' && ch <= 'z' ? (char)(ch - 'a' + 'A') : fl_is_word(ch) ? ch : '_';
	}
	return fl_slice(to, to ? name.len : 0);
}

/* AC_LIB_LINKFLAGS(name, …), AC_LIB_HAVE_LINKFLAGS: LIBNAME and LTLIBNAME, of what is there. */
void plat_aut_havelib(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	static const char *const starts[] = {"LIB", "LTLIB"};
	struct fl_slice name = plat_aut_argument(c, 0);
	struct fl_slice upper = havelib_name(s, name);
	struct fl_slice text = fl_arena_printf(s->work, "-l%.*s", FL_ARG(name));
	struct aut_value v = plat_aut_word(s->work, text, plat_aut_at(s, line));
	bool there = plat_tree_has_package(s->tree, PLAT_NAMED_LINK, name) ||
		     plat_host_library(name) == PLAT_YES;
	if (!name.len || fl_slice_chr(name, '$') >= 0)
		return;
	if (!there)
		plat_aut_enter(s);
	for (size_t i = 0; i < 2; i++)
		plat_aut_assign(s, fl_arena_printf(s->work, "%s%.*s", starts[i], FL_ARG(upper)), v);
	s->unsure -= !there;
}

/*
 * AX_BOOST_SYSTEM sets BOOST_SYSTEM_LIB, BOOST_SYSTEM of others BOOST_SYSTEM_LIBS; both give up
 * where there is no such library.
 */
void plat_aut_boost(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	static const char *const endings[] = {"LIB", "LIBS"};
	bool ax = fl_slice_starts(c->name, "AX_");
	struct fl_slice part = fl_slice_skip(c->name, strlen(ax ? "AX_BOOST_" : "BOOST_"));
	struct aut_value v = packages(s, FL_S("boost"), line);
	if (fl_slice_eqs(part, "REQUIRE") || fl_slice_eqs(part, "BASE"))
		return;
	for (size_t i = 0; i < 2; i++)
		plat_aut_assign(
			s, fl_arena_printf(s->work, "BOOST_%.*s_%s", FL_ARG(part), endings[i]), v);
}

/* Macros that set variables to what gcc on Linux takes. */
void plat_aut_known(struct aut_script *s, const struct aut_call *c, int64_t line)
{
	static const struct {
		const char *macro, *name, *value;
		size_t yes; /* the action when it works */
	} known[] = {{"AX_PTHREAD", "PTHREAD_CFLAGS", "-pthread", 0},
		{"AX_PTHREAD", "PTHREAD_LIBS", "", 0},
		{"ACX_PTHREAD", "PTHREAD_CFLAGS", "-pthread", 0},
		{"ACX_PTHREAD", "PTHREAD_LIBS", "", 0},
		{"AC_OPENMP", "OPENMP_CFLAGS", "-fopenmp", NONE},
		{"AC_OPENMP", "OPENMP_CXXFLAGS", "-fopenmp", NONE},
		{"AX_OPENMP", "OPENMP_CFLAGS", "-fopenmp", 0},
		{"AX_OPENMP", "OPENMP_CXXFLAGS", "-fopenmp", 0}, {"LT_LIB_M", "LIBM", "-lm", NONE},
		{"AC_CHECK_LIBM", "LIBM", "-lm", NONE}, {"AM_ICONV", "LIBICONV", "", NONE},
		{"AM_ICONV", "LTLIBICONV", "", NONE}, {"AM_GNU_GETTEXT", "LIBINTL", "", NONE},
		{"AM_GNU_GETTEXT", "LTLIBINTL", "", NONE}};
	bool walked = false;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (!fl_slice_eqs(c->name, known[i].macro))
			continue;
		struct fl_slice value = fl_slice_str(known[i].value);
		struct aut_value v = value.len ? plat_aut_word(s->work, value, plat_aut_at(s, line))
					       : (struct aut_value){0};
		plat_aut_assign(s, fl_slice_str(known[i].name), v);
		if (!walked)
			plat_aut_walk_argument(s, c, known[i].yes, false);
		walked = true;
	}
}
