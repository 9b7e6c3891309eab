/* Targets: their sources and all that these are compiled and linked with. */
#include "base/path.h"
#include "platform/host/host.h"
#include "platform/meson/interp.h"

enum { COMPILE = 1, SURE = 2, CAME = 4, LINK = 8 }; /* what a walk over dependencies looks at */

enum { WALK_NESTED_MAX = 100 };

struct build {
	struct mes_interp *m;
	struct plat_draft *d;
	const struct mes_value *overrides;
	struct plat_place at;
	unsigned nested;
};

static void set(const struct build *b, enum plat_what what, enum plat_languages languages,
	struct fl_slice value, bool unsure)
{
	struct plat_setting s = {.what = what, .languages = languages, .at = b->at};
	s.value = fl_arena_slice(b->m->out->a, value);
	s.unsure = unsure || b->m->unsure;
	plat_draft_set(b->d, &s);
}

/*
 * Arguments. Of one whose end is not known the start is kept, unsure, where it says something by
 * itself; what is not known at all may be anything, so nothing is said of it.
 */
static void set_all(const struct build *b, enum plat_what what, enum plat_languages languages,
	const struct mes_value *arguments, bool unsure)
{
	struct mes_value all = plat_mes_flat(&b->m->work, *arguments);
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		bool text = item.kind == MES_V_TEXT && item.text.len > 2;
		if (text)
			set(b, what, languages, item.text, unsure || item.maybe || item.open);
	}
}

static void set_includes(const struct build *b, const struct mes_value *includes, bool unsure)
{
	struct fl_arena *a = &b->m->work;
	struct mes_value all = plat_mes_flat(a, *includes);
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (item.kind == MES_V_TEXT && !item.open)
			item.text = fl_arena_printf(
				a, "%.*s/%.*s", FL_ARG(b->m->scope->directory), FL_ARG(item.text));
		else if (item.kind == MES_V_INCLUDE) {
			for (size_t j = 0; j < plat_mes_len(&item); j++)
				set(b, PLAT_FLAG, PLAT_FOR_ALL,
					fl_arena_printf(
						a, "-I%.*s", FL_ARG(plat_mes_item(&item, j).text)),
					unsure || item.maybe);
			continue;
		} else
			continue;
		item.text = fl_path_straight(a, item.text, NULL);
		set(b, PLAT_FLAG, PLAT_FOR_ALL,
			fl_arena_printf(a, "-I%.*s", FL_ARG(item.text.len ? item.text : FL_S("."))),
			unsure || item.maybe);
	}
}

static bool is_source(struct fl_slice path)
{
	static const char *const endings[] = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".h",
		".hh", ".hpp", ".hxx", ".m", ".mm", ".s", ".S", ".cu", ".inc", ".tcc", ".ipp"};
	struct fl_slice name = fl_path_name(path);
	ptrdiff_t dot = fl_slice_rchr(name, '.');
	return dot >= 0 && fl_slice_is_one(fl_slice_skip(name, (size_t)dot), endings,
				   sizeof(endings) / sizeof(endings[0]));
}

static void add_sources(const struct build *b, struct mes_value sources, bool unsure)
{
	struct mes_interp *m = b->m;
	struct mes_value all = plat_mes_flat(&m->work, sources);
	b->d->target.sources_unsure = b->d->target.sources_unsure || all.open;
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		struct fl_slice path = item.text;
		if (item.kind == MES_V_TEXT && !item.open)
			path = fl_arena_printf(&m->work, "%.*s%s%.*s", FL_ARG(m->scope->directory),
				m->scope->directory.len ? "/" : "", FL_ARG(item.text));
		else if (item.kind != MES_V_FILE) {
			if (item.kind == MES_V_TEXT)
				b->d->target.sources_unsure = true;
			continue;
		}
		if (is_source(path))
			plat_draft_source(b->d, m->out->a, path, unsure || item.maybe || m->unsure);
	}
}

static void set_library(const struct build *b, const struct mes_dependency *d, bool unsure)
{
	struct fl_arena *a = b->m->out->a;
	struct plat_setting s = {.languages = PLAT_FOR_ALL, .at = d->at};
	s.unsure = unsure || b->m->unsure || d->found == MES_MAYBE;
	s.optional = d->found == MES_MAYBE;
	s.what = d->library ? PLAT_LINK : PLAT_LIBRARY;
	s.value = d->library ? fl_arena_printf(a, "-l%.*s", FL_ARG(d->name))
			     : fl_arena_slice(a, d->name);
	s.version = fl_arena_slice(a, d->version);
	plat_draft_set(b->d, &s);
}

/* Flags that gcc gets of a package that Meson knows itself. */
static void set_special(const struct build *b, const struct mes_dependency *d, bool unsure)
{
	static const struct {
		const char *name, *flag;
	} special[] = {{"threads", "-pthread"}, {"openmp", "-fopenmp"}};
	for (size_t i = 0; i < 2; i++) {
		if (d->library || !fl_slice_eqs(d->name, special[i].name))
			continue;
		struct fl_slice flag = fl_slice_str(special[i].flag);
		set(b, PLAT_FLAG, PLAT_FOR_ALL, flag, unsure);
		set(b, PLAT_LINK, PLAT_FOR_ALL, flag, unsure);
	}
	const char *flag;
	for (size_t i = 0; !d->library && (flag = plat_host_package_flag(d->name, i)); i++)
		set(b, PLAT_FLAG, PLAT_FOR_ALL, fl_slice_str(flag), unsure);
}

/* Is there more to look at than the last time that this walk came here? */
static bool is_new(const struct build *b, uint32_t *walk, unsigned *seen, unsigned look)
{
	if (*walk != b->m->walk)
		*seen = 0;
	bool again = *walk == b->m->walk && !(look & ~*seen);
	*walk = b->m->walk;
	*seen |= look;
	if (b->m->steps++ >= MES_STEPS_MAX)
		b->m->stopped = true;
	return !again && !b->m->stopped && b->nested < WALK_NESTED_MAX;
}

static void walk_needs(struct build *b, const struct mes_value *needs, unsigned look);

/* Of a static library that is linked in, what it needs is linked, too. */
static void walk_links(struct build *b, const struct mes_value *links, unsigned look)
{
	for (size_t i = 0; i < plat_mes_len(links); i++) {
		struct mes_value item = plat_mes_item(links, i);
		struct mes_target *t = item.kind == MES_V_TARGET ? item.target : NULL;
		unsigned with = LINK | (item.maybe ? 0 : look & SURE);
		if (!t || t->kind != PLAT_STATIC_LIBRARY ||
			!is_new(b, &t->walk, &t->seen, with | CAME))
			continue;
		b->nested++;
		walk_needs(b, &t->needs, with);
		walk_links(b, &t->links, with);
		b->nested--;
	}
}

static void walk_dependency(struct build *b, struct mes_dependency *d, unsigned look, bool disabler)
{
	bool unsure = !(look & SURE);
	if (d->unlinked)
		look &= ~(unsigned)LINK;
	if (d->found == MES_NO || !is_new(b, &d->walk, &d->seen, look | CAME))
		return;
	if (disabler)
		b->d->target.unsure = true;
	b->nested++;
	if (d->name.len && (look & LINK)) {
		set_library(b, d, unsure);
		if (d->found == MES_YES)
			set_special(b, d, unsure);
	}
	if (look & COMPILE) {
		set_all(b, PLAT_FLAG, PLAT_FOR_ALL, &d->compile, unsure);
		set_includes(b, &d->includes, unsure);
		add_sources(b, d->sources, unsure);
	}
	if (look & LINK)
		set_all(b, PLAT_LINK, PLAT_FOR_ALL, &d->link, unsure);
	walk_needs(b, &d->needs, look);
	if (b->d->target.kind != PLAT_STATIC_LIBRARY && (look & LINK))
		walk_links(b, &d->links, look);
	b->nested--;
}

static void walk_needs(struct build *b, const struct mes_value *needs, unsigned look)
{
	for (size_t i = 0; i < plat_mes_len(needs) && !b->m->stopped; i++) {
		struct mes_value item = plat_mes_item(needs, i);
		if (item.kind == MES_V_DEPENDENCY)
			walk_dependency(b, item.dependency,
				item.maybe ? look & ~(unsigned)SURE : look, item.disabler);
	}
}

static struct mes_value option(const struct build *b, const char *name)
{
	return plat_mes_option_for(b->m, b->overrides, name);
}

/* "vc++17,c++17": the first that gcc knows. */
static struct fl_slice first_standard(struct mes_value v)
{
	if (v.kind == MES_V_LIST && plat_mes_len(&v))
		v = plat_mes_item(&v, 0);
	if (!plat_mes_is_text(&v))
		return FL_S("");
	for (struct fl_slice rest = v.text; rest.len;) {
		ptrdiff_t comma = fl_slice_chr(rest, ',');
		struct fl_slice one =
			fl_slice_trim(comma < 0 ? rest : fl_slice_head(rest, (size_t)comma));
		rest = fl_slice_skip(rest, comma < 0 ? rest.len : (size_t)comma + 1);
		if (!fl_slice_starts(one, "v") && !fl_slice_eqs(one, "none"))
			return one;
	}
	return FL_S("");
}

static void set_standards(const struct build *b)
{
	static const struct {
		const char *option;
		enum plat_languages languages;
	} standards[] = {{"c_std", PLAT_FOR_C}, {"cpp_std", PLAT_FOR_CXX}};
	for (size_t i = 0; i < 2; i++) {
		struct mes_value v = option(b, standards[i].option);
		struct fl_slice standard = first_standard(v);
		if (standard.len)
			set(b, PLAT_STANDARD, standards[i].languages, standard, false);
	}
}

static bool is_text(const struct mes_value *v, const char *text)
{
	return plat_mes_is_text(v) && fl_slice_eqs(v->text, text);
}

/* Options that are one flag when they have one value. */
static void set_flags(const struct build *b)
{
	static const struct {
		const char *option,
			*value; /* NULL: a boolean that is true; "": one that is false */
		enum plat_languages languages;
		bool link;
		const char *flag;
	} flags[] = {
		{"optimization", "0", PLAT_FOR_ALL, false, "-O0"},
		{"optimization", "g", PLAT_FOR_ALL, false, "-Og"},
		{"optimization", "1", PLAT_FOR_ALL, false, "-O1"},
		{"optimization", "2", PLAT_FOR_ALL, false, "-O2"},
		{"optimization", "3", PLAT_FOR_ALL, false, "-O3"},
		{"optimization", "s", PLAT_FOR_ALL, false, "-Os"},
		{"debug", NULL, PLAT_FOR_ALL, false, "-g"},
		{"warning_level", "1", PLAT_FOR_ALL, false, "-Wall"},
		{"warning_level", "2", PLAT_FOR_ALL, false, "-Wall"},
		{"warning_level", "2", PLAT_FOR_ALL, false, "-Wextra"},
		{"warning_level", "3", PLAT_FOR_ALL, false, "-Wall"},
		{"warning_level", "3", PLAT_FOR_ALL, false, "-Wextra"},
		{"warning_level", "3", PLAT_FOR_ALL, false, "-Wpedantic"},
		{"werror", NULL, PLAT_FOR_ALL, false, "-Werror"},
		{"cpp_eh", "none", PLAT_FOR_CXX, false, "-fno-exceptions"},
		{"cpp_rtti", "", PLAT_FOR_CXX, false, "-fno-rtti"},
		{"b_lto", NULL, PLAT_FOR_ALL, false, "-flto"},
		{"b_lto", NULL, PLAT_FOR_ALL, true, "-flto"},
		{"b_coverage", NULL, PLAT_FOR_ALL, false, "--coverage"},
		{"b_coverage", NULL, PLAT_FOR_ALL, true, "--coverage"},
	};
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		struct mes_value v = option(b, flags[i].option);
		const char *value = flags[i].value;
		bool is = !value             ? v.kind == MES_V_BOOL && v.number
			  : value[0] == '\0' ? v.kind == MES_V_BOOL && !v.number
					     : is_text(&v, value);
		if (is)
			set(b, flags[i].link ? PLAT_LINK : PLAT_FLAG, flags[i].languages,
				fl_slice_str(flags[i].flag), false);
	}
}

/* "if-release" looks at the build type. */
static void set_ndebug(const struct build *b)
{
	struct mes_value v = option(b, "b_ndebug"), type = option(b, "buildtype");
	bool release = is_text(&type, "release") || is_text(&type, "plain");
	if (is_text(&v, "true") || (is_text(&v, "if-release") && release))
		set(b, PLAT_FLAG, PLAT_FOR_ALL, FL_S("-DNDEBUG"), false);
}

static void set_sanitizer(const struct build *b)
{
	struct mes_value v = option(b, "b_sanitize");
	if (!plat_mes_is_text(&v) || !v.text.len || is_text(&v, "none"))
		return;
	struct fl_slice flag = fl_arena_printf(&b->m->work, "-fsanitize=%.*s", FL_ARG(v.text));
	set(b, PLAT_FLAG, PLAT_FOR_ALL, flag, false);
	set(b, PLAT_LINK, PLAT_FOR_ALL, flag, false);
}

static void set_project_arguments(const struct build *b, const struct mes_argument *list)
{
	for (; list; list = list->next) {
		struct build with = *b;
		with.at = list->at;
		set_all(&with, list->link ? PLAT_LINK : PLAT_FLAG, list->languages, &list->value,
			list->unsure);
	}
}

/* What every target of the project has. */
static void set_common(const struct build *b)
{
	struct mes_interp *m = b->m;
	struct build with = *b;
	struct mes_value type = option(b, "buildtype");
	with.at = m->scope->at;
	struct plat_setting system = {.what = PLAT_BUILD,
		.languages = PLAT_FOR_ALL,
		.value = FL_S("meson"),
		.version = m->scope->least,
		.at = with.at};
	plat_draft_set(b->d, &system);
	if (plat_mes_is_text(&type))
		set(&with, PLAT_BUILD_TYPE, PLAT_FOR_ALL, type.text, false);
	set_standards(&with);
	set_flags(&with);
	set_ndebug(&with);
	set_sanitizer(&with);
	struct mes_value c = option(b, "c_args"), cxx = option(b, "cpp_args");
	set_project_arguments(b, m->global);
	set_project_arguments(b, m->scope->arguments);
	set_all(&with, PLAT_FLAG, PLAT_FOR_C, &c, false);
	set_all(&with, PLAT_FLAG, PLAT_FOR_CXX, &cxx, false);
}

void plat_mes_project_settings(struct mes_interp *m)
{
	struct plat_draft d;
	struct mes_value none = plat_mes_of(MES_V_LIST);
	plat_draft_init(&d);
	set_common(&(struct build){.m = m, .d = &d, .overrides = &none, .at = m->scope->at});
	for (size_t i = 0; i < d.settings.len; i++) {
		struct plat_setting *s = fl_vec_add(&m->out->settings);
		if (s)
			*s = *(struct plat_setting *)fl_vec_at(&d.settings, i);
	}
	plat_draft_release(&d);
}

static void set_own(const struct build *b, const struct mes_call *c)
{
	static const struct {
		const char *keyword;
		enum plat_what what;
		enum plat_languages languages;
	} own[] = {{"c_args", PLAT_FLAG, PLAT_FOR_C}, {"cpp_args", PLAT_FLAG, PLAT_FOR_CXX},
		{"link_args", PLAT_LINK, PLAT_FOR_ALL}};
	struct mes_value v = plat_mes_kw(c, "gnu_symbol_visibility");
	if (plat_mes_is_text(&v) && v.text.len && !fl_slice_eqs(v.text, "inlineshidden"))
		set(b, PLAT_FLAG, PLAT_FOR_ALL,
			fl_arena_printf(&b->m->work, "-fvisibility=%.*s", FL_ARG(v.text)), false);
	v = plat_mes_kw(c, "include_directories");
	set_includes(b, &v, false);
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		v = plat_mes_kw(c, own[i].keyword);
		set_all(b, own[i].what, own[i].languages, &v, false);
	}
}

static void name_target(struct mes_interp *m, const struct mes_call *c, struct plat_draft *d,
	enum plat_target_kind kind)
{
	struct mes_value name = plat_mes_at(c, 0);
	bool known = name.kind == MES_V_TEXT && !name.either;
	d->target.kind = kind;
	d->target.at = plat_mes_place(m);
	d->target.name = known ? fl_arena_slice(m->out->a, name.text) : FL_S("");
	d->target.unsure = m->unsure || !known || name.open;
}

static void all_sources(const struct build *b, const struct mes_call *c)
{
	for (size_t i = 1; i < plat_mes_len(&c->positional); i++)
		add_sources(b, plat_mes_at(c, i), false);
	add_sources(b, plat_mes_kw(c, "sources"), false);
	if (c->keywords.open)
		b->d->target.sources_unsure = true;
	if (plat_mes_kw(c, "objects").kind == MES_V_UNKNOWN)
		b->d->target.sources_unsure = true;
}

struct mes_value plat_mes_target(
	struct mes_interp *m, const struct mes_call *c, enum plat_target_kind kind)
{
	struct plat_draft d;
	struct mes_target *t = fl_arena_alloc(&m->work, sizeof(*t));
	struct mes_value overrides = plat_mes_kw(c, "override_options");
	struct build b = {.m = m, .d = &d, .overrides = &overrides, .at = plat_mes_place(m)};
	if (!t)
		return plat_mes_of(MES_V_UNKNOWN);
	plat_draft_init(&d);
	name_target(m, c, &d, kind);
	/* What stands under the same condition as the target itself is sure where the target is. */
	unsigned unsure = m->unsure;
	m->unsure = 0;
	t->name = d.target.name;
	t->kind = kind;
	t->needs = plat_mes_flat(&m->work, plat_mes_kw(c, "dependencies"));
	t->links = plat_mes_extend(&m->work, plat_mes_flat(&m->work, plat_mes_kw(c, "link_with")),
		plat_mes_flat(&m->work, plat_mes_kw(c, "link_whole")));
	all_sources(&b, c);
	set_common(&b);
	m->walk++;
	walk_needs(&b, &t->needs, COMPILE | SURE | LINK);
	if (kind != PLAT_STATIC_LIBRARY)
		walk_links(&b, &t->links, SURE | LINK);
	set_own(&b, c);
	m->unsure = unsure;
	plat_gather_target(m->out, &d);
	return (struct mes_value){.kind = MES_V_TARGET, .target = t};
}
