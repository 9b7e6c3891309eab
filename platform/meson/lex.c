#include "platform/meson/syntax.h"

#include "base/buf.h"
#include "base/utf8.h"

enum { TEXT_MAX = 1 << 16 };

static int peek(const struct mes_lexer *l, size_t ahead)
{
	return l->at + ahead < l->text.len ? (unsigned char)l->text.ptr[l->at + ahead] : -1;
}

static bool is_line_end(const struct mes_lexer *l, size_t ahead, size_t *ret_len)
{
	bool cr = peek(l, ahead) == '\r' && peek(l, ahead + 1) == '\n';
	*ret_len = cr ? 2 : 1;
	return cr || peek(l, ahead) == '\n';
}

/* Over blanks, comments and continued lines; over line ends, too, inside brackets. */
static void skip_blanks(struct mes_lexer *l)
{
	size_t len;
	for (;;) {
		int c = peek(l, 0);
		if (c == ' ' || c == '\t') {
			l->at++;
		} else if (c == '#') {
			while (l->at < l->text.len && l->text.ptr[l->at] != '\n')
				l->at++;
		} else if (c == '\\' && is_line_end(l, 1, &len)) {
			l->at += 1 + len;
			l->line++;
		} else if (l->brackets && is_line_end(l, 0, &len)) {
			l->at += len;
			l->line++;
		} else {
			return;
		}
	}
}

/* The character of an escape with so many digits of a base; false: it is none. */
static bool add_number(struct mes_lexer *l, struct fl_buf *out, size_t digits, unsigned base)
{
	uint32_t value = 0;
	size_t i = 0;
	for (; i < digits; i++) {
		int digit = peek(l, i) < 0 ? -1 : fl_hex_value((char)peek(l, i));
		if (digit < 0 || digit >= (int)base)
			break;
		value = value * base + (uint32_t)digit;
	}
	if (i == 0 || (base == 16 && i < digits) || value > 0x10ffff)
		return false;
	char bytes[4];
	fl_buf_add(out, bytes, fl_utf8_encode(value, bytes));
	l->at += i;
	return true;
}

static void add_escape(struct mes_lexer *l, struct fl_buf *out)
{
	static const char from[] = "\\'abfnrtv", to[] = "\\'\a\b\f\n\r\t\v";
	int c = peek(l, 1);
	const char *simple = c > 0 ? strchr(from, c) : NULL;
	l->at += 2;
	if (simple)
		fl_buf_char(out, to[simple - from]);
	else if ((c == 'x' && add_number(l, out, 2, 16)) ||
		 (c == 'u' && add_number(l, out, 4, 16)) || (c == 'U' && add_number(l, out, 8, 16)))
		return;
	else if (c >= '0' && c <= '7' && (l->at--, add_number(l, out, 3, 8)))
		return;
	else
		fl_buf_add(out, (char[]){'\\', (char)c}, c < 0 ? 1 : 2);
}

/* Between apostrophes, with escapes. */
static struct mes_token simple_string(struct mes_lexer *l, struct mes_token t)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	l->at++;
	while (peek(l, 0) >= 0 && peek(l, 0) != '\'') {
		if (peek(l, 0) == '\n')
			l->line++;
		if (peek(l, 0) == '\\')
			add_escape(l, &out);
		else
			fl_buf_char(&out, l->text.ptr[l->at++]);
	}
	if (peek(l, 0) < 0 || out.failed)
		t.kind = MES_BAD;
	l->at++;
	t.text = fl_arena_slice(l->a, fl_buf_view(&out));
	fl_buf_release(&out);
	return t;
}

/* Between three apostrophes, as it stands. */
static struct mes_token long_string(struct mes_lexer *l, struct mes_token t)
{
	l->at += 3;
	struct fl_slice rest = fl_slice_skip(l->text, l->at);
	ptrdiff_t end = -1;
	for (size_t i = 0; i + 3 <= rest.len && end < 0; i++)
		if (memcmp(rest.ptr + i, "'''", 3) == 0)
			end = (ptrdiff_t)i;
	if (end < 0 || end > TEXT_MAX) {
		t.kind = MES_BAD;
		return t;
	}
	t.text = fl_slice_head(rest, (size_t)end);
	l->line += (uint32_t)fl_slice_count(t.text, '\n');
	l->at += (size_t)end + 3;
	return t;
}

static struct mes_token string(struct mes_lexer *l, struct mes_token t)
{
	return peek(l, 1) == '\'' && peek(l, 2) == '\'' ? long_string(l, t) : simple_string(l, t);
}

static struct mes_token number(struct mes_lexer *l, struct mes_token t)
{
	int base = 10, c = peek(l, 1) | 0x20;
	t.kind = MES_NUMBER;
	if (peek(l, 0) == '0' && peek(l, 1) > 0 && (c == 'x' || c == 'o' || c == 'b')) {
		base = c == 'x' ? 16 : c == 'o' ? 8 : 2;
		l->at += 2;
	}
	for (int digit; peek(l, 0) >= 0; l->at++) {
		digit = fl_hex_value((char)peek(l, 0));
		if (digit < 0 || digit >= base)
			break;
		if (t.number > (INT64_MAX - digit) / base)
			t.kind = MES_BAD;
		else
			t.number = t.number * base + digit;
	}
	return t;
}

static struct mes_token operator(struct mes_lexer *l, struct mes_token t)
{
	int c = peek(l, 0);
	bool two = peek(l, 1) == '=' && strchr("=!<>+", c);
	t.kind = c > 0 && strchr("()[]{}.,:?+-*/%=!<>", c) ? MES_OPERATOR : MES_BAD;
	t.text = fl_slice_head(fl_slice_skip(l->text, l->at), two ? 2 : 1);
	if (c == '(' || c == '[' || c == '{')
		l->brackets++;
	if ((c == ')' || c == ']' || c == '}') && l->brackets)
		l->brackets--;
	l->at += t.text.len;
	return t;
}

struct mes_token plat_mes_token(struct mes_lexer *l)
{
	size_t len;
	skip_blanks(l);
	struct mes_token t = {.line = l->line};
	int c = peek(l, 0);
	if (c < 0)
		return t;
	if (is_line_end(l, 0, &len)) {
		l->at += len;
		l->line++;
		t.kind = MES_EOL;
		return t;
	}
	if (c == 'f' && peek(l, 1) == '\'') {
		l->at++;
		t.kind = MES_FORMAT;
		return string(l, t);
	}
	if (c == '\'') {
		t.kind = MES_STRING;
		return string(l, t);
	}
	if (c >= '0' && c <= '9')
		return number(l, t);
	if (!fl_is_word((char)c))
		return operator(l, t);
	t.kind = MES_WORD;
	size_t start = l->at;
	while (peek(l, 0) >= 0 && fl_is_word((char)peek(l, 0)))
		l->at++;
	t.text = fl_slice(l->text.ptr + start, l->at - start);
	return t;
}
