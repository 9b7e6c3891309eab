#include <stdio.h>
#include <string.h>

#include "base/show.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/export/export.h"

enum { REASONS_MAX = 8, REASON_BYTES = 120 };

struct exporting {
	struct ds_export_opts opts;
	int kind, split; /* -1: all */
	int64_t others; /* of another kind or split */
	struct {
		char text[REASON_BYTES];
		int64_t count;
	} reasons[REASONS_MAX]; /* the last: whatever there is no room for */
	struct fl_buf line;
	struct sub_out out;
};

static void refuse(struct exporting *e, const char *reason)
{
	size_t i = 0;
	while (i + 1 < REASONS_MAX && e->reasons[i].count &&
		strcmp(e->reasons[i].text, reason) != 0)
		i++;
	const char *text = i + 1 < REASONS_MAX ? reason : "other reasons";
	snprintf(e->reasons[i].text, REASON_BYTES, "%.*s", REASON_BYTES - 1, text);
	e->reasons[i].count++;
}

static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct exporting *e = ctx;
	const struct ds_record *r = row->record;
	struct fl_error why = {0};
	if ((e->kind >= 0 && r->kind != e->kind) || (e->split >= 0 && r->split != e->split)) {
		e->others++;
		return 0;
	}
	fl_buf_clear(&e->line);
	int rc = ds_export_row(&e->opts, r, &e->line, &why);
	if (rc == FL_EREFUSED) {
		refuse(e, why.message);
		return 0;
	}
	if (rc)
		return sub_row_error(row, rc, why.message, err);
	e->opts.index++;
	return sub_out_line(&e->out, fl_buf_view(&e->line), err);
}

static void tell_counts(const struct exporting *e)
{
	fl_tell("datasets", "%lld rows written, %lld of another kind or split passed over",
		(long long)e->opts.index, (long long)e->others);
	for (size_t i = 0; i < REASONS_MAX && e->reasons[i].count; i++)
		fl_tell("datasets", "%lld records left out: %s", (long long)e->reasons[i].count,
			e->reasons[i].text);
}

int ds_cmd_export(const struct fl_opts *o, struct fl_error *err)
{
	struct exporting e = {.opts = {.shape = (enum ds_export)fl_opt_word(o, OPT_SHAPE),
				      .instruction = fl_opt_given(o, OPT_INSTRUCTION),
				      .all = fl_opt_given(o, OPT_ALL)},
		.kind = fl_opt_given(o, OPT_KIND) ? fl_opt_word(o, OPT_KIND) : -1,
		.split = fl_opt_given(o, OPT_SPLIT) ? fl_opt_word(o, OPT_SPLIT) : -1};
	fl_buf_init(&e.line, (size_t)DS_RECORD_MAX * 2);
	int rc = sub_out_open(&e.out, "-", err);
	rc = rc ? rc : sub_each_row(o, true, take_row, &e, err);
	rc = sub_out_close(&e.out, rc, err);
	if (rc == 0)
		tell_counts(&e);
	fl_buf_release(&e.line);
	return rc ? FL_RUN_FAILED : 0;
}
