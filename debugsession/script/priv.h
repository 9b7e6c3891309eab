/* What the files of this room share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_SCRIPT_PRIV_H
#define FL_DEBUGSESSION_SCRIPT_PRIV_H

#include "base/json.h"
#include "base/sandbox/sandbox.h"
#include "debugsession/script/script.h"

enum { DBG_SCRIPT_FILES = 32, DBG_SCRIPT_ANSWER = 64 << 20 };

/* The source below FL_BOX_DIR, and the options that it is compiled with. */
#define DBG_SCRIPT_SOURCE "script-source.inc"
#define DBG_SCRIPT_STANDARD "-std=c++20"

/* A session that a failed test stands in. */
struct dbg_script_test {
	char id[64]; /* empty: there is none */
};

/* A script under way. */
struct dbg_script {
	const struct dbg_script_opts *opts;
	enum dbg_script_runner runner; /* as in opts, unless the text wants another */
	struct fl_box *box;
	struct fl_child child;
	struct dbg_client client;
	int64_t deadline; /* by fl_clock_ms() */
	const char *names[DBG_SCRIPT_FILES + 1]; /* of the files that it includes; in opts */
	struct fl_buf requests; /* a line that has not ended yet */
	struct fl_buf words; /* standard error before it began: its compiler's */
	struct fl_buf log; /* all answers that it got, for the second run of a test */
	size_t written; /* by it */
	bool begun; /* its code runs */
	bool gone; /* its session, as it has been told */
	bool over; /* it has called that again: nothing else will come of it */
	struct dbg_script_test test;
};

static inline unsigned dbg_script_left(const struct dbg_script *s)
{
	int64_t left = s->deadline - fl_clock_ms();
	return left > 0 ? (unsigned)left : 0;
}

/*
 * Ask a session, in at most wall_ms more than its own time: appends its answer, or that of a
 * failure, one line of JSON without newline.
 */
void dbg_script_ask(
	struct dbg_script *s, const char *session, struct fl_slice request, struct fl_buf *answer);

/*
 * A test has ended, as the script's request says. Appends the answer: what the request said, with
 * the place where it failed when it did; s->test is then the session that stands there.
 */
void dbg_script_judge(struct dbg_script *s, const struct fl_json *request, struct fl_buf *answer);

/* End the session of the last test, if there is one. */
void dbg_script_test_end(struct dbg_script *s);

/*
 * Diagnostics (struct diag_diagnostic) of the script `name` at lines behind its own, in what is put
 * around it, are moved to the end of its last line; their new texts are the arena's.
 */
int dbg_script_own_places(struct fl_slice text, const char *name, struct fl_arena *a,
	const struct fl_list *list, struct fl_error *err);

/* Answer one line of the script, appending to answer. */
void dbg_script_answer(struct dbg_script *s, struct fl_slice line, struct fl_buf *answer);

#endif
