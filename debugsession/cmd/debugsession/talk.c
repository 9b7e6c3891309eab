/* The subcommands that talk to a session. */
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "debugsession/calls/calls.h"
#include "base/show.h"
#include "debugsession/cmd/debugsession/sub.h"
#include "debugsession/script/script.h"
#include "debugsession/answer/answer.h"
#include "debugsession/answer/document.h"

enum {
	ANSWER_MAX = 512 << 20,
	COMMAND_S = 30,
	GRACE_MS = 15000,
	CALLS_MAX = 4 << 20,
	ALONE_S = 60
};

int sub_session(const struct fl_opts *o, struct fl_slice *ret_id, struct fl_error *err)
{
	if (!fl_opt_given(o, OPT_SESSION))
		return fl_error_set(err, FL_EINVAL,
			"--session is missing: `debugsession list` shows the sessions");
	*ret_id = fl_slice_str(fl_opt_text(o, OPT_SESSION));
	return 0;
}

int sub_put_line(int fd, struct fl_buf *text, struct fl_error *err)
{
	struct fl_buf shown;
	fl_buf_char(text, '\n');
	int rc = fl_buf_error(text, "the answer", err);
	if (rc || fd != STDERR_FILENO)
		return rc ? rc : fl_write_all(fd, fl_buf_view(text), err);
	/* read by people as well */
	fl_buf_init(&shown, 16 * text->len);
	fl_show_as(&shown, fl_buf_view(text), FL_SHOW_LINES | FL_SHOW_JSON);
	rc = fl_write_all(fd, fl_buf_view(&shown), err);
	fl_buf_release(&shown);
	return rc;
}

/* An error about the session itself: JSON on standard error, status 1. */
int sub_complain(enum dbg_error_type type, const struct fl_error *failure, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, 1 << 16);
	dbg_error_json(&text, type, failure->message);
	int rc = sub_put_line(STDERR_FILENO, &text, err);
	fl_buf_release(&text);
	return rc ? FL_RUN_FAILED : 1;
}

static bool says_success(const struct fl_json *answer)
{
	const struct fl_json *v = fl_json_get(answer, "success");
	return v && v->type == FL_JBOOL && v->num;
}

static bool succeeded(struct fl_slice answer)
{
	struct fl_arena a;
	const struct fl_json *v;
	fl_arena_init(&a, ANSWER_MAX);
	bool ok = fl_json_parse(answer, &a, &v, NULL) == 0 && says_success(v);
	fl_arena_release(&a);
	return ok;
}

/* Of "cpp-call": some of the calls were not done. */
static bool calls_failed(struct fl_slice answer)
{
	struct fl_arena a;
	const struct fl_json *v;
	fl_arena_init(&a, ANSWER_MAX);
	bool failed = fl_json_parse(answer, &a, &v, NULL) == 0 &&
		      fl_json_int(fl_json_get(fl_json_get(v, "data"), "failed"), 0) > 0;
	fl_arena_release(&a);
	return failed;
}

/* One request, its answer printed as it is. */
static int ask(const struct fl_opts *o, struct fl_slice request, struct fl_error *err)
{
	struct dbg_client client;
	struct fl_slice id;
	struct fl_buf answer;
	struct fl_error failure;
	enum dbg_error_type type;
	int rc = sub_session(o, &id, err);
	if (rc == 0)
		rc = dbg_client_open(getenv("XDG_RUNTIME_DIR"), &client, err);
	if (rc)
		return FL_RUN_FAILED;
	fl_buf_init(&answer, ANSWER_MAX);
	int status;
	if (dbg_client_ask(&client, id, request, GRACE_MS, &answer, &type, &failure)) {
		status = sub_complain(type, &failure, err);
	} else {
		status = succeeded(fl_buf_view(&answer)) ? 0 : 1;
		if (sub_put_line(STDOUT_FILENO, &answer, err))
			status = FL_RUN_FAILED;
	}
	fl_buf_release(&answer);
	dbg_client_close(&client);
	return status;
}

/* {"op":OP, …} with a text and numbers, those that are there. */
static void write_request(const struct fl_opts *o, const char *op, const char *key,
	const char *text, struct fl_buf *out)
{
	fl_buf_clear(out);
	fl_buf_char(out, '{');
	dbg_answer_text(out, "op", fl_slice_str(op));
	if (key)
		dbg_answer_text(out, key, fl_slice_str(text));
	if (fl_opt_given(o, OPT_MAX_BYTES))
		dbg_answer_int(out, "max_bytes", fl_opt_number(o, OPT_MAX_BYTES));
	if (fl_opt_number(o, OPT_MAX_LINES))
		dbg_answer_int(out, "max_lines", fl_opt_number(o, OPT_MAX_LINES));
}

/* Literals are wanted. */
static void write_style(const struct fl_opts *o, struct fl_buf *out)
{
	dbg_answer_text(out, "format", FL_S("struct"));
	dbg_answer_text(out, "style", fl_slice_str(fl_opt_text(o, OPT_STYLE)));
}

static int ask_op(const struct fl_opts *o, const char *op, const char *key, const char *text,
	struct fl_error *err)
{
	struct fl_buf request;
	fl_buf_init(&request, 8 << 20);
	write_request(o, op, key, text, &request);
	fl_buf_char(&request, '}');
	int rc = fl_buf_error(&request, "the request", err);
	int status = rc ? FL_RUN_FAILED : ask(o, fl_buf_view(&request), err);
	fl_buf_release(&request);
	return status;
}

static int no_operands(const struct fl_opts *o, struct fl_error *err)
{
	if (sub_count(o))
		return fl_error_set(err, FL_EINVAL, "%s is out of place%s", sub_at(o, 0),
			fl_opt_given(o, OPT_SESSION) ? "" : ": name a session with --session");
	return 0;
}

static int ask_plain(const struct fl_opts *o, const char *op, struct fl_error *err)
{
	return no_operands(o, err) ? FL_RUN_FAILED : ask_op(o, op, NULL, NULL, err);
}

int dbg_cmd_status(const struct fl_opts *o, struct fl_error *err)
{
	return ask_plain(o, "status", err);
}

int dbg_cmd_interrupt(const struct fl_opts *o, struct fl_error *err)
{
	return ask_plain(o, "interrupt", err);
}

int dbg_cmd_log(const struct fl_opts *o, struct fl_error *err)
{
	return ask_plain(o, "log", err);
}

int dbg_cmd_output(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_buf request;
	uint32_t from = 0;
	struct fl_slice cursor = fl_slice_str(fl_opt_text(o, OPT_CURSOR));
	if (no_operands(o, err))
		return FL_RUN_FAILED;
	if (cursor.len && fl_slice_uint(cursor, &from) != cursor.len) {
		fl_error_set(err, FL_EINVAL, "--cursor of output is a count of bytes");
		return FL_RUN_FAILED;
	}
	fl_buf_init(&request, 1 << 16);
	write_request(o, "output", NULL, NULL, &request);
	dbg_answer_int(&request, "from", from);
	fl_buf_char(&request, '}');
	int status = ask(o, fl_buf_view(&request), err);
	fl_buf_release(&request);
	return status;
}

int dbg_cmd_stop(const struct fl_opts *o, struct fl_error *err)
{
	struct dbg_client client;
	struct fl_slice id;
	struct fl_error failure;
	enum dbg_error_type type;
	if (!fl_opt_given(o, OPT_FORCE))
		return ask_plain(o, "stop", err);
	int rc = sub_session(o, &id, err);
	if (rc == 0)
		rc = dbg_client_open(getenv("XDG_RUNTIME_DIR"), &client, err);
	if (rc)
		return FL_RUN_FAILED;
	int status = 0;
	if (dbg_client_kill(&client, id, &type, &failure) && type != DBG_ERROR_SESSION_DEAD)
		status = sub_complain(type, &failure, err);
	if (status == 0) {
		struct fl_buf text;
		dbg_client_forget(&client, id);
		fl_buf_init(&text, 1 << 16);
		fl_buf_char(&text, '{');
		dbg_answer_bool(&text, "success", true);
		dbg_answer_text(&text, "session_id", id);
		dbg_answer_text(&text, "status", FL_S("killed"));
		fl_buf_char(&text, '}');
		if (sub_put_line(STDOUT_FILENO, &text, err))
			status = FL_RUN_FAILED;
		fl_buf_release(&text);
	}
	dbg_client_close(&client);
	return status;
}

int dbg_cmd_list(const struct fl_opts *o, struct fl_error *err)
{
	struct dbg_client client;
	struct fl_buf text;
	int rc = no_operands(o, err);
	if (rc == 0)
		rc = dbg_client_open(getenv("XDG_RUNTIME_DIR"), &client, err);
	if (rc)
		return FL_RUN_FAILED;
	fl_buf_init(&text, 64 << 20);
	rc = dbg_client_list(&client, &text, err);
	if (rc == 0)
		rc = sub_put_line(STDOUT_FILENO, &text, err);
	fl_buf_release(&text);
	dbg_client_close(&client);
	return rc ? FL_RUN_FAILED : 0;
}

/* The text of one answer, or its error on standard error. */
static int show_text(struct fl_slice answer, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf text;
	const struct fl_json *v;
	fl_arena_init(&a, ANSWER_MAX);
	fl_buf_init(&text, ANSWER_MAX);
	int rc = fl_json_parse(answer, &a, &v, err);
	bool ok = rc == 0 && says_success(v);
	if (rc == 0) {
		struct fl_slice error = fl_json_str(fl_json_get(v, "error"));
		fl_buf_str(&text, ok ? "" : "Error: ");
		fl_show_as(&text, ok ? fl_json_str(fl_json_get(v, "raw")) : error, FL_SHOW_LINES);
		if (text.len && text.data[text.len - 1] != '\n')
			fl_buf_char(&text, '\n');
		rc = fl_write_all(ok ? STDOUT_FILENO : STDERR_FILENO, fl_buf_view(&text), err);
	}
	fl_buf_release(&text);
	fl_arena_release(&a);
	return rc;
}

/* The literals of one answer: errors are among them, so all goes to standard output. */
static int show_literal(struct fl_slice answer, struct fl_error *err)
{
	struct fl_arena a;
	const struct fl_json *v;
	fl_arena_init(&a, ANSWER_MAX);
	struct fl_buf text;
	fl_buf_init(&text, ANSWER_MAX);
	int rc = fl_json_parse(answer, &a, &v, err);
	if (rc == 0 && fl_json_get(v, "literal"))
		fl_buf_slice(&text, fl_json_str(fl_json_get(v, "literal")));
	else if (rc == 0) /* the rest of a text that was cut */
		dbg_literal_value(&text, "result", fl_json_str(fl_json_get(v, "raw")));
	if (rc == 0)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&text), err);
	fl_buf_release(&text);
	fl_arena_release(&a);
	return rc;
}

bool sub_literals(const struct fl_opts *o)
{
	return fl_opt_word(o, OPT_FORMAT) == FORMAT_STRUCT ||
	       (fl_opt_given(o, OPT_AT) && !fl_opt_given(o, OPT_FORMAT));
}

int sub_show(const struct fl_opts *o, struct fl_slice answer, struct fl_error *err)
{
	if (sub_literals(o))
		return show_literal(answer, err);
	if (fl_opt_word(o, OPT_FORMAT) == FORMAT_TEXT)
		return show_text(answer, err);
	int rc = fl_write_all(STDOUT_FILENO, answer, err);
	return rc ? rc : fl_write_all(STDOUT_FILENO, FL_S("\n"), err);
}

struct batch {
	struct dbg_client client;
	struct fl_slice id;
	int format; /* FORMAT_… */
	bool many, failed;
	unsigned wall_ms;
	struct fl_buf out;
};

/* One request of the batch; a failure about the session ends the batch: 1, else 0 or a code. */
static int batch_ask(struct batch *b, struct fl_slice request, struct fl_error *err)
{
	struct fl_buf answer;
	struct fl_error failure;
	enum dbg_error_type type;
	fl_buf_init(&answer, ANSWER_MAX);
	int rc = 0;
	if (dbg_client_ask(
		    &b->client, b->id, request, b->wall_ms + GRACE_MS, &answer, &type, &failure)) {
		rc = sub_complain(type, &failure, err);
	} else {
		b->failed |= !succeeded(fl_buf_view(&answer)) || calls_failed(fl_buf_view(&answer));
		if (b->format == FORMAT_TEXT) {
			rc = show_text(fl_buf_view(&answer), err);
		} else if (b->format == FORMAT_STRUCT) {
			rc = show_literal(fl_buf_view(&answer), err);
		} else {
			if (b->many)
				dbg_answer_item(&b->out);
			fl_buf_slice(&b->out, fl_buf_view(&answer));
		}
	}
	fl_buf_release(&answer);
	return rc;
}

static int batch_run(const struct fl_opts *o, struct batch *b, struct fl_error *err)
{
	struct fl_buf request;
	int rc = 0;
	fl_buf_init(&request, 8 << 20);
	if (b->many && b->format == FORMAT_JSON)
		fl_buf_char(&b->out, '[');
	if (fl_opt_given(o, OPT_CURSOR)) {
		write_request(o, "more", "cursor", fl_opt_text(o, OPT_CURSOR), &request);
		fl_buf_char(&request, '}');
		rc = batch_ask(b, fl_buf_view(&request), err);
	}
	for (size_t i = 0; rc == 0 && i < fl_opt_count(o, OPT_COMMAND); i++) {
		write_request(o, "command", "command", fl_opt_text_at(o, OPT_COMMAND, i), &request);
		if (b->format == FORMAT_STRUCT)
			write_style(o, &request);
		dbg_answer_int(&request, "timeout_ms", b->wall_ms);
		fl_buf_char(&request, '}');
		rc = fl_buf_error(&request, "a command", err);
		if (rc == 0)
			rc = batch_ask(b, fl_buf_view(&request), err);
	}
	if (b->many && b->format == FORMAT_JSON)
		fl_buf_char(&b->out, ']');
	if (rc == 0 && b->format == FORMAT_JSON)
		rc = sub_put_line(STDOUT_FILENO, &b->out, err);
	fl_buf_release(&request);
	return rc;
}

static unsigned wall_ms(const struct fl_opts *o)
{
	int64_t seconds = fl_opt_given(o, OPT_TIMEOUT) ? fl_opt_number(o, OPT_TIMEOUT) : COMMAND_S;
	return (unsigned)seconds * 1000;
}

int dbg_cmd_cmd(const struct fl_opts *o, struct fl_error *err)
{
	size_t n = fl_opt_count(o, OPT_COMMAND) + fl_opt_given(o, OPT_CURSOR);
	if (fl_opt_word(o, OPT_FORMAT) == FORMAT_JSONL) {
		fl_error_set(err, FL_EINVAL, "cmd writes json, text or struct");
		return FL_RUN_FAILED;
	}
	struct batch b = {
		.format = (int)fl_opt_word(o, OPT_FORMAT),
		.many = n > 1,
		.wall_ms = wall_ms(o),
	};
	int rc = no_operands(o, err);
	if (rc == 0)
		rc = sub_session(o, &b.id, err);
	if (rc == 0 && n == 0)
		rc = fl_error_set(err, FL_EINVAL, "--command is missing");
	if (rc == 0)
		rc = dbg_client_open(getenv("XDG_RUNTIME_DIR"), &b.client, err);
	if (rc)
		return FL_RUN_FAILED;
	fl_buf_init(&b.out, ANSWER_MAX);
	rc = batch_run(o, &b, err);
	fl_buf_release(&b.out);
	dbg_client_close(&b.client);
	return rc < 0 ? FL_RUN_FAILED : rc || b.failed ? 1 : 0;
}

/* The text with the calls, from a file or from standard input. */
static int read_calls(const struct fl_opts *o, struct fl_buf *text, struct fl_error *err)
{
	const char *path = sub_count(o) ? sub_at(o, 0) : "-";
	if (sub_count(o) > 1)
		return fl_error_set(err, FL_EINVAL, "%s is out of place", sub_at(o, 1));
	return strcmp(path, "-") ? fl_buf_read_file(text, path, err)
				 : fl_buf_read_fd(text, STDIN_FILENO, err);
}

static int ask_calls(
	const struct fl_opts *o, struct batch *b, struct fl_slice text, struct fl_error *err)
{
	struct fl_buf request;
	fl_buf_init(&request, 8 << 20);
	write_request(o, "command", NULL, NULL, &request);
	write_style(o, &request);
	dbg_answer_int(&request, "timeout_ms", b->wall_ms);
	dbg_answer_text(&request, "command", text);
	fl_buf_char(&request, '}');
	int rc = fl_buf_error(&request, "the text", err);
	if (rc == 0)
		rc = batch_ask(b, fl_buf_view(&request), err);
	fl_buf_release(&request);
	return rc;
}

/* What needs no debugger, without a session. */
static int calls_alone(const struct fl_opts *o, struct fl_slice text, struct fl_error *err)
{
	const char **includes = sub_texts(o, OPT_INCLUDE);
	struct dbg_script_opts script = {.name = "call.cpp",
		.includes = includes,
		.xdg = getenv("XDG_RUNTIME_DIR"),
		.gdb_path = fl_opt_text(o, OPT_GDB_PATH)};
	const struct dbg_calls_in calls = {.test = dbg_script_test,
		.test_ctx = &script,
		.text = text,
		.wall_ms = fl_opt_given(o, OPT_TIMEOUT) ? wall_ms(o) : ALONE_S * 1000,
		.wish = {.wanted = true,
			.style = (enum fl_style)fl_opt_word(o, OPT_STYLE),
			.max_bytes = fl_opt_given(o, OPT_MAX_BYTES)
					     ? (size_t)fl_opt_number(o, OPT_MAX_BYTES)
					     : 0}};
	struct fl_buf out, list;
	size_t failed = 0;
	fl_buf_init(&out, ANSWER_MAX);
	fl_buf_init(&list, ANSWER_MAX);
	int rc = dbg_calls_run(&calls, &out, &list, &failed, err);
	if (rc == 0)
		rc = fl_buf_error(&out, "the answer", err);
	if (rc == 0)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), err);
	fl_buf_release(&out);
	fl_buf_release(&list);
	free(includes);
	return rc ? FL_RUN_FAILED : failed > 0;
}

int dbg_cmd_call(const struct fl_opts *o, struct fl_error *err)
{
	struct batch b = {.format = FORMAT_STRUCT, .wall_ms = wall_ms(o)};
	static const char command[] = "cpp-call ";
	struct fl_buf text;
	fl_buf_init(&text, CALLS_MAX);
	fl_buf_str(&text, command);
	int rc = read_calls(o, &text, err);
	struct fl_slice calls = fl_slice_skip(fl_buf_view(&text), sizeof(command) - 1);
	if (rc == 0 && !fl_opt_given(o, OPT_SESSION) && dbg_calls_alone(calls)) {
		int status = calls_alone(o, calls, err);
		fl_buf_release(&text);
		return status;
	}
	if (rc == 0)
		rc = sub_session(o, &b.id, err);
	if (rc == 0)
		rc = dbg_client_open(getenv("XDG_RUNTIME_DIR"), &b.client, err);
	if (rc == 0) {
		rc = ask_calls(o, &b, fl_buf_view(&text), err);
		dbg_client_close(&b.client);
	}
	fl_buf_release(&text);
	return rc < 0 ? FL_RUN_FAILED : rc || b.failed ? 1 : 0;
}
