/* A flight recorder: frames of several channels on a chip, read back after the landing. */
#define _GNU_SOURCE
#define _TIME_BITS 64
#define _FILE_OFFSET_BITS 64
#include <arpa/inet.h>
#include <endian.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define FLAG_BITS (CHAR_BIT * sizeof(unsigned long))

enum { CHANNELS = 4, FRAMES = 8, CHIP = 1024, FLAGS = 128 };

/* The first bytes of the chip: whoever reads it maps them. */
struct chip_head {
	uint32_t serial;
	uint32_t reserved;
	int64_t boot;
	uint16_t channels;
	uint8_t pad[6];
	uint64_t limit;
};

#pragma pack(push, 1)
/* What goes before each reading. */
struct frame {
	uint32_t flags;
	uint64_t stamp;
	uint16_t sync;
	uint8_t channel;
	int8_t heat;
};

/* A reading of the radio altimeter. */
struct altitude {
	uint32_t feet;
	int64_t millimetres;
};
#pragma pack(pop)

/* What the pilot did. */
struct __attribute__((packed)) event {
	uint8_t code, seat;
	uint16_t value;
	uint64_t stamp;
};

struct channel {
	const char *name;
	uint64_t period, last, sum;
	int8_t coldest;
	uint8_t loudest;
};

/* Open channels: a word that is the channel's address and, in its lowest bit, whether it is hot. */
struct slot {
	uintptr_t word;
#if UINTPTR_MAX == 0xffffffff
	uint32_t unused;
#endif
	uint32_t generation, uses;
};

struct recorder {
	unsigned char chip[CHIP];
	size_t used, read;
	struct slot slots[CHANNELS];
	unsigned long seen[FLAGS / 32];
};

/* ---- numbers on the chip ---- */

static void put_u32(unsigned char *p, uint32_t v)
{
	p[0] = (unsigned char)v;
	p[1] = (unsigned char)(v >> 8);
	p[2] = (unsigned char)(v >> 16);
	p[3] = (unsigned char)(v >> 24);
}

static uint32_t get_u32(const unsigned char *p)
{
	uint32_t v = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;

	return v;
}

static void put_i64(unsigned char *p, int64_t n)
{
	uint64_t v = (uint64_t)n;

	for (int i = 0; i < 8; i++)
		p[i] = (unsigned char)(v >> (8 * i));
}

static int64_t get_i64(const unsigned char *p)
{
	uint64_t v = 0;

	for (int i = 0; i < 8; i++)
		v |= (uint64_t)p[i] << (8 * i);
	return (int64_t)v;
}

/* Stamps lie big-endian: files of several recorders can be merged by comparing bytes. */
static uint64_t stamp_order(uint64_t v)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	v = (uint64_t)htonl((uint32_t)v) << 32 | htonl((uint32_t)(v >> 32));
#endif
	return v;
}

static uint16_t low_first(uint16_t v)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return (uint16_t)(v << 8 | v >> 8);
#elif __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return v;
#else
#error "a byte order that no recorder has"
#endif
}

/* ---- checks ---- */

static uint16_t crc16(const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	uint16_t crc = 0xffff;

	for (size_t i = 0; i < n; i++) {
		crc ^= (uint16_t)(p[i] << 8);
		for (int bit = 0; bit < 8; bit++)
			crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
	}
	return crc;
}

/* Letters of the call sign have a parity bit: it makes the number of ones even. */
static int parity_set(const char *text)
{
	int set = 0;

	for (; *text; text++) {
#if CHAR_MIN < 0
		set += *text < 0;
#else
		set += *text > 127;
#endif
	}
	return set;
}

/* ---- channels ---- */

static uint64_t open_channel(struct recorder *r, unsigned at, const struct channel *c, int hot)
{
	uintptr_t word = (uintptr_t)c;

	r->slots[at].word = word | (hot ? 1 : 0);
	r->slots[at].generation += 0x8001 + at;
	return (uint64_t)r->slots[at].generation << 32 | at;
}

static struct channel *channel_of(struct recorder *r, uint64_t handle)
{
	struct slot *s = &r->slots[handle & 0xff];

	if (s->generation != handle >> 32)
		return NULL;
	s->uses++;
	return (struct channel *)(s->word - (s->word & 1));
}

/* The slots' words as the crash handler saves them, and the channel with the longest name there. */
static const struct channel *longest_saved(const struct recorder *r)
{
	unsigned char saved[CHANNELS * 8];
	const struct channel *best = NULL;

	for (unsigned i = 0; i < CHANNELS; i++)
		memcpy(saved + i * sizeof(uintptr_t), &r->slots[i].word, sizeof(r->slots[i].word));
	for (unsigned i = 0; i < CHANNELS; i++) {
		uintptr_t word;
		memcpy(&word, saved + i * sizeof(uintptr_t), sizeof(word));
		const struct channel *c = (const struct channel *)(word - (word & 1));
		if (best == NULL || strlen(c->name) > strlen(best->name))
			best = c;
	}
	return best;
}

static void set_flag(struct recorder *r, unsigned bit)
{
	r->seen[bit / FLAG_BITS] |= 1UL << (bit % FLAG_BITS);
}

static int has_flag(const struct recorder *r, unsigned bit)
{
	return (int)(r->seen[bit / FLAG_BITS] >> (bit % FLAG_BITS) & 1);
}

/* ---- in the air ---- */

static void put_bytes(struct recorder *r, const void *bytes, size_t n)
{
	memcpy(r->chip + r->used, bytes, n);
	r->used += n;
}

static void write_head(struct recorder *r, uint32_t serial, int64_t boot)
{
	struct chip_head h;

	memset(&h, 0, sizeof(h));
	h.serial = htonl(serial);
	h.channels = low_first(CHANNELS);
	h.limit = stamp_order(5000000000000);
	put_bytes(r, &h, sizeof(h));
	put_i64(r->chip + 8, boot);
}

static void write_frame(struct recorder *r, unsigned channel, uint64_t stamp, unsigned number)
{
	struct frame f = {.sync = low_first(0xEB90), .channel = (uint8_t)(0xC0 + channel)};
	struct altitude a;
	size_t begin = r->used;
	int64_t depth = (int64_t)number * 1500000123 - 4000000000;

	f.stamp = stamp_order(stamp);
	f.flags = htole32(0x80000001u << number);
	f.heat = (int8_t)(40 - 23 * (int)number);
	a.feet = htole32(30000 + 257 * number);
	put_bytes(r, &f, sizeof(f));
	put_bytes(r, &a, sizeof(a));
	put_i64(r->chip + r->used - sizeof(a.millimetres), depth);
	put_u32(r->chip + r->used, crc16(r->chip + begin, r->used - begin) | 0x5A0000u);
	r->used += sizeof(uint32_t);
	set_flag(r, number * 13 + channel);
}

static void write_event(struct recorder *r, uint8_t code, uint64_t stamp, int value)
{
	struct event e = {code, 0xF1, htons((uint16_t)value), stamp_order(stamp)};

	put_bytes(r, &e, sizeof(e));
}

/* ---- after the landing ---- */

static int read_frame(struct recorder *r, const uint64_t *handles)
{
	struct frame f;
	struct altitude a;
	size_t begin = r->read;

	memcpy(&f, r->chip + begin, sizeof(f));
	memcpy(&a, r->chip + begin + sizeof(f), sizeof(a));
	r->read += sizeof(f) + sizeof(a);
	int64_t depth = get_i64(r->chip + r->read - sizeof(a.millimetres));
	uint32_t check = get_u32(r->chip + r->read);
	if (low_first(f.sync) != 0xEB90 || f.channel < 0xC0 || f.channel >= 0xC0 + CHANNELS)
		return -1;
	if ((check & 0xffff) != crc16(r->chip + begin, r->read - begin))
		return -2;
	r->read += sizeof(check);
	struct channel *c = channel_of(r, handles[f.channel - 0xC0]);
	if (c == NULL)
		return -3;
	uint64_t stamp = stamp_order(f.stamp);
	uint64_t gap = c->last ? stamp - c->last : 0;
	uint8_t loud = (uint8_t)(check ^ (uint32_t)stamp);
	c->last = stamp;
	c->sum += gap * c->period;
	if (f.heat < c->coldest)
		c->coldest = f.heat;
	if (loud > c->loudest)
		c->loudest = loud;
	printf("%-8s %13" PRIu64 " ns, gap %12" PRIu64 ": %" PRIu32 " ft, %" PRId64
	       " mm, flags %08" PRIx32 ", crc %06" PRIx32 "\n",
		c->name, stamp, gap, le32toh(a.feet), depth, le32toh(f.flags), check);
	return 0;
}

/* Where the next frame would be if the one at `from` were damaged. */
static ptrdiff_t next_sync(const struct recorder *r, size_t from)
{
	static const unsigned char sync[] = {0x90, 0xEB};
	const unsigned char *found = memmem(r->chip + from, r->used - from, sync, sizeof(sync));

	return found == NULL ? -1 : found - r->chip - (ptrdiff_t)offsetof(struct frame, sync);
}

static void read_event(struct recorder *r, int64_t boot)
{
	struct event e;
	char text[40] = "?";
	struct tm tm;

	memcpy(&e, r->chip + r->read, sizeof(e));
	r->read += sizeof(e);
	uint64_t stamp = stamp_order(e.stamp);
	int64_t second = boot + (int64_t)(stamp / 1000000000);
	time_t t = (time_t)second;
	if (gmtime_r(&t, &tm) != NULL)
		strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
	printf("event %u of seat %u at %s (%" PRId64 "), value %d\n", e.code, e.seat, text,
		second, (int16_t)ntohs(e.value));
}

static void read_head(struct recorder *r)
{
	struct chip_head h;

	memcpy(&h, r->chip, sizeof(h));
	r->read += sizeof(h);
	uint64_t limit = stamp_order(h.limit);
	printf("chip %08" PRIx32 ", %d channels, booted %" PRId64 ", limit %" PRIu64 " ns\n",
		ntohl(h.serial), low_first(h.channels), get_i64(r->chip + 8), limit);
}

int main(void)
{
	static struct channel channels[CHANNELS] = {
		{"radar", 1000003, 0, 0, 100, 0},
		{"gear", 4000000007, 0, 0, 100, 0},
		{"cabin", 77, 0, 0, 100, 0},
		{"elevator", 65537, 0, 0, 100, 0},
	};
	static struct recorder r;
	const int64_t boot = 2147483000;
	uint64_t handles[CHANNELS];
	int flags = 0;

	write_head(&r, 0x8badf00d, boot);
	for (unsigned i = 0; i < CHANNELS; i++)
		handles[i] = open_channel(&r, i, &channels[i], i % 2 == 1);
	for (unsigned i = 0; i < FRAMES; i++)
		write_frame(&r, i % 3, 1000000007ull * i * i + 4300000000u, i);
	write_event(&r, 0x91, 640000000000, -250);
	write_event(&r, 0x12, 4700000000000, 31000);
	printf("head %zu, frame %zu, altitude %zu, event %zu, slot %zu: %zu bytes\n",
		sizeof(struct chip_head), sizeof(struct frame), sizeof(struct altitude),
		sizeof(struct event), sizeof(struct slot), r.used);
	read_head(&r);
	for (unsigned i = 0; i < FRAMES; i++) {
		int rc = read_frame(&r, handles);
		if (rc < 0)
			printf("frame %u is damaged: %d\n", i, rc);
	}
	read_event(&r, boot);
	read_event(&r, boot);
	for (unsigned i = 0; i < CHANNELS; i++) {
		const struct channel *c = &channels[i];
		printf("%-8s handle %012" PRIx64 ", sum %016" PRIx64 ", coldest %d, loudest %u\n",
			c->name, handles[i], c->sum, c->coldest, c->loudest);
	}
	for (unsigned bit = 0; bit < FLAGS; bit++)
		flags += has_flag(&r, bit) * (int)(bit + 1);
	printf("flags %d, longest name %s, call sign with %d odd letters\n", flags,
		longest_saved(&r)->name, parity_set("D-\xc1" "B\xc3\xc5"));
	printf("a frame at %td, check of the chip %04x\n", next_sync(&r, 100),
		crc16(r.chip, r.used));
	return 0;
}
