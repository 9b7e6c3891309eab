#include "datasets/seek.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/model.h"
#include "base/zst.h"

enum { HEAD = 8, FOOT = 9, ENTRY = 8, SUM = 4, HAS_SUMS = 0x80, RESERVED = 0x7c };
/* Frames are at most 2^27 by zstd's own reader; a table is read whole. */
enum { FRAMES_MAX = 1 << 24, LINE_FRAME_MAX = 1 << 30 };

#define TABLE_MAGIC 0x184D2A5Eu
#define ROWS_MAGIC 0x184D2A5Du
#define FOOT_MAGIC 0x8F92EAB1u
static const char rows_word[8] = "fl-rows1";

/* ---- writing ---- */

struct frame {
	uint32_t packed, raw, rows;
};

static void put_u32(struct fl_buf *out, size_t n)
{
	const unsigned char bytes[] = {(unsigned char)n, (unsigned char)(n >> 8),
		(unsigned char)(n >> 16), (unsigned char)(n >> 24)};
	fl_buf_add(out, bytes, sizeof(bytes));
}

/* The lines that make a frame, taken from the front of the rest. */
static struct fl_slice next_frame(struct fl_slice *rest, size_t frame, uint32_t *ret_rows)
{
	const char *from = rest->ptr;
	struct fl_slice line;
	*ret_rows = 0;
	while ((size_t)(rest->ptr - from) < frame && fl_slice_line(rest, &line))
		++*ret_rows;
	return fl_slice(from, (size_t)(rest->ptr - from));
}

static int put_frames(struct fl_slice lines, int level, size_t frame, struct fl_vec *frames,
	struct fl_buf *out, struct fl_error *err)
{
	int rc = 0;
	while (rc == 0 && lines.len) {
		struct frame f;
		size_t before = out->len;
		struct fl_slice raw = next_frame(&lines, frame, &f.rows);
		rc = fl_zst_compress(raw, level, out, err);
		f.packed = (uint32_t)(out->len - before);
		f.raw = (uint32_t)raw.len;
		struct frame *slot = rc ? NULL : fl_vec_add(frames);
		if (rc == 0 && !slot)
			rc = fl_error_set(err, frames->failed, "too many frames");
		if (slot)
			*slot = f;
	}
	return rc;
}

static void put_tables(const struct fl_vec *frames, struct fl_buf *out)
{
	size_t n = frames->len, rows_size = sizeof(rows_word) + 4 * n;
	put_u32(out, ROWS_MAGIC);
	put_u32(out, rows_size);
	fl_buf_add(out, rows_word, sizeof(rows_word));
	for (size_t i = 0; i < n; i++)
		put_u32(out, ((const struct frame *)fl_vec_at(frames, i))->rows);
	put_u32(out, TABLE_MAGIC);
	put_u32(out, (n + 1) * ENTRY + FOOT);
	for (size_t i = 0; i < n; i++) {
		const struct frame *f = fl_vec_at(frames, i);
		put_u32(out, f->packed);
		put_u32(out, f->raw);
	}
	put_u32(out, HEAD + rows_size);
	put_u32(out, 0);
	put_u32(out, n + 1);
	fl_buf_char(out, 0);
	put_u32(out, FOOT_MAGIC);
}

int ds_seek_pack(
	struct fl_slice lines, int level, size_t frame, struct fl_buf *out, struct fl_error *err)
{
	struct fl_vec frames;
	fl_vec_init(&frames, sizeof(struct frame), FRAMES_MAX - 1);
	int rc = put_frames(lines, level, frame, &frames, out, err);
	if (rc == 0)
		put_tables(&frames, out);
	rc = rc ? rc : fl_buf_error(out, "the compressed data", err);
	fl_vec_release(&frames);
	return rc;
}

/* ---- reading ---- */

static uint32_t u32_at(const char *p)
{
	const unsigned char *b = (const unsigned char *)p;
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool read_at(int fd, uint64_t offset, size_t len, struct fl_buf *out)
{
	fl_buf_clear(out);
	if (fl_buf_reserve(out, len))
		return false;
	while (out->len < len) {
		ssize_t n =
			pread(fd, out->data + out->len, len - out->len, (off_t)(offset + out->len));
		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		out->len += n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* Both tables of a file; entries[i] of the frames of lines, rows[i] the lines of each. */
struct tables {
	struct fl_buf seek, rows;
	size_t frames, entry;
};

static void tables_release(struct tables *t)
{
	fl_buf_release(&t->seek);
	fl_buf_release(&t->rows);
}

static const char *entry_at(const struct tables *t, size_t i)
{
	return t->seek.data + HEAD + i * t->entry;
}

/* The seek table, when there is one that fits the file. */
static bool read_seek(int fd, uint64_t size, struct tables *t)
{
	char foot[FOOT];
	struct fl_buf *b = &t->seek;
	if (size < HEAD + FOOT || !read_at(fd, size - FOOT, FOOT, b))
		return false;
	memcpy(foot, b->data, FOOT);
	uint32_t n = u32_at(foot);
	unsigned flags = (unsigned char)foot[4];
	t->entry = flags & HAS_SUMS ? ENTRY + SUM : ENTRY;
	uint64_t len = HEAD + (uint64_t)n * t->entry + FOOT, sum = 0;
	if (u32_at(foot + 5) != FOOT_MAGIC || flags & RESERVED || n == 0 || n > FRAMES_MAX ||
		len > size || !read_at(fd, size - len, (size_t)len, b) ||
		u32_at(b->data) != TABLE_MAGIC || u32_at(b->data + 4) != len - HEAD)
		return false;
	for (uint32_t i = 0; i < n; i++)
		sum += u32_at(entry_at(t, i));
	t->frames = n - 1;
	return sum == size - len;
}

static bool read_tables(int fd, uint64_t size, struct tables *t)
{
	if (!read_seek(fd, size, t))
		return false;
	uint64_t len = u32_at(entry_at(t, t->frames));
	uint64_t at = size - t->seek.len - len;
	return len == HEAD + sizeof(rows_word) + 4 * t->frames &&
	       u32_at(entry_at(t, t->frames) + 4) == 0 && read_at(fd, at, (size_t)len, &t->rows) &&
	       u32_at(t->rows.data) == ROWS_MAGIC &&
	       memcmp(t->rows.data + HEAD, rows_word, sizeof(rows_word)) == 0;
}

static int not_there(const char *path, uint64_t rows, struct fl_error *err)
{
	return fl_error_set(err, FL_ENOTFOUND, "%s has %llu lines", path, (unsigned long long)rows);
}

static int line_of(struct fl_slice lines, uint64_t skip, struct fl_buf *out, struct fl_error *err)
{
	struct fl_slice line = {0};
	for (uint64_t i = 0; i <= skip; i++)
		if (!fl_slice_line(&lines, &line))
			return fl_error_set(
				err, FL_EPARSE, "a frame has fewer lines than the table says");
	fl_buf_slice(out, line);
	return fl_buf_error(out, "the line", err);
}

/* Line number `skip` (from 0) of the file, by its tables. */
static int seek_line(const char *path, int fd, const struct tables *t, uint64_t skip,
	struct fl_buf *out, struct fl_error *err)
{
	const char *rows = t->rows.data + HEAD + sizeof(rows_word);
	struct fl_buf packed, raw;
	uint64_t at = 0, before = 0;
	size_t i = 0;
	for (; i < t->frames && skip - before >= u32_at(rows + 4 * i); i++) {
		before += u32_at(rows + 4 * i);
		at += u32_at(entry_at(t, i));
	}
	if (i == t->frames)
		return not_there(path, before, err);
	size_t len = u32_at(entry_at(t, i)), raw_len = u32_at(entry_at(t, i) + 4);
	fl_buf_init(&packed, len + 1);
	fl_buf_init(&raw, (raw_len < LINE_FRAME_MAX ? raw_len : LINE_FRAME_MAX) + 1);
	int rc = read_at(fd, at, len, &packed)
			 ? fl_zst_expand(fl_buf_view(&packed), &raw, err)
			 : fl_error_set(err, FL_EIO, "frame %zu cannot be read", i);
	rc = rc ? rc : line_of(fl_buf_view(&raw), skip - before, out, err);
	if (rc)
		fl_error_wrap(err, "%s", path);
	fl_buf_release(&packed);
	fl_buf_release(&raw);
	return rc;
}

/* The same by counting from the beginning. */
static int count_to_line(
	const char *path, uint64_t number, struct fl_buf *out, struct fl_error *err)
{
	struct fl_lines *lines;
	struct fl_slice line;
	uint64_t i = 0;
	int rc = fl_lines_open(path, 0, &lines, err), more = 1;
	if (rc)
		return rc;
	while (i < number && (more = fl_lines_next(lines, &line, err)) == 1)
		i++;
	if (more < 0) {
		rc = more;
		fl_error_wrap(err, "%s:%llu", path, (unsigned long long)i + 1);
		if (err)
			err->line = 0; /* it is told */
	} else if (more == 0) {
		rc = not_there(path, i, err);
	} else {
		fl_buf_slice(out, line);
		rc = fl_buf_error(out, "the line", err);
	}
	fl_lines_close(lines);
	return rc;
}

int ds_seek_line(const char *path, uint64_t number, struct fl_buf *out, struct fl_error *err)
{
	struct tables t = {0};
	struct stat st;
	if (number == 0)
		return fl_error_set(err, FL_EINVAL, "lines are counted from 1");
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	size_t most = (size_t)FRAMES_MAX * (ENTRY + SUM) + HEAD + FOOT;
	fl_buf_init(&t.seek, most);
	fl_buf_init(&t.rows, most);
	bool has = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
		   read_tables(fd, (uint64_t)st.st_size, &t);
	int rc = has ? seek_line(path, fd, &t, number - 1, out, err)
		     : count_to_line(path, number, out, err);
	if (fd >= 0)
		close(fd);
	tables_release(&t);
	return rc;
}
