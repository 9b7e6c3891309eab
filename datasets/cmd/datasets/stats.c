#include <unistd.h>

#include "base/json.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/show.h"

static int count_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	(void)err;
	ds_tally_add(ctx, row->record, row->line.len);
	return 0;
}

int ds_cmd_stats(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf out;
	struct ds_tally tally;
	struct ds_stats stats;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&out, 1 << 20);
	int rc = ds_tally_init(&tally, &a, err);
	if (rc == 0)
		rc = sub_each_row(o, true, count_row, &tally, err);
	if (rc == 0)
		rc = ds_tally_stats(&tally, &stats, err);
	if (rc == 0 && fl_opt_given(o, OPT_JSON)) {
		fl_json_object(&out, &ds_stats_shape, &stats);
		fl_buf_char(&out, '\n');
	} else if (rc == 0) {
		ds_stats_show(&out, &stats);
	}
	if (rc == 0)
		rc = sub_print(fl_buf_view(&out), err);
	fl_buf_release(&out);
	fl_arena_release(&a);
	return rc ? FL_RUN_FAILED : 0;
}
