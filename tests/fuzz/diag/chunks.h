/*
 * For the fuzz targets of the parser: any bytes, whole and in two chunks cut where the first byte
 * says, must not crash it and must give the same diagnostics both times.
 */
#ifndef FL_FUZZ_CHUNKS_H
#define FL_FUZZ_CHUNKS_H

#include <stdlib.h>

#include "base/json.h"
#include "diag/parse.h"

enum { FUZZ_OUTPUT_MAX = 64 << 20 };

static inline int fuzz_collect(void *ctx, const struct diag_diagnostic *d)
{
	struct fl_buf *out = ctx;
	fl_json_object(out, &diag_diagnostic_shape, d);
	fl_buf_char(out, '\n');
	return 0;
}

static inline int fuzz_rest(void *ctx, struct fl_slice line)
{
	struct fl_buf *out = ctx;
	fl_buf_str(out, "rest ");
	fl_buf_slice(out, line);
	fl_buf_char(out, '\n');
	return 0;
}

static inline void fuzz_parse(
	struct fl_slice a, struct fl_slice b, enum diag_from from, struct fl_buf *out)
{
	struct diag_sink sink = {.diagnostic = fuzz_collect, .rest = fuzz_rest, .ctx = out};
	struct diag_parser *p;
	if (diag_parser_new(from, &sink, &p, NULL) || diag_parser_feed(p, a, NULL) ||
		diag_parser_feed(p, b, NULL) || diag_parser_finish(p, NULL))
		abort();
	diag_parser_free(p);
}

static inline void fuzz_chunks(const uint8_t *data, size_t size, enum diag_from from)
{
	struct fl_slice all = fl_slice((const char *)data, size);
	struct fl_buf whole, halves;
	size_t cut = size ? data[0] * size / 256 : 0;
	fl_buf_init(&whole, FUZZ_OUTPUT_MAX);
	fl_buf_init(&halves, FUZZ_OUTPUT_MAX);
	fuzz_parse(all, (struct fl_slice){0}, from, &whole);
	fuzz_parse(fl_slice_head(all, cut), fl_slice_skip(all, cut), from, &halves);
	if (!fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&halves)))
		abort();
	fl_buf_release(&whole);
	fl_buf_release(&halves);
}

#endif
