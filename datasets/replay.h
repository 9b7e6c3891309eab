/*
 * Replaying a record from itself alone: the fixed program is built of the record's own files and
 * judged, the fault is put into it again, and all that was seen is made anew by the same code that
 * made the record. It replays when the two records are the same, byte for byte.
 */
#ifndef FL_DATASETS_REPLAY_H
#define FL_DATASETS_REPLAY_H

#include "base/sandbox/sandbox.h"
#include "datasets/record/record.h"

/* A bench for replays: a sandbox box, the toolchain here. Belongs to one process and thread. */
struct ds_replayer;

/* FL_EMISSING when the sandbox or a tool is not to be had. The caller frees it. */
int ds_replayer_new(
	const struct fl_box_opts *box, struct ds_replayer **ret_replayer, struct fl_error *err);
void ds_replayer_free(struct ds_replayer *r);

/*
 * Replay one record. *ret_same tells whether it came out the same; if not, why says what differs,
 * in a sentence. Errors are of the bench only, which may be used again.
 */
int ds_replay(struct ds_replayer *r, const struct ds_record *record, bool *ret_same, char *why,
	size_t why_size, struct fl_error *err);

#endif
