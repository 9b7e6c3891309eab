/* A target, with what its files get, its own and that of what it links with. */
#include "base/source_name.h"

#include "platform/cmake/settings.h"

void plat_cm_setting_add(struct maker *m, struct plat_setting s)
{
	for (size_t i = m->settings.len; i-- > 0 && m->settings.len - i < 400;) {
		struct plat_setting *had = fl_vec_at(&m->settings, i);
		if (had->what != s.what || had->languages != s.languages ||
			had->for_users != s.for_users || had->removed != s.removed ||
			!fl_slice_eq(had->value, s.value))
			continue;
		if (s.what == PLAT_LIBRARY || s.what == PLAT_LINK || !s.value.len ||
			fl_slice_starts(s.value, "-D") || fl_slice_starts(s.value, "-I")) {
			had->unsure = had->unsure && s.unsure;
			return;
		}
	}
	struct plat_setting *to =
		m->settings.len < PLAT_SETTINGS_MAX ? fl_vec_add(&m->settings) : NULL;
	if (to)
		*to = s;
}

/* Items of an entry, evaluated: what to do with each. */
typedef void (*item_taker)(struct maker *m, struct fl_slice item, const struct plat_setting *like);

static void each_item(
	struct maker *m, struct fl_slice value, const struct plat_setting *like, item_taker take)
{
	struct cm_genex g = {m->e, m->t, like->languages, m->build_type};
	struct cm_args items = plat_cm_items(m->e, plat_cm_genex(&g, value), false);
	for (size_t i = 0; i < items.n && plat_cm_work(m->e, 1); i++) {
		struct plat_setting s = *like;
		struct fl_slice item = fl_slice_trim(items.at[i].text);
		if (item.len && item.ptr[0] == CM_MAYBE) {
			s.unsure = true;
			item = fl_slice_skip(item, 1);
		}
		if (item.len)
			take(m, item, &s);
	}
}

bool plat_cm_setting_blank(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	if (plat_cm_known(item))
		return false;
	struct plat_setting s = *like;
	s.value = FL_S("");
	s.unsure = true;
	plat_cm_setting_add(m, s);
	return true;
}

static void take_flag(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	struct plat_setting s = *like;
	s.what = PLAT_FLAG;
	s.value = item;
	if (fl_slice_starts(item, "SHELL:")) {
		item = fl_slice_skip(item, 6);
		while (item.len) {
			ptrdiff_t blank = fl_slice_chr(item, ' ');
			size_t n = blank < 0 ? item.len : (size_t)blank;
			s.value = fl_slice_head(item, n);
			if (n && !plat_cm_setting_blank(m, s.value, &s))
				plat_cm_setting_add(m, s);
			item = fl_slice_skip(item, n + 1);
		}
		return;
	}
	if (plat_cm_setting_blank(m, item, &s))
		return;
	if (fl_slice_starts(item, "-std=") && !s.for_users)
		m->flag_standard[like->languages == PLAT_FOR_CXX] = true;
	plat_cm_setting_add(m, s);
}

static void take_definition(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	struct plat_setting s = *like;
	s.what = PLAT_FLAG;
	if (plat_cm_known(item))
		s.value = fl_slice_starts(item, "-D") || fl_slice_starts(item, "/D")
				  ? item
				  : fl_arena_printf(&m->e->scratch, "-D%.*s", FL_ARG(item));
	if (s.value.len)
		plat_cm_setting_add(m, s);
}

/* Those of the tree, relative to its root; others are the machine's. */
static void take_include(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	struct plat_setting s = *like;
	struct fl_slice in;
	if (!plat_cm_in_tree(m->e, item, &in))
		return;
	s.what = PLAT_FLAG;
	s.value = fl_arena_printf(&m->e->scratch, "-I%.*s", FL_ARG(in.len ? in : FL_S(".")));
	plat_cm_setting_add(m, s);
}

static void take_feature(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	if (like->for_users)
		return;
	bool cxx = like->languages == PLAT_FOR_CXX;
	struct fl_slice *to = fl_vec_add(&m->features[cxx]);
	if (to)
		*to = like->unsure ? CM_HOLE_S : item;
}

static void take_link(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	struct link *to = fl_vec_add(&m->links);
	if (to)
		*to = (struct link){item, like->at, like->unsure, like->for_users};
}

static void take_source(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	struct fl_slice in;
	struct plat_source *s;
	if (!plat_cm_in_tree(m->e, item, &in)) {
		m->sources_unsure |= !fl_slice_starts(item, CM_BINARY_ROOT);
		return;
	}
	for (size_t i = m->sources.len; i-- > 0 && m->sources.len - i < 200;) {
		s = fl_vec_at(&m->sources, i);
		if (fl_slice_eq(s->path, in)) {
			s->unsure = s->unsure && like->unsure;
			return;
		}
	}
	if (!fl_source_name(in) || !plat_tree_has_file(m->e->tree, in))
		return;
	s = fl_vec_add(&m->sources);
	if (s)
		*s = (struct plat_source){.path = in, .unsure = like->unsure};
}

static const struct cm_entry *entry_at(const struct fl_vec *entries, size_t i)
{
	return fl_vec_at(entries, i);
}

/* Which of whose entries. */
struct choice {
	const struct fl_vec *entries;
	const struct cm_way *way; /* what stands in it or around it is sure */
	enum cm_entry_kind kind;
	bool users; /* those for users, else its own */
	bool unsure, for_users;
	size_t until; /* those from here on count only where they are late */
};

static bool chosen(const struct choice *c, size_t i)
{
	const struct cm_entry *x = entry_at(c->entries, i);
	bool is = c->users ? x->users : x->own;
	return x->kind == c->kind && is && (i < c->until || x->late);
}

static void each_entry(struct maker *m, const struct choice *c, item_taker take)
{
	size_t from = 0;
	bool replaced = false;
	for (size_t i = c->entries->len; i-- > 0;) {
		const struct cm_entry *x = entry_at(c->entries, i);
		if (!x->removes_older || !chosen(c, i))
			continue;
		replaced = true;
		if (plat_cm_way_implied(x->way, c->way)) {
			from = i;
			replaced = false;
			break;
		}
	}
	for (size_t i = from; i < c->entries->len; i++) {
		const struct cm_entry *x = entry_at(c->entries, i);
		if (!chosen(c, i))
			continue;
		struct plat_setting like = {.at = x->at,
			.removed = x->removes,
			.for_users = c->for_users,
			.unsure = c->unsure || replaced || !plat_cm_way_implied(x->way, c->way)};
		bool by_language =
			c->kind != CM_LINKS && c->kind != CM_SOURCES && c->kind != CM_LINK_OPTIONS;
		for (int l = PLAT_FOR_C; l <= PLAT_FOR_CXX && by_language; l++)
			if (m->languages & (unsigned)l) {
				like.languages = (enum plat_languages)l;
				each_item(m, x->value, &like, take);
			}
		if (!by_language) {
			like.languages = (enum plat_languages)0;
			each_item(m, x->value, &like, take);
		}
	}
}

static struct choice own_entries(const struct maker *m, enum cm_entry_kind kind)
{
	return (struct choice){
		.entries = &m->t->entries, .way = m->t->way, .kind = kind, .until = SIZE_MAX};
}

static struct choice directory_entries(const struct maker *m, enum cm_entry_kind kind)
{
	bool always = kind == CM_DEFINITIONS || kind == CM_INCLUDES;
	return (struct choice){.entries = &m->t->directory->entries,
		.way = m->t->way,
		.kind = kind,
		.until = always ? SIZE_MAX : m->t->directory_options};
}

static struct choice users_entries(const struct reach *r, enum cm_entry_kind kind)
{
	return (struct choice){.entries = &r->target->entries,
		.way = r->target->way,
		.kind = kind,
		.users = true,
		.unsure = r->unsure,
		.until = SIZE_MAX};
}

static void reach(struct maker *m, struct cm_target *t, bool unsure, bool link_only)
{
	unsigned how = 1u | (unsure ? 0u : 2u) | (link_only ? 0u : 4u);
	if (t == m->t || m->reached.len >= REACH_MAX || (t->visit & how) == how)
		return;
	t->visit |= how;
	struct reach *r = fl_vec_add(&m->reached);
	if (r)
		*r = (struct reach){t, unsure, link_only};
}

/* Follow the links that were found since: those to targets of the project lead on. */
static void follow(struct maker *m, size_t from, bool link_only)
{
	for (size_t i = from; i < m->links.len; i++) {
		struct link l = *(struct link *)fl_vec_at(&m->links, i);
		struct cm_target *t = plat_cm_known(l.item) ? plat_cm_target(m->e, l.item) : NULL;
		if (t && t->kind != CM_CUSTOM && !l.for_users)
			reach(m, t, l.unsure || !plat_cm_way_implied(t->way, m->t->way), link_only);
	}
}

static void find_links(struct maker *m)
{
	struct choice directory = directory_entries(m, CM_LINKS), own = own_entries(m, CM_LINKS);
	if (m->t->kind == CM_INTERFACE)
		own.users = own.for_users = true;
	else
		each_entry(m, &directory, take_link);
	each_entry(m, &own, take_link);
	follow(m, 0, false);
	for (size_t i = 0; i < m->reached.len && plat_cm_work(m->e, 1); i++) {
		struct reach r = *(struct reach *)fl_vec_at(&m->reached, i);
		size_t from = m->links.len;
		struct choice c = users_entries(&r, CM_LINKS);
		each_entry(m, &c, take_link);
		follow(m, from, r.link_only);
		if (r.target->kind != CM_STATIC)
			continue;
		from = m->links.len;
		c.users = false;
		each_entry(m, &c, take_link);
		follow(m, from, true);
	}
	for (size_t i = 0; i < m->reached.len; i++)
		((struct reach *)fl_vec_at(&m->reached, i))->target->visit = 0;
}

/* One kind of entry: the directory's, its own, and those of what it links with. */
static void gather(struct maker *m, enum cm_entry_kind kind, item_taker take)
{
	struct choice directory = directory_entries(m, kind), own = own_entries(m, kind);
	if (kind != CM_SOURCES && kind != CM_FEATURES)
		each_entry(m, &directory, take);
	if (m->t->kind == CM_INTERFACE)
		own.users = own.for_users = true;
	each_entry(m, &own, take);
	for (size_t i = 0; i < m->reached.len; i++) {
		const struct reach *r = fl_vec_at(&m->reached, i);
		struct choice c = users_entries(r, kind);
		if (!r->link_only || kind == CM_LINK_OPTIONS)
			each_entry(m, &c, take);
	}
}

/* Flags in a text with blanks between them; quotes keep one together. */
static void flags_of_text(struct maker *m, const struct cm_value *v, enum plat_what what,
	enum plat_languages languages)
{
	struct plat_setting s = {.what = what, .languages = languages, .at = v->at};
	struct fl_slice text = v->text;
	for (size_t i = 0, start = 0, quoted = 0; i <= text.len; i++) {
		char c = i < text.len ? text.ptr[i] : ' ';
		if (c == '"')
			quoted = !quoted;
		if (i < text.len && (quoted || (c != ' ' && c != ';' && c != '\n' && c != '\t')))
			continue;
		struct fl_slice word = fl_slice(text.ptr + start, i - start);
		start = i + 1;
		s.unsure = word.len && word.ptr[0] == CM_MAYBE;
		word = fl_slice_skip(word, s.unsure);
		s.value = word;
		if (!word.len || plat_cm_setting_blank(m, word, &s))
			continue;
		if (what == PLAT_FLAG)
			take_flag(m, word, &s);
		else
			plat_cm_setting_add(m, s);
	}
}

static const struct cm_value *at_end(const struct maker *m, struct fl_slice name)
{
	return plat_cm_scope_get(m->t->directory->properties, name);
}

static void variable_flags(struct maker *m, bool cxx)
{
	enum plat_languages l = cxx ? PLAT_FOR_CXX : PLAT_FOR_C;
	const char *language = cxx ? "CXX" : "C";
	struct fl_arena *a = &m->e->scratch;
	const struct cm_value *v = at_end(m, fl_arena_printf(a, "CMAKE_%s_FLAGS", language));
	if (v)
		flags_of_text(m, v, PLAT_FLAG, l);
	if (!m->build_type.len)
		return;
	v = plat_cm_known(m->build_type)
		    ? at_end(m, fl_arena_printf(a, "CMAKE_%s_FLAGS_%.*s", language,
					FL_ARG(plat_cm_upper(m->e, m->build_type))))
		    : &(struct cm_value){.text = CM_HOLE_S};
	if (v)
		flags_of_text(m, v, PLAT_FLAG, l);
}

static void linker_flags(struct maker *m)
{
	const char *name = m->t->kind == CM_EXECUTABLE ? "CMAKE_EXE_LINKER_FLAGS"
			   : m->t->kind == CM_SHARED   ? "CMAKE_SHARED_LINKER_FLAGS"
			   : m->t->kind == CM_MODULE   ? "CMAKE_MODULE_LINKER_FLAGS"
						       : NULL;
	const struct cm_value *v = name ? at_end(m, fl_slice_str(name)) : NULL;
	if (v)
		flags_of_text(m, v, PLAT_LINK, PLAT_FOR_ALL);
	v = plat_cm_scope_get(m->t->properties, FL_S("LINK_FLAGS"));
	if (v)
		flags_of_text(m, v, PLAT_LINK, PLAT_FOR_ALL);
}

static void position_independent(struct maker *m)
{
	const struct cm_value *v =
		plat_cm_scope_get(m->t->properties, FL_S("POSITION_INDEPENDENT_CODE"));
	bool always = m->t->kind == CM_SHARED || m->t->kind == CM_MODULE;
	enum cm_truth on = v ? plat_cm_is_on(v->text) : always ? CM_TRUE : CM_FALSE;
	struct plat_setting s = {.what = PLAT_FLAG,
		.languages = PLAT_FOR_ALL,
		.at = v ? v->at : m->t->at,
		.value = m->t->kind == CM_EXECUTABLE ? FL_S("-fPIE") : FL_S("-fPIC"),
		.unsure = on == CM_UNKNOWN || m->t->kind_unsure};
	if (on != CM_FALSE)
		plat_cm_setting_add(m, s);
}

static void take_standard(struct maker *m, bool cxx)
{
	struct plat_setting s = {.what = PLAT_STANDARD,
		.languages = cxx ? PLAT_FOR_CXX : PLAT_FOR_C,
		.at = m->t->at};
	bool explicit_flag;
	s.value = plat_cm_standard(m->e, m->t, cxx, (const void *)m->features[cxx].data,
		m->features[cxx].len, &explicit_flag, &s.at);
	if (!plat_cm_known(s.value)) {
		s.value = FL_S("");
		s.unsure = true;
		plat_cm_setting_add(m, s);
	} else if (s.value.len && (explicit_flag || !m->flag_standard[cxx])) {
		plat_cm_setting_add(m, s);
	}
}

static void take_link_option(struct maker *m, struct fl_slice item, const struct plat_setting *like)
{
	struct plat_setting s = *like;
	s.what = PLAT_LINK;
	s.languages = PLAT_FOR_ALL;
	s.value = item;
	if (!plat_cm_setting_blank(m, item, &s))
		plat_cm_setting_add(m, s);
}

/* Which languages the sources are in. */
static void find_languages(struct maker *m)
{
	unsigned languages = 0;
	for (size_t i = 0; i < m->sources.len; i++) {
		const struct plat_source *s = fl_vec_at(&m->sources, i);
		bool cxx;
		if (fl_source_is_unit(s->path, &cxx))
			languages |= cxx ? PLAT_FOR_CXX : PLAT_FOR_C;
	}
	m->languages = languages ? (enum plat_languages)languages : PLAT_FOR_ALL;
	if (m->sources_unsure)
		m->languages = PLAT_FOR_ALL;
}

static void own_settings(struct maker *m)
{
	const struct cm_value *type = at_end(m, FL_S("CMAKE_BUILD_TYPE"));
	for (int cxx = 0; cxx < 2; cxx++)
		if (m->languages & (cxx ? PLAT_FOR_CXX : PLAT_FOR_C))
			variable_flags(m, cxx);
	gather(m, CM_DEFINITIONS, take_definition);
	gather(m, CM_INCLUDES, take_include);
	const struct cm_value *v = plat_cm_scope_get(m->t->properties, FL_S("COMPILE_FLAGS"));
	for (int cxx = 0; cxx < 2 && v; cxx++)
		if (m->languages & (cxx ? PLAT_FOR_CXX : PLAT_FOR_C))
			flags_of_text(m, v, PLAT_FLAG, cxx ? PLAT_FOR_CXX : PLAT_FOR_C);
	gather(m, CM_OPTIONS, take_flag);
	position_independent(m);
	gather(m, CM_FEATURES, take_feature);
	if (m->t->kind != CM_INTERFACE)
		for (int cxx = 0; cxx < 2; cxx++)
			if (m->languages & (cxx ? PLAT_FOR_CXX : PLAT_FOR_C))
				take_standard(m, cxx);
	for (size_t i = 0; i < m->links.len; i++)
		plat_cm_link_add(m, fl_vec_at(&m->links, i));
	gather(m, CM_LINK_OPTIONS, take_link_option);
	linker_flags(m);
	if (type && type->text.len && plat_cm_known(type->text))
		plat_cm_setting_add(m, (struct plat_setting){.what = PLAT_BUILD_TYPE,
					       .languages = PLAT_FOR_ALL,
					       .value = type->text,
					       .at = type->at});
}

/* Flags that files have of their own. */
static void source_settings(struct maker *m)
{
	for (const struct cm_source_file *f = m->e->source_files; f; f = f->next) {
		struct fl_slice in;
		if (!plat_cm_in_tree(m->e, f->path, &in))
			continue;
		for (size_t i = 0; i < m->sources.len && plat_cm_work(m->e, 1); i++) {
			struct plat_source *s = fl_vec_at(&m->sources, i);
			struct maker of_file = {.e = m->e, .t = m->t, .build_type = m->build_type};
			if (!fl_slice_eq(s->path, in))
				continue;
			fl_vec_init(
				&of_file.settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
			struct plat_setting like = {.languages = PLAT_FOR_ALL};
			const struct cm_value *v =
				plat_cm_scope_get(f->properties, FL_S("COMPILE_FLAGS"));
			if (v)
				flags_of_text(&of_file, v, PLAT_FLAG, PLAT_FOR_ALL);
			v = plat_cm_scope_get(f->properties, FL_S("COMPILE_OPTIONS"));
			like.at = v ? v->at : like.at;
			if (v)
				each_item(&of_file, v->text, &like, take_flag);
			s->settings = fl_vec_freeze(&of_file.settings, m->e->out);
			fl_vec_release(&of_file.settings);
		}
	}
}

static enum plat_target_kind kind_of(const struct cm_target *t)
{
	static const enum plat_target_kind kinds[] = {[CM_EXECUTABLE] = PLAT_PROGRAM,
		[CM_STATIC] = PLAT_STATIC_LIBRARY,
		[CM_SHARED] = PLAT_SHARED_LIBRARY,
		[CM_MODULE] = PLAT_LOADABLE,
		[CM_OBJECT] = PLAT_OBJECTS,
		[CM_INTERFACE] = PLAT_OBJECTS,
		[CM_CUSTOM] = PLAT_OTHER,
		[CM_UNKNOWN_LIBRARY] = PLAT_OTHER};
	return kinds[t->kind];
}

static void vectors(struct maker *m, bool release)
{
	struct {
		struct fl_vec *v;
		size_t size, max;
	} all[] = {{&m->settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX},
		{&m->sources, sizeof(struct plat_source), PLAT_SOURCES_MAX},
		{&m->reached, sizeof(struct reach), REACH_MAX},
		{&m->links, sizeof(struct link), 1 << 16},
		{&m->features[0], sizeof(struct fl_slice), 1 << 12},
		{&m->features[1], sizeof(struct fl_slice), 1 << 12}};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		if (release)
			fl_vec_release(all[i].v);
		else
			fl_vec_init(all[i].v, all[i].size, all[i].max);
}

void plat_cm_target_result(struct cm_eval *e, struct cm_target *t, struct fl_vec *targets)
{
	struct maker m = {.e = e, .t = t};
	const struct cm_value *type =
		plat_cm_scope_get(t->directory->properties, FL_S("CMAKE_BUILD_TYPE"));
	m.build_type = type ? type->text : FL_S("");
	vectors(&m, false);
	find_links(&m);
	gather(&m, CM_SOURCES, take_source);
	find_languages(&m);
	own_settings(&m);
	source_settings(&m);
	struct plat_target *to = fl_vec_add(targets);
	if (to)
		*to = (struct plat_target){.name = t->name,
			.kind = kind_of(t),
			.at = t->at,
			.unsure = !plat_cm_way_implied(t->way, NULL),
			.sources_unsure = m.sources_unsure,
			.sources = fl_vec_freeze(&m.sources, e->out),
			.settings = fl_vec_freeze(&m.settings, e->out)};
	vectors(&m, true);
}
