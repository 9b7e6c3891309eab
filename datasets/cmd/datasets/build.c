/* datasets build: the main job, with a table at the end. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debugsession/watches.h"
#include "base/show.h"
#include "datasets/build/build.h"
#include "datasets/cache.h"
#include "datasets/build/plan.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"

enum { TEXT_MAX = 1 << 20, LIMIT_MAX = 1000000 };
#define ARENA_MAX ((size_t)16 << 30)

static struct ds_build_opts options_of(const struct fl_opts *o, const char *cache)
{
	return (struct ds_build_opts){.corpora = o->operands + 1,
		.corpus_count = sub_count(o),
		.out = fl_opt_text(o, OPT_OUT),
		.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.jobs = sub_jobs(o),
		.seed = (uint64_t)fl_opt_number(o, OPT_SEED),
		.observed = (unsigned)fl_opt_number(o, OPT_OBSERVED),
		.rounds = (unsigned)fl_opt_number(o, OPT_ROUNDS),
		.sites = (unsigned)fl_opt_number(o, OPT_SITES),
		.compile_sites = (unsigned)fl_opt_number(o, OPT_COMPILE_SITES),
		.traces = (unsigned)fl_opt_number(o, OPT_TRACES),
		.crashes = (unsigned)fl_opt_number(o, OPT_CRASHES),
		.divergences = (unsigned)fl_opt_number(o, OPT_DIVERGENCES),
		.ops = fl_opt_text(o, OPT_OP),
		.share = (unsigned)fl_opt_number(o, OPT_SHARE),
		.projects = (unsigned)fl_opt_number(o, OPT_PROJECTS),
		.prompt_bytes = fl_opt_number(o, OPT_PROMPT_BYTES),
		.inputs = (unsigned)fl_opt_number(o, OPT_INPUTS),
		.cpu_ms = (unsigned)fl_opt_number(o, OPT_CPU_LIMIT) * 1000,
		.seekable = sub_seekable(o),
		.form = (enum ds_form)fl_opt_word(o, OPT_COMPLETION),
		.cache = cache,
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED,
			.compile_ms = (unsigned)fl_opt_number(o, OPT_COMPILE_LIMIT) * 1000}};
}

/* Of a part: what it did, and what is to be done next. */
static void show_part(
	struct fl_buf *out, const struct ds_part *part, const struct ds_build_report *report)
{
	fl_buf_printf(out, "part %u of %u: %zu pieces of work done; ", part->index + 1, part->count,
		report->done);
	if (report->absent)
		fl_buf_printf(out, "waits for %zu of other parts: run those, then this again\n",
			report->absent);
	else
		fl_buf_printf(out, "all is there: run the command without --shard\n");
}

/* Sites and programs that our own tools, or the machine, failed on: it may do them another time. */
static void tell_failed(const struct ds_build_report *report)
{
	const struct ds_count *reasons = report->manifest.programs.refused.items;
	int64_t sites = 0, programs = 0;
	for (int i = 0; i < TG_OP_COUNT; i++)
		sites += report->ops[i].by_status[TG_INFRA];
	for (size_t i = 0; i < report->manifest.programs.refused.len; i++)
		if (fl_slice_eqs(reasons[i].name, tg_refusals[TG_REFUSED_INFRA].word))
			programs = reasons[i].count;
	if (sites || programs)
		fl_tell("datasets",
			"%lld sites and %lld programs were not judged, as our tools or the machine "
			"failed; the same command with --overwrite tries them again",
			(long long)sites, (long long)programs);
}

/* What the machine kept all of them from showing. */
static void tell_lacks(void)
{
	if (!dbg_host_watches())
		fl_tell("datasets",
			"this machine's debug registers have no effect: no trace tells who last "
			"wrote a value, or who last used memory that leaks");
}

static int show_report(const struct ds_build_opts *opts, const struct ds_build_report *report,
	double seconds, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	if (opts->part.count) {
		show_part(&text, &opts->part, report);
	} else {
		ds_build_show(&text, report);
		fl_buf_printf(&text, "  time              %.0f s\n", seconds);
	}
	int rc = fl_buf_error(&text, "the table", err);
	rc = rc ? rc : sub_print(fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

static void unkept(void *ctx, const char *why)
{
	const struct sub_display *display = ctx;
	sub_unkept(display->phase != NULL, why);
}

static int build(const struct fl_opts *o, struct ds_build_opts *opts, struct fl_error *err)
{
	struct fl_arena a;
	struct ds_build_report report;
	struct sub_display display = {0};
	double start = sub_now();
	opts->stop = sub_stop();
	opts->progress = sub_progress_wanted(o) ? sub_progress : NULL;
	opts->unkept = unkept;
	opts->progress_ctx = &display;
	fl_arena_init(&a, ARENA_MAX);
	int rc = ds_build(opts, &a, &report, err);
	sub_progress_end(&display);
	if ((rc == 0 || rc == FL_EREFUSED) && !fl_opt_given(o, OPT_QUIET)) {
		int shown = show_report(opts, &report, sub_now() - start, rc ? NULL : err);
		rc = rc ? rc : shown;
	}
	if (rc == 0 || rc == FL_EREFUSED) {
		tell_failed(&report);
		tell_lacks();
	}
	fl_arena_release(&a);
	return rc;
}

char *sub_cache_dir(const struct fl_opts *o)
{
	if (fl_opt_given(o, OPT_NO_CACHE))
		return NULL;
	if (fl_opt_given(o, OPT_CACHE))
		return strdup(fl_opt_text(o, OPT_CACHE));
	return ds_cache_dir(getenv("XDG_CACHE_HOME"), getenv("HOME"));
}

int sub_limits(const char *text, struct ds_build_opts *opts, struct fl_error *err)
{
	struct fl_slice rest = fl_slice_str(text);
	for (bool last = false; !last;) {
		uint32_t number;
		size_t len = fl_slice_uint(rest, &number);
		last = len == rest.len;
		if (!len || number > LIMIT_MAX || (!last && rest.ptr[len] != ','))
			return fl_error_set(err, FL_EINVAL,
				"--limit=%s is no number up to %d, nor several with commas between",
				text, LIMIT_MAX);
		if (opts->limit_count == DS_LIMITS_MAX)
			return fl_error_set(
				err, FL_EINVAL, "--limit has more than %d numbers", DS_LIMITS_MAX);
		opts->limits[opts->limit_count++] = number;
		rest = fl_slice_skip(rest, len + 1);
	}
	return 0;
}

int ds_cmd_build(const struct fl_opts *o, struct fl_error *err)
{
	if (fl_opt_given(o, OPT_CONTRAST))
		return ds_cmd_contrast(o, err);
	if (fl_opt_given(o, OPT_WHY)) {
		fl_error_set(err, FL_EINVAL, "--why of build goes with --contrast");
		return FL_RUN_FAILED;
	}
	if (sub_count(o) == 0 || (!fl_opt_text(o, OPT_OUT) && !fl_opt_given(o, OPT_SHARD))) {
		fl_error_set(err, FL_EINVAL, "build needs a CORPUS and -o DIR");
		return FL_RUN_FAILED;
	}
	bool only[TG_OP_COUNT];
	const char *ops = fl_opt_text(o, OPT_OP);
	if (ops && tg_ops_named(fl_slice_str(ops), only, err))
		return FL_RUN_FAILED; /* before hours of work */
	char *cache = sub_cache_dir(o);
	struct ds_build_opts opts = options_of(o, cache);
	int rc = sub_limits(fl_opt_text(o, OPT_LIMIT), &opts, err);
	if (rc == 0 && fl_opt_given(o, OPT_SHARD))
		rc = ds_part_read(fl_opt_text(o, OPT_SHARD), &opts.part, err);
	rc = rc ? rc : build(o, &opts, err);
	free(cache);
	return rc ? FL_RUN_FAILED : 0;
}
