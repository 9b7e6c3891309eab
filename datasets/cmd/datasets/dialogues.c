/* datasets dialogues: dialogues with a debugger or a compiler, with a table at the end. */
#include <unistd.h>

#include "base/json.h"
#include "datasets/attempts/make.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/dialogue/dialogues.h"

enum { TEXT_MAX = 1 << 20, LINE_BYTES = 1 << 20 };
#define ARENA_MAX ((size_t)4 << 30)

struct dialogues {
	bool shows, shown; /* progress; some stands on the terminal */
	double start, last;
	struct sub_out why;
	struct fl_buf line; /* of that */
	int why_rc;
	struct fl_error why_err;
};

static void left_out(
	void *ctx, struct fl_slice id, const char *word, struct fl_slice why, struct fl_slice said)
{
	struct dialogues *d = ctx;
	const struct fl_slice texts[] = {id, fl_slice_str(word), why, said};
	static const char *const keys[] = {"{\"id\":", ",\"fate\":", ",\"why\":", ",\"said\":"};
	fl_buf_clear(&d->line);
	for (size_t i = 0; i < 4; i++) {
		fl_buf_str(&d->line, keys[i]);
		fl_json_text(&d->line, texts[i]);
	}
	fl_buf_char(&d->line, '}');
	if (d->why_rc == 0)
		d->why_rc = sub_out_line(&d->why, fl_buf_view(&d->line), &d->why_err);
}

static void progress(void *ctx, uint64_t faults, int64_t made)
{
	struct dialogues *d = ctx;
	struct fl_buf line;
	double now = sub_now(), seconds = now - d->start;
	if (!d->shows || now - d->last < 0.25)
		return;
	d->last = now;
	fl_buf_init(&line, 4096);
	fl_buf_printf(&line, "\rfaults    %llu  dialogues %lld  %.1f a second\033[K",
		(unsigned long long)faults, (long long)made,
		seconds > 0 ? (double)made / seconds : 0);
	fl_write_all(STDERR_FILENO, fl_buf_view(&line), NULL); /* a lost line is no loss */
	fl_buf_release(&line);
	d->shown = true;
}

static int show_report(const struct ds_dialogues_report *r, double seconds, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	ds_dialogues_show(&text, r);
	fl_buf_printf(&text, "  time               %.0f s, %.1f dialogues a second\n", seconds,
		(double)r->records / (seconds > 0 ? seconds : 1));
	int rc = fl_buf_error(&text, "the table", err);
	rc = rc ? rc : sub_print(fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

static int make(const struct fl_opts *o, struct ds_dialogues_opts *opts, struct fl_error *err)
{
	struct dialogues d = {.shows = sub_progress_wanted(o), .why = {.fd = -1}};
	struct ds_dialogues_report report;
	struct fl_arena a;
	int rc = sub_check_out(o, opts->out, err);
	rc = rc ? rc : sub_check_below(opts->input, fl_opt_text(o, OPT_WHY), err);
	rc = rc ? rc : sub_why_open(&d.why, o, err);
	if (rc)
		return rc;
	if (fl_opt_given(o, OPT_WHY))
		opts->left_out = left_out;
	opts->progress = progress;
	opts->stop = sub_stop();
	opts->ctx = &d;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&d.line, LINE_BYTES);
	d.start = sub_now();
	rc = ds_dialogues(opts, &a, &report, err);
	if (d.shown)
		fl_write_all(STDERR_FILENO, FL_S("\n"), NULL); /* as above */
	if ((rc == 0 || rc == FL_EREFUSED) && !fl_opt_given(o, OPT_QUIET) &&
		show_report(&report, sub_now() - d.start, rc ? NULL : err) && rc == 0)
		rc = err->code;
	rc = sub_why_close(&d.why, d.why_rc, &d.why_err, rc, err);
	fl_buf_release(&d.line);
	fl_arena_release(&a);
	return rc;
}

int ds_cmd_dialogues(const struct fl_opts *o, struct fl_error *err)
{
	if (sub_count(o) != 1 || !fl_opt_text(o, OPT_OUT)) {
		fl_error_set(err, FL_EINVAL, "dialogues needs one FILE or DIR and -o DIR");
		return FL_RUN_FAILED;
	}
	if (strcmp(sub_at(o, 0), "-") == 0) {
		fl_error_set(err, FL_EINVAL,
			"dialogues reads its rows twice: write them to a file first");
		return FL_RUN_FAILED;
	}
	bool compile = fl_opt_given(o, OPT_COMPILE);
	static const size_t of_debuggers[] = {OPT_FINER, OPT_SCRIPTED, OPT_BOTH, OPT_DEBUGGER};
	for (size_t i = 0; compile && i < sizeof(of_debuggers) / sizeof(of_debuggers[0]); i++)
		if (fl_opt_given(o, of_debuggers[i])) {
			fl_error_set(err, FL_EINVAL,
				"--finer, --scripted, --both and --debugger are for dialogues with "
				"a debugger; --compile has none");
			return FL_RUN_FAILED;
		}
	struct ds_dialogues_opts opts = {.maker = compile ? &ds_attempts_maker : &ds_debug_maker,
		.name = compile ? "--compile" : NULL,
		.attempts = compile,
		.input = sub_at(o, 0),
		.out = fl_opt_text(o, OPT_OUT),
		.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.jobs = sub_jobs(o),
		.seed = (uint64_t)fl_opt_number(o, OPT_SEED),
		.finer = fl_opt_given(o, OPT_FINER),
		.scripted = fl_opt_given(o, OPT_SCRIPTED) ? (unsigned)fl_opt_number(o, OPT_SCRIPTED)
			    : fl_opt_given(o, OPT_BOTH)   ? 100
							  : 0,
		.both = fl_opt_given(o, OPT_BOTH),
		.debugger = (enum ds_debugger)fl_opt_word(o, OPT_DEBUGGER),
		.most = fl_opt_given(o, OPT_HEAD) ? fl_opt_number(o, OPT_HEAD) : 0,
		.seekable = sub_seekable(o),
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED}};
	return make(o, &opts, err) ? FL_RUN_FAILED : 0;
}
