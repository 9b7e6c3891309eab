/* Where the bytes come from: files and standard input. */
#include <errno.h>
#include <unistd.h>

#include "base/utf16.h"
#include "diag/cmd/diag2struct/tool.h"

enum { CHUNK = 1 << 16 };

/* What the sink complained of says more than the parser that it stopped. */
static int passed_on(struct run *r, int rc, const struct fl_error *err)
{
	if (rc && !r->err.code)
		r->err = *err;
	return rc;
}

int d2s_feed(struct run *r, struct fl_slice bytes)
{
	struct fl_error err = {0};
	return passed_on(r, diag_reader_feed(r->reader, bytes, &err), &err);
}

int d2s_next_input(struct run *r)
{
	struct fl_error err = {0};
	return passed_on(r, diag_reader_next(r->reader, &err), &err);
}

/* Name what cannot be read and go on: the others are read all the same. */
static int complain(struct run *r, const struct fl_error *what)
{
	r->missing = true;
	return fl_opts_complain(&d2s_tool, what, &r->err);
}

static int feed_text(struct run *r, const struct fl_buf *room, struct fl_slice text)
{
	int rc = fl_buf_error(room, "text in UTF-16", &r->err);
	rc = rc || !text.len ? rc : d2s_feed(r, text);
	return rc ? rc : d2s_write_lines(r);
}

static int read_as(struct run *r, int fd, const char *path, struct fl_buf *room)
{
	static char chunk[CHUNK];
	struct fl_utf16 utf16 = {0};
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			struct fl_error err;
			fl_error_sys(&err, FL_EIO, errno, "cannot read %s", path);
			return complain(r, &err);
		}
		if (n == 0)
			return feed_text(r, room, fl_utf16_end(&utf16, room));
		int rc =
			feed_text(r, room, fl_utf16_feed(&utf16, fl_slice(chunk, (size_t)n), room));
		if (rc)
			return rc;
	}
}

static int read_fd(struct run *r, int fd, const char *path)
{
	struct fl_buf room;
	fl_buf_init(&room, 2 * CHUNK); /* two bytes become three at most */
	int rc = read_as(r, fd, path, &room);
	fl_buf_release(&room);
	return rc;
}

int d2s_read_files(struct run *r)
{
	int rc = 0;
	if (!r->o->operand_count)
		return read_fd(r, 0, "the standard input");
	for (size_t i = 0; i < r->o->operand_count && !rc; i++) {
		const char *path = r->o->operands[i];
		rc = i ? d2s_next_input(r) : 0;
		if (rc)
			break;
		if (strcmp(path, "-") == 0) {
			rc = read_fd(r, 0, "the standard input");
			continue;
		}
		struct fl_error unread;
		int fd;
		if (fl_input_open(path, &fd, &unread)) {
			rc = complain(r, &unread);
			continue;
		}
		rc = read_fd(r, fd, path);
		close(fd);
	}
	return rc;
}
