#include "base/buf.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What data points to while nothing is allocated; never written, as cap is 0 then. */
static char empty[1];

void fl_buf_init(struct fl_buf *b, size_t max)
{
	*b = (struct fl_buf){.data = empty, .max = max};
}

void fl_buf_release(struct fl_buf *b)
{
	if (b->cap)
		free(b->data);
	fl_buf_init(b, b->max);
}

void fl_buf_clear(struct fl_buf *b)
{
	b->failed = 0;
	fl_buf_truncate(b, 0);
}

void fl_buf_truncate(struct fl_buf *b, size_t len)
{
	b->len = len;
	if (b->cap)
		b->data[len] = '\0';
}

int fl_buf_grow(struct fl_buf *b, size_t len)
{
	if (b->failed)
		return b->failed;
	if (len > b->max - b->len)
		return b->failed = FL_ELIMIT;
	size_t need = b->len + len + 1;
	if (need <= b->cap)
		return 0;
	size_t cap = b->cap + b->cap / 2;
	if (cap < need)
		cap = need;
	if (cap < 64)
		cap = 64;
	char *data = realloc(b->cap ? b->data : NULL, cap);
	if (!data)
		return b->failed = FL_ENOMEM;
	if (!b->cap)
		data[0] = '\0';
	b->data = data;
	b->cap = cap;
	return 0;
}

void fl_buf_add(struct fl_buf *b, const void *bytes, size_t len)
{
	if (len == 0 || fl_buf_reserve(b, len))
		return;
	memcpy(b->data + b->len, bytes, len);
	fl_buf_truncate(b, b->len + len);
}

void fl_buf_str(struct fl_buf *b, const char *s)
{
	fl_buf_add(b, s, strlen(s));
}

void fl_buf_slice(struct fl_buf *b, struct fl_slice s)
{
	fl_buf_add(b, s.ptr, s.len);
}

void fl_buf_fill(struct fl_buf *b, char c, size_t count)
{
	if (count == 0 || fl_buf_reserve(b, count))
		return;
	memset(b->data + b->len, c, count);
	fl_buf_truncate(b, b->len + count);
}

void fl_buf_printf(struct fl_buf *b, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fl_buf_vprintf(b, fmt, ap);
	va_end(ap);
}

void fl_buf_vprintf(struct fl_buf *b, const char *fmt, va_list ap)
{
	char small[256];
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(small, sizeof(small), fmt, ap);
	if (n >= 0 && (size_t)n < sizeof(small)) {
		fl_buf_add(b, small, (size_t)n);
	} else if (n >= 0 && fl_buf_reserve(b, (size_t)n) == 0) {
		vsnprintf(b->data + b->len, (size_t)n + 1, fmt, again);
		b->len += (size_t)n;
	}
	va_end(again);
}

int fl_buf_error(const struct fl_buf *b, const char *what, struct fl_error *err)
{
	if (b->failed == FL_ELIMIT)
		return fl_error_set(
			err, FL_ELIMIT, "%s passes its maximum of %zu bytes", what, b->max);
	if (b->failed)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %s", what);
	return 0;
}

/* The length of the escape sequence (ECMA-48 CSI, OSC, or two bytes) at the start of s. */
static size_t escape_length(struct fl_slice s)
{
	size_t i = 2;
	if (s.len < 2)
		return s.len;
	if (s.ptr[1] == '[') {
		while (i < s.len && (s.ptr[i] < 0x40 || s.ptr[i] > 0x7e))
			i++;
		return i < s.len ? i + 1 : i;
	}
	if (s.ptr[1] != ']')
		return 2;
	for (; i < s.len; i++) {
		if (s.ptr[i] == '\a')
			return i + 1;
		if (s.ptr[i] == '\033' && i + 1 < s.len && s.ptr[i + 1] == '\\')
			return i + 2;
	}
	return i;
}

void fl_buf_plain(struct fl_buf *b, struct fl_slice text)
{
	while (text.len) {
		ptrdiff_t esc = fl_slice_chr(text, '\033');
		struct fl_slice plain = fl_slice_head(text, esc < 0 ? text.len : (size_t)esc);
		fl_buf_slice(b, plain);
		text = fl_slice_skip(text, plain.len);
		if (text.len)
			text = fl_slice_skip(text, escape_length(text));
	}
}

int fl_buf_read_fd(struct fl_buf *b, int fd, struct fl_error *err)
{
	char chunk[65536];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fl_error_sys(err, FL_EIO, errno, "cannot read");
		if (n == 0)
			return fl_buf_error(b, "the input", err);
		fl_buf_add(b, chunk, (size_t)n);
		if (b->failed)
			return fl_buf_error(b, "the input", err);
	}
}

/* A shell's name for a stream: its own, one of a process that it started, or nothing. */
static bool is_stream(const char *path)
{
	return strcmp(path, "/dev/stdin") == 0 || strcmp(path, "/dev/null") == 0 ||
	       strncmp(path, "/dev/fd/", 8) == 0 ||
	       (strncmp(path, "/proc/", 6) == 0 && strstr(path, "/fd/"));
}

/* What has no end of its own, by its name. */
static const char *endless(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFIFO: return "a named pipe";
	case S_IFSOCK: return "a socket";
	case S_IFCHR:
	case S_IFBLK: return "a device";
	default: return NULL;
	}
}

int fl_input_open(const char *path, int *ret_fd, struct fl_error *err)
{
	struct stat st;
	const char *what = stat(path, &st) == 0 ? endless(st.st_mode) : NULL;
	if (what && !is_stream(path))
		return fl_error_set(
			err, FL_EMISSING, "cannot read %s: it is %s and no file", path, what);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open %s", path);
	*ret_fd = fd;
	return 0;
}

int fl_buf_read_file(struct fl_buf *b, const char *path, struct fl_error *err)
{
	int fd = -1, rc = fl_input_open(path, &fd, err);
	if (rc)
		return rc;
	rc = fl_buf_read_fd(b, fd, err);
	close(fd);
	if (rc)
		fl_error_wrap(err, "%s", path);
	return rc;
}

size_t fl_read_start(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
	if (fd >= 0)
		close(fd);
	size_t len = n > 0 ? (size_t)n : 0;
	text[len] = '\0';
	return len;
}

int fl_write_all(int fd, struct fl_slice s, struct fl_error *err)
{
	while (s.len) {
		ssize_t n = write(fd, s.ptr, s.len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fl_error_sys(err, FL_EIO, errno, "cannot write");
		s = fl_slice_skip(s, (size_t)n);
	}
	return 0;
}

ssize_t fl_write_quiet(int fd, struct fl_slice s)
{
	sigset_t pipe_set, old, pending;
	sigemptyset(&pipe_set);
	sigaddset(&pipe_set, SIGPIPE);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &pipe_set, &old);
	ssize_t n = write(fd, s.ptr, s.len);
	int sys = errno;
	/* one that was pending before is its owner's */
	if (n < 0 && sys == EPIPE && !sigismember(&pending, SIGPIPE))
		sigtimedwait(&pipe_set, NULL, &(struct timespec){0});
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	errno = sys;
	return n;
}
