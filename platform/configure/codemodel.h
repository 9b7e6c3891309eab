/*
 * CMake's File API (cmake-file-api(7), "codemodel" version 2, "toolchains" version 1) as a project:
 * targets with their sources, compile fragments, definitions and libraries, each with the line of
 * the build file that it comes from, as far as the reply's backtraces know it.
 *
 * -I is left out, libraries of the project itself, too; those of the system are "-lNAME" however
 * they are named. What is common to all files of a language stands with the target, the rest with
 * each file. CMake leaves -std out where the compiler's default serves; then nothing is said.
 */
#ifndef FL_PLATFORM_CONFIGURE_CODEMODEL_H
#define FL_PLATFORM_CONFIGURE_CODEMODEL_H

#include "platform/configure/reply.h"
#include "platform/configure/trace.h"
#include "platform/model/project.h"

/*
 * files: of the directory reply/, by their names; places: from the trace of the same run, for what
 * has no backtrace of use (NULL: none). The first configuration is taken. All lives in the arena,
 * and points into the files. FL_EPARSE: it is no such reply; FL_ELIMIT: more than a project has.
 */
int plat_codemodel_read(const struct fl_list *files, const struct plat_trace *places,
	struct fl_arena *a, struct plat_project *ret_project, struct fl_error *err);

#endif
