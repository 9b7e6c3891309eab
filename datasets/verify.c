#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/seen.h"
#include "base/zst.h"
#include "datasets/dataset.h"

/* A verification under way. */
struct run {
	const char *dir;
	const struct ds_verify_opts *opts;
	const struct ds_manifest *manifest;
	struct ds_verify_report report;
	struct fl_arena arena; /* the manifest and the ids */
	struct fl_seen ids;
	int64_t rows; /* that the manifest promises */
	struct fl_buf packed, raw; /* of a shard; their memory serves for all */
	/* The shard being read. */
	const struct ds_shard *shard;
	int64_t row;
};

__attribute__((format(printf, 2, 3))) static void complain(struct run *v, const char *fmt, ...)
{
	char message[600];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(message, sizeof(message), fmt, ap);
	va_end(ap);
	v->report.faults++;
	v->opts->complain(v->opts->ctx, v->shard ? v->shard->path.ptr : NULL, v->row, message);
}

/* The record's own JSON is its line: no other blanks, order of keys or way to write a number. */
static bool is_canonical(const struct ds_record *r, struct fl_slice line)
{
	struct fl_buf json;
	fl_buf_init(&json, DS_RECORD_MAX);
	ds_record_write(&json, r);
	bool same = fl_slice_eq(fl_buf_view(&json), line);
	fl_buf_release(&json);
	return same;
}

static int verify_record(struct run *v, const struct ds_record *r, struct fl_slice line,
	bool canonical, struct fl_error *err)
{
	struct fl_error why = {0};
	bool fresh = false;
	int rc = fl_seen_add_copy(&v->ids, r->id, &v->arena, &fresh, err);
	if (rc)
		return rc;
	if (!fresh)
		complain(v, "id %.*s comes twice", FL_ARG(fl_slice_head(r->id, DS_ID_LEN)));
	else if (r->kind != v->shard->kind)
		complain(v, "a %s among %s", ds_kind_table[r->kind].name,
			ds_kind_table[v->shard->kind].name);
	else if (!canonical && !is_canonical(r, line))
		complain(v, "the JSON is not in canonical form");
	else if (ds_record_check_line(r, line, &why))
		complain(v, "%s", why.message);
	else if (v->opts->each)
		return v->opts->each(v->opts->ctx, r, v->report.rows, v->rows, err);
	return 0;
}

static int verify_rows(struct run *v, struct fl_slice text, struct fl_error *err)
{
	struct fl_slice line;
	struct fl_arena a;
	int rc = 0;
	if (!fl_slice_ends(text, "\n"))
		complain(v, "the last line does not end");
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	while (rc == 0 && fl_slice_line(&text, &line)) {
		struct fl_error why = {0};
		struct ds_record *record;
		bool canonical;
		v->row++;
		if (ds_record_read_line(line, &a, &record, &canonical, &why))
			complain(v, "%s", why.message);
		else
			rc = verify_record(v, record, line, canonical, err);
		v->report.rows++;
		fl_arena_release(&a);
	}
	return rc;
}

/* The bytes of the file, compared with the manifest; false when there are none to go on with. */
static bool read_shard(struct run *v)
{
	const struct ds_shard *s = v->shard;
	struct fl_error why = {0};
	char hex[65], *path;
	if (asprintf(&path, "%s/%s", v->dir, s->path.ptr) < 0) {
		complain(v, "out of memory");
		return false;
	}
	fl_buf_clear(&v->packed);
	int rc = fl_buf_read_file(&v->packed, path, &why);
	free(path);
	if (rc) {
		complain(v, "%s", why.message);
		return false;
	}
	v->report.bytes += (int64_t)v->packed.len;
	fl_sha256_hex(fl_buf_view(&v->packed), hex);
	if ((int64_t)v->packed.len != s->bytes)
		complain(v, "it has %zu bytes, not %lld", v->packed.len, (long long)s->bytes);
	else if (!fl_slice_eqs(s->sha256, hex))
		complain(v, "its sha256 is not that of the manifest");
	return true;
}

static int verify_content(struct run *v, struct fl_error *err)
{
	const struct ds_shard *s = v->shard;
	char hex[65] = "";
	if (s->raw_sha256.len)
		fl_sha256_hex(fl_buf_view(&v->raw), hex);
	if ((int64_t)v->raw.len != s->raw_bytes)
		complain(v, "it holds %zu bytes, not %lld", v->raw.len, (long long)s->raw_bytes);
	else if (!fl_slice_eqs(s->raw_sha256, hex))
		complain(v, "the sha256 of its content is not that of the manifest");
	int rc = verify_rows(v, fl_buf_view(&v->raw), err);
	int64_t rows = v->row;
	v->row = 0;
	if (rc == 0 && rows != s->rows)
		complain(v, "it has %lld rows, not %lld", (long long)rows, (long long)s->rows);
	return rc;
}

static int verify_shard(struct run *v, struct fl_error *err)
{
	struct fl_error why = {0};
	v->row = 0;
	v->report.shards++;
	if (!read_shard(v))
		return 0;
	fl_buf_clear(&v->raw);
	if (fl_zst_expand(fl_buf_view(&v->packed), &v->raw, &why) == 0)
		return verify_content(v, err);
	complain(v, "%s", why.message);
	return 0;
}

static bool is_listed(const struct ds_manifest *m, struct fl_slice name)
{
	const struct ds_shard *s = m->shards.items;
	for (size_t i = 0; i < m->shards.len; i++)
		if (fl_slice_eq(s[i].path, name))
			return true;
	return false;
}

static int verify_files(struct run *v, struct fl_error *err)
{
	struct fl_list names;
	int rc = ds_dataset_files(v->dir, &v->arena, &names, err);
	for (size_t i = 0; rc == 0 && i < names.len; i++) {
		const struct fl_slice *name = (const struct fl_slice *)names.items + i;
		if (!is_listed(v->manifest, *name))
			complain(v, "%.*s is not in the manifest", FL_ARG(*name));
	}
	return rc;
}

static int verify_all(struct run *v, struct fl_error *err)
{
	struct fl_error why = {0};
	int rc = ds_manifest_read(v->dir, &v->arena, &v->manifest, &why);
	if (rc == FL_EPARSE || rc == FL_ENOTFOUND) {
		complain(v, "%s", why.message);
		return 0;
	}
	if (rc) {
		if (err)
			*err = why;
		return rc;
	}
	const struct ds_shard *s = v->manifest->shards.items;
	for (size_t i = 0; i < v->manifest->shards.len; i++)
		v->rows += s[i].rows;
	rc = verify_files(v, err);
	for (size_t i = 0; rc == 0 && i < v->manifest->shards.len; i++) {
		v->shard = &s[i];
		rc = verify_shard(v, err);
	}
	return rc;
}

int ds_verify(const char *dir, const struct ds_verify_opts *opts,
	struct ds_verify_report *ret_report, struct fl_error *err)
{
	struct run v = {.dir = dir, .opts = opts};
	fl_arena_init(&v.arena, (size_t)2 << 30);
	fl_buf_init(&v.packed, (size_t)DS_SHARD_CUT_MAX * 2);
	fl_buf_init(&v.raw, (size_t)DS_SHARD_CUT_MAX + DS_RECORD_MAX);
	int rc = verify_all(&v, err);
	fl_buf_release(&v.packed);
	fl_buf_release(&v.raw);
	fl_seen_release(&v.ids);
	fl_arena_release(&v.arena);
	if (rc >= 0)
		*ret_report = v.report;
	return rc < 0 ? rc : 0;
}
