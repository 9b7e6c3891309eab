#include "base/literal/lex.h"

static size_t lexer_offset(const struct fl_lexer *x)
{
	return x->all.len - x->rest.len;
}

int fl_lex_fail(struct fl_lexer *x, const char *wanted)
{
	unsigned line = 1, col = 1;
	bool behind = x->t.kind == T_NAME || x->t.kind == T_NUMBER || x->t.kind == T_PUNCT;
	size_t offset = lexer_offset(x) - (behind ? x->t.s.len : 0);
	if (x->a->failed)
		return fl_arena_error(x->a, "the literals", x->err);
	for (size_t i = 0; i < offset; i++) {
		col = x->all.ptr[i] == '\n' ? 1 : col + 1;
		line += x->all.ptr[i] == '\n';
	}
	if (x->t.kind == T_END)
		return fl_error_at(x->err, FL_EPARSE, line, col, offset,
			"expected %s, the input ends", wanted);
	return fl_error_at(x->err, FL_EPARSE, line, col, offset, "expected %s, found \"%.*s\"",
		wanted, (int)(x->t.s.len < 40 ? x->t.s.len : 40), x->t.s.ptr ? x->t.s.ptr : "");
}

static bool is_line_start(const struct fl_lexer *x)
{
	size_t o = lexer_offset(x);
	return o == 0 || x->all.ptr[o - 1] == '\n';
}

/* Blanks, comments (markers among them), preprocessor lines and bare marker lines. */
static void skip_blank(struct fl_lexer *x)
{
	while (x->rest.len) {
		char c = x->rest.ptr[0];
		struct fl_slice line;
		ptrdiff_t end = fl_slice_starts(x->rest, "/*") ? fl_slice_find(x->rest, "*/") : -1;
		if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
			x->rest = fl_slice_skip(x->rest, 1);
		else if (end >= 2)
			x->rest = fl_slice_skip(x->rest, (size_t)end + 2);
		else if (fl_slice_starts(x->rest, "//") ||
			 (is_line_start(x) && (c == '#' || c == '<')))
			fl_slice_line(&x->rest, &line);
		else
			return;
	}
}

static char simple_escape(char c)
{
	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	case '"':
	case '\\':
	case '?': return c;
	default: return 0;
	}
}

/* The escape at the start of s (behind the backslash); its length, 0 when it is not one of ours. */
static size_t read_escape(struct fl_slice s, char *ret_c)
{
	if (s.len && simple_escape(s.ptr[0])) {
		*ret_c = simple_escape(s.ptr[0]);
		return 1;
	}
	if (s.len < 3)
		return 0;
	unsigned v = 0;
	for (size_t i = 0; i < 3; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '7')
			return 0;
		v = v * 8 + (unsigned)(s.ptr[i] - '0');
	}
	if (v > 255)
		return 0;
	*ret_c = (char)v;
	return 3;
}

static struct fl_token read_text(struct fl_lexer *x)
{
	const struct fl_token bad = {.kind = T_BAD, .s = fl_slice_head(x->rest, 1)};
	struct fl_slice s = fl_slice_skip(x->rest, 1);
	/* No escape makes its text longer, so what is left of the line bounds the result. */
	size_t end = 0;
	while (end < s.len && s.ptr[end] != '"' && s.ptr[end] != '\n')
		end += s.ptr[end] == '\\' ? 2 : 1;
	char *out = end < s.len ? fl_arena_alloc(x->a, end + 1) : NULL;
	if (!out || s.ptr[end] != '"')
		return bad;
	size_t n = 0;
	for (size_t i = 0; i < end;) {
		char c = s.ptr[i++];
		if (c == '\\') {
			size_t used = read_escape(fl_slice(s.ptr + i, end - i), &c);
			if (used == 0)
				return bad;
			i += used;
		}
		out[n++] = c;
	}
	x->rest = fl_slice_skip(s, end + 1);
	return (struct fl_token){.kind = T_TEXT, .s = fl_slice(out, n)};
}

void fl_lex_next(struct fl_lexer *x)
{
	skip_blank(x);
	struct fl_slice s = x->rest;
	if (s.len == 0) {
		x->t = (struct fl_token){.kind = T_END};
		return;
	}
	if (s.ptr[0] == '"') {
		x->t = read_text(x);
		return;
	}
	size_t n = 0;
	enum fl_token_kind kind = T_PUNCT;
	bool digit = s.ptr[0] >= '0' && s.ptr[0] <= '9';
	if (fl_is_word(s.ptr[0])) {
		kind = digit ? T_NUMBER : T_NAME;
		while (n < s.len && (fl_is_word(s.ptr[n]) || (digit && s.ptr[n] == '.')))
			n++;
	} else {
		n = fl_slice_starts(s, "::") ? 2 : 1;
	}
	x->t = (struct fl_token){.kind = kind, .s = fl_slice_head(s, n)};
	x->rest = fl_slice_skip(s, n);
}

bool fl_lex_at(const struct fl_lexer *x, const char *word)
{
	return x->t.kind != T_TEXT && fl_slice_eqs(x->t.s, word);
}

bool fl_lex_take(struct fl_lexer *x, const char *word)
{
	if (!fl_lex_at(x, word))
		return false;
	fl_lex_next(x);
	return true;
}

int fl_lex_want(struct fl_lexer *x, const char *word)
{
	return fl_lex_take(x, word) ? 0 : fl_lex_fail(x, word);
}

int fl_lex_name(struct fl_lexer *x, struct fl_slice *ret_name)
{
	if (x->t.kind != T_NAME)
		return fl_lex_fail(x, "a name");
	*ret_name = x->t.s;
	fl_lex_next(x);
	return 0;
}

int fl_lex_text(struct fl_lexer *x, struct fl_slice *ret_text)
{
	if (x->t.kind != T_TEXT)
		return fl_lex_fail(x, "a string literal");
	*ret_text = x->t.s;
	fl_lex_next(x);
	return 0;
}
