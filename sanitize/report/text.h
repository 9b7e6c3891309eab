/* Small readers that formats share. */
#ifndef FL_SANITIZE_TEXT_H
#define FL_SANITIZE_TEXT_H

#include "base/arena.h"

/* A copy of the text with every address ("0x" and a value of 65536 or more) as "<address>". */
struct fl_slice san_without_addresses(struct fl_slice text, struct fl_arena *a);

/* Skip past the first occurrence of words in *s; false (and *s untouched) when it is not there. */
bool san_skip_past(struct fl_slice *s, const char *words);

/* The address "0x…" at the start of s, or 0. */
uint64_t san_address(struct fl_slice s);

#endif
