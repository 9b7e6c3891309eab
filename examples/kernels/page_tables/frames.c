#include "page_tables/frames.h"

/* At the start and the end of a free frame: nobody may have written there. */
#define FREE_MARK 0xf4eef4eef4eef4eeULL

static uint64_t first;
static size_t frame_count, free_count;
static uint16_t users[FRAMES_MAX], free_stack[FRAMES_MAX];

static size_t index_of(uint64_t frame)
{
	KASSERT(frame % PAGE_SIZE == 0 && frame >= first);
	size_t index = (size_t)(frame - first) / PAGE_SIZE;
	KASSERT(index < frame_count);
	return index;
}

static void mark_free(size_t index)
{
	uint64_t *word = machine_virtual(first + index * PAGE_SIZE);
	word[0] = word[PAGE_SIZE / sizeof(*word) - 1] = FREE_MARK;
	free_stack[free_count++] = (uint16_t)index;
}

void frames_init(size_t count)
{
	KASSERT(count <= FRAMES_MAX);
	first = machine_physical(machine_pool());
	frame_count = count;
	free_count = 0;
	while (free_count < count)
		mark_free(count - 1 - free_count);
}

uint64_t frame_new(void)
{
	if (free_count == 0)
		return NO_FRAME;
	size_t index = free_stack[--free_count];
	uint64_t frame = first + index * PAGE_SIZE;
	KASSERT(users[index] == 0);
	users[index] = 1;
	uint64_t *word = machine_virtual(frame);
	if (word[0] != FREE_MARK || word[PAGE_SIZE / sizeof(*word) - 1] != FREE_MARK)
		panic("frame %lu was written to while it was free", index);
	for (size_t i = 0; i < PAGE_SIZE / sizeof(*word); i++)
		word[i] = 0;
	return frame;
}

void frame_get(uint64_t frame)
{
	size_t index = index_of(frame);
	KASSERT(users[index] > 0);
	users[index]++;
}

void frame_put(uint64_t frame)
{
	size_t index = index_of(frame);
	if (users[index] == 0)
		panic("frame %lu is given back but not in use", index);
	if (--users[index] == 0)
		mark_free(index);
}

unsigned frame_users(uint64_t frame)
{
	return users[index_of(frame)];
}

size_t frames_free(void)
{
	return free_count;
}

bool frame_is_counted(uint64_t frame)
{
	return frame >= first && frame < first + frame_count * PAGE_SIZE;
}
