/* A track of positions in the layout of a recorder: points, marks and a summary, packed. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct point {
	uint32_t second;
	double east, north;
};

struct mark {
	uint32_t point;
	uint64_t flags;
};
#pragma pack(pop)

struct summary {
	uint32_t points;
	double length;
	uint32_t marks;
} __attribute__((packed));

struct stored {
	uint32_t size;
	int64_t shift;
} __attribute__((packed));

static unsigned char tape[512];
static size_t used;

static void record(const void *bytes, size_t len)
{
	memcpy(tape + used, bytes, len);
	used += len;
}

static double step(const struct point *a, const struct point *b)
{
	double e = b->east - a->east, n = b->north - a->north;
	return (e < 0 ? -e : e) + (n < 0 ? -n : n);
}

static uint64_t flags_of(int i)
{
	return UINT64_C(1) << (8 * i) | UINT64_C(3);
}

static struct summary make_track(int points)
{
	struct summary s = {0, 0, 0};
	struct point last = {0, 0, 0};
	for (int i = 0; i < points; i++) {
		struct point p = {(uint32_t)(10 * i), 1.5 * i, i % 2 ? 2.25 : -0.5};
		record(&p, sizeof(p));
		if (i > 0)
			s.length += step(&last, &p);
		s.points++;
		last = p;
	}
	for (int i = 0; i < points; i += 2) {
		struct mark m = {(uint32_t)i, flags_of(i)};
		record(&m, sizeof(m));
		s.marks++;
	}
	record(&s, sizeof(s));
	return s;
}

static size_t read_track(uint32_t points, uint32_t marks)
{
	size_t at = 0;
	for (uint32_t i = 0; i < points; i++) {
		struct point p;
		memcpy(&p, tape + at, sizeof(p));
		at += sizeof(p);
		printf("%" PRIu32 "s %.2f %.2f\n", p.second, p.east, p.north);
	}
	for (uint32_t i = 0; i < marks; i++) {
		struct mark m;
		memcpy(&m, tape + at, sizeof(m));
		at += sizeof(m);
		printf("mark %" PRIu32 " %#" PRIx64 "\n", m.point, m.flags);
	}
	return at;
}

int main(void)
{
	struct summary made = make_track(5), read;
	struct stored end = {(uint32_t)sizeof(struct point), -1};
	size_t at = read_track(made.points, made.marks);
	memcpy(&read, tape + at, sizeof(read));
	record(&end, sizeof(end));
	printf("%" PRIu32 " points, %.2f long, %" PRIu32 " marks\n", read.points, read.length,
		read.marks);
	printf("%zu bytes, a point has %" PRIu32 ", last byte %d\n", used, end.size,
		tape[used - 1]);
	return 0;
}
