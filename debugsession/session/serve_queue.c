/* Commands that wait for their turn, and for how long. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "debugsession/answer/answer.h"
#include "debugsession/session/serve_priv.h"

enum { SHOWN = 60 };

static unsigned wall_ms(const struct dbg_peer *c)
{
	return c->wall_ms ? c->wall_ms : DBG_WALL_MS;
}

/* Of a batch each command has all of the time, but its first must come to its turn in it. */
static int64_t end_of(const struct dbg_peer *c)
{
	return c->queued + wall_ms(c);
}

unsigned dbg_queue_wall_ms(const struct dbg_peer *c)
{
	int64_t left = end_of(c) - fl_clock_ms();
	return c->batch ? wall_ms(c) : left > 0 ? (unsigned)left : 1;
}

static bool in_queue(const struct dbg_server *s, const struct dbg_peer *c)
{
	return c->fd >= 0 && c->waiting && c != s->served;
}

/* Have the timer go off when the first of those that wait has waited long enough. */
static void arm(struct dbg_server *s)
{
	int64_t first = INT64_MAX, now = fl_clock_ms();
	for (const struct dbg_peer *c = s->clients; c < s->clients + DBG_CLIENTS_MAX; c++)
		if (in_queue(s, c) && end_of(c) < first)
			first = end_of(c);
	int64_t wait = first <= now ? 1 : first == INT64_MAX ? 0 : first - now;
	struct itimerspec when = {.it_value = {wait / 1000, wait % 1000 * 1000000}};
	timerfd_settime(s->timer, 0, &when, NULL);
}

static void write_not_run(const struct dbg_server *s, const struct dbg_peer *c, struct fl_buf *out)
{
	struct dbg_console *console = dbg_session_console(s->session);
	struct fl_error err;
	struct fl_slice other =
		s->served && !s->served->batch ? fl_buf_view(&s->served->command) : FL_S("");
	fl_error_set(&err, FL_ETIMEOUT,
		"not run: the session was busy with %s%.*s%s for all of its %g s; wait for that, "
		"or "
		"interrupt it",
		other.len ? "\"" : "another client's command", FL_ARG(fl_slice_head(other, SHOWN)),
		other.len > SHOWN ? "...\""
		: other.len       ? "\""
				  : "",
		wall_ms(c) / 1000.0);
	fl_buf_char(out, '{');
	if (!c->batch)
		dbg_answer_text(out, "command", fl_slice_trim(fl_buf_view(&c->command)));
	dbg_answer_bool(out, "success", false);
	dbg_answer_text(out, "error", fl_slice_str(err.message));
	dbg_answer_text(out, "error_type", fl_slice_str(dbg_error_words[dbg_error_type_of(&err)]));
	dbg_answer_text(out, "raw", FL_S(""));
	dbg_answer_text(out, "state", fl_slice_str(dbg_state_words[dbg_console_state(console)]));
	dbg_answer_int(out, "execution_time_ms", 0);
	fl_buf_char(out, '}');
}

/* Answering lets a client ask again, which puts it at the end of the queue. */
static void expire(struct dbg_server *s)
{
	int64_t now = fl_clock_ms();
	for (struct dbg_peer *c = s->clients; s->session && c < s->clients + DBG_CLIENTS_MAX; c++) {
		struct fl_buf out;
		if (!in_queue(s, c) || end_of(c) > now)
			continue;
		fl_buf_init(&out, c->command.max + (1 << 16));
		write_not_run(s, c, &out);
		dbg_server_answer(s, c, fl_buf_view(&out));
		fl_buf_release(&out);
	}
}

static void on_timer(void *ctx, int fd, short revents)
{
	struct dbg_server *s = ctx;
	uint64_t times;
	(void)revents;
	if (read(fd, &times, sizeof(times)) != sizeof(times))
		return;
	expire(s);
	arm(s);
}

int dbg_queue_init(struct dbg_server *s, struct fl_error *err)
{
	s->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (s->timer < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot make a timer");
	if (!dbg_loop_add(&s->loop, s->timer, POLLIN, on_timer, s))
		return fl_error_set(err, FL_ELIMIT, "too many descriptors");
	return 0;
}

void dbg_queue_add(struct dbg_server *s, struct dbg_peer *c)
{
	c->waiting = true;
	c->turn = ++s->turns;
	c->queued = fl_clock_ms();
	arm(s);
}

struct dbg_peer *dbg_queue_next(struct dbg_server *s)
{
	struct dbg_peer *first = NULL;
	expire(s); /* the timer may not have been looked at yet */
	for (struct dbg_peer *c = s->clients; c < s->clients + DBG_CLIENTS_MAX; c++)
		if (in_queue(s, c) && (!first || c->turn < first->turn))
			first = c;
	return first;
}
