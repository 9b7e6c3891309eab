/*
 * Shards: DIR/<kind>-00000.jsonl.zst, …: one JSON object a line, cut by uncompressed bytes; a shard
 * is one zstd frame, or several with a seek table. The bytes depend on the records, their order,
 * the cut, the level and the size of those frames alone.
 *
 * A shard is written under a temporary name, synced and renamed, so that a name that ends in
 * ".jsonl.zst" is always whole.
 */
#ifndef FL_DATASETS_SHARD_H
#define FL_DATASETS_SHARD_H

#include "base/sink.h"
#include "datasets/record/record.h"

enum { DS_SHARD_CUT = 64 << 20, DS_SHARD_CUT_MAX = 1 << 30 };

/* A finished shard, as the manifest has it. */
struct ds_shard {
	struct fl_slice path; /* relative to DIR */
	int kind; /* enum ds_kind */
	int64_t rows, bytes, raw_bytes; /* bytes: compressed; raw_bytes: before that */
	struct fl_slice sha256; /* of the file */
	struct fl_slice raw_sha256; /* of its content; empty: not made, zstd's checksum is there */
};

extern const struct fl_shape ds_shard_shape;

struct ds_shards_opts {
	const char *dir; /* is there already */
	size_t cut; /* bytes; a shard is closed when it has as many. 0: DS_SHARD_CUT */
	int level; /* 0: FL_ZST_LEVEL */
	size_t seekable; /* 0: one frame; else frames of about so many bytes (datasets/seek.h) */
};

struct ds_shards;

/* Is a file called as a shard is, whole or not yet? */
bool ds_shard_is_name(const char *name);

/* opts->dir is copied. FL_EINVAL when a number is out of range. The caller frees it. */
int ds_shards_new(
	const struct ds_shards_opts *opts, struct ds_shards **ret_shards, struct fl_error *err);

/*
 * The sink that takes records (ds_record_shape) as they are: sealing and checking is done before.
 * It holds a shard of each kind packed in memory (a seekable one: up to `cut` bytes and one
 * record), and two that threads write. That one could not be written is told by a later put, or at
 * the end.
 */
struct fl_sink *ds_shards_sink(struct ds_shards *s);

/*
 * Write what is held and give the list of all shards (struct ds_shard), by kind and number. Texts
 * live in the arena. A kind without records has no shard. Nothing may be put afterwards.
 */
int ds_shards_finish(
	struct ds_shards *s, struct fl_arena *a, struct fl_list *ret_shards, struct fl_error *err);

/* After an error: remove the shards that were written, as no manifest will name them. */
void ds_shards_remove(struct ds_shards *s);

/* Free it; records that were not written are lost. NULL is allowed. */
void ds_shards_free(struct ds_shards *s);

/*
 * Write a file whole: temporary name beside it, sync, rename, sync of the directory. path has a '/'
 * or is in the working directory.
 */
int ds_file_write(const char *path, struct fl_slice bytes, struct fl_error *err);

#endif
