#include "debugsession/calls/lex_text.h"

#include "base/utf8.h"

enum { DELIMITER_MAX = 16 };

static const struct {
	char name, value;
} simple[] = {
	{'n', '\n'},
	{'t', '\t'},
	{'r', '\r'},
	{'a', '\a'},
	{'b', '\b'},
	{'f', '\f'},
	{'v', '\v'},
	{'e', 27},
	{'\\', '\\'},
	{'\'', '\''},
	{'"', '"'},
	{'?', '?'},
};

/* A string's content while it is decoded. */
struct decoder {
	struct fl_slice rest; /* behind the backslash of the escape */
	char *out;
	size_t len;
	const char *bad;
};

static int digit(char c, unsigned base)
{
	int v = fl_hex_value(c);
	return v >= 0 && v < (int)base ? v : -1;
}

/* Up to `most` digits, or all between braces; false: there are none, or the value passes max. */
static bool read_digits(struct decoder *d, unsigned base, size_t most, uint32_t max, uint32_t *v)
{
	bool braces = fl_slice_starts(d->rest, "{");
	size_t n = 0;
	uint64_t value = 0;
	struct fl_slice s = fl_slice_skip(d->rest, braces ? 1 : 0);
	for (; s.len && digit(s.ptr[0], base) >= 0 && (braces || n < most); n++) {
		value = value * base + (uint64_t)digit(s.ptr[0], base);
		if (value > max)
			return false;
		s = fl_slice_skip(s, 1);
	}
	if (braces && !fl_slice_starts(s, "}"))
		return false;
	d->rest = fl_slice_skip(s, braces ? 1 : 0);
	*v = (uint32_t)value;
	return n > 0;
}

/* \u, \U: a code point of so many digits, or of any count in braces. */
static void read_universal(struct decoder *d, size_t digits)
{
	uint32_t v = 0;
	bool braces = fl_slice_starts(d->rest, "{");
	size_t before = d->rest.len;
	if (!read_digits(d, 16, digits, 0x10ffff, &v) || (v >= 0xd800 && v < 0xe000) ||
		(!braces && before - d->rest.len != digits))
		d->bad = "a universal character name has 4 (\\u) or 8 (\\U) digits of a character";
	else
		d->len += fl_utf8_encode(v, d->out + d->len);
}

static void read_byte(struct decoder *d, unsigned base, size_t most, const char *complaint)
{
	uint32_t v = 0;
	if (!read_digits(d, base, most, 255, &v))
		d->bad = complaint;
	else
		d->out[d->len++] = (char)v;
}

static void read_escape(struct decoder *d)
{
	char c = d->rest.len ? d->rest.ptr[0] : 0;
	for (size_t i = 0; i < sizeof(simple) / sizeof(*simple); i++)
		if (c == simple[i].name) {
			d->out[d->len++] = simple[i].value;
			d->rest = fl_slice_skip(d->rest, 1);
			return;
		}
	if (digit(c, 8) >= 0) {
		read_byte(d, 8, 3, "an octal escape is at most \\377");
		return;
	}
	d->rest = fl_slice_skip(d->rest, 1);
	switch (c) {
	case '\n': break; /* a line splice */
	case '\r': d->rest = fl_slice_skip(d->rest, fl_slice_starts(d->rest, "\n")); break;
	case 'x': read_byte(d, 16, SIZE_MAX, "\\x needs digits of at most ff"); break;
	case 'o': read_byte(d, 8, 0, "\\o needs digits in braces, at most \\o{377}"); break;
	case 'u': read_universal(d, 4); break;
	case 'U': read_universal(d, 8); break;
	default: d->bad = "an unknown escape in a string: double the backslash to mean one";
	}
}

/* What stands between the quotes. No escape makes its text longer. */
static void decode(struct fl_slice inner, struct fl_arena *a, struct dbg_cpp_token *t)
{
	struct decoder d = {.rest = inner, .out = fl_arena_alloc(a, inner.len + 1)};
	while (d.out && d.rest.len && !d.bad) {
		char c = d.rest.ptr[0];
		d.rest = fl_slice_skip(d.rest, 1);
		if (c == '\\') {
			t->bad_at = (size_t)(d.rest.ptr - 1 - t->source.ptr);
			read_escape(&d);
		} else {
			d.out[d.len++] = c;
		}
	}
	t->bad = d.bad;
	if (!d.bad)
		t->text = fl_slice(d.out, d.out ? d.len : 0);
}

/* R"x(…)x" from its first quote on; the length with the last quote, 0: it has no end. */
static size_t raw_length(struct fl_slice s, struct fl_slice *ret_inner)
{
	char close[DELIMITER_MAX + 3];
	ptrdiff_t open = fl_slice_chr(fl_slice_head(s, DELIMITER_MAX + 2), '(');
	if (open < 1)
		return 0;
	size_t n = (size_t)open - 1;
	for (size_t i = 1; i <= n; i++)
		if (strchr(" )\\\"\t\n\r", s.ptr[i]))
			return 0;
	close[0] = ')';
	memcpy(close + 1, s.ptr + 1, n);
	close[n + 1] = '"';
	struct fl_slice rest = fl_slice_skip(s, (size_t)open + 1);
	const char *end = memmem(rest.ptr, rest.len, close, n + 2);
	if (!end)
		return 0;
	*ret_inner = fl_slice(rest.ptr, (size_t)(end - rest.ptr));
	return (size_t)(end - s.ptr) + n + 2;
}

/* An ordinary literal: to the same quote on the same line, or on one that a splice joins to it. */
static size_t plain_length(struct fl_slice s, char quote)
{
	size_t n = 1;
	while (n < s.len && s.ptr[n] != quote && s.ptr[n] != '\n') {
		bool cr = n + 2 < s.len && s.ptr[n] == '\\' && s.ptr[n + 1] == '\r';
		n += s.ptr[n] == '\\' ? (cr ? 3 : 2) : 1;
	}
	return n < s.len && s.ptr[n] == quote ? n + 1 : 0;
}

bool dbg_cpp_text(struct fl_slice s, size_t prefix, bool raw, char quote, struct fl_arena *a,
	struct dbg_cpp_token *ret_token)
{
	struct fl_slice literal = fl_slice_skip(s, prefix), inner;
	struct dbg_cpp_token t = *ret_token;
	size_t n = raw ? raw_length(literal, &inner) : plain_length(literal, quote);
	if (n == 0)
		return false;
	t.kind = quote == '"' ? DBG_CPP_TEXT : DBG_CPP_CHAR;
	t.source = fl_slice_head(s, prefix + n);
	if (raw)
		t.text = inner;
	else if (quote == '"')
		decode(fl_slice(literal.ptr + 1, n - 2), a, &t);
	*ret_token = t;
	return true;
}
