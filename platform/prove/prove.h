/*
 * Claims put to the test: the file is compiled with what its header says, and with a little less.
 * A standard is verified when the file compiles with it and not with the next older one; libraries
 * are when it compiles, and not without the headers of any of them.
 */
#ifndef FL_PLATFORM_PROVE_H
#define FL_PLATFORM_PROVE_H

#include "base/sandbox/sandbox.h"
#include "platform/model/tree.h"
#include "platform/resolve/index.h"

enum {
	PLAT_PROVE_HEADERS = 2000, /* headers of the project that are carried into the box */
	PLAT_PROVE_BYTES = 16 << 20, /* of them all */
	PLAT_PROVE_LIBS = 16 /* libraries of a file that are looked at */
};

/*
 * Compile in the box, which is cleared first: text is the file's, tree (NULL: there is none) has
 * the headers that it may include. command: a gcc or clang. Claims that hold become `checked`. A
 * standard with which it does not compile is replaced by the oldest newer one with which it does.
 * What is built for another machine, or compiles with no standard, is not provable and left as it
 * is. FL_EMISSING: there is no such compiler in the box; codes of the box.
 */
int plat_prove(struct fl_box *box, const char *command, struct plat_tree *tree,
	struct fl_slice text, bool cxx, struct plat_result *result, struct fl_arena *a,
	struct fl_error *err);

#endif
