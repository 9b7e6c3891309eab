#include "debugsession/session/breaks.h"

#include "debugsession/session/shape.h"
#include "debugsession/console/words.h"

enum { FILE_MAX = 64 << 10 };

/* What a line may start with that is a command already. */
static const struct {
	const char *word, *least;
} setters[] = {
	{"break", "b"},
	{"hbreak", "hb"},
	{"tbreak", "tb"},
	{"thbreak", "thb"},
	{"watch", "wa"},
	{"rwatch", "rw"},
	{"awatch", "aw"},
	{"catch", "cat"},
};

static bool is_setter(struct fl_slice line, struct fl_slice *ret_place)
{
	for (size_t i = 0; i < sizeof(setters) / sizeof(*setters); i++)
		if (dbg_words_match(line, setters[i].word, setters[i].least, ret_place))
			return true;
	*ret_place = line;
	return false;
}

/* Is there a breakpoint at this place, or a watchpoint of this expression? */
static bool is_set(struct dbg_console *c, struct fl_slice place)
{
	const struct dbg_mi_record *list;
	ptrdiff_t condition = fl_slice_find(place, " if ");
	if (condition > 0)
		place = fl_slice_trim(fl_slice_head(place, (size_t)condition));
	if (dbg_console_ask(c, "-break-list", &list, NULL))
		return false;
	const struct dbg_mi_value *v = dbg_mi_get(dbg_mi_result(list, "BreakpointTable"), "body");
	for (v = v ? v->child : NULL; v; v = v->next)
		if (fl_slice_eq(dbg_mi_str(dbg_mi_get(v, "original-location")), place) ||
			fl_slice_eq(dbg_mi_str(dbg_mi_get(v, "what")), place))
			return true;
	return false;
}

static int set_one(struct dbg_session *s, struct fl_slice line, unsigned wall_ms,
	struct fl_buf *text, struct fl_error *err)
{
	struct fl_slice place;
	struct dbg_reply reply = {0};
	struct fl_buf command, passed;
	struct fl_slice send;
	bool whole = is_setter(line, &place);
	if (is_set(s->console, place))
		return 0;
	fl_buf_init(&command, FILE_MAX + 16);
	fl_buf_init(&passed, DBG_GATE_LINE_MAX);
	fl_buf_str(&command, whole ? "" : "break ");
	fl_buf_slice(&command, line);
	int rc = fl_buf_error(&command, "a breakpoint", err);
	if (rc == 0)
		rc = dbg_session_pass(s, fl_buf_view(&command), &passed, &send, err);
	if (rc == 0)
		rc = dbg_console_run(s->console, send, wall_ms, &reply, err);
	fl_buf_release(&command);
	fl_buf_release(&passed);
	if (rc)
		return rc;
	fl_buf_slice(text, reply.text);
	if (reply.result && fl_slice_eqs(reply.result->name, "error"))
		rc = fl_error_set(err, FL_EREFUSED, "%.*s: %.*s", FL_ARG(place),
			FL_ARG(dbg_mi_str(dbg_mi_result(reply.result, "msg"))));
	return rc;
}

static int set_all(struct dbg_session *s, struct fl_slice rest, unsigned wall_ms,
	struct fl_buf *text, struct fl_error *err)
{
	struct fl_slice line;
	struct fl_error first = {0};
	size_t count = 0, failed = 0;
	while (fl_slice_line(&rest, &line)) {
		struct fl_error one = {0};
		line = fl_slice_trim(line);
		if (!line.len || line.ptr[0] == '#')
			continue;
		if (++count > DBG_BREAKS_MAX)
			return fl_error_set(err, FL_ELIMIT, "the list has more than %d breakpoints",
				(int)DBG_BREAKS_MAX);
		int rc = set_one(s, line, wall_ms, text, &one);
		if (rc && rc != FL_EREFUSED)
			return fl_error_set(err, one.code, "%s", one.message);
		if (rc && !failed++)
			first = one;
	}
	if (!failed)
		return 0;
	return fl_error_set(err, FL_EREFUSED,
		"%zu of %zu breakpoints could not be set, the first is %s", failed, count,
		first.message);
}

int dbg_breaks_set(struct dbg_session *s, const char *path, unsigned wall_ms, struct fl_buf *text,
	struct fl_error *err)
{
	struct fl_buf file;
	fl_buf_init(&file, FILE_MAX);
	int rc = fl_buf_read_file(&file, path, err);
	if (rc == 0)
		rc = set_all(s, fl_buf_view(&file), wall_ms, text, err);
	fl_buf_release(&file);
	return rc;
}

int dbg_run_breaks(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	const char *path = dbg_session_break_list(in->session);
	if (!path)
		return fl_error_set(err, FL_EINVAL,
			"this session has no list of breakpoints: start one with --break-list");
	int rc = dbg_breaks_set(in->session, path, in->wall_ms, &out->text, err);
	if (rc == 0)
		dbg_data_breakpoints(&(struct dbg_shape_in){.console = in->console}, &out->data);
	return rc;
}
