/* How a session's process is started, and how many there may be. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "debugsession/session/keeper.h"
#include "debugsession/session/serve_priv.h"

/*
 * How long it is told how a session ended; how long one may take from its socket until it listens;
 * how long others may take to count and reserve.
 */
enum { TOMB_S = 3600, YOUNG_S = 10, LOCK_MS = 10000 };

/*
 * Reserve an id: the time, and a number where that is taken. Its file is empty, and locked by its
 * starter, keeper and server (s->place) while no socket shows that it lives: the lock ends with
 * them, however they end.
 */
static int reserve(struct dbg_server *s, const struct dbg_serve_as *as, struct fl_error *err)
{
	const char *prefix = as->prefix;
	char stamp[32], name[DBG_ID_MAX + 16];
	time_t now = time(NULL);
	struct tm local;
	localtime_r(&now, &local);
	strftime(stamp, sizeof(stamp), "%Y%m%d_%H%M%S", &local);
	for (unsigned n = 1; n < (as->id ? 2 : 1000); n++) {
		if (as->id)
			snprintf(s->id, sizeof(s->id), "%s", as->id);
		else
			snprintf(s->id, sizeof(s->id), n > 1 ? "%s_%s_%u" : "%s_%s", prefix, stamp,
				n);
		dbg_rundir_name(fl_slice_str(s->id), "json", name);
		int fd = openat(s->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (fd >= 0) {
			s->place = fd;
			if (flock(fd, LOCK_EX | LOCK_NB) == 0)
				return 0;
			unlinkat(s->dir, name, 0);
		}
		if (errno != EEXIST)
			break;
	}
	return fl_error_sys(err, FL_EIO, errno, "cannot make a session in %s", s->path);
}

/*
 * Has a session left its socket behind, all of it killed at once? A young one may not listen yet.
 */
static bool is_left(int dir, struct fl_slice id, const struct stat *st)
{
	if (time(NULL) - st->st_mtime <= YOUNG_S)
		return false;
	int fd = dbg_rundir_connect(dir, id, SOCK_NONBLOCK);
	bool refused = fd < 0 && errno == ECONNREFUSED;
	if (fd >= 0)
		close(fd);
	return refused;
}

/*
 * Is this the file of a session that starts? An empty one that nobody holds was left by a starter
 * that was killed: it goes.
 */
static bool is_starting(int dir, const char *name)
{
	struct stat st;
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
	if (!held && fstat(fd, &st) == 0 && st.st_size == 0)
		unlinkat(dir, name, 0);
	close(fd);
	return held;
}

/* Forget sessions that ended long ago; count those that live or start. */
static int count_live(struct dbg_server *s, size_t *ret_count, struct fl_error *err)
{
	struct fl_buf names;
	struct fl_slice rest, id;
	size_t live = 0;
	fl_buf_init(&names, 1 << 20);
	int rc = dbg_rundir_list(s->dir, &names, err);
	rest = fl_buf_view(&names);
	while (rc == 0 && fl_slice_line(&rest, &id)) {
		char name[DBG_ID_MAX + 16];
		struct stat st;
		if (!dbg_id_valid(id))
			continue;
		dbg_rundir_name(id, "sock", name);
		if (fstatat(s->dir, name, &st, 0) == 0) {
			if (!is_left(s->dir, id, &st)) {
				live++;
				continue;
			}
			unlinkat(s->dir, name, 0);
		}
		dbg_rundir_name(id, "json", name);
		if (is_starting(s->dir, name))
			live++;
		else if (fstatat(s->dir, name, &st, 0) == 0 && time(NULL) - st.st_mtime > TOMB_S)
			unlinkat(s->dir, name, 0);
	}
	fl_buf_release(&names);
	*ret_count = live;
	return rc;
}

/* One counts and reserves at a time. */
static int lock_sessions(const struct dbg_server *s, struct fl_error *err)
{
	int64_t deadline = fl_clock_ms() + LOCK_MS;
	while (flock(s->dir, LOCK_EX | LOCK_NB)) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return fl_error_sys(err, FL_EIO, errno, "cannot lock %s", s->path);
		if (fl_clock_ms() >= deadline)
			return fl_error_set(err, FL_ETIMEOUT,
				"%s is locked by another start of a session, which does not go on: "
				"end that, and try again",
				s->path);
		poll(NULL, 0, 5);
	}
	return 0;
}

static int check_room(struct dbg_server *s, struct fl_error *err)
{
	size_t live = 0;
	int rc = count_live(s, &live, err);
	if (rc == 0 && live >= DBG_SESSIONS_MAX)
		rc = fl_error_set(
			err, FL_ELIMIT, "there are %zu sessions already; stop one first", live);
	return rc;
}

/* A place for it among those that may live at once. */
static int take_place(struct dbg_server *s, const struct dbg_serve_as *as, struct fl_error *err)
{
	int rc = lock_sessions(s, err);
	if (rc)
		return rc;
	rc = check_room(s, err);
	if (rc == 0)
		rc = reserve(s, as, err);
	flock(s->dir, LOCK_UN);
	return rc;
}

int dbg_serve_begin(const struct dbg_session_opts *opts, const struct dbg_serve_as *as,
	int *ret_ready, struct fl_error *err)
{
	struct dbg_server *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a session");
	s->opts = opts;
	s->dir = s->listener = s->signals = s->place = -1;
	for (size_t i = 0; i < DBG_CLIENTS_MAX; i++)
		s->clients[i].fd = -1;
	int rc = dbg_rundir_open(as->xdg, &s->dir, s->path, sizeof(s->path), err);
	if (rc == 0)
		rc = take_place(s, as, err);
	if (rc == 0) {
		rc = dbg_keeper_start(
			dbg_server_main, dbg_server_ended, s, s->place, ret_ready, err);
		if (rc)
			dbg_server_forget(s);
	}
	if (s->place >= 0)
		close(s->place);
	if (s->dir >= 0)
		close(s->dir);
	free(s);
	return rc;
}

int dbg_serve_check(struct fl_slice said, struct fl_error *err)
{
	if (said.len == 0)
		return fl_error_set(err, FL_ECLOSED, "the session's process died at its start");
	if (fl_slice_starts(said, "{\"success\":false") && fl_slice_ends(said, "\"missing\":true}"))
		return fl_error_set(
			err, FL_EMISSING, "something that the session needs is missing");
	if (fl_slice_starts(said, "{\"success\":false"))
		return fl_error_set(err, FL_EREFUSED, "the session could not be started");
	return 0;
}

int dbg_serve_start(const struct dbg_session_opts *opts, const struct dbg_serve_as *as,
	struct fl_buf *answer, struct fl_error *err)
{
	int ready;
	size_t before = answer->len;
	int rc = dbg_serve_begin(opts, as, &ready, err);
	if (rc == 0) {
		rc = fl_buf_read_fd(answer, ready, err);
		close(ready);
	}
	if (rc == 0)
		rc = dbg_serve_check(fl_slice_skip(fl_buf_view(answer), before), err);
	if (rc && answer->len == before)
		dbg_error_json(answer,
			rc == FL_ELIMIT ? DBG_ERROR_RESOURCE : DBG_ERROR_START_FAILED,
			err->message);
	return rc;
}
