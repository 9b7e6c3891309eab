/*
 * The only gateway to zstd (RFC 8878).
 *
 * Written: a frame with a checksum and its content size. The same bytes and level give the same
 * frame with the same library.
 *
 * Read: any number of frames, skippable ones between them allowed, or plain text. Whatever is not
 * whole is an error, never a short read: a frame that ends early, bytes behind the last frame, a
 * checksum that does not match.
 */
#ifndef FL_BASE_ZST_H
#define FL_BASE_ZST_H

#include "base/buf.h"

/* Level of a shard, and the levels that zstd has. */
enum { FL_ZST_LEVEL = 10, FL_ZST_LEVEL_MIN = 1, FL_ZST_LEVEL_MAX = 19 };

/* Append raw as one frame. FL_ELIMIT when out's maximum is passed. */
int fl_zst_compress(struct fl_slice raw, int level, struct fl_buf *out, struct fl_error *err);

/*
 * A frame that is made while its content comes, by two threads of zstd's own. Its bytes depend on
 * the content and the level alone, not on the pieces that it came in, and are others than those of
 * fl_zst_compress(). As that one it tells its size, which is known in the end only: zstd's header
 * without it is made one with it (RFC 8878, 3.1.1.1).
 */
struct fl_zst_frame;

/* FL_ENOMEM. The caller frees it. */
int fl_zst_frame_new(int level, struct fl_zst_frame **ret_frame, struct fl_error *err);

/* A piece; what is ready of the frame stays inside. FL_ENOMEM, FL_ELIMIT (2 GiB). */
int fl_zst_frame_add(struct fl_zst_frame *f, struct fl_slice raw, struct fl_error *err);

/* The whole frame, which lives until the next piece: that begins another one. */
int fl_zst_frame_end(struct fl_zst_frame *f, struct fl_slice *ret_frame, struct fl_error *err);

/* NULL is allowed. */
void fl_zst_frame_free(struct fl_zst_frame *f);

/*
 * Append the content of all frames. FL_EPARSE when something is not whole or is no zstd (no bytes
 * at all are no zstd either), FL_ELIMIT when out's maximum is passed. On failure out may have
 * content that is to be thrown away.
 */
int fl_zst_expand(struct fl_slice packed, struct fl_buf *out, struct fl_error *err);

/* Lines of a file, one after the other. */
struct fl_lines;

enum { FL_LINE_MAX = 64 << 20 }; /* bytes, without its LF */

/*
 * Open a file, or standard input for "-". A name that ends in ".zst" must hold zstd; otherwise the
 * first bytes decide between zstd and plain text. line_max: bytes, 0 for FL_LINE_MAX.
 */
int fl_lines_open(
	const char *path, size_t line_max, struct fl_lines **ret_lines, struct fl_error *err);

/* The same of a descriptor, which is closed with the lines, or on failure. */
int fl_lines_take(int fd, size_t line_max, struct fl_lines **ret_lines, struct fl_error *err);

/*
 * From here on a line that is too long is no error: it is passed over, and given as the empty slice
 * with a NULL pointer.
 */
void fl_lines_skip_long(struct fl_lines *lines);

/*
 * The next line without its LF, valid until the next call; a last line may lack the LF. Returns 1,
 * 0 at the end, or a code: FL_EPARSE (also for a line that is too long: no tool of ours writes
 * such) or FL_EIO. err->line is the number of the line. After an error every call fails the same
 * way.
 */
int fl_lines_next(struct fl_lines *lines, struct fl_slice *ret_line, struct fl_error *err);

/* Did the line that was given last end with an LF? A last line that does not may be cut short. */
bool fl_lines_ended(const struct fl_lines *lines);

/* Close and free. NULL is allowed. */
void fl_lines_close(struct fl_lines *lines);

#endif
