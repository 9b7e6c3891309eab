/* An archive on a tape in memory: a label, members with packed headers, a catalogue, a trailer. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <endian.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#define MAP_BLOCKS 96
#define WORD_BITS (sizeof(unsigned long) * CHAR_BIT)

enum { TAPE = 1024, MEMBERS = 5, BLOCK = 512, CATALOGUE_BYTES = 2 + 4 + 8 };

/* What is to be stored. */
struct source {
	const char *name;
	uint64_t size;
	int64_t stamp;
	int8_t zone; /* quarters of an hour east of Greenwich */
	uint16_t mode;
	uint64_t hole_at;
	uint32_t hole;
};

/* The first bytes of each tape, where readers of all ages find them. */
struct label {
	char name[12];
	uint32_t number;
	uint32_t writer;
	uint32_t reserved;
	uint64_t capacity;
};

/* Before each member; little-endian. */
struct __attribute__((packed)) head {
	uint32_t sum;
	uint64_t size;
	int64_t stamp;
	uint16_t mode;
	uint8_t name_len;
	int8_t zone;
};

/* Behind its name; the file systems that know holes write them big-endian. */
struct extent {
	uint32_t length;
	uint64_t from;
} __attribute__((packed));

/* The end of the tape; big-endian. */
#pragma pack(push, 1)
struct trailer {
	uint32_t check;
	uint64_t total;
	uint16_t members;
	uint16_t number;
};
#pragma pack(pop)

/* One of the archive's members while it is open. */
struct entry {
	uintptr_t source;
#if UINTPTR_MAX == 0xffffffff
	uint32_t filler;
#endif
	off_t position;
};

struct archive {
	uint8_t tape[TAPE];
	size_t used, catalogue;
	struct entry entries[MEMBERS];
	unsigned count;
	off_t position;
	unsigned long map[MAP_BLOCKS / 32];
};

struct totals {
	uint32_t members;
	_Alignas(8) uint64_t bytes;
	int64_t newest;
	int8_t west;
};

/* ---- numbers in bytes ---- */

static void put_u16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static void put_u32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

static void put_u64(uint8_t *p, uint64_t v)
{
	for (size_t i = 0; i < sizeof(v); i++)
		p[i] = (uint8_t)(v >> (8 * i));
}

static uint16_t get_u16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static uint32_t get_u32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t get_u64(const uint8_t *p)
{
	uint64_t v = 0;

	for (size_t i = 0; i < sizeof(v); i++)
		v |= (uint64_t)p[i] << (8 * i);
	return v;
}

/* The label keeps the order of the first writers: low byte first. */
static uint32_t label_u32(uint32_t raw)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return __builtin_bswap32(raw);
#else
	return raw;
#endif
}

static uint64_t label_u64(uint64_t raw)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return raw;
#elif __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return __builtin_bswap64(raw);
#else
#error "unknown byte order"
#endif
}

/* ---- checks ---- */

/* Old tapes have sums of signed bytes, newer ones of unsigned: a reader must know both. */
static int32_t old_sum(const void *bytes, size_t n)
{
	const signed char *p = bytes;
	int32_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += p[i];
	return sum;
}

static uint32_t new_sum(const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint32_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += p[i];
	return sum;
}

static uint32_t check_of(const uint8_t *p, size_t n)
{
	uint64_t a = 1, b = 0;

	for (size_t i = 0; i < n; i++) {
		a = (a * 65599 + p[i]) % 1099511627689;
		b = (b + a) % 4294967291;
	}
	return (uint32_t)b;
}

/* Names are Latin-1. */
static bool is_latin(char c)
{
#if CHAR_MIN < 0
	return c < 0;
#else
	return c > 127;
#endif
}

static unsigned name_hash(const char *name)
{
	uint64_t hash = 5381;

	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;
		hash = hash * 1000003 + (c >= 0xe0 ? c - 0x20u : c);
	}
	return (unsigned)(hash >> 40 & 0xffff);
}

/* ---- dates ---- */

static void date_text(int64_t seconds, int8_t zone, char *ret, size_t room)
{
	int64_t local = seconds + (int64_t)zone * 900;
	int64_t days = local / 86400 + 719468, rest = local % 86400;
	int64_t era = days / 146097;
	int in_era = (int)(days - era * 146097);
	int year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
	int day = in_era - (365 * year + year / 4 - year / 100);
	int month = (5 * day + 2) / 153;

	snprintf(ret, room, "%04d-%02d-%02d %02d:%02d%+d", (int)(era * 400) + year + (month >= 10),
		month < 10 ? month + 3 : month - 9, day - (153 * month + 2) / 5 + 1,
		(int)(rest / 3600), (int)(rest / 60 % 60), zone / 4);
}

/* ---- writing ---- */

static void put_bytes(struct archive *a, const void *bytes, size_t n)
{
	memcpy(a->tape + a->used, bytes, n);
	a->used += n;
}

static void put_label(struct archive *a, uint32_t number, uint64_t capacity)
{
	struct label l;

	memset(&l, 0, sizeof(l));
	memcpy(l.name, "K\xf6ln-Nord", 9);
	l.number = label_u32(number);
	l.writer = label_u32(0x00030201);
	l.capacity = label_u64(capacity);
	put_bytes(a, &l, sizeof(l));
}

static void mark_blocks(struct archive *a, uint64_t size)
{
	uint64_t first = (uint64_t)a->position / BLOCK;
	uint64_t blocks = size / BLOCK + (size % BLOCK != 0);

	for (uint64_t i = 0; i < 3; i++) {
		size_t bit = (size_t)((first + i * (blocks / 3)) % MAP_BLOCKS);
		a->map[bit / WORD_BITS] |= 1UL << (bit % WORD_BITS);
	}
	a->position += (off_t)(blocks * BLOCK);
}

static void add_member(struct archive *a, const struct source *s)
{
	struct entry *e = &a->entries[a->count++];
	struct extent hole = {htobe32(s->hole), htobe64(s->hole_at)};
	struct head h = {.zone = s->zone};

	e->source = (uintptr_t)s;
	e->position = a->position;
	h.name_len = (uint8_t)strlen(s->name);
	h.sum = htole32(new_sum(s->name, h.name_len));
	h.size = htole64(s->size);
	h.mode = htole16(s->mode);
	h.stamp = (int64_t)htole64((uint64_t)s->stamp);
	put_bytes(a, &h, sizeof(h));
	put_bytes(a, s->name, h.name_len);
	put_bytes(a, &hole, sizeof(hole));
	mark_blocks(a, s->size);
}

static void finish(struct archive *a, const size_t *places)
{
	struct trailer t = {.members = htobe16((uint16_t)a->count), .number = htobe16(0x81)};

	a->catalogue = a->used;
	for (unsigned i = 0; i < a->count; i++) {
		const struct source *s = (const struct source *)a->entries[i].source;
		uint8_t *p = a->tape + a->used;
		put_u16(p, (uint16_t)name_hash(s->name));
		put_u32(p + 2, (uint32_t)(places[i] << 16 | 0xBEEF));
		put_u64(p + 6, (uint64_t)a->entries[i].position);
		a->used += CATALOGUE_BYTES;
	}
	t.total = htobe64((uint64_t)a->position);
	t.check = htobe32(check_of(a->tape, a->used));
	put_bytes(a, &t, sizeof(t));
}

/* ---- reading ---- */

static int list_member(const struct archive *a, unsigned index)
{
	const uint8_t *c = a->tape + a->catalogue + index * CATALOGUE_BYTES;
	size_t at = get_u32(c + 2) >> 16;
	uint64_t position = get_u64(c + 6);
	struct head h;
	struct extent hole;
	char name[32] = "", date[48];
	const char *dot;
	int latin = 0;

	memcpy(&h, a->tape + at, sizeof(h));
	if (h.name_len >= sizeof(name))
		return -1;
	memcpy(name, a->tape + at + sizeof(h), h.name_len);
	memcpy(&hole, a->tape + at + sizeof(h) + h.name_len, sizeof(hole));
	if (le32toh(h.sum) != new_sum(name, h.name_len) || get_u16(c) != name_hash(name))
		return -2;
	for (size_t i = 0; i < h.name_len; i++) {
		latin += is_latin(name[i]);
		if (is_latin(name[i]))
			name[i] = '?';
	}
	dot = memrchr(name, '.', h.name_len);
	date_text((int64_t)le64toh((uint64_t)h.stamp), h.zone, date, sizeof(date));
	printf("%-12s %04o %13" PRIu64 " at %12" PRIu64 ", %s, %s, %d latin\n", name,
		le16toh(h.mode), (uint64_t)le64toh(h.size), position, date, dot ? dot + 1 : "-",
		latin);
	printf("  sums %" PRId32 " and %" PRIu32 ", a hole of %" PRIu32 " from %010" PRIx64 "\n",
		old_sum(a->tape + at, sizeof(h)), new_sum(a->tape + at, sizeof(h)),
		be32toh(hole.length), (uint64_t)be64toh(hole.from));
	return 0;
}

static void walk(const struct archive *a, void (*visit)(const struct entry *e, uintptr_t context),
	uintptr_t context)
{
	for (unsigned i = 0; i < a->count; i++)
		visit(&a->entries[i], context);
}

static void add_up(const struct entry *e, uintptr_t context)
{
	const struct source *s = (const struct source *)e->source;
	struct totals *t = (struct totals *)context;

	t->members++;
	t->bytes += s->size - s->hole;
	if (s->stamp > t->newest)
		t->newest = s->stamp;
	if (s->zone < t->west)
		t->west = s->zone;
}

static void dump(const struct archive *a, size_t at, size_t n)
{
	printf("%4zu:", at);
	for (size_t i = 0; i < n; i++)
		printf(" %02x", (unsigned)a->tape[at + i]);
	printf("\n");
}

int main(void)
{
	static const struct source sources[MEMBERS] = {
		{"letters.txt", 70003, 951782400, 4, 0644, 4096, 513},
		{"caf\xe9.db", 5368709377, 4102444799, -20, 0600, 4294971392, 1048577},
		{"\xdc" "bersicht", 12884902500, 32503680000, 22, 0640, 8589934592, 65537},
		{"notes", 1, 86399, -48, 0444, 0, 0},
		{"bild-\xe4\xf6\xfc", 1099511628288, 7258118400, 0, 0755, 549755813889, 2147483649},
	};
	static struct archive a;
	struct totals t = {.west = 100};
	size_t places[MEMBERS];
	unsigned set = 0;

	put_label(&a, 0x01020384, 3298534883328);
	for (unsigned i = 0; i < MEMBERS; i++) {
		places[i] = a.used;
		add_member(&a, &sources[i]);
	}
	finish(&a, places);
	printf("label %zu, head %zu, extent %zu, trailer %zu, entry %zu, totals %zu\n",
		sizeof(struct label), sizeof(struct head), sizeof(struct extent),
		sizeof(struct trailer), sizeof(struct entry), sizeof(struct totals));
	for (unsigned i = 0; i < MEMBERS; i++) {
		int rc = list_member(&a, i);
		if (rc < 0)
			printf("member %u is damaged: %d\n", i, rc);
	}
	walk(&a, add_up, (uintptr_t)&t);
	for (size_t bit = 0; bit < MAP_BLOCKS; bit++)
		if (a.map[bit / WORD_BITS] >> (bit % WORD_BITS) & 1)
			set += (unsigned)bit + 1;
	printf("%" PRIu32 " members, %" PRIu64 " bytes, newest %" PRId64 ", west %d\n", t.members,
		t.bytes, t.newest, t.west);
	printf("tape ends at %jd, map %u\n", (intmax_t)a.position, set);
	dump(&a, 0, 24);
	dump(&a, 24, 24);
	for (unsigned i = 0; i < MEMBERS; i++)
		dump(&a, places[i], sizeof(struct head));
	dump(&a, a.catalogue, CATALOGUE_BYTES);
	dump(&a, a.used - sizeof(struct trailer), sizeof(struct trailer));
	printf("%zu bytes on the tape, check %08" PRIx32 "\n", a.used, check_of(a.tape, a.used));
	return 0;
}
