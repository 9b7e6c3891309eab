/* Between the files of a debugger's session. */
#ifndef FL_DATASETS_DEBUGGING_DEBUG_PRIV_H
#define FL_DATASETS_DEBUGGING_DEBUG_PRIV_H

#include "datasets/debugging/debug.h"
#include "debugsession/answer/document.h"
#include "debugsession/answer/error.h"
#include "debugsession/calls/calls.h"
#include "debugsession/gdb/gdb.h"

enum { DS_DEBUG_WATCHES = 4 /* the hardware has no more */ };

/* A session under way. */
struct ds_session {
	const struct ds_debugging *d;
	struct dbg_engine *engine;
	struct fl_child child; /* gdb's; else nothing is in it */
	bool started, alive; /* a run was begun; its program can be looked at */
	bool over;
	unsigned patience; /* times its time is what a run may take by the clock */
	bool last; /* there will be no other try */
	int64_t depth; /* of the frame that is looked at */
	int64_t watches[DS_DEBUG_WATCHES]; /* of places in this run's memory */
	size_t watch_count;
	size_t written; /* bytes of its output that were told */
	struct fl_arena *a;
};

/* The run that a call starts; its texts are the debugging's. */
struct dbg_run ds_debug_run(const struct ds_debugging *d);

/* One call. */
struct ds_doing {
	struct ds_session *s;
	const struct dbg_call *call;
	struct dbg_document document;
	struct fl_buf *values; /* behind the document */
	struct ds_debug_seen seen;
	enum dbg_error_type why; /* of a refusal of ours; DBG_ERROR_GDB: its words tell */
};

/*
 * What a call does: it adds to the document, or to the values. FL_EREFUSED, FL_EINVAL and the like:
 * it could not be done. NULL: it is not there in an episode.
 */
typedef int (*ds_debug_fn)(struct ds_doing *d, struct fl_error *err);
extern const ds_debug_fn ds_debug_functions[DBG_CALL_COUNT];

#endif
