#include "datasets/reward/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "datasets/reward/crew.h"

enum {
	BLOCK = 256 << 10,
	WINDOW = 4, /* candidates that are read ahead, or wait for their turn, a worker */
	TURN_MS = 250,
	JUDGE_WALL_MS = 30 * 60 * 1000,
	ARENA_MAX = 1 << 30
};

/* An answer that waits for those before it. */
struct slot {
	bool done;
	struct fl_buf text;
};

struct stream {
	const struct ds_stream_opts *opts;
	struct ds_stream_counts *counts;
	int in, out;
	bool ended; /* in is at its end */
	struct fl_buf text; /* what was read and not yet asked */
	size_t scanned; /* of it: no LF in there */
	uint64_t asked, written;
	struct slot *slots; /* ring, by number */
	size_t slot_count;
	struct ds_crew *crew;
	int failure; /* of writing */
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

static int answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	struct fl_arena a;
	struct ds_label label;
	(void)ctx;
	fl_arena_init(&a, ARENA_MAX);
	int rc = ds_judge_run(state, question, &a, &label, err);
	if (rc == 0)
		ds_label_write(out, &label);
	fl_arena_release(&a);
	return rc;
}

static void finish(void *ctx, void *state)
{
	(void)ctx;
	ds_judge_free(state);
}

/* ---- here ---- */

/* The label of a candidate that no worker could judge. */
static void write_failure(struct fl_buf *out, const struct fl_error *failure)
{
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	struct ds_label *l = fl_object_new(&a, &ds_label_shape);
	if (l) {
		l->version = DS_LABEL_VERSION;
		l->infra_error = fl_slice_str(failure->message);
		ds_label_write(out, l);
	}
	fl_arena_release(&a);
}

static void count(struct stream *s, struct fl_slice label)
{
	struct fl_arena a;
	struct ds_label *l;
	fl_arena_init(&a, ARENA_MAX);
	s->counts->labelled++;
	if (ds_label_read(label, &a, &l, NULL) == 0) {
		s->counts->infra += l->infra_error.len > 0;
		s->counts->passed += l->stage == DS_STAGE_PASSED;
		s->counts->reward_sum += l->reward;
	}
	fl_arena_release(&a);
}

static void write_out(struct stream *s, struct fl_buf *text)
{
	count(s, fl_buf_view(text));
	fl_buf_char(text, '\n');
	int rc = fl_buf_error(text, "a label", s->err);
	rc = rc ? rc : fl_write_all(s->out, fl_buf_view(text), s->err);
	if (rc && !s->failure)
		s->failure = rc;
	fl_buf_clear(text);
}

static void collect(
	void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure)
{
	struct stream *s = ctx;
	struct slot *slot = &s->slots[number % s->slot_count];
	fl_buf_clear(&slot->text);
	if (failure)
		write_failure(&slot->text, failure);
	else
		fl_buf_slice(&slot->text, text);
	slot->done = true;
	if (s->opts->unordered) {
		write_out(s, &slot->text);
		slot->done = false;
		s->written++;
		return;
	}
	for (; s->slots[s->written % s->slot_count].done; s->written++) {
		slot = &s->slots[s->written % s->slot_count];
		write_out(s, &slot->text);
		slot->done = false;
	}
}

/* A whole line of what was read, or the rest at the end. */
static bool next_line(struct stream *s, struct fl_slice *ret_line)
{
	const char *start = s->text.data;
	const char *lf = s->text.len > s->scanned
				 ? memchr(start + s->scanned, '\n', s->text.len - s->scanned)
				 : NULL;
	if (!lf && !(s->ended && s->text.len)) {
		s->scanned = s->text.len;
		return false;
	}
	*ret_line = fl_slice(start, lf ? (size_t)(lf - start) : s->text.len);
	return true;
}

static void drop_line(struct stream *s, size_t len)
{
	size_t gone = len < s->text.len ? len + 1 : len;
	memmove(s->text.data, s->text.data + gone, s->text.len - gone);
	s->text.len -= gone;
	s->scanned = 0;
}

/* Ask as long as there are lines, workers, and places for the answers. */
static int ask(struct stream *s)
{
	struct fl_slice line;
	int rc = 0;
	while (rc == 0 && ds_crew_idle(s->crew) && s->asked - s->written < s->slot_count &&
		next_line(s, &line)) {
		size_t len = line.len;
		if (fl_slice_trim(line).len) {
			s->counts->read++;
			rc = ds_crew_ask(s->crew, s->asked++, line, s->err);
		}
		drop_line(s, len);
	}
	return rc;
}

static int read_more(struct stream *s)
{
	if (fl_buf_grow(&s->text, BLOCK))
		return fl_error_set(
			s->err, FL_ELIMIT, "a line has more than %d MiB", DS_CANDIDATE_MAX >> 20);
	ssize_t n = read(s->in, s->text.data + s->text.len, BLOCK);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return 0;
	if (n < 0)
		return fl_error_sys(s->err, FL_EIO, errno, "cannot read candidates");
	s->text.len += (size_t)n;
	s->ended = n == 0;
	return 0;
}

static bool is_stopped(const struct stream *s)
{
	return s->opts->stop && *s->opts->stop;
}

/* Is there a whole line that waits for a worker? More need not be read before it is asked. */
static bool has_line(struct stream *s)
{
	struct fl_slice ignored;
	return next_line(s, &ignored);
}

static int turn(struct stream *s)
{
	struct pollfd fds[DS_CREW_MAX + 1];
	size_t n = 0;
	bool reading = !s->ended && !has_line(s);
	if (reading)
		fds[n++] = (struct pollfd){.fd = s->in, .events = POLLIN};
	n += ds_crew_fds(s->crew, fds + n, DS_CREW_MAX);
	if (n == 0)
		return 0;
	if (poll(fds, (nfds_t)n, TURN_MS) < 0 && errno != EINTR)
		return fl_error_sys(s->err, FL_EIO, errno, "cannot wait for candidates");
	int rc = reading && fds[0].revents ? read_more(s) : 0;
	return rc ? rc : ds_crew_turn(s->crew, 0, s->err);
}

static int run(struct stream *s)
{
	int rc = 0;
	while (rc == 0 && !s->failure) {
		rc = ask(s);
		if (rc == 0 && s->ended && !s->text.len && s->asked == s->written)
			break;
		rc = rc ? rc : turn(s);
		if (is_stopped(s)) {
			s->ended = true;
			fl_buf_clear(&s->text);
			s->scanned = 0;
		}
		if (s->opts->progress)
			s->opts->progress(s->counts);
	}
	if (rc == 0 && !s->failure && is_stopped(s))
		return fl_error_set(s->err, FL_ECLOSED, "interrupted");
	return rc ? rc : s->failure;
}

int ds_stream_run(int in, int out, const struct ds_stream_opts *opts,
	struct ds_stream_counts *ret_counts, struct fl_error *err)
{
	struct fl_error own;
	struct stream s = {.opts = opts,
		.counts = ret_counts,
		.in = in,
		.out = out,
		.slot_count = (size_t)WINDOW * opts->jobs,
		.err = err ? err : &own};
	struct ds_crew_opts crew = {.jobs = opts->jobs,
		.wall_ms = JUDGE_WALL_MS,
		.ctx = &s,
		.start = start,
		.answer = answer,
		.finish = finish,
		.collect = collect};
	*ret_counts = (struct ds_stream_counts){0};
	fl_buf_init(&s.text, DS_CANDIDATE_MAX + 2 * BLOCK);
	s.slots = calloc(s.slot_count, sizeof(*s.slots));
	if (!s.slots)
		return fl_error_set(err, FL_ENOMEM, "out of memory for labels");
	for (size_t i = 0; i < s.slot_count; i++)
		fl_buf_init(&s.slots[i].text, DS_CREW_BYTES_MAX);
	int rc = ds_crew_new(&crew, &s.crew, s.err);
	rc = rc ? rc : run(&s);
	ds_crew_free(s.crew);
	for (size_t i = 0; i < s.slot_count; i++)
		fl_buf_release(&s.slots[i].text);
	free(s.slots);
	fl_buf_release(&s.text);
	return rc;
}
