#include "platform/model/gather.h"

#include "base/path.h"

void plat_gather_init(struct plat_gather *g, struct fl_arena *a)
{
	*g = (struct plat_gather){.a = a};
	fl_vec_init(&g->targets, sizeof(struct plat_target), PLAT_TARGETS_MAX);
	fl_vec_init(&g->settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
	fl_vec_init(&g->skipped, sizeof(struct plat_skip), PLAT_SKIPPED_MAX);
}

void plat_gather_release(struct plat_gather *g)
{
	fl_vec_release(&g->targets);
	fl_vec_release(&g->settings);
	fl_vec_release(&g->skipped);
}

void plat_gather_skip(struct plat_gather *g, struct plat_place at, const char *why)
{
	g->skipped_count++;
	struct plat_skip *skip = g->skipped.len < PLAT_SKIPPED_MAX ? fl_vec_add(&g->skipped) : NULL;
	if (skip)
		*skip = (struct plat_skip){at, fl_arena_slice(g->a, fl_slice_str(why))};
}

void plat_draft_init(struct plat_draft *d)
{
	*d = (struct plat_draft){0};
	fl_vec_init(&d->sources, sizeof(struct plat_source), PLAT_SOURCES_MAX);
	fl_vec_init(&d->settings, sizeof(struct plat_setting), PLAT_SETTINGS_MAX);
}

void plat_draft_release(struct plat_draft *d)
{
	fl_vec_release(&d->sources);
	fl_vec_release(&d->settings);
}

void plat_draft_set(struct plat_draft *d, const struct plat_setting *s)
{
	bool room = d->settings.len < PLAT_SETTINGS_MAX;
	struct plat_setting *to = room ? fl_vec_add(&d->settings) : NULL;
	d->full = d->full || !room;
	if (to)
		*to = *s;
}

void plat_draft_source(struct plat_draft *d, struct fl_arena *a, struct fl_slice path, bool unsure)
{
	bool leaves = path.len && path.ptr[0] == '/';
	path = fl_path_straight(a, path, leaves ? NULL : &leaves);
	if (leaves || !path.len)
		return;
	bool room = d->sources.len < PLAT_SOURCES_MAX;
	struct plat_source *to = room ? fl_vec_add(&d->sources) : NULL;
	d->full = d->full || !room;
	if (to)
		*to = (struct plat_source){.path = path, .unsure = unsure};
}

void plat_gather_target(struct plat_gather *g, struct plat_draft *d)
{
	if (d->full) {
		plat_gather_skip(
			g, d->target.at, "the target has more sources or settings than are kept");
		d->target.sources_unsure = true;
	}
	struct plat_target *to = g->targets.len < PLAT_TARGETS_MAX ? fl_vec_add(&g->targets) : NULL;
	if (to) {
		*to = d->target;
		to->sources = fl_vec_freeze(&d->sources, g->a);
		to->settings = fl_vec_freeze(&d->settings, g->a);
	} else {
		plat_gather_skip(g, d->target.at, "the project has more targets than are kept");
	}
	plat_draft_release(d);
	plat_draft_init(d);
}

int plat_gather_finish(struct plat_gather *g, struct plat_project *ret, struct fl_error *err)
{
	struct plat_project project = {
		.targets = fl_vec_freeze(&g->targets, g->a),
		.settings = fl_vec_freeze(&g->settings, g->a),
		.skipped = fl_vec_freeze(&g->skipped, g->a),
		.skipped_count = g->skipped_count,
	};
	int rc = fl_arena_error(g->a, "the project's build files", err);
	if (rc == 0)
		*ret = project;
	return rc;
}
