#include "platform/configure/grow.h"

#include "base/path.h"

void plat_grow_init(struct plat_grow *g, struct fl_arena *a)
{
	g->arena = a;
	fl_vec_init(&g->targets, sizeof(struct plat_target), PLAT_TARGETS_MAX);
	fl_vec_init(&g->sources, sizeof(struct plat_source), PLAT_SOURCES_MAX);
	fl_vec_init(&g->settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	fl_vec_init(&g->own, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
}

void plat_grow_release(struct plat_grow *g)
{
	fl_vec_release(&g->targets);
	fl_vec_release(&g->sources);
	fl_vec_release(&g->settings);
	fl_vec_release(&g->own);
}

int plat_grow_setting(struct fl_vec *to, enum plat_what what, enum plat_languages languages,
	struct fl_slice value, struct plat_place at)
{
	struct plat_setting *s = fl_vec_add(to);
	if (!s)
		return to->failed;
	*s = (struct plat_setting){.what = what, .languages = languages, .value = value, .at = at};
	return 0;
}

int plat_grow_source(struct plat_grow *g, struct fl_slice path, struct fl_list settings)
{
	struct plat_source *s = fl_vec_add(&g->sources);
	if (!s)
		return g->sources.failed;
	*s = (struct plat_source){.path = path, .settings = settings};
	return 0;
}

static bool same(const struct plat_setting *a, const struct plat_setting *b)
{
	return a->what == b->what && fl_slice_eq(a->value, b->value);
}

static size_t common_head(const struct fl_list *a, const struct fl_list *b, size_t at_most)
{
	const struct plat_setting *x = a->items, *y = b->items;
	size_t n = 0;
	if (x == y)
		return at_most < b->len ? at_most : b->len;
	while (n < at_most && n < a->len && n < b->len && same(&x[n], &y[n]))
		n++;
	return n;
}

static bool is_of(const struct fl_list *settings, enum plat_languages language)
{
	const struct plat_setting *s = settings->items;
	return !settings->len || s->languages == language;
}

/* With what all sources of the language begin: the head of a source's list. */
static struct fl_list common_of(const struct plat_grow *g, enum plat_languages language)
{
	const struct plat_source *s = (const struct plat_source *)(const void *)g->sources.data;
	struct fl_list common = {0};
	bool first = true;
	for (size_t i = 0; i < g->sources.len; i++) {
		if (!is_of(&s[i].settings, language))
			continue;
		if (first)
			common = s[i].settings;
		common.len = common_head(&common, &s[i].settings, common.len);
		first = false;
	}
	return common;
}

/* Take the first of a list of its language off each source. */
static void take_off(struct plat_grow *g, size_t of_c, size_t of_cxx)
{
	struct plat_source *s = (struct plat_source *)(void *)g->sources.data;
	for (size_t i = 0; i < g->sources.len; i++) {
		struct plat_setting *first = s[i].settings.items;
		if (!s[i].settings.len)
			continue;
		size_t n = first->languages == PLAT_FOR_CXX ? of_cxx : of_c;
		s[i].settings.items = first + n;
		s[i].settings.len -= n;
	}
}

static int add_all(struct fl_vec *to, const struct plat_setting *s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct plat_setting *added = fl_vec_add(to);
		if (!added)
			return to->failed;
		*added = s[i];
	}
	return 0;
}

/* All that a target's files are built with: of all its C, of all its C++, and what it is linked
 * with. */
static int freeze_settings(struct plat_grow *g, struct fl_list *ret_settings)
{
	struct fl_vec all;
	fl_vec_init(&all, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	struct fl_list c = common_of(g, PLAT_FOR_C), cxx = common_of(g, PLAT_FOR_CXX);
	take_off(g, c.len, cxx.len);
	int rc = add_all(&all, c.items, c.len);
	rc = rc ? rc : add_all(&all, cxx.items, cxx.len);
	rc = rc ? rc : add_all(&all, (const void *)g->settings.data, g->settings.len);
	g->settings.len = 0;
	if (rc == 0)
		*ret_settings = fl_vec_freeze(&all, g->arena);
	fl_vec_release(&all);
	return rc;
}

int plat_grow_target(
	struct plat_grow *g, struct fl_slice name, enum plat_target_kind kind, struct plat_place at)
{
	if (!g->sources.len) {
		g->settings.len = 0;
		return 0;
	}
	struct plat_target *t = fl_vec_add(&g->targets);
	if (!t)
		return g->targets.failed;
	*t = (struct plat_target){.name = name, .kind = kind, .at = at};
	int rc = freeze_settings(g, &t->settings);
	if (rc)
		return rc;
	t->sources = fl_vec_freeze(&g->sources, g->arena);
	return g->arena->failed;
}

int plat_grow_finish(struct plat_grow *g, int rc, const char *what,
	struct plat_project *ret_project, struct fl_error *err)
{
	struct plat_project p = {0};
	if (rc == 0) {
		p.targets = fl_vec_freeze(&g->targets, g->arena);
		p.settings = fl_vec_freeze(&g->own, g->arena);
		rc = g->arena->failed;
	}
	plat_grow_release(g);
	if (rc == FL_ELIMIT || rc == FL_ENOMEM)
		return fl_error_set(err, rc, "%s has more than is taken", what);
	if (rc == 0)
		*ret_project = p;
	return rc;
}

bool plat_grow_path(
	struct fl_arena *a, struct fl_slice from, struct fl_slice path, struct fl_slice *ret_path)
{
	const struct fl_slice root = FL_S("box/src/");
	if (fl_slice_chr(path, '\0') >= 0)
		return false;
	if (!fl_slice_starts(path, "/"))
		path = fl_arena_printf(a, "%.*s/%.*s", FL_ARG(from), FL_ARG(path));
	path = fl_path_straight(a, path, NULL);
	if (!fl_slice_starts_with(path, root) || path.len == root.len)
		return false;
	*ret_path = fl_slice_skip(path, root.len);
	return true;
}
