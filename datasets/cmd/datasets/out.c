#include "datasets/cmd/datasets/out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "datasets/zst.h"

/* Bytes that are gathered before they are written. */
enum { CHUNK = 1 << 16 };

int sub_out_open(struct sub_out *out, const char *path, struct fl_error *err)
{
	*out = (struct sub_out){.fd = -1};
	fl_buf_init(&out->buf, (size_t)DS_LINE_MAX * 2);
	if (!path)
		return 0;
	out->fd = strcmp(path, "-") == 0
			  ? STDOUT_FILENO
			  : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	return out->fd < 0 ? fl_error_sys(err, FL_EIO, errno, "cannot write %s", path) : 0;
}

static int flush(struct sub_out *out, struct fl_error *err)
{
	int rc = fl_buf_error(&out->buf, "the output", err);
	rc = rc ? rc : fl_write_all(out->fd, fl_buf_view(&out->buf), err);
	fl_buf_clear(&out->buf);
	return rc;
}

int sub_out_line(struct sub_out *out, struct fl_slice line, struct fl_error *err)
{
	if (out->fd < 0)
		return 0;
	fl_buf_slice(&out->buf, line);
	fl_buf_char(&out->buf, '\n');
	return out->buf.len >= CHUNK || out->buf.failed ? flush(out, err) : 0;
}

int sub_out_close(struct sub_out *out, int rc, struct fl_error *err)
{
	if (out->fd >= 0 && flush(out, rc ? NULL : err) && rc == 0)
		rc = FL_EIO;
	if (out->fd > STDERR_FILENO && close(out->fd) && rc == 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write a file");
	fl_buf_release(&out->buf);
	out->fd = -1;
	return rc;
}
