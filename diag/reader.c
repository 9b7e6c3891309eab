/* Lanes and their parsers. */
#include "diag/reader.h"

#include <stdlib.h>

struct lane {
	struct diag_reader *reader;
	struct diag_parser *parser; /* NULL: nothing came yet */
	size_t id;
};

struct diag_reader {
	struct diag_reader_opts opts;
	struct diag_sink sink;
	struct fl_prefix *prefix;
	const char *tool; /* that is expected, or NULL */
	struct lane lanes[FL_PREFIX_LANES];
	struct diag_stats ended; /* of lanes that are no more */
	struct diag_heads heads;
	struct fl_error err; /* of the parser that failed */
};

static int take(void *ctx, const struct diag_diagnostic *d)
{
	struct lane *lane = ctx;
	struct diag_reader *r = lane->reader;
	struct diag_diagnostic named = *d;
	if (!lane->id) {
		diag_heads_add(&r->heads, d);
		return r->sink.diagnostic(r->sink.ctx, d);
	}
	named.lane = fl_prefix_lane(r->prefix, lane->id);
	return r->sink.diagnostic(r->sink.ctx, &named);
}

static int rest(void *ctx, struct fl_slice line)
{
	struct diag_reader *r = ((struct lane *)ctx)->reader;
	return r->sink.rest(r->sink.ctx, line);
}

static int lane_start(struct lane *lane)
{
	struct diag_reader *r = lane->reader;
	struct diag_sink sink = {
		.diagnostic = take, .rest = r->sink.rest ? rest : NULL, .ctx = lane};
	int rc = diag_parser_new(r->opts.from, &sink, &lane->parser, &r->err);
	if (rc)
		return rc;
	if (r->opts.find)
		diag_parser_catalogues(lane->parser, r->opts.find, r->opts.find_ctx);
	if (r->tool)
		diag_parser_expect(lane->parser, r->tool);
	return 0;
}

static int lane_bytes(void *ctx, size_t id, struct fl_slice bytes)
{
	struct diag_reader *r = ctx;
	struct lane *lane = &r->lanes[id];
	int rc = lane->parser ? 0 : lane_start(lane);
	return rc ? rc : diag_parser_feed(lane->parser, bytes, &r->err);
}

static void stats_add(struct diag_stats *all, const struct diag_stats *s)
{
	all->lines += s->lines;
	all->rest += s->rest;
	if (s->unread && !all->unread)
		memcpy(all->unread_first, s->unread_first, sizeof(all->unread_first));
	all->unread += s->unread;
	all->trailers += s->trailers;
	all->damaged += s->damaged;
	all->cut += s->cut;
	all->notes += s->notes;
	for (int i = 0; i < DIAG_LEVEL_COUNT; i++)
		all->levels[i] += s->levels[i];
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		all->classes[i] += s->classes[i];
}

static int lane_end(void *ctx, size_t id)
{
	struct diag_reader *r = ctx;
	struct lane *lane = &r->lanes[id];
	if (!lane->parser)
		return 0;
	int rc = diag_parser_finish(lane->parser, &r->err);
	stats_add(&r->ended, diag_parser_stats(lane->parser));
	diag_parser_free(lane->parser);
	lane->parser = NULL;
	return rc;
}

int diag_reader_new(const struct diag_reader_opts *opts, const struct diag_sink *sink,
	struct diag_reader **ret_reader, struct fl_error *err)
{
	struct diag_reader *r = calloc(1, sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a reader");
	struct fl_prefix_sink lanes = {.bytes = lane_bytes, .end = lane_end, .ctx = r};
	r->opts = *opts;
	r->sink = *sink;
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		r->lanes[i] = (struct lane){.reader = r, .id = i};
	bool lines = opts->from != DIAG_FROM_DIA;
	int rc = fl_prefix_new(lines ? opts->prefix : "none", &lanes, &r->prefix, err);
	if (!rc && lane_start(&r->lanes[0])) {
		*err = r->err;
		rc = r->err.code;
	}
	if (rc) {
		diag_reader_free(r);
		return rc;
	}
	*ret_reader = r;
	return 0;
}

void diag_reader_free(struct diag_reader *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		diag_parser_free(r->lanes[i].parser);
	fl_prefix_free(r->prefix);
	free(r);
}

void diag_reader_expect(struct diag_reader *r, const char *tool)
{
	r->tool = tool;
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		if (r->lanes[i].parser)
			diag_parser_expect(r->lanes[i].parser, tool);
}

/* The parser's own words say more than those of the layer that it stopped. */
static int passed_on(struct diag_reader *r, int rc, struct fl_error *err)
{
	if (rc && r->err.code && err)
		*err = r->err;
	return rc;
}

int diag_reader_feed(struct diag_reader *r, struct fl_slice bytes, struct fl_error *err)
{
	return passed_on(r, fl_prefix_feed(r->prefix, bytes, err), err);
}

int diag_reader_next(struct diag_reader *r, struct fl_error *err)
{
	int rc = passed_on(r, fl_prefix_finish(r->prefix, err), err);
	return rc ? rc : diag_parser_next(r->lanes[0].parser, err);
}

int diag_reader_finish(struct diag_reader *r, struct fl_error *err)
{
	int rc = passed_on(r, fl_prefix_finish(r->prefix, err), err);
	return rc ? rc : diag_parser_finish(r->lanes[0].parser, err);
}

struct diag_stats diag_reader_stats(const struct diag_reader *r)
{
	struct diag_stats all = r->ended;
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		if (r->lanes[i].parser)
			stats_add(&all, diag_parser_stats(r->lanes[i].parser));
	return all;
}

const struct diag_heads *diag_reader_heads(const struct diag_reader *r)
{
	return &r->heads;
}
