/* Segments of a log file beyond 4 GiB: offsets, a block index, and a listing of holes. */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define BLOCK 4096

struct segment {
	off_t start;
	off_t length;
	uint32_t crc;
};

struct log {
	struct segment *segments;
	size_t count, room;
};

static int log_add(struct log *log, off_t start, const char *text)
{
	struct segment *s;
	uint32_t crc = 0xffffffffu;

	if (log->count == log->room) {
		size_t room = log->room ? log->room * 2 : 2;
		struct segment *grown = realloc(log->segments, room * sizeof(*grown));

		if (grown == NULL)
			return -1;
		log->segments = grown;
		log->room = room;
	}
	for (const char *p = text; *p; p++) {
		crc ^= (unsigned char)*p;
		for (int i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	s = &log->segments[log->count++];
	s->start = start;
	s->length = (off_t)strlen(text) * BLOCK;
	s->crc = ~crc;
	return 0;
}

static off_t log_end(const struct log *log)
{
	off_t end = 0;

	for (size_t i = 0; i < log->count; i++) {
		if (log->segments[i].start + log->segments[i].length > end)
			end = log->segments[i].start + log->segments[i].length;
	}
	return end;
}

static int64_t holes(const struct log *log)
{
	int64_t sum = 0;
	off_t at = 0;

	for (size_t i = 0; i < log->count; i++) {
		if (log->segments[i].start > at)
			sum += log->segments[i].start - at;
		at = log->segments[i].start + log->segments[i].length;
	}
	return sum;
}

/* The segment that holds an offset, by bisection. */
static const struct segment *log_find(const struct log *log, off_t offset)
{
	size_t low = 0, high = log->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct segment *s = &log->segments[mid];

		if (offset < s->start)
			high = mid;
		else if (offset >= s->start + s->length)
			low = mid + 1;
		else
			return s;
	}
	return NULL;
}

int main(void)
{
	static const uint64_t probes[] = {0, 5000, 3221225472u, 6442450944u, 6442455040u, 99};
	struct log log = {NULL, 0, 0};
	char *line = NULL;

	log_add(&log, 0, "boot");
	log_add(&log, (off_t)3 << 30, "second day");
	log_add(&log, (off_t)6 << 30, "a week later");
	for (size_t i = 0; i < sizeof(probes) / sizeof(probes[0]); i++) {
		const struct segment *s = log_find(&log, (off_t)probes[i]);

		if (s == NULL)
			printf("%" PRIu64 ": a hole\n", probes[i]);
		else
			printf("%" PRIu64 ": at %lld, crc %08" PRIx32 "\n", probes[i],
				(long long)s->start, s->crc);
	}
	if (asprintf(&line, "end %lld, holes %" PRId64 ", block %lld", (long long)log_end(&log),
		    holes(&log), (long long)(log_end(&log) / BLOCK)) >= 0)
		puts(line);
	free(line);
	free(log.segments);
	return 0;
}
