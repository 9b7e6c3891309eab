#include "platform/needs/needs.h"

#include "platform/libs/libs.h"
#include "platform/needs/list.h"

struct packages {
	struct plat_packages of_tree;
	struct fl_list names;
};

static bool holds(const struct fl_slice *names, size_t count, struct fl_slice name)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_eq(names[i], name))
			return true;
	return false;
}

/*
 * Of a package that no table has: its name without "lib", versions and separators, so that
 * "libgeoclue-2-dev" is found as "libgeoclue-2.0". No name of a table begins with '~'.
 */
static struct fl_slice plain(struct fl_slice name, struct fl_arena *a)
{
	char *copy = fl_arena_alloc(a, name.len + 2);
	size_t n = 0;
	if (!copy)
		return FL_S("");
	if (name.len > 4 && fl_slice_starts(name, "lib"))
		name = fl_slice_skip(name, 3);
	while (name.len > 1 && strchr("0123456789.-_", name.ptr[name.len - 1]))
		name.len--;
	copy[n++] = '~';
	for (size_t i = 0; i < name.len; i++)
		if (!(name.ptr[i] && strchr("-_.", name.ptr[i])))
			copy[n++] =
				(char)(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? name.ptr[i] | 0x20
										: name.ptr[i]);
	return fl_slice(copy, n);
}

static bool has(const struct plat_packages *p, enum plat_named by, struct fl_slice name)
{
	const struct packages *all = (const struct packages *)p;
	struct fl_arena a;
	fl_arena_init(&a, 4096);
	struct fl_slice library = by == PLAT_NAMED_PACKAGE ? plat_lib_of_package(name, &a)
				  : by == PLAT_NAMED_LINK  ? plat_lib_of_link(name, &a)
							   : plat_lib_of_header(name);
	bool found =
		library.len && (holds(all->names.items, all->names.len, library) ||
				       holds(all->names.items, all->names.len, plain(name, &a)));
	fl_arena_release(&a);
	return found;
}

/* A library, and what comes with it. */
static void add(struct needs *n, struct fl_slice library)
{
	struct fl_slice along = plat_lib_along_with(library), other;
	if (!library.len || n->names.len == PLAT_NEEDS_MAX ||
		holds(fl_vec_at(&n->names, 0), n->names.len, library))
		return;
	struct fl_slice *to = fl_vec_add(&n->names);
	if (to)
		*to = fl_arena_slice(n->a, library);
	while ((other = plat_needs_word(&along, ",")).len)
		add(n, other);
}

void plat_needs_module(struct needs *n, struct fl_slice module)
{
	if (fl_slice_chr(module, '$') < 0 && fl_slice_chr(module, '@') < 0)
		add(n, plat_lib_of_package(module, n->a));
}

void plat_needs_debian(struct needs *n, struct fl_slice package)
{
	bool known = fl_slice_ends(package, "-dev") || fl_slice_eqs(package, "check");
	if (!known || fl_slice_chr(package, '$') >= 0)
		return;
	struct fl_slice library = plat_lib_of_package(package, n->a);
	add(n, library);
	if (!fl_slice_ends(library, "-dev"))
		return;
	library.len -= strlen("-dev");
	add(n, plain(library, n->a));
}

struct fl_slice plat_needs_word(struct fl_slice *rest, const char *between)
{
	size_t start = 0;
	while (start < rest->len && rest->ptr[start] && strchr(between, rest->ptr[start]))
		start++;
	*rest = fl_slice_skip(*rest, start);
	size_t n = 0;
	while (n < rest->len && !(rest->ptr[n] && strchr(between, rest->ptr[n])))
		n++;
	struct fl_slice found = fl_slice_head(*rest, n);
	*rest = fl_slice_skip(*rest, n);
	return found;
}

typedef void (*reader)(struct needs *n, struct fl_slice text);

static struct fl_slice join(struct needs *n, struct fl_slice directory, struct fl_slice name)
{
	return fl_arena_printf(
		n->a, "%.*s%s%.*s", FL_ARG(directory), directory.len ? "/" : "", FL_ARG(name));
}

/* One file of the tree, whose text is not kept. */
static void read_file(struct needs *n, struct plat_tree *tree, struct fl_slice path, reader read)
{
	struct fl_arena text_arena;
	struct fl_slice text;
	fl_arena_init(&text_arena, 2 * PLAT_FILE_MAX);
	if (plat_tree_read(tree, path, &text_arena, &text, NULL) == 0) {
		n->told = true;
		read(n, text);
	}
	fl_arena_release(&text_arena);
}

/* All files of a directory with one of the endings. */
static void read_all(struct needs *n, struct plat_tree *tree, struct fl_slice directory,
	const char *const *endings, reader read)
{
	struct fl_arena names;
	struct fl_list entries;
	size_t files = 0;
	fl_arena_init(&names, 16 << 20);
	if (plat_tree_list(tree, directory, &names, &entries, NULL))
		entries.len = 0;
	for (size_t i = 0; i < entries.len && files < PLAT_NEEDS_FILES_MAX; i++) {
		const struct plat_entry *e = (const struct plat_entry *)entries.items + i;
		bool fits =
			fl_slice_ends(e->name, endings[0]) || fl_slice_ends(e->name, endings[1]);
		if (!fits || e->is_directory)
			continue;
		files++;
		read_file(n, tree, join(n, directory, e->name), read);
	}
	fl_arena_release(&names);
}

int plat_needs_read(
	struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a, struct fl_error *err)
{
	static const char *const scripts[] = {".travis.yml", ".gitlab-ci.yml", "Dockerfile",
		".cirrus.yml", "azure-pipelines.yml"};
	static const char *const pc[] = {".pc", ".pc.in"}, *const workflows[] = {".yml", ".yaml"};
	struct needs n = {.a = a};
	struct packages *all = fl_arena_alloc(a, sizeof(*all));
	tree->packages = NULL;
	fl_vec_init(&n.names, sizeof(struct fl_slice), PLAT_NEEDS_MAX);
	read_file(&n, tree, join(&n, directory, FL_S("debian/control")), plat_needs_of_control);
	read_all(&n, tree, directory, pc, plat_needs_of_pc);
	/* what is installed for tests may be more than what it is built with: the weakest */
	if (!n.told)
		read_all(&n, tree, join(&n, directory, FL_S(".github/workflows")), workflows,
			plat_needs_of_script);
	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]) && !n.told; i++)
		read_file(&n, tree, join(&n, directory, fl_slice_str(scripts[i])),
			plat_needs_of_script);
	if (all && n.names.len) {
		*all = (struct packages){{has}, fl_vec_freeze(&n.names, a)};
		tree->packages = &all->of_tree;
	}
	fl_vec_release(&n.names);
	return fl_arena_error(a, "the packages of a project", err);
}
