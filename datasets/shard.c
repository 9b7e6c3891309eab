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
#include "base/zst.h"
#include "datasets/seek.h"

static const struct fl_field shard_fields[] = {
	FL_ROW(struct ds_shard, path, FL_TEXT, .doc = "path beside the manifest"),
	FL_ROW(struct ds_shard, kind, FL_ENUM, .names = &ds_kind_names,
		.doc = "kind of its records"),
	FL_ROW(struct ds_shard, rows, FL_INT, .doc = "records"),
	FL_ROW(struct ds_shard, bytes, FL_INT, .doc = "size of the file"),
	FL_ROW(struct ds_shard, raw_bytes, FL_INT, .doc = "size of its content, decompressed"),
	FL_ROW(struct ds_shard, sha256, FL_TEXT, .doc = "hash of the file"),
	FL_ROW(struct ds_shard, raw_sha256, FL_TEXT,
		.doc = "hash of its content; empty in sets of today, whose frames hold a checksum"),
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
	char sha256[65];
};

/*
 * What a shard is made in, one after the other. Lines go into the frame by pieces, while they are
 * in the processor's cache; those of a seekable shard stay.
 */
struct room {
	struct fl_buf lines; /* that are not in the frame yet */
	struct fl_zst_frame *frame; /* NULL: none of them are */
	int64_t bytes; /* of those that are */
};

/* The open shard of a kind. */
struct open_shard {
	struct room room;
	unsigned number;
	int64_t rows;
};

/*
 * A shard that was closed and is finished and written by a thread, while the next is filled.
 * The thread reads of the shards what stays as it is: dir, level, seekable.
 */
struct job {
	const struct ds_shards *shards;
	pthread_t thread;
	bool busy, threaded;
	struct room room;
	struct done done;
	int rc;
	struct fl_error err;
};

/*
 * Jobs at once, while shards are filled and when they are finished: all kinds' then, as a thread
 * mostly waits for the disk.
 */
enum { JOBS = 2, JOBS_MAX = DS_KIND_COUNT, PIECE = 1 << 20 };

struct ds_shards {
	struct fl_sink sink; /* first, so that the sink is the whole */
	char *dir;
	size_t cut;
	int level;
	size_t seekable;
	struct open_shard open[DS_KIND_COUNT];
	struct fl_vec done; /* struct done */
	struct job jobs[JOBS_MAX];
	size_t job_count; /* of those that are used */
	size_t next; /* the job that was started first, or is free */
	/* Frames that no shard is made in: the memory of one is 20 MB, and new memory is slow. */
	struct fl_zst_frame *spare[DS_KIND_COUNT + JOBS_MAX];
	size_t spares;
};

enum { SHARDS_MAX = 100000 };

static void shard_name(char *out, size_t size, int kind, unsigned number)
{
	snprintf(out, size, "%s-%05u.jsonl.zst", ds_kind_table[kind].name, number);
}

/* The number is read, and the name that is made of it compared. */
bool ds_shard_is_name(const char *name)
{
	char whole[64];
	for (int k = 0; k < DS_KIND_COUNT; k++) {
		size_t len = strlen(ds_kind_table[k].name);
		if (strncmp(name, ds_kind_table[k].name, len) != 0 || name[len] != '-')
			continue;
		shard_name(whole, sizeof(whole), k, (unsigned)strtoul(name + len + 1, NULL, 10));
		struct fl_slice s = fl_slice_str(name);
		if (fl_slice_eqs(s, whole) ||
			(fl_slice_starts(s, whole) &&
				fl_slice_eqs(fl_slice_skip(s, strlen(whole)), ".tmp")))
			return true;
	}
	return false;
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

/* Its name is safe once the directory is synced. */
static int put_file(const char *path, struct fl_slice bytes, struct fl_error *err)
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
	return rc;
}

int ds_file_write(const char *path, struct fl_slice bytes, struct fl_error *err)
{
	int rc = put_file(path, bytes, err);
	return rc ? rc : sync_dir(path, err);
}

/* Move the lines into the frame. */
static int pack_lines(struct room *r, struct fl_error *err)
{
	struct fl_slice lines = fl_buf_view(&r->lines);
	r->bytes += (int64_t)lines.len;
	int rc = fl_zst_frame_add(r->frame, lines, err);
	fl_buf_clear(&r->lines);
	return rc;
}

static int write_packed(
	const struct ds_shards *s, struct fl_slice packed, struct done *d, struct fl_error *err)
{
	char name[64], *path;
	shard_name(name, sizeof(name), d->kind, d->number);
	if (asprintf(&path, "%s/%s", s->dir, name) < 0)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	int rc = put_file(path, packed, err);
	free(path);
	fl_sha256_hex(packed, d->sha256);
	d->bytes = (int64_t)packed.len;
	return rc;
}

static int write_frame(struct job *j, struct fl_error *err)
{
	struct room *r = &j->room;
	struct fl_slice packed;
	int rc = pack_lines(r, err);
	rc = rc ? rc : fl_zst_frame_end(r->frame, &packed, err);
	if (rc)
		return rc;
	j->done.raw_bytes = r->bytes;
	return write_packed(j->shards, packed, &j->done, err);
}

static int write_seekable(struct job *j, struct fl_error *err)
{
	const struct ds_shards *s = j->shards;
	struct fl_slice lines = fl_buf_view(&j->room.lines);
	struct fl_buf packed;
	fl_buf_init(&packed, (size_t)DS_SHARD_CUT_MAX * 2);
	int rc = ds_seek_pack(lines, s->level, s->seekable, &packed, err);
	j->done.raw_bytes = (int64_t)lines.len;
	rc = rc ? rc : write_packed(s, fl_buf_view(&packed), &j->done, err);
	fl_buf_release(&packed);
	return rc;
}

static void *run_job(void *ctx)
{
	struct job *j = ctx;
	j->rc = j->shards->seekable ? write_seekable(j, &j->err) : write_frame(j, &j->err);
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

/* Its shard is among those that are done, or its error is ours; its frame is free. */
static int end_job(struct ds_shards *s, struct job *j, struct fl_error *err)
{
	j->busy = false;
	if (j->room.frame)
		s->spare[s->spares++] = j->room.frame;
	j->room.frame = NULL;
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

static int wait_for_job(struct ds_shards *s, struct job *j, struct fl_error *err)
{
	if (!j->busy)
		return 0;
	if (j->threaded)
		pthread_join(j->thread, NULL);
	return end_job(s, j, err);
}

/* End those that do nothing any more. */
static int look_at_jobs(struct ds_shards *s, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < JOBS_MAX; i++) {
		struct job *j = &s->jobs[i];
		if (j->busy && (!j->threaded || pthread_tryjoin_np(j->thread, NULL) == 0))
			rc = end_job(s, j, err);
	}
	return rc;
}

/* A frame for the room: one that was used before, or a new one. */
static int take_frame(struct ds_shards *s, struct room *r, struct fl_error *err)
{
	if (r->frame || s->seekable)
		return 0;
	int rc = look_at_jobs(s, err);
	if (rc == 0 && s->spares)
		r->frame = s->spare[--s->spares];
	else if (rc == 0)
		rc = fl_zst_frame_new(s->level, &r->frame, err);
	return rc;
}

/* Have the open shard of the kind written and start the next, in the room of one that is done. */
static int close_shard(struct ds_shards *s, int kind, struct fl_error *err)
{
	struct open_shard *o = &s->open[kind];
	struct job *j = &s->jobs[s->next];
	int rc = wait_for_job(s, j, err);
	rc = rc ? rc : take_frame(s, &o->room, err);
	if (rc)
		return rc;
	struct room room = j->room;
	fl_buf_clear(&room.lines);
	room.bytes = 0;
	j->room = o->room;
	j->done = (struct done){.kind = kind, .number = o->number, .rows = o->rows};
	s->next = (s->next + 1) % s->job_count;
	o->room = room;
	o->number++;
	o->rows = 0;
	start_job(j);
	return 0;
}

/* Lines into the frame once there are enough. */
static int pack_piece(struct ds_shards *s, struct room *r, struct fl_error *err)
{
	if (r->lines.len < PIECE || s->seekable)
		return 0;
	int rc = take_frame(s, r, err);
	return rc ? rc : pack_lines(r, err);
}

static int put(struct fl_sink *sink, const struct fl_shape *shape, const void *object,
	struct fl_error *err)
{
	struct ds_shards *s = (struct ds_shards *)sink;
	if (shape != &ds_record_shape)
		return fl_error_set(err, FL_EINVAL, "shards hold records, not %s", shape->name);
	const struct ds_record *r = object;
	struct open_shard *o = &s->open[r->kind];
	struct fl_buf *lines = &o->room.lines;
	size_t before = lines->len;
	ds_record_write(lines, r);
	fl_buf_char(lines, '\n');
	if (lines->failed || lines->len - before > DS_RECORD_MAX)
		return fl_error_set(err, lines->failed == FL_ENOMEM ? FL_ENOMEM : FL_ELIMIT,
			"no room for record %.*s", FL_ARG(r->id));
	o->rows++;
	if ((size_t)o->room.bytes + lines->len >= s->cut)
		return close_shard(s, r->kind, err);
	return pack_piece(s, &o->room, err);
}

static void room_init(struct room *r, size_t cut)
{
	fl_buf_init(&r->lines, cut + DS_RECORD_MAX);
}

static void room_release(struct room *r)
{
	fl_buf_release(&r->lines);
	fl_zst_frame_free(r->frame);
}

int ds_shards_new(
	const struct ds_shards_opts *opts, struct ds_shards **ret_shards, struct fl_error *err)
{
	int level = opts->level ? opts->level : FL_ZST_LEVEL;
	size_t cut = opts->cut ? opts->cut : DS_SHARD_CUT;
	if (level < FL_ZST_LEVEL_MIN || level > FL_ZST_LEVEL_MAX || cut > DS_SHARD_CUT_MAX ||
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
		room_init(&s->open[k].room, cut);
	s->job_count = JOBS;
	for (int i = 0; i < JOBS_MAX; i++) {
		s->jobs[i].shards = s;
		room_init(&s->jobs[i].room, cut);
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

/* All that are open, each by a thread of its own where one is free; their names are safe then. */
static int close_all(struct ds_shards *s, struct fl_error *err)
{
	char *inside = NULL;
	int rc = 0;
	s->job_count = JOBS_MAX;
	s->next = JOBS;
	for (int k = 0; rc == 0 && k < DS_KIND_COUNT; k++)
		rc = s->open[k].rows ? close_shard(s, k, err) : 0;
	for (int i = 0; rc == 0 && i < JOBS_MAX; i++)
		rc = wait_for_job(s, &s->jobs[i], err);
	if (rc == 0 && asprintf(&inside, "%s/", s->dir) < 0)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	rc = rc ? rc : sync_dir(inside, err);
	free(inside);
	return rc;
}

int ds_shards_finish(
	struct ds_shards *s, struct fl_arena *a, struct fl_list *ret_shards, struct fl_error *err)
{
	int rc = close_all(s, err);
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
			.raw_sha256 = FL_S(""),
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
	for (int i = 0; i < JOBS_MAX; i++)
		wait_for_job(s, &s->jobs[i], &ignored);
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
		room_release(&s->open[k].room);
	for (int i = 0; i < JOBS_MAX; i++)
		room_release(&s->jobs[i].room);
	while (s->spares)
		fl_zst_frame_free(s->spare[--s->spares]);
	fl_vec_release(&s->done);
	free(s->dir);
	free(s);
}
