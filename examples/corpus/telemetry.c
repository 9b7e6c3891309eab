/* Frames of a space probe: packed by hand, swapped to network order, unpacked and summed up. */
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define FRAMES 6
#define SENSORS 4

struct __attribute__((packed)) frame_head {
	uint8_t kind;
	uint32_t number;
	uint16_t length;
	uint64_t clock;
};

struct __attribute__((packed)) reading {
	int8_t celsius;
	uint16_t volts;
	int8_t drift;
	uint32_t photons;
};

struct totals {
	uint64_t photons, ticks;
	int64_t drift_ns;
	uint64_t flags;
	int8_t coldest;
	uint8_t loudest;
};

struct link {
	unsigned char bytes[512];
	size_t used, read;
};

/* ---- packing ---- */

static void put_u64(unsigned char *p, uint64_t v)
{
	for (int i = 0; i < 8; i++)
		p[i] = (unsigned char)(v >> (56 - 8 * i));
}

static uint64_t get_u64(const unsigned char *p)
{
	uint64_t v = 0;

	for (int i = 0; i < 8; i++)
		v = v << 8 | p[i];
	return v;
}

static void put_u32(unsigned char *p, uint32_t v)
{
	p[0] = (unsigned char)(v >> 24);
	p[1] = (unsigned char)(v >> 16);
	p[2] = (unsigned char)(v >> 8);
	p[3] = (unsigned char)v;
}

static uint32_t get_u32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

/* ---- sending ---- */

static int8_t celsius_of(int frame, int sensor)
{
	int8_t base = (int8_t)(18 - 23 * sensor);
	return (int8_t)(base + 3 * frame);
}

static void send_head(struct link *l, uint32_t number, uint16_t length, uint64_t clock)
{
	struct frame_head head;

	head.kind = (uint8_t)(0xA0 + number);
	head.number = htonl(number * 70001);
	head.length = htons(length);
	put_u64((unsigned char *)&head.clock, clock);
	memcpy(l->bytes + l->used, &head, sizeof(head));
	l->used += sizeof(head);
}

static void send_reading(struct link *l, int frame, int sensor)
{
	struct reading r;

	r.celsius = celsius_of(frame, sensor);
	r.volts = htons((uint16_t)(3300 - 17 * frame * sensor));
	r.drift = (int8_t)(frame * 5 - sensor * 9);
	r.photons = htonl(1500000000u + (uint32_t)(frame * 1000003));
	memcpy(l->bytes + l->used, &r, sizeof(r));
	l->used += sizeof(r);
}

static uint32_t check_of(const unsigned char *p, size_t n)
{
	uint64_t sum = 7;

	for (size_t i = 0; i < n; i++)
		sum = (sum * (uint64_t)1000003 + p[i]) % 4294967291u;
	return (uint32_t)sum;
}

/* ---- receiving ---- */

static void take_reading(struct link *l, struct totals *t, int sensor)
{
	struct reading r;

	memcpy(&r, l->bytes + l->read, sizeof(r));
	l->read += sizeof(r);
	int8_t celsius = r.celsius;
	int8_t drift = r.drift;
	uint16_t volts = ntohs(r.volts);
	uint64_t photons = ntohl(r.photons);
	t->photons += photons * volts / 1000;
	t->drift_ns += (int64_t)drift * 1000000000;
	if (celsius < t->coldest)
		t->coldest = celsius;
	if (drift < 0)
		t->flags |= 1ULL << (32 + 4 * sensor);
	if (volts < 3290)
		t->flags |= UINT64_C(1) << (48 + sensor);
}

static int take_frame(struct link *l, struct totals *t)
{
	struct frame_head head;
	size_t begin = l->read;

	memcpy(&head, l->bytes + begin, sizeof(head));
	l->read += sizeof(head);
	uint32_t number = ntohl(head.number);
	uint16_t length = ntohs(head.length);
	uint64_t clock = get_u64((const unsigned char *)&head.clock);
	uint8_t kind = head.kind;
	if (length != SENSORS * sizeof(struct reading))
		return -1;
	if (kind > t->loudest)
		t->loudest = kind;
	t->ticks += clock;
	for (int sensor = 0; sensor < SENSORS; sensor++)
		take_reading(l, t, sensor);
	uint32_t check = check_of(l->bytes + begin, l->read - begin);
	if (get_u32(l->bytes + l->read) != check)
		return -2;
	l->read += sizeof(check);
	printf("frame %" PRIu32 " of kind %d at %" PRIu64 ": check %08" PRIx32 ", %" PRIu64
	       " photons, drift %" PRId64 "\n",
		number, kind, clock, check, t->photons, t->drift_ns);
	return 0;
}

int main(void)
{
	static struct link l;
	struct totals t = {.coldest = 100};
	const uint64_t start = UINT64_C(81000000000);

	for (int frame = 0; frame < FRAMES; frame++) {
		size_t begin = l.used;
		uint64_t clock = start + (uint64_t)frame * 5000000000u;
		send_head(&l, (uint32_t)frame + 1, SENSORS * sizeof(struct reading), clock);
		for (int sensor = 0; sensor < SENSORS; sensor++)
			send_reading(&l, frame, sensor);
		put_u32(l.bytes + l.used, check_of(l.bytes + begin, l.used - begin));
		l.used += sizeof(uint32_t);
	}
	printf("%zu bytes, a head of %zu, a reading of %zu\n", l.used, sizeof(struct frame_head),
		sizeof(struct reading));
	while (l.read < l.used)
		if (take_frame(&l, &t) < 0) {
			printf("a frame is damaged\n");
			return 1;
		}
	int64_t seconds = (int64_t)(t.ticks / 1000);
	printf("coldest %d, loudest %d, flags %016" PRIx64 "\n", t.coldest, t.loudest, t.flags);
	printf("%" PRIu64 " ticks, %" PRId64 " s, %" PRIu64 " photons, drift %" PRId64 " ns\n",
		t.ticks, seconds, t.photons, t.drift_ns);
	return 0;
}
