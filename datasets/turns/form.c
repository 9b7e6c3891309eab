/* What a dialogue is made of, and in which order. */
#include "datasets/turns/facts.h"
#include "debugsession/calls/calls.h"

static size_t count(const struct fl_list *turns, enum ds_turn_kind kind, size_t to)
{
	size_t n = 0;
	for (size_t i = 0; i < to; i++)
		n += ds_turns_at(turns, i)->kind == (int)kind;
	return n;
}

/* One call that the debugger knows, and nothing else. */
static bool is_call(struct fl_slice text, struct fl_arena *a)
{
	struct fl_list calls = {0};
	const struct dbg_call *call;
	if (dbg_calls_parse(text, a, &calls, NULL) || calls.len != 1)
		return false;
	call = calls.items;
	return !call->error && fl_slice_starts_with(text, call->name) && fl_slice_ends(text, ")") &&
	       fl_slice_chr(text, '\n') < 0;
}

/* Each line of a script is a call. How many; 0: it is none. */
static size_t script_calls(struct fl_slice text, struct fl_arena *a)
{
	struct fl_slice call;
	size_t n = 0;
	bool whole = fl_slice_ends(text, ";\n");
	for (; whole && ds_script_call(&text, &call); n++)
		whole = is_call(call, a);
	return whole ? n : 0;
}

/* Calls that have no answer yet behind the turn. */
static size_t open_calls(const struct fl_list *turns, size_t i, size_t before, struct fl_arena *a)
{
	const struct ds_turn *t = ds_turns_at(turns, i);
	if (t->kind == DS_TURN_RESULT)
		return before - 1;
	return t->kind == DS_TURN_CALL     ? 1
	       : t->kind == DS_TURN_SCRIPT ? script_calls(t->text, a)
					   : 0;
}

static const char *check_turn(const struct ds_turn *t, struct fl_arena *a)
{
	if (ds_turn_is_thought(t->kind))
		return t->sentences.len && !t->text.len ? NULL : "a thought says nothing";
	if (t->sentences.len)
		return "what is no thought has sentences";
	if (t->kind == DS_TURN_CALL)
		return is_call(t->text, a) ? NULL : "a call is none";
	if (t->kind == DS_TURN_SCRIPT)
		return script_calls(t->text, a) ? NULL : "a script is none";
	return (t->kind == DS_TURN_RESULT) == (t->text.len > 0)
		       ? NULL
		       : "an answer is empty, or the code is not the record's";
}

static const char *check_turns(const struct fl_list *turns, struct fl_arena *a)
{
	const char *why = NULL;
	size_t open = 0;
	for (size_t i = 0; !why && i < turns->len; i++) {
		if ((ds_turns_at(turns, i)->kind == DS_TURN_RESULT) != (open > 0))
			return "a call has no answer, or an answer no call";
		why = check_turn(ds_turns_at(turns, i), a);
		open = open_calls(turns, i, open, a);
	}
	return why;
}

/* Before its conclusion; 0: it has both a script and calls beside it, or two. */
static size_t count_calls(const struct fl_list *turns, size_t code, struct fl_arena *a)
{
	size_t calls = count(turns, DS_TURN_CALL, code),
	       script = ds_turns_find(turns, DS_TURN_SCRIPT);
	if (script == turns->len)
		return calls;
	return calls || count(turns, DS_TURN_SCRIPT, turns->len) > 1
		       ? 0
		       : script_calls(ds_turns_at(turns, script)->text, a);
}

/* A command that no call is for: it is passed over by who does calls. */
static bool is_kept(struct fl_slice text)
{
	return fl_slice_starts(text, "/* ") &&
	       fl_slice_find(text, "*/") == (ptrdiff_t)text.len - 2 && fl_slice_chr(text, '\n') < 0;
}

const char *ds_turns_form_transcribed(const struct fl_list *turns, struct fl_arena *a)
{
	static const int end[] = {DS_TURN_ERROR, DS_TURN_FIX, DS_TURN_CODE};
	enum { END = sizeof(end) / sizeof(end[0]) };
	if (turns->len < END + 2)
		return "it asks nothing";
	size_t asked = turns->len - END;
	for (size_t i = 0; i < END; i++)
		if (ds_turns_at(turns, asked + i)->kind != end[i])
			return "it does not end with a conclusion, a fix and its code";
	for (size_t i = 0; i < turns->len; i++) {
		const struct ds_turn *t = ds_turns_at(turns, i);
		bool kept = t->kind == DS_TURN_CALL && !t->sentences.len && is_kept(t->text);
		bool asked_before = i && ds_turns_at(turns, i - 1)->kind == DS_TURN_CALL;
		const char *why = i < asked && ds_turn_is_thought(t->kind)
					  ? "it thinks what nobody wrote down"
				  : kept ? NULL
					 : check_turn(t, a);
		if (!why && (t->kind == DS_TURN_RESULT) != asked_before)
			why = "a call has no answer, or an answer no call";
		if (why)
			return why;
	}
	return NULL;
}

static bool ends_as(const struct fl_list *turns, size_t at, const int *kinds, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (at + i >= turns->len || ds_turns_at(turns, at + i)->kind != kinds[i])
			return false;
	return true;
}

/* What has to stand around a turn of a dialogue with a compiler. */
static const char *check_compile_turn(const struct fl_list *turns, size_t i)
{
	static const int told[] = {DS_TURN_CALL, DS_TURN_RESULT};
	const struct ds_turn *t = ds_turns_at(turns, i);
	int before = i ? ds_turns_at(turns, i - 1)->kind : -1;
	bool code = t->kind == DS_TURN_ATTEMPT || t->kind == DS_TURN_CODE;
	if (code && (before != DS_TURN_FIX || !ends_as(turns, i + 1, told, 2)))
		return "an attempt follows from no fix, or is not compiled";
	if (t->kind == DS_TURN_CALL && ((before != DS_TURN_ATTEMPT && before != DS_TURN_CODE) ||
					       !fl_slice_eqs(t->text, DS_TURNS_COMPILE)))
		return "a call compiles no attempt";
	if (t->kind == DS_TURN_RESULT && before != DS_TURN_CALL)
		return "an answer has no call";
	if (ds_turn_is_thought(t->kind))
		return t->sentences.len && !t->text.len ? NULL : "a thought says nothing";
	return !t->sentences.len && (t->kind == DS_TURN_CODE) == !t->text.len
		       ? NULL
		       : "an answer is empty, or the code is not the record's";
}

const char *ds_turns_compile_form(const struct fl_list *turns)
{
	static const int end[] = {
		DS_TURN_FIX, DS_TURN_CODE, DS_TURN_CALL, DS_TURN_RESULT, DS_TURN_VERIFY};
	enum { END = sizeof(end) / sizeof(end[0]) };
	if (turns->len <= END || ds_turns_at(turns, 0)->kind != DS_TURN_ERROR)
		return "it does not begin with what is wrong";
	if (!ends_as(turns, turns->len - END, end, END))
		return "it does not end with code that compiles";
	if (count(turns, DS_TURN_CODE, turns->len) != 1 ||
		count(turns, DS_TURN_VERIFY, turns->len) != 1)
		return "it ends more than once";
	for (size_t i = 0; i < turns->len; i++) {
		const char *why = check_compile_turn(turns, i);
		if (why)
			return why;
	}
	return NULL;
}

const char *ds_turns_form(const struct fl_list *turns, struct fl_arena *a)
{
	static const int end[] = {DS_TURN_CODE, DS_TURN_CALL, DS_TURN_RESULT, DS_TURN_VERIFY};
	enum { END = sizeof(end) / sizeof(end[0]) };
	if (turns->len < END + 2 || ds_turns_at(turns, 0)->kind != DS_TURN_PLAN)
		return "it does not begin with a plan";
	size_t code = turns->len - END;
	for (size_t i = 0; i < END; i++)
		if (ds_turns_at(turns, code + i)->kind != end[i])
			return "it does not end with code and its verification";
	if (count(turns, DS_TURN_CODE, code) || count(turns, DS_TURN_VERIFY, code) ||
		ds_turns_at(turns, code - 1)->kind != DS_TURN_FIX ||
		ds_turns_at(turns, code - 2)->kind != DS_TURN_ERROR)
		return "its code does not follow from a conclusion and a fix";
	size_t calls = count_calls(turns, code, a);
	if (calls < DS_TURNS_CALLS_LEAST || calls > DS_TURNS_CALLS)
		return "it has too few calls before its conclusion, or too many";
	return check_turns(turns, a);
}
