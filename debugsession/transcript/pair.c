/* A transcript and what mended the fault, as the columns of a debug_session record. */
#include "base/utf8.h"
#include "debugsession/answer/answer.h"
#include "debugsession/transcript/transcript.h"
#include "diag/classify/signals.h"

static const struct dbg_stop *last_signal(const struct dbg_transcript *t)
{
	const struct dbg_stop *found = NULL;
	for (size_t i = 0; i < t->event_count; i++) {
		const struct dbg_stop *s = t->events[i].object;
		if (t->events[i].shape == &dbg_stop_shape && s->signal)
			found = s;
	}
	return found;
}

static enum diag_class class_of(const struct dbg_transcript *t)
{
	const struct dbg_stop *s = last_signal(t);
	const struct diag_signal *known = s ? diag_signal_find((int)s->signal) : NULL;
	return known ? known->error_class : DIAG_CLASS_NONE;
}

/* A diff is told by its heads; all else is the fixed code. */
static bool is_diff(struct fl_slice fix)
{
	struct fl_slice line;
	while (fl_slice_line(&fix, &line))
		if (fl_slice_starts(line, "@@ ") || fl_slice_starts(line, "diff --git "))
			return true;
	return false;
}

/* The literals, and all events as JSON text. */
static int render(const struct dbg_transcript *t, enum dbg_transcript_form form, struct fl_arena *a,
	struct fl_slice *ret, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, (size_t)DBG_TRANSCRIPT_MAX * 4);
	int rc = dbg_transcript_write(t, form, FL_FULL, a, &out, err);
	if (!rc) {
		*ret = fl_arena_slice(a, fl_buf_view(&out));
		rc = fl_arena_error(a, "the record", err);
	}
	fl_buf_release(&out);
	return rc;
}

/* A reader in another language knows nothing of bytes, and of NUL little. */
static struct fl_slice as_text(struct fl_slice s, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, (size_t)DBG_TRANSCRIPT_MAX * 3);
	while (s.len) {
		uint32_t c;
		size_t n = fl_utf8_decode(s, &c);
		if (n == 0 || c == 0)
			fl_buf_str(&out, "\xef\xbf\xbd");
		else
			fl_buf_add(&out, s.ptr, n);
		s = fl_slice_skip(s, n ? n : 1);
	}
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

int dbg_transcript_pair(const struct dbg_transcript *t, const struct dbg_pair *pair,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	struct fl_slice context, events, fix = pair->fix;
	if (!t->event_count)
		return fl_error_set(err, FL_EPARSE,
			"the transcript has no event; give the text of a gdb or lldb session");
	if (!fl_slice_trim(fix).len)
		return fl_error_set(
			err, FL_EPARSE, "the fix is empty; give the fixed code or a diff");
	int rc = render(t, DBG_TRANSCRIPT_STRUCT, a, &context, err);
	if (!rc)
		rc = render(t, DBG_TRANSCRIPT_JSON, a, &events, err);
	if (rc)
		return rc;
	enum diag_class class = class_of(t);
	fl_buf_char(out, '{');
	dbg_answer_text(out, "kind", FL_S("debug_session"));
	dbg_answer_text(out, "error_class", fl_slice_str(diag_class_table[class].name));
	dbg_answer_text(out, "evidence_class", fl_slice_str(diag_class_table[class].name));
	dbg_answer_text(out, "prompt", context);
	dbg_answer_text(out, "completion", fix);
	dbg_answer_text(out, "fixed", is_diff(fix) ? fl_slice(NULL, 0) : fix);
	dbg_answer_text(out, "diff", is_diff(fix) ? fix : fl_slice(NULL, 0));
	dbg_answer_text(out, "context", context);
	dbg_answer_text(out, "events", fl_slice_trim(events));
	dbg_answer_key(out, "verification");
	fl_buf_str(out, "{\"level\":\"transcribed\"}");
	dbg_answer_text(out, "path", pair->path);
	dbg_answer_text(out, "buggy", pair->source);
	dbg_answer_text(out, "session", as_text(pair->text, a));
	fl_buf_str(out, "}\n");
	rc = fl_arena_error(a, "the record", err);
	if (rc)
		return rc;
	return fl_buf_error(out, "the record", err);
}
