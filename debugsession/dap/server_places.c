/* Places for breakpoints and jumps, what can be watched, and log points. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/dap/server_priv.h"

enum { LOG_MAX = 64 << 10, LINES_MAX = 10000 };

/* The table of lines of a source: pc and line of each row. */
static int list_lines(struct dbg_adapter *a, const struct fl_json *args,
	const struct dbg_mi_value **ret_rows, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	struct fl_buf command;
	dbg_adapter_command(&command, "-symbol-list-lines ", 0);
	dbg_mi_quote(&command, dbg_arg_text(fl_json_get(args, "source"), "path"));
	int rc = dbg_adapter_ask_buf(a, &command, &r, err);
	const struct dbg_mi_value *list = rc ? NULL : dbg_mi_result(r, "lines");
	*ret_rows = list ? list->child : NULL;
	return rc;
}

static int by_number(const void *one, const void *other)
{
	const int64_t *x = one, *y = other;
	return (*x > *y) - (*x < *y);
}

/* The lines with code in [from, to], in order, each once. */
static size_t lines_between(
	const struct dbg_mi_value *rows, int64_t from, int64_t to, int64_t *lines, size_t max)
{
	size_t n = 0, kept = 0;
	for (; rows && n < max; rows = rows->next) {
		int64_t line = dbg_mi_int(dbg_mi_get(rows, "line"), 0);
		if (line >= from && line <= to && (!n || lines[n - 1] != line))
			lines[n++] = line;
	}
	qsort(lines, n, sizeof(*lines), by_number);
	for (size_t i = 0; i < n; i++)
		if (!kept || lines[kept - 1] != lines[i])
			lines[kept++] = lines[i];
	return kept;
}

DBG_HANDLE(locations)
{
	const struct dbg_mi_value *rows;
	int64_t from = dbg_adapter_line_in(a, dbg_arg_int(args, "line", 0));
	int64_t to = fl_json_get(args, "endLine")
			     ? dbg_adapter_line_in(a, dbg_arg_int(args, "endLine", 0))
			     : from;
	int rc = list_lines(a, args, &rows, err);
	if (rc == FL_EREFUSED) { /* a source that gdb does not know: no places in it */
		rc = 0;
		rows = NULL;
	}
	int64_t *lines = rc ? NULL : calloc(LINES_MAX, sizeof(*lines));
	if (!lines)
		return rc ? rc : fl_error_set(err, FL_ENOMEM, "out of memory for lines");
	size_t n = lines_between(rows, from, to, lines, LINES_MAX);
	dbg_answer_key(body, "breakpoints");
	fl_buf_char(body, '[');
	for (size_t i = 0; i < n; i++) {
		dbg_answer_item(body);
		fl_buf_char(body, '{');
		dbg_answer_int(body, "line", dbg_adapter_line_out(a, lines[i]));
		fl_buf_char(body, '}');
	}
	fl_buf_char(body, ']');
	free(lines);
	return rc;
}

/* The line is the target's number: the lowest of its addresses is where it begins. */
DBG_HANDLE(goto_targets)
{
	const struct dbg_mi_value *rows;
	int64_t line = dbg_adapter_line_in(a, dbg_arg_int(args, "line", 0));
	uint64_t least = UINT64_MAX;
	char address[32];
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0)
		rc = list_lines(a, args, &rows, err);
	for (; rc == 0 && rows; rows = rows->next) {
		struct fl_slice pc = dbg_mi_str(dbg_mi_get(rows, "pc"));
		uint64_t at = pc.len ? strtoull(pc.ptr, NULL, 16) : UINT64_MAX;
		if (dbg_mi_int(dbg_mi_get(rows, "line"), 0) == line && at < least)
			least = at;
	}
	if (rc)
		return rc;
	dbg_answer_key(body, "targets");
	fl_buf_char(body, '[');
	snprintf(address, sizeof(address), "0x%" PRIx64, least);
	struct dbg_adapter_ref target = {.kind = DBG_REF_EXPRESSION, .text = fl_slice_str(address)};
	int64_t id = least == UINT64_MAX ? 0 : dbg_adapter_new_ref(a, &target);
	if (id) {
		fl_buf_char(body, '{');
		dbg_answer_int(body, "id", id);
		dbg_answer_key(body, "label");
		fl_buf_printf(body, "\"line %" PRId64 "\"", dbg_adapter_line_out(a, line));
		dbg_answer_int(body, "line", dbg_adapter_line_out(a, line));
		dbg_answer_text(body, "instructionPointerReference", fl_slice_str(address));
		fl_buf_char(body, '}');
	}
	fl_buf_char(body, ']');
	return 0;
}

DBG_HANDLE(jump)
{
	(void)body;
	const struct dbg_adapter_ref *target = dbg_adapter_ref(a, dbg_arg_int(args, "targetId", 0));
	int64_t thread = dbg_arg_int(args, "threadId", 0);
	struct fl_buf command;
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0 && (!target || !fl_slice_starts(target->text, "0x")))
		rc = fl_error_set(err, FL_EINVAL, "targetId is none: ask for gotoTargets");
	if (rc)
		return rc;
	dbg_adapter_command(&command, "-data-evaluate-expression", dbg_adapter_frame_id(thread, 0));
	fl_buf_printf(&command, " \"$pc = %.*s\"", FL_ARG(target->text));
	rc = dbg_adapter_ask_buf(a, &command, NULL, err);
	a->jumped = a->stop_news = rc == 0;
	return rc;
}

/* An expression for the place itself, which stays the same whatever frame is looked at. */
static int place_of(struct dbg_adapter *a, struct fl_slice expression, int64_t frame,
	struct fl_buf *place, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	struct fl_buf pointer;
	fl_buf_init(&pointer, LOG_MAX);
	fl_buf_str(&pointer, "&(");
	fl_buf_slice(&pointer, expression);
	fl_buf_char(&pointer, ')');
	int rc = dbg_adapter_object(a, fl_buf_view(&pointer), frame, &r, err);
	fl_buf_release(&pointer);
	if (rc)
		return rc;
	struct fl_slice value = dbg_mi_str(dbg_mi_result(r, "value"));
	ptrdiff_t blank = fl_slice_chr(value, ' ');
	fl_buf_printf(place, "*(%.*s)%.*s", FL_ARG(dbg_mi_str(dbg_mi_result(r, "type"))),
		FL_ARG(fl_slice_head(value, blank < 0 ? value.len : (size_t)blank)));
	dbg_adapter_ask(
		a, NULL, NULL, "-var-delete %.*s", FL_ARG(dbg_mi_str(dbg_mi_result(r, "name"))));
	return fl_buf_error(place, "the expression", err);
}

/* The expression that a variable of an opened scope or object stands for. */
static struct fl_slice named(
	struct dbg_adapter *a, const struct fl_json *args, int64_t *frame, struct fl_arena *arena)
{
	const struct dbg_adapter_ref *ref =
		dbg_adapter_ref(a, dbg_arg_int(args, "variablesReference", 0));
	struct fl_slice name = dbg_arg_text(args, "name");
	if (!ref)
		return name;
	*frame = ref->frame;
	if (ref->kind != DBG_REF_OBJECT)
		return name;
	if (!ref->path.len)
		return fl_slice(NULL, 0);
	bool index = fl_slice_starts(name, "[");
	return fl_arena_printf(
		arena, "(%.*s)%s%.*s", FL_ARG(ref->path), index ? "" : ".", FL_ARG(name));
}

DBG_HANDLE(data_info)
{
	struct fl_arena arena;
	struct fl_error failure = {0};
	struct fl_buf place;
	int64_t frame = dbg_arg_int(args, "frameId", 0);
	int rc = dbg_adapter_need_stop(a, err);
	if (rc)
		return rc;
	fl_arena_init(&arena, 1 << 20);
	fl_buf_init(&place, LOG_MAX);
	struct fl_slice expression = named(a, args, &frame, &arena);
	if (expression.len)
		rc = place_of(a, expression, frame, &place, &failure);
	else
		rc = fl_error_set(&failure, FL_EREFUSED, "it has no place of its own in memory");
	dbg_answer_key(body, "dataId");
	if (rc == 0) {
		fl_json_text(body, fl_buf_view(&place));
		dbg_answer_text(body, "description", expression);
		dbg_answer_json(body, "accessTypes", FL_S("[\"write\",\"read\",\"readWrite\"]"));
	} else {
		fl_buf_str(body, "null");
		dbg_answer_text(body, "description", fl_slice_str(failure.message));
	}
	fl_buf_release(&place);
	fl_arena_release(&arena);
	return rc == FL_ECLOSED ? rc : 0;
}

/* A log message: text with expressions in braces, each evaluated where the program is. */
static void print_log(struct dbg_adapter *a, const char *message)
{
	struct fl_slice rest = fl_slice_str(message);
	struct fl_buf text;
	fl_buf_init(&text, LOG_MAX);
	while (rest.len) {
		const struct dbg_mi_record *r;
		struct fl_error failure = {0};
		struct fl_buf command;
		ptrdiff_t open = fl_slice_chr(rest, '{'), close = fl_slice_chr(rest, '}');
		if (open < 0 || close < open) {
			fl_buf_slice(&text, rest);
			break;
		}
		fl_buf_slice(&text, fl_slice_head(rest, (size_t)open));
		dbg_adapter_command(&command, "-data-evaluate-expression ", 0);
		dbg_mi_quote(&command, fl_slice(rest.ptr + open + 1, (size_t)(close - open - 1)));
		if (dbg_adapter_ask_buf(a, &command, &r, &failure) == 0)
			fl_buf_slice(&text, fl_slice_head(dbg_mi_str(dbg_mi_result(r, "value")),
						    DBG_ADAPTER_TEXT));
		else
			fl_buf_printf(&text, "{%s}", failure.message);
		rest = fl_slice_skip(rest, (size_t)close + 1);
	}
	fl_buf_char(&text, '\n');
	dbg_adapter_say(a, "console", fl_buf_view(&text));
	fl_buf_release(&text);
}

/* gdb names one of the breakpoints of a place; a real one there is a reason to stop. */
bool dbg_adapter_logged(struct dbg_adapter *a, int64_t number)
{
	const struct dbg_adapter_break *hit = dbg_adapter_break_find(a, number);
	bool stays = hit && !hit->log;
	for (size_t i = 0; hit && i < a->break_count; i++) {
		const struct dbg_adapter_break *b = &a->breaks[i];
		bool here = b == hit || (b->line && b->line == hit->line && b->path && hit->path &&
						strcmp(b->path, hit->path) == 0);
		if (here && b->log)
			print_log(a, b->log);
		stays = stays || (here && !b->log);
	}
	return hit && !stays;
}
