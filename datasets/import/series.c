#include "datasets/import/series.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/buf.h"
#include "base/path.h"
#include "datasets/import/mend/patches.h"

enum { PATCH_MAX = 64 << 20, PATCHES_MAX = 1 << 14, ROWS_MAX = 1 << 20 };
#define SERIES_MAX ((size_t)2 << 30)

/* A file as it is from that patch on. */
struct version {
	struct fl_slice path, text;
	size_t patch; /* from 1 */
	bool gone;
};

struct series_row {
	struct fl_slice path, before, after, message, id;
	size_t patch;
	enum ds_fate fate; /* DS_FATE_TAKEN, or of a part that does not fit, which has no sides */
	struct fl_slice why;
};

/* The tree with what patches up to one have made of it. */
struct patched {
	struct ds_tree tree;
	struct series *series;
	size_t patch;
};

struct series {
	struct ds_rows rows;
	struct fl_arena arena;
	struct ds_tree *below;
	struct patched after;
	struct fl_vec versions; /* struct version, in the order of the patches */
	struct fl_vec all; /* struct series_row */
	size_t next, patches;
	struct fl_slice name;
};

/* ---- the tree after a patch ---- */

/* The last version of the file up to that patch, or NULL. */
static const struct version *version_of(const struct series *s, struct fl_slice path, size_t patch)
{
	for (size_t i = s->versions.len; i-- > 0;) {
		const struct version *v = fl_vec_at(&s->versions, i);
		if (v->patch <= patch && fl_slice_eq(v->path, path))
			return v;
	}
	return NULL;
}

static int patched_read(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	const struct patched *p = (const struct patched *)t;
	const struct version *v = version_of(p->series, path, p->patch);
	if (!v)
		return ds_tree_read(p->series->below, path, a, ret_text, err);
	if (v->gone || v->text.len > DS_TREE_FILE_MAX)
		return v->gone ? DS_TREE_ABSENT : DS_TREE_LARGE;
	*ret_text = v->text;
	return DS_TREE_FOUND;
}

/* All that there is at any time: what a patch adds later is not read before. */
static int patched_list(
	struct ds_tree *t, struct fl_arena *a, struct fl_vec *paths, struct fl_error *err)
{
	const struct series *s = ((const struct patched *)t)->series;
	struct fl_slice text;
	for (size_t i = 0; i < s->below->paths.len; i++) {
		struct fl_slice *slot = fl_vec_add(paths);
		if (slot)
			*slot = ((const struct fl_slice *)s->below->paths.items)[i];
	}
	for (size_t i = 0; i < s->versions.len; i++) {
		const struct version *v = fl_vec_at(&s->versions, i);
		int rc = ds_tree_read(s->below, v->path, a, &text, err);
		if (rc < 0)
			return rc;
		bool first = version_of(s, v->path, v->patch - 1) == NULL;
		struct fl_slice *slot = rc == DS_TREE_ABSENT && first ? fl_vec_add(paths) : NULL;
		if (slot)
			*slot = v->path;
	}
	return 0;
}

/* Is it there at that patch? */
static bool patched_has(struct ds_tree *t, struct fl_slice path)
{
	const struct patched *p = (const struct patched *)t;
	const struct version *v = version_of(p->series, path, p->patch);
	return v ? !v->gone : ds_tree_has(p->series->below, path);
}

/* It is a part of the series. */
static void patched_close(struct ds_tree *t)
{
	(void)t;
}

static const struct ds_tree_ops tree_ops = {patched_read, patched_list, patched_close, patched_has};

/* ---- applying ---- */

static int add_row(struct series *s, const struct series_row *row, struct fl_error *err)
{
	struct series_row *slot = fl_vec_add(&s->all);
	if (!slot)
		return fl_error_set(err, FL_ELIMIT, "there are more than %d rows", ROWS_MAX);
	*slot = *row;
	return 0;
}

/* From this patch on the file has that text, or is gone. */
static int add_version(struct series *s, struct fl_slice path, struct fl_slice text, bool gone,
	struct fl_error *err)
{
	struct version *slot = fl_vec_add(&s->versions);
	if (!slot)
		return fl_error_set(err, FL_ELIMIT, "the patches change too many files");
	*slot = (struct version){path, text, s->patches, gone};
	return 0;
}

static int add_versions(struct series *s, const struct ds_patch_part *part, struct fl_slice after,
	struct fl_error *err)
{
	const struct version *now = version_of(s, part->from, s->patches);
	bool moves = part->from.len && !part->copies;
	/* What another part has put there stays: two files may have changed places. */
	int rc = moves && (!now || now->patch < s->patches)
			 ? add_version(s, part->from, fl_slice(NULL, 0), true, err)
			 : 0;
	return rc ? rc : add_version(s, part->path, after, part->removes, err);
}

/* The file after the part; FL_EREFUSED: it does not fit. */
static int make_after(struct series *s, const struct ds_patch_part *part, int found,
	struct fl_slice before, struct fl_slice *ret_after, struct fl_error *err)
{
	const char *why = part->why                       ? part->why
			  : !ds_tree_is_plain(part->path) ? "its path is none of a tree"
			  : found == DS_TREE_LARGE        ? "the file has more than 1 MiB"
			  : part->adds && found           ? "the file is there already"
			  : found || part->adds           ? NULL
			  : part->may_add && !part->from.len && !part->removes
				  ? NULL
				  : "there is no such file";
	if (why)
		return fl_error_set(err, FL_EREFUSED, "%s", why);
	*ret_after = fl_slice(NULL, 0);
	return part->removes ? 0 : ds_patch_part_apply(part, before, &s->arena, ret_after, err);
}

/* A file that was there and stays is a row, and a part that does not fit. */
static int apply_part(struct series *s, const struct ds_patch_text *patch,
	const struct ds_patch_part *part, struct fl_error *err)
{
	struct series_row row = {.path = part->path,
		.message = patch->message,
		.id = patch->id,
		.patch = s->patches,
		.fate = DS_FATE_TAKEN};
	struct fl_error why = {0};
	struct fl_slice from = part->from.len ? part->from : part->path;
	/* What git says of a file's origin is of the tree before all of the patch. */
	s->after.patch = s->patches - (part->from.len > 0);
	int found = ds_tree_is_plain(from)
			    ? ds_tree_read(&s->after.tree, from, &s->arena, &row.before, err)
			    : DS_TREE_ABSENT;
	s->after.patch = s->patches;
	if (found < 0)
		return found;
	int rc = make_after(s, part, found, row.before, &row.after, &why);
	if (rc == FL_EREFUSED) {
		row.fate = DS_FATE_APPLY_FAILED;
		row.why = fl_arena_slice(&s->arena, fl_slice_str(why.message));
	} else if (rc) {
		return fl_error_set(err, why.code, "%s", why.message);
	} else {
		rc = add_versions(s, part, row.after, err);
	}
	if (rc && rc != FL_EREFUSED)
		return rc;
	bool pair = rc || (found && !part->removes && part->hunks.len);
	return pair && ds_pair_wants(part->path) ? add_row(s, &row, err) : 0;
}

/* Is a line without colours one that a patch of git's has at its head? */
static bool begins_patch(struct fl_slice line)
{
	return fl_slice_starts(line, "diff --git ") || fl_slice_starts(line, "commit ");
}

/* Coloured as git does it for a terminal: the text without that. */
static struct fl_slice without_colours(struct fl_slice text, struct fl_arena *a)
{
	struct fl_slice rest = text, line = {0};
	struct fl_buf plain;
	bool coloured = false;
	fl_buf_init(&plain, PATCH_MAX);
	while (!coloured && fl_slice_line(&rest, &line)) {
		if (!fl_slice_starts(line, "\033["))
			continue;
		fl_buf_clear(&plain);
		fl_buf_plain(&plain, line);
		coloured = begins_patch(fl_buf_view(&plain));
	}
	if (coloured) {
		fl_buf_clear(&plain);
		fl_buf_plain(&plain, text);
		text = fl_arena_slice(a, fl_buf_view(&plain));
	}
	fl_buf_release(&plain);
	return text;
}

/* A patch names what it is of: by its commit, else by its file. */
static int apply_in_order(struct series *s, const struct fl_list *patches, bool backwards,
	struct fl_slice name, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < patches->len; i++) {
		size_t at = backwards ? patches->len - 1 - i : i;
		struct ds_patch_text *p = (struct ds_patch_text *)patches->items + at;
		s->patches++;
		if (!p->id.len)
			p->id = name;
		for (size_t k = 0; rc == 0 && k < p->parts.len; k++)
			rc = apply_part(
				s, p, (const struct ds_patch_part *)p->parts.items + k, err);
	}
	return rc;
}

/* What has been made of patches so far. */
struct progress {
	size_t versions, rows, patches;
};

static struct progress progress_of(const struct series *s)
{
	return (struct progress){s->versions.len, s->all.len, s->patches};
}

static void go_back(struct series *s, const struct progress *to)
{
	s->versions.len = to->versions;
	s->all.len = to->rows;
	s->patches = to->patches;
}

static size_t failures_since(const struct series *s, const struct progress *begin)
{
	size_t n = 0;
	for (size_t i = begin->rows; i < s->all.len; i++) {
		const struct series_row *row = fl_vec_at(&s->all, i);
		n += row->fate == DS_FATE_APPLY_FAILED;
	}
	return n;
}

/* In their order; where that fails, in the other one, as git log writes the newest commit first. */
static int apply_text(struct series *s, struct fl_slice text, struct fl_slice name, unsigned strip,
	struct fl_error *err)
{
	struct fl_list patches;
	const struct series_row none = {.id = name,
		.fate = DS_FATE_NO_CHANGE,
		.why = FL_S("no change of a file stands in it")};
	const struct progress begin = progress_of(s);
	text = without_colours(text, &s->arena);
	int rc = ds_patches_read(text, strip, &s->arena, &patches, err);
	if (rc == 0 && !patches.len)
		return add_row(s, &none, err);
	rc = rc ? rc : apply_in_order(s, &patches, false, name, err);
	size_t forward = failures_since(s, &begin);
	if (rc || !forward || patches.len < 2)
		return rc;
	go_back(s, &begin);
	rc = apply_in_order(s, &patches, true, name, err);
	if (rc || failures_since(s, &begin) < forward)
		return rc;
	go_back(s, &begin);
	return apply_in_order(s, &patches, false, name, err);
}

/* ---- reading ---- */

static int read_patch(struct series *s, int dir, struct fl_slice path, struct fl_slice *ret_text,
	struct fl_error *err)
{
	struct fl_slice name = fl_arena_slice(&s->arena, path);
	int rc = fl_arena_error(&s->arena, "the patches", err);
	if (rc)
		return rc;
	rc = fl_path_is_straight(path)
		     ? fl_beneath_read(dir, name.ptr, PATCH_MAX, &s->arena, ret_text, err)
		     : FL_ENOTFOUND;
	return rc == FL_ENOTFOUND
		       ? fl_error_set(err, rc, "there is no patch %s beside its series", name.ptr)
		       : rc;
}

static int apply_named(
	struct series *s, int dir, struct fl_slice name, unsigned strip, struct fl_error *err)
{
	struct fl_slice text;
	int rc = read_patch(s, dir, name, &text, err);
	rc = rc ? rc : apply_text(s, text, name, strip, err);
	if (rc)
		fl_error_wrap(err, "%.*s", FL_ARG(name));
	return rc;
}

/* "name -p1 # why" */
static int apply_series(struct series *s, int dir, struct fl_slice list, struct fl_error *err)
{
	struct fl_slice line;
	int rc = 0;
	while (rc == 0 && fl_slice_line(&list, &line)) {
		uint32_t strip = 1;
		ptrdiff_t hash = fl_slice_chr(line, '#');
		line = fl_slice_trim(hash < 0 ? line : fl_slice_head(line, (size_t)hash));
		ptrdiff_t option = fl_slice_find(line, " -p");
		struct fl_slice name =
			option < 0 ? line : fl_slice_trim(fl_slice_head(line, (size_t)option));
		if (option >= 0)
			fl_slice_uint(fl_slice_skip(line, (size_t)option + 3), &strip);
		if (name.len)
			rc = apply_named(s, dir, name, strip, err);
	}
	return rc;
}

static bool is_named(const char *path)
{
	return fl_slice_ends(fl_slice_str(path), ".patch") ||
	       fl_slice_ends(fl_slice_str(path), ".diff");
}

static int by_name(const void *x, const void *y)
{
	return fl_slice_cmp(*(const struct fl_slice *)x, *(const struct fl_slice *)y);
}

static int apply_all(struct series *s, int dir, struct fl_error *err)
{
	struct fl_vec names;
	int rc = 0, fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	if (!entries)
		return fl_error_sys(err, FL_EIO, errno, "cannot read the patches");
	fl_vec_init(&names, sizeof(struct fl_slice), PATCHES_MAX);
	for (struct dirent *e; (e = readdir(entries)) && !names.failed;) {
		struct fl_slice *slot = is_named(e->d_name) ? fl_vec_add(&names) : NULL;
		if (slot)
			*slot = fl_arena_slice(&s->arena, fl_slice_str(e->d_name));
	}
	closedir(entries);
	if (names.len)
		qsort(names.data, names.len, sizeof(struct fl_slice), by_name);
	if (names.failed)
		rc = fl_error_set(err, FL_ELIMIT, "there are more than %d patches", PATCHES_MAX);
	else if (!names.len)
		rc = fl_error_set(err, FL_EINVAL, "it has neither a series nor patches");
	for (size_t i = 0; rc == 0 && i < names.len; i++)
		rc = apply_named(s, dir, *(const struct fl_slice *)fl_vec_at(&names, i), 1, err);
	fl_vec_release(&names);
	return rc;
}

static int apply_dir(struct series *s, const char *path, struct fl_error *err)
{
	struct fl_slice list;
	int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read it");
	int rc;
	if (faccessat(dir, "series", F_OK, AT_SYMLINK_NOFOLLOW)) {
		rc = apply_all(s, dir, err);
	} else {
		rc = read_patch(s, dir, FL_S("series"), &list, err);
		rc = rc ? rc : apply_series(s, dir, list, err);
	}
	close(dir);
	return rc;
}

/* Has it a series, or patches, and is no repository? */
static bool holds_patches(const char *path)
{
	bool any = false;
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = fd < 0 ? NULL : fdopendir(fd);
	if (!entries)
		return false;
	for (struct dirent *e; !any && (e = readdir(entries));)
		any = is_named(e->d_name) || !strcmp(e->d_name, "series");
	bool git = faccessat(fd, ".git", F_OK, AT_SYMLINK_NOFOLLOW) == 0 ||
		   faccessat(fd, "objects", F_OK, AT_SYMLINK_NOFOLLOW) == 0;
	closedir(entries);
	return any && !git;
}

/* Do its first lines hold the head of a patch? Those of JSON hold no line end. */
static bool begins_as_patch(const char *path)
{
	char bytes[1 << 16];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = fd < 0 ? -1 : read(fd, bytes, sizeof(bytes));
	struct fl_slice rest, line;
	struct fl_buf plain;
	bool begins = false;
	if (fd >= 0)
		close(fd);
	fl_buf_init(&plain, sizeof(bytes));
	fl_buf_plain(&plain, fl_slice(bytes, got > 0 ? (size_t)got : 0));
	rest = fl_buf_view(&plain);
	while (!begins && fl_slice_line(&rest, &line))
		begins = fl_slice_starts(line, "diff --git ") ||
			 (fl_slice_starts(line, "--- ") && fl_slice_starts(rest, "+++ "));
	fl_buf_release(&plain);
	return begins;
}

bool ds_series_is(const char *path)
{
	struct stat st;
	if (stat(path, &st))
		return false;
	return S_ISREG(st.st_mode) ? is_named(path) || begins_as_patch(path)
				   : S_ISDIR(st.st_mode) && holds_patches(path);
}

static int apply_input(struct series *s, const char *path, struct fl_error *err)
{
	struct fl_buf b;
	struct stat st;
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return apply_dir(s, path, err);
	fl_buf_init(&b, PATCH_MAX);
	int rc = fl_buf_read_file(&b, path, err);
	struct fl_slice text = rc ? fl_slice(NULL, 0) : fl_arena_slice(&s->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	rc = rc ? rc : fl_arena_error(&s->arena, "the patches", err);
	rc = rc ? rc : apply_text(s, text, fl_path_name(fl_slice_str(path)), 1, err);
	return rc || s->patches ? rc
				: fl_error_set(err, FL_EINVAL, "no change of a file stands in it");
}

/* ---- rows ---- */

static int series_next(
	struct ds_rows *r, struct fl_buf *question, uint64_t *ret_number, struct fl_error *err)
{
	struct series *s = (struct series *)r;
	(void)err;
	if (s->next == s->all.len)
		return 0;
	fl_buf_add(question, &s->next, sizeof(s->next));
	*ret_number = ++s->next;
	return 1;
}

static int series_pair(struct ds_rows *r, struct fl_slice question, struct fl_arena *a,
	struct ds_pair *ret_pair, enum ds_fate *ret_fate, struct fl_slice *ret_why,
	struct fl_error *err)
{
	struct series *s = (struct series *)r;
	size_t at;
	memcpy(&at, question.ptr, sizeof(at));
	const struct series_row *row = fl_vec_at(&s->all, at);
	*ret_pair = (struct ds_pair){.path = row->path,
		.before = row->before,
		.after = row->after,
		.message = row->message,
		.repository = s->name,
		.commit = row->id};
	*ret_why = row->why;
	*ret_fate = row->fate == DS_FATE_TAKEN ? ds_pair_check(ret_pair, a, ret_why) : row->fate;
	if (*ret_fate != DS_FATE_TAKEN)
		return 0;
	s->after.patch = row->patch;
	return ds_pair_place(ret_pair, &s->after.tree, a, ret_fate, ret_why, err);
}

static struct fl_slice series_name(const struct ds_rows *r)
{
	return ((const struct series *)r)->name;
}

static void series_close(struct ds_rows *r)
{
	struct series *s = (struct series *)r;
	ds_tree_close(&s->after.tree);
	ds_tree_close(s->below);
	fl_vec_release(&s->versions);
	fl_vec_release(&s->all);
	fl_arena_release(&s->arena);
	free(s);
}

static const struct ds_rows_ops row_ops = {series_next, series_pair, series_name, series_close};

/* What the records call it: as asked, else the tree's directory. */
static struct fl_slice name_of(const struct ds_rows_opts *opts, struct fl_arena *a)
{
	if (opts->repository)
		return fl_slice_str(opts->repository);
	char *real = realpath(opts->tree, NULL);
	struct fl_slice name =
		fl_arena_slice(a, fl_path_name(fl_slice_str(real ? real : opts->tree)));
	free(real);
	return name;
}

int ds_series_open(const struct ds_rows_opts *opts, struct ds_rows **ret_rows, struct fl_error *err)
{
	struct series *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the patches");
	s->rows.ops = &row_ops;
	s->after.series = s;
	fl_arena_init(&s->arena, SERIES_MAX);
	ds_tree_init(&s->after.tree, &tree_ops);
	fl_vec_init(&s->versions, sizeof(struct version), ROWS_MAX);
	fl_vec_init(&s->all, sizeof(struct series_row), ROWS_MAX);
	int rc = ds_tree_open(opts->tree, &s->below, err);
	if (rc == 0) {
		s->name = name_of(opts, &s->arena);
		rc = apply_input(s, opts->input, err);
		if (rc)
			fl_error_wrap(err, "%s", opts->input);
	}
	rc = rc ? rc : ds_tree_list(&s->after.tree, err);
	if (rc)
		series_close(&s->rows);
	else
		*ret_rows = &s->rows;
	return rc;
}
