/* datasets transcripts: records of pasted sessions, with a table at the end. */
#include "base/json.h"
#include "base/show.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/transcribed/transcribe.h"

/* Rows that are told of one by one; further ones are counted only. */
enum { TEXT_MAX = 1 << 20, LINE_BYTES = 1 << 20, TOLD_MAX = 20 };
#define ARENA_MAX ((size_t)2 << 30)

struct transcripts {
	const char *input;
	int64_t told;
	struct sub_out why;
	struct fl_buf line; /* of that */
	int why_rc;
	struct fl_error why_err;
};

static void left_out(void *ctx, uint64_t line, const char *word, struct fl_slice why, bool bad)
{
	struct transcripts *m = ctx;
	if (bad && m->told++ < TOLD_MAX)
		fl_tell("datasets", "%s:%llu: %s%s%.*s", m->input, (unsigned long long)line, word,
			why.len ? ": " : "", FL_ARG(why));
	fl_buf_clear(&m->line);
	fl_buf_printf(
		&m->line, "{\"row\":%llu,\"fate\":\"%s\",\"why\":", (unsigned long long)line, word);
	fl_json_text(&m->line, why);
	fl_buf_char(&m->line, '}');
	if (m->why_rc == 0 && m->why.fd >= 0)
		m->why_rc = sub_out_line(&m->why, fl_buf_view(&m->line), &m->why_err);
}

static int show_report(const struct ds_transcribe_report *r, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	ds_transcribe_show(&text, r);
	int rc = fl_buf_error(&text, "the table", err);
	rc = rc ? rc : sub_print(fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

static int make(const struct fl_opts *o, struct ds_transcribe_opts *opts, bool *ret_damaged,
	struct fl_error *err)
{
	struct transcripts m = {.input = opts->input, .why = {.fd = -1}};
	struct ds_transcribe_report report = {0};
	struct fl_arena a;
	int rc = sub_check_out(o, opts->out, err);
	rc = rc ? rc : sub_check_apart(o, fl_opt_text(o, OPT_WHY), err);
	rc = rc ? rc : sub_why_open(&m.why, o, err);
	if (rc)
		return rc;
	opts->left_out = left_out;
	opts->stop = sub_stop();
	opts->ctx = &m;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&m.line, LINE_BYTES);
	rc = ds_transcribe(opts, &a, &report, err);
	if (m.told > TOLD_MAX)
		fl_tell("datasets", "and %lld rows more", (long long)(m.told - TOLD_MAX));
	if ((rc == 0 || rc == FL_EREFUSED) && !fl_opt_given(o, OPT_QUIET) &&
		show_report(&report, rc ? NULL : err) && rc == 0)
		rc = err->code;
	rc = sub_why_close(&m.why, m.why_rc, &m.why_err, rc, err);
	*ret_damaged = report.damaged;
	fl_buf_release(&m.line);
	fl_arena_release(&a);
	return rc;
}

int ds_cmd_transcripts(const struct fl_opts *o, struct fl_error *err)
{
	bool damaged = false;
	if (sub_count(o) != 1 || !fl_opt_text(o, OPT_OUT)) {
		fl_error_set(err, FL_EINVAL, "transcripts needs one FILE and -o DIR");
		return FL_RUN_FAILED;
	}
	struct ds_transcribe_opts opts = {.input = sub_at(o, 0),
		.out = fl_opt_text(o, OPT_OUT),
		.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.seed = (uint64_t)fl_opt_number(o, OPT_SEED),
		.form = (enum ds_form)fl_opt_word(o, OPT_COMPLETION),
		.seekable = sub_seekable(o),
		.prompt_bytes = fl_opt_number(o, OPT_PROMPT_BYTES),
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED,
			.compile_ms = (unsigned)fl_opt_number(o, OPT_COMPILE_LIMIT) * 1000}};
	return make(o, &opts, &damaged, err) ? FL_RUN_FAILED : damaged;
}
