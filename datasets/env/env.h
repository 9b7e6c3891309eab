/*
 * Episodes: a task (datasets/reward/candidate.h) and a model that works on it with tools, a step
 * after the other, until it submits or has no steps left; then the program is judged as /label
 * judges it.
 *
 * An episode is data: the task, the files as they are now, what was asked of the debugger, what was
 * wrong so far (`state`, which means something here alone). There is a box while a step is
 * answered, and nothing lives between two steps: nothing of an episode that is left alone, or whose
 * worker dies, has to be looked for. Any worker goes on with it. What a program would have kept
 * between steps is made again: the debugger repeats what it was asked before.
 *
 *   reset  {"task": {…}, "steps": 32}
 *            task    a candidate without code, or with what it begins with; a record without its
 *                    completion. Its tests decide, and are not seen but for those that are "shown"
 *            steps   1 to DS_ENV_STEPS_MAX
 *   step   {"episode": …, "step": 1, and one of
 *            "edit": text        a diff, search-and-replace blocks or files, in a fence or without
 *                                one (datasets/reward/patch.h)
 *            "compile": true     as judging does, with the task's sanitizers
 *            "run": {"stdin": …, "args": […]}, or {"test": NAME} for a test that is shown
 *            "debug": text       calls of a debugger as in debugsession/calls/calls.h; or {"calls":
 *                                text} with what `run` takes. One session goes through the episode;
 *                                it begins anew when a file or the input changes
 *            "show": PATH        the file as it is now
 *            "submit": true, or what the model says of the fault (datasets/terms/stated.h)
 *          }
 *
 * The answer is one JSON object, the same bytes for the same steps (no times, no addresses, no
 * process ids; what the program itself makes of chance is its own):
 *
 *   step, action
 *   ok           it did what it was asked: the edit fits, it compiles, the run has nothing wrong
 *   observation  terse literals, at most DS_ENV_OBSERVATION bytes
 *   removed, new what was wrong the last time that was looked at (diagnostics; the report of a run
 *                on the same input) and is not any more; what was not
 *   steps_left, done
 *   label, reward  when done; times in it are 0. The last step submits by itself
 *
 * What the host could not do has no answer: nothing was done, and the same step can be asked again.
 */
#ifndef FL_DATASETS_ENV_H
#define FL_DATASETS_ENV_H

#include "datasets/reward/judge.h"

enum {
	DS_ENV_STEPS = 32,
	DS_ENV_STEPS_MAX = 1000,
	DS_ENV_OBSERVATION = 16 << 10,
	DS_ENV_STATE_MAX = 60 << 20, /* bytes of a state, */
	DS_ENV_TEXT_MAX = 32 << 20 /* and of an answer */
};

struct ds_env_ask {
	bool reset; /* begin one; else `state` is the episode so far */
	struct fl_slice state, body;
};

struct ds_env_reply {
	unsigned
		status; /* of HTTP: 200; 400: the request is wrong; 503: the host could not do it */
	bool done;
	bool passed; /* when done */
	int stage; /* when done: enum ds_stage */
	struct fl_buf *state; /* with 200: the episode as it is then; empty when it is done */
	struct fl_buf *text; /* the answer; {"error": …} but for 200 */
};

/* Errors are of memory alone. The judge is used by nothing else meanwhile. */
int ds_env_answer(struct ds_judge *j, const struct ds_env_ask *ask, struct fl_arena *a,
	struct ds_env_reply *reply, struct fl_error *err);

#endif
