/* Between the files of episodes: one step under way. */
#ifndef FL_DATASETS_ENV_PRIV_H
#define FL_DATASETS_ENV_PRIV_H

#include "base/json.h"
#include "datasets/env/env.h"
#include "datasets/env/state.h"
#include "datasets/reward/probe.h"

struct ds_env_step {
	struct ds_judge *judge;
	struct ds_candidate task;
	struct ds_env_state *state;
	struct ds_env_told told;
	struct fl_slice said; /* with what the program is handed in; or "" */
	struct fl_buf seen; /* the observation */
	struct fl_arena *a;
	struct fl_error *err;
};

/*
 * The request is wrong (FL_EINVAL, which becomes 400). What a model may get wrong is no such thing,
 * but a step that did not do what it was asked.
 */
#define DS_ENV_WRONG(s, ...) fl_error_set((s)->err, FL_EINVAL, __VA_ARGS__)

/* The actions. 0: there is an answer; FL_EINVAL: the request is wrong; others: ours, the host's. */
int ds_env_edit(struct ds_env_step *s, const struct fl_json *v);
int ds_env_compile(struct ds_env_step *s, const struct fl_json *v);
int ds_env_run(struct ds_env_step *s, const struct fl_json *v);
int ds_env_debug(struct ds_env_step *s, const struct fl_json *v);
int ds_env_show(struct ds_env_step *s, const struct fl_json *v);

/*
 * Read what a program is run with; of an object that may have other members, too. *ret_in is ready
 * for a run, *ret_test the test that is meant, or NULL.
 */
int ds_env_read_input(struct ds_env_step *s, const struct fl_json *v, bool others,
	struct ds_env_input *ret_input);
int ds_env_input_ready(struct ds_env_step *s, const struct ds_env_input *input,
	struct ds_probe_input *ret_in, const struct ds_trial **ret_test);

/* Compile the files as they are, and tell what is wrong. *ret_ok: it compiles. */
int ds_env_build(struct ds_env_step *s, struct ds_probe **ret_probe, bool *ret_ok);

/* Say with a tool_error what cannot be done; type is a word of dbg_error_words. */
void ds_env_refuse(struct ds_env_step *s, struct fl_slice type, struct fl_slice message,
	int64_t line, struct fl_slice accepts);

/* In front of a code of the host's: no answer is to be made of it. */
int ds_env_host(struct ds_env_step *s, struct fl_slice why);

#endif
