/*
 * Calls (calls.h) done in a live session, answered as C++ literals: structs in <DEBUG_CONTEXT>,
 * values in <TOOL_RESULT>, a compiler's diagnostics in <COMPILE_START>, each named as the call's
 * text names it. A call that fails is answered by a `tool_error` with its place in the text.
 */
#ifndef FL_DEBUGSESSION_CALLS_RUN_H
#define FL_DEBUGSESSION_CALLS_RUN_H

#include "debugsession/console/console.h"
#include "debugsession/gate/gate.h"
#include "debugsession/answer/document.h"

/*
 * Who runs a test for a call. code: what stands behind the test's name in the text, from that line
 * on. *ret_result, its texts in the arena; what the compiler said of one that does not compile is
 * appended to words as literals, and is FL_EREFUSED.
 */
struct dbg_calls_test {
	struct fl_slice name, code;
	struct fl_slice text; /* all that stands before it: its preprocessor lines count */
	unsigned line;
	unsigned wall_ms; /* most time for it */
	enum fl_style style;
};

typedef int (*dbg_calls_test_fn)(void *ctx, const struct dbg_calls_test *test, struct fl_arena *a,
	struct dbg_test_result *ret_result, struct fl_buf *words, struct fl_error *err);

struct dbg_calls_in {
	struct dbg_console *console; /* NULL: there is none, and calls that need it fail */
	dbg_calls_test_fn test; /* for run_test; NULL: that fails */
	void *test_ctx;
	const struct dbg_gate *gate; /* what expressions have to pass; NULL: nothing */
	struct fl_slice text; /* with the calls */
	unsigned wall_ms; /* most time for all of them */
	struct dbg_literal_wish wish; /* max_bytes: of each answer */
};

/*
 * Do all calls of the text, one after the other. literals: their answers; list: a JSON object for
 * each, comma-separated: {"function", "line", "col", "success", "literal"}, and "error" and
 * "error_type", or "data": its structs by the names of their types, "number", "value",
 * "return_value", "program_output", "diagnostics". *ret_failed: how many failed. Both buffers are
 * appended to.
 *
 * FL_EINVAL: the text has no call; FL_ELIMIT as dbg_calls_parse().
 */
int dbg_calls_run(const struct dbg_calls_in *in, struct fl_buf *literals, struct fl_buf *list,
	size_t *ret_failed, struct fl_error *err);

#endif
