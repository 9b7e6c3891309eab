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

#include "datasets/record/record.h"

/* X(ID, name, what it is) */
#define DS_EXPORTS(X)                                                                             \
	X(SFT, "sft", "`prompt` and `completion`, for TRL's SFTTrainer")                          \
	X(MESSAGES, "messages", "`messages` of a user and an assistant, for a chat template")     \
	X(TEXT, "text",                                                                           \
		"`text`, both behind each other, and `spans` that say what is what, to mask the " \
		"loss by")                                                                        \
	X(COMMITPACK, "commitpack", "`old_contents`, `new_contents` and `subject`")               \
	X(VERL, "verl", "`data_source`, `prompt`, `reward_model` and `extra_info`")               \
	X(TASKS, "tasks", "`record` without its answer, and `prompt`: what rlvr-label takes")

enum ds_export {
#define X(id, ...) DS_EXPORT_##id,
	DS_EXPORTS(X)
#undef X
		DS_EXPORT_COUNT
};

struct ds_export_opts {
	enum ds_export shape;
	bool instruction; /* above the prompt, which has it as a comment line in any case */
	bool all; /* also rewards that printing what is expected has */
	int64_t index; /* of the row, for shapes that number them */
};

/*
 * Append the record as a line of that shape, without its LF. FL_EREFUSED with the reason for a
 * record that has no place in it, FL_ELIMIT when out is full.
 */
int ds_export_row(const struct ds_export_opts *opts, const struct ds_record *r, struct fl_buf *out,
	struct fl_error *err);

#endif
