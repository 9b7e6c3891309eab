#include "datasets/manifest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/json.h"

static const struct fl_field count_fields[] = {
	FL_ROW(struct ds_count, name, FL_TEXT, .doc = "what was counted"),
	FL_ROW(struct ds_count, count, FL_INT, .doc = "how often"),
};

const struct fl_shape ds_count_shape = {.name = "count",
	.size = sizeof(struct ds_count),
	FL_SHAPE_FIELDS(count_fields),
	.doc = "How often something was seen."};

static const struct fl_field refused_fields[] = {
	FL_ROW(struct ds_refused, path, FL_TEXT, .doc = "path within its corpus"),
	FL_ROW(struct ds_refused, reason, FL_TEXT, .doc = "why it was not used, in a word"),
	FL_ROW(struct ds_refused, detail, FL_TEXT, .doc = "more on that, for a person"),
};

static const struct fl_shape refused_shape = {.name = "refused",
	.size = sizeof(struct ds_refused),
	FL_SHAPE_FIELDS(refused_fields),
	.doc = "A file or program that was not used."};

static const struct fl_field programs_fields[] = {
	FL_ROW(struct ds_manifest_programs, taken, FL_INT, .doc = "programs that were used"),
	FL_ROW(struct ds_manifest_programs, refused, FL_LIST, .shape = &ds_count_shape,
		.item = "reason", .doc = "files and programs that were not, by reason"),
	FL_ROW(struct ds_manifest_programs, refusals, FL_LIST, .shape = &refused_shape,
		.item = "refused", .doc = "each of these"),
};

static const struct fl_shape programs_shape = {.name = "programs",
	.size = sizeof(struct ds_manifest_programs),
	FL_SHAPE_FIELDS(programs_fields),
	.doc = "What became of the corpora's programs."};

#define ROW(m, text) FL_ROW(struct ds_manifest_operator, m, FL_INT, .doc = (text))
static const struct fl_field operator_fields[] = {
	FL_ROW(struct ds_manifest_operator, operator, FL_TEXT, .doc = "the operator's name"),
	ROW(sites, "sites in all programs that were taken"),
	ROW(tried, "sites that the seed chose"),
	ROW(compiled, "tried, and the faulty code compiled and linked"),
	ROW(observed, "tried, and the fault was seen twice alike"),
	ROW(survived, "tried, and nothing was seen"),
	ROW(not_compiled, "tried, but a fault of the run did not compile"),
	ROW(nondeterministic, "tried, but two runs differed"),
	ROW(near_limit, "tried, but too close to the time limit to be sure"),
	ROW(infra, "tried, but the tools failed"),
	ROW(traced, "chosen for a trace, and it was recorded"),
	ROW(trace_refused, "chosen for a trace, but it was not to be had"),
	ROW(unrecorded, "observed, but refused as a record"),
	ROW(duplicates, "records left out as copies of others"),
	ROW(over_share, "records left out because the operator had too many"),
	ROW(records, "records that were written"),
	FL_ROW(struct ds_manifest_operator, evidence, FL_LIST, .shape = &ds_count_shape,
		.item = "class", .doc = "what was observed, by evidence class"),
};
#undef ROW

static const struct fl_shape operator_shape = {.name = "operator",
	.size = sizeof(struct ds_manifest_operator),
	FL_SHAPE_FIELDS(operator_fields),
	.doc = "What became of one operator's sites."};

static const struct fl_field inputs_fields[] = {
	FL_ROW(struct ds_manifest_inputs, path, FL_TEXT, .doc = "path within its corpus"),
	FL_ROW(struct ds_manifest_inputs, none, FL_TEXT, .doc = "why none was kept, in a word"),
	FL_ROW(struct ds_manifest_inputs, tried, FL_INT, .doc = "inputs that were tried"),
	FL_ROW(struct ds_manifest_inputs, well, FL_INT, .doc = "those with which it ends well"),
	FL_ROW(struct ds_manifest_inputs, kept, FL_INT, .doc = "those that were kept"),
	FL_ROW(struct ds_manifest_inputs, reached, FL_INT,
		.doc = "places in the code that any of them reaches"),
	FL_ROW(struct ds_manifest_inputs, kept_reach, FL_INT,
		.doc = "those that the kept ones reach"),
};

static const struct fl_shape inputs_shape = {.name = "inputs",
	.size = sizeof(struct ds_manifest_inputs),
	FL_SHAPE_FIELDS(inputs_fields),
	.doc = "What was looked for in a program that reads and came without inputs."};

static const struct fl_field manifest_fields[] = {
	FL_ROW(struct ds_manifest, schema_version, FL_INT,
		.doc = "version of the records' columns"),
	FL_ROW(struct ds_manifest, faultline, FL_TEXT, .doc = "version of Faultline"),
	FL_ROW(struct ds_manifest, seed, FL_INT, .doc = "seed of the build"),
	FL_ROW(struct ds_manifest, arguments, FL_TEXTS, .doc = "options that shape the content"),
	FL_ROW(struct ds_manifest, fingerprint, FL_TEXT, .doc = "hash of toolchain"),
	FL_ROW(struct ds_manifest, toolchain, FL_TEXTS, .doc = "tools and their versions"),
	FL_ROW(struct ds_manifest, shards, FL_LIST, .shape = &ds_shard_shape, .item = "shard",
		.doc = "the files"),
	FL_ROW(struct ds_manifest, programs, FL_OBJECT, .shape = &programs_shape,
		.doc = "what became of the corpora's programs"),
	FL_ROW(struct ds_manifest, operators, FL_LIST, .shape = &operator_shape, .item = "operator",
		.doc = "what became of each operator's sites"),
	FL_ROW(struct ds_manifest, skipped, FL_LIST, .shape = &ds_count_shape, .item = "reason",
		.doc = "what was left out though it was there, and why"),
	FL_ROW(struct ds_manifest, sha256, FL_TEXT,
		.doc = "hash of this object with an empty sha256"),
	FL_ROW(struct ds_manifest, inputs, FL_LIST, .shape = &inputs_shape, .item = "input",
		.doc = "programs that inputs were looked for"),
};

const struct fl_shape ds_manifest_shape = {.name = "manifest",
	.size = sizeof(struct ds_manifest),
	FL_SHAPE_FIELDS(manifest_fields),
	.doc = "What a dataset holds and what it was made with."};

/* Fields are appended: the first manifests have all but the last. */
static const struct fl_shape early_shape = {.name = "manifest",
	.size = sizeof(struct ds_manifest),
	.fields = manifest_fields,
	.count = sizeof(manifest_fields) / sizeof(manifest_fields[0]) - 1,
	.doc = "What a dataset holds and what it was made with."};

static int manifest_path(const char *dir, char **ret_path, struct fl_error *err)
{
	char *path = NULL;
	if (asprintf(&path, "%s/" DS_MANIFEST_NAME, dir) < 0)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	*ret_path = path;
	return 0;
}

/* The hash that the content asks for, whatever m->sha256 is. */
static int manifest_hash(const struct ds_manifest *m, char ret_hex[65], struct fl_error *err)
{
	struct ds_manifest bare = *m;
	struct fl_buf json;
	bare.sha256 = fl_slice("", 0);
	fl_buf_init(&json, DS_MANIFEST_MAX);
	fl_json_object(&json, m->early ? &early_shape : &ds_manifest_shape, &bare);
	int rc = fl_buf_error(&json, "the manifest", err);
	if (rc == 0)
		fl_sha256_hex(fl_buf_view(&json), ret_hex);
	fl_buf_release(&json);
	return rc;
}

int ds_manifest_write(const char *dir, const struct ds_manifest *m, struct fl_error *err)
{
	struct ds_manifest sealed = *m;
	struct fl_buf json;
	char *path = NULL, hex[65];
	sealed.early = false;
	int rc = manifest_hash(&sealed, hex, err);
	if (rc == 0)
		rc = manifest_path(dir, &path, err);
	if (rc)
		return rc;
	sealed.sha256 = fl_slice_str(hex);
	fl_buf_init(&json, DS_MANIFEST_MAX);
	fl_json_object(&json, &ds_manifest_shape, &sealed);
	fl_buf_char(&json, '\n');
	rc = fl_buf_error(&json, "the manifest", err);
	if (rc == 0)
		rc = ds_file_write(path, fl_buf_view(&json), err);
	fl_buf_release(&json);
	free(path);
	return rc;
}

/* Everything that a reader of shards relies on. */
static int check_manifest(const struct ds_manifest *m, struct fl_error *err)
{
	const struct ds_shard *s = m->shards.items;
	char hex[65];
	int rc = manifest_hash(m, hex, err);
	if (rc)
		return rc;
	if (!fl_slice_eqs(m->sha256, hex))
		return fl_error_set(err, FL_EPARSE, "the manifest was changed: its hash differs");
	if (!ds_record_shape_of(m->schema_version))
		return fl_error_set(err, FL_EPARSE, "schema version %lld is none of 1 to %d",
			(long long)m->schema_version, DS_SCHEMA_VERSION);
	for (size_t i = 0; i < m->shards.len; i++) {
		if (fl_slice_chr(s[i].path, '/') >= 0 || fl_slice_chr(s[i].path, '\0') >= 0 ||
			fl_slice_starts(s[i].path, ".") || s[i].path.len == 0)
			return fl_error_set(err, FL_EPARSE,
				"shard \"%.*s\" is not plainly in the directory",
				FL_ARG(s[i].path));
		if (s[i].rows < 1 || s[i].bytes < 1 || s[i].raw_bytes < 1)
			return fl_error_set(
				err, FL_EPARSE, "shard %.*s cannot be empty", FL_ARG(s[i].path));
	}
	return 0;
}

static int read_json(
	struct fl_slice text, struct fl_arena *a, struct ds_manifest **ret_m, struct fl_error *err)
{
	const struct fl_json *v = NULL;
	void *m = NULL;
	int rc = fl_json_parse(text, a, &v, err);
	bool early = rc == 0 && v->type == FL_JOBJECT && !fl_json_get(v, "inputs");
	rc = rc ? rc : fl_json_read_value(v, early ? &early_shape : &ds_manifest_shape, a, &m, err);
	if (rc == 0) {
		*ret_m = m;
		(*ret_m)->early = early;
	}
	return rc;
}

int ds_manifest_read(const char *dir, struct fl_arena *a, const struct ds_manifest **ret_manifest,
	struct fl_error *err)
{
	struct fl_buf json;
	struct fl_error why = {0};
	struct ds_manifest *m = NULL;
	char *path = NULL;
	if (access(dir, F_OK) != 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open %s", dir);
	int rc = manifest_path(dir, &path, err);
	if (rc)
		return rc;
	fl_buf_init(&json, DS_MANIFEST_MAX);
	rc = fl_buf_read_file(&json, path, &why);
	if (rc == FL_EIO && why.sys == ENOENT)
		rc = fl_error_set(&why, FL_ENOTFOUND, "no " DS_MANIFEST_NAME " is there");
	if (rc == 0)
		rc = read_json(fl_buf_view(&json), a, &m, &why);
	if (rc && rc != FL_ENOTFOUND)
		fl_error_wrap(&why, "%s", DS_MANIFEST_NAME);
	if (rc == 0)
		rc = check_manifest(m, &why);
	fl_buf_release(&json);
	free(path);
	if (rc == 0) {
		*ret_manifest = m;
		return 0;
	}
	fl_error_wrap(&why, "%s", dir);
	if (err)
		*err = why;
	return rc;
}
