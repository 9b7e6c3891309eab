/* Shapes for which gdb is asked once more, over MI. A question that gdb refuses gives no data. */
#include <stdio.h>

#include "base/json.h"
#include "debugsession/gdb/gdb_priv.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/shape.h"

enum { FRAMES_MAX = 100 };

/* A member `key` with the value called `name` in the answer to an MI command. */
static void add_answer(const struct dbg_shape_in *in, const char *command, const char *name,
	const char *key, struct fl_buf *out)
{
	const struct dbg_mi_record *result;
	if (dbg_console_ask(in->console, command, &result, NULL))
		return;
	const struct dbg_mi_value *v = dbg_mi_result(result, name);
	if (!v)
		return;
	dbg_answer_key(out, key);
	dbg_answer_mi(out, v);
}

bool dbg_shown_frames(struct fl_slice text, uint32_t *ret_first, uint32_t *ret_last)
{
	struct fl_slice line;
	uint32_t n;
	bool any = false;
	while (fl_slice_line(&text, &line)) {
		if (!fl_slice_starts(line, "#") || !fl_slice_uint(fl_slice_skip(line, 1), &n))
			continue;
		*ret_first = any ? *ret_first : n;
		*ret_last = n;
		any = true;
	}
	return any && *ret_first <= *ret_last;
}

static bool frames_command(struct fl_slice text, char *command, size_t size)
{
	uint32_t first = 0, last = 0;
	if (!dbg_shown_frames(text, &first, &last))
		return false;
	if (last - first >= FRAMES_MAX)
		last = first + FRAMES_MAX - 1;
	snprintf(command, size, "-stack-list-frames %u %u", first, last);
	return true;
}

/* The line of the text that starts with "#number ". */
static struct fl_slice frame_line(struct fl_slice text, struct fl_slice number)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line)) {
		struct fl_slice s = fl_slice_skip(line, 1);
		if (fl_slice_starts(line, "#") && s.len > number.len &&
			memcmp(s.ptr, number.ptr, number.len) == 0 && s.ptr[number.len] == ' ')
			return line;
	}
	return fl_slice(NULL, 0);
}

/* "#1  0x… in f (a=1, s=\"x\") at f.c:3": what stands in the parentheses behind the function. */
static struct fl_slice frame_arguments(struct fl_slice line, struct fl_slice function)
{
	ptrdiff_t at = function.len ? fl_slice_search(line, function) : -1;
	if (at < 0)
		return fl_slice(NULL, 0);
	struct fl_slice s = fl_slice_skip(line, (size_t)at + function.len);
	if (!fl_slice_starts(s, " ("))
		return fl_slice(NULL, 0);
	ptrdiff_t close = fl_slice_rchr(s, ')');
	return close > 2 ? fl_slice(s.ptr + 2, (size_t)close - 2) : fl_slice(NULL, 0);
}

static void add_frame(const struct dbg_mi_value *f, struct fl_slice text, struct fl_buf *out)
{
	struct fl_slice number = dbg_mi_str(dbg_mi_get(f, "level"));
	struct fl_slice function = dbg_mi_str(dbg_mi_get(f, "func"));
	dbg_answer_item(out);
	fl_buf_char(out, '{');
	dbg_answer_int(out, "number", dbg_mi_int(dbg_mi_get(f, "level"), 0));
	dbg_answer_text(out, "address", dbg_mi_str(dbg_mi_get(f, "addr")));
	dbg_answer_text(out, "function", function);
	dbg_answer_text(out, "args", frame_arguments(frame_line(text, number), function));
	dbg_answer_text(out, "file", dbg_mi_str(dbg_mi_get(f, "file")));
	dbg_answer_int(out, "line", dbg_mi_int(dbg_mi_get(f, "line"), 0));
	fl_buf_char(out, '}');
}

void dbg_shape_frames(const struct dbg_shape_in *in, struct fl_buf *out)
{
	const struct dbg_mi_record *result;
	const struct dbg_mi_value *stack = NULL;
	char command[64];
	fl_buf_char(out, '[');
	if (frames_command(in->text, command, sizeof(command)) &&
		dbg_console_ask(in->console, command, &result, NULL) == 0)
		stack = dbg_mi_result(result, "stack");
	for (const struct dbg_mi_value *f = stack ? stack->child : NULL; f; f = f->next)
		add_frame(f, in->text, out);
	fl_buf_char(out, ']');
}

void dbg_data_frames(const struct dbg_shape_in *in, struct fl_buf *out)
{
	char command[64];
	if (frames_command(in->text, command, sizeof(command)))
		add_answer(in, command, "stack", "frames", out);
	dbg_answer_bool(out, "more", fl_slice_find(in->text, "(More stack frames follow") >= 0);
}

void dbg_data_frame(const struct dbg_shape_in *in, struct fl_buf *out)
{
	add_answer(in, "-stack-info-frame", "frame", "frame", out);
}

void dbg_data_locals(const struct dbg_shape_in *in, struct fl_buf *out)
{
	add_answer(in, "-stack-list-locals --simple-values", "locals", "locals", out);
}

void dbg_data_arguments(const struct dbg_shape_in *in, struct fl_buf *out)
{
	const struct dbg_mi_record *result;
	struct fl_list list;
	struct fl_arena a;
	if (dbg_console_ask(in->console, "-stack-list-variables --simple-values", &result, NULL))
		return;
	fl_arena_init(&a, 1 << 20);
	list = dbg_gdb_read_vars(dbg_mi_result(result, "variables"), SIZE_MAX, &a);
	dbg_answer_key(out, "args");
	fl_buf_char(out, '[');
	for (size_t i = 0; i < list.len; i++) {
		const struct dbg_variable *v = fl_list_at(&list, &dbg_variable_shape, i);
		if (!v->arg)
			continue;
		dbg_answer_item(out);
		fl_json_object(out, &dbg_variable_shape, v);
	}
	fl_buf_char(out, ']');
	fl_arena_release(&a);
}

void dbg_data_breakpoints(const struct dbg_shape_in *in, struct fl_buf *out)
{
	const struct dbg_mi_record *result;
	if (dbg_console_ask(in->console, "-break-list", &result, NULL))
		return;
	const struct dbg_mi_value *body =
		dbg_mi_get(dbg_mi_result(result, "BreakpointTable"), "body");
	dbg_answer_key(out, "breakpoints");
	if (body)
		dbg_answer_mi(out, body);
	else
		fl_buf_str(out, "[]");
}

void dbg_data_threads(const struct dbg_shape_in *in, struct fl_buf *out)
{
	add_answer(in, "-thread-info", "threads", "threads", out);
	add_answer(in, "-thread-info", "current-thread-id", "current_thread_id", out);
}

void dbg_shape_stop(struct fl_buf *out, const struct dbg_mi_record *record, bool wanted)
{
	struct fl_arena a;
	struct dbg_stop stop;
	fl_arena_init(&a, 1 << 20);
	dbg_gdb_read_stop(record, wanted, &a, &stop);
	dbg_answer_key(out, "stop");
	fl_json_object(out, &dbg_stop_shape, &stop);
	dbg_answer_key(out, "record");
	dbg_answer_results(out, record->results);
	fl_arena_release(&a);
}
