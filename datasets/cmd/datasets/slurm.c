/* datasets slurm, status: a build on a cluster, and how far it is. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "datasets/build/build.h"
#include "datasets/cluster/cluster.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"

enum { TEXT_MAX = 1 << 20, PROGRAM_MAX = 4096 };

/* What is handed on to build as it was given. */
static const int handed_on[] = {OPT_SEED, OPT_LIMIT, OPT_OBSERVED, OPT_ROUNDS, OPT_SITES,
	OPT_COMPILE_SITES, OPT_TRACES, OPT_CRASHES, OPT_DIVERGENCES, OPT_OP, OPT_SHARE,
	OPT_PROJECTS, OPT_INPUTS, OPT_CPU_LIMIT, OPT_COMPILE_LIMIT, OPT_COMPLETION, OPT_SEEKABLE,
	OPT_PROMPT_BYTES, OPT_SANDBOX};

enum { HANDED_ON = sizeof(handed_on) / sizeof(handed_on[0]) };

/* A path as all nodes find it, of what is there; the last part of out need not be. */
static int absolute(const char *path, struct fl_arena *a, const char **ret, struct fl_error *err)
{
	char *real = realpath(path, NULL);
	if (!real)
		return fl_error_sys(
			err, errno == ENOENT ? FL_EMISSING : FL_EIO, errno, "cannot use %s", path);
	*ret = fl_arena_printf(a, "%s", real).ptr;
	free(real);
	return fl_arena_error(a, "a path", err);
}

static int absolute_out(
	const char *path, struct fl_arena *a, const char **ret, struct fl_error *err)
{
	size_t len = strlen(path);
	while (len > 1 && path[len - 1] == '/')
		len--;
	struct fl_slice text = fl_arena_printf(a, "%.*s", (int)len, path);
	const char *slash = text.ptr ? strrchr(text.ptr, '/') : NULL;
	const char *parent = NULL, *name = slash ? slash + 1 : text.ptr;
	if (!text.ptr)
		return fl_arena_error(a, "a path", err);
	struct fl_slice above =
		slash ? fl_arena_printf(a, "%.*s/", (int)(slash - text.ptr), text.ptr) : FL_S(".");
	int rc = absolute(above.ptr, a, &parent, err);
	if (rc == 0)
		*ret = fl_arena_printf(a, "%s/%s", strcmp(parent, "/") ? parent : "", name).ptr;
	return rc ? rc : fl_arena_error(a, "a path", err);
}

/* The longest limit of a corpus, which says how many rounds there may be. */
static int longest_limit(const struct fl_opts *o, uint64_t *ret_longest, struct fl_error *err)
{
	struct ds_build_opts build = {0};
	int rc = sub_limits(fl_opt_text(o, OPT_LIMIT), &build, err);
	*ret_longest = 0;
	for (size_t i = 0; i < build.limit_count; i++)
		if (build.limits[i] > *ret_longest)
			*ret_longest = build.limits[i];
	return rc;
}

static int arguments_of(
	const struct fl_opts *o, struct fl_arena *a, struct ds_cluster *c, struct fl_error *err)
{
	size_t n = 0, most = HANDED_ON + sub_count(o);
	const char **to = fl_arena_array(a, most, sizeof(*to));
	int rc = to ? 0 : fl_arena_error(a, "the arguments", err);
	for (size_t i = 0; rc == 0 && i < sub_count(o); i++)
		rc = absolute(sub_at(o, i), a, &to[n++], err);
	for (size_t i = 0; rc == 0 && i < HANDED_ON; i++)
		if (fl_opt_given(o, (size_t)handed_on[i]))
			to[n++] = fl_arena_printf(a, "--%s=%s", o->tool->options[handed_on[i]].name,
				fl_opt_text(o, (size_t)handed_on[i]))
					  .ptr;
	c->arguments = to;
	c->argument_count = n;
	return rc ? rc : fl_arena_error(a, "the arguments", err);
}

static int cluster_of(
	const struct fl_opts *o, struct fl_arena *a, struct ds_cluster *c, struct fl_error *err)
{
	char program[PROGRAM_MAX];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
	if (n < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot tell where this program is");
	program[n] = '\0';
	uint64_t longest;
	int rc = longest_limit(o, &longest, err);
	*c = (struct ds_cluster){.overwrite = fl_opt_given(o, OPT_OVERWRITE),
		.program = fl_arena_printf(a, "%s", program).ptr,
		.tasks = (unsigned)fl_opt_number(o, OPT_TASKS),
		.arrays = ds_cluster_arrays(longest, (unsigned)fl_opt_number(o, OPT_ROUNDS)),
		.cpus = (unsigned)fl_opt_number(o, OPT_CPUS),
		.minutes = (unsigned)fl_opt_number(o, OPT_TIME),
		.partition = fl_opt_text(o, OPT_PARTITION)};
	rc = rc ? rc : absolute_out(fl_opt_text(o, OPT_OUT), a, &c->out, err);
	return rc ? rc : arguments_of(o, a, c, err);
}

static int print(struct fl_buf *text, int rc, struct fl_error *err)
{
	int written = sub_print(fl_buf_view(text), rc ? NULL : err);
	fl_buf_release(text);
	return rc ? rc : written;
}

int ds_cmd_slurm(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf text;
	struct ds_cluster c;
	if (sub_count(o) == 0 || !fl_opt_text(o, OPT_OUT)) {
		fl_error_set(err, FL_EINVAL, "slurm needs a CORPUS and -o DIR");
		return FL_RUN_FAILED;
	}
	fl_arena_init(&a, TEXT_MAX);
	fl_buf_init(&text, TEXT_MAX);
	int rc = cluster_of(o, &a, &c, err);
	rc = rc ? rc : ds_cluster_write(&c, err);
	if (rc == 0 && fl_opt_given(o, OPT_DRY_RUN))
		fl_buf_printf(&text,
			"%s.cluster: the files of %u arrays of %u tasks, and of merge\n", c.out,
			c.arrays, c.tasks);
	else if (rc == 0)
		rc = ds_cluster_submit(&c, &text, err);
	rc = print(&text, rc, err);
	fl_arena_release(&a);
	return rc ? FL_RUN_FAILED : 0;
}

int ds_cmd_status(const struct fl_opts *o, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf text;
	const char *out;
	if (sub_count(o) != 1) {
		fl_error_set(err, FL_EINVAL, "status needs one DIR, as it was given to slurm");
		return FL_RUN_FAILED;
	}
	fl_arena_init(&a, TEXT_MAX);
	fl_buf_init(&text, TEXT_MAX);
	int rc = absolute_out(sub_at(o, 0), &a, &out, err);
	rc = rc ? rc : ds_cluster_status(out, &text, err);
	rc = print(&text, rc, err);
	fl_arena_release(&a);
	return rc ? FL_RUN_FAILED : 0;
}
