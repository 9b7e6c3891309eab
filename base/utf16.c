#include "base/utf16.h"

#include "base/utf8.h"

enum { REPLACEMENT = 0xfffd };

static void put(struct fl_buf *out, uint32_t c)
{
	char bytes[4];
	fl_buf_slice(out, fl_slice(bytes, fl_utf8_encode(c, bytes)));
}

static void unit_take(struct fl_utf16 *u, uint32_t unit, struct fl_buf *out)
{
	uint32_t high = u->high;
	u->high = 0;
	if (high && unit >= 0xdc00 && unit <= 0xdfff) {
		put(out, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
		return;
	}
	if (high)
		put(out, REPLACEMENT);
	if (unit >= 0xd800 && unit <= 0xdbff)
		u->high = unit;
	else
		put(out, unit >= 0xdc00 && unit <= 0xdfff ? REPLACEMENT : unit);
}

/* Take the mark off. Bytes that only begin like it are text. */
static struct fl_slice start(struct fl_utf16 *u, struct fl_slice bytes, struct fl_buf *room)
{
	unsigned char first = u->half ? u->first : (unsigned char)bytes.ptr[0];
	struct fl_slice rest = fl_slice_skip(bytes, u->half ? 0 : 1);
	bool may = first == 0xff || first == 0xfe;
	if (may && !rest.len) {
		u->half = true;
		u->first = first;
		return rest;
	}
	if (may && (unsigned char)rest.ptr[0] == (first ^ 1)) {
		u->state = first == 0xff ? FL_UTF16_LITTLE : FL_UTF16_BIG;
		u->half = false;
		return fl_slice_skip(rest, 1);
	}
	u->state = FL_UTF16_PLAIN;
	if (!u->half)
		return bytes;
	u->half = false;
	fl_buf_char(room, (char)first);
	fl_buf_slice(room, bytes);
	return fl_buf_view(room);
}

struct fl_slice fl_utf16_feed(struct fl_utf16 *u, struct fl_slice bytes, struct fl_buf *room)
{
	fl_buf_clear(room);
	if (u->state == FL_UTF16_START && bytes.len)
		bytes = start(u, bytes, room);
	if (u->state == FL_UTF16_START || u->state == FL_UTF16_PLAIN)
		return bytes;
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned char byte = (unsigned char)bytes.ptr[i];
		uint32_t low = u->state == FL_UTF16_LITTLE ? u->first : byte;
		uint32_t high = u->state == FL_UTF16_LITTLE ? byte : u->first;
		if (u->half)
			unit_take(u, high << 8 | low, room);
		u->first = byte;
		u->half = !u->half;
	}
	return fl_buf_view(room);
}

struct fl_slice fl_utf16_end(struct fl_utf16 *u, struct fl_buf *room)
{
	fl_buf_clear(room);
	if (u->state == FL_UTF16_START && u->half)
		fl_buf_char(room, (char)u->first);
	else if (u->high || u->half)
		put(room, REPLACEMENT);
	*u = (struct fl_utf16){0};
	return fl_buf_view(room);
}
