/*
 * The Model Context Protocol over standard input and output, for agents: revisions 2024-11-05 to
 * 2025-11-25 (with initialize) and 2026-07-28 (each request names its revision in _meta;
 * server/discover instead of initialize; resultType, ttlMs and cacheScope in results). One JSON-RPC
 * message a line.
 *
 * Tools act on sessions, each a process of its own (session/serve.h) that ends with this server.
 * Several calls may be under way at once, also to one session: what interrupts or asks for the
 * state is answered while a command runs.
 */
#ifndef FL_DEBUGSESSION_MCP_H
#define FL_DEBUGSESSION_MCP_H

#include <stdbool.h>

#include "base/error.h"

struct dbg_mcp_opts {
	const char *xdg; /* the value of XDG_RUNTIME_DIR, or NULL */
	const char *cache; /* as in struct dbg_console_opts */
	const char *gdb_path; /* NULL: "gdb" */
	const char *version; /* of this program */
	bool unsafe; /* no gate over the commands (gate.h) */
	bool network; /* remote targets on other machines, too */
	const char *const *shown; /* as in struct dbg_session_opts */
	/*
	 * Where the files that clients name may come from: as in struct dbg_session_opts, and what
	 * clients say (MCP's own roots) makes it no wider. NULL: anywhere.
	 */
	const char *const *roots;
	bool sandbox; /* sessions live in sandboxes, unless they look at a process or a remote target */
};

/* Serve until the input ends; then all sessions that it has opened end. Never blocks on output. */
int dbg_mcp_run(const struct dbg_mcp_opts *opts, int in, int out, struct fl_error *err);

#endif
