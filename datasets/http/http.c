#include "datasets/http/http_priv.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/json.h"
#include "base/process.h"

enum {
	HEAD_MAX = 64 << 10, /* of a request: its head, and what is read at once */
	BLOCK = 64 << 10,
	STREAM_MAX = 1 << 30,
	WAIT_S = 1 /* Retry-After where nothing better is known */
};

/* A connection, and since when a request is awaited on it; 0: one is under way. */
struct link {
	struct link *next, **at;
	int fd;
	int64_t since_ms;
};

enum phase {
	READING, /* its body comes, or nothing has come yet */
	WAITING, /* handed on, not answered */
	ANSWERED /* an answer is there; the library may have it already */
};

struct request {
	struct ds_http_request pub; /* first: the caller has its address */
	struct ds_http *h;
	struct MHD_Connection *connection;
	struct link *link;
	struct request *next, **at;
	enum phase phase;
	bool handed, suspended, streams, ended, whole;
	bool no_room; /* its body is not read until there is room */
	size_t reserved; /* of held_max */
	struct fl_buf body, out;
	size_t taken; /* of out */
	unsigned status, retry_s;
	const char *type;
};

struct ds_http {
	struct ds_http_opts opts;
	struct MHD_Daemon *daemon;
	int listener, epoll;
	char address[DS_HTTP_ADDRESS_MAX];
	bool closing;
	size_t held, open;
	struct link *links;
	struct request *requests;
};

/* ---- answers ---- */

static void suspend(struct request *q)
{
	if (!q->suspended)
		MHD_suspend_connection(q->connection);
	q->suspended = true;
}

static void resume(struct request *q)
{
	if (q->suspended)
		MHD_resume_connection(q->connection);
	q->suspended = false;
}

static ssize_t take_part(void *cls, uint64_t pos, char *to, size_t max)
{
	struct request *q = cls;
	size_t left = q->out.len - q->taken, n = left < max ? left : max;
	(void)pos;
	if (n == 0 && q->ended)
		return q->whole && !q->out.failed ? MHD_CONTENT_READER_END_OF_STREAM
						  : MHD_CONTENT_READER_END_WITH_ERROR;
	if (n == 0) {
		suspend(q);
		return 0;
	}
	memcpy(to, q->out.data + q->taken, n);
	q->taken += n;
	if (q->taken == q->out.len) {
		fl_buf_clear(&q->out);
		q->taken = 0;
	}
	return (ssize_t)n;
}

static void add_headers(const struct request *q, struct MHD_Response *response)
{
	char seconds[16];
	snprintf(seconds, sizeof(seconds), "%u", q->retry_s);
	MHD_add_response_header(response, "Content-Type", q->type ? q->type : "application/json");
	if (q->retry_s)
		MHD_add_response_header(response, "Retry-After", seconds);
	if (q->status == 401)
		MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
	if (q->h->closing)
		MHD_add_response_header(response, "Connection", "close");
}

/* Hand the answer to the library. */
static enum MHD_Result queue_answer(struct request *q)
{
	struct MHD_Response *response =
		q->streams ? MHD_create_response_from_callback(
				     MHD_SIZE_UNKNOWN, BLOCK, take_part, q, NULL)
			   : MHD_create_response_from_buffer(
				     q->out.len, q->out.data, MHD_RESPMEM_MUST_COPY);
	if (!response)
		return MHD_NO;
	add_headers(q, response);
	enum MHD_Result done = MHD_queue_response(q->connection, q->status, response);
	MHD_destroy_response(response);
	if (q->h->opts.answered)
		q->h->opts.answered(q->h->opts.ctx, &q->pub, q->status);
	return done;
}

static void set_answer(struct request *q, unsigned status, unsigned retry_s, const char *type)
{
	q->status = status;
	q->retry_s = retry_s;
	q->type = type;
	q->phase = ANSWERED;
}

void ds_http_answer(struct ds_http_request *r, const struct ds_http_answer *answer)
{
	struct request *q = (struct request *)r;
	fl_buf_slice(&q->out, answer->text);
	set_answer(q, answer->status, answer->retry_s, answer->type);
	resume(q);
}

static void refuse(struct request *q, unsigned status, unsigned retry_s, const char *message)
{
	bool plain = q->pub.route && q->pub.route->plain;
	fl_buf_str(&q->out, plain ? "{\"message\":" : "{\"error\":");
	fl_json_text(&q->out, fl_slice_str(message));
	fl_buf_str(&q->out, "}\n");
	set_answer(q, status, retry_s, NULL);
}

void ds_http_refuse(
	struct ds_http_request *r, unsigned status, unsigned retry_s, const char *fmt, ...)
{
	struct request *q = (struct request *)r;
	char message[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(message, sizeof(message), fmt, ap);
	va_end(ap);
	refuse(q, status, retry_s, message);
	resume(q);
}

void ds_http_begin(struct ds_http_request *r, unsigned status, const char *type)
{
	struct request *q = (struct request *)r;
	q->streams = true;
	set_answer(q, status, 0, type);
	resume(q);
}

void ds_http_add(struct ds_http_request *r, struct fl_slice text)
{
	struct request *q = (struct request *)r;
	if (q->taken > BLOCK && q->taken > q->out.len / 2) {
		q->out.len -= q->taken;
		memmove(q->out.data, q->out.data + q->taken, q->out.len);
		q->taken = 0;
	}
	fl_buf_slice(&q->out, text);
	resume(q);
}

size_t ds_http_pending(const struct ds_http_request *r)
{
	const struct request *q = (const struct request *)r;
	return q->out.len - q->taken;
}

void ds_http_end(struct ds_http_request *r, bool whole)
{
	struct request *q = (struct request *)r;
	q->ended = true;
	q->whole = whole;
	resume(q);
}

/* ---- requests ---- */

static const char *header(const struct request *q, const char *name)
{
	return MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, name);
}

static const struct ds_http_route *find_route(
	const struct ds_http_opts *o, const char *method, const char *path, bool *ret_path_known)
{
	const char *asked = strcmp(method, "HEAD") == 0 ? "GET" : method;
	*ret_path_known = false;
	for (size_t i = 0; i < o->route_count; i++) {
		if (strcmp(o->routes[i].path, path) != 0)
			continue;
		*ret_path_known = true;
		if (strcmp(o->routes[i].method, asked) == 0)
			return &o->routes[i];
	}
	return NULL;
}

/* What is wrong with a request, by its head alone. */
static void check_head(struct request *q, bool path_known, uint64_t length)
{
	const struct ds_http_opts *o = &q->h->opts;
	const struct ds_http_route *route = q->pub.route;
	char message[128];
	if (o->token && !(route && route->open) &&
		!ds_http_is_authorized(header(q, "Authorization"), o->token))
		refuse(q, 401, 0, "the token is missing or wrong (Authorization: Bearer TOKEN)");
	else if (!route && !path_known)
		refuse(q, 404, 0, "there is no such path");
	else if (!route)
		refuse(q, 405, 0, "this path is not for that method");
	else if (header(q, "Origin"))
		refuse(q, 403, 0, "requests of browsers' pages are not taken");
	else if (q->h->closing && !route->open)
		refuse(q, 503, WAIT_S, "the server is closing down");
	else if (route->body_max && length > route->body_max) {
		snprintf(message, sizeof(message), "the body has more than %zu bytes",
			route->body_max);
		refuse(q, 413, 0, message);
	}
}

/* Room for its body, which is all there before any of it is read. */
static bool reserve(struct request *q, size_t bytes)
{
	if (q->h->held > 0 && q->h->held + bytes > q->h->opts.held_max)
		return false;
	q->reserved = bytes;
	q->h->held += bytes;
	return true;
}

static struct request *request_new(
	struct ds_http *h, struct MHD_Connection *connection, const char *method, const char *path)
{
	struct request *q = calloc(1, sizeof(*q));
	bool path_known;
	if (!q)
		return NULL;
	q->h = h;
	q->connection = connection;
	q->link = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			  ->socket_context;
	q->pub.route = find_route(&h->opts, method, path, &path_known);
	q->pub.arrived_ms = fl_clock_ms();
	if (q->link)
		q->link->since_ms = q->pub.arrived_ms;
	size_t max = q->pub.route ? q->pub.route->body_max : 0;
	fl_buf_init(&q->body, max);
	fl_buf_init(&q->out, STREAM_MAX);
	const char *length = header(q, "Content-Length");
	uint64_t bytes = length ? strtoull(length, NULL, 10) : 0;
	check_head(q, path_known, bytes);
	if (q->phase == READING && max && !reserve(q, length ? (size_t)bytes : max))
		q->no_room = true;
	q->next = h->requests;
	q->at = &h->requests;
	if (q->next)
		q->next->at = &q->next;
	h->requests = q;
	h->open++;
	return q;
}

/* Keep some of the body, or drop it. */
static void take_body(struct request *q, const char *bytes, size_t len)
{
	char message[128];
	if (q->phase != READING || !q->pub.route->body_max)
		return;
	if (q->body.len + len <= q->pub.route->body_max) {
		fl_buf_add(&q->body, bytes, len);
		if (q->body.failed)
			refuse(q, 503, WAIT_S, "there is no memory for the request");
		return;
	}
	snprintf(message, sizeof(message), "the body has more than %zu bytes",
		q->pub.route->body_max);
	refuse(q, 413, 0, message);
	fl_buf_release(&q->body);
}

static enum MHD_Result begin_request(struct ds_http *h, struct MHD_Connection *connection,
	const char *url, const char *method, void **con_cls)
{
	struct request *q = request_new(h, connection, method, url);
	if (!q)
		return MHD_NO;
	*con_cls = q;
	/* A client that asks first need not send what nobody reads. */
	if (q->phase == ANSWERED && header(q, "Expect"))
		return queue_answer(q);
	if (q->no_room)
		suspend(q);
	return MHD_YES;
}

/* Called at the head, for each piece of the body, at its end, and again when it is resumed. */
static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *url,
	const char *method, const char *version, const char *data, size_t *data_size,
	void **con_cls)
{
	struct ds_http *h = cls;
	struct request *q = *con_cls;
	(void)version;
	if (!q)
		return begin_request(h, connection, url, method, con_cls);
	if (*data_size) {
		take_body(q, data, *data_size);
		*data_size = 0;
		return MHD_YES;
	}
	if (q->link)
		q->link->since_ms = 0;
	if (q->phase == READING) {
		q->phase = WAITING;
		q->handed = true;
		q->pub.body = fl_buf_view(&q->body);
		h->opts.request(h->opts.ctx, &q->pub);
	}
	if (q->phase == ANSWERED)
		return queue_answer(q);
	suspend(q);
	return MHD_YES;
}

static void completed(void *cls, struct MHD_Connection *connection, void **con_cls,
	enum MHD_RequestTerminationCode why)
{
	struct ds_http *h = cls;
	struct request *q = *con_cls;
	(void)connection;
	(void)why;
	if (!q)
		return;
	*con_cls = NULL;
	if (q->handed)
		h->opts.gone(h->opts.ctx, &q->pub);
	h->held -= q->reserved;
	h->open--;
	if (q->link)
		q->link->since_ms = fl_clock_ms();
	if (q->next)
		q->next->at = q->at;
	*q->at = q->next;
	fl_buf_release(&q->body);
	fl_buf_release(&q->out);
	free(q);
}

static void notify(void *cls, struct MHD_Connection *connection, void **context,
	enum MHD_ConnectionNotificationCode what)
{
	struct ds_http *h = cls;
	struct link *l = *context;
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		const union MHD_ConnectionInfo *info =
			MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		l = calloc(1, sizeof(*l));
		if (!l)
			return;
		*l = (struct link){.next = h->links,
			.at = &h->links,
			.fd = info->connect_fd,
			.since_ms = fl_clock_ms()};
		if (l->next)
			l->next->at = &l->next;
		h->links = l;
		*context = l;
	} else if (l) {
		if (l->next)
			l->next->at = l->at;
		*l->at = l->next;
		free(l);
		*context = NULL;
	}
}

/* ---- the server ---- */

int ds_http_new(const struct ds_http_opts *opts, struct ds_http **ret_http, struct fl_error *err)
{
	struct ds_http *h = calloc(1, sizeof(*h));
	if (!h)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the server");
	h->opts = *opts;
	h->listener = -1;
	int rc = ds_http_listen(opts->address, &h->listener, h->address, err);
	if (rc) {
		free(h);
		return rc;
	}
	h->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
		handle, h, MHD_OPTION_LISTEN_SOCKET, h->listener, MHD_OPTION_CONNECTION_LIMIT,
		(unsigned)DS_HTTP_CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_MAX,
		MHD_OPTION_CONNECTION_TIMEOUT, (opts->read_ms + 999) / 1000,
		MHD_OPTION_NOTIFY_COMPLETED, completed, h, MHD_OPTION_NOTIFY_CONNECTION, notify, h,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
	const union MHD_DaemonInfo *info =
		h->daemon ? MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
	if (!info) {
		rc = fl_error_set(err, FL_EIO, "the HTTP server cannot start");
		ds_http_free(h);
		return rc;
	}
	h->epoll = info->epoll_fd;
	*ret_http = h;
	return 0;
}

void ds_http_free(struct ds_http *h)
{
	if (!h)
		return;
	/* The library does not stop while requests are suspended. */
	for (struct request *q = h->requests; q; q = q->next)
		resume(q);
	if (h->daemon)
		MHD_stop_daemon(h->daemon);
	else
		close(h->listener);
	free(h);
}

const char *ds_http_address(const struct ds_http *h)
{
	return h->address;
}

void ds_http_close_down(struct ds_http *h)
{
	h->closing = true;
}

void ds_http_forget(struct ds_http *h)
{
	for (struct link *l = h->links; l; l = l->next)
		close(l->fd);
	close(h->listener);
	close(h->epoll);
}

struct pollfd ds_http_fd(const struct ds_http *h)
{
	return (struct pollfd){.fd = h->epoll, .events = POLLIN};
}

int ds_http_timeout(const struct ds_http *h, int max_ms)
{
	MHD_UNSIGNED_LONG_LONG ms = 0;
	if (MHD_get_timeout(h->daemon, &ms) != MHD_YES || ms > (MHD_UNSIGNED_LONG_LONG)max_ms)
		return max_ms;
	return (int)ms;
}

/* Those that waited for room, as far as there is some now, or for too long. */
static void make_room(struct ds_http *h, int64_t now)
{
	for (struct request *q = h->requests; q; q = q->next) {
		if (!q->no_room)
			continue;
		const char *length = header(q, "Content-Length");
		size_t max = q->pub.route->body_max;
		bool late = now - q->pub.arrived_ms > (int64_t)h->opts.read_ms / 2;
		if (!reserve(q, length ? (size_t)strtoull(length, NULL, 10) : max) && !late)
			continue;
		if (late && !q->reserved)
			refuse(q, 503, WAIT_S, "there is no room for the request");
		q->no_room = false;
		resume(q);
	}
}

int ds_http_turn(struct ds_http *h, struct fl_error *err)
{
	int64_t now = fl_clock_ms();
	for (struct link *l = h->links; l; l = l->next)
		if (l->since_ms && now - l->since_ms > (int64_t)h->opts.read_ms)
			shutdown(l->fd, SHUT_RDWR);
	make_room(h, now);
	if (MHD_run(h->daemon) != MHD_YES)
		return fl_error_set(err, FL_EIO, "the HTTP server cannot go on");
	return 0;
}

const char *ds_http_query(const struct ds_http_request *r, const char *name)
{
	const struct request *q = (const struct request *)r;
	const char *value = NULL;
	size_t len = 0;
	if (MHD_lookup_connection_value_n(q->connection, MHD_GET_ARGUMENT_KIND, name, strlen(name),
		    &value, &len) != MHD_YES)
		return NULL;
	return value ? value : "";
}

bool ds_http_is_gone(const struct ds_http_request *r)
{
	const struct request *q = (const struct request *)r;
	char byte;
	if (!q->link)
		return false;
	ssize_t n = recv(q->link->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
	return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

size_t ds_http_open_requests(const struct ds_http *h)
{
	return h->open;
}
