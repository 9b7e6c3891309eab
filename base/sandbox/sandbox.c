#include "base/sandbox/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host.h"
#include "base/path.h"

enum { ANSWER_S = 30, NAME_MAX_LEN = 1024, CHUNK_BYTES = 256 << 10 };

enum { SPACES = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS };

#define DISK_DEFAULT ((size_t)256 << 20)
#define MEMORY_DEFAULT ((size_t)2 << 30)

/* ---- making ---- */

static int refused(int sys, struct fl_error *err)
{
	if (fl_host_short_sys(sys))
		return fl_error_sys(err, FL_EIO, sys, "cannot make a process for the sandbox");
	if (geteuid() == 0)
		return fl_error_sys(err, FL_EMISSING, sys,
			"the kernel refuses namespaces, which the sandbox needs; in a container "
			"allow "
			"CAP_SYS_ADMIN, or user namespaces (a seccomp profile that permits clone "
			"and mount)");
	return fl_error_sys(err, FL_EMISSING, sys,
		"the kernel refuses user namespaces, which the sandbox needs; allow them with "
		"sysctl "
		"kernel.unprivileged_userns_clone=1 and user.max_user_namespaces=10000, or in a "
		"container by a seccomp profile that permits clone and mount (within a chroot no "
		"user is given them: there, run as root)");
}

/*
 * The directory of a degraded box. What runs there owns it, but not the one around it: else it
 * could put a link in its place, and we would empty what that points to.
 */
static int make_directory(struct fl_box_conf *c, struct fl_error *err)
{
	const char *tmp = getenv("TMPDIR");
	int n = snprintf(c->outer, sizeof(c->outer), "%s/faultline-XXXXXX",
		tmp && tmp[0] == '/' ? tmp : "/tmp");
	if (n >= (int)sizeof(c->outer) || !mkdtemp(c->outer)) {
		int sys = n >= (int)sizeof(c->outer) ? ENAMETOOLONG : errno;
		c->outer[0] = '\0';
		return fl_error_sys(err, FL_EIO, sys,
			"cannot make a directory for the sandbox below %s (TMPDIR names another "
			"place)",
			tmp && tmp[0] == '/' ? tmp : "/tmp");
	}
	snprintf(c->dir, sizeof(c->dir), "%s" FL_BOX_DIR, c->outer);
	if (chmod(c->outer, 0711) || mkdir(c->dir, 0755) ||
		(c->uid == 0 && chown(c->dir, c->box_uid, c->box_gid)))
		return fl_error_sys(err, FL_EIO, errno, "cannot make a directory for the sandbox");
	return 0;
}

/* Without namespaces: limits, the call filter, and a directory of the host's. */
static int fork_degraded(struct fl_box *box, int sock, struct fl_error *err)
{
	struct fl_box_conf *c = &box->conf;
	c->flags = 0;
	int rc = c->outer[0] ? 0 : make_directory(c, err);
	if (rc)
		return rc;
	c->random = !fl_limit_can_fix_addresses();
	snprintf(c->missing, sizeof(c->missing),
		"user, mount, pid, network and ipc namespaces, disk limit, constant "
		"directory%s%s%s",
		fl_landlock_version() ? "" : ", Landlock (the host's files can be read)",
		c->own_id ? "" : ", exact limit on processes",
		c->random ? ", constant addresses" : "");
	box->init = fork();
	if (box->init == 0)
		fl_box_init_main(c, sock);
	return box->init > 0 ? 0 : fl_error_sys(err, FL_EIO, errno, "cannot make a process");
}

/*
 * In a chroot there are no user namespaces; root can leave it, in a process on the way, which hands
 * its child to us. The chroot stays that child's working directory.
 */
static int clone_outside(struct fl_box *box, int flags, int sock, struct fl_error *err)
{
	int ends[2];
	pid_t pid = -1;
	if (fl_pipe(ends))
		return fl_error_sys(err, FL_EIO, errno, "cannot make a pipe");
	box->conf.flags = flags;
	box->conf.outside = true;
	pid_t between = fork();
	if (between == 0) {
		int base = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (base < 0 || fl_box_leave_chroot(base, NULL))
			_exit(1);
		close(base);
		pid = (pid_t)syscall(SYS_clone, flags | CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
		if (pid == 0)
			fl_box_init_main(&box->conf, sock);
		pid = pid < 0 ? -errno : pid;
		_exit(write(ends[1], &pid, sizeof(pid)) != (ssize_t)sizeof(pid));
	}
	int sys = between < 0 ? errno : EPERM;
	close(ends[1]);
	bool told = between > 0 && read(ends[0], &pid, sizeof(pid)) == (ssize_t)sizeof(pid);
	if (told && pid < 0)
		sys = -pid;
	told = told && pid > 0;
	close(ends[0]);
	while (between > 0 && waitpid(between, NULL, 0) < 0 && errno == EINTR)
		;
	box->init = told ? pid : 0;
	box->conf.outside = told;
	return told ? 0 : refused(sys, err);
}

static int clone_init(struct fl_box *box, int flags, int sock, struct fl_error *err)
{
	box->conf.flags = flags;
	box->init = (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
	if (box->init == 0)
		fl_box_init_main(&box->conf, sock);
	return box->init > 0 ? 0 : refused(errno, err);
}

typedef int (*make_init_fn)(struct fl_box *box, int sock, struct fl_error *err);

static int clone_with_user(struct fl_box *box, int sock, struct fl_error *err)
{
	return clone_init(box, SPACES | CLONE_NEWUSER, sock, err);
}

static int clone_outside_with_user(struct fl_box *box, int sock, struct fl_error *err)
{
	return clone_outside(box, SPACES | CLONE_NEWUSER, sock, err);
}

static int clone_without_user(struct fl_box *box, int sock, struct fl_error *err)
{
	return clone_init(box, SPACES, sock, err);
}

static int await_reply(struct fl_box *box, int *ret_fd, struct fl_error *err)
{
	struct fl_wire_reply r;
	int fds[FL_WIRE_FDS];
	int sys = fl_wire_recv(box->sock, &r, sizeof(r), fds);
	if (sys) {
		fl_shut(&box->sock);
		return fl_error_sys(err, FL_ECLOSED, sys, "the sandbox has gone");
	}
	if (r.code) {
		int rc = fl_error_set(err, (enum fl_code)r.code, "%s", r.message);
		if (err)
			err->sys = r.sys;
		fl_shut(&fds[0]);
		return rc;
	}
	if (ret_fd)
		*ret_fd = fds[0];
	else
		fl_shut(&fds[0]);
	return 0;
}

static int start(struct fl_box *box, make_init_fn make_init, struct fl_error *err)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return fl_error_sys(err, FL_EIO, errno, "cannot make a socket pair");
	box->sock = ends[0];
	/* The init answers at once; if it ever does not, an error is better than waiting for ever. */
	struct timeval limit = {.tv_sec = ANSWER_S};
	setsockopt(box->sock, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	int rc = make_init(box, ends[1], err);
	close(ends[1]);
	char done = 0; /* what the init needs not map itself */
	if (rc == 0 && (box->conf.flags & CLONE_NEWUSER)) {
		if (box->conf.uid == 0)
			rc = fl_id_write_maps(&box->conf, box->init, 0, err);
		else
			done = (char)fl_id_lend(&box->conf, box->init);
	}
	if (rc == 0 && fl_wire_send(box->sock, &done, 1, NULL, 0))
		rc = fl_error_set(err, FL_ECLOSED, "the sandbox has gone");
	return rc ? rc : await_reply(box, NULL, err);
}

static void end_init(struct fl_box *box)
{
	fl_shut(&box->sock);
	if (box->init > 0) {
		kill(box->init, SIGKILL);
		while (waitpid(box->init, NULL, 0) < 0 && errno == EINTR)
			;
	}
	box->init = 0;
}

/*
 * In a chroot, or where they are turned off, there are no user namespaces, and in a container that
 * covers parts of /proc none that can mount it; root can leave the one, and do without the other.
 */
static int start_somehow(struct fl_box *box, struct fl_error *err)
{
	const struct {
		make_init_fn make;
		bool may;
	} ways[] = {
		{clone_with_user, true},
		{clone_outside_with_user, box->conf.uid == 0},
		{clone_without_user, box->conf.uid == 0 && box->conf.box_uid != 0},
		{fork_degraded, box->conf.opts.degraded},
	};
	int rc = FL_EMISSING;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]) && rc == FL_EMISSING; i++) {
		if (!ways[i].may)
			continue;
		end_init(box);
		box->conf.outside = false;
		rc = start(box, ways[i].make, err);
		/* what is refused for want of memory is no reason to do without a wall */
		if (rc == FL_EMISSING && err && fl_host_short(err))
			break;
	}
	return rc;
}

/* Try until the host has what it takes, or the patience is over. */
static int start_patiently(struct fl_box *box, struct fl_error *err)
{
	struct fl_patience patience = {0};
	struct fl_error e = {.code = FL_OK};
	int rc = start_somehow(box, &e);
	while (rc && fl_host_short(&e) && fl_patience_wait(&patience, e.sys))
		rc = start_somehow(box, &e);
	if (rc && fl_host_short(&e))
		rc = fl_host_error(&e);
	if (rc && err)
		*err = e;
	return rc;
}

int fl_box_new(const struct fl_box_opts *opts, struct fl_box **ret_box, struct fl_error *err)
{
	struct fl_box *box = calloc(1, sizeof(*box));
	if (!box)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a sandbox");
	box->sock = -1;
	if (opts)
		box->conf.opts = *opts;
	box->conf.uid = geteuid();
	box->conf.gid = getegid();
	fl_id_choose(&box->conf);
	struct fl_box_opts *o = &box->conf.opts;
	if (!o->disk_max)
		o->disk_max = DISK_DEFAULT;
	if (!o->memory_max)
		o->memory_max = MEMORY_DEFAULT;
	snprintf(box->conf.dir, sizeof(box->conf.dir), "%s", FL_BOX_DIR);
	fl_cgroup_open(&box->conf.cgroup, o->memory_max);
	int rc = start_patiently(box, err);
	/* The paths are the caller's, and the init has taken what it needs of them. */
	o->binds = NULL;
	if (rc) {
		fl_box_free(box);
		return rc;
	}
	*ret_box = box;
	return 0;
}

/* The directory of a degraded box, by tools that know how to go through any tree. */
static int empty_degraded(const struct fl_box *box, struct fl_error *err)
{
	const char *const argv[] = {
		"sh", "-c", "chmod -R u+rwX . && find . -mindepth 1 -delete", NULL};
	struct fl_process_result res;
	int rc = fl_process_run(&(struct fl_process_spec){.argv = argv, .cwd = box->conf.dir}, NULL,
		NULL, &res, err);
	if (rc == 0 && res.exit_status != 0)
		rc = fl_error_set(err, FL_EIO, "cannot empty the sandbox's directory");
	return rc;
}

void fl_box_free(struct fl_box *box)
{
	if (!box)
		return;
	end_init(box);
	if (box->conf.outer[0]) {
		const char *const argv[] = {"rm", "-rf", "--", box->conf.outer, NULL};
		struct fl_process_result res;
		empty_degraded(box, NULL);
		fl_process_run(&(struct fl_process_spec){.argv = argv}, NULL, NULL, &res, NULL);
	}
	fl_cgroup_close(&box->conf.cgroup);
	free(box);
}

unsigned fl_box_compile_ms(const struct fl_box *box)
{
	return box->conf.opts.compile_ms ? box->conf.opts.compile_ms : FL_COMPILE_CPU_MS;
}

const char *fl_box_missing(const struct fl_box *box)
{
	return box->conf.missing;
}

struct fl_box_facts fl_box_facts(const struct fl_box *box)
{
	const struct fl_box_conf *c = &box->conf;
	int version = c->cgroup.unified ? 2 : 1;
	return (struct fl_box_facts){.namespaces = c->flags != 0,
		.user_namespace = c->flags & CLONE_NEWUSER,
		.uid = c->box_uid,
		.own_uid = c->own_id,
		.landlock = fl_landlock_version(),
		.memory_group = c->cgroup.memory[0] ? version : 0,
		.process_group = c->cgroup.pids[0] || (c->cgroup.memory[0] && c->cgroup.unified)
					 ? version
					 : 0};
}

/* ---- files ---- */

static int ask_bytes(struct fl_box *box, enum fl_box_op op, unsigned mode, struct fl_slice body,
	int *ret_fd, struct fl_error *err)
{
	struct fl_wire_head head = {.op = op, .mode = mode, .len = body.len};
	int sys = box->sock < 0 ? EPIPE : fl_wire_send(box->sock, &head, sizeof(head), NULL, 0);
	if (!sys)
		sys = fl_wire_send(box->sock, body.ptr, body.len, NULL, 0);
	if (sys)
		return fl_error_sys(err, FL_ECLOSED, sys, "the sandbox has gone");
	return await_reply(box, ret_fd, err);
}

static int ask(struct fl_box *box, enum fl_box_op op, unsigned mode, const char *name, int *ret_fd,
	struct fl_error *err)
{
	return ask_bytes(box, op, mode, fl_slice_str(name), ret_fd, err);
}

static int check_name(const char *name, struct fl_error *err)
{
	struct fl_slice path = fl_slice(name, strlen(name));
	bool good = path.len < NAME_MAX_LEN && fl_path_is_straight(path);
	return good ? 0 : fl_error_set(err, FL_EINVAL, "'%s' is no name for a file in a box", name);
}

int fl_box_clear(struct fl_box *box, struct fl_error *err)
{
	if (box->conf.missing[0])
		return empty_degraded(box, err);
	return ask(box, FL_BOX_OP_CLEAR, 0, "", NULL, err);
}

/* A new file in the box, to be written. */
static int create(
	struct fl_box *box, const char *name, unsigned mode, int *ret_fd, struct fl_error *err)
{
	int rc = check_name(name, err);
	*ret_fd = -1;
	return rc ? rc : ask(box, FL_BOX_OP_WRITE, mode, name, ret_fd, err);
}

/* rc: what came of writing it. */
static int finish(int fd, const char *name, int rc, struct fl_error *err)
{
	close(fd);
	if (rc)
		fl_error_wrap(err, "%s in the box", name);
	return rc;
}

int fl_box_put(struct fl_box *box, const char *name, struct fl_slice bytes, unsigned mode,
	struct fl_error *err)
{
	int fd;
	int rc = create(box, name, mode, &fd, err);
	return rc ? rc : finish(fd, name, fl_write_all(fd, bytes, err), err);
}

/* len bytes from one descriptor to the other, or fewer where there are no more. */
static int copy_bytes(int from, int to, uint64_t len, struct fl_error *err)
{
	char *chunk = malloc(CHUNK_BYTES);
	int rc = chunk ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for a copy");
	while (rc == 0 && len) {
		ssize_t n = read(from, chunk, len < CHUNK_BYTES ? (size_t)len : CHUNK_BYTES);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			rc = fl_error_sys(err, FL_EIO, errno, "cannot read");
		if (n <= 0)
			break;
		rc = fl_write_all(to, fl_slice(chunk, (size_t)n), err);
		len -= (uint64_t)n;
	}
	free(chunk);
	return rc;
}

int fl_box_put_fd(struct fl_box *box, const char *name, int from, uint64_t len, unsigned mode,
	struct fl_error *err)
{
	int fd;
	int rc = create(box, name, mode, &fd, err);
	return rc ? rc : finish(fd, name, copy_bytes(from, fd, len, err), err);
}

int fl_box_link(struct fl_box *box, const char *name, const char *target, struct fl_error *err)
{
	struct fl_buf body;
	int rc = check_name(name, err);
	if (rc)
		return rc;
	fl_buf_init(&body, 2 * PATH_MAX);
	fl_buf_add(&body, name, strlen(name) + 1);
	fl_buf_str(&body, target);
	rc = fl_buf_error(&body, "a link's target", err);
	if (rc == 0)
		rc = ask_bytes(box, FL_BOX_OP_LINK, 0, fl_buf_view(&body), NULL, err);
	fl_buf_release(&body);
	return rc;
}

int fl_box_get(struct fl_box *box, const char *name, struct fl_buf *out, struct fl_error *err)
{
	int fd = -1;
	int rc = check_name(name, err);
	if (rc == 0)
		rc = ask(box, FL_BOX_OP_READ, 0, name, &fd, err);
	if (rc)
		return rc;
	rc = fl_buf_read_fd(out, fd, err);
	close(fd);
	if (rc)
		fl_error_wrap(err, "%s in the box", name);
	return rc;
}

int fl_box_connect(struct fl_box *box, const char *name, int *ret_fd, struct fl_error *err)
{
	int rc = check_name(name, err);
	return rc ? rc : ask(box, FL_BOX_OP_CONNECT, 0, name, ret_fd, err);
}

bool fl_box_is_empty(struct fl_box *box, const char *name)
{
	struct fl_error err;
	return check_name(name, &err) == 0 && ask(box, FL_BOX_OP_EMPTY, 0, name, NULL, &err) == 0;
}

int fl_box_remove(struct fl_box *box, const char *name, struct fl_error *err)
{
	int rc = check_name(name, err);
	return rc ? rc : ask(box, FL_BOX_OP_REMOVE, 0, name, NULL, err);
}
