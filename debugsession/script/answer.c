/* What a script may ask for: its session's ops that do no more than a debugger does. */
#include <stdio.h>

#include "debugsession/script/priv.h"
#include "debugsession/answer/answer.h"

enum { COMMAND_MS = 30000, GRACE_MS = 8000, ARENA = 64 << 20, LINES = 1000000 };

void dbg_script_ask(
	struct dbg_script *s, const char *session, struct fl_slice request, struct fl_buf *answer)
{
	struct fl_error err = {0};
	enum dbg_error_type type = DBG_ERROR_UNKNOWN;
	if (dbg_client_ask(&s->client, fl_slice_str(session), request,
		    dbg_script_left(s) + GRACE_MS, answer, &type, &err)) {
		fl_buf_clear(answer);
		dbg_error_json(answer, type, err.message);
	}
}

/* Whose op this is; NULL: there is no such session. */
static const char *session_of(const struct dbg_script *s, const struct fl_json *r)
{
	if (!fl_slice_eqs(fl_json_str(fl_json_get(r, "on")), "test"))
		return s->opts->session;
	return *s->test.id ? s->test.id : NULL;
}

/* Does an answer say that no other will come of this session? In texts its quotes are escaped. */
static bool tells_end(struct fl_slice answer)
{
	static const enum dbg_error_type ends[] = {DBG_ERROR_SESSION_DEAD, DBG_ERROR_PROCESS_DIED,
		DBG_ERROR_SESSION_NOT_FOUND, DBG_ERROR_SESSION_CLOSED, DBG_ERROR_SESSION_TIMEOUT};
	char words[64];
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		snprintf(words, sizeof(words), "\"error_type\":\"%s\"", dbg_error_words[ends[i]]);
		if (fl_slice_find(answer, words) >= 0)
			return true;
	}
	return fl_slice_find(answer, "\"state\":\"dead\"") >= 0;
}

/* The script's own session: it may handle that this is gone, but not wait for it for ever. */
static void ask_own(struct dbg_script *s, struct fl_slice request, struct fl_buf *answer)
{
	s->over = s->gone;
	if (s->over)
		return;
	dbg_script_ask(s, s->opts->session, request, answer);
	s->gone = tells_end(fl_buf_view(answer));
}

/* The same request with nothing but what is known. key: of its text, or NULL. */
static void forward(struct dbg_script *s, const struct fl_json *r, const char *op, const char *key,
	struct fl_buf *answer)
{
	struct fl_buf request;
	const char *session = session_of(s, r);
	unsigned left = dbg_script_left(s);
	if (!session) {
		dbg_error_json(answer, DBG_ERROR_SESSION_NOT_FOUND,
			"the script has no session: start one for it");
		return;
	}
	fl_buf_init(&request, 8 << 20);
	fl_buf_char(&request, '{');
	dbg_answer_text(&request, "op", fl_slice_str(op));
	if (key)
		dbg_answer_text(&request, key, fl_json_str(fl_json_get(r, key)));
	dbg_answer_int(&request, "timeout_ms", left < COMMAND_MS ? left + 1 : COMMAND_MS);
	dbg_answer_int(&request, "max_lines", LINES);
	dbg_answer_text(&request, "format", FL_S("struct"));
	dbg_answer_text(&request, "style", FL_S("compact"));
	fl_buf_char(&request, '}');
	if (request.failed)
		dbg_error_json(answer, DBG_ERROR_RESOURCE, "the command is too long");
	else if (session == s->opts->session)
		ask_own(s, fl_buf_view(&request), answer);
	else
		dbg_script_ask(s, session, fl_buf_view(&request), answer);
	fl_buf_release(&request);
}

static void on_begin(struct dbg_script *s, const struct fl_json *r, struct fl_buf *answer)
{
	(void)r;
	s->begun = true;
	fl_buf_str(answer, "{\"success\":true}");
}

static void on_command(struct dbg_script *s, const struct fl_json *r, struct fl_buf *answer)
{
	forward(s, r, "command", "command", answer);
}

static void on_input(struct dbg_script *s, const struct fl_json *r, struct fl_buf *answer)
{
	forward(s, r, "input", "text", answer);
}

static void on_output(struct dbg_script *s, const struct fl_json *r, struct fl_buf *answer)
{
	forward(s, r, "output", NULL, answer);
}

static void on_status(struct dbg_script *s, const struct fl_json *r, struct fl_buf *answer)
{
	forward(s, r, "status", NULL, answer);
}

static void on_interrupt(struct dbg_script *s, const struct fl_json *r, struct fl_buf *answer)
{
	forward(s, r, "interrupt", NULL, answer);
}

static const struct {
	const char *op;
	void (*fn)(struct dbg_script *s, const struct fl_json *r, struct fl_buf *answer);
} ops[] = {
	{"begin", on_begin},
	{"command", on_command},
	{"input", on_input},
	{"output", on_output},
	{"status", on_status},
	{"interrupt", on_interrupt},
	{"test", dbg_script_judge},
};

void dbg_script_answer(struct dbg_script *s, struct fl_slice line, struct fl_buf *answer)
{
	struct fl_arena a;
	const struct fl_json *r = NULL;
	size_t i = 0, count = sizeof(ops) / sizeof(*ops);
	fl_arena_init(&a, ARENA);
	if (fl_json_parse(line, &a, &r, NULL) == 0)
		while (i < count && !fl_slice_eqs(fl_json_str(fl_json_get(r, "op")), ops[i].op))
			i++;
	if (!r || i == count)
		dbg_error_json(answer, DBG_ERROR_REFUSED,
			"a script has command, input, output, status and interrupt of its session");
	else
		ops[i].fn(s, r, answer);
	if (i) { /* the second run of a test does not begin */
		fl_buf_slice(&s->log, fl_buf_view(answer));
		fl_buf_char(&s->log, '\n');
	}
	fl_arena_release(&a);
}
