#include "datasets/serve/server_priv.h"

#include <stdlib.h>

enum { PENDING_MAX = 8 << 20 };

/* A label that waits for those before it. */
struct slot {
	bool there;
	struct fl_buf text;
};

struct ds_batch {
	struct ds_http_request *request;
	struct fl_slice rest; /* not asked yet */
	uint64_t asked, done, written; /* lines */
	unsigned line; /* of the body: those that were passed */
	bool unordered, ended;
	size_t window;
	struct slot *slots; /* of line i in i % window */
};

struct ds_batch *ds_batch_new(struct ds_http_request *r, bool unordered, size_t window)
{
	struct ds_batch *b = calloc(1, sizeof(*b));
	struct slot *slots = calloc(window, sizeof(*slots));
	if (!b || !slots) {
		free(b);
		free(slots);
		return NULL;
	}
	*b = (struct ds_batch){.request = r,
		.rest = r->body,
		.unordered = unordered,
		.window = window,
		.slots = slots};
	return b;
}

void ds_batch_free(struct ds_batch *b)
{
	if (!b)
		return;
	for (size_t i = 0; i < b->window; i++)
		if (b->slots[i].there)
			fl_buf_release(&b->slots[i].text);
	free(b->slots);
	free(b);
}

/* Empty lines are passed over. */
static bool skip_empty(struct ds_batch *b)
{
	struct fl_slice rest = b->rest, line;
	while (fl_slice_line(&rest, &line)) {
		if (fl_slice_trim(line).len)
			return true;
		b->rest = rest;
		b->line++;
	}
	return false;
}

enum ds_batch_next ds_batch_next(
	struct ds_batch *b, struct fl_slice *ret_line, uint64_t *ret_number, unsigned *ret_at)
{
	if (!skip_empty(b))
		return DS_BATCH_END;
	if (b->asked - b->written >= b->window || ds_http_pending(b->request) > PENDING_MAX)
		return DS_BATCH_FULL;
	fl_slice_line(&b->rest, ret_line);
	*ret_number = b->asked++;
	*ret_at = ++b->line;
	return DS_BATCH_LINE;
}

static void write_line(struct ds_batch *b, struct fl_slice label)
{
	ds_http_add(b->request, label);
	ds_http_add(b->request, FL_S("\n"));
	b->written++;
}

int ds_batch_put(struct ds_batch *b, uint64_t number, struct fl_slice label, struct fl_error *err)
{
	struct slot *s = &b->slots[number % b->window];
	b->done++;
	if (b->unordered || number == b->written) {
		write_line(b, label);
	} else {
		fl_buf_init(&s->text, DS_WORK_MAX);
		fl_buf_slice(&s->text, label);
		s->there = true;
		if (s->text.failed)
			return fl_buf_error(&s->text, "a label", err);
	}
	for (; !b->unordered && b->slots[b->written % b->window].there;) {
		s = &b->slots[b->written % b->window];
		s->there = false;
		write_line(b, fl_buf_view(&s->text));
		fl_buf_release(&s->text);
	}
	ds_batch_finish(b);
	return 0;
}

void ds_batch_finish(struct ds_batch *b)
{
	if (b->ended || b->done < b->asked || skip_empty(b))
		return;
	b->ended = true;
	ds_http_end(b->request, true);
}
