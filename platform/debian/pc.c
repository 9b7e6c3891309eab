#include "platform/debian/debian.h"
#include "platform/model/gather.h"

static void add(struct plat_gather *g, enum plat_what what, struct fl_slice value,
	struct fl_slice version, struct plat_place at)
{
	bool named = fl_slice_chr(value, '$') < 0 && fl_slice_chr(value, '@') < 0;
	struct plat_setting *s =
		named && g->settings.len < PLAT_SETTINGS_MAX ? fl_vec_add(&g->settings) : NULL;
	if (s)
		*s = (struct plat_setting){.what = what,
			.languages = PLAT_FOR_ALL,
			.value = fl_arena_slice(g->a, value),
			.version = fl_arena_slice(g->a, version),
			.at = at,
			.unsure = true};
}

static struct fl_slice word(struct fl_slice *rest)
{
	while (rest->len && strchr(" \t,\r", rest->ptr[0]) && rest->ptr[0])
		*rest = fl_slice_skip(*rest, 1);
	size_t n = 0;
	while (n < rest->len && !(rest->ptr[n] && strchr(" \t,\r", rest->ptr[n])))
		n++;
	struct fl_slice found = fl_slice_head(*rest, n);
	*rest = fl_slice_skip(*rest, n);
	return found;
}

static bool is_operator(struct fl_slice w)
{
	static const char *const operators[] = {">=", "<=", "=", "!=", ">", "<"};
	return fl_slice_is_one(w, operators, 6);
}

/* "glib-2.0 >= 2.40, zlib" */
static void add_packages(struct plat_gather *g, struct fl_slice text, struct plat_place at)
{
	for (struct fl_slice name = word(&text); name.len;) {
		struct fl_slice next = word(&text), version = FL_S("");
		if (is_operator(next)) {
			struct fl_slice number = word(&text);
			version = fl_slice(next.ptr, (size_t)(number.ptr + number.len - next.ptr));
			next = word(&text);
		}
		add(g, PLAT_LIBRARY, name, fl_slice_chr(version, '@') < 0 ? version : FL_S(""), at);
		name = next;
	}
}

static void read_pc(struct plat_gather *g, struct fl_slice text, struct fl_slice file)
{
	static const struct {
		const char *field;
		enum plat_what what;
	} fields[] = {{"Requires:", PLAT_LIBRARY}, {"Requires.private:", PLAT_LIBRARY},
		{"Libs:", PLAT_LINK}, {"Libs.private:", PLAT_LINK}, {"Cflags:", PLAT_FLAG},
		{"CFlags:", PLAT_FLAG}};
	struct fl_slice line;
	for (int64_t number = 1; fl_slice_line(&text, &line); number++) {
		struct plat_place at = {file, number};
		for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
			if (!fl_slice_starts(line, fields[i].field))
				continue;
			struct fl_slice rest = fl_slice_skip(line, strlen(fields[i].field));
			if (fields[i].what == PLAT_LIBRARY) {
				add_packages(g, rest, at);
				continue;
			}
			for (struct fl_slice w; (w = word(&rest)).len;)
				add(g, fields[i].what, w, FL_S(""), at);
		}
	}
}

int plat_pc_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err)
{
	struct plat_gather g;
	struct fl_list entries;
	size_t files = 0;
	int rc = plat_tree_list(tree, directory, a, &entries, err);
	if (rc)
		return rc;
	plat_gather_init(&g, a);
	for (size_t i = 0; i < entries.len && files < PLAT_PC_FILES_MAX; i++) {
		const struct plat_entry *e = (const struct plat_entry *)entries.items + i;
		struct fl_slice text;
		bool is_pc = fl_slice_ends(e->name, ".pc") || fl_slice_ends(e->name, ".pc.in");
		struct fl_slice path = fl_arena_printf(a, "%.*s%s%.*s", FL_ARG(directory),
			directory.len ? "/" : "", FL_ARG(e->name));
		if (!is_pc || e->is_directory || plat_tree_read(tree, path, a, &text, NULL))
			continue;
		files++;
		read_pc(&g, text, path);
	}
	rc = files ? plat_gather_finish(&g, ret, err)
		   : fl_error_set(err, FL_ENOTFOUND, "there is no pkg-config file");
	plat_gather_release(&g);
	return rc;
}
