#include "datasets/cluster/cluster.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/embed.h"
#include "base/process.h"
#include "datasets/build/rounds.h"

FL_EMBED(ds_cluster_part, FL_CLUSTER_DIR "/part.sh");
FL_EMBED(ds_cluster_merge, FL_CLUSTER_DIR "/merge.sh");

enum {
	PHASES = 2, /* projects, originals */
	SPARE = 1,
	TEXT_MAX = 1 << 20,
	ARRAY_DEFAULT = 1001, /* Slurm's MaxArraySize where it tells none; indexes stay below it */
	NOTICE_SECONDS = 60, /* before the end of a task's time */
	ARGUMENTS = 24
};

unsigned ds_cluster_arrays(uint64_t limit, unsigned rounds)
{
	uint64_t all =
		limit / DS_ROUND_PART > DS_ROUND_FIRST ? limit / DS_ROUND_PART : DS_ROUND_FIRST;
	unsigned n = 1;
	for (; all < limit * DS_ROUND_MOST; all *= 2)
		n++;
	n = rounds && rounds < n ? rounds : n;
	return PHASES + n + SPARE;
}

char *ds_cluster_path(const char *out, const char *name)
{
	size_t len = strlen(out);
	char *path = NULL;
	while (len > 1 && out[len - 1] == '/')
		len--;
	return asprintf(&path, "%.*s.cluster%s%s", (int)len, out, *name ? "/" : "", name) < 0
		       ? NULL
		       : path;
}

/* ---- files ---- */

static int make_directory(const char *out, const char *name, struct fl_error *err)
{
	char *path = ds_cluster_path(out, name);
	int rc = path ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for a path");
	if (rc == 0 && mkdir(path, 0777) != 0 && errno != EEXIST)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot make the directory %s", path);
	free(path);
	return rc;
}

static int write_file(const char *out, const char *name, struct fl_slice text, struct fl_error *err)
{
	char *path = ds_cluster_path(out, name);
	if (!path)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a path");
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0777);
	int rc = fd < 0 ? fl_error_sys(err, FL_EIO, errno, "cannot write %s", path)
			: fl_write_all(fd, text, err);
	if (fd >= 0 && rc)
		fl_error_wrap(err, "%s", path);
	if (fd >= 0 && close(fd) && rc == 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write %s", path);
	if (fd >= 0 && rc)
		unlink(path); /* half a command would be that of other jobs */
	free(path);
	return rc;
}

/* The states of an earlier run say nothing of this one. */
static void forget(const struct ds_cluster *c)
{
	char name[64];
	for (unsigned array = 1; array <= DS_CLUSTER_ARRAYS_MAX; array++)
		for (unsigned task = 1; task <= c->tasks; task++) {
			snprintf(name, sizeof(name), "state/%u-%u", array, task);
			char *path = ds_cluster_path(c->out, name);
			if (path)
				unlink(path);
			free(path);
		}
	char *merge = ds_cluster_path(c->out, "state/merge");
	if (merge)
		unlink(merge);
	free(merge);
}

/* Jobs that are under way may not get another command. */
static int check_command(const struct ds_cluster *c, struct fl_slice command, struct fl_error *err)
{
	char *path = ds_cluster_path(c->out, "build");
	struct fl_buf old;
	fl_buf_init(&old, TEXT_MAX);
	int rc = path ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for a path");
	if (rc == 0 && access(path, F_OK) == 0) {
		rc = fl_buf_read_file(&old, path, err);
		if (rc == 0 && !fl_slice_eq(fl_buf_view(&old), command))
			rc = fl_error_set(err, FL_EINVAL,
				"%s is the command of other jobs: choose another -o, or remove "
				"its directory when those have ended",
				path);
	}
	fl_buf_release(&old);
	free(path);
	return rc;
}

static int write_command(const struct ds_cluster *c, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	fl_buf_printf(&text, "# The build that all jobs are parts of.\nexec ");
	fl_shell_quote(&text, c->program);
	fl_buf_printf(&text, " build");
	for (size_t i = 0; i < c->argument_count; i++) {
		fl_buf_printf(&text, " ");
		fl_shell_quote(&text, c->arguments[i]);
	}
	fl_buf_printf(&text, " --cache=cache \"$@\"\n");
	int rc = fl_buf_error(&text, "the command", err);
	rc = rc ? rc : check_command(c, fl_buf_view(&text), err);
	rc = rc ? rc : write_file(c->out, "build", fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

int ds_cluster_write(const struct ds_cluster *c, struct fl_error *err)
{
	static const char *const directories[] = {"", "cache", "log", "state"};
	char plan[64];
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sizeof(directories) / sizeof(directories[0]); i++)
		rc = make_directory(c->out, directories[i], err);
	rc = rc ? rc : write_command(c, err);
	if (rc)
		return rc;
	forget(c);
	snprintf(plan, sizeof(plan), "tasks %u\narrays %u\n", c->tasks, c->arrays);
	rc = write_file(c->out, "plan", fl_slice_str(plan), err);
	rc = rc ? rc : write_file(c->out, "part.sh", FL_EMBEDDED(ds_cluster_part), err);
	return rc ? rc : write_file(c->out, "merge.sh", FL_EMBEDDED(ds_cluster_merge), err);
}

/* ---- sbatch ---- */

/* A job as it is handed in: texts that are made for it, and all that stand on its command line. */
struct job {
	const char *argv[ARGUMENTS];
	size_t count;
	char *made[ARGUMENTS];
	size_t made_count;
	bool failed;
};

static void add(struct job *j, const char *text)
{
	if (j->count + 1 < ARGUMENTS)
		j->argv[j->count++] = text;
	else
		j->failed = true;
}

static void __attribute__((format(printf, 2, 3))) add_made(struct job *j, const char *format, ...)
{
	va_list args;
	char *text = NULL;
	va_start(args, format);
	int n = vasprintf(&text, format, args);
	va_end(args);
	if (n < 0 || j->made_count == ARGUMENTS) {
		j->failed = true;
		return;
	}
	j->made[j->made_count++] = text;
	add(j, text);
}

static void release_job(struct job *j)
{
	for (size_t i = 0; i < j->made_count; i++)
		free(j->made[i]);
}

/* What all jobs have on their command lines. after: ids with colons between, "" for none. */
static void begin_job(struct job *j, const struct ds_cluster *c, const char *at, const char *log,
	const char *after)
{
	const char *name = strrchr(c->out, '/');
	add(j, "sbatch");
	add(j, "--parsable");
	add(j, "--requeue");
	add(j, "--open-mode=append");
	add_made(j, "--chdir=%s", at);
	add_made(j, "--job-name=datasets-%s", name ? name + 1 : c->out);
	add_made(j, "--output=%s/log/%s", at, log);
	add_made(j, "--cpus-per-task=%u", c->cpus);
	if (c->partition)
		add_made(j, "--partition=%s", c->partition);
	if (*after)
		add_made(j, "--dependency=afterany:%s", after);
}

/* Run it; the id of what was handed in is appended to ids, behind a colon. */
static int hand_in(struct job *j, struct fl_buf *ids, struct fl_error *err)
{
	struct fl_buf out, said;
	struct fl_process_result result;
	struct fl_process_spec spec = {.argv = j->argv};
	if (j->failed)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a job");
	fl_buf_init(&out, TEXT_MAX);
	fl_buf_init(&said, TEXT_MAX);
	int rc = fl_process_run(&spec, &out, &said, &result, err);
	if (rc == FL_EEXEC && err && err->sys == ENOENT)
		rc = fl_error_set(err, FL_EMISSING,
			"there is no sbatch here: run it where Slurm's commands are, or say "
			"--dry-run to have the jobs' files alone");
	struct fl_slice id = fl_slice_trim(fl_buf_view(&out));
	ptrdiff_t cluster = fl_slice_chr(id, ';'); /* ID;CLUSTER */
	id = cluster < 0 ? id : fl_slice(id.ptr, (size_t)cluster);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status || !id.len))
		rc = fl_error_set(err, FL_EREFUSED, "sbatch took no job: %.*s",
			FL_ARG(fl_slice_trim(fl_buf_view(&said))));
	if (rc == 0)
		fl_buf_printf(ids, "%s%.*s", ids->len ? ":" : "", FL_ARG(id));
	fl_buf_release(&out);
	fl_buf_release(&said);
	return rc;
}

/* Tasks that one array may have here. */
static unsigned array_max(void)
{
	static const char *const argv[] = {"scontrol", "show", "config", NULL};
	const struct fl_process_spec spec = {.argv = argv};
	struct fl_process_result result;
	struct fl_buf out;
	uint32_t number = ARRAY_DEFAULT;
	fl_buf_init(&out, TEXT_MAX);
	if (fl_process_run(&spec, &out, NULL, &result, NULL) == 0) {
		struct fl_slice text = fl_buf_view(&out);
		ptrdiff_t at = fl_slice_find(text, "MaxArraySize");
		ptrdiff_t equal = at < 0 ? -1 : fl_slice_chr(fl_slice_skip(text, (size_t)at), '=');
		uint32_t found;
		if (equal >= 0 && fl_slice_uint(fl_slice_trim(fl_slice_skip(
							text, (size_t)at + (size_t)equal + 1)),
					  &found))
			number = found;
	}
	fl_buf_release(&out);
	return number > 1 ? number - 1 : 1;
}

static int hand_in_array(const struct ds_cluster *c, const char *at, unsigned array, unsigned max,
	const char *after, struct fl_buf *ids, struct fl_error *err)
{
	int rc = 0;
	for (unsigned first = 0; rc == 0 && first < c->tasks; first += max) {
		unsigned count = c->tasks - first < max ? c->tasks - first : max;
		struct job j = {0};
		begin_job(&j, c, at, "array%x-%a", after);
		add_made(&j, "--array=1-%u", count);
		add_made(&j, "--signal=B:TERM@%d", NOTICE_SECONDS);
		if (c->minutes)
			add_made(&j, "--time=%u", c->minutes);
		add_made(&j, "%s/part.sh", at);
		add_made(&j, "%u", array);
		add_made(&j, "%u", first);
		add_made(&j, "%u", c->tasks);
		rc = hand_in(&j, ids, err);
		release_job(&j);
	}
	return rc;
}

static int hand_in_merge(const struct ds_cluster *c, const char *at, const char *after,
	struct fl_buf *ids, struct fl_error *err)
{
	struct job j = {0};
	begin_job(&j, c, at, "merge", after);
	add_made(&j, "%s/merge.sh", at);
	add(&j, c->out);
	if (c->overwrite)
		add(&j, "--overwrite");
	int rc = hand_in(&j, ids, err);
	release_job(&j);
	return rc;
}

int ds_cluster_submit(const struct ds_cluster *c, struct fl_buf *tell, struct fl_error *err)
{
	char *at = ds_cluster_path(c->out, "");
	struct fl_buf before, ids;
	fl_buf_init(&before, TEXT_MAX);
	fl_buf_init(&ids, TEXT_MAX);
	unsigned max = array_max();
	int rc = at ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for a path");
	for (unsigned array = 1; rc == 0 && array <= c->arrays; array++) {
		fl_buf_clear(&ids);
		rc = hand_in_array(c, at, array, max, before.len ? before.data : "", &ids, err);
		if (ids.len)
			fl_buf_printf(tell, "array %u of %u: job %.*s\n", array, c->arrays,
				FL_ARG(fl_buf_view(&ids)));
		fl_buf_clear(&before);
		fl_buf_add(&before, ids.data, ids.len);
	}
	fl_buf_clear(&ids);
	rc = rc ? rc : hand_in_merge(c, at, before.len ? before.data : "", &ids, err);
	if (rc == 0)
		fl_buf_printf(tell, "merge: job %.*s\n", FL_ARG(fl_buf_view(&ids)));
	rc = rc ? rc : fl_buf_error(tell, "the jobs", err);
	fl_buf_release(&before);
	fl_buf_release(&ids);
	free(at);
	return rc;
}
