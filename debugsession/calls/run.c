#include "debugsession/calls/run.h"

#include <stdio.h>

#include "debugsession/calls/calls.h"
#include "debugsession/calls/compile.h"
#include "debugsession/answer/answer.h"
#include "debugsession/answer/error.h"
#include "debugsession/answer/facts.h"
#include "diag/model/diagnostic.h"

enum {
	DEPTH_DEFAULT = 10,
	VARS_MAX = 100,
	THREADS_MAX = 100,
	VALUE_MAX = 64 << 10,
	OUTPUT_MAX = 64 << 10,
	ANSWER_MAX = 16 << 20
};

/* One call under way. */
struct doing {
	const struct dbg_calls_in *in;
	struct dbg_console *console;
	const struct dbg_call *call;
	int64_t deadline;
	struct fl_arena arena;
	struct dbg_document document; /* what it answers as structs */
	struct fl_buf values; /* and behind them, as values */
	struct fl_buf data; /* all of it as members of a JSON object */
};

static unsigned time_left(const struct doing *d)
{
	int64_t left = d->deadline - fl_clock_ms();
	return left > 0 ? (unsigned)left : 0;
}

/* What the call's result is called: as its text says, or so. */
static const char *result_name(struct doing *d, const char *otherwise)
{
	struct fl_slice name = d->call->variable;
	return name.len ? fl_arena_slice(&d->arena, name).ptr : otherwise;
}

static void *object(struct doing *d, const struct fl_shape *shape)
{
	return fl_arena_alloc(&d->arena, shape->size);
}

static int no_memory(struct doing *d, struct fl_error *err)
{
	return fl_arena_error(&d->arena, "an answer", err);
}

static void put_int(struct doing *d, const char *name, int64_t value)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	fl_buf_printf(&d->values, "%s int %s = %lld; %s\n", pair->open, name, (long long)value,
		pair->close);
	dbg_answer_int(&d->data, "number", value);
}

/* Let the program go on; *ret_reply lives until the console is asked again. */
static int resume(
	struct doing *d, const char *command, struct dbg_reply *ret_reply, struct fl_error *err)
{
	int rc = dbg_console_run(d->console, fl_slice_str(command), time_left(d), ret_reply, err);
	if (rc == 0)
		rc = dbg_mi_refused(ret_reply->result, err);
	struct fl_slice said = ret_reply->program_output;
	size_t max = d->in->wish.max_bytes / 4;
	dbg_literal_output(&d->values, said, max);
	dbg_answer_output(&d->data, said, ret_reply->program_output_lost, max ? max : OUTPUT_MAX);
	return rc;
}

static int add_stop(struct doing *d, const char *name, struct fl_error *err)
{
	struct dbg_stop *stop = object(d, &dbg_stop_shape);
	int rc = stop ? dbg_facts_stop(d->console, &d->arena, stop, err) : no_memory(d, err);
	if (rc == 0)
		dbg_document_add(&d->document, &dbg_stop_shape, stop, name);
	return rc;
}

static int add_frames(struct doing *d, size_t max, const char *name, struct fl_error *err)
{
	struct dbg_backtrace *b = object(d, &dbg_backtrace_shape);
	int rc = b ? dbg_facts_backtrace(d->console, max, &d->arena, b, err) : no_memory(d, err);
	if (rc == 0)
		dbg_document_add(&d->document, &dbg_backtrace_shape, b, name);
	return rc;
}

static int add_vars(struct doing *d, int64_t depth, const char *name, struct fl_error *err)
{
	const struct dbg_vars_wish wish = {.max = VARS_MAX};
	struct dbg_frame_vars *vars = object(d, &dbg_frame_vars_shape);
	int rc = vars ? dbg_facts_frame_vars(d->console, depth, &wish, &d->arena, vars, err)
		      : no_memory(d, err);
	if (rc == 0)
		dbg_document_add(&d->document, &dbg_frame_vars_shape, vars, name);
	return rc;
}

static int resume_and_tell(struct doing *d, const char *command, struct fl_error *err)
{
	struct dbg_reply reply;
	int rc = resume(d, command, &reply, err);
	return rc ? rc : add_stop(d, result_name(d, "stop"), err);
}

static int do_run(struct doing *d, struct fl_error *err)
{
	return resume_and_tell(d, "run", err);
}

/* The first time there is nothing to continue: start. */
static int do_continue(struct doing *d, struct fl_error *err)
{
	bool fresh = dbg_console_state(d->console) == DBG_STATE_NONE;
	return resume_and_tell(d, fresh ? "run" : "continue", err);
}

static int do_step(struct doing *d, struct fl_error *err)
{
	return resume_and_tell(d, "step", err);
}

static int do_next(struct doing *d, struct fl_error *err)
{
	return resume_and_tell(d, "next", err);
}

static int do_finish(struct doing *d, struct fl_error *err)
{
	int rc = resume_and_tell(d, "finish", err);
	const struct dbg_mi_record *stop = dbg_console_stop(d->console);
	const struct dbg_mi_value *value = stop ? dbg_mi_result(stop, "return-value") : NULL;
	if (rc == 0 && value) {
		dbg_literal_value(&d->values, "return_value", dbg_mi_str(value));
		dbg_answer_text(&d->data, "return_value", dbg_mi_str(value));
	}
	return rc;
}

static int do_breakpoint(struct doing *d, struct fl_error *err)
{
	const struct dbg_call_arg *args = d->call->args;
	struct dbg_break_info info = {0};
	struct dbg_break where = {.line = (int64_t)args[1].number};
	if (d->call->count == 1)
		where.function = args[0].text.ptr;
	else
		where.file = args[0].text.ptr;
	if (d->call->count == 3)
		where.condition = args[2].text.ptr;
	if (args[1].number > INT32_MAX)
		return fl_error_set(err, FL_EINVAL, "there is no line of such a number");
	int rc = dbg_facts_break_add(d->console, &where, &info, err);
	if (rc == 0)
		put_int(d, result_name(d, "bp"), info.id);
	return rc;
}

static int do_watch(struct doing *d, struct fl_error *err)
{
	int64_t number = 0;
	int rc = dbg_facts_watch_add(d->console, d->call->args[0].text, &number, err);
	if (rc == 0)
		put_int(d, result_name(d, "wp"), number);
	return rc;
}

static int do_inspect(struct doing *d, struct fl_error *err)
{
	int64_t depth = DBG_FRAME_SELECTED;
	if (d->call->count && d->call->args[0].number > INT32_MAX)
		return fl_error_set(err, FL_EINVAL, "there is no frame of such a number");
	if (d->call->count)
		depth = (int64_t)d->call->args[0].number;
	return add_vars(d, depth, result_name(d, "vars"), err);
}

/* A bare call's value is all of its answer. */
static int do_eval(struct doing *d, struct fl_error *err)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	struct fl_slice value;
	int rc = dbg_facts_evaluate(
		d->console, d->call->args[0].text, VALUE_MAX, &d->arena, &value, err);
	if (rc)
		return rc;
	if (d->in->wish.max_bytes)
		value = fl_slice_head(value, d->in->wish.max_bytes);
	dbg_answer_text(&d->data, "value", value);
	if (d->call->variable.len) {
		dbg_literal_value(&d->values, result_name(d, "result"), value);
		return 0;
	}
	fl_buf_printf(&d->values, "%s ", pair->open);
	fl_literal_text(&d->values, value);
	fl_buf_printf(&d->values, " %s\n", pair->close);
	return 0;
}

static int do_backtrace(struct doing *d, struct fl_error *err)
{
	uint64_t max = d->call->count ? d->call->args[0].number : DEPTH_DEFAULT;
	if (max == 0 || max > DBG_FACTS_FRAMES)
		return fl_error_set(
			err, FL_EINVAL, "a backtrace has 1 to %d frames", DBG_FACTS_FRAMES);
	return add_frames(d, (size_t)max, result_name(d, "backtrace"), err);
}

static int do_memory(struct doing *d, struct fl_error *err)
{
	const struct dbg_call_arg *args = d->call->args;
	struct dbg_mem_dump *dump = object(d, &dbg_mem_dump_shape);
	size_t size = args[1].number <= SIZE_MAX ? (size_t)args[1].number : SIZE_MAX;
	int rc = dump ? dbg_facts_memory(d->console, args[0].text, size, &d->arena, dump, err)
		      : no_memory(d, err);
	if (rc == 0)
		dbg_document_add(&d->document, &dbg_mem_dump_shape, dump, result_name(d, "mem"));
	return rc;
}

static int do_threads(struct doing *d, struct fl_error *err)
{
	struct dbg_threads *t = object(d, &dbg_threads_shape);
	int rc = t ? dbg_facts_threads(d->console, THREADS_MAX, &d->arena, t, err)
		   : no_memory(d, err);
	if (rc == 0)
		dbg_document_add(&d->document, &dbg_threads_shape, t, result_name(d, "threads"));
	return rc;
}

static void put_objects(struct doing *d, const char *key, const struct fl_items *items)
{
	dbg_answer_key(&d->data, key);
	fl_buf_char(&d->data, '[');
	for (size_t i = 0; i < items->len; i++) {
		dbg_answer_item(&d->data);
		fl_json_object(&d->data, items->at[i].shape, items->at[i].object);
	}
	fl_buf_char(&d->data, ']');
}

static int do_compile(struct doing *d, struct fl_error *err)
{
	struct fl_list list;
	struct dbg_loop own;
	dbg_loop_init(&own);
	struct dbg_loop *loop = d->console ? dbg_console_loop(d->console) : &own;
	int rc = dbg_compile(loop, d->call->args[0].text, d->deadline, &d->arena, &list, err);
	if (rc)
		return rc;
	if (list.len == 0) {
		put_int(d, result_name(d, "errors"), 0);
		return 0;
	}
	struct fl_items items = diag_items(&d->arena, &list);
	put_objects(d, "diagnostics", &items);
	rc = d->in->wish.max_bytes ? diag_fit(&items, d->in->wish.max_bytes, &d->arena, err) : 0;
	if (rc == 0)
		fl_literal_write(&d->values, &items, d->in->wish.style, FL_MARK_COMPILE);
	return rc;
}

static int do_test(struct doing *d, struct fl_error *err)
{
	const struct dbg_calls_test test = {.name = d->call->args[0].text,
		.code = d->call->args[1].text,
		.text = fl_slice_head(d->in->text, (size_t)(d->call->name.ptr - d->in->text.ptr)),
		.line = (unsigned)d->call->args[1].number,
		.wall_ms = time_left(d),
		.style = d->in->wish.style};
	struct dbg_test_result *result = object(d, &dbg_test_shape);
	if (!d->in->test)
		return fl_error_set(err, FL_EINVAL,
			"run_test stands in a text without calls of a session, or in a script");
	int rc = result ? d->in->test(d->in->test_ctx, &test, &d->arena, result, &d->values, err)
			: no_memory(d, err);
	if (rc == 0)
		dbg_document_add(&d->document, &dbg_test_shape, result, result_name(d, "result"));
	return rc;
}

/* Go to a function, and tell what is there. */
static int do_query(struct doing *d, struct fl_error *err)
{
	const struct dbg_break where = {.function = d->call->args[1].text.ptr, .temporary = true};
	enum dbg_state state = dbg_console_state(d->console);
	struct dbg_break_info info = {0};
	struct dbg_reply reply;
	struct fl_error kept;
	char command[48];
	int rc = dbg_facts_break_add(d->console, &where, &info, err);
	if (rc)
		return rc;
	rc = resume(d, state == DBG_STATE_STOPPED ? "continue" : "run", &reply, err);
	/* the breakpoint is gone when it was hit; else it would stay */
	snprintf(command, sizeof(command), "-break-delete %lld", (long long)info.id);
	if (rc != FL_ETIMEOUT)
		dbg_console_ask(d->console, command, NULL, &kept);
	rc = rc ? rc : add_stop(d, "stop", err);
	if (rc || dbg_console_state(d->console) != DBG_STATE_STOPPED)
		return rc;
	rc = add_frames(d, DEPTH_DEFAULT, "backtrace", err);
	return rc ? rc : add_vars(d, DBG_FRAME_SELECTED, "vars", err);
}

static int (*const functions[DBG_CALL_COUNT])(struct doing *d, struct fl_error *err) = {
	[DBG_CALL_BREAKPOINT] = do_breakpoint,
	[DBG_CALL_RUN] = do_run,
	[DBG_CALL_CONTINUE] = do_continue,
	[DBG_CALL_STEP] = do_step,
	[DBG_CALL_NEXT] = do_next,
	[DBG_CALL_FINISH] = do_finish,
	[DBG_CALL_INSPECT] = do_inspect,
	[DBG_CALL_EVAL] = do_eval,
	[DBG_CALL_BACKTRACE] = do_backtrace,
	[DBG_CALL_MEMORY] = do_memory,
	[DBG_CALL_WATCH] = do_watch,
	[DBG_CALL_THREADS] = do_threads,
	[DBG_CALL_COMPILE] = do_compile,
	[DBG_CALL_TEST] = do_test,
	[DBG_CALL_QUERY] = do_query,
};

/* Expressions are gdb's to evaluate; places and sources are not. */
static int judge(const struct doing *d, struct fl_error *err)
{
	const struct dbg_call_row *row = &dbg_call_rows[d->call->function];
	int rc = 0;
	if (!d->console && !dbg_call_alone(d->call->function))
		return fl_error_set(err, FL_ENOTFOUND,
			"%s needs a session, and none is named: start one", row->name);
	for (size_t i = 0; d->in->gate && rc == 0 && i < d->call->count; i++)
		if (row->params[i] >= DBG_PARAM_EXPRESSION)
			rc = dbg_gate_words(d->in->gate, d->call->args[i].text, err);
	return rc;
}

static int call_error(const struct dbg_call *call, struct fl_error *err)
{
	return fl_error_at(err, FL_EINVAL, call->line, call->col, 0, "%.*s: %s", FL_ARG(call->name),
		call->error);
}

static void add_failure(struct doing *d, const struct fl_error *e, struct fl_buf *out)
{
	const struct dbg_call *call = d->call;
	const struct dbg_literal_wish whole = {.style = d->in->wish.style};
	struct dbg_document document = {0};
	const struct dbg_tool_error error = {
		.type = fl_slice_str(dbg_error_words[dbg_error_type_of(e)]),
		.message = fl_slice_str(e->message),
		.line = call->line,
		.col = call->col,
		.accepts = fl_slice_str(
			call->error || e->code == FL_EINVAL
				? (call->accepts ? call->accepts
						 : dbg_call_rows[call->function].accepts)
				: NULL),
	};
	dbg_document_add(&document, &dbg_tool_error_shape, &error, "error");
	dbg_document_write(&document, &whole, &d->arena, out, NULL);
}

/* The structs of an answer by the names of their types, then its values. */
static void add_data(const struct doing *d, struct fl_buf *out)
{
	dbg_answer_key(out, "data");
	fl_buf_char(out, '{');
	for (size_t i = 0; i < d->document.len; i++) {
		dbg_answer_key(out, d->document.at[i].shape->name);
		fl_json_object(out, d->document.at[i].shape, d->document.at[i].object);
	}
	if (d->document.len && d->data.len)
		dbg_answer_item(out);
	fl_buf_slice(out, fl_buf_view(&d->data));
	fl_buf_char(out, '}');
}

static void add_to_list(const struct doing *d, const struct fl_error *e, struct fl_slice literal,
	struct fl_buf *list)
{
	const struct dbg_call *call = d->call;
	dbg_answer_item(list);
	fl_buf_char(list, '{');
	dbg_answer_text(list, "function", call->name);
	dbg_answer_int(list, "line", call->line);
	dbg_answer_int(list, "col", call->col);
	dbg_answer_bool(list, "success", !e->code);
	if (e->code) {
		dbg_answer_text(list, "error", fl_slice_str(e->message));
		dbg_answer_text(
			list, "error_type", fl_slice_str(dbg_error_words[dbg_error_type_of(e)]));
	}
	dbg_answer_text(list, "literal", literal);
	if (!e->code)
		add_data(d, list);
	fl_buf_char(list, '}');
}

/* Do one call; both answers. True when it was done. */
static bool run_one(struct doing *d, struct fl_buf *literals, struct fl_buf *list)
{
	struct fl_error err = {0};
	size_t before = literals->len;
	fl_arena_init(&d->arena, DBG_LITERAL_ARENA);
	fl_buf_init(&d->values, ANSWER_MAX);
	fl_buf_init(&d->data, ANSWER_MAX);
	d->document.len = 0;
	int rc = d->call->error ? call_error(d->call, &err) : judge(d, &err);
	if (rc == 0)
		rc = functions[d->call->function](d, &err);
	if (rc == 0)
		rc = fl_buf_error(&d->values, "the answer", &err);
	if (rc == 0 && d->document.len)
		rc = dbg_document_write(&d->document, &d->in->wish, &d->arena, literals, &err);
	if (rc)
		add_failure(d, &err, literals);
	fl_buf_slice(literals, fl_buf_view(&d->values));
	add_to_list(d, &err, fl_slice_skip(fl_buf_view(literals), before), list);
	fl_buf_release(&d->values);
	fl_buf_release(&d->data);
	fl_arena_release(&d->arena);
	return rc == 0;
}

int dbg_calls_run(const struct dbg_calls_in *in, struct fl_buf *literals, struct fl_buf *list,
	size_t *ret_failed, struct fl_error *err)
{
	struct doing d = {.in = in, .console = in->console};
	struct fl_list calls = {0};
	struct fl_arena a;
	size_t failed = 0;
	fl_arena_init(&a, DBG_LITERAL_ARENA);
	d.deadline = fl_clock_ms() + in->wall_ms;
	int rc = dbg_calls_parse(in->text, &a, &calls, err);
	if (rc == 0 && calls.len == 0)
		rc = fl_error_set(err, FL_EINVAL,
			"the text has no call: write one as a statement of its own, "
			"eval(\"x\");, or in <QUERY_TOOL> … <CODE_END>");
	const struct dbg_call *call = calls.items;
	for (size_t i = 0; rc == 0 && i < calls.len; i++) {
		d.call = &call[i];
		failed += !run_one(&d, literals, list);
	}
	fl_arena_release(&a);
	if (rc == 0)
		*ret_failed = failed;
	return rc;
}
