#include "datasets/export/talk.h"

#include "base/json.h"
#include "datasets/record/answer.h"
#include "datasets/turns/facts.h"
#include "debugsession/calls/calls.h"

enum { TEXT_MAX = 64 << 20 };

/* The tool that does the calls of a script. */
#define SCRIPT_TOOL "script"
#define SCRIPT_PARAMETER "source"

/* What the parameters of a call are called in JSON; of breakpoint("function") the first is that. */
static const char *const parameters[DBG_CALL_COUNT][DBG_CALL_ARGS] = {
	[DBG_CALL_BREAKPOINT] = {"file", "line", "condition"},
	[DBG_CALL_INSPECT] = {"frame"},
	[DBG_CALL_EVAL] = {"expression"},
	[DBG_CALL_WATCH] = {"expression"},
	[DBG_CALL_BACKTRACE] = {"max_depth"},
	[DBG_CALL_QUERY] = {"query", "function"},
};

static const struct {
	enum dbg_call_function call;
	const char *does;
} tools[] = {
	{DBG_CALL_BREAKPOINT, "stop the program at a line of a file, or at a function"},
	{DBG_CALL_RUN, "start the program, up to its next stop"},
	{DBG_CALL_CONTINUE, "let it go on, up to its next stop"},
	{DBG_CALL_NEXT, "execute one line"},
	{DBG_CALL_STEP, "execute one line, into functions"},
	{DBG_CALL_FINISH, "go on until the function returns"},
	{DBG_CALL_INSPECT, "the variables of the frame, or of one farther out"},
	{DBG_CALL_EVAL, "the value of an expression"},
	{DBG_CALL_BACKTRACE, "the stack"},
	{DBG_CALL_WATCH, "stop where a value changes"},
	{DBG_CALL_THREADS, "the threads of the program"},
	{DBG_CALL_QUERY, "go to a function, and tell where that is, the stack and the variables of "
			 "the frame; the query is `trace`"},
};

struct talk {
	const struct ds_turns_opts *opts;
	struct fl_list turns;
	struct fl_slice code; /* of the turn that has it */
	struct fl_buf text; /* of the assistant's message under way */
	bool compiles; /* the other side is a compiler, which has one call */
	struct fl_buf *out;
	int64_t *scrubbed;
	struct fl_arena *a;
};

static void member(struct talk *t, const char *key, struct fl_slice text)
{
	fl_buf_printf(t->out, "\"%s\":", key);
	fl_json_text(t->out, t->scrubbed ? ds_scrub(text, t->a, t->scrubbed) : text);
}

static bool is_number(enum dbg_call_param p)
{
	return p == DBG_PARAM_INT;
}

static void put_arguments(struct talk *t, const struct dbg_call *call)
{
	const struct dbg_call_row *row = &dbg_call_rows[call->function];
	fl_buf_char(t->out, '{');
	for (size_t i = 0; i < call->count; i++) {
		const char *name = parameters[call->function][i];
		if (call->function == DBG_CALL_BREAKPOINT && call->count == 1)
			name = "function";
		if (i)
			fl_buf_char(t->out, ',');
		if (is_number(row->params[i]))
			fl_buf_printf(t->out, "\"%s\":%llu", name,
				(unsigned long long)call->args[i].number);
		else
			member(t, name, call->args[i].text);
	}
	fl_buf_char(t->out, '}');
}

static bool is_tool(enum dbg_call_function function)
{
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		if (tools[i].call == function)
			return true;
	return false;
}

/* What the assistant says, and the call that it makes, where it makes one. */
static int put_assistant(struct talk *t, struct fl_slice call_text, struct fl_error *err)
{
	struct fl_list calls = {0};
	fl_buf_str(t->out, ",{\"role\":\"assistant\",");
	member(t, "content", fl_buf_view(&t->text));
	fl_buf_clear(&t->text);
	if (!call_text.len) {
		fl_buf_char(t->out, '}');
		return 0;
	}
	if (t->compiles) {
		fl_buf_str(t->out, ",\"tool_calls\":[{\"type\":\"function\",\"function\":"
				   "{\"name\":\"compile\",\"arguments\":{}}}]}");
		return fl_slice_eqs(call_text, DS_TURNS_COMPILE)
			       ? 0
			       : fl_error_set(err, FL_EREFUSED, "a call of it is none");
	}
	int rc = dbg_calls_parse(call_text, t->a, &calls, err);
	const struct dbg_call *call = calls.items;
	if (rc || calls.len != 1 || call->error || !is_tool(call->function))
		return fl_error_set(err, FL_EREFUSED, "a call of it is none");
	fl_buf_printf(t->out,
		",\"tool_calls\":[{\"type\":\"function\",\"function\":{\"name\":\"%.*s\","
		"\"arguments\":",
		FL_ARG(call->name));
	put_arguments(t, call);
	fl_buf_str(t->out, "}}]}");
	return 0;
}

static void put_compiler(struct fl_buf *out)
{
	fl_buf_str(out,
		",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"compile\","
		"\"description\":\"build the program with the change above, and give what the "
		"compiler and the linker say\",\"parameters\":{\"type\":\"object\","
		"\"properties\":{}}}}]");
}

static void put_script(struct talk *t, struct fl_slice script)
{
	fl_buf_str(t->out, ",{\"role\":\"assistant\",");
	member(t, "content", fl_buf_view(&t->text));
	fl_buf_clear(&t->text);
	fl_buf_str(t->out, ",\"tool_calls\":[{\"type\":\"function\",\"function\":{\"name\":"
			   "\"" SCRIPT_TOOL "\",\"arguments\":{");
	member(t, SCRIPT_PARAMETER, script);
	fl_buf_str(t->out, "}}}]}");
}

/* What answers the turn before: of a script all its answers. The last turn of it. */
static size_t put_answers(struct talk *t, size_t i)
{
	bool script = ds_turns_at(&t->turns, i - 1)->kind == DS_TURN_SCRIPT;
	struct fl_slice call = ds_turns_call(&t->turns, i);
	struct fl_slice name = fl_slice_head(call, (size_t)fl_slice_chr(call, '('));
	size_t end = i;
	struct fl_buf all;
	fl_buf_init(&all, TEXT_MAX);
	while (end < t->turns.len && ds_turns_at(&t->turns, end)->kind == DS_TURN_RESULT)
		end++;
	ds_turns_text(&all, &t->turns, i, end);
	fl_buf_str(t->out, ",{\"role\":\"tool\",");
	member(t, "name", script ? FL_S(SCRIPT_TOOL) : name);
	fl_buf_char(t->out, ',');
	member(t, "content", fl_buf_view(&all));
	fl_buf_char(t->out, '}');
	fl_buf_release(&all);
	return end - 1;
}

static void put_tools(struct fl_buf *out)
{
	fl_buf_str(out, ",\"tools\":[");
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++) {
		const struct dbg_call_row *row = &dbg_call_rows[tools[i].call];
		fl_buf_printf(out,
			"%s{\"type\":\"function\",\"function\":{\"name\":\"%s\",\"description\":"
			"\"%s\",\"parameters\":{\"type\":\"object\",\"properties\":{",
			i ? "," : "", row->name, tools[i].does);
		for (size_t k = 0; k < DBG_CALL_ARGS && parameters[tools[i].call][k]; k++)
			fl_buf_printf(out, "%s\"%s\":{\"type\":\"%s\"}", k ? "," : "",
				parameters[tools[i].call][k],
				is_number(row->params[k]) ? "integer" : "string");
		if (tools[i].call == DBG_CALL_BREAKPOINT)
			fl_buf_str(out, ",\"function\":{\"type\":\"string\"}");
		fl_buf_str(out, "}}}}");
	}
	fl_buf_str(out,
		",{\"type\":\"function\",\"function\":{\"name\":\"" SCRIPT_TOOL
		"\",\"description\":\"make several of these calls, a statement each, one "
		"behind the "
		"other\",\"parameters\":{\"type\":\"object\",\"properties\":{\"" SCRIPT_PARAMETER
		"\":{\"type\":\"string\"}}}}}]");
}

/* Without the first and the last line of a turn, which are its markers. */
static struct fl_slice inside(struct fl_slice text)
{
	struct fl_slice line;
	fl_slice_line(&text, &line);
	ptrdiff_t last = text.len ? fl_slice_rchr(fl_slice_head(text, text.len - 1), '\n') : -1;
	return fl_slice_head(text, (size_t)(last + 1));
}

/* What is no call and answers none: a thought, an attempt, the code. */
static void put_said(struct talk *t, size_t i)
{
	struct ds_turn turn = *ds_turns_at(&t->turns, i);
	const struct fl_list one = {&turn, 1};
	struct fl_buf text;
	if (turn.kind == DS_TURN_CODE)
		turn.text = t->code;
	fl_buf_init(&text, TEXT_MAX);
	ds_turns_text(&text, &one, 0, 1);
	struct fl_slice said = fl_buf_view(&text);
	fl_buf_slice(&t->text, t->opts->no_markers ? inside(said) : said);
	fl_buf_release(&text);
}

static int put_turns(struct talk *t, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < t->turns.len; i++) {
		const struct ds_turn *turn = ds_turns_at(&t->turns, i);
		if (turn->kind == DS_TURN_CALL)
			rc = put_assistant(t, turn->text, err);
		else if (turn->kind == DS_TURN_SCRIPT)
			put_script(t, turn->text);
		else if (turn->kind == DS_TURN_RESULT && i)
			i = put_answers(t, i);
		else if (!t->opts->no_reasoning || !ds_turn_is_thought(turn->kind))
			put_said(t, i);
	}
	if (rc == 0 && t->text.len)
		rc = put_assistant(t, FL_S(""), err);
	return rc;
}

static int read_talk(const struct ds_record *r, struct talk *t, struct fl_error *err)
{
	if (!ds_kind_is(r->kind, DS_KIND_TALKS))
		return fl_error_set(err, FL_EREFUSED, "it is no dialogue");
	if (ds_turns_read(r->events, t->a, &t->turns, err))
		return fl_error_set(err, FL_EREFUSED, "its events are no turns");
	if (!ds_answer_of_dialogue(r, &t->code))
		return fl_error_set(err, FL_EREFUSED, "the dialogue has no code");
	return 0;
}

int ds_talk_messages(const struct ds_record *r, const struct ds_turns_opts *opts,
	struct fl_slice asked, int64_t *scrubbed, struct fl_arena *a, struct fl_buf *out,
	struct fl_error *err)
{
	struct talk t = {.opts = opts, .out = out, .scrubbed = scrubbed, .a = a};
	t.compiles = ds_kind_is(r->kind, DS_KIND_BUILDS);
	int rc = read_talk(r, &t, err);
	if (rc)
		return rc;
	fl_buf_init(&t.text, TEXT_MAX);
	fl_buf_str(out, "\"messages\":[{\"role\":\"user\",");
	member(&t, "content", asked);
	fl_buf_char(out, '}');
	rc = put_turns(&t, err);
	fl_buf_char(out, ']');
	if (t.compiles)
		put_compiler(out);
	else
		put_tools(out);
	fl_buf_release(&t.text);
	return rc;
}

int ds_talk_bare(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_text,
	struct fl_error *err)
{
	static const struct ds_turns_opts whole;
	struct talk t = {.opts = &whole, .a = a};
	int rc = read_talk(r, &t, err);
	if (rc)
		return rc;
	fl_buf_init(&t.text, TEXT_MAX);
	for (size_t i = 0; i < t.turns.len; i++)
		if (!ds_turn_is_thought(ds_turns_at(&t.turns, i)->kind))
			put_said(&t, i);
	rc = fl_buf_error(&t.text, "a dialogue", err);
	if (rc == 0)
		*ret_text = fl_arena_slice(a, fl_buf_view(&t.text));
	fl_buf_release(&t.text);
	return rc;
}

int ds_talk_parts(const struct ds_record *r, struct fl_slice text, struct fl_arena *a,
	const struct ds_talk_part **ret_parts, size_t *ret_count, struct fl_error *err)
{
	struct fl_list turns;
	size_t at = 0, n = 0;
	*ret_count = 0;
	if (!ds_kind_is(r->kind, DS_KIND_TALKS))
		return 0;
	int rc = ds_turns_read(r->events, a, &turns, err) == 0
			 ? 0
			 : fl_error_set(err, FL_EREFUSED, "its events are no turns");
	struct ds_talk_part *parts = rc ? NULL : fl_arena_array(a, turns.len + 1, sizeof(*parts));
	if (rc || !parts)
		return rc ? rc : fl_arena_error(a, "a dialogue", err);
	for (size_t i = 0; i < turns.len; i++) {
		struct fl_slice answer = ds_turns_at(&turns, i)->text;
		if (ds_turns_at(&turns, i)->kind != DS_TURN_RESULT)
			continue;
		ptrdiff_t found = fl_slice_search(fl_slice_skip(text, at), answer);
		if (found < 0)
			return fl_error_set(err, FL_EREFUSED, "an answer is not in its text");
		at += (size_t)found;
		parts[n++] = (struct ds_talk_part){at, at + answer.len};
		at += answer.len;
	}
	*ret_parts = parts;
	*ret_count = n;
	return 0;
}
