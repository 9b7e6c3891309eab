/* datasets import: real faults, of pairs of files, with a table at the end. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "base/show.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/import/import.h"

/* Complaints about rows that are printed; further ones are counted only. */
enum { TEXT_MAX = 1 << 20, LINE_BYTES = 1 << 20, COMPLAINTS_MAX = 20 };
#define ARENA_MAX ((size_t)4 << 30)

struct import {
	const char *input;
	int64_t complaints;
	bool shows; /* progress */
	bool shown; /* some stands on the terminal */
	double start, last;
	struct sub_out why; /* of rows that are not taken */
	struct fl_buf line; /* of that */
	int why_rc;
	struct fl_error why_err;
};

static void complain(
	void *ctx, uint64_t line, struct fl_slice where, const char *word, struct fl_slice why)
{
	struct import *m = ctx;
	if (m->complaints++ >= COMPLAINTS_MAX)
		return;
	if (m->shown)
		fl_write_all(STDERR_FILENO, FL_S("\r\033[K"), NULL); /* a lost line is no loss */
	m->shown = false;
	if (where.len)
		fl_tell("datasets", "%s: %.*s: %s%s%.*s", m->input, FL_ARG(where), word,
			why.len ? ": " : "", FL_ARG(why));
	else if (line)
		fl_tell("datasets", "%s:%llu: %s%s%.*s", m->input, (unsigned long long)line, word,
			why.len ? ": " : "", FL_ARG(why));
	else
		fl_tell("datasets", "%s: %s%s%.*s", m->input, word, why.len ? ": " : "",
			FL_ARG(why));
}

static void member(struct fl_buf *out, const char *key, struct fl_slice text)
{
	fl_buf_printf(out, ",\"%s\":", key);
	fl_json_text(out, text);
}

static void left_out(
	void *ctx, uint64_t line, struct fl_slice where, const char *word, struct fl_slice why)
{
	struct import *m = ctx;
	fl_buf_clear(&m->line);
	fl_buf_printf(&m->line, "{\"row\":%llu", (unsigned long long)line);
	member(&m->line, "where", where);
	member(&m->line, "fate", fl_slice_str(word));
	member(&m->line, "why", why);
	fl_buf_char(&m->line, '}');
	if (m->why_rc == 0)
		m->why_rc = sub_out_line(&m->why, fl_buf_view(&m->line), &m->why_err);
}

static void unkept(void *ctx, const char *why)
{
	struct import *m = ctx;
	sub_unkept(m->shown, why);
	m->shown = false;
}

/* How many there will be is not known: rows stream. */
static void progress(void *ctx, uint64_t rows)
{
	struct import *m = ctx;
	struct fl_buf line;
	double now = sub_now(), seconds = now - m->start;
	if (!m->shows || now - m->last < 0.25)
		return;
	m->last = now;
	fl_buf_init(&line, 4096);
	fl_buf_printf(&line, "\rpairs     %llu  %.1f a second\033[K", (unsigned long long)rows,
		seconds > 0 ? (double)rows / seconds : 0);
	fl_write_all(STDERR_FILENO, fl_buf_view(&line), NULL); /* as above */
	fl_buf_release(&line);
	m->shown = true;
}

static struct ds_rows_opts rows_of(const struct fl_opts *o)
{
	return (struct ds_rows_opts){.input = sub_at(o, 0),
		.tree = fl_opt_text(o, OPT_TREE),
		.repository = fl_opt_text(o, OPT_REPOSITORY),
		.max_commits = fl_opt_number(o, OPT_MAX_COMMITS),
		.keys = {.before = fl_opt_text(o, OPT_BEFORE),
			.after = fl_opt_text(o, OPT_AFTER),
			.diff = fl_opt_text(o, OPT_DIFF),
			.message = fl_opt_text(o, OPT_MESSAGE),
			.alone = fl_opt_given(o, OPT_TIDY)}};
}

static struct ds_import_opts options_of(const struct fl_opts *o, const char *cache)
{
	int compiler = fl_opt_word(o, OPT_COMPILER);
	return (struct ds_import_opts){.rows = rows_of(o),
		.out = fl_opt_text(o, OPT_OUT),
		.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.checks = fl_opt_given(o, OPT_TIDY) ? fl_opt_text(o, OPT_TIDY) : NULL,
		.use = {[TG_GCC] = compiler != COMPILER_CLANG,
			[TG_CLANG] = compiler != COMPILER_GCC},
		.run = fl_opt_given(o, OPT_RUN),
		.inputs = (size_t)fl_opt_number(o, OPT_INPUTS),
		.whole = fl_opt_given(o, OPT_WHOLE),
		.jobs = sub_jobs(o),
		.seed = (uint64_t)fl_opt_number(o, OPT_SEED),
		.seekable = sub_seekable(o),
		.form = (enum ds_form)fl_opt_word(o, OPT_COMPLETION),
		.prompt_bytes = fl_opt_number(o, OPT_PROMPT_BYTES),
		.cache = cache,
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED,
			.compile_ms = (unsigned)fl_opt_number(o, OPT_COMPILE_LIMIT) * 1000},
		.complain = complain,
		.unkept = unkept,
		.progress = progress};
}

static int show_report(const struct ds_import_report *report, double seconds, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	ds_import_show(&text, report);
	fl_buf_printf(&text, "  time              %.0f s\n", seconds);
	int rc = fl_buf_error(&text, "the table", err);
	rc = rc ? rc : sub_print(fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

/* *ret_damaged: the input is not whole, which is a "no" though records came out. */
static int import(const struct fl_opts *o, struct ds_import_opts *opts, bool *ret_damaged,
	struct fl_error *err)
{
	struct import m = {
		.input = opts->rows.input, .shows = sub_progress_wanted(o), .why = {.fd = -1}};
	struct ds_import_report report;
	struct fl_arena a;
	int rc = sub_check_out(o, opts->out, err);
	rc = rc ? rc : sub_check_below(opts->rows.tree, fl_opt_text(o, OPT_WHY), err);
	rc = rc ? rc : sub_check_below(opts->rows.input, fl_opt_text(o, OPT_WHY), err);
	rc = rc ? rc : sub_why_open(&m.why, o, err);
	if (rc)
		return rc;
	if (fl_opt_given(o, OPT_WHY))
		opts->left_out = left_out;
	opts->stop = sub_stop();
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&m.line, LINE_BYTES);
	m.start = sub_now();
	opts->ctx = &m;
	rc = ds_import(opts, &a, &report, err);
	if (m.shown)
		fl_write_all(STDERR_FILENO, FL_S("\n"), NULL); /* as above */
	if (m.complaints > COMPLAINTS_MAX)
		fl_tell("datasets", "and %lld rows more are at fault",
			(long long)(m.complaints - COMPLAINTS_MAX));
	if (rc == 0 || rc == FL_EREFUSED) {
		*ret_damaged = report.damaged;
		if (!fl_opt_given(o, OPT_QUIET) &&
			show_report(&report, sub_now() - m.start, rc ? NULL : err) && rc == 0)
			rc = err->code;
	}
	rc = sub_why_close(&m.why, m.why_rc, &m.why_err, rc, err);
	fl_buf_release(&m.line);
	fl_arena_release(&a);
	return rc;
}

/* The first second of a day, by UTC. */
static bool read_date(const char *text, int64_t *ret_seconds)
{
	struct tm day = {0};
	const char *end = strptime(text, "%Y-%m-%d", &day);
	int asked = day.tm_mday;
	if (!end || *end)
		return false;
	*ret_seconds = (int64_t)timegm(&day);
	return day.tm_mday == asked; /* the 30th of February becomes another day */
}

int ds_cmd_import(const struct fl_opts *o, struct fl_error *err)
{
	bool damaged = false;
	if (sub_count(o) != 1 || !fl_opt_text(o, OPT_OUT)) {
		fl_error_set(err, FL_EINVAL, "import needs one FILE or repository and -o DIR");
		return FL_RUN_FAILED;
	}
	if (fl_opt_given(o, OPT_RUN) && fl_opt_given(o, OPT_TIDY)) {
		fl_error_set(err, FL_EINVAL, "--run needs two sides, and --tidy makes of one");
		return FL_RUN_FAILED;
	}
	int64_t since = 0;
	if (fl_opt_text(o, OPT_SINCE) && !read_date(fl_opt_text(o, OPT_SINCE), &since)) {
		fl_error_set(err, FL_EINVAL, "--since needs a day that there is, YYYY-MM-DD");
		return FL_RUN_FAILED;
	}
	char *cache = sub_cache_dir(o);
	struct ds_import_opts opts = options_of(o, cache);
	opts.rows.since = since;
	int rc = import(o, &opts, &damaged, err);
	free(cache);
	return rc ? FL_RUN_FAILED : damaged;
}
