#include <unistd.h>

#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/show.h"

/* Bytes that are gathered before they are written. */
enum { CHUNK = 1 << 16 };

struct cat {
	int kind; /* -1: all */
	int64_t left; /* records to print */
	bool pretty, colour, first;
	struct fl_buf out;
};

static int flush(struct cat *c, struct fl_error *err)
{
	int rc = fl_buf_error(&c->out, "the output", err);
	if (rc == 0)
		rc = sub_print(fl_buf_view(&c->out), err);
	fl_buf_clear(&c->out);
	return rc;
}

static int print_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct cat *c = ctx;
	if (c->kind >= 0 && row->record->kind != c->kind)
		return 0;
	if (c->pretty) {
		fl_buf_str(&c->out, c->first ? "" : "\n\n");
		ds_record_show(&c->out, row->record, c->colour);
	} else if (!fl_slice_starts(row->line, "{") || !fl_slice_ends(row->line, "}")) {
		return sub_row_error(row, FL_EPARSE, "not a JSON object", err);
	} else {
		fl_buf_slice(&c->out, row->line);
		fl_buf_char(&c->out, '\n');
	}
	c->first = false;
	int rc = c->out.len >= CHUNK || c->out.failed ? flush(c, err) : 0;
	if (rc)
		return rc;
	return --c->left == 0;
}

int ds_cmd_cat(const struct fl_opts *o, struct fl_error *err)
{
	struct cat c = {.kind = fl_opt_given(o, OPT_KIND) ? fl_opt_word(o, OPT_KIND) : -1,
		.left = fl_opt_given(o, OPT_HEAD) ? fl_opt_number(o, OPT_HEAD) : INT64_MAX,
		.pretty = fl_opt_given(o, OPT_PRETTY),
		.colour = isatty(STDOUT_FILENO),
		.first = true};
	/* Lines are passed on as they are, when they look like objects; they are read as records
	 * only where that is needed. */
	bool parse = c.kind >= 0 || c.pretty;
	fl_buf_init(&c.out, (size_t)DS_RECORD_MAX * 8);
	int rc = sub_each_row(o, parse, print_row, &c, err);
	/* What came before a damaged row is right. */
	int flushed = flush(&c, rc < 0 ? NULL : err);
	fl_buf_release(&c.out);
	return rc < 0 || flushed < 0 ? FL_RUN_FAILED : 0;
}
