/* What was seen while a project was built and tested; not for other rooms. */
#ifndef FL_DATASETS_PROJECT_WATCH_H
#define FL_DATASETS_PROJECT_WATCH_H

#include "base/sandbox/sandbox.h"
#include "datasets/project/project.h"

/* Where the watching tools are, below FL_BOX_DIR, in which the project lies. */
#define DS_WATCH_DIR ".watch"

/* A compiler or archiver that did what it was asked. */
struct ds_call {
	struct fl_slice id;
	struct fl_list argv; /* texts: the tool, its directory, its arguments */
	struct fl_slice deps; /* what its sources are made of, as make wants it; or "" */
	struct fl_slice trace; /* what the linker took, a line each; or "" */
};

struct ds_run_file {
	struct fl_slice name, path; /* as the program called it; below the project, or "" */
	struct fl_slice content;
	bool whole; /* content is what was in it */
};

/* A program of the project that was run. */
struct ds_run {
	struct fl_slice number, exe, cwd; /* the last two: below the project, "" is the project */
	struct fl_list args; /* texts */
	struct fl_slice input;
	struct fl_list files; /* struct ds_run_file: that it read */
	int status; /* -1: not known */
	bool silent; /* it is known to have printed nothing */
};

struct ds_watched {
	bool built;
	struct fl_slice said; /* the end of what the build said */
	struct fl_list sources; /* texts: files that the project has by itself */
	struct fl_list calls; /* struct ds_call, in the order in which they ended */
	struct fl_list runs; /* struct ds_run, in the order in which they began */
};

/* Build and test the project in an empty box, which then holds what came of it. */
int ds_watch(struct fl_box *box, const struct ds_project *project, struct fl_arena *a,
	struct ds_watched *ret_watched, struct fl_error *err);

/* What the watchers wrote, packed by tar(1): fills calls and runs. FL_EPARSE when it is damaged. */
int ds_watch_read(struct fl_slice archive, struct fl_arena *a, struct ds_watched *watched,
	struct fl_error *err);

#endif
