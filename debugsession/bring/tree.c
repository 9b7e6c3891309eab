/* What goes into a sandbox with a program: its project's sources and libraries. */
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/bring/priv.h"
#include "debugsession/bring/project.h"
#include "base/source_name.h"

enum { ARENA_MAX = 64 << 20, LIBRARY_MAX = 256 << 20 };

static bool is_library(void *ctx, const char *path, mode_t mode)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	(void)ctx;
	if (S_ISDIR(mode))
		return name[0] != '.' || strcmp(name, ".libs") == 0; /* libtool's */
	return strstr(name, ".so") > name && name[0] != '.';
}

/* Without anything in dot directories, which is not even looked at. */
static bool is_source(void *ctx, const char *path, mode_t mode)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	(void)ctx;
	return name[0] != '.' && (S_ISDIR(mode) || fl_source_name(fl_slice_str(name)));
}

/*
 * What others may not read stays out; but the bits of what lies in a directory that is closed to
 * them altogether say nothing.
 */
static unsigned allowed(const char *dir)
{
	struct stat st;
	bool closed = stat(dir, &st) == 0 && !(st.st_mode & S_IXOTH);
	return closed ? FL_CARRY_PRIVATES : 0;
}

static void warn_of_links(struct dbg_bring *b, const struct fl_carry *c, const char *dir)
{
	const struct fl_carried *first = NULL;
	size_t count = 0;
	for (size_t i = 0; i < c->entries.len; i++) {
		const struct fl_carried *e = fl_vec_at(&c->entries, i);
		if (e->how == FL_CARRY_OUTSIDE && !count++)
			first = e;
	}
	if (first)
		fl_buf_printf(&b->warnings,
			"%zu link%s that lead%s out of %s stayed outside of the sandbox: %.*s%s\n",
			count, count > 1 ? "s" : "", count > 1 ? "" : "s", dir, FL_ARG(first->path),
			count > 1 ? ", …" : "");
}

static int null_file(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	(void)ctx;
	(void)name;
	(void)fd;
	(void)st;
	(void)err;
	return 0;
}

static int null_link(void *ctx, const char *name, const char *target, struct fl_error *err)
{
	(void)ctx;
	(void)name;
	(void)target;
	(void)err;
	return 0;
}

/* Does all of it pass the maxima? Nothing is carried. */
static bool all_fits(const char *dir, const struct fl_carry_opts *opts, unsigned allow)
{
	const struct fl_carry_sink nowhere = {.file = null_file, .link = null_link};
	struct fl_arena a;
	struct fl_carry c;
	fl_arena_init(&a, ARENA_MAX);
	bool fits = fl_carry_open(&c, dir, opts, nowhere, &a, NULL) == 0;
	if (fits)
		fits = fl_carry_tree(&c, "", allow, NULL) == 0 && !c.full;
	fl_carry_close(&c);
	fl_arena_release(&a);
	return fits;
}

static int carry_tree(struct dbg_bring *b, const char *dir, const struct fl_carry_opts *opts,
	unsigned allow, size_t *ret_files, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_carry c;
	fl_arena_init(&a, ARENA_MAX);
	int rc = fl_carry_open(&c, dir, opts, fl_carry_to_box(b->box), &a, err);
	if (rc == 0)
		rc = fl_carry_tree(&c, "", allow, err);
	if (rc == 0) {
		warn_of_links(b, &c, dir);
		*ret_files = c.files;
	}
	fl_carry_close(&c);
	fl_arena_release(&a);
	return rc;
}

bool dbg_bring_into(const struct dbg_brought *t, const char *real, char name[static PATH_MAX])
{
	const char *at = t->inside + sizeof(FL_BOX_DIR) - 1,
		   *rest = dbg_place_below(t->outside, real);
	at += *at == '/';
	return rest &&
	       snprintf(name, PATH_MAX, "%s%s%s", at, *at && *rest ? "/" : "", rest) < PATH_MAX;
}

/* Where carriers put what lies in a directory; "" is NULL to them. */
static int carry_into(struct dbg_bring *b, const struct dbg_brought *t, const char *dir,
	struct fl_carry_opts *opts, unsigned allow, size_t *ret_files, struct fl_error *err)
{
	char name[PATH_MAX];
	if (!dbg_bring_into(t, dir, name))
		return fl_error_set(err, FL_ELIMIT, "%s has too long a name", dir);
	opts->into = *name ? name : NULL;
	return carry_tree(b, dir, opts, allow, ret_files, err);
}

int dbg_bring_carry_libraries(struct dbg_bring *b, const struct dbg_brought *t, const char *dir,
	bool flat, struct fl_error *err)
{
	struct fl_carry_opts opts = {.wanted = is_library,
		.fits = fl_carry_is_elf,
		.file_max = LIBRARY_MAX,
		.depth_max = flat ? 1 : 0};
	size_t files;
	return carry_into(b, t, dir, &opts, FL_CARRY_DOTFILES | allowed(dir), &files, err);
}

int dbg_bring_carry_sources(struct dbg_bring *b, const struct dbg_brought *t, const char *dir,
	bool flat, struct fl_error *err)
{
	struct fl_carry_opts opts = {.wanted = is_source, .depth_max = flat ? 1 : 0};
	unsigned allow = allowed(dir);
	size_t files = 0;
	if (!flat && !all_fits(dir, &opts, allow)) {
		fl_buf_printf(&b->warnings,
			"%s has too many sources to take along; only those right in it were: "
			"start with --show %s to have all\n",
			dir, dir);
		opts.depth_max = 1;
	}
	int rc = carry_into(b, t, dir, &opts, allow, &files, err);
	b->sources += files;
	return rc;
}

bool dbg_bring_shown(const struct dbg_bring *b, const char *real)
{
	for (const char *const *s = b->shown; s && *s; s++)
		if (dbg_place_below(*s, real))
			return true;
	return false;
}

/* What the answer names. */
void dbg_bring_name_sources(struct dbg_bring *b, const char *dir)
{
	struct fl_slice rest = fl_buf_view(&b->named), line;
	while (fl_slice_line(&rest, &line))
		if (fl_slice_eqs(line, dir))
			return;
	fl_buf_printf(&b->named, "%s\n", dir);
}

struct dbg_brought *dbg_bring_add(struct dbg_bring *b, const char *real, struct fl_error *err)
{
	for (size_t i = 0; i < b->count; i++)
		if (strcmp(b->at[i].outside, real) == 0)
			return &b->at[i];
	struct dbg_brought t = {.shown = dbg_bring_shown(b, real)};
	bool first = true;
	for (size_t i = 0; i < b->count; i++)
		first = first && strcmp(b->at[i].inside, FL_BOX_DIR) != 0;
	if (b->count == DBG_BROUGHT_MAX) {
		fl_error_set(err, FL_ELIMIT, "no more than %d directories go into a sandbox",
			(int)DBG_BROUGHT_MAX);
		return NULL;
	}
	t.outside = strdup(real);
	if (first)
		t.inside = strdup(FL_BOX_DIR);
	else if (asprintf(&t.inside, "%s/.faultline-%u", FL_BOX_DIR, ++b->number) < 0)
		t.inside = NULL;
	if (!t.outside || !t.inside) {
		fl_error_set(err, FL_ENOMEM, "out of memory for a name");
		free(t.outside);
		free(t.inside);
		return NULL;
	}
	b->at[b->count] = t;
	return &b->at[b->count++];
}

/* The user's name for the directory: given and real, of a file in it, end in the same parts. */
static void note_alias(struct dbg_brought *t, const struct dbg_place *p)
{
	const char *rest = dbg_place_below(t->outside, p->real);
	size_t n = strlen(p->given), m = rest ? strlen(rest) : 0;
	if (t->also || !m || n <= m + 1 || strcmp(p->given + n - m, rest) != 0 ||
		p->given[n - m - 1] != '/')
		return;
	n -= m + 1;
	if (n != strlen(t->outside) || strncmp(t->outside, p->given, n) != 0)
		t->also = strndup(p->given, n);
}

/*
 * Where a build's records say that the sources are: a directory with a build file that may be taken
 * from. Without roots their word counts for what is above the program, or beside that, alone.
 */
static bool find_sources(const struct dbg_bring *b, const struct dbg_project *project,
	const char *program_dir, struct dbg_place *ret_sources)
{
	struct dbg_place p;
	struct fl_error ignored;
	char above[PATH_MAX];
	if (!*project->sources || dbg_place_find(b->roots, project->sources, &p, &ignored) ||
		!S_ISDIR(p.mode) || !dbg_project_has_build_file(p.real))
		return false;
	snprintf(above, sizeof(above), "%s", p.real);
	dbg_place_up(above);
	if (!b->roots && (strcmp(above, "/") == 0 || !dbg_place_below(above, program_dir)))
		return false;
	*ret_sources = p;
	return true;
}

/* The nearest directory that both are in, in place of the first. */
static void common(char dir[static PATH_MAX], const char *other)
{
	while (!dbg_place_below(dir, other) && strcmp(dir, "/") != 0)
		dbg_place_up(dir);
}

int dbg_bring_project(struct dbg_bring *b, const struct dbg_place *p, struct dbg_brought **ret,
	struct fl_error *err)
{
	struct dbg_project project;
	struct dbg_place sources;
	char dir[PATH_MAX], base[PATH_MAX];
	snprintf(dir, sizeof(dir), "%s", p->real);
	dbg_place_up(dir);
	dbg_project_find(dir, p->root, &project);
	bool told = find_sources(b, &project, dir, &sources);
	/* sources above the build: one directory holds both */
	if (told && dbg_place_below(sources.real, project.root))
		memcpy(project.root, sources.real, sizeof(project.root));
	bool elsewhere = told && !dbg_place_below(project.root, sources.real);
	memcpy(base, project.root, sizeof(base));
	if (elsewhere)
		common(base, sources.real);
	struct dbg_brought *t = dbg_bring_add(b, base, err);
	if (!t)
		return err->code;
	note_alias(t, p);
	int rc = 0;
	if (!dbg_bring_shown(b, project.root))
		rc = dbg_bring_carry_sources(b, t, project.root, project.flat, err);
	if (rc == 0)
		rc = dbg_bring_carry_libraries(b, t, project.root, project.flat, err);
	if (rc == 0 && elsewhere && !dbg_bring_shown(b, sources.real))
		rc = dbg_bring_carry_sources(b, t, sources.real, false, err);
	if (rc == 0)
		dbg_bring_name_sources(b, elsewhere ? sources.real : project.root);
	*ret = t;
	return rc;
}
