/* What a target is linked with that is not the project's own. */
#include "platform/cmake/settings.h"

/* Frameworks whose parts are packages of their own: KF5::Crash is of KF5Crash. */
static bool has_parts(struct fl_slice package)
{
	static const char *const frameworks[] = {"KF5", "KF6", "XCB", "XKBCommon"};
	return fl_slice_is_one(package, frameworks, sizeof(frameworks) / sizeof(*frameworks));
}

/* Did find_package() look for it: of Qt5::Core, for Qt5 or Qt5Core? */
static bool was_looked_for(struct maker *m, struct fl_slice package, struct fl_slice name)
{
	struct fl_arena *a = &m->e->scratch;
	struct fl_slice part = fl_slice_skip(name, package.len + 2);
	return plat_cm_scope_get(
		       m->e->globals, fl_arena_printf(a, "{found %.*s}", FL_ARG(package))) ||
	       plat_cm_scope_get(m->e->globals,
		       fl_arena_printf(a, "{found %.*s%.*s}", FL_ARG(package), FL_ARG(part)));
}

/* Of "PK::packagekitqt5" the package is the part, where that was looked for; empty: it was not. */
static struct fl_slice looked_for_part(struct maker *m, struct fl_slice part)
{
	static const char *const before[] = {"", "Lib", "lib"};
	for (size_t i = 0; i < 3; i++) {
		struct fl_slice package =
			fl_arena_printf(&m->e->scratch, "%s%.*s", before[i], FL_ARG(part));
		if (plat_cm_scope_get(m->e->globals,
			    fl_arena_printf(&m->e->scratch, "{found %.*s}", FL_ARG(package))))
			return package;
	}
	return FL_S("");
}

/* "Qt::" is of the one version that was looked for. */
static struct fl_slice qt_of(struct maker *m)
{
	bool six = plat_cm_scope_get(m->e->globals, FL_S("{found Qt6}")) != NULL;
	bool five = plat_cm_scope_get(m->e->globals, FL_S("{found Qt5}")) != NULL;
	return six == five ? FL_S("Qt") : six ? FL_S("Qt6") : FL_S("Qt5");
}

/* "::" parts a package from what it has. */
static void add_package(struct maker *m, struct fl_slice name, const struct link *l)
{
	struct plat_setting s = {.what = PLAT_LIBRARY,
		.languages = PLAT_FOR_ALL,
		.at = l->at,
		.unsure = l->unsure,
		.for_users = l->for_users};
	ptrdiff_t colons = fl_slice_find(name, "::");
	struct fl_arena *a = &m->e->scratch;
	if (fl_slice_starts(name, "-l")) {
		s.what = PLAT_LINK;
		s.value = name;
		plat_cm_setting_add(m, s);
		return;
	}
	struct fl_slice package = colons > 0 ? fl_slice_head(name, (size_t)colons) : name;
	if (fl_slice_eqs(package, "Qt"))
		package = qt_of(m);
	/* what nobody looked for by that name may be of a package that is called otherwise */
	bool found = colons <= 0 || was_looked_for(m, package, name);
	struct fl_slice part =
		found ? name : looked_for_part(m, fl_slice_skip(name, package.len + 2));
	if (!found && part.len) {
		name = package = part;
		found = true;
	}
	s.value = found && !has_parts(package) ? package : name;
	if (!plat_cm_known(s.value)) {
		plat_cm_setting_blank(m, s.value, &s);
		return;
	}
	const struct cm_value *v = plat_cm_scope_get(
		m->e->globals, fl_arena_printf(a, "{version of %.*s}", FL_ARG(package)));
	s.version = v && plat_cm_known(v->text) ? v->text : FL_S("");
	/* "::" is of a target alone, and CMake fails without it; it may be one that was not read */
	s.optional = colons <= 0 && !plat_cm_scope_get(m->e->globals,
					    fl_arena_printf(a, "{required %.*s}", FL_ARG(package)));
	s.unsure |= m->e->beyond && !found;
	plat_cm_setting_add(m, s);
	const struct cm_value *pthread =
		plat_cm_scope_get(m->t->directory->properties, FL_S("THREADS_PREFER_PTHREAD_FLAG"));
	s.what = PLAT_FLAG;
	s.version = FL_S("");
	s.optional = false;
	s.value = fl_slice_starts(name, "OpenMP::") ? FL_S("-fopenmp") : FL_S("-pthread");
	if (fl_slice_starts(name, "OpenMP::") ||
		(fl_slice_eqs(name, "Threads::Threads") && pthread &&
			plat_cm_is_on(pthread->text) == CM_TRUE))
		plat_cm_setting_add(m, s);
}

/* What pkg_check_modules(X IMPORTED_TARGET) made: all that it was asked for. */
static bool add_modules(struct maker *m, const struct link *l)
{
	const struct cm_value *v = plat_cm_scope_get(m->e->globals,
		fl_arena_printf(&m->e->scratch, "{package of %.*s}", FL_ARG(l->item)));
	if (!v)
		return false;
	struct cm_args items = plat_cm_items(m->e, v->text, false);
	for (size_t i = 0; i < items.n; i++) {
		struct fl_slice item = items.at[i].text;
		bool maybe = item.len && item.ptr[0] == CM_MAYBE;
		struct link one = *l;
		one.unsure |= maybe;
		item = fl_slice_skip(item, maybe);
		if (item.len && item.ptr[0] == CM_PACKAGE)
			add_package(m, fl_slice_skip(item, 1), &one);
	}
	return true;
}

void plat_cm_link_add(struct maker *m, const struct link *l)
{
	struct plat_setting s = {.what = PLAT_LINK,
		.languages = PLAT_FOR_ALL,
		.at = l->at,
		.unsure = l->unsure,
		.for_users = l->for_users,
		.value = l->item};
	bool known = plat_cm_known(l->item);
	if (fl_slice_ends(l->item, "-NOTFOUND"))
		return;
	const struct cm_target *t = known ? plat_cm_target(m->e, l->item) : NULL;
	if (l->item.len && l->item.ptr[0] == CM_PACKAGE)
		add_package(m, fl_slice_skip(l->item, 1), l);
	else if (!known)
		plat_cm_setting_blank(m, l->item, &s);
	else if (t && t->imported && t->kind != CM_INTERFACE)
		add_package(m, l->item, l);
	else if (t || (fl_slice_starts(l->item, "PkgConfig::") && add_modules(m, l)) ||
		 fl_slice_starts(l->item, CM_BINARY_ROOT) ||
		 fl_slice_starts(l->item, CM_SOURCE_ROOT))
		return;
	else if (fl_slice_find(l->item, "::") > 0)
		add_package(m, l->item, l);
	else if (l->item.ptr[0] == '-' || l->item.ptr[0] == '/')
		plat_cm_setting_add(m, s);
	else {
		/* it may be a target of what was not read */
		s.unsure |= m->e->beyond;
		s.value = fl_arena_printf(&m->e->scratch, "-l%.*s", FL_ARG(l->item));
		plat_cm_setting_add(m, s);
	}
}
