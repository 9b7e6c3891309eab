#include "debugsession/session/remote.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/process.h"

enum { COMMAND_MAX = 1 << 20 };

struct dbg_remote {
	struct dbg_loop *loop;
	int listener, err;
	char dir[64], path[96];
	char host[256], port[12]; /* port empty: ssh's own choice */
	struct fl_buf command; /* for the shell over there */
};

static const char prefix[] = "ssh:";

bool dbg_remote_is_ssh(const char *address)
{
	return address && !strncmp(address, prefix, sizeof(prefix) - 1);
}

const char *dbg_remote_path(const struct dbg_remote *r)
{
	return r->path;
}

static int parse(struct dbg_remote *r, const char *address, struct fl_error *err)
{
	struct fl_slice host = fl_slice_str(address + sizeof(prefix) - 1);
	ptrdiff_t colon = fl_slice_chr(host, ':');
	uint32_t port = 0;
	if (colon >= 0) {
		struct fl_slice digits = fl_slice_skip(host, (size_t)colon + 1);
		if (fl_slice_uint(digits, &port) != digits.len || !port || port > UINT16_MAX)
			host.len = 0;
		else
			host.len = (size_t)colon;
	}
	bool good = host.len && host.len < sizeof(r->host) && *host.ptr != '-';
	for (size_t i = 0; i < host.len; i++)
		good = good && (isalnum((unsigned char)host.ptr[i]) || strchr("._@-", host.ptr[i]));
	if (!good)
		return fl_error_set(err, FL_EINVAL, "%s is not ssh:[USER@]HOST[:PORT]", address);
	snprintf(r->host, sizeof(r->host), "%.*s", FL_ARG(host));
	if (port)
		snprintf(r->port, sizeof(r->port), "%u", port);
	return 0;
}

static int compose(struct dbg_remote *r, const struct dbg_remote_opts *o, struct fl_error *err)
{
	fl_buf_init(&r->command, COMMAND_MAX);
	if (o->attach) {
		fl_buf_printf(
			&r->command, "exec gdbserver --once --attach - %lld", (long long)o->attach);
	} else if (o->program) {
		fl_buf_str(&r->command, "exec gdbserver --once - ");
		fl_shell_quote(&r->command, o->program);
		for (size_t i = 0; o->args && o->args[i]; i++) {
			fl_buf_char(&r->command, ' ');
			fl_shell_quote(&r->command, o->args[i]);
		}
	} else {
		return fl_error_set(err, FL_EINVAL,
			"%s needs a program to start there (--program), or a process (--attach)",
			o->address);
	}
	return fl_buf_error(&r->command, "the remote command", err);
}

static int listen_here(struct dbg_remote *r, struct fl_error *err)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	snprintf(r->dir, sizeof(r->dir), "/tmp/faultline-remote-XXXXXX");
	if (!mkdtemp(r->dir)) {
		r->dir[0] = '\0';
		return fl_error_sys(err, FL_EIO, errno, "cannot make a directory in /tmp");
	}
	snprintf(r->path, sizeof(r->path), "%s/stub", r->dir);
	snprintf(at.sun_path, sizeof(at.sun_path), "%s", r->path);
	r->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (r->listener < 0 || bind(r->listener, (struct sockaddr *)&at, sizeof(at)) ||
		listen(r->listener, 1))
		return fl_error_sys(err, FL_EIO, errno, "cannot listen on %s", r->path);
	return 0;
}

static void stop_listening(struct dbg_remote *r)
{
	if (r->listener >= 0) {
		dbg_loop_remove(r->loop, r->listener);
		close(r->listener);
		r->listener = -1;
	}
	if (*r->dir) {
		unlink(r->path);
		rmdir(r->dir);
		r->dir[0] = '\0';
	}
}

/*
 * ssh with the connection as both of its streams. It ends with the connection, and at the latest
 * with the session, whose keeper leaves nothing.
 */
static void start_ssh(struct dbg_remote *r, int connection)
{
	const char *argv[] = {"ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o",
		"ClearAllForwardings=yes", "-p", r->port, "--", r->host, r->command.data, NULL};
	const char *no_port[] = {"ssh", "-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10",
		"-o", "ClearAllForwardings=yes", "--", r->host, r->command.data, NULL};
	const char *const *chosen = *r->port ? argv : no_port;
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none;
	sigemptyset(&none);
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_adddup2(&files, connection, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, connection, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, r->err, STDERR_FILENO);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
	posix_spawnattr_setsigmask(&how, &none);
	pid_t ssh;
	int rc = posix_spawnp(&ssh, "ssh", &files, &how, (char *const *)(uintptr_t)chosen, environ);
	if (rc)
		dprintf(r->err, "cannot run ssh: %s\n", strerror(rc));
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
}

static void on_connection(void *ctx, int listener, short revents)
{
	struct dbg_remote *r = ctx;
	struct ucred peer = {0};
	socklen_t len = sizeof(peer);
	(void)revents;
	int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd < 0)
		return;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) == 0 && peer.uid == geteuid()) {
		stop_listening(r);
		start_ssh(r, fd);
	}
	close(fd);
}

int dbg_remote_open(struct dbg_loop *loop, const struct dbg_remote_opts *opts,
	struct dbg_remote **ret_remote, struct fl_error *err)
{
	struct dbg_remote *r = calloc(1, sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a remote target");
	r->loop = loop;
	r->listener = -1;
	r->err = opts->err;
	int rc = parse(r, opts->address, err);
	if (rc == 0)
		rc = compose(r, opts, err);
	if (rc == 0)
		rc = listen_here(r, err);
	if (rc == 0 && !dbg_loop_add(loop, r->listener, POLLIN, on_connection, r))
		rc = fl_error_set(err, FL_ELIMIT, "too many descriptors in one loop");
	if (rc) {
		dbg_remote_close(r);
		return rc;
	}
	*ret_remote = r;
	return 0;
}

void dbg_remote_close(struct dbg_remote *r)
{
	if (!r)
		return;
	stop_listening(r);
	fl_buf_release(&r->command);
	free(r);
}
