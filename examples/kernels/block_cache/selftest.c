#include "block_cache/block_cache.h"
#include "lib/random.h"

enum { STEPS = 2500, AREA = 40 * BLOCK_SIZE, ACCOUNTS = 12, MONEY = 100 };

/* The buffers' memory ends where the pool does. */
static void *memory(void)
{
	return (char *)machine_pool() + POOL_SIZE - CACHE_BUFFERS * BLOCK_SIZE;
}

static struct disk disk;

static void fresh(void)
{
	disk_init(&disk, machine_pool());
	EXPECT_EQ(cache_init(&disk, memory()), CACHE_OK);
	disk.reads = disk.writes = 0;
}

static struct buffer *get(uint32_t block)
{
	struct buffer *buffer = NULL;
	EXPECT_EQ(cache_get(block, &buffer), CACHE_OK);
	EXPECT(buffer != NULL && buffer->block == block);
	return buffer;
}

static void touch(uint32_t block)
{
	cache_put(get(block));
}

static void test_cache(void)
{
	struct buffer *buffer, *again, *list[CACHE_BUFFERS];
	struct cache_stats stats;
	fresh();
	buffer = get(40);
	again = get(40);
	EXPECT(buffer == again && buffer->users == 2);
	memset(buffer->data, 0x11, BLOCK_SIZE);
	cache_dirty(buffer);
	cache_put(buffer);
	cache_put(again);
	cache_put(NULL);
	EXPECT_EQ(disk.reads, 1);
	EXPECT_EQ(disk.writes, 0);
	EXPECT_EQ(cache_get(DISK_BLOCKS, &buffer), CACHE_RANGE);
	touch(DISK_BLOCKS - 1);
	for (uint32_t i = 0; i < CACHE_BUFFERS - 2; i++)
		touch(50 + i);
	touch(40);
	EXPECT_EQ(disk.writes, 0);
	touch(30);
	EXPECT_EQ(disk.reads, CACHE_BUFFERS + 1);
	touch(40);
	touch(50);
	EXPECT_EQ(disk.reads, CACHE_BUFFERS + 1);
	touch(DISK_BLOCKS - 1);
	EXPECT_EQ(disk.reads, CACHE_BUFFERS + 2);
	cache_check();
	for (uint32_t i = 0; i < CACHE_BUFFERS; i++)
		list[i] = get(70 + i);
	EXPECT_EQ(disk.writes, 1);
	EXPECT_EQ(disk.bytes[40 * BLOCK_SIZE + BLOCK_SIZE - 1], 0x11);
	EXPECT_EQ(cache_get(40, &buffer), CACHE_BUSY);
	cache_check();
	cache_put(list[3]);
	EXPECT_EQ(get(40)->data[0], 0x11);
	EXPECT_EQ(cache_get(73, &buffer), CACHE_BUSY);
	cache_stats(&stats);
	kprintf("cache: %u hits, %u misses, %u evictions, %u writes\n", stats.hits, stats.misses,
		stats.evictions, stats.writes);
}

static void test_ranges(void)
{
	static uint8_t model[AREA], bytes[3 * BLOCK_SIZE];
	const uint64_t base = 40 * BLOCK_SIZE, end = DISK_BLOCKS * BLOCK_SIZE;
	uint64_t seed = 1969;
	fresh();
	memset(model, 0, sizeof(model));
	EXPECT_EQ(cache_read(end - 1, bytes, 1), CACHE_OK);
	EXPECT_EQ(cache_read(end - 1, bytes, 2), CACHE_RANGE);
	EXPECT_EQ(cache_read(end, bytes, 0), CACHE_OK);
	EXPECT_EQ(cache_read(end + 1, bytes, 0), CACHE_RANGE);
	EXPECT_EQ(cache_read(UINT64_MAX, bytes, 2), CACHE_RANGE);
	EXPECT_EQ(cache_write(BLOCK_SIZE, bytes, SIZE_MAX), CACHE_RANGE);
	for (int step = 0; step < STEPS; step++) {
		size_t len = random_below(&seed, sizeof(bytes)), at = random_below(&seed, AREA - sizeof(bytes));
		if (random_below(&seed, 2)) {
			memset(bytes, step, len);
			memset(model + at, step, len);
			EXPECT_EQ(cache_write(base + at, bytes, len), CACHE_OK);
		} else {
			EXPECT_EQ(cache_read(base + at, bytes, len), CACHE_OK);
			EXPECT_EQ(memcmp(bytes, model + at, len), 0);
		}
		if (step % 250 == 0) {
			cache_check();
			EXPECT_EQ(cache_sync(), CACHE_OK);
			EXPECT_EQ(memcmp(disk.bytes + base, model, AREA), 0);
		}
	}
	EXPECT_EQ(cache_sync(), CACHE_OK);
	unsigned writes = disk.writes;
	EXPECT_EQ(cache_sync(), CACHE_OK);
	EXPECT_EQ(disk.writes, writes);
	EXPECT_EQ(memcmp(disk.bytes + base, model, AREA), 0);
	EXPECT(disk.bytes[base - 1] == 0 && disk.bytes[base + AREA] == 0);
	kprintf("ranges: %u blocks read, %u written\n", disk.reads, disk.writes);
}

static void test_errors(void)
{
	struct buffer *buffer;
	struct cache_stats stats;
	fresh();
	disk.bad_block = 60;
	EXPECT_EQ(cache_get(60, &buffer), CACHE_IO);
	EXPECT_EQ(cache_get(60, &buffer), CACHE_IO);
	cache_check();
	buffer = get(61);
	buffer->data[5] = 55;
	cache_dirty(buffer);
	cache_put(buffer);
	disk.bad_block = 61;
	EXPECT_EQ(cache_sync(), CACHE_IO);
	for (uint32_t i = 0; i < 2 * CACHE_BUFFERS; i++)
		touch(70 + i);
	EXPECT_EQ(get(61)->data[5], 55);
	disk.bad_block = 0;
	EXPECT_EQ(cache_sync(), CACHE_OK);
	EXPECT_EQ(disk.bytes[61 * BLOCK_SIZE + 5], 55);
	cache_stats(&stats);
	kprintf("errors: %u, and nothing is lost\n", stats.errors);
}

/* An account in each second block. */
static uint64_t place(unsigned account)
{
	return (40 + 2 * account) * BLOCK_SIZE + 300;
}

static uint32_t money_of(unsigned account)
{
	uint32_t money;
	EXPECT_EQ(cache_read(place(account), &money, sizeof(money)), CACHE_OK);
	return money;
}

static void set_money(unsigned account, uint32_t money)
{
	EXPECT_EQ(cache_write(place(account), &money, sizeof(money)), CACHE_OK);
}

/* Each account gives to the next ones, as one transaction. */
static void transfer(unsigned from, unsigned receivers)
{
	EXPECT_EQ(transaction_begin(), CACHE_OK);
	EXPECT_EQ(transaction_begin(), CACHE_BUSY);
	set_money(from, money_of(from) - receivers);
	for (unsigned i = 1; i <= receivers; i++)
		set_money((from + i) % ACCOUNTS, money_of((from + i) % ACCOUNTS) + 1);
	cache_check();
	EXPECT_EQ(transaction_commit(), CACHE_OK);
	EXPECT_EQ(transaction_commit(), CACHE_BUSY);
}

/* The machine stops after each number of writes: the money is as before or as afterwards. */
static void test_transactions(void)
{
	unsigned before = 0, after = 0, replayed = 0;
	struct cache_stats stats;
	for (unsigned stop = 1; stop <= 12; stop++) {
		uint32_t sum = 0;
		fresh();
		for (unsigned i = 0; i < ACCOUNTS; i++)
			set_money(i, MONEY);
		EXPECT_EQ(cache_sync(), CACHE_OK);
		disk.writes_left = stop;
		transfer(stop % ACCOUNTS, 4);
		disk.stopped = false;
		disk.writes_left = 0;
		EXPECT_EQ(cache_init(&disk, memory()), CACHE_OK);
		cache_stats(&stats);
		replayed += stats.replayed;
		for (unsigned i = 0; i < ACCOUNTS; i++)
			sum += money_of(i);
		EXPECT_EQ(sum, ACCOUNTS * MONEY);
		if (money_of(stop % ACCOUNTS) == MONEY)
			before++;
		else
			after++;
		EXPECT_EQ(money_of((stop + 4) % ACCOUNTS), MONEY + (stop > 5));
		EXPECT_EQ(cache_init(&disk, memory()), CACHE_OK);
		cache_stats(&stats);
		EXPECT_EQ(stats.replayed, 0);
	}
	kprintf("transactions: %u undone, %u done, %u blocks of the journal\n", before, after, replayed);
}

/* A journal that is not whole, or not one. */
static void test_journal(void)
{
	struct buffer *buffer;
	struct cache_stats stats;
	fresh();
	disk.writes_left = 5;
	EXPECT_EQ(transaction_begin(), CACHE_OK);
	for (uint32_t i = 0; i < 4; i++) {
		buffer = get(100 + i);
		memset(buffer->data, 0x22, BLOCK_SIZE);
		cache_dirty(buffer);
		cache_dirty(buffer);
		cache_put(buffer);
	}
	EXPECT_EQ(cache_sync(), CACHE_OK);
	EXPECT_EQ(disk.writes, 0);
	EXPECT_EQ(transaction_commit(), CACHE_OK);
	disk.stopped = false;
	disk.bytes[3 * BLOCK_SIZE + 9] ^= 1;
	EXPECT_EQ(cache_init(&disk, memory()), CACHE_OK);
	cache_stats(&stats);
	EXPECT_EQ(stats.replayed, 0);
	EXPECT_EQ(get(100)->data[0], 0);
	uint32_t head[3] = {0x6a6f7572, 1000, 0};
	memcpy(disk.bytes, head, sizeof(head));
	EXPECT_EQ(cache_init(&disk, memory()), CACHE_OK);
	EXPECT_EQ(transaction_begin(), CACHE_OK);
	EXPECT_EQ(transaction_commit(), CACHE_OK);
	EXPECT_EQ(transaction_begin(), CACHE_OK);
	for (uint32_t i = 0; i < JOURNAL_BLOCKS; i++) {
		buffer = get(100 + i);
		buffer->data[0] = 0x33;
		cache_dirty(buffer);
		cache_put(buffer);
	}
	for (uint32_t i = 0; i < CACHE_BUFFERS; i++)
		touch(20 + i);
	EXPECT_EQ(transaction_commit(), CACHE_OK);
	EXPECT_EQ(disk.bytes[(100 + JOURNAL_BLOCKS - 1) * BLOCK_SIZE], 0x33);
	cache_check();
	kprintf("journal: torn, foreign, full\n");
}

void selftest(void)
{
	kprintf("block_cache: %u buffers for %u blocks\n", (unsigned)CACHE_BUFFERS, (unsigned)DISK_BLOCKS);
	test_cache();
	test_ranges();
	test_errors();
	test_transactions();
	test_journal();
}
