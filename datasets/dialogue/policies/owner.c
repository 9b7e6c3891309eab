#include "datasets/dialogue/policies/owner.h"

#include "datasets/dialogue/expr.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/source.h"
#include "tracegen/node.h"

/* To its end: a ';' or the text's. */
static struct fl_slice without_end(struct fl_slice s)
{
	s = fl_slice_trim(s);
	while (s.len && (s.ptr[s.len - 1] == ';' || s.ptr[s.len - 1] == ' '))
		s.len--;
	return s;
}

/* The '=' of an assignment or an initialiser outside of brackets; s.len: there is none. */
static size_t assignment(struct fl_slice s)
{
	size_t depth = 0;
	for (size_t pos = 0, next; pos < s.len; pos = next) {
		char c = s.ptr[pos];
		next = tg_text_token(s, pos);
		depth += c == '(' || c == '[' || c == '{';
		depth -= depth && (c == ')' || c == ']' || c == '}');
		if (c != '=' || depth || !pos)
			continue;
		bool other = strchr("=!<>+-*/%&|^", s.ptr[pos - 1]) != NULL ||
			     (pos + 1 < s.len && s.ptr[pos + 1] == '=');
		if (!other)
			return pos;
		next = pos + 2;
	}
	return s.len;
}

/* What stands last in it: a name with its members and indexes. */
static struct fl_slice last_lvalue(struct fl_slice s)
{
	size_t at = s.len, depth = 0;
	while (at > 0) {
		char c = s.ptr[at - 1];
		depth += c == ']';
		bool inside = depth > 0;
		depth -= c == '[' && depth > 0;
		bool arrow = c == '>' && at > 1 && s.ptr[at - 2] == '-';
		if (!inside && !fl_is_word(c) && c != '.' && !arrow)
			break;
		at -= arrow ? 2 : 1;
	}
	return fl_slice_skip(s, at);
}

struct fl_slice ds_owner_target(struct fl_slice statement)
{
	struct fl_slice s = without_end(statement);
	size_t at = assignment(s);
	if (at == s.len || fl_slice_starts(s, "return") || fl_slice_starts(s, "for"))
		return fl_slice(NULL, 0);
	struct fl_slice left = fl_slice_trim(fl_slice_head(s, at));
	struct fl_slice target = last_lvalue(left);
	/* `*out = …`, not `char *out = …` */
	return target.len + 1 == left.len && left.ptr[0] == '*' ? left : target;
}

/* Is it all that is assigned, but for a conversion? */
static bool is_stored(struct fl_slice s, struct fl_slice name)
{
	s = without_end(s);
	size_t at = assignment(s);
	if (at == s.len)
		return false;
	struct fl_slice right = fl_slice_trim(fl_slice_skip(s, at + 1));
	ptrdiff_t bracket = fl_slice_rchr(right, ')');
	if (right.len && right.ptr[0] == '(' && bracket > 0)
		right = fl_slice_trim(fl_slice_skip(right, (size_t)bracket + 1));
	return fl_slice_eq(right, name);
}

/*
 * Is it an argument by itself of a call whose name says that it is kept? The first one is what
 * something else is put into.
 */
static bool is_handed(struct fl_slice s, struct fl_slice name)
{
	static const char *const words[] = {"add", "insert", "push", "append", "put", "set",
		"attach", "link", "register", "enqueue", "emplace", "adopt", "take", "own"};
	bool keeps = false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		keeps = keeps || fl_slice_find(s, words[i]) >= 0;
	for (size_t from = 0; keeps && from < s.len;) {
		ptrdiff_t at = fl_slice_search(fl_slice_skip(s, from), name);
		if (at < 0)
			break;
		size_t start = from + (size_t)at, end = start + name.len;
		char before = start ? s.ptr[start - 1] : ' ',
		     behind = end < s.len ? s.ptr[end] : ' ';
		if (start > 1 && before == ' ')
			before = s.ptr[start - 2];
		if (before == ',' && (behind == ')' || behind == ','))
			return true;
		from = end;
	}
	return false;
}

static bool is_left(struct fl_slice s)
{
	return fl_slice_starts(s, "return") && (s.len == 6 || !fl_is_word(s.ptr[6]));
}

/* Is it what a call that is there to release gets, anywhere in the statement? */
static bool is_released(struct fl_slice s, struct fl_slice name)
{
	for (size_t from = 0; from < s.len;) {
		struct fl_slice rest = fl_slice_skip(s, from), what = ds_code_released(rest);
		if (!what.len || what.ptr < rest.ptr)
			return false;
		if (what.ptr[0] == '&')
			what = fl_slice_skip(what, 1);
		if (fl_slice_eq(what, name))
			return true;
		from = (size_t)(what.ptr - s.ptr) + what.len;
	}
	return false;
}

static bool event_of(struct fl_slice s, struct fl_slice name, enum ds_own *ret_what)
{
	struct fl_slice value = is_left(s) ? without_end(fl_slice_skip(s, 6)) : fl_slice(NULL, 0);
	if (is_left(s) && !is_released(s, name))
		*ret_what = fl_slice_eq(value, name) ? DS_OWN_RETURNED : DS_OWN_LEFT;
	else if (is_released(s, name))
		*ret_what = DS_OWN_RELEASED;
	else if (ds_expr_is_name(name) ? !tg_mentions(s, name) : fl_slice_search(s, name) < 0)
		return false;
	else if (is_stored(s, name) || is_handed(s, name))
		*ret_what = DS_OWN_STORED;
	else if (fl_slice_eq(ds_owner_target(s), name))
		*ret_what = DS_OWN_OVERWRITTEN;
	else
		return false;
	return true;
}

/* A statement behind the head of an `if` in one line. */
static struct fl_slice behind_head(struct fl_slice s)
{
	if (!fl_slice_starts(s, "if (") || !s.len || s.ptr[s.len - 1] != ';')
		return s;
	size_t end = tg_text_find(s, 4, s.len, ')');
	return end < s.len ? fl_slice_trim(fl_slice_skip(s, end + 1)) : s;
}

/* Is the line reached only where the variable holds nothing: `if (p == NULL) return -1;`? */
static bool holds_nothing(struct fl_slice text, int64_t line, struct fl_slice name)
{
	static const char *const tests[] = {
		"%s == NULL", "!%s", "%s == nullptr", "%s < 0", "%s == -1", "%s == 0"};
	struct ds_block blocks[1];
	size_t n = ds_code_blocks(text, line, blocks, 1);
	struct fl_slice heads[] = {ds_code_line(text, line),
		n && !blocks[0].function ? ds_code_line(text, blocks[0].head) : fl_slice(NULL, 0)};
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		const char *mark = strchr(tests[i], '%');
		struct fl_slice behind = fl_slice_str(mark + 2);
		for (size_t k = 0; k < 2; k++) {
			ptrdiff_t at = fl_slice_search(heads[k], name);
			struct fl_slice rest =
				at < 0 ? fl_slice(NULL, 0)
				       : fl_slice_skip(heads[k], (size_t)at + name.len);
			bool led = mark == tests[i] || (at > 0 && heads[k].ptr[at - 1] == '!');
			if (at >= 0 && led && fl_slice_starts_with(rest, behind) &&
				(behind.len || mark != tests[i]))
				return true;
		}
	}
	return false;
}

size_t ds_owner_events(struct fl_slice text, int64_t from, int64_t to, struct fl_slice name,
	struct ds_owned *ret, size_t max)
{
	size_t n = 0;
	for (int64_t line = from + 1; line <= to && n < max; line++) {
		struct fl_slice s = behind_head(ds_code_line(text, line));
		enum ds_own what;
		/* `*at = e;` is none */
		bool comment = !s.len || s.ptr[0] == '/' || fl_slice_starts(s, "* ") ||
			       fl_slice_starts(s, "*/") || fl_slice_eqs(s, "*");
		if (comment || !event_of(s, name, &what))
			continue;
		if (what != DS_OWN_LEFT || !holds_nothing(text, line, name))
			ret[n++] = (struct ds_owned){.what = what, .line = line};
	}
	return n;
}

size_t ds_owner_functions(struct fl_slice text, struct ds_block *ret, size_t max)
{
	size_t n = 0;
	int64_t lines = (int64_t)fl_slice_lines(text);
	for (int64_t line = 1; line <= lines && n < max; line++) {
		struct fl_slice s = fl_slice_line_at(text, line);
		if (fl_slice_chr(s, '{') < 0 && fl_slice_chr(s, '}') < 0)
			continue;
		if (!ds_code_function(text, line, &ret[n]))
			continue;
		line = ret[n++].last;
	}
	return n;
}

struct fl_slice ds_owner_function_name(struct fl_slice text, const struct ds_block *function)
{
	for (int64_t line = function->head; line <= function->first; line++) {
		struct fl_slice s = fl_slice_line_at(text, line);
		ptrdiff_t open = fl_slice_chr(s, '(');
		size_t start = open < 0 ? 0 : (size_t)open;
		while (start > 0 && (fl_is_word(s.ptr[start - 1]) || s.ptr[start - 1] == ':' ||
					    s.ptr[start - 1] == '~'))
			start--;
		if (open > 0)
			return fl_slice(s.ptr + start, (size_t)open - start);
	}
	return fl_slice(NULL, 0);
}

/* The word that ends behind blanks and stars in front of `end`. */
static struct fl_slice word_before(struct fl_slice s, size_t end)
{
	while (end > 0 && strchr(" *&", s.ptr[end - 1]))
		end--;
	size_t start = end;
	while (start > 0 && fl_is_word(s.ptr[start - 1]))
		start--;
	return fl_slice(s.ptr + start, end - start);
}

struct fl_slice ds_owner_type(struct fl_slice text, int64_t from, int64_t to, struct fl_slice name)
{
	static const char *const others[] = {"return", "const", "sizeof", "auto", "else", "delete",
		"new", "struct", "case", "in", "int", "char", "void", "long", "double"};
	for (int64_t line = from; line <= to; line++) {
		struct fl_slice s = fl_slice_line_at(text, line);
		for (size_t at = 0; at < s.len;) {
			ptrdiff_t found = fl_slice_search(fl_slice_skip(s, at), name);
			if (found < 0)
				break;
			size_t start = at + (size_t)found;
			bool whole =
				start && strchr(" *&", s.ptr[start - 1]) &&
				(start + name.len == s.len || !fl_is_word(s.ptr[start + name.len]));
			struct fl_slice type = whole ? word_before(s, start) : fl_slice(NULL, 0);
			at = start + name.len;
			if (type.len && !(type.ptr[0] >= '0' && type.ptr[0] <= '9') &&
				!fl_slice_is_one(type, others, sizeof(others) / sizeof(others[0])))
				return type;
		}
	}
	return fl_slice(NULL, 0);
}

struct fl_slice ds_owner_parameter(
	struct fl_slice text, const struct ds_block *function, struct fl_slice type)
{
	for (int64_t line = function->head; line <= function->first; line++) {
		struct fl_slice s = fl_slice_line_at(text, line);
		for (size_t at = 0; type.len && at < s.len;) {
			ptrdiff_t found = fl_slice_search(fl_slice_skip(s, at), type);
			if (found < 0)
				break;
			at += (size_t)found + type.len;
			size_t start = at;
			while (start < s.len && strchr(" *&", s.ptr[start]))
				start++;
			size_t end = start;
			while (end < s.len && fl_is_word(s.ptr[end]))
				end++;
			if (start > at && end > start && end < s.len && strchr(",)", s.ptr[end]))
				return fl_slice(s.ptr + start, end - start);
		}
	}
	return fl_slice(NULL, 0);
}
