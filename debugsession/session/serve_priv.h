/* What the files of the server share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_SERVE_PRIV_H
#define FL_DEBUGSESSION_SERVE_PRIV_H

#include "debugsession/session/rundir.h"
#include "debugsession/session/serve.h"

enum { DBG_CLIENTS_MAX = 64 };

struct dbg_peer {
	int fd; /* -1: free */
	struct fl_buf in, out; /* a line that has not ended yet; answers to be written */
	size_t written;
	bool waiting; /* it has a request in the queue: no more is read from it */
	uint64_t turn; /* its place in the queue */
	int64_t queued; /* since when it has that: fl_clock_ms() */
	struct fl_buf command; /* that one; a batch: each with a NUL behind it */
	bool batch;
	unsigned wall_ms;
	struct dbg_cut cut;
	struct dbg_literal_wish literal;
};

struct dbg_server {
	struct dbg_loop loop;
	struct dbg_session *session;
	const struct dbg_session_opts *opts; /* the starter's */
	struct dbg_session_opts own; /* those, with our directory */
	int dir, listener, signals;
	int place; /* its file, locked until it listens: serve_start.c */
	int timer; /* for who waits in the queue */
	char id[DBG_ID_MAX + 1], path[512];
	struct dbg_peer clients[DBG_CLIENTS_MAX];
	uint64_t turns;
	const struct dbg_peer *served; /* whose command runs; NULL: none, or it has gone */
	int64_t last_request;
	const char *ended; /* "terminated", "timeout", …; NULL: it goes on */
};

/* Answer the client whose request is in the queue, which is out of it then. */
void dbg_server_answer(struct dbg_server *s, struct dbg_peer *c, struct fl_slice json);

/*
 * The queue of commands. A command's time runs from when it was asked for: who has waited all of
 * it behind others' commands is told so, and it is never run. serve_queue.c
 */
int dbg_queue_init(struct dbg_server *s, struct fl_error *err);
void dbg_queue_add(struct dbg_server *s, struct dbg_peer *c);

/* The first in the queue whose time is not over; NULL: none. */
struct dbg_peer *dbg_queue_next(struct dbg_server *s);

/* What is left of its time, at least a millisecond. */
unsigned dbg_queue_wall_ms(const struct dbg_peer *c);

/* The server's life, for dbg_keeper_start(): arg is a struct dbg_server. */
int dbg_server_main(void *arg, int ready);

/* What the session is about, for people: the program, the core file, the kernel. */
const char *dbg_server_subject(const struct dbg_server *s);

/* Write the answer to the start, what failed or (failure NULL) the session, and close `ready`. */
void dbg_server_tell(struct dbg_server *s, int ready, const struct fl_error *failure);

/*
 * Write its file: what it is (status "live"), or how it ended. Where a full disk has no room for a
 * new one, the record before, as long as all are, is written over.
 */
int dbg_server_record(const struct dbg_server *s, const char *status, struct fl_error *err);

/* Remove its file: it has never been a session. */
void dbg_server_forget(const struct dbg_server *s);

/* In the keeper: the server has told its end, or has died without. */
void dbg_server_ended(void *arg, int status);

#endif
