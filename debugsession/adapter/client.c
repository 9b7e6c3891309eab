/* Requests to the adapter, and what comes from it. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "debugsession/adapter/engine_priv.h"
#include "debugsession/adapter/spell.h"
#include "debugsession/answer/answer.h"
#include "debugsession/console/proc.h"

enum { RESCUE_MS = 2000, REQUEST_MAX = DBG_COMMAND_BYTES };

int dbg_dap_send(struct dbg_dap_engine *e, const char *command, const struct fl_buf *args,
	struct fl_error *err)
{
	struct fl_buf json, message;
	fl_buf_init(&json, REQUEST_MAX);
	fl_buf_init(&message, REQUEST_MAX);
	fl_buf_char(&json, '{');
	dbg_answer_int(&json, "seq", ++e->seq);
	dbg_answer_text(&json, "type", FL_S("request"));
	dbg_answer_text(&json, "command", fl_slice_str(command));
	if (args && args->len) {
		dbg_answer_key(&json, "arguments");
		fl_buf_printf(&json, "{%s}", args->data);
	}
	fl_buf_char(&json, '}');
	dbg_dap_frame(&message, fl_buf_view(&json));
	int rc = args ? fl_buf_error(args, "a request", err) : 0;
	if (rc == 0)
		rc = fl_buf_error(&message, "a request", err);
	if (rc == 0)
		rc = dbg_console_send(&e->base, fl_buf_view(&message), err);
	fl_buf_release(&json);
	fl_buf_release(&message);
	return rc;
}

void dbg_dap_answer_release(struct dbg_dap_answer *answer)
{
	fl_arena_release(&answer->arena);
	answer->body = NULL;
}

static void forget(struct dbg_dap_engine *e)
{
	if (e->answered)
		fl_arena_release(&e->answer_arena);
	e->answered = false;
	e->answer = NULL;
}

/* Is a call into the program, which runs meanwhile, what takes so long? */
static bool in_call(const struct dbg_dap_engine *e)
{
	char state[DBG_PROC_VALUE];
	if (e->base.boxed || e->pid <= 0)
		return false;
	dbg_proc_status(e->pid, "State", state);
	return !e->traits->cancels || *state != 't';
}

bool dbg_dap_break_off(struct dbg_dap_engine *e)
{
	struct fl_buf args;
	if (in_call(e))
		return kill((pid_t)e->pid, SIGINT) == 0;
	if (!e->traits->cancels || !e->awaited)
		return false;
	fl_buf_init(&args, 64);
	dbg_answer_int(&args, "requestId", e->awaited);
	int rc = dbg_dap_send(e, "cancel", &args, NULL);
	fl_buf_release(&args);
	return rc == 0;
}

/*
 * No answer in time: what takes so long is broken off. When that does not help, the adapter is
 * given up.
 */
static int rescue(struct dbg_dap_engine *e, struct fl_error *err)
{
	struct dbg_console *c = &e->base;
	if (dbg_dap_break_off(e) &&
		dbg_console_await(c, &e->answered, fl_clock_ms() + RESCUE_MS, NULL) == 0)
		return fl_error_set(
			err, FL_ETIMEOUT, "the command gave no answer in time and was interrupted");
	if (c->state == DBG_STATE_DEAD)
		return dbg_console_closed(c, err);
	dbg_console_die(c);
	return fl_error_set(err, FL_ECLOSED,
		"the debugger answered neither the command nor an interrupt and was killed");
}

int dbg_dap_request(struct dbg_dap_engine *e, const char *command, const struct fl_buf *args,
	struct dbg_dap_answer *ret, struct fl_error *err)
{
	forget(e);
	int rc = dbg_dap_send(e, command, args, err);
	e->awaited = e->seq;
	if (rc == 0)
		rc = dbg_console_await(&e->base, &e->answered, e->deadline, err);
	if (rc == FL_ETIMEOUT)
		rc = rescue(e, err);
	e->awaited = 0;
	if (rc == 0) {
		const struct fl_json *ok = fl_json_get(e->answer, "success");
		if (!ok || !ok->num)
			rc = e->traits->refused(
				fl_json_str(fl_json_get(e->answer, "message")), err);
	}
	if (rc == 0 && ret) {
		*ret = (struct dbg_dap_answer){e->answer_arena, fl_json_get(e->answer, "body")};
		e->answered = false;
	}
	forget(e);
	return rc;
}

/* lldb-dap repeats the command in front of its answer. */
static struct fl_slice without_echo(struct fl_slice text)
{
	struct fl_slice line;
	if (fl_slice_starts(text, "(lldb) "))
		fl_slice_line(&text, &line);
	return text;
}

void dbg_dap_quote(struct fl_buf *out, struct fl_slice word)
{
	fl_buf_char(out, '"');
	for (size_t i = 0; i < word.len; i++) {
		if (memchr("\"\\`", word.ptr[i], 3))
			fl_buf_char(out, '\\');
		fl_buf_char(out, word.ptr[i]);
	}
	fl_buf_char(out, '"');
}

/* lldb evaluates what stands in backticks, in all commands, and calls functions for that. */
static int check_plain(struct fl_slice command, struct fl_error *err)
{
	for (size_t i = 0; i < command.len; i++)
		if (command.ptr[i] == '`' ||
			((unsigned char)command.ptr[i] < ' ' && command.ptr[i] != '\t'))
			return fl_error_set(err, FL_EREFUSED,
				"A backtick or control character cannot stand here: lldb could "
				"read "
				"more than a word in it.");
	return 0;
}

int dbg_dap_repl(
	struct dbg_dap_engine *e, struct fl_slice command, struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf args;
	struct dbg_dap_answer answer;
	const struct dbg_dap_frame *frame = NULL;
	struct fl_arena a;
	int rc = e->guarded ? check_plain(command, err) : 0;
	if (rc)
		return rc;
	fl_arena_init(&a, REQUEST_MAX);
	fl_buf_init(&args, REQUEST_MAX);
	/* the mark makes it a command, never an expression that looks like one */
	struct fl_slice marked = fl_arena_printf(&a, "`%.*s", FL_ARG(command));
	dbg_answer_text(&args, "expression", marked);
	fl_arena_release(&a);
	dbg_answer_text(&args, "context", FL_S("repl"));
	bool stands = e->base.state == DBG_STATE_STOPPED || e->phase == DBG_DAP_READY;
	if (stands && dbg_dap_current(e, &frame, NULL) == 0)
		dbg_answer_int(&args, "frameId", frame->id);
	rc = dbg_dap_request(e, "evaluate", &args, &answer, err);
	fl_buf_release(&args);
	if (rc)
		return rc;
	struct fl_slice text = without_echo(fl_json_str(fl_json_get(answer.body, "result")));
	if (fl_slice_starts(text, "error: "))
		rc = dbg_spell_error(text, err);
	else
		fl_buf_slice(out, text);
	dbg_dap_answer_release(&answer);
	return rc;
}

/* What the adapter asks of us; nothing of it was offered. */
static void refuse(struct dbg_dap_engine *e, const struct fl_json *request)
{
	struct fl_buf json, message;
	fl_buf_init(&json, 4096);
	fl_buf_init(&message, 8192);
	fl_buf_char(&json, '{');
	dbg_answer_int(&json, "seq", ++e->seq);
	dbg_answer_text(&json, "type", FL_S("response"));
	dbg_answer_int(&json, "request_seq", fl_json_int(fl_json_get(request, "seq"), 0));
	dbg_answer_text(
		&json, "command", fl_slice_head(fl_json_str(fl_json_get(request, "command")), 64));
	dbg_answer_bool(&json, "success", false);
	fl_buf_char(&json, '}');
	dbg_dap_frame(&message, fl_buf_view(&json));
	dbg_console_send(&e->base, fl_buf_view(&message), NULL);
	fl_buf_release(&json);
	fl_buf_release(&message);
}

static void on_response(struct dbg_dap_engine *e, struct dbg_dap_message *m)
{
	int64_t seq = fl_json_int(fl_json_get(m->root, "request_seq"), -1);
	if (fl_slice_eqs(fl_json_str(fl_json_get(m->root, "command")), "launch") ||
		fl_slice_eqs(fl_json_str(fl_json_get(m->root, "command")), "attach"))
		e->launched = true;
	if (!e->awaited || seq != e->awaited || e->answered)
		return;
	e->answer = m->root;
	dbg_dap_keep(m, &e->answer_arena);
	e->answered = true;
}

static int on_message(void *ctx, struct dbg_dap_message *m)
{
	struct dbg_dap_engine *e = ctx;
	struct fl_slice type = fl_json_str(fl_json_get(m->root, "type"));
	if (fl_slice_eqs(type, "response"))
		on_response(e, m);
	else if (fl_slice_eqs(type, "event"))
		e->traits->on_event(e, m->root);
	else if (fl_slice_eqs(type, "request"))
		refuse(e, m->root);
	return 0;
}

void dbg_dap_read(void *ctx, int fd, short revents)
{
	struct dbg_dap_engine *e = ctx;
	char chunk[65536];
	(void)revents;
	if (!e->parser.sink)
		dbg_dap_init(&e->parser, 0, on_message, e);
	ssize_t n = read(fd, chunk, sizeof(chunk));
	if (n > 0)
		dbg_console_hear(&e->base, fl_slice(chunk, (size_t)n));
	if (n > 0 && dbg_dap_push(&e->parser, fl_slice(chunk, (size_t)n), NULL) == 0)
		return;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	dbg_console_die(&e->base);
}
