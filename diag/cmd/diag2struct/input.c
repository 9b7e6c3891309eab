/* Where the bytes come from: files and standard input. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

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
static int complain(struct run *r, const char *what, const char *path, int sys)
{
	struct fl_buf text;
	struct fl_error err;
	r->missing = true;
	fl_error_sys(&err, FL_EMISSING, sys, "cannot %s %s", what, path);
	fl_buf_init(&text, sizeof(err.message) + 256);
	fl_opts_complaint(&d2s_tool, &err, &text);
	int rc = fl_write_all(2, fl_buf_view(&text), &r->err);
	fl_buf_release(&text);
	return rc;
}

static int read_fd(struct run *r, int fd, const char *path)
{
	static char chunk[CHUNK];
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof(chunk));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return complain(r, "read", path, errno);
		if (n == 0)
			return 0;
		int rc = d2s_feed(r, fl_slice(chunk, (size_t)n));
		if (!rc)
			rc = d2s_write_lines(r);
		if (rc)
			return rc;
	}
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
		int fd = open(path, O_RDONLY | O_CLOEXEC);
		rc = fd < 0 ? complain(r, "open", path, errno) : read_fd(r, fd, path);
		if (fd >= 0)
			close(fd);
	}
	return rc;
}
