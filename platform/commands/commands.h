/*
 * compile_commands.json (clang.llvm.org/docs/JSONCompilationDatabase.html), as CMake, meson, bear
 * and ninja write it: what each file was really compiled with.
 */
#ifndef FL_PLATFORM_COMMANDS_H
#define FL_PLATFORM_COMMANDS_H

#include "platform/model/project.h"
#include "platform/model/tree.h"

enum { PLAT_ARGUMENTS_MAX = 4096 /* of one command; the rest is left out */ };

/*
 * Read directory/compile_commands.json. A target is made of all files that are compiled alike for
 * the same target of the build system, as far as the name of the output tells
 * ("CMakeFiles/NAME.dir", "NAME.p"). Paths become relative to the tree's root by their ends,
 * wherever the project stood when it was built, which the first file tells that the tree has;
 * what lay elsewhere is left out. All in the arena. Errors as plat_tree_read(), FL_EPARSE for
 * what is no such file.
 */
int plat_commands_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret_project, struct fl_error *err);

#endif
