#include "lib/random.h"
#include "slab/slab.h"

enum { PAGES = 256, MANY = 300, STEPS = 4000, SLOTS = 64 };

struct inode {
	uint64_t number;
	uint32_t links;
	char name[44];
};

static void print_cache(const struct slab_cache *c)
{
	kprintf("%s: %lu bytes, %lu in a slab, %lu given, %lu freed, %lu slabs grown, %lu reaped\n", c->name,
		c->object_size, c->per_slab, c->allocations, c->frees, c->grown, c->reaped);
}

static void inode_construct(void *object)
{
	struct inode *inode = object;
	*inode = (struct inode){.links = 1};
}

static void test_cache(void)
{
	static struct inode *inodes[MANY];
	size_t pages = slab_pages_free();
	struct slab_cache *cache = slab_cache_new("inode", sizeof(struct inode), inode_construct);
	EXPECT(cache != NULL && strcmp(cache->name, "inode") == 0);
	for (size_t i = 0; i < MANY; i++) {
		inodes[i] = slab_alloc(cache);
		EXPECT(inodes[i] != NULL && inodes[i]->links == 1 && inodes[i]->number == 0);
		inodes[i]->number = i;
		memset(inodes[i]->name, (int)i, sizeof(inodes[i]->name));
	}
	slab_check(cache);
	EXPECT(cache->slabs == (MANY + cache->per_slab - 1) / cache->per_slab);
	EXPECT(!slab_cache_free(cache));
	for (size_t i = 0; i < MANY; i += 2) {
		EXPECT(inodes[i]->number == i && inodes[i]->name[43] == (char)i);
		slab_free(cache, inodes[i]);
		inodes[i] = NULL;
	}
	slab_check(cache);
	struct inode *again = slab_alloc(cache);
	EXPECT(again != NULL && again->links == 1 && again->number == 0 && again->name[43] == 0);
	slab_free(cache, again);
	for (size_t i = 1; i < MANY; i += 2) {
		EXPECT(inodes[i]->number == i && inodes[i]->name[0] == (char)i);
		slab_free(cache, inodes[i]);
	}
	slab_check(cache);
	EXPECT(cache->in_use == 0 && cache->slabs <= SLAB_MAGAZINE + 1);
	slab_reap(cache);
	slab_check(cache);
	EXPECT(cache->slabs == 0 && cache->grown == cache->reaped);
	print_cache(cache);
	EXPECT(slab_cache_free(cache));
	EXPECT_EQ(slab_pages_free(), pages);
	slab_free(cache, NULL);
}

static void test_names(void)
{
	struct slab_cache *cache = slab_cache_new("a name that is too long", 1, NULL);
	EXPECT(cache != NULL && strlen(cache->name) == SLAB_NAME - 1);
	EXPECT(cache->object_size == 16);
	EXPECT(slab_cache_new("none", 0, NULL) == NULL);
	EXPECT(slab_cache_new("large", PAGE_SIZE / 2, NULL) == NULL);
	EXPECT(slab_cache_new(NULL, 8, NULL) == NULL);
	EXPECT(slab_cache_free(cache));
	EXPECT(slab_cache_free(NULL));
}

/* Each size at its edges, filled to the last byte. */
static void test_sizes(void)
{
	size_t pages = slab_pages_free(), tried = 0;
	for (size_t edge = 8; edge <= 8192; edge *= 2) {
		for (size_t size = edge - 1; size <= edge + 1; size++) {
			unsigned char *memory = kmalloc(size);
			EXPECT(memory != NULL && (uintptr_t)memory % 8 == 0);
			EXPECT(ksize(memory) >= size && (size < 16 || ksize(memory) < 2 * size + PAGE_SIZE));
			EXPECT(size > 1024 || size < 16 || ksize(memory) < 2 * size);
			memset(memory, 0xff, size);
			kfree(memory);
			tried++;
		}
	}
	EXPECT(kmalloc(0) == NULL);
	EXPECT(kmalloc(17 * PAGE_SIZE) == NULL);
	EXPECT(kmalloc(SIZE_MAX) == NULL);
	void *largest = kmalloc(16 * PAGE_SIZE);
	EXPECT(largest != NULL && ksize(largest) == 16 * PAGE_SIZE);
	kfree(largest);
	EXPECT(pages - slab_pages_free() <= 8);
	kprintf("sizes: %lu tried\n", tried);
}

static void test_helpers(void)
{
	uint32_t *table = kcalloc(25, sizeof(uint32_t));
	EXPECT(table != NULL);
	for (size_t i = 0; i < 25; i++) {
		EXPECT_EQ(table[i], 0);
		table[i] = (uint32_t)i;
	}
	EXPECT(kcalloc(SIZE_MAX / 2, 4) == NULL);
	for (size_t count = 50; count <= 3200; count *= 2) {
		table = krealloc(table, count * sizeof(uint32_t));
		EXPECT(table != NULL);
		for (size_t i = 0; i < count / 2; i++)
			EXPECT_EQ(table[i], i);
		for (size_t i = count / 2; i < count; i++)
			table[i] = (uint32_t)i;
	}
	table = krealloc(table, 40);
	EXPECT(table != NULL && ksize(table) < 200);
	for (size_t i = 0; i < 10; i++)
		EXPECT_EQ(table[i], i);
	EXPECT(krealloc(table, 0) == NULL);
	char *name = kstrdup("/etc/motd"), *exact = kstrdup("0123456789abcde0123456789abcdef");
	EXPECT(name != NULL && strcmp(name, "/etc/motd") == 0);
	EXPECT(exact != NULL && ksize(exact) == 32 && strlen(exact) == 31);
	EXPECT(kstrdup(NULL) == NULL);
	kfree(name);
	kfree(exact);
	kfree(NULL);
	kprintf("helpers: a table of 25 to 3200 entries\n");
}

/* All memory is taken, and all comes back. */
static void test_exhaustion(void)
{
	struct slab_cache *cache = slab_cache_new("page_half", 1900, NULL);
	void *last = NULL;
	size_t count = 0;
	EXPECT(cache != NULL);
	for (void **object; (object = slab_alloc(cache)); last = object, count++)
		*object = last;
	EXPECT_EQ(slab_pages_free(), 0);
	EXPECT(kmalloc(PAGE_SIZE) == NULL && slab_alloc(cache) == NULL);
	EXPECT(krealloc(last, 4000) == NULL);
	slab_check(cache);
	kprintf("exhaustion: %s\n", count % 2 == 0 && count > 400 ? "two in a page" : "odd");
	while (last) {
		void *next = *(void **)last;
		slab_free(cache, last);
		last = next;
	}
	slab_check(cache);
	EXPECT(slab_cache_free(cache));
}

struct slot {
	unsigned char *memory;
	size_t size;
	unsigned char fill;
};

static void slot_check(const struct slot *slot, size_t size)
{
	for (size_t i = 0; i < size; i++)
		EXPECT(slot->memory[i] == slot->fill);
}

static void test_random(void)
{
	static struct slot slots[SLOTS];
	uint64_t seed = 19700101;
	size_t moved = 0, given = 0;
	for (size_t step = 0; step < STEPS; step++) {
		struct slot *slot = &slots[random_below(&seed, SLOTS)];
		size_t size = 1 + random_below(&seed, random_below(&seed, 16) ? 200 : 5000);
		if (slot->memory && random_below(&seed, 3) == 0) {
			slot_check(slot, slot->size < 64 ? slot->size : 64);
			slot->memory = krealloc(slot->memory, size);
			EXPECT(slot->memory != NULL);
			slot_check(slot, slot->size < size ? slot->size < 64 ? slot->size : 64 : 1);
			moved++;
		} else if (slot->memory) {
			slot_check(slot, slot->size < 128 ? slot->size : 128);
			kfree(slot->memory);
			slot->memory = NULL;
			continue;
		} else {
			slot->memory = kmalloc(size);
			EXPECT(slot->memory != NULL);
			given++;
		}
		slot->size = size;
		slot->fill = (unsigned char)step;
		memset(slot->memory, slot->fill, size);
	}
	for (size_t i = 0; i < SLOTS; i++)
		kfree(slots[i].memory);
	kprintf("random: %lu given, %lu moved\n", given, moved);
}

void selftest(void)
{
	kprintf("slab: %u pages\n", (unsigned)PAGES);
	memset(machine_pool(), 0x5a, 16 * PAGE_SIZE);
	slab_init(machine_pool(), PAGES);
	test_cache();
	test_names();
	test_sizes();
	test_helpers();
	test_exhaustion();
	test_random();
	kprintf("%lu pages are free\n", slab_pages_free());
}
