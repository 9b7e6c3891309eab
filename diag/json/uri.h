/*
 * File names as URIs (RFC 3986, RFC 8089) and back. Any bytes that a name may have survive; a
 * Windows drive ("C:/x") and a share ("//server/x") are told from other paths.
 */
#ifndef FL_DIAG_URI_H
#define FL_DIAG_URI_H

#include "base/arena.h"

/* Append the URI of a file name: "file:///a%20b" for an absolute one, else a relative reference. */
void diag_uri_write(struct fl_buf *out, struct fl_slice file);

/* The file name of a URI; one that names no file stays as it is. The empty slice when a is full. */
struct fl_slice diag_uri_file(struct fl_arena *a, struct fl_slice uri);

/* It starts with a scheme. */
bool diag_uri_absolute(struct fl_slice uri);

#endif
