/* Any bytes through the prefixes: the same bytes on the same lanes, whatever the chunks are. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/prefix/prefix.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OUT_MAX = 64 << 20 };

struct run {
	struct fl_prefix *p;
	struct fl_buf lanes[FL_PREFIX_LANES], all;
};

static void check(bool good)
{
	if (!good)
		abort();
}

static int take(void *ctx, size_t lane, struct fl_slice bytes)
{
	struct run *r = ctx;
	fl_buf_slice(&r->lanes[lane], bytes);
	return 0;
}

static int end(void *ctx, size_t lane)
{
	struct run *r = ctx;
	fl_buf_printf(&r->all, "{%.*s}", FL_ARG(fl_prefix_lane(r->p, lane)));
	fl_buf_slice(&r->all, fl_buf_view(&r->lanes[lane]));
	fl_buf_clear(&r->lanes[lane]);
	return 0;
}

/* In chunks; *ret_out: what came, lane by lane. */
static void run(struct fl_slice bytes, size_t chunk, struct fl_buf *ret_out)
{
	struct run r = {.p = NULL};
	struct fl_prefix_sink sink = {.bytes = take, .end = end, .ctx = &r};
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		fl_buf_init(&r.lanes[i], OUT_MAX);
	fl_buf_init(&r.all, OUT_MAX);
	check(!fl_prefix_new(NULL, &sink, &r.p, NULL));
	for (; bytes.len; bytes = fl_slice_skip(bytes, chunk))
		check(!fl_prefix_feed(r.p, fl_slice_head(bytes, chunk), NULL));
	check(!fl_prefix_finish(r.p, NULL));
	fl_buf_slice(ret_out, fl_buf_view(&r.lanes[0]));
	fl_buf_slice(ret_out, fl_buf_view(&r.all));
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		fl_buf_release(&r.lanes[i]);
	fl_buf_release(&r.all);
	fl_prefix_free(r.p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_buf whole, parts;
	struct fl_slice bytes = fl_slice((const char *)data, size);
	fl_buf_init(&whole, OUT_MAX);
	fl_buf_init(&parts, OUT_MAX);
	run(bytes, size ? size : 1, &whole);
	run(bytes, size % 13 + 1, &parts);
	check(fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&parts)));
	fl_buf_release(&parts);
	fl_buf_release(&whole);
	return 0;
}
