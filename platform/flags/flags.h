/*
 * What the arguments of compilers and linkers say: of gcc and clang (their manuals, "Option
 * Summary"), of msvc and clang-cl ("MSVC Compiler Options"). One table of flags, and one of
 * processors. An argument that is not in them says nothing.
 */
#ifndef FL_PLATFORM_FLAGS_H
#define FL_PLATFORM_FLAGS_H

#include "platform/facts/facts.h"

struct plat_flag_row;

/* Arguments one after the other: a flag may have its value in the next one. */
struct plat_flags {
	struct plat_facts *to;
	bool cxx; /* the language of the file: standards of the other say nothing */
	const struct plat_flag_row *waits; /* for its value */
};

void plat_flags_init(struct plat_flags *f, struct plat_facts *to, bool cxx);

/*
 * One argument: like gives where it is from, its place, and whether it is sure. Its facts are added
 * to f->to, with texts that live as long as the argument, or in the arena of the facts.
 */
void plat_flags_take(struct plat_flags *f, struct fl_slice argument, const struct plat_fact *like);

/*
 * What the compiler's own name says, as "arm-none-eabi-g++-12" or "/usr/bin/cl.exe": compiler,
 * platform, os, arch, mode. cc and c++ say nothing. The facts' text is the name.
 */
void plat_flags_compiler(struct plat_flags *f, struct fl_slice path, const struct plat_fact *like);

/* What a target triple says: platform (without a vendor that says nothing), os, arch, mode. */
void plat_flags_target(struct plat_flags *f, struct fl_slice triple, const struct plat_fact *like);

/* The os by a name that build systems have for it ("Darwin", "MSYS_NT"), or the empty slice. */
struct fl_slice plat_os_name(struct fl_slice word);

/* The processor by any of its names ("amd64", "ARM64", "cortex-m4"), or the empty slice. */
struct fl_slice plat_arch_name(struct fl_slice word);

/* Is it an instruction set that -mNAME asks for? */
bool plat_is_feature(struct fl_slice word);

#endif
