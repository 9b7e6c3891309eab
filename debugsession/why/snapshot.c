#include "debugsession/why/snapshot.h"

#include <inttypes.h>

#include "debugsession/gate/gate.h"
#include "debugsession/answer/answer.h"
#include "debugsession/answer/facts.h"
#include "debugsession/answer/document.h"

/* What is asked for, and what came of it. */
struct snapshot {
	struct fl_arena arena;
	struct fl_slice place, condition;
	struct dbg_break where;
	struct dbg_break_info set;
	struct dbg_stop stop;
	struct dbg_frame_vars vars;
	struct dbg_backtrace backtrace;
	bool alive; /* the last two are there */
	struct fl_slice output; /* the last of it */
	uint64_t output_lost; /* bytes before that */
	struct fl_slice message; /* why the place was not reached, or empty */
	struct fl_slice note; /* that it is another place than was asked for, or empty */
};

/* "FILE:LINE", then perhaps " if CONDITION". */
static int parse(const struct dbg_extra_in *in, struct snapshot *s, struct fl_error *err)
{
	uint32_t line = 0;
	ptrdiff_t at = fl_slice_find(in->arguments, " if ");
	s->place = fl_slice_trim(at < 0 ? in->arguments : fl_slice_head(in->arguments, (size_t)at));
	if (at >= 0)
		s->condition = fl_slice_trim(fl_slice_skip(in->arguments, (size_t)at + 4));
	ptrdiff_t colon = fl_slice_rchr(s->place, ':');
	struct fl_slice digits = fl_slice_skip(s->place, (size_t)(colon + 1));
	if (colon < 1 || !digits.len || fl_slice_uint(digits, &line) != digits.len || !line)
		return fl_error_set(err, FL_EINVAL,
			"the place is FILE:LINE, and perhaps \"if CONDITION\" behind it");
	s->where.file = fl_arena_slice(&s->arena, fl_slice_head(s->place, (size_t)colon)).ptr;
	s->where.line = line;
	s->where.temporary = true;
	if (s->condition.len)
		s->where.condition = fl_arena_slice(&s->arena, s->condition).ptr;
	return in->gate && s->condition.len ? dbg_gate_words(in->gate, s->condition, err) : 0;
}

/* Why the program is not where it should be. */
static void explain(struct snapshot *s)
{
	const struct dbg_stop *t = &s->stop;
	if (t->reason == DBG_BREAKPOINT && t->breakpoint == s->set.id) {
		if (t->line != s->where.line)
			s->note = fl_arena_printf(&s->arena,
				"%.*s has no code: this is line %" PRId64 ", the next that has",
				FL_ARG(s->place), t->line);
		return;
	}
	if (t->reason == DBG_EXIT && t->signal)
		s->message =
			fl_arena_printf(&s->arena, "%.*s was never reached: %.*s ended the program",
				FL_ARG(s->place), FL_ARG(t->signal_name));
	else if (t->reason == DBG_EXIT)
		s->message = fl_arena_printf(&s->arena,
			"%.*s was never reached: the program ended with status %" PRId64,
			FL_ARG(s->place), t->exit_code);
	else
		s->message = fl_arena_printf(&s->arena,
			"%.*s was not reached: the program stopped before, at %.*s:%" PRId64
			" (%s %.*s)",
			FL_ARG(s->place), FL_ARG(t->file), t->line,
			dbg_reason_names.words[t->reason], FL_ARG(t->signal_name));
}

static int run(const struct dbg_extra_in *in, struct snapshot *s, struct fl_error *err)
{
	struct dbg_reply reply;
	int rc = dbg_facts_break_add(in->console, &s->where, &s->set, err);
	if (rc == 0)
		rc = dbg_console_run(in->console, FL_S("run"), in->wall_ms, &reply, err);
	if (rc == FL_ETIMEOUT)
		fl_error_set(err, rc,
			"%.*s was not reached in %u s, and the program did not end: give it more "
			"time, or the input that it waits for",
			FL_ARG(s->place), (in->wall_ms + 999) / 1000); /* starting took some */
	if (rc == 0)
		rc = dbg_mi_refused(reply.result, err);
	if (rc)
		return rc;
	s->output = fl_arena_slice(&s->arena, reply.program_output);
	s->output_lost = reply.program_output_lost;
	rc = dbg_facts_stop(in->console, &s->arena, &s->stop, err);
	if (rc == 0)
		explain(s);
	return rc;
}

static int look(const struct dbg_extra_in *in, struct snapshot *s, struct fl_error *err)
{
	const struct dbg_vars_wish wish = {.max = DBG_SNAPSHOT_VARS};
	s->alive = dbg_console_state(in->console) == DBG_STATE_STOPPED;
	if (!s->alive)
		return 0;
	int rc = dbg_facts_frame_vars(
		in->console, DBG_FRAME_SELECTED, &wish, &s->arena, &s->vars, err);
	if (rc == 0)
		rc = dbg_facts_backtrace(
			in->console, DBG_SNAPSHOT_FRAMES, &s->arena, &s->backtrace, err);
	return rc;
}

static void put_data(const struct snapshot *s, size_t max_output, struct fl_buf *out)
{
	dbg_answer_bool(out, "reached", !s->message.len);
	if (s->message.len)
		dbg_answer_text(out, "message", s->message);
	if (s->note.len)
		dbg_answer_text(out, "note", s->note);
	dbg_answer_key(out, "stop");
	fl_json_object(out, &dbg_stop_shape, &s->stop);
	if (s->alive) {
		dbg_answer_key(out, "frame_vars");
		fl_json_object(out, &dbg_frame_vars_shape, &s->vars);
		dbg_answer_key(out, "backtrace");
		fl_json_object(out, &dbg_backtrace_shape, &s->backtrace);
	}
	dbg_answer_output(out, s->output, s->output_lost, max_output);
}

static void put_text(const struct snapshot *s, struct fl_buf *out)
{
	if (s->message.len)
		fl_buf_printf(out, "%.*s\n", FL_ARG(s->message));
	if (s->note.len)
		fl_buf_printf(out, "%.*s\n", FL_ARG(s->note));
	const struct dbg_frame *f = s->backtrace.frames.items;
	for (size_t i = 0; i < s->backtrace.frames.len; i++, f++) {
		fl_buf_printf(out, "#%" PRId64 " %.*s", f->depth, FL_ARG(f->function));
		if (f->file.len)
			fl_buf_printf(out, " at %.*s:%" PRId64, FL_ARG(f->file), f->line);
		fl_buf_char(out, '\n');
		const struct dbg_variable *v = s->vars.locals.items;
		for (size_t k = 0; i == 0 && k < s->vars.locals.len; k++, v++)
			fl_buf_printf(out, "   %.*s %.*s = %.*s\n", FL_ARG(v->type),
				FL_ARG(v->name), FL_ARG(v->value));
	}
	if (s->backtrace.omitted)
		fl_buf_printf(out, "(%" PRId64 " more frames)\n", s->backtrace.omitted);
}

static int put_literal(struct snapshot *s, const struct dbg_literal_wish *wish, struct fl_buf *out,
	struct fl_error *err)
{
	const struct dbg_tool_error missed = {
		.type = fl_slice_str(dbg_error_words[DBG_ERROR_EXECUTION_FAILED]),
		.message = s->message};
	struct dbg_document d = {0};
	dbg_document_add(&d, &dbg_stop_shape, &s->stop, "stop");
	if (s->alive) {
		dbg_document_add(&d, &dbg_frame_vars_shape, &s->vars, "vars");
		dbg_document_add(&d, &dbg_backtrace_shape, &s->backtrace, "backtrace");
	}
	if (s->message.len)
		dbg_document_add(&d, &dbg_tool_error_shape, &missed, "error");
	struct dbg_literal_wish rest = *wish;
	struct fl_buf said;
	fl_buf_init(&said, 16 * DBG_OUTPUT_SHOWN);
	dbg_literal_output(&said, s->output, wish->max_bytes / 4);
	if (wish->max_bytes)
		rest.max_bytes -= said.len < wish->max_bytes / 2 ? said.len : wish->max_bytes / 2;
	int rc = dbg_document_write(&d, &rest, &s->arena, out, err);
	if (rc == 0 && s->note.len)
		dbg_literal_value(out, "note", s->note);
	if (rc == 0)
		fl_buf_slice(out, fl_buf_view(&said));
	fl_buf_release(&said);
	return rc;
}

int dbg_extra_snapshot(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct snapshot s = {0};
	size_t max = in->literal.max_bytes;
	fl_arena_init(&s.arena, DBG_LITERAL_ARENA);
	int rc = parse(in, &s, err);
	if (rc == 0)
		rc = run(in, &s, err);
	if (rc == 0)
		rc = look(in, &s, err);
	if (rc == 0)
		rc = fl_arena_error(&s.arena, "the snapshot", err);
	if (rc == 0)
		rc = put_literal(&s, &in->literal, &out->literal, err);
	if (rc == 0) {
		put_data(&s, max ? max / 4 : DBG_OUTPUT_SHOWN, &out->data);
		put_text(&s, &out->text);
	}
	fl_arena_release(&s.arena);
	return rc;
}
