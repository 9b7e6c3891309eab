/*
 * Scripts: C++ that a model wrote, run against a live session (docs/debugsession.md, "Scripts";
 * seed 004, section 6). A script is hostile: it runs in a sandbox (base/sandbox/sandbox.h) by
 * clang-repl or compiled, and reaches its session over two descriptors that we serve: a line of
 * JSON there, a line back, in the words of include/faultline/session.hpp. Of the session's ops it
 * has command, status, interrupt, input and output; what a session's gate refuses stays refused.
 */
#ifndef FL_DEBUGSESSION_SCRIPT_H
#define FL_DEBUGSESSION_SCRIPT_H

#include "debugsession/calls/run.h"
#include "debugsession/session/client.h"

enum dbg_script_runner { DBG_SCRIPT_REPL, DBG_SCRIPT_COMPILED };
enum { DBG_SCRIPT_OUT, DBG_SCRIPT_ERR };

struct dbg_script_opts {
	struct fl_slice text; /* the script, or a text with it between its markers */
	const char *name; /* what its file is called, without a directory: in messages and places */
	const char *const *includes; /* files that it gets and includes, NULL-terminated, or NULL */
	const char *session; /* whose functions it calls, or NULL */
	const char *xdg; /* the value of XDG_RUNTIME_DIR, or NULL */
	const char *gdb_path; /* or NULL; for tests that fail */
	enum dbg_script_runner runner;
	enum fl_style style; /* of diagnostics */
	unsigned wall_ms; /* most time for all of it */
	size_t out_max; /* most bytes that it may write */
	void (*write)(void *ctx, int stream, struct fl_slice bytes); /* what it writes */
	/* How each test ended, before the script hears of it; its texts are gone then. Or NULL. */
	void (*tested)(void *ctx, const struct dbg_test_result *result);
	void *ctx;
};

/*
 * Run it to its end; nothing of it is left then. FL_EREFUSED: it did not compile (its diagnostics
 * were written as literals), ended by itself with another status than 0, or passed a limit: the
 * message says which. FL_EINVAL: there is no script, or a file cannot go along. FL_EMISSING: no
 * sandbox, or no clang-repl-19 (clang++-19).
 */
int dbg_script_run(const struct dbg_script_opts *opts, struct fl_error *err);

/*
 * For the calls of a text (calls/run.h): run one test as a script of its own. ctx: the options that
 * such a script has, struct dbg_script_opts (includes, xdg, gdb_path, name; the rest is set here).
 */
int dbg_script_test(void *ctx, const struct dbg_calls_test *test, struct fl_arena *a,
	struct dbg_test_result *ret_result, struct fl_buf *words, struct fl_error *err);

#endif
