/* The targets of a Makefile.am, and the flags that automake's rules give them. */
#include "base/path.h"
#include "platform/autotools/makefile.h"

struct build {
	struct aut_makefile *m;
	struct plat_draft d;
	struct fl_slice canon; /* the target's name as its variables begin with it */
};

static struct fl_slice below(struct aut_makefile *m, struct fl_slice path)
{
	return fl_arena_printf(m->s->work, "%.*s%s%.*s", FL_ARG(m->directory),
		m->directory.len ? "/" : "", FL_ARG(path));
}

static void set(struct plat_draft *d, struct fl_arena *a, const struct aut_word *w,
	enum plat_what what, enum plat_languages languages)
{
	struct plat_setting s = {.what = w->package ? PLAT_LIBRARY : what,
		.languages = w->package ? PLAT_FOR_ALL : languages,
		.at = w->at};
	s.value = fl_arena_slice(a, w->text);
	s.version = fl_arena_slice(a, w->version);
	s.unsure = w->unsure || w->open;
	s.optional = w->optional;
	if (s.value.len)
		plat_draft_set(d, &s);
}

/* Of what is compiled, words that are flags; of what is linked, those that are no files. */
static void set_words(struct plat_draft *d, struct fl_arena *a, struct aut_value v,
	enum plat_what what, enum plat_languages languages)
{
	bool argument = false;
	for (size_t i = 0; i < v.len; i++) {
		const struct aut_word *w = &v.words[i];
		static const char *const two[] = {"-include", "-isystem", "-T", "-framework"};
		if (argument || w->package || fl_slice_starts(w->text, "-"))
			set(d, a, w, what, languages);
		argument = !argument && fl_slice_is_one(w->text, two, 4);
	}
}

static struct fl_slice of_target(const struct build *b, const char *ending)
{
	return fl_arena_printf(b->m->s->work, "%.*s_%s", FL_ARG(b->canon), ending);
}

/* The target's own variable, or the one for all of the directory. */
static void set_variable(struct build *b, const char *own, const char *common, enum plat_what what,
	enum plat_languages languages)
{
	struct fl_slice name = of_target(b, own);
	struct fl_arena *a = b->m->s->out->a;
	if (plat_aut_has(b->m, name))
		set_words(&b->d, a, plat_aut_words(b->m, name), what, languages);
	else if (common && plat_aut_has(b->m, fl_slice_str(common)))
		set_words(&b->d, a, plat_aut_words(b->m, fl_slice_str(common)), what, languages);
	else if (common && plat_aut_get(&b->m->s->vars, fl_slice_str(common)))
		set_words(&b->d, a, plat_aut_words(b->m, fl_slice_str(common)), what, languages);
}

static void set_shared(
	struct build *b, const char *name, enum plat_what what, enum plat_languages languages)
{
	set_words(
		&b->d, b->m->s->out->a, plat_aut_words(b->m, fl_slice_str(name)), what, languages);
}

static void set_flags(struct build *b)
{
	plat_aut_common(b->m->s, &b->d);
	if (plat_aut_has(b->m, FL_S("INCLUDES")))
		set_shared(b, "INCLUDES", PLAT_FLAG, PLAT_FOR_ALL);
	set_variable(b, "CPPFLAGS", "AM_CPPFLAGS", PLAT_FLAG, PLAT_FOR_ALL);
	set_shared(b, "CPPFLAGS", PLAT_FLAG, PLAT_FOR_ALL);
	set_variable(b, "CFLAGS", "AM_CFLAGS", PLAT_FLAG, PLAT_FOR_C);
	set_shared(b, "CFLAGS", PLAT_FLAG, PLAT_FOR_C);
	set_variable(b, "CXXFLAGS", "AM_CXXFLAGS", PLAT_FLAG, PLAT_FOR_CXX);
	set_shared(b, "CXXFLAGS", PLAT_FLAG, PLAT_FOR_CXX);
	set_variable(b, "LDFLAGS", "AM_LDFLAGS", PLAT_LINK, PLAT_FOR_ALL);
	set_shared(b, "LDFLAGS", PLAT_LINK, PLAT_FOR_ALL);
	if (b->d.target.kind == PLAT_PROGRAM)
		set_variable(b, "LDADD", "LDADD", PLAT_LINK, PLAT_FOR_ALL);
	else
		set_variable(b, "LIBADD", NULL, PLAT_LINK, PLAT_FOR_ALL);
	set_shared(b, "LIBS", PLAT_LINK, PLAT_FOR_ALL);
}

static bool is_source(struct fl_slice path)
{
	static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".h",
		".hh", ".hpp", ".hxx", ".m", ".mm", ".s", ".S"};
	ptrdiff_t dot = fl_slice_rchr(path, '.');
	return dot >= 0 && fl_slice_is_one(fl_slice_skip(path, (size_t)dot), endings,
				   sizeof(endings) / sizeof(endings[0]));
}

static bool add_sources(struct build *b, const char *ending, bool unsure)
{
	struct fl_slice name = of_target(b, ending);
	if (fl_slice_starts(fl_slice_str(ending), "dist_") ||
		fl_slice_starts(fl_slice_str(ending), "nodist_") ||
		fl_slice_starts(fl_slice_str(ending), "EXTRA_"))
		name = fl_arena_printf(b->m->s->work, "%s%.*s_SOURCES", ending, FL_ARG(b->canon));
	if (!plat_aut_has(b->m, name))
		return false;
	struct aut_value v = plat_aut_words(b->m, name);
	b->d.target.sources_unsure = b->d.target.sources_unsure || v.open;
	for (size_t i = 0; i < v.len; i++) {
		const struct aut_word *w = &v.words[i];
		struct fl_slice root = b->m->s->root, path = w->text;
		if (w->open || w->package) {
			b->d.target.sources_unsure = true;
			continue;
		}
		/* What names $(srcdir) is a path from the root of the tree already. */
		bool whole = (b->m->directory.len && fl_slice_starts_with(path, b->m->directory)) ||
			     (root.len && fl_slice_starts_with(path, root)) ||
			     fl_slice_starts(path, "./");
		if (is_source(path))
			plat_draft_source(&b->d, b->m->s->out->a, whole ? path : below(b->m, path),
				unsure || w->unsure);
	}
	return true;
}

static void all_sources(struct build *b, struct fl_slice name)
{
	bool some = add_sources(b, "SOURCES", false);
	some = add_sources(b, "dist_", false) || some;
	some = add_sources(b, "nodist_", false) || some;
	add_sources(b, "EXTRA_", true);
	if (some)
		return;
	ptrdiff_t dot = fl_slice_rchr(name, '.');
	struct fl_slice stem = dot > 0 ? fl_slice_head(name, (size_t)dot) : name;
	bool cxx = !plat_tree_has_file(
		b->m->s->tree, below(b->m, fl_arena_printf(b->m->s->work, "%.*s.c", FL_ARG(stem))));
	if (!cxx)
		plat_draft_source(&b->d, b->m->s->out->a,
			below(b->m, fl_arena_printf(b->m->s->work, "%.*s.c", FL_ARG(stem))), false);
	else
		b->d.target.sources_unsure = true;
}

static struct fl_slice canonical(struct aut_makefile *m, struct fl_slice name)
{
	char *to = fl_arena_alloc(m->s->work, name.len + 1);
	for (size_t i = 0; to && i < name.len; i++)
		to[i] = fl_is_word(name.ptr[i]) || name.ptr[i] == '@' ? name.ptr[i] : '_';
	return fl_slice(to, to ? name.len : 0);
}

static void add_target(
	struct aut_makefile *m, const struct aut_word *w, enum plat_target_kind kind, bool extra)
{
	struct build b = {.m = m};
	if (w->open || w->package || !w->text.len)
		return;
	plat_draft_init(&b.d);
	b.canon = canonical(m, w->text);
	struct plat_target *t = &b.d.target;
	t->name = fl_arena_slice(m->s->out->a, fl_path_name(w->text));
	t->kind = kind;
	t->at = w->at;
	t->unsure = w->unsure || extra || m->unsure;
	if (kind == PLAT_SHARED_LIBRARY && fl_slice_starts(t->name, "lib") == false)
		t->kind = PLAT_LOADABLE;
	all_sources(&b, w->text);
	set_flags(&b);
	plat_gather_target(m->s->out, &b.d);
}

/* "bin_PROGRAMS", "noinst_LTLIBRARIES", …: what a variable lists. */
static bool lists(struct fl_slice name, enum plat_target_kind *ret_kind)
{
	static const struct {
		const char *ending;
		enum plat_target_kind kind;
	} kinds[] = {{"_PROGRAMS", PLAT_PROGRAM}, {"_LTLIBRARIES", PLAT_SHARED_LIBRARY},
		{"_LIBRARIES", PLAT_STATIC_LIBRARY}};
	for (size_t i = 0; i < 3; i++) {
		if (!fl_slice_ends(name, kinds[i].ending))
			continue;
		*ret_kind = kinds[i].kind;
		bool inner = fl_slice_starts(name, "noinst_") || fl_slice_starts(name, "check_");
		if (inner && i == 1)
			*ret_kind = PLAT_STATIC_LIBRARY;
		return true;
	}
	return false;
}

static bool seen_before(const struct plat_gather *g, size_t first, struct fl_slice name)
{
	for (size_t i = first; i < g->targets.len; i++) {
		const struct plat_target *t = fl_vec_at(&g->targets, i);
		if (fl_slice_eq(t->name, name))
			return true;
	}
	return false;
}

static void add_targets(struct aut_makefile *m)
{
	size_t first = m->s->out->targets.len;
	for (unsigned extra = 0; extra < 2; extra++) {
		for (size_t i = 0; i < m->order.len; i++) {
			struct fl_slice name = *(struct fl_slice *)fl_vec_at(&m->order, i);
			enum plat_target_kind kind;
			if (fl_slice_starts(name, "EXTRA_") != extra || !lists(name, &kind))
				continue;
			struct aut_value v = plat_aut_words(m, name);
			for (size_t j = 0; j < v.len && j < 4096; j++)
				if (!seen_before(m->s->out, first, fl_path_name(v.words[j].text)))
					add_target(m, &v.words[j], kind, extra);
		}
	}
}

static void descend(struct aut_makefile *m, size_t *makefiles)
{
	if (!plat_aut_has(m, FL_S("SUBDIRS")))
		return;
	struct aut_value v = plat_aut_words(m, FL_S("SUBDIRS"));
	for (size_t i = 0; i < v.len; i++) {
		const struct aut_word *w = &v.words[i];
		if (w->open || w->package || fl_slice_eqs(w->text, "."))
			continue;
		bool leaves = false;
		struct fl_slice path = fl_path_straight(m->s->work, below(m, w->text), &leaves);
		if (leaves || fl_slice_eq(path, m->directory) || path.len <= m->directory.len)
			continue;
		plat_aut_directory(m->s, path, m->unsure + w->unsure, makefiles, m->budget);
	}
}

void plat_aut_directory(struct aut_script *s, struct fl_slice directory, unsigned unsure,
	size_t *makefiles, size_t *budget)
{
	struct aut_makefile m = {
		.s = s, .directory = directory, .unsure = unsure, .budget = budget};
	if (++*makefiles > AUT_MAKEFILES_MAX || s->nested >= AUT_NESTED_MAX)
		return;
	s->nested++;
	fl_vec_init(&m.order, sizeof(struct fl_slice), AUT_NAMES_MAX);
	struct fl_slice path = below(&m, FL_S("Makefile.am"));
	if (plat_aut_makefile(&m, path) == 0) {
		add_targets(&m);
		descend(&m, makefiles);
	} else {
		plat_gather_skip(s->out,
			(struct plat_place){.file = fl_arena_slice(s->out->a, path)},
			"there is no such makefile, or it cannot be read");
	}
	fl_vec_release(&m.order);
	s->nested--;
}

void plat_aut_common(struct aut_script *s, struct plat_draft *d)
{
	struct plat_setting build = {.what = PLAT_BUILD,
		.languages = PLAT_FOR_ALL,
		.value = FL_S("autotools"),
		.version = s->least,
		.at = {.file = s->file}};
	plat_draft_set(d, &build);
	if (!s->cxx.value.len)
		return;
	struct plat_setting standard = {.what = PLAT_STANDARD,
		.languages = PLAT_FOR_CXX,
		.value = fl_arena_slice(s->out->a, s->cxx.value),
		.at = s->cxx.at,
		.unsure = s->cxx.unsure};
	plat_draft_set(d, &standard);
}
