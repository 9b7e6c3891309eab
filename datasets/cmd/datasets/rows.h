/*
 * The rows of a subcommand's operands: where they stood, those that are no rows, and why some are
 * left out.
 */
#ifndef FL_DATASETS_CMD_ROWS_H
#define FL_DATASETS_CMD_ROWS_H

#include "base/arena.h"
#include "base/opts.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/dataset.h"

/* ds_rows_each() of each operand in turn, or of standard input where there is none. */
int sub_each_row_there(
	const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err);

/*
 * The same of those rows that --licence, --cap and --level let through. What they do not is counted
 * on standard error.
 */
int sub_each_row(
	const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err);

/* The same for those who make rows to train on: transcribed ones only where --level asks. */
int sub_each_row_to_train(
	const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err);

/* That, and not a word of what was passed over: for those who read twice. */
int sub_each_row_quietly(
	const struct fl_opts *o, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err);

/* The failure of a row, with its place. Returns rc. */
int sub_row_error(const struct ds_row *row, int rc, const char *why, struct fl_error *err);

struct sub_place {
	const char *file;
	int64_t line;
};

struct sub_places {
	struct fl_arena names; /* of files */
	struct sub_place *places;
	size_t count, room;
	int64_t damaged;
};

void sub_places_init(struct sub_places *p);
void sub_places_release(struct sub_places *p);

/* The next row's place. FL_ENOMEM. */
int sub_places_add(struct sub_places *p, const struct ds_row *row, struct fl_error *err);

/* Tell of a row that is none, the first of them, and count it. */
void sub_places_damaged(struct sub_places *p, const struct ds_row *row, const struct fl_error *why);

/* Write to `out` why a row is left out: by a word, which one it is like, and how much (0 to 1). */
int sub_places_why(const struct sub_places *p, const struct ds_row *row, const char *word,
	int64_t of, double alike, struct sub_out *out, struct fl_error *err);

#endif
