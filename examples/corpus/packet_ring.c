/* Ring of network packets: headers in network byte order, sequence numbers, drops. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define SLOTS 4
#define PAYLOAD 24

struct header {
	uint32_t sequence;
	uint64_t sent_us;
	uint16_t kind;
	uint16_t length;
} __attribute__((packed));

struct ring {
	unsigned char slot[SLOTS][sizeof(struct header) + PAYLOAD];
	unsigned head, count, dropped;
};

static void ring_push(struct ring *r, uint32_t sequence, uint64_t sent_us, const char *text)
{
	struct header h;
	size_t len = strlen(text);
	unsigned char *at;

	if (r->count == SLOTS) {
		r->head = (r->head + 1) % SLOTS;
		r->count--;
		r->dropped++;
	}
	at = r->slot[(r->head + r->count) % SLOTS];
	if (len > PAYLOAD)
		len = PAYLOAD;
	h.kind = htons(7);
	h.length = htons((uint16_t)len);
	h.sequence = htonl(sequence);
	h.sent_us = sent_us;
	memcpy(at, &h, sizeof(h));
	memcpy(at + sizeof(h), text, len);
	r->count++;
}

static int ring_pop(struct ring *r, struct header *h, char *text)
{
	const unsigned char *at = r->slot[r->head];

	if (r->count == 0)
		return 0;
	memcpy(h, at, sizeof(*h));
	h->kind = ntohs(h->kind);
	h->length = ntohs(h->length);
	h->sequence = ntohl(h->sequence);
	memcpy(text, at + sizeof(*h), h->length);
	text[h->length] = '\0';
	r->head = (r->head + 1) % SLOTS;
	r->count--;
	return 1;
}

/* What a tap sees: the first bytes as they are on the wire. */
static void dump(const struct ring *r)
{
	const unsigned char *at = r->slot[r->head];

	printf("wire:");
	for (int i = 0; i < 4; i++)
		printf(" %02x", at[i]);
	printf("\n");
}

int main(void)
{
	static const char *const lines[] = {"hello", "who is there", "a bell", "tolls",
		"for thee, dear reader of rings", "end"};
	struct ring r = {.head = 2};
	struct header h;
	char text[PAYLOAD + 1];
	const unsigned char *found;

	for (uint32_t i = 0; i < 6; i++)
		ring_push(&r, 0x01020300u + i, UINT64_C(5000000000) * (i + 1), lines[i]);
	dump(&r);
	found = memmem(r.slot, sizeof(r.slot), "tolls", 5);
	printf("header %zu bytes, slot of tolls %td\n", sizeof(struct header),
		(found - r.slot[0]) / (ptrdiff_t)sizeof(r.slot[0]));
	while (ring_pop(&r, &h, text))
		printf("%u #%" PRIx32 " at %" PRIu64 " us: %s\n", h.kind, h.sequence, h.sent_us,
			text);
	printf("dropped %u\n", r.dropped);
	return 0;
}
