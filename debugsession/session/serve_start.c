/* How a session's process is started, and how many there may be. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "debugsession/session/keeper.h"
#include "debugsession/session/serve_priv.h"

/* how long it is told how a session ended; how long one may take until it listens */
enum { TOMB_S = 3600, YOUNG_S = 10 };

/* Reserve an id: the time, and a number where that is taken. */
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
			close(fd);
			return 0;
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

/* Forget sessions that ended long ago; count those that live. */
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
		if (fstatat(s->dir, name, &st, 0) == 0 && time(NULL) - st.st_mtime > TOMB_S)
			unlinkat(s->dir, name, 0);
	}
	fl_buf_release(&names);
	*ret_count = live;
	return rc;
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

int dbg_serve_begin(const struct dbg_session_opts *opts, const struct dbg_serve_as *as,
	int *ret_ready, struct fl_error *err)
{
	struct dbg_server *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a session");
	s->opts = opts;
	s->dir = s->listener = s->signals = -1;
	for (size_t i = 0; i < DBG_CLIENTS_MAX; i++)
		s->clients[i].fd = -1;
	int rc = dbg_rundir_open(as->xdg, &s->dir, s->path, sizeof(s->path), err);
	if (rc == 0)
		rc = check_room(s, err);
	if (rc == 0)
		rc = reserve(s, as, err);
	if (rc == 0)
		rc = dbg_keeper_start(dbg_server_main, dbg_server_ended, s, ret_ready, err);
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
