#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/seen.h"
#include "base/show.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/export/export.h"
#include "datasets/export/mix.h"

enum { REASONS_MAX = 8, REASON_BYTES = 120, FAULTS_BYTES = 1 << 30 };

struct exporting {
	struct ds_export_opts opts;
	int kind, split, origin; /* -1: all */
	struct ds_mix *mix; /* NULL: all */
	int64_t records, others; /* that gave rows; of another kind, split or origin */
	struct {
		char text[REASON_BYTES];
		int64_t count;
	} reasons[REASONS_MAX]; /* the last: whatever there is no room for */
	int64_t scrubbed[DS_SCRUB_COUNT];
	struct ds_steps_counts steps;
	struct fl_buf line;
	struct sub_out out;
	struct fl_seen faults; /* of this reading, where a fault has one row */
	struct fl_arena ids; /* of those */
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

static bool is_wanted(const struct exporting *e, const struct ds_record *r)
{
	return (e->kind < 0 || r->kind == e->kind) && (e->split < 0 || r->split == e->split) &&
	       (e->origin < 0 || r->provenance.origin == e->origin);
}

/* Another record of the fault has been read, and gives the same row. tell: count it. */
static int is_again(struct exporting *e, const struct ds_record *r, bool tell, bool *ret_again,
	struct fl_error *err)
{
	bool fresh = true;
	int rc = 0;
	if (ds_export_is_of_faults(e->opts.shape) && r->fault.len)
		rc = fl_seen_add_copy(&e->faults, r->fault, &e->ids, &fresh, err);
	if (!fresh && tell)
		refuse(e, "a row of the same fault is there");
	*ret_again = !fresh;
	return rc;
}

static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct exporting *e = ctx;
	struct fl_error why = {0};
	int64_t rows = 0;
	bool again;
	if (!is_wanted(e, row->record)) {
		e->others++;
		return 0;
	}
	int rc = is_again(e, row->record, !e->mix, &again, err);
	if (rc || again)
		return rc;
	if (e->mix && !ds_mix_takes(e->mix, row->record))
		return 0;
	fl_buf_clear(&e->line);
	rc = ds_export_rows(&e->opts, row->record, &e->line, &rows, &why);
	if (rc == FL_EREFUSED) {
		if (!e->mix) /* else it was counted by the first reading */
			refuse(e, why.message);
		return 0;
	}
	if (rc)
		return sub_row_error(row, rc, why.message, err);
	e->opts.index += rows;
	e->records++;
	return sub_out_line(&e->out, fl_buf_view(&e->line), err);
}

/* The first reading: how many rows there would be. */
static int count_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct exporting *e = ctx;
	struct ds_export_opts opts = e->opts;
	int64_t scrubbed[DS_SCRUB_COUNT] = {0}, rows = 0;
	struct ds_steps_counts steps = {0};
	struct fl_error why = {0};
	bool again;
	if (!is_wanted(e, row->record))
		return 0;
	int rc = is_again(e, row->record, true, &again, err);
	if (rc || again)
		return rc;
	opts.scrubbed = opts.scrubbed ? scrubbed : NULL;
	opts.steps = &steps;
	fl_buf_clear(&e->line);
	rc = ds_export_rows(&opts, row->record, &e->line, &rows, &why);
	if (rc == FL_EREFUSED) {
		refuse(e, why.message);
		return 0;
	}
	return rc ? sub_row_error(row, rc, why.message, err)
		  : ds_mix_add(e->mix, row->record, rows, err);
}

static void tell_mix(const struct exporting *e)
{
	for (int i = 0; i < DS_ORIGIN_COUNT; i++) {
		int64_t there, taken;
		ds_mix_counts(e->mix, (enum ds_origin)i, &there, &taken);
		fl_tell("datasets", "%s: %lld of %lld rows, %.1f %% of the mix",
			ds_origin_names.words[i], (long long)taken, (long long)there,
			e->opts.index ? 100.0 * (double)taken / (double)e->opts.index : 0);
	}
}

static void tell_steps(const struct ds_steps_counts *steps)
{
	for (int i = 0; i < DS_FLIP_KINDS; i++)
		if (steps->flips[i])
			fl_tell("datasets", "flipped, %s: %lld", ds_flip_names.words[i],
				(long long)steps->flips[i]);
	fl_tell("datasets",
		"flips that the checker does not find, and are not written: %lld; dialogues "
		"without one: %lld",
		(long long)steps->unfound, (long long)steps->none);
}

static void tell_counts(const struct exporting *e)
{
	fl_tell("datasets", "%lld rows written, %lld of another kind, split or origin passed over",
		(long long)e->opts.index, (long long)e->others);
	if (e->mix)
		tell_mix(e);
	if (e->opts.shape == DS_EXPORT_STEPWISE)
		tell_steps(&e->steps);
	if (e->opts.shape == DS_EXPORT_KTO)
		fl_tell("datasets", "%lld of %lld records have no wrong answer: one row each",
			(long long)(2 * e->records - e->opts.index), (long long)e->records);
	for (size_t i = 0; i < REASONS_MAX && e->reasons[i].count; i++)
		fl_tell("datasets", "%lld records left out: %s", (long long)e->reasons[i].count,
			e->reasons[i].text);
	for (int k = 0; k < DS_SCRUB_COUNT; k++)
		if (e->scrubbed[k])
			fl_tell("datasets", "scrubbed, %s: %lld", ds_scrub_names[k],
				(long long)e->scrubbed[k]);
}

/* ---- wrong answers ---- */

static int add_fault(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	return ds_wrongs_add(ctx, row->record, err);
}

static int check_twice(const struct fl_opts *o, const char *what, struct fl_error *err)
{
	for (size_t i = 0; i < sub_count(o) || i == 0; i++) {
		struct stat st;
		const char *path = sub_count(o) ? sub_at(o, i) : "-";
		if (strcmp(path, "-") == 0 || (stat(path, &st) == 0 && S_ISFIFO(st.st_mode)))
			return fl_error_set(err, FL_EINVAL,
				"%s reads its input twice: name files or directories", what);
	}
	return 0;
}

/* Each record's wrong answer is another one's fault, which may come behind it. */
static int read_faults(const struct fl_opts *o, struct ds_wrongs **ret_wrongs, struct fl_error *err)
{
	int rc = check_twice(o, "this shape", err);
	rc = rc ? rc : ds_wrongs_new(ret_wrongs, err);
	rc = rc ? rc : sub_each_row_there(o, true, add_fault, *ret_wrongs, err);
	if (rc == 0)
		ds_wrongs_sort(*ret_wrongs);
	return rc;
}

static int read_all(struct exporting *e, const struct fl_opts *o, struct fl_error *err)
{
	struct ds_wrongs *wrongs = NULL;
	int rc = ds_export_needs_wrongs(e->opts.shape) ? read_faults(o, &wrongs, err) : 0;
	e->opts.wrongs = wrongs;
	if (rc == 0 && e->mix) {
		rc = check_twice(o, "--mix", err);
		rc = rc ? rc : sub_each_row_quietly(o, true, count_row, e, err);
		rc = rc ? rc : ds_mix_decide(e->mix, err);
		fl_seen_release(&e->faults);
	}
	rc = rc ? rc : sub_each_row_to_train(o, true, take_row, e, err);
	ds_wrongs_free(wrongs);
	return rc;
}

/* The word of an option, or -1 where it is not given. */
static int word_of(const struct fl_opts *o, size_t option)
{
	return fl_opt_given(o, option) ? fl_opt_word(o, option) : -1;
}

static int set_opts(struct exporting *e, const struct fl_opts *o, struct fl_error *err)
{
	bool drop = word_of(o, OPT_REASONING) == REASONING_DROP;
	e->kind = word_of(o, OPT_KIND);
	e->split = word_of(o, OPT_SPLIT);
	e->origin = word_of(o, OPT_ORIGIN);
	e->opts = (struct ds_export_opts){.shape = (enum ds_export)fl_opt_word(o, OPT_SHAPE),
		.turns = {.instruction = fl_opt_given(o, OPT_INSTRUCTION),
			.no_markers = fl_opt_word(o, OPT_MARKERS) == MARKERS_NONE},
		.max_tokens = fl_opt_number(o, OPT_MAX_TOKENS),
		.scrubbed = fl_opt_given(o, OPT_SCRUB) ? e->scrubbed : NULL,
		.seed = (uint64_t)fl_opt_number(o, OPT_SEED),
		.steps = &e->steps,
		.all = fl_opt_given(o, OPT_ALL)};
	if (fl_opt_given(o, OPT_MIX) && e->origin >= 0)
		return fl_error_set(err, FL_EINVAL, "--mix and --origin are not for one command");
	if (e->opts.scrubbed && ds_export_is_run(e->opts.shape))
		return fl_error_set(err, FL_EINVAL,
			"--scrub: rows of this shape are compiled and run, and must stay as they "
			"are");
	int rc = ds_export_reasoning(e->opts.shape, fl_opt_given(o, OPT_REASONING) ? &drop : NULL,
		&e->opts.turns.no_reasoning, err);
	if (rc == 0 && fl_opt_given(o, OPT_MIX))
		rc = ds_mix_new(fl_opt_text(o, OPT_MIX), (uint64_t)fl_opt_number(o, OPT_SEED),
			&e->mix, err);
	return rc;
}

int ds_cmd_export(const struct fl_opts *o, struct fl_error *err)
{
	struct exporting e = {.out = {.fd = -1}};
	if (set_opts(&e, o, err))
		return FL_RUN_FAILED;
	fl_buf_init(&e.line, (size_t)DS_RECORD_MAX * 2);
	fl_arena_init(&e.ids, FAULTS_BYTES);
	int rc = sub_out_open(&e.out, "-", err);
	rc = rc ? rc : read_all(&e, o, err);
	rc = sub_out_close(&e.out, rc, err);
	if (rc == 0)
		tell_counts(&e);
	fl_buf_release(&e.line);
	fl_seen_release(&e.faults);
	fl_arena_release(&e.ids);
	ds_mix_free(e.mix);
	return rc ? FL_RUN_FAILED : 0;
}
