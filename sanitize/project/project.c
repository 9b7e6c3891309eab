#include "sanitize/project/project.h"

#include <signal.h>

#include "sanitize/project/leaves.h"
#include "sanitize/run/run.h"

enum {
	SAID_MAX = 4 << 20,
	PROCESSES = 1024,
	LIST_MAX = 1 << 20,
	ENV_MAX = 64,
	GRACE_MS = 1000 /* for the look at what runs */
};

/* A build system's children are many, and each of them may ask for much. */
static int run_build(struct fl_box *box, const struct san_program *p,
	const struct san_project *project, enum san_mode mode, struct fl_arena *a,
	struct san_project_built *built, struct fl_error *err)
{
	const char *const argv[] = {"sh", "-c",
		"cd " SAN_PROJECT_DIR " && exec 2>&1 && eval \"$1\"", "build", project->build,
		NULL};
	const char **env = fl_arena_array(a, ENV_MAX, sizeof(*env));
	size_t n = 0;
	if (!env)
		return fl_arena_error(a, "the build's environment", err);
	n = san_project_environment(p, mode, env, ENV_MAX - 4, a);
	env[n++] = "ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:"
		   "allocator_may_return_null=1";
	env[n++] = "LSAN_OPTIONS=detect_leaks=0";
	env[n++] = "MSAN_OPTIONS=report_umrs=0";
	unsigned jobs = project->jobs ? project->jobs : 1;
	struct fl_run_spec spec = {.argv = argv,
		.env = env,
		.out_max = SAID_MAX,
		.keep_tail = true,
		.processes = PROCESSES,
		.cpu_ms = project->wall_ms > UINT32_MAX / 2 / jobs ? UINT32_MAX / 2
								   : project->wall_ms * jobs,
		.wall_ms = project->wall_ms,
		.stop_signal = SIGTERM,
		.grace_ms = GRACE_MS,
		.stop_fn = san_leaves_look};
	struct fl_buf said;
	fl_buf_init(&said, SAID_MAX + 2 * FL_TAIL_MAX);
	int rc = fl_arena_error(a, "the build's environment", err);
	if (rc == 0)
		rc = fl_box_run(box, &spec, &said, NULL, &built->result, err);
	if (rc == 0)
		built->said = fl_arena_slice(a, fl_buf_view(&said));
	fl_buf_release(&said);
	return rc ? rc : fl_arena_error(a, "what the build said", err);
}

/* As the user knows the places: without the box. */
static struct fl_slice without_box(struct fl_slice text, struct fl_arena *a)
{
	static const struct fl_slice ours = FL_LIT(FL_BOX_DIR "/" SAN_PROJECT_DIR "/");
	struct fl_buf out;
	fl_buf_init(&out, SAID_MAX * 2);
	while (text.len) {
		ptrdiff_t at = fl_slice_search(text, ours);
		fl_buf_slice(&out, fl_slice_head(text, at < 0 ? text.len : (size_t)at));
		text = fl_slice_skip(text, at < 0 ? text.len : (size_t)at + ours.len);
	}
	struct fl_slice s = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return s;
}

/* A list that was made inside; empty when it was not. */
static struct fl_slice read_list(struct fl_box *box, const char *name, struct fl_arena *a)
{
	struct fl_buf text;
	struct fl_error none;
	fl_buf_init(&text, LIST_MAX);
	int rc = fl_box_get(box, name, &text, &none);
	struct fl_slice list = fl_slice(NULL, 0);
	if (rc == 0 || rc == FL_ELIMIT)
		list = without_box(fl_buf_view(&text), a);
	fl_buf_release(&text);
	return list;
}

int san_project_build(struct fl_box *box, const struct san_program *program,
	const struct san_project *project, enum san_mode mode, struct fl_arena *a,
	struct san_build *ret_build, struct san_project_built *ret_built, struct fl_error *err)
{
	struct san_project_built built = {0};
	int rc = san_wrap_put(box, program, mode, &project->compilers, a, err);
	if (rc == 0)
		rc = run_build(box, program, project, mode, a, &built, err);
	if (rc)
		return rc;
	built.said = without_box(built.said, a);
	built.linked = fl_slice_count(read_list(box, SAN_LINKED, a), '\n');
	built.limited = read_list(box, SAN_LIMITED, a);
	built.running = read_list(box, SAN_LEAVES, a);
	*ret_build = (struct san_build){.mode = mode,
		.ok = built.result.end == FL_END_EXIT && built.result.exit_status == 0,
		.end = built.result.end,
		.diagnostics = built.said};
	*ret_built = built;
	return fl_arena_error(a, "what the build said", err);
}

struct fl_slice san_tail(struct fl_slice text, size_t lines, size_t bytes)
{
	while (text.len && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r'))
		text.len--;
	size_t from = text.len;
	for (size_t n = 0; from > 0 && text.len - from < bytes; from--)
		if (text.ptr[from - 1] == '\n' && ++n == lines)
			break;
	return fl_slice_skip(text, from);
}
