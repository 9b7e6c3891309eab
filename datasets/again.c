#include "datasets/again.h"

#include "base/source_name.h"
#include "datasets/record/edits.h"
#include "tracegen/builds/build_read.h"
#include "tracegen/builds/made.h"

/* The inputs in their order, of which the first is judged first. */
static int take_inputs(const struct ds_record *r, struct tg_program *program, struct fl_arena *a,
	struct fl_error *err)
{
	const struct ds_test *t = r->tests.items;
	struct tg_input *inputs = fl_arena_array(a, r->tests.len, sizeof(*inputs));
	program->args = tg_args_read(&r->run.argv);
	program->input = r->run.input;
	if (r->tests.len < 2)
		return 0;
	if (!inputs)
		return fl_arena_error(a, "the inputs", err);
	for (size_t i = 0; i < r->tests.len; i++)
		inputs[i] =
			(struct tg_input){.args = tg_args_read(&t[i].argv), .input = t[i].input};
	program->inputs = (struct fl_list){.items = inputs, .len = r->tests.len};
	*program = tg_program_with(program, 0);
	return 0;
}

/*
 * What may be changed, for its operator to find the mutation: that file; of edits in several files,
 * which an operator finds only where all may be changed, all.
 */
static struct fl_list mutable_of(
	const struct ds_record *r, const struct tg_program *p, struct fl_slice *mutate)
{
	struct fl_list list = {.items = mutate};
	bool several = false;
	for (size_t i = 1; i < r->edits.len; i++)
		several |= ds_edits_is_first(r, i);
	for (size_t i = 0; i < p->files.len; i++) {
		struct fl_slice path = tg_program_at(p, i)->path;
		if (several ? fl_source_name(path) != NULL : fl_slice_eq(path, r->mutation.file))
			mutate[list.len++] = path;
	}
	/* The build file is none of the program's. */
	if (list.len == 0)
		mutate[list.len++] = tg_text_at(&p->sources, 0);
	return list;
}

int ds_program_again(const struct ds_record *r, struct fl_arena *a, struct ds_program *ret_source,
	enum tg_build_kind *ret_build, struct fl_error *err)
{
	const struct ds_command *commands = r->build.items;
	struct ds_program source = {.path = r->provenance.source,
		.licence = r->provenance.licence,
		.sha256 = r->schema_version > 1 ? r->program : r->group};
	struct tg_program *program = &source.program;
	struct fl_list *argvs = fl_arena_array(a, r->build.len, sizeof(*argvs));
	struct tg_file *files = fl_arena_array(a, r->files.len, sizeof(*files));
	struct fl_slice *mutate = fl_arena_array(a, r->files.len + 1, sizeof(*mutate));
	if (!argvs || !files || !mutate)
		return fl_arena_error(a, "the program", err);
	for (size_t i = 0; i < r->build.len; i++)
		argvs[i] = commands[i].argv;
	int rc = tg_build_read(argvs, r->build.len, r->language == DS_LANG_C ? TG_C : TG_CXX, a,
		program, ret_build, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < r->files.len; i++) {
		files[i] = ((const struct tg_file *)r->files.items)[i];
		if (r->schema_version > 1)
			rc = ds_edits_fixed(r, files[i].path, a, &files[i].content, err);
		else if (fl_slice_eq(files[i].path, r->mutation.file))
			files[i].content = r->fixed;
		if (rc)
			return rc;
	}
	program->leaks_off = ds_record_leaks_off(r);
	program->name = r->provenance.source;
	program->files = (struct fl_list){.items = files, .len = r->files.len};
	if (*ret_build == TG_MADE)
		rc = tg_made_read(program, a, err);
	if (rc)
		return rc;
	program->mutate = mutable_of(r, program, mutate);
	if (!fl_slice_eq(source.sha256, r->group))
		source.repository = r->group;
	rc = take_inputs(r, program, a, err);
	*ret_source = source;
	return rc;
}
