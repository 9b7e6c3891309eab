#include "block_cache/block_cache.h"

#include "lib/spinlock.h"

enum { HASH_SLOTS = 16, JOURNAL_HEAD = 0, JOURNAL_FIRST = 1 };

#define JOURNAL_MAGIC 0x6a6f7572
#define NO_BLOCK UINT32_MAX

/* The journal's first block: where the blocks behind it belong. */
struct journal_head {
	uint32_t magic, count, checksum;
	uint32_t blocks[JOURNAL_BLOCKS];
};

static struct spinlock lock = SPINLOCK("the block cache");
static struct disk *disk;
static struct buffer buffers[CACHE_BUFFERS];
static struct list_node hash[HASH_SLOTS];
static struct list_node lru; /* the one that was used longest ago comes first */
static struct cache_stats stats;
static bool in_transaction;
static struct buffer *logged[JOURNAL_BLOCKS];
static size_t logged_count;

static struct list_node *slot_of(uint32_t block)
{
	return &hash[(block * 2654435761u) >> 28];
}

static struct buffer *find(uint32_t block)
{
	LIST_FOR_EACH(at, slot_of(block)) {
		struct buffer *buffer = CONTAINER_OF(at, struct buffer, hash);
		if (buffer->block == block)
			return buffer;
	}
	return NULL;
}

static enum cache_error write_back(struct buffer *buffer)
{
	if (!buffer->dirty)
		return CACHE_OK;
	KASSERT(buffer->valid && !buffer->logged);
	if (!disk_write(disk, buffer->block, buffer->data)) {
		stats.errors++;
		return CACHE_IO;
	}
	buffer->dirty = false;
	stats.writes++;
	return CACHE_OK;
}

/* A buffer that nobody uses and whose changes are on the disk; it is in no list then. */
static enum cache_error evict(struct buffer **ret_buffer)
{
	enum cache_error error = CACHE_BUSY;
	LIST_FOR_EACH(at, &lru) {
		struct buffer *buffer = CONTAINER_OF(at, struct buffer, lru);
		KASSERT(buffer->users == 0);
		if (buffer->logged)
			continue;
		error = write_back(buffer);
		if (error != CACHE_OK)
			continue;
		list_remove(&buffer->lru);
		if (buffer->block != NO_BLOCK) {
			list_remove(&buffer->hash);
			stats.evictions++;
		}
		*ret_buffer = buffer;
		return CACHE_OK;
	}
	return error;
}

static void forget(struct buffer *buffer)
{
	list_remove(&buffer->hash);
	buffer->block = NO_BLOCK;
	buffer->valid = false;
	buffer->users = 0;
	list_add_after(&buffer->lru, &lru); /* the next one to be taken */
}

static enum cache_error load(uint32_t block, struct buffer **ret_buffer)
{
	struct buffer *buffer;
	enum cache_error error = evict(&buffer);
	if (error != CACHE_OK)
		return error;
	buffer->block = block;
	buffer->users = 1;
	list_add_after(&buffer->hash, slot_of(block));
	if (!disk_read(disk, block, buffer->data)) {
		forget(buffer);
		stats.errors++;
		return CACHE_IO;
	}
	buffer->valid = true;
	buffer->dirty = false;
	*ret_buffer = buffer;
	return CACHE_OK;
}

enum cache_error cache_get(uint32_t block, struct buffer **ret_buffer)
{
	enum cache_error error = CACHE_OK;
	if (block >= DISK_BLOCKS)
		return CACHE_RANGE;
	spin_lock(&lock);
	struct buffer *buffer = find(block);
	if (!buffer) {
		stats.misses++;
		error = load(block, &buffer);
	} else {
		stats.hits++;
		if (buffer->users == 0)
			list_remove(&buffer->lru);
		buffer->users++;
	}
	spin_unlock(&lock);
	if (error == CACHE_OK)
		*ret_buffer = buffer;
	return error;
}

void cache_put(struct buffer *buffer)
{
	if (!buffer)
		return;
	spin_lock(&lock);
	if (buffer->users == 0)
		panic("block %u is given back but not in use", buffer->block);
	if (--buffer->users == 0)
		list_add_tail(&buffer->lru, &lru);
	spin_unlock(&lock);
}

void cache_dirty(struct buffer *buffer)
{
	spin_lock(&lock);
	KASSERT(buffer->users > 0 && buffer->valid);
	buffer->dirty = true;
	if (in_transaction && !buffer->logged) {
		if (logged_count == JOURNAL_BLOCKS)
			panic("a transaction of more than %u blocks", (unsigned)JOURNAL_BLOCKS);
		buffer->logged = true;
		logged[logged_count++] = buffer;
	}
	spin_unlock(&lock);
}

static enum cache_error sync(void)
{
	enum cache_error error = CACHE_OK;
	for (size_t i = 0; i < CACHE_BUFFERS; i++) {
		if (buffers[i].logged)
			continue;
		enum cache_error e = write_back(&buffers[i]);
		if (e != CACHE_OK)
			error = e;
	}
	return error;
}

enum cache_error cache_sync(void)
{
	spin_lock(&lock);
	enum cache_error error = sync();
	spin_unlock(&lock);
	return error;
}

static uint32_t checksum(uint32_t sum, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		sum = (sum ^ bytes[i]) * 16777619u;
	return sum;
}

static bool write_head(const struct journal_head *head)
{
	uint8_t block[BLOCK_SIZE] = {0};
	memcpy(block, head, sizeof(*head));
	return disk_write(disk, JOURNAL_HEAD, block);
}

/* Of a head and of the blocks that the journal holds. */
static bool sum_up(const struct journal_head *head, uint32_t *ret_sum)
{
	uint8_t block[BLOCK_SIZE];
	uint32_t sum = checksum(2166136261u, (const uint8_t *)head->blocks, sizeof(head->blocks));
	for (uint32_t i = 0; i < head->count; i++) {
		if (!disk_read(disk, JOURNAL_FIRST + i, block))
			return false;
		sum = checksum(sum, block, BLOCK_SIZE);
	}
	*ret_sum = sum;
	return true;
}

/* What the journal holds was committed when its head is whole. */
static enum cache_error replay(void)
{
	uint8_t block[BLOCK_SIZE];
	struct journal_head head;
	uint32_t sum;
	if (!disk_read(disk, JOURNAL_HEAD, block))
		return CACHE_IO;
	memcpy(&head, block, sizeof(head));
	if (head.magic != JOURNAL_MAGIC || head.count > JOURNAL_BLOCKS)
		return CACHE_OK;
	if (!sum_up(&head, &sum))
		return CACHE_IO;
	for (uint32_t i = 0; i < head.count && sum == head.checksum; i++) {
		if (head.blocks[i] >= DISK_BLOCKS)
			return CACHE_RANGE;
		if (!disk_read(disk, JOURNAL_FIRST + i, block) ||
			!disk_write(disk, head.blocks[i], block))
			return CACHE_IO;
		stats.replayed++;
	}
	return write_head(&(struct journal_head){.magic = 0}) ? CACHE_OK : CACHE_IO;
}

enum cache_error transaction_begin(void)
{
	enum cache_error error = CACHE_BUSY;
	spin_lock(&lock);
	if (!in_transaction) {
		error = sync(); /* of older changes, so that they are not mixed with new ones */
		in_transaction = error == CACHE_OK;
	}
	spin_unlock(&lock);
	return error;
}

static enum cache_error write_journal(void)
{
	struct journal_head head = {.magic = JOURNAL_MAGIC, .count = (uint32_t)logged_count};
	for (size_t i = 0; i < logged_count; i++) {
		head.blocks[i] = logged[i]->block;
		if (!disk_write(disk, JOURNAL_FIRST + (uint32_t)i, logged[i]->data))
			return CACHE_IO;
	}
	if (!sum_up(&head, &head.checksum) || !write_head(&head))
		return CACHE_IO;
	return CACHE_OK;
}

/* First to the journal, then to where they belong, then the journal is empty again. */
static enum cache_error commit(void)
{
	enum cache_error error = logged_count > 0 ? write_journal() : CACHE_OK;
	if (error != CACHE_OK)
		return error;
	for (size_t i = 0; i < logged_count && error == CACHE_OK; i++) {
		logged[i]->logged = false;
		error = write_back(logged[i]);
	}
	if (error == CACHE_OK && logged_count > 0 && !write_head(&(struct journal_head){.magic = 0}))
		error = CACHE_IO;
	stats.transactions++;
	return error;
}

enum cache_error transaction_commit(void)
{
	enum cache_error error = CACHE_BUSY;
	spin_lock(&lock);
	if (in_transaction) {
		error = commit();
		for (size_t i = 0; i < logged_count; i++)
			logged[i]->logged = false;
		logged_count = 0;
		in_transaction = false;
	}
	spin_unlock(&lock);
	return error;
}

enum cache_error cache_init(struct disk *of, void *memory)
{
	disk = of;
	in_transaction = false;
	logged_count = 0;
	memset(&stats, 0, sizeof(stats));
	list_init(&lru);
	for (size_t i = 0; i < HASH_SLOTS; i++)
		list_init(&hash[i]);
	for (size_t i = 0; i < CACHE_BUFFERS; i++) {
		buffers[i] = (struct buffer){
			.block = NO_BLOCK, .data = (uint8_t *)memory + i * BLOCK_SIZE};
		list_add_tail(&buffers[i].lru, &lru);
	}
	return replay();
}

/* Each block's part of a range of bytes. */
static enum cache_error for_range(uint64_t offset, uint8_t *bytes, size_t len, bool write)
{
	const uint64_t end = (uint64_t)DISK_BLOCKS * BLOCK_SIZE;
	if (offset > end || len > end - offset)
		return CACHE_RANGE;
	while (len > 0) {
		struct buffer *buffer;
		size_t at = offset % BLOCK_SIZE, n = BLOCK_SIZE - at;
		enum cache_error error = cache_get((uint32_t)(offset / BLOCK_SIZE), &buffer);
		if (error != CACHE_OK)
			return error;
		if (n > len)
			n = len;
		if (write) {
			memcpy(buffer->data + at, bytes, n);
			cache_dirty(buffer);
		} else {
			memcpy(bytes, buffer->data + at, n);
		}
		cache_put(buffer);
		offset += n;
		bytes += n;
		len -= n;
	}
	return CACHE_OK;
}

enum cache_error cache_read(uint64_t offset, void *ret_bytes, size_t len)
{
	return for_range(offset, ret_bytes, len, false);
}

enum cache_error cache_write(uint64_t offset, const void *bytes, size_t len)
{
	return for_range(offset, (uint8_t *)(uintptr_t)bytes, len, true);
}

void cache_stats(struct cache_stats *ret_stats)
{
	spin_lock(&lock);
	*ret_stats = stats;
	spin_unlock(&lock);
}

void cache_check(void)
{
	size_t hashed = 0, unused = 0, want_hashed = 0, want_unused = 0;
	spin_lock(&lock);
	for (size_t i = 0; i < HASH_SLOTS; i++) {
		LIST_FOR_EACH(at, &hash[i]) {
			const struct buffer *buffer = CONTAINER_OF(at, struct buffer, hash);
			KASSERT(buffer->valid && slot_of(buffer->block) == &hash[i]);
			KASSERT(find(buffer->block) == buffer);
			hashed++;
		}
	}
	LIST_FOR_EACH(at, &lru) {
		KASSERT(CONTAINER_OF(at, struct buffer, lru)->users == 0);
		unused++;
	}
	for (size_t i = 0; i < CACHE_BUFFERS; i++) {
		want_hashed += buffers[i].block != NO_BLOCK;
		want_unused += buffers[i].users == 0;
		KASSERT(!buffers[i].logged || buffers[i].dirty);
	}
	KASSERT(hashed == want_hashed && unused == want_unused);
	spin_unlock(&lock);
}
