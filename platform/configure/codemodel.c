#include "platform/configure/codemodel.h"

#include "base/json.h"
#include "base/path.h"
#include "platform/configure/grow.h"
#include "platform/configure/words.h"

enum { INDEXED_MAX = 1 << 16, KNOWN_MAX = 64, LOOKUPS_MAX = 1 << 10 };

/* An array of a JSON value, to be asked by index. */
struct indexed {
	const struct fl_json **at;
	size_t len;
};

struct reader {
	const struct fl_list *files;
	const struct plat_trace *places;
	struct fl_arena *arena;
	struct plat_grow grow;
	struct indexed nodes, commands, node_files; /* of the target's backtraces */
	struct indexed sources; /* of the target */
	struct plat_place at; /* of the target */
	/* Flags of variables, which nearly all targets share: looked up once each, so many at most. */
	struct {
		struct fl_slice flag;
		struct plat_place at;
	} known[KNOWN_MAX];
	size_t lookups;
};

static int index_array(const struct fl_json *array, struct fl_arena *a, struct indexed *ret_indexed)
{
	size_t len = 0;
	const struct fl_json *first = array && array->type == FL_JARRAY ? array->child : NULL;
	for (const struct fl_json *v = first; v && len < INDEXED_MAX; v = v->next)
		len++;
	ret_indexed->at = fl_arena_array(a, len + 1, sizeof(struct fl_json *));
	ret_indexed->len = ret_indexed->at ? len : 0;
	const struct fl_json *v = first;
	for (size_t i = 0; i < ret_indexed->len; i++, v = v->next)
		ret_indexed->at[i] = v;
	return a->failed;
}

static const struct fl_json *index_at(const struct indexed *array, int64_t i)
{
	return i >= 0 && (uint64_t)i < array->len ? array->at[i] : NULL;
}

/*
 * The line that a backtrace leads to: the nearest that is in the project. *ret_command: its name.
 */
static struct plat_place place_of(
	const struct reader *r, const struct fl_json *node_index, struct fl_slice *ret_command)
{
	struct plat_place at = {0};
	int64_t i = fl_json_int(node_index, -1);
	for (int depth = 0; depth < 64 && i >= 0; depth++) {
		const struct fl_json *node = index_at(&r->nodes, i);
		struct fl_slice file = fl_json_str(
			index_at(&r->node_files, fl_json_int(fl_json_get(node, "file"), -1)));
		if (file.len && plat_grow_path(r->arena, FL_S(PLAT_BOX_SOURCE), file, &at.file)) {
			at.line = fl_json_int(fl_json_get(node, "line"), 0);
			if (ret_command)
				*ret_command = fl_json_str(index_at(&r->commands,
					fl_json_int(fl_json_get(node, "command"), -1)));
			return at;
		}
		i = fl_json_int(fl_json_get(node, "parent"), -1);
	}
	return at;
}

static enum plat_languages language_of(struct fl_slice name)
{
	if (fl_slice_eqs(name, "C"))
		return PLAT_FOR_C;
	return fl_slice_eqs(name, "CXX") ? PLAT_FOR_CXX : (enum plat_languages)0;
}

/* The line of a -std=: the backtrace names the target's own where a variable said so. */
static struct plat_place standard_place(
	const struct reader *r, const struct fl_json *group, enum plat_languages language)
{
	const struct fl_json *standard = fl_json_get(group, "languageStandard");
	const struct fl_json *traces = fl_json_get(standard, "backtraces");
	struct fl_slice command = {0};
	struct plat_place at = place_of(r, traces ? traces->child : NULL, &command);
	if (!at.file.len || fl_slice_starts(command, "add_"))
		plat_trace_standard(
			r->places, language, fl_json_str(fl_json_get(standard, "standard")), &at);
	return at;
}

/* The line of a flag that has no backtrace. */
static struct plat_place flag_place(struct reader *r, struct fl_slice flag)
{
	struct plat_place at = {0};
	for (size_t i = 0; i < r->lookups && i < KNOWN_MAX; i++)
		if (fl_slice_eq(r->known[i].flag, flag))
			return r->known[i].at;
	if (r->lookups == LOOKUPS_MAX)
		return at;
	plat_trace_flag(r->places, flag, &at);
	r->known[r->lookups % KNOWN_MAX].flag = flag;
	r->known[r->lookups++ % KNOWN_MAX].at = at;
	return at;
}

/* The flags of one fragment. */
static int add_fragment(struct reader *r, const struct fl_json *group,
	const struct fl_json *fragment, enum plat_languages language, struct fl_vec *to)
{
	struct fl_slice rest = fl_json_str(fl_json_get(fragment, "fragment")), word;
	struct plat_place at = place_of(r, fl_json_get(fragment, "backtrace"), NULL);
	enum plat_word kind;
	int rc = 0;
	while (rc == 0 && (kind = plat_word_next(&rest, r->arena, &word)) != PLAT_WORD_END) {
		struct plat_place here = at;
		if (kind != PLAT_WORD_TEXT || fl_slice_starts(word, "-I"))
			continue;
		if (!at.file.len && fl_slice_starts(word, "-std="))
			here = standard_place(r, group, language);
		if (!here.file.len)
			here = flag_place(r, word);
		rc = plat_grow_setting(to, PLAT_FLAG, language, word, here);
	}
	return rc;
}

static int add_defines(const struct reader *r, const struct fl_json *group,
	enum plat_languages language, struct fl_vec *to)
{
	const struct fl_json *list = fl_json_get(group, "defines");
	int rc = 0;
	for (const struct fl_json *v = list ? list->child : NULL; v && rc == 0; v = v->next)
		rc = plat_grow_setting(to, PLAT_FLAG, language,
			fl_arena_printf(
				r->arena, "-D%.*s", FL_ARG(fl_json_str(fl_json_get(v, "define")))),
			place_of(r, fl_json_get(v, "backtrace"), NULL));
	return rc;
}

/* All settings of a compile group. */
static int read_group(struct reader *r, const struct fl_json *group, enum plat_languages language,
	struct fl_list *ret_settings)
{
	struct fl_vec v;
	const struct fl_json *list = fl_json_get(group, "compileCommandFragments");
	fl_vec_init(&v, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	int rc = 0;
	for (const struct fl_json *f = list ? list->child : NULL; f && rc == 0; f = f->next)
		rc = add_fragment(r, group, f, language, &v);
	rc = rc ? rc : add_defines(r, group, language, &v);
	if (rc == 0) {
		*ret_settings = fl_vec_freeze(&v, r->arena);
		rc = r->arena->failed;
	}
	fl_vec_release(&v);
	return rc;
}

static int add_sources(struct reader *r, const struct fl_json *group, struct fl_list settings)
{
	const struct fl_json *list = fl_json_get(group, "sourceIndexes");
	int rc = 0;
	for (const struct fl_json *v = list ? list->child : NULL; v && rc == 0; v = v->next) {
		const struct fl_json *source = index_at(&r->sources, fl_json_int(v, -1));
		const struct fl_json *made = fl_json_get(source, "isGenerated");
		struct fl_slice path = fl_json_str(fl_json_get(source, "path"));
		if (path.len && !(made && made->num) &&
			plat_grow_path(r->arena, FL_S(PLAT_BOX_SOURCE), path, &path))
			rc = plat_grow_source(&r->grow, path, settings);
	}
	return rc;
}

static int read_groups(struct reader *r, const struct fl_json *target)
{
	const struct fl_json *list = fl_json_get(target, "compileGroups");
	int rc = 0;
	for (const struct fl_json *g = list ? list->child : NULL; g && rc == 0; g = g->next) {
		struct fl_list settings;
		enum plat_languages l = language_of(fl_json_str(fl_json_get(g, "language")));
		if (!l)
			continue;
		rc = read_group(r, g, l, &settings);
		rc = rc ? rc : add_sources(r, g, settings);
	}
	return rc;
}

/* What it is linked with: flags as they are, libraries of the system as -lNAME. */
static int read_link(struct reader *r, const struct fl_json *target)
{
	const struct fl_json *link = fl_json_get(target, "link");
	const struct fl_json *list = fl_json_get(link, "commandFragments");
	int rc = 0;
	for (const struct fl_json *f = list ? list->child : NULL; f && rc == 0; f = f->next) {
		struct fl_slice rest = fl_json_str(fl_json_get(f, "fragment")), word;
		struct plat_place at = place_of(r, fl_json_get(f, "backtrace"), NULL);
		enum plat_word kind;
		while (rc == 0 &&
			(kind = plat_word_next(&rest, r->arena, &word)) != PLAT_WORD_END) {
			struct fl_slice library = plat_word_library(word, r->arena);
			word = library.len ? library : word;
			if (kind != PLAT_WORD_TEXT || !fl_slice_starts(word, "-"))
				continue;
			rc = plat_grow_setting(
				&r->grow.settings, PLAT_LINK, PLAT_FOR_ALL, word, at);
		}
	}
	return rc;
}

static bool kind_of(struct fl_slice type, enum plat_target_kind *ret_kind)
{
	static const struct {
		const char *type;
		enum plat_target_kind kind;
	} kinds[] = {
		{"EXECUTABLE", PLAT_PROGRAM},
		{"STATIC_LIBRARY", PLAT_STATIC_LIBRARY},
		{"SHARED_LIBRARY", PLAT_SHARED_LIBRARY},
		{"MODULE_LIBRARY", PLAT_LOADABLE},
		{"OBJECT_LIBRARY", PLAT_OBJECTS},
	};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (fl_slice_eqs(type, kinds[i].type)) {
			*ret_kind = kinds[i].kind;
			return true;
		}
	return false;
}

static int read_target(struct reader *r, struct fl_slice text, struct fl_error *err)
{
	const struct fl_json *target;
	enum plat_target_kind kind;
	int rc = fl_json_parse(text, r->arena, &target, err);
	if (rc || !kind_of(fl_json_str(fl_json_get(target, "type")), &kind))
		return rc;
	const struct fl_json *graph = fl_json_get(target, "backtraceGraph");
	rc = index_array(fl_json_get(graph, "nodes"), r->arena, &r->nodes);
	rc = rc ? rc : index_array(fl_json_get(graph, "commands"), r->arena, &r->commands);
	rc = rc ? rc : index_array(fl_json_get(graph, "files"), r->arena, &r->node_files);
	rc = rc ? rc : index_array(fl_json_get(target, "sources"), r->arena, &r->sources);
	r->at = place_of(r, fl_json_get(target, "backtrace"), NULL);
	rc = rc ? rc : read_groups(r, target);
	rc = rc ? rc : read_link(r, target);
	return rc ? rc
		  : plat_grow_target(
			    &r->grow, fl_json_str(fl_json_get(target, "name")), kind, r->at);
}

/* The compiler's command as one calls it: CMake was told "/usr/bin/c++" and knows what that is. */
static struct fl_slice compiler_name(const struct fl_json *compiler, bool cxx)
{
	struct fl_slice id = fl_json_str(fl_json_get(compiler, "id"));
	struct fl_slice name = fl_path_name(fl_json_str(fl_json_get(compiler, "path")));
	bool plain = fl_slice_eqs(name, "cc") || fl_slice_eqs(name, "c++");
	if (plain && fl_slice_eqs(id, "GNU"))
		return cxx ? FL_S("g++") : FL_S("gcc");
	if (plain && fl_slice_eqs(id, "Clang"))
		return cxx ? FL_S("clang++") : FL_S("clang");
	return name;
}

static int read_toolchains(struct reader *r, struct fl_error *err)
{
	const struct fl_json *v = NULL;
	struct fl_slice text = plat_reply_starting(r->files, "toolchains-v1-");
	int rc = text.len ? fl_json_parse(text, r->arena, &v, err) : 0;
	const struct fl_json *list = fl_json_get(v, "toolchains");
	for (v = list ? list->child : NULL; v && rc == 0; v = v->next) {
		enum plat_languages l = language_of(fl_json_str(fl_json_get(v, "language")));
		const struct fl_json *compiler = fl_json_get(v, "compiler");
		struct fl_slice name = compiler_name(compiler, l == PLAT_FOR_CXX);
		if (!l || !name.len)
			continue;
		rc = plat_grow_setting(
			&r->grow.own, PLAT_COMPILER, l, name, (struct plat_place){0});
		if (rc == 0)
			((struct plat_setting *)fl_vec_at(&r->grow.own, r->grow.own.len - 1))
				->version = fl_json_str(fl_json_get(compiler, "version"));
	}
	return rc;
}

static int read_build(struct reader *r, const struct fl_json *configuration, struct fl_error *err)
{
	const struct fl_json *v = NULL;
	struct fl_slice text = plat_reply_starting(r->files, "index-");
	int rc = text.len ? fl_json_parse(text, r->arena, &v, err) : 0;
	const struct plat_place nowhere = {0};
	struct fl_slice type = fl_json_str(fl_json_get(configuration, "name"));
	const struct fl_json *cmake = fl_json_get(fl_json_get(v, "cmake"), "version");
	if (rc == 0)
		rc = plat_grow_setting(
			&r->grow.own, PLAT_BUILD, PLAT_FOR_ALL, FL_S("cmake"), nowhere);
	if (rc == 0)
		((struct plat_setting *)fl_vec_at(&r->grow.own, r->grow.own.len - 1))->version =
			fl_json_str(fl_json_get(cmake, "string"));
	if (rc == 0 && type.len)
		rc = plat_grow_setting(&r->grow.own, PLAT_BUILD_TYPE, PLAT_FOR_ALL, type, nowhere);
	return rc;
}

static int read_model(struct reader *r, struct fl_error *err)
{
	const struct fl_json *model;
	struct fl_slice text = plat_reply_starting(r->files, "codemodel-v2-");
	if (!text.len)
		return fl_error_set(err, FL_EPARSE, "CMake's reply has no codemodel");
	int rc = fl_json_parse(text, r->arena, &model, err);
	const struct fl_json *configurations = rc ? NULL : fl_json_get(model, "configurations");
	const struct fl_json *first = configurations ? configurations->child : NULL;
	const struct fl_json *targets = fl_json_get(first, "targets");
	rc = rc ? rc : read_build(r, first, err);
	rc = rc ? rc : read_toolchains(r, err);
	for (const struct fl_json *t = targets ? targets->child : NULL; t && rc == 0; t = t->next) {
		struct fl_slice file = fl_json_str(fl_json_get(t, "jsonFile"));
		text = plat_reply_file(r->files, file);
		rc = text.len ? read_target(r, text, err)
			      : fl_error_set(
					err, FL_EPARSE, "CMake's reply lacks %.*s", FL_ARG(file));
	}
	return rc;
}

int plat_codemodel_read(const struct fl_list *files, const struct plat_trace *places,
	struct fl_arena *a, struct plat_project *ret_project, struct fl_error *err)
{
	struct reader r = {.files = files, .places = places, .arena = a};
	plat_grow_init(&r.grow, a);
	int rc = read_model(&r, err);
	return plat_grow_finish(&r.grow, rc, "CMake's reply", ret_project, err);
}
