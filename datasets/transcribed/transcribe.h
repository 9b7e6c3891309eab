/*
 * From rows with pasted sessions to a dataset of its own, of records of level `transcribed`
 * (datasets/transcribed/make.h). Rows stream; records stand in their order and depend on the rows,
 * the options, this program and the toolchain.
 */
#ifndef FL_DATASETS_TRANSCRIBED_TRANSCRIBE_H
#define FL_DATASETS_TRANSCRIBED_TRANSCRIBE_H

#include <signal.h>

#include "datasets/manifest.h"
#include "datasets/transcribed/make.h"

struct ds_transcribe_opts {
	const char *input; /* JSON lines, as of import (datasets/import/source.h); "-": stdin */
	const char *out; /* directory; made when it is not there */
	bool overwrite; /* replace a dataset that is there already */
	uint64_t seed;
	enum ds_form form; /* of answers */
	size_t seekable; /* shards: 0: one frame; else about so many bytes a frame */
	int64_t prompt_bytes; /* of code in a prompt; 0: no limit */
	struct fl_box_opts box;
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	/* Every row that is not taken, and whether the row itself is at fault; may be NULL. */
	void (*left_out)(void *ctx, uint64_t line, const char *word, struct fl_slice why, bool bad);
	void *ctx;
};

struct ds_transcribe_report {
	int64_t rows, records;
	int64_t pairs[DS_FATE_COUNT]; /* rows that are no pairs, and those that are */
	int64_t fates[DS_TRANSCRIBED_FATE_COUNT]; /* of those that are */
	/* Of records: */
	int64_t by_kind[DS_KIND_COUNT], by_class[DIAG_CLASS_COUNT];
	int64_t typed[DS_TYPED_COUNT]; /* commands */
	int64_t held; /* places and names of the sessions that stand in the files */
	int64_t compiled; /* whose file compiles by itself with its mend */
	bool damaged; /* the input is not whole: what came before is there */
	struct ds_manifest manifest; /* what was written; in the caller's arena */
};

/*
 * Make them. FL_EINVAL when OUT holds a dataset (without overwrite); FL_EMISSING when the sandbox
 * or a tool is not to be had; FL_EREFUSED when no record came out (the report tells why, and an
 * empty dataset is written); FL_ECLOSED when stopped. OUT is complete or has no manifest.
 */
int ds_transcribe(const struct ds_transcribe_opts *opts, struct fl_arena *a,
	struct ds_transcribe_report *ret_report, struct fl_error *err);

/* The summary for people. */
void ds_transcribe_show(struct fl_buf *out, const struct ds_transcribe_report *report);

#endif
