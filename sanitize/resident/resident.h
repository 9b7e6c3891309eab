/*
 * Compilers and linkers that stay: a start of clang or lld is a seventh of what compiling a short
 * program takes, and nearly half of linking it. Here they are started once, in a box of their own,
 * and each command is a fork of one that has all its libraries loaded (resident/inside/). What they
 * make is the same as that of a fresh start.
 *
 * The box is trusted with no more than one for fresh starts: a fork is one process that can start
 * no other and cannot reach the one that it comes from, and all files are removed before the next
 * program. A command that ends otherwise than with status 0 or 1, or is not answered, has to be
 * run afresh by the caller: whether a limit was passed, or the host is short of something, is not
 * told apart here.
 *
 * For programs that are linked dynamically, as Debian's clang and lld are; others gain nothing.
 */
#ifndef FL_SANITIZE_RESIDENT_H
#define FL_SANITIZE_RESIDENT_H

#include "base/sandbox/sandbox.h"

struct san_resident;

/*
 * The caller frees it; only opts are kept: its box is made, and its programs are started, when they
 * are first needed. One that breaks is made anew, until that has helped too often in vain: then
 * every call is refused at once. Not thread-safe; one a worker. FL_ENOMEM.
 */
int san_resident_new(
	const struct fl_box_opts *opts, struct san_resident **ret_resident, struct fl_error *err);
void san_resident_free(struct san_resident *r);

/*
 * Begin with an empty directory; `program` is one that is to be asked for more. FL_EMISSING where
 * the box is degraded, which would not keep programs apart; errors of the box.
 */
int san_resident_clear(struct san_resident *r, const char *program, struct fl_error *err);

/*
 * Where files are put and taken from, behind that; never fl_box_clear() it, which its programs
 * would not see. NULL: it is broken.
 */
struct fl_box *san_resident_box(struct san_resident *r);

/*
 * Run a command of `len` bytes: words that each end in NUL, the program's name first, in the box's
 * directory. What it writes to stderr goes to the file `said` there. *ret_status is 0 or 1, or that
 * of a shell's command that used up cpu_ms (128 + SIGXCPU). Any error means that nothing is known:
 * FL_EHOST where it ended in another way, or did not within four times cpu_ms; what is wrong with
 * the box, or FL_ELIMIT for too long a command (SAN_RESIDENT_WORDS_MAX).
 */
int san_resident_run(struct san_resident *r, struct fl_slice words, const char *said,
	unsigned cpu_ms, int *ret_status, struct fl_error *err);

#endif
