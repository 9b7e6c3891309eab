/* Episodes as the server holds them: their states, who works on them, and their last answers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/hash.h"
#include "base/process.h"
#include "datasets/env/head.h"
#include "datasets/serve/server_priv.h"

enum { LOOK_MS = 1000, FULL_RETRY_S = 5 };

struct ds_episode {
	struct ds_episode *next, **at;
	char id[DS_ENV_ID + 1];
	struct fl_slice state; /* in memory of its own; empty when it is done */
	struct fl_slice answer; /* the last one, likewise */
	char asked[65], asks[65]; /* what that was the answer to; what is asked now */
	int64_t step; /* how many were done */
	struct ds_job *job; /* that is under way */
	int64_t used_ms;
	bool ready, done; /* its reset was answered; it was judged */
};

/* ---- the list ---- */

static void unlink_episode(struct ds_episode *e)
{
	*e->at = e->next;
	if (e->next)
		e->next->at = e->at;
}

static void put_first(struct ds_server *s, struct ds_episode *e)
{
	e->next = s->episodes;
	e->at = &s->episodes;
	if (e->next)
		e->next->at = &e->next;
	s->episodes = e;
	e->used_ms = fl_clock_ms();
}

static void set_text(struct ds_server *s, struct fl_slice *text, char *copy, size_t len)
{
	s->episode_bytes += len;
	s->episode_bytes -= text->len;
	free((void *)(uintptr_t)text->ptr);
	*text = fl_slice(copy, len);
}

static void drop(struct ds_server *s, struct ds_episode *e)
{
	if (e->job)
		e->job->episode = NULL;
	set_text(s, &e->state, NULL, 0);
	set_text(s, &e->answer, NULL, 0);
	unlink_episode(e);
	s->metrics.episodes--;
	free(e);
}

void ds_episodes_free(struct ds_server *s)
{
	while (s->episodes)
		drop(s, s->episodes);
}

/* The one that was asked last is the first, so the idle ones are at the end. */
void ds_episodes_expire(struct ds_server *s)
{
	int64_t now = fl_clock_ms();
	if (now < s->episodes_next_ms)
		return;
	s->episodes_next_ms = now + LOOK_MS;
	for (struct ds_episode *e = s->episodes, *next; e; e = next) {
		next = e->next;
		if (e->job || now - e->used_ms < s->opts.idle_ms)
			continue;
		s->metrics.idle += !e->done;
		drop(s, e);
	}
}

/* How long it takes does not tell how much of an id was right. */
static bool same_id(const char *x, const char *y)
{
	unsigned char other = 0;
	for (size_t i = 0; i < DS_ENV_ID; i++)
		other = (unsigned char)(other | (x[i] ^ y[i]));
	return other == 0;
}

static struct ds_episode *find(struct ds_server *s, const char *id)
{
	if (strlen(id) != DS_ENV_ID)
		return NULL;
	for (struct ds_episode *e = s->episodes; e; e = e->next)
		if (e->ready && same_id(e->id, id))
			return e;
	return NULL;
}

/* Is there room for one more? One that is over makes room, the oldest first. */
static bool has_room(struct ds_server *s)
{
	struct ds_episode *over = NULL;
	if (s->metrics.episodes < s->opts.episodes && s->episode_bytes < DS_EPISODES_BYTES)
		return true;
	for (struct ds_episode *e = s->episodes; e; e = e->next)
		if (e->done && !e->job)
			over = e;
	if (over)
		drop(s, over);
	return over && s->metrics.episodes < s->opts.episodes &&
	       s->episode_bytes < DS_EPISODES_BYTES;
}

static struct ds_episode *new_episode(struct ds_server *s)
{
	unsigned char bytes[DS_ENV_ID / 2];
	struct ds_episode *e = calloc(1, sizeof(*e));
	if (!e || getrandom(bytes, sizeof(bytes), 0) != (ssize_t)sizeof(bytes)) {
		free(e);
		return NULL;
	}
	for (size_t i = 0; i < sizeof(bytes); i++)
		snprintf(e->id + 2 * i, 3, "%02x", bytes[i]);
	put_first(s, e);
	s->metrics.episodes++;
	return e;
}

/* ---- requests ---- */

static void refuse_missing(struct ds_http_request *r)
{
	ds_http_refuse(r, 404, 0,
		"there is no such episode: it was closed, or nobody asked for it for too long");
}

/* Make a job of the request, if that is possible; then the episode is its. */
static bool add_job(
	struct ds_server *s, struct ds_http_request *r, enum ds_face face, struct ds_episode *e)
{
	ds_job_add(s, r, face, false);
	struct ds_job *job = r->ctx;
	if (!job)
		return false;
	job->episode = e;
	e->job = job;
	return true;
}

void ds_episode_reset(struct ds_server *s, struct ds_http_request *r)
{
	if (!s->closing && !has_room(s)) {
		ds_http_refuse(
			r, 429, FULL_RETRY_S, "%zu episodes are held already", s->metrics.episodes);
		return;
	}
	struct ds_episode *e = new_episode(s);
	if (!e)
		ds_http_refuse(r, 503, 1, "there is no memory for an episode");
	else if (!add_job(s, r, DS_FACE_RESET, e))
		drop(s, e);
}

static void answer_again(struct ds_http_request *r, const struct ds_episode *e)
{
	struct ds_http_answer answer = {.status = 200, .text = e->answer};
	ds_http_answer(r, &answer);
}

void ds_episode_step(struct ds_server *s, struct ds_http_request *r)
{
	struct ds_env_head head;
	struct fl_error why;
	char asked[65];
	if (ds_env_head_read(r->body, &head, &why)) {
		ds_http_refuse(r, 400, 0, "%s", why.message);
		return;
	}
	struct ds_episode *e = find(s, head.episode);
	if (!e) {
		refuse_missing(r);
		return;
	}
	unlink_episode(e);
	put_first(s, e);
	fl_sha256_hex(r->body, asked);
	if (e->job)
		ds_http_refuse(r, 503, 1, "another step of this episode is under way");
	else if (head.step && head.step == e->step && strcmp(asked, e->asked) == 0)
		answer_again(r, e);
	else if (e->done)
		ds_http_refuse(r, 409, 0, "the episode is over");
	else if (head.step && head.step != e->step + 1)
		ds_http_refuse(r, 409, 0, "the next step is %lld, and not %lld",
			(long long)(e->step + 1), (long long)head.step);
	else if (add_job(s, r, DS_FACE_STEP, e))
		memcpy(e->asks, asked, sizeof(asked));
}

void ds_episode_close(struct ds_server *s, struct ds_http_request *r)
{
	struct ds_env_head head;
	struct fl_error why;
	if (ds_env_head_read(r->body, &head, &why)) {
		ds_http_refuse(r, 400, 0, "%s", why.message);
		return;
	}
	struct ds_episode *e = find(s, head.episode);
	struct ds_http_answer answer = {
		.status = 200, .text = e ? FL_S("{\"closed\":true}") : FL_S("{\"closed\":false}")};
	if (e)
		drop(s, e);
	ds_http_answer(r, &answer);
}

/* ---- jobs ---- */

struct fl_slice ds_episode_state(const struct ds_job *job)
{
	return job->episode ? job->episode->state : (struct fl_slice){0};
}

void ds_episode_let_go(struct ds_server *s, struct ds_job *job)
{
	struct ds_episode *e = job->episode;
	if (!e)
		return;
	e->job = NULL;
	job->episode = NULL;
	if (!e->ready)
		drop(s, e);
}

static char *copy_of(struct fl_slice text)
{
	char *copy = malloc(text.len + 1);
	if (copy && text.len)
		memcpy(copy, text.ptr, text.len);
	return copy;
}

/* The answer of a reset begins with the id, which no worker knows. */
static char *named_answer(const struct ds_episode *e, struct fl_slice text, size_t *ret_len)
{
	struct fl_buf out;
	fl_buf_init(&out, DS_WORK_MAX);
	if (e->ready)
		fl_buf_slice(&out, text);
	else
		fl_buf_printf(
			&out, "{\"episode\":\"%s\",%.*s", e->id, FL_ARG(fl_slice_skip(text, 1)));
	char *copy = out.failed ? NULL : copy_of(fl_buf_view(&out));
	*ret_len = out.len;
	fl_buf_release(&out);
	return copy;
}

/* Keep what the episode is now, and the answer. False: there is no memory for it. */
static bool keep(struct ds_server *s, struct ds_episode *e, const struct ds_work_reply *reply,
	struct fl_slice text)
{
	struct fl_slice state = fl_slice_head(text, reply->state_len);
	size_t before = e->state.len + e->answer.len, len = 0;
	if (s->episode_bytes - before + text.len > DS_EPISODES_BYTES)
		return false;
	char *kept = copy_of(state);
	char *answer = named_answer(e, fl_slice_skip(text, reply->state_len), &len);
	if (!kept || !answer) {
		free(kept);
		free(answer);
		return false;
	}
	set_text(s, &e->state, kept, state.len);
	set_text(s, &e->answer, answer, len);
	s->metrics.begun += !e->ready;
	s->metrics.steps += e->ready;
	s->metrics.over += reply->done;
	memcpy(e->asked, e->asks, sizeof(e->asked));
	e->step += e->ready;
	e->ready = true;
	e->done = reply->done;
	e->used_ms = fl_clock_ms();
	return true;
}

int ds_episode_give(struct ds_server *s, struct ds_job *job, const struct ds_work_reply *reply,
	struct fl_slice text, struct fl_error *err)
{
	struct ds_http_request *r = job->request;
	struct ds_episode *e = job->episode;
	(void)err;
	if (!e) {
		refuse_missing(r);
	} else if (reply->status != 200) {
		struct ds_http_answer answer = {.status = reply->status,
			.retry_s = reply->status >= 503,
			.text = fl_slice_skip(text, reply->state_len)};
		ds_http_answer(r, &answer);
	} else if (!keep(s, e, reply, text)) {
		ds_http_refuse(r, 503, 1, "there is no memory for the episode");
	} else {
		answer_again(r, e);
	}
	return 0;
}
