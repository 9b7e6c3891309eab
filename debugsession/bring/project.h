/*
 * Which project a program belongs to: its sources and libraries go into the sandbox with it
 * (bring.h). That is read off the directories above the program:
 *
 * - one where CMake or Meson has built (CMakeCache.txt, meson-info): it says where the sources are;
 * - else the nearest one under version control;
 * - else the nearest one that has a build file (Makefile, CMakeLists.txt, configure, …), and those
 *   above it as long as they have one, too.
 *
 * Directories that everybody may write to (/tmp) are none, and nothing above them is looked at.
 *
 * Formats: CMakeCache.txt, CMAKE_HOME_DIRECTORY (cmake(1), "CMake Cache"); Meson's
 * meson-info/meson-info.json, directories.source ("IDE integration").
 */
#ifndef FL_DEBUGSESSION_BRING_PROJECT_H
#define FL_DEBUGSESSION_BRING_PROJECT_H

#include <limits.h>
#include <stdbool.h>

struct dbg_project {
	char root[PATH_MAX]; /* the directory above the program */
	char sources[PATH_MAX]; /* where its build says that the sources are; "": it says nothing */
	bool flat; /* nothing makes it a project: what lies right in it, and no deeper */
};

/*
 * Of a program in the directory dir, not above top. Both are absolute, without links in them, and
 * dir is top or below. Never fails: a program without a project has the directory that it is in.
 * What `sources` says is the word of a file there; it need not exist.
 */
void dbg_project_find(const char *dir, const char *top, struct dbg_project *ret_project);

/* Does a project start there: has it one of the files that a build is described by? */
bool dbg_project_has_build_file(const char *dir);

#endif
