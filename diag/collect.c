/* All diagnostics of a text at once. */
#include "diag/parse.h"

struct collector {
	struct fl_arena *arena;
	struct fl_vec found;
};

static int collect(void *ctx, const struct diag_diagnostic *d)
{
	struct collector *c = ctx;
	struct diag_diagnostic *copy = diag_diagnostic_copy(c->arena, d);
	if (!copy)
		return c->arena->failed;
	struct diag_diagnostic *at = fl_vec_add(&c->found);
	if (!at)
		return c->found.failed;
	*at = *copy;
	return 0;
}

int diag_parse(struct fl_slice text, enum diag_from from, struct fl_arena *a,
	struct fl_list *ret_list, struct fl_error *err)
{
	struct collector c = {.arena = a};
	struct diag_sink sink = {.diagnostic = collect, .ctx = &c};
	struct diag_parser *p;
	int rc = diag_parser_new(from, &sink, &p, err);
	if (rc)
		return rc;
	fl_vec_init(&c.found, sizeof(struct diag_diagnostic), FL_LIST_MAX);
	rc = diag_parser_feed(p, text, err);
	if (!rc)
		rc = diag_parser_finish(p, err);
	struct fl_list list = {0};
	if (!rc) {
		list = fl_vec_freeze(&c.found, a);
		rc = fl_arena_error(a, "the diagnostics", err);
	}
	fl_vec_release(&c.found);
	diag_parser_free(p);
	if (!rc)
		*ret_list = list;
	return rc;
}
