#include "datasets/dataset.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/json.h"
#include "base/zst.h"

enum { FILES_MAX = 1 << 20 };

static int name_cmp(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

int ds_dataset_files(
	const char *dir, struct fl_arena *a, struct fl_list *ret_names, struct fl_error *err)
{
	struct fl_vec names;
	DIR *d = opendir(dir);
	if (!d)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", dir);
	fl_vec_init(&names, sizeof(struct fl_slice), FILES_MAX);
	for (struct dirent *e; (e = readdir(d));) {
		struct fl_slice name = fl_slice_str(e->d_name);
		if (e->d_name[0] == '.' ||
			!(fl_slice_ends(name, ".jsonl.zst") || fl_slice_ends(name, ".jsonl")))
			continue;
		struct fl_slice *s = fl_vec_add(&names);
		if (s)
			*s = fl_arena_slice(a, name);
	}
	closedir(d);
	int rc = names.failed;
	if (rc)
		fl_error_set(err, rc, "%s has too many files", dir);
	if (rc == 0 && names.len)
		qsort(names.data, names.len, sizeof(struct fl_slice), name_cmp);
	if (rc == 0) {
		*ret_names = fl_vec_freeze(&names, a);
		rc = fl_arena_error(a, "the names of files", err);
	}
	fl_vec_release(&names);
	return rc;
}

static int one_row(struct ds_row *row, bool parse, struct fl_arena *a, ds_row_fn fn, void *ctx,
	struct fl_error *err)
{
	struct fl_error why = {0};
	struct ds_record *record = NULL;
	int rc = parse ? ds_record_read(row->line, a, &record, &why) : 0;
	/* What needs more than a record may have is none: the input's fault, not ours. */
	if (rc)
		return fl_error_set(err, rc == FL_ELIMIT ? FL_EPARSE : rc, "%s:%lld: %s", row->file,
			(long long)row->number, why.message);
	row->record = record;
	return fn(ctx, row, err);
}

static int rows_of_file(const char *path, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err)
{
	struct fl_lines *lines;
	struct fl_arena a;
	struct fl_error why = {0};
	struct ds_row row = {.file = strcmp(path, "-") == 0 ? "<stdin>" : path};
	int more = 0, rc = fl_lines_open(path, 0, &lines, err);
	if (rc)
		return rc;
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	while (rc == 0 && (more = fl_lines_next(lines, &row.line, &why)) == 1) {
		row.number++;
		if (!fl_slice_trim(row.line).len) /* as every reader of JSON lines does */
			continue;
		rc = one_row(&row, parse, &a, fn, ctx, err);
		fl_arena_release(&a);
	}
	if (more < 0)
		rc = fl_error_set(err, why.code, "%s:%lld: %s", row.file, (long long)row.number + 1,
			why.message);
	fl_lines_close(lines);
	return rc;
}

/* Rows that a manifest promises are not passed over without a word; without one nobody promises. */
static int all_there(
	const char *dir, const struct fl_list *names, struct fl_arena *a, struct fl_error *err)
{
	const struct ds_manifest *m;
	struct fl_error ignored;
	if (ds_manifest_read(dir, a, &m, &ignored))
		return 0; /* what is wrong with it is for ds_verify() to say */
	const struct ds_shard *s = m->shards.items;
	for (size_t i = 0; i < m->shards.len; i++)
		if (!fl_texts_have(names, s[i].path))
			return fl_error_set(err, FL_EMISSING,
				"%s/%.*s is missing, though manifest.json names it with %lld "
				"records",
				dir, FL_ARG(s[i].path), (long long)s[i].rows);
	return 0;
}

static int rows_of_dir(const char *dir, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_list names;
	fl_arena_init(&a, 256 << 20);
	int rc = ds_dataset_files(dir, &a, &names, err);
	if (rc == 0 && names.len == 0)
		rc = fl_error_set(err, FL_ENOTFOUND, "%s has no shards", dir);
	for (size_t i = 0; rc == 0 && i < names.len; i++) {
		const struct fl_slice *name = (const struct fl_slice *)names.items + i;
		struct fl_slice path = fl_arena_printf(&a, "%s/%.*s", dir, FL_ARG(*name));
		rc = fl_arena_error(&a, "the names of files", err);
		if (rc == 0)
			rc = rows_of_file(path.ptr, parse, fn, ctx, err);
	}
	rc = rc ? rc : all_there(dir, &names, &a, err);
	fl_arena_release(&a);
	return rc;
}

int ds_rows_each(const char *path, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err)
{
	struct stat st;
	if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return rows_of_dir(path, parse, fn, ctx, err);
	return rows_of_file(path, parse, fn, ctx, err);
}
