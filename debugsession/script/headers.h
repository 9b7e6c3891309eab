/*
 * The headers that a script is given: include/faultline/session.hpp and what it includes, as they
 * were when we were built, so that they always fit this tool.
 */
#ifndef FL_DEBUGSESSION_SCRIPT_HEADERS_H
#define FL_DEBUGSESSION_SCRIPT_HEADERS_H

#include "base/sandbox/sandbox.h"

/* Put them below the box's directory as faultline/NAME. */
int dbg_script_headers(struct fl_box *box, struct fl_error *err);

#endif
