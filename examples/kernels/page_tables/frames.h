/* Frames of the pool: pages of physical memory, with how many use them. */
#ifndef PAGE_TABLES_FRAMES_H
#define PAGE_TABLES_FRAMES_H

#include "kernel.h"

enum { FRAMES_MAX = 1024 };

#define NO_FRAME UINT64_MAX

/* The first `count` pages of the pool. */
void frames_init(size_t count);
uint64_t frame_new(void); /* zeroed, used once; NO_FRAME: there is none */
void frame_get(uint64_t frame);
void frame_put(uint64_t frame);
unsigned frame_users(uint64_t frame);
bool frame_is_counted(uint64_t frame); /* or lies elsewhere */
size_t frames_free(void);

#endif
