#include "slab/pages.h"

static char *base;
static size_t page_count, free_count;
static uint64_t taken[PAGES_MAX / 64];
static uint8_t uses[PAGES_MAX], runs[PAGES_MAX];

static bool is_taken(size_t page)
{
	return taken[page / 64] >> page % 64 & 1;
}

static size_t index_of(const void *address)
{
	const char *at = address;
	if (at < base || at >= base + page_count * PAGE_SIZE)
		panic("memory outside the pool is taken for a page of it");
	return (size_t)(at - base) / PAGE_SIZE;
}

void pages_init(void *pool, size_t count)
{
	KASSERT(count <= PAGES_MAX);
	base = pool;
	page_count = free_count = count;
	memset(taken, 0, sizeof(taken));
	memset(uses, 0, sizeof(uses));
	memset(runs, 0, sizeof(runs));
}

/* The first page of a run of free ones; page_count: there is none. */
static size_t find_run(size_t count)
{
	size_t len = 0;
	for (size_t page = 0; page < page_count; page++) {
		len = is_taken(page) ? 0 : len + 1;
		if (len == count)
			return page + 1 - count;
	}
	return page_count;
}

void *pages_take(size_t count, enum page_use use)
{
	if (count == 0 || count > RUN_MAX)
		return NULL;
	size_t first = find_run(count);
	if (first == page_count)
		return NULL;
	for (size_t page = first; page < first + count; page++) {
		taken[page / 64] |= 1ULL << page % 64;
		uses[page] = (uint8_t)(page > first && use == PAGE_LARGE ? PAGE_LARGE_TAIL : use);
	}
	runs[first] = (uint8_t)count;
	free_count -= count;
	return base + first * PAGE_SIZE;
}

void pages_give(void *first)
{
	size_t page = index_of(first), count = runs[page];
	KASSERT(count > 0 && (uintptr_t)first % PAGE_SIZE == 0);
	runs[page] = 0;
	free_count += count;
	for (; count > 0; count--, page++) {
		KASSERT(is_taken(page));
		taken[page / 64] &= ~(1ULL << page % 64);
		uses[page] = PAGE_FREE;
	}
}

enum page_use pages_use(const void *address)
{
	return uses[index_of(address)];
}

size_t pages_run(const void *first)
{
	return runs[index_of(first)];
}

size_t pages_free_count(void)
{
	return free_count;
}
