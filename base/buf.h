/*
 * A growing byte buffer with a maximum. Passing the maximum, or memory running out, does not lose
 * what is there: the buffer turns "failed", further additions are ignored, and fl_buf_error()
 * says why. So a writer may add without looking and check once at the end.
 *
 * data is never NULL after fl_buf_init() and always NUL-terminated after the len bytes.
 */
#ifndef FL_BASE_BUF_H
#define FL_BASE_BUF_H

#include <sys/types.h>

#include "base/error.h"
#include "base/slice.h"

struct fl_buf {
	char *data;
	size_t len;
	size_t cap; /* bytes allocated, 0 while data is the shared empty string */
	size_t max; /* len never passes it */
	int failed; /* 0, FL_ENOMEM or FL_ELIMIT */
};

/* An empty buffer of at most max bytes; allocates nothing. */
void fl_buf_init(struct fl_buf *b, size_t max);

/* Free the memory; the buffer is then empty, not failed, and usable with the same maximum. */
void fl_buf_release(struct fl_buf *b);

/* Empty it and forget a failure; keeps the memory. */
void fl_buf_clear(struct fl_buf *b);

void fl_buf_add(struct fl_buf *b, const void *bytes, size_t len);
void fl_buf_str(struct fl_buf *b, const char *s);
void fl_buf_slice(struct fl_buf *b, struct fl_slice s);
/* Append the text without its escape sequences: colours, links (ECMA-48 CSI, OSC, two bytes). */
void fl_buf_plain(struct fl_buf *b, struct fl_slice text);
void fl_buf_fill(struct fl_buf *b, char c, size_t count);
void fl_buf_printf(struct fl_buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void fl_buf_vprintf(struct fl_buf *b, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/* What fl_buf_reserve() does where there is no room yet. */
int fl_buf_grow(struct fl_buf *b, size_t len);

/*
 * Room for len more bytes at b->data + b->len, for the caller to write and then add to b->len.
 * Returns 0 or the failure code.
 */
static inline int fl_buf_reserve(struct fl_buf *b, size_t len)
{
	if (!b->failed && len < b->cap - b->len && len <= b->max - b->len)
		return 0;
	return fl_buf_grow(b, len);
}

static inline void fl_buf_char(struct fl_buf *b, char c)
{
	if (b->failed || b->len + 2 > b->cap || b->len == b->max) {
		fl_buf_add(b, &c, 1);
		return;
	}
	b->data[b->len++] = c;
	b->data[b->len] = '\0';
}

/* Cut to len bytes; len may not be more than b->len. */
void fl_buf_truncate(struct fl_buf *b, size_t len);

static inline struct fl_slice fl_buf_view(const struct fl_buf *b)
{
	return fl_slice(b->data, b->len);
}

/* 0, or the failure code with err (may be NULL) filled; what names the content: "the report". */
int fl_buf_error(const struct fl_buf *b, const char *what, struct fl_error *err);

/*
 * Open what a user named to be read. A named pipe, a socket or a device may have no end, or wait
 * for one who writes: FL_EMISSING. Taken are /dev/null and the streams that a shell names ("<(…)",
 * /dev/stdin): /dev/fd/N, /proc/…/fd/N. FL_EIO: it cannot be opened. The caller closes it.
 */
int fl_input_open(const char *path, int *ret_fd, struct fl_error *err);

/*
 * Append a file's bytes (as fl_input_open() opens it), or those of an open descriptor until its
 * end. 0 or a code, err filled.
 */
int fl_buf_read_file(struct fl_buf *b, const char *path, struct fl_error *err);
int fl_buf_read_fd(struct fl_buf *b, int fd, struct fl_error *err);

/*
 * The first bytes of a file, at most size - 1 and by one read(2), as the kernel hands out its files
 * below /proc, with a NUL behind them. How many; 0 also for a file that cannot be read.
 */
size_t fl_read_start(const char *path, char *text, size_t size);

/* Write all of s to fd, over short writes and EINTR. */
int fl_write_all(int fd, struct fl_slice s, struct fl_error *err);

/*
 * write(), to a pipe or socket whose reader may be gone: EPIPE without the SIGPIPE that would end
 * us. A library may not change the process's handlers, so the signal is held back in this thread.
 */
ssize_t fl_write_quiet(int fd, struct fl_slice s);

#endif
