/*
 * A pair whose both sides compile, run: does the side before do something that a sanitizer reports,
 * and the side after not? Only a file that is a whole program can be run: one that has a main, and
 * links. It is judged as `datasets build` judges a fault (datasets/worker.h): the side after is the
 * original, which has to end with status 0 and without a report, twice alike; the side before is
 * the fault, whose report has to be the same twice.
 *
 * It is run with no arguments and nothing on its standard input first; where that shows nothing,
 * with inputs that are looked for (datasets/inputs/find.h).
 */
#ifndef FL_DATASETS_IMPORT_EXECUTED_H
#define FL_DATASETS_IMPORT_EXECUTED_H

#include "datasets/import/pair.h"
#include "datasets/import/real.h"
#include "datasets/worker.h"

struct ds_executed {
	enum ds_fate fate; /* DS_FATE_TAKEN: there is a record; DS_FATE_BEFORE_COMPILES: not run */
	struct fl_slice why; /* says more, or "" */
	struct ds_record record; /* a sanitizer_fix; lives in the arena and in the worker */
};

/*
 * Run both sides in the worker's box, which is emptied. inputs: as many at most are looked for; 0:
 * none. What the record refers to lives until the worker is used again. FL_EHOST when the host or a
 * tool failed, and not the program; other errors are of the bench as well.
 */
int ds_executed(struct ds_worker *w, const struct ds_real *real, size_t inputs, struct fl_arena *a,
	struct ds_executed *ret_executed, struct fl_error *err);

#endif
