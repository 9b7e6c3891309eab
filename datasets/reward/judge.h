/*
 * Judges candidates: builds one once, runs it on each test under the sanitizers, and makes the
 * label. Everything runs in one box, which is emptied before each run; what is expected never
 * enters it, and what a program writes where a report would stand can only accuse itself.
 *
 * Time limits are of CPU time. A test that passes its limit under the sanitizers is run once more
 * without them (-O2), and that run decides: a limit is meant for the program, not for our watching
 * it. A test that fails by a signal, a limit or a report is run once more as well, and what then
 * passes is `flaky` and fails.
 *
 * A judge belongs to one process and thread.
 */
#ifndef FL_DATASETS_JUDGE_H
#define FL_DATASETS_JUDGE_H

#include "base/sandbox/sandbox.h"
#include "datasets/reward/candidate.h"
#include "datasets/reward/label.h"
#include "datasets/terms/profile.h"

struct ds_judge;
struct ds_headers;

struct ds_judge_opts {
	struct fl_box_opts box;
	const char *compiler; /* "clang-19", "g++-12"; NULL: the newest clang, else gcc */
	struct ds_profile profile;
	bool stop_at_first; /* tests behind the first that failed are not run */
	const char *tidy; /* checks for candidates that do not say, "a,-b"; NULL: none */
	const char
		*tidy_tool; /* "clang-tidy-19"; NULL: the one of clang's version, else the newest */
	struct ds_headers *headers; /* headers.h; NULL: the compiler reads them each time */
	const char *
		cache; /* a directory where labels, and headers that were read, are kept; NULL: none */
};

/* FL_EMISSING when there is no sandbox or no compiler. The caller frees it. */
int ds_judge_new(
	const struct ds_judge_opts *opts, struct ds_judge **ret_judge, struct fl_error *err);
void ds_judge_free(struct ds_judge *j);

/* Its boxes may be in any state: let go of them, and have new ones when they are needed. */
void ds_judge_drop_boxes(struct ds_judge *j);

/* What is judged next begins in that line of its file, which messages then tell. */
void ds_judge_at_line(struct ds_judge *j, unsigned line);

/*
 * Judge the candidate of a JSON text. There is a label for every text: one that is no candidate,
 * and a failure of the host, have infra_error. It and all it refers to live in the arena. Errors
 * are of memory alone.
 */
int ds_judge_run(struct ds_judge *j, struct fl_slice json, struct fl_arena *a,
	struct ds_label *ret_label, struct fl_error *err);

/*
 * The same of a task whose code is `files` (struct tg_file), as ds_candidate_read_task() has it;
 * `said` is what the model says of it (datasets/terms/stated.h), or "".
 * Nothing of it is kept in the cache, where --explain would look for a candidate.
 */
int ds_judge_task(struct ds_judge *j, struct fl_slice json, const struct fl_list *files,
	struct fl_slice said, struct fl_arena *a, struct ds_label *ret_label, struct fl_error *err);

/* Append the label of a candidate that could not be judged at all: its id, and why. */
int ds_judge_failure(
	struct fl_slice json, const char *why, struct fl_buf *out, struct fl_error *err);

#endif
