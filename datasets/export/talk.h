/*
 * A dialogue with a debugger (debug_session) as trainers of agents read it: messages of a user, an
 * assistant that thinks and calls tools, and the tools; and where in its text the tools speak.
 *
 * Source of the shape: https://huggingface.co/docs/trl/dataset_formats, "Tool calling".
 */
#ifndef FL_DATASETS_EXPORT_TALK_H
#define FL_DATASETS_EXPORT_TALK_H

#include "datasets/export/scrub.h"
#include "datasets/export/turns.h"

/*
 * Append `"messages":[…],"tools":[…]`. opts: what is left out of what the assistant says; what
 * tools answer stays as it is. asked: the user's message. scrubbed: NULL, or texts are scrubbed and
 * it is counted. FL_EREFUSED: the record is no dialogue.
 */
int ds_talk_messages(const struct ds_record *r, const struct ds_turns_opts *opts,
	struct fl_slice asked, int64_t *scrubbed, struct fl_arena *a, struct fl_buf *out,
	struct fl_error *err);

/*
 * The text of a dialogue without what is thought in it: calls, answers, attempts and code. In the
 * arena. FL_EREFUSED: the record is no dialogue.
 */
int ds_talk_bare(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_text,
	struct fl_error *err);

/* A part of a dialogue's text that a tool wrote, bytes [from, to). */
struct ds_talk_part {
	size_t from, to;
};

/*
 * Those parts of the completion, or of the text without thoughts; in order, in the arena. None of
 * a record that is no dialogue.
 */
int ds_talk_parts(const struct ds_record *r, struct fl_slice text, struct fl_arena *a,
	const struct ds_talk_part **ret_parts, size_t *ret_count, struct fl_error *err);

#endif
