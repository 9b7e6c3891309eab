/* datasets diff: two datasets beside each other. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/compare/compare.h"

enum { TEXT_MAX = 64 << 20 };
#define ARENA_MAX ((size_t)4 << 30)

struct adding {
	struct ds_compare *compare;
	enum ds_side side;
};

static int add_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	const struct adding *a = ctx;
	return ds_compare_add(a->compare, a->side, row->record, row->line.len, err);
}

/* A set's records, and its manifest, where it is a directory that has one. */
static int add_set(struct ds_compare *c, enum ds_side side, const char *path, struct fl_error *err)
{
	struct adding adding = {c, side};
	struct stat st;
	int rc = ds_rows_each(path, true, add_row, &adding, err);
	if (rc == 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
		rc = ds_manifest_read(path, c->arena, &c->manifests[side], err);
		rc = rc == FL_ENOTFOUND ? 0 : rc;
	}
	return rc;
}

static int write_out(const struct fl_opts *o, const struct ds_difference *d, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	if (fl_opt_given(o, OPT_JSON)) {
		fl_json_object(&out, &ds_difference_shape, d);
		fl_buf_char(&out, '\n');
	} else {
		ds_difference_show(&out, d);
	}
	int rc = fl_buf_error(&out, "the table", err);
	rc = rc ? rc : sub_print(fl_buf_view(&out), err);
	fl_buf_release(&out);
	return rc;
}

int ds_cmd_diff(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_arena a;
	struct ds_compare c;
	struct ds_difference d = {0};
	if (sub_count(o) != 2) {
		fl_error_set(err, FL_EINVAL, "diff needs two sets, the old one and the new one");
		return FL_RUN_FAILED;
	}
	fl_arena_init(&a, ARENA_MAX);
	int rc = ds_compare_init(&c, &a, err);
	rc = rc ? rc : add_set(&c, DS_OLD, sub_at(o, 0), err);
	rc = rc ? rc : add_set(&c, DS_NEW, sub_at(o, 1), err);
	rc = rc ? rc : ds_compare_end(&c, &d, err);
	rc = rc ? rc : write_out(o, &d, err);
	int status = ds_difference_any(&d) ? 1 : 0;
	ds_compare_release(&c);
	fl_arena_release(&a);
	return rc ? FL_RUN_FAILED : status;
}
