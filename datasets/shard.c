#include "datasets/shard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/json.h"
#include "datasets/seek.h"
#include "datasets/zst.h"

static const struct fl_field shard_fields[] = {
	FL_ROW(struct ds_shard, path, FL_TEXT, .doc = "path beside the manifest"),
	FL_ROW(struct ds_shard, kind, FL_ENUM, .names = &ds_kind_names,
		.doc = "kind of its records"),
	FL_ROW(struct ds_shard, rows, FL_INT, .doc = "records"),
	FL_ROW(struct ds_shard, bytes, FL_INT, .doc = "size of the file"),
	FL_ROW(struct ds_shard, raw_bytes, FL_INT, .doc = "size of its content, decompressed"),
	FL_ROW(struct ds_shard, sha256, FL_TEXT, .doc = "hash of the file"),
	FL_ROW(struct ds_shard, raw_sha256, FL_TEXT, .doc = "hash of its content"),
};

const struct fl_shape ds_shard_shape = {.name = "shard",
	.size = sizeof(struct ds_shard),
	FL_SHAPE_FIELDS(shard_fields),
	.doc = "A file of records."};

/* A finished shard, without an arena to live in yet. */
struct done {
	int kind;
	unsigned number;
	int64_t rows, bytes, raw_bytes;
	char sha256[65], raw_sha256[65];
};

/* The open shard of a kind. */
struct open_shard {
	struct fl_buf raw;
	unsigned number;
	int64_t rows;
};

/*
 * A shard that was closed and is packed, hashed and written by a thread, while the next is filled.
 * The thread reads of the shards what stays as it is: dir, level, seekable.
 */
struct job {
	const struct ds_shards *shards;
	pthread_t thread;
	bool busy, threaded;
	struct fl_buf raw;
	struct done done;
	int rc;
	struct fl_error err;
};

enum { JOBS = 2 };

struct ds_shards {
	struct fl_sink sink; /* first, so that the sink is the whole */
	char *dir;
	size_t cut;
	int level;
	size_t seekable;
	struct open_shard open[DS_KIND_COUNT];
	struct fl_vec done; /* struct done */
	struct job jobs[JOBS];
	size_t next; /* the job that was started first, or is free */
};

enum { SHARDS_MAX = 100000 };

static void shard_name(char *out, size_t size, int kind, unsigned number)
{
	snprintf(out, size, "%s-%05u.jsonl.zst", ds_kind_table[kind].name, number);
}

static int sync_dir(const char *path, struct fl_error *err)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	if (!dir)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(dir);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open the directory of %s", path);
	/* Some file systems cannot sync a directory and say EINVAL; there is nothing to do then. */
	int rc = fsync(fd) && errno != EINVAL
			 ? fl_error_sys(err, FL_EIO, errno, "cannot sync the directory of %s", path)
			 : 0;
	close(fd);
	return rc;
}

static int write_synced(const char *path, struct fl_slice bytes, struct fl_error *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot create %s", path);
	int rc = fl_write_all(fd, bytes, err);
	if (rc)
		fl_error_wrap(err, "%s", path);
	else if (fsync(fd))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot sync %s", path);
	if (close(fd) && rc == 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot close %s", path);
	return rc;
}

int ds_file_write(const char *path, struct fl_slice bytes, struct fl_error *err)
{
	char *temporary;
	if (asprintf(&temporary, "%s.tmp", path) < 0)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	int rc = write_synced(temporary, bytes, err);
	if (rc == 0 && rename(temporary, path))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot rename %s", temporary);
	if (rc)
		unlink(temporary);
	free(temporary);
	return rc ? rc : sync_dir(path, err);
}

static int write_shard(
	const struct ds_shards *s, struct fl_slice raw, struct done *d, struct fl_error *err)
{
	struct fl_buf packed;
	char name[64], *path = NULL;
	fl_buf_init(&packed, (size_t)DS_SHARD_CUT_MAX * 2);
	int rc = s->seekable ? ds_seek_pack(raw, s->level, s->seekable, &packed, err)
			     : ds_zst_compress(raw, s->level, &packed, err);
	shard_name(name, sizeof(name), d->kind, d->number);
	if (rc == 0 && asprintf(&path, "%s/%s", s->dir, name) < 0) {
		path = NULL;
		rc = fl_error_set(err, FL_ENOMEM, "out of memory");
	}
	if (rc == 0)
		rc = ds_file_write(path, fl_buf_view(&packed), err);
	if (rc == 0) {
		fl_sha256_hex(raw, d->raw_sha256);
		fl_sha256_hex(fl_buf_view(&packed), d->sha256);
		d->raw_bytes = (int64_t)raw.len;
		d->bytes = (int64_t)packed.len;
	}
	free(path);
	fl_buf_release(&packed);
	return rc;
}

static void *run_job(void *ctx)
{
	struct job *j = ctx;
	j->rc = write_shard(j->shards, fl_buf_view(&j->raw), &j->done, &j->err);
	return NULL;
}

/* Signals are for the thread that called us; where no thread comes, the work is done here. */
static void start_job(struct job *j)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	j->threaded = pthread_create(&j->thread, NULL, run_job, j) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	j->busy = true;
	if (!j->threaded)
		run_job(j);
}

/* Wait for the job; its shard is among those that are done, or its error is ours. */
static int end_job(struct ds_shards *s, struct job *j, struct fl_error *err)
{
	if (!j->busy)
		return 0;
	if (j->threaded)
		pthread_join(j->thread, NULL);
	j->busy = false;
	if (j->rc) {
		*err = j->err;
		return j->rc;
	}
	struct done *d = fl_vec_add(&s->done);
	if (!d)
		return fl_error_set(err, s->done.failed, "too many shards");
	*d = j->done;
	return 0;
}

/* Have the open shard of the kind written and start the next, in the room of one that is done. */
static int close_shard(struct ds_shards *s, int kind, struct fl_error *err)
{
	struct open_shard *o = &s->open[kind];
	struct job *j = &s->jobs[s->next];
	int rc = end_job(s, j, err);
	if (rc)
		return rc;
	struct fl_buf room = j->raw;
	fl_buf_clear(&room);
	j->raw = o->raw;
	j->done = (struct done){.kind = kind, .number = o->number, .rows = o->rows};
	s->next = (s->next + 1) % JOBS;
	o->raw = room;
	o->number++;
	o->rows = 0;
	start_job(j);
	return 0;
}

static int put(struct fl_sink *sink, const struct fl_shape *shape, const void *object,
	struct fl_error *err)
{
	struct ds_shards *s = (struct ds_shards *)sink;
	if (shape != &ds_record_shape)
		return fl_error_set(err, FL_EINVAL, "shards hold records, not %s", shape->name);
	const struct ds_record *r = object;
	struct open_shard *o = &s->open[r->kind];
	size_t before = o->raw.len;
	ds_record_write(&o->raw, r);
	fl_buf_char(&o->raw, '\n');
	if (o->raw.failed || o->raw.len - before > DS_RECORD_MAX)
		return fl_error_set(err, o->raw.failed == FL_ENOMEM ? FL_ENOMEM : FL_ELIMIT,
			"no room for record %.*s", FL_ARG(r->id));
	o->rows++;
	return o->raw.len >= s->cut ? close_shard(s, r->kind, err) : 0;
}

int ds_shards_new(
	const struct ds_shards_opts *opts, struct ds_shards **ret_shards, struct fl_error *err)
{
	int level = opts->level ? opts->level : DS_ZST_LEVEL;
	size_t cut = opts->cut ? opts->cut : DS_SHARD_CUT;
	if (level < DS_ZST_LEVEL_MIN || level > DS_ZST_LEVEL_MAX || cut > DS_SHARD_CUT_MAX ||
		opts->seekable > DS_SEEK_FRAME_MAX)
		return fl_error_set(err, FL_EINVAL, "shard size, level or frame is out of range");
	struct ds_shards *s = calloc(1, sizeof(*s));
	char *dir = strdup(opts->dir);
	if (!s || !dir) {
		free(s);
		free(dir);
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	}
	s->sink.put = put;
	s->dir = dir;
	s->cut = cut;
	s->level = level;
	s->seekable = opts->seekable;
	for (int k = 0; k < DS_KIND_COUNT; k++)
		fl_buf_init(&s->open[k].raw, cut + DS_RECORD_MAX);
	for (int i = 0; i < JOBS; i++) {
		s->jobs[i].shards = s;
		fl_buf_init(&s->jobs[i].raw, cut + DS_RECORD_MAX);
	}
	fl_vec_init(&s->done, sizeof(struct done), SHARDS_MAX);
	*ret_shards = s;
	return 0;
}

struct fl_sink *ds_shards_sink(struct ds_shards *s)
{
	return &s->sink;
}

static int done_cmp(const void *x, const void *y)
{
	const struct done *a = x, *b = y;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

int ds_shards_finish(
	struct ds_shards *s, struct fl_arena *a, struct fl_list *ret_shards, struct fl_error *err)
{
	int rc = 0;
	for (int k = 0; rc == 0 && k < DS_KIND_COUNT; k++)
		rc = s->open[k].rows ? close_shard(s, k, err) : 0;
	for (int i = 0; rc == 0 && i < JOBS; i++)
		rc = end_job(s, &s->jobs[i], err);
	if (rc)
		return rc;
	if (s->done.len)
		qsort(s->done.data, s->done.len, sizeof(struct done), done_cmp);
	struct fl_list list = {.items = fl_arena_array(a, s->done.len, sizeof(struct ds_shard)),
		.len = s->done.len};
	for (size_t i = 0; list.items && i < list.len; i++) {
		const struct done *d = fl_vec_at(&s->done, i);
		char name[64];
		shard_name(name, sizeof(name), d->kind, d->number);
		((struct ds_shard *)list.items)[i] = (struct ds_shard){
			.path = fl_arena_slice(a, fl_slice_str(name)),
			.kind = d->kind,
			.rows = d->rows,
			.bytes = d->bytes,
			.raw_bytes = d->raw_bytes,
			.sha256 = fl_arena_slice(a, fl_slice_str(d->sha256)),
			.raw_sha256 = fl_arena_slice(a, fl_slice_str(d->raw_sha256)),
		};
	}
	rc = fl_arena_error(a, "the list of shards", err);
	if (rc == 0)
		*ret_shards = list;
	return rc;
}

/* After an error: what the jobs that are left wrote is done as well, whatever became of them. */
static void end_jobs(struct ds_shards *s)
{
	struct fl_error ignored;
	for (int i = 0; i < JOBS; i++)
		end_job(s, &s->jobs[i], &ignored);
}

void ds_shards_remove(struct ds_shards *s)
{
	end_jobs(s);
	for (size_t i = 0; i < s->done.len; i++) {
		const struct done *d = fl_vec_at(&s->done, i);
		char name[64], *path = NULL;
		shard_name(name, sizeof(name), d->kind, d->number);
		if (asprintf(&path, "%s/%s", s->dir, name) >= 0) {
			unlink(path);
			free(path);
		}
	}
}

void ds_shards_free(struct ds_shards *s)
{
	if (!s)
		return;
	end_jobs(s);
	for (int k = 0; k < DS_KIND_COUNT; k++)
		fl_buf_release(&s->open[k].raw);
	for (int i = 0; i < JOBS; i++)
		fl_buf_release(&s->jobs[i].raw);
	fl_vec_release(&s->done);
	free(s->dir);
	free(s);
}
