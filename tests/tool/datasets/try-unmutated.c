/*
 * try-unmutated FILE: negative controls of the verifier. Of each operator the first site of the
 * program FILE is tried three times, once with a replacement that equals the original, once with
 * one that adds nothing but a comment, and once as it is. A line for each: "OPERATOR HOW STATUS
 * RECORDS". Exit 1 when one of the first two was observed or made a record, or when none of the
 * real faults did (then the control shows nothing).
 */
#include <stdio.h>
#include <string.h>

#include "datasets/worker.h"
#include "tracegen/sites.h"

enum { ARENA_MAX = 1 << 30 };
enum how { SAME, COMMENT, FAULT, HOW_COUNT };
static const char *const hows[HOW_COUNT] = {"same", "comment", "fault"};

struct bench {
	struct fl_arena arena;
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2];
	struct ds_corpus corpus;
	struct ds_worker worker;
	struct fl_list sites;
	bool wrong, fault_seen;
};

static int bench_open(struct bench *b, const char *path, struct fl_error *err)
{
	struct fl_arena *a = &b->arena;
	int rc = ds_toolchain_detect(a, &b->toolchain, err);
	rc = rc ? rc : ds_worker_compilers(a, b->compilers, err);
	rc = rc ? rc : ds_corpus_add(&b->corpus, path, err);
	if (rc)
		return rc;
	if (b->corpus.programs.len != 1)
		return fl_error_set(err, FL_EINVAL, "%s is not one program", path);
	struct ds_worker_opts opts = {.toolchain = &b->toolchain, .compilers = b->compilers};
	rc = ds_worker_open(&b->worker, &opts, err);
	const struct ds_program *p = ds_corpus_program(&b->corpus, 0);
	rc = rc ? rc : ds_worker_load(&b->worker, p, &p->program, err);
	if (rc == 0 && b->worker.baseline.refusal)
		return fl_error_set(err, FL_EREFUSED, "%s is refused: %s", path,
			tg_refusals[b->worker.baseline.refusal].word);
	return rc ? rc : tg_sites(b->worker.box, &b->worker.program, a, &b->sites, err);
}

static struct tg_site changed_site(struct bench *b, const struct tg_site *site, enum how how)
{
	struct tg_site s = *site;
	if (how == SAME)
		s.replacement = s.original;
	else if (how == COMMENT)
		s.replacement =
			fl_arena_printf(&b->arena, "/* the same */ %.*s", FL_ARG(site->original));
	return s;
}

static int try_one(struct bench *b, const struct tg_site *site, enum how how, struct fl_error *err)
{
	struct tg_site s = changed_site(b, site, how);
	struct ds_try t;
	int rc = ds_worker_try(&b->worker, &s, (struct ds_wants){.trace = true, .crash = true},
		&b->arena, &t, err);
	if (rc)
		return rc;
	printf("%.*s %s %s %zu\n", FL_ARG(s.op), hows[how], tg_status_names.words[t.outcome.status],
		t.record_count);
	if (how == FAULT)
		b->fault_seen = b->fault_seen || t.record_count > 0;
	else
		b->wrong = b->wrong || t.outcome.status == TG_OBSERVED || t.record_count > 0;
	return 0;
}

static const struct tg_site *first_site(const struct bench *b, int op)
{
	const struct tg_site *s = b->sites.items;
	for (size_t i = 0; i < b->sites.len; i++)
		if (tg_op_find(s[i].op) == op)
			return &s[i];
	return NULL;
}

static int try_all(struct bench *b, struct fl_error *err)
{
	int rc = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		const struct tg_site *site = first_site(b, op);
		/* A real fault and a comment need not come from every operator. */
		for (int how = 0; site && how < HOW_COUNT && rc == 0; how++)
			/* Within a string, a comment is none. */
			if (how == SAME ||
				(op % 4 == 0 && (how == FAULT || op != TG_OP_output_format)))
				rc = try_one(b, site, (enum how)how, err);
	}
	return rc;
}

int main(int argc, char **argv)
{
	struct bench b = {.sites = {0}};
	struct fl_error err = {0};
	if (argc != 2)
		return 2;
	fl_arena_init(&b.arena, ARENA_MAX);
	ds_corpus_init(&b.corpus, &b.arena);
	int rc = bench_open(&b, argv[1], &err);
	rc = rc ? rc : try_all(&b, &err);
	ds_worker_close(&b.worker);
	ds_corpus_release(&b.corpus);
	fl_arena_release(&b.arena);
	if (rc)
		fprintf(stderr, "try-unmutated: %s\n", err.message);
	return rc ? fl_error_exit(&err) : b.wrong || !b.fault_seen;
}
