#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base64.h"
#include "datasets/http/http_priv.h"

enum { BACKLOG = 1024, AUTHORIZATION_MAX = 4096 };

/* "[::1]:80" or "127.0.0.1:80", resolved without asking anybody. */
static int resolve(const char *address, struct addrinfo **ret_info, struct fl_error *err)
{
	struct addrinfo hints = {.ai_family = AF_UNSPEC,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
	char host[DS_HTTP_ADDRESS_MAX];
	const char *colon = strrchr(address, ':');
	size_t len = colon ? (size_t)(colon - address) : 0;
	bool bracket = len > 2 && address[0] == '[' && address[len - 1] == ']';
	if (len == 0 || len >= sizeof(host) || !colon[1] || (!bracket && memchr(address, ':', len)))
		return fl_error_set(err, FL_EINVAL,
			"\"%s\" is no address to listen at: it is ADDRESS:PORT, as in "
			"127.0.0.1:8080 or [::1]:8080",
			address);
	uint32_t port;
	if (fl_slice_uint(fl_slice_str(colon + 1), &port) != strlen(colon + 1) || port > UINT16_MAX)
		return fl_error_set(err, FL_EINVAL,
			"cannot listen at \"%s\": the port is a number from 0 to %d", address,
			UINT16_MAX);
	memcpy(host, address + bracket, len - 2 * (size_t)bracket);
	host[len - 2 * (size_t)bracket] = '\0';
	if (strcmp(host, "localhost") == 0)
		strcpy(host, "127.0.0.1");
	int rc = getaddrinfo(host, colon + 1, &hints, ret_info);
	return rc ? fl_error_set(err, FL_EINVAL, "cannot listen at \"%s\": %s", address,
			    gai_strerror(rc))
		  : 0;
}

int ds_http_is_local(const char *address, bool *ret_local, struct fl_error *err)
{
	struct addrinfo *info = NULL;
	int rc = resolve(address, &info, err);
	if (rc)
		return rc;
	if (info->ai_family == AF_INET) {
		struct sockaddr_in in;
		memcpy(&in, info->ai_addr, sizeof(in));
		*ret_local = ntohl(in.sin_addr.s_addr) >> 24 == 127;
	} else {
		struct sockaddr_in6 in6;
		memcpy(&in6, info->ai_addr, sizeof(in6));
		*ret_local = IN6_IS_ADDR_LOOPBACK(&in6.sin6_addr);
	}
	freeaddrinfo(info);
	return 0;
}

static int tell_address(int fd, char text[DS_HTTP_ADDRESS_MAX])
{
	struct sockaddr_storage at;
	socklen_t len = sizeof(at);
	char host[64], port[16];
	if (getsockname(fd, (struct sockaddr *)&at, &len))
		return errno;
	if (getnameinfo((struct sockaddr *)&at, len, host, sizeof(host), port, sizeof(port),
		    NI_NUMERICHOST | NI_NUMERICSERV))
		return EINVAL;
	snprintf(text, DS_HTTP_ADDRESS_MAX, at.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host,
		port);
	return 0;
}

int ds_http_listen(
	const char *address, int *ret_fd, char ret_text[DS_HTTP_ADDRESS_MAX], struct fl_error *err)
{
	struct addrinfo *info = NULL;
	static const int on = 1;
	int rc = resolve(address, &info, err);
	if (rc)
		return rc;
	int sys = 0;
	int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
		bind(fd, info->ai_addr, info->ai_addrlen) || listen(fd, BACKLOG))
		sys = errno;
	if (!sys)
		sys = tell_address(fd, ret_text);
	freeaddrinfo(info);
	if (sys) {
		if (fd >= 0)
			close(fd);
		return fl_error_sys(err, FL_EIO, sys, "cannot listen at %s", address);
	}
	*ret_fd = fd;
	return 0;
}

/* Whatever is given is compared to the end of the token. */
static bool is_same(struct fl_slice given, const char *token)
{
	size_t len = strlen(token);
	unsigned differ = given.len != len;
	for (size_t i = 0; i < len; i++)
		differ |= (unsigned)(token[i] ^ (i < given.len ? given.ptr[i] : 0));
	return differ == 0;
}

bool ds_http_is_authorized(const char *header, const char *token)
{
	struct fl_slice given = header ? fl_slice_str(header) : (struct fl_slice){0};
	struct fl_buf plain;
	bool same = false;
	fl_buf_init(&plain, AUTHORIZATION_MAX);
	if (given.len > 7 && strncasecmp(given.ptr, "Bearer ", 7) == 0) {
		same = is_same(fl_slice_trim(fl_slice_skip(given, 7)), token);
	} else if (given.len > 6 && strncasecmp(given.ptr, "Basic ", 6) == 0 &&
		   fl_base64_decode(&plain, fl_slice_trim(fl_slice_skip(given, 6)), NULL) == 0) {
		struct fl_slice pair = fl_buf_view(&plain);
		ptrdiff_t colon = fl_slice_chr(pair, ':');
		same = colon >= 0 && is_same(fl_slice_skip(pair, (size_t)colon + 1), token);
	}
	fl_buf_release(&plain);
	return same;
}
