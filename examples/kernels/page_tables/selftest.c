#include "lib/random.h"
#include "page_tables/frames.h"
#include "page_tables/page_tables.h"

enum { FRAMES = 512, CODE = 0x400000, HEAP = 0x10000000, STEPS = 600 };
enum { WRITE = RIGHT_WRITE | RIGHT_USER, READ = RIGHT_USER };

#define FAR_AWAY 0x3f00000000ULL

static void *at(uintptr_t address)
{
	return (void *)address;
}

static bool reads(uintptr_t address, uint8_t want)
{
	uint8_t byte;
	return machine_load(at(address), &byte) && byte == want;
}

static bool faults(uintptr_t address)
{
	uint8_t byte;
	return !machine_load(at(address), &byte);
}

static void test_map(struct vm_space *space)
{
	uint64_t frame = frame_new(), physical = 0;
	unsigned rights = 0;
	size_t free = frames_free();
	EXPECT(frame != NO_FRAME && frame_users(frame) == 1);
	EXPECT_EQ(vm_map(space, CODE, frame, WRITE), VM_OK);
	EXPECT(frame_users(frame) == 2 && free - frames_free() == PT_LEVELS - 1);
	EXPECT_EQ(vm_map(space, CODE, frame, READ), VM_MAPPED);
	EXPECT_EQ(vm_translate(space, CODE + 0x123, &physical, &rights), VM_OK);
	EXPECT(physical == frame + 0x123 && rights == WRITE);
	EXPECT_EQ(vm_translate(space, CODE + PAGE_SIZE, &physical, &rights), VM_NOT_MAPPED);
	memset(at(CODE), 0x11, PAGE_SIZE);
	EXPECT_EQ(((uint8_t *)machine_virtual(frame))[PAGE_SIZE - 1], 0x11);
	EXPECT(faults(CODE - 1) && faults(CODE + PAGE_SIZE));
	EXPECT_EQ(vm_protect(space, CODE, 1, READ), VM_OK);
	EXPECT(!machine_store(at(CODE), 0x22) && reads(CODE, 0x11));
	EXPECT_EQ(vm_protect(space, CODE, 1, WRITE), VM_OK);
	EXPECT(machine_store(at(CODE), 0x22) && reads(CODE, 0x22));
	EXPECT_EQ(vm_protect(space, CODE, 2, READ), VM_NOT_MAPPED);
	EXPECT(vm_unmap(space, CODE, 1) == VM_OK && vm_unmap(space, CODE, 1) == VM_NOT_MAPPED);
	EXPECT(faults(CODE) && frame_users(frame) == 1);
	EXPECT(free == frames_free() && space->tables == 0);
	frame_put(frame);
	kprintf("map: one page, written through two addresses\n");
}

static void test_addresses(struct vm_space *space)
{
	uint64_t physical;
	unsigned rights;
	size_t free = frames_free();
	EXPECT_EQ(vm_map_range(space, 0, 1, READ), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_map_range(space, CODE + 1, 1, READ), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_map_range(space, CODE, 0, READ), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_map_range(space, (uintptr_t)selftest & ~4095UL, 1, WRITE), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_map_range(space, UINTPTR_MAX - 4095, 1, READ), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_map_range(space, UINTPTR_MAX - 4095, 2, READ), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_translate(space, (uintptr_t)selftest, &physical, &rights), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_map_big(space, HEAP + PAGE_SIZE, 0, READ), VM_BAD_ADDRESS);
	EXPECT_EQ(vm_unmap(space, CODE, 1), VM_NOT_MAPPED);
	EXPECT(vm_fault(NULL, CODE, false) == VM_BAD_ADDRESS);
	EXPECT_EQ(vm_fault(space, CODE, false), VM_NOT_MAPPED);
	EXPECT(frames_free() == free && space->tables == 0);
}

/* Over the edge of a table, far away, and with something in the way. */
static void test_ranges(struct vm_space *space)
{
	size_t free = frames_free();
	uintptr_t edge = HEAP + BIG_SIZE - 3 * PAGE_SIZE;
	EXPECT_EQ(vm_map_range(space, edge, 6, WRITE), VM_OK);
	EXPECT_EQ(vm_map_range(space, FAR_AWAY, 2, WRITE), VM_OK);
	EXPECT(space->pages == 8 && space->tables == 2 * (PT_LEVELS - 1) + 1 - (PT_LEVELS == 4));
	for (size_t i = 0; i < 6; i++) {
		EXPECT(reads(edge + i * PAGE_SIZE + 7, 0));
		memset(at(edge + i * PAGE_SIZE), (int)i + 1, PAGE_SIZE);
	}
	memset(at(FAR_AWAY), 0x77, 2 * PAGE_SIZE);
	for (size_t i = 0; i < 6; i++)
		EXPECT(reads(edge + i * PAGE_SIZE, i + 1) && reads(edge + i * PAGE_SIZE + 4095, i + 1));
	EXPECT(faults(edge - 1) && faults(edge + 6 * PAGE_SIZE));
	size_t before = frames_free();
	EXPECT_EQ(vm_map_range(space, edge - 4 * PAGE_SIZE, 8, WRITE), VM_MAPPED);
	EXPECT(frames_free() == before && space->pages == 8);
	EXPECT(faults(edge - PAGE_SIZE) && reads(edge, 1));
	EXPECT(vm_unmap(space, edge, 3) == VM_OK && reads(edge + 3 * PAGE_SIZE, 4));
	EXPECT_EQ(vm_unmap(space, edge + 3 * PAGE_SIZE, 3), VM_OK);
	EXPECT_EQ(vm_unmap(space, FAR_AWAY, 2), VM_OK);
	EXPECT(frames_free() == free && space->tables == 0 && space->pages == 0);
	kprintf("ranges: over the edge of a table, and rolled back\n");
}

static void test_big(struct vm_space *space)
{
	uint64_t block = machine_physical(machine_pool()) + 2 * BIG_SIZE, physical = 0;
	unsigned rights;
	size_t free = frames_free();
	EXPECT_EQ(vm_map_big(space, HEAP, block, WRITE), VM_OK);
	EXPECT(free - frames_free() == PT_LEVELS - 2 && space->big_pages == 1);
	EXPECT_EQ(vm_map_range(space, HEAP + 5 * PAGE_SIZE, 1, READ), VM_MAPPED);
	EXPECT_EQ(vm_translate(space, HEAP + 0x123456, &physical, &rights), VM_OK);
	EXPECT_EQ(physical, block + 0x123456);
	EXPECT(machine_store(at(HEAP + BIG_SIZE - 1), 0x33));
	EXPECT_EQ(vm_protect(space, HEAP + BIG_SIZE - PAGE_SIZE, 1, READ), VM_OK);
	EXPECT(space->big_pages == 0 && space->pages == 512);
	EXPECT(reads(HEAP + BIG_SIZE - 1, 0x33) && !machine_store(at(HEAP + BIG_SIZE - 1), 1));
	EXPECT(machine_store(at(HEAP + BIG_SIZE - PAGE_SIZE - 1), 1));
	EXPECT_EQ(vm_unmap(space, HEAP + PAGE_SIZE, 1), VM_OK);
	EXPECT(faults(HEAP + PAGE_SIZE) && !faults(HEAP) && !faults(HEAP + 2 * PAGE_SIZE));
	EXPECT(vm_unmap(space, HEAP, 1) == VM_OK && vm_unmap(space, HEAP + 2 * PAGE_SIZE, 510) == VM_OK);
	EXPECT(frames_free() == free && space->tables == 0);
	kprintf("big: 2 MiB in one entry, split by a change of rights\n");
}

/* What the processor's handler does: make good what can be, and try again. */
static enum vm_error touch(struct vm_space *space, uintptr_t address, uint8_t byte)
{
	enum vm_error error = VM_OK;
	while (error == VM_OK && !machine_store(at(address), byte))
		error = vm_fault(space, address, true);
	return error;
}

static void test_demand(struct vm_space *space)
{
	size_t free = frames_free();
	EXPECT_EQ(vm_reserve(space, HEAP, 16, WRITE), VM_OK);
	EXPECT_EQ(vm_reserve(space, HEAP + 32 * PAGE_SIZE, 8, READ), VM_OK);
	EXPECT_EQ(vm_reserve(space, HEAP + 16 * PAGE_SIZE, 16, WRITE), VM_OK);
	EXPECT_EQ(vm_reserve(space, HEAP + 15 * PAGE_SIZE, 1, WRITE), VM_MAPPED);
	EXPECT_EQ(vm_reserve(space, HEAP + 39 * PAGE_SIZE, 4, WRITE), VM_MAPPED);
	EXPECT_EQ(vm_reserve(space, HEAP - PAGE_SIZE, 2, WRITE), VM_MAPPED);
	EXPECT(frames_free() == free && faults(HEAP));
	EXPECT(touch(space, HEAP + 3 * PAGE_SIZE + 9, 0x44) == VM_OK && space->pages == 1);
	EXPECT(touch(space, HEAP + 31 * PAGE_SIZE, 0x45) == VM_OK && space->pages == 2);
	EXPECT_EQ(touch(space, HEAP + 39 * PAGE_SIZE, 0x46), VM_DENIED);
	EXPECT_EQ(vm_fault(space, HEAP + 39 * PAGE_SIZE, false), VM_OK);
	EXPECT(reads(HEAP + 39 * PAGE_SIZE, 0));
	EXPECT_EQ(touch(space, HEAP + 40 * PAGE_SIZE, 0x47), VM_NOT_MAPPED);
	EXPECT_EQ(touch(space, HEAP - 1, 0x47), VM_NOT_MAPPED);
	EXPECT(reads(HEAP + 3 * PAGE_SIZE + 9, 0x44) && reads(HEAP + 31 * PAGE_SIZE, 0x45));
	kprintf("demand: %lu pages of 40 touched\n", space->pages);
}

/* A copy of the space, and a copy of that: each sees its own. */
static void test_clone(struct vm_space *space)
{
	uintptr_t first = HEAP + 3 * PAGE_SIZE + 9, last = HEAP + 31 * PAGE_SIZE;
	struct vm_space *child = vm_space_clone(space), *grandchild = vm_space_clone(child);
	EXPECT(child != NULL && grandchild != NULL && child->pages == space->pages);
	EXPECT(touch(space, first, 0x50) == VM_OK && space->copies == 1);
	vm_switch(child);
	EXPECT(reads(first, 0x44) && reads(last, 0x45));
	EXPECT(touch(child, first, 0x51) == VM_OK && child->copies == 1);
	EXPECT_EQ(vm_protect(child, last & ~4095UL, 1, WRITE), VM_OK);
	EXPECT(touch(child, last, 0x52) == VM_OK && child->copies == 2);
	EXPECT_EQ(touch(child, HEAP + 39 * PAGE_SIZE, 1), VM_DENIED);
	EXPECT_EQ(touch(child, HEAP, 0x53), VM_OK);
	vm_switch(grandchild);
	EXPECT(reads(first, 0x44) && reads(last, 0x45) && faults(HEAP));
	EXPECT(touch(grandchild, first, 0x54) == VM_OK && grandchild->copies == 0);
	vm_switch(space);
	EXPECT(reads(first, 0x50) && reads(last, 0x45));
	kprintf("clone: %lu, %lu and %lu copies\n", space->copies, child->copies, grandchild->copies);
	vm_space_free(child);
	EXPECT(reads(first, 0x50) && reads(last, 0x45));
	vm_space_free(grandchild);
	EXPECT(touch(space, last, 0x55) == VM_OK && space->copies == 1);
}

/* Against a plain table of what should be mapped. */
static void test_random(struct vm_space *space)
{
	static uint8_t model[64];
	uint64_t seed = 42;
	size_t changes = 0;
	for (unsigned step = 0; step < STEPS; step++) {
		unsigned page = random_below(&seed, 60), count = 1 + random_below(&seed, 4), set = 0;
		uintptr_t address = FAR_AWAY + BIG_SIZE - 30 * PAGE_SIZE + page * PAGE_SIZE;
		for (unsigned i = 0; i < count; i++)
			set += model[page + i] != 0;
		if (set == 0) {
			EXPECT_EQ(vm_map_range(space, address, count, WRITE), VM_OK);
			for (unsigned i = 0; i < count; i++) {
				model[page + i] = (uint8_t)(step % 255 + 1);
				EXPECT(machine_store(at(address + i * PAGE_SIZE), model[page + i]));
			}
			changes++;
		} else if (set == count) {
			for (unsigned i = 0; i < count; i++)
				EXPECT(reads(address + i * PAGE_SIZE, model[page + i]));
			EXPECT_EQ(vm_unmap(space, address, count), VM_OK);
			memset(model + page, 0, count);
			changes++;
		} else {
			EXPECT_EQ(vm_map_range(space, address, count, READ), VM_MAPPED);
		}
	}
	kprintf("random: %lu ranges changed\n", changes);
}

/* There is no frame, or only one, for the tables that a page or a split needs. */
static void test_no_tables(struct vm_space *space)
{
	static uint64_t taken[FRAMES];
	size_t count = 0, tables = space->tables;
	uint64_t block = machine_physical(machine_pool()) + 2 * BIG_SIZE;
	EXPECT_EQ(vm_map_big(space, FAR_AWAY / 3 * 2 & ~(BIG_SIZE - 1ULL), block, WRITE), VM_OK);
	while ((taken[count] = frame_new()) != NO_FRAME)
		count++;
	EXPECT_EQ(vm_map(space, FAR_AWAY / 3, taken[0], READ), VM_NO_MEMORY);
	EXPECT_EQ(vm_unmap(space, FAR_AWAY / 3 * 2 & ~(BIG_SIZE - 1ULL), 1), VM_NO_MEMORY);
	EXPECT(vm_space_new() == NULL && vm_space_clone(space) == NULL);
	frame_put(taken[--count]);
	EXPECT_EQ(vm_map(space, FAR_AWAY / 3, taken[0], READ), VM_NO_MEMORY);
	EXPECT_EQ(frames_free(), 1);
	EXPECT_EQ(vm_unmap(space, FAR_AWAY / 3 * 2 & ~(BIG_SIZE - 1ULL), 512), VM_OK);
	while (count > 0)
		frame_put(taken[--count]);
	EXPECT_EQ(space->tables, tables);
}

/* Until there is no memory; then all of it is there again. */
static void test_exhaustion(struct vm_space *space)
{
	size_t before = space->pages, free = frames_free();
	EXPECT_EQ(vm_map_range(space, FAR_AWAY * 2 / 3 & ~4095ULL, FRAMES, WRITE), VM_NO_MEMORY);
	EXPECT(space->pages == before && frames_free() == free);
	struct vm_space *list[8] = {NULL};
	size_t count = 0;
	while (count < COUNT_OF(list) && (list[count] = vm_space_new()))
		count++;
	EXPECT_EQ(count, 7);
	while (count > 0)
		vm_space_free(list[--count]);
	test_no_tables(space);
	EXPECT_EQ(frames_free(), free);
	kprintf("exhaustion: all frames came back\n");
}

void selftest(void)
{
	kprintf("page_tables: %u frames\n", (unsigned)FRAMES);
	frames_init(FRAMES);
	struct vm_space *space = vm_space_new();
	EXPECT(space != NULL && frames_free() == FRAMES - 1);
	vm_switch(space);
	test_map(space);
	test_addresses(space);
	test_ranges(space);
	test_big(space);
	test_demand(space);
	test_clone(space);
	test_random(space);
	test_exhaustion(space);
	vm_switch(NULL);
	vm_space_free(space);
	vm_space_free(NULL);
	EXPECT_EQ(frames_free(), FRAMES);
}
