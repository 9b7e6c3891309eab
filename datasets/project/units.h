/* From what compilers were asked to what each output is made of; not for other rooms. */
#ifndef FL_DATASETS_PROJECT_UNITS_H
#define FL_DATASETS_PROJECT_UNITS_H

#include "datasets/project/watch.h"

/* Paths are below the project; "" is what lies elsewhere. */
struct ds_unit {
	struct fl_slice source, object; /* object "": of the call that links it, too */
	struct fl_slice cwd;
	const struct ds_call *call;
};

struct ds_link {
	struct fl_slice output, cwd;
	const struct ds_call *call;
};

struct ds_archive {
	struct fl_slice path;
	struct fl_list members; /* texts: objects */
};

struct ds_units {
	struct fl_list units; /* struct ds_unit */
	struct fl_list links; /* struct ds_link */
	struct fl_list archives; /* struct ds_archive */
};

/* All of them, in the order of the calls. */
int ds_units_of(const struct ds_watched *w, struct fl_arena *a, struct ds_units *ret_units,
	struct fl_error *err);

/*
 * A path that was named in a directory: below the project, without "." and "..". "" for the project
 * itself and for what lies elsewhere; *ret_inside tells which.
 */
struct fl_slice ds_path_at(
	struct fl_arena *a, struct fl_slice cwd, struct fl_slice path, bool *ret_inside);

/* The files below the project that a call's sources are made of (texts). */
struct fl_list ds_call_deps(const struct ds_unit *u, struct fl_arena *a);

/*
 * What of a unit's flags matters to what the code means, paths as seen from the project: texts that
 * a program's flags can be, -std= included.
 */
struct fl_list ds_unit_flags(const struct ds_unit *u, struct fl_arena *a);

#endif
