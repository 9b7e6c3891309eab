/* Expressions, and commands in the editor's console. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/dap/server_priv.h"

enum { RESULT_MAX = 256 << 10 };

/* The value as gdb prints it; it lives until the next question. */
static int print_value(struct dbg_adapter *a, struct fl_slice expression, int64_t frame,
	struct fl_slice *ret_value, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	struct fl_buf command;
	dbg_adapter_command(&command, "-data-evaluate-expression", frame);
	fl_buf_char(&command, ' ');
	dbg_mi_quote(&command, expression);
	int rc = dbg_adapter_ask_buf(a, &command, &r, err);
	if (rc == 0)
		*ret_value = dbg_mi_str(dbg_mi_result(r, "value"));
	return rc;
}

/* Where an object has a placeholder, or nothing since it could not be read, gdb prints more. */
static bool is_whole(struct fl_slice value)
{
	return value.len && !fl_slice_eqs(value, "{...}") && !fl_slice_starts(value, "[");
}

static void add_result(struct fl_buf *body, struct fl_slice value)
{
	dbg_adapter_add_memory(body, value);
	dbg_adapter_add_text(body, "result", value);
}

/* What gdb makes no object of it may print all the same; else it says why not. */
static int evaluate_plain(struct dbg_adapter *a, struct fl_slice expression, int64_t frame,
	struct fl_buf *body, struct fl_error *err)
{
	struct fl_slice value;
	int rc = print_value(a, expression, frame, &value, err);
	if (rc)
		return rc;
	add_result(body, value);
	dbg_answer_int(body, "variablesReference", 0);
	return 0;
}

static int evaluate_expression(struct dbg_adapter *a, struct fl_slice expression, int64_t frame,
	struct fl_buf *body, struct fl_error *err)
{
	const struct dbg_mi_record *r;
	int rc = dbg_adapter_need_stop(a, err);
	if (rc == 0)
		rc = dbg_adapter_object(a, expression, frame, &r, err);
	if (rc == FL_EREFUSED && dbg_console_state(a->console) != DBG_STATE_RUNNING)
		return evaluate_plain(a, expression, frame, body, err);
	if (rc)
		return rc;
	struct fl_slice type = dbg_mi_str(dbg_mi_result(r, "type"));
	struct fl_slice value = fl_arena_slice(&a->stopped, dbg_mi_str(dbg_mi_result(r, "value")));
	int64_t count = dbg_mi_int(dbg_mi_result(r, "numchild"), 0);
	if (type.len)
		dbg_adapter_add_text(body, "type", type);
	bool array = fl_slice_ends(type, "]");
	int64_t ref = dbg_adapter_object_ref(a, r->results, expression, frame, true);
	dbg_answer_int(body, "variablesReference", ref);
	if (ref && array && count > 100)
		dbg_answer_int(body, "indexedVariables", count);
	if (!ref)
		dbg_adapter_ask(a, NULL, NULL, "-var-delete %.*s",
			FL_ARG(dbg_mi_str(dbg_mi_result(r, "name"))));
	if (!is_whole(value))
		rc = print_value(a, expression, frame, &value, err);
	if (rc)
		return rc;
	add_result(body, value);
	return fl_arena_error(&a->stopped, "values", err);
}

/* An MI command, whose answer is JSON, or a script of several lines. */
static int run_whole(struct dbg_adapter *a, struct fl_slice command, struct dbg_reply *reply,
	struct fl_buf *text, struct fl_error *err)
{
	a->asking = true;
	int rc = dbg_console_run(a->console, command, DBG_ADAPTER_ASK_MS, reply, err);
	a->asking = false;
	if (rc == 0)
		rc = dbg_mi_refused(reply->result, err);
	if (rc == 0 && reply->result && fl_slice_starts(command, "-"))
		dbg_answer_results(text, reply->result->results);
	return rc;
}

/* What lets the program go on does so in the background: its stop is an event. */
static int run_resume(struct dbg_adapter *a, struct fl_slice command, struct fl_error *err)
{
	struct dbg_reply reply;
	struct fl_buf line;
	fl_buf_init(&line, 1 << 16);
	fl_buf_slice(&line, command);
	if (!fl_slice_ends(command, "&"))
		fl_buf_char(&line, '&');
	int rc = fl_buf_error(&line, "a command", err);
	if (rc == 0 && dbg_console_state(a->console) == DBG_STATE_STOPPED)
		dbg_adapter_forget_stop(a);
	a->told_stop = true; /* the client did not ask: it is told that the program goes on */
	if (rc == 0)
		rc = dbg_console_run(
			a->console, fl_buf_view(&line), DBG_ADAPTER_ASK_MS, &reply, err);
	if (rc == 0)
		rc = dbg_mi_refused(reply.result, err);
	fl_buf_release(&line);
	return rc;
}

/* "-input TEXT": a line for the program. */
static int send_input(struct dbg_adapter *a, struct fl_slice text, bool line, struct fl_error *err)
{
	struct fl_slice newline = FL_S("\n");
	int rc = dbg_console_state(a->console) == DBG_STATE_DEAD
			 ? fl_error_set(err, FL_ECLOSED, "the debugger has died")
			 : dbg_console_input(a->console, &text, err);
	return rc || !line ? rc : dbg_console_input(a->console, &newline, err);
}

/* Words that editors put before a command for the debugger. */
static struct fl_slice bare(struct fl_slice text)
{
	static const char *const words[] = {"-exec ", "`"};
	text = fl_slice_trim(text);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_starts(text, words[i]))
			return fl_slice_trim(fl_slice_skip(text, strlen(words[i])));
	return text;
}

/* gdb knows no such command: then it was an expression. */
static bool no_command(const struct fl_error *err)
{
	return err->code == FL_EREFUSED && (strncmp(err->message, "Undefined command", 17) == 0 ||
						   strncmp(err->message, "Undefined ", 10) == 0);
}

/* "-5" is an expression. */
static bool is_mi(struct fl_slice command)
{
	return command.len > 1 && command.ptr[0] == '-' && isalpha((unsigned char)command.ptr[1]);
}

static int evaluate_command(struct dbg_adapter *a, struct fl_slice command, int64_t frame,
	struct fl_buf *body, struct fl_error *err)
{
	static const char input[] = "-input ";
	struct dbg_reply reply = {0};
	struct fl_error failure = {0};
	struct fl_buf text;
	int rc;
	fl_buf_init(&text, RESULT_MAX);
	command = bare(command);
	if (fl_slice_starts(command, input))
		rc = send_input(a, fl_slice_skip(command, sizeof(input) - 1), true, &failure);
	else if (is_mi(command) || fl_slice_chr(command, '\n') >= 0)
		rc = run_whole(a, command, &reply, &text, &failure);
	else if (dbg_console_resumes(command))
		rc = run_resume(a, command, &failure);
	else
		rc = dbg_adapter_console(a, command, frame, &reply, &failure);
	if (rc == 0 && !text.len)
		fl_buf_slice(&text, fl_slice_head(reply.text, RESULT_MAX - 8));
	if (rc == 0) {
		dbg_answer_text(body, "result", fl_buf_view(&text));
		dbg_answer_int(body, "variablesReference", 0);
	} else if (no_command(&failure)) {
		rc = evaluate_expression(a, command, frame, body, err);
	} else if (err) {
		*err = failure;
	}
	fl_buf_release(&text);
	return rc;
}

DBG_HANDLE(evaluate)
{
	struct fl_slice expression = dbg_arg_text(args, "expression");
	struct fl_slice context = dbg_arg_text(args, "context");
	int64_t frame = dbg_arg_int(args, "frameId", 0);
	if (!a->console)
		return fl_error_set(err, FL_EINVAL, "there is no program yet");
	if (!fl_slice_trim(expression).len)
		return fl_error_set(err, FL_EINVAL, "the expression is empty");
	if (fl_slice_eqs(context, "repl"))
		return evaluate_command(a, expression, frame, body, err);
	return evaluate_expression(a, expression, frame, body, err);
}

DBG_HANDLE(input)
{
	(void)body;
	if (!a->console)
		return fl_error_set(err, FL_EINVAL, "there is no program yet");
	return send_input(a, dbg_arg_text(args, "text"), false, err);
}

/* gdb completes whole lines; the target is what comes behind the text that was typed. */
DBG_HANDLE(completions)
{
	const struct dbg_mi_record *r;
	struct fl_slice text = dbg_arg_text(args, "text");
	int64_t column = dbg_arg_int(args, "column", (int64_t)text.len + a->column_base);
	struct fl_buf command;
	column -= a->column_base;
	text = fl_slice_head(text, column > 0 ? (size_t)column : 0);
	dbg_adapter_command(&command, "-complete ", 0);
	dbg_mi_quote(&command, text);
	int rc = dbg_adapter_ask_buf(a, &command, &r, err);
	if (rc)
		return rc;
	const struct dbg_mi_value *list = dbg_mi_result(r, "matches");
	dbg_answer_key(body, "targets");
	fl_buf_char(body, '[');
	size_t n = 0;
	for (const struct dbg_mi_value *v = list ? list->child : NULL; v && n < DBG_ADAPTER_PAGE;
		v = v->next, n++) {
		dbg_answer_item(body);
		fl_buf_char(body, '{');
		dbg_answer_text(body, "label", dbg_mi_str(v));
		dbg_answer_int(body, "start", a->column_base);
		dbg_answer_int(body, "length", (int64_t)text.len);
		fl_buf_char(body, '}');
	}
	fl_buf_char(body, ']');
	return 0;
}
