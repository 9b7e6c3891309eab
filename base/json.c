/* The canonical writer of base/json.h. */
#include "base/json.h"

#include <inttypes.h>

#include "base/json_escape.h"
#include "base/lanes.h"
#include "base/utf8.h"

static void put_escape(struct fl_buf *out, unsigned char byte)
{
	char utf8[4];
	fl_buf_add(out, utf8, fl_utf8_encode(FL_ESCAPE_BASE + byte, utf8));
}

static void put_ascii(struct fl_buf *out, char c)
{
	switch (c) {
	case '"': fl_buf_str(out, "\\\""); break;
	case '\\': fl_buf_str(out, "\\\\"); break;
	case '\n': fl_buf_str(out, "\\n"); break;
	case '\r': fl_buf_str(out, "\\r"); break;
	case '\t': fl_buf_str(out, "\\t"); break;
	case '\0': put_escape(out, 0); break;
	default:
		if ((unsigned char)c < 0x20 || c == 0x7f)
			fl_buf_printf(out, "\\u%04x", (unsigned)c);
		else
			fl_buf_char(out, c);
	}
}

/* Bit n: byte n needs more than to be copied: below 0x20, 0x7f, a quote, a backslash, not ASCII. */
static inline unsigned special_bytes(fl_lanes v)
{
	return fl_lanes_mask((v < fl_lanes_of(0x20)) | (v == fl_lanes_of('"')) |
			     (v == fl_lanes_of('\\')) | (v == fl_lanes_of(0x7f)));
}

static inline bool is_special(char c)
{
	return (signed char)c < 0x20 || c == '"' || c == '\\' || c == 0x7f;
}

/* Bytes at the start of s that a JSON string holds as they are. */
static size_t plain_run(struct fl_slice s)
{
	size_t i = 0;
	for (; s.len - i >= FL_LANES; i += FL_LANES) {
		unsigned found = special_bytes(fl_lanes_load(s.ptr + i));
		if (found)
			return i + (size_t)__builtin_ctz(found);
	}
	while (i < s.len && !is_special(s.ptr[i]))
		i++;
	return i;
}

/* The same with whole characters that are not ASCII, of which messages' quotes are. */
static size_t clean_run(struct fl_slice s)
{
	size_t i = 0;
	for (;;) {
		uint32_t c;
		i += plain_run(fl_slice_skip(s, i));
		size_t n = fl_utf8_decode(fl_slice_skip(s, i), &c);
		if (n < 2 || fl_is_escape(c))
			return i;
		i += n;
	}
}

enum { HALF = FL_LANES / 2, QUARTER = FL_LANES / 4 };

/* Copy s, which has n to 2 * n bytes, as its first n and its last n; false as below. */
static inline bool copy_ends(char *at, struct fl_slice s, size_t n)
{
	char both[FL_LANES];
	memset(both, ' ', sizeof(both));
	memcpy(both, s.ptr, n);
	memcpy(both + HALF, s.ptr + s.len - n, n);
	memcpy(at, both, n);
	memcpy(at + s.len - n, both + HALF, n);
	return !special_bytes(fl_lanes_load(both));
}

/*
 * Copy s to `at`; false, with part of it copied, when a byte needs an escape. The last block
 * overlaps the one before: most texts are short, and take one or two steps.
 */
static inline bool copy_plain(char *at, struct fl_slice s)
{
	size_t i = 0;
	if (s.len >= FL_LANES) {
		for (; i < s.len; i += FL_LANES) {
			if (s.len - i < FL_LANES)
				i = s.len - FL_LANES;
			fl_lanes v = fl_lanes_load(s.ptr + i);
			if (special_bytes(v))
				return false;
			memcpy(at + i, &v, sizeof(v));
		}
		return true;
	}
	if (s.len >= HALF)
		return copy_ends(at, s, HALF);
	if (s.len >= QUARTER)
		return copy_ends(at, s, QUARTER);
	for (; i < s.len; i++) {
		if (is_special(s.ptr[i]))
			return false;
		at[i] = s.ptr[i];
	}
	return true;
}

/* Room for len bytes without growing, and for as many as are copied too much. */
static inline bool has_room(const struct fl_buf *out, size_t len)
{
	return !out->failed && len <= out->max - out->len && len + FL_KEY_MAX < out->cap - out->len;
}

/* All of s where there is room and it needs no escape, as most texts do; else nothing. */
static inline bool put_plain(struct fl_buf *out, struct fl_slice s)
{
	if (!has_room(out, s.len + 2))
		return false;
	char *at = out->data + out->len;
	if (!copy_plain(at + 1, s)) {
		*at = '\0';
		return false;
	}
	*at = '"';
	memcpy(at + 1 + s.len, "\"", 2);
	out->len += s.len + 2;
	return true;
}

void fl_json_text(struct fl_buf *out, struct fl_slice s)
{
	if (put_plain(out, s))
		return;
	fl_buf_char(out, '"');
	while (s.len) {
		size_t n = clean_run(s);
		uint32_t c;
		if (n) {
			fl_buf_add(out, s.ptr, n);
		} else if ((n = fl_utf8_decode(s, &c)) == 0) {
			n = 1;
			put_escape(out, (unsigned char)s.ptr[0]);
		} else if (fl_is_escape(c)) {
			for (size_t i = 0; i < n; i++)
				put_escape(out, (unsigned char)s.ptr[i]);
		} else {
			put_ascii(out, s.ptr[0]);
		}
		s = fl_slice_skip(s, n);
	}
	fl_buf_char(out, '"');
}

static void put_texts(struct fl_buf *out, const struct fl_list *list)
{
	const struct fl_slice *texts = list->items;
	fl_buf_char(out, '[');
	for (size_t i = 0; i < list->len; i++) {
		if (i)
			fl_buf_char(out, ',');
		fl_json_text(out, texts[i]);
	}
	fl_buf_char(out, ']');
}

static void put_list(struct fl_buf *out, const struct fl_shape *shape, const struct fl_list *list)
{
	fl_buf_char(out, '[');
	for (size_t i = 0; i < list->len; i++) {
		if (i)
			fl_buf_char(out, ',');
		fl_json_object(out, shape, fl_list_at(list, shape, i));
	}
	fl_buf_char(out, ']');
}

/* Numbers of this many digits are written in place. */
enum { INT_DIGITS = 6, INT_SHORT = 1000000 };

static inline char *copy_int(char *at, unsigned value)
{
	if (value < 10) {
		*at = (char)('0' + value);
		return at + 1;
	}
	size_t count = 1U + (value >= 10) + (value >= 100) + (value >= 1000) + (value >= 10000) +
		       (value >= 100000);
	for (char *digit = at + count; digit > at; value /= 10)
		*--digit = (char)('0' + value % 10);
	return at + count;
}

/* Without printf, which took a third of the time of writing. */
void fl_int_text(struct fl_buf *out, int64_t value)
{
	char digits[20];
	size_t at = sizeof(digits);
	uint64_t v = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	do
		digits[--at] = (char)('0' + v % 10);
	while (v /= 10);
	if (value < 0)
		fl_buf_char(out, '-');
	fl_buf_add(out, digits + at, sizeof(digits) - at);
}

void fl_ratio_text(struct fl_buf *out, int64_t ratio)
{
	enum { ONE = 10000 };
	char digits[] = ".0000";
	int64_t rest = ratio < 0 ? -(ratio % ONE) : ratio % ONE;
	if (ratio < 0 && ratio > -ONE)
		fl_buf_char(out, '-');
	fl_int_text(out, ratio / ONE);
	for (size_t i = sizeof(digits) - 2; i > 0; rest /= 10)
		digits[i--] = (char)('0' + rest % 10);
	fl_buf_add(out, digits, sizeof(digits) - 1);
}

static void put_value(struct fl_buf *out, const struct fl_field *f, const void *m)
{
	switch (f->kind) {
	case FL_TEXT: fl_json_text(out, *(const struct fl_slice *)m); break;
	case FL_INT: fl_int_text(out, *(const int64_t *)m); break;
	case FL_HEX: fl_buf_printf(out, "\"0x%" PRIx64 "\"", *(const uint64_t *)m); break;
	case FL_BOOL: fl_buf_str(out, *(const bool *)m ? "true" : "false"); break;
	case FL_RATIO: fl_ratio_text(out, *(const int64_t *)m); break;
	case FL_ENUM: fl_json_text(out, fl_slice_str(f->names->words[*(const int *)m])); break;
	case FL_OBJECT: fl_json_object(out, f->shape, m); break;
	case FL_LIST: put_list(out, f->shape, m); break;
	case FL_TEXTS: put_texts(out, m); break;
	}
}

/* What a field prints between quotes; nothing of other fields. */
static inline struct fl_slice text_of(const struct fl_field *f, const void *m)
{
	if (f->kind == FL_TEXT)
		return *(const struct fl_slice *)m;
	if (f->kind == FL_ENUM)
		return fl_slice_str(f->names->words[*(const int *)m]);
	return (struct fl_slice){0};
}

/* The value, where it is short; NULL for the rest, and for what needs an escape. */
static inline char *copy_value(
	char *at, const struct fl_field *f, const void *m, struct fl_slice text)
{
	int64_t number;
	switch (f->kind) {
	case FL_TEXT:
	case FL_ENUM:
		*at = '"';
		if (text.len && !copy_plain(at + 1, text))
			return NULL;
		at[1 + text.len] = '"';
		return at + text.len + 2;
	case FL_INT:
		number = *(const int64_t *)m;
		return number >= 0 && number < INT_SHORT ? copy_int(at, (unsigned)number) : NULL;
	case FL_LIST: memcpy(at, "[]", 2); return ((const struct fl_list *)m)->len ? NULL : at + 2;
	default: return NULL;
	}
}

/* How many bytes more than a text can be written without another look for room. */
static size_t room_of(const struct fl_buf *out)
{
	const size_t extra = FL_KEY_MAX + INT_DIGITS + 1;
	size_t room = out->cap - out->len, left = out->max - out->len;
	room = out->failed ? 0 : room < left ? room : left;
	return room > extra ? room - extra : 0;
}

void fl_json_object(struct fl_buf *out, const struct fl_shape *shape, const void *object)
{
	const size_t start = out->len;
	char *at = out->data + start;
	const char *full = at + room_of(out);
	if (!shape->count)
		fl_buf_char(out, '{');
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		const void *m = fl_member(f, object);
		struct fl_slice text = text_of(f, m);
		char *end = NULL;
		if (at < full && text.len < (size_t)(full - at)) {
			memcpy(at, f->key, FL_KEY_MAX); /* faster than as many as there are */
			end = copy_value(at + f->key_len, f, m, text);
		}
		if (end) {
			at = end;
			continue;
		}
		out->len = (size_t)(at - out->data);
		fl_buf_add(out, f->key, f->key_len);
		put_value(out, f, m);
		at = out->data + out->len;
		full = at + room_of(out);
	}
	if (shape->count)
		out->len = (size_t)(at - out->data);
	if (out->len > start) /* in place of the first comma */
		out->data[start] = '{';
	fl_buf_char(out, '}');
}

static void put_item(struct fl_buf *out, const struct fl_item *item)
{
	if (item->shape->tagged)
		fl_buf_printf(out, "{\"%s\":", item->shape->name);
	fl_json_object(out, item->shape, item->object);
	if (item->shape->tagged)
		fl_buf_char(out, '}');
}

void fl_json_items(struct fl_buf *out, const struct fl_items *items)
{
	fl_buf_char(out, '[');
	for (size_t i = 0; i < items->len; i++) {
		fl_buf_str(out, i ? ",\n" : "\n");
		put_item(out, &items->at[i]);
	}
	fl_buf_str(out, items->len ? "\n]\n" : "]\n");
}
