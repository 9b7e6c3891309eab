#include "platform/make/state.h"

static void release(struct mk_work *w)
{
	fl_vec_release(&w->noted);
	fl_vec_release(&w->skipped);
	fl_arena_release(&w->arena);
}

int plat_make_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err)
{
	struct mk_work w = {.tree = tree, .result = a};
	struct mk_run run = {0};
	struct mk_maker *first;
	int rc = 0;
	fl_arena_init(&w.arena, MK_ARENA_MAX);
	fl_vec_init(&w.noted, sizeof(struct mk_var *), 1 << 12);
	fl_vec_init(&w.skipped, sizeof(struct plat_skip), PLAT_SKIPPED_MAX);
	run.dir = fl_path_straight(&w.arena, directory, NULL);
	if (!plat_mk_makefile_in(&w, run.dir, &run.makefile))
		rc = fl_error_set(
			err, FL_ENOTFOUND, "%.*s: there is no makefile in it", FL_ARG(directory));
	first = rc ? NULL : fl_arena_alloc(&w.arena, sizeof(*first));
	if (first) {
		first->work = &w;
		w.known = plat_mk_vars_new(first, NULL, true);
		w.done = plat_mk_vars_new(first, NULL, true);
	}
	if (first && w.known && w.done) {
		w.makefile = run.makefile;
		plat_mk_run(first, &run);
		rc = plat_mk_result(&w, ret, err);
	} else if (!rc) {
		rc = fl_error_set(err, FL_ENOMEM, "there is no memory for a makefile");
	}
	release(&w);
	return rc;
}
