/* Files that lines are gathered for, and standard output. */
#ifndef FL_DATASETS_CMD_OUT_H
#define FL_DATASETS_CMD_OUT_H

#include "base/buf.h"
#include "base/opts.h"

struct sub_out {
	struct fl_buf buf;
	int fd; /* -1: nobody asks for it */
	char *path; /* NULL: standard output */
	char *temporary; /* what it is called until it is whole; NULL: it is written in place */
};

/*
 * path: NULL when nobody asks for it, "-" for standard output. A file gets its name when it is
 * closed, and what was there under it stays until then; what is there and no file (a pipe, a
 * device) is written in place. FL_EIO: it cannot be written.
 */
int sub_out_open(struct sub_out *out, const char *path, struct fl_error *err);

/*
 * Refuse a path, or NULL, that is one of the files that the command reads (its operands, what is in
 * their datasets, --against and --prior, standard input): it would be empty, or something else,
 * once it is written. FL_EINVAL.
 */
int sub_check_apart(const struct fl_opts *o, const char *path, struct fl_error *err);

/*
 * Refuse a path, or NULL, that is a source, a patch or a file of git's below the directory (or
 * NULL) that the command reads. FL_EINVAL.
 */
int sub_check_below(const char *dir, const char *path, struct fl_error *err);

/* Refuse a directory for a dataset when one of its shards is read: it would be removed. */
int sub_check_out(const struct fl_opts *o, const char *dir, struct fl_error *err);

/* Open --why so, which may not have been given. */
int sub_why_open(struct sub_out *out, const struct fl_opts *o, struct fl_error *err);

/* Append a line and its LF. */
int sub_out_line(struct sub_out *out, struct fl_slice line, struct fl_error *err);

/*
 * Write what is gathered and close them: all files get their names, or none does. rc: what went
 * wrong before, which is returned.
 */
int sub_outs_close(struct sub_out *outs, size_t count, int rc, struct fl_error *err);
int sub_out_close(struct sub_out *out, int rc, struct fl_error *err);

/*
 * Close --why. Where nothing came out (rc is FL_EREFUSED), too, it is told what became of what was
 * tried. why_rc, why_err: what went wrong while its lines were written. Returns that, or rc.
 */
int sub_why_close(struct sub_out *why, int why_rc, const struct fl_error *why_err, int rc,
	struct fl_error *err);

/* Write a whole file so: under its name or, of a pipe, a device or a link, in place. */
int sub_write(const char *path, struct fl_slice text, struct fl_error *err);

/* Write a text to standard output. FL_EIO says that it is that. */
int sub_print(struct fl_slice text, struct fl_error *err);

#endif
