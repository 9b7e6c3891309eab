#include "datasets/serve/server_priv.h"

#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "datasets/serve/foreign.h"

enum {
	TRIES = 3, /* of a question whose worker died */
	AHEAD = 4, /* lines of a batch under way, for each worker */
	RETRY_MAX_S = 60,
	PAUSE_MS = 200 /* before it is asked again what the host could not do */
};

/* ---- the queue ---- */

static void enqueue(struct ds_server *s, struct ds_job *job)
{
	job->queue_next = NULL;
	job->queued = true;
	*s->queue_end = job;
	s->queue_end = &job->queue_next;
}

static void dequeue(struct ds_server *s, struct ds_job *job)
{
	for (struct ds_job **at = &s->queue; *at; at = &(*at)->queue_next) {
		if (*at != job)
			continue;
		*at = job->queue_next;
		if (s->queue_end == &job->queue_next)
			s->queue_end = at;
		break;
	}
	job->queued = false;
}

/* Of those for which no worker has done anything yet. */
static size_t waiting(const struct ds_server *s)
{
	size_t n = 0;
	for (const struct ds_job *j = s->queue; j; j = j->queue_next)
		n += !j->started;
	return n;
}

static size_t running(const struct ds_server *s)
{
	size_t n = 0;
	for (size_t i = 0; i < s->opts.jobs; i++)
		n += s->pieces[i].state == DS_PIECE_RUNS;
	return n;
}

bool ds_jobs_pending(const struct ds_server *s)
{
	for (size_t i = 0; i < s->opts.jobs; i++)
		if (s->pieces[i].state != DS_PIECE_FREE && s->pieces[i].job)
			return true;
	return s->queue != NULL;
}

/* Whose client has left: an answer lets the library see that. */
static bool drop_if_gone(struct ds_job *job)
{
	if (job->started || !ds_http_is_gone(job->request))
		return false;
	job->answered = true;
	ds_http_refuse(job->request, 503, 1, "the client has left");
	return true;
}

/* Is there a place in the queue? Those who have left do not take one. */
static bool has_place(struct ds_server *s)
{
	if (waiting(s) < s->opts.queue)
		return true;
	for (struct ds_job *j = s->queue, *next; j; j = next) {
		next = j->queue_next;
		if (drop_if_gone(j))
			dequeue(s, j);
	}
	return waiting(s) < s->opts.queue;
}

/* When a place should be free: what waits now, at the pace so far. */
static unsigned retry_after(const struct ds_server *s)
{
	uint64_t count = 0, ms = 0;
	for (size_t i = 0; i < DS_METRIC_ROUTES; i++) {
		count += s->metrics.routes[i].count;
		ms += s->metrics.routes[i].ms;
	}
	uint64_t each = count ? ms / count : 1000;
	uint64_t seconds = (each * s->opts.queue / s->opts.jobs / 2 + 999) / 1000;
	return seconds < 1 ? 1 : seconds > RETRY_MAX_S ? RETRY_MAX_S : (unsigned)seconds;
}

static int add(struct ds_server *s, struct ds_http_request *r, enum ds_face face, bool batch)
{
	struct ds_job *job = calloc(1, sizeof(*job));
	if (!job)
		return FL_ENOMEM;
	*job = (struct ds_job){.request = r, .face = face, .next = s->jobs, .at = &s->jobs};
	if (batch) {
		job->batch = ds_batch_new(
			r, ds_http_query(r, "unordered") != NULL, (size_t)s->opts.jobs * AHEAD);
		if (!job->batch) {
			free(job);
			return FL_ENOMEM;
		}
	}
	if (job->next)
		job->next->at = &job->next;
	s->jobs = job;
	r->ctx = job;
	enqueue(s, job);
	return 0;
}

/* Of an interface that has no words for a busy host. */
static bool is_foreign(enum ds_face face)
{
	return face == DS_FACE_RUN_CODE || face == DS_FACE_PISTON;
}

void ds_job_add(struct ds_server *s, struct ds_http_request *r, enum ds_face face, bool batch)
{
	if (s->closing) {
		ds_http_refuse(r, 503, 1, "the server is closing down");
		return;
	}
	bool own = !is_foreign(face);
	if (own && !has_place(s)) {
		ds_http_refuse(r, 429, retry_after(s), "%u requests wait already", s->opts.queue);
		return;
	}
	if (add(s, r, face, batch)) {
		ds_http_refuse(r, 503, 1, "there is no memory for the request");
		return;
	}
	struct ds_job *job = r->ctx;
	if (!own)
		job->deadline_ms = r->arrived_ms + ds_foreign_patience(face, r->body);
	if (batch) {
		ds_http_begin(r, 200, "application/x-ndjson");
		job->answered = true;
		ds_batch_finish(job->batch);
	}
}

void ds_job_gone(struct ds_server *s, struct ds_job *job)
{
	ds_episode_let_go(s, job);
	if (job->batch)
		ds_metrics_took(&s->metrics, (size_t)(job->request->route - s->routes),
			fl_clock_ms() - job->request->arrived_ms);
	if (job->queued)
		dequeue(s, job);
	for (size_t i = 0; i < s->opts.jobs; i++) {
		struct ds_piece *p = &s->pieces[i];
		if (p->job != job)
			continue;
		p->job = NULL;
		if (p->state == DS_PIECE_AGAIN)
			p->state = DS_PIECE_FREE;
	}
	if (job->next)
		job->next->at = job->at;
	*job->at = job->next;
	ds_batch_free(job->batch);
	free(job);
}

void ds_jobs_expire(struct ds_server *s)
{
	int64_t now = fl_clock_ms();
	for (struct ds_job *j = s->jobs; j; j = j->next) {
		if (!j->deadline_ms || j->answered || now < j->deadline_ms)
			continue;
		j->answered = true;
		if (j->queued)
			dequeue(s, j);
		ds_http_refuse(j->request, 504, 1,
			"there was no answer in time: the machine is busy, try again");
	}
}

/* ---- asking ---- */

static struct ds_piece *find_piece(struct ds_server *s, enum ds_piece_state state)
{
	int64_t now = fl_clock_ms();
	for (size_t i = 0; i < s->opts.jobs; i++)
		if (s->pieces[i].state == state && s->pieces[i].not_before_ms <= now)
			return &s->pieces[i];
	return NULL;
}

/* What is asked next: first what has to be asked again, then each job in its turn. */
static struct ds_piece *next_piece(struct ds_server *s)
{
	struct ds_piece *p = find_piece(s, DS_PIECE_AGAIN);
	struct ds_job *stuck = NULL, *job;
	if (p)
		return p;
	p = find_piece(s, DS_PIECE_FREE);
	while (p && (job = s->queue) != NULL && job != stuck) {
		*p = (struct ds_piece){.job = job, .text = job->request->body};
		dequeue(s, job);
		if (drop_if_gone(job))
			continue;
		job->started = true;
		if (!job->batch)
			return p;
		enum ds_batch_next next =
			ds_batch_next(job->batch, &p->text, &p->line, &p->at_line);
		if (next != DS_BATCH_END)
			enqueue(s, job);
		if (next == DS_BATCH_LINE)
			return p;
		if (next == DS_BATCH_FULL && !stuck)
			stuck = job;
	}
	return NULL;
}

static int ask(struct ds_server *s, struct ds_piece *p, struct fl_error *err)
{
	struct fl_slice state = ds_episode_state(p->job);
	struct ds_work_ask head = {
		.face = p->job->face, .state_len = state.len, .line = p->at_line};
	if (p->job->deadline_ms)
		head.left_ms = p->job->deadline_ms - fl_clock_ms();
	fl_buf_clear(&s->question);
	fl_buf_add(&s->question, &head, sizeof(head));
	fl_buf_slice(&s->question, state);
	fl_buf_slice(&s->question, p->text);
	int rc = fl_buf_error(&s->question, "a question", err);
	p->state = DS_PIECE_RUNS;
	p->number = fl_crew_asked(s->crew);
	return rc ? rc : fl_crew_ask(s->crew, fl_buf_view(&s->question), err);
}

int ds_jobs_ask(struct ds_server *s, struct fl_error *err)
{
	struct ds_piece *p;
	int rc = 0;
	while (rc == 0 && fl_crew_has_room(s->crew) && (p = next_piece(s)) != NULL)
		rc = ask(s, p, err);
	s->metrics.waiting = waiting(s);
	s->metrics.running = running(s);
	return rc;
}

/* ---- answers ---- */

static void count(struct ds_server *s, const struct ds_work_reply *reply)
{
	s->metrics.cached += reply->cached;
	if (reply->infra)
		s->metrics.infra++;
	else if (reply->label)
		s->metrics.stages[reply->stage]++;
}

static int give(struct ds_server *s, struct ds_piece *p, const struct ds_work_reply *reply,
	struct fl_slice text, struct fl_error *err)
{
	struct ds_job *job = p->job;
	count(s, reply);
	if (job && job->batch)
		return ds_batch_put(job->batch, p->line, text, err);
	if (!job || job->answered)
		return 0;
	job->answered = true;
	if (job->face == DS_FACE_RESET || job->face == DS_FACE_STEP)
		return ds_episode_give(s, job, reply, text, err);
	struct ds_http_answer answer = {
		.status = reply->status, .retry_s = reply->status >= 503, .text = text};
	ds_http_answer(job->request, &answer);
	return 0;
}

/* No worker could answer it: a label that says so. */
static int give_up(struct ds_server *s, struct ds_piece *p, const struct fl_error *failure,
	struct fl_error *err)
{
	struct ds_work_reply reply = {.status = 503, .label = true, .infra = true};
	struct fl_buf text;
	if (p->job->face != DS_FACE_LABEL) {
		bool foreign = is_foreign(p->job->face);
		reply = (struct ds_work_reply){.status = foreign ? 504 : 503, .infra = true};
		return give(s, p, &reply,
			foreign ? FL_S("{}") : FL_S("{\"error\":\"the worker was lost\"}"), err);
	}
	fl_buf_init(&text, DS_WORK_MAX);
	int rc = ds_judge_failure(p->text, failure->message, &text, err);
	rc = rc ? rc : give(s, p, &reply, fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

/* Requests that have a time to be answered in are asked again until it is over. */
static bool patient(const struct ds_piece *p, const struct ds_work_reply *reply)
{
	return reply->infra && p->job->deadline_ms > fl_clock_ms() + PAUSE_MS;
}

int ds_job_collect(void *ctx, uint64_t number, struct fl_slice answer,
	const struct fl_error *failure, struct fl_slice question, struct fl_error *err)
{
	struct ds_server *s = ctx;
	struct ds_piece *p = s->pieces;
	struct ds_work_reply reply;
	(void)question;
	while (p->state != DS_PIECE_RUNS || p->number != number)
		p++;
	if (!failure)
		memcpy(&reply, answer.ptr, sizeof(reply));
	if (p->job && (p->job->batch || !p->job->answered) &&
		(failure ? ++p->tries < TRIES : patient(p, &reply))) {
		p->state = DS_PIECE_AGAIN;
		p->not_before_ms = failure ? 0 : fl_clock_ms() + PAUSE_MS;
		s->metrics.retried++;
		return 0;
	}
	p->state = DS_PIECE_FREE;
	p->not_before_ms = 0;
	if (failure)
		return p->job ? give_up(s, p, failure, err) : 0;
	return give(s, p, &reply, fl_slice_skip(answer, sizeof(reply)), err);
}
