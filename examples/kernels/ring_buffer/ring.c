#include "ring_buffer/ring.h"

bool ring_init(struct ring *ring, void *bytes, size_t size)
{
	if (!bytes || size == 0 || size & (size - 1))
		return false;
	*ring = (struct ring){.bytes = bytes, .size = size};
	return true;
}

size_t ring_used(const struct ring *ring)
{
	size_t used = ring->head - ring->tail;
	KASSERT(used <= ring->size);
	return used;
}

size_t ring_room(const struct ring *ring)
{
	return ring->size - ring_used(ring);
}

static size_t min(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* In two pieces where it goes over the end. */
size_t ring_write(struct ring *ring, const void *bytes, size_t len)
{
	const unsigned char *from = bytes;
	size_t at = ring->head & (ring->size - 1);
	len = min(len, ring_room(ring));
	size_t first = min(len, ring->size - at);
	memcpy(ring->bytes + at, from, first);
	memcpy(ring->bytes, from + first, len - first);
	ring->head += len;
	return len;
}

static void copy_out(const struct ring *ring, unsigned char *to, size_t len)
{
	size_t at = ring->tail & (ring->size - 1);
	size_t first = min(len, ring->size - at);
	memcpy(to, ring->bytes + at, first);
	memcpy(to + first, ring->bytes, len - first);
}

size_t ring_read(struct ring *ring, void *ret_bytes, size_t len)
{
	len = min(len, ring_used(ring));
	copy_out(ring, ret_bytes, len);
	ring->tail += len;
	return len;
}

int ring_peek(const struct ring *ring, size_t at)
{
	if (at >= ring_used(ring))
		return -1;
	return ring->bytes[(ring->tail + at) & (ring->size - 1)];
}

int ring_take(struct ring *ring)
{
	int byte = ring_peek(ring, 0);
	if (byte >= 0)
		ring->tail++;
	return byte;
}

bool ring_put(struct ring *ring, unsigned char byte)
{
	if (ring_room(ring) == 0)
		return false;
	ring->bytes[ring->head++ & (ring->size - 1)] = byte;
	return true;
}

bool ring_unput(struct ring *ring)
{
	if (ring_used(ring) == 0)
		return false;
	ring->head--;
	return true;
}

size_t ring_read_until(struct ring *ring, unsigned char end, void *ret_bytes, size_t len)
{
	size_t used = ring_used(ring);
	for (size_t i = 0; i < used && i < len; i++)
		if (ring_peek(ring, i) == end)
			return ring_read(ring, ret_bytes, i + 1);
	return 0;
}
