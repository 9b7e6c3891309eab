#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/same.h"
#include "base/show.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/quality/splitter.h"

enum { PATH_BYTES = 4096, WHY = DS_SPLIT_COUNT, OUTS };

struct split {
	struct ds_splitter *split;
	int prior; /* the part that is read again, or -1 */
	struct sub_places places;
	int64_t of[DS_SPLIT_COUNT + 1];
	int64_t rows, named; /* rows, and those that name their repository */
	struct sub_out outs[DS_SPLIT_COUNT + 1]; /* the parts, and why rows are left out */
};

static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct split *s = ctx;
	struct ds_splitter_found found;
	struct fl_error why = {0};
	int rc = ds_splitter_row(s->split, row->line, s->prior, &found, &why);
	if (rc == FL_EPARSE) {
		sub_places_damaged(&s->places, row, &why);
		return 0;
	}
	if (rc)
		return sub_row_error(row, rc, why.message, err);
	s->rows++;
	s->named += found.named;
	rc = sub_places_add(&s->places, row, err);
	if (rc || s->prior >= 0)
		return rc;
	s->of[found.part]++;
	if (found.part != DS_SPLIT_COUNT)
		return sub_out_line(&s->outs[found.part], row->line, err);
	return sub_places_why(&s->places, row, ds_split_names.words[found.of], found.row,
		found.alike, &s->outs[WHY], err);
}

static int path_of(char *to, const char *dir, int part, struct fl_error *err)
{
	int len = snprintf(to, PATH_BYTES, "%s/%s.jsonl", dir, ds_split_names.words[part]);
	return len < PATH_BYTES ? 0 : fl_error_set(err, FL_EINVAL, "the path %s is too long", dir);
}

/* What an earlier split wrote, so that it stays where it is. */
static int read_before(struct split *s, const char *dir, struct fl_error *err)
{
	char path[PATH_BYTES];
	int rc = 0;
	for (int part = 0; rc == 0 && part < DS_SPLIT_COUNT; part++) {
		s->prior = part;
		rc = path_of(path, dir, part, err);
		rc = rc ? rc : ds_rows_each(path, false, take_row, s, err);
	}
	s->prior = -1;
	return rc;
}

/* An earlier split may be the prior of others: nothing of it goes unasked. */
static int open_part(
	struct split *s, const char *dir, int part, bool overwrite, struct fl_error *err)
{
	char path[PATH_BYTES];
	int rc = path_of(path, dir, part, err);
	if (rc == 0 && !overwrite && faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		return fl_error_set(err, FL_EINVAL,
			"%s is there already; choose another directory or say --overwrite", path);
	return rc ? rc : sub_out_open(&s->outs[part], path, err);
}

static int open_parts(struct split *s, const char *dir, bool overwrite, struct fl_error *err)
{
	int rc = 0;
	if (mkdir(dir, 0777) && errno != EEXIST)
		return fl_error_sys(err, FL_EIO, errno, "cannot make %s", dir);
	for (int part = 0; rc == 0 && part < DS_SPLIT_COUNT; part++)
		rc = open_part(s, dir, part, overwrite, err);
	return rc;
}

static int read_all(struct split *s, const struct fl_opts *o, struct fl_error *err)
{
	const char *before = fl_opt_text(o, OPT_PRIOR);
	int rc = before ? read_before(s, before, err) : 0;
	rc = rc ? rc : open_parts(s, fl_opt_text(o, OPT_OUT), fl_opt_given(o, OPT_OVERWRITE), err);
	return rc ? rc : sub_each_row_to_train(o, false, take_row, s, err);
}

static void tell_counts(const struct split *s)
{
	fl_tell("datasets",
		"train %lld, valid %lld, test %lld rows; left out: %lld nearly the same as one of "
		"another part, %lld damaged",
		(long long)s->of[DS_TRAIN], (long long)s->of[DS_VALID], (long long)s->of[DS_TEST],
		(long long)s->of[DS_SPLIT_COUNT], (long long)s->places.damaged);
}

static int run(struct split *s, const struct fl_opts *o, struct fl_error *err)
{
	const char *keys = fl_opt_text(o, OPT_TEXT), *group = fl_opt_text(o, OPT_GROUP);
	struct ds_splitter_opts opts = {.valid = (unsigned)fl_opt_number(o, OPT_VALID),
		.test = (unsigned)fl_opt_number(o, OPT_TEST),
		.near = (unsigned)fl_opt_number(o, OPT_NEAR),
		.group = fl_slice_str(group ? group : ""),
		.keys = fl_slice_str(keys ? keys : "")};
	if (!fl_opt_given(o, OPT_OUT))
		return fl_error_set(err, FL_EINVAL, "split needs -o DIR");
	/* It would be emptied while it is read. */
	if (fl_same_path(fl_opt_text(o, OPT_OUT), fl_opt_text(o, OPT_PRIOR)))
		return fl_error_set(err, FL_EINVAL, "--prior and -o are the same directory");
	int rc = ds_splitter_new(&opts, &s->split, err);
	rc = rc ? rc : sub_why_open(&s->outs[WHY], o, err);
	rc = rc ? rc : read_all(s, o, err);
	if (rc == 0 && group && s->rows && !s->named)
		return fl_error_set(
			err, FL_EINVAL, "no row has a text in the member \"%s\" (--group)", group);
	return rc;
}

int ds_cmd_split(const struct fl_opts *o, struct fl_error *err)
{
	struct split s = {.prior = -1};
	for (int i = 0; i < OUTS; i++)
		s.outs[i].fd = -1;
	sub_places_init(&s.places);
	int rc = run(&s, o, err);
	rc = sub_outs_close(s.outs, OUTS, rc, err);
	if (rc == 0)
		tell_counts(&s);
	ds_splitter_free(s.split);
	sub_places_release(&s.places);
	return rc ? FL_RUN_FAILED : s.places.damaged > 0;
}
