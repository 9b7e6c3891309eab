/* What the tools of the MCP server are made of (mcp_table.c has the tools themselves). */
#ifndef FL_DEBUGSESSION_MCP_TOOLS_H
#define FL_DEBUGSESSION_MCP_TOOLS_H

#include "debugsession/mcp_priv.h"

/* dbg_ask_NAME(): the request to the session. */
#define DBG_ASKS(X)                                                                              \
	X(call)                                                                                  \
	X(stop) X(execute) X(status) X(threads) X(backtrace) X(break) X(breakpoints) X(continue) \
		X(step) X(next) X(finish) X(interrupt) X(wait) X(evaluate) X(variables)          \
			X(registers) X(watch) X(memory) X(disassemble) X(input) X(output) X(more)

/* dbg_tell_NAME(): the members of the result. */
#define DBG_TELLS(X)                                                                               \
	X(open)                                                                                    \
	X(call) X(close) X(sessions) X(start) X(execute) X(status) X(stopped) X(threads)           \
		X(backtrace) X(break) X(breakpoints) X(resumed) X(value) X(variables) X(registers) \
			X(memory) X(disassemble) X(input) X(output)

#define X(name) \
	int dbg_ask_##name(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err);
DBG_ASKS(X)
#undef X

#define X(name)               \
	void dbg_tell_##name( \
		struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out);
DBG_TELLS(X)
#undef X

#endif
