/*
 * How fast shards are written, for bench/shards: shards_load DIR LEVEL FILE reads the records of a
 * file of JSON lines into memory and writes them as shards into DIR, which is there, LEVEL of zstd.
 * It prints milliseconds, of the wall clock and of CPU, that the writing took, from the first
 * record to the last fsync().
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "datasets/dataset.h"
#include "datasets/shard.h"

struct loaded {
	struct fl_arena arena;
	struct fl_vec records; /* struct ds_record */
};

static int keep(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct loaded *l = ctx;
	struct ds_record *r, *kept = fl_vec_add(&l->records);
	int rc = kept ? ds_record_read(row->line, &l->arena, &r, err)
		      : fl_error_set(err, FL_ENOMEM, "too many records");
	if (rc == 0)
		*kept = *r;
	return rc;
}

static double ms(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int write_all(const struct loaded *l, const char *dir, int level, struct fl_arena *a,
	struct fl_error *err)
{
	const struct ds_shards_opts opts = {.dir = dir, .level = level};
	struct ds_shards *shards;
	struct fl_list list;
	int rc = ds_shards_new(&opts, &shards, err);
	if (rc)
		return rc;
	struct fl_sink *sink = ds_shards_sink(shards);
	for (size_t i = 0; i < l->records.len && rc == 0; i++)
		rc = sink->put(sink, &ds_record_shape, fl_vec_at(&l->records, i), err);
	rc = rc ? rc : ds_shards_finish(shards, a, &list, err);
	ds_shards_free(shards);
	return rc;
}

int main(int argc, char **argv)
{
	struct loaded l;
	struct fl_arena a;
	struct fl_error err = {0};
	if (argc != 4) {
		fprintf(stderr, "usage: shards_load DIR LEVEL FILE\n");
		return 2;
	}
	fl_arena_init(&l.arena, (size_t)8 << 30);
	fl_arena_init(&a, 1 << 20);
	fl_vec_init(&l.records, sizeof(struct ds_record), 1 << 24);
	int rc = ds_rows_each(argv[3], false, keep, &l, &err);
	double wall = ms(CLOCK_MONOTONIC), cpu = ms(CLOCK_PROCESS_CPUTIME_ID);
	rc = rc ? rc : write_all(&l, argv[1], atoi(argv[2]), &a, &err);
	if (rc) {
		fprintf(stderr, "shards_load: %s\n", err.message);
		return 1;
	}
	printf("%.1f %.1f\n", ms(CLOCK_MONOTONIC) - wall, ms(CLOCK_PROCESS_CPUTIME_ID) - cpu);
	fl_vec_release(&l.records);
	fl_arena_release(&l.arena);
	fl_arena_release(&a);
	return 0;
}
