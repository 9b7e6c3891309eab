#include "lib/random.h"
#include "page_alloc/page_alloc.h"

enum { PAGES = 1024, DMA_PAGES = 256, STEPS = 1500, BLOCKS = 48 };

static void print_zone(const char *name, unsigned zone)
{
	struct zone_stats s;
	page_alloc_stats(zone, &s);
	kprintf("%s: %lu of %lu pages free, %lu allocations, %lu failures, %lu splits, %lu merges, blocks",
		name, s.free, s.pages, s.allocations, s.failures, s.splits, s.merges);
	for (unsigned order = 0; order < ORDERS; order++)
		kprintf(" %lu", s.free_blocks[order]);
	kprintf("\n");
}

static size_t free_pages(unsigned zone)
{
	struct zone_stats s;
	page_alloc_stats(zone, &s);
	return s.free;
}

static size_t failures_of(unsigned zone)
{
	struct zone_stats s;
	page_alloc_stats(zone, &s);
	return s.failures;
}

static void test_orders(void)
{
	struct zone_stats stats;
	struct page *blocks[ORDERS];
	size_t before = free_pages(ZONE_NORMAL);
	for (unsigned order = 0; order < ORDERS; order++) {
		blocks[order] = page_alloc(order, ALLOC_ZERO);
		EXPECT(blocks[order] != NULL);
		const char *at = page_address(blocks[order]);
		EXPECT(((uintptr_t)at - (uintptr_t)machine_pool()) % (PAGE_SIZE << order) == 0);
		EXPECT(page_of(at + (PAGE_SIZE << order) - 1) == blocks[order] + (1 << order) - 1);
		for (size_t i = 0; i < (size_t)PAGE_SIZE << order; i += 512)
			EXPECT_EQ(at[i], 0);
		EXPECT(at[((size_t)PAGE_SIZE << order) - 1] == 0);
	}
	EXPECT_EQ(free_pages(ZONE_NORMAL), before - 255);
	page_alloc_stats(ZONE_NORMAL, &stats);
	EXPECT(page_alloc(ORDERS, 0) == NULL && stats.failures == failures_of(ZONE_NORMAL));
	page_alloc_check();
	for (unsigned order = 0; order < ORDERS; order++)
		page_put(blocks[order]);
	EXPECT_EQ(free_pages(ZONE_NORMAL), before);
	page_alloc_check();
	kprintf("orders: %u sizes given and taken back\n", (unsigned)ORDERS);
}

static void test_references(void)
{
	size_t before = free_pages(ZONE_NORMAL);
	struct page *page = page_alloc(2, 0);
	page_get(page);
	page_get(page);
	page_put(page);
	EXPECT(page->state == PAGE_USED && page->references == 2);
	page_put(page);
	EXPECT_EQ(free_pages(ZONE_NORMAL), before - 4);
	page_put(page);
	EXPECT_EQ(free_pages(ZONE_NORMAL), before);
	page_put(NULL);
	EXPECT(page_of((char *)machine_pool() - 1) == NULL);
	EXPECT(page_of((char *)machine_pool() + PAGES * PAGE_SIZE) == NULL);
	EXPECT(page_of((char *)machine_pool() + PAGES * PAGE_SIZE - 1) != NULL);
	kprintf("references: a block of 4 pages, 3 owners\n");
}

static void test_zones(void)
{
	static struct page *list[PAGES];
	size_t dma = free_pages(ZONE_DMA), normal = free_pages(ZONE_NORMAL);
	struct page *low = page_alloc(3, ALLOC_DMA);
	EXPECT(low != NULL && low->zone == ZONE_DMA);
	page_put(low);
	EXPECT_EQ(free_pages(ZONE_DMA), dma);
	size_t count = page_alloc_bulk(list, PAGES, ALLOC_ATOMIC);
	EXPECT_EQ(count, dma + normal - 16);
	EXPECT(list[0]->zone == ZONE_NORMAL && list[count - 1]->zone == ZONE_DMA);
	EXPECT(page_alloc(0, ALLOC_ATOMIC) == NULL);
	size_t urgent = page_alloc_bulk(list + count, PAGES - count, ALLOC_ATOMIC | ALLOC_URGENT);
	EXPECT_EQ(urgent, 16);
	EXPECT(free_pages(ZONE_DMA) == 0 && free_pages(ZONE_NORMAL) == 0);
	page_alloc_check();
	for (size_t i = 0; i < count + urgent; i++)
		*(size_t *)((char *)page_address(list[i]) + PAGE_SIZE - sizeof(size_t)) = i;
	for (size_t i = 0; i < count + urgent; i++)
		EXPECT_EQ(*(size_t *)((char *)page_address(list[i]) + PAGE_SIZE - sizeof(size_t)), i);
	page_free_bulk(list, count + urgent);
	for (size_t i = 0; i < count + urgent; i++)
		EXPECT(list[i] == NULL);
	EXPECT(free_pages(ZONE_DMA) == dma && free_pages(ZONE_NORMAL) == normal);
	page_alloc_check();
	kprintf("zones: %lu pages at once, %lu of them urgent\n", count + urgent, urgent);
}

struct hoard {
	struct shrinker shrinker;
	struct page *pages[64];
	size_t count, calls;
};

static size_t hoard_shrink(struct shrinker *self, size_t wanted)
{
	struct hoard *hoard = CONTAINER_OF(self, struct hoard, shrinker);
	size_t given = 0;
	hoard->calls++;
	while (given < wanted && hoard->count > 0) {
		page_put(hoard->pages[--hoard->count]);
		given++;
	}
	return given;
}

static void test_shrinkers(void)
{
	static struct hoard hoards[2];
	static struct page *rest[PAGES];
	for (size_t i = 0; i < COUNT_OF(hoards); i++) {
		hoards[i].shrinker.shrink = hoard_shrink;
		hoards[i].count = page_alloc_bulk(hoards[i].pages, 16, 0);
		shrinker_add(&hoards[i].shrinker);
	}
	size_t count = page_alloc_bulk(rest, PAGES, ALLOC_ATOMIC);
	EXPECT(page_alloc(0, ALLOC_ATOMIC) == NULL);
	struct page *page = page_alloc(0, 0);
	EXPECT(page != NULL && hoards[0].count == 15);
	size_t got = page_alloc_bulk(rest + count, PAGES - count, 0);
	EXPECT(hoards[0].count == 0 && hoards[1].count == 0);
	EXPECT_EQ(got, 31);
	kprintf("shrinkers: %lu pages wrung out by %lu and %lu calls\n", got + 1, hoards[0].calls,
		hoards[1].calls);
	shrinker_remove(&hoards[0].shrinker);
	shrinker_remove(&hoards[1].shrinker);
	page_put(page);
	page_free_bulk(rest, count + got);
	page_alloc_check();
}

/* One that goes away once it was asked. */
static size_t shrink_once(struct shrinker *self, size_t wanted)
{
	(void)wanted;
	shrinker_remove(self);
	return 0;
}

static void test_shrinker_leaves(void)
{
	static struct shrinker once = {.shrink = shrink_once}, twice = {.shrink = shrink_once};
	static struct page *rest[PAGES];
	shrinker_add(&once);
	shrinker_add(&twice);
	size_t count = page_alloc_bulk(rest, PAGES, 0);
	page_free_bulk(rest, count);
	EXPECT(once.link.next == LIST_POISON && twice.link.next == LIST_POISON);
	kprintf("shrinkers: two left when they were asked, %lu pages taken\n", count);
}

struct block {
	struct page *page;
	uint64_t stamp;
};

static uint64_t *word(const struct block *block, size_t page)
{
	return (uint64_t *)page_address(block->page + page) + page % 512;
}

static void drop(struct block *block)
{
	for (size_t i = 0; i < (size_t)1 << block->page->order; i++)
		EXPECT(*word(block, i) == block->stamp + i);
	page_put(block->page);
	block->page = NULL;
}

static void test_random(void)
{
	static struct block blocks[BLOCKS];
	uint64_t seed = 20240229;
	size_t given = 0, refused = 0;
	for (size_t step = 0; step < STEPS; step++) {
		struct block *block = &blocks[random_below(&seed, BLOCKS)];
		if (block->page) {
			drop(block);
			continue;
		}
		block->page = page_alloc(random_below(&seed, ORDERS), random_below(&seed, 4));
		if (!block->page) {
			refused++;
			continue;
		}
		given++;
		block->stamp = random_next(&seed);
		for (size_t i = 0; i < (size_t)1 << block->page->order; i++)
			*word(block, i) = block->stamp + i;
		if (step % 100 == 0)
			page_alloc_check();
	}
	for (size_t i = 0; i < BLOCKS; i++)
		if (blocks[i].page)
			drop(&blocks[i]);
	page_alloc_check();
	kprintf("random: %lu blocks given, %lu refused\n", given, refused);
}

void selftest(void)
{
	kprintf("page_alloc: %u pages, %u of them low\n", (unsigned)PAGES, (unsigned)DMA_PAGES);
	memset(machine_pool(), 0xa5, 16 * PAGE_SIZE);
	page_alloc_init(machine_pool(), PAGES, DMA_PAGES);
	page_alloc_check();
	print_zone("dma", ZONE_DMA);
	test_orders();
	test_references();
	test_zones();
	test_shrinkers();
	test_shrinker_leaves();
	test_random();
	print_zone("dma", ZONE_DMA);
	print_zone("normal", ZONE_NORMAL);
}
