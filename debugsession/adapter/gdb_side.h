/*
 * What the engine gdb-dap has gdb's own Python do, since the Debug Adapter Protocol says less of a
 * stop than gdb knows (gdb manual, "Events In Python": StopEvent.details, from gdb 15 on).
 */
#ifndef FL_DEBUGSESSION_ADAPTER_GDB_SIDE_H
#define FL_DEBUGSESSION_ADAPTER_GDB_SIDE_H

/* Commands that define it, up to NULL: to be run once, in this order. */
extern const char *const dbg_dap_gdb_side[];

/*
 * The command that tells what has happened since it was last run, as GDB/MI: what a person would
 * have seen of the last stop (~), its record (*stopped), and the program's process id, 0 for none
 * (=program,pid="…").
 */
#define DBG_DAP_GDB_TELL "python _faultline.tell()"

#endif
