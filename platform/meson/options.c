/* Options: meson_options.txt, default_options, and those that Meson itself has. */
#include "platform/meson/interp.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};

static const struct builtin {
	const char *name;
	const char *value; /* "yes" and "no" are booleans */
	bool each; /* each subproject has its own */
} builtins[] = {
	{"buildtype", "debug", false},
	{"debug", "yes", false},
	{"optimization", "0", false},
	{"warning_level", "1", true},
	{"werror", "no", true},
	{"default_library", "shared", true},
	{"c_std", "none", true},
	{"cpp_std", "none", true},
	{"cpp_eh", "default", false},
	{"cpp_rtti", "yes", false},
	{"cpp_debugstl", "no", false},
	{"c_args", "", false},
	{"cpp_args", "", false},
	{"c_link_args", "", false},
	{"cpp_link_args", "", false},
	{"b_sanitize", "none", false},
	{"b_lto", "no", false},
	{"b_ndebug", "false", false},
	{"b_coverage", "no", false},
	{"b_pie", "no", false},
	{"b_pgo", "off", false},
	{"b_lundef", "yes", false},
	{"b_asneeded", "yes", false},
	{"b_staticpic", "yes", false},
	{"b_pch", "yes", false},
	{"b_colorout", "always", false},
	{"unity", "off", false},
	{"layout", "mirror", false},
	{"backend", "ninja", false},
	{"strip", "no", false},
	{"stdsplit", "yes", false},
	{"errorlogs", "yes", false},
	{"wrap_mode", "default", false},
	{"prefix", "/usr/local", false},
	{"bindir", "bin", false},
	{"sbindir", "sbin", false},
	{"datadir", "share", false},
	{"includedir", "include", false},
	{"libexecdir", "libexec", false},
	{"localedir", "share/locale", false},
	{"mandir", "share/man", false},
	{"infodir", "share/info", false},
	{"sysconfdir", "etc", false},
	{"localstatedir", "/var/local", false},
	{"sharedstatedir", "/var/local/lib", false},
};

static const struct builtin *builtin_of(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++)
		if (fl_slice_eqs(name, builtins[i].name))
			return &builtins[i];
	return NULL;
}

static struct mes_value builtin_value(const struct builtin *b)
{
	bool yes = strcmp(b->value, "yes") == 0;
	if (yes || strcmp(b->value, "no") == 0)
		return plat_mes_bool(yes);
	if (fl_slice_ends(fl_slice_str(b->name), "_args"))
		return plat_mes_of(MES_V_LIST);
	return plat_mes_text(fl_slice_str(b->value));
}

struct mes_value plat_mes_get_option(struct mes_interp *m, struct fl_slice name)
{
	const struct builtin *b = builtin_of(name);
	for (struct mes_scope *s = m->scope; s; s = s->parent) {
		const struct mes_variable *v = plat_mes_find(&s->options, name);
		if (v)
			return v->value;
		if (!b || b->each)
			break;
	}
	if (b)
		return builtin_value(b);
	if (fl_slice_eqs(name, "auto_features"))
		return (struct mes_value){.kind = MES_V_FEATURE, .number = MES_AUTO};
	return unknown;
}

/* "a,b" or "['a', 'b']" */
static struct mes_value list_of(struct fl_arena *a, struct fl_slice text)
{
	struct mes_value out = plat_mes_of(MES_V_LIST);
	text = fl_slice_trim(text);
	if (fl_slice_starts(text, "[") && fl_slice_ends(text, "]"))
		text = fl_slice(text.ptr + 1, text.len - 2);
	while (text.len) {
		ptrdiff_t comma = fl_slice_chr(text, ',');
		struct fl_slice item = comma < 0 ? text : fl_slice_head(text, (size_t)comma);
		text = fl_slice_skip(text, item.len + (comma >= 0));
		item = fl_slice_trim(item);
		if (item.len > 1 && (item.ptr[0] == '\'' || item.ptr[0] == '"'))
			item = fl_slice(item.ptr + 1, item.len - 2);
		if (item.len)
			out = plat_mes_append(a, out, plat_mes_text(item));
	}
	return out;
}

static struct mes_value feature_of(struct fl_slice text)
{
	static const char *const states[] = {"disabled", "enabled", "auto"};
	for (int64_t i = 0; i < 3; i++)
		if (fl_slice_eqs(text, states[i]))
			return (struct mes_value){.kind = MES_V_FEATURE, .number = i};
	return unknown;
}

/* A text as the value of an option that was of that kind. */
static struct mes_value converted(
	struct fl_arena *a, const struct mes_value *was, struct fl_slice text)
{
	uint32_t number = 0;
	switch (was->kind) {
	case MES_V_BOOL: return plat_mes_bool(fl_slice_eqs(text, "true"));
	case MES_V_INT:
		return fl_slice_uint(text, &number)
			       ? (struct mes_value){.kind = MES_V_INT, .number = number}
			       : unknown;
	case MES_V_FEATURE: return feature_of(text);
	case MES_V_LIST: return list_of(a, text);
	default: return plat_mes_text(text);
	}
}

/* What a build type stands for. */
static void put_type(struct mes_interp *m, struct fl_slice type)
{
	static const struct {
		const char *type, *optimization;
		bool debug;
	} types[] = {{"plain", "plain", false}, {"debug", "0", true}, {"debugoptimized", "2", true},
		{"release", "3", false}, {"minsize", "s", true}};
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (!fl_slice_eqs(type, types[i].type))
			continue;
		plat_mes_put(m, &m->scope->options, FL_S("optimization"),
			plat_mes_text(fl_slice_str(types[i].optimization)));
		plat_mes_put(m, &m->scope->options, FL_S("debug"), plat_mes_bool(types[i].debug));
	}
}

static void put_default(struct mes_interp *m, struct fl_slice name, const struct mes_value *value)
{
	struct mes_value was = plat_mes_get_option(m, name), is = *value;
	const struct builtin *b = builtin_of(name);
	if (m->scope->parent && b && !b->each)
		return;
	if (plat_mes_is_text(value))
		is = converted(&m->work, &was, value->text);
	if (fl_slice_eqs(name, "buildtype") && plat_mes_is_text(value))
		put_type(m, value->text);
	plat_mes_put(m, &m->scope->options, name, is);
}

static bool cut(struct fl_slice text, struct fl_slice *ret_name, struct fl_slice *ret_value)
{
	ptrdiff_t equal = fl_slice_chr(text, '=');
	if (equal <= 0)
		return false;
	*ret_name = fl_slice_trim(fl_slice_head(text, (size_t)equal));
	*ret_value = fl_slice_trim(fl_slice_skip(text, (size_t)equal + 1));
	return true;
}

static void put_defaults(struct mes_interp *m, const struct mes_value *defaults)
{
	struct fl_slice name, value;
	if (defaults->kind == MES_V_DICT) {
		for (size_t i = 0; i + 1 < plat_mes_len(defaults); i += 2) {
			struct mes_value k = plat_mes_item(defaults, i);
			struct mes_value v = plat_mes_item(defaults, i + 1);
			if (plat_mes_is_text(&k))
				put_default(m, k.text, &v);
		}
		return;
	}
	struct mes_value all = plat_mes_flat(&m->work, *defaults);
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (!plat_mes_is_text(&item) || !cut(item.text, &name, &value))
			continue;
		struct mes_value v = item.maybe ? unknown : plat_mes_text(value);
		put_default(m, name, &v);
	}
}

void plat_mes_options_given(struct mes_interp *m, const struct mes_value *given)
{
	put_defaults(m, given);
}

void plat_mes_options(struct mes_interp *m, const struct mes_value *defaults)
{
	static const char *const names[] = {"meson.options", "meson_options.txt"};
	m->reads_options = true;
	for (size_t i = 0; i < 2; i++) {
		struct fl_slice root = m->scope->root;
		struct fl_slice path = fl_arena_printf(
			&m->work, "%.*s%s%s", FL_ARG(root), root.len ? "/" : "", names[i]);
		if (plat_tree_has_file(m->tree, path) && plat_mes_file(m, path) == 0)
			break;
	}
	m->reads_options = false;
	put_defaults(m, defaults);
	const struct plat_given *given = m->tree->given.items;
	for (size_t i = 0; i < m->tree->given.len && !m->scope->parent; i++) {
		struct mes_value v = plat_mes_text(given[i].value);
		put_default(m, given[i].name, &v);
	}
}

struct mes_value plat_mes_option(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0), type = plat_mes_kw(c, "type");
	struct mes_value value = plat_mes_kw(c, "value"), choices = plat_mes_kw(c, "choices");
	bool given = value.kind != MES_V_NOTHING;
	if (!m->reads_options || !plat_mes_is_text(&name) || !plat_mes_is_text(&type))
		return unknown;
	if (fl_slice_eqs(type.text, "feature"))
		value = feature_of(given && plat_mes_is_text(&value) ? value.text : FL_S("auto"));
	else if (fl_slice_eqs(type.text, "boolean"))
		value = !given                     ? plat_mes_bool(true)
			: plat_mes_is_text(&value) ? plat_mes_bool(fl_slice_eqs(value.text, "true"))
						   : value;
	else if (fl_slice_eqs(type.text, "array"))
		value = !given ? (choices.kind == MES_V_LIST ? choices : plat_mes_of(MES_V_LIST))
			: plat_mes_is_text(&value) ? list_of(&m->work, value.text)
						   : value;
	else if (fl_slice_eqs(type.text, "combo") && !given)
		value = choices.kind == MES_V_LIST && plat_mes_len(&choices)
				? plat_mes_item(&choices, 0)
				: unknown;
	else if (fl_slice_eqs(type.text, "integer") && plat_mes_is_text(&value))
		value = converted(&m->work, &(struct mes_value){.kind = MES_V_INT}, value.text);
	else if (!given)
		value = plat_mes_text(FL_S(""));
	plat_mes_put(m, &m->scope->options, name.text, value);
	return plat_mes_of(MES_V_NOTHING);
}

struct mes_value plat_mes_option_for(
	struct mes_interp *m, const struct mes_value *overrides, const char *name)
{
	struct mes_value found = plat_mes_get_option(m, fl_slice_str(name));
	struct fl_slice key, value;
	if (overrides->kind == MES_V_DICT) {
		enum mes_three is;
		const struct mes_value *v = plat_mes_get(overrides, fl_slice_str(name), &is);
		return v ? *v : is == MES_MAYBE ? unknown : found;
	}
	struct mes_value all = plat_mes_flat(&m->work, *overrides);
	for (size_t i = 0; i < plat_mes_len(&all); i++) {
		struct mes_value item = plat_mes_item(&all, i);
		if (item.kind != MES_V_TEXT || !cut(item.text, &key, &value) ||
			!fl_slice_eqs(key, name))
			continue;
		bool known = !item.maybe && !item.open;
		found = known ? converted(&m->work, &found, value) : unknown;
	}
	return all.open ? unknown : found;
}

enum mes_three plat_mes_required(const struct mes_value *v, bool *ret_disabled)
{
	*ret_disabled = v->kind == MES_V_FEATURE && v->number == MES_DISABLED;
	switch (v->kind) {
	case MES_V_NOTHING: return MES_YES;
	case MES_V_BOOL: return v->number ? MES_YES : MES_NO;
	case MES_V_FEATURE: return v->number == MES_ENABLED ? MES_YES : MES_NO;
	default: return MES_MAYBE;
	}
}
