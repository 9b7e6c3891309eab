/*
 * The directory of live sessions: $XDG_RUNTIME_DIR/faultline, or /tmp/faultline-UID where that is
 * not set; ours alone (mode 0700, checked). A session has ID.sock to talk to and ID.json that says
 * what it is and, once it has ended, how.
 */
#ifndef FL_DEBUGSESSION_RUNDIR_H
#define FL_DEBUGSESSION_RUNDIR_H

#include "base/buf.h"

enum { DBG_ID_MAX = 64 };

/*
 * Open it, making it where it is not there; ret_path (NUL-terminated, of size bytes) may be NULL.
 * xdg: the value of XDG_RUNTIME_DIR or NULL. The caller closes *ret_fd. FL_EMISSING when it
 * belongs to somebody else or others may write in it.
 */
int dbg_rundir_open(
	const char *xdg, int *ret_fd, char *ret_path, size_t size, struct fl_error *err);

/* Letters, digits, "_", "-" and ".", no more than DBG_ID_MAX, not starting with "."? */
bool dbg_id_valid(struct fl_slice id);

/* "ID.suffix" into name (of DBG_ID_MAX + 16 bytes). */
void dbg_rundir_name(struct fl_slice id, const char *suffix, char *name);

/* Replace a file there, at once or not at all. */
int dbg_rundir_put(int dir, const char *name, struct fl_slice bytes, struct fl_error *err);

/*
 * Write over a file that has as many bytes, which needs no more room on the disk; who reads
 * meanwhile may see parts of both. FL_EIO when it is not there or has another length.
 */
int dbg_rundir_overwrite(int dir, const char *name, struct fl_slice bytes, struct fl_error *err);

/* Append a file's bytes. FL_ENOTFOUND when it is not there. */
int dbg_rundir_get(int dir, const char *name, struct fl_buf *out, struct fl_error *err);

/*
 * A connection to a session's socket, close-on-exec; flags: 0 or SOCK_NONBLOCK. -1 with errno:
 * ECONNREFUSED when its process is gone and has left the socket behind, ENOENT when there is none.
 */
int dbg_rundir_connect(int dir, struct fl_slice id, int flags);

/* Names of all sessions, as lines, in the order of their names. */
int dbg_rundir_list(int dir, struct fl_buf *out, struct fl_error *err);

#endif
