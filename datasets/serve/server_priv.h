/* Between the files of the server: requests as jobs, and what of them workers have. */
#ifndef FL_DATASETS_SERVER_PRIV_H
#define FL_DATASETS_SERVER_PRIV_H

#include "base/crew.h"
#include "datasets/http/http.h"
#include "datasets/serve/metrics.h"
#include "datasets/serve/server.h"

struct ds_batch;
struct ds_episode;

/* A request that wants something of workers. */
struct ds_job {
	struct ds_http_request *request;
	struct ds_job *next, **at; /* of all */
	struct ds_job *queue_next; /* of those that have more to ask */
	bool queued, started, answered;
	enum ds_face face;
	int64_t deadline_ms; /* 0: none */
	struct ds_batch *batch; /* NULL: the body is one question */
	struct ds_episode *episode; /* of a reset or a step; NULL once that is closed */
};

/* What a worker has, or is to have again. */
enum ds_piece_state { DS_PIECE_FREE, DS_PIECE_RUNS, DS_PIECE_AGAIN };

struct ds_piece {
	enum ds_piece_state state;
	struct ds_job *job; /* NULL: the client is gone, or was answered */
	uint64_t number; /* of the question */
	uint64_t line; /* of the batch */
	unsigned at_line; /* of its body, from 1; 0: it is no batch */
	struct fl_slice text;
	unsigned tries;
	int64_t not_before_ms; /* of DS_PIECE_AGAIN */
};

struct ds_server {
	struct ds_server_opts opts;
	struct ds_http_route routes[DS_METRIC_ROUTES];
	struct ds_http *http;
	struct fl_crew *crew;
	struct ds_job *jobs, *queue, **queue_end;
	struct ds_piece pieces[FL_CREW_JOBS_MAX];
	struct ds_metrics metrics;
	bool closing;
	struct ds_episode *episodes; /* the one that was asked last is the first */
	size_t episode_bytes; /* of all of them */
	int64_t episodes_next_ms; /* when to look for idle ones again */
	char version[64]; /* of the compiler that runs others' code */
	struct fl_buf question;
};

/* Queue a request, or refuse it. */
void ds_job_add(struct ds_server *s, struct ds_http_request *r, enum ds_face face, bool batch);
void ds_job_gone(struct ds_server *s, struct ds_job *job);

/* Ask workers as long as they have room and somebody waits. */
int ds_jobs_ask(struct ds_server *s, struct fl_error *err);

/* Answer those whose time is up. */
void ds_jobs_expire(struct ds_server *s);

/* Does anything wait or run? */
bool ds_jobs_pending(const struct ds_server *s);

/* For the crew. */
int ds_job_collect(void *ctx, uint64_t number, struct fl_slice answer,
	const struct fl_error *failure, struct fl_slice question, struct fl_error *err);

/* ---- episodes ---- */

/* Requests of /env/reset, /env/step and /env/close: they become jobs, or are answered at once. */
void ds_episode_reset(struct ds_server *s, struct ds_http_request *r);
void ds_episode_step(struct ds_server *s, struct ds_http_request *r);
void ds_episode_close(struct ds_server *s, struct ds_http_request *r);

/* What a worker is to know of a job's episode. */
struct fl_slice ds_episode_state(const struct ds_job *job);

/* Take what a worker made of a job's episode, and answer its request. */
int ds_episode_give(struct ds_server *s, struct ds_job *job, const struct ds_work_reply *reply,
	struct fl_slice text, struct fl_error *err);

/* The job is over, answered or not. */
void ds_episode_let_go(struct ds_server *s, struct ds_job *job);

/* Drop those that nobody has asked for too long; all of them. */
void ds_episodes_expire(struct ds_server *s);
void ds_episodes_free(struct ds_server *s);

/* ---- batches ---- */

struct ds_batch *ds_batch_new(struct ds_http_request *r, bool unordered, size_t window);
void ds_batch_free(struct ds_batch *b);

enum ds_batch_next {
	DS_BATCH_LINE, /* *ret_line, *ret_number and its line in the body are the next */
	DS_BATCH_FULL, /* not before the client has taken more, or earlier lines are there */
	DS_BATCH_END /* there are no more lines */
};
enum ds_batch_next ds_batch_next(
	struct ds_batch *b, struct fl_slice *ret_line, uint64_t *ret_number, unsigned *ret_at);

/* The label of a line is there; writes what can be written, and the end behind the last. */
int ds_batch_put(struct ds_batch *b, uint64_t number, struct fl_slice label, struct fl_error *err);
void ds_batch_finish(struct ds_batch *b);

#endif
