/* A ring of bytes between one writer and one reader, as a driver has it to its device. */
#ifndef RING_H
#define RING_H

#include "kernel.h"

struct ring {
	unsigned char *bytes;
	size_t size; /* a power of 2 */
	size_t head, tail; /* both only ever grow: written, read */
};

bool ring_init(struct ring *ring, void *bytes, size_t size); /* false: no power of 2 */
size_t ring_used(const struct ring *ring);
size_t ring_room(const struct ring *ring);

/* How many bytes went in, or came out. */
size_t ring_write(struct ring *ring, const void *bytes, size_t len);
size_t ring_read(struct ring *ring, void *ret_bytes, size_t len);

/* Without taking it; -1: it is empty. */
int ring_peek(const struct ring *ring, size_t at);
int ring_take(struct ring *ring);
bool ring_put(struct ring *ring, unsigned char byte);
bool ring_unput(struct ring *ring); /* the byte that was written last */

/* Bytes up to the first `end`, with it; 0: there is none yet, or `len` is too small. */
size_t ring_read_until(struct ring *ring, unsigned char end, void *ret_bytes, size_t len);

#endif
