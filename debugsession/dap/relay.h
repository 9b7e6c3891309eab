/* Another debugger's own adapter behind the DAP server (relay.c); for the server's files alone. */
#ifndef FL_DEBUGSESSION_DAP_RELAY_H
#define FL_DEBUGSESSION_DAP_RELAY_H

#include "debugsession/dap/server_priv.h"

/*
 * Start the adapter of this engine, a->begin.console's debugger where it names one, and pass it the
 * request that is under way, as `how` ("launch" or "attach"). a->relay is there then, and the
 * answer comes from the adapter. FL_EMISSING: there is none, or it is no adapter.
 */
int dbg_relay_new(struct dbg_adapter *a, const struct fl_json *args, const char *how,
	enum dbg_engine_kind engine, struct fl_error *err);

/* What the request under way has for arguments, in the adapter's words: JSON without braces. */
void dbg_relay_arguments(struct dbg_adapter *a, const struct fl_json *args,
	enum dbg_engine_kind engine, struct fl_buf *out);

/* Pass a request on. FL_EINVAL: the adapter has no such request, and might end of it. */
int dbg_relay_pass(struct dbg_adapter *a, const struct fl_json *root, struct fl_error *err);

/* For a client that has gone: end the program, or leave it. Waits five seconds at most. */
void dbg_relay_leave(struct dbg_adapter *a, bool terminate);

pid_t dbg_relay_child(const struct dbg_adapter *a); /* the adapter's; 0: it has ended */

/* Kill it, if it lives, and free it. Nothing where there is none. */
void dbg_relay_free(struct dbg_adapter *a);

#endif
