#include "datasets/reward/stream.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/crew.h"
#include "base/sandbox/sandbox.h"

enum {
	BLOCK = 256 << 10,
	TURN_MS = 250,
	ANSWER_MAX = 128 << 20,
	JUDGE_WALL_MS = 30 * 60 * 1000,
	ARENA_MAX = 1 << 30
};

/* What a worker says before each label, so that nobody has to read that again. */
struct summary {
	bool infra, passed;
	int64_t reward;
};

struct stream {
	const struct ds_stream_opts *opts;
	struct ds_stream_counts *counts;
	int in, out;
	bool ended; /* in is at its end */
	unsigned line; /* lines that were passed */
	struct fl_buf question; /* the number of its line, and the text */
	struct fl_buf text; /* what was read */
	size_t taken, scanned; /* of it: asked already; without an LF behind that */
	bool cut; /* the line is too long: its start is gone */
	struct fl_crew *crew;
	struct fl_error *err;
};

/* ---- in a worker ---- */

static int start(void *ctx, void **ret_state, struct fl_error *err)
{
	struct stream *s = ctx;
	struct ds_judge *judge = NULL;
	int rc = ds_judge_new(&s->opts->judge, &judge, err);
	if (rc == 0)
		*ret_state = judge;
	return rc;
}

static void put_label(struct fl_buf *out, const struct ds_label *l)
{
	struct summary sum = {.infra = l->infra_error.len > 0,
		.passed = l->stage == DS_STAGE_PASSED,
		.reward = l->reward};
	fl_buf_add(out, &sum, sizeof(sum));
	ds_label_write(out, l);
}

static int answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	struct fl_arena a;
	struct ds_label label;
	unsigned line;
	(void)ctx;
	memcpy(&line, question.ptr, sizeof(line));
	if (question.len == sizeof(line))
		return fl_error_set(err, FL_ELIMIT, "line %u: it has more than %d MiB", line,
			DS_CANDIDATE_MAX >> 20);
	ds_judge_at_line(state, line);
	fl_arena_init(&a, ARENA_MAX);
	int rc = ds_judge_run(state, fl_slice_skip(question, sizeof(line)), &a, &label, err);
	if (rc == 0)
		put_label(out, &label);
	fl_arena_release(&a);
	return rc;
}

static void finish(void *ctx, void *state)
{
	(void)ctx;
	ds_judge_free(state);
}

/* ---- here ---- */

static int write_label(struct stream *s, struct fl_slice label, struct fl_error *err)
{
	struct summary sum;
	memcpy(&sum, label.ptr, sizeof(sum));
	s->counts->labelled++;
	s->counts->infra += sum.infra;
	s->counts->passed += sum.passed;
	s->counts->reward_sum += sum.reward;
	int rc = fl_write_all(s->out, fl_slice_skip(label, sizeof(sum)), err);
	return rc ? rc : fl_write_all(s->out, FL_S("\n"), err);
}

/* The label of a candidate that no worker could judge. */
static int write_failure(struct stream *s, const struct fl_error *failure, struct fl_slice question,
	struct fl_error *err)
{
	struct summary sum = {.infra = true};
	struct fl_buf text;
	fl_buf_init(&text, ANSWER_MAX);
	fl_buf_add(&text, &sum, sizeof(sum));
	int rc = ds_judge_failure(
		fl_slice_skip(question, sizeof(s->line)), failure->message, &text, err);
	rc = rc ? rc : write_label(s, fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	(void)number;
	return failure ? write_failure(ctx, failure, question, err) : write_label(ctx, text, err);
}

/* A whole line of what was read, or the rest at the end. */
static bool next_line(struct stream *s, struct fl_slice *ret_line)
{
	struct fl_slice rest = fl_slice_skip(fl_buf_view(&s->text), s->taken);
	ptrdiff_t lf = fl_slice_chr(fl_slice_skip(rest, s->scanned), '\n');
	if (lf < 0 && !(s->ended && (rest.len || s->cut))) {
		s->scanned = rest.len;
		return false;
	}
	*ret_line = lf < 0 ? rest : fl_slice_head(rest, s->scanned + (size_t)lf);
	return true;
}

static void drop_line(struct stream *s, size_t len)
{
	s->taken += len;
	s->taken += s->taken < s->text.len; /* its LF */
	s->scanned = 0;
}

/* Of a line that is too long the number alone. */
static int ask_line(struct stream *s, struct fl_slice line)
{
	s->counts->read++;
	fl_buf_clear(&s->question);
	fl_buf_add(&s->question, &s->line, sizeof(s->line));
	if (!s->cut)
		fl_buf_slice(&s->question, line);
	int rc = fl_buf_error(&s->question, "a question", s->err);
	return rc ? rc : fl_crew_ask(s->crew, fl_buf_view(&s->question), s->err);
}

/* Ask as long as there are lines, workers, and places for the answers. */
static int ask(struct stream *s)
{
	struct fl_slice line;
	int rc = 0;
	while (rc == 0 && fl_crew_has_room(s->crew) && next_line(s, &line)) {
		s->line++;
		if (s->cut || fl_slice_trim(line).len)
			rc = ask_line(s, line);
		s->cut = false;
		drop_line(s, line.len);
	}
	return rc;
}

/* The line that is not whole yet has so many bytes that it never will be a candidate. */
static void cut_line(struct stream *s)
{
	if (s->text.len <= DS_CANDIDATE_MAX || fl_slice_chr(fl_buf_view(&s->text), '\n') >= 0)
		return;
	s->cut = true;
	s->text.len = s->scanned = 0;
}

static int read_more(struct stream *s)
{
	s->text.len -= s->taken;
	memmove(s->text.data, s->text.data + s->taken, s->text.len);
	s->taken = 0;
	if (fl_buf_reserve(&s->text, BLOCK))
		return fl_buf_error(&s->text, "a candidate", s->err);
	ssize_t n = read(s->in, s->text.data + s->text.len, BLOCK);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n < 0)
		return fl_error_sys(s->err, FL_EIO, errno, "cannot read candidates");
	s->text.len += (size_t)n;
	s->ended = n == 0;
	cut_line(s);
	return 0;
}

static bool is_stopped(const struct stream *s)
{
	return s->opts->stop && *s->opts->stop;
}

/* More is read only when no whole line waits to be asked. */
static int turn(struct stream *s)
{
	struct pollfd fds[FL_CREW_JOBS_MAX + 1];
	struct fl_slice ignored;
	bool reading = !s->ended && !next_line(s, &ignored);
	size_t n = 0;
	if (reading)
		fds[n++] = (struct pollfd){.fd = s->in, .events = POLLIN};
	n += fl_crew_fds(s->crew, fds + n, FL_CREW_JOBS_MAX);
	if (poll(fds, (nfds_t)n, TURN_MS) < 0 && errno != EINTR)
		return fl_error_sys(s->err, FL_EIO, errno, "cannot wait for candidates");
	int rc = reading && fds[0].revents ? read_more(s) : 0;
	return rc ? rc : fl_crew_turn(s->crew, 0, s->err);
}

/* What was asked is judged to its end, also when we are told to stop. */
static int run(struct stream *s)
{
	int rc = 0;
	while (rc == 0) {
		if (is_stopped(s)) {
			s->ended = true;
			s->taken = s->text.len;
			s->scanned = 0;
			s->cut = false;
		}
		rc = ask(s);
		if (rc == 0 && s->ended && s->taken == s->text.len &&
			fl_crew_asked(s->crew) == fl_crew_collected(s->crew))
			break;
		rc = rc ? rc : turn(s);
		if (s->opts->progress)
			s->opts->progress(s->counts);
	}
	return rc || !is_stopped(s) ? rc : fl_error_set(s->err, FL_ECLOSED, "interrupted");
}

int ds_stream_run(int in, int out, const struct ds_stream_opts *opts,
	struct ds_stream_counts *ret_counts, struct fl_error *err)
{
	struct fl_error own;
	struct stream s = {
		.opts = opts, .counts = ret_counts, .in = in, .out = out, .err = err ? err : &own};
	struct fl_crew_opts crew = {.jobs = opts->jobs,
		.bytes_max = ANSWER_MAX,
		.wall_ms = JUDGE_WALL_MS,
		.as_they_come = opts->unordered,
		.ctx = &s,
		.start = start,
		.answer = answer,
		.finish = finish,
		.collect = collect};
	*ret_counts = (struct ds_stream_counts){0};
	fl_buf_init(&s.text, DS_CANDIDATE_MAX + 2 * BLOCK);
	fl_buf_init(&s.question, DS_CANDIDATE_MAX + 2 * BLOCK);
	int rc = fl_crew_new(&crew, &s.crew, s.err);
	rc = rc ? rc : run(&s);
	fl_crew_end(s.crew, rc == 0 || rc == FL_ECLOSED);
	fl_box_tidy(); /* after workers that were killed */
	fl_buf_release(&s.text);
	fl_buf_release(&s.question);
	return rc;
}
