/*
 * Why a command failed: the types of errors that answers name, and how they are told from a
 * debugger's words or from a code of ours.
 */
#ifndef FL_DEBUGSESSION_ERROR_H
#define FL_DEBUGSESSION_ERROR_H

#include "base/buf.h"
#include "base/error.h"

/* Why a command failed. X(ENUM, word) */
#define DBG_ERROR_TYPES(X)                                                          \
	X(GDB, "gdb_error") /* gdb said no; its words are in error */               \
	X(TIMEOUT, "timeout")                                                       \
	X(SESSION_DEAD, "session_dead")                                             \
	X(PROCESS_DIED, "process_died") /* the debugger, in this command */         \
	X(SESSION_NOT_FOUND, "session_not_found")                                   \
	X(SESSION_CLOSED, "session_closed")                                         \
	X(SESSION_TIMEOUT, "session_timeout")                                       \
	X(TARGET_RUNNING, "target_running")                                         \
	X(TARGET_NOT_RUNNING, "target_not_running")                                 \
	X(TARGET, "target_error") /* memory that is not there, a lost connection */ \
	X(START_FAILED, "start_failed")                                             \
	X(EXECUTION_FAILED, "execution_failed") /* the request makes no sense */    \
	X(PERMISSION, "permission")                                                 \
	X(RESOURCE, "resource")                                                     \
	X(REFUSED, "refused")                                                       \
	X(QEMU_UNREACHABLE, "qemu_unreachable")                                     \
	X(UNKNOWN, "unknown")

enum dbg_error_type {
#define X(id, word) DBG_ERROR_##id,
	DBG_ERROR_TYPES(X)
#undef X
		DBG_ERROR_TYPE_COUNT
};

extern const char *const dbg_error_words[DBG_ERROR_TYPE_COUNT];

/* The type of an error that gdb worded, and of one of ours. */
enum dbg_error_type dbg_error_type_of_words(struct fl_slice message);
enum dbg_error_type dbg_error_type_of(const struct fl_error *e);

/* A failure as JSON: {"success":false,"error":…,"error_type":…}, one line without newline. */
void dbg_error_json(struct fl_buf *out, enum dbg_error_type type, const char *message);

#endif
