/*
 * UTF-8 as the standard has it: shortest forms only, no surrogates, up to U+10FFFF.
 */
#ifndef FL_BASE_UTF8_H
#define FL_BASE_UTF8_H

#include "base/slice.h"

/* Length in bytes (1..4) of the valid character at the start of s, with its value; 0 if none. */
size_t fl_utf8_decode(struct fl_slice s, uint32_t *ret_char);

/* Write the character's bytes to out (room for 4) and return their count. */
size_t fl_utf8_encode(uint32_t c, char out[4]);

/* The first bytes of s, at most so many, without a part of a character at their end. */
struct fl_slice fl_utf8_head(struct fl_slice s, size_t most);

#endif
