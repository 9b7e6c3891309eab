#include "datasets/build/build_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/hash.h"
#include "datasets/build/build_project.h"
#include "datasets/build/corpora.h"

enum { UNITS_MAX = 1 << 24, RECORDS_MAX = 1 << 24, SKIPPED_MAX = 1000 };

int ds_build_worker_start(void *ctx, void **ret_state, struct fl_error *err)
{
	const struct build *b = ctx;
	struct ds_worker *w = calloc(1, sizeof(*w));
	struct ds_worker_opts opts = {.box = b->opts->box,
		.toolchain = &b->toolchain,
		.compilers = b->compilers,
		.seed = b->opts->seed,
		.form = b->opts->form,
		.prompt_bytes = b->opts->prompt_bytes,
		.cpu_ms = b->opts->cpu_ms};
	if (!w)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a worker");
	/* The programs of a large corpus take gigabytes, and none of them is read in a box. */
	fl_arena_hide(b->arena);
	int rc = ds_worker_open(w, &opts, err);
	if (rc == 0) {
		*ret_state = w;
		return 0;
	}
	ds_worker_close(w);
	free(w);
	return rc;
}

void ds_build_worker_finish(void *ctx, void *state)
{
	(void)ctx;
	ds_worker_close(state);
	free(state);
}

void ds_build_key(const struct build *b, const char *phase, const struct build_program *p,
	struct fl_slice more, char ret_key[65])
{
	char seed[64];
	snprintf(seed, sizeof(seed), "%llu %lld %u %u %u", (unsigned long long)b->opts->seed,
		(long long)b->opts->prompt_bytes, b->opts->cpu_ms, b->opts->inputs,
		b->opts->box.compile_ms);
	const struct fl_slice parts[] = {fl_slice_str(phase), fl_slice_str(b->exe),
		b->toolchain.fingerprint, fl_slice_str(seed), p->source->sha256, p->source->path,
		p->source->licence, p->source->repository,
		fl_slice_str(tg_compiler_names.words[p->program.compiler]),
		fl_slice_str(ds_form_names.words[b->opts->form]), more};
	fl_sha256_parts(parts, sizeof(parts) / sizeof(parts[0]), ret_key);
}

bool ds_build_known(const struct build *b, const char *key, struct fl_buf *out)
{
	if (ds_cache_get(b->cache, key, out, NULL) == 0)
		return true;
	if (!ds_part_has(&b->opts->part, key))
		return ds_part_write_absent(out) == 0;
	if (b->done)
		__atomic_add_fetch(b->done, 1, __ATOMIC_RELAXED);
	return false;
}

static int read_corpora(struct build *b, struct fl_error *err)
{
	struct ds_project_cache projects = {
		b->cache, b->toolchain.fingerprint, b->opts->part, b->done};
	b->corpus.project = ds_project_cached;
	b->corpus.project_ctx = &projects;
	struct ds_corpora_opts corpora = {.paths = b->opts->corpora,
		.count = b->opts->corpus_count,
		.jobs = b->opts->jobs,
		.stop = b->opts->stop,
		.progress = b->opts->progress,
		.progress_ctx = b->opts->progress_ctx};
	size_t *ends = fl_arena_array(b->arena, b->opts->corpus_count, sizeof(*ends));
	if (!ends)
		return fl_arena_error(b->arena, "the corpora", err);
	int rc = ds_corpora_read(
		&corpora, &b->corpus, ends, b->opts->part.count ? &b->report.absent : NULL, err);
	if (rc)
		return rc;
	b->program_count = b->corpus.programs.len;
	b->programs = fl_arena_array(b->arena, b->program_count, sizeof(*b->programs));
	if (!b->programs)
		return fl_arena_error(b->arena, "the programs", err);
	size_t corpus = 0;
	for (size_t i = 0; i < b->program_count; i++) {
		struct build_program *p = &b->programs[i];
		while (i >= ends[corpus])
			corpus++;
		p->limit =
			b->opts->limits[corpus < b->opts->limit_count ? corpus
								      : b->opts->limit_count - 1];
		p->source = ds_corpus_program(&b->corpus, i);
		p->program = p->source->program;
		p->program.compiler = (int)ds_compiler_for(b->opts->seed, p->source->sha256);
	}
	return 0;
}

/* The directory, and a spool in it that has no name. */
static int prepare_out(struct build *b, struct fl_error *err)
{
	const char *out = b->opts->part.count ? b->opts->cache : b->opts->out;
	int rc = b->opts->part.count ? 0 : ds_out_open(out, b->opts->overwrite, &b->out, err);
	if (rc)
		return rc;
	b->spool = open(out, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (b->spool < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot write in %s", out);
	return 0;
}

/* Of a part the workers, which are processes, count what they do. */
static int prepare_part(struct build *b, struct fl_error *err)
{
	if (!b->opts->part.count)
		return 0;
	if (!b->cache)
		return fl_error_set(
			err, FL_EINVAL, "a part of a build needs a cache that the others share");
	void *shared = mmap(
		NULL, sizeof(*b->done), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return fl_error_sys(err, FL_ENOMEM, errno, "no memory to count by");
	b->done = shared;
	return 0;
}

void ds_build_tell_unkept(struct build *b)
{
	/* of a part it is the end, and told as such */
	if (b->opts->unkept && !b->opts->part.count)
		ds_cache_tell_lost(
			b->cache, &b->told_unkept, b->opts->unkept, b->opts->progress_ctx);
}

/* What a part did; that others are not ready is no failure. */
static int end_part(struct build *b, int rc, struct fl_error *err)
{
	if (!b->done)
		return rc;
	b->report.done = __atomic_load_n(b->done, __ATOMIC_RELAXED);
	munmap(b->done, sizeof(*b->done));
	if ((rc == 0 || rc == FL_ENOTFOUND) && b->report.unkept) {
		ds_cache_lost(b->cache, err);
		return err ? err->code : FL_EIO;
	}
	return rc == FL_ENOTFOUND && b->report.absent ? 0 : rc;
}

/* The answer is no: say what was in the way. */
static int no_records(const struct build *b, struct fl_error *err)
{
	const struct ds_refused *first = b->report.manifest.programs.refusals.items;
	if (b->report.manifest.programs.taken || !first)
		return fl_error_set(err, FL_EREFUSED,
			b->program_count ? "no fault of any program made a record"
					 : "there is no source file in the corpus");
	return fl_error_set(err, FL_EREFUSED,
		"no program can be used: %zu refused, first %.*s: %.*s%s%.*s",
		b->report.manifest.programs.refusals.len, FL_ARG(first->path),
		FL_ARG(first->reason), first->detail.len ? ": " : "", FL_ARG(first->detail));
}

static int run_phases(struct build *b, struct fl_error *err)
{
	/* results of another build of this program are not to be reused: it is part of every key */
	int rc = ds_cache_self(b->exe, err);
	rc = rc ? rc : ds_toolchain_detect(b->arena, &b->toolchain, err);
	rc = rc ? rc : ds_worker_compilers(b->arena, b->compilers, err);
	rc = rc ? rc : prepare_part(b, err);
	rc = rc ? rc : read_corpora(b, err);
	rc = rc ? rc : prepare_out(b, err);
	rc = rc ? rc : ds_build_probe(b, err);
	if (rc == 0 && !b->report.absent)
		rc = ds_build_try(b, err);
	if (rc || b->opts->part.count)
		return rc;
	rc = ds_build_finish(b, err);
	if (rc == 0 && b->records.len == 0)
		rc = no_records(b, err);
	return rc;
}

int ds_build(const struct ds_build_opts *opts, struct fl_arena *a,
	struct ds_build_report *ret_report, struct fl_error *err)
{
	struct build b = {.opts = opts, .arena = a, .out = DS_OUT_NONE, .spool = -1};
	struct ds_cache cache;
	int rc = 0;
	if (opts->cache) {
		rc = ds_cache_open(opts->cache, &cache, err);
		b.cache = rc ? NULL : &cache;
		if (rc)
			fl_error_wrap(err, DS_NO_CACHE);
	}
	ds_corpus_init(&b.corpus, a);
	fl_vec_init(&b.units, sizeof(struct build_unit), UNITS_MAX);
	fl_vec_init(&b.skipped, sizeof(struct ds_count), SKIPPED_MAX);
	fl_vec_init(&b.records, sizeof(struct build_record), RECORDS_MAX);
	if (rc == 0) {
		rc = run_phases(&b, err);
		ds_build_tell_unkept(&b);
		b.report.unkept = ds_cache_lost(b.cache, NULL);
		rc = end_part(&b, rc, err);
	}
	fl_box_tidy(); /* after workers that were killed */
	if (rc == 0 || rc == FL_EREFUSED)
		*ret_report = b.report;
	if (b.spool >= 0)
		close(b.spool);
	ds_out_close(&b.out);
	if (b.cache) {
		/* A cache that grew too large costs disk, not correctness; others need a part's. */
		if (!opts->part.count)
			ds_cache_sweep(b.cache, DS_CACHE_MAX, NULL);
		ds_cache_close(b.cache);
	}
	fl_vec_release(&b.records);
	fl_vec_release(&b.skipped);
	fl_vec_release(&b.units);
	ds_corpus_release(&b.corpus);
	return rc;
}
