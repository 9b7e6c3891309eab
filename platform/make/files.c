#include "platform/make/state.h"

/* Make takes "./x" for "x". */
static struct fl_slice plain(struct fl_slice name)
{
	while (name.len > 2 && name.ptr[0] == '.' && name.ptr[1] == '/') {
		name = fl_slice_skip(name, 2);
		while (name.len > 1 && name.ptr[0] == '/')
			name = fl_slice_skip(name, 1);
	}
	return name;
}

struct mk_file *plat_mk_file(struct mk_maker *m, struct fl_slice name, bool make)
{
	name = plain(name);
	size_t buckets = sizeof(m->files) / sizeof(m->files[0]);
	struct mk_file **bucket = &m->files[plat_mk_hash(name) % buckets], *f = *bucket;
	while (f && !fl_slice_eq(f->name, name))
		f = f->next;
	if (f || !make || !plat_mk_spend(m, name.len))
		return f;
	f = fl_arena_alloc(&m->work->arena, sizeof(*f));
	if (!f)
		return NULL;
	f->name = fl_arena_slice(&m->work->arena, name);
	f->next = *bucket;
	*bucket = f;
	return f;
}

bool plat_mk_path(struct mk_maker *m, struct fl_slice name, struct fl_slice *ret_path)
{
	struct fl_arena *a = &m->work->arena;
	bool leaves = false, rooted = name.len && name.ptr[0] == MK_ROOT;
	if (!plat_mk_clear(name) || (name.len && name.ptr[0] == '/'))
		return false;
	if (rooted && name.len > 1 && name.ptr[1] != '/')
		return false;
	if (rooted)
		name = fl_slice_skip(name, 1);
	else if (m->dir.len)
		name = fl_arena_printf(a, "%.*s/%.*s", FL_ARG(m->dir), FL_ARG(name));
	name = fl_path_straight(a, name, &leaves);
	if (leaves && !rooted)
		return false;
	*ret_path = name;
	return true;
}

bool plat_mk_exists(struct mk_maker *m, struct fl_slice name)
{
	struct mk_work *w = m->work;
	struct fl_slice path;
	struct fl_arena_mark mark = fl_arena_mark(&w->arena);
	if (!plat_mk_spend(m, 64 + name.len) || !plat_mk_path(m, name, &path))
		return false;
	if (!path.len)
		return true;
	struct mk_var *known = plat_mk_var_here(w->known, path);
	if (known) {
		bool exists = known->value.origin == MK_FILE;
		fl_arena_rewind(&w->arena, mark);
		return exists;
	}
	bool exists = plat_tree_has_file(w->tree, path) || plat_tree_has_directory(w->tree, path);
	struct mk_journal *journal = m->journal;
	m->journal = NULL;
	plat_mk_set_text(m, w->known, path, FL_S(""), exists ? MK_FILE : MK_DEFAULT);
	m->journal = journal;
	return exists;
}

static bool is_pattern(struct fl_slice s)
{
	return fl_slice_chr(s, '*') >= 0 || fl_slice_chr(s, '?') >= 0 || fl_slice_chr(s, '[') >= 0;
}

/* The paths that match from the part at `rest` on, beneath what is decided already. */
static void match_parts(struct mk_maker *m, struct fl_slice done, struct fl_slice rest,
	struct mk_list *l, unsigned depth)
{
	struct fl_arena *a = &m->work->arena;
	struct fl_list names;
	struct fl_slice dir;
	if (depth > 16 || !plat_mk_spend(m, 256))
		return;
	/* up to the first part that is a pattern, nothing is to be listed */
	size_t end = 0, start = 0;
	while (end < rest.len && !is_pattern(fl_slice(rest.ptr + start, end - start))) {
		if (rest.ptr[end] == '/')
			start = end + 1;
		end++;
	}
	if (end == rest.len && !is_pattern(fl_slice(rest.ptr + start, end - start))) {
		struct fl_slice all = fl_arena_printf(a, "%.*s%.*s", FL_ARG(done), FL_ARG(rest));
		if (plat_mk_exists(m, all))
			plat_mk_put(l, all, false);
		return;
	}
	while (end < rest.len && rest.ptr[end] != '/')
		end++;
	struct fl_slice pattern = fl_slice(rest.ptr + start, end - start);
	struct fl_slice behind = fl_slice_skip(rest, end);
	done = fl_arena_printf(a, "%.*s%.*s", FL_ARG(done), FL_ARG(fl_slice_head(rest, start)));
	if (!plat_mk_path(m, done.len ? done : FL_S("."), &dir) ||
		plat_tree_list(m->work->tree, dir, a, &names, NULL))
		return;
	const struct plat_entry *e = names.items;
	plat_mk_spend(m, 64 * names.len);
	for (size_t i = 0; i < names.len; i++) {
		if (!plat_mk_glob(pattern, e[i].name) || (behind.len && !e[i].is_directory))
			continue;
		struct fl_slice path =
			fl_arena_printf(a, "%.*s%.*s", FL_ARG(done), FL_ARG(e[i].name));
		if (behind.len)
			match_parts(m, path, behind, l, depth + 1);
		else
			plat_mk_put(l, path, false);
	}
}

void plat_mk_wildcard(struct mk_maker *m, struct fl_slice pattern, struct mk_list *l)
{
	if (pattern.len && pattern.ptr[0] == '/')
		plat_mk_put(l, FL_S("\1"), false);
	else
		match_parts(m, FL_S(""), pattern, l, 0);
}

static bool find_in(struct mk_maker *m, struct fl_slice directories, struct fl_slice name,
	struct fl_slice *ret_path)
{
	size_t start = 0;
	for (size_t i = 0; i <= directories.len; i++) {
		if (i < directories.len && directories.ptr[i] != ':' &&
			!plat_mk_blank(directories.ptr[i]))
			continue;
		struct fl_slice dir = fl_slice(directories.ptr + start, i - start);
		start = i + 1;
		if (!dir.len)
			continue;
		struct fl_slice path =
			fl_arena_printf(&m->work->arena, "%.*s/%.*s", FL_ARG(dir), FL_ARG(name));
		struct mk_file *f = plat_mk_file(m, path, false);
		if ((f && f->is_target) || plat_mk_exists(m, path)) {
			*ret_path = path;
			return true;
		}
	}
	return false;
}

struct fl_slice plat_mk_find(struct mk_maker *m, struct fl_slice name)
{
	struct fl_slice path = name;
	if (name.len && (name.ptr[0] == '/' || name.ptr[0] == MK_ROOT))
		return name;
	if (plat_mk_exists(m, name))
		return name;
	for (const struct mk_vpath *v = m->vpaths; v; v = v->next)
		if (plat_mk_match(v->pattern, name, NULL) &&
			find_in(m, v->directories, name, &path))
			return path;
	const struct mk_var *v = plat_mk_var(m->globals, FL_S("VPATH"));
	if (v && v->value.text.len)
		find_in(m, plat_mk_expanded(m, v->value.text), name, &path);
	return path;
}

bool plat_mk_need(
	struct mk_maker *m, struct mk_prerequisites *to, const struct mk_word *word, bool after)
{
	struct mk_prerequisite *p =
		plat_mk_spend(m, 32) ? fl_arena_alloc(&m->work->arena, sizeof(*p)) : NULL;
	if (!p)
		return false;
	struct fl_slice name = plain(word->text);
	*p = (struct mk_prerequisite){
		.name = name, .perhaps = word->perhaps, .unknown = word->unknown, .after = after};
	if (to->last)
		to->last->next = p;
	else
		to->first = p;
	to->last = p;
	to->len++;
	struct mk_file *f =
		word->unknown || fl_slice_chr(name, '%') >= 0 ? NULL : plat_mk_file(m, name, true);
	if (f)
		f->mentioned = true;
	return true;
}
