#include "debugsession/console/loop.h"

#include <poll.h>

#include "base/process.h"

void dbg_loop_init(struct dbg_loop *l)
{
	l->len = 0;
}

static struct dbg_watch *find(struct dbg_loop *l, int fd)
{
	for (size_t i = 0; i < l->len; i++)
		if (l->watches[i].fd == fd)
			return &l->watches[i];
	return NULL;
}

bool dbg_loop_add(struct dbg_loop *l, int fd, short events, dbg_loop_fn fn, void *ctx)
{
	struct dbg_watch *w = find(l, -1);
	if (!w && l->len == DBG_LOOP_MAX)
		return false;
	if (!w)
		w = &l->watches[l->len++];
	*w = (struct dbg_watch){.fd = fd, .events = events, .fn = fn, .ctx = ctx};
	return true;
}

void dbg_loop_events(struct dbg_loop *l, int fd, short events)
{
	struct dbg_watch *w = find(l, fd);
	if (w)
		w->events = events;
}

void dbg_loop_remove(struct dbg_loop *l, int fd)
{
	struct dbg_watch *w = fd >= 0 ? find(l, fd) : NULL;
	if (w)
		w->fd = -1;
}

void dbg_loop_turn(struct dbg_loop *l, int64_t deadline)
{
	struct pollfd fds[DBG_LOOP_MAX];
	size_t n = l->len;
	for (size_t i = 0; i < n; i++) {
		const struct dbg_watch *w = &l->watches[i];
		fds[i] = (struct pollfd){.fd = w->fd, .events = w->events};
	}
	int64_t left = deadline - fl_clock_ms();
	int wait = left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
	if (poll(fds, n, wait) <= 0)
		return;
	for (size_t i = 0; i < n; i++) {
		struct dbg_watch *w = &l->watches[i];
		/* an earlier callback of this turn may have removed or replaced it */
		if (fds[i].revents && w->fd == fds[i].fd)
			w->fn(w->ctx, fds[i].fd, fds[i].revents);
	}
}
