#include "platform/prove/prove.h"

#include "base/path.h"
#include "base/source_name.h"
#include "platform/libs/libs.h"

/* Where headers are hidden by ones of their names that do not compile. */
#define HIDDEN ".hidden"

enum { DEPTH_MAX = 16, ARGUMENTS_MAX = 64 };

/* A file in its box. */
struct proof {
	struct fl_box *box;
	const char *command;
	bool cxx;
	struct fl_slice name; /* of the file in the box */
	const struct plat_claims *claims;
	struct fl_arena *a;
	size_t headers, bytes; /* carried so far */
};

static const char *const standards_c[] = {"89", "99", "11", "17", "2x", NULL};
static const char *const standards_cxx[] = {"98", "11", "14", "17", "20", "23", NULL};

static struct fl_slice value_of(const struct plat_claim *c)
{
	const struct fl_slice *texts = c->values.items;
	return c->known && c->values.len ? texts[0] : fl_slice(NULL, 0);
}

/* Carry the headers of a directory and those below it. What does not fit stays out. */
static int carry(struct proof *p, struct plat_tree *tree, struct fl_slice directory, size_t depth,
	struct fl_error *err)
{
	struct fl_list entries;
	if (depth == DEPTH_MAX || plat_tree_list(tree, directory, p->a, &entries, NULL))
		return 0;
	const struct plat_entry *all = entries.items;
	int rc = 0;
	for (size_t i = 0; i < entries.len && rc == 0; i++) {
		struct fl_slice path = directory.len
					       ? fl_arena_printf(p->a, "%.*s/%.*s",
							 FL_ARG(directory), FL_ARG(all[i].name))
					       : all[i].name;
		const struct fl_source_name *name = fl_source_name(path);
		struct fl_slice text;
		if (all[i].is_directory) {
			if (!fl_slice_starts(all[i].name, "."))
				rc = carry(p, tree, path, depth + 1, err);
			continue;
		}
		if (!name || name->role != FL_SOURCE_HEADER || p->headers == PLAT_PROVE_HEADERS ||
			plat_tree_read(tree, path, p->a, &text, NULL) ||
			text.len > PLAT_PROVE_BYTES - p->bytes)
			continue;
		p->headers++;
		p->bytes += text.len;
		rc = fl_box_put(p->box, path.ptr, text, 0644, err);
	}
	return rc;
}

static void add_features(const struct proof *p, const char **argv, size_t *n)
{
	const struct plat_claim *features = &p->claims->at[PLAT_FIELD_FEATURES];
	const struct fl_slice *words = features->values.items;
	for (size_t i = 0; features->known && i < features->values.len && *n < ARGUMENTS_MAX - 8;
		i++)
		argv[(*n)++] = fl_arena_printf(p->a, "-m%.*s", FL_ARG(words[i])).ptr;
}

/* Does it compile? standard: as -std= takes it; hide: headers are hidden. */
static int compile(const struct proof *p, struct fl_slice standard, bool hide, bool *ret_ok,
	struct fl_error *err)
{
	static const char *const places[] = {"", "include", "src", "lib"};
	const char *argv[ARGUMENTS_MAX];
	size_t n = 0;
	argv[n++] = p->command;
	argv[n++] = "-fsyntax-only";
	argv[n++] = "-w";
	argv[n++] = fl_arena_printf(p->a, "-std=%.*s", FL_ARG(standard)).ptr;
	if (hide)
		argv[n++] = "-I" FL_BOX_DIR "/" HIDDEN;
	struct fl_slice directory = fl_path_directory(p->name);
	argv[n++] = fl_arena_printf(p->a, "-I" FL_BOX_DIR "/%.*s", FL_ARG(directory)).ptr;
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		argv[n++] = fl_arena_printf(p->a, "-I" FL_BOX_DIR "/%s", places[i]).ptr;
	add_features(p, argv, &n);
	argv[n++] = "-x";
	argv[n++] = p->cxx ? "c++" : "c";
	argv[n++] = fl_arena_printf(p->a, FL_BOX_DIR "/%.*s", FL_ARG(p->name)).ptr;
	argv[n] = NULL;
	int rc = fl_arena_error(p->a, "a command", err);
	if (rc)
		return rc;
	const unsigned cpu_ms = fl_box_compile_ms(p->box);
	struct fl_run_spec spec = {.argv = argv, .cpu_ms = cpu_ms, .wall_ms = 4 * cpu_ms};
	struct fl_process_result result;
	rc = fl_box_run(p->box, &spec, NULL, NULL, &result, err);
	if (rc == 0)
		*ret_ok = result.end == FL_END_EXIT && result.exit_status == 0;
	return rc;
}

/* "gnu++", "c", …: what stands before the year. */
static struct fl_slice head_of(struct fl_slice standard)
{
	size_t n = 0;
	while (n < standard.len && !(standard.ptr[n] >= '0' && standard.ptr[n] <= '9'))
		n++;
	return fl_slice_head(standard, n);
}

/* The place of a standard in the list of its language; the list's length when it has none. */
static size_t place_of(const char *const *years, struct fl_slice standard, size_t head)
{
	struct fl_slice year = fl_slice_skip(standard, head);
	size_t i = 0;
	while (years[i] && !fl_slice_eqs(year, years[i]) &&
		!(fl_slice_eqs(year, "23") && strcmp(years[i], "2x") == 0))
		i++;
	return i;
}

static struct fl_slice standard_at(
	const struct proof *p, struct fl_slice head, const char *const *years, size_t i)
{
	return fl_arena_printf(p->a, "%.*s%s", FL_ARG(head), years[i]);
}

static void correct(const struct proof *p, struct plat_claim *c, struct fl_slice standard)
{
	struct fl_slice *value = fl_arena_alloc(p->a, sizeof(*value));
	struct fl_slice name;
	if (!value || !plat_standard_name(standard, p->cxx, p->a, &name))
		return;
	*value = name;
	c->values = (struct fl_list){value, 1};
	c->checked = true;
}

static int prove_standard(
	const struct proof *p, struct plat_claim *c, bool *ret_compiles, struct fl_error *err)
{
	const char *const *years = p->cxx ? standards_cxx : standards_c;
	struct fl_slice standard = value_of(c), head = head_of(standard);
	size_t i = place_of(years, standard, head.len);
	bool ok = false;
	*ret_compiles = false;
	if (!years[i])
		return 0;
	int rc = compile(p, standard_at(p, head, years, i), false, &ok, err);
	if (rc == 0 && ok) {
		bool older = false;
		*ret_compiles = true;
		if (i)
			rc = compile(p, standard_at(p, head, years, i - 1), false, &older, err);
		c->checked = rc == 0 && i && !older;
		return rc;
	}
	for (i++; rc == 0 && !ok && years[i]; i++) {
		struct fl_slice newer = standard_at(p, head, years, i);
		rc = compile(p, newer, false, &ok, err);
		if (rc == 0 && ok) {
			correct(p, c, newer);
			*ret_compiles = true;
		}
	}
	return rc;
}

/* The first header of a library that the text includes. */
static struct fl_slice header_of(struct fl_slice text, struct fl_slice lib)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line)) {
		bool quoted;
		struct fl_slice name = fl_source_included(line, &quoted);
		if (name.len && fl_slice_eq(plat_lib_of_header(name), lib) &&
			fl_path_is_straight(name))
			return name;
	}
	return fl_slice(NULL, 0);
}

static int prove_lib(
	const struct proof *p, struct fl_slice header, bool *ret_needs, struct fl_error *err)
{
	bool ok = true;
	struct fl_slice hidden = fl_arena_printf(p->a, HIDDEN "/%.*s", FL_ARG(header));
	int rc = fl_arena_error(p->a, "a header", err);
	rc = rc ? rc : fl_box_put(p->box, hidden.ptr, FL_S("#error hidden\n"), 0644, err);
	struct fl_slice standard = value_of(&p->claims->at[PLAT_FIELD_STANDARD]);
	rc = rc ? rc : compile(p, standard, true, &ok, err);
	if (rc == 0)
		rc = fl_box_remove(p->box, hidden.ptr, err);
	if (rc == 0)
		*ret_needs = !ok;
	return rc;
}

static int prove_libs(
	const struct proof *p, struct plat_claim *c, struct fl_slice text, struct fl_error *err)
{
	const struct fl_slice *names = c->values.items;
	bool all = c->known && c->values.len <= PLAT_PROVE_LIBS;
	for (size_t i = 0; all && i < c->values.len; i++) {
		struct fl_slice header = header_of(text, names[i]);
		bool needs = false;
		int rc = header.len ? prove_lib(p, header, &needs, err) : 0;
		if (rc)
			return rc;
		all = needs;
	}
	c->checked = all;
	return 0;
}

/* Is it built for a machine that compilers here build for, with a system below? */
static bool is_provable(const struct plat_claims *c)
{
	struct fl_slice arch = value_of(&c->at[PLAT_FIELD_ARCH]);
	struct fl_slice mode = value_of(&c->at[PLAT_FIELD_MODE]);
	struct fl_slice os = value_of(&c->at[PLAT_FIELD_OS]);
#ifdef __x86_64__
	const char *here = "x86_64";
#elif defined(__aarch64__)
	const char *here = "aarch64";
#else
	const char *here = "";
#endif
	return (!arch.len || fl_slice_eqs(arch, here)) &&
	       (!mode.len || fl_slice_eqs(mode, "user")) &&
	       (!os.len || fl_slice_starts(os, "linux"));
}

int plat_prove(struct fl_box *box, const char *command, struct plat_tree *tree,
	struct fl_slice text, bool cxx, struct plat_result *result, struct fl_arena *a,
	struct fl_error *err)
{
	struct plat_claims *c = &result->claims;
	struct proof p = {.box = box, .command = command, .cxx = cxx, .claims = c, .a = a};
	bool compiles;
	if (!c->at[PLAT_FIELD_STANDARD].known || !is_provable(c))
		return 0;
	/* A file of another directory is known by its last name alone. */
	p.name = fl_path_is_straight(result->file) ? result->file : fl_path_name(result->file);
	p.name = fl_arena_slice(a, p.name);
	int rc = fl_box_clear(box, err);
	rc = rc || !tree ? rc : carry(&p, tree, fl_slice(NULL, 0), 0, err);
	rc = rc ? rc : fl_box_put(box, p.name.ptr, text, 0644, err);
	rc = rc ? rc : prove_standard(&p, &c->at[PLAT_FIELD_STANDARD], &compiles, err);
	if (rc == 0 && compiles)
		rc = prove_libs(&p, &c->at[PLAT_FIELD_LIBS], text, err);
	return rc;
}
