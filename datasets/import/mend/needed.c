#include "datasets/import/mend/needed.h"

#include <stdlib.h>
#include <string.h>

struct search {
	const struct ds_needed_ask *ask;
	size_t left; /* questions */
	bool *keep, *tried; /* by edit */
	size_t *order; /* edits that are kept, as they come */
	size_t kept;
};

/* Ask about `tried`; what suffices is kept. */
static int ask(struct search *s, bool *ret_does, struct fl_error *err)
{
	*ret_does = false;
	if (!s->left)
		return 0;
	s->left--;
	int rc = s->ask->suffices(s->ask->ctx, s->tried, ret_does, err);
	if (rc == 0 && *ret_does)
		memcpy(s->keep, s->tried, s->ask->count * sizeof(*s->keep));
	return rc;
}

/* All but what changes nothing for a compiler. */
static int ask_without_idle(struct search *s, struct fl_error *err)
{
	size_t idle = 0;
	bool does;
	for (size_t i = 0; s->ask->idle && i < s->ask->count; i++) {
		s->tried[i] = !s->ask->idle[i];
		idle += s->ask->idle[i];
	}
	return idle && idle < s->ask->count ? ask(s, &does, err) : 0;
}

static int ask_likely(struct search *s, struct fl_error *err)
{
	size_t likely = 0;
	bool does;
	for (size_t i = 0; s->ask->likely && i < s->ask->count; i++)
		likely += s->tried[i] = s->ask->likely[i];
	return likely && likely < s->ask->count ? ask(s, &does, err) : 0;
}

static void count_kept(struct search *s)
{
	s->kept = 0;
	for (size_t i = 0; i < s->ask->count; i++)
		if (s->keep[i])
			s->order[s->kept++] = i;
}

/* Without each part of `size` of the edits that are kept, from the end on. */
static int leave_out(struct search *s, size_t size, struct fl_error *err)
{
	int rc = 0;
	count_kept(s);
	size_t kept = s->kept;
	for (size_t end = s->kept; rc == 0 && end > 0 && s->left; end -= size < end ? size : end) {
		size_t from = size < end ? end - size : 0;
		bool does = false;
		if (end - from == kept) /* none are not enough */
			continue;
		memcpy(s->tried, s->keep, s->ask->count * sizeof(*s->tried));
		for (size_t i = from; i < end; i++)
			s->tried[s->order[i]] = false;
		rc = ask(s, &does, err);
		kept -= does ? end - from : 0;
	}
	count_kept(s);
	return rc;
}

int ds_needed(const struct ds_needed_ask *q, bool *ret_keep, struct fl_error *err)
{
	struct search s = {.ask = q,
		.left = q->tries,
		.keep = ret_keep,
		.tried = calloc(q->count + 1, sizeof(*s.tried)),
		.order = calloc(q->count + 1, sizeof(*s.order))};
	int rc = s.tried && s.order ? 0 : fl_error_set(err, FL_ENOMEM, "out of memory for a mend");
	memset(ret_keep, true, q->count * sizeof(*ret_keep));
	rc = rc ? rc : ask_without_idle(&s, err);
	rc = rc ? rc : ask_likely(&s, err);
	count_kept(&s);
	for (size_t size = s.kept / 2; rc == 0 && size > 0; size /= 2) {
		rc = leave_out(&s, size, err);
		size = size < s.kept ? size : s.kept;
	}
	free(s.tried);
	free(s.order);
	return rc;
}
