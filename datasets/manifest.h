/*
 * manifest.json: what a dataset holds and what it was made with. It is written last, so a directory
 * that has one is whole. Its bytes depend on the content alone: no times, no paths of the machine.
 */
#ifndef FL_DATASETS_MANIFEST_H
#define FL_DATASETS_MANIFEST_H

#include "datasets/shard.h"

#define DS_MANIFEST_NAME "manifest.json"
enum { DS_MANIFEST_MAX = 64 << 20 };

/* How often something was seen. */
struct ds_count {
	struct fl_slice name;
	int64_t count;
};

/* A file or program that was not used. */
struct ds_refused {
	struct fl_slice path; /* within its corpus */
	struct fl_slice reason; /* a word of ds_refusal_names or of tg_refusals */
	struct fl_slice detail; /* for a person, or "" */
};

/* What was looked for in a program that reads and came without inputs. */
struct ds_manifest_inputs {
	struct fl_slice path; /* within its corpus */
	struct fl_slice none; /* why none was kept: a word of ds_inputs_none_words */
	int64_t tried, well,
		kept; /* inputs that were run; that it ended well with; that were kept */
	int64_t reached, kept_reach; /* places in the code: by all of those; by the kept ones */
};

struct ds_manifest_programs {
	int64_t taken;
	struct fl_list refused; /* struct ds_count by reason, without zeros */
	struct fl_list refusals; /* struct ds_refused, by path */
};

/* The fate of one operator's sites over all programs that were taken. */
struct ds_manifest_operator {
	struct fl_slice operator;
	int64_t sites; /* that there are */
	int64_t tried; /* sites drawn by the seed, whatever became of them */
	int64_t compiled; /* of those tried */
	int64_t observed, survived, not_compiled, nondeterministic, near_limit, infra; /* = tried */
	int64_t traced, trace_refused; /* of those drawn for a trace */
	int64_t unrecorded, duplicates, over_share; /* observed, but no record: why */
	int64_t records;
	struct fl_list evidence; /* struct ds_count by evidence class of what was observed */
};

struct ds_manifest {
	int64_t schema_version;
	struct fl_slice faultline; /* version */
	int64_t seed;
	struct fl_list arguments; /* struct fl_slice: "--limit=5", those that shape the content */
	struct fl_slice fingerprint; /* of the toolchain */
	struct fl_list toolchain; /* struct fl_slice */
	struct fl_list shards; /* struct ds_shard */
	struct ds_manifest_programs programs;
	struct fl_list operators; /* struct ds_manifest_operator, in the table's order */
	struct fl_list
		skipped; /* struct ds_count: what was observed or wanted, but not had, and why */
	struct fl_slice sha256; /* of this object's JSON with "" here; writing fills it in */
	struct fl_list inputs; /* struct ds_manifest_inputs, in the order of the programs */
	bool early; /* no field: it was written before there was `inputs` */
};

extern const struct fl_shape ds_manifest_shape, ds_count_shape;

/* Write DIR/manifest.json whole (as ds_file_write() does), with its sha256. */
int ds_manifest_write(const char *dir, const struct ds_manifest *m, struct fl_error *err);

/*
 * Read DIR/manifest.json into the arena. FL_ENOTFOUND when there is none in it, FL_EPARSE when it
 * is not of this form or version, was changed, or names a shard that is not plainly in DIR.
 */
int ds_manifest_read(const char *dir, struct fl_arena *a, const struct ds_manifest **ret_manifest,
	struct fl_error *err);

#endif
