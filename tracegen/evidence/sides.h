/*
 * What threads did, in the program's own words: of each side the line as it is written, what the
 * thread runs, and the locks that it holds by the expressions that stand where they are taken,
 * in place of the numbers that a tool gives them. All of it follows from the report and the files.
 */
#ifndef FL_TRACEGEN_EVIDENCE_SIDES_H
#define FL_TRACEGEN_EVIDENCE_SIDES_H

#include "tracegen/evidence/symptom.h"

/*
 * Add that to a symptom whose message and stacks are the report's; of a report that is not of
 * threads nothing changes. Stacks that say the same become one of several threads ("T1, T2"); a
 * lock that has a name loses the stack of its first use.
 */
int tg_sides_tell(const struct san_report *r, const struct fl_list *files, struct fl_arena *a,
	struct tg_symptom *s, struct fl_error *err);

#endif
