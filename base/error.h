/*
 * Errors as values.
 *
 * A function that can fail returns 0 or a negative code of enum fl_code and fills a
 * caller-owned struct fl_error. The message is a whole sentence without a final stop that
 * tells what was wrong and, where there is one, what to do next. A NULL error is allowed
 * everywhere: the code is then all that the caller gets. Outputs are untouched on failure.
 */
#ifndef FL_BASE_ERROR_H
#define FL_BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum fl_code {
	FL_OK = 0,
	FL_ENOMEM = -1, /* out of memory */
	FL_ELIMIT = -2, /* a stated maximum was passed */
	FL_EPARSE = -3, /* input is not of the expected form */
	FL_EINVAL = -4, /* an argument makes no sense */
	FL_EIO = -5, /* the system refused an operation; sys holds errno */
	FL_EMISSING = -6, /* something needed is not installed or not permitted */
	FL_EEXEC = -7, /* a program could not be started */
	FL_ETIMEOUT = -8, /* a deadline passed */
	FL_ECLOSED = -9, /* the other side went away */
	FL_ENOTFOUND = -10,
	FL_EREFUSED = -11, /* the other side understood and said no */
	FL_EINTERNAL = -12, /* a bug of ours */
	FL_EHOST = -13 /* the host is out of processes, memory or descriptors (base/host.h) */
};

struct fl_error {
	enum fl_code code;
	int sys; /* errno where code is FL_EIO, FL_EEXEC or FL_EMISSING, else 0 */
	unsigned line, col; /* 1-based place in the input, 0 where there is none */
	size_t offset; /* byte offset in the input */
	char message[480]; /* NUL-terminated, cut when longer */
};

/* Fill err (may be NULL) and return code. */
int fl_error_set(struct fl_error *err, enum fl_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The same with errno sys, whose text is appended to the message. */
int fl_error_sys(struct fl_error *err, enum fl_code code, int sys, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* The same with a place in the input, which fl_opts_complaint() prints before the message. */
int fl_error_at(struct fl_error *err, enum fl_code code, unsigned line, unsigned col, size_t offset,
	const char *fmt, ...) __attribute__((format(printf, 6, 7)));

/* Put context before the message of err (NULL: nothing happens): "context: message". */
void fl_error_wrap(struct fl_error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Is this what the system says when it is out of something (EAGAIN, ENOMEM, EMFILE, ENFILE, …)? */
bool fl_host_short_sys(int sys);

/* The same of an error: FL_EHOST, or one of the system's with such an errno. */
bool fl_host_short(const struct fl_error *e);

/*
 * The exit status that a tool leaves with after this error: 1 for a "no" and for input that is not
 * of its form, 2 for a wrong command line, 3 for what is missing or not found (files, too), else 4.
 */
int fl_error_exit(const struct fl_error *err);

#endif
