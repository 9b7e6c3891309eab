/*
 * From pairs of JSON lines to a dataset of real faults: those that a compiler refused before a
 * commit and takes after it, and those that a sanitizer reported before and does not after.
 *
 * Rows stream: what is held is a row for each worker and what is not yet in a shard. Records stand
 * in the order of the rows, whatever the number of workers, and depend on the rows, the options
 * that shape them (keys, seed, compilers, run, inputs, whole, form, prompt_bytes, the time of a
 * compiler), this program and the toolchain.
 */
#ifndef FL_DATASETS_IMPORT_H
#define FL_DATASETS_IMPORT_H

#include <signal.h>

#include "base/sandbox/sandbox.h"
#include "datasets/import/rows.h"
#include "datasets/manifest.h"
#include "datasets/record/record.h"
#include "diag/model/class.h"

struct ds_import_opts {
	struct ds_rows_opts rows; /* what is read */
	const char *out; /* directory; made when it is not there */
	bool overwrite; /* replace a dataset that is there already */
	bool use[2]; /* compilers, by enum tg_compiler; at least one */
	/* Not NULL: rows are files, and clang-tidy's findings with these checks are looked for. */
	const char *checks;
	bool run; /* run what compiles on both sides (executed.h); not with checks */
	size_t inputs; /* that are looked for, for each that is run; 0: none */
	bool whole; /* keep all that a commit changed, not only what mends the file */
	unsigned jobs; /* worker processes */
	uint64_t seed;
	enum ds_form form; /* of answers */
	size_t seekable; /* shards: 0: one frame; else about so many bytes a frame */
	int64_t prompt_bytes; /* of code in a prompt; 0: no limit */
	const char *cache; /* directory, or NULL */
	struct fl_box_opts box;
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	/*
	 * A row that is at fault itself (struct ds_fate_info.bad), by its line or, where it names
	 * one, its COMMIT:PATH; in order.
	 */
	void (*complain)(void *ctx, uint64_t line, struct fl_slice where, const char *word,
		struct fl_slice why);
	/* Every row that is not taken, in the same way; may be NULL. */
	void (*left_out)(void *ctx, uint64_t line, struct fl_slice where, const char *word,
		struct fl_slice why);
	/*
	 * Once, as soon as it is seen: why a result is not kept in the cache. It costs the time to
	 * do it again, and no content.
	 */
	void (*unkept)(void *ctx, const char *why);
	/* Now and then, with the rows that have been done; may be NULL. */
	void (*progress)(void *ctx, uint64_t rows);
	void *ctx;
};

struct ds_import_report {
	int64_t fates[DS_FATE_COUNT]; /* rows */
	int64_t rows, records;
	int64_t by_tool[3],
		by_class[DIAG_CLASS_COUNT]; /* records; of clang-tidy behind both compilers' */
	int64_t reported; /* records of what a sanitizer reported */
	size_t unkept; /* results that the cache did not take */
	bool damaged; /* the input is not whole: what came before is there */
	struct ds_manifest manifest; /* what was written; in the caller's arena */
};

/*
 * Import. As ds_build(): FL_EINVAL when OUT holds a dataset (without overwrite); FL_EMISSING when
 * the sandbox or a tool is not to be had; FL_EREFUSED when no record came out (the report tells
 * why, and an empty dataset is written); FL_ECLOSED when stopped. OUT is complete or has no
 * manifest.
 */
int ds_import(const struct ds_import_opts *opts, struct fl_arena *a,
	struct ds_import_report *ret_report, struct fl_error *err);

/* The summary for people. */
void ds_import_show(struct fl_buf *out, const struct ds_import_report *report);

#endif
