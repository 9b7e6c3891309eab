#include "datasets/pack/pack.h"

#include <stdlib.h>

#include "base/same.h"
#include "base/seen.h"
#include "datasets/out.h"

#define ARENA_MAX ((size_t)4 << 30)

struct ds_pack {
	struct fl_arena arena;
	struct ds_manifest manifest;
	struct ds_shards *shards;
	struct ds_out out;
	struct fl_seen ids;
	int64_t counts[DS_PACK_FATES];
	bool finished;
};

/* A set that is packed into itself would be removed before it is read. */
static int check_apart(const struct ds_pack_opts *opts, struct fl_error *err)
{
	for (size_t i = 0; i < opts->from_count; i++)
		if (fl_same_path(opts->from[i], opts->out))
			return fl_error_set(err, FL_EINVAL,
				"%s is read and written; choose another directory for -o",
				opts->out);
	return 0;
}

static int read_manifests(struct ds_pack *p, const struct ds_pack_opts *opts, struct fl_error *err)
{
	const struct ds_manifest **all =
		fl_arena_array(&p->arena, opts->from_count + 1, sizeof(struct ds_manifest *));
	int rc = all ? 0 : fl_arena_error(&p->arena, "the manifests", err);
	for (size_t i = 0; i < opts->from_count && rc == 0; i++)
		rc = ds_manifest_read(opts->from[i], &p->arena, &all[i], err);
	return rc ? rc : ds_manifests_add(all, opts->from_count, &p->arena, &p->manifest, err);
}

int ds_pack_new(const struct ds_pack_opts *opts, struct ds_pack **ret_pack, struct fl_error *err)
{
	struct ds_shards_opts shards = {.seekable = opts->seekable};
	struct ds_pack *p = calloc(1, sizeof(*p));
	if (!p)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a dataset");
	p->out = (struct ds_out)DS_OUT_NONE;
	fl_arena_init(&p->arena, ARENA_MAX);
	int rc = read_manifests(p, opts, err);
	rc = rc ? rc : check_apart(opts, err);
	rc = rc ? rc : ds_out_open(opts->out, opts->overwrite, &p->out, err);
	shards.dir = p->out.dir;
	rc = rc ? rc : ds_shards_new(&shards, &p->shards, err);
	if (rc)
		ds_pack_free(p);
	else
		*ret_pack = p;
	return rc;
}

static int read_row(struct fl_slice line, struct fl_arena *a, struct ds_record **ret_record,
	struct fl_error *why)
{
	bool canonical;
	int rc = ds_record_read_line(line, a, ret_record, &canonical, why);
	if (rc == 0 && (*ret_record)->schema_version != DS_SCHEMA_VERSION)
		return fl_error_set(why, FL_EREFUSED,
			"it is of schema version %lld; `datasets convert` makes it one of %d",
			(long long)(*ret_record)->schema_version, DS_SCHEMA_VERSION);
	return rc ? rc
		  : ds_record_check_line(*ret_record, canonical ? line : fl_slice(NULL, 0), why);
}

int ds_pack_add(struct ds_pack *p, struct fl_slice line, enum ds_pack_fate *ret_fate,
	struct fl_error *ret_why, struct fl_error *err)
{
	struct fl_sink *sink = ds_shards_sink(p->shards);
	struct ds_record *r;
	struct fl_arena a;
	bool fresh = false;
	fl_arena_init(&a, DS_RECORD_MAX);
	int rc = read_row(line, &a, &r, ret_why);
	enum ds_pack_fate fate = rc ? DS_PACK_REFUSED : DS_PACK_TWICE;
	if (rc == FL_ENOMEM)
		rc = fl_error_set(err, rc, "%s", ret_why->message);
	else if (rc)
		rc = 0;
	else
		rc = fl_seen_add_copy(&p->ids, r->id, &p->arena, &fresh, err);
	if (rc == 0 && fresh) {
		fate = DS_PACK_TAKEN;
		rc = sink->put(sink, &ds_record_shape, r, err);
	}
	fl_arena_release(&a);
	if (rc == 0) {
		p->counts[fate]++;
		*ret_fate = fate;
	}
	return rc;
}

int ds_pack_finish(struct ds_pack *p, int64_t *ret_counts, struct fl_error *err)
{
	if (!p->counts[DS_PACK_TAKEN])
		return fl_error_set(err, FL_EREFUSED, "there is no record to write");
	int rc = ds_shards_finish(p->shards, &p->arena, &p->manifest.shards, err);
	rc = rc ? rc : ds_manifest_write(p->out.dir, &p->manifest, err);
	rc = rc ? rc : ds_out_commit(&p->out, err);
	p->finished = rc == 0;
	if (rc == 0)
		memcpy(ret_counts, p->counts, sizeof(p->counts));
	return rc;
}

void ds_pack_free(struct ds_pack *p)
{
	if (!p)
		return;
	if (p->shards && !p->finished)
		ds_shards_remove(p->shards);
	ds_shards_free(p->shards);
	fl_seen_release(&p->ids);
	ds_out_close(&p->out);
	fl_arena_release(&p->arena);
	free(p);
}
