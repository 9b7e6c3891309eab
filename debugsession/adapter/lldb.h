/*
 * lldb-dap (19) as an engine of the typed interface (debugsession/gdb/engine.h), in a box: the
 * console's engine lldb-dap answers in gdb's records and spelling, and this reads them.
 *
 * The adapter is started anew for each run, since none lets a program that has ended run again.
 * lldb is set up as gdb is (debugsession/gdb/gdb.h): no init files, the program's own environment
 * and nothing besides, its input /dev/null or a file, and signals passed without a stop but for
 * those that mean a fault. It has no stepping in place of the hardware's watchpoints: where those
 * do nothing (debugsession/watches.h) FL_EREFUSED is the answer, as to what only gdb can do:
 * break_output, watch_access and place_before, and a machine in the program's place.
 */
#ifndef FL_DEBUGSESSION_ADAPTER_LLDB_H
#define FL_DEBUGSESSION_ADAPTER_LLDB_H

#include "base/sandbox/sandbox.h"
#include "debugsession/gdb/engine.h"

/*
 * Start lldb-dap inside the box and make an engine of it. cpu_ms, wall_ms: what adapter and program
 * together may take of each run. first: what it will be run with first (its texts are copied), so
 * that places can be found in that very run; NULL: not known, and then the program is loaded twice.
 * dbg_engine_free() ends both; the box outlives the engine. FL_EMISSING when there is no lldb-dap.
 */
int dbg_lldb_open(struct fl_box *box, const struct dbg_run *first, unsigned cpu_ms,
	unsigned wall_ms, struct dbg_engine **ret_engine, struct fl_error *err);

#endif
