/* A disk in memory, which counts what it does and can be told to fail, or to stop. */
#ifndef BLOCK_CACHE_DISK_H
#define BLOCK_CACHE_DISK_H

#include "kernel.h"

enum { BLOCK_SIZE = 512, DISK_BLOCKS = 128 };

struct disk {
	uint8_t *bytes;
	unsigned reads, writes;
	uint32_t bad_block; /* cannot be read or written; 0: all can */
	unsigned writes_left; /* then all further ones are lost; 0: they never are */
	bool stopped;
};

void disk_init(struct disk *disk, void *memory);
bool disk_read(struct disk *disk, uint32_t block, void *ret_data);
bool disk_write(struct disk *disk, uint32_t block, const void *data);

#endif
