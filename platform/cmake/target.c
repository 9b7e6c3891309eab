/* Targets and what is added to them and to directories. */
#include "base/hash.h"
#include "platform/cmake/eval.h"

enum { ENTRIES_MAX = 1 << 14 };

static struct cm_target **bucket(struct cm_eval *e, struct fl_slice name)
{
	return &e->targets[fl_fnv32(FL_FNV32, name) % CM_TARGET_BUCKETS];
}

static struct cm_target *find(struct cm_eval *e, struct fl_slice name)
{
	struct cm_target *t = *bucket(e, name);
	while (t && !fl_slice_eq(t->name, name))
		t = t->next;
	return t;
}

struct cm_target *plat_cm_target(struct cm_eval *e, struct fl_slice name)
{
	struct cm_target *t = find(e, name);
	for (int i = 0; t && t->alias_of && i < 8; i++)
		t = t->alias_of;
	return t;
}

enum cm_truth plat_cm_has_target(struct cm_eval *e, struct fl_slice name)
{
	static const char of_pkg_config[] = "PkgConfig::";
	const struct cm_target *t = plat_cm_known(name) ? find(e, name) : NULL;
	if (!plat_cm_known(name))
		return CM_UNKNOWN;
	if (t && plat_cm_way_excluded(t->way, e->vars.way))
		return CM_FALSE;
	if (t)
		return plat_cm_way_implied(t->way, e->vars.way) ? CM_TRUE : CM_UNKNOWN;
	if (fl_slice_starts(name, of_pkg_config)) {
		const struct cm_value *found = plat_cm_get(
			e, fl_arena_printf(&e->scratch, "%.*s_FOUND",
				   FL_ARG(fl_slice_skip(name, sizeof of_pkg_config - 1))));
		return found ? plat_cm_is_on(found->text) : CM_UNKNOWN;
	}
	if (plat_cm_known(name) && !e->modules &&
		plat_cm_scope_get(
			e->globals, fl_arena_printf(&e->scratch, "{target %.*s}", FL_ARG(name))))
		return CM_TRUE;
	if (plat_cm_has_qt(e, name) == CM_TRUE)
		return CM_TRUE;
	/* a module asks for what it makes itself */
	bool foreign = (fl_slice_find(name, "::") >= 0 && !e->modules) ||
		       plat_cm_scope_find(e->foreign, plat_cm_lower(e, name));
	return foreign ? CM_UNKNOWN : CM_FALSE;
}

/* Variables that a new target's properties begin with: CMAKE_ before each. */
static const char *const initial[] = {"C_STANDARD", "CXX_STANDARD", "C_EXTENSIONS",
	"CXX_EXTENSIONS", "C_STANDARD_REQUIRED", "CXX_STANDARD_REQUIRED",
	"POSITION_INDEPENDENT_CODE"};

static void initialise(struct cm_eval *e, struct cm_target *t)
{
	for (size_t i = 0; i < sizeof initial / sizeof initial[0]; i++) {
		const struct cm_value *v =
			plat_cm_get(e, fl_arena_printf(&e->scratch, "CMAKE_%s", initial[i]));
		if (v)
			plat_cm_scope_set(&e->vars, t->properties, fl_slice_str(initial[i]), v);
	}
	plat_cm_set_in(e, t->properties, FL_S("{CMP0128}"),
		plat_cm_policy(e, "CMP0128", 3, 22) ? FL_S("NEW") : FL_S("OLD"));
}

/* The way that both lie in. */
static struct cm_way *common_way(struct cm_way *a, const struct cm_way *b)
{
	for (; a; a = a->parent)
		for (const struct cm_way *x = b; x; x = x->parent)
			if (x == a)
				return a;
	return NULL;
}

struct cm_target *plat_cm_target_add(
	struct cm_eval *e, struct fl_slice name, enum cm_target_kind kind)
{
	struct cm_target *t = find(e, name);
	if (t) {
		t->kind_unsure |= t->kind != kind;
		t->way = common_way(t->way, e->vars.way);
		return t;
	}
	if (e->target_count == PLAT_TARGETS_MAX) {
		plat_cm_work(e, SIZE_MAX);
		return NULL;
	}
	t = fl_arena_alloc(&e->scratch, sizeof *t);
	struct cm_scope *properties = plat_cm_scope_new(&e->vars, NULL);
	if (!t || !properties)
		return NULL;
	*t = (struct cm_target){.name = name,
		.kind = kind,
		.way = e->vars.way,
		.at = plat_cm_place(e),
		.directory = e->directory,
		.directory_options = e->directory->entries.len,
		.properties = properties};
	fl_vec_init(&t->entries, sizeof(struct cm_entry), ENTRIES_MAX);
	struct cm_target **to = bucket(e, name);
	t->next = *to;
	*to = t;
	*e->targets_end = t;
	e->targets_end = &t->following;
	e->target_count++;
	initialise(e, t);
	return t;
}

struct cm_entry *plat_cm_entry_add(
	struct cm_eval *e, struct fl_vec *entries, enum cm_entry_kind kind, struct fl_slice value)
{
	struct cm_entry *entry = fl_vec_add(entries);
	if (!entry) {
		plat_cm_work(e, SIZE_MAX);
		return NULL;
	}
	*entry = (struct cm_entry){.kind = kind,
		.value = value,
		.at = plat_cm_place(e),
		.way = e->vars.way,
		.own = true};
	return entry;
}

static bool is_visibility(struct fl_slice word, bool *own, bool *users)
{
	static const struct {
		const char *word;
		bool own, users;
	} words[] = {{"PUBLIC", true, true}, {"PRIVATE", true, false}, {"INTERFACE", false, true},
		{"LINK_PUBLIC", true, true}, {"LINK_PRIVATE", true, false},
		{"LINK_INTERFACE_LIBRARIES", false, true}};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (fl_slice_eqs(word, words[i].word)) {
			*own = words[i].own;
			*users = words[i].users;
			return true;
		}
	return false;
}

/* A path that stands relative to the current directory, absolute. */
static struct fl_slice from_here(struct cm_eval *e, struct fl_slice item)
{
	bool maybe = item.len && item.ptr[0] == CM_MAYBE;
	struct fl_slice bare = maybe ? fl_slice_skip(item, 1) : item;
	if (!bare.len || bare.ptr[0] == '/' || bare.ptr[0] == CM_HOLE ||
		bare.ptr[0] == CM_PACKAGE || bare.ptr[0] == '$')
		return item;
	bare = plat_cm_absolute(e, bare, plat_cm_current_source(e));
	return maybe ? plat_cm_maybe(e, bare) : bare;
}

static bool is_filler(enum cm_entry_kind kind, struct fl_slice word)
{
	static const char *const words[] = {"BEFORE", "AFTER", "SYSTEM"};
	static const char *const sources[] = {
		"WIN32", "MACOSX_BUNDLE", "EXCLUDE_FROM_ALL", "GLOBAL"};
	if (kind == CM_SOURCES)
		return fl_slice_is_one(word, sources, sizeof sources / sizeof sources[0]);
	return kind != CM_LINKS && fl_slice_is_one(word, words, sizeof words / sizeof words[0]);
}

/* Add the words of a command, from one on: a run of each visibility is an entry. */
static void add_words(struct cm_eval *e, struct fl_vec *entries, enum cm_entry_kind kind,
	const struct cm_args *args, size_t from, bool users)
{
	struct cm_arg *run = fl_arena_array(&e->scratch, args->n + 1, sizeof *run);
	bool own = true, next_own = true, next_users = users;
	char about = 0;
	size_t n = 0;
	for (size_t i = from; run && i <= args->n; i++) {
		struct fl_slice item = i < args->n ? args->at[i].text : FL_S("");
		bool parts = i == args->n || is_visibility(item, &next_own, &next_users);
		if (parts && n) {
			struct cm_entry *entry =
				plat_cm_entry_add(e, entries, kind, plat_cm_join(e, run, n, ";"));
			if (entry) {
				entry->own = own;
				entry->users = users;
			}
			n = 0;
		}
		if (parts) {
			own = next_own;
			users = next_users;
			continue;
		}
		if (is_filler(kind, item))
			continue;
		if (kind == CM_SOURCES && fl_slice_eqs(item, "FILE_SET"))
			return; /* headers */
		if (kind == CM_LINKS &&
			(fl_slice_eqs(item, "debug") || fl_slice_eqs(item, "optimized") ||
				fl_slice_eqs(item, "general"))) {
			about = item.ptr[0];
			continue;
		}
		if (kind == CM_INCLUDES || kind == CM_SOURCES)
			item = from_here(e, item);
		if (about == 'd')
			item = fl_arena_printf(
				&e->scratch, "$<$<CONFIG:Debug>:%.*s>", FL_ARG(item));
		else if (about == 'o')
			item = fl_arena_printf(
				&e->scratch, "$<$<NOT:$<CONFIG:Debug>>:%.*s>", FL_ARG(item));
		about = 0;
		run[n++].text = item;
	}
}

static enum cm_flow run_add_executable(struct cm_eval *e, const struct cm_args *args)
{
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	if (plat_cm_is(args, 1, "ALIAS") && args->n > 2) {
		struct cm_target *of = plat_cm_target(e, args->at[2].text);
		struct cm_target *t =
			of ? plat_cm_target_add(e, args->at[0].text, CM_EXECUTABLE) : NULL;
		if (t && t != of)
			t->alias_of = of;
		return CM_GO;
	}
	struct cm_target *t = plat_cm_target_add(e, args->at[0].text, CM_EXECUTABLE);
	if (t && plat_cm_is(args, 1, "IMPORTED"))
		t->imported = true;
	else if (t)
		add_words(e, &t->entries, CM_SOURCES, args, 1, false);
	return CM_GO;
}

static bool library_kind(struct fl_slice word, enum cm_target_kind *ret_kind)
{
	static const struct {
		const char *word;
		enum cm_target_kind kind;
	} kinds[] = {{"STATIC", CM_STATIC}, {"SHARED", CM_SHARED}, {"MODULE", CM_MODULE},
		{"OBJECT", CM_OBJECT}, {"INTERFACE", CM_INTERFACE},
		{"UNKNOWN", CM_UNKNOWN_LIBRARY}};
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (fl_slice_eqs(word, kinds[i].word)) {
			*ret_kind = kinds[i].kind;
			return true;
		}
	return false;
}

static enum cm_flow run_add_library(struct cm_eval *e, const struct cm_args *args)
{
	if (!args->n || !plat_cm_known(args->at[0].text))
		return CM_GO;
	struct fl_slice name = args->at[0].text;
	if (plat_cm_is(args, 1, "ALIAS") && args->n > 2) {
		struct cm_target *of = plat_cm_target(e, args->at[2].text);
		struct cm_target *t = of ? plat_cm_target_add(e, name, of->kind) : NULL;
		if (t && t != of)
			t->alias_of = of;
		return CM_GO;
	}
	enum cm_target_kind kind = CM_STATIC;
	bool stated = args->n > 1 && library_kind(args->at[1].text, &kind);
	enum cm_truth shared = plat_cm_is_on(plat_cm_text(e, "BUILD_SHARED_LIBS"));
	if (!stated && shared == CM_TRUE)
		kind = CM_SHARED;
	struct cm_target *t = plat_cm_target_add(e, name, kind);
	if (!t)
		return CM_GO;
	t->kind_unsure |= !stated && shared == CM_UNKNOWN;
	if (args->n > 1 && !plat_cm_known(args->at[1].text) && args->at[1].text.len < 32)
		t->kind_unsure = true;
	if (plat_cm_index(args, 1, "IMPORTED") < args->n)
		t->imported = true;
	else
		add_words(e, &t->entries, CM_SOURCES, args, stated ? 2 : 1, kind == CM_INTERFACE);
	return CM_GO;
}

/* A target whose name is not known: any may be meant, so nothing is sure of their flags. */
static enum cm_flow add_to_target(
	struct cm_eval *e, const struct cm_args *args, enum cm_entry_kind kind, bool users)
{
	if (!args->n)
		return CM_GO;
	struct cm_target *t =
		plat_cm_known(args->at[0].text) ? plat_cm_target(e, args->at[0].text) : NULL;
	if (!t)
		plat_cm_skip(e, "a target is not known: %.*s", FL_ARG(args->at[0].text));
	else
		add_words(e, &t->entries, kind, args, 1, users);
	return CM_GO;
}

static enum cm_flow run_target_sources(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_target(e, args, CM_SOURCES, false);
}

static enum cm_flow run_target_options(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_target(e, args, CM_OPTIONS, false);
}

static enum cm_flow run_target_features(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_target(e, args, CM_FEATURES, false);
}

static enum cm_flow run_target_definitions(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_target(e, args, CM_DEFINITIONS, false);
}

static enum cm_flow run_target_includes(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_target(e, args, CM_INCLUDES, false);
}

static enum cm_flow run_target_links(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_target(e, args, CM_LINKS, true);
}

static enum cm_flow run_target_link_options(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_target(e, args, CM_LINK_OPTIONS, false);
}

static enum cm_flow add_to_directory(
	struct cm_eval *e, const struct cm_args *args, enum cm_entry_kind kind)
{
	add_words(e, &e->directory->entries, kind, args, 0, false);
	return CM_GO;
}

static enum cm_flow run_options(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_directory(e, args, CM_OPTIONS);
}

static enum cm_flow run_compile_definitions(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_directory(e, args, CM_DEFINITIONS);
}

static enum cm_flow run_includes(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_directory(e, args, CM_INCLUDES);
}

static enum cm_flow run_links(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_directory(e, args, CM_LINKS);
}

static enum cm_flow run_link_options(struct cm_eval *e, const struct cm_args *args)
{
	return add_to_directory(e, args, CM_LINK_OPTIONS);
}

/* add_definitions(-DA -mavx …): definitions, and flags for all targets of the directory */
static void definitions(struct cm_eval *e, const struct cm_args *args, bool removes)
{
	for (size_t i = 0; i < args->n; i++) {
		struct fl_slice word = args->at[i].text;
		struct fl_slice bare =
			word.len && word.ptr[0] == CM_MAYBE ? fl_slice_skip(word, 1) : word;
		bool defines = fl_slice_starts(bare, "-D") || fl_slice_starts(bare, "/D");
		struct cm_entry *entry = plat_cm_entry_add(
			e, &e->directory->entries, defines ? CM_DEFINITIONS : CM_OPTIONS, word);
		if (entry) {
			entry->late = true;
			entry->removes = removes;
		}
	}
}

static enum cm_flow run_definitions(struct cm_eval *e, const struct cm_args *args)
{
	definitions(e, args, false);
	return CM_GO;
}

static enum cm_flow run_remove_definitions(struct cm_eval *e, const struct cm_args *args)
{
	definitions(e, args, true);
	return CM_GO;
}

static enum cm_flow run_custom_target(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n && plat_cm_known(args->at[0].text))
		plat_cm_target_add(e, args->at[0].text, CM_CUSTOM);
	return CM_GO;
}

const struct cm_builtin plat_cm_target_commands[] = {{"add_executable", run_add_executable},
	{"add_library", run_add_library}, {"target_sources", run_target_sources},
	{"target_compile_options", run_target_options},
	{"target_compile_features", run_target_features},
	{"target_compile_definitions", run_target_definitions},
	{"target_include_directories", run_target_includes},
	{"target_link_libraries", run_target_links},
	{"target_link_options", run_target_link_options}, {"add_compile_options", run_options},
	{"add_compile_definitions", run_compile_definitions}, {"include_directories", run_includes},
	{"link_libraries", run_links}, {"add_link_options", run_link_options},
	{"add_definitions", run_definitions}, {"remove_definitions", run_remove_definitions},
	{"add_custom_target", run_custom_target}, {0}};
