/*
 * The report parser on any bytes: whole, in chunks and cut short. The first byte is the size of the
 * chunks. Whole and chunked must give the same reports, and each must be fit to be written.
 */
#include <stdlib.h>

#include "base/json.h"
#include "sanitize/run/evidence.h"
#include "sanitize/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What sanitize/parse.h promises of a report, and a small limit so that inputs reach it. */
enum { ARENA_MAX = 64 << 20, FRAMES_MAX = 20, STACKS_MAX = 64, VARIABLES_MAX = 256 };

static const struct san_parse_opts opts = {
	.strip = FL_LIT("/box/"), .addresses = true, .frames_max = FRAMES_MAX};

static int parse_chunks(
	struct fl_slice log, size_t chunk, struct fl_arena *a, struct san_reports *ret_reports)
{
	struct san_parser *p = san_parser_new(&opts, a);
	if (!p)
		return FL_ENOMEM;
	while (log.len) {
		san_parser_feed(p, fl_slice_head(log, chunk));
		log = fl_slice_skip(log, chunk);
	}
	int rc = san_parser_finish(p, ret_reports, NULL);
	san_parser_free(p);
	return rc;
}

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void check_stacks(const struct san_report *r)
{
	require(r->stacks.len <= STACKS_MAX && r->variables.len <= VARIABLES_MAX);
	for (size_t i = 0; i < r->stacks.len; i++) {
		const struct san_stack *s = fl_list_at(&r->stacks, &san_stack_shape, i);
		require(s->frames.len <= FRAMES_MAX);
		require(s->role >= 0 && s->role < SAN_ROLE_COUNT);
	}
}

static bool is_hash(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		if (fl_hex_value(s.ptr[i]) < 0)
			return false;
	return s.len == 16;
}

static void check_report(const struct san_report *r)
{
	struct fl_buf out;
	fl_buf_init(&out, ARENA_MAX);
	fl_json_object(&out, &san_report_shape, r);
	require(out.failed == 0);
	require(r->kind.len > 0 && fl_slice_chr(r->kind, ' ') < 0);
	require(is_hash(r->hash));
	require(r->error_class > 0 && r->error_class < DIAG_CLASS_COUNT);
	require(r->tool > SAN_TOOL_NONE && r->tool < SAN_TOOL_COUNT);
	require(r->line >= 0 && r->col >= 0 && (r->line == 0 || r->file.len > 0));
	check_stacks(r);
	fl_buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice log = fl_slice((const char *)data, size);
	struct san_reports whole, chunked, cut;
	struct fl_arena a;
	struct san_report evidence;
	size_t chunk = size ? (size_t)data[0] % 64 + 1 : 1;
	fl_arena_init(&a, ARENA_MAX);
	int rc = san_parse(log, &opts, &a, &whole, NULL);
	int again = parse_chunks(log, chunk, &a, &chunked);
	if (!rc && !again) {
		require(whole.list.len == chunked.list.len && whole.dropped == chunked.dropped);
		for (size_t i = 0; i < whole.list.len; i++) {
			const struct san_report *r = fl_list_at(&whole.list, &san_report_shape, i);
			check_report(r);
			require(fl_object_eq(&san_report_shape, r,
				fl_list_at(&chunked.list, &san_report_shape, i)));
		}
		san_evidence(NULL, whole.list.len ? whole.list.items : NULL,
			&(struct san_texts){.err = log, .log = log}, &a, &evidence);
		require(evidence.kind.len > 0);
	}
	(void)san_parse(fl_slice_head(log, size / 2), &opts, &a, &cut, NULL);
	fl_arena_release(&a);
	return 0;
}
