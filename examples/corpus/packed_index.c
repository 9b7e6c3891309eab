/* An index of blobs as bytes: a head, entries and a trailer whose layout the format gives. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct head {
	uint32_t magic;
	uint64_t created;
	uint32_t entries;
} __attribute__((packed));

struct entry {
	uint32_t id;
	uint64_t offset;
	uint64_t length;
	uint32_t check;
} __attribute__((packed));

struct trailer {
	uint32_t entries;
	uint64_t bytes;
} __attribute__((packed));

enum { ROOM = 256 };

struct image {
	unsigned char bytes[ROOM];
	size_t used;
};

static int put(struct image *im, const void *part, size_t len)
{
	if (im->used + len > ROOM)
		return -1;
	memcpy(im->bytes + im->used, part, len);
	im->used += len;
	return 0;
}

static uint32_t check_of(uint32_t id, uint64_t offset, uint64_t length)
{
	uint64_t mixed = (offset ^ (uint64_t)id << 32) * 2654435761u + length;
	return (uint32_t)(mixed >> 16);
}

static int write_index(struct image *im, const uint64_t *lengths, uint32_t n)
{
	struct head h = {0x58444e49, UINT64_C(1) << 34, n};
	struct trailer t = {n, 0};
	if (put(im, &h, sizeof(h)))
		return -1;
	for (uint32_t i = 0; i < n; i++) {
		struct entry e = {i + 1, t.bytes, lengths[i], 0};
		e.check = check_of(e.id, e.offset, e.length);
		if (put(im, &e, sizeof(e)))
			return -1;
		t.bytes += lengths[i];
	}
	return put(im, &t, sizeof(t));
}

static int read_index(const struct image *im, uint64_t *ret_bytes)
{
	struct head h;
	struct entry e;
	struct trailer t;
	int good = 0;
	memcpy(&h, im->bytes, sizeof(h));
	memcpy(&t, im->bytes + im->used - sizeof(t), sizeof(t));
	for (uint32_t i = 0; i < h.entries && i < t.entries; i++) {
		memcpy(&e, im->bytes + sizeof(h) + i * sizeof(e), sizeof(e));
		good += e.check == check_of(e.id, e.offset, e.length);
		printf("%" PRIu32 " at %" PRIu64 ", %" PRIu64 " bytes\n", e.id, e.offset, e.length);
	}
	*ret_bytes = t.bytes;
	return h.magic == 0x58444e49 ? good : -1;
}

int main(void)
{
	static const uint64_t lengths[] = {1200, UINT64_C(5) << 32, 77, 900000};
	struct image im = {{0}, 0};
	uint64_t bytes = 0;
	if (write_index(&im, lengths, 4))
		return 1;
	int good = read_index(&im, &bytes);
	printf("%d good, %" PRIu64 " bytes behind %zu of index\n", good, bytes, im.used);
	printf("byte 4 is %d, byte 20 is %d, byte 52 is %d\n", im.bytes[7], im.bytes[20],
		im.bytes[52]);
	return 0;
}
