/* datasets programs: what a corpus holds, and what of it is no program. */
#include <stdlib.h>
#include <unistd.h>

#include "base/show.h"
#include "datasets/build/build.h"
#include "datasets/build/build_project.h"
#include "datasets/build/corpora.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/corpus/corpus.h"
#include "datasets/toolchain.h"

enum { TEXT_MAX = 64 << 20 };
#define ARENA_MAX ((size_t)4 << 30)

static int read_all(const struct fl_opts *o, struct ds_corpus *c, struct fl_error *err)
{
	struct sub_display display = {0};
	struct ds_corpora_opts opts = {.paths = o->operands + 1,
		.count = sub_count(o),
		.jobs = sub_jobs(o),
		.stop = sub_stop(),
		.progress = sub_progress_wanted(o) ? sub_progress : NULL,
		.progress_ctx = &display};
	size_t *ends = fl_arena_array(c->arena, opts.count, sizeof(*ends));
	if (!ends)
		return fl_arena_error(c->arena, "the corpora", err);
	int rc = ds_corpora_read(&opts, c, ends, NULL, err);
	sub_progress_end(&display);
	return rc;
}

static void show_texts(struct fl_buf *out, const char *what, const struct fl_list *texts)
{
	fl_buf_printf(out, "  %-8s", what);
	for (size_t i = 0; i < texts->len; i++) {
		fl_buf_char(out, ' ');
		fl_show(out, tg_text_at(texts, i));
	}
	fl_buf_char(out, '\n');
}

static void show_program(struct fl_buf *out, const struct ds_program *p)
{
	const struct tg_program *t = &p->program;
	fl_buf_str(out, "program ");
	fl_show(out, t->name);
	fl_buf_printf(out, ": %s, %zu files, licence ", tg_language_names.words[t->language],
		t->files.len);
	fl_show(out, p->licence.len ? p->licence : FL_S("unknown"));
	fl_buf_char(out, '\n');
	show_texts(out, "sources", &t->sources);
	show_texts(out, "mutate", &t->mutate);
	if (t->flags.len)
		show_texts(out, "flags", &t->flags);
	if (t->libs.len)
		show_texts(out, "libs", &t->libs);
	if (t->inputs.len > 1)
		fl_buf_printf(out, "  %-8s %zu\n", "inputs", t->inputs.len);
	if (t->args.len)
		show_texts(out, "args", &t->args);
	if (t->input.len)
		fl_buf_printf(out, "  %-8s %zu bytes\n", "stdin", t->input.len);
}

static void show(struct fl_buf *out, const struct ds_corpus *c)
{
	for (size_t i = 0; i < c->programs.len; i++)
		show_program(out, ds_corpus_program(c, i));
	for (size_t i = 0; i < c->refusals.len; i++) {
		const struct ds_refusal *r = ds_corpus_refusal(c, i);
		fl_buf_printf(out, "refused %s ", ds_refusal_names.words[r->reason]);
		fl_show(out, r->path);
		if (r->detail.len) {
			fl_buf_str(out, ": ");
			fl_show(out, r->detail);
		}
		fl_buf_char(out, '\n');
	}
}

static int list(const struct fl_opts *o, const struct ds_cache *cache, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf out;
	struct ds_corpus corpus;
	struct ds_toolchain toolchain;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&out, TEXT_MAX);
	ds_corpus_init(&corpus, &a);
	int rc = ds_toolchain_detect(&a, &toolchain, err);
	if (rc == 0) {
		struct ds_project_cache projects = {
			.cache = cache, .toolchain = toolchain.fingerprint};
		corpus.project = ds_project_cached;
		corpus.project_ctx = &projects;
		rc = read_all(o, &corpus, err);
	}
	if (rc == 0)
		show(&out, &corpus);
	rc = rc ? rc : fl_buf_error(&out, "the list", err);
	rc = rc ? rc : sub_print(fl_buf_view(&out), err);
	bool any = corpus.programs.len > 0;
	ds_corpus_release(&corpus);
	fl_buf_release(&out);
	fl_arena_release(&a);
	return rc ? FL_RUN_FAILED : !any;
}

int ds_cmd_programs(const struct fl_opts *o, struct fl_error *err)
{
	struct ds_cache cache;
	if (sub_count(o) == 0) {
		fl_error_set(err, FL_EINVAL, "programs needs a CORPUS");
		return FL_RUN_FAILED;
	}
	char *dir = sub_cache_dir(o);
	if (dir && ds_cache_open(dir, &cache, err)) {
		fl_error_wrap(err, DS_NO_CACHE);
		free(dir);
		return FL_RUN_FAILED;
	}
	int rc = list(o, dir ? &cache : NULL, err);
	struct fl_error why;
	size_t lost = ds_cache_lost(dir ? &cache : NULL, &why);
	if (lost)
		fl_tell("datasets", "%zu projects are not kept in the cache: %s", lost,
			why.message);
	if (dir)
		ds_cache_close(&cache);
	free(dir);
	return rc;
}
