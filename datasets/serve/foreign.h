/*
 * Interfaces of other runners of code, so that their clients can use this one unchanged. Each reads
 * a request's body, runs it by datasets/reward/execute.h, and writes what its clients look for:
 *
 *   POST /run_code         SandboxFusion (bytedance/SandboxFusion: sandbox/server/sandbox_api.py,
 *                          sandbox/runners/types.py), as verl's reward function asks it
 *   POST /api/v2/execute   Piston (engineer-man/piston: api/src/api/v2.js, api/src/job.js), with
 *   GET /api/v2/runtimes   language c++17 of open-r1's package, which holds output against a file
 *
 * What the host could not do has no place in these interfaces: it sets reply->infra, and the server
 * asks again until the request's time is up.
 */
#ifndef FL_DATASETS_FOREIGN_H
#define FL_DATASETS_FOREIGN_H

#include "base/json.h"
#include "datasets/reward/execute.h"
#include "datasets/serve/work.h"

enum {
	DS_FOREIGN_MARGIN_MS = 8000, /* what a request may wait besides its own time limits */
	DS_FOREIGN_SECONDS_MAX = 3600
};

/* One request under way. */
struct ds_foreign {
	struct ds_executor *executor;
	const char *language; /* in place of the one that /run_code names, or NULL */
	struct fl_slice body;
	int64_t deadline_ms; /* of fl_clock_ms(), when nobody waits any more; 0: none */
	struct fl_arena *a;
	struct ds_work_reply *reply;
	struct fl_buf *text;
	struct fl_error *err;
};

/*
 * Answer into f->text and f->reply. Errors are of memory alone; what is wrong with the request is
 * an answer, too.
 */
int ds_foreign_run_code(struct ds_foreign *f);
int ds_foreign_piston(struct ds_foreign *f);

/* The answer of /api/v2/runtimes. */
void ds_foreign_runtimes(const char *version, struct fl_buf *text);

/*
 * How long a request may take in all, in milliseconds, by the limits that it names; by the usual
 * ones where it names none, or cannot be read.
 */
int64_t ds_foreign_patience(enum ds_face face, struct fl_slice body);

/* ---- for the interfaces ---- */

/* Text as these servers write it: U+FFFD for bytes that are not UTF-8, \u0000 for NUL. */
void ds_foreign_text(struct fl_buf *out, struct fl_slice text);

/* Read a list of texts, names of files each when `names`; FL_EINVAL says what is wrong. */
int ds_foreign_texts(struct ds_foreign *f, const struct fl_json *v, bool names,
	struct fl_list *ret_texts, struct fl_error *err);

/* The program could not be run: infra. */
int ds_foreign_infra(struct ds_foreign *f, int rc);

/* Is the outcome one that says nothing of the program? */
static inline bool ds_foreign_starved(const struct ds_exec_result *r)
{
	return r->compile.starved || (r->run.ran && r->run.starved);
}

#endif
