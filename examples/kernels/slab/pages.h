/* Runs of pages, by a bitmap; and for each page what it belongs to. */
#ifndef SLAB_PAGES_H
#define SLAB_PAGES_H

#include "kernel.h"

enum { PAGES_MAX = 512, RUN_MAX = 16 };

enum page_use { PAGE_FREE, PAGE_SLAB, PAGE_LARGE, PAGE_LARGE_TAIL };

void pages_init(void *pool, size_t count);
void *pages_take(size_t count, enum page_use use); /* NULL: there is no such run */
void pages_give(void *first);
enum page_use pages_use(const void *address);
size_t pages_run(const void *first); /* of how many pages it is */
size_t pages_free_count(void);

#endif
