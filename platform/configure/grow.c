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

/* Move what all sources of the language begin with to `to`. */
static int lift_common(struct plat_grow *g, enum plat_languages language, struct fl_vec *to)
{
	struct plat_source *sources = (struct plat_source *)(void *)g->sources.data;
	struct fl_list first = {0};
	size_t common = SIZE_MAX;
	for (size_t i = 0; i < g->sources.len; i++) {
		if (!is_of(&sources[i].settings, language))
			continue;
		first = common == SIZE_MAX ? sources[i].settings : first;
		common = common_head(&first, &sources[i].settings, common);
	}
	for (size_t i = 0; i < common && i < first.len; i++) {
		struct plat_setting *s = fl_vec_add(to);
		if (!s)
			return to->failed;
		*s = ((const struct plat_setting *)first.items)[i];
	}
	for (size_t i = 0; i < g->sources.len && common && common != SIZE_MAX; i++) {
		struct fl_list *own = &sources[i].settings;
		if (!own->len || !is_of(own, language))
			continue;
		own->items = (struct plat_setting *)own->items + common;
		own->len -= common;
	}
	return 0;
}

/* All that a target's files are built with: of all its C, of all its C++, and what it is linked
 * with. */
static int freeze_settings(struct plat_grow *g, struct fl_list *ret_settings)
{
	struct fl_vec all;
	fl_vec_init(&all, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	int rc = lift_common(g, PLAT_FOR_C, &all);
	rc = rc ? rc : lift_common(g, PLAT_FOR_CXX, &all);
	for (size_t i = 0; i < g->settings.len && rc == 0; i++) {
		struct plat_setting *s = fl_vec_add(&all);
		if (s)
			*s = *(const struct plat_setting *)fl_vec_at(&g->settings, i);
		rc = all.failed;
	}
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
