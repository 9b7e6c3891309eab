#include "base/sandbox/priv.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

union control {
	struct cmsghdr head; /* for its alignment */
	char room[CMSG_SPACE(FL_WIRE_FDS * sizeof(int))];
};

static void attach(struct msghdr *m, union control *c, const int *fds, size_t nfds)
{
	m->msg_control = c->room;
	m->msg_controllen = CMSG_SPACE(nfds * sizeof(int));
	struct cmsghdr *h = CMSG_FIRSTHDR(m);
	h->cmsg_level = SOL_SOCKET;
	h->cmsg_type = SCM_RIGHTS;
	h->cmsg_len = CMSG_LEN(nfds * sizeof(int));
	memcpy(CMSG_DATA(h), fds, nfds * sizeof(int));
}

int fl_wire_send(int sock, const void *bytes, size_t len, const int *fds, size_t nfds)
{
	union control control = {0};
	size_t done = 0;
	while (done < len) {
		/* iovec has no const; sendmsg() does not write. */
		char *from = (char *)(uintptr_t)bytes + done;
		struct iovec v = {.iov_base = from, .iov_len = len - done};
		struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
		if (nfds && done == 0)
			attach(&m, &control, fds, nfds);
		ssize_t n = sendmsg(sock, &m, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		done += (size_t)n;
	}
	return 0;
}

static void detach(struct msghdr *m, int *fds)
{
	for (struct cmsghdr *h = CMSG_FIRSTHDR(m); h; h = CMSG_NXTHDR(m, h)) {
		if (h->cmsg_level != SOL_SOCKET || h->cmsg_type != SCM_RIGHTS)
			continue;
		size_t count = (h->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		for (size_t i = 0; i < count; i++) {
			int fd;
			memcpy(&fd, CMSG_DATA(h) + i * sizeof(int), sizeof(fd));
			if (fds && i < FL_WIRE_FDS)
				fds[i] = fd;
			else
				close(fd);
		}
	}
}

int fl_wire_recv(int sock, void *bytes, size_t len, int *fds)
{
	union control control;
	size_t done = 0;
	for (int i = 0; fds && i < FL_WIRE_FDS; i++)
		fds[i] = -1;
	while (done < len) {
		struct iovec v = {.iov_base = (char *)bytes + done, .iov_len = len - done};
		struct msghdr m = {.msg_iov = &v,
			.msg_iovlen = 1,
			.msg_control = control.room,
			.msg_controllen = sizeof(control)};
		ssize_t n = recvmsg(sock, &m, MSG_CMSG_CLOEXEC);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : ECONNRESET;
		detach(&m, done == 0 ? fds : NULL);
		done += (size_t)n;
	}
	return 0;
}
