/* What an episode is between its steps, as JSON by its table of fields. */
#ifndef FL_DATASETS_ENV_STATE_H
#define FL_DATASETS_ENV_STATE_H

#include "base/model.h"

enum {
	DS_ENV_FILES_MAX = 8 << 20, /* bytes of all files */
	DS_ENV_KNOWN_MAX = 32, /* inputs whose reports are remembered */
	DS_ENV_CALLS_MAX = 64 << 10 /* bytes that a debugger was asked in one session */
};

/* What was wrong when it was looked at. */
struct ds_env_known {
	struct fl_slice where; /* "" of the compiler, else which input */
	struct fl_list what; /* slices, a sentence each */
};

/* What a program is run with. */
struct ds_env_input {
	struct fl_slice test; /* the name of one that is shown, or "": the others count */
	struct fl_slice input;
	struct fl_list args; /* slices */
};

struct ds_env_state {
	struct fl_slice task; /* JSON */
	struct fl_list files; /* struct tg_file */
	int64_t step, steps; /* that were done; that there are */
	struct fl_list known; /* struct ds_env_known */
	struct ds_env_input input; /* of the last run, and of the debugger's session */
	struct fl_list calls; /* slices: what that session was asked */
};

/* What it is run with from now on; a session with another input is over. */
void ds_env_set_input(struct ds_env_state *s, const struct ds_env_input *input);

void ds_env_state_write(struct fl_buf *out, const struct ds_env_state *s);
int ds_env_state_read(
	struct fl_slice text, struct fl_arena *a, struct ds_env_state **ret, struct fl_error *err);

/* An answer, without what it has when the episode is done. */
struct ds_env_told {
	int64_t step;
	struct fl_slice action;
	bool ok;
	struct fl_slice observation;
	struct fl_list removed, added; /* slices */
	int64_t steps_left;
	bool done;
};

extern const struct fl_shape ds_env_told_shape;

/*
 * What is wrong in a place is now `what`: told has what of it is new, and what is not there any
 * more, behind what it has already.
 */
int ds_env_now(struct ds_env_state *s, struct fl_slice where, const struct fl_list *what,
	struct fl_arena *a, struct ds_env_told *told, struct fl_error *err);

#endif
