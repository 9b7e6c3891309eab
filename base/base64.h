/*
 * Base 64 (RFC 4648, section 4, with padding).
 */
#ifndef FL_BASE_BASE64_H
#define FL_BASE_BASE64_H

#include "base/buf.h"

/* Append bytes as text. */
void fl_base64_encode(struct fl_buf *out, struct fl_slice bytes);

/* Append what the text stands for. FL_EPARSE when it is not base 64. */
int fl_base64_decode(struct fl_buf *out, struct fl_slice text, struct fl_error *err);

#endif
