#include "platform/autotools/autotools.h"

#include "base/path.h"
#include "platform/autotools/makefile.h"

enum { WORK_MAX = 256 << 20, EXPANDED_MAX = 1 << 19, MACRO_FILES_MAX = 256 };

static struct fl_slice below(struct aut_script *s, const char *name)
{
	return fl_arena_printf(s->work, "%.*s%s%s", FL_ARG(s->root), s->root.len ? "/" : "", name);
}

/* What configure knows of the machine, and what the user did not set. */
static void preset(struct aut_script *s)
{
	static const struct {
		const char *name, *value;
	} presets[] = {{"host", "x86_64-pc-linux-gnu"}, {"host_os", "linux-gnu"},
		{"host_cpu", "x86_64"}, {"host_vendor", "pc"}, {"build", "x86_64-pc-linux-gnu"},
		{"build_os", "linux-gnu"}, {"build_cpu", "x86_64"},
		{"target", "x86_64-pc-linux-gnu"}, {"target_os", "linux-gnu"},
		{"target_cpu", "x86_64"}, {"GCC", "yes"}, {"GXX", "yes"},
		{"ac_cv_c_compiler_gnu", "yes"}, {"ac_cv_cxx_compiler_gnu", "yes"},
		{"cross_compiling", "no"}, {"CPPFLAGS", ""}, {"LDFLAGS", ""}, {"LIBS", ""},
		{"EXEEXT", ""}, {"OBJEXT", "o"}, {"host_alias", ""}, {"enable_shared", "yes"},
		{"enable_static", "yes"}};
	struct plat_place none = {0};
	for (size_t i = 0; i < sizeof(presets) / sizeof(presets[0]); i++) {
		struct fl_slice value = fl_slice_str(presets[i].value);
		plat_aut_put(&s->vars, s->work, fl_slice_str(presets[i].name),
			value.len ? plat_aut_word(s->work, value, none) : (struct aut_value){0});
	}
}

/*
 * The archive's macro for C++ standards may ask first what the compiler does by default. The oldest
 * does always, and the one of Debian 12 where neither ext nor noext is called for; some between
 * never do. Without a copy in the project it is Debian's.
 */
static void note_default(struct aut_script *s, struct fl_slice macro)
{
	bool asks = fl_slice_find(macro, "features by default") >= 0;
	bool plain = fl_slice_find(macro, "m4_if([$2], [], [dnl") >= 0;
	s->asks_never = !asks;
	s->asks_always = asks && !plain;
}

/* The macros that the project brings along. */
static void read_macros(struct aut_script *s)
{
	static const char *const directories[] = {
		"m4", "config", "build-aux", "admin/m4", "autoconf"};
	struct fl_slice text, path;
	size_t files = 0;
	if (plat_tree_read(s->tree, (path = below(s, "acinclude.m4")), s->work, &text, NULL) == 0)
		plat_aut_define(s, text, path);
	for (size_t d = 0; d < sizeof(directories) / sizeof(directories[0]); d++) {
		struct fl_list entries = {0};
		if (plat_tree_list(s->tree, below(s, directories[d]), s->work, &entries, NULL))
			continue;
		for (size_t i = 0; i < entries.len && files < MACRO_FILES_MAX; i++) {
			const struct plat_entry *e = (const struct plat_entry *)entries.items + i;
			bool theirs = fl_slice_starts(e->name, "lt") ||
				      fl_slice_starts(e->name, "libtool") ||
				      fl_slice_starts(e->name, "gnulib");
			if (!fl_slice_ends(e->name, ".m4") || e->is_directory || theirs)
				continue;
			files++;
			path = fl_arena_printf(s->work, "%.*s/%.*s",
				FL_ARG(below(s, directories[d])), FL_ARG(e->name));
			if (plat_tree_read(s->tree, path, s->work, &text, NULL))
				continue;
			if (fl_slice_starts(e->name, "ax_cxx_compile_stdcxx"))
				note_default(s, text);
			plat_aut_define(s, text, path);
		}
	}
}

static bool read_script(struct aut_script *s)
{
	static const char *const names[] = {"configure.ac", "configure.in"};
	struct fl_slice text;
	for (size_t i = 0; i < 2; i++) {
		struct fl_slice path = below(s, names[i]);
		if (plat_tree_read(s->tree, path, s->work, &text, NULL))
			continue;
		s->file = fl_arena_slice(s->out->a, path);
		plat_aut_define(s, text, s->file);
		plat_aut_walk(s, text, 1);
		return true;
	}
	return false;
}

/* What other files are built with: the flags of the script, or those of a plain makefile. */
static void project_settings(struct aut_script *s, bool automake, size_t *budget)
{
	static const struct {
		const char *name;
		enum plat_what what;
		enum plat_languages languages;
	} variables[] = {{"CPPFLAGS", PLAT_FLAG, PLAT_FOR_ALL}, {"CFLAGS", PLAT_FLAG, PLAT_FOR_C},
		{"CXXFLAGS", PLAT_FLAG, PLAT_FOR_CXX}, {"LDFLAGS", PLAT_LINK, PLAT_FOR_ALL},
		{"LIBS", PLAT_LINK, PLAT_FOR_ALL}};
	struct aut_makefile m = {.s = s, .directory = s->root, .budget = budget};
	struct plat_draft d;
	plat_draft_init(&d);
	fl_vec_init(&m.order, sizeof(struct fl_slice), AUT_NAMES_MAX);
	if (!automake)
		(void)plat_aut_makefile(&m, below(s, "Makefile.in"));
	plat_aut_common(s, &d);
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		struct aut_value v = plat_aut_words(&m, fl_slice_str(variables[i].name));
		for (size_t j = 0; j < v.len; j++) {
			const struct aut_word *w = &v.words[j];
			struct plat_setting one = {
				.what = w->package ? PLAT_LIBRARY : variables[i].what,
				.languages = variables[i].languages,
				.value = fl_arena_slice(s->out->a, w->text),
				.version = fl_arena_slice(s->out->a, w->version),
				.at = w->at,
				.unsure = w->unsure || w->open,
				.optional = w->optional};
			if (w->package || fl_slice_starts(w->text, "-"))
				plat_draft_set(&d, &one);
		}
	}
	for (size_t i = 0; i < d.settings.len; i++) {
		struct plat_setting *to = fl_vec_add(&s->out->settings);
		if (to)
			*to = *(struct plat_setting *)fl_vec_at(&d.settings, i);
	}
	fl_vec_release(&m.order);
	plat_draft_release(&d);
}

static int read_project(struct aut_script *s, struct plat_project *ret, struct fl_error *err)
{
	size_t budget = EXPANDED_MAX, makefiles = 0;
	preset(s);
	read_macros(s);
	if (!read_script(s))
		return fl_error_set(err, FL_ENOTFOUND, "there is no configure.ac to be read");
	if (s->steps >= AUT_STEPS_MAX)
		plat_gather_skip(
			s->out, plat_aut_at(s, 0), "it is too large, and its rest is not read");
	bool automake = plat_tree_has_file(s->tree, below(s, "Makefile.am"));
	if (automake)
		plat_aut_directory(s, s->root, 0, &makefiles, &budget);
	project_settings(s, automake, &budget);
	if (!budget)
		plat_gather_skip(
			s->out, plat_aut_at(s, 0), "its makefiles are larger than is read");
	if (s->work->failed == FL_ENOMEM)
		return fl_arena_error(s->work, "the variables of a project", err);
	return plat_gather_finish(s->out, ret, err);
}

int plat_autotools_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err)
{
	struct fl_arena work;
	struct plat_gather out;
	fl_arena_init(&work, WORK_MAX);
	plat_gather_init(&out, a);
	struct fl_slice root = fl_path_straight(&work, directory, NULL);
	struct aut_script s = {.tree = tree, .out = &out, .work = &work, .root = root};
	int rc = read_project(&s, ret, err);
	plat_gather_release(&out);
	fl_arena_release(&work);
	return rc;
}
