/*
 * What a compiler's driver runs to link: asked for once, it need not be asked for each program,
 * which takes as long as linking itself.
 * https://clang.llvm.org/docs/ClangCommandLineReference.html (-###)
 */
#ifndef FL_SANITIZE_LINKING_H
#define FL_SANITIZE_LINKING_H

#include "sanitize/run/build.h"

/* Do the flags of a program leave its linking as it is without any? */
bool san_linking_is_plain(const char *const *flags);

/*
 * The command that links a program of clang's in a mode by its `linker`, for san_program.link: its
 * words, NULL-terminated, with SAN_LINK_OBJECT and SAN_LINK_BINARY in the places of all objects and
 * of the binary. The program's files are not looked at. *ret_link is NULL when the driver says none
 * that is understood. It lives in the arena. Errors are the box's.
 */
int san_linking_find(struct fl_box *box, const struct san_program *program, enum san_mode mode,
	struct fl_arena *a, const char *const **ret_link, struct fl_error *err);

/* The words of such a command, of what the driver says (for tests); NULL: not understood. */
const char *const *san_linking_read(struct fl_slice said, struct fl_arena *a);

#endif
