/*
 * A record as a person wants to read it, and counts over many.
 */
#ifndef FL_DATASETS_SHOW_H
#define FL_DATASETS_SHOW_H

#include "datasets/manifest.h"

/*
 * Header line, where the fault is, what was seen, the context, the diff. Control characters of the
 * record are shown as \xNN, so that a terminal obeys none. colour: with escape sequences of ours.
 */
void ds_record_show(struct fl_buf *out, const struct ds_record *r, bool colour);

/* Counts of rows. */
struct ds_stats {
	int64_t rows, bytes; /* of JSON lines, without their LF */
	/* Of struct ds_count, in table order, without zeros. */
	struct fl_list kinds, error_classes, evidence_classes, operators, languages, levels, splits;
	struct fl_list hidden; /* inputs that decide and that no prompt shows */
	struct fl_list distances; /* of traces: from where they were taken to the edit */
};

extern const struct fl_shape ds_stats_shape;

/* Counting under way. */
struct ds_tally {
	int64_t rows, bytes;
	int64_t *counts; /* of each word of each column; in the arena */
	struct fl_arena *arena;
};

int ds_tally_init(struct ds_tally *t, struct fl_arena *a, struct fl_error *err);
void ds_tally_add(struct ds_tally *t, const struct ds_record *r, size_t bytes);

/* The counts so far, in the arena. */
int ds_tally_stats(const struct ds_tally *t, struct ds_stats *ret_stats, struct fl_error *err);

/* As a table for a person. */
void ds_stats_show(struct fl_buf *out, const struct ds_stats *s);

#endif
