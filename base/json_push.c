/* The tokenizer of base/json_push.h. */
#include "base/json_push.h"

#include <endian.h>
#include <locale.h>
#include <stdlib.h>

#include "base/json_escape.h"
#include "base/utf8.h"

/* What the grammar allows next. */
enum {
	EXPECT_VALUE,
	EXPECT_ELEMENT, /* behind "[": a value or "]" */
	EXPECT_MEMBER, /* behind "{": a key or "}" */
	EXPECT_KEY,
	EXPECT_COLON,
	EXPECT_COMMA, /* or the end of the object or array */
	EXPECT_NOTHING
};

/* The kind of token that the bytes break off in. */
enum { WITHIN_NOTHING, WITHIN_TEXT, WITHIN_ESCAPE, WITHIN_HEX, WITHIN_WORD };

void fl_json_push_init(struct fl_json_push *t, size_t text_max)
{
	*t = (struct fl_json_push){.line = 1};
	fl_buf_init(&t->text, text_max);
}

void fl_json_push_release(struct fl_json_push *t)
{
	fl_buf_release(&t->text);
}

void fl_json_push_feed(struct fl_json_push *t, struct fl_slice bytes)
{
	t->in = bytes;
}

void fl_json_push_end(struct fl_json_push *t)
{
	t->ended = true;
}

struct fl_slice fl_json_push_rest(const struct fl_json_push *t)
{
	return t->in;
}

static inline void skip(struct fl_json_push *t, size_t n)
{
	t->in = fl_slice_skip(t->in, n); /* which may have no bytes at all */
	t->offset += n;
}

static int fail(struct fl_json_push *t, struct fl_error *err, enum fl_code code, const char *what)
{
	return fl_error_at(err, code, (unsigned)t->line, (unsigned)(t->offset - t->line_start + 1),
		t->offset, "%s", what);
}

static int full(struct fl_json_push *t, struct fl_error *err)
{
	return fail(t, err, (enum fl_code)t->text.failed,
		t->text.failed == FL_ELIMIT ? "a text or number in the JSON passes its maximum"
					    : "out of memory for a text in the JSON");
}

static inline bool is_array(const struct fl_json_push *t, size_t level)
{
	return t->arrays[level / 8] >> level % 8 & 1;
}

/* What follows a value. */
static inline void value_done(struct fl_json_push *t)
{
	t->expect = t->depth ? EXPECT_COMMA : EXPECT_NOTHING;
}

static int open_token(
	struct fl_json_push *t, char c, struct fl_json_token *ret_token, struct fl_error *err)
{
	bool array = c == '[';
	if (t->depth >= FL_JSON_DEPTH)
		return fail(t, err, FL_ELIMIT, "the JSON has too many levels");
	unsigned bit = 1U << t->depth % 8;
	unsigned char *at = &t->arrays[t->depth / 8];
	*at = (unsigned char)(array ? *at | bit : *at & ~bit);
	*ret_token = (struct fl_json_token){
		.what = FL_JSON_OPEN, .type = array ? FL_JARRAY : FL_JOBJECT, .depth = t->depth++};
	t->in_array = array;
	t->expect = array ? EXPECT_ELEMENT : EXPECT_MEMBER;
	skip(t, 1);
	return 0;
}

static int close_token(
	struct fl_json_push *t, char c, struct fl_json_token *ret_token, struct fl_error *err)
{
	if (t->in_array != (c == ']'))
		return fail(t, err, FL_EPARSE, "a bracket that closes nothing");
	*ret_token = (struct fl_json_token){.what = FL_JSON_CLOSE,
		.type = t->in_array ? FL_JARRAY : FL_JOBJECT,
		.depth = --t->depth};
	t->in_array = t->depth && is_array(t, t->depth - 1);
	value_done(t);
	skip(t, 1);
	return 0;
}

/* The bytes at the start of s that stand for themselves in a text: no quote, backslash, control. */
static size_t plain_run(struct fl_slice s, bool *high)
{
	static const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
	uint64_t seen = 0;
	size_t i = 0;
	for (; i + 8 <= s.len; i += 8) {
		uint64_t x;
		memcpy(&x, s.ptr + i, 8);
		x = le64toh(x); /* so that the first byte is the lowest one */
		uint64_t quote = x ^ ones * '"', slash = x ^ ones * '\\';
		uint64_t stop = ((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
				((x - ones * 0x20) & ~x);
		stop &= tops;
		if (stop) {
			/* The first stop is exact, what follows it may be a carry. */
			size_t n = (size_t)__builtin_ctzll(stop) / 8;
			uint64_t before = x & (((uint64_t)1 << n * 8) - 1);
			*high |= ((seen | before) & tops) != 0;
			return i + n;
		}
		seen |= x;
	}
	for (; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];
		if (c == '"' || c == '\\' || c < 0x20)
			break;
		seen |= c;
	}
	*high |= (seen & tops) != 0;
	return i;
}

static void put_char(struct fl_json_push *t, uint32_t c)
{
	char utf8[4];
	fl_buf_add(&t->text, utf8, fl_utf8_encode(c, utf8));
}

/* Half a pair that found no other half stays, as the bytes that it would have. */
static void half_flush(struct fl_json_push *t)
{
	if (t->half)
		put_char(t, t->half);
	t->half = 0;
}

static void hex_done(struct fl_json_push *t)
{
	uint32_t c = t->hex;
	t->within = WITHIN_TEXT;
	t->high |= c >= 0x80;
	if (t->half && c >= 0xdc00 && c <= 0xdfff) {
		put_char(t, 0x10000 + ((t->half - 0xd800) << 10) + (c - 0xdc00));
		t->half = 0;
		return;
	}
	half_flush(t);
	if (c >= 0xd800 && c <= 0xdbff)
		t->half = c;
	else
		put_char(t, c);
}

/* The byte behind a backslash. */
static int escape_byte(struct fl_json_push *t, char c, struct fl_error *err)
{
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	const char *at = c ? strchr(names, c) : NULL;
	if (c == 'u') {
		t->within = WITHIN_HEX;
		t->hex = 0;
		t->hex_digits = 0;
		return 0;
	}
	if (!at)
		return fail(t, err, FL_EPARSE, "an escape that JSON does not have");
	half_flush(t);
	fl_buf_char(&t->text, values[at - names]);
	t->within = WITHIN_TEXT;
	return 0;
}

/* One byte of an escape. */
static int escape_take(struct fl_json_push *t, struct fl_error *err)
{
	char c = t->in.ptr[0];
	if (t->within == WITHIN_ESCAPE) {
		int rc = escape_byte(t, c, err);
		if (rc)
			return rc;
	} else {
		int digit = fl_hex_value(c);
		if (digit < 0)
			return fail(t, err, FL_EPARSE, "an escape without its four digits");
		t->hex = t->hex << 4 | (uint32_t)digit;
		if (++t->hex_digits == 4)
			hex_done(t);
	}
	skip(t, 1);
	return t->text.failed ? full(t, err) : 0;
}

/* The text is complete; `last` is what of it was not collected. */
static int text_done(struct fl_json_push *t, struct fl_slice last, struct fl_json_token *ret_token,
	struct fl_error *err)
{
	half_flush(t);
	if (t->text.len || (t->high && fl_slice_chr(last, '\xf4') >= 0)) {
		fl_buf_slice(&t->text, last);
		if (t->text.failed)
			return full(t, err);
		if (t->high)
			t->text.len = fl_json_unescape(t->text.data, t->text.len);
		last = fl_buf_view(&t->text);
	} else if (last.len > t->text.max) {
		t->text.failed = FL_ELIMIT;
		return full(t, err);
	}
	*ret_token = (struct fl_json_token){.what = t->key ? FL_JSON_KEY : FL_JSON_VALUE,
		.type = FL_JTEXT,
		.text = last,
		.depth = t->depth};
	t->within = WITHIN_NOTHING;
	if (t->key)
		t->expect = EXPECT_COLON;
	else
		value_done(t);
	return 0;
}

/* Bytes within a text, up to its end or theirs. */
static int text_take(struct fl_json_push *t, struct fl_json_token *ret_token, struct fl_error *err)
{
	while (t->in.len) {
		if (t->within != WITHIN_TEXT) {
			int rc = escape_take(t, err);
			if (rc)
				return rc;
			continue;
		}
		struct fl_slice run = fl_slice(t->in.ptr, plain_run(t->in, &t->high));
		char end = run.len < t->in.len ? t->in.ptr[run.len] : '\0';
		if (end == '"') {
			if (run.len)
				half_flush(t);
			skip(t, run.len + 1);
			return text_done(t, run, ret_token, err);
		}
		if (run.len) {
			half_flush(t);
			fl_buf_slice(&t->text, run);
		}
		skip(t, run.len);
		if (t->text.failed)
			return full(t, err);
		if (t->in.len && end != '\\')
			return fail(t, err, FL_EPARSE, "a control character within a text");
		if (t->in.len) {
			t->within = WITHIN_ESCAPE;
			skip(t, 1);
		}
	}
	return 0;
}

/* The count of digits at the start of s. */
static size_t digits(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9')
		n++;
	return n;
}

/* JSON's grammar of numbers; *ret_whole: no fraction and no exponent. */
static bool number_check(struct fl_slice s, bool *ret_whole)
{
	if (fl_slice_starts(s, "-"))
		s = fl_slice_skip(s, 1);
	size_t n = digits(s);
	if (!n || (n > 1 && s.ptr[0] == '0'))
		return false;
	s = fl_slice_skip(s, n);
	*ret_whole = !s.len;
	if (fl_slice_starts(s, ".")) {
		n = digits(fl_slice_skip(s, 1));
		if (!n)
			return false;
		s = fl_slice_skip(s, n + 1);
	}
	if (s.len && (s.ptr[0] | 0x20) == 'e') {
		s = fl_slice_skip(s, 1);
		if (s.len && (s.ptr[0] == '+' || s.ptr[0] == '-'))
			s = fl_slice_skip(s, 1);
		n = digits(s);
		if (!n)
			return false;
		s = fl_slice_skip(s, n);
	}
	return !s.len;
}

static bool whole_number(struct fl_slice s, int64_t *ret_num)
{
	bool minus = s.ptr[0] == '-';
	int64_t n = 0;
	for (size_t i = minus; i < s.len; i++)
		if (__builtin_mul_overflow(n, 10, &n) ||
			__builtin_sub_overflow(n, s.ptr[i] - '0', &n))
			return false;
	if (!minus && n == INT64_MIN)
		return false;
	*ret_num = minus ? n : -n;
	return true;
}

/* strtod() wants a NUL behind the number, and the point of the locale that the program has set. */
static bool real_number(struct fl_json_push *t, struct fl_slice s, double *ret_real)
{
	if (s.ptr != t->text.data)
		fl_buf_slice(&t->text, s);
	char *point = memchr(t->text.data, '.', t->text.len);
	const char *wanted = localeconv()->decimal_point;
	if (point && strlen(wanted) == 1)
		*point = *wanted;
	*ret_real = strtod(t->text.data, NULL);
	return !t->text.failed;
}

struct word {
	const char *text;
	enum fl_json_type type;
	int64_t num;
};

static const struct word words[] = {
	{"true", FL_JBOOL, 1}, {"false", FL_JBOOL, 0}, {"null", FL_JNULL, 0}};

static int word_done(struct fl_json_push *t, struct fl_slice s, struct fl_json_token *ret_token,
	struct fl_error *err)
{
	struct fl_json_token token = {.what = FL_JSON_VALUE, .type = FL_JINT, .depth = t->depth};
	bool whole = false, known = number_check(s, &whole);
	if (known && !(whole && whole_number(s, &token.num))) {
		token.type = FL_JREAL;
		if (!real_number(t, s, &token.real))
			return full(t, err);
	}
	for (size_t i = 0; !known && i < sizeof(words) / sizeof(words[0]); i++) {
		known = fl_slice_eqs(s, words[i].text);
		token.type = words[i].type;
		token.num = words[i].num;
	}
	if (!known) {
		t->offset = t->word_start;
		return fail(t, err, FL_EPARSE, "neither a number nor true, false or null");
	}
	*ret_token = token;
	t->within = WITHIN_NOTHING;
	value_done(t);
	return 0;
}

static inline bool in_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c == '-' || c == '+' || c == '.';
}

/* A short whole number that ends in the chunk, as most do; false when it is anything else. */
static bool digits_take(struct fl_json_push *t, struct fl_json_token *ret_token)
{
	int64_t value = 0;
	size_t n = 0;
	while (n < t->in.len && n < 18 && t->in.ptr[n] >= '0' && t->in.ptr[n] <= '9')
		value = value * 10 + (t->in.ptr[n++] - '0');
	if (!n || n == t->in.len || in_word(t->in.ptr[n]) || n > t->text.max ||
		(n > 1 && t->in.ptr[0] == '0'))
		return false;
	*ret_token = (struct fl_json_token){
		.what = FL_JSON_VALUE, .type = FL_JINT, .num = value, .depth = t->depth};
	skip(t, n);
	value_done(t);
	return true;
}

/* Bytes of a number or of true, false and null. */
static int word_take(struct fl_json_push *t, struct fl_json_token *ret_token, struct fl_error *err)
{
	size_t n = 0;
	while (n < t->in.len && in_word(t->in.ptr[n]))
		n++;
	struct fl_slice run = fl_slice(t->in.ptr, n);
	bool last = n < t->in.len || t->ended;
	if (t->text.len || !last || n > t->text.max) {
		fl_buf_slice(&t->text, run);
		if (t->text.failed)
			return full(t, err);
		run = fl_buf_view(&t->text);
	}
	skip(t, n);
	return last ? word_done(t, run, ret_token, err) : 0;
}

static void blanks_skip(struct fl_json_push *t)
{
	while (t->in.len) {
		char c = t->in.ptr[0];
		if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
			return;
		skip(t, 1);
		if (c == '\n') {
			t->line++;
			t->line_start = t->offset;
		}
	}
}

static int value_start(
	struct fl_json_push *t, char c, struct fl_json_token *ret_token, struct fl_error *err)
{
	if (c == '{' || c == '[')
		return open_token(t, c, ret_token, err);
	if (digits_take(t, ret_token))
		return 0;
	fl_buf_clear(&t->text);
	if (c == '"') {
		t->key = t->high = false;
		t->within = WITHIN_TEXT;
		skip(t, 1);
		return text_take(t, ret_token, err);
	}
	if (!in_word(c))
		return fail(t, err, FL_EPARSE, "a value is missing");
	t->within = WITHIN_WORD;
	t->word_start = t->offset;
	return word_take(t, ret_token, err);
}

static int key_start(
	struct fl_json_push *t, char c, struct fl_json_token *ret_token, struct fl_error *err)
{
	if (c != '"')
		return fail(t, err, FL_EPARSE, "a key is missing");
	fl_buf_clear(&t->text);
	t->key = true;
	t->high = false;
	t->within = WITHIN_TEXT;
	skip(t, 1);
	return text_take(t, ret_token, err);
}

/* The byte that the grammar has between tokens, or the start of one. */
static int grammar_step(
	struct fl_json_push *t, struct fl_json_token *ret_token, struct fl_error *err)
{
	char c = t->in.ptr[0];
	switch (t->expect) {
	case EXPECT_COLON:
		if (c != ':')
			return fail(t, err, FL_EPARSE, "a colon is missing");
		t->expect = EXPECT_VALUE;
		skip(t, 1);
		return 0;
	case EXPECT_COMMA:
		if (c == ']' || c == '}')
			return close_token(t, c, ret_token, err);
		if (c != ',')
			return fail(t, err, FL_EPARSE, "a comma is missing");
		t->expect = t->in_array ? EXPECT_VALUE : EXPECT_KEY;
		skip(t, 1);
		return 0;
	case EXPECT_MEMBER:
		if (c == '}')
			return close_token(t, c, ret_token, err);
		return key_start(t, c, ret_token, err);
	case EXPECT_KEY: return key_start(t, c, ret_token, err);
	case EXPECT_ELEMENT:
		if (c == ']')
			return close_token(t, c, ret_token, err);
		return value_start(t, c, ret_token, err);
	default: return value_start(t, c, ret_token, err);
	}
}

int fl_json_push_next(struct fl_json_push *t, struct fl_json_token *ret_token, struct fl_error *err)
{
	struct fl_json_token token = {.what = FL_JSON_MORE};
	int rc = 0;
	while (token.what == FL_JSON_MORE && !rc) {
		if (t->within == WITHIN_NOTHING) {
			if (t->expect == EXPECT_NOTHING) {
				token.what = FL_JSON_DONE;
				break;
			}
			blanks_skip(t);
		}
		if (!t->in.len && !(t->ended && t->within == WITHIN_WORD))
			break;
		if (t->within == WITHIN_NOTHING)
			rc = grammar_step(t, &token, err);
		else if (t->within == WITHIN_WORD)
			rc = word_take(t, &token, err);
		else
			rc = text_take(t, &token, err);
	}
	if (!rc && token.what == FL_JSON_MORE && t->ended)
		rc = fail(t, err, FL_EPARSE, "the JSON ends before it is complete");
	if (!rc)
		*ret_token = token;
	return rc;
}
