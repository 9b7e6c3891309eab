
#include "debugsession/calls/calls.h"
#include "debugsession/calls/lex.h"

const struct dbg_call_row dbg_call_rows[DBG_CALL_COUNT] = {
#define X(id, name, least, accepts, ...) [DBG_CALL_##id] = {name, least, accepts, {__VA_ARGS__}},
	DBG_CALLS(X)
#undef X
};

/* ", " before each name. */
static const char function_names[] =
#define X(id, name, ...) ", " name
	DBG_CALLS(X)
#undef X
	;

struct parser {
	const struct dbg_cpp_token *tokens;
	size_t len;
	struct fl_arena *a;
	struct fl_vec calls;
	bool queries; /* the text has <QUERY_TOOL>: nothing else counts */
};

/* What the calls between two markers are. */
enum region { REGION_BARE, REGION_QUERY, REGION_OTHER };

static enum region region_behind(struct fl_slice marker)
{
	if (fl_slice_eqs(marker, "QUERY_TOOL"))
		return REGION_QUERY;
	return fl_slice_ends(marker, "_END") ? REGION_BARE : REGION_OTHER;
}

static struct dbg_call *add(struct parser *p, size_t at)
{
	struct dbg_call *call = fl_vec_add(&p->calls);
	if (call) {
		call->name = p->tokens[at].source;
		call->line = p->tokens[at].line;
		call->col = p->tokens[at].col;
	}
	return call;
}

static void wrong(struct dbg_call *call, const struct dbg_cpp_token *at, const char *error)
{
	if (call->error)
		return;
	call->error = error;
	call->accepts = dbg_call_rows[call->function].accepts;
	if (at) {
		call->line = at->line;
		call->col = at->col + (unsigned)at->bad_at;
	}
}

/* Strings side by side, from token `from` to before `to`. */
static void read_text(
	struct parser *p, size_t from, size_t to, struct dbg_call *call, struct dbg_call_arg *arg)
{
	struct fl_buf text;
	fl_buf_init(&text, DBG_CPP_BYTES);
	for (size_t i = from; i < to; i++) {
		const struct dbg_cpp_token *t = &p->tokens[i];
		if (t->kind != DBG_CPP_TEXT)
			wrong(call, t, "a string in quotes is needed here");
		else if (t->bad)
			wrong(call, t, t->bad);
		else
			fl_buf_slice(&text, t->text);
	}
	arg->text = fl_arena_slice(p->a, fl_buf_view(&text));
	fl_buf_release(&text);
}

static void read_int(
	struct parser *p, size_t from, size_t to, struct dbg_call *call, struct dbg_call_arg *arg)
{
	const struct dbg_cpp_token *t = &p->tokens[from];
	if (to - from != 1 || t->kind != DBG_CPP_NUMBER)
		wrong(call, t, "a number without a sign is needed here");
	else if (t->bad)
		wrong(call, t, t->bad);
	arg->number = t->number;
}

/* The expression as it stands there, without its comments and line ends. */
static void read_source(
	struct parser *p, size_t from, size_t to, struct dbg_call *call, struct dbg_call_arg *arg)
{
	struct fl_buf text;
	fl_buf_init(&text, DBG_CPP_BYTES);
	for (size_t i = from; i < to; i++) {
		const struct dbg_cpp_token *t = &p->tokens[i];
		if (t->bad && t->kind != DBG_CPP_NUMBER)
			wrong(call, t, t->bad);
		if (i > from && t[-1].source.ptr + t[-1].source.len != t->source.ptr)
			fl_buf_char(&text, ' ');
		fl_buf_slice(&text, t->source);
	}
	arg->text = fl_arena_slice(p->a, fl_buf_view(&text));
	fl_buf_release(&text);
}

/* All from the first token to the last, which stand in one text. */
static void read_code(struct parser *p, size_t from, size_t to, struct dbg_call_arg *arg)
{
	const struct fl_slice first = p->tokens[from].source, last = p->tokens[to - 1].source;
	arg->text = fl_arena_slice(
		p->a, fl_slice(first.ptr, (size_t)(last.ptr + last.len - first.ptr)));
	arg->number = p->tokens[from].line;
}

static void read_arg(struct parser *p, enum dbg_call_param kind, size_t from, size_t to,
	struct dbg_call *call, struct dbg_call_arg *arg)
{
	bool strings = true;
	for (size_t i = from; i < to; i++)
		strings = strings && p->tokens[i].kind == DBG_CPP_TEXT;
	if (kind == DBG_PARAM_INT)
		read_int(p, from, to, call, arg);
	else if (kind == DBG_PARAM_CODE)
		read_code(p, from, to, arg);
	else if (kind == DBG_PARAM_TEXT || strings)
		read_text(p, from, to, call, arg);
	else
		read_source(p, from, to, call, arg);
	if (kind != DBG_PARAM_INT && !call->error && !fl_slice_trim(arg->text).len)
		wrong(call, &p->tokens[from], "an empty text means nothing here");
	if (!call->error && fl_slice_chr(arg->text, '\0') >= 0)
		wrong(call, &p->tokens[from], "a NUL byte has no place here");
}

/* The comma that ends the argument, or `close`. */
static size_t argument_end(const struct parser *p, size_t from, size_t close)
{
	for (size_t i = from; i < close; i++) {
		const struct dbg_cpp_token *t = &p->tokens[i];
		if (dbg_cpp_is(t, ','))
			return i;
		if (t->match > i && t->match < close)
			i = t->match;
	}
	return close;
}

static void read_args(struct parser *p, size_t open, size_t close, struct dbg_call *call)
{
	const struct dbg_call_row *row = &dbg_call_rows[call->function];
	for (size_t from = open + 1; from < close && !call->error;) {
		enum dbg_call_param kind =
			call->count < DBG_CALL_ARGS ? row->params[call->count] : DBG_PARAM_NONE;
		bool last = kind == DBG_PARAM_WHOLE || kind == DBG_PARAM_CODE;
		size_t end = last ? close : argument_end(p, from, close);
		if (kind == DBG_PARAM_NONE)
			wrong(call, &p->tokens[from], "this is an argument too many");
		else if (from == end || end == close - 1)
			wrong(call, &p->tokens[end], "an argument is missing here");
		else
			read_arg(p, kind, from, end, call, &call->args[call->count++]);
		from = end + 1;
	}
	if (call->count < row->least)
		wrong(call, &p->tokens[close], "an argument is missing here");
	if (call->function == DBG_CALL_QUERY && !fl_slice_eqs(call->args[0].text, "trace"))
		wrong(call, &p->tokens[open + 1], "the only query there is is \"trace\"");
}

static int find_function(struct fl_slice name)
{
	for (int i = 0; i < DBG_CALL_COUNT; i++)
		if (fl_slice_eqs(name, dbg_call_rows[i].name))
			return i;
	return -1;
}

/* Names that stand before a "(" and call nothing. */
static bool is_keyword(struct fl_slice name)
{
	static const char *const words[] = {"if", "for", "while", "switch", "return", "sizeof",
		"catch", "alignof", "decltype", "static_assert", "noexcept", "assert"};
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_eqs(name, words[i]))
			return true;
	return false;
}

/* "name[] =" or "name =" before the call: the name. */
static struct fl_slice assigned_to(const struct parser *p, size_t at)
{
	if (at < 2 || !dbg_cpp_is(&p->tokens[at - 1], '='))
		return fl_slice(NULL, 0);
	size_t i = at - 2;
	if (dbg_cpp_is(&p->tokens[i], ']') && p->tokens[i].match)
		i = p->tokens[i].match - 1;
	return p->tokens[i].kind == DBG_CPP_NAME ? p->tokens[i].source : fl_slice(NULL, 0);
}

static bool starts_statement(const struct parser *p, size_t at)
{
	if (at == 0 || p->tokens[at].first)
		return true;
	const struct dbg_cpp_token *before = &p->tokens[at - 1];
	return before->kind == DBG_CPP_MARKER || dbg_cpp_is(before, ';') ||
	       dbg_cpp_is(before, '}') || dbg_cpp_is(before, '=');
}

/* Does a line, a statement or a block end behind this token? */
static bool ends_statement(const struct parser *p, size_t at)
{
	if (at + 1 >= p->len)
		return true;
	const struct dbg_cpp_token *next = &p->tokens[at + 1];
	return next->first || next->kind == DBG_CPP_MARKER || dbg_cpp_is(next, ';');
}

static bool semicolon_behind(const struct parser *p, size_t at)
{
	return at + 1 < p->len && dbg_cpp_is(&p->tokens[at + 1], ';');
}

/* A name with "(" behind it is at `at`: note the call if it is one; where to go on. */
static size_t take(struct parser *p, size_t at, enum region region)
{
	size_t open = at + 1, close = p->tokens[open].match;
	int function = find_function(p->tokens[at].source);
	bool anywhere = function == DBG_CALL_QUERY && region != REGION_OTHER;
	bool query = region == REGION_QUERY;
	if (!anywhere &&
		(region == REGION_OTHER || (p->queries && !query) || !starts_statement(p, at)))
		return open;
	if (close && !anywhere && !query && !ends_statement(p, close))
		return open;
	if (function < 0 && (is_keyword(p->tokens[at].source) || !close ||
				    (!query && !semicolon_behind(p, close))))
		return open;
	struct dbg_call *call = add(p, at);
	if (!call)
		return p->len;
	call->variable = assigned_to(p, at);
	if (function < 0) {
		call->error = "there is no such function";
		call->accepts = function_names + 2;
		return close;
	}
	call->function = (enum dbg_call_function)function;
	if (close)
		read_args(p, open, close, call);
	else
		wrong(call, &p->tokens[open], "the call has no closing parenthesis");
	return close ? close : open;
}

/* A <QUERY_TOOL> block that asks nothing is a mistake, too. */
static void check_query(struct parser *p, size_t marker, size_t calls_before)
{
	struct dbg_call *call = p->calls.len == calls_before ? add(p, marker) : NULL;
	if (!call)
		return;
	call->error = "there is no call in this block";
	call->accepts = function_names + 2;
}

static void walk(struct parser *p)
{
	enum region region = REGION_BARE;
	size_t marker = 0, before = 0;
	for (size_t i = 0; i < p->len && !p->calls.failed; i++) {
		const struct dbg_cpp_token *t = &p->tokens[i];
		if (t->kind == DBG_CPP_MARKER) {
			if (region == REGION_QUERY)
				check_query(p, marker, before);
			region = region_behind(t->text);
			marker = i;
			before = p->calls.len;
		} else if (dbg_cpp_is(t, '{') && t->match) {
			i = t->match;
		} else if (t->kind == DBG_CPP_NAME && i + 1 < p->len && dbg_cpp_is(t + 1, '(')) {
			i = take(p, i, region);
		}
	}
	if (region == REGION_QUERY && !p->calls.failed)
		check_query(p, marker, before);
}

int dbg_calls_parse(
	struct fl_slice text, struct fl_arena *a, struct fl_list *ret_calls, struct fl_error *err)
{
	struct fl_list tokens;
	struct parser p = {.a = a};
	int rc = dbg_cpp_lex(text, a, &tokens, err);
	if (rc)
		return rc;
	p.tokens = tokens.items;
	p.len = tokens.len;
	for (size_t i = 0; i < p.len; i++)
		p.queries = p.queries || (p.tokens[i].kind == DBG_CPP_MARKER &&
						 fl_slice_eqs(p.tokens[i].text, "QUERY_TOOL"));
	fl_vec_init(&p.calls, sizeof(struct dbg_call), DBG_CALL_LIST_MAX);
	walk(&p);
	rc = p.calls.failed;
	if (rc)
		fl_error_set(err, (enum fl_code)rc, "the text has more than %d calls: send fewer",
			DBG_CALL_LIST_MAX);
	struct fl_list calls = fl_vec_freeze(&p.calls, a);
	if (rc == 0)
		rc = fl_arena_error(a, "the calls", err);
	if (rc == 0)
		*ret_calls = calls;
	return rc;
}

bool dbg_calls_alone(struct fl_slice text)
{
	struct fl_arena a;
	struct fl_list calls = {0};
	fl_arena_init(&a, (size_t)64 << 20);
	bool alone = dbg_calls_parse(text, &a, &calls, NULL) == 0 && calls.len > 0;
	const struct dbg_call *call = calls.items;
	for (size_t i = 0; alone && i < calls.len; i++)
		alone = call[i].error || dbg_call_alone(call[i].function);
	fl_arena_release(&a);
	return alone;
}
