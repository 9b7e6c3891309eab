/*
 * The words of a line of shell: of commands that `make -n` prints, of CMake's fragments and of
 * ninja's link arguments. Quotes and backslashes are taken off; nothing is expanded, so that what a
 * shell would have put in place of "$x" or a command in backquotes stays as it stands.
 */
#ifndef FL_PLATFORM_CONFIGURE_WORDS_H
#define FL_PLATFORM_CONFIGURE_WORDS_H

#include "base/model.h"

enum plat_word {
	PLAT_WORD_END, /* there is none */
	PLAT_WORD_TEXT,
	PLAT_WORD_OPERATOR /* ";", "&&", "|", "(", … and newlines */
};

/*
 * Cut the next word off *rest. It points into the text, or lives in the arena where quotes were in
 * it; it is empty for a pair of quotes, and where the arena is full. A quote that is not closed
 * goes on to the end.
 */
enum plat_word plat_word_next(struct fl_slice *rest, struct fl_arena *a, struct fl_slice *ret_word);

/*
 * "-lNAME" for a library that an argument of the linker names: "-lz" itself, "/usr/lib/libz.so.1",
 * "/usr/lib/libz.a". Empty for what is none, and for relative paths: those are of the build.
 */
struct fl_slice plat_word_library(struct fl_slice word, struct fl_arena *a);

#endif
