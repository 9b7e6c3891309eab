#include "datasets/convert.h"

#include <stdio.h>

#include "datasets/shard.h"

struct convert {
	struct fl_sink *sink;
	enum ds_form form;
	struct ds_convert_report report;
};

static int convert_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct convert *c = ctx;
	struct ds_record r = *row->record;
	struct fl_error why = {0};
	struct fl_arena a;
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	int rc = ds_record_upgrade(&r, c->form, &a, &why);
	rc = rc ? rc : ds_record_check(&r, &why);
	if (rc == 0) {
		rc = c->sink->put(c->sink, &ds_record_shape, &r, err);
		c->report.rows += rc == 0;
	} else if (rc == FL_EREFUSED) {
		if (c->report.refused++ == 0)
			snprintf(c->report.why, sizeof(c->report.why), "%s:%lld: %.200s", row->file,
				(long long)row->number, why.message);
		rc = 0;
	} else if (err) {
		*err = why;
	}
	fl_arena_release(&a);
	return rc;
}

int ds_convert(const char *from, const char *to, enum ds_form form, size_t seekable,
	struct ds_convert_report *ret_report, struct fl_error *err)
{
	const struct ds_manifest *old, *there;
	const struct ds_shards_opts opts = {.dir = to, .seekable = seekable};
	struct convert c = {.form = form};
	struct ds_shards *shards = NULL;
	struct fl_arena a;
	fl_arena_init(&a, (size_t)2 << 30);
	int rc = ds_manifest_read(from, &a, &old, err);
	if (rc == 0 && ds_manifest_read(to, &a, &there, NULL) != FL_ENOTFOUND)
		rc = fl_error_set(
			err, FL_EINVAL, "%s has a dataset already, or is no directory", to);
	rc = rc ? rc : ds_shards_new(&opts, &shards, err);
	if (rc == 0) {
		struct ds_manifest m = *old;
		c.sink = ds_shards_sink(shards);
		m.schema_version = DS_SCHEMA_VERSION;
		rc = ds_rows_each(from, true, convert_row, &c, err);
		rc = rc ? rc : ds_shards_finish(shards, &a, &m.shards, err);
		rc = rc ? rc : ds_manifest_write(to, &m, err);
		if (rc)
			ds_shards_remove(shards);
		ds_shards_free(shards);
	}
	fl_arena_release(&a);
	if (rc == 0)
		*ret_report = c.report;
	return rc;
}
