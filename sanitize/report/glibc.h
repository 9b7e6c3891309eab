/* glibc's sources, which its debug information names without a directory to start from. */
#ifndef FL_SANITIZE_GLIBC_H
#define FL_SANITIZE_GLIBC_H

#include "base/slice.h"

/* "./malloc/malloc.c", "../sysdeps/x86_64/start.S", "nptl/pthread_create.c" */
bool san_path_is_glibc(struct fl_slice path);

#endif
