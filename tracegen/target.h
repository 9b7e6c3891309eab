/*
 * Machines other than this one that programs are built for and run on: by Debian's cross compilers
 * and QEMU's user emulation, linked statically. Each has something that this one has not: a long of
 * 32 bits, a char without sign, the high byte first.
 */
#ifndef FL_TRACEGEN_TARGET_H
#define FL_TRACEGEN_TARGET_H

#include "tracegen/program.h"

enum tg_target { TG_I386, TG_AARCH64, TG_S390X, TG_TARGETS };

struct tg_target_info {
	const char *name; /* as people call the machine */
	const char *triple; /* of its compilers */
	const char *emulator;
	const char *gcc, *gxx; /* the cross compilers; clang takes their libraries */
	const char *gcc_package, *gxx_package;
};

extern const struct tg_target_info tg_targets[TG_TARGETS];

/* The machine that we run on. */
extern const char tg_host_name[];

/*
 * What is missing here to build programs of that language for the target and to run them: the name
 * of the Debian package, or NULL when it is all there.
 */
const char *tg_target_lacks(enum tg_target target, enum tg_language language);

#endif
