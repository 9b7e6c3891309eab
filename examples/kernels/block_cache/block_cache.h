/*
 * The block cache: blocks of a disk in memory, found by a hash, the least recently used of which make room.
 * Changes reach the disk when a block makes room, at cache_sync(), or as a transaction: all of them or,
 * when the machine stops in between, none.
 */
#ifndef BLOCK_CACHE_H
#define BLOCK_CACHE_H

#include "block_cache/disk.h"
#include "lib/list.h"

enum { CACHE_BUFFERS = 24, JOURNAL_BLOCKS = 16 };

enum cache_error { CACHE_OK, CACHE_BUSY, CACHE_IO, CACHE_RANGE };

struct buffer {
	struct list_node hash, lru; /* lru: while nobody uses it */
	uint32_t block, users;
	bool valid, dirty, logged;
	uint8_t *data;
};

struct cache_stats {
	unsigned hits, misses, evictions, writes, errors, transactions, replayed;
};

/* The journal has the disk's first JOURNAL_BLOCKS + 1 blocks. What it still holds is done first. */
enum cache_error cache_init(struct disk *disk, void *memory);

/* A block for use; it stays in memory until it is given back. */
enum cache_error cache_get(uint32_t block, struct buffer **ret_buffer);
void cache_put(struct buffer *buffer);
void cache_dirty(struct buffer *buffer); /* by who uses it: it was changed */

enum cache_error cache_sync(void);

/* Between both, all that is dirtied belongs together; JOURNAL_BLOCKS blocks at most. */
enum cache_error transaction_begin(void);
enum cache_error transaction_commit(void);

/* Bytes over the edges of blocks. */
enum cache_error cache_read(uint64_t offset, void *ret_bytes, size_t len);
enum cache_error cache_write(uint64_t offset, const void *bytes, size_t len);

void cache_stats(struct cache_stats *ret_stats);
void cache_check(void);

#endif
