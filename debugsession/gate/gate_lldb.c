/*
 * Expressions and places for the engine lldb-dap, whose expressions are whole C++: what may stand
 * in one is listed here, token by token, and all else is refused. So there are no statements,
 * blocks, declarations, lambdas, comments, preprocessor lines, strings, calls, and no text that
 * lldb's own command line reads otherwise. Behind it stands that the engine lets lldb interpret
 * alone (`set may-call-functions off`), which no operator of a class or conversion by one passes.
 */
#include <ctype.h>
#include <stdio.h>

#include "debugsession/gate/gate_priv.h"

enum { DEPTH_MAX = 64, LENGTH_MAX = 4096 };

/* What the last token was. */
enum last {
	BEGIN, /* nothing, or an open bracket */
	OPERATOR, /* also a word that is one: sizeof, not */
	GREATER, /* ">" */
	TYPE, /* a word that belongs to types alone */
	TAG, /* struct, union, enum: a name follows */
	TAGGED, /* that name */
	OPERAND, /* a name, number or character, or what a bracket closed */
	CAST /* ")" of a cast */
};

struct reader {
	struct fl_slice s;
	size_t at;
	enum last last;
	char open[DEPTH_MAX]; /* the brackets that are open */
	size_t depth;
	bool less; /* there was a "<", which could begin a template's arguments */
	bool name; /* the operand is a name */
};

static const char *const types[] = {"char", "short", "int", "long", "unsigned", "signed", "float",
	"double", "bool", "_Bool", "void", "const", "volatile", "wchar_t", "__int128"};
static const char *const tags[] = {"struct", "union", "enum"};
static const char *const operators[] = {
	"sizeof", "alignof", "_Alignof", "not", "and", "or", "xor", "bitand", "bitor", "compl"};
static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast"};
static const char *const statements[] = {"new", "delete", "throw", "asm", "__asm", "__asm__", "if",
	"else", "while", "for", "do", "goto", "return", "break", "continue", "switch", "case",
	"default", "try", "catch", "using", "namespace", "template", "typename", "class",
	"operator", "auto", "typedef", "extern", "static", "register", "inline", "constexpr",
	"consteval", "constinit", "thread_local", "static_assert", "alignas", "typeid", "decltype",
	"typeof", "__typeof", "__typeof__", "dynamic_cast", "noexcept", "_Pragma", "__pragma",
	"__attribute", "__attribute__", "__declspec", "__extension__", "__label__", "_Generic",
	"_Static_assert", "and_eq", "or_eq", "xor_eq", "not_eq"};

#define AMONG(name, list) among(name, list, sizeof(list) / sizeof(*(list)))

static bool among(struct fl_slice name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_eqs(name, list[i]))
			return true;
	return false;
}

static char peek(const struct reader *r, size_t n)
{
	return r->at + n < r->s.len ? r->s.ptr[r->at + n] : '\0';
}

static int refuse(const struct reader *r, const char *why, struct fl_error *err)
{
	return dbg_gate_refuse(err, r->s, why);
}

static void become(struct reader *r, size_t length, enum last last)
{
	r->at += length;
	r->last = last;
	r->name = false;
}

/* The next byte that is no blank. */
static char after_blanks(const struct reader *r, size_t n)
{
	while (peek(r, n) == ' ' || peek(r, n) == '\t')
		n++;
	return peek(r, n);
}

static int read_name(struct reader *r, struct fl_error *err)
{
	size_t n = 0;
	while (fl_is_name(peek(r, n)))
		n++;
	struct fl_slice name = fl_slice(r->s.ptr + r->at, n);
	bool type = AMONG(name, types), tag = AMONG(name, tags), op = AMONG(name, operators);
	if (AMONG(name, statements) || fl_slice_starts(name, "co_") ||
		fl_slice_starts(name, "__builtin") || fl_slice_starts(name, "__lldb"))
		return dbg_gate_refuse(err, name, "begins more than an expression to look at");
	if (AMONG(name, casts) && after_blanks(r, n) == '<')
		return dbg_gate_refuse(err, name, "is not judged: write (TYPE)value");
	if (!type && !tag && !op && after_blanks(r, n) == '(')
		return dbg_gate_refuse(
			err, name, "would be called, and the program's functions are not");
	if (peek(r, n) == '\'' || peek(r, n) == '"')
		return dbg_gate_refuse(err, name, "stands before a quote");
	bool follows = r->last == OPERAND || r->last == TAGGED;
	if (!op && ((follows && r->name) || (r->last == TYPE && !type)))
		return dbg_gate_refuse(err, name, "follows a name, as in a declaration");
	become(r, n, tag ? TAG : type ? TYPE : op ? OPERATOR : r->last == TAG ? TAGGED : OPERAND);
	r->name = !op;
	return 0;
}

/* "$rip", "$1": what lldb makes for its own use does not pass. */
static int read_dollar(struct reader *r, struct fl_error *err)
{
	size_t n = 1;
	while (fl_is_name(peek(r, n)))
		n++;
	if (fl_slice_starts(fl_slice(r->s.ptr + r->at, n), "$__lldb"))
		return refuse(r, "names what lldb keeps for itself", err);
	if (after_blanks(r, n) == '(')
		return refuse(r, "calls something", err);
	become(r, n, OPERAND);
	return 0;
}

static int read_number(struct reader *r, struct fl_error *err)
{
	size_t n = 0;
	for (; fl_is_name(peek(r, n)) || peek(r, n) == '.'; n++) {
		char c = peek(r, n), sign = peek(r, n + 1);
		if (strchr("eEpP", c) && (sign == '+' || sign == '-') && isdigit(peek(r, n + 2)))
			n++;
	}
	if (peek(r, n) == '\'')
		return refuse(r, "holds a number with a quote", err);
	become(r, n, OPERAND);
	return 0;
}

/* 'a', '\n' */
static int read_character(struct reader *r, struct fl_error *err)
{
	bool escape = peek(r, 1) == '\\';
	size_t end = escape ? 3 : 2;
	char c = peek(r, end - 1);
	bool known = escape ? c && strchr("0abfnrtv\\'", c) : c > ' ' - 1 && c < 0x7f && c != '\'';
	if (!known || peek(r, end) != '\'' || fl_is_name(peek(r, end + 1)))
		return refuse(r, "holds a quote that is not one character's", err);
	become(r, end + 1, OPERAND);
	return 0;
}

static int read_open(struct reader *r, char c, struct fl_error *err)
{
	bool operand = r->last == OPERAND || r->last == TAGGED;
	if (c == '[' && r->last != OPERAND)
		return refuse(r, "has a [ that is no index", err);
	if (c == '(' && (operand || (r->last == GREATER && r->less)))
		return refuse(r,
			"could be a call: a cast is (TYPE)value, with * or struct for types of the "
			"program",
			err);
	if (r->depth == DEPTH_MAX)
		return refuse(r, "is too deep in brackets", err);
	r->open[r->depth++] = c;
	become(r, 1, BEGIN);
	return 0;
}

static int read_close(struct reader *r, char c, struct fl_error *err)
{
	if (!r->depth || r->open[r->depth - 1] != (c == ')' ? '(' : '[') || r->last == BEGIN)
		return refuse(r, "has brackets that do not match", err);
	/* no expression ends with a type's word or an operator */
	bool type = r->last == TYPE || r->last == TAGGED || r->last == OPERATOR;
	r->depth--;
	become(r, 1, c == ')' && type ? CAST : OPERAND);
	return 0;
}

/* What begins a comment, stands for another token, or changes what it looks at. */
static bool is_bad_pair(char a, char b)
{
	static const char pairs[][3] = {"//", "/*", "++", "--", "??", "<:", "<%", "%:", "%>", ":>"};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		if (a == pairs[i][0] && b == pairs[i][1])
			return true;
	return false;
}

static int read_operator(struct reader *r, char c, struct fl_error *err)
{
	char why[80], next = peek(r, 1);
	if (is_bad_pair(c, next)) {
		snprintf(why, sizeof(why), "holds %c%c, which does more than look", c, next);
		return refuse(r, why, err);
	}
	if (c == '-' && next == '>') {
		become(r, 2, OPERATOR);
		return 0;
	}
	if (!strchr("+-*/%&|^~!<>=.,:?", c)) {
		snprintf(why, sizeof(why),
			isprint(c) ? "holds %c, which is not judged in expressions of lldb"
				   : "holds a byte that cannot be judged",
			c);
		return refuse(r, why, err);
	}
	r->less = r->less || c == '<';
	become(r, 1, c == '>' ? GREATER : OPERATOR);
	return 0;
}

int dbg_gate_lldb_expression(struct fl_slice text, struct fl_error *err)
{
	struct reader r = {.s = text};
	int rc = 0;
	if (text.len > LENGTH_MAX)
		return refuse(&r, "is too long to be judged", err);
	while (rc == 0 && r.at < text.len) {
		char c = text.ptr[r.at];
		if (c == ' ' || c == '\t')
			r.at++;
		else if (isdigit((unsigned char)c))
			rc = read_number(&r, err);
		else if (fl_is_name(c))
			rc = read_name(&r, err);
		else if (c == '$')
			rc = read_dollar(&r, err);
		else if (c == '\'')
			rc = read_character(&r, err);
		else if (c == '(' || c == '[')
			rc = read_open(&r, c, err);
		else if (c == ')' || c == ']')
			rc = read_close(&r, c, err);
		else
			rc = read_operator(&r, c, err);
	}
	return rc == 0 && r.depth ? refuse(&r, "has brackets that do not match", err) : rc;
}

int dbg_gate_lldb_name(struct fl_slice text, struct fl_error *err)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];
		if (strchr("`\"'\\#;{}@|", c) || c < ' ')
			return dbg_gate_refuse(
				err, text, "holds a byte that is not judged in names of lldb");
	}
	return 0;
}
