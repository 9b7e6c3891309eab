/*
 * Rows of several origins in given shares. All are counted first; then of each origin so many are
 * taken that the shares hold and nothing more could be: all of the one that is scarcest, of the
 * others those that come first by a hash of seed and fault. So all records of a fault stay or go
 * together (but for the last ones), the order of the input makes no difference, more of the
 * scarcest origin takes nothing away, and more of another one only what comes behind.
 */
#ifndef FL_DATASETS_MIX_H
#define FL_DATASETS_MIX_H

#include "datasets/record/record.h"

/* Most parts of an origin. */
enum { DS_MIX_MOST = 1000000 };

struct ds_mix;

/*
 * By words of ds_origin_names and their parts: "real:30,synthetic:70". An origin that is not named
 * has none. FL_EINVAL for a text that says nothing of the kind. The caller frees it.
 */
int ds_mix_new(const char *text, uint64_t seed, struct ds_mix **ret_mix, struct fl_error *err);
void ds_mix_free(struct ds_mix *m);

/* Count a record that would give so many rows. */
int ds_mix_add(struct ds_mix *m, const struct ds_record *r, int64_t rows, struct fl_error *err);

/* After all are counted: decide. FL_EREFUSED when there is no row of an origin that is named. */
int ds_mix_decide(struct ds_mix *m, struct fl_error *err);

/* Does the record belong to the mix? */
bool ds_mix_takes(const struct ds_mix *m, const struct ds_record *r);

/* How many rows of an origin there are, and how many of these are taken. */
void ds_mix_counts(
	const struct ds_mix *m, enum ds_origin origin, int64_t *ret_there, int64_t *ret_taken);

#endif
