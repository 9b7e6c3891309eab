/* Calls that were sent before the session that they mean was there. */
#include "debugsession/mcp/server.h"

enum { WAIT_S = 60 };

static bool takes_session(const struct dbg_tool *tool)
{
	for (const struct dbg_mcp_field *f = tool->in; f->name; f++)
		if (!strcmp(f->name, "session_id"))
			return true;
	return false;
}

bool dbg_mcp_wait(struct dbg_mcp_call *call)
{
	int64_t seconds = dbg_mcp_int(call, "timeout_sec", 0);
	const struct dbg_mcp_call *c = call->mcp->calls;
	if (!takes_session(call->tool) || dbg_mcp_text(call, "session_id").len)
		return false;
	for (; c < call->mcp->calls + DBG_CALLS_MAX; c++)
		if (c->used && dbg_mcp_brings_session(c) && c->number > call->awaits)
			call->awaits = c->number;
	call->deadline = fl_clock_ms() + (seconds > 0 ? seconds : WAIT_S) * 1000;
	return call->awaits > 0;
}

/* The one that came first of those that wait for this start. */
static struct dbg_mcp_call *first_of(struct dbg_mcp *m, int64_t start)
{
	struct dbg_mcp_call *first = NULL;
	for (struct dbg_mcp_call *c = m->calls; c < m->calls + DBG_CALLS_MAX; c++)
		if (c->used && c->awaits == start && (!first || c->number < first->number))
			first = c;
	return first;
}

void dbg_mcp_started(
	struct dbg_mcp *m, int64_t start, const char *session, const struct fl_error *failure)
{
	struct dbg_mcp_call *c;
	while ((c = first_of(m, start)) != NULL) {
		struct fl_error err;
		c->awaits = 0;
		memcpy(c->session, session, sizeof(c->session));
		if (!failure) {
			dbg_mcp_go(c);
			continue;
		}
		fl_error_set(&err, failure->code, "the session that it waited for: %s",
			failure->message);
		dbg_mcp_fail(c, &err);
	}
}

int64_t dbg_mcp_deadline(const struct dbg_mcp *m)
{
	int64_t deadline = INT64_MAX;
	for (const struct dbg_mcp_call *c = m->calls; c < m->calls + DBG_CALLS_MAX; c++)
		if (c->used && c->awaits && c->deadline < deadline)
			deadline = c->deadline;
	return deadline;
}

void dbg_mcp_expire(struct dbg_mcp *m)
{
	int64_t now = fl_clock_ms();
	for (struct dbg_mcp_call *c = m->calls; c < m->calls + DBG_CALLS_MAX; c++) {
		struct fl_error err;
		if (!c->used || !c->awaits || c->deadline > now)
			continue;
		fl_error_set(&err, FL_ETIMEOUT,
			"the session that it waited for is still being started: ask again");
		dbg_mcp_fail(c, &err);
	}
}
