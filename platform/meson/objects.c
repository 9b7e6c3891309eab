/* Methods of the other objects, and of modules. */
#include "base/path.h"
#include "platform/meson/interp.h"

static const struct mes_value unknown = {.kind = MES_V_UNKNOWN};

static struct mes_value machine(const struct mes_call *c)
{
	static const struct {
		const char *name, *text;
	} texts[] = {{"system", "linux"}, {"cpu_family", "x86_64"}, {"cpu", "x86_64"},
		{"endian", "little"}, {"kernel", "linux"}, {"subsystem", "linux"}};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (fl_slice_eqs(c->name, texts[i].name))
			return plat_mes_text(fl_slice_str(texts[i].text));
	return unknown;
}

static struct mes_value get_compiler(const struct mes_call *c)
{
	struct mes_value v = plat_mes_of(MES_V_COMPILER), language = plat_mes_at(c, 0);
	if (plat_mes_is_text(&language) && fl_slice_eqs(language.text, "c"))
		v.number = PLAT_FOR_C;
	else if (plat_mes_is_text(&language) && fl_slice_eqs(language.text, "cpp"))
		v.number = PLAT_FOR_CXX;
	else
		return unknown;
	return v;
}

static struct mes_value override_dependency(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0);
	struct mes_override *o = fl_arena_alloc(&m->work, sizeof(*o));
	if (o && plat_mes_is_text(&name) && !m->unsure) {
		*o = (struct mes_override){m->overrides, name.text, plat_mes_at(c, 1)};
		m->overrides = o;
	}
	return plat_mes_of(MES_V_NOTHING);
}

static struct mes_value some_path(struct fl_slice known)
{
	struct mes_value v = plat_mes_text(known);
	v.open = true;
	return v;
}

static struct mes_value meson(struct mes_interp *m, const struct mes_call *c)
{
	static const struct {
		const char *name;
		bool is;
	} answers[] = {{"is_cross_build", false}, {"is_unity", false}, {"has_exe_wrapper", true},
		{"can_run_host_binaries", true}};
	static const char *const nothing[] = {"add_install_script", "add_postconf_script",
		"add_dist_script", "add_devenv", "override_find_program",
		"install_dependency_manifest"};
	const struct mes_scope *s = m->scope;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		if (fl_slice_eqs(c->name, answers[i].name))
			return plat_mes_bool(answers[i].is);
	if (fl_slice_is_one(c->name, nothing, sizeof(nothing) / sizeof(nothing[0])))
		return plat_mes_of(MES_V_NOTHING);
	if (fl_slice_eqs(c->name, "get_compiler"))
		return get_compiler(c);
	if (fl_slice_eqs(c->name, "is_subproject"))
		return plat_mes_bool(s->parent != NULL);
	if (fl_slice_eqs(c->name, "project_name"))
		return plat_mes_text(s->name);
	if (fl_slice_eqs(c->name, "project_version"))
		return s->version.len ? plat_mes_text(s->version) : some_path(FL_S(""));
	if (fl_slice_eqs(c->name, "version"))
		return plat_mes_text(FL_S("1.0.1"));
	if (fl_slice_eqs(c->name, "backend"))
		return plat_mes_text(FL_S("ninja"));
	if (fl_slice_eqs(c->name, "override_dependency"))
		return override_dependency(m, c);
	if (fl_slice_ends(c->name, "_root") || fl_slice_ends(c->name, "_dir"))
		return some_path(FL_S("/"));
	struct mes_value fallback = plat_mes_at(c, 1);
	return fl_slice_eqs(c->name, "get_external_property") && fallback.kind != MES_V_NOTHING
		       ? fallback
		       : unknown;
}

/* Does a partial dependency have what links? It is asked for by name. */
static bool links(const struct mes_call *c)
{
	static const char *const parts[] = {"links", "link_args"};
	for (size_t i = 0; i < 2; i++) {
		struct mes_value part = plat_mes_kw(c, parts[i]);
		if (part.kind == MES_V_BOOL ? part.number : part.kind != MES_V_NOTHING)
			return true;
	}
	return false;
}

static struct mes_value dependency(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	static const char *const itself[] = {
		"partial_dependency", "as_system", "as_link_whole", "as_static", "as_shared"};
	const struct mes_dependency *d = of.dependency;
	if (fl_slice_eqs(c->name, "found"))
		return plat_mes_three(d->found);
	if (fl_slice_eqs(c->name, "partial_dependency") && m && !links(c))
		return plat_mes_unlinked(m, of);
	if (fl_slice_is_one(c->name, itself, 5))
		return of;
	if (fl_slice_eqs(c->name, "name"))
		return plat_mes_text(d->name.len ? d->name : FL_S("internal"));
	if (fl_slice_eqs(c->name, "type_name"))
		return d->name.len ? unknown : plat_mes_text(FL_S("internal"));
	bool variable = fl_slice_ends(c->name, "variable");
	return variable && m ? some_path(FL_S("")) : unknown;
}

struct mes_value plat_mes_feature_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	struct mes_value first = plat_mes_at(c, 0);
	(void)m;
	if (fl_slice_eqs(c->name, "enabled"))
		return plat_mes_bool(of.number == MES_ENABLED);
	if (fl_slice_eqs(c->name, "disabled"))
		return plat_mes_bool(of.number == MES_DISABLED);
	if (fl_slice_eqs(c->name, "auto"))
		return plat_mes_bool(of.number == MES_AUTO);
	if (fl_slice_eqs(c->name, "allowed"))
		return plat_mes_bool(of.number != MES_DISABLED);
	if (of.number == MES_DISABLED)
		return of;
	if (first.kind != MES_V_BOOL)
		return of.number == MES_ENABLED && fl_slice_eqs(c->name, "require") ? of : unknown;
	bool off = (fl_slice_eqs(c->name, "require") && !first.number) ||
		   (fl_slice_starts(c->name, "disable_") && first.number && of.number == MES_AUTO);
	if (off)
		of.number = MES_DISABLED;
	if (fl_slice_starts(c->name, "enable_") && first.number && of.number == MES_AUTO)
		of.number = MES_ENABLED;
	return of;
}

static struct mes_value subproject(struct mes_value of, const struct mes_call *c)
{
	struct mes_value name = plat_mes_at(c, 0);
	if (fl_slice_eqs(c->name, "found"))
		return of.sub ? plat_mes_bool(true) : unknown;
	if (!fl_slice_eqs(c->name, "get_variable") || !plat_mes_is_text(&name) || !of.sub)
		return unknown;
	const struct mes_variable *v = plat_mes_find(&of.sub->names, name.text);
	return v && v->is_set ? v->value : plat_mes_at(c, 1);
}

static struct mes_value file_path(struct mes_interp *m, struct mes_value of)
{
	struct fl_slice directory = m->scope->directory;
	if (of.kind == MES_V_TEXT && directory.len)
		of.text =
			fl_arena_printf(&m->work, "%.*s/%.*s", FL_ARG(directory), FL_ARG(of.text));
	return of;
}

/* The module "fs": of files that the project has. */
static struct mes_value fs(struct mes_interp *m, const struct mes_call *c)
{
	struct mes_value of = plat_mes_at(c, 0);
	if ((of.kind != MES_V_TEXT && of.kind != MES_V_FILE) || of.open)
		return unknown;
	struct fl_slice name = fl_path_name(of.text);
	ptrdiff_t dot = fl_slice_rchr(name, '.');
	if (fl_slice_eqs(c->name, "name"))
		return plat_mes_text(name);
	if (fl_slice_eqs(c->name, "stem"))
		return plat_mes_text(dot > 0 ? fl_slice_head(name, (size_t)dot) : name);
	if (fl_slice_eqs(c->name, "parent"))
		return plat_mes_text(fl_path_directory(of.text));
	bool directory = fl_slice_eqs(c->name, "is_dir");
	if (!directory && !fl_slice_eqs(c->name, "exists") && !fl_slice_eqs(c->name, "is_file"))
		return fl_slice_starts(c->name, "read") ? some_path(FL_S("")) : unknown;
	if (of.text.len && of.text.ptr[0] == '/')
		return unknown;
	of = file_path(m, of);
	bool there = plat_tree_has_directory(m->tree, of.text);
	return plat_mes_bool(directory ? there
				       : plat_tree_has_file(m->tree, of.text) ||
						 (there && fl_slice_eqs(c->name, "exists")));
}

struct mes_value plat_mes_module_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	static const char *const opaque[] = {
		"cmake", "sourceset", "keyval", "simd", "unstable-simd", "unstable-keyval", "rust"};
	if (fl_slice_eqs(c->name, "found"))
		return plat_mes_bool(true);
	if (fl_slice_eqs(of.text, "fs"))
		return fs(m, c);
	if (fl_slice_starts(of.text, "python"))
		return fl_slice_starts(c->name, "find_") ? plat_mes_of(MES_V_PYTHON) : unknown;
	if (fl_slice_is_one(of.text, opaque, sizeof(opaque) / sizeof(opaque[0])) ||
		fl_slice_starts(c->name, "has_") || fl_slice_starts(c->name, "find_"))
		return unknown;
	return plat_mes_of(MES_V_MADE);
}

static struct mes_value python(struct mes_interp *m, const struct mes_call *c)
{
	if (fl_slice_eqs(c->name, "extension_module"))
		return plat_mes_target(m, c, PLAT_LOADABLE);
	if (!fl_slice_eqs(c->name, "dependency"))
		return fl_slice_starts(c->name, "get_") || fl_slice_eqs(c->name, "full_path")
			       ? some_path(FL_S(""))
			       : unknown;
	struct mes_call as = {.name = c->name, .keywords = c->keywords};
	as.positional =
		plat_mes_append(&m->work, plat_mes_of(MES_V_LIST), plat_mes_text(FL_S("python3")));
	return plat_mes_dependency(m, &as);
}

static struct mes_value program(struct mes_value of, const struct mes_call *c)
{
	if (fl_slice_eqs(c->name, "found"))
		return plat_mes_three((enum mes_three)of.number);
	bool path = fl_slice_eqs(c->name, "path") || fl_slice_eqs(c->name, "full_path");
	return path ? some_path(FL_S("/")) : unknown;
}

static struct mes_value made(struct mes_value of, const struct mes_call *c)
{
	return fl_slice_eqs(c->name, "full_path") ? some_path(FL_S("/")) : of;
}

struct mes_value plat_mes_method(
	struct mes_interp *m, struct mes_value of, const struct mes_call *c)
{
	if (of.either || (c->keywords.open && of.kind != MES_V_PYTHON))
		return unknown;
	switch (of.kind) {
	case MES_V_TEXT:
	case MES_V_FILE: return plat_mes_text_method(m, of, c);
	case MES_V_LIST: return plat_mes_list_method(m, of, c);
	case MES_V_DICT: return plat_mes_dict_method(m, of, c);
	case MES_V_INT:
		return fl_slice_eqs(c->name, "to_string") ? plat_mes_text(fl_arena_printf(&m->work,
								    "%lld", (long long)of.number))
		       : fl_slice_eqs(c->name, "is_odd")  ? plat_mes_bool(of.number & 1)
							  : unknown;
	case MES_V_BOOL:
		if (fl_slice_eqs(c->name, "to_int"))
			return (struct mes_value){.kind = MES_V_INT, .number = of.number};
		return fl_slice_eqs(c->name, "to_string")
			       ? plat_mes_text(of.number ? FL_S("true") : FL_S("false"))
			       : unknown;
	case MES_V_COMPILER: return plat_mes_compiler_method(m, of, c);
	case MES_V_MACHINE: return machine(c);
	case MES_V_MESON: return meson(m, c);
	case MES_V_DEPENDENCY: return dependency(m, of, c);
	case MES_V_FEATURE: return plat_mes_feature_method(m, of, c);
	case MES_V_SUBPROJECT: return subproject(of, c);
	case MES_V_MODULE: return plat_mes_module_method(m, of, c);
	case MES_V_PYTHON: return python(m, c);
	case MES_V_PROGRAM: return program(of, c);
	case MES_V_MADE: return made(of, c);
	case MES_V_TARGET:
		return fl_slice_eqs(c->name, "found") ? plat_mes_bool(true)
						      : plat_mes_of(MES_V_MADE);
	default: return unknown;
	}
}
