/*
 * The slab allocator: caches of objects of one size, in slabs of one page each, and kmalloc() on top of
 * caches whose sizes double. Objects have red zones, and a free one is poisoned, so that a write
 * outside an object, or to a free one, is found when the object is next looked at.
 */
#ifndef SLAB_H
#define SLAB_H

#include "lib/list.h"

enum { SLAB_NAME = 16, SLAB_MAGAZINE = 8 };

struct slab_cache {
	struct list_node link; /* in the list of all caches */
	char name[SLAB_NAME];
	size_t object_size, stride, per_slab;
	void (*construct)(void *object);
	struct list_node partial, full, empty;
	size_t slabs, empty_slabs, in_use;
	void *magazine[SLAB_MAGAZINE]; /* objects that were freed last, still whole */
	size_t loaded;
	size_t allocations, frees, grown, reaped;
};

/* The memory that slabs are made of: `pages` pages from `pool` on. */
void slab_init(void *pool, size_t pages);
size_t slab_pages_free(void);

/* `construct` (may be NULL) makes an object, each time that it is given out. NULL: no memory, or an
 * object larger than half a page. */
struct slab_cache *slab_cache_new(const char *name, size_t size, void (*construct)(void *object));

/* False, and nothing is done, while objects are in use. */
bool slab_cache_free(struct slab_cache *cache);

void *slab_alloc(struct slab_cache *cache);
void slab_free(struct slab_cache *cache, void *object);

/* Give back slabs in which no object is in use: how many. */
size_t slab_reap(struct slab_cache *cache);

/* Up to 16 pages; what is larger than 1024 bytes has pages of its own. */
void *kmalloc(size_t size);
void *kcalloc(size_t count, size_t size);
void *krealloc(void *old, size_t size);
char *kstrdup(const char *text);
void kfree(void *memory);
size_t ksize(const void *memory); /* what there is room for */

void slab_check(struct slab_cache *cache); /* slabs, lists, objects: or panic */

#endif
