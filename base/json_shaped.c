/*
 * Shaped objects straight from JSON that looks as fl_json_object() writes it: keys in the table's
 * order, no blanks. No tree is built, each byte is looked at twice. What looks otherwise, or is
 * wrong, is left to the reader in base/json_read.c, which takes any JSON and says what is wrong.
 */
#include "base/json_shaped.h"

#include <stdlib.h>

#include "base/copy_run.h"
#include "base/json_escape.h"
#include "base/utf8.h"

struct shaped {
	const char *at, *end;
	struct fl_arena *a;
	bool canonical; /* so far */
	bool unsure; /* whether this text is: it has what may be written in several ways */
};

static bool read_object(struct shaped *s, const struct fl_shape *shape, void *object);

static inline bool take(struct shaped *s, char c)
{
	if (s->at == s->end || *s->at != c)
		return false;
	s->at++;
	return true;
}

/* ---- texts ---- */

/* The closing quote of the text that begins at `at`, or NULL. */
static const char *text_end(const char *at, const char *end)
{
	for (;;) {
		at += fl_either(fl_slice(at, (size_t)(end - at)), '"', '\\');
		if (at == end || *at == '"')
			return at == end ? NULL : at;
		if (end - at < 2)
			return NULL;
		at += 2;
	}
}

/* The character that a `\u` escape at `at` stands for; false for halves of pairs as well. */
static bool hex_escape(const char *at, const char *end, uint32_t *ret_c)
{
	uint32_t c = 0;
	if (end - at < 6)
		return false;
	for (size_t i = 2; i < 6; i++) {
		int digit = fl_hex_value(at[i]);
		if (digit < 0)
			return false;
		c = c << 4 | (uint32_t)digit;
	}
	*ret_c = c;
	return c < 0xd800 || c > 0xdfff;
}

/* Copy what the escape at *at stands for, and pass it. */
static bool copy_escape(struct shaped *s, const char **at, const char *end, char **out)
{
	char c = (*at)[1]; /* text_end() has seen one */
	uint32_t value;
	switch (c) {
	case '"':
	case '\\': break;
	case 'n': c = '\n'; break;
	case 't': c = '\t'; break;
	case 'r': c = '\r'; break;
	case '/': s->unsure = true; break;
	case 'b': c = '\b', s->unsure = true; break;
	case 'f': c = '\f', s->unsure = true; break;
	case 'u':
		s->unsure = true;
		if (!hex_escape(*at, end, &value))
			return false;
		*out += fl_utf8_encode(value, *out);
		*at += 6;
		return true;
	default: return false;
	}
	*(*out)++ = c;
	*at += 2;
	return true;
}

/* The same of a character that is no plain one of ASCII. */
static bool copy_special(struct shaped *s, const char **at, const char *end, char **out)
{
	uint32_t c = (unsigned char)**at;
	if (c == '\\')
		return copy_escape(s, at, end, out);
	if (c < 0x20)
		return false;
	size_t n = c < 0x80 ? 1 : fl_utf8_decode(fl_slice(*at, (size_t)(end - *at)), &c);
	if (!n)
		return false;
	bool escape = fl_is_escape(c);
	s->unsure |= escape || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029;
	if (escape)
		*(*out)++ = (char)(c - FL_ESCAPE_BASE);
	else
		memcpy(*out, *at, n);
	*out += escape ? 0 : n;
	*at += n;
	return true;
}

static bool is_canonical(struct fl_slice text, struct fl_slice json)
{
	struct fl_buf out;
	fl_buf_init(&out, json.len + 1);
	fl_json_text(&out, text);
	bool same = !out.failed && fl_slice_eq(fl_buf_view(&out), json);
	fl_buf_release(&out);
	return same;
}

/* No text is longer than its JSON; blocks are copied whole. */
static bool read_text(struct shaped *s, struct fl_slice *ret_text)
{
	if (!take(s, '"'))
		return false;
	const char *at = s->at, *end = text_end(at, s->end);
	char *text = end ? fl_arena_alloc(s->a, (size_t)(end - at) + FL_LANES) : NULL, *out = text;
	if (!text)
		return false;
	while (at < end) {
		/* It ends at the closing quote at the latest, but may look at what is behind. */
		size_t n = fl_copy_run(out, fl_slice(at, (size_t)(s->end - at)), false);
		at += n;
		out += n;
		while (at < end && fl_needs_look(*at, false))
			if (!copy_special(s, &at, end, &out))
				return false;
	}
	memset(out, 0, FL_LANES);
	*ret_text = fl_slice(text, (size_t)(out - text));
	if (s->unsure)
		s->canonical &=
			is_canonical(*ret_text, fl_slice(s->at - 1, (size_t)(end - s->at) + 2));
	s->unsure = false;
	s->at = end + 1;
	return true;
}

/* A text in which nothing is escaped, as words and addresses are; it is not copied. */
static bool read_word(struct shaped *s, struct fl_slice *ret_word)
{
	if (!take(s, '"'))
		return false;
	const char *at = s->at, *end = text_end(at, s->end);
	if (!end || memchr(at, '\\', (size_t)(end - at)))
		return false;
	*ret_word = fl_slice(at, (size_t)(end - at));
	s->at = end + 1;
	return true;
}

/* ---- other values ---- */

/* As JSON and the writer have it: no leading zeros, no -0; at most so many digits. */
static bool read_digits(struct shaped *s, size_t most, uint64_t *ret_value)
{
	const char *start = s->at;
	uint64_t value = 0;
	while (s->at < s->end && *s->at >= '0' && *s->at <= '9' && (size_t)(s->at - start) < most)
		value = value * 10 + (uint64_t)(*s->at++ - '0');
	*ret_value = value;
	return s->at > start && (*start != '0' || s->at == start + 1);
}

static bool read_int(struct shaped *s, int64_t *ret_value)
{
	enum { DIGITS = 19 };
	bool minus = take(s, '-');
	uint64_t value;
	if (!read_digits(s, DIGITS, &value) || value > INT64_MAX || (minus && !value))
		return false;
	*ret_value = minus ? -(int64_t)value : (int64_t)value;
	return true;
}

static bool read_ratio(struct shaped *s, int64_t *ret_value)
{
	enum { DIGITS = 9, DECIMALS = 4 };
	bool minus = take(s, '-');
	uint64_t value;
	if (!read_digits(s, DIGITS, &value) || !take(s, '.'))
		return false;
	for (size_t i = 0; i < DECIMALS; i++, s->at++) {
		if (s->at == s->end || *s->at < '0' || *s->at > '9')
			return false;
		value = value * 10 + (uint64_t)(*s->at - '0');
	}
	*ret_value = minus ? -(int64_t)value : (int64_t)value;
	return value || !minus;
}

static bool read_hex(struct shaped *s, uint64_t *ret_value)
{
	struct fl_slice word;
	uint64_t value = 0;
	if (!read_word(s, &word) || !fl_slice_starts(word, "0x") || word.len < 3 || word.len > 18 ||
		(word.ptr[2] == '0' && word.len > 3))
		return false;
	for (size_t i = 2; i < word.len; i++) {
		int digit = fl_hex_value(word.ptr[i]);
		if (digit < 0 || (word.ptr[i] >= 'A' && word.ptr[i] <= 'F'))
			return false;
		value = value << 4 | (uint64_t)digit;
	}
	*ret_value = value;
	return true;
}

static bool read_bool(struct shaped *s, bool *ret_value)
{
	struct fl_slice rest = fl_slice(s->at, (size_t)(s->end - s->at));
	*ret_value = fl_slice_starts(rest, "true");
	if (!*ret_value && !fl_slice_starts(rest, "false"))
		return false;
	s->at += *ret_value ? strlen("true") : strlen("false");
	return true;
}

static bool read_enum(struct shaped *s, const struct fl_names *names, int *ret_value)
{
	struct fl_slice word;
	int value = read_word(s, &word) ? fl_names_find(names, word) : -1;
	*ret_value = value;
	return value >= 0;
}

/* Items of a list as they come; shape NULL: they are texts. */
static bool read_items(struct shaped *s, const struct fl_shape *shape, struct fl_vec *items)
{
	if (!take(s, '['))
		return false;
	if (take(s, ']'))
		return true;
	do {
		void *item = fl_vec_add(items);
		if (!item || !(shape ? read_object(s, shape, item) : read_text(s, item)))
			return false;
	} while (take(s, ','));
	return take(s, ']');
}

static bool read_list(struct shaped *s, const struct fl_shape *shape, struct fl_list *ret_list)
{
	struct fl_vec items;
	size_t size = shape ? shape->size : sizeof(struct fl_slice);
	fl_vec_init(&items, size, s->a->max / size);
	bool done = read_items(s, shape, &items);
	void *kept = done ? fl_arena_array(s->a, items.len, size) : NULL;
	if (kept && items.len)
		memcpy(kept, items.data, items.len * size);
	*ret_list = (struct fl_list){kept, items.len};
	fl_vec_release(&items);
	return kept;
}

static bool read_value(struct shaped *s, const struct fl_field *f, void *m)
{
	switch (f->kind) {
	case FL_TEXT: return read_text(s, m);
	case FL_INT: return read_int(s, m);
	case FL_BOOL: return read_bool(s, m);
	case FL_HEX: return read_hex(s, m);
	case FL_RATIO: return read_ratio(s, m);
	case FL_ENUM: return read_enum(s, f->names, m);
	case FL_OBJECT: return read_object(s, f->shape, m);
	case FL_LIST: return read_list(s, f->shape, m);
	case FL_TEXTS: return read_list(s, NULL, m);
	}
	return false;
}

static bool read_object(struct shaped *s, const struct fl_shape *shape, void *object)
{
	if (!shape->count && !take(s, '{'))
		return false;
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if ((size_t)(s->end - s->at) <= f->key_len || *s->at != (i ? ',' : '{') ||
			memcmp(s->at + 1, f->key + 1, f->key_len - 1) != 0)
			return false;
		s->at += f->key_len;
		if (!read_value(s, f, (char *)object + f->offset))
			return false;
	}
	return take(s, '}');
}

void *fl_json_read_shaped(
	struct fl_slice text, const struct fl_shape *shape, struct fl_arena *a, bool *ret_canonical)
{
	struct shaped s = {.at = text.ptr, .end = text.ptr + text.len, .a = a, .canonical = true};
	struct fl_arena_mark before = fl_arena_mark(a);
	void *object = text.len && text.len <= FL_JSON_MAX ? fl_arena_alloc(a, shape->size) : NULL;
	if (!object || !read_object(&s, shape, object) || s.at != s.end) {
		fl_arena_rewind(a, before);
		return NULL;
	}
	*ret_canonical = s.canonical;
	return object;
}
