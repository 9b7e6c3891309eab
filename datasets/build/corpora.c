#include "datasets/build/corpora.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sandbox/sandbox.h"
#include "datasets/build/build_project.h"
#include "datasets/build/pool.h"

enum { WALL_MS = 1800000 };

/* A project that the first walk came by. */
struct found {
	struct ds_project project; /* dir: its path, since what is open ends with the walk */
	dev_t dev; /* whose directory it is */
	ino_t ino;
	bool told;
	struct ds_told programs; /* in the corpus' arena */
};

struct reading {
	const struct ds_corpora_opts *opts;
	struct ds_corpus *corpus;
	/* Who tells, as the corpus had it. */
	int (*tell)(void *ctx, const struct ds_project *project, struct fl_arena *a,
		struct ds_told *ret_told, struct fl_error *err);
	void *tell_ctx;
	struct fl_arena arena; /* of the first walk */
	struct fl_vec found; /* struct found, in the order of the walk */
	size_t next; /* of these, in the second walk */
	bool lost; /* a worker died */
	bool in_parts;
	size_t absent; /* projects that another part has to tell */
};

/* ---- the first walk ---- */

static int note(void *ctx, const struct ds_project *project, struct fl_arena *a,
	struct ds_told *ret_told, struct fl_error *err)
{
	struct reading *r = ctx;
	char path[PATH_MAX];
	struct stat st;
	ssize_t n = readlink(project->dir, path, sizeof(path));
	if (n > 0 && (size_t)n < sizeof(path) && stat(project->dir, &st) == 0) {
		struct found *f = fl_vec_add(&r->found);
		if (!f)
			return fl_error_set(err, FL_ELIMIT, "too many projects");
		*f = (struct found){.project = *project, .dev = st.st_dev, .ino = st.st_ino};
		f->project.dir = fl_arena_slice(a, fl_slice(path, (size_t)n)).ptr;
	}
	*ret_told = (struct ds_told){0};
	return fl_arena_error(a, "the projects", err);
}

static int find_projects(struct reading *r, struct fl_error *err)
{
	struct ds_corpus ahead;
	int rc = 0;
	ds_corpus_init(&ahead, &r->arena);
	ahead.only_projects = true;
	ahead.project = note;
	ahead.project_ctx = r;
	for (size_t i = 0; rc == 0 && i < r->opts->count; i++)
		rc = ds_corpus_add(&ahead, r->opts->paths[i], err);
	ds_corpus_release(&ahead);
	return rc;
}

/* ---- workers ---- */

/* The directory as it was found, or -1: another may stand at its path now. */
static int open_found(const struct found *f)
{
	struct stat st;
	int fd = open(f->project.dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && (fstat(fd, &st) || st.st_dev != f->dev || st.st_ino != f->ino)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* The answer: an error (code 0: none), and what is told. Empty: to be told by whoever asks. */
static int tell_job(void *ctx, void *state, size_t index, struct fl_buf *out, struct fl_error *err)
{
	const struct reading *r = ctx;
	const struct found *f = fl_vec_at(&r->found, index);
	struct ds_project project = f->project;
	struct fl_error why = {0};
	struct fl_arena a;
	struct ds_told told;
	char dir[32];
	(void)state;
	(void)err;
	int fd = open_found(f);
	if (fd < 0)
		return 0;
	snprintf(dir, sizeof(dir), "/proc/self/fd/%d", fd);
	project.dir = dir;
	fl_arena_init(&a, r->corpus->arena->max);
	int rc = r->tell(r->tell_ctx, &project, &a, &told, &why);
	why.code = (enum fl_code)rc;
	fl_buf_add(out, &why, sizeof(why));
	if (rc == 0)
		ds_told_write(out, &told);
	if (out->failed)
		fl_buf_clear(out);
	fl_arena_release(&a);
	close(fd);
	return 0;
}

/* What is wrong with a project, and no fault of the machine. */
static bool is_its_own(int code)
{
	return code == FL_ELIMIT || code == FL_EPARSE;
}

static int refuse(struct reading *r, struct found *f, const char *why, struct fl_error *err)
{
	struct fl_arena *a = r->corpus->arena;
	struct ds_untold *u = fl_arena_alloc(a, sizeof(*u));
	if (u) {
		*u = (struct ds_untold){
			.why = DS_UNTOLD_NOT_TOLD, .detail = fl_arena_printf(a, "%s", why)};
		f->programs = (struct ds_told){.untold = {u, 1}};
		f->told = true;
	}
	return fl_arena_error(a, "the projects", err);
}

static int tell_collect(void *ctx, size_t index, struct fl_slice result,
	const struct fl_error *failure, struct fl_error *err)
{
	struct reading *r = ctx;
	struct found *f = fl_vec_at(&r->found, index);
	struct fl_error why;
	if (failure) {
		r->lost = true;
		return refuse(r, f, failure->message, err);
	}
	if (result.len < sizeof(why))
		return 0;
	memcpy(&why, result.ptr, sizeof(why));
	if (is_its_own(why.code))
		return refuse(r, f, why.message, err);
	if (why.code == FL_ENOTFOUND && r->in_parts) {
		r->absent++;
		return 0;
	}
	if (why.code) {
		if (err)
			*err = why;
		return why.code;
	}
	f->told = ds_told_read(fl_slice_skip(result, sizeof(why)), r->corpus->arena, &f->programs,
			  NULL) == 0;
	return fl_arena_error(r->corpus->arena, "the projects", err);
}

static void tell_progress(void *ctx, size_t ended, size_t count)
{
	const struct ds_corpora_opts *o = ((const struct reading *)ctx)->opts;
	if (o->progress)
		o->progress(o->progress_ctx, "projects", ended, count);
}

static int tell_projects(struct reading *r, struct fl_error *err)
{
	const struct ds_corpora_opts *o = r->opts;
	struct ds_pool pool = {.jobs = r->found.len < o->jobs ? (unsigned)r->found.len : o->jobs,
		.count = r->found.len,
		.wall_ms = o->wall_ms ? o->wall_ms : WALL_MS,
		.stop = o->stop,
		.ctx = r,
		.job = tell_job,
		.collect = tell_collect,
		.progress = tell_progress};
	int rc = r->found.len ? ds_pool_run(&pool, err) : 0;
	if (rc || r->lost)
		fl_box_tidy(); /* after workers that were killed */
	if (rc == 0 && r->absent)
		rc = fl_error_set(err, FL_ENOTFOUND, "%zu projects are other parts'", r->absent);
	return rc;
}

/* ---- the second walk ---- */

/* As a worker would have, but in the corpus' arena: that it is full is no fault of the project. */
static int tell_here(struct reading *r, const struct ds_project *project, struct fl_arena *a,
	struct ds_told *ret_told, struct fl_error *err)
{
	struct fl_error why = {0};
	struct found f = {0};
	int rc = r->tell(r->tell_ctx, project, a, ret_told, &why);
	if (is_its_own(rc) && !a->failed) {
		rc = refuse(r, &f, why.message, err);
		if (rc == 0)
			*ret_told = f.programs;
	} else if (rc && err) {
		*err = why;
	}
	return rc;
}

static bool is_found(const struct found *f, const struct ds_project *p, const struct stat *st)
{
	bool same = f->dev == st->st_dev && f->ino == st->st_ino &&
		    strcmp(f->project.build, p->build) == 0 &&
		    strcmp(f->project.test, p->test) == 0 && f->project.mutate.len == p->mutate.len;
	for (size_t i = 0; same && i < p->mutate.len; i++)
		same = fl_slice_eq(tg_text_at(&f->project.mutate, i), tg_text_at(&p->mutate, i));
	return same;
}

static int take(void *ctx, const struct ds_project *project, struct fl_arena *a,
	struct ds_told *ret_told, struct fl_error *err)
{
	struct reading *r = ctx;
	struct stat st;
	bool known = stat(project->dir, &st) == 0;
	for (size_t i = r->next; known && i < r->found.len; i++) {
		const struct found *f = fl_vec_at(&r->found, i);
		if (!is_found(f, project, &st))
			continue;
		r->next = i + 1;
		if (!f->told)
			break;
		*ret_told = f->programs;
		return 0;
	}
	return tell_here(r, project, a, ret_told, err);
}

static int take_all(struct reading *r, size_t *ret_ends, struct fl_error *err)
{
	struct ds_corpus *c = r->corpus;
	int rc = 0;
	c->project = take;
	c->project_ctx = r;
	for (size_t i = 0; rc == 0 && i < r->opts->count; i++) {
		rc = ds_corpus_add(c, r->opts->paths[i], err);
		ret_ends[i] = c->programs.len;
	}
	c->project = r->tell;
	c->project_ctx = r->tell_ctx;
	return rc;
}

int ds_corpora_read(const struct ds_corpora_opts *opts, struct ds_corpus *corpus, size_t *ret_ends,
	size_t *ret_absent, struct fl_error *err)
{
	struct reading r = {.opts = opts,
		.in_parts = ret_absent != NULL,
		.corpus = corpus,
		.tell = corpus->project,
		.tell_ctx = corpus->project_ctx};
	fl_arena_init(&r.arena, corpus->arena->max);
	fl_vec_init(&r.found, sizeof(struct found), DS_CORPUS_ENTRIES_MAX);
	int rc = find_projects(&r, err);
	rc = rc ? rc : tell_projects(&r, err);
	rc = rc ? rc : take_all(&r, ret_ends, err);
	if (ret_absent)
		*ret_absent = r.absent;
	fl_vec_release(&r.found);
	fl_arena_release(&r.arena);
	return rc;
}
