/*
 * Logs that nobody takes back: seccomp's user notification (seccomp_unotify(2), Linux 5.14) lets
 * the reaper answer the open() of a sanitizer's runtime with a socket or pipe of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/sandbox/priv.h"

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83 /* Linux 6.16; of most machines, and unknown to the others */
#endif

enum {
	STREAMS = 256, /* logs; those of all further processes share the last one */
	EVENTS = 32,
	PATH_BYTES = 512,
	BLOCK = 1 << 16,
	LISTENER = STREAMS /* in an event, where others have the stream's index */
};

/* What is kept of a log; of each some, also when another one is endless. */
enum {
	STREAM_MAX = FL_LOG_MAX / 4,
	FLOOR = FL_LOG_MAX / STREAMS / 2,
	TOTAL_MAX = FL_LOG_MAX / 2 - BLOCK /* which may be passed by as much */
};

/* What a process writes to its log. */
struct stream {
	long number; /* that its name ends in */
	int in, out; /* out: held for the shared one */
	struct fl_buf text;
};

struct fl_catch {
	struct fl_slice prefix;
	int epoll, listener;
	int ends[2]; /* a pair of sockets: the reaper's, the program's */
	struct stream at[STREAMS];
	size_t count, bytes;
	unsigned lost;
};

struct fl_catch *fl_catch_new(const char *prefix)
{
	struct fl_catch *c = calloc(1, sizeof(*c));
	if (!c)
		return NULL;
	c->prefix = fl_slice_str(prefix);
	c->listener = c->ends[0] = c->ends[1] = -1;
	c->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (c->epoll >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, c->ends) == 0)
		return c;
	fl_shut(&c->epoll);
	free(c);
	return NULL;
}

int fl_catch_end(const struct fl_catch *c)
{
	return c ? c->ends[1] : -1;
}

int fl_catch_fd(const struct fl_catch *c)
{
	return c && c->listener >= 0 ? c->epoll : -1;
}

void fl_catch_install(struct fl_catch *c)
{
	int listener = c ? fl_limit_catch() : -1;
	if (listener >= 0)
		fl_wire_send(c->ends[1], "", 1, &listener, 1);
	fl_shut(&listener);
}

void fl_catch_accept(struct fl_catch *c)
{
	int fds[FL_WIRE_FDS];
	char byte;
	if (!c)
		return;
	fl_shut(&c->ends[1]);
	if (fl_wire_recv(c->ends[0], &byte, 1, fds) == 0)
		c->listener = fds[0];
	fl_shut(&c->ends[0]);
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = LISTENER};
	if (c->listener >= 0 && epoll_ctl(c->epoll, EPOLL_CTL_ADD, c->listener, &e))
		fl_shut(&c->listener); /* opens fail then, and no run is told as clean that has any */
}

/* Is it a log's name? One that cannot be read is: who makes it hides. */
static bool is_log(const struct fl_catch *c, const struct seccomp_notif *n, long *ret_number)
{
	char path[PATH_BYTES + 1];
#ifdef SYS_open
	uint64_t at = n->data.nr == SYS_open ? n->data.args[0] : n->data.args[1];
#else
	uint64_t at = n->data.args[1];
#endif
	struct iovec here = {path, PATH_BYTES}, there = {(void *)(uintptr_t)at, PATH_BYTES};
	*ret_number = (long)n->pid;
	ssize_t got = process_vm_readv((pid_t)n->pid, &here, 1, &there, 1, 0);
	if (got <= 0)
		return true;
	path[got] = '\0';
	struct fl_slice name = fl_slice_str(path);
	if (name.len <= c->prefix.len || memcmp(name.ptr, c->prefix.ptr, c->prefix.len) != 0)
		return false;
	const char *dot = strrchr(path, '.');
	*ret_number = dot ? strtol(dot + 1, NULL, 10) : *ret_number;
	return true;
}

/*
 * Both ends of a log. Of a pipe the program could take back what we have not read yet: its name
 * below /proc can be opened for reading. A socket's cannot; but where it cannot refuse descriptors
 * (before Linux 6.16) it would have us close what the program sends, which may take any time.
 */
static int log_ends(int ret_ends[2])
{
	const int no = 0, yes = 1;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ret_ends))
		return -1;
	if (setsockopt(ret_ends[0], SOL_SOCKET, SO_PASSRIGHTS, &no, sizeof(no)) == 0 &&
		setsockopt(ret_ends[0], SOL_SOCKET, SO_OOBINLINE, &yes, sizeof(yes)) == 0)
		return 0;
	fl_shut(&ret_ends[0]);
	fl_shut(&ret_ends[1]);
	return fl_pipe(ret_ends);
}

/* The stream for a further log, with both its ends; NULL with errno. */
static struct stream *stream_add(struct fl_catch *c, long number)
{
	struct stream *s = &c->at[c->count];
	int ends[2];
	if (c->count == STREAMS)
		return &c->at[STREAMS - 1];
	if (log_ends(ends))
		return NULL;
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)c->count};
	if (epoll_ctl(c->epoll, EPOLL_CTL_ADD, ends[0], &e)) {
		fl_shut(&ends[0]);
		fl_shut(&ends[1]);
		return NULL;
	}
	*s = (struct stream){.number = number, .in = ends[0], .out = ends[1]};
	fl_buf_init(&s->text, STREAM_MAX);
	c->count++;
	return s;
}

static void refuse(const struct fl_catch *c, uint64_t id, int sys, unsigned flags)
{
	struct seccomp_notif_resp resp = {.id = id, .error = -sys, .flags = flags};
	ioctl(c->listener, SECCOMP_IOCTL_NOTIF_SEND, &resp);
}

/* The one who opened it has gone, or its kernel cannot have it: as if it had not been. */
static void stream_drop(struct fl_catch *c, struct stream *s)
{
	if (c->count == STREAMS)
		return;
	fl_shut(&s->in);
	fl_shut(&s->out);
	c->count--;
}

static void answer(struct fl_catch *c)
{
	union {
		struct seccomp_notif n;
		char room[FL_NOTIF_ROOM];
	} in = {.room = {0}};
	long number;
	if (ioctl(c->listener, SECCOMP_IOCTL_NOTIF_RECV, &in.n))
		return; /* it was killed meanwhile */
	if (!is_log(c, &in.n, &number)) {
		refuse(c, in.n.id, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
		return;
	}
	struct stream *s = stream_add(c, number);
	if (!s) {
		c->lost++;
		refuse(c, in.n.id, errno, 0);
		return;
	}
	struct seccomp_notif_addfd add = {.id = in.n.id,
		.flags = SECCOMP_ADDFD_FLAG_SEND,
		.srcfd = (uint32_t)s->out,
		.newfd_flags = O_CLOEXEC};
	if (ioctl(c->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &add) < 0) {
		int sys = errno;
		stream_drop(c, s);
		c->lost += sys != ENOENT && sys != EINVAL;
		if (sys != ENOENT)
			refuse(c, in.n.id, sys == EINVAL ? 0 : sys,
				sys == EINVAL ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0);
	} else if (c->count < STREAMS) {
		fl_shut(&s->out);
	}
}

/* False when there is no more for now. */
static bool take(struct fl_catch *c, struct stream *s)
{
	char block[BLOCK];
	ssize_t n = s->in < 0 ? 0 : read(s->in, block, sizeof(block));
	if (n <= 0) {
		if (n == 0)
			fl_shut(&s->in);
		return n < 0 && errno == EINTR;
	}
	size_t most = c->bytes < TOTAL_MAX ? STREAM_MAX : FLOOR;
	size_t room = s->text.len < most ? most - s->text.len : 0;
	size_t len = (size_t)n < room ? (size_t)n : room;
	fl_buf_add(&s->text, block, len);
	c->bytes += len;
	return true;
}

void fl_catch_serve(struct fl_catch *c)
{
	struct epoll_event events[EVENTS];
	int n = epoll_wait(c->epoll, events, EVENTS, 0);
	for (int i = 0; i < n; i++) {
		const bool over = (events[i].events & (EPOLLIN | EPOLLHUP)) == EPOLLHUP;
		if (events[i].data.u32 == LISTENER && over)
			/* all who could ask are gone, and would be told of until they are collected */
			epoll_ctl(c->epoll, EPOLL_CTL_DEL, c->listener, NULL);
		else if (events[i].data.u32 != LISTENER)
			take(c, &c->at[events[i].data.u32]);
		else if (events[i].events & EPOLLIN) /* else to ask what there is would wait */
			answer(c);
	}
}

static int by_number(const void *a, const void *b)
{
	const struct stream *x = a, *y = b;
	return (x->number > y->number) - (x->number < y->number);
}

unsigned fl_catch_finish(struct fl_catch *c, int to)
{
	if (!c)
		return 0;
	for (size_t i = 0; i < c->count; i++) {
		while (take(c, &c->at[i]))
			;
		c->lost += c->at[i].text.len == 0;
	}
	qsort(c->at, c->count, sizeof(c->at[0]), by_number);
	for (size_t i = 0; i < c->count && to >= 0; i++)
		if (fl_write_all(to, fl_buf_view(&c->at[i].text), NULL))
			break; /* nobody reads it any more */
	return c->lost;
}
