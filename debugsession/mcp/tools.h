/* What the tools of the MCP server are made of (table.c has the tools themselves). */
#ifndef FL_DEBUGSESSION_MCP_TOOLS_H
#define FL_DEBUGSESSION_MCP_TOOLS_H

#include "debugsession/mcp/priv.h"

/* The request to the session. */
#define DBG_ASK(name) \
	int dbg_ask_##name(struct dbg_mcp_call *call, struct fl_buf *request, struct fl_error *err)

/* The members of the result. */
#define DBG_TELL(name)        \
	void dbg_tell_##name( \
		struct dbg_mcp_call *call, const struct fl_json *answer, struct fl_buf *out)

/* {"op":OP and the limits that the call names. wall_ms: unless it does. */
void dbg_mcp_begin(
	struct dbg_mcp_call *call, struct fl_buf *request, const char *op, int64_t wall_ms);

/* A member of an answer as one of the result, where it is there; a list with its count. */
void dbg_mcp_copy(const struct fl_json *from, const char *key, const char *as, struct fl_buf *out);
void dbg_mcp_copy_list(
	const struct fl_json *from, const char *key, const char *as, struct fl_buf *out);

/* The debugger's words as `output`. */
void dbg_mcp_tell_words(const struct fl_json *answer, struct fl_buf *out);

/* The style of literals that the call names. FL_EINVAL: there is no such style. */
int dbg_mcp_style(struct dbg_mcp_call *call, enum fl_style *ret_style, struct fl_error *err);

/* What every answer to a command may hold besides: state, the rest of a cut text. */
void dbg_mcp_tell_rest(const struct fl_json *answer, struct fl_buf *out);

DBG_ASK(call);
DBG_ASK(stop);
DBG_ASK(execute);
DBG_ASK(status);
DBG_ASK(threads);
DBG_ASK(backtrace);
DBG_ASK(break);
DBG_ASK(breakpoints);
DBG_ASK(continue);
DBG_ASK(step);
DBG_ASK(next);
DBG_ASK(finish);
DBG_ASK(interrupt);
DBG_ASK(wait);
DBG_ASK(evaluate);
DBG_ASK(variables);
DBG_ASK(registers);
DBG_ASK(watch);
DBG_ASK(memory);
DBG_ASK(disassemble);
DBG_ASK(input);
DBG_ASK(output);
DBG_ASK(more);
DBG_ASK(cpp_call);
DBG_ASK(batch);
DBG_ASK(core);
DBG_ASK(literal);
DBG_ASK(fault);
DBG_ASK(why);

DBG_TELL(open);
DBG_TELL(call);
DBG_TELL(close);
DBG_TELL(sessions);
DBG_TELL(start);
DBG_TELL(execute);
DBG_TELL(status);
DBG_TELL(stopped);
DBG_TELL(threads);
DBG_TELL(backtrace);
DBG_TELL(break);
DBG_TELL(breakpoints);
DBG_TELL(resumed);
DBG_TELL(value);
DBG_TELL(variables);
DBG_TELL(registers);
DBG_TELL(memory);
DBG_TELL(disassemble);
DBG_TELL(input);
DBG_TELL(output);
DBG_TELL(cpp_call);
DBG_TELL(batch);
DBG_TELL(core);
DBG_TELL(literal);
DBG_TELL(why);
DBG_TELL(script);

#endif
