/*
 * Which of a project's files people write to be run: faults go into those, not into tests, nor into
 * what a program wrote. By the conventions of make, automake, CMake, Go's "Code generated … DO NOT
 * EDIT", bison, flex and cweb.
 */
#ifndef FL_DATASETS_PROJECT_WRITTEN_H
#define FL_DATASETS_PROJECT_WRITTEN_H

#include <stdbool.h>

#include "base/slice.h"

/* Is it a test or an example, by a directory's name or its own? */
bool ds_is_test(struct fl_slice path);

/*
 * Did a program write the text? Its first lines say so, or it has #line: diagnostics and debuggers
 * then speak of another file.
 */
bool ds_is_generated(struct fl_slice content);

#endif
