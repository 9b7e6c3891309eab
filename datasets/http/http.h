/*
 * An HTTP/1.1 server in one thread, by libmicrohttpd, whose only gateway this is. Whoever holds it
 * waits for its descriptor beside others, and calls ds_http_turn(). A request is handed on when all
 * of it is there, and is answered now or later; nothing waits for anything but the caller's poll.
 *
 * What a client may not do is refused here, before its body is kept: paths and methods that are not
 * in the table (404, 405), bodies that are too long (413), requests without the token where there
 * is one (401), requests that a page in a browser makes (403: it sends an Origin), new ones while
 * we close down (503). What is refused is read to its end and dropped, so that the client reads
 * why. A request has to arrive within read_ms, head and body, else its connection is ended; bodies
 * of all requests together are at most held_max bytes, and one that finds no room is not read until
 * there is.
 */
#ifndef FL_DATASETS_HTTP_H
#define FL_DATASETS_HTTP_H

#include <poll.h>
#include <stdint.h>

#include "base/buf.h"

/* Requests under way are at most this many, whatever they hold. */
enum { DS_HTTP_CONNECTIONS = 1024 };

struct ds_http;

struct ds_http_route {
	const char *method, *path; /* HEAD is taken for GET */
	size_t body_max; /* bytes; 0: a body is not expected, and dropped */
	bool open; /* without a token, and while we close down */
	bool plain; /* errors are {"message": …} alone */
};

/* A request. It lives until `gone` was called with it. */
struct ds_http_request {
	const struct ds_http_route *route;
	struct fl_slice body;
	int64_t arrived_ms; /* when its head was there (fl_clock_ms()) */
	void *ctx; /* the caller's */
};

struct ds_http_opts {
	const char *address; /* "127.0.0.1:8080", "[::1]:0", "localhost:8080" */
	const char *token; /* for Authorization: Bearer, or as the password of Basic; NULL: none */
	const struct ds_http_route *routes;
	size_t route_count;
	unsigned read_ms;
	size_t held_max;
	void *ctx;
	/* A request is there. It may be answered in here. */
	void (*request)(void *ctx, struct ds_http_request *r);
	/* The request is over, answered or not. Not to be used any more. */
	void (*gone)(void *ctx, struct ds_http_request *r);
	/* A request (its route is NULL where none fits) is answered with that status. May be NULL. */
	void (*answered)(void *ctx, const struct ds_http_request *r, unsigned status);
};

/* How it is answered. The text is copied. */
struct ds_http_answer {
	unsigned status;
	const char *type; /* NULL: application/json */
	unsigned retry_s; /* Retry-After; 0: none */
	struct fl_slice text;
};

/* May an address be listened at without a token: does only this machine reach it? FL_EINVAL. */
int ds_http_is_local(const char *address, bool *ret_local, struct fl_error *err);

/*
 * Listen. FL_EINVAL for an address that is none, FL_EIO when it cannot be had. The caller frees it;
 * requests that are not answered then are lost, and `gone` is called for each.
 */
int ds_http_new(const struct ds_http_opts *opts, struct ds_http **ret_http, struct fl_error *err);
void ds_http_free(struct ds_http *h);

/* The address that it listens at, "127.0.0.1:41234": of a port 0 the one that was had. */
const char *ds_http_address(const struct ds_http *h);

/* From now on new requests are answered with 503, but for open routes. */
void ds_http_close_down(struct ds_http *h);

/* In a child that was forked: let go of all sockets, which the parent alone is to hold. */
void ds_http_forget(struct ds_http *h);

/* What to wait for; how long at most, given that the caller would wait max_ms. */
struct pollfd ds_http_fd(const struct ds_http *h);
int ds_http_timeout(const struct ds_http *h, int max_ms);

/* Do what can be done without waiting. */
int ds_http_turn(struct ds_http *h, struct fl_error *err);

/* The value of ?name=… in the request, or NULL; "" for ?name alone. */
const char *ds_http_query(const struct ds_http_request *r, const char *name);

/* Has the client gone away? Asked of one whose request waits for an answer. */
bool ds_http_is_gone(const struct ds_http_request *r);

/* Requests that have begun and are not over. */
size_t ds_http_open_requests(const struct ds_http *h);

void ds_http_answer(struct ds_http_request *r, const struct ds_http_answer *answer);

/* {"error": …} (or {"message": …}, as the route has it) with a status. */
void ds_http_refuse(struct ds_http_request *r, unsigned status, unsigned retry_s, const char *fmt,
	...) __attribute__((format(printf, 4, 5)));

/*
 * Answer in parts: begin, add, and end. Parts that the client has not taken yet are kept;
 * ds_http_pending() says how many bytes. `whole` false: something is missing, and the client is to
 * notice (the connection ends before the last chunk).
 */
void ds_http_begin(struct ds_http_request *r, unsigned status, const char *type);
void ds_http_add(struct ds_http_request *r, struct fl_slice text);
size_t ds_http_pending(const struct ds_http_request *r);
void ds_http_end(struct ds_http_request *r, bool whole);

#endif
