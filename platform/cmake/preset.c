/* CMakePresets.json: what a preset puts into the cache (cmake-presets(7)). */
#include "base/json.h"
#include "base/path.h"
#include "platform/cmake/eval.h"

enum { PRESETS_MAX = 1 << 12, FILES_MAX = 64, GIVEN_MAX = 1 << 12, INHERITS_MAX = 64 };

struct preset {
	const struct fl_json *v;
	struct plat_place at;
	struct fl_slice name;
	bool hidden; /* it is there to be inherited */
};

struct presets {
	struct plat_tree *tree;
	struct fl_arena *a;
	struct fl_slice directory;
	struct fl_vec all; /* struct preset */
	struct fl_vec files; /* struct fl_slice, that are read */
	struct fl_vec given; /* struct plat_given; without a value: it is taken away */
};

/* Does the text end with "name": and blanks? */
static bool ends_with_key(struct fl_slice text)
{
	text = fl_slice_trim(text);
	if (!fl_slice_ends(text, ":"))
		return false;
	return fl_slice_ends(fl_slice_trim(fl_slice_head(text, text.len - 1)), "\"name\"");
}

/* The line with the preset's name; 0: it is written with escapes. */
static int64_t line_of(struct fl_slice file, struct fl_slice name)
{
	int64_t line = 1;
	for (size_t i = 0; i + name.len + 1 < file.len; i++) {
		line += file.ptr[i] == '\n';
		if (file.ptr[i] == '"' && file.ptr[i + 1 + name.len] == '"' &&
			memcmp(file.ptr + i + 1, name.ptr, name.len) == 0 &&
			ends_with_key(fl_slice_head(file, i)))
			return line;
	}
	return 0;
}

static void add_presets(
	struct presets *p, const struct fl_json *root, struct fl_slice path, struct fl_slice text)
{
	const struct fl_json *list = fl_json_get(root, "configurePresets");
	for (const struct fl_json *v = list ? list->child : NULL; v; v = v->next) {
		const struct fl_json *hidden = fl_json_get(v, "hidden");
		struct preset *to = fl_vec_add(&p->all);
		if (!to)
			return;
		*to = (struct preset){.v = v, .name = fl_json_str(fl_json_get(v, "name"))};
		to->hidden = !to->name.len || (hidden && hidden->type == FL_JBOOL && hidden->num);
		to->at = (struct plat_place){path, to->name.len ? line_of(text, to->name) : 0};
	}
}

static bool is_read(const struct presets *p, struct fl_slice path)
{
	for (size_t i = 0; i < p->files.len; i++)
		if (fl_slice_eq(*(const struct fl_slice *)fl_vec_at(&p->files, i), path))
			return true;
	return false;
}

static int read_one(struct presets *p, struct fl_slice path, const struct fl_json **ret_root,
	struct fl_error *err)
{
	struct fl_slice text;
	int rc = plat_tree_read(p->tree, path, p->a, &text, err);
	rc = rc ? rc : fl_json_parse(text, p->a, ret_root, err);
	if (rc == 0 && (*ret_root)->type != FL_JOBJECT)
		rc = fl_error_set(err, FL_EPARSE, "it is no object");
	if (rc) {
		fl_error_wrap(err, "%.*s", FL_ARG(path));
		return rc;
	}
	add_presets(p, *ret_root, path, text);
	return p->all.failed ? fl_error_set(err, FL_ELIMIT, "%.*s: there are more than %d presets",
				       FL_ARG(path), PRESETS_MAX)
			     : 0;
}

/* Note what the file includes, to be read after it. */
static void note_included(struct presets *p, const struct fl_json *root, struct fl_slice path)
{
	const struct fl_json *list = fl_json_get(root, "include");
	for (const struct fl_json *v = list ? list->child : NULL; v; v = v->next) {
		struct fl_slice to = fl_arena_printf(p->a, "%.*s%.*s",
			FL_ARG(fl_slice_head(path, path.len - fl_path_name(path).len)),
			FL_ARG(fl_json_str(v)));
		bool leaves = false;
		to = fl_path_straight(p->a, to, &leaves);
		struct fl_slice *next = leaves || is_read(p, to) ? NULL : fl_vec_add(&p->files);
		if (next)
			*next = to;
	}
}

static int read_all(struct presets *p, struct fl_error *err)
{
	struct fl_slice *first = fl_vec_add(&p->files);
	int rc = first ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory");
	if (first)
		*first = fl_arena_printf(p->a, "%.*s%sCMakePresets.json", FL_ARG(p->directory),
			p->directory.len ? "/" : "");
	for (size_t i = 0; i < p->files.len && rc == 0; i++) {
		const struct fl_json *root;
		struct fl_slice path = *(struct fl_slice *)fl_vec_at(&p->files, i);
		rc = read_one(p, path, &root, err);
		if (rc == 0)
			note_included(p, root, path);
	}
	return rc ? rc : fl_arena_error(p->a, "the presets", err);
}

static const struct preset *find(const struct presets *p, struct fl_slice name)
{
	for (size_t i = 0; i < p->all.len; i++) {
		const struct preset *preset = fl_vec_at(&p->all, i);
		if (fl_slice_eq(preset->name, name))
			return preset;
	}
	return NULL;
}

/* What "${name}" stands for in a preset, or what is not known. */
static struct fl_slice macro(
	const struct presets *p, const struct preset *preset, struct fl_slice name)
{
	struct fl_slice generator = fl_json_str(fl_json_get(preset->v, "generator"));
	if (fl_slice_eqs(name, "sourceDir"))
		return fl_arena_printf(p->a, CM_SOURCE_ROOT "%s%.*s", p->directory.len ? "/" : "",
			FL_ARG(p->directory));
	if (fl_slice_eqs(name, "fileDir"))
		return fl_arena_printf(
			p->a, CM_SOURCE_ROOT "/%.*s", FL_ARG(fl_path_directory(preset->at.file)));
	if (fl_slice_eqs(name, "presetName"))
		return preset->name;
	if (fl_slice_eqs(name, "generator") && generator.len)
		return generator;
	if (fl_slice_eqs(name, "hostSystemName"))
		return FL_S("Linux");
	if (fl_slice_eqs(name, "dollar"))
		return FL_S("$");
	return fl_slice_eqs(name, "pathListSep") ? FL_S(":") : CM_HOLE_S;
}

/* The length of how a macro begins here; 0: it is none. */
static size_t begins_macro(struct fl_slice text)
{
	static const char *const begins[] = {"${", "$env{", "$penv{", "$vendor{"};
	for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
		if (fl_slice_starts(text, begins[i]))
			return strlen(begins[i]);
	return 0;
}

/* A value with its macros replaced: ${…}; $env{…}, $penv{…} and $vendor{…} are not known. */
static struct fl_slice expand(
	const struct presets *p, const struct preset *preset, struct fl_slice text)
{
	struct fl_buf out;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	while (text.len) {
		size_t begin = begins_macro(text);
		ptrdiff_t close = begin ? fl_slice_chr(text, '}') : -1;
		if (close < 0) {
			fl_buf_char(&out, *text.ptr);
			text = fl_slice_skip(text, 1);
			continue;
		}
		struct fl_slice name = fl_slice(text.ptr + begin, (size_t)close - begin);
		fl_buf_slice(&out, begin == 2 ? macro(p, preset, name) : CM_HOLE_S);
		text = fl_slice_skip(text, (size_t)close + 1);
	}
	struct fl_slice value = out.failed ? CM_HOLE_S : fl_arena_slice(p->a, fl_buf_view(&out));
	fl_buf_release(&out);
	return value;
}

/* What came first stays: a preset's own before what it inherits. */
static void put(struct presets *p, const struct preset *preset, struct fl_slice name,
	const struct fl_json *v)
{
	struct plat_given *to = NULL;
	for (size_t i = 0; i < p->given.len; i++)
		if (fl_slice_eq(((struct plat_given *)fl_vec_at(&p->given, i))->name, name))
			return;
	const struct fl_json *value = v->type == FL_JOBJECT ? fl_json_get(v, "value") : v;
	if (name.len && value && (to = fl_vec_add(&p->given)))
		*to = (struct plat_given){.name = name, .at = preset->at};
	if (to && value->type == FL_JTEXT)
		to->value = expand(p, preset, value->text);
	else if (to && value->type == FL_JBOOL)
		to->value = value->num ? FL_S("TRUE") : FL_S("FALSE");
}

static int take(struct presets *p, const struct preset *preset, int depth, struct fl_error *err);

static int take_inherited(struct presets *p, const struct preset *preset, struct fl_slice name,
	int depth, struct fl_error *err)
{
	const struct preset *from = find(p, name);
	if (!from)
		return fl_error_set(err, FL_EPARSE,
			"%.*s:%lld: it inherits \"%.*s\", which is not there",
			FL_ARG(preset->at.file), (long long)preset->at.line, FL_ARG(name));
	return take(p, from, depth + 1, err);
}

static int take(struct presets *p, const struct preset *preset, int depth, struct fl_error *err)
{
	const struct fl_json *variables = fl_json_get(preset->v, "cacheVariables");
	const struct fl_json *toolchain = fl_json_get(preset->v, "toolchainFile");
	const struct fl_json *inherits = fl_json_get(preset->v, "inherits");
	int rc = 0;
	if (depth > INHERITS_MAX)
		return fl_error_set(err, FL_EPARSE, "%.*s:%lld: it inherits itself, or too much",
			FL_ARG(preset->at.file), (long long)preset->at.line);
	for (const struct fl_json *v = variables ? variables->child : NULL; v; v = v->next)
		put(p, preset, v->key, v);
	if (toolchain)
		put(p, preset, FL_S("CMAKE_TOOLCHAIN_FILE"), toolchain);
	if (inherits && inherits->type == FL_JTEXT)
		return take_inherited(p, preset, inherits->text, depth, err);
	for (const struct fl_json *v = inherits ? inherits->child : NULL; v && !rc; v = v->next)
		rc = take_inherited(p, preset, fl_json_str(v), depth, err);
	if (rc == 0 && p->given.failed)
		rc = fl_error_set(
			err, FL_ELIMIT, "a preset sets more than %d variables", GIVEN_MAX);
	return rc;
}

static int begin(struct presets *p, struct plat_tree *tree, struct fl_slice directory,
	struct fl_arena *a, struct fl_error *err)
{
	*p = (struct presets){.tree = tree, .a = a, .directory = directory};
	fl_vec_init(&p->all, sizeof(struct preset), PRESETS_MAX);
	fl_vec_init(&p->files, sizeof(struct fl_slice), FILES_MAX);
	fl_vec_init(&p->given, sizeof(struct plat_given), GIVEN_MAX);
	return read_all(p, err);
}

static void end(struct presets *p)
{
	fl_vec_release(&p->all);
	fl_vec_release(&p->files);
	fl_vec_release(&p->given);
}

static int no_preset(const struct presets *p, struct fl_slice name, struct fl_error *err)
{
	struct fl_buf names;
	fl_buf_init(&names, 1 << 9); /* what does not go in is left out */
	for (size_t i = 0; i < p->all.len; i++) {
		const struct preset *preset = fl_vec_at(&p->all, i);
		if (!preset->hidden)
			fl_buf_printf(
				&names, "%s%.*s", names.len ? ", " : "", FL_ARG(preset->name));
	}
	int rc = fl_error_set(err, FL_ENOTFOUND,
		"CMakePresets.json: no configure preset \"%.*s\" may be chosen; there are: %.*s",
		FL_ARG(name), FL_ARG(fl_buf_view(&names)));
	fl_buf_release(&names);
	return rc;
}

int plat_cmake_preset(struct plat_tree *tree, struct fl_slice directory, struct fl_slice name,
	struct fl_arena *a, struct fl_list *ret_given, struct fl_error *err)
{
	struct presets p;
	int rc = begin(&p, tree, directory, a, err);
	const struct preset *preset = rc ? NULL : find(&p, name);
	if (rc == 0)
		rc = preset && !preset->hidden ? take(&p, preset, 0, err)
					       : no_preset(&p, name, err);
	if (rc == 0) {
		size_t kept = 0;
		struct plat_given *all = (void *)p.given.data;
		for (size_t i = 0; i < p.given.len; i++)
			if (all[i].value.ptr)
				all[kept++] = all[i];
		p.given.len = kept;
		*ret_given = fl_vec_freeze(&p.given, a);
		rc = fl_arena_error(a, "the presets", err);
	}
	end(&p);
	return rc;
}

/* The toolchain file of one preset, or NULL: it has none. */
static const struct plat_given *toolchain_of(struct presets *p, const struct preset *preset)
{
	struct fl_error err;
	p->given.len = 0;
	if (take(p, preset, 0, &err))
		return NULL;
	for (size_t i = 0; i < p->given.len; i++) {
		const struct plat_given *g = fl_vec_at(&p->given, i);
		if (fl_slice_eqs(g->name, "CMAKE_TOOLCHAIN_FILE") && plat_cm_known(g->value))
			return g;
	}
	return NULL;
}

/* Is it a file of the tree? */
static bool is_there(struct presets *p, struct fl_slice path)
{
	const struct fl_slice root = FL_S(CM_SOURCE_ROOT "/");
	bool leaves = false;
	if (fl_slice_starts_with(path, root))
		path = fl_slice_skip(path, root.len);
	path = fl_path_straight(p->a, path, &leaves);
	return !leaves && plat_tree_has_file(p->tree, path);
}

bool plat_cm_presets_toolchain(struct plat_tree *tree, struct fl_slice directory,
	struct fl_arena *a, struct plat_given *ret_given)
{
	struct presets p;
	struct fl_error err;
	bool same = begin(&p, tree, directory, a, &err) == 0, any = false;
	for (size_t i = 0; same && i < p.all.len; i++) {
		const struct preset *preset = fl_vec_at(&p.all, i);
		const struct plat_given *g = preset->hidden ? NULL : toolchain_of(&p, preset);
		if (preset->hidden)
			continue;
		same = g && (!any || fl_slice_eq(g->value, ret_given->value));
		if (same && !any)
			*ret_given = *g;
		any = true;
	}
	same = same && any && is_there(&p, ret_given->value);
	end(&p);
	return same;
}
