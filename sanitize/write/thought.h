/*
 * The reasoning block of a report (diag/thought/thought.h): what happened where, from the report's
 * own fields and nothing else, and how faults of its kind are mended.
 */
#ifndef FL_SANITIZE_THOUGHT_H
#define FL_SANITIZE_THOUGHT_H

#include "sanitize/report/report.h"

/* Append the report's block, with marker lines when `marked`; nothing for a run that passed. */
void san_thought_write(struct fl_buf *out, const struct san_report *r, bool marked);

#endif
