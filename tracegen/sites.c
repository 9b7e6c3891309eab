#include "tracegen/sites.h"

#include <stdlib.h>

#include "tracegen/inbox.h"

static void run_operators(const struct tg_unit *unit, struct tg_sink *sink)
{
	sink->first = sink->sites.len;
	for (int i = 0; i < TG_OP_COUNT; i++) {
		sink->op = tg_ops[i].name;
		tg_ops[i].yield(unit, sink);
	}
}

/* A header that two sources include yields its sites twice. */
static void sort_unique(struct fl_list *sites)
{
	struct tg_site *s = sites->items;
	size_t kept = 0;
	if (sites->len == 0)
		return;
	qsort(s, sites->len, sizeof(*s), tg_site_cmp);
	for (size_t i = 1; i < sites->len; i++) {
		if (tg_site_cmp(&s[kept], &s[i]) != 0)
			s[++kept] = s[i];
	}
	sites->len = kept + 1;
}

int tg_sites_here(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_sites,
	struct fl_error *err)
{
	struct tg_sink sink = {.arena = a};
	int rc = tg_program_check(program, err);
	if (rc)
		return rc;
	fl_vec_init(&sink.sites, sizeof(struct tg_site), TG_SITES_MAX);
	for (size_t i = 0; i < program->sources.len && rc == 0; i++) {
		struct fl_list units;
		rc = tg_ast_parse(program, tg_text_at(&program->sources, i), a, &units, err);
		for (size_t k = 0; rc == 0 && k < units.len; k++)
			run_operators((const struct tg_unit *)units.items + k, &sink);
	}
	if (rc == 0 && sink.sites.failed)
		rc = fl_error_set(err, (enum fl_code)sink.sites.failed, "more than %d fault sites",
			TG_SITES_MAX);
	struct fl_list sites = fl_vec_freeze(&sink.sites, a);
	fl_vec_release(&sink.sites);
	if (rc == 0)
		rc = fl_arena_error(a, "the fault sites", err);
	if (rc == 0) {
		sort_unique(&sites);
		*ret_sites = sites;
	}
	return rc;
}

int tg_sites_fn(struct fl_slice arg)
{
	return tg_inbox_main(arg, tg_sites_here, &tg_site_shape);
}

int tg_sites(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_sites, struct fl_error *err)
{
	return tg_inbox_list(
		box, program, tg_sites_fn, &tg_site_shape, TG_SITES_MAX, a, ret_sites, err);
}
