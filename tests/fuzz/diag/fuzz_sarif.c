/*
 * Any bytes as diagnostics: written as SARIF and read back they are the same, what was written is
 * JSON, and reading SARIF does not depend on the chunks (the first byte says how large).
 */
#include <stdlib.h>

#include "base/json.h"
#include "diag/parse.h"
#include "diag/json/sarif.h"

enum { ARENA = 64 << 20, OUTPUT = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
	if (!good)
		abort();
}

static int to_json(void *ctx, const struct diag_diagnostic *d)
{
	fl_json_object(ctx, &diag_diagnostic_shape, d);
	fl_buf_char(ctx, '\n');
	return 0;
}

static void read_all(struct fl_slice text, size_t chunk, struct fl_buf *out)
{
	struct diag_sink sink = {.diagnostic = to_json, .ctx = out};
	struct diag_parser *p;
	fl_buf_init(out, OUTPUT);
	check(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL) == 0);
	for (; text.len; text = fl_slice_skip(text, chunk))
		check(diag_parser_feed(p, fl_slice_head(text, chunk), NULL) == 0);
	check(diag_parser_finish(p, NULL) == 0);
	diag_parser_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_arena a;
	struct fl_buf whole, parts, written, back;
	struct fl_list list;
	const struct fl_json *tree = NULL;
	size_t chunk = size ? data[0] % 32 + 1U : 1;
	struct fl_slice text = size ? fl_slice((const char *)data + 1, size - 1) : FL_S("");
	read_all(text, SIZE_MAX, &whole);
	read_all(text, chunk, &parts);
	check(fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&parts)));
	fl_arena_init(&a, ARENA);
	fl_buf_init(&written, OUTPUT);
	if (diag_parse(text, DIAG_FROM_AUTO, &a, &list, NULL) == 0) {
		struct fl_items items = diag_items(&a, &list);
		diag_sarif_write(&written, &items);
		read_all(fl_buf_view(&written), chunk, &back);
		check(!written.failed);
		check(fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&back)));
		check(fl_json_parse(fl_buf_view(&written), &a, &tree, NULL) == 0 || a.failed);
		fl_buf_release(&back);
	}
	fl_buf_release(&written);
	fl_buf_release(&whole);
	fl_buf_release(&parts);
	fl_arena_release(&a);
	return 0;
}
