#include "base/show.h"
#include "datasets/cmd/datasets/rows.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/quality/dedup.h"

struct dedup {
	struct ds_dedup *dedup;
	bool others;
	struct sub_places places;
	int64_t of[DS_DEDUP_VERDICTS];
	struct sub_out out, why;
};

static const char *const verdict_words[DS_DEDUP_VERDICTS] = {
	[DS_DEDUP_SAME] = "same", [DS_DEDUP_NEAR] = "near", [DS_DEDUP_OTHERS] = "against"};

static int take_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct dedup *d = ctx;
	struct ds_dedup_found found;
	struct fl_error why = {0};
	int rc = ds_dedup_row(d->dedup, row->line, d->others, &found, &why);
	if (rc == FL_EPARSE) {
		sub_places_damaged(&d->places, row, &why);
		return 0;
	}
	if (rc)
		return sub_row_error(row, rc, why.message, err);
	rc = sub_places_add(&d->places, row, err);
	if (rc || d->others)
		return rc;
	d->of[found.verdict]++;
	const char *word = verdict_words[found.verdict];
	return word ? sub_places_why(&d->places, row, word, found.of, found.alike, &d->why, err)
		    : sub_out_line(&d->out, row->line, err);
}

static int read_all(struct dedup *d, const struct fl_opts *o, struct fl_error *err)
{
	int rc = 0;
	d->others = true;
	for (size_t i = 0; rc == 0 && i < o->seen_count; i++)
		if (o->seen[i].option == OPT_AGAINST)
			rc = ds_rows_each(o->seen[i].text, false, take_row, d, err);
	d->others = false;
	return rc ? rc : sub_each_row(o, false, take_row, d, err);
}

static void tell_counts(const struct dedup *d)
{
	int64_t kept = d->of[DS_DEDUP_KEPT] + d->of[DS_DEDUP_TEXTLESS];
	fl_tell("datasets",
		"%lld rows kept; left out: %lld the same as another, %lld nearly, %lld of other "
		"sets, %lld damaged",
		(long long)kept, (long long)d->of[DS_DEDUP_SAME], (long long)d->of[DS_DEDUP_NEAR],
		(long long)d->of[DS_DEDUP_OTHERS], (long long)d->places.damaged);
	if (d->of[DS_DEDUP_TEXTLESS])
		fl_tell("datasets",
			"%lld rows have no text to compare and were kept; --text names its members",
			(long long)d->of[DS_DEDUP_TEXTLESS]);
}

int ds_cmd_dedup(const struct fl_opts *o, struct fl_error *err)
{
	const char *keys = fl_opt_text(o, OPT_TEXT);
	struct ds_dedup_opts opts = {.near = (unsigned)fl_opt_number(o, OPT_NEAR),
		.keys = fl_slice_str(keys ? keys : "")};
	struct dedup d = {.out = {.fd = -1}, .why = {.fd = -1}};
	sub_places_init(&d.places);
	int rc = sub_out_open(&d.out, "-", err);
	rc = rc ? rc : ds_dedup_new(&opts, &d.dedup, err);
	rc = rc ? rc : sub_why_open(&d.why, o, err);
	rc = rc ? rc : read_all(&d, o, err);
	rc = sub_out_close(&d.out, rc, err);
	rc = sub_out_close(&d.why, rc, err);
	if (rc == 0)
		tell_counts(&d);
	ds_dedup_free(d.dedup);
	sub_places_release(&d.places);
	return rc ? FL_RUN_FAILED : d.places.damaged > 0;
}
