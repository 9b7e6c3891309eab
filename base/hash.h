/*
 * Hashes: SHA-256 (nettle's; this is its gateway) for identity, and a cheap 64-bit mix of it for
 * seeded choices; and one for tables.
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

/*
 * FNV-1a of 32 bits over the bytes, on from hash: FL_FNV32 to begin with, or what the bytes before
 * gave. For tables in memory, whose keys nobody has chosen against it.
 */
#define FL_FNV32 2166136261u

static inline uint32_t fl_fnv32(uint32_t hash, struct fl_slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++)
		hash = (hash ^ (unsigned char)bytes.ptr[i]) * 16777619u;
	return hash;
}

/* The first 8 bytes of that digest as a number: a stable 64-bit key of the parts. */
uint64_t fl_hash64_parts(const struct fl_slice *parts, size_t count);

#endif
