#include "debugsession/dap/protocol.h"

#include <strings.h>

/*
 * A tree of nodes takes more than its text: a byte or two of input ("1,") become one node. The
 * arena is bounded by a multiple of the body.
 */
enum { ARENA_FACTOR = 64, ARENA_BASE = 65536, SHOWN = 200 };

static const char length_field[] = "Content-Length:";

void dbg_dap_init(struct dbg_dap *d, size_t body_max, dbg_dap_sink sink, void *ctx)
{
	*d = (struct dbg_dap){
		.body_max = body_max ? body_max : DBG_DAP_BODY_MAX, .sink = sink, .ctx = ctx};
	fl_buf_init(&d->header, DBG_DAP_HEADER_MAX);
	fl_buf_init(&d->body, d->body_max);
}

void dbg_dap_release(struct dbg_dap *d)
{
	fl_buf_release(&d->header);
	fl_buf_release(&d->body);
}

static bool is_length(struct fl_slice line)
{
	size_t n = sizeof(length_field) - 1;
	return line.len >= n && strncasecmp(line.ptr, length_field, n) == 0;
}

/* The header is whole: how long is the body? */
static int read_header(struct dbg_dap *d, struct fl_error *err)
{
	struct fl_slice rest = fl_buf_view(&d->header), line;
	uint32_t length = 0;
	bool found = false;
	while (fl_slice_line(&rest, &line)) {
		if (!is_length(line))
			continue;
		struct fl_slice value =
			fl_slice_trim(fl_slice_skip(line, sizeof(length_field) - 1));
		if (fl_slice_uint(value, &length) != value.len || !value.len)
			return fl_error_set(err, FL_EPARSE,
				"a DAP message has the Content-Length \"%.*s\", which is no number",
				FL_ARG(fl_slice_head(value, SHOWN)));
		found = true;
	}
	if (!found)
		return fl_error_set(err, FL_EPARSE, "a DAP message has no Content-Length");
	if (length > d->body_max)
		return fl_error_set(err, FL_ELIMIT,
			"a DAP message has %u bytes; %zu are the most that is read", length,
			d->body_max);
	d->length = length;
	d->in_body = true;
	return 0;
}

static bool header_whole(const struct fl_buf *h)
{
	struct fl_slice s = fl_buf_view(h);
	return fl_slice_ends(s, "\n\r\n") || fl_slice_ends(s, "\n\n");
}

/* Take header bytes up to its end; a byte may wait for its line's end in the next chunk. */
static int take_header(struct dbg_dap *d, struct fl_slice *chunk, struct fl_error *err)
{
	while (chunk->len && !d->in_body) {
		ptrdiff_t end = fl_slice_chr(*chunk, '\n');
		size_t n = end < 0 ? chunk->len : (size_t)end + 1;
		fl_buf_slice(&d->header, fl_slice_head(*chunk, n));
		*chunk = fl_slice_skip(*chunk, n);
		int rc = fl_buf_error(&d->header, "the header of a DAP message", err);
		if (rc == 0 && header_whole(&d->header))
			rc = read_header(d, err);
		if (rc)
			return rc;
	}
	return 0;
}

static int hand_out(struct dbg_dap *d)
{
	struct dbg_dap_message m = {.body = fl_buf_view(&d->body)};
	fl_arena_init(&m.arena, ARENA_BASE + ARENA_FACTOR * d->length);
	if (fl_json_parse(m.body, &m.arena, &m.root, NULL) || m.root->type != FL_JOBJECT) {
		m.root = NULL;
		m.body = fl_slice_head(m.body, SHOWN);
	}
	int rc = d->sink(d->ctx, &m);
	fl_arena_release(&m.arena);
	fl_buf_clear(&d->header);
	fl_buf_clear(&d->body);
	d->in_body = false;
	return rc;
}

int dbg_dap_push(struct dbg_dap *d, struct fl_slice chunk, struct fl_error *err)
{
	while (chunk.len) {
		int rc = d->in_body ? 0 : take_header(d, &chunk, err);
		if (rc)
			return rc;
		if (!d->in_body)
			return 0;
		struct fl_slice part = fl_slice_head(chunk, d->length - d->body.len);
		fl_buf_slice(&d->body, part);
		chunk = fl_slice_skip(chunk, part.len);
		rc = fl_buf_error(&d->body, "a DAP message", err);
		if (rc == 0 && d->body.len == d->length)
			rc = hand_out(d);
		if (rc)
			return rc;
	}
	return 0;
}

int dbg_dap_end(const struct dbg_dap *d, struct fl_error *err)
{
	if (!d->in_body && d->header.len == 0)
		return 0;
	return fl_error_set(err, FL_ECLOSED, "the DAP stream ended in the middle of a message");
}

void dbg_dap_frame(struct fl_buf *out, struct fl_slice json)
{
	fl_buf_printf(out, "%s %zu\r\n\r\n", length_field, json.len);
	fl_buf_slice(out, json);
}

void dbg_dap_keep(struct dbg_dap_message *message, struct fl_arena *ret_arena)
{
	*ret_arena = message->arena;
	fl_arena_init(&message->arena, 0);
}
