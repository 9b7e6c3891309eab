#include "datasets/cmd/datasets/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/show.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/quality/licence.h"
#include "datasets/quality/sieve.h"

/* Damaged rows that are told one by one. */
enum { TOLD_MAX = 20, NAMES_MAX = 64 << 20, WHY_MAX = 1 << 20 };

int sub_each_row_there(
	const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err)
{
	int rc = sub_count(o) ? 0 : ds_rows_each("-", parse, fn, ctx, err);
	for (size_t i = 0; rc == 0 && i < sub_count(o); i++)
		rc = ds_rows_each(sub_at(o, i), parse, fn, ctx, err);
	return rc;
}

/* ---- rows that are asked for ---- */

struct sifted {
	struct ds_sieve *sieve; /* NULL: no licence and no cap is asked for */
	int level; /* enum ds_level, or one of below */
	int64_t of_level; /* that were passed over for it */
	ds_row_fn fn;
	void *ctx;
	int64_t of[DS_SIEVE_VERDICTS];
};

enum { LEVEL_ANY = DS_LEVEL_COUNT, LEVEL_NOT_TRANSCRIBED };

/* The level of a row that is not read as a record: rows of others have none. */
static int level_of(struct fl_slice line)
{
	static const char key[] = "\"verification\"";
	const struct fl_json *row = NULL;
	struct fl_arena a;
	int level = -1;
	if (!line.len || !memmem(line.ptr, line.len, key, strlen(key)))
		return level;
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 2);
	if (fl_json_parse(line, &a, &row, NULL) == 0)
		level = fl_names_find(&ds_level_names,
			fl_json_str(fl_json_get(fl_json_get(row, "verification"), "level")));
	fl_arena_release(&a);
	return level;
}

static bool is_of_level(int wanted, const struct ds_row *row)
{
	static const char transcribed[] = "\"transcribed\"";
	struct fl_slice line = row->line;
	if (wanted == LEVEL_ANY)
		return true;
	/* Most rows need not be parsed for that. */
	if (wanted == LEVEL_NOT_TRANSCRIBED && !row->record &&
		!memmem(line.ptr, line.len, transcribed, strlen(transcribed)))
		return true;
	int level = row->record ? row->record->verification.level : level_of(line);
	return wanted == LEVEL_NOT_TRANSCRIBED ? level != DS_TRANSCRIBED : level == wanted;
}

static int sift_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct sifted *s = ctx;
	if (!is_of_level(s->level, row)) {
		s->of_level++;
		return 0;
	}
	if (!s->sieve)
		return s->fn(s->ctx, row, err);
	struct fl_error why = {0};
	enum ds_sieve_verdict verdict = DS_SIEVE_TAKEN;
	int rc = ds_sieve_row(s->sieve, row->line, &verdict, &why);
	/* What is damaged is for those to tell who read it. */
	if (rc && rc != FL_EPARSE)
		return sub_row_error(row, rc, why.message, err);
	s->of[verdict]++;
	return verdict == DS_SIEVE_TAKEN ? s->fn(s->ctx, row, err) : 0;
}

/* Rows of those who train leave out what nobody ran, unless that is asked for. */
static int wanted_level(const struct fl_opts *o, bool trains)
{
	if (fl_opt_given(o, OPT_LEVEL))
		return fl_opt_word(o, OPT_LEVEL);
	return trains ? LEVEL_NOT_TRANSCRIBED : LEVEL_ANY;
}

static void tell_passed(const struct sifted *s)
{
	if (s->of_level && s->level == LEVEL_NOT_TRANSCRIBED)
		fl_tell("datasets", "%lld rows passed over: transcribed, which --level asks for",
			(long long)s->of_level);
	else if (s->of_level)
		fl_tell("datasets", "%lld rows passed over: of another level",
			(long long)s->of_level);
	for (int i = 0; i < DS_SIEVE_VERDICTS; i++)
		if (i != DS_SIEVE_TAKEN && s->of[i])
			fl_tell("datasets", "%lld rows passed over: %s", (long long)s->of[i],
				ds_sieve_words[i]);
}

static int sift(const struct fl_opts *o, bool parse, bool tell, bool trains, ds_row_fn fn,
	void *ctx, struct fl_error *err)
{
	const struct ds_sieve_opts opts = {.licences = fl_slice_str(fl_opt_text(o, OPT_LICENCE)),
		.cap = fl_opt_number(o, OPT_CAP)};
	struct sifted s = {.level = wanted_level(o, trains), .fn = fn, .ctx = ctx};
	int rc = fl_opt_given(o, OPT_LICENCE) ? ds_licences_check(opts.licences, err) : 0;
	if (rc) {
		fl_error_wrap(err, "--licence");
		return rc;
	}
	if (opts.licences.len || opts.cap)
		rc = ds_sieve_new(&opts, &s.sieve, err);
	rc = rc ? rc : sub_each_row_there(o, parse, sift_row, &s, err);
	ds_sieve_free(s.sieve);
	if (rc >= 0 && tell)
		tell_passed(&s);
	return rc;
}

int sub_each_row(const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err)
{
	return sift(o, parse, true, false, fn, ctx, err);
}

int sub_each_row_to_train(
	const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err)
{
	return sift(o, parse, true, true, fn, ctx, err);
}

int sub_each_row_quietly(
	const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err)
{
	return sift(o, parse, false, true, fn, ctx, err);
}

int sub_row_error(const struct ds_row *row, int rc, const char *why, struct fl_error *err)
{
	return fl_error_set(err, rc, "%s:%lld: %s", row->file, (long long)row->number, why);
}

void sub_places_init(struct sub_places *p)
{
	*p = (struct sub_places){.places = NULL};
	fl_arena_init(&p->names, NAMES_MAX);
}

void sub_places_release(struct sub_places *p)
{
	fl_arena_release(&p->names);
	free(p->places);
}

int sub_places_add(struct sub_places *p, const struct ds_row *row, struct fl_error *err)
{
	if (p->count == p->room) {
		size_t room = p->room ? 2 * p->room : 1024;
		struct sub_place *more = realloc(p->places, room * sizeof(*more));
		if (!more)
			return fl_error_set(err, FL_ENOMEM, "out of memory for %zu rows", room);
		p->places = more;
		p->room = room;
	}
	const char *name = p->count ? p->places[p->count - 1].file : NULL;
	if (!name || strcmp(name, row->file) != 0)
		name = fl_arena_slice(&p->names, fl_slice_str(row->file)).ptr;
	if (!name)
		return fl_arena_error(&p->names, "names of files", err);
	p->places[p->count++] = (struct sub_place){name, row->number};
	return 0;
}

void sub_places_damaged(struct sub_places *p, const struct ds_row *row, const struct fl_error *why)
{
	if (p->damaged++ < TOLD_MAX)
		fl_tell("datasets", "%s:%lld: %s; left out", row->file, (long long)row->number,
			why->message);
}

/* Members that say a place: "PREFIXfile" and "PREFIXline". */
static void put_place(struct fl_buf *out, const char *prefix, const char *file, int64_t line)
{
	fl_buf_printf(out, "\"%sfile\":", prefix);
	fl_json_text(out, fl_slice_str(file));
	fl_buf_printf(out, ",\"%sline\":%lld,", prefix, (long long)line);
}

int sub_places_why(const struct sub_places *p, const struct ds_row *row, const char *word,
	int64_t of, double alike, struct sub_out *out, struct fl_error *err)
{
	struct fl_buf line;
	fl_buf_init(&line, WHY_MAX);
	fl_buf_printf(&line, "{\"why\":\"%s\",", word);
	put_place(&line, "", row->file, row->number);
	put_place(&line, "of_", p->places[of].file, p->places[of].line);
	fl_buf_printf(&line, "\"alike\":%.4f}", alike);
	int rc = fl_buf_error(&line, "why a row is left out", err);
	rc = rc ? rc : sub_out_line(out, fl_buf_view(&line), err);
	fl_buf_release(&line);
	return rc;
}
