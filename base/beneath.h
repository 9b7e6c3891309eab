/*
 * Opening what a stranger named: a path is resolved beneath a directory, as openat2(2) does with
 * RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS. Links are followed where they stay below the
 * directory; absolute ones and those that lead out are refused with EXDEV, those of /proc with
 * ELOOP or EXDEV.
 */
#ifndef FL_BASE_BENEATH_H
#define FL_BASE_BENEATH_H

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

#endif
