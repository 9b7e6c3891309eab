#include "tracegen/guard.h"

#include <ctype.h>
#include <string.h>

#include "tracegen/node.h"

static struct fl_slice token_at(struct fl_slice text, size_t at)
{
	return fl_slice(text.ptr + at, tg_text_token(text, at) - at);
}

static bool is_word(struct fl_slice token)
{
	return token.len && (isalpha((unsigned char)token.ptr[0]) || token.ptr[0] == '_');
}

/* Does an assignment, an increment or a decrement begin at that token? */
static bool sets(struct fl_slice text, size_t at)
{
	char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : '\0';
	char before = at > 0 ? text.ptr[at - 1] : '\0';
	if (c == '+' || c == '-')
		return next == c;
	return c == '=' && next != '=' && fl_slice_chr(FL_S("=!<>"), before) < 0;
}

/* Behind the condition that opens at `at`; 0: it has no end, or does something. */
static size_t condition_end(struct fl_slice text, size_t at)
{
	struct fl_slice last = {0};
	size_t depth = 0;
	while (at < text.len) {
		struct fl_slice token = token_at(text, at);
		if (fl_slice_eqs(token, "(")) {
			if (is_word(last) && !fl_slice_eqs(last, "sizeof"))
				return 0;
			depth++;
		}
		if (sets(text, at))
			return 0;
		if (fl_slice_eqs(token, ")") && --depth == 0)
			return at + 1;
		last = token;
		at = tg_text_solid(text, at + token.len);
	}
	return 0;
}

static int64_t line_at(struct fl_slice text, size_t at, int64_t first)
{
	return first + (int64_t)fl_slice_count(fl_slice_head(text, at), '\n');
}

bool tg_guard_gone(struct fl_slice original, struct fl_slice replacement, int64_t line,
	struct tg_guard *ret_guard)
{
	size_t at = tg_text_solid(original, 0), end = original.len;
	if (at >= end || !fl_slice_eqs(token_at(original, at), "if"))
		return false;
	size_t open = tg_text_solid(original, at + strlen("if"));
	if (open >= end || original.ptr[open] != '(')
		return false;
	size_t body = condition_end(original, open);
	body = body ? tg_text_solid(original, body) : end;
	if (body < end && original.ptr[body] == '{')
		body = tg_text_solid(original, body + 1);
	struct fl_slice left = fl_slice_trim(replacement), first = left;
	ptrdiff_t lf = fl_slice_chr(left, '\n');
	if (lf >= 0)
		first = fl_slice_trim(fl_slice_head(left, (size_t)lf));
	if (body >= end ||
		(left.len && !fl_slice_starts_with(fl_slice_skip(original, body), first)))
		return false;
	while (end > body && isspace((unsigned char)original.ptr[end - 1]))
		end--;
	*ret_guard = (struct tg_guard){.unwrapped = left.len > 0,
		.line = line_at(original, at, line),
		.body = line_at(original, body, line),
		.end = line_at(original, end, line)};
	return true;
}
