/* The renderings of a transcript. */
#include "base/literal/literal.h"
#include "debugsession/answer/answer.h"
#include "debugsession/transcript/transcript.h"

const char *const dbg_transcript_forms[] = {"struct", "json", "jsonl", NULL};

static void write_event(struct fl_buf *out, const struct dbg_event *e, bool session)
{
	fl_buf_char(out, '{');
	if (session)
		dbg_answer_int(out, "session", (int64_t)e->session + 1);
	dbg_answer_int(out, "line", (int64_t)e->line);
	dbg_answer_key(out, e->shape->name);
	fl_json_object(out, e->shape, e->object);
	fl_buf_char(out, '}');
}

static void write_unread(struct fl_buf *out, const struct dbg_transcript *t)
{
	dbg_answer_key(out, "not_understood");
	fl_buf_char(out, '[');
	for (size_t i = 0; i < t->unread_kept; i++) {
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_int(out, "line", (int64_t)t->unread[i].line);
		dbg_answer_text(out, "reason", fl_slice_str(t->unread[i].reason));
		dbg_answer_text(out, "text", t->unread[i].text);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
}

static void write_counts(struct fl_buf *out, const struct dbg_transcript *t)
{
	dbg_answer_key(out, "counts");
	fl_buf_char(out, '{');
	dbg_answer_int(out, "commands", (int64_t)t->commands);
	dbg_answer_int(out, "stops", (int64_t)t->stops);
	dbg_answer_int(out, "frames", (int64_t)t->frames);
	dbg_answer_int(out, "variables", (int64_t)t->variables);
	dbg_answer_int(out, "not_understood", (int64_t)t->unread_count);
	fl_buf_char(out, '}');
}

static void write_json(const struct dbg_transcript *t, struct fl_buf *out)
{
	size_t at = 0;
	fl_buf_char(out, '{');
	dbg_answer_key(out, "sessions");
	fl_buf_char(out, '[');
	for (size_t i = 0; i < t->session_count; i++) {
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "debugger", fl_slice_str(t->sessions[i].debugger));
		dbg_answer_int(out, "line", (int64_t)t->sessions[i].line);
		dbg_answer_key(out, "events");
		fl_buf_char(out, '[');
		for (; at < t->event_count && t->events[at].session == i; at++) {
			dbg_answer_item(out);
			write_event(out, &t->events[at], false);
		}
		fl_buf_str(out, "]}");
	}
	fl_buf_char(out, ']');
	write_unread(out, t);
	write_counts(out, t);
	fl_buf_str(out, "}\n");
}

/* As the literals of a live session are called; NULL: as the shape. */
static const char *name_of(const struct fl_shape *shape)
{
	static const struct {
		const struct fl_shape *shape;
		const char *name;
	} names[] = {{&dbg_stop_shape, "stop"}, {&dbg_frame_vars_shape, "vars"},
		{&dbg_frame_shape, "current"}, {&dbg_variable_shape, "result"},
		{&dbg_typed_shape, "command"}, {&dbg_watched_shape, "watched"},
		{&dbg_text_shape, "text"}};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].shape == shape)
			return names[i].name;
	return NULL;
}

static int write_literals(const struct dbg_transcript *t, enum fl_style style, struct fl_arena *a,
	struct fl_buf *out, struct fl_error *err)
{
	size_t at = 0;
	for (size_t i = 0; i < t->session_count; i++) {
		size_t end = at;
		while (end < t->event_count && t->events[end].session == i)
			end++;
		struct fl_items items = {fl_arena_array(a, end - at + 1, sizeof(*items.at)), 0};
		if (!items.at)
			return fl_arena_error(a, "the literals", err);
		for (; at < end; at++)
			items.at[items.len++] = (struct fl_item){.shape = t->events[at].shape,
				.object = t->events[at].object,
				.name = name_of(t->events[at].shape)};
		fl_literal_write(out, &items, style, FL_MARK_DEBUG);
	}
	return 0;
}

int dbg_transcript_write(const struct dbg_transcript *t, enum dbg_transcript_form form,
	enum fl_style style, struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	int rc = 0;
	if (form == DBG_TRANSCRIPT_STRUCT)
		rc = write_literals(t, style, a, out, err);
	if (form == DBG_TRANSCRIPT_JSON)
		write_json(t, out);
	for (size_t i = 0; form == DBG_TRANSCRIPT_JSONL && i < t->event_count; i++) {
		write_event(out, &t->events[i], true);
		fl_buf_char(out, '\n');
	}
	return rc ? rc : fl_buf_error(out, "the output", err);
}

void dbg_transcript_summary(const struct dbg_transcript *t, struct fl_buf *out)
{
	fl_buf_printf(out,
		"%zu commands, %zu stops, %zu frames, %zu variables, %zu lines not understood",
		t->commands, t->stops, t->frames, t->variables, t->unread_count);
}
