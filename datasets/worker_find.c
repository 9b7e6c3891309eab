/* ds_worker_find(): inputs for the program on the bench. */
#include "datasets/worker.h"

int ds_worker_find(struct ds_worker *w, size_t max, struct fl_arena *a,
	struct ds_inputs_found *ret_found, struct fl_error *err)
{
	struct tg_program program = w->program;
	struct ds_inputs_spec spec = {.program = &program,
		.seed = w->opts.seed,
		.name = w->source->sha256,
		.max = max,
		.limits = {.cpu_ms = w->opts.cpu_ms}};
	*ret_found = (struct ds_inputs_found){.none = DS_INPUTS_READS_NOTHING};
	bool built = w->baseline.refusal != TG_REFUSED_INVALID &&
		     w->baseline.refusal != TG_REFUSED_NOT_COMPILED &&
		     w->baseline.refusal != TG_REFUSED_COMPILER_LIMIT;
	bool given = program.inputs.len || program.args.len || program.input.len;
	bool few = w->source->told && program.inputs.len < DS_INPUTS_FEW && !w->baseline.refusal;
	if (!max || (given && !few) || !built)
		return 0;
	int rc = ds_inputs_find(w->box, &spec, a, ret_found, err);
	if (rc || ret_found->none != DS_INPUTS_READS_NOTHING)
		ds_worker_unload(w);
	return rc;
}
