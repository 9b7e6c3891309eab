/* The state of the MCP server, for the files that serve; tools need none of it. */
#ifndef FL_DEBUGSESSION_MCP_SERVER_H
#define FL_DEBUGSESSION_MCP_SERVER_H

#include "debugsession/console/loop.h"
#include "debugsession/mcp/priv.h"

/* A document that was written, or is being written by a task (documents.c). */
struct dbg_mcp_document {
	struct fl_buf text; /* what the task has said */
	int fd; /* the task's pipe; 0: there is no task */
	bool ready; /* it is whole, and kept */
};

/* A request that waits for a document. */
struct dbg_mcp_reader {
	char *id; /* the request's, as JSON; NULL: the slot is free */
	int document;
	bool modern;
};

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
	int64_t call_number; /* of the last call */
	struct dbg_mcp_document documents[DBG_RESOURCES_MAX];
	struct dbg_mcp_reader readers[DBG_CALLS_MAX];
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

/*
 * Begin a call whose arguments are those of its tool. An error is the tool's. It may have ended
 * when this returns.
 */
void dbg_mcp_go(struct dbg_mcp_call *call);

/* End a call with an error of the tool. */
void dbg_mcp_fail(struct dbg_mcp_call *call, const struct fl_error *failure);

/* The call's session, as it names it, or the current one: in call->session. */
int dbg_mcp_choose_session(struct dbg_mcp_call *call, struct fl_error *err);

/* What comes over fd, which is the call's from here on, is its answer. */
int dbg_mcp_watch(struct dbg_mcp_call *call, int fd, struct fl_error *err);

/* Does the call start a session that becomes the current one? */
bool dbg_mcp_brings_session(const struct dbg_mcp_call *call);

/*
 * A call that means the session started last, while one is being started, waits for that (true):
 * timeout_sec, or a minute, at most. dbg_mcp_started() begins those that wait for this start, or
 * ends them where it has failed.
 */
bool dbg_mcp_wait(struct dbg_mcp_call *call);
void dbg_mcp_started(
	struct dbg_mcp *m, int64_t start, const char *session, const struct fl_error *failure);

/* The next moment at which one has waited for long enough; end those that have. */
int64_t dbg_mcp_deadline(const struct dbg_mcp *m);
void dbg_mcp_expire(struct dbg_mcp *m);

/* resources/read: a task writes the document, unless it was read before. */
void dbg_mcp_read(struct dbg_mcp *m, const struct dbg_mcp_request *r);

/* As with calls: the reply is not wanted any more; is one awaited; end all. */
void dbg_mcp_cancel_read(struct dbg_mcp *m, const char *id);
bool dbg_mcp_reading(const struct dbg_mcp *m);
void dbg_mcp_close_documents(struct dbg_mcp *m);

/* Write the reply to resources/read, or its error. */
void dbg_mcp_send_document(
	struct dbg_mcp *m, const char *id, bool modern, const char *uri, struct fl_slice text);
void dbg_mcp_send_error(struct dbg_mcp *m, const char *id, int code, const char *message);

/* Is a call under way? */
bool dbg_mcp_busy(const struct dbg_mcp *m);

/* Write the reply of a call: its structured result, as JSON. */
void dbg_mcp_finish(struct dbg_mcp_call *call, bool failed, struct fl_slice structured);

/* Write an error of the protocol. */
void dbg_mcp_refuse(struct dbg_mcp *m, const char *id, const char *message);

/* End all calls, and stop all sessions. */
void dbg_mcp_close_all(struct dbg_mcp *m);

#endif
