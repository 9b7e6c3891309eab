/* datasets validate: is every row a record, by its keys, types and rules, without a manifest? */
#include <unistd.h>

#include "base/show.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/record/record.h"

/* Rows that are told one by one; records by version. */
enum { TOLD_MAX = 20, TEXT_MAX = 1 << 16 };

struct validation {
	int64_t rows, wrong, of_version[DS_SCHEMA_VERSION + 1];
};

static int judge(struct fl_slice line, struct validation *v, struct fl_error *err)
{
	struct ds_record *r;
	struct fl_arena a;
	fl_arena_init(&a, DS_RECORD_MAX);
	bool canonical;
	int rc = ds_record_read_line(line, &a, &r, &canonical, err);
	rc = rc ? rc : ds_record_check_line(r, canonical ? line : fl_slice(NULL, 0), err);
	if (rc == 0)
		v->of_version[r->schema_version]++;
	fl_arena_release(&a);
	return rc;
}

static int validate_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct validation *v = ctx;
	struct fl_error why = {0};
	int rc = judge(row->line, v, &why);
	v->rows++;
	if (rc == FL_ENOMEM)
		return sub_row_error(row, rc, why.message, err);
	if (rc == 0)
		return 0;
	if (v->wrong++ < TOLD_MAX)
		fl_tell("datasets", "%s:%lld: %s", row->file, (long long)row->number, why.message);
	return 0;
}

static int tell(const struct validation *v, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	fl_buf_printf(&out, "%lld rows, %lld wrong", (long long)v->rows, (long long)v->wrong);
	for (int i = 0; i <= DS_SCHEMA_VERSION; i++)
		if (v->of_version[i])
			fl_buf_printf(&out, ", %lld of schema version %d",
				(long long)v->of_version[i], i);
	fl_buf_char(&out, '\n');
	int rc = sub_print(fl_buf_view(&out), err);
	fl_buf_release(&out);
	if (v->wrong > TOLD_MAX)
		fl_tell("datasets", "and %lld rows more are wrong",
			(long long)(v->wrong - TOLD_MAX));
	return rc;
}

int ds_cmd_validate(const struct fl_opts *o, struct fl_error *err)
{
	struct validation v = {0};
	int rc = sub_each_row(o, false, validate_row, &v, err);
	rc = rc ? rc : tell(&v, err);
	return rc ? FL_RUN_FAILED : v.wrong > 0;
}
