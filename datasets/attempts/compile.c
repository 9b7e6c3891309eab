#include "datasets/attempts/compile.h"

#include "datasets/compose.h"
#include "datasets/record/edits.h"
#include "platform/context.h"

enum { TEXT_MAX = 1 << 20 };

/* ---- building ---- */

int ds_compile_load(struct ds_dialogue_bench *bench, const struct ds_record *r,
	const struct tg_program *program, enum tg_build_kind kind, struct fl_arena *a,
	bool *ret_built, struct fl_error *err)
{
	struct tg_build build;
	char key[65];
	ds_dialogue_key(r, program, kind, key);
	*ret_built = true;
	if (strcmp(key, bench->loaded) == 0)
		return 0;
	bench->loaded[0] = '\0';
	int rc = fl_box_clear(bench->box, err);
	rc = rc ? rc : tg_build_setup(bench->box, program, err);
	rc = rc ? rc
		: tg_build_run(bench->box, program, kind, kind == TG_MADE ? &tg_all_changed : NULL,
			  a, &build, err);
	*ret_built = rc == 0 && build.ok;
	if (*ret_built)
		memcpy(bench->loaded, key, sizeof(key));
	return rc;
}

/* Those of the files that are not as the program has them; all sources are compiled for none. */
static int changed_files(const struct tg_program *program, const struct fl_list *files,
	struct fl_arena *a, struct fl_list *ret_changed, struct fl_error *err)
{
	struct tg_file *changed = fl_arena_array(a, files->len + 1, sizeof(*changed));
	size_t n = 0;
	if (!changed)
		return fl_arena_error(a, "an attempt", err);
	for (size_t i = 0; i < files->len; i++) {
		const struct tg_file *f = (const struct tg_file *)files->items + i;
		const struct tg_file *was = tg_program_file(program, f->path);
		if (!was || !fl_slice_eq(was->content, f->content))
			changed[n++] = *f;
	}
	*ret_changed = n ? (struct fl_list){changed, n} : tg_all_changed;
	return 0;
}

static void show(struct ds_said *said, struct fl_arena *a)
{
	const struct fl_marker_pair *marker = fl_marker(FL_MARK_COMPILE);
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	if (said->items.len)
		fl_literal_write(&text, &said->items, FL_TERSE, FL_MARK_COMPILE);
	else
		fl_buf_printf(&text, "%s\n%s\n", marker->open, marker->close);
	said->text = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
}

int ds_compile(struct ds_dialogue_bench *bench, const struct tg_program *program,
	enum tg_build_kind kind, const struct fl_list *files, struct fl_arena *a,
	struct ds_said *ret_said, struct fl_error *err)
{
	struct tg_build build;
	struct fl_list changed;
	struct ds_confidence sure;
	int rc = changed_files(program, files, a, &changed, err);
	rc = rc ? rc : tg_build_run(bench->box, program, kind, &changed, a, &build, err);
	if (rc)
		return rc;
	*ret_said = (struct ds_said){.ok = build.ok, .linking = build.linking};
	if (!build.ok && build.end == FL_END_EXIT)
		rc = ds_diagnostics_context(
			build.diagnostics, a, &ret_said->items, &ret_said->class, &sure, err);
	if (rc == FL_EREFUSED) {
		ret_said->items.len = 0;
		rc = 0;
	}
	show(ret_said, a);
	return rc ? rc : fl_arena_error(a, "what the compiler says", err);
}

struct fl_slice ds_compile_answer(
	struct fl_slice platform, const struct ds_said *said, struct fl_arena *a)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_RESULT);
	struct plat_context context = {0};
	struct fl_slice line = FL_S("");
	size_t len;
	if (plat_header_read(platform, a, &context, &len, NULL) == 0 && context.platform.len)
		line = fl_arena_printf(a, "// platform: %.*s, compiler: %.*s, standard: %.*s\n",
			FL_ARG(context.platform), FL_ARG(context.compiler),
			FL_ARG(context.standard));
	return fl_arena_printf(
		a, "%s\n%.*s%.*s%s\n", pair->open, FL_ARG(line), FL_ARG(said->text), pair->close);
}

/* ---- where causes and edits are ---- */

struct fl_slice ds_compile_place(const struct ds_cause *c, struct fl_arena *a)
{
	struct fl_slice place =
		fl_arena_printf(a, "%.*s:%lld", FL_ARG(c->file), (long long)c->line);
	return c->last > c->line
		       ? fl_arena_printf(a, "%.*s to %lld", FL_ARG(place), (long long)c->last)
		       : place;
}

static int64_t lines_more(const struct ds_edit *e)
{
	return (int64_t)fl_slice_count(e->original, '\n') -
	       (int64_t)fl_slice_count(e->replacement, '\n');
}

struct ds_edit ds_compile_edit(const struct ds_record *r, const bool *done, size_t i)
{
	struct ds_edit e = *ds_edits_at(r, i);
	for (size_t k = 0; k < i; k++)
		if (done[k] && fl_slice_eq(ds_edits_at(r, k)->file, e.file))
			e.buggy_line += lines_more(ds_edits_at(r, k));
	return e;
}
