#include "datasets/dialogue/expr.h"

#include <stdlib.h>

#include "tracegen/evidence/operands.h"
#include "tracegen/node.h"

static size_t name_len(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && fl_is_word(s.ptr[n]))
		n++;
	return n && !(s.ptr[0] >= '0' && s.ptr[0] <= '9') ? n : 0;
}

size_t ds_expr_indexes(struct fl_slice statement, struct fl_slice *ret, size_t max)
{
	size_t n = 0;
	for (size_t pos = 0, next; pos < statement.len && n < max; pos = next) {
		next = tg_text_token(statement, pos);
		if (statement.ptr[pos] != '[' || !pos || statement.ptr[pos - 1] == '(' ||
			statement.ptr[pos - 1] == ' ')
			continue;
		size_t end = tg_text_find(statement, pos + 1, statement.len, ']');
		if (end < statement.len)
			ret[n++] = fl_slice_trim(fl_slice(statement.ptr + pos + 1, end - pos - 1));
	}
	return n;
}

bool ds_expr_is_name(struct fl_slice expression)
{
	return expression.len && name_len(expression) == expression.len;
}

bool ds_expr_is_pure(struct fl_slice s)
{
	bool before = false; /* a name stands before this */
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (!c || (!fl_is_word(c) && !strchr(" +-*/%.[]()>", c)))
			return false;
		if (c == '(' && before)
			return false; /* a call */
		if ((c == '+' || c == '-') && i + 1 < s.len && s.ptr[i + 1] == c)
			return false;
		before = fl_is_word(c) || c == ')' || c == ']' || (before && c == ' ');
	}
	return s.len > 0;
}

size_t ds_expr_names(struct fl_slice s, struct fl_slice *ret, size_t max)
{
	size_t n = 0;
	for (size_t pos = 0; pos < s.len && n < max;) {
		struct fl_slice rest = fl_slice_skip(s, pos);
		size_t len = name_len(rest);
		struct fl_slice name = fl_slice_head(rest, len);
		bool member = pos && (s.ptr[pos - 1] == '.' || s.ptr[pos - 1] == '>');
		bool seen = !len || member;
		for (size_t i = 0; i < n && !seen; i++)
			seen = fl_slice_eq(ret[i], name);
		if (!seen)
			ret[n++] = name;
		pos = len ? pos + len : tg_text_token(s, pos);
	}
	return n;
}

/* To the end of what is compared: a bracket of the outside, or what parts conditions. */
static struct fl_slice side_of(struct fl_slice s)
{
	size_t depth = 0, pos = 0;
	for (size_t next; pos < s.len; pos = next) {
		char c = s.ptr[pos];
		next = tg_text_token(s, pos);
		if (depth == 0 && (c == ')' || c == ';' || c == ',' || c == '&' || c == '|' ||
					  c == '?' || c == ']'))
			break;
		depth += c == '(' || c == '[';
		depth -= depth && (c == ')' || c == ']');
	}
	return fl_slice_trim(fl_slice_head(s, pos));
}

bool ds_expr_bound(struct fl_slice s, struct fl_slice name, struct ds_bound *ret)
{
	for (size_t pos = 0; pos < s.len;) {
		struct fl_slice rest = fl_slice_skip(s, pos);
		size_t len = name_len(rest);
		struct fl_slice behind = fl_slice_trim(fl_slice_skip(rest, len));
		bool member = pos && (s.ptr[pos - 1] == '.' || s.ptr[pos - 1] == '>');
		bool compares = behind.len > 1 && (behind.ptr[0] == '<' || behind.ptr[0] == '>') &&
				behind.ptr[1] != behind.ptr[0];
		if (len && !member && compares && fl_slice_eq(fl_slice_head(rest, len), name)) {
			ret->upper = behind.ptr[0] == '<';
			ret->inclusive = behind.ptr[1] == '=';
			ret->bound =
				side_of(fl_slice_trim(fl_slice_skip(behind, 1U + ret->inclusive)));
			return ret->bound.len > 0;
		}
		pos = len ? pos + len : tg_text_token(s, pos);
	}
	return false;
}

bool ds_expr_number(struct fl_slice value, int64_t *ret_number)
{
	char text[32];
	char *end;
	size_t n = value.len < sizeof(text) - 1 ? value.len : sizeof(text) - 1;
	if (!n)
		return false;
	memcpy(text, value.ptr, n);
	text[n] = '\0';
	int64_t number = strtoll(text, &end, 10);
	if (end == text || (*end && *end != ' '))
		return false;
	*ret_number = number;
	return true;
}

/* The next place of the name, from *pos on, which moves behind it. */
static bool next_place(struct fl_slice s, struct fl_slice name, size_t *pos, size_t *ret_at)
{
	while (*pos < s.len) {
		struct fl_slice rest = fl_slice_skip(s, *pos);
		size_t len = name_len(rest), at = *pos;
		bool member = at && (s.ptr[at - 1] == '.' || (at > 1 && s.ptr[at - 1] == '>' &&
								     s.ptr[at - 2] == '-'));
		*pos = len ? at + len : tg_text_token(s, at);
		if (len && !member && fl_slice_eq(fl_slice_head(rest, len), name)) {
			*ret_at = at;
			return true;
		}
	}
	return false;
}

/* A `*` in front of the name there: of a dereference, not of a declaration (`struct node *p`). */
static bool is_starred(struct fl_slice s, size_t at)
{
	static const char *const words[] = {
		"return", "else", "do", "case", "throw", "and", "or", "not"};
	size_t end = at;
	while (end && s.ptr[end - 1] == '*')
		end--;
	if (end == at || (end && fl_is_word(s.ptr[end - 1])))
		return false;
	while (end && s.ptr[end - 1] == ' ')
		end--;
	size_t from = end;
	while (from && fl_is_word(s.ptr[from - 1]))
		from--;
	struct fl_slice word = fl_slice(s.ptr + from, end - from);
	bool of_type = end && s.ptr[end - 1] == '>';
	return !of_type &&
	       (!word.len || fl_slice_is_one(word, words, sizeof(words) / sizeof(words[0])));
}

bool ds_expr_dereferences(struct fl_slice s, struct fl_slice name)
{
	for (size_t pos = 0, at; next_place(s, name, &pos, &at);) {
		struct fl_slice behind = fl_slice_skip(s, pos);
		if (fl_slice_starts(behind, "->") || fl_slice_starts(behind, "["))
			return true;
		if (is_starred(s, at))
			return true;
	}
	return false;
}

static bool is_condition(struct fl_slice s)
{
	static const char *const words[] = {
		"if", "while", "for", "else if", "} else if", "assert", "return"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_starts(s, words[i]))
			return true;
	return fl_slice_find(s, " ? ") >= 0;
}

/* Does a bracket that opens there follow a function's name, and not a keyword's? */
static bool is_call(struct fl_slice s, size_t open)
{
	static const char *const words[] = {"if", "while", "for", "switch", "return"};
	size_t from = open;
	while (from > 0 && fl_is_word(s.ptr[from - 1]))
		from--;
	struct fl_slice word = fl_slice(s.ptr + from, open - from);
	return word.len && !fl_slice_is_one(word, words, sizeof(words) / sizeof(words[0]));
}

bool ds_expr_tests(struct fl_slice s, struct fl_slice name)
{
	s = fl_slice_trim(s);
	if (!is_condition(s))
		return false;
	for (size_t pos = 0, at; next_place(s, name, &pos, &at);) {
		struct fl_slice behind = fl_slice_trim(fl_slice_skip(s, pos));
		char before = '\0';
		size_t i = at;
		for (; i > 0 && !before; i--)
			before = s.ptr[i - 1] == ' ' ? '\0' : s.ptr[i - 1];
		bool against = fl_slice_starts(behind, "==") || fl_slice_starts(behind, "!=");
		bool ends = !behind.len || behind.ptr[0] == ')' || behind.ptr[0] == ';' ||
			    fl_slice_starts(behind, "&&") || fl_slice_starts(behind, "||") ||
			    behind.ptr[0] == '?';
		bool begins = (before == '(' && !is_call(s, i)) || before == '!' || before == '&' ||
			      before == '|' || before == ';';
		/* `*p == 0` asks about what it points to. */
		if (before != '*' && (against || (ends && begins)))
			return true;
	}
	return false;
}

const struct dbg_variable *ds_expr_variable(const struct dbg_frame_vars *vars, struct fl_slice name)
{
	const struct dbg_variable *v = vars ? vars->locals.items : NULL;
	for (size_t i = 0; vars && i < vars->locals.len; i++)
		if (fl_slice_eq(v[i].name, name))
			return &v[i];
	return NULL;
}

/* A name that stands for a variable of the program's own, though the frame does not have it. */
static bool looks_global(struct fl_slice name)
{
	static const char *const words[] = {"sizeof", "continue", "break", "return", "char", "int",
		"long", "short", "unsigned", "const", "struct", "true", "false", "nullptr", "this"};
	bool lower = false;
	for (size_t i = 0; i < name.len; i++)
		lower |= name.ptr[i] >= 'a' && name.ptr[i] <= 'z';
	return lower && !fl_slice_ends(name, "_t") &&
	       !fl_slice_is_one(name, words, sizeof(words) / sizeof(words[0]));
}

bool ds_expr_is_askable(struct fl_slice expression, const struct dbg_frame_vars *vars)
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(expression, names, DS_EXPR_MAX);
	for (size_t i = 0; i < n; i++)
		if (!ds_expr_variable(vars, names[i]) && !looks_global(names[i]))
			return false;
	return n > 0 && ds_expr_is_pure(expression);
}

bool ds_expr_has_word(struct fl_slice text, struct fl_slice word)
{
	ptrdiff_t at;
	for (struct fl_slice rest = text; (at = fl_slice_search(rest, word)) >= 0;
		rest = fl_slice_skip(rest, (size_t)at + 1)) {
		const char *p = rest.ptr + at, *end = p + word.len;
		if ((p == text.ptr || !fl_is_name(p[-1])) &&
			(end == text.ptr + text.len || !fl_is_name(*end)))
			return true;
	}
	return false;
}
