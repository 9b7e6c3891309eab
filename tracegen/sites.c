#include "tracegen/sites.h"

#include <stdlib.h>

#include "tracegen/builds/made.h"
#include "tracegen/inbox.h"
#include "tracegen/operators/makefile.h"
#include "tracegen/operators/pairs.h"

static void run_operator(int i, const struct tg_unit *unit, struct tg_sink *sink)
{
	sink->op = tg_ops[i].name;
	sink->logic = tg_ops[i].cls == DIAG_CLASS_LOGIC;
	sink->runs = tg_ops[i].phase == TG_RUNTIME;
	tg_ops[i].yield(unit, sink);
}

static void run_operators(const struct tg_unit *unit, struct tg_sink *sink)
{
	sink->first = sink->sites.len;
	for (int i = 0; i < TG_OP_COUNT; i++) {
		if (tg_op_reads_makefile(i) != tg_is_makefile(unit) || tg_op_pairs(i))
			continue;
		run_operator(i, unit, sink);
	}
}

/* What is made of slips in two files, when those of all are there. */
static void run_pairs(const struct tg_unit *unit, struct tg_sink *sink)
{
	sink->first = 0;
	for (int i = 0; i < TG_OP_COUNT; i++) {
		if (!tg_op_pairs(i))
			continue;
		run_operator(i, unit, sink);
	}
}

/* A header that sources of two languages include yields its sites twice. */
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

/* The units of all sources; nothing is yielded before all are there. */
static int parse_all(const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_units, struct fl_error *err)
{
	struct fl_vec all;
	int rc = 0;
	fl_vec_init(&all, sizeof(struct tg_unit), TG_SOURCES_MAX * TG_UNITS_MAX);
	for (size_t i = 0; i < program->sources.len && rc == 0; i++) {
		const struct fl_list read = {all.data, all.len};
		struct fl_list units;
		rc = tg_ast_parse(program, tg_text_at(&program->sources, i), &read, a, &units, err);
		for (size_t k = 0; rc == 0 && k < units.len; k++) {
			struct tg_unit *u = fl_vec_add(&all);
			if (u)
				*u = ((const struct tg_unit *)units.items)[k];
		}
	}
	if (rc == 0 && all.failed)
		rc = fl_error_set(err, (enum fl_code)all.failed, "too many files");
	*ret_units = fl_vec_freeze(&all, a);
	fl_vec_release(&all);
	return rc ? rc : fl_arena_error(a, "the syntax trees", err);
}

/* The build file is no part of the program, but a site can be in it. */
static void run_on_makefile(const struct tg_program *program, struct tg_sink *sink)
{
	struct tg_node root = {.kind = TG_N_ROOT};
	struct tg_unit unit = {.program = program,
		.file = FL_S(TG_MAKEFILE),
		.text = tg_makefile(program, sink->arena),
		.root = &root};
	unit.lines = tg_line_table(unit.text, sink->arena);
	run_operators(&unit, sink);
}

int tg_sites_here(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_sites,
	struct fl_error *err)
{
	struct tg_sink sink = {.arena = a};
	int rc = tg_program_check(program, err);
	if (rc)
		return rc;
	struct fl_list units;
	rc = parse_all(program, a, &units, err);
	if (rc)
		return rc;
	fl_vec_init(&sink.sites, sizeof(struct tg_site), TG_SITES_MAX);
	for (size_t i = 0; i < units.len; i++)
		((struct tg_unit *)units.items)[i].units = &units;
	for (size_t i = 0; i < units.len; i++) {
		const struct tg_unit *u = (const struct tg_unit *)units.items + i;
		if (!u->again && !u->fixed)
			run_operators(u, &sink);
	}
	if (units.len > 1)
		run_pairs(units.items, &sink);
	if (tg_is_made(program))
		run_on_makefile(program, &sink);
	if (sink.sites.failed)
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
