/*
 * What the server's workers do: a question is a face and the body of a request (or a line of a
 * batch), the answer what the client gets. Bodies are read in a worker and nowhere else, so that
 * one that brings its reader down costs its own request.
 */
#ifndef FL_DATASETS_WORK_H
#define FL_DATASETS_WORK_H

#include "datasets/reward/judge.h"

/* X(ENUM, word in metrics) */
#define DS_FACES(X)             \
	X(LABEL, "label")       \
	X(RUN_CODE, "run_code") \
	X(PISTON, "execute")    \
	X(RESET, "env_reset")   \
	X(STEP, "env_step")

enum ds_face {
#define X(id, word) DS_FACE_##id,
	DS_FACES(X)
#undef X
		DS_FACE_COUNT
};

/* Bytes of a question, and of an answer: the longest body, and what its episode is. */
enum { DS_WORK_MAX = 128 << 20 };

/* Before the body of a question; of a step with what its episode is before it between them. */
struct ds_work_ask {
	enum ds_face face;
	size_t state_len; /* bytes of that */
	unsigned line; /* of a body that it begins in; 0: the first */
	int64_t left_ms; /* until nobody waits for the answer any more; 0: somebody always does */
};

/* Before the text of an answer; between them what an episode is from now on. */
struct ds_work_reply {
	unsigned status; /* of HTTP */
	size_t state_len; /* bytes of that; 0: it is over, or nothing was done */
	bool infra; /* the host could not do it */
	bool label; /* it is one: the members below say what it says */
	bool passed;
	bool done; /* the episode is */
	bool cached; /* it was kept from an earlier time */
	int stage; /* enum ds_stage */
};

struct ds_work_opts {
	struct ds_judge_opts judge;
	const char *language; /* in place of the one that /run_code names; NULL: that one */
};

struct ds_work;

/* FL_EMISSING when there is no sandbox or no compiler. The caller frees it. */
int ds_work_new(const struct ds_work_opts *opts, struct ds_work **ret_work, struct fl_error *err);
void ds_work_free(struct ds_work *w);

/* Append a struct ds_work_reply and the text. Errors are of memory alone. */
int ds_work_answer(
	struct ds_work *w, struct fl_slice question, struct fl_buf *out, struct fl_error *err);

#endif
