#include "platform/meson/meson.h"

#include "base/path.h"
#include "platform/meson/branch.h"

static int read_project(struct mes_interp *m, struct plat_project *ret, struct fl_error *err)
{
	struct mes_scope *s = m->scope;
	struct fl_slice path = fl_arena_printf(
		&m->work, "%.*s%smeson.build", FL_ARG(s->root), s->root.len ? "/" : "");
	int rc = plat_mes_file(m, path);
	if (rc)
		return fl_error_set(err, rc, "%.*s cannot be read", FL_ARG(path));
	if (m->work.failed == FL_ENOMEM)
		return fl_arena_error(&m->work, "the evaluation of meson.build", err);
	if (!s->has_project)
		return fl_error_set(err, FL_EPARSE, "%.*s has no project()", FL_ARG(path));
	if (m->stopped || m->work.failed)
		plat_gather_skip(
			m->out, s->at, "the project is too large, and its rest is not read");
	m->unsure = 0;
	m->stopped = false;
	plat_mes_project_settings(m);
	return plat_gather_finish(m->out, ret, err);
}

int plat_meson_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err)
{
	struct plat_gather out;
	struct mes_interp m = {.tree = tree, .out = &out, .rest = SIZE_MAX};
	fl_arena_init(&m.work, MES_MEMORY_MAX);
	plat_gather_init(&out, a);
	fl_vec_init(&m.journal, sizeof(struct mes_change), MES_JOURNAL_MAX);
	struct fl_slice root = fl_path_straight(&m.work, directory, NULL);
	struct mes_scope *scope = fl_arena_alloc(&m.work, sizeof(*scope));
	int rc = scope ? 0 : FL_ENOMEM;
	if (scope) {
		*scope = (struct mes_scope){
			.root = root, .directory = root, .given = plat_mes_of(MES_V_LIST)};
		scope->last_argument = &scope->arguments;
		m.scope = scope;
		m.last_global = &m.global;
		rc = read_project(&m, ret, err);
	}
	fl_vec_release(&m.journal);
	plat_gather_release(&out);
	fl_arena_release(&m.work);
	return rc;
}
