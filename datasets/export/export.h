/*
 * Records in the shapes that trainers load: a JSON object a line, with nothing of ours to read.
 * What each needs is told in docs/datasets.md. A shape is a row of the table and a function.
 *
 * Sources of the shapes: https://huggingface.co/docs/trl/dataset_formats,
 * https://verl.readthedocs.io/en/latest/preparation/prepare_data.html,
 * https://huggingface.co/datasets/bigcode/commitpackft
 */
#ifndef FL_DATASETS_EXPORT_H
#define FL_DATASETS_EXPORT_H

#include "datasets/export/scrub.h"
#include "datasets/export/steps.h"
#include "datasets/export/turns.h"
#include "datasets/export/wrong.h"

/* X(ID, name, what it is) */
#define DS_EXPORTS(X)                                                                              \
	X(SFT, "sft", "`prompt` and `completion`, for TRL's SFTTrainer")                           \
	X(MESSAGES, "messages", "`messages` of a user and an assistant, for a chat template")      \
	X(TEXT, "text",                                                                            \
		"`text`, both behind each other, and `spans` that say what is what, to mask the "  \
		"loss by")                                                                         \
	X(PREFERENCE, "preference", "`prompt`, `chosen` and `rejected`, for TRL's DPOTrainer")     \
	X(KTO, "kto", "`prompt`, `completion` and `label`, for TRL's KTOTrainer")                  \
	X(COMMITPACK, "commitpack", "`old_contents`, `new_contents` and `subject`")                \
	X(VERL, "verl", "`data_source`, `prompt`, `reward_model` and `extra_info`")                \
	X(TASKS, "tasks", "`record` without its answer, and `prompt`: what rlvr-label takes")      \
	X(DIALOGUES, "dialogues",                                                                  \
		"`messages` of a user, an assistant that calls tools, and the tools, and "         \
		"`tools`: of dialogues alone")                                                     \
	X(STEPWISE, "stepwise",                                                                    \
		"`prompt`, `completions` (steps) and `labels`, for TRL's PRMTrainer: a dialogue, " \
		"and one up to a statement that is wrong")

enum ds_export {
#define X(id, ...) DS_EXPORT_##id,
	DS_EXPORTS(X)
#undef X
		DS_EXPORT_COUNT
};

struct ds_export_opts {
	enum ds_export shape;
	struct ds_turns_opts turns;
	bool all; /* also rewards that printing what is expected has */
	int64_t max_tokens; /* of all texts of a row (datasets/record/tokens.h); 0: any number */
	int64_t *scrubbed; /* counts by enum ds_scrub_kind, to be added to; NULL: do not scrub */
	const struct ds_wrongs *wrongs; /* for the shapes that need them, else NULL */
	int64_t index; /* of the row, for shapes that number them */
	uint64_t seed; /* of what is drawn in a row */
	struct ds_steps_counts *steps; /* of the shape with steps, to be added to */
};

/* Is what is in its rows compiled and run, so that it must not be scrubbed? */
bool ds_export_is_run(enum ds_export shape);

/* Is a row of a fault's files alone, so that all records of one fault give the same? */
bool ds_export_is_of_faults(enum ds_export shape);

/* Does the shape need ds_export_opts.wrongs, of all records that there are? */
bool ds_export_needs_wrongs(enum ds_export shape);

/*
 * Whether answers are to be without reasoning: as *drop says, or as is usual in the shape where
 * drop is NULL. FL_EINVAL for reasoning in a shape that has none.
 */
int ds_export_reasoning(
	enum ds_export shape, const bool *drop, bool *ret_drop, struct fl_error *err);

/*
 * Append the record's rows in that shape, with an LF between them and none behind the last. Of most
 * shapes it is one; KTO has two where there is a wrong answer, and STEPWISE where a statement can
 * be flipped. FL_EREFUSED with the reason for a
 * record that has no place in it, FL_ELIMIT when out is full.
 */
int ds_export_rows(const struct ds_export_opts *opts, const struct ds_record *r, struct fl_buf *out,
	int64_t *ret_rows, struct fl_error *err);

#endif
