/*
 * The toolchain's fingerprint: what a dataset's bytes depend on besides its corpora, options and
 * this program. "The same bytes" is promised for the same fingerprint.
 */
#ifndef FL_DATASETS_TOOLCHAIN_H
#define FL_DATASETS_TOOLCHAIN_H

#include "tracegen/target.h"

struct ds_compiler {
	struct fl_slice version; /* first line of its --version */
};

struct ds_toolchain {
	struct ds_compiler
		compilers[2]; /* by enum tg_compiler: those for C; C++ is the same version */
	struct fl_slice debugger; /* first line of gdb --version */
	/* Of the cross compilers, by enum tg_target; "" where one is not installed. */
	struct fl_slice targets[TG_TARGETS];
	struct fl_list
		lines; /* struct fl_slice: "gcc-12: gcc-12 (Debian …) 12.2.0", in fixed order */
	struct fl_slice fingerprint; /* sha256 of the lines */
};

/*
 * The first line of what a tool of /usr/bin says of itself (--version), in English, in the arena.
 * FL_EMISSING when it says nothing.
 */
int ds_tool_version(
	const char *tool, struct fl_arena *a, struct fl_slice *ret_line, struct fl_error *err);

/*
 * Ask every tool for its version. Everything lives in the arena. FL_EMISSING names the tool and its
 * package when one that is needed is not there.
 */
int ds_toolchain_detect(
	struct fl_arena *a, struct ds_toolchain *ret_toolchain, struct fl_error *err);

/*
 * Take a tool that not every dataset depends on into the lines and the fingerprint; its version, in
 * the arena. FL_EMISSING when it says nothing.
 */
int ds_toolchain_add(struct ds_toolchain *t, const char *tool, struct fl_arena *a,
	struct fl_slice *ret_version, struct fl_error *err);

#endif
