/*
 * Checkers: programs that say whether an output is right, where more than one is. They run beside
 * three files and nothing of the program's, in boxes where it never is.
 *
 *   checker.cpp (and headers)   as testlib's are called: ./checker input.txt output.txt answer.txt,
 *                               with the program's output and the test's `stdout`. Exit status 0:
 *                               right; 3: the task is wrong (testlib's _fail); else it is not right
 *   checker.py                  as those of open-r1/codeforces: python3 checker.py input.txt
 *                               answer.txt output.txt prints the points; 1 or more: right
 *
 * A checker that crashes, or uses up its time, has read something that no right output is.
 */
#ifndef FL_DATASETS_CHECKER_H
#define FL_DATASETS_CHECKER_H

#include "datasets/reward/execute.h"

enum { DS_CHECKER_CPU_MS = 10000, DS_CHECKER_WALL_MS = 40000 };

/* One output, and what it is held against. */
struct ds_checking {
	const struct fl_list *checker; /* of struct tg_file */
	struct fl_slice input, output, answer;
};

/*
 * *ret_right, and in a line what it said of it. FL_EPARSE: it does not compile, or says that the
 * task is wrong. FL_EMISSING: there is no python3. Others are the host's.
 */
int ds_check_output(struct ds_executor *x, const struct ds_checking *c, struct fl_arena *a,
	bool *ret_right, struct fl_slice *ret_said, struct fl_error *err);

#endif
