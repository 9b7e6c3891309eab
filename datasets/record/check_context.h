/*
 * Rules of ds_record_check() about the evidence that a model reads: what stands in it, and that
 * `events` and it say the same. NULL when the record keeps the rule, else what is wrong.
 */
#ifndef FL_DATASETS_CHECK_CONTEXT_H
#define FL_DATASETS_CHECK_CONTEXT_H

#include "datasets/record/record.h"
#include "datasets/turns/facts.h"

/* context is literals of its kind that can be read; it states what went wrong but not why. */
const char *ds_check_context(const struct ds_record *r);

/* events is the context as JSON. */
const char *ds_check_events(const struct ds_record *r);

/* What a record may not say of what nobody ran: NULL, or what it does. */
const char *ds_check_transcribed(const struct ds_record *r);

/*
 * What the sentences of a dialogue are held to: its files and edits, and the program as each
 * attempt of its turns makes it; in the arena. FL_EREFUSED: an attempt does not fit the files.
 */
int ds_known_of(const struct ds_record *r, const struct fl_list *turns, struct fl_arena *a,
	struct ds_known_text *ret_known, struct fl_error *err);

#endif
