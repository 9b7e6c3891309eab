/* A target that is no program of the session's own: a stub to connect to, a process attached to. */
#include <stdio.h>

#include "debugsession/watches.h"
#include "debugsession/session/session_priv.h"

enum { SETTLE_MS = 100, STOP_MS = 3000, ANSWER_S = 20 };

/* What came over standard error tells why there is no connection; it may be on its way yet. */
static void add_words(struct dbg_session *s, struct fl_error *err)
{
	uint64_t from, end;
	int64_t until = fl_clock_ms() + SETTLE_MS;
	while (fl_clock_ms() < until)
		dbg_loop_turn(dbg_console_loop(s->console), until);
	struct fl_slice words = fl_slice_trim(dbg_console_output(s->console, 0, &from, &end));
	if (words.len)
		fl_error_wrap(err, "%.*s", FL_ARG(fl_slice_head(words, 300)));
}

static int connect_over_ssh(struct dbg_session *s, struct fl_buf *said, struct fl_error *err)
{
	const struct dbg_remote_opts opts = {.address = s->opts->remote,
		.program = s->opts->program,
		.args = s->opts->args,
		.attach = s->opts->attach,
		.err = dbg_console_tty(s->console)};
	char patience[64];
	snprintf(patience, sizeof(patience), "-gdb-set remotetimeout %d", ANSWER_S);
	int rc = dbg_remote_open(dbg_console_loop(s->console), &opts, &s->remote, err);
	if (rc == 0)
		rc = dbg_console_ask(s->console, patience, NULL, err);
	if (rc)
		return rc;
	rc = dbg_session_say(
		s, "target remote ", fl_slice_str(dbg_remote_path(s->remote)), said, err);
	if (rc)
		add_words(s, err);
	return rc;
}

int dbg_session_connect(struct dbg_session *s, struct fl_buf *said, struct fl_error *err)
{
	/* what this machine's processors do not do, another may */
	int rc = dbg_host_watches() ? 0
				    : dbg_console_ask(s->console, DBG_MI_WATCH_BY "1", NULL, err);
	if (rc)
		return rc;
	if (dbg_remote_is_ssh(s->opts->remote))
		return connect_over_ssh(s, said, err);
	return dbg_session_say(s, "target remote ", fl_slice_str(s->opts->remote), said, err);
}

/* A process that was there before goes on without us, and without our breakpoints. */
void dbg_session_let_go(struct dbg_session *s)
{
	struct dbg_reply reply;
	if (!s->console || !(s->opts->attach || dbg_console_attached(s->console)))
		return;
	dbg_console_abandon(s->console, false);
	if (dbg_console_state(s->console) == DBG_STATE_RUNNING &&
		dbg_console_interrupt(s->console, NULL) == 0)
		dbg_console_wait(s->console, STOP_MS, &reply, NULL);
	if (dbg_console_state(s->console) == DBG_STATE_STOPPED)
		dbg_console_ask(s->console, "-target-detach", NULL, NULL);
}
