/*
 * Where a program looks for shared libraries besides the system's directories: DT_NEEDED,
 * DT_RUNPATH and DT_RPATH of its dynamic section (elf(5), ld.so(8)), of 64-bit files in this
 * machine's byte order; others name nothing.
 */
#ifndef FL_DEBUGSESSION_BRING_RUNPATH_H
#define FL_DEBUGSESSION_BRING_RUNPATH_H

#include "base/buf.h"

/*
 * Of the open ELF file: append the names of the libraries that it needs, a line each, and the
 * directories, a line each, with $ORIGIN replaced by origin. What is malformed is passed over.
 */
void dbg_runpath_read(int fd, const char *origin, struct fl_buf *needed, struct fl_buf *dirs);

#endif
