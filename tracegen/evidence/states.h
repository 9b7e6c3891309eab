/*
 * The states of a run at the lines of one function, as they come: for views that set two programs
 * side by side. Nothing of an edit is known here either; who compares knows it.
 */
#ifndef FL_TRACEGEN_EVIDENCE_STATES_H
#define FL_TRACEGEN_EVIDENCE_STATES_H

#include "tracegen/evidence/evidence.h"

/* Where the function is about to execute a line. */
struct tg_state {
	int64_t line;
	bool entry; /* the function was entered just now */
	bool startup; /* before main(): not one of the function's */
	struct fl_slice sp; /* tells activations apart; never shown */
	struct fl_list vars; /* struct dbg_variable: arguments and locals, cleaned, pointers with
				what they point to */
	size_t nth; /* of all stops of the run, from 0 */
};

/* Why there are no more. */
enum tg_states_end {
	TG_STATES_MORE, /* as many as were asked for */
	TG_STATES_ENDED, /* the program has ended, or was ended outside of the function */
	TG_STATES_STOPPED /* a signal ends it while the function runs */
};

struct tg_states {
	struct fl_list list; /* struct tg_state */
	enum tg_states_end end;
	struct fl_slice signal; /* with TG_STATES_STOPPED: "SIGABRT" */
	int64_t end_line; /* and the line of the function that it does not get over */
	struct fl_slice function; /* as it is shown; "" when it was never entered */
	struct fl_slice caller_file; /* of its first call; "" when none is of the program's own */
	int64_t caller_line;
};

struct tg_states_ask {
	const struct tg_decl *function;
	size_t most;
	/* The first so many stops are passed over: those of that run; NULL: none. */
	const struct tg_states *before;
	size_t pass;
	bool other; /* under the other conditions: environment, address layout */
};

/* The function that the place is in, the innermost where they nest; or NULL. */
const struct tg_decl *tg_trace_function(
	const struct tg_evidence_spec *spec, struct fl_slice file, int64_t line);

/*
 * Run the program of the spec (its seen, steps, budget, leaked and core are not read) and record.
 * Errors as of tg_evidence_make(); FL_ENOTFOUND: the function has no code. The engine is left
 * without a program. Everything lives in the arena.
 */
int tg_states_record(struct dbg_engine *e, const struct tg_evidence_spec *run,
	const struct tg_states_ask *ask, struct fl_arena *a, struct tg_states *ret_states,
	struct fl_error *err);

#endif
