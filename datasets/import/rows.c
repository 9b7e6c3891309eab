#include "datasets/import/rows.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "datasets/import/history.h"
#include "datasets/import/series.h"
#include "datasets/import/source.h"

/* ---- JSON lines ---- */

struct lines {
	struct ds_rows rows;
	const struct ds_rows_opts *opts;
	struct ds_source *source;
	struct ds_tree *tree; /* NULL: none */
};

/* Of a line that is too long, the question has no bytes. */
static int lines_next(
	struct ds_rows *r, struct fl_buf *question, uint64_t *ret_number, struct fl_error *err)
{
	struct lines *l = (struct lines *)r;
	struct fl_slice line;
	int got = ds_source_next(l->source, &line, ret_number, err);
	if (got == 1)
		fl_buf_slice(question, line);
	return got;
}

static int lines_pair(struct ds_rows *r, struct fl_slice question, struct fl_arena *a,
	struct ds_pair *ret_pair, enum ds_fate *ret_fate, struct fl_slice *ret_why,
	struct fl_error *err)
{
	struct lines *l = (struct lines *)r;
	*ret_why = FL_S("the row has more than 16 MiB");
	*ret_fate = question.len ? ds_pair_read(question, &l->opts->keys, a, ret_pair, ret_why)
				 : DS_FATE_TOO_LARGE;
	if (*ret_fate != DS_FATE_TAKEN || !l->tree)
		return 0;
	return ds_pair_place(ret_pair, l->tree, a, ret_fate, ret_why, err);
}

static struct fl_slice lines_name(const struct ds_rows *r)
{
	return ds_source_name(((const struct lines *)r)->source);
}

static void lines_close(struct ds_rows *r)
{
	struct lines *l = (struct lines *)r;
	ds_source_close(l->source);
	ds_tree_close(l->tree);
	free(l);
}

static const struct ds_rows_ops line_ops = {lines_next, lines_pair, lines_name, lines_close};

static int open_lines(
	const struct ds_rows_opts *opts, struct ds_rows **ret_rows, struct fl_error *err)
{
	struct lines *l = calloc(1, sizeof(*l));
	if (!l)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the rows");
	l->rows.ops = &line_ops;
	l->opts = opts;
	int rc = opts->tree ? ds_tree_open(opts->tree, &l->tree, err) : 0;
	rc = rc ? rc : ds_source_open(opts->input, DS_PAIR_ROW_MAX, &l->source, err);
	if (rc)
		lines_close(&l->rows);
	else
		*ret_rows = &l->rows;
	return rc;
}

/* ---- of any kind ---- */

static bool is_dir(const char *path)
{
	struct stat st;
	return strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Do the options suit the kind of rows? */
static int check(const struct ds_rows_opts *o, bool patches, bool history, struct fl_error *err)
{
	if ((o->max_commits || o->since) && !history)
		return fl_error_set(err, FL_EINVAL,
			"%s is no repository: it has no commits to choose", o->input);
	if (o->repository && !history && !patches)
		return fl_error_set(
			err, FL_EINVAL, "%s: rows name their repositories themselves", o->input);
	if (o->keys.alone && (history || patches))
		return fl_error_set(err, FL_EINVAL, "%s: --tidy needs a file of rows", o->input);
	if (patches && !o->tree)
		return fl_error_set(err, FL_EINVAL,
			"%s holds patches: say by --tree=DIR what they are applied to", o->input);
	return 0;
}

int ds_rows_open(const struct ds_rows_opts *opts, struct ds_rows **ret_rows, struct fl_error *err)
{
	bool dir = is_dir(opts->input);
	bool patches = ds_series_is(opts->input) || (dir && opts->tree);
	bool history = dir && !patches;
	int rc = check(opts, patches, history, err);
	if (rc)
		return rc;
	return patches   ? ds_series_open(opts, ret_rows, err)
	       : history ? ds_history_open(opts, ret_rows, err)
			 : open_lines(opts, ret_rows, err);
}

void ds_rows_close(struct ds_rows *r)
{
	if (r)
		r->ops->close(r);
}

int ds_rows_next(
	struct ds_rows *r, struct fl_buf *question, uint64_t *ret_number, struct fl_error *err)
{
	return r->ops->next(r, question, ret_number, err);
}

int ds_rows_pair(struct ds_rows *r, struct fl_slice question, struct fl_arena *a,
	struct ds_pair *ret_pair, enum ds_fate *ret_fate, struct fl_slice *ret_why,
	struct fl_error *err)
{
	return r->ops->pair(r, question, a, ret_pair, ret_fate, ret_why, err);
}

struct fl_slice ds_rows_name(const struct ds_rows *r)
{
	return r->ops->name(r);
}
