/*
 * Talking to a session from another process: one line of JSON there, one back (serve.h).
 */
#ifndef FL_DEBUGSESSION_CLIENT_H
#define FL_DEBUGSESSION_CLIENT_H

#include "debugsession/session/session.h"

struct dbg_client {
	int dir; /* the directory of sessions */
};

/* xdg: the value of XDG_RUNTIME_DIR, or NULL. The caller closes it. */
int dbg_client_open(const char *xdg, struct dbg_client *ret_client, struct fl_error *err);
void dbg_client_close(struct dbg_client *c);

/*
 * Send a request and append the answer, without its newline. wall_ms: most time to wait, above what
 * the request itself allows. FL_ENOTFOUND where there is no such session (*ret_type then says
 * whether there never was one, or how it ended), FL_ETIMEOUT, FL_ECLOSED when it died meanwhile.
 */
int dbg_client_ask(struct dbg_client *c, struct fl_slice id, struct fl_slice request,
	unsigned wall_ms, struct fl_buf *answer, enum dbg_error_type *ret_type,
	struct fl_error *err);

/*
 * The same in two parts: send the request; the answer is the line that comes over *ret_fd, which
 * the caller closes.
 */
int dbg_client_send(struct dbg_client *c, struct fl_slice id, struct fl_slice request, int *ret_fd,
	enum dbg_error_type *ret_type, struct fl_error *err);

/* All sessions that live or have died (not those that were stopped), as a JSON list. */
int dbg_client_list(struct dbg_client *c, struct fl_buf *out, struct fl_error *err);

/* End a session by force: kill its processes, remove its files. */
int dbg_client_kill(struct dbg_client *c, struct fl_slice id, enum dbg_error_type *ret_type,
	struct fl_error *err);

/* Forget a session that has died. */
void dbg_client_forget(struct dbg_client *c, struct fl_slice id);

#endif
