/*
 * What a source text itself shows: libraries, mode and system by its includes, instruction sets by
 * intrinsics and attributes, the processor by assembly, and the least standard that it needs. What
 * stands under a condition (#if, but an include guard's and __cplusplus in C++) counts for nothing,
 * nor what stands in comments and texts.
 */
#ifndef FL_PLATFORM_SOURCE_H
#define FL_PLATFORM_SOURCE_H

#include "platform/facts/facts.h"

/*
 * Add the facts of a text, from PLAT_FROM_SOURCE, each once and with its line; their texts are
 * pieces of the text or constants. cxx: the text is C++; standards: it is sure that it is one or
 * the other (of a ".h" it is not), and the standard is looked for. file: what the places say.
 */
void plat_source_read(struct fl_slice text, bool cxx, bool standards, struct fl_slice file,
	struct plat_facts *to);

/* Does a modeline in the first or last lines say that it is C++ (Emacs's "-*- C++ -*-", vim's)? */
bool plat_source_says_cxx(struct fl_slice text);

#endif
