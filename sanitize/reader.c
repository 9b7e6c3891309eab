/* Lanes and their parsers. */
#include "sanitize/reader.h"

#include <stdlib.h>

enum { ARENA_MAX = 512 << 20, DEFAULT_MAX = 256, ENDED_MAX = 4096 };

struct lane {
	struct san_reader *reader;
	struct san_parser *parser; /* NULL: nothing came yet */
	struct fl_arena arena; /* of its reports */
	size_t id;
};

struct san_reader {
	struct san_reader_opts opts;
	struct fl_prefix *prefix;
	struct lane lanes[FL_PREFIX_LANES];
	struct fl_vec arenas; /* struct fl_arena: of lanes that ended with reports */
	struct fl_vec reports; /* struct san_report: theirs */
	struct fl_arena list;
	size_t dropped;
	size_t unread; /* with the first, of all lanes, as they ended */
	const char *unread_form;
	char unread_line[160];
	size_t unread_len;
	struct fl_error err;
};

/* Reports of a lane know it. */
static void name_them(struct lane *lane, const struct san_reports *reports)
{
	struct fl_slice name = fl_prefix_lane(lane->reader->prefix, lane->id);
	struct san_report *all = reports->list.items;
	for (size_t i = 0; i < reports->list.len && name.len; i++)
		all[i].lane = fl_arena_slice(&lane->arena, name);
}

static int take(void *ctx, struct san_reports *reports, struct fl_error *err)
{
	struct lane *lane = ctx;
	const struct san_parse_opts *o = &lane->reader->opts.parse;
	name_them(lane, reports);
	return o->take(o->ctx, reports, err);
}

static int lane_start(struct lane *lane)
{
	struct san_parse_opts o = lane->reader->opts.parse;
	o.take = o.take ? take : NULL;
	o.ctx = lane;
	fl_arena_init(&lane->arena, ARENA_MAX);
	lane->parser = san_parser_new(&o, &lane->arena);
	return lane->parser ? 0
			    : fl_error_set(&lane->reader->err, FL_ENOMEM,
				      "out of memory for the report parser");
}

static int lane_bytes(void *ctx, size_t id, struct fl_slice bytes)
{
	struct san_reader *r = ctx;
	struct lane *lane = &r->lanes[id];
	int rc = lane->parser ? 0 : lane_start(lane);
	if (rc)
		return rc;
	if (r->opts.text && (rc = r->opts.text(r->opts.text_ctx, bytes)) != 0)
		return rc;
	san_parser_feed(lane->parser, bytes);
	return 0;
}

/* Keep the reports that there is room for. */
static int keep(struct lane *lane, const struct san_reports *reports)
{
	struct san_reader *r = lane->reader;
	size_t room = r->opts.parse.reports_max - r->reports.len;
	const struct san_report *all = reports->list.items;
	r->dropped += reports->dropped;
	for (size_t i = 0; i < reports->list.len; i++) {
		struct san_report *slot = i < room ? fl_vec_add(&r->reports) : NULL;
		if (slot)
			*slot = all[i];
		r->dropped += !slot;
	}
	struct fl_arena *kept = reports->list.len && room ? fl_vec_add(&r->arenas) : NULL;
	if (kept)
		*kept = lane->arena;
	else
		fl_arena_release(&lane->arena);
	return r->reports.failed == FL_ENOMEM || r->arenas.failed
		       ? fl_error_set(&r->err, FL_ENOMEM, "out of memory for the reports")
		       : 0;
}

static void note_unread(struct san_reader *r, const struct san_reports *reports)
{
	if (reports->unread && !r->unread) {
		struct fl_slice line = fl_slice_head(reports->unread_first, sizeof r->unread_line);
		memcpy(r->unread_line, line.ptr, line.len);
		r->unread_len = line.len;
		r->unread_form = reports->unread_form;
	}
	r->unread += reports->unread;
}

static int lane_end(void *ctx, size_t id)
{
	struct san_reader *r = ctx;
	struct lane *lane = &r->lanes[id];
	struct san_reports reports = {.dropped = 0};
	if (!lane->parser)
		return 0;
	int rc = san_parser_finish(lane->parser, &reports, &r->err);
	san_parser_free(lane->parser);
	lane->parser = NULL;
	name_them(lane, &reports);
	note_unread(r, &reports);
	if (!rc)
		rc = fl_arena_error(&lane->arena, "the sanitizer reports", &r->err);
	if (!rc && r->opts.parse.take && reports.list.len)
		rc = r->opts.parse.take(r->opts.parse.ctx, &reports, &r->err);
	if (!rc && !r->opts.parse.take)
		return keep(lane, &reports);
	fl_arena_release(&lane->arena);
	return rc;
}

int san_reader_new(
	const struct san_reader_opts *opts, struct san_reader **ret_reader, struct fl_error *err)
{
	struct san_reader *r = calloc(1, sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a reader");
	struct fl_prefix_sink lanes = {.bytes = lane_bytes, .end = lane_end, .ctx = r};
	r->opts = *opts;
	if (!r->opts.parse.reports_max)
		r->opts.parse.reports_max = DEFAULT_MAX;
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		r->lanes[i] = (struct lane){.reader = r, .id = i};
	fl_vec_init(&r->arenas, sizeof(struct fl_arena), ENDED_MAX);
	fl_vec_init(&r->reports, sizeof(struct san_report), r->opts.parse.reports_max);
	fl_arena_init(&r->list, ARENA_MAX);
	int rc = fl_prefix_new(opts->prefix, &lanes, &r->prefix, err);
	if (rc) {
		san_reader_free(r);
		return rc;
	}
	*ret_reader = r;
	return 0;
}

void san_reader_free(struct san_reader *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < FL_PREFIX_LANES; i++) {
		if (!r->lanes[i].parser)
			continue;
		san_parser_free(r->lanes[i].parser);
		fl_arena_release(&r->lanes[i].arena);
	}
	for (size_t i = 0; i < r->arenas.len; i++)
		fl_arena_release(fl_vec_at(&r->arenas, i));
	fl_vec_release(&r->arenas);
	fl_vec_release(&r->reports);
	fl_arena_release(&r->list);
	fl_prefix_free(r->prefix);
	free(r);
}

/* A parser's own words say more than those of the layer that it stopped. */
static int passed_on(struct san_reader *r, int rc, struct fl_error *err)
{
	if (rc && r->err.code && err)
		*err = r->err;
	return rc;
}

int san_reader_feed(struct san_reader *r, struct fl_slice bytes, struct fl_error *err)
{
	return passed_on(r, fl_prefix_feed(r->prefix, bytes, err), err);
}

/* The reports of lane 0 are the last to come, and the first to go out. */
int san_reader_finish(struct san_reader *r, struct san_reports *ret_reports, struct fl_error *err)
{
	int rc = fl_prefix_finish(r->prefix, err);
	size_t others = r->reports.len;
	if (!rc)
		rc = lane_end(r, 0);
	if (rc)
		return passed_on(r, rc, err);
	struct fl_list list = fl_vec_freeze(&r->reports, &r->list);
	struct san_report *all = list.items,
			  *sorted = list.len ? fl_arena_array(&r->list, list.len, sizeof(*all))
					     : NULL;
	rc = fl_arena_error(&r->list, "the sanitizer reports", err);
	if (rc)
		return rc;
	for (size_t i = 0; i < list.len; i++)
		sorted[i] = all[(i + others) % list.len];
	*ret_reports = (struct san_reports){.list = {.items = sorted, .len = list.len},
		.dropped = r->dropped,
		.unread = r->unread,
		.unread_form = r->unread_form,
		.unread_first = fl_slice(r->unread_line, r->unread_len)};
	return 0;
}
