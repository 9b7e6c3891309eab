#include "debugsession/gdb/gdb_priv.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COMMAND_MAX = 1 << 20 };

static int closed_error(struct dbg_gdb *g, struct fl_error *err)
{
	g->closed = true;
	struct fl_slice noise = fl_slice_head(fl_slice_trim(fl_buf_view(&g->noise)), 200);
	return fl_error_set(err, FL_ECLOSED, "the debugger has gone%s%.*s", noise.len ? ": " : "",
		FL_ARG(noise));
}

/* Append to a bounded buffer what fits. True when something did not. */
static bool keep(struct fl_buf *b, struct fl_slice s)
{
	struct fl_slice fits = fl_slice_head(s, b->max - b->len);
	fl_buf_slice(b, fits);
	return fits.len < s.len || b->failed;
}

/* Read one descriptor once: 1 something came, 0 nothing now, -1 its end. */
static int read_some(int fd, char *chunk, size_t size, struct fl_slice *ret_bytes)
{
	ssize_t n = read(fd, chunk, size);
	if (n > 0) {
		*ret_bytes = fl_slice(chunk, (size_t)n);
		return 1;
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	return -1;
}

static int read_mi(struct dbg_gdb *g, struct fl_error *err)
{
	char chunk[16384];
	struct fl_slice bytes;
	int got = read_some(g->link.out, chunk, sizeof(chunk), &bytes);
	int rc = got > 0 ? dbg_mi_push(&g->mi, bytes) : got < 0 ? dbg_mi_end(&g->mi) : 0;
	if (rc)
		return fl_error_set(err, rc, "cannot keep the debugger's answer");
	return got < 0 ? closed_error(g, err) : 0;
}

static void read_noise(struct dbg_gdb *g)
{
	char chunk[1024];
	struct fl_slice bytes;
	int got = read_some(g->link.err, chunk, sizeof(chunk), &bytes);
	if (got > 0)
		keep(&g->noise, bytes);
	else if (got < 0)
		g->link.err = -1;
}

static void read_tty(struct dbg_gdb *g)
{
	char chunk[16384];
	struct fl_slice bytes;
	int got = read_some(g->link.tty, chunk, sizeof(chunk), &bytes);
	if (got > 0 && keep(&g->output, bytes))
		g->output_cut = true;
	else if (got < 0)
		g->tty_up = false;
}

/* Asking whether there is more makes the kernel hand on what was written before. */
void dbg_gdb_tty_drain(struct dbg_gdb *g)
{
	struct pollfd fd = {.fd = g->link.tty, .events = POLLIN};
	while (g->tty_up && poll(&fd, 1, 0) > 0)
		read_tty(g);
}

static void tty_close_peer(struct dbg_gdb *g)
{
	if (g->tty_peer >= 0)
		close(g->tty_peer);
	g->tty_peer = -1;
}

/*
 * A terminal hangs up when the program, its session's leader, ends. It works again once its other
 * end is opened anew, which we do here without a name (the name is the sandbox's).
 */
void dbg_gdb_tty_reset(struct dbg_gdb *g)
{
	if (g->link.tty >= 0) {
		tty_close_peer(g);
		g->tty_peer = ioctl(g->link.tty, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
		g->tty_up = true;
	}
	fl_buf_clear(&g->output);
	g->output_cut = false;
}

/* Wait for and take in whatever comes first; want_in: room to write counts too. */
static int pump(
	struct dbg_gdb *g, int64_t deadline, bool want_in, bool *ret_writable, struct fl_error *err)
{
	struct pollfd fds[] = {
		{.fd = g->link.out, .events = POLLIN},
		{.fd = g->link.err, .events = POLLIN},
		{.fd = g->tty_up ? g->link.tty : -1, .events = POLLIN},
		{.fd = want_in ? g->link.in : -1, .events = POLLOUT},
	};
	int64_t left = deadline - fl_clock_ms();
	int n = left > 0 ? poll(fds, sizeof(fds) / sizeof(fds[0]), (int)left) : 0;
	if (n < 0 && errno != EINTR)
		return fl_error_sys(err, FL_EIO, errno, "cannot wait for the debugger");
	if (n == 0)
		return fl_error_set(err, FL_ETIMEOUT, "the debugger gave no sign in time");
	if (n < 0)
		return 0;
	if (fds[2].revents)
		read_tty(g);
	if (fds[1].revents)
		read_noise(g);
	if (fds[3].revents)
		*ret_writable = true;
	return fds[0].revents ? read_mi(g, err) : 0;
}

int dbg_gdb_await(struct dbg_gdb *g, bool stop, unsigned wall_ms, struct fl_error *err)
{
	int64_t deadline = fl_clock_ms() + wall_ms;
	int rc = 0;
	while (rc == 0 && !(stop ? g->have_stop : g->have_reply))
		rc = g->closed ? closed_error(g, err) : pump(g, deadline, false, NULL, err);
	return rc;
}

static int send_all(struct dbg_gdb *g, struct fl_slice s, struct fl_error *err)
{
	int64_t deadline = fl_clock_ms() + g->opts.wall_ms;
	while (s.len) {
		ssize_t n = fl_write_quiet(g->link.in, s);
		if (n > 0) {
			s = fl_slice_skip(s, (size_t)n);
			continue;
		}
		if (n < 0 && errno == EPIPE)
			return closed_error(g, err);
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return fl_error_sys(err, FL_EIO, errno, "cannot write to the debugger");
		bool writable = false;
		int rc = pump(g, deadline, true, &writable, err);
		if (rc)
			return rc;
	}
	return 0;
}

static int check_reply(const struct dbg_mi_record *r, struct fl_error *err)
{
	if (!fl_slice_eqs(r->name, "error"))
		return 0;
	struct fl_slice msg = dbg_mi_str(dbg_mi_result(r, "msg"));
	return fl_error_set(err, FL_EREFUSED, "the debugger says: %.*s", FL_ARG(msg));
}

static void forget_reply(struct dbg_gdb *g)
{
	if (g->have_reply)
		fl_arena_release(&g->reply.arena);
	g->have_reply = false;
}

int dbg_gdb_command(struct dbg_gdb *g, const struct dbg_mi_record **ret_reply, struct fl_error *err,
	const char *fmt, ...)
{
	struct fl_buf line;
	va_list ap;
	if (g->closed)
		return closed_error(g, err);
	forget_reply(g);
	fl_buf_init(&line, COMMAND_MAX);
	fl_buf_printf(&line, "%u", ++g->token);
	va_start(ap, fmt);
	fl_buf_vprintf(&line, fmt, ap);
	va_end(ap);
	fl_buf_char(&line, '\n');
	int rc = fl_buf_error(&line, "a debugger command", err);
	if (rc == 0)
		rc = send_all(g, fl_buf_view(&line), err);
	fl_buf_release(&line);
	if (rc == 0)
		rc = dbg_gdb_await(g, false, g->opts.wall_ms, err);
	if (rc == 0)
		rc = check_reply(&g->reply, err);
	if (rc == 0 && ret_reply)
		*ret_reply = &g->reply;
	return rc;
}
