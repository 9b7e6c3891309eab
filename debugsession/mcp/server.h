/* The state of the MCP server, for server.c and call.c alone. */
#ifndef FL_DEBUGSESSION_MCP_SERVER_H
#define FL_DEBUGSESSION_MCP_SERVER_H

#include "debugsession/console/loop.h"
#include "debugsession/mcp/priv.h"

struct dbg_mcp {
	const struct dbg_mcp_opts *opts;
	struct dbg_loop loop;
	struct dbg_client client;
	int out_fd;
	struct fl_buf in, out; /* a line that has not ended yet; what is to be written */
	size_t written;
	bool closing, ended; /* the input has ended; the output is gone */
	int read_errno, write_errno; /* what broke the input or the output; 0: nothing */
	char current[DBG_ID_MAX + 1]; /* the session that calls without one mean; or "" */
	struct dbg_mcp_session sessions[DBG_OPEN_MAX];
	struct dbg_mcp_call calls[DBG_CALLS_MAX];
};

struct dbg_mcp_request {
	const char *id; /* as JSON */
	const struct fl_json *params; /* or NULL */
	bool modern; /* of the revision without a handshake */
};

/* tools/call: starts the call; its end writes the reply. */
void dbg_mcp_call_tool(struct dbg_mcp *m, const struct dbg_mcp_request *r);

/* The caller does not want the reply any more: interrupt what runs for it. */
void dbg_mcp_cancel(struct dbg_mcp *m, const struct fl_json *id);

/* Is a call under way? */
bool dbg_mcp_busy(const struct dbg_mcp *m);

/* Write the reply of a call: its structured result, as JSON. */
void dbg_mcp_finish(struct dbg_mcp_call *call, bool failed, struct fl_slice structured);

/* Write an error of the protocol. */
void dbg_mcp_refuse(struct dbg_mcp *m, const char *id, const char *message);

/* End all calls, and stop all sessions. */
void dbg_mcp_close_all(struct dbg_mcp *m);

#endif
