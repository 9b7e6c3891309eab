#include "debugsession/calls/lex.h"

#include <ctype.h>

#include "debugsession/calls/lex_text.h"

/* Raw strings without an end that are looked for: each look costs the rest of the text. */
enum { RAW_TRIES = 64, MARKER_MAX = 32 };

struct lexer {
	struct fl_slice rest;
	struct fl_arena *a;
	struct fl_vec tokens;
	struct fl_vec open; /* size_t: tokens that are brackets without their other half */
	size_t open_braces;
	unsigned line;
	const char *line_start;
	bool first, comment_open; /* no "*" "/" follows any more */
	unsigned raw_tries;
};

static bool starts_name(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '$';
}

static bool in_name(char c)
{
	return starts_name(c) || isdigit((unsigned char)c);
}

/* Move on by n bytes, counting lines. */
static void advance(struct lexer *x, size_t n)
{
	const char *p = x->rest.ptr, *end = p + n;
	while ((p = memchr(p, '\n', (size_t)(end - p)))) {
		x->line++;
		x->line_start = ++p;
		x->first = true;
	}
	x->rest = fl_slice_skip(x->rest, n);
}

static size_t line_length(struct fl_slice s)
{
	ptrdiff_t end = fl_slice_chr(s, '\n');
	return end < 0 ? s.len : (size_t)end;
}

/* The length of the blank, comment or line that holds no tokens here; 0: none. */
static size_t blank_length(struct lexer *x)
{
	struct fl_slice s = x->rest;
	size_t n = 0;
	while (n < s.len && isspace((unsigned char)s.ptr[n]))
		n++;
	if (n)
		return n;
	if (fl_slice_starts(s, "//") || (x->first && (*s.ptr == '#' || fl_slice_starts(s, "```"))))
		return line_length(s);
	if (!fl_slice_starts(s, "/*") || x->comment_open)
		return 0;
	const char *end = memmem(s.ptr + 2, s.len - 2, "*/", 2);
	x->comment_open = !end;
	return end ? (size_t)(end - s.ptr) + 2 : 0;
}

/* <QUERY_TOOL>: capitals and "_" in angle brackets, at least one "_". */
static bool read_marker(struct fl_slice s, struct dbg_cpp_token *t)
{
	size_t n = 1;
	while (n < s.len && n < MARKER_MAX && (isupper((unsigned char)s.ptr[n]) || s.ptr[n] == '_'))
		n++;
	struct fl_slice word = fl_slice(s.ptr + 1, n - 1);
	if (n >= s.len || s.ptr[n] != '>' || fl_slice_chr(word, '_') < 1)
		return false;
	t->kind = DBG_CPP_MARKER;
	t->source = fl_slice_head(s, n + 1);
	t->text = word;
	return true;
}

static const struct {
	const char *prefix;
	unsigned base;
} bases[] = {{"0x", 16}, {"0X", 16}, {"0b", 2}, {"0B", 2}, {"0", 8}};

/* Digits with separators, then a suffix of u, l and z. */
static void read_value(struct dbg_cpp_token *t)
{
	struct fl_slice s = t->source;
	unsigned base = 10;
	size_t digits = 0;
	for (size_t i = 0; i < sizeof(bases) / sizeof(*bases) && base == 10; i++)
		if (fl_slice_starts(s, bases[i].prefix) && s.len > 1) {
			base = bases[i].base;
			s = fl_slice_skip(s, strlen(bases[i].prefix));
			digits = base == 8;
		}
	for (; s.len; s = fl_slice_skip(s, 1)) {
		int v = fl_hex_value(s.ptr[0]);
		if (s.ptr[0] == '\'' && digits && s.len > 1)
			continue;
		if (v < 0 || v >= (int)base)
			break;
		digits++;
		if (__builtin_mul_overflow(t->number, (uint64_t)base, &t->number) ||
			__builtin_add_overflow(t->number, (uint64_t)v, &t->number))
			t->bad = "the number does not fit into 64 bits";
	}
	for (size_t i = 0; i < s.len; i++)
		if (!strchr("uUlLzZ", s.ptr[i]))
			t->bad = "this is no integer";
	if (!digits || s.len > 3)
		t->bad = "this is no integer";
}

/* A preprocessing number: what belongs together whether it is a good number or not. */
static void read_number(struct fl_slice s, struct dbg_cpp_token *t)
{
	size_t n = 1;
	while (n < s.len) {
		char c = s.ptr[n];
		bool sign = (c == '+' || c == '-') && strchr("eEpP", s.ptr[n - 1]) &&
			    !fl_slice_starts(s, "0x");
		bool separator = c == '\'' && n + 1 < s.len && in_name(s.ptr[n + 1]);
		if (!in_name(c) && c != '.' && !sign && !separator)
			break;
		n++;
	}
	t->kind = DBG_CPP_NUMBER;
	t->source = fl_slice_head(s, n);
	read_value(t);
}

/* A name, or the literal that it is the prefix of. */
static void read_name(struct lexer *x, struct dbg_cpp_token *t)
{
	static const char *const prefixes[] = {"u8", "u", "U", "L", "R", "u8R", "uR", "UR", "LR"};
	struct fl_slice s = x->rest;
	size_t n = 0;
	while (n < s.len && in_name(s.ptr[n]))
		n++;
	t->kind = DBG_CPP_NAME;
	t->source = fl_slice_head(s, n);
	for (size_t i = 0; n < s.len && i < sizeof(prefixes) / sizeof(*prefixes); i++) {
		bool raw = fl_slice_ends(t->source, "R");
		if (!fl_slice_eqs(t->source, prefixes[i]) ||
			(s.ptr[n] != '"' && (raw || s.ptr[n] != '\'')))
			continue;
		if (raw && x->raw_tries == RAW_TRIES)
			return;
		if (!dbg_cpp_text(s, n, raw, s.ptr[n], x->a, t) && raw)
			x->raw_tries++;
		return;
	}
}

static void pop(struct lexer *x)
{
	size_t at = *(size_t *)fl_vec_at(&x->open, --x->open.len);
	struct dbg_cpp_token *t = fl_vec_at(&x->tokens, at);
	x->open_braces -= dbg_cpp_is(t, '{');
}

static bool top_is(const struct lexer *x, char c)
{
	if (!x->open.len)
		return false;
	size_t at = *(const size_t *)fl_vec_at(&x->open, x->open.len - 1);
	return dbg_cpp_is(fl_vec_at(&x->tokens, at), c);
}

/* The last token is a bracket: find its other half, or wait for it. */
static void match(struct lexer *x, char c)
{
	static const char pairs[] = "()[]{}";
	size_t here = x->tokens.len - 1;
	const char *at = memchr(pairs, c, 6);
	if (!at)
		return;
	if ((at - pairs) % 2 == 0) {
		size_t *slot = fl_vec_add(&x->open);
		if (slot)
			*slot = here;
		x->open_braces += slot && c == '{';
		return;
	}
	if (c == '}' && !x->open_braces)
		return;
	while (c == '}' && !top_is(x, '{')) /* what prose has left open in between */
		pop(x);
	while (c == ')' && top_is(x, '['))
		pop(x);
	if (!top_is(x, at[-1]))
		return;
	size_t other = *(size_t *)fl_vec_at(&x->open, x->open.len - 1);
	struct dbg_cpp_token *opener = fl_vec_at(&x->tokens, other);
	struct dbg_cpp_token *closer = fl_vec_at(&x->tokens, here);
	pop(x);
	opener->match = here;
	closer->match = other;
}

static void read_token(struct lexer *x)
{
	char c = x->rest.ptr[0];
	struct dbg_cpp_token t = {.kind = DBG_CPP_PUNCT,
		.source = fl_slice_head(x->rest, 1),
		.first = x->first,
		.line = x->line,
		.col = (unsigned)(x->rest.ptr - x->line_start) + 1};
	if (starts_name(c))
		read_name(x, &t);
	else if (isdigit((unsigned char)c))
		read_number(x->rest, &t);
	else if ((c == '"' || c == '\'') && !dbg_cpp_text(x->rest, 0, false, c, x->a, &t))
		t.bad = "the quote has no end on its line";
	else if (c == '<' && read_marker(x->rest, &t)) {
		x->open.len = 0;
		x->open_braces = 0;
	}
	struct dbg_cpp_token *slot = fl_vec_add(&x->tokens);
	if (!slot)
		return;
	*slot = t;
	advance(x, t.source.len);
	x->first = false;
	if (t.kind == DBG_CPP_PUNCT)
		match(x, c);
}

int dbg_cpp_lex(
	struct fl_slice text, struct fl_arena *a, struct fl_list *ret_tokens, struct fl_error *err)
{
	struct lexer x = {.rest = text, .a = a, .line = 1, .line_start = text.ptr, .first = true};
	if (text.len > DBG_CPP_BYTES)
		return fl_error_set(err, FL_ELIMIT,
			"the text has %zu bytes; at most %d are read at once", text.len,
			DBG_CPP_BYTES);
	fl_vec_init(&x.tokens, sizeof(struct dbg_cpp_token), DBG_CPP_TOKENS);
	fl_vec_init(&x.open, sizeof(size_t), DBG_CPP_TOKENS);
	while (x.rest.len && !x.tokens.failed && !x.open.failed) {
		size_t n = blank_length(&x);
		if (n)
			advance(&x, n);
		else
			read_token(&x);
	}
	int rc = x.tokens.failed ? x.tokens.failed : x.open.failed;
	if (rc)
		fl_error_set(
			err, (enum fl_code)rc, "the text has more than %d tokens", DBG_CPP_TOKENS);
	struct fl_list tokens = {0};
	if (rc == 0) {
		tokens = fl_vec_freeze(&x.tokens, a);
		rc = fl_arena_error(a, "the tokens", err);
	}
	fl_vec_release(&x.tokens);
	fl_vec_release(&x.open);
	if (rc == 0)
		*ret_tokens = tokens;
	return rc;
}
