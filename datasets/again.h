/* The program of a record, made again of nothing but the record. */
#ifndef FL_DATASETS_AGAIN_H
#define FL_DATASETS_AGAIN_H

#include "datasets/corpus/corpus.h"
#include "datasets/record/record.h"
#include "tracegen/builds/build.h"

/*
 * The program without the fault, with its inputs in their order, and the build that the fault was
 * seen in. In the arena or in the record. FL_EPARSE, FL_EREFUSED: its build is none of ours, or
 * its edits do not fit its files.
 */
int ds_program_again(const struct ds_record *r, struct fl_arena *a, struct ds_program *ret_source,
	enum tg_build_kind *ret_build, struct fl_error *err);

#endif
