/* How far the jobs of a cluster are, by the lines that they leave. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datasets/cluster/cluster.h"
#include "datasets/manifest.h"

enum { LINE_MAX_BYTES = 4096, FAILED_SHOWN = 3 };

enum state { TO_COME, RUNNING, ENDED, FAILED, STATES };

static const char *const words[STATES] = {"to come", "running", "ended", "failed"};

struct task {
	enum state state;
	char text[LINE_MAX_BYTES]; /* of one that failed */
};

struct tally {
	unsigned count[STATES];
	struct fl_buf failed; /* the first of them, a line each */
};

static bool read_line(const char *out, const char *name, char *line, size_t size)
{
	char *path = ds_cluster_path(out, name);
	size_t n = path ? fl_read_start(path, line, size) : 0;
	free(path);
	line[strcspn(line, "\n")] = '\0';
	return n > 0;
}

static struct task task_of(const char *out, const char *name)
{
	struct task t = {TO_COME, ""};
	char line[LINE_MAX_BYTES];
	int status, at = 0;
	if (!read_line(out, name, line, sizeof(line)))
		return t;
	t.state = RUNNING;
	if (sscanf(line, "ended %d %n", &status, &at) == 1) {
		t.state = status ? FAILED : ENDED;
		snprintf(t.text, sizeof(t.text), "exit %d", status);
	}
	return t;
}

/* Arrays wait for each other: a task that runs by its line, in one before the last, was killed. */
static void count_array(const char *out, unsigned array, unsigned tasks, bool over, struct tally *t)
{
	char name[64];
	for (unsigned i = 1; i <= tasks; i++) {
		snprintf(name, sizeof(name), "state/%u-%u", array, i);
		struct task task = task_of(out, name);
		if (over && task.state == RUNNING) {
			task.state = FAILED;
			snprintf(task.text, sizeof(task.text), "killed");
		}
		if (task.state == FAILED && t->count[FAILED] < FAILED_SHOWN)
			fl_buf_printf(&t->failed, "  task %u: %s; see log/\n", i, task.text);
		t->count[task.state]++;
	}
}

static bool has_begun(const char *out, unsigned array, unsigned tasks)
{
	char name[64];
	bool begun = false;
	for (unsigned i = 1; i <= tasks && !begun; i++) {
		snprintf(name, sizeof(name), "state/%u-%u", array, i);
		begun = task_of(out, name).state != TO_COME;
	}
	return begun;
}

static void tell_array(
	const char *out, unsigned array, unsigned arrays, unsigned tasks, struct fl_buf *tell)
{
	struct tally t = {0};
	bool over = array < arrays ? has_begun(out, array + 1, tasks)
				   : task_of(out, "state/merge").state != TO_COME;
	const char *between = " ";
	fl_buf_init(&t.failed, 1 << 16);
	count_array(out, array, tasks, over, &t);
	fl_buf_printf(tell, "array %u of %u:", array, arrays);
	for (int s = ENDED; s >= TO_COME; s--) {
		if (t.count[s])
			fl_buf_printf(tell, "%s%u %s", between, t.count[s], words[s]);
		between = t.count[s] ? ", " : between;
	}
	if (t.count[FAILED])
		fl_buf_printf(tell, "%s%u failed: their work is done by those that follow", between,
			t.count[FAILED]);
	fl_buf_printf(tell, "\n%.*s", FL_ARG(fl_buf_view(&t.failed)));
	fl_buf_release(&t.failed);
}

int ds_cluster_status(const char *out, struct fl_buf *tell, struct fl_error *err)
{
	char plan[LINE_MAX_BYTES], *path = ds_cluster_path(out, "plan"), *manifest = NULL;
	unsigned tasks = 0, arrays = 0;
	size_t n = path ? fl_read_start(path, plan, sizeof(plan)) : 0;
	bool known = n && sscanf(plan, "tasks %u arrays %u", &tasks, &arrays) == 2 &&
		     tasks <= DS_CLUSTER_TASKS_MAX && arrays <= DS_CLUSTER_ARRAYS_MAX;
	free(path);
	if (!known)
		return fl_error_set(err, FL_ENOTFOUND,
			"there are no jobs for %s: %s.cluster/plan is not there", out, out);
	for (unsigned array = 1; array <= arrays; array++)
		tell_array(out, array, arrays, tasks, tell);
	struct task merge = task_of(out, "state/merge");
	fl_buf_printf(tell, "merge: %s%s%s\n", words[merge.state],
		merge.state == FAILED ? ": " : "", merge.state == FAILED ? merge.text : "");
	if (asprintf(&manifest, "%s/%s", out, DS_MANIFEST_NAME) < 0)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a path");
	fl_buf_printf(
		tell, "%s: %s\n", out, access(manifest, F_OK) == 0 ? "written" : "not written yet");
	free(manifest);
	return fl_buf_error(tell, "the state", err);
}
