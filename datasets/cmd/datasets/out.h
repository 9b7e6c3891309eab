/* A file that lines are gathered for, or standard output. */
#ifndef FL_DATASETS_CMD_OUT_H
#define FL_DATASETS_CMD_OUT_H

#include "base/buf.h"

struct sub_out {
	struct fl_buf buf;
	int fd; /* -1: nobody asks for it */
};

/* path: NULL when nobody asks for it, "-" for standard output. FL_EIO: it cannot be written. */
int sub_out_open(struct sub_out *out, const char *path, struct fl_error *err);

/* Append a line and its LF. */
int sub_out_line(struct sub_out *out, struct fl_slice line, struct fl_error *err);

/* Write what is gathered, and close a file. rc: what went wrong before, which is returned. */
int sub_out_close(struct sub_out *out, int rc, struct fl_error *err);

#endif
