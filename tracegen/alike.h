/*
 * Whether two runs of one binary were reported for the same faults at the same places, when only
 * the first report has names. Names cost a sanitizer 30 (gcc) to 80 ms (clang) of CPU a run, and a
 * run that confirms another needs none: an offset within the program says more than its line.
 */
#ifndef FL_TRACEGEN_ALIKE_H
#define FL_TRACEGEN_ALIKE_H

#include "sanitize/report/report.h"

/*
 * named: stderr of a run with names and without address randomisation, in which the kernel puts the
 * program at a known address. bare: of a run with symbolize=0 under any layout. Alike when the
 * first reports are of one kind and have the same stacks, each with the same frames in the program
 * (of repeated ones, one; libraries' do not count). Then their names would be the same, too; when
 * not alike, only names can tell. Errors are of memory only.
 */
int tg_stacks_alike(
	struct fl_slice named, struct fl_slice bare, bool *ret_alike, struct fl_error *err);

#endif
