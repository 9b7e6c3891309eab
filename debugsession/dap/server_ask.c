/* Asking gdb, reading arguments, writing what many answers have. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "debugsession/dap/server_priv.h"

enum { COMMAND_MAX = 1 << 20, SERIAL_MS = 50 };

static int need_console(const struct dbg_adapter *a, struct fl_error *err)
{
	if (!a->console)
		return fl_error_set(
			err, FL_EINVAL, "there is no program yet: launch or attach comes first");
	return 0;
}

int dbg_adapter_ask_buf(struct dbg_adapter *a, struct fl_buf *command,
	const struct dbg_mi_record **ret_result, struct fl_error *err)
{
	int rc = fl_buf_error(command, "a question", err);
	if (rc == 0)
		rc = need_console(a, err);
	if (rc == 0) {
		a->asking = true;
		rc = dbg_console_ask_within(
			a->console, command->data, DBG_ADAPTER_ASK_MS, ret_result, err);
		a->asking = false;
	}
	fl_buf_release(command);
	return rc;
}

int dbg_adapter_ask(struct dbg_adapter *a, const struct dbg_mi_record **ret_result,
	struct fl_error *err, const char *fmt, ...)
{
	struct fl_buf command;
	va_list ap;
	fl_buf_init(&command, COMMAND_MAX);
	va_start(ap, fmt);
	fl_buf_vprintf(&command, fmt, ap);
	va_end(ap);
	return dbg_adapter_ask_buf(a, &command, ret_result, err);
}

int64_t dbg_adapter_frame_id(int64_t thread, int64_t level)
{
	if (thread <= 0 || thread >= DBG_THREADS_MAX || level < 0 || level > DBG_FRAMES_MAX)
		return 0;
	return thread << DBG_FRAME_BITS | level;
}

void dbg_adapter_command(struct fl_buf *command, const char *words, int64_t frame)
{
	fl_buf_init(command, COMMAND_MAX);
	fl_buf_str(command, words);
	if (frame > 0)
		fl_buf_printf(command, " --thread %" PRId64 " --frame %" PRId64,
			frame >> DBG_FRAME_BITS, frame & DBG_FRAMES_MAX);
}

int dbg_adapter_console(struct dbg_adapter *a, struct fl_slice command, int64_t frame,
	struct dbg_reply *ret_reply, struct fl_error *err)
{
	struct fl_buf line;
	int rc = need_console(a, err);
	if (rc)
		return rc;
	dbg_adapter_command(&line, "-interpreter-exec", frame);
	fl_buf_str(&line, " console ");
	dbg_mi_quote(&line, command);
	rc = fl_buf_error(&line, "a command", err);
	a->asking = true;
	if (rc == 0)
		rc = dbg_console_run(
			a->console, fl_buf_view(&line), DBG_ADAPTER_ASK_MS, ret_reply, err);
	a->asking = false;
	fl_buf_release(&line);
	if (rc == 0)
		rc = dbg_mi_refused(ret_reply->result, err);
	return rc;
}

int dbg_adapter_need_stop(struct dbg_adapter *a, struct fl_error *err)
{
	int rc = need_console(a, err);
	if (rc == 0 && dbg_console_state(a->console) == DBG_STATE_RUNNING)
		rc = fl_error_set(err, FL_EREFUSED, "the program is running: pause it first");
	return rc;
}

struct fl_slice dbg_arg_text(const struct fl_json *args, const char *name)
{
	return fl_json_str(fl_json_get(args, name));
}

int64_t dbg_arg_int(const struct fl_json *args, const char *name, int64_t otherwise)
{
	return fl_json_int(fl_json_get(args, name), otherwise);
}

bool dbg_arg_bool(const struct fl_json *args, const char *name)
{
	const struct fl_json *v = fl_json_get(args, name);
	return v && v->type == FL_JBOOL && v->num;
}

const struct fl_json *dbg_arg_list(const struct fl_json *args, const char *name)
{
	const struct fl_json *v = fl_json_get(args, name);
	return v && v->type == FL_JARRAY ? v->child : NULL;
}

int dbg_arg_address(
	const struct fl_json *args, const char *name, uint64_t *ret_address, struct fl_error *err)
{
	struct fl_slice text = dbg_arg_text(args, name);
	char digits[32];
	char *end = digits;
	snprintf(digits, sizeof(digits), "%.*s", FL_ARG(fl_slice_head(text, sizeof(digits) - 1)));
	uint64_t address = strtoull(digits, &end, 0);
	if (!text.len || text.len >= sizeof(digits) || *end || !isdigit((unsigned char)digits[0]))
		return fl_error_set(err, FL_EINVAL, "%s is no address: \"%.*s\"", name,
			FL_ARG(fl_slice_head(text, 100)));
	*ret_address = address;
	return 0;
}

int64_t dbg_adapter_line_in(const struct dbg_adapter *a, int64_t line)
{
	return line + 1 - a->line_base;
}

int64_t dbg_adapter_line_out(const struct dbg_adapter *a, int64_t line)
{
	return line > 0 ? line - 1 + a->line_base : 0;
}

void dbg_adapter_add_source(struct fl_buf *out, struct fl_slice path, struct fl_slice name)
{
	struct fl_slice from = path.len ? path : name;
	if (!from.len)
		return;
	dbg_answer_key(out, "source");
	fl_buf_char(out, '{');
	dbg_answer_text(out, "name", fl_slice_skip(from, (size_t)(fl_slice_rchr(from, '/') + 1)));
	if (path.len)
		dbg_answer_text(out, "path", path);
	fl_buf_char(out, '}');
}

void dbg_adapter_add_text(struct fl_buf *out, const char *key, struct fl_slice text)
{
	struct fl_buf cut;
	if (text.len <= DBG_ADAPTER_TEXT) {
		dbg_answer_text(out, key, text);
		return;
	}
	size_t n = DBG_ADAPTER_TEXT;
	while (n > 0 && ((unsigned char)text.ptr[n] & 0xc0) == 0x80)
		n--;
	fl_buf_init(&cut, DBG_ADAPTER_TEXT + 8);
	fl_buf_slice(&cut, fl_slice_head(text, n));
	fl_buf_str(&cut, "\xe2\x80\xa6");
	dbg_answer_text(out, key, fl_buf_view(&cut));
	fl_buf_release(&cut);
}

void dbg_adapter_add_memory(struct fl_buf *out, struct fl_slice value)
{
	/* "(int (*)[4]) 0x7ff…" and "@0x7ff…: 3" are pointers and references, too */
	ptrdiff_t type = fl_slice_starts(value, "(") ? fl_slice_find(value, ") 0x") : -1;
	if (type > 0)
		value = fl_slice_skip(value, (size_t)type + 2);
	if (fl_slice_starts(value, "@"))
		value = fl_slice_skip(value, 1);
	size_t n = 2;
	while (n < value.len && fl_hex_value(value.ptr[n]) >= 0)
		n++;
	if (fl_slice_starts(value, "0x") && n > 2)
		dbg_answer_text(out, "memoryReference", fl_slice_head(value, n));
}

void dbg_adapter_say(struct dbg_adapter *a, const char *category, struct fl_slice text)
{
	struct fl_buf body;
	if (!text.len)
		return;
	dbg_adapter_event(&body);
	dbg_answer_text(&body, "category", fl_slice_str(category));
	dbg_answer_text(&body, "output", text);
	dbg_adapter_send_event(a, "output", &body);
}

/* Bytes at the end that may be the start of a character. */
static size_t unfinished(struct fl_slice s)
{
	uint32_t c;
	for (size_t n = 1; n <= 3 && n <= s.len; n++) {
		unsigned char b = (unsigned char)s.ptr[s.len - n];
		if ((b & 0xc0) == 0x80)
			continue;
		bool whole = b < 0xc0 || fl_utf8_decode(fl_slice_skip(s, s.len - n), &c);
		return whole ? 0 : n;
	}
	return 0;
}

int64_t dbg_adapter_output_due(const struct dbg_adapter *a)
{
	return a->mode == DBG_MODE_MACHINE && a->program_text.len ? a->told_output_ms + SERIAL_MS
								  : INT64_MAX;
}

void dbg_adapter_tell_output(struct dbg_adapter *a, bool all)
{
	struct fl_slice text = fl_buf_view(&a->program_text);
	size_t wait = all ? 0 : unfinished(text);
	size_t n = text.len - wait;
	int64_t now = fl_clock_ms(), due = dbg_adapter_output_due(a);
	if (!all && due != INT64_MAX && now < due)
		return;
	a->told_output_ms = now;
	if (!n)
		return;
	/* a client that does not read shall not have us hold all that a program writes */
	if (a->out.len - a->written > DBG_ADAPTER_OUT / 8) {
		a->flooded = true;
	} else {
		if (a->flooded)
			dbg_adapter_say(a, "important",
				FL_S("debugsession: output of the program was dropped, since "
				     "nobody read it\n"));
		a->flooded = false;
		dbg_adapter_say(a, "stdout", fl_slice_head(text, n));
	}
	memmove(a->program_text.data, a->program_text.data + n, wait);
	fl_buf_truncate(&a->program_text, wait);
}

void dbg_adapter_on_output(void *ctx, struct fl_slice bytes)
{
	struct dbg_adapter *a = ctx;
	while (bytes.len) {
		size_t room = a->program_text.max - a->program_text.len;
		struct fl_slice part = fl_slice_head(bytes, room);
		fl_buf_slice(&a->program_text, part);
		bytes = fl_slice_skip(bytes, part.len);
		if (bytes.len)
			dbg_adapter_tell_output(a, true);
	}
}
