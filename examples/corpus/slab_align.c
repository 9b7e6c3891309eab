/* Objects cut from slabs at aligned addresses; the slab of an object is found from its address. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLAB = 1024, HEAD = 64 };

struct slab {
	struct slab *next;
	uint32_t used, objects;
	int number;
};

struct pool {
	struct slab *first;
	int slabs;
};

static void *align_up(void *p, size_t to)
{
	uintptr_t address = (uintptr_t)p;
	return (void *)((address + to - 1) / to * to);
}

static struct slab *slab_of(const void *object)
{
	uintptr_t address = (uintptr_t)object;
	return (struct slab *)(address & ~(uintptr_t)(SLAB - 1));
}

static struct slab *add_slab(struct pool *p)
{
	struct slab *s = aligned_alloc(SLAB, SLAB);
	if (!s)
		return NULL;
	memset(s, 0, SLAB);
	s->next = p->first;
	s->used = HEAD; /* a slab begins so on every machine */
	s->number = ++p->slabs;
	p->first = s;
	return s;
}

static void *take(struct pool *p, size_t size, size_t align)
{
	struct slab *s = p->first;
	char *at = s ? align_up((char *)s + s->used, align) : NULL;
	if (!s || (uintptr_t)at + size > (uintptr_t)s + SLAB) {
		s = add_slab(p);
		if (!s)
			return NULL;
		at = align_up((char *)s + s->used, align);
	}
	s->used = (uint32_t)(at - (char *)s + (ptrdiff_t)size);
	s->objects++;
	return at;
}

static int give_back(const void *object)
{
	struct slab *s = slab_of(object);
	return (int)--s->objects;
}

static void release(struct pool *p)
{
	while (p->first) {
		struct slab *next = p->first->next;
		free(p->first);
		p->first = next;
	}
}

int main(void)
{
	struct pool p = {NULL, 0};
	void *objects[12];
	int aligned = 0, empty = 0;
	for (size_t i = 0; i < 12; i++) {
		size_t align = (size_t)16 << i % 3;
		objects[i] = take(&p, 100 + 20 * i, align);
		if (!objects[i])
			return 1;
		memset(objects[i], (int)i, 100 + 20 * i);
		aligned += (uintptr_t)objects[i] % align == 0;
	}
	for (size_t i = 0; i < 12; i++)
		printf("%d ", slab_of(objects[i])->number);
	for (size_t i = 0; i < 12; i += 2)
		empty += give_back(objects[i]) == 0;
	printf("\n%d aligned, %d slabs, %d empty, %u left in the last\n", aligned, p.slabs, empty,
		(unsigned)p.first->objects);
	release(&p);
	return 0;
}
