#include "base/arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct fl_arena_block {
	struct fl_arena_block *next;
	size_t used, size;
	alignas(max_align_t) char bytes[];
};

/*
 * What grows past LARGEST_BLOCK takes a part of what it has at a time: the kernel copies what it
 * knows of each block at every fork, and of a thousand blocks that costs more than all else.
 */
enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20, KEPT_BLOCK = 1 << 16, PART = 8 };

void fl_arena_init(struct fl_arena *a, size_t max)
{
	*a = (struct fl_arena){.max = max, .next_block = FIRST_BLOCK};
}

/* Of the whole pages of each block: what stands beside them is not ours. */
static void advise(const struct fl_arena *a, int advice)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	for (const struct fl_arena_block *b = a->blocks; b; b = b->next) {
		uintptr_t from = ((uintptr_t)b->bytes + page - 1) / page * page;
		uintptr_t to = ((uintptr_t)b->bytes + b->size) / page * page;
		if (from < to) /* no advice costs time, and nothing else */
			madvise((void *)from, to - from, advice);
	}
}

void fl_arena_hide(struct fl_arena *a)
{
	advise(a, MADV_DONTFORK);
	a->hidden = true;
}

/* Whoever gets the memory next may fork with it. */
static void show(struct fl_arena *a)
{
	if (a->hidden)
		advise(a, MADV_DOFORK);
	a->hidden = false;
}

void fl_arena_release(struct fl_arena *a)
{
	show(a);
	while (a->blocks) {
		struct fl_arena_block *next = a->blocks->next;
		free(a->blocks);
		a->blocks = next;
	}
	fl_arena_init(a, a->max);
}

void fl_arena_clear(struct fl_arena *a)
{
	struct fl_arena_block *kept = a->blocks;
	show(a);
	if (!kept || kept->size > KEPT_BLOCK) {
		fl_arena_release(a);
		return;
	}
	a->blocks = kept->next;
	fl_arena_release(a);
	memset(kept->bytes, 0, kept->used);
	kept->used = 0;
	kept->next = NULL;
	a->blocks = kept;
	while (a->next_block <= kept->size)
		a->next_block *= 2;
}

struct fl_arena_mark fl_arena_mark(const struct fl_arena *a)
{
	struct fl_arena_block *b = a->blocks;
	return (struct fl_arena_mark){b, b ? b->used : 0, a->used, a->failed};
}

void fl_arena_rewind(struct fl_arena *a, struct fl_arena_mark to)
{
	while (a->blocks != to.block) {
		struct fl_arena_block *next = a->blocks->next;
		free(a->blocks);
		a->blocks = next;
	}
	if (to.block) {
		memset(to.block->bytes + to.block_used, 0, to.block->used - to.block_used);
		to.block->used = to.block_used;
	}
	a->used = to.used;
	a->failed = to.failed;
}

static struct fl_arena_block *arena_grow(struct fl_arena *a, size_t size)
{
	size_t room = size > a->next_block ? size : a->next_block;
	struct fl_arena_block *b = calloc(1, sizeof(*b) + room);
	if (!b)
		return NULL;
	b->size = room;
	b->next = a->blocks;
	a->blocks = b;
	if (a->next_block < LARGEST_BLOCK || a->next_block < a->used / PART)
		a->next_block *= 2;
	return b;
}

void *fl_arena_alloc(struct fl_arena *a, size_t size)
{
	const size_t align = alignof(max_align_t);
	if (a->failed)
		return NULL;
	/* Counted with its padding: many small pieces must not take more than the maximum. */
	size_t room = size > SIZE_MAX - align ? SIZE_MAX : (size + align - 1) / align * align;
	if (room > a->max - a->used) {
		a->failed = FL_ELIMIT;
		return NULL;
	}
	struct fl_arena_block *b = a->blocks;
	if (!b || b->size - b->used < room)
		b = arena_grow(a, room);
	if (!b) {
		a->failed = FL_ENOMEM;
		return NULL;
	}
	void *p = b->bytes + b->used;
	b->used += room;
	a->used += room;
	return p;
}

void *fl_arena_array(struct fl_arena *a, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		a->failed = a->failed ? a->failed : FL_ELIMIT;
		return NULL;
	}
	return fl_arena_alloc(a, total);
}

struct fl_slice fl_arena_slice(struct fl_arena *a, struct fl_slice s)
{
	const size_t align = alignof(max_align_t);
	struct fl_arena_block *b = a->blocks;
	char *p;
	/* Nearly always there is room: what fl_arena_alloc() then does, without its questions. */
	size_t room = (s.len + align) / align * align;
	if (!a->failed && b && s.len < b->size - b->used && room <= b->size - b->used &&
		room <= a->max - a->used) {
		p = b->bytes + b->used;
		b->used += room;
		a->used += room;
	} else {
		p = fl_arena_alloc(a, s.len + 1);
	}
	if (!p)
		return fl_slice(NULL, 0);
	if (s.len)
		memcpy(p, s.ptr, s.len);
	return fl_slice(p, s.len);
}

struct fl_slice fl_arena_printf(struct fl_arena *a, const char *fmt, ...)
{
	va_list ap, again;
	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	char *p = n < 0 ? NULL : fl_arena_alloc(a, (size_t)n + 1);
	if (p)
		vsnprintf(p, (size_t)n + 1, fmt, again);
	va_end(again);
	return p ? fl_slice(p, (size_t)n) : fl_slice(NULL, 0);
}

int fl_arena_error(const struct fl_arena *a, const char *what, struct fl_error *err)
{
	if (a->failed == FL_ELIMIT)
		return fl_error_set(err, FL_ELIMIT, "%s needs more than its maximum of %zu bytes",
			what, a->max);
	if (a->failed)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %s", what);
	return 0;
}
