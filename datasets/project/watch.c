#include "datasets/project/watch.h"

#include "base/embed.h"
#include "sanitize/project/cargo.h"
#include "sanitize/project/project.h"

enum {
	BUILD_WALL_MS = 300000,
	TEST_WALL_MS = 120000,
	SETUP_CPU_MS = 30000,
	SAID_MAX = 1 << 20,
	ARCHIVE_MAX = 64 << 20,
	PROCESSES = 512,
	TAIL_LINES = 6,
	TAIL_BYTES = 600
};

/* FL_PROJECT_DIR: where this file stands while we are built. */
FL_EMBED(ds_inside_setup, FL_PROJECT_DIR "/inside/setup.sh");
FL_EMBED(ds_inside_cc, FL_PROJECT_DIR "/inside/cc.sh");
FL_EMBED(ds_inside_ar, FL_PROJECT_DIR "/inside/ar.sh");
FL_EMBED(ds_inside_watch, FL_PROJECT_DIR "/inside/watch.inc");

#define ENVIRONMENT                                                                               \
	"PATH=" FL_BOX_DIR "/" DS_WATCH_DIR "/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", \
		"HOME=" FL_BOX_DIR "/" DS_WATCH_DIR "/home", "TMPDIR=/tmp", "USER=box", "CC=gcc", \
		"CXX=g++", "SOURCE_DATE_EPOCH=1700000000"

static int put_tools(struct fl_box *box, struct fl_error *err)
{
	const struct {
		const char *name;
		struct fl_slice text;
	} tools[] = {
		{DS_WATCH_DIR "/setup.sh", FL_EMBEDDED(ds_inside_setup)},
		{DS_WATCH_DIR "/cc.sh", FL_EMBEDDED(ds_inside_cc)},
		{DS_WATCH_DIR "/ar.sh", FL_EMBEDDED(ds_inside_ar)},
		{DS_WATCH_DIR "/watch.c", FL_EMBEDDED(ds_inside_watch)},
	};
	const char *const argv[] = {"sh", DS_WATCH_DIR "/setup.sh", NULL};
	struct fl_run_spec spec = {.argv = argv, .cpu_ms = SETUP_CPU_MS};
	struct fl_process_result result;
	struct fl_buf said;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(tools) / sizeof(*tools); i++)
		rc = fl_box_put(box, tools[i].name, tools[i].text, 0755, err);
	if (rc)
		return rc;
	fl_buf_init(&said, 2 * SAID_MAX);
	rc = fl_box_run(box, &spec, NULL, &said, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status)) {
		struct fl_slice text = fl_slice_head(fl_slice_trim(fl_buf_view(&said)), 300);
		rc = fl_error_set(err, FL_EMISSING, "the watching tools cannot be set up: %.*s",
			FL_ARG(text));
	}
	fl_buf_release(&said);
	return rc;
}

/* What it said last, behind the limit that ended it, if one did. */
static struct fl_slice last_words(const struct fl_process_result *result, unsigned wall_ms,
	struct fl_slice said, struct fl_arena *a)
{
	static const char *const limits[FL_END_COUNT] = {
		[FL_END_CPU] = "CPU time", [FL_END_OUTPUT] = "output", [FL_END_MEMORY] = "memory"};
	struct fl_slice tail = san_tail(said, TAIL_LINES, TAIL_BYTES);
	const char *limit = limits[result->end];
	if (result->end == FL_END_WALL)
		return fl_arena_printf(a, "ended after %u s; %.*s", wall_ms / 1000, FL_ARG(tail));
	return limit ? fl_arena_printf(a, "passed its limit of %s; %.*s", limit, FL_ARG(tail))
		     : fl_arena_slice(a, tail);
}

/* One of the project's commands; *ret_said: its last words. */
static int run_command(struct fl_box *box, const char *command, const char *const *env,
	unsigned wall_ms, struct fl_arena *a, bool *ret_ok, struct fl_slice *ret_said,
	struct fl_error *err)
{
	const char *const argv[] = {
		"sh", "-c", "exec 2>&1 </dev/null; eval \"$1\"", "build", command, NULL};
	struct fl_run_spec spec = {.argv = argv,
		.env = env,
		.out_max = SAID_MAX,
		.keep_tail = true,
		.processes = PROCESSES,
		.cpu_ms = 2 * wall_ms,
		.wall_ms = wall_ms};
	struct fl_process_result result;
	struct fl_buf said;
	fl_buf_init(&said, SAID_MAX + 2 * FL_TAIL_MAX);
	int rc = fl_box_run(box, &spec, &said, NULL, &result, err);
	if (rc == 0) {
		*ret_ok = result.end == FL_END_EXIT && result.exit_status == 0;
		*ret_said = last_words(&result, wall_ms, fl_buf_view(&said), a);
	}
	fl_buf_release(&said);
	return rc;
}

/* All that the watchers wrote. */
static int collect(
	struct fl_box *box, struct fl_arena *a, struct ds_watched *watched, struct fl_error *err)
{
	const char *const argv[] = {"sh", "-c",
		"cd " DS_WATCH_DIR
		" && touch order && tar --format=ustar --sort=name -cf - order calls runs",
		NULL};
	struct fl_run_spec spec = {.argv = argv, .out_max = ARCHIVE_MAX, .cpu_ms = SETUP_CPU_MS};
	struct fl_process_result result;
	struct fl_buf archive;
	fl_buf_init(&archive, 2 * (size_t)ARCHIVE_MAX);
	int rc = fl_box_run(box, &spec, &archive, NULL, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status))
		rc = fl_error_set(err, FL_ELIMIT, "what the build and the tests did is too much");
	if (rc == 0)
		rc = ds_watch_read(fl_buf_view(&archive), a, watched, err);
	fl_buf_release(&archive);
	return rc;
}

static int carry(struct fl_box *box, const struct ds_project *project, struct fl_arena *a,
	struct ds_watched *watched, struct fl_error *err)
{
	struct san_cargo cargo;
	int rc = san_cargo_open(&cargo, box, project->dir, NULL, a, err);
	if (rc == 0)
		rc = fl_carry_tree(&cargo.carry, "", 0, err);
	struct fl_slice *names = fl_arena_array(a, cargo.carry.entries.len, sizeof(*names));
	size_t n = 0;
	for (size_t i = 0; names && i < cargo.carry.entries.len; i++) {
		const struct fl_carried *e = fl_vec_at(&cargo.carry.entries, i);
		if (e->how == FL_CARRY_TAKEN)
			names[n++] = e->path;
	}
	watched->sources = (struct fl_list){names, n};
	return san_cargo_close(&cargo, rc, err);
}

int ds_watch(struct fl_box *box, const struct ds_project *project, struct fl_arena *a,
	struct ds_watched *ret_watched, struct fl_error *err)
{
	static const char *const building[] = {ENVIRONMENT, NULL};
	static const char *const testing[] = {
		ENVIRONMENT, "LD_PRELOAD=" FL_BOX_DIR "/" DS_WATCH_DIR "/watch.so", NULL};
	struct ds_watched w = {0};
	struct fl_slice said;
	bool passed;
	int rc = carry(box, project, a, &w, err);
	rc = rc ? rc : put_tools(box, err);
	rc = rc ? rc
		: run_command(
			  box, project->build, building, BUILD_WALL_MS, a, &w.built, &w.said, err);
	/* Tests that fail have run something all the same. */
	if (rc == 0 && w.built)
		rc = run_command(box, project->test, testing, TEST_WALL_MS, a, &passed, &said, err);
	rc = rc ? rc : collect(box, a, &w, err);
	rc = rc ? rc : fl_arena_error(a, "what the build did", err);
	if (rc == 0)
		*ret_watched = w;
	return rc;
}
