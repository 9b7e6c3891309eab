#include "platform/resolve/own.h"

#include <stdio.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/source_name.h"

enum { BUCKETS = 256, ANSWERS_MAX = 1 << 14 };

/* Is the header, as a file of that directory includes it, the project's own? */
struct answer {
	struct answer *next; /* of its bucket */
	struct fl_slice directory, header;
	bool own;
};

struct plat_own_memo {
	struct fl_arena *a;
	size_t count;
	struct answer *buckets[BUCKETS];
};

struct plat_own_memo *plat_own_memo_new(struct fl_arena *a)
{
	struct plat_own_memo *m = fl_arena_alloc(a, sizeof(*m));
	if (m)
		m->a = a;
	return m;
}

static struct answer **bucket(
	struct plat_own_memo *m, struct fl_slice directory, struct fl_slice header)
{
	return &m->buckets[fl_fnv32(fl_fnv32(FL_FNV32, directory), header) % BUCKETS];
}

static void keep(
	struct plat_own_memo *m, struct fl_slice directory, struct fl_slice header, bool own)
{
	struct answer **to = bucket(m, directory, header);
	struct answer *new = m->count < ANSWERS_MAX ? fl_arena_alloc(m->a, sizeof(*new)) : NULL;
	if (!new)
		return;
	*new = (struct answer){
		*to, fl_arena_slice(m->a, directory), fl_arena_slice(m->a, header), own};
	m->count++;
	if (!m->a->failed)
		*to = new;
}

static bool has_file(struct plat_tree *tree, struct fl_slice directory, const char *below,
	struct fl_slice header)
{
	char path[4096];
	int n = snprintf(path, sizeof(path), "%.*s%s%s%.*s", FL_ARG(directory),
		directory.len ? "/" : "", below, FL_ARG(header));
	return n > 0 && (size_t)n < sizeof(path) && plat_tree_has_file(tree, fl_slice_str(path));
}

static bool look_for(struct plat_tree *tree, struct fl_slice directory, struct fl_slice header)
{
	static const char *const below[] = {"", "include/", "src/", "source/", "lib/"};
	for (int n = 0; n < PLAT_OWN_DIRECTORIES_MAX; n++) {
		for (size_t i = 0; i < sizeof(below) / sizeof(*below); i++)
			if (has_file(tree, directory, below[i], header))
				return true;
		if (!directory.len)
			return false;
		directory = fl_path_directory(directory);
	}
	return false;
}

static bool is_own(struct plat_tree *tree, struct fl_slice file, struct fl_slice header)
{
	struct fl_slice directory = fl_path_directory(file);
	if (!tree->own)
		return look_for(tree, directory, header);
	for (const struct answer *a = *bucket(tree->own, directory, header); a; a = a->next)
		if (fl_slice_eq(a->directory, directory) && fl_slice_eq(a->header, header))
			return a->own;
	bool own = look_for(tree, directory, header);
	keep(tree->own, directory, header, own);
	return own;
}

void plat_own_headers_drop(struct plat_tree *tree, struct fl_slice file, struct plat_facts *facts)
{
	size_t kept = 0;
	for (size_t i = 0; i < facts->list.len; i++) {
		struct plat_fact fact = *plat_facts_at(facts, i);
		bool quoted;
		struct fl_slice header = fact.field == PLAT_FIELD_LIBS
						 ? fl_source_included(fact.text, &quoted)
						 : fl_slice(NULL, 0);
		if (header.len && is_own(tree, file, header))
			continue;
		*(struct plat_fact *)fl_vec_at(&facts->list, kept++) = fact;
	}
	facts->list.len = kept;
}
