/* The canonical writer of base/json.h. */
#include "base/json.h"

#include "base/copy_run.h"
#include "base/json_escape.h"
#include "base/utf8.h"

/* Our escape of a byte that JSON text cannot hold; returns its end. */
static char *copy_escape(char *at, unsigned char byte)
{
	return at + fl_utf8_encode(FL_ESCAPE_BASE + byte, at);
}

/* One that has no short escape; copy_some() knows those that have. */
static char *copy_ascii(char *at, char c)
{
	static const char hex[] = "0123456789abcdef";
	if (!c)
		return copy_escape(at, 0);
	memcpy(at, "\\u00", 4);
	at[4] = hex[c >> 4];
	at[5] = hex[c & 15];
	return at + 6;
}

/*
 * Characters that end a line where text is read as Unicode, as Python's str.splitlines() does: raw,
 * they would cut a row of JSONL in two. NULL: c is none of them.
 */
static const char *line_end(uint32_t c)
{
	return c == 0x85 ? "\\u0085" : c == 0x2028 ? "\\u2028" : c == 0x2029 ? "\\u2029" : NULL;
}

enum { CHAR_MAX_OUT = 16 }; /* of one character: four escaped bytes */

/* Copy the character at the start of s, which is special; *ret_end is its end. Bytes taken. */
static size_t copy_char(char *at, struct fl_slice s, char **ret_end)
{
	uint32_t c = 0;
	size_t n = (unsigned char)s.ptr[0] < 0x80 ? 1 : fl_utf8_decode(s, &c);
	const char *ends = n > 1 ? line_end(c) : NULL;
	if (ends) {
		memcpy(at, ends, 6);
		*ret_end = at + 6;
	} else if (n == 1) {
		*ret_end = copy_ascii(at, s.ptr[0]);
	} else if (n == 0 || fl_is_escape(c)) {
		n += n == 0;
		for (size_t i = 0; i < n; i++)
			at = copy_escape(at, (unsigned char)s.ptr[i]);
		*ret_end = at;
	} else {
		memcpy(at, s.ptr, n);
		*ret_end = at + n;
	}
	return n;
}

enum { HALF = FL_LANES / 2, QUARTER = FL_LANES / 4 };

/*
 * Copy s, which is shorter than FL_LANES and not empty; false as below. Its first and its last
 * bytes are two words that overlap, and stay in registers: what is stored in two pieces and read
 * back as one waits for the memory.
 */
static inline bool copy_short(char *at, struct fl_slice s)
{
	typedef uint64_t words __attribute__((vector_size(FL_LANES)));
	uint64_t first, last;
	if (s.len >= HALF) {
		memcpy(&first, s.ptr, HALF);
		memcpy(&last, s.ptr + s.len - HALF, HALF);
		memcpy(at, &first, HALF);
		memcpy(at + s.len - HALF, &last, HALF);
	} else if (s.len >= QUARTER) {
		uint32_t from, to;
		memcpy(&from, s.ptr, QUARTER);
		memcpy(&to, s.ptr + s.len - QUARTER, QUARTER);
		memcpy(at, &from, QUARTER);
		memcpy(at + s.len - QUARTER, &to, QUARTER);
		first = last = (uint64_t)to << 32 | from;
	} else {
		unsigned char from = (unsigned char)s.ptr[0], mid = (unsigned char)s.ptr[s.len / 2],
			      to = (unsigned char)s.ptr[s.len - 1];
		at[0] = (char)from;
		at[s.len / 2] = (char)mid;
		at[s.len - 1] = (char)to;
		first = last = (UINT64_MAX / 0xff * ' ' & ~UINT64_C(0xffffff)) |
			       (uint64_t)to << 16 | (uint64_t)mid << 8 | from;
	}
	return !fl_need_look((fl_lanes)(words){first, last}, false);
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
			if (fl_need_look(v, false))
				return false;
			memcpy(at + i, &v, sizeof(v));
		}
		return true;
	}
	return !s.len || copy_short(at, s);
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

/* The characters with an escape of two, by what follows the backslash; 0: it has none. */
static const char short_escapes[0x80] = {
	['"'] = '"', ['\\'] = '\\', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};

/*
 * Copy of s what there is room for, escaped, and leave the rest; the end of the copy. `full` is
 * where the room for a run and a character begins.
 */
static char *copy_some(char *at, const char *full, struct fl_slice *s)
{
	while (s->len && at <= full) {
		size_t run = fl_copy_run(at, *s, false);
		*s = fl_slice_skip(*s, run);
		at += run;
		while (s->len && at <= full && fl_needs_look(*s->ptr, false)) {
			signed char c = (signed char)*s->ptr;
			size_t n = 1;
			if (c >= 0 && short_escapes[c]) {
				*at++ = '\\';
				*at++ = short_escapes[c];
			} else {
				n = copy_char(at, *s, &at);
			}
			*s = fl_slice_skip(*s, n);
		}
	}
	return at;
}

void fl_json_text(struct fl_buf *out, struct fl_slice s)
{
	enum { PIECE = 256, REST = FL_LANES + CHAR_MAX_OUT };
	if (put_plain(out, s))
		return;
	fl_buf_char(out, '"');
	while (s.len && !out->failed) {
		/* In place, but near the maximum, where what it needs is not known before. */
		char piece[PIECE], *at = piece;
		size_t room = s.len + s.len / 8 + PIECE;
		bool place = room <= out->max - out->len && !fl_buf_reserve(out, room);
		if (place)
			at = out->data + out->len;
		else
			room = PIECE;
		char *end = copy_some(at, at + room - REST, &s);
		if (place) {
			*end = '\0';
			out->len += (size_t)(end - at);
		} else {
			fl_buf_add(out, piece, (size_t)(end - at));
		}
	}
	fl_buf_char(out, '"');
}

void fl_json_inner(struct fl_buf *out, struct fl_slice json)
{
	static const char starts[] = "\xf4\x8f"; /* of all between U+10F000 and U+10FFFF */
	enum { HIGH = 0xd800, LOW = 0xdc00, BEYOND = 0x10000, BITS = 10 };
	ptrdiff_t at;
	while ((at = fl_slice_find(json, starts)) >= 0) {
		uint32_t c = 0;
		struct fl_slice rest = fl_slice_skip(json, (size_t)at);
		size_t n = fl_utf8_decode(rest, &c);
		n += n == 0;
		fl_buf_slice(out, fl_slice_head(json, (size_t)at));
		if (fl_is_escape(c))
			fl_buf_printf(out, "\\u%04x\\u%04x", HIGH + ((c - BEYOND) >> BITS),
				LOW + ((c - BEYOND) & ((1 << BITS) - 1)));
		else
			fl_buf_slice(out, fl_slice_head(rest, n));
		json = fl_slice_skip(rest, n);
	}
	fl_buf_slice(out, json);
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
enum { INT_DIGITS = 6, INT_SHORT = 1000000, RATIO_SHORT = 100000 };

static inline char *copy_int(char *at, unsigned value)
{
	if (value < 100) {
		*at = (char)('0' + value / 10);
		at += value >= 10;
		*at = (char)('0' + value % 10);
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

enum { HEX_MAX = 16 + 4 }; /* with "0x" and its quotes */

static inline char *copy_hex(char *at, uint64_t value)
{
	size_t digits = (size_t)(67 - __builtin_clzll(value | 1)) / 4;
	char *end = at + 3 + digits;
	memcpy(at, "\"0x", 3);
	for (char *digit = end; digit > at + 3; value >>= 4)
		*--digit = "0123456789abcdef"[value & 15];
	*end = '"';
	return end + 1;
}

static void put_hex(struct fl_buf *out, uint64_t value)
{
	char text[HEX_MAX];
	fl_buf_add(out, text, (size_t)(copy_hex(text, value) - text));
}

static void put_value(struct fl_buf *out, const struct fl_field *f, const void *m)
{
	switch (f->kind) {
	case FL_TEXT: fl_json_text(out, *(const struct fl_slice *)m); break;
	case FL_INT: fl_int_text(out, *(const int64_t *)m); break;
	case FL_HEX: put_hex(out, *(const uint64_t *)m); break;
	case FL_BOOL: fl_buf_str(out, *(const bool *)m ? "true" : "false"); break;
	case FL_RATIO: fl_ratio_text(out, *(const int64_t *)m); break;
	case FL_ENUM: fl_json_text(out, fl_slice_str(f->names->words[*(const int *)m])); break;
	case FL_OBJECT: fl_json_object(out, f->shape, m); break;
	case FL_LIST: put_list(out, f->shape, m); break;
	case FL_TEXTS: put_texts(out, m); break;
	}
}

/* A ratio below 10. */
static inline char *copy_ratio(char *at, unsigned ratio)
{
	at[1] = '.';
	for (char *digit = at + 5; digit > at + 1; ratio /= 10)
		*digit-- = (char)('0' + ratio % 10);
	*at = (char)('0' + ratio);
	return at + 6;
}

/* With its quotes, where there is room up to `full` and it needs no escape; else NULL. */
static inline char *copy_text(char *at, const char *full, struct fl_slice text)
{
	memcpy(at, "\"\"", 2);
	if (!text.len)
		return at + 2;
	if (text.len >= (size_t)(full - at) || !copy_plain(at + 1, text))
		return NULL;
	at[1 + text.len] = '"';
	return at + text.len + 2;
}

/* The value, where it is short; NULL for the rest, and for what needs an escape. */
static inline char *copy_value(char *at, const char *full, const struct fl_field *f, const void *m)
{
	if (f->kind == FL_TEXT)
		return copy_text(at, full, *(const struct fl_slice *)m);
	int64_t number;
	switch (f->kind) {
	case FL_ENUM: return copy_text(at, full, fl_slice_str(f->names->words[*(const int *)m]));
	case FL_INT:
		number = *(const int64_t *)m;
		if (number <= -INT_SHORT || number >= INT_SHORT)
			return NULL;
		*at = '-';
		at += number < 0;
		return copy_int(at, (unsigned)(number < 0 ? -number : number));
	case FL_RATIO:
		number = *(const int64_t *)m;
		return number >= 0 && number < RATIO_SHORT ? copy_ratio(at, (unsigned)number)
							   : NULL;
	case FL_HEX: return full - at >= HEX_MAX ? copy_hex(at, *(const uint64_t *)m) : NULL;
	case FL_TEXTS:
	case FL_LIST: memcpy(at, "[]", 2); return ((const struct fl_list *)m)->len ? NULL : at + 2;
	default: return NULL;
	}
}

/* How many bytes more than a text can be written without another look for room. */
static size_t room_of(const struct fl_buf *out)
{
	const size_t extra = FL_KEY_MAX + 1 + INT_DIGITS + 1; /* with a sign */
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
	for (const struct fl_field *f = shape->fields, *last = f + shape->count; f < last; f++) {
		const void *m = fl_member(f, object);
		bool room = at < full;
		if (room) {
			memcpy(at, f->key, FL_KEY_MAX); /* faster than as many as there are */
			at += f->key_len;
			char *end = copy_value(at, full + FL_KEY_MAX, f, m);
			if (end) {
				at = end;
				continue;
			}
			*at = '\0';
		}
		out->len = (size_t)(at - out->data);
		if (!room)
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
