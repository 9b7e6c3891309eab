/*
 * A project with a build system of its own (CMake, Meson, autotools, make, a script), told as plain
 * programs: which sources, flags and libraries each is made of, and what its tests run it with.
 *
 * The project is built, and its tests are run, once, in a box, with tools beside that watch. A
 * program is what the build links and the tests run; its sources are what it is linked of, archives
 * and shared libraries of the project included. Runs are kept where they ended with status 0; files
 * that they read are files of the program, and arguments name them as they lie there. After that
 * nothing of the build system is needed any more: records of such a program replay from themselves.
 *
 * Sources that the build made, and tests (by their names: test, tests, check, t, examples, …), are
 * in the program but never get faults.
 */
#ifndef FL_DATASETS_PROJECT_H
#define FL_DATASETS_PROJECT_H

#include "tracegen/program.h"

struct ds_project {
	const char *dir; /* on the host */
	const char *build, *test; /* a shell's commands, in the project's directory */
	struct fl_list
		mutate; /* texts: patterns of files that may get faults; empty: all but tests */
	bool degraded; /* the box may do without what the kernel refuses: then nothing is told */
};

/* Why a project, or a program of it, is not told. X(ENUM, what it means) */
#define DS_UNTOLD(X)                                                                      \
	X(NOT_BUILT, "its build command fails")                                           \
	X(NOT_RUN, "its tests run nothing that was built, or not to a good end")          \
	X(NOT_PLAIN, "it cannot be told as sources of one language, flags and libraries") \
	X(ALL_TESTS, "its sources are all tests, or made by the build")                   \
	X(NOT_TOLD, "whoever was to tell it passed a limit, or died")

enum ds_untold_why {
#define X(id, ...) DS_UNTOLD_##id,
	DS_UNTOLD(X)
#undef X
		DS_UNTOLD_COUNT
};

struct ds_untold {
	struct fl_slice name; /* the program's file, or "": the project */
	int why; /* enum ds_untold_why */
	struct fl_slice detail;
};

struct ds_told {
	struct fl_list programs; /* struct tg_program; -std= is among the flags, std is not set */
	struct fl_list untold; /* struct ds_untold */
};

/*
 * Most programs of one project, most runs of each, and of how many programs a source may get
 * faults: test programs by the dozen all hold the same library.
 */
enum { DS_PROJECT_PROGRAMS_MAX = 24, DS_PROJECT_RUNS_MAX = 8, DS_PROJECT_TURNS = 2 };

/*
 * Build it, run its tests, tell its programs; texts live in the arena. What is wrong with the
 * project is told in ret_told->untold. FL_EMISSING without a whole box, FL_ELIMIT when the project
 * is too large, FL_EHOST.
 */
int ds_project_tell(const struct ds_project *project, struct fl_arena *a, struct ds_told *ret_told,
	struct fl_error *err);

#endif
