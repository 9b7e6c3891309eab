/*
 * An arena: memory that is freed all at once. A parse result lives in one. Allocation fails only
 * by the stated maximum or by lack of memory; both return NULL and stay noted in `failed`, so a
 * builder may check once at the end.
 */
#ifndef FL_BASE_ARENA_H
#define FL_BASE_ARENA_H

#include "base/buf.h"

struct fl_arena_block;

struct fl_arena {
	struct fl_arena_block *blocks;
	size_t used, max; /* bytes handed out, and the most that may be */
	size_t next_block; /* size of the next block */
	int failed; /* 0, FL_ENOMEM or FL_ELIMIT */
	bool hidden; /* some of it is kept from children */
};

/* An empty arena that hands out at most max bytes; allocates nothing yet. */
void fl_arena_init(struct fl_arena *a, size_t max);

/* Free everything; all pointers into it are dead. Usable again with the same maximum. */
void fl_arena_release(struct fl_arena *a);

/* The same, but it keeps some of the memory for the next one: for small results in a row. */
void fl_arena_clear(struct fl_arena *a);

/* Where an arena stands, to go back to. Dead when the arena is released, cleared or hidden. */
struct fl_arena_mark {
	struct fl_arena_block *block;
	size_t block_used, used;
	int failed;
};

struct fl_arena_mark fl_arena_mark(const struct fl_arena *a);

/* Give back all that was handed out since, and forget a failure since. */
void fl_arena_rewind(struct fl_arena *a, struct fl_arena_mark to);

/*
 * Keep what it holds now out of the processes that are forked from here on, until it is released:
 * a fork costs by the memory that it shares, and a sandbox forks for each run. A child that looks
 * at it crashes.
 */
void fl_arena_hide(struct fl_arena *a);

/* size zeroed bytes aligned for any type, or NULL. */
void *fl_arena_alloc(struct fl_arena *a, size_t size);

/* count zeroed items of size bytes, or NULL (an overflowing product fails). */
void *fl_arena_array(struct fl_arena *a, size_t count, size_t size);

/* A copy of s, NUL-terminated behind its bytes. The empty slice on failure. */
struct fl_slice fl_arena_slice(struct fl_arena *a, struct fl_slice s);

/* A formatted slice. The empty slice on failure. */
struct fl_slice fl_arena_printf(struct fl_arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* 0, or the failure code with err (may be NULL) filled; what names the content. */
int fl_arena_error(const struct fl_arena *a, const char *what, struct fl_error *err);

#endif
