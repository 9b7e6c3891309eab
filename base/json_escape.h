/*
 * The reversible escape of base/json.h for bytes that JSON text cannot hold, shared by its writer
 * and its reader: byte b stands as the private-use character FL_ESCAPE_BASE + b.
 */
#ifndef FL_BASE_JSON_ESCAPE_H
#define FL_BASE_JSON_ESCAPE_H

#include "base/buf.h"

enum { FL_ESCAPE_BASE = 0x10f000 };

static inline bool fl_is_escape(uint32_t c)
{
	return c >= FL_ESCAPE_BASE && c <= FL_ESCAPE_BASE + 0xff;
}

/* Undo the escape in place; the length that is left. */
size_t fl_json_unescape(char *bytes, size_t len);

/* A ratio (1/10000ths) with its four decimals: the same in JSON and C++. */
void fl_int_text(struct fl_buf *out, int64_t value);
void fl_ratio_text(struct fl_buf *out, int64_t ratio);

#endif
