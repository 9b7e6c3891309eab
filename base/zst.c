#include "base/zst.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

/* Bytes read from a file, and made from a frame, at a time. */
enum { IN_SIZE = 1 << 17, OUT_SIZE = 1 << 18, MAGIC_SIZE = 4 };

enum { WIDE = 3 /* up to this level windows are wide */ };

/*
 * What a level is to zstd. Records repeat their files, so that a window of 4 MiB finds more than
 * the second table that zstd's level 3 has: with level 2's one table it packs smaller, and faster.
 */
static size_t set_level(ZSTD_CCtx *ctx, int level)
{
	enum { WIDE_AS = 2, WINDOW_LOG = 22 };
	size_t n = ZSTD_CCtx_setParameter(
		ctx, ZSTD_c_compressionLevel, level == WIDE ? WIDE_AS : level);
	if (!ZSTD_isError(n) && level <= WIDE)
		n = ZSTD_CCtx_setParameter(ctx, ZSTD_c_windowLog, WINDOW_LOG);
	return n;
}

int fl_zst_compress(struct fl_slice raw, int level, struct fl_buf *out, struct fl_error *err)
{
	size_t bound = ZSTD_compressBound(raw.len);
	char *packed = malloc(bound);
	ZSTD_CCtx *ctx = ZSTD_createCCtx();
	int rc;
	if (!packed || !ctx) {
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for the compressed data");
		goto done;
	}
	/* ZSTD_compress2() knows the size and so pledges it. */
	size_t n = set_level(ctx, level);
	ZSTD_CCtx_setParameter(ctx, ZSTD_c_checksumFlag, 1);
	ZSTD_CCtx_setParameter(ctx, ZSTD_c_contentSizeFlag, 1);
	if (!ZSTD_isError(n))
		n = ZSTD_compress2(ctx, packed, bound, raw.ptr, raw.len);
	if (ZSTD_isError(n)) {
		rc = fl_error_set(
			err, FL_EINTERNAL, "zstd cannot compress: %s", ZSTD_getErrorName(n));
		goto done;
	}
	fl_buf_add(out, packed, n);
	rc = fl_buf_error(out, "the compressed data", err);
done:
	ZSTD_freeCCtx(ctx);
	free(packed);
	return rc;
}

/* ---- a frame as its content comes ---- */

/*
 * What a frame begins with (RFC 8878, 3.1.1.1): the magic number, a byte that describes the header,
 * one of the window; then, where two bits of the first say so, the content size.
 */
enum {
	AT_DESCRIPTOR = MAGIC_SIZE,
	HEAD_SIZE = MAGIC_SIZE + 2,
	SIZE_SIZE = 8,
	HAS_CHECKSUM = 1 << 2, /* of the descriptor: and nothing else, no dictionary, no size */
	HAS_SIZE = 3 << 6, /* of eight bytes */
	FRAME_WORKERS = 2,
	/* Bytes that a worker packs at a time, of a wide window and else; a frame has memory for five */
	PART_WIDE = 4 << 20,
	PART = 8 << 20
};

#define FRAME_MAX ((size_t)2 << 30)

struct fl_zst_frame {
	ZSTD_CCtx *ctx;
	struct fl_buf out; /* SIZE_SIZE bytes that are not used, then the frame as zstd makes it */
	uint64_t size; /* of the content */
	bool ended;
};

static int set_up(ZSTD_CCtx *ctx, int level, struct fl_error *err)
{
	const struct {
		ZSTD_cParameter name;
		int value;
	} all[] = {{ZSTD_c_checksumFlag, 1}, {ZSTD_c_contentSizeFlag, 0},
		{ZSTD_c_nbWorkers, FRAME_WORKERS},
		{ZSTD_c_jobSize, level <= WIDE ? PART_WIDE : PART}};
	size_t n = set_level(ctx, level);
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]) && !ZSTD_isError(n); i++)
		n = ZSTD_CCtx_setParameter(ctx, all[i].name, all[i].value);
	return ZSTD_isError(n) ? fl_error_set(err, FL_EINTERNAL, "zstd cannot be set up: %s",
					 ZSTD_getErrorName(n))
			       : 0;
}

int fl_zst_frame_new(int level, struct fl_zst_frame **ret_frame, struct fl_error *err)
{
	struct fl_zst_frame *f = calloc(1, sizeof(*f));
	if (!f)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a frame");
	fl_buf_init(&f->out, FRAME_MAX);
	f->ended = true;
	f->ctx = ZSTD_createCCtx();
	int rc = f->ctx ? set_up(f->ctx, level, err)
			: fl_error_set(err, FL_ENOMEM, "out of memory for a frame");
	if (rc)
		fl_zst_frame_free(f);
	else
		*ret_frame = f;
	return rc;
}

void fl_zst_frame_free(struct fl_zst_frame *f)
{
	if (!f)
		return;
	ZSTD_freeCCtx(f->ctx);
	fl_buf_release(&f->out);
	free(f);
}

/*
 * Hand in a piece, take what there is; *ret_left: bytes that are still to come out. zstd starts its
 * threads with the first piece, and signals are for ours.
 */
static int step(struct fl_zst_frame *f, ZSTD_inBuffer *in, ZSTD_EndDirective what, size_t *ret_left,
	struct fl_error *err)
{
	sigset_t all, before;
	if (fl_buf_reserve(&f->out, OUT_SIZE))
		return fl_buf_error(&f->out, "the compressed data", err);
	ZSTD_outBuffer out = {f->out.data + f->out.len, OUT_SIZE, 0};
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	*ret_left = ZSTD_compressStream2(f->ctx, &out, in, what);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (ZSTD_isError(*ret_left))
		return fl_error_set(err, FL_EINTERNAL, "zstd cannot compress: %s",
			ZSTD_getErrorName(*ret_left));
	fl_buf_truncate(&f->out, f->out.len + out.pos);
	return 0;
}

static void begin(struct fl_zst_frame *f)
{
	ZSTD_CCtx_reset(f->ctx, ZSTD_reset_session_only);
	fl_buf_clear(&f->out);
	fl_buf_fill(&f->out, 0, SIZE_SIZE);
	f->size = 0;
	f->ended = false;
}

int fl_zst_frame_add(struct fl_zst_frame *f, struct fl_slice raw, struct fl_error *err)
{
	ZSTD_inBuffer in = {raw.ptr, raw.len, 0};
	size_t left;
	int rc = 0;
	if (f->ended)
		begin(f);
	f->size += raw.len;
	while (rc == 0 && in.pos < in.size)
		rc = step(f, &in, ZSTD_e_continue, &left, err);
	return rc;
}

/* The header with the size; *ret_frame begins with it. */
static int put_size(struct fl_zst_frame *f, struct fl_slice *ret_frame, struct fl_error *err)
{
	char *head = f->out.data + SIZE_SIZE;
	if (f->out.len < SIZE_SIZE + HEAD_SIZE || head[AT_DESCRIPTOR] != HAS_CHECKSUM)
		return fl_error_set(err, FL_EINTERNAL, "zstd begins a frame in an unknown way");
	memmove(f->out.data, head, HEAD_SIZE);
	f->out.data[AT_DESCRIPTOR] |= (char)HAS_SIZE;
	for (unsigned i = 0; i < SIZE_SIZE; i++)
		f->out.data[HEAD_SIZE + i] = (char)(f->size >> 8 * i);
	*ret_frame = fl_buf_view(&f->out);
	return 0;
}

int fl_zst_frame_end(struct fl_zst_frame *f, struct fl_slice *ret_frame, struct fl_error *err)
{
	ZSTD_inBuffer in = {"", 0, 0};
	size_t left = 1;
	int rc = 0;
	if (f->ended)
		begin(f);
	while (rc == 0 && left)
		rc = step(f, &in, ZSTD_e_end, &left, err);
	f->ended = true;
	return rc ? rc : put_size(f, ret_frame, err);
}

/* Frames under decompression. */
struct frames {
	ZSTD_DStream *ctx;
	char *chunk; /* OUT_SIZE bytes */
	bool open; /* a frame has begun and is not whole yet */
	bool flushed; /* nothing more comes without more input */
};

static int frames_init(struct frames *f, struct fl_error *err)
{
	*f = (struct frames){
		.ctx = ZSTD_createDStream(), .chunk = malloc(OUT_SIZE), .flushed = true};
	if (!f->ctx || !f->chunk)
		return fl_error_set(err, FL_ENOMEM, "out of memory for decompression");
	return 0;
}

static void frames_release(struct frames *f)
{
	ZSTD_freeDStream(f->ctx);
	free(f->chunk);
}

/* One step: take from *in, append to out. */
static int frames_step(
	struct frames *f, ZSTD_inBuffer *in, struct fl_buf *out, struct fl_error *err)
{
	/* In place, but near to its maximum: what there is no room for has to be seen as such. */
	bool place =
		!out->failed && out->max - out->len >= OUT_SIZE && !fl_buf_reserve(out, OUT_SIZE);
	ZSTD_outBuffer o = {.dst = place ? out->data + out->len : f->chunk, .size = OUT_SIZE};
	size_t n = ZSTD_decompressStream(f->ctx, &o, in);
	if (place)
		fl_buf_truncate(out, out->len + (ZSTD_isError(n) ? 0 : o.pos));
	if (ZSTD_isError(n))
		return fl_error_set(err, FL_EPARSE, "damaged zstd data: %s", ZSTD_getErrorName(n));
	f->open = n != 0;
	f->flushed = n == 0 || o.pos < o.size;
	if (!place)
		fl_buf_add(out, o.dst, o.pos);
	return fl_buf_error(out, "the decompressed data", err);
}

static int truncated(struct fl_error *err)
{
	return fl_error_set(err, FL_EPARSE, "the zstd data ends before its frame does");
}

int fl_zst_expand(struct fl_slice packed, struct fl_buf *out, struct fl_error *err)
{
	ZSTD_inBuffer in = {.src = packed.ptr, .size = packed.len};
	struct frames f;
	int rc = frames_init(&f, err);
	if (rc == 0 && packed.len == 0)
		rc = truncated(err);
	while (rc == 0 && (in.pos < in.size || !f.flushed))
		rc = frames_step(&f, &in, out, err);
	if (rc == 0 && f.open)
		rc = truncated(err);
	frames_release(&f);
	return rc;
}

struct fl_lines {
	int fd;
	bool packed; /* zstd; else plain text */
	bool decided; /* packed is known */
	bool must; /* the name says zstd */
	bool ended; /* the file has no more bytes */
	bool skips, skipping; /* lines that are too long; one of which is being read */
	bool whole; /* the line given out last had its LF */
	size_t line_max;
	unsigned number; /* of the line given out last */
	struct frames frames;
	char *bytes; /* IN_SIZE bytes read from the file */
	ZSTD_inBuffer in;
	struct fl_buf text; /* lines to come start at `start` */
	size_t start, scanned;
	struct fl_error failure; /* what every further call answers */
};

int fl_lines_take(int fd, size_t line_max, struct fl_lines **ret_lines, struct fl_error *err)
{
	struct fl_lines *l = calloc(1, sizeof(*l));
	if (!l) {
		close(fd);
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	}
	l->line_max = line_max ? line_max : FL_LINE_MAX;
	l->bytes = malloc(IN_SIZE);
	l->in.src = l->bytes;
	fl_buf_init(&l->text, l->line_max + OUT_SIZE);
	l->fd = fd;
	int rc = frames_init(&l->frames, err);
	if (rc == 0 && !l->bytes)
		rc = fl_error_set(err, FL_ENOMEM, "out of memory");
	if (rc) {
		fl_lines_close(l);
		return rc;
	}
	*ret_lines = l;
	return 0;
}

int fl_lines_open(
	const char *path, size_t line_max, struct fl_lines **ret_lines, struct fl_error *err)
{
	int fd = STDIN_FILENO;
	int rc = strcmp(path, "-") != 0 ? fl_input_open(path, &fd, err) : 0;
	rc = rc ? rc : fl_lines_take(fd, line_max, ret_lines, err);
	if (rc == 0)
		(*ret_lines)->must = fl_slice_ends(fl_slice_str(path), ".zst");
	return rc;
}

void fl_lines_skip_long(struct fl_lines *lines)
{
	lines->skips = true;
}

void fl_lines_close(struct fl_lines *lines)
{
	if (!lines)
		return;
	if (lines->fd > STDIN_FILENO)
		close(lines->fd);
	frames_release(&lines->frames);
	fl_buf_release(&lines->text);
	free(lines->bytes);
	free(lines);
}

/* Read more bytes of the file behind those that are there already. */
static int read_more(struct fl_lines *l, struct fl_error *err)
{
	if (l->in.pos == l->in.size)
		l->in.pos = l->in.size = 0;
	ssize_t n;
	do
		n = read(l->fd, l->bytes + l->in.size, IN_SIZE - l->in.size);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read");
	l->in.size += (size_t)n;
	l->ended = n == 0;
	return 0;
}

/* A frame's first four bytes, or those of a skippable one (RFC 8878, 3.1). */
static bool is_magic(const char *bytes)
{
	uint32_t v = 0;
	for (unsigned i = 0; i < MAGIC_SIZE; i++)
		v |= (uint32_t)(unsigned char)bytes[i] << (8 * i);
	return v == ZSTD_MAGICNUMBER ||
	       (v & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

static int decide(struct fl_lines *l, struct fl_error *err)
{
	while (l->in.size < MAGIC_SIZE && !l->ended) {
		int rc = read_more(l, err);
		if (rc)
			return rc;
	}
	l->packed = l->must || (l->in.size >= MAGIC_SIZE && is_magic(l->bytes));
	l->decided = true;
	return l->packed && l->in.size == 0 ? truncated(err) : 0;
}

/* Make more text. Returns 1, 0 when there is no more, or a code. */
static int fill(struct fl_lines *l, struct fl_error *err)
{
	int rc = l->decided ? 0 : decide(l, err);
	if (rc)
		return rc;
	if (l->in.pos == l->in.size && (!l->packed || l->frames.flushed)) {
		if (!l->ended)
			rc = read_more(l, err);
		if (rc)
			return rc;
		if (l->ended)
			return l->packed && l->frames.open ? truncated(err) : 0;
	}
	if (l->packed) {
		rc = frames_step(&l->frames, &l->in, &l->text, err);
	} else {
		fl_buf_add(&l->text, l->bytes + l->in.pos, l->in.size - l->in.pos);
		l->in.pos = l->in.size;
		rc = fl_buf_error(&l->text, "the text", err);
	}
	return rc ? rc : 1;
}

/* Move what is not given out yet to the front. */
static void compact(struct fl_lines *l)
{
	size_t rest = l->text.len - l->start;
	if (l->start)
		memmove(l->text.data, l->text.data + l->start, rest);
	fl_buf_truncate(&l->text, rest);
	l->start = 0;
	l->scanned = rest;
}

static int next_line(struct fl_lines *l, struct fl_slice *ret_line, struct fl_error *err)
{
	for (;;) {
		const char *from = l->text.data + l->scanned;
		const char *lf = memchr(from, '\n', l->text.len - l->scanned);
		size_t end = lf ? (size_t)(lf - l->text.data) : l->text.len;
		if (end - l->start > l->line_max && !l->skips)
			return fl_error_set(
				err, FL_EPARSE, "the line has more than %zu bytes", l->line_max);
		if (end - l->start > l->line_max || l->skipping) {
			l->skipping = true;
			l->start = end;
		}
		if (!lf) {
			compact(l);
			int rc = fill(l, err);
			if (rc < 0)
				return rc;
			if (rc > 0)
				continue;
			end = l->text.len;
			if (end == 0 && !l->skipping)
				return 0;
		}
		*ret_line = l->skipping ? fl_slice(NULL, 0)
					: fl_slice(l->text.data + l->start, end - l->start);
		l->start = l->scanned = lf ? end + 1 : end;
		l->skipping = false;
		l->whole = lf;
		l->number++;
		return 1;
	}
}

bool fl_lines_ended(const struct fl_lines *lines)
{
	return lines->whole;
}

int fl_lines_next(struct fl_lines *lines, struct fl_slice *ret_line, struct fl_error *err)
{
	if (lines->failure.code == 0) {
		int rc = next_line(lines, ret_line, &lines->failure);
		if (rc >= 0)
			return rc;
		lines->failure.line = lines->number + 1;
	}
	if (err)
		*err = lines->failure;
	return lines->failure.code;
}
