/*
 * Opening what a stranger named: a path is resolved beneath a directory, as openat2(2) does with
 * RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS. Links are followed where they stay below the
 * directory; absolute ones and those that lead out are refused with EXDEV, those of /proc with
 * ELOOP or EXDEV.
 */
#ifndef FL_BASE_BENEATH_H
#define FL_BASE_BENEATH_H

#include "base/arena.h"

/*
 * Open path (relative; "" and "." are the root itself) beneath the directory root, with flags of
 * open(2) that make nothing; O_CLOEXEC is added. A descriptor, or -1 with errno: EXDEV when it
 * leads out. A root of AT_FDCWD is the working directory.
 */
int fl_beneath_open(int root, const char *path, int flags);

/*
 * The same, part by part, for kernels and system call filters that know no openat2 (before 5.6);
 * fl_beneath_open() falls back to it.
 */
int fl_beneath_walk(int root, const char *path, int flags);

/*
 * The directory that the last part of a path is in, following no link on the way: a descriptor, or
 * -1 with errno; *ret_last is that part, in path. A part ".." before the last is refused with
 * EXDEV.
 */
int fl_beneath_parent(int root, const char *path, const char **ret_last);

/*
 * Open a regular file to read it, following no link on the way and none at its end, and without
 * touching what is none: opening a device or a pipe has effects. A descriptor, or -1 with errno;
 * ENOTSUP: it is no regular file.
 */
int fl_beneath_regular(int root, const char *path);

/*
 * The bytes of such a file, of at most max, in the arena. FL_ENOTFOUND: it cannot be opened, as it
 * is not there or no regular file; FL_EHOST: the host has no descriptor for it; FL_ELIMIT: it has
 * more bytes; FL_EIO: it may not or cannot be read.
 */
int fl_beneath_read(int root, const char *path, size_t max, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err);

#endif
