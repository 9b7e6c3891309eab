/*
 * What a build does when its time is up: the processes without children, which are what the others
 * wait for. A test that hangs, a generator that never ends, a compiler.
 */
#ifndef FL_SANITIZE_LEAVES_H
#define FL_SANITIZE_LEAVES_H

#include "sanitize/project/wrap.h"

/* Where it is left, below FL_BOX_DIR: their command lines, a line each, the long ones cut. */
#define SAN_LEAVES SAN_TOOLS_DIR "/leaves"

/* Inside, as fl_run_spec.stop_fn: write that list, of at most 8 of at most 1024 processes. */
void san_leaves_look(void);

#endif
