/*
 * System headers that a compiler has read before: programs that begin with them need not have them
 * read again, which is most of what a short C++ program costs. clang's alone; gcc's save little.
 * https://clang.llvm.org/docs/PCHInternals.html
 */
#ifndef FL_SANITIZE_PRECOMPILE_H
#define FL_SANITIZE_PRECOMPILE_H

#include "sanitize/run/build.h"

/* Where both stand below the program's directory: the #include lines, and what they came to. */
#define SAN_HEADERS_TEXT ".headers/system.h"
#define SAN_HEADERS_MADE ".headers/system.pch"
/* The code of what the text instantiates, which programs are then linked with. */
#define SAN_HEADERS_CODE ".headers/system.o"

enum { SAN_HEADERS_MAX = 64 << 20 }; /* bytes of what they come to */

/* Of a C++ source that begins with them (san_file.flags): it takes them as they stand there. */
extern const char *const san_headers_flags[];
/* Of a program that has their code (san_program.objects). */
extern const char *const san_headers_objects[];

/*
 * Have the C++ headers that the text includes read in a box, by the compiler, standard, mode and
 * flags of a program (its files are not looked at), and append what they came to; nothing is
 * appended when the compiler refuses them. Programs take it only with the same of all these, and
 * with the same text at SAN_HEADERS_TEXT. Errors are the box's.
 *
 * With `code` (else NULL) the functions that the text has made of templates, by explicit
 * instantiations behind its #include lines, are compiled as well, once, and appended to it.
 * Programs that take these headers have none of them compiled, and need them at SAN_HEADERS_CODE.
 * Nothing is appended to either where no program could be linked with them.
 * https://clang.llvm.org/docs/ClangCommandLineReference.html (-fpch-codegen)
 */
int san_precompile(struct fl_box *box, const struct san_program *program, enum san_mode mode,
	struct fl_slice text, unsigned cpu_ms, struct fl_buf *made, struct fl_buf *code,
	struct fl_error *err);

#endif
