/*
 * What a model should say of a crash before it mends it: the class of the root cause, where and
 * what it is, and how such a thing is mended. All of it follows from the record's other columns.
 */
#ifndef FL_DATASETS_CAUSE_H
#define FL_DATASETS_CAUSE_H

#include "datasets/record/record.h"

/*
 * Append the reasoning block (diag/thought/thought.h). The root cause is what the operator is known
 * to do, at the place of the edit, with the edit where it is short; of a real fault the class is
 * told and the place of the edit. CONFIDENCE is the measured one of the rules that tell what ended
 * a program without sanitizers (sanitize/kinds/kinds.h).
 */
int ds_cause_write(struct fl_buf *out, const struct ds_record *r, struct fl_error *err);

#endif
