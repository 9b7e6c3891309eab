#include "debugsession/gdb/look.h"

#include <inttypes.h>

#include "debugsession/gdb/read.h"

enum { FRAMES_MAX = 256, COMMAND_BYTES = 1 << 18 };

static int ask(const struct dbg_asker *by, struct fl_buf *command,
	const struct dbg_mi_record **ret_reply, struct fl_error *err)
{
	int rc = fl_buf_error(command, "a command", err);
	rc = rc ? rc : by->ask(by->engine, command->data, ret_reply, err);
	fl_buf_release(command);
	return rc;
}

int dbg_look_hits(
	const struct dbg_asker *by, int64_t number, int64_t *ret_hits, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	struct fl_buf command;
	fl_buf_init(&command, COMMAND_BYTES);
	fl_buf_printf(&command, "-break-info %" PRId64, number);
	int rc = ask(by, &command, &reply, err);
	int64_t hits = rc ? -1 : dbg_gdb_read_hits(reply, number);
	if (rc == 0 && hits < 0)
		return fl_error_set(err, FL_EPARSE, "the debugger gave no hit count");
	if (rc == 0)
		*ret_hits = hits;
	return rc;
}

int dbg_look_backtrace(const struct dbg_asker *by, size_t max, struct fl_arena *a,
	struct fl_list *ret_frames, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	struct fl_buf command;
	if (max == 0 || max > FRAMES_MAX)
		return fl_error_set(err, FL_EINVAL, "a backtrace has 1 to %d frames", FRAMES_MAX);
	fl_buf_init(&command, COMMAND_BYTES);
	fl_buf_printf(&command, "-stack-list-frames 0 %zu", max - 1);
	int rc = ask(by, &command, &reply, err);
	if (rc)
		return rc;
	struct fl_list frames = dbg_gdb_read_frames(dbg_mi_result(reply, "stack"), a);
	rc = fl_arena_error(a, "a backtrace", err);
	if (rc == 0)
		*ret_frames = frames;
	return rc;
}

int dbg_look_variables(const struct dbg_asker *by, int64_t depth, size_t max, struct fl_arena *a,
	struct fl_list *ret_vars, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	struct fl_buf command;
	fl_buf_init(&command, COMMAND_BYTES);
	fl_buf_printf(&command,
		"-stack-list-variables --thread %" PRId64 " --frame %" PRId64 " --simple-values",
		by->thread, depth);
	int rc = ask(by, &command, &reply, err);
	if (rc)
		return rc;
	struct fl_list vars = dbg_gdb_read_vars(dbg_mi_result(reply, "variables"), max, a);
	rc = fl_arena_error(a, "a frame's variables", err);
	if (rc == 0)
		*ret_vars = vars;
	return rc;
}

int dbg_look_evaluate(const struct dbg_asker *by, int64_t depth, struct fl_slice expression,
	size_t max, struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err)
{
	const struct dbg_mi_record *reply;
	struct fl_buf command;
	fl_buf_init(&command, COMMAND_BYTES);
	fl_buf_printf(&command,
		"-data-evaluate-expression --thread %" PRId64 " --frame %" PRId64 " ", by->thread,
		depth);
	dbg_mi_quote(&command, expression);
	int rc = ask(by, &command, &reply, err);
	if (rc)
		return rc;
	struct fl_slice value = dbg_gdb_read_value(reply, max, a);
	rc = fl_arena_error(a, "a value", err);
	if (rc == 0)
		*ret_value = value;
	return rc;
}
