/* datasets build --contrast: pairs of records of one task under two platforms. */
#include <stdlib.h>

#include "base/json.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/contrast/make.h"

enum { TEXT_MAX = 1 << 20, LINE_BYTES = 64 << 10 };
#define ARENA_MAX ((size_t)1 << 30)

struct writing {
	struct sub_out why;
	int why_rc;
	struct fl_error why_err;
	struct sub_display display;
	bool shows;
};

struct left_out {
	struct fl_slice source, reason, detail;
};

static const struct fl_field left_out_fields[] = {
	FL_ROW(struct left_out, source, FL_TEXT, .doc = "contrast, task and row"),
	FL_ROW(struct left_out, reason, FL_TEXT, .doc = "what became of it"),
	FL_ROW(struct left_out, detail, FL_TEXT, .doc = "says more, or empty"),
};

static const struct fl_shape left_out_shape = {.name = "left_out",
	.size = sizeof(struct left_out),
	FL_SHAPE_FIELDS(left_out_fields),
	.doc = "A pair that was dropped."};

static void left_out(void *ctx, struct fl_slice source, const char *word, struct fl_slice why)
{
	struct writing *w = ctx;
	const struct left_out row = {source, fl_slice_str(word), why};
	struct fl_buf line;
	fl_buf_init(&line, LINE_BYTES);
	fl_json_object(&line, &left_out_shape, &row);
	if (w->why_rc == 0)
		w->why_rc = fl_buf_error(&line, "a line of --why", &w->why_err);
	if (w->why_rc == 0)
		w->why_rc = sub_out_line(&w->why, fl_buf_view(&line), &w->why_err);
	fl_buf_release(&line);
}

static void unkept(void *ctx, const char *why)
{
	const struct writing *w = ctx;
	sub_unkept(w->display.phase != NULL, why);
}

static void progress(void *ctx, const char *phase, size_t done, size_t count)
{
	struct writing *w = ctx;
	if (w->shows)
		sub_progress(&w->display, phase, done, count);
}

static int show_report(
	const struct ds_contrast_report *report, double seconds, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	ds_contrast_show(&text, report);
	fl_buf_printf(&text, "time      %.0f s\n", seconds);
	int rc = fl_buf_error(&text, "the table", err);
	rc = rc ? rc : sub_print(fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

static int make(const struct fl_opts *o, struct ds_contrast_opts *opts, struct fl_error *err)
{
	struct writing w = {.why = {.fd = -1}, .shows = sub_progress_wanted(o)};
	struct ds_contrast_report report;
	struct fl_arena a;
	int rc = sub_why_open(&w.why, o, err);
	if (rc)
		return rc;
	if (fl_opt_given(o, OPT_WHY))
		opts->left_out = left_out;
	opts->stop = sub_stop();
	opts->ctx = &w;
	fl_arena_init(&a, ARENA_MAX);
	double start = sub_now();
	rc = ds_contrast_make(opts, &a, &report, err);
	sub_progress_end(&w.display);
	if ((rc == 0 || rc == FL_EREFUSED) && !fl_opt_given(o, OPT_QUIET) &&
		show_report(&report, sub_now() - start, rc ? NULL : err) && rc == 0)
		rc = err->code;
	rc = sub_why_close(&w.why, w.why_rc, &w.why_err, rc, err);
	fl_arena_release(&a);
	return rc;
}

/* What shapes a build of programs, and nothing here. */
static const struct {
	int option;
	const char *name;
} idle[] = {
	{OPT_LIMIT, "limit"},
	{OPT_OBSERVED, "observed"},
	{OPT_ROUNDS, "rounds"},
	{OPT_SITES, "sites"},
	{OPT_COMPILE_SITES, "compile-sites"},
	{OPT_TRACES, "traces"},
	{OPT_CRASHES, "crashes"},
	{OPT_DIVERGENCES, "divergences"},
	{OPT_OP, "op"},
	{OPT_SHARE, "share"},
	{OPT_PROJECTS, "projects"},
	{OPT_INPUTS, "inputs"},
	{OPT_CPU_LIMIT, "cpu-limit"},
	{OPT_SHARD, "shard"},
};

static int check_idle(const struct fl_opts *o, struct fl_error *err)
{
	for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
		if (fl_opt_given(o, (size_t)idle[i].option))
			return fl_error_set(err, FL_EINVAL, "build --contrast has no use for --%s",
				idle[i].name);
	return 0;
}

int ds_cmd_contrast(const struct fl_opts *o, struct fl_error *err)
{
	if (sub_count(o) || !fl_opt_text(o, OPT_OUT)) {
		fl_error_set(err, FL_EINVAL,
			"build --contrast needs -o DIR, and has tasks of its own in place of a "
			"CORPUS");
		return FL_RUN_FAILED;
	}
	if (check_idle(o, err))
		return FL_RUN_FAILED;
	char *cache = sub_cache_dir(o);
	struct ds_contrast_opts opts = {.out = fl_opt_text(o, OPT_OUT),
		.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.jobs = sub_jobs(o),
		.seed = (uint64_t)fl_opt_number(o, OPT_SEED),
		.form = (enum ds_form)fl_opt_word(o, OPT_COMPLETION),
		.prompt_bytes = fl_opt_number(o, OPT_PROMPT_BYTES),
		.seekable = sub_seekable(o),
		.cache = cache,
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED,
			.compile_ms = (unsigned)fl_opt_number(o, OPT_COMPILE_LIMIT) * 1000},
		.unkept = unkept,
		.progress = progress};
	int rc = ds_contrast_opts_read(fl_opt_text(o, OPT_CONTRAST), &opts, err);
	rc = rc ? rc : make(o, &opts, err);
	free(cache);
	return rc ? FL_RUN_FAILED : 0;
}
