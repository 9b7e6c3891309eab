#include "slab/slab.h"

#include "lib/spinlock.h"
#include "slab/pages.h"

/* An object: its red zone, itself, the red zone behind it. A free one has the next free one first. */
enum { RED_ZONE = 8, ALIGN = 8, EMPTY_KEPT = 1, CLASSES = 8, SMALLEST = 8, LARGEST = 1024 };
enum { RED_FREE = 0xbb, RED_USED = 0xcc, POISON = 0x6b, POISON_END = 0xa5 };
enum { SLAB_MAGIC = 0x51ab51ab };

struct slab {
	struct list_node link;
	uint32_t magic, used;
	struct slab_cache *cache;
	void *free; /* first of the free objects */
	char *objects;
};

static struct spinlock lock = SPINLOCK("the slab allocator");
static struct list_node caches = {&caches, &caches};
static struct slab_cache cache_of_caches;
static struct slab_cache *classes[CLASSES];

static struct slab *slab_of(const void *object)
{
	struct slab *slab = (struct slab *)((uintptr_t)object & ~(uintptr_t)(PAGE_SIZE - 1));
	if (pages_use(object) != PAGE_SLAB || slab->magic != SLAB_MAGIC)
		panic("no object of a slab is freed");
	return slab;
}

/* What stands in a free object behind the link. */
static void poison(const struct slab_cache *cache, char *object)
{
	memset(object, POISON, cache->object_size - 1);
	object[cache->object_size - 1] = (char)POISON_END;
}

static void check_poison(const struct slab_cache *cache, const char *object)
{
	for (size_t i = sizeof(void *); i + 1 < cache->object_size; i++)
		if ((unsigned char)object[i] != POISON)
			panic("%s: a free object was written to at byte %lu", cache->name, i);
	if ((unsigned char)object[cache->object_size - 1] != POISON_END)
		panic("%s: the end of a free object was written to", cache->name);
}

static void set_red_zones(const struct slab_cache *cache, char *object, int value)
{
	memset(object - RED_ZONE, value, RED_ZONE);
	memset(object + cache->object_size, value, RED_ZONE);
}

static void check_red_zones(const struct slab_cache *cache, const char *object, unsigned char want)
{
	const unsigned char *before = (const unsigned char *)object - RED_ZONE;
	const unsigned char *behind = (const unsigned char *)object + cache->object_size;
	for (size_t i = 0; i < RED_ZONE; i++) {
		if (before[i] == want && behind[i] == want)
			continue;
		if (before[0] == RED_FREE && want == RED_USED)
			panic("%s: an object is freed twice", cache->name);
		panic("%s: the red zone %s an object was written to", cache->name,
			before[i] == want ? "behind" : "before");
	}
}

/* A slab whose objects are all free; the cache has it among the empty ones. */
static struct slab *grow(struct slab_cache *cache)
{
	struct slab *slab = pages_take(1, PAGE_SLAB);
	if (!slab)
		return NULL;
	slab->magic = SLAB_MAGIC;
	slab->cache = cache;
	slab->used = 0;
	slab->objects = (char *)(slab + 1);
	slab->free = NULL;
	for (size_t i = cache->per_slab; i > 0; i--) {
		char *object = slab->objects + (i - 1) * cache->stride + RED_ZONE;
		poison(cache, object);
		set_red_zones(cache, object, RED_FREE);
		*(void **)object = slab->free;
		slab->free = object;
	}
	list_add_after(&slab->link, &cache->empty);
	cache->slabs++;
	cache->empty_slabs++;
	cache->grown++;
	return slab;
}

static void shrink(struct slab *slab)
{
	struct slab_cache *cache = slab->cache;
	KASSERT(slab->used == 0);
	list_remove(&slab->link);
	cache->slabs--;
	cache->empty_slabs--;
	cache->reaped++;
	slab->magic = 0;
	pages_give(slab);
}

static struct slab *slab_with_free(struct slab_cache *cache)
{
	if (!list_empty(&cache->partial))
		return CONTAINER_OF(cache->partial.next, struct slab, link);
	if (!list_empty(&cache->empty))
		return CONTAINER_OF(cache->empty.next, struct slab, link);
	return grow(cache);
}

static void move(struct slab *slab, struct list_node *list)
{
	list_remove(&slab->link);
	list_add_after(&slab->link, list);
}

static void *take(struct slab_cache *cache)
{
	struct slab *slab = slab_with_free(cache);
	if (!slab)
		return NULL;
	char *object = slab->free;
	KASSERT(object != NULL);
	check_red_zones(cache, object, RED_FREE);
	check_poison(cache, object);
	slab->free = *(void **)object;
	if (slab->used == 0)
		cache->empty_slabs--;
	slab->used++;
	if (slab->used == cache->per_slab)
		move(slab, &cache->full);
	else if (slab->used == 1)
		move(slab, &cache->partial);
	return object;
}

static void put(struct slab_cache *cache, void *object)
{
	struct slab *slab = slab_of(object);
	poison(cache, object);
	set_red_zones(cache, object, RED_FREE);
	*(void **)object = slab->free;
	slab->free = object;
	slab->used--;
	if (slab->used == 0) {
		move(slab, &cache->empty);
		cache->empty_slabs++;
		if (cache->empty_slabs > EMPTY_KEPT)
			shrink(slab);
	} else if (slab->used + 1 == cache->per_slab) {
		move(slab, &cache->partial);
	}
}

static void cache_init(
	struct slab_cache *cache, const char *name, size_t size, void (*construct)(void *object))
{
	memset(cache, 0, sizeof(*cache));
	for (size_t i = 0; name[i] && i < SLAB_NAME - 1; i++)
		cache->name[i] = name[i];
	if (size < 2 * sizeof(void *))
		size = 2 * sizeof(void *);
	cache->object_size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	cache->stride = cache->object_size + 2 * RED_ZONE;
	cache->per_slab = (PAGE_SIZE - sizeof(struct slab)) / cache->stride;
	cache->construct = construct;
	list_init(&cache->partial);
	list_init(&cache->full);
	list_init(&cache->empty);
	list_add_tail(&cache->link, &caches);
}

void slab_init(void *pool, size_t pages)
{
	static const char *const names[CLASSES] = {"kmalloc-8", "kmalloc-16", "kmalloc-32",
		"kmalloc-64", "kmalloc-128", "kmalloc-256", "kmalloc-512", "kmalloc-1024"};
	pages_init(pool, pages);
	cache_init(&cache_of_caches, "slab_cache", sizeof(struct slab_cache), NULL);
	for (size_t i = 0; i < CLASSES; i++) {
		classes[i] = slab_cache_new(names[i], (size_t)SMALLEST << i, NULL);
		KASSERT(classes[i] != NULL);
	}
}

size_t slab_pages_free(void)
{
	return pages_free_count();
}

struct slab_cache *slab_cache_new(const char *name, size_t size, void (*construct)(void *object))
{
	if (!name || size == 0 || size > PAGE_SIZE / 2 - 2 * RED_ZONE - sizeof(struct slab))
		return NULL;
	struct slab_cache *cache = slab_alloc(&cache_of_caches);
	if (!cache)
		return NULL;
	spin_lock(&lock);
	cache_init(cache, name, size, construct);
	spin_unlock(&lock);
	return cache;
}

/* Back to their slabs, until `keep` are left. */
static void unload(struct slab_cache *cache, size_t keep)
{
	while (cache->loaded > keep)
		put(cache, cache->magazine[--cache->loaded]);
}

size_t slab_reap(struct slab_cache *cache)
{
	size_t reaped = 0;
	spin_lock(&lock);
	unload(cache, 0);
	while (!list_empty(&cache->empty)) {
		shrink(CONTAINER_OF(cache->empty.next, struct slab, link));
		reaped++;
	}
	spin_unlock(&lock);
	return reaped;
}

bool slab_cache_free(struct slab_cache *cache)
{
	if (!cache)
		return true;
	if (cache->in_use > 0)
		return false;
	slab_reap(cache);
	KASSERT(cache->slabs == 0);
	spin_lock(&lock);
	list_remove(&cache->link);
	spin_unlock(&lock);
	slab_free(&cache_of_caches, cache);
	return true;
}

void *slab_alloc(struct slab_cache *cache)
{
	void *object;
	spin_lock(&lock);
	if (cache->loaded > 0)
		object = cache->magazine[--cache->loaded];
	else
		object = take(cache);
	if (object) {
		check_red_zones(cache, object, RED_FREE);
		set_red_zones(cache, object, RED_USED);
		cache->allocations++;
		cache->in_use++;
	}
	spin_unlock(&lock);
	if (object && cache->construct)
		cache->construct(object);
	return object;
}

void slab_free(struct slab_cache *cache, void *object)
{
	if (!object)
		return;
	spin_lock(&lock);
	struct slab *slab = slab_of(object);
	if (slab->cache != cache)
		panic("an object of %s is freed to %s", slab->cache->name, cache->name);
	size_t offset = (size_t)((char *)object - RED_ZONE - slab->objects);
	if (offset % cache->stride != 0 || offset / cache->stride >= cache->per_slab)
		panic("%s: what is freed is not the start of an object", cache->name);
	check_red_zones(cache, object, RED_USED);
	set_red_zones(cache, object, RED_FREE);
	cache->frees++;
	cache->in_use--;
	if (cache->loaded == SLAB_MAGAZINE)
		unload(cache, SLAB_MAGAZINE / 2);
	cache->magazine[cache->loaded++] = object;
	spin_unlock(&lock);
}

static struct slab_cache *class_of(size_t size)
{
	size_t i = 0;
	while (((size_t)SMALLEST << i) < size)
		i++;
	return classes[i];
}

void *kmalloc(size_t size)
{
	if (size == 0)
		return NULL;
	if (size <= LARGEST)
		return slab_alloc(class_of(size));
	spin_lock(&lock);
	void *memory = pages_take((size + PAGE_SIZE - 1) / PAGE_SIZE, PAGE_LARGE);
	spin_unlock(&lock);
	return memory;
}

void *kcalloc(size_t count, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes))
		return NULL;
	void *memory = kmalloc(bytes);
	if (memory)
		memset(memory, 0, bytes);
	return memory;
}

size_t ksize(const void *memory)
{
	if (!memory)
		return 0;
	if (pages_use(memory) == PAGE_LARGE)
		return pages_run(memory) * PAGE_SIZE;
	return slab_of(memory)->cache->object_size;
}

void *krealloc(void *old, size_t size)
{
	size_t room = ksize(old);
	if (size == 0) {
		kfree(old);
		return NULL;
	}
	if (size <= room && size > room / 4)
		return old;
	void *memory = kmalloc(size);
	if (!memory)
		return NULL;
	if (old)
		memcpy(memory, old, room < size ? room : size);
	kfree(old);
	return memory;
}

char *kstrdup(const char *text)
{
	if (!text)
		return NULL;
	size_t len = strlen(text) + 1;
	char *copy = kmalloc(len);
	if (copy)
		memcpy(copy, text, len);
	return copy;
}

void kfree(void *memory)
{
	if (!memory)
		return;
	if (pages_use(memory) != PAGE_LARGE) {
		slab_free(slab_of(memory)->cache, memory);
		return;
	}
	spin_lock(&lock);
	pages_give(memory);
	spin_unlock(&lock);
}

static size_t check_slab(const struct slab_cache *cache, const struct slab *slab)
{
	size_t free = 0;
	KASSERT(slab->magic == SLAB_MAGIC && slab->cache == cache);
	for (const char *object = slab->free; object; object = *(void *const *)object) {
		KASSERT(slab_of(object) == slab);
		KASSERT((size_t)(object - RED_ZONE - slab->objects) % cache->stride == 0);
		check_red_zones(cache, object, RED_FREE);
		check_poison(cache, object);
		KASSERT(++free <= cache->per_slab);
	}
	KASSERT(slab->used + free == cache->per_slab);
	return slab->used;
}

static size_t check_list(const struct slab_cache *cache, struct list_node *list, size_t *slabs)
{
	size_t used = 0;
	LIST_FOR_EACH(at, list) {
		used += check_slab(cache, CONTAINER_OF(at, struct slab, link));
		++*slabs;
	}
	return used;
}

void slab_check(struct slab_cache *cache)
{
	size_t partial = 0, full = 0, empty = 0, used;
	spin_lock(&lock);
	used = check_list(cache, &cache->partial, &partial);
	used += check_list(cache, &cache->full, &full);
	KASSERT(check_list(cache, &cache->empty, &empty) == 0);
	KASSERT(used == cache->in_use + cache->loaded);
	KASSERT(empty == cache->empty_slabs && partial + full + empty == cache->slabs);
	KASSERT(cache->in_use == cache->allocations - cache->frees);
	spin_unlock(&lock);
}
