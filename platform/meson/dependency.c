/* dependency(), declare_dependency(), find_library(). */
#include "platform/host/host.h"
#include "platform/meson/interp.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};

static struct mes_value of(struct mes_dependency *d)
{
	return d ? (struct mes_value){.kind = MES_V_DEPENDENCY, .dependency = d} : unknown;
}

static struct mes_dependency *make(struct mes_interp *m)
{
	struct mes_dependency *d = fl_arena_alloc(&m->work, sizeof(*d));
	struct mes_value none = plat_mes_of(MES_V_LIST);
	if (d)
		*d = (struct mes_dependency){.at = plat_mes_place(m),
			.compile = none,
			.link = none,
			.includes = none,
			.sources = none,
			.needs = none,
			.links = none};
	return d;
}

struct mes_value plat_mes_unlinked(struct mes_interp *m, struct mes_value of)
{
	struct mes_dependency *d = make(m);
	if (!d)
		return unknown;
	*d = *of.dependency;
	d->unlinked = true;
	d->walk = 0;
	of.dependency = d;
	return of;
}

/* ">= 1.2" or a list of such, as one text. */
static struct fl_slice version_text(struct mes_interp *m, struct mes_value v)
{
	struct mes_value all = plat_mes_flat(&m->work, v);
	struct fl_slice text = FL_S("");
	for (size_t i = 0; i < plat_mes_len(&all) && i < 16; i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (!plat_mes_is_text(&item) || item.maybe)
			continue;
		text = text.len ? fl_arena_printf(
					  &m->work, "%.*s, %.*s", FL_ARG(text), FL_ARG(item.text))
				: item.text;
	}
	return text;
}

/* What is asked for and there on every Linux with gcc. */
static bool always_there(struct fl_slice name)
{
	static const char *const names[] = {"threads", "openmp", "dl", "m"};
	return fl_slice_is_one(name, names, 4);
}

static enum mes_three is_found(const struct mes_interp *m, const struct mes_call *c,
	enum plat_named by, struct fl_slice name)
{
	struct mes_value required = plat_mes_kw(c, "required");
	bool disabled;
	enum mes_three must = plat_mes_required(&required, &disabled);
	if (disabled || fl_slice_eqs(name, "appleframeworks"))
		return MES_NO;
	bool there =
		must == MES_YES || always_there(name) || plat_tree_has_package(m->tree, by, name);
	return there ? MES_YES : MES_MAYBE;
}

static bool is_disabler(const struct mes_call *c)
{
	struct mes_value disabler = plat_mes_kw(c, "disabler");
	return disabler.kind == MES_V_BOOL && disabler.number;
}

static const struct mes_override *overridden(const struct mes_interp *m, struct fl_slice name)
{
	const struct mes_override *o = m->overrides;
	while (o && !fl_slice_eq(o->name, name))
		o = o->next;
	return o;
}

static struct mes_value external(
	struct mes_interp *m, const struct mes_call *c, enum plat_named by, struct mes_value name)
{
	struct mes_dependency *d = make(m);
	if (!d)
		return unknown;
	d->found = is_found(m, c, by, name.text);
	d->name = name.text;
	d->version = version_text(m, plat_mes_kw(c, "version"));
	struct mes_value v = of(d);
	v.disabler = is_disabler(c) && d->found != MES_YES;
	return v;
}

/* The modules of Qt are packages of their own. */
static struct mes_value with_modules(
	struct mes_interp *m, const struct mes_call *c, struct mes_value v)
{
	struct mes_value modules = plat_mes_flat(&m->work, plat_mes_kw(c, "modules"));
	struct mes_dependency *d = v.dependency;
	if (!fl_slice_starts(d->name, "qt") || d->name.len != 3)
		return v;
	d->needs = plat_mes_of(MES_V_LIST);
	for (size_t i = 0; i < plat_mes_len(&modules); i++) {
		struct mes_value item = plat_mes_item(&modules, i);
		struct mes_dependency *part = make(m);
		if (!part || !plat_mes_is_text(&item))
			continue;
		*part = *d;
		part->needs = plat_mes_of(MES_V_LIST);
		part->name =
			fl_arena_printf(&m->work, "Qt%c%.*s", d->name.ptr[2], FL_ARG(item.text));
		d->needs = plat_mes_append(&m->work, d->needs, of(part));
	}
	return v;
}

/*
 * Of several names it is the first that is found: where the first is known to be there, it is that
 * one. One of them is, where it is required.
 */
static struct mes_value one_of(
	struct mes_interp *m, const struct mes_call *c, struct mes_value names)
{
	struct mes_value out = plat_mes_of(MES_V_LIST), one = unknown;
	for (size_t i = 0; i < plat_mes_len(&names); i++) {
		struct mes_value name = plat_mes_item(&names, i);
		if (!plat_mes_is_text(&name))
			continue;
		one = external(m, c, PLAT_NAMED_PACKAGE, name);
		bool there = plat_tree_has_package(m->tree, PLAT_NAMED_PACKAGE, name.text);
		if (there && !plat_mes_len(&out))
			return one;
		if (one.kind == MES_V_DEPENDENCY && one.dependency->found == MES_YES && !there)
			one.dependency->found = MES_MAYBE;
		out = plat_mes_append(&m->work, out, one);
	}
	out.either = true;
	return out;
}

struct mes_value plat_mes_dependency(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0);
	struct mes_dependency *d;
	if (!plat_mes_is_text(&name))
		return unknown;
	if (plat_mes_len(&c->positional) > 1)
		return one_of(m, c, c->positional);
	const struct mes_override *o = overridden(m, name.text);
	if (o)
		return o->value;
	if (!name.text.len) {
		d = make(m);
		if (d)
			d->found = MES_NO;
		return of(d);
	}
	struct mes_value v = external(m, c, PLAT_NAMED_PACKAGE, name);
	return v.kind == MES_V_DEPENDENCY ? with_modules(m, c, v) : v;
}

struct mes_value plat_mes_library(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0);
	if (!plat_mes_is_text(&name))
		return unknown;
	struct mes_value v = external(m, c, PLAT_NAMED_LINK, name);
	if (v.kind != MES_V_DEPENDENCY)
		return v;
	v.dependency->library = true;
	enum mes_three there = (enum mes_three)plat_host_library(name.text);
	if (v.dependency->found == MES_MAYBE && there != MES_MAYBE)
		v.dependency->found = there;
	return v;
}

struct mes_value plat_mes_declare(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_dependency *d = make(m);
	struct fl_arena *a = &m->work;
	if (!d)
		return unknown;
	d->found = MES_YES;
	d->compile = plat_mes_flat(a, plat_mes_kw(c, "compile_args"));
	d->link = plat_mes_flat(a, plat_mes_kw(c, "link_args"));
	d->includes = plat_mes_flat(a, plat_mes_kw(c, "include_directories"));
	d->sources = plat_mes_flat(a, plat_mes_kw(c, "sources"));
	d->needs = plat_mes_flat(a, plat_mes_kw(c, "dependencies"));
	d->links = plat_mes_extend(a, plat_mes_flat(a, plat_mes_kw(c, "link_with")),
		plat_mes_flat(a, plat_mes_kw(c, "link_whole")));
	return of(d);
}
