/*
 * Any bytes as serialized diagnostics, whole and in two chunks cut where the first byte behind the
 * magic number says: no crash, and the same diagnostics both times. The magic number is put in.
 */
#include <stdlib.h>

#include "base/json.h"
#include "diag/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OUTPUT_MAX = 64 << 20, MAGIC_LEN = 4 };

static int collect(void *ctx, const struct diag_diagnostic *d)
{
	struct fl_buf *out = ctx;
	fl_json_object(out, &diag_diagnostic_shape, d);
	fl_buf_char(out, '\n');
	return 0;
}

static void parse(struct fl_slice a, struct fl_slice b, struct fl_buf *out)
{
	struct diag_sink sink = {.diagnostic = collect, .ctx = out};
	struct diag_parser *p;
	if (diag_parser_new(DIAG_FROM_DIA, &sink, &p, NULL) ||
		diag_parser_feed(p, FL_S("DIAG"), NULL) || diag_parser_feed(p, a, NULL) ||
		diag_parser_feed(p, b, NULL) || diag_parser_finish(p, NULL))
		abort();
	diag_parser_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice all = fl_slice_skip(fl_slice((const char *)data, size), MAGIC_LEN);
	struct fl_buf whole, halves;
	size_t cut = all.len ? (unsigned char)all.ptr[0] * all.len / 256 : 0;
	fl_buf_init(&whole, OUTPUT_MAX);
	fl_buf_init(&halves, OUTPUT_MAX);
	parse(all, (struct fl_slice){0}, &whole);
	parse(fl_slice_head(all, cut), fl_slice_skip(all, cut), &halves);
	if (!fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&halves)))
		abort();
	fl_buf_release(&whole);
	fl_buf_release(&halves);
	return 0;
}
