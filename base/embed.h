/*
 * A file that becomes part of the program while it is built:
 *
 *	FL_EMBED(ds_inside_cc, FL_PROJECT_DIR "/inside/cc.sh");
 *
 * declares ds_inside_cc and ds_inside_cc_end, between which its bytes lie. The symbols are the
 * linker's, so they need their room's prefix; the build must know that the file is a part of this.
 */
#ifndef FL_BASE_EMBED_H
#define FL_BASE_EMBED_H

#include "base/slice.h"

#define FL_EMBED(symbol, path)                             \
	__asm__(".section .rodata\n" #symbol ":\n"         \
		".incbin \"" path "\"\n" #symbol "_end:\n" \
		".byte 0\n"                                \
		".previous\n");                            \
	extern const char symbol[], symbol##_end[]

/* Its bytes. */
#define FL_EMBEDDED(symbol) fl_slice(symbol, (size_t)(symbol##_end - symbol))

#endif
