#include "block_cache/disk.h"

void disk_init(struct disk *disk, void *memory)
{
	*disk = (struct disk){.bytes = memory};
	memset(memory, 0, DISK_BLOCKS * BLOCK_SIZE);
}

bool disk_read(struct disk *disk, uint32_t block, void *ret_data)
{
	KASSERT(block < DISK_BLOCKS);
	disk->reads++;
	if (disk->bad_block && block == disk->bad_block)
		return false;
	memcpy(ret_data, disk->bytes + block * BLOCK_SIZE, BLOCK_SIZE);
	return true;
}

bool disk_write(struct disk *disk, uint32_t block, const void *data)
{
	KASSERT(block < DISK_BLOCKS);
	if (disk->bad_block && block == disk->bad_block)
		return false;
	if (disk->stopped)
		return true;
	disk->writes++;
	memcpy(disk->bytes + block * BLOCK_SIZE, data, BLOCK_SIZE);
	if (disk->writes_left > 0 && --disk->writes_left == 0)
		disk->stopped = true;
	return true;
}
