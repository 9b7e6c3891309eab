/* datasets kernels: records of faults in kernels, with a table at the end. */
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/kernels/kernels.h"
#include "tracegen/operators/ops.h"

enum { TEXT_MAX = 1 << 20, LIMIT = 10 };
#define ARENA_MAX ((size_t)4 << 30)

struct writing {
	struct sub_out why;
	int why_rc;
	struct fl_error why_err;
	struct sub_display display;
};

static void progress(void *ctx, size_t done, size_t count)
{
	struct writing *w = ctx;
	sub_progress(&w->display, "kernels", done, count);
}

static void left_out(void *ctx, struct fl_slice line)
{
	struct writing *w = ctx;
	if (w->why_rc == 0)
		w->why_rc = sub_out_line(&w->why, line, &w->why_err);
}

static int show_report(const struct ds_kernels_report *r, double seconds, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	ds_kernels_show(&text, r);
	fl_buf_printf(&text, "time      %.0f s, %.2f records a second\n", seconds,
		(double)r->records / (seconds > 0 ? seconds : 1));
	int rc = fl_buf_error(&text, "the table", err);
	rc = rc ? rc : sub_print(fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

static int make(const struct fl_opts *o, struct ds_kernels_opts *opts, struct fl_error *err)
{
	struct writing w = {.why = {.fd = -1}};
	struct ds_kernels_report report;
	struct fl_arena a;
	int rc = sub_check_out(o, opts->out, err);
	rc = rc ? rc : sub_why_open(&w.why, o, err);
	if (rc)
		return rc;
	if (fl_opt_given(o, OPT_WHY))
		opts->left_out = left_out;
	if (sub_progress_wanted(o))
		opts->progress = progress;
	opts->stop = sub_stop();
	opts->ctx = &w;
	fl_arena_init(&a, ARENA_MAX);
	double start = sub_now();
	rc = ds_kernels(opts, &a, &report, err);
	sub_progress_end(&w.display);
	if ((rc == 0 || rc == FL_EREFUSED) && !fl_opt_given(o, OPT_QUIET) &&
		show_report(&report, sub_now() - start, rc ? NULL : err) && rc == 0)
		rc = err->code;
	rc = sub_why_close(&w.why, w.why_rc, &w.why_err, rc, err);
	fl_arena_release(&a);
	return rc;
}

int ds_cmd_kernels(const struct fl_opts *o, struct fl_error *err)
{
	uint32_t limit = LIMIT;
	struct fl_slice text = fl_slice_str(fl_opt_text(o, OPT_LIMIT));
	if (!sub_count(o) || !fl_opt_text(o, OPT_OUT)) {
		fl_error_set(
			err, FL_EINVAL, "kernels needs a DIR with a faultline.json and -o DIR");
		return FL_RUN_FAILED;
	}
	if (fl_opt_given(o, OPT_LIMIT) && fl_slice_uint(text, &limit) != text.len) {
		fl_error_set(err, FL_EINVAL, "of kernels there is one --limit, a number");
		return FL_RUN_FAILED;
	}
	bool only[TG_OP_COUNT];
	const char *ops = fl_opt_text(o, OPT_OP);
	if (ops && tg_ops_named(fl_slice_str(ops), only, err))
		return FL_RUN_FAILED; /* before hours of work */
	struct ds_kernels_opts opts = {.dirs = o->operands + 1,
		.dir_count = sub_count(o),
		.out = fl_opt_text(o, OPT_OUT),
		.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.jobs = sub_jobs(o),
		.seed = (uint64_t)fl_opt_number(o, OPT_SEED),
		.limit = limit,
		.ops = ops,
		.sites = (unsigned)fl_opt_number(o, OPT_SITES),
		.form = (enum ds_form)fl_opt_word(o, OPT_COMPLETION),
		.prompt_bytes = fl_opt_number(o, OPT_PROMPT_BYTES),
		.seekable = sub_seekable(o),
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED}};
	return make(o, &opts, err) ? FL_RUN_FAILED : 0;
}
