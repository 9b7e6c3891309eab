/* The canonical writer of base/json.h. */
#include "base/json.h"

#include <inttypes.h>

#include "base/json_escape.h"
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

enum { WORD = sizeof(uint64_t) };

/* Not 0 when one of the eight bytes is below 0x20, 0x7f, a quote, a backslash or not ASCII. */
static uint64_t special_bytes(const char *at)
{
	const uint64_t ones = UINT64_MAX / 0xff, high = ones << 7;
	uint64_t w;
	memcpy(&w, at, WORD);
	uint64_t quote = w ^ ones * '"', slash = w ^ ones * '\\', del = w ^ ones * 0x7f;
	return ((w - ones * 0x20) | (quote - ones) | (slash - ones) | (del - ones) | w) & high;
}

/* Bytes at the start of s that a JSON string holds as they are. */
static size_t plain_run(struct fl_slice s)
{
	size_t i = 0;
	while (s.len - i >= WORD && !special_bytes(s.ptr + i))
		i += WORD;
	while (i < s.len && s.ptr[i] >= 0x20 && s.ptr[i] != 0x7f && s.ptr[i] != '"' &&
		s.ptr[i] != '\\')
		i++;
	return i;
}

/* All of s where it needs no escape, as most texts do; 0 where it does. */
static bool put_plain(struct fl_buf *out, struct fl_slice s)
{
	if (plain_run(s) != s.len || fl_buf_reserve(out, s.len + 2))
		return false;
	char *at = out->data + out->len;
	*at++ = '"';
	if (s.len)
		memcpy(at, s.ptr, s.len);
	memcpy(at + s.len, "\"", 2);
	out->len += s.len + 2;
	return true;
}

void fl_json_text(struct fl_buf *out, struct fl_slice s)
{
	if (put_plain(out, s))
		return;
	fl_buf_char(out, '"');
	while (s.len) {
		size_t n = plain_run(s);
		uint32_t c;
		if (n) {
			fl_buf_add(out, s.ptr, n);
		} else if ((n = fl_utf8_decode(s, &c)) == 0) {
			n = 1;
			put_escape(out, (unsigned char)s.ptr[0]);
		} else if (fl_is_escape(c)) {
			for (size_t i = 0; i < n; i++)
				put_escape(out, (unsigned char)s.ptr[i]);
		} else if (n == 1) {
			put_ascii(out, s.ptr[0]);
		} else {
			fl_buf_add(out, s.ptr, n);
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

/* Without printf, which took a third of the time of writing. */
static void put_int(struct fl_buf *out, int64_t value)
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
	if (ratio < 0 && ratio > -ONE)
		fl_buf_char(out, '-');
	put_int(out, ratio / ONE);
	fl_buf_char(out, '.');
	int64_t rest = ratio < 0 ? -(ratio % ONE) : ratio % ONE;
	for (int64_t unit = ONE / 10; unit; unit /= 10)
		fl_buf_char(out, (char)('0' + rest / unit % 10));
}

static void put_value(struct fl_buf *out, const struct fl_field *f, const void *m)
{
	switch (f->kind) {
	case FL_TEXT: fl_json_text(out, *(const struct fl_slice *)m); break;
	case FL_INT: put_int(out, *(const int64_t *)m); break;
	case FL_HEX: fl_buf_printf(out, "\"0x%" PRIx64 "\"", *(const uint64_t *)m); break;
	case FL_BOOL: fl_buf_str(out, *(const bool *)m ? "true" : "false"); break;
	case FL_RATIO: fl_ratio_text(out, *(const int64_t *)m); break;
	case FL_ENUM: fl_json_text(out, fl_slice_str(f->names->words[*(const int *)m])); break;
	case FL_OBJECT: fl_json_object(out, f->shape, m); break;
	case FL_LIST: put_list(out, f->shape, m); break;
	case FL_TEXTS: put_texts(out, m); break;
	}
}

static void put_key(struct fl_buf *out, bool comma, struct fl_slice name)
{
	if (fl_buf_reserve(out, name.len + 4))
		return;
	char *at = out->data + out->len;
	if (comma)
		*at++ = ',';
	*at++ = '"';
	memcpy(at, name.ptr, name.len);
	memcpy(at + name.len, "\":", 2);
	out->len += name.len + 3 + comma;
	out->data[out->len] = '\0';
}

void fl_json_object(struct fl_buf *out, const struct fl_shape *shape, const void *object)
{
	fl_buf_char(out, '{');
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		put_key(out, i > 0, fl_slice(f->name, f->name_len));
		put_value(out, f, fl_member(f, object));
	}
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
