/*
 * From a dataset to a dataset of dialogues about its faults, one a fault, or two with `both`
 * (datasets/dialogue/make.h).
 *
 * Rows stream. Records stand in the order of the rows, whatever the number of workers, and depend
 * on the rows, the seed, `finer`, `scripted`, `both`, this program and the toolchain.
 */
#ifndef FL_DATASETS_DIALOGUE_DIALOGUES_H
#define FL_DATASETS_DIALOGUE_DIALOGUES_H

#include <signal.h>

#include "datasets/dialogue/make.h"
#include "datasets/manifest.h"
#include "diag/model/class.h"
#include "tracegen/operators/ops.h"

/* Hand a question to a worker: rows, a line each. */
typedef int (*ds_dialogue_ask_fn)(void *ctx, struct fl_slice question, struct fl_error *err);

/* What makes dialogues of a kind, of rows. */
struct ds_dialogue_maker {
	/* Can there be one about such a record? */
	bool (*fits)(const struct ds_record *r);
	int (*make)(struct ds_dialogue_bench *bench, const struct ds_record *const *rows,
		size_t count, struct fl_arena *a, struct ds_dialogue *ret_dialogue,
		struct fl_error *err);
	/* Which rows make a question; all NULL: each makes one. */
	int (*gather_new)(uint64_t seed, void **ret_state, struct fl_error *err);
	int (*gather_add)(void *state, const struct ds_record *r, struct fl_slice line,
		ds_dialogue_ask_fn ask, void *ctx, struct fl_error *err);
	int (*gather_end)(void *state, ds_dialogue_ask_fn ask, void *ctx, struct fl_error *err);
	void (*gather_free)(void *state);
};

/* Dialogues with a debugger. */
extern const struct ds_dialogue_maker ds_debug_maker;

struct ds_dialogues_opts {
	const struct ds_dialogue_maker *maker;
	const char *name; /* of the option that asks for it, for the manifest; NULL: of none */
	bool attempts; /* what is counted as calls are attempts, not questions */
	const char *input; /* a file or a directory of records */
	const char *out; /* directory; made when it is not there */
	bool overwrite; /* replace a dataset that is there already */
	unsigned jobs; /* worker processes */
	uint64_t seed;
	bool finer;
	unsigned scripted; /* percent of dialogues whose calls become a script where they can */
	bool both; /* the dialogue step by step stays beside its script, as a record of its own */
	enum ds_debugger debugger;
	int64_t most; /* faults with a dialogue; 0: no limit */
	size_t seekable; /* shards: 0: one frame; else about so many bytes a frame */
	struct fl_box_opts box;
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	/*
	 * Every fault that has no dialogue, by the id of its row; may be NULL. said: what led to
	 * another place, or "".
	 */
	void (*left_out)(void *ctx, struct fl_slice id, const char *word, struct fl_slice why,
		struct fl_slice said);
	/* Now and then, with the faults that have been tried; may be NULL. */
	void (*progress)(void *ctx, uint64_t faults, int64_t dialogues);
	void *ctx;
};

struct ds_dialogues_report {
	int64_t rows, faults; /* that were read; different ones among them */
	int64_t passed_over; /* rows of other kinds, versions or levels, or without what is played */
	int64_t fates[DS_DIALOGUE_FATES_COUNT]; /* faults */
	/* What follows counts a fault with a dialogue once, though it may have two. */
	int64_t records; /* dialogues that were written */
	int64_t by_class[DIAG_CLASS_COUNT]; /* dialogues */
	int64_t elsewhere[TG_OP_COUNT]; /* faults, by operator */
	int64_t at[TG_OP_COUNT]; /* that were concluded where the edit is, by operator */
	int64_t calls; /* of all dialogues, before their conclusions */
	int64_t more; /* dialogues with more than one */
	int64_t wrong_first; /* dialogues in which an idea is refuted */
	int64_t scripts[DS_SCRIPT_FATES]; /* dialogues, by what became of their script */
	int64_t sequences; /* different ones of all calls */
	int64_t openings; /* different first calls, by name and number of arguments */
	int64_t kinds; /* sequences by the names of their calls alone */
	int64_t commonest; /* dialogues with the opening that most have */
	bool attempts; /* as in the options; so is the next */
	enum ds_debugger debugger;
	struct ds_manifest manifest; /* what was written; in the caller's arena */
};

/*
 * Make them. FL_EINVAL when OUT holds a dataset (without overwrite); FL_EMISSING when the sandbox
 * or a tool is not to be had; FL_EREFUSED when no dialogue came out (the report tells why, and an
 * empty dataset is written); FL_ECLOSED when stopped. OUT is complete or has no manifest.
 */
int ds_dialogues(const struct ds_dialogues_opts *opts, struct fl_arena *a,
	struct ds_dialogues_report *ret_report, struct fl_error *err);

/* The summary for people. */
void ds_dialogues_show(struct fl_buf *out, const struct ds_dialogues_report *report);

#endif
