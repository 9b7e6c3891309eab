#include "platform/resolve/index.h"

#include <stdlib.h>

#include "base/path.h"
#include "base/source_name.h"
#include "platform/resolve/own.h"
#include "platform/resolve/settings.h"
#include "platform/source/source.h"

/* Targets that a directory's headers are looked up in; with more, those of the project are. */
enum { NEAR_MAX = 64, TARGETS_OF_FILE_MAX = 64 };

/* A source of a target. */
struct entry {
	struct fl_slice path;
	uint32_t known, target, source;
};

struct plat_index {
	struct plat_known known[PLAT_KNOWN_MAX];
	size_t known_count;
	const struct plat_compiler *compilers;
	struct fl_arena *a;
	struct entry *entries; /* by path, then the best known */
	size_t entry_count;
	struct fl_slice *names; /* of all targets, sorted */
	size_t name_count;
	/* What targets claim, once they are asked: by known, target, language. */
	struct plat_claims **made[PLAT_KNOWN_MAX];
	struct plat_claims *all[PLAT_CXX + 1]; /* what all have in common */
};

static int by_path(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int order = fl_slice_cmp(a->path, b->path);
	if (order)
		return order;
	if (a->known != b->known)
		return a->known < b->known ? -1 : 1;
	return a->target < b->target ? -1 : a->target > b->target;
}

static int by_name(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

static const struct plat_target *target_at(const struct plat_index *x, size_t known, size_t target)
{
	const struct plat_target *targets = x->known[known].project->targets.items;
	return &targets[target];
}

static size_t target_count(const struct plat_index *x, size_t known)
{
	return x->known[known].project->targets.len;
}

static void count_all(struct plat_index *x)
{
	for (size_t k = 0; k < x->known_count; k++)
		for (size_t t = 0; t < target_count(x, k); t++) {
			x->entry_count += target_at(x, k, t)->sources.len;
			x->name_count++;
		}
}

static int fill(struct plat_index *x, struct fl_error *err)
{
	size_t e = 0, n = 0;
	count_all(x);
	if (x->entry_count > PLAT_INDEX_MAX)
		return fl_error_set(
			err, FL_ELIMIT, "the project has more than %d sources", PLAT_INDEX_MAX);
	x->entries = fl_arena_array(x->a, x->entry_count + 1, sizeof(*x->entries));
	x->names = fl_arena_array(x->a, x->name_count + 1, sizeof(*x->names));
	for (size_t k = 0; k < x->known_count && x->entries && x->names; k++) {
		x->made[k] = fl_arena_array(
			x->a, target_count(x, k) * 2 + 1, sizeof(struct plat_claims *));
		for (size_t t = 0; t < target_count(x, k); t++) {
			const struct plat_target *target = target_at(x, k, t);
			const struct plat_source *sources = target->sources.items;
			/* one that only hands on what another package has is called as that is */
			if (target->sources.len || target->sources_unsure ||
				target->kind != PLAT_OBJECTS)
				x->names[n++] = target->name;
			for (size_t s = 0; s < target->sources.len; s++)
				x->entries[e++] = (struct entry){
					sources[s].path, (uint32_t)k, (uint32_t)t, (uint32_t)s};
		}
	}
	int rc = fl_arena_error(x->a, "the index of a project", err);
	if (rc)
		return rc;
	x->name_count = n;
	qsort(x->entries, x->entry_count, sizeof(*x->entries), by_path);
	qsort(x->names, x->name_count, sizeof(*x->names), by_name);
	return 0;
}

int plat_index_new(const struct plat_known *known, size_t count,
	const struct plat_compiler *compilers, struct fl_arena *a, struct plat_index **ret_index,
	struct fl_error *err)
{
	struct plat_index *x = fl_arena_alloc(a, sizeof(*x));
	if (!x)
		return fl_arena_error(a, "the index of a project", err);
	for (; x->known_count < count && x->known_count < PLAT_KNOWN_MAX; x->known_count++)
		x->known[x->known_count] = known[x->known_count];
	x->compilers = compilers;
	x->a = a;
	int rc = fill(x, err);
	if (rc)
		return rc;
	*ret_index = x;
	return 0;
}

/* "foo", where a target is called so or "libfoo". */
static bool is_own(const void *context, struct fl_slice name)
{
	const struct plat_index *x = context;
	struct fl_slice key = name;
	if (!name.len || bsearch(&key, x->names, x->name_count, sizeof(*x->names), by_name))
		return true;
	char with_lib[128] = "lib";
	if (name.len > sizeof(with_lib) - 3)
		return false;
	memcpy(with_lib + 3, name.ptr, name.len);
	key = fl_slice(with_lib, name.len + 3);
	return bsearch(&key, x->names, x->name_count, sizeof(*x->names), by_name) != NULL;
}

static void take_settings(struct plat_index *x, size_t known, const struct fl_list *settings,
	bool cxx, struct plat_facts *to)
{
	struct plat_settings s;
	plat_settings_init(&s, to, cxx, x->known[known].from);
	s.is_own = is_own;
	s.context = x;
	plat_settings_take(&s, settings);
}

/* The target of that name of another source of knowledge; -1: there is none, or more than one. */
static ptrdiff_t namesake(const struct plat_index *x, size_t known, struct fl_slice name)
{
	ptrdiff_t found = -1;
	for (size_t t = 0; t < target_count(x, known); t++)
		if (name.len && fl_slice_eq(target_at(x, known, t)->name, name)) {
			if (found >= 0)
				return -1;
			found = (ptrdiff_t)t;
		}
	return found;
}

static void take_build(struct plat_index *x, size_t known, bool cxx, struct plat_facts *to)
{
	const struct fl_list *settings = &x->known[known].project->settings;
	const struct plat_setting *all = settings->items;
	for (size_t i = 0; i < settings->len; i++)
		if (all[i].what == PLAT_BUILD) {
			struct fl_list one = {settings->items, 1};
			one.items = (char *)settings->items + i * sizeof(*all);
			take_settings(x, known, &one, cxx, to);
		}
}

/* The kind of a target, by the first source of knowledge that says one. */
static enum plat_target_kind kind_of(const struct plat_index *x, size_t known, size_t target)
{
	const struct plat_target *t = target_at(x, known, target);
	enum plat_target_kind kind = t->kind;
	for (size_t k = known + 1; k < x->known_count && kind == PLAT_OTHER; k++) {
		ptrdiff_t other = namesake(x, k, t->name);
		if (other >= 0)
			kind = target_at(x, k, (size_t)other)->kind;
	}
	return kind;
}

/* Is all of what says where it runs sure? */
static bool is_sure_where(const struct plat_facts *facts)
{
	for (size_t i = 0; i < facts->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(facts, i);
		if (fact->unsure &&
			(fact->field == PLAT_FIELD_MODE || fact->field == PLAT_FIELD_ARCH ||
				fact->field == PLAT_FIELD_OS))
			return false;
	}
	return true;
}

/* Programs of build systems that build for a system run under one, if nothing speaks against it. */
static void take_kind(
	const struct plat_index *x, size_t known, size_t target, struct plat_facts *to)
{
	static const char *const hosted[] = {"cmake", "meson", "autotools", "autoconf", "automake"};
	const struct plat_target *t = target_at(x, known, target);
	enum plat_target_kind kind = kind_of(x, known, target);
	bool hosts = false;
	for (size_t i = 0; i < to->list.len; i++) {
		const struct plat_fact *fact = plat_facts_at(to, i);
		hosts |= fact->field == PLAT_FIELD_BUILD &&
			 fl_slice_is_one(fact->value, hosted, sizeof(hosted) / sizeof(*hosted));
	}
	if (!hosts || !is_sure_where(to) ||
		(kind != PLAT_PROGRAM && kind != PLAT_SHARED_LIBRARY && kind != PLAT_LOADABLE))
		return;
	plat_facts_add(to, &(struct plat_fact){.field = PLAT_FIELD_MODE,
				   .kind = PLAT_FACT_SET,
				   .from = PLAT_FROM_COMPILER,
				   .value = FL_S("user"),
				   .at = t->at,
				   .text = t->name});
}

static void take_compiler(
	const struct plat_index *x, enum plat_language language, struct plat_facts *to)
{
	if (x->compilers && x->compilers[language].major)
		plat_compiler_facts(&x->compilers[language], language, to);
}

/* All that is said of a target, and of one of its sources where that has settings of its own. */
static void target_facts(struct plat_index *x, const struct entry *e, enum plat_language language,
	bool own, struct plat_facts *to)
{
	const struct plat_target *target = target_at(x, e->known, e->target);
	const struct plat_source *sources = target->sources.items;
	bool cxx = language == PLAT_CXX;
	take_build(x, e->known, cxx, to);
	take_settings(x, e->known, &target->settings, cxx, to);
	if (own)
		take_settings(x, e->known, &sources[e->source].settings, cxx, to);
	for (size_t k = e->known + 1; k < x->known_count; k++) {
		ptrdiff_t other = namesake(x, k, target->name);
		take_build(x, k, cxx, to);
		if (other >= 0)
			take_settings(x, k, &target_at(x, k, (size_t)other)->settings, cxx, to);
	}
	take_compiler(x, language, to);
	take_kind(x, e->known, e->target, to);
}

/* Does a build file tell with what the target is linked? */
static bool is_linked(const struct plat_index *x, const struct entry *e)
{
	const struct plat_target *target = target_at(x, e->known, e->target);
	bool linked =
		x->known[e->known].from != PLAT_FROM_COMMANDS && plat_settings_tell_links(target);
	for (size_t k = e->known + 1; k < x->known_count && !linked; k++) {
		ptrdiff_t other =
			x->known[k].from == PLAT_FROM_COMMANDS ? -1 : namesake(x, k, target->name);
		linked = other >= 0 && plat_settings_tell_links(target_at(x, k, (size_t)other));
	}
	return linked;
}

static bool is_complete(const struct plat_index *x, size_t known)
{
	return x->known[known].from < PLAT_FROM_STATIC;
}

/* The claims of an entry, before its text; those of a whole target are kept, others live in a. */
static const struct plat_claims *claims_of(struct plat_index *x, const struct entry *e,
	enum plat_language language, struct fl_arena *a)
{
	const struct plat_target *target = target_at(x, e->known, e->target);
	const struct plat_source *sources = target->sources.items;
	bool own = target->sources.len && sources[e->source].settings.len;
	struct plat_claims **kept = &x->made[e->known][e->target * 2 + language];
	if (!own && *kept)
		return *kept;
	if (!own)
		a = x->a;
	struct plat_claims *claims = fl_arena_alloc(a, sizeof(*claims));
	struct plat_facts facts;
	plat_facts_init(&facts, a);
	target_facts(x, e, language, own, &facts);
	if (claims) {
		plat_claims_make(&facts, is_complete(x, e->known), a, claims);
		claims->linked = is_linked(x, e);
		claims->built = true;
	}
	plat_facts_release(&facts);
	if (!own)
		*kept = claims;
	return claims;
}

/* What targets differ in too often for one that is not known; and debug. */
static const enum plat_field own_fields[] = {
	PLAT_FIELD_LIBS, PLAT_FIELD_FEATURES, PLAT_FIELD_SANITIZERS};

/* What a file without a target is built with, as far as the project says. */
static const struct plat_claims *claims_of_project(
	struct plat_index *x, enum plat_language language)
{
	struct plat_claims *all = x->all[language];
	if (all)
		return all;
	all = fl_arena_alloc(x->a, sizeof(*all));
	if (!all)
		return NULL;
	struct plat_facts facts;
	plat_facts_init(&facts, x->a);
	for (size_t k = 0; k < x->known_count; k++)
		take_settings(x, k, &x->known[k].project->settings, language == PLAT_CXX, &facts);
	take_compiler(x, language, &facts);
	plat_claims_make(&facts, false, x->a, all);
	plat_facts_release(&facts);
	const struct plat_claims of_all_files = *all;
	bool first = true;
	for (size_t k = 0; k < x->known_count && first; k++)
		for (size_t t = 0; t < target_count(x, k); t++) {
			struct entry e = {.known = (uint32_t)k, .target = (uint32_t)t};
			const struct plat_claims *claims =
				target_at(x, k, t)->sources.len ? claims_of(x, &e, language, x->a)
								: NULL;
			if (claims && first)
				*all = *claims;
			else if (claims)
				plat_claims_common(all, claims, x->a);
			first &= !claims;
		}
	for (size_t i = 0; i < sizeof(own_fields) / sizeof(*own_fields); i++)
		all->at[own_fields[i]] = of_all_files.at[own_fields[i]];
	if (!first)
		all->at[PLAT_FIELD_DEBUG] = (struct plat_claim){.seen = false};
	all->linked = false;
	all->built = !first; /* by a target that is not known, as others are */
	x->all[language] = all;
	return all;
}

/* The first entry that is not before the path. */
static size_t lower_bound(const struct plat_index *x, struct fl_slice path)
{
	size_t low = 0, high = x->entry_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fl_slice_cmp(x->entries[middle].path, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Of the entries from `at` on, those of the next directory above the file that has any. */
static size_t near_range(
	const struct plat_index *x, struct fl_slice file, size_t *ret_from, struct fl_arena *a)
{
	struct fl_slice directory = fl_path_directory(file);
	for (;;) {
		struct fl_slice head =
			directory.len ? fl_arena_printf(a, "%.*s/", FL_ARG(directory)) : directory;
		size_t from = lower_bound(x, head), to = from;
		while (to < x->entry_count && to - from <= NEAR_MAX * 8 &&
			fl_slice_starts_with(x->entries[to].path, head))
			to++;
		*ret_from = from;
		if (to > from || !directory.len)
			return to - from;
		directory = fl_path_directory(directory);
	}
}

/* Is a header between sources of this language alone? */
static bool is_of_language(const struct entry *e, size_t count, bool want_cxx)
{
	bool cxx;
	for (size_t i = 0; i < count; i++)
		if (fl_source_is_unit(e[i].path, &cxx) && cxx != want_cxx)
			return false;
	return true;
}

/* A file, what is known of its language, and the entries that speak for it. */
struct asked {
	const struct plat_view *view;
	enum plat_language language;
	bool any_language; /* a ".h" that may be either's */
	const struct entry *entries;
	size_t count;
	bool near; /* no target compiles it: the entries are those around it */
};

static void ask(const struct plat_index *x, const struct plat_view *view, struct fl_arena *a,
	struct asked *q)
{
	size_t from = lower_bound(x, view->file), n = 0;
	*q = (struct asked){.view = view, .language = plat_language_of(view->file)};
	while (from + n < x->entry_count && fl_slice_eq(x->entries[from + n].path, view->file) &&
		x->entries[from + n].known == x->entries[from].known && n < TARGETS_OF_FILE_MAX)
		n++;
	bool cxx, unit = fl_source_is_unit(view->file, &cxx);
	q->near = n == 0;
	if (n == 0 && !unit)
		n = near_range(x, view->file, &from, a);
	q->entries = x->entries + from;
	q->count = n > NEAR_MAX * 8 ? 0 : n;
	if (view->language)
		q->language = *view->language;
	if (unit || view->language || !fl_slice_ends(view->file, ".h"))
		return;
	bool says = plat_source_says_cxx(view->text);
	if (says || (n && is_of_language(q->entries, n, true)))
		q->language = PLAT_CXX;
	else
		q->any_language = !n || !is_of_language(q->entries, n, false);
}

/* once: what another result claims, too, is left out. */
static void add_result(struct fl_vec *results, const struct plat_view *view, struct fl_slice target,
	const struct plat_claims *claims, bool once)
{
	for (size_t i = 0; once && i < results->len; i++) {
		const struct plat_result *had = fl_vec_at(results, i);
		if (plat_claims_equal(&had->claims, claims))
			return;
	}
	struct plat_result *r = fl_vec_add(results);
	if (r)
		*r = (struct plat_result){view->file, target, *claims};
}

static void each_result(
	struct plat_index *x, const struct asked *q, struct fl_vec *results, struct fl_arena *a)
{
	for (size_t i = 0; i < q->count; i++) {
		const struct plat_claims *claims = claims_of(x, &q->entries[i], q->language, a);
		if (claims)
			add_result(results, q->view,
				target_at(x, q->entries[i].known, q->entries[i].target)->name,
				claims, true);
	}
}

static void common_result(
	struct plat_index *x, const struct asked *q, struct fl_vec *results, struct fl_arena *a)
{
	struct plat_claims common = {.not_user = false};
	const struct plat_claims *last = NULL;
	struct fl_slice target = {0};
	for (size_t i = 0; i < q->count; i++) {
		const struct plat_claims *claims = claims_of(x, &q->entries[i], q->language, a);
		if (!claims || claims == last)
			continue;
		if (!last) {
			common = *claims;
			target = q->near ? target
					 : target_at(x, q->entries[i].known, q->entries[i].target)
						   ->name;
		} else {
			plat_claims_common(&common, claims, a);
			target = fl_slice(NULL, 0);
		}
		last = claims;
	}
	if (last)
		add_result(results, q->view, target, &common, true);
}

/* Flags of the caller's stand above all that the project says. */
static void take_given(
	struct plat_index *x, const struct asked *q, struct plat_result *r, struct fl_arena *a)
{
	const struct plat_fact like = {.from = PLAT_FROM_GIVEN};
	struct plat_facts facts;
	struct plat_flags flags;
	struct plat_claims given;
	plat_facts_init(&facts, a);
	plat_flags_init(&flags, &facts, q->language == PLAT_CXX);
	for (const char *const *f = q->view->flags; f && *f; f++)
		plat_flags_take(&flags, fl_slice_str(*f), &like);
	take_compiler(x, q->language, &facts);
	plat_claims_make(&facts, false, a, &given);
	for (int f = 0; f < PLAT_FIELDS; f++)
		if (given.at[f].seen && given.at[f].from == PLAT_FROM_GIVEN)
			r->claims.at[f] = given.at[f];
	r->claims.not_user |= given.not_user;
	r->claims.narrow |= given.narrow;
	plat_facts_release(&facts);
}

static void finish(
	struct plat_index *x, const struct asked *q, struct fl_vec *results, struct fl_arena *a)
{
	struct plat_facts source;
	plat_facts_init(&source, a);
	plat_source_read(q->view->text, q->language == PLAT_CXX,
		!q->view->given && !q->any_language, q->view->file, &source);
	if (q->view->tree)
		plat_own_headers_drop(q->view->tree, q->view->file, &source);
	for (size_t i = 0; i < results->len; i++) {
		struct plat_result *r = fl_vec_at(results, i);
		struct plat_claim *standard = &r->claims.at[PLAT_FIELD_STANDARD];
		if (q->view->flags)
			take_given(x, q, r, a);
		plat_claims_finish(&r->claims, &source, a);
		if (q->any_language && standard->seen && !q->view->given) {
			standard->known = false;
			standard->why = "it may be C or C++";
		}
	}
	plat_facts_release(&source);
}

static int freeze(struct fl_vec *results, struct fl_arena *a, struct fl_list *ret_results,
	struct fl_error *err)
{
	int failed = results->failed;
	struct fl_list list = fl_vec_freeze(results, a);
	fl_vec_release(results);
	int rc = fl_arena_error(a, "the contexts of a file", err);
	if (rc || failed)
		return rc ? rc : fl_error_set(err, failed, "there are too many targets");
	*ret_results = list;
	return 0;
}

int plat_index_file(struct plat_index *x, const struct plat_view *view, enum plat_targets targets,
	struct fl_arena *a, struct fl_list *ret_results, struct fl_error *err)
{
	struct asked q;
	struct fl_vec results;
	fl_vec_init(&results, sizeof(struct plat_result), PLAT_TARGETS_MAX);
	ask(x, view, a, &q);
	if (q.count && targets == PLAT_TARGETS_EACH && !q.near)
		each_result(x, &q, &results, a);
	else if (q.count)
		common_result(x, &q, &results, a);
	if (!results.len) {
		const struct plat_claims *all = claims_of_project(x, q.language);
		if (all)
			add_result(&results, view, fl_slice(NULL, 0), all, true);
	}
	finish(x, &q, &results, a);
	int rc = fl_arena_error(x->a, "the index of a project", err);
	if (rc) {
		fl_vec_release(&results);
		return rc;
	}
	return freeze(&results, a, ret_results, err);
}

/* The language of most of a target's sources. */
static enum plat_language language_of(const struct plat_target *target)
{
	const struct plat_source *sources = target->sources.items;
	size_t units[PLAT_CXX + 1] = {0};
	bool cxx;
	for (size_t s = 0; s < target->sources.len; s++)
		if (fl_source_is_unit(sources[s].path, &cxx))
			units[cxx ? PLAT_CXX : PLAT_C]++;
	return units[PLAT_CXX] > units[PLAT_C] ? PLAT_CXX : PLAT_C;
}

int plat_index_targets(struct plat_index *x, enum plat_targets targets, struct fl_arena *a,
	struct fl_list *ret_results, struct fl_error *err)
{
	struct fl_vec results;
	const struct plat_view none = {.file = {0}};
	struct plat_claims common = {.not_user = false};
	bool first = true;
	fl_vec_init(&results, sizeof(struct plat_result), PLAT_TARGETS_MAX);
	for (size_t t = 0; x->known_count && t < target_count(x, 0); t++) {
		const struct plat_target *target = target_at(x, 0, t);
		struct entry e = {.target = (uint32_t)t};
		const struct plat_claims *claims =
			target->sources.len ? claims_of(x, &e, language_of(target), a) : NULL;
		if (!claims)
			continue;
		if (targets == PLAT_TARGETS_EACH)
			add_result(&results, &none, target->name, claims, false);
		else if (first)
			common = *claims;
		else
			plat_claims_common(&common, claims, a);
		first = false;
	}
	if (!first && targets == PLAT_TARGETS_COMMON)
		add_result(&results, &none, fl_slice(NULL, 0), &common, true);
	if (first) {
		const struct plat_claims *all = claims_of_project(x, PLAT_CXX);
		if (all)
			add_result(&results, &none, fl_slice(NULL, 0), all, true);
	}
	for (size_t i = 0; i < results.len; i++)
		plat_claims_finish(
			&((struct plat_result *)fl_vec_at(&results, i))->claims, NULL, a);
	return freeze(&results, a, ret_results, err);
}
