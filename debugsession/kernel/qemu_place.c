/* Where a QEMU runs: beside us, or in a box. */
#include "debugsession/kernel/qemu_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "debugsession/console/memory.h"

/* threads count as processes; QEMU has up to 64 that read and write disks */
enum { BOX_PROCESSES = 128, FILE_BYTES = 512 << 20, NAME_BYTES = 128 };

/* QEMU takes a TMPDIR of /tmp for /var/tmp, which a box does not have. */
static const char *const box_env[] = {
	"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" FL_BOX_DIR, "TMPDIR=" FL_BOX_DIR, NULL};

/* The box's limits hold for all the time that the session lives; it ends the session. */
static int spawn_inside(struct dbg_qemu *q, const char *const *argv, struct fl_error *err)
{
	const struct fl_run_spec spec = {.argv = argv,
		.env = box_env,
		.cpu_ms = UINT32_MAX,
		.wall_ms = UINT32_MAX,
		.processes = BOX_PROCESSES,
		.randomize = true};
	int rc = fl_box_spawn(q->opts->box, &spec, false, &q->inside, err);
	if (rc)
		return rc;
	q->child = (struct fl_spawned){0, q->inside.in, q->inside.out, q->inside.err, 0};
	/* the only one so far: the debugger's comes later */
	q->inside_pid = (pid_t)dbg_memory_boxed_pid(getpid(), DBG_MEMORY_FIRST, 0);
	return 0;
}

int dbg_qemu_spawn(struct dbg_qemu *q, struct fl_error *err)
{
	const char *argv[DBG_QEMU_ARGS_MAX];
	struct fl_arena a;
	bool boxed = q->opts->box != NULL;
	fl_arena_init(&a, 1 << 20);
	int rc = dbg_qemu_command_line(q, &a, argv, err);
	if (rc == 0)
		rc = boxed ? spawn_inside(q, argv, err)
			   : fl_spawn(argv, NULL, NULL, 0, &q->child, err);
	if (rc == FL_EEXEC)
		rc = fl_error_set(err, FL_EMISSING, "cannot run %s%s: install the package %s",
			argv[0], boxed ? " in the sandbox" : "",
			dbg_qemu_package(q->opts->machine));
	fl_arena_release(&a);
	return rc;
}

bool dbg_qemu_child_ended(struct dbg_qemu *q)
{
	if (q->opts->box)
		return !q->inside.run || fl_child_ended(&q->inside, &q->result);
	return q->child.pid == 0 || fl_spawn_ended(&q->child);
}

void dbg_qemu_child_how(const struct dbg_qemu *q, char how[static 64])
{
	int sig = 0, status = 0;
	if (q->opts->box) {
		sig = q->result.end == FL_END_SIGNAL ? q->result.signal : 0;
		status = q->result.end == FL_END_EXIT ? q->result.exit_status : 0;
	} else if (q->child.pid == 0) {
		sig = WIFSIGNALED(q->child.status) ? WTERMSIG(q->child.status) : 0;
		status = sig ? 0 : WEXITSTATUS(q->child.status);
	}
	how[0] = '\0';
	if (q->opts->box && q->result.end == FL_END_MEMORY)
		snprintf(how, 64, " for lack of memory in the sandbox");
	else if (sig)
		snprintf(how, 64, " by signal %d", sig);
	else if (status)
		snprintf(how, 64, " with status %d", status);
}

void dbg_qemu_child_terminate(struct dbg_qemu *q)
{
	if (q->opts->box)
		fl_child_signal(&q->inside, SIGTERM);
	else if (q->child.pid > 0)
		kill(-q->child.pid, SIGTERM);
}

void dbg_qemu_child_end(struct dbg_qemu *q)
{
	if (!q->opts->box)
		fl_spawn_end(&q->child);
	else if (q->inside.run)
		fl_child_end(&q->inside, NULL, NULL);
}

int dbg_qemu_reach(void *ctx)
{
	struct dbg_qemu *q = ctx;
	int fd = -1;
	if (!q->opts->box)
		return dbg_qmp_connect(q->qmp_path);
	return fl_box_connect(q->opts->box, DBG_QEMU_BOX_DIR "/qmp.sock", &fd, NULL) ? -1 : fd;
}

static void box_name(const char *name, char path[static NAME_BYTES])
{
	snprintf(path, NAME_BYTES, DBG_QEMU_BOX_DIR "/%s", name);
}

/* A new file below our directory, with the directories that lead to it. */
static int create(int dir, const char *name)
{
	char part[NAME_BYTES];
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(part, sizeof(part), "%.*s", (int)(slash - name), name);
		if (mkdirat(dir, part, 0700) && errno != EEXIST)
			return -1;
	}
	return openat(dir, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
}

int dbg_qemu_put(struct dbg_qemu *q, const char *from, const char *name, struct fl_error *err)
{
	char path[NAME_BYTES];
	struct fl_buf bytes;
	fl_buf_init(&bytes, FILE_BYTES);
	int rc = fl_buf_read_file(&bytes, from, err);
	box_name(name, path);
	if (rc == 0 && q->opts->box) {
		rc = fl_box_put(q->opts->box, path, fl_buf_view(&bytes), 0600, err);
	} else if (rc == 0) {
		int fd = create(q->dir, name);
		rc = fd < 0 ? fl_error_sys(err, FL_EIO, errno, "cannot write a copy of %s", from)
			    : fl_write_all(fd, fl_buf_view(&bytes), err);
		if (fd >= 0)
			close(fd);
	}
	fl_buf_release(&bytes);
	return rc;
}

int dbg_qemu_take(struct dbg_qemu *q, const char *name, struct fl_buf *out, struct fl_error *err)
{
	char path[NAME_BYTES];
	int rc, fd;
	box_name(name, path);
	if (q->opts->box) {
		rc = fl_box_get(q->opts->box, path, out, err);
		fl_box_remove(q->opts->box, path, NULL);
		return rc;
	}
	fd = openat(q->dir, name, O_RDONLY | O_CLOEXEC);
	rc = fd < 0 ? fl_error_sys(err, FL_EIO, errno, "cannot read what QEMU has saved")
		    : fl_buf_read_fd(out, fd, err);
	if (fd >= 0)
		close(fd);
	unlinkat(q->dir, name, 0);
	return rc;
}
