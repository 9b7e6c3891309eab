#include "tracegen/sites.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"

enum { TREE_MAX = 1 << 30, OUT_MAX = 256 << 20, CPU_MS = 30000 };

static void run_operators(const struct tg_unit *unit, struct tg_sink *sink)
{
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

static int write_sites(const struct fl_list *sites, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, OUT_MAX);
	for (size_t i = 0; i < sites->len; i++) {
		fl_json_object(&out, &tg_site_shape, (const struct tg_site *)sites->items + i);
		fl_buf_char(&out, '\n');
	}
	int rc = fl_buf_error(&out, "the list of fault sites", err);
	if (rc == 0)
		rc = fl_write_all(STDOUT_FILENO, fl_buf_view(&out), err);
	fl_buf_release(&out);
	return rc;
}

int tg_sites_fn(struct fl_slice arg)
{
	struct fl_arena arena;
	struct fl_error err;
	struct fl_list sites;
	void *program = NULL;
	fl_arena_init(&arena, TREE_MAX);
	int rc = fl_json_read(arg, &tg_program_shape, &arena, &program, &err);
	if (rc == 0)
		rc = tg_sites_here(program, &arena, &sites, &err);
	if (rc == 0)
		rc = write_sites(&sites, &err);
	fl_arena_release(&arena);
	if (rc == 0)
		return 0;
	if (err.line)
		fl_error_wrap(&err, "line %u", err.line);
	/* There is nobody to tell when even this fails. */
	fl_write_all(STDERR_FILENO, fl_slice_str(err.message), NULL);
	return 1;
}

static int read_sites(
	struct fl_slice text, struct fl_arena *a, struct fl_list *ret_sites, struct fl_error *err)
{
	struct fl_vec sites;
	struct fl_slice line;
	int rc = 0;
	fl_vec_init(&sites, sizeof(struct tg_site), TG_SITES_MAX);
	while (rc == 0 && fl_slice_line(&text, &line)) {
		void *site = NULL;
		rc = fl_json_read(line, &tg_site_shape, a, &site, err);
		struct tg_site *slot = rc ? NULL : fl_vec_add(&sites);
		if (slot)
			*slot = *(struct tg_site *)site;
	}
	if (rc == 0 && sites.failed)
		rc = fl_error_set(err, (enum fl_code)sites.failed, "too many fault sites");
	struct fl_list list = fl_vec_freeze(&sites, a);
	fl_vec_release(&sites);
	if (rc == 0)
		rc = fl_arena_error(a, "the fault sites", err);
	if (rc == 0)
		*ret_sites = list;
	return rc;
}

int tg_sites(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_sites, struct fl_error *err)
{
	struct fl_run_spec spec = {.out_max = OUT_MAX, .cpu_ms = CPU_MS};
	struct fl_process_result result;
	struct fl_buf arg, out, text;
	int rc = tg_program_check(program, err);
	if (rc)
		return rc;
	fl_buf_init(&arg, OUT_MAX);
	fl_buf_init(&out, OUT_MAX);
	fl_buf_init(&text, 1 << 20);
	fl_json_object(&arg, &tg_program_shape, program);
	rc = fl_buf_error(&arg, "the program", err);
	if (rc == 0)
		rc = fl_box_call(
			box, &spec, tg_sites_fn, fl_buf_view(&arg), &out, &text, &result, err);
	if (rc == 0 && result.end != FL_END_EXIT)
		rc = fl_error_set(err, FL_EPARSE, "libclang failed (%s) on %.*s",
			fl_end_names[result.end], FL_ARG(program->name));
	else if (rc == 0 && result.exit_status != 0)
		rc = fl_error_set(
			err, FL_EPARSE, "%.*s", FL_ARG(fl_slice_trim(fl_buf_view(&text))));
	if (rc == 0)
		rc = read_sites(fl_buf_view(&out), a, ret_sites, err);
	fl_buf_release(&arg);
	fl_buf_release(&out);
	fl_buf_release(&text);
	return rc;
}
