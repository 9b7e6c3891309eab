/*
 * Shards that can be read from the middle: a row of zstd frames, each of whole lines and
 * independent of the others, and behind them a seek table that says how long each is. To readers
 * that know nothing of it the table is a frame to be skipped, and the file one stream.
 *
 * The format is zstd's: contrib/seekable_format/zstd_seekable_compression_format.md of
 * https://github.com/facebook/zstd (version 0.1.0); all numbers are little-endian, of four bytes:
 *
 *	frames … | 0x184D2A5E, size of the rest | (compressed, decompressed size) … |
 *	number of frames, a byte of flags (0: no checksums here, frames have their own), 0x8F92EAB1
 *
 * That table knows bytes, not lines. So the frame before it, which the table lists as empty, is one
 * to be skipped as well, and ours: 0x184D2A5D, size of the rest, "fl-rows1", the lines of each
 * frame. Without it lines are counted from the beginning.
 */
#ifndef FL_DATASETS_SEEK_H
#define FL_DATASETS_SEEK_H

#include "base/buf.h"

/* Bytes of JSON in a frame: what it is by itself, and what may be asked for. */
enum { DS_SEEK_FRAME = 1 << 20, DS_SEEK_FRAME_MIN = 1 << 10, DS_SEEK_FRAME_MAX = 1 << 29 };

/*
 * Append lines as such a file. A frame ends with the first line with which it has `frame` bytes or
 * more. The bytes depend on the lines, the level and `frame` alone. FL_ELIMIT when out's maximum is
 * passed.
 */
int ds_seek_pack(
	struct fl_slice lines, int level, size_t frame, struct fl_buf *out, struct fl_error *err);

/*
 * The line of a file by its number (from 1), without its LF, appended to out. Of a file with both
 * tables one frame is read, of any other (one frame, plain text, a table that does not fit the
 * file) all lines before it. FL_ENOTFOUND when it has fewer, FL_EINVAL for number 0, else as
 * fl_lines_next().
 */
int ds_seek_line(const char *path, uint64_t number, struct fl_buf *out, struct fl_error *err);

#endif
