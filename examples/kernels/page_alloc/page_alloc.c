#include "page_alloc/page_alloc.h"

#include "lib/spinlock.h"

enum { CACHE_MAX = 16, CACHE_BATCH = 8, KEPT_BACK = 8, POISON_WORDS = 8 };

#define POISON 0x6b6b6b6b6b6b6b6bULL

struct zone {
	const char *name;
	size_t first, pages, free, kept_back;
	struct list_node lists[ORDERS];
	size_t blocks[ORDERS];
	size_t allocations, failures, splits, merges;

	/* Single pages that were freed last, so that the lists are left alone. */
	struct page *cache[CACHE_MAX];
	size_t cached;
};

static struct spinlock lock = SPINLOCK("the page allocator");
static struct list_node shrinkers = {&shrinkers, &shrinkers};
static struct zone zones[ZONES] = {{.name = "dma"}, {.name = "normal"}};
static struct page *pages;
static char *base;
static size_t page_count;

static size_t index_of(const struct page *page)
{
	KASSERT(page >= pages && page < pages + page_count);
	return (size_t)(page - pages);
}

void *page_address(const struct page *page)
{
	return base + index_of(page) * PAGE_SIZE;
}

struct page *page_of(const void *address)
{
	const char *at = address;
	if (at < base || at >= base + page_count * PAGE_SIZE)
		return NULL;
	return &pages[(size_t)(at - base) / PAGE_SIZE];
}

static void poison(struct page *page, unsigned order)
{
	for (size_t i = 0; i < (size_t)1 << order; i++) {
		uint64_t *word = page_address(page + i);
		for (size_t w = 0; w < POISON_WORDS; w++)
			word[w] = POISON;
	}
}

/* Nobody may have written to a page while it was free. */
static void check_poison(const struct page *page, unsigned order)
{
	for (size_t i = 0; i < (size_t)1 << order; i++) {
		const uint64_t *word = page_address(page + i);
		for (size_t w = 0; w < POISON_WORDS; w++)
			if (word[w] != POISON)
				panic("page %lu was written to after it was freed",
					index_of(page + i));
	}
}

static void list_block(struct zone *zone, struct page *page, unsigned order)
{
	page->state = PAGE_FREE;
	page->order = (uint8_t)order;
	page->references = 0;
	list_add_after(&page->link, &zone->lists[order]);
	zone->blocks[order]++;
	zone->free += (size_t)1 << order;
}

static void unlist_block(struct zone *zone, struct page *page)
{
	KASSERT(page->state == PAGE_FREE);
	list_remove(&page->link);
	zone->blocks[page->order]--;
	zone->free -= (size_t)1 << page->order;
}

/* The other half of the block twice as large, when it lies in the zone. */
static struct page *buddy_of(const struct zone *zone, const struct page *page, unsigned order)
{
	size_t buddy = index_of(page) ^ (size_t)1 << order;
	if (buddy < zone->first || buddy + ((size_t)1 << order) > zone->first + zone->pages)
		return NULL;
	return &pages[buddy];
}

static void free_block(struct zone *zone, struct page *page, unsigned order)
{
	while (order < ORDERS - 1) {
		struct page *buddy = buddy_of(zone, page, order);
		if (!buddy || buddy->state != PAGE_FREE || buddy->order != order)
			break;
		unlist_block(zone, buddy);
		buddy->state = PAGE_TAIL;
		page->state = PAGE_TAIL;
		if (buddy < page)
			page = buddy;
		order++;
		zone->merges++;
	}
	list_block(zone, page, order);
}

static struct page *take_block(struct zone *zone, unsigned order)
{
	unsigned from = order;
	while (from < ORDERS && list_empty(&zone->lists[from]))
		from++;
	if (from == ORDERS)
		return NULL;
	struct page *page = CONTAINER_OF(zone->lists[from].next, struct page, link);
	unlist_block(zone, page);
	while (from > order) {
		from--;
		list_block(zone, page + ((size_t)1 << from), from);
		zone->splits++;
	}
	return page;
}

static void cache_fill(struct zone *zone)
{
	while (zone->cached < CACHE_BATCH) {
		struct page *page = take_block(zone, 0);
		if (!page)
			break;
		page->state = PAGE_CACHED;
		zone->cache[zone->cached++] = page;
	}
}

static void cache_drain(struct zone *zone, size_t keep)
{
	while (zone->cached > keep) {
		struct page *page = zone->cache[--zone->cached];
		KASSERT(page->state == PAGE_CACHED);
		free_block(zone, page, 0);
	}
}

static bool may_take(const struct zone *zone, unsigned order, unsigned flags)
{
	size_t available = zone->free + zone->cached;
	size_t kept_back = flags & ALLOC_URGENT ? 0 : zone->kept_back;
	return available >= ((size_t)1 << order) + kept_back;
}

static struct page *take_single(struct zone *zone)
{
	if (zone->cached == 0)
		cache_fill(zone);
	if (zone->cached == 0)
		return NULL;
	return zone->cache[--zone->cached];
}

static struct page *zone_alloc(struct zone *zone, unsigned order, unsigned flags)
{
	struct page *page = NULL;
	if (may_take(zone, order, flags))
		page = order == 0 ? take_single(zone) : take_block(zone, order);
	if (!page && order > 0 && zone->cached > 0 && may_take(zone, order, flags)) {
		cache_drain(zone, 0);
		page = take_block(zone, order);
	}
	if (!page) {
		zone->failures++;
		return NULL;
	}
	zone->allocations++;
	page->state = PAGE_USED;
	page->order = (uint8_t)order;
	page->references = 1;
	for (size_t i = 1; i < (size_t)1 << order; i++)
		page[i].state = PAGE_TAIL;
	return page;
}

static struct page *try_zones(unsigned order, unsigned flags)
{
	struct page *page = NULL;
	spin_lock(&lock);
	for (int z = flags & ALLOC_DMA ? ZONE_DMA : ZONE_NORMAL; z >= 0 && !page; z--)
		page = zone_alloc(&zones[z], order, flags);
	spin_unlock(&lock);
	return page;
}

/* Not under the lock: shrinkers free pages. */
static size_t shrink(size_t wanted)
{
	size_t given = 0;
	struct list_node *next;
	for (struct list_node *at = shrinkers.next; at != &shrinkers && given < wanted; at = next) {
		struct shrinker *s = CONTAINER_OF(at, struct shrinker, link);
		next = at->next;
		given += s->shrink(s, wanted - given);
	}
	return given;
}

struct page *page_alloc(unsigned order, unsigned flags)
{
	struct page *page;
	if (order >= ORDERS)
		return NULL;
	page = try_zones(order, flags);
	while (!page && !(flags & ALLOC_ATOMIC)) {
		if (shrink((size_t)1 << order) == 0)
			return NULL;
		page = try_zones(order, flags);
	}
	if (!page)
		return NULL;
	check_poison(page, order);
	if (flags & ALLOC_ZERO)
		memset(page_address(page), 0, PAGE_SIZE << order);
	return page;
}

void page_get(struct page *page)
{
	spin_lock(&lock);
	KASSERT(page->state == PAGE_USED && page->references > 0);
	page->references++;
	spin_unlock(&lock);
}

static void release(struct page *page)
{
	struct zone *zone = &zones[page->zone];
	poison(page, page->order);
	if (page->order > 0) {
		free_block(zone, page, page->order);
		return;
	}
	if (zone->cached == CACHE_MAX)
		cache_drain(zone, CACHE_MAX - CACHE_BATCH);
	page->state = PAGE_CACHED;
	zone->cache[zone->cached++] = page;
}

void page_put(struct page *page)
{
	if (!page)
		return;
	spin_lock(&lock);
	if (page->state != PAGE_USED || page->references == 0)
		panic("page %lu is freed but not in use", index_of(page));
	if (--page->references == 0)
		release(page);
	spin_unlock(&lock);
}

size_t page_alloc_bulk(struct page **ret_pages, size_t count, unsigned flags)
{
	size_t got = 0;
	while (got < count) {
		struct page *page = page_alloc(0, flags);
		if (!page)
			break;
		ret_pages[got++] = page;
	}
	return got;
}

void page_free_bulk(struct page **list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		page_put(list[i]);
		list[i] = NULL;
	}
}

void shrinker_add(struct shrinker *shrinker)
{
	spin_lock(&lock);
	list_add_tail(&shrinker->link, &shrinkers);
	spin_unlock(&lock);
}

void shrinker_remove(struct shrinker *shrinker)
{
	spin_lock(&lock);
	list_remove(&shrinker->link);
	spin_unlock(&lock);
}

/* Free all pages from `first` on, in the largest blocks that stand at multiples of their size. */
static void zone_init(struct zone *zone, unsigned number, size_t first, size_t count)
{
	size_t at = first, end = first + count;
	zone->first = first;
	zone->pages = count;
	zone->kept_back = KEPT_BACK;
	for (unsigned order = 0; order < ORDERS; order++)
		list_init(&zone->lists[order]);
	for (size_t i = first; i < end; i++)
		pages[i].zone = (uint8_t)number;
	while (at < end) {
		unsigned order = ORDERS - 1;
		while (at & (((size_t)1 << order) - 1) || at + ((size_t)1 << order) > end)
			order--;
		poison(&pages[at], order);
		for (size_t i = 1; i < (size_t)1 << order; i++)
			pages[at + i].state = PAGE_TAIL;
		list_block(zone, &pages[at], order);
		at += (size_t)1 << order;
	}
}

void page_alloc_init(void *pool, size_t count, size_t dma_pages)
{
	size_t table = (count * sizeof(struct page) + PAGE_SIZE - 1) / PAGE_SIZE;
	KASSERT(table < dma_pages && dma_pages < count);
	base = pool;
	pages = pool;
	page_count = count;
	memset(pages, 0, count * sizeof(struct page));
	for (size_t i = 0; i < table; i++)
		pages[i].state = PAGE_RESERVED;
	zone_init(&zones[ZONE_DMA], ZONE_DMA, table, dma_pages - table);
	zone_init(&zones[ZONE_NORMAL], ZONE_NORMAL, dma_pages, count - dma_pages);
}

void page_alloc_stats(unsigned zone, struct zone_stats *ret_stats)
{
	const struct zone *z = &zones[zone];
	spin_lock(&lock);
	*ret_stats = (struct zone_stats){.pages = z->pages,
		.free = z->free + z->cached,
		.allocations = z->allocations,
		.failures = z->failures,
		.splits = z->splits,
		.merges = z->merges};
	for (unsigned order = 0; order < ORDERS; order++)
		ret_stats->free_blocks[order] = z->blocks[order];
	spin_unlock(&lock);
}

static void check_zone(const struct zone *zone)
{
	size_t free = 0;
	for (unsigned order = 0; order < ORDERS; order++) {
		size_t blocks = 0;
		LIST_FOR_EACH(at, &zone->lists[order]) {
			const struct page *page = CONTAINER_OF(at, struct page, link);
			const struct page *buddy = buddy_of(zone, page, order);
			KASSERT(page->state == PAGE_FREE && page->order == order);
			KASSERT(index_of(page) % ((size_t)1 << order) == 0);
			KASSERT(order == ORDERS - 1 || !buddy || buddy->state != PAGE_FREE ||
				buddy->order != order);
			blocks++;
		}
		KASSERT(blocks == zone->blocks[order]);
		free += blocks << order;
	}
	KASSERT(free == zone->free);
	for (size_t i = 0; i < zone->cached; i++)
		KASSERT(zone->cache[i]->state == PAGE_CACHED);
}

void page_alloc_check(void)
{
	spin_lock(&lock);
	for (unsigned z = 0; z < ZONES; z++)
		check_zone(&zones[z]);
	spin_unlock(&lock);
}
