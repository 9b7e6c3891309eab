/*
 * libfaultline-diag: what compilers and linkers print, as one JSON object or C++ struct literal a
 * diagnostic. Plain C types only, so that any language's foreign function interface can call it.
 *
 *	static int show(void *ctx, const char *text, size_t len)
 *	{
 *		return fwrite(text, 1, len, ctx) == len && fputc('\n', ctx) != EOF ? 0 : 1;
 *	}
 *	struct diag_stream *s = diag_stream_new(show, stdout);
 *	diag_stream_set(s, "notes", "full");
 *	while ((n = fread(buffer, 1, sizeof(buffer), log)) > 0)
 *		diag_stream_feed(s, buffer, n);
 *	if (diag_stream_finish(s))
 *		fprintf(stderr, "%s\n", diag_stream_error(s));
 *	diag_stream_free(s);
 *
 * Streams are independent of each other; one is used by one thread at a time. The input may come in
 * chunks of any size and holds what `diag2struct --from=auto` reads. No function here prints, exits
 * or opens a file (but those below "source-root").
 */
#ifndef FAULTLINE_DIAG_H
#define FAULTLINE_DIAG_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DIAG_API __attribute__((visibility("default")))
#else
#define DIAG_API
#endif

struct diag_stream;

/*
 * Called with each diagnostic: len bytes of UTF-8 (plain text: with whatever bytes were read) at
 * text, followed by a NUL, valid during the call only. JSON comes without a newline. A result other
 * than 0 stops the stream: diag_stream_feed() and diag_stream_finish() then return it.
 */
typedef int (*diag_stream_fn)(void *ctx, const char *text, size_t len);

/* The library's version, "MAJOR.MINOR.PATCH". */
DIAG_API const char *diag_stream_version(void);

/* A new stream that calls fn with ctx; NULL when there is no memory. */
DIAG_API struct diag_stream *diag_stream_new(diag_stream_fn fn, void *ctx);
DIAG_API void diag_stream_free(struct diag_stream *s);

/*
 * Set an option before the first bytes are fed; names, values and defaults as diag2struct's:
 *
 *	from         auto, text, gcc-json, …
 *	prefix       auto, none, the name of a form (docs/prefixes.md), or a regular expression
 *	to           jsonl (default), struct, text
 *	style        full, compact; for struct
 *	markers      none (default), compile; for struct
 *	notes        full, summary, none or a number
 *	columns      native, byte, codepoint, display
 *	tab          1 to 64
 *	source-root  a directory
 *	min-level    fatal, error, warning, note, remark
 *	max-bytes    64 or more, for each diagnostic
 *	thought      yes, no
 *	platform     a platform header's text
 *
 * 0, or a negative number when there is no such option or value (diag_stream_error() says which).
 */
DIAG_API int diag_stream_set(struct diag_stream *s, const char *option, const char *value);

/* Take the next len bytes (text may be NULL when len is 0). 0, or negative when memory ran out. */
DIAG_API int diag_stream_feed(struct diag_stream *s, const char *text, size_t len);

/* The input is complete: what is still open comes out. Call it once. Results as of feed. */
DIAG_API int diag_stream_finish(struct diag_stream *s);

/* What went wrong last, as a sentence; "" when nothing did. Valid until the stream's next call. */
DIAG_API const char *diag_stream_error(const struct diag_stream *s);

#ifdef __cplusplus
}
#endif

#endif
