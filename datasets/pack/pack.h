/*
 * Records of several sets as one dataset: rows in their order into shards, and a manifest that adds
 * up those of the sets. What goes in is chosen before (dedup, or any tool that hands on lines as
 * they are); here each row has to be a record of the last version that keeps all rules.
 */
#ifndef FL_DATASETS_PACK_H
#define FL_DATASETS_PACK_H

#include "datasets/manifest.h"

struct ds_pack_opts {
	const char *out; /* directory; made when it is not there */
	bool overwrite; /* replace a dataset that is there already */
	size_t seekable; /* shards: 0: one frame; else about so many bytes a frame */
	/* Directories whose manifests say what the rows were made with. */
	const char *const *from;
	size_t from_count;
};

enum ds_pack_fate { DS_PACK_TAKEN, DS_PACK_REFUSED, DS_PACK_TWICE, DS_PACK_FATES };

struct ds_pack;

/*
 * Begin: the manifests are read and added up. FL_EINVAL: OUT holds a dataset (without overwrite),
 * or is one of `from`; two manifests are of different toolchains, so that no one could replay all
 * rows. FL_ENOTFOUND: a directory has no manifest. The caller frees it; until then OUT is locked.
 */
int ds_pack_new(const struct ds_pack_opts *opts, struct ds_pack **ret_pack, struct fl_error *err);

/*
 * A row's line. *ret_fate: taken; refused, with the reason in *ret_why (a row that is no record of
 * the last version, or breaks a rule); or there already, by its id. A code is of memory or disk.
 */
int ds_pack_add(struct ds_pack *p, struct fl_slice line, enum ds_pack_fate *ret_fate,
	struct fl_error *ret_why, struct fl_error *err);

/*
 * Write the last shards and the manifest; *ret_counts (DS_PACK_FATES) of the rows. Nothing may be
 * added afterwards. FL_EREFUSED: there is no record, and nothing was written.
 */
int ds_pack_finish(struct ds_pack *p, int64_t *ret_counts, struct fl_error *err);

/* Free it; without a finish that went well, what was written is removed. NULL is allowed. */
void ds_pack_free(struct ds_pack *p);

/*
 * Manifests as one, in the arena: counts added up by their names, lists behind each other, seed and
 * arguments those of the first, with the others' arguments that it does not have. FL_EINVAL when
 * they are of different toolchains; none: an empty one of this version.
 */
int ds_manifests_add(const struct ds_manifest *const *all, size_t count, struct fl_arena *a,
	struct ds_manifest *ret_sum, struct fl_error *err);

#endif
