/* ds_record_upgrade(): records of older versions, and answers in another form. */
#include "datasets/record/edits.h"
#include "datasets/record/instruct.h"
#include "datasets/record/reason.h"

/* What version 1 knew as the mutation, as the one edit that it was. */
static int take_mutation(struct ds_record *r, struct fl_arena *a, struct fl_error *err)
{
	const struct ds_mutation *m = &r->mutation;
	struct ds_edit *e = fl_arena_alloc(a, sizeof(*e));
	if (!e)
		return fl_arena_error(a, "the edits", err);
	if (m->offset < 0 || (uint64_t)m->offset > r->fixed.len)
		return fl_error_set(err, FL_EREFUSED, "mutation.offset is outside of fixed");
	*e = (struct ds_edit){.operator= m->operator,
		.file = m->file,
		.offset = m->offset,
		.original = m->original,
		.replacement = m->replacement,
		.function = m->function};
	ds_edits_place(e, 1, r->fixed);
	r->edits = (struct fl_list){.items = e, .len = 1};
	r->program = r->group;
	return 0;
}

/* Of a record that knows of one run only: what that printed is known by its hash. */
static int take_run(struct ds_record *r, struct fl_arena *a, struct fl_error *err)
{
	struct ds_test *t = fl_arena_alloc(a, sizeof(*t));
	if (!t)
		return fl_arena_error(a, "the tests", err);
	*t = (struct ds_test){.shown = !ds_kind_is(r->kind, DS_KIND_BUILDS),
		.argv = r->run.argv,
		.input = r->run.input,
		.output_hash = r->verification.fixed.output_hash,
		.exit_status = r->verification.fixed.exit_status,
		.faulty = FL_S("fails")};
	r->tests = (struct fl_list){t, 1};
	ds_record_count_hidden(r);
	return 0;
}

int ds_record_upgrade(
	struct ds_record *r, enum ds_form form, struct fl_arena *a, struct fl_error *err)
{
	static const struct ds_confidence not_measured = {0};
	struct ds_record to = *r;
	int rc = r->schema_version < 2 ? take_mutation(&to, a, err) : 0;
	if (rc == 0 && to.tests.len == 0)
		rc = take_run(&to, a, err);
	rc = rc ? rc : ds_record_fault(&to, a, &to.fault, err);
	if (rc)
		return rc;
	to.form = (int)form;
	to.instruction = ds_instruction(&to, a);
	to.prompt = ds_instruction_put(&to, to.instruction, a);
	rc = fl_arena_error(a, "the prompt", err);
	if (rc == 0 && !to.reasoning.len)
		rc = ds_reason_make(&to, &not_measured, a, &to.reasoning, err);
	rc = rc ? rc : ds_record_seal(&to, a, err);
	if (rc == 0)
		*r = to;
	return rc;
}
