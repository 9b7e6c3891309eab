#include "debugsession/session/session_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/extra.h"
#include "debugsession/console/memory.h"

enum { WELCOME_MAX = 64 << 10, TEXT_MAX = 32 << 20 };

#define DEAD "the debugger has died" /* as consoles say it */

struct dbg_console *dbg_session_console(const struct dbg_session *s)
{
	return s->console;
}

const char *dbg_session_break_list(const struct dbg_session *s)
{
	return s->opts->break_list;
}

size_t dbg_session_commands(const struct dbg_session *s)
{
	return s->commands;
}

int64_t dbg_session_age_ms(const struct dbg_session *s)
{
	return fl_clock_ms() - s->born;
}

static void past_drop_text(struct dbg_session *s, struct dbg_past *p)
{
	s->past_bytes -= p->text_len;
	free(p->text);
	p->text = NULL;
	p->text_len = 0;
}

/* Forget the oldest texts until there is room for len more bytes. */
static void past_make_room(struct dbg_session *s, size_t len)
{
	size_t first = s->commands > DBG_PAST_MAX ? s->commands - DBG_PAST_MAX : 0;
	for (size_t n = first; n < s->commands && s->past_bytes + len > DBG_PAST_BYTES; n++)
		past_drop_text(s, &s->past[n % DBG_PAST_MAX]);
}

static char *copy(struct fl_slice s)
{
	return s.len ? strndup(s.ptr, s.len) : strdup("");
}

static struct dbg_past *past_add(struct dbg_session *s, struct fl_slice command)
{
	struct dbg_past *p = &s->past[s->commands % DBG_PAST_MAX];
	past_drop_text(s, p);
	free(p->command);
	*p = (struct dbg_past){
		.number = ++s->commands, .command = copy(fl_slice_head(command, DBG_PAST_COMMAND))};
	return p;
}

static void past_keep_text(struct dbg_session *s, struct dbg_past *p, struct fl_slice text)
{
	if (text.len > DBG_PAST_BYTES / 4)
		text = fl_slice_head(text, DBG_PAST_BYTES / 4);
	past_make_room(s, text.len);
	p->text = copy(text);
	p->text_len = p->text ? text.len : 0;
	s->past_bytes += p->text_len;
}

/* A command that would print without bound gets a bound. */
static struct fl_slice bounded(const struct dbg_answer *a, struct fl_buf *line)
{
	if (!a->row || !a->row->bounded)
		return a->command;
	for (size_t i = 0; i < a->in.arguments.len; i++)
		if (a->in.arguments.ptr[i] >= '0' && a->in.arguments.ptr[i] <= '9')
			return a->command;
	fl_buf_slice(line, a->command);
	fl_buf_printf(line, " %s", a->row->bounded);
	return line->failed ? a->command : fl_buf_view(line);
}

/* "--thread current" of an MI command, which knows numbers alone, with the number. */
static struct fl_slice with_thread(
	struct dbg_session *s, struct fl_slice command, struct fl_buf *line)
{
	static const char words[] = " --thread current";
	const struct dbg_mi_record *result;
	ptrdiff_t at = fl_slice_starts(command, "-") ? fl_slice_find(command, words) : -1;
	if (at < 0 || dbg_console_ask(s->console, "-thread-info", &result, NULL))
		return command;
	fl_buf_slice(line, fl_slice_head(command, (size_t)at));
	fl_buf_str(line, " --thread ");
	fl_buf_slice(line, dbg_mi_str(dbg_mi_result(result, "current-thread-id")));
	fl_buf_slice(line, fl_slice_skip(command, (size_t)at + sizeof(words) - 1));
	return line->failed ? command : fl_buf_view(line);
}

static unsigned request_wall(const struct dbg_request *r)
{
	return r->wall_ms ? r->wall_ms : DBG_WALL_MS;
}

static int run_extra(struct dbg_session *s, struct dbg_answer *a, const struct dbg_request *r,
	struct fl_error *err)
{
	const struct dbg_extra_in in = {.session = s,
		.console = s->console,
		.qemu = s->qemu,
		.gate = s->gate,
		.arguments = a->in.arguments,
		.wall_ms = request_wall(r),
		.literal = r->literal};
	struct fl_buf *bufs[] = {&a->made.text, &a->made.output, &a->made.data, &a->made.literal};
	bool judge = s->gate && !a->extra->judges;
	int rc = judge ? dbg_gate_words(s->gate, a->in.arguments, err) : 0;
	/* its usage names no argument: what is not understood is not passed over */
	if (rc == 0 && a->in.arguments.len && !strcmp(a->extra->usage, a->extra->words))
		rc = fl_error_set(err, FL_EREFUSED, "%s takes no argument, and has \"%.*s\"",
			a->extra->words, FL_ARG(fl_slice_head(a->in.arguments, 80)));
	if (rc == 0)
		rc = a->extra->run(&in, &a->made, err);
	for (size_t i = 0; rc == 0 && i < sizeof(bufs) / sizeof(*bufs); i++)
		rc = fl_buf_error(bufs[i], "the answer", err);
	a->reply = a->made.reply;
	if (a->made.text.len)
		a->reply.text = fl_buf_view(&a->made.text);
	return rc;
}

static int run(struct dbg_session *s, struct dbg_answer *a, const struct dbg_request *r,
	struct fl_error *err)
{
	struct fl_buf line, passed, boxed;
	if (a->extra)
		return run_extra(s, a, r, err);
	int rc = dbg_session_machine_check(s, a->command, err);
	if (rc)
		return rc;
	fl_buf_init(&line, 1 << 20);
	fl_buf_init(&passed, DBG_GATE_LINE_MAX);
	fl_buf_init(&boxed, DBG_GATE_LINE_MAX);
	struct fl_slice command = with_thread(s, bounded(a, &line), &line);
	rc = dbg_session_pass(s, command, &passed, &command, err);
	if (rc == 0)
		rc = dbg_session_bring(s, command, &boxed, &command, err);
	if (rc == 0)
		rc = dbg_console_run(s->console, command, request_wall(r), &a->reply, err);
	fl_buf_release(&boxed);
	fl_buf_release(&passed);
	fl_buf_release(&line);
	return rc;
}

/*
 * Words that leave open what to do, gdb's and our own. gdb before 14 does not know all registers of
 * newer processors, and cannot put them back behind a call of the program's functions.
 */
static const struct {
	const char *words, *help;
} helps[] = {
	{DEAD, "the session cannot go on: stop it and start a new one"},
	{"Couldn't write extended state status",
		"this gdb cannot call functions of a program on this processor: print the object "
		"itself, or its members, or take gdb 14 or later (gdb_path)"},
	{"may be inlined", "the program has no code of its own for that function, which nothing in "
			   "it calls: print the object, whose elements are shown, or its members"},
	{"Could not find operator", "the program has no code of its own for that operator, which "
				    "nothing in it uses: print the object, or its members"},
	{"looking for matching xmethod",
		"gdb's scripts for this class fail here: print the object"},
};

static void explain(struct fl_error *err)
{
	char words[160];
	for (size_t i = 0; i < sizeof(helps) / sizeof(*helps); i++) {
		if (!strstr(err->message, helps[i].words))
			continue;
		snprintf(words, sizeof(words), "%.150s", err->message);
		fl_error_set(err, err->code, "%s (%s)", words, helps[i].help);
		return;
	}
}

void dbg_session_command(
	struct dbg_session *s, const struct dbg_request *request, struct fl_buf *out)
{
	struct fl_error err = {0};
	struct fl_buf whole;
	struct dbg_answer a = {.command = fl_slice_trim(request->command)};
	bool dead = dbg_console_state(s->console) == DBG_STATE_DEAD;
	int64_t start = fl_clock_ms();
	a.extra = dbg_extra_find(a.command, &a.in.arguments);
	a.row = a.extra ? NULL : dbg_command_find(a.command, &a.in.arguments);
	a.in.console = s->console;
	fl_buf_init(&a.made.text, TEXT_MAX);
	fl_buf_init(&a.made.output, TEXT_MAX);
	fl_buf_init(&a.made.data, TEXT_MAX);
	fl_buf_init(&a.made.literal, TEXT_MAX);
	int rc = run(s, &a, request, &err);
	if (rc == 0)
		rc = dbg_mi_refused(a.reply.result, &err);
	if (rc)
		explain(&err);
	if (rc) {
		a.type = dead                                ? DBG_ERROR_SESSION_DEAD
			 : dbg_session_machine_gone(s, &err) ? DBG_ERROR_QEMU_UNREACHABLE
							     : dbg_error_type_of(&err);
		a.error = err.message;
		if (dbg_console_abandoned(s->console))
			a.type = DBG_ERROR_SESSION_CLOSED;
	}
	struct dbg_past *past = past_add(s, a.command);
	past->success = rc == 0;
	past->ms = fl_clock_ms() - start;
	a.past = past;
	fl_buf_init(&whole, TEXT_MAX);
	fl_buf_slice(&whole, a.reply.text);
	a.in.text = fl_buf_view(&whole);
	dbg_answer_write(s, &a, request, out);
	if (a.cut.next)
		past_keep_text(s, past, a.in.text);
	fl_buf_release(&whole);
	fl_buf_release(&a.made.text);
	fl_buf_release(&a.made.output);
	fl_buf_release(&a.made.data);
	fl_buf_release(&a.made.literal);
}

void dbg_session_more(struct dbg_session *s, struct fl_slice cursor, const struct dbg_cut *cut,
	struct fl_buf *out)
{
	uint32_t number = 0, at = 0;
	size_t n = fl_slice_uint(cursor, &number);
	struct fl_slice rest = fl_slice_skip(cursor, n);
	const struct dbg_past *p = &s->past[(number - 1) % DBG_PAST_MAX];
	if (!n || !fl_slice_starts(rest, ":") || !fl_slice_uint(fl_slice_skip(rest, 1), &at) ||
		!at || p->number != number || !p->text || at >= p->text_len) {
		dbg_error_json(out, DBG_ERROR_EXECUTION_FAILED,
			"the cursor points to nothing that is kept: take one from an answer");
		return;
	}
	dbg_answer_page(p, at, cut, out);
}

void dbg_session_interrupt(struct dbg_session *s, struct fl_buf *out)
{
	struct fl_error err = {0};
	if (dbg_console_interrupt(s->console, &err)) {
		explain(&err);
		dbg_error_json(out,
			err.code == FL_EREFUSED ? DBG_ERROR_TARGET_NOT_RUNNING
						: DBG_ERROR_SESSION_DEAD,
			err.message);
		return;
	}
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "success", true);
	dbg_answer_text(out, "session_id", fl_slice_str(s->id));
	dbg_answer_text(out, "status", FL_S("interrupting"));
	fl_buf_char(out, '}');
}

static int end_input(struct dbg_session *s, struct fl_error *err)
{
	return s->qemu ? fl_error_set(err, FL_EINVAL, "a serial line has no end of input")
		       : dbg_console_end_input(s->console, err);
}

void dbg_session_input(struct dbg_session *s, struct fl_slice text, bool end, struct fl_buf *out)
{
	struct fl_error err = {0};
	struct fl_slice rest = text;
	enum dbg_state state = dbg_console_state(s->console);
	if (state == DBG_STATE_DEAD) {
		dbg_error_json(
			out, DBG_ERROR_SESSION_DEAD, DEAD ": stop the session and start a new one");
		return;
	}
	int rc = s->qemu ? dbg_qemu_input(s->qemu, &rest, &err)
			 : dbg_console_input(s->console, &rest, &err);
	if (rc == 0 && end)
		rc = end_input(s, &err);
	if (rc) {
		dbg_error_json(out, dbg_error_type_of(&err), err.message);
		fl_buf_truncate(out, out->len - 1);
	} else {
		fl_buf_char(out, '{');
		dbg_answer_bool(out, "success", true);
		dbg_answer_text(out, "session_id", fl_slice_str(s->id));
	}
	dbg_answer_int(out, "bytes", (int64_t)(text.len - rest.len));
	dbg_answer_text(out, "state", fl_slice_str(dbg_state_words[state]));
	fl_buf_char(out, '}');
}

void dbg_session_output(
	const struct dbg_session *s, uint64_t from, const struct dbg_cut *cut, struct fl_buf *out)
{
	uint64_t start, end;
	struct fl_slice text = dbg_console_output(s->console, from, &start, &end);
	if (cut->max_bytes && text.len > cut->max_bytes)
		text = fl_slice_head(text, cut->max_bytes);
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "success", true);
	dbg_answer_text(out, "session_id", fl_slice_str(s->id));
	dbg_answer_text(out, "output", text);
	dbg_answer_int(out, "from", (int64_t)start);
	dbg_answer_int(out, "next", (int64_t)(start + text.len));
	dbg_answer_int(out, "end", (int64_t)end);
	fl_buf_char(out, '}');
}

void dbg_session_log(const struct dbg_session *s, const struct dbg_cut *cut, struct fl_buf *out)
{
	size_t max = cut->max_lines ? cut->max_lines : DBG_PAST_MAX;
	size_t kept = s->commands < DBG_PAST_MAX ? s->commands : DBG_PAST_MAX;
	size_t count = kept < max ? kept : max;
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "success", true);
	dbg_answer_text(out, "session_id", fl_slice_str(s->id));
	dbg_answer_int(out, "total_commands", (int64_t)s->commands);
	dbg_answer_key(out, "commands");
	fl_buf_char(out, '[');
	for (size_t n = s->commands - count; n < s->commands; n++) {
		const struct dbg_past *p = &s->past[n % DBG_PAST_MAX];
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_int(out, "number", (int64_t)p->number);
		dbg_answer_text(out, "command", fl_slice_str(p->command));
		dbg_answer_bool(out, "success", p->success);
		dbg_answer_int(out, "execution_time_ms", p->ms);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
	fl_buf_char(out, '}');
}

int64_t dbg_session_debugger(const struct dbg_session *s)
{
	if (!s->boxed.box || dbg_console_state(s->console) == DBG_STATE_DEAD)
		return dbg_console_pid(s->console);
	return dbg_memory_boxed_pid(
		getpid(), DBG_MEMORY_FIRST, s->qemu ? dbg_qemu_child(s->qemu) : 0);
}

void dbg_session_idle(struct dbg_session *s)
{
	dbg_console_idle(s->console);
}

void dbg_session_status(const struct dbg_session *s, struct fl_buf *out)
{
	dbg_console_look(s->console);
	const struct dbg_mi_record *stop = dbg_console_stop(s->console);
	enum dbg_state state = dbg_console_state(s->console);
	int64_t program = dbg_console_program_pid(s->console);
	int64_t debugger = dbg_session_debugger(s), outside = program;
	if (s->opts->remote)
		outside = 0; /* a number of another system's */
	else if (s->boxed.box)
		outside = dbg_memory_boxed_pid(getpid(), program, 0);
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "success", true);
	dbg_answer_text(out, "session_id", fl_slice_str(s->id));
	dbg_answer_text(out, "state", fl_slice_str(dbg_state_words[state]));
	dbg_answer_bool(out, "busy", dbg_console_busy(s->console));
	dbg_answer_text(
		out, "program", fl_slice_str(s->qemu ? s->opts->qemu.kernel : s->opts->program));
	if (s->qemu)
		dbg_qemu_status(s->qemu, out);
	dbg_answer_int(out, "pid", debugger);
	dbg_answer_int(out, "program_pid", program);
	dbg_answer_int(out, "memory_kb", dbg_memory_kb(debugger));
	dbg_answer_int(out, "program_memory_kb", dbg_memory_kb(outside));
	dbg_answer_int(out, "total_commands", (int64_t)s->commands);
	dbg_answer_int(out, "session_duration_s", dbg_session_age_ms(s) / 1000);
	if (stop && (state == DBG_STATE_STOPPED || state == DBG_STATE_EXITED))
		dbg_shape_stop(out, stop, dbg_console_stop_wanted(s->console));
	fl_buf_char(out, '}');
}

void dbg_session_free(struct dbg_session *s)
{
	if (!s)
		return;
	/* first: it turns the loop while it waits, and who is called back there finds all the rest */
	dbg_qemu_free(s->qemu);
	s->qemu = NULL;
	dbg_session_let_go(s);
	dbg_gate_free(s->gate);
	dbg_remote_close(s->remote);
	dbg_console_free(s->console);
	dbg_box_close(&s->boxed);
	for (size_t i = 0; i < DBG_PAST_MAX; i++) {
		free(s->past[i].command);
		free(s->past[i].text);
	}
	dbg_watches_release(&s->watches);
	fl_buf_release(&s->startup);
	fl_buf_release(&s->env_text);
	fl_buf_release(&s->init_text);
	free(s);
}

int dbg_session_new(struct dbg_loop *loop, const char *id, const struct dbg_session_opts *opts,
	struct dbg_session **ret_session, struct fl_error *err)
{
	struct dbg_session *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a session");
	s->opts = opts;
	s->born = fl_clock_ms();
	snprintf(s->id, sizeof(s->id), "%s", id);
	fl_buf_init(&s->startup, WELCOME_MAX);
	fl_buf_init(&s->env_text, WELCOME_MAX);
	fl_buf_init(&s->init_text, WELCOME_MAX);
	int rc = dbg_session_check_opts(opts, err);
	if (rc == 0)
		rc = dbg_session_machine_opts(s, err);
	if (rc == 0 && opts->sandbox)
		rc = dbg_box_open(s->opts, &s->boxed, err);
	if (rc == 0 && opts->sandbox)
		s->opts = &s->boxed.opts;
	if (rc == 0)
		rc = dbg_session_machine_new(s, loop, err);
	if (rc == 0)
		rc = dbg_console_new(loop, &s->opts->console, &s->console, err);
	if (rc == 0)
		rc = dbg_session_machine_ready(s, err);
	if (rc == 0)
		rc = dbg_session_begin(s, err);
	if (rc == 0)
		rc = dbg_session_machine_settle(s, err);
	if (rc) {
		dbg_session_free(s);
		return rc;
	}
	*ret_session = s;
	return 0;
}
