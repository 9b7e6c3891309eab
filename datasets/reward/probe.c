#include "datasets/reward/probe.h"

#include "datasets/reward/judge_priv.h"
#include "tracegen/builds/build.h"
#include "tracegen/program.h"

enum { SLOWER = 2 /* as in judging: times its limit is what a run may take when it is watched */ };

struct ds_probe {
	struct ds_judging g;
	struct ds_label label;
};

int ds_probe_new(struct ds_judge *j, const struct ds_candidate *c, struct fl_arena *a,
	struct ds_probe **ret_probe, struct fl_error *err)
{
	struct ds_probe *p = fl_arena_alloc(a, sizeof(*p));
	if (!p)
		return fl_arena_error(a, "a program", err);
	fl_object_reset(&ds_label_shape, &p->label);
	p->g = (struct ds_judging){
		.judge = j, .c = *c, .label = &p->label, .worked_on = true, .a = a, .err = err};
	int rc = ds_judge_prepare(&p->g);
	if (rc == 0)
		*ret_probe = p;
	return rc;
}

int ds_probe_compile(struct ds_probe *p, const struct ds_label **ret_label, struct fl_error *err)
{
	p->g.err = err;
	p->label.stage = DS_STAGE_PASSED;
	int rc = ds_judge_build(&p->g);
	if (rc == 0)
		*ret_label = &p->label;
	return rc;
}

/* Set what the program is run with. */
static int set_input(struct ds_probe *p, const struct ds_probe_input *in)
{
	p->g.program.args = tg_texts_argv(&in->args, 0, p->g.a);
	p->g.program.input = in->input;
	return ds_judge_files(&p->g, &in->files);
}

int ds_probe_run(struct ds_probe *p, const struct ds_probe_input *in, struct san_run *ret_run,
	struct fl_error *err)
{
	const struct ds_limits *l = &p->g.c.limits;
	unsigned times = p->g.c.mode == SAN_MODE_NONE ? 1 : SLOWER;
	struct san_run_opts opts = {.cpu_ms = l->cpu_ms * times,
		.wall_ms = l->wall_ms * times,
		.output_max = l->output_max,
		.no_leaks = p->g.c.leaks_off,
		.runs = 1};
	p->g.err = err;
	int rc = set_input(p, in);
	return rc ? rc : ds_judge_once(&p->g, &p->g.build, &opts, 0, ret_run);
}

/* With its flags, and what makes it the same in each run. */
static int build_for_debugger(struct ds_probe *p, struct san_build *ret_build)
{
	const char *const *before = p->g.program.flags;
	bool clang = p->g.program.tools.family == SAN_CLANG;
	const char **flags = tg_texts_argv(&p->g.c.flags, 1 + clang, p->g.a);
	if (!flags)
		return fl_arena_error(p->g.a, "the flags", p->g.err);
	flags[0] = "-ftrivial-auto-var-init=pattern";
	if (clang) /* else there is nothing of std::string but its name */
		flags[1] = "-fstandalone-debug";
	p->g.program.flags = flags;
	int rc = ds_judge_files(&p->g, NULL);
	rc = rc ? rc : ds_judge_compile(&p->g, SAN_MODE_NONE, ret_build);
	p->g.program.flags = before;
	return rc;
}

int ds_probe_put(struct ds_probe *p, const struct ds_probe_input *in, struct fl_box **ret_box,
	struct fl_error *err)
{
	struct fl_box *box = p->g.judge->box;
	struct san_build build = {0};
	p->g.err = err;
	int rc = build_for_debugger(p, &build);
	if (rc == 0 && build.host)
		return fl_error_set(err, FL_EHOST, "the host had no room for a compiler");
	if (rc == 0 && !build.ok) {
		*ret_box = NULL;
		return 0;
	}
	rc = rc ? rc : set_input(p, in);
	rc = rc ? rc : fl_box_clear(box, err);
	const struct san_file *f = p->g.program.files.items;
	for (size_t i = 0; rc == 0 && i < p->g.program.files.len; i++)
		rc = fl_box_put(box, f[i].path.ptr, f[i].content, 0644, err);
	rc = rc ? rc : fl_box_put(box, DS_PROBE_INPUT, in->input, 0444, err);
	rc = rc ? rc : fl_box_put(box, DS_PROBE_PROGRAM, build.binary, 0755, err);
	if (rc == 0)
		*ret_box = box;
	return rc;
}
