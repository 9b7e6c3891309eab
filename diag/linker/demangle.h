/*
 * C++ names as linkers print them under --no-demangle, to C++: the gateway to libiberty. Names are
 * those of the Itanium C++ ABI ("_Z" and what follows).
 */
#ifndef FL_DIAG_DEMANGLE_H
#define FL_DIAG_DEMANGLE_H

#include "base/buf.h"

/* A mangled name of a few hundred bytes can stand for more text than there is memory. */
enum { DIAG_MANGLED_MAX = 8192, DIAG_DEMANGLED_MAX = 1 << 16 };

/*
 * Append the C++ name of raw to out, with its parameters. False, and out as it was, when raw is no
 * mangled name, is longer than DIAG_MANGLED_MAX, or stands for more than DIAG_DEMANGLED_MAX bytes,
 * or when out is full.
 */
bool diag_demangle(struct fl_slice raw, struct fl_buf *out);

#endif
