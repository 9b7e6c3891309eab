/*
 * Text in UTF-16, as PowerShell's `>` writes it: told by its byte order mark, and read as UTF-8.
 * What has no mark is passed as it is.
 */
#ifndef FL_BASE_UTF16_H
#define FL_BASE_UTF16_H

#include "base/buf.h"

/* All zero at the start of a text. */
struct fl_utf16 {
	enum { FL_UTF16_START, FL_UTF16_PLAIN, FL_UTF16_LITTLE, FL_UTF16_BIG } state;
	bool half; /* a byte waits for its other half */
	unsigned char first;
	uint32_t high; /* the first of a pair, 0: none */
};

/*
 * The next bytes of the text in UTF-8: they themselves where they are none of UTF-16, else in
 * *room, which holds them until the next call. A surrogate without its other becomes U+FFFD.
 * See room->failed.
 */
struct fl_slice fl_utf16_feed(struct fl_utf16 *u, struct fl_slice bytes, struct fl_buf *room);

/* The text ends: what waited, as above. The next one may be another. */
struct fl_slice fl_utf16_end(struct fl_utf16 *u, struct fl_buf *room);

#endif
