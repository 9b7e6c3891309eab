/*
 * Hashes: SHA-256 (nettle's; this is its gateway) for identity, and a cheap 64-bit mix of it for
 * seeded choices.
 */
#ifndef FL_BASE_HASH_H
#define FL_BASE_HASH_H

#include "base/slice.h"

/* SHA-256 of the bytes as 64 lower-case hex digits and a NUL. */
void fl_sha256_hex(struct fl_slice bytes, char ret_hex[65]);

/* The same of slices behind each other. */
void fl_sha256_joined(const struct fl_slice *parts, size_t count, char ret_hex[65]);

/* The same over several slices, each preceded by its length, so that {"ab","c"} != {"a","bc"}. */
void fl_sha256_parts(const struct fl_slice *parts, size_t count, char ret_hex[65]);

/* The first 8 bytes of that digest as a number: a stable 64-bit key of the parts. */
uint64_t fl_hash64_parts(const struct fl_slice *parts, size_t count);

#endif
