/* What a record's context says, in sentences, and how it leads to the edits. */
#ifndef FL_DATASETS_OBSERVED_H
#define FL_DATASETS_OBSERVED_H

#include "datasets/record/record.h"

/*
 * Append a line `OBSERVED: …` for each thing that was seen (the symptom with its stacks, the
 * values at hand, what wrote them, the last steps; of a build the first diagnostic), and of each
 * edit one `LINK: …` that says where it stands among them. FL_EREFUSED when the context cannot be
 * read.
 */
int ds_observed_write(struct fl_buf *out, const struct ds_record *r, struct fl_error *err);

#endif
