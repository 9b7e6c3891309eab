/*
 * The page allocator: a buddy system over the machine's pool, in two zones. Blocks of 2^order pages
 * stand at multiples of their size; two free buddies are one block again.
 */
#ifndef PAGE_ALLOC_H
#define PAGE_ALLOC_H

#include "lib/list.h"

enum { ORDERS = 8, ZONES = 2, ZONE_DMA = 0, ZONE_NORMAL = 1 };

/* Of an allocation: `ZERO` clears it, `DMA` takes the low zone alone, `URGENT` may take what is kept
 * back for such, `ATOMIC` does not ask the shrinkers for memory. */
enum { ALLOC_ZERO = 1, ALLOC_DMA = 2, ALLOC_URGENT = 4, ALLOC_ATOMIC = 8 };

enum page_state { PAGE_RESERVED, PAGE_FREE, PAGE_USED, PAGE_TAIL, PAGE_CACHED };

struct page {
	struct list_node link;
	uint32_t references;
	uint8_t order, state, zone;
};

struct zone_stats {
	size_t pages, free, free_blocks[ORDERS], allocations, failures, splits, merges;
};

/* Somebody who can give pages back when there are few: how many pages it gave. */
struct shrinker {
	struct list_node link;
	size_t (*shrink)(struct shrinker *self, size_t pages);
};

/* The first `pages` pages of the pool, of which the first `dma_pages` are the low zone. What describes
 * them is taken from their start. */
void page_alloc_init(void *pool, size_t pages, size_t dma_pages);

/* NULL where there is none. A block has one reference. */
struct page *page_alloc(unsigned order, unsigned flags);
void page_get(struct page *page);
void page_put(struct page *page); /* the last one frees the block */

/* As many single pages as can be had, into an array; all of them are given back at once. */
size_t page_alloc_bulk(struct page **ret_pages, size_t count, unsigned flags);
void page_free_bulk(struct page **pages, size_t count);

void *page_address(const struct page *page);
struct page *page_of(const void *address); /* NULL for what is not in the pool */

void shrinker_add(struct shrinker *shrinker);
void shrinker_remove(struct shrinker *shrinker);

void page_alloc_stats(unsigned zone, struct zone_stats *ret_stats);
void page_alloc_check(void); /* all lists and counts agree, or panic */

#endif
