/*
 * Headers and names that one operating system, processor or compiler brings: where they are missing
 * the program was written for another platform.
 *
 * Of headers those of POSIX count too, as a system has them or not; of names only those that one
 * system has, as a POSIX name that is not declared misses its header.
 */
#ifndef FL_DIAG_SYSTEMS_H
#define FL_DIAG_SYSTEMS_H

#include "base/slice.h"

/* Whether message says that a header is not there which a system brings. */
bool diag_system_header_missing(struct fl_slice message);

/* Whether message says that a name is not declared which one system has. */
bool diag_system_name_missing(struct fl_slice message);

#endif
