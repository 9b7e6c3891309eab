/* Between the files of Piston's interface: a request, read. */
#ifndef FL_DATASETS_PISTON_PRIV_H
#define FL_DATASETS_PISTON_PRIV_H

#include <stdio.h>
#include <string.h>

#include "datasets/serve/foreign.h"

enum ds_piston_kind { DS_PISTON_PLAIN, DS_PISTON_GRADED };

struct ds_piston_file {
	struct san_file file;
	bool text; /* not base64 or hex: it may be a source */
};

struct ds_piston {
	struct ds_piston_file *files;
	size_t file_count;
	struct ds_exec_task task;
};

/* Set the task's sources and files from those of the request. */
int ds_piston_sources(struct ds_foreign *f, struct ds_piston *p);

/*
 * The language c++17 of open-r1 (src/open_r1/utils/competitive_programming/cf_scoring.py): the
 * program among the files (main.cpp) gets input.txt, by the limits in grader_config (TIME_LIMIT in
 * seconds, MEMORY_LIMIT in megabytes, INPUT_MODE), and what it prints is held against
 * correct_output.txt: by checker.py where there is one (python3 checker.py input.txt
 * correct_output.txt output.txt prints the points), else word by word. The result's run is then the
 * grader's: "1" or "0" on stdout, and why on stderr. Of the files only the sources and headers, and
 * the input where INPUT_MODE is a file, are where the program runs.
 */
int ds_piston_grade(struct ds_foreign *f, struct ds_piston *p, struct ds_exec_result *ret_result);

#endif
