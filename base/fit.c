/*
 * Cutting a document to a byte budget (fl_items_fit of base/model.h). The longest list in the
 * document loses items first; when no list is longer than two, the longest text is shortened. One
 * measure serves all: the size as compact literals, the form that a model reads.
 */
#include "base/literal/literal.h"
#include "base/utf8.h"

#include <stdio.h>

enum { TEXT_LEAST = 80 };

static size_t items_size(const struct fl_items *items, struct fl_buf *scratch)
{
	fl_buf_clear(scratch);
	fl_literal_write(scratch, items, FL_COMPACT, FL_MARK_NONE);
	return scratch->failed ? SIZE_MAX : scratch->len;
}

/* The thing to cut next: a list (owner counts what it loses) or a text. */
struct target {
	const struct fl_field *field;
	void *member;
	const struct fl_shape *owner_shape;
	void *owner;
	size_t weight;
};

/* The nearest enclosing object that has an `omitted` field counts for those inside it. */
struct owner {
	const struct fl_shape *shape;
	void *object;
};

static void scan_object(const struct fl_shape *shape, void *object, struct owner owner, bool texts,
	struct target *best);

static void scan_list(const struct fl_field *f, struct fl_list *list, struct owner owner,
	bool texts, struct target *best)
{
	if (!texts && list->len > 2 && list->len > best->weight && !(f->flags & FL_WHOLE) &&
		owner.shape)
		*best = (struct target){f, list, owner.shape, owner.object, list->len};
	for (size_t i = 0; f->kind == FL_LIST && i < list->len; i++)
		scan_object(f->shape, (char *)list->items + i * f->shape->size, owner, texts, best);
}

static void scan_object(const struct fl_shape *shape, void *object, struct owner owner, bool texts,
	struct target *best)
{
	if (shape->omitted)
		owner = (struct owner){shape, object};
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		void *m = (char *)object + f->offset;
		struct fl_slice *text = m;
		if (f->kind == FL_LIST || f->kind == FL_TEXTS)
			scan_list(f, m, owner, texts, best);
		else if (f->kind == FL_OBJECT)
			scan_object(f->shape, m, owner, texts, best);
		else if (texts && f->kind == FL_TEXT && !(f->flags & FL_WHOLE) &&
			 text->len > TEXT_LEAST && text->len > best->weight)
			*best = (struct target){f, m, owner.shape, owner.object, text->len};
	}
}

static void count_omitted(const struct target *t, size_t dropped)
{
	const struct fl_field *f =
		fl_shape_field(t->owner_shape, fl_slice_str(t->owner_shape->omitted));
	*(int64_t *)(void *)((char *)t->owner + f->offset) += (int64_t)dropped;
}

/* Drop a quarter of the list, at least one item, and never its first and last. */
static void cut_list(const struct target *t)
{
	struct fl_list *list = t->member;
	size_t size = t->field->kind == FL_TEXTS ? sizeof(struct fl_slice) : t->field->shape->size;
	size_t drop = list->len / 4 ? list->len / 4 : 1;
	size_t from = (list->len - drop) / 2;
	if (t->field->flags & FL_CUT_TAIL)
		from = list->len - drop;
	else if (t->field->flags & FL_CUT_HEAD)
		from = 0;
	char *items = list->items;
	memmove(items + from * size, items + (from + drop) * size,
		(list->len - from - drop) * size);
	list->len -= drop;
	count_omitted(t, drop);
}

/* Keep the first and the last part of a text, with a note of what is left out between them. */
static void cut_text(const struct target *t, struct fl_arena *a)
{
	struct fl_slice *text = t->member;
	size_t keep = text->len / 2 > TEXT_LEAST ? text->len / 2 - 20 : TEXT_LEAST - 20;
	size_t head = fl_utf8_head(*text, keep * 2 / 3).len, tail = keep - keep * 2 / 3;
	/* Nor begins it in the middle of a UTF-8 character. */
	while (tail && ((unsigned char)text->ptr[text->len - tail] & 0xc0) == 0x80)
		tail--;
	char note[48];
	int n = snprintf(note, sizeof(note), " [%zu bytes omitted] ", text->len - head - tail);
	/* Any byte may be in there, so no string function. */
	char *cut = fl_arena_alloc(a, head + (size_t)n + tail + 1);
	if (!cut)
		return;
	memcpy(cut, text->ptr, head);
	memcpy(cut + head, note, (size_t)n);
	memcpy(cut + head + n, text->ptr + text->len - tail, tail);
	*text = fl_slice(cut, head + (size_t)n + tail);
}

/* What is known of an item of the document while it is cut; the rest of it stays as it is. */
struct part {
	size_t size; /* as a document of its own */
	struct target best[2]; /* its longest list, its longest text */
};

static void part_measure(const struct fl_item *item, struct part *p, struct fl_buf *scratch)
{
	void *object;
	struct fl_items one = {.len = 1};
	struct fl_item copy = *item;
	one.at = &copy;
	memcpy(&object, &item->object, sizeof(object)); /* ours to cut */
	p->size = items_size(&one, scratch);
	for (int texts = 0; texts <= 1; texts++) {
		p->best[texts] = (struct target){0};
		scan_object(item->shape, object, (struct owner){0}, texts, &p->best[texts]);
	}
}

/* The part with the longest list, else with the longest text; NULL when nothing is left to cut. */
static struct part *part_choose(struct part *parts, size_t len, int *ret_texts)
{
	struct part *found = NULL;
	for (int texts = 0; texts <= 1 && !found; texts++) {
		size_t weight = 0;
		for (size_t i = 0; i < len; i++)
			if (parts[i].best[texts].weight > weight) {
				weight = parts[i].best[texts].weight;
				found = &parts[i];
			}
		*ret_texts = texts;
	}
	return found;
}

int fl_items_fit(struct fl_items *items, size_t budget, struct fl_arena *a, struct fl_error *err)
{
	struct fl_buf scratch;
	fl_buf_init(&scratch, FL_TEXT_MAX);
	int rc = 0;
	size_t size = items_size(items, &scratch);
	struct part *parts = size > budget ? fl_arena_array(a, items->len, sizeof(*parts)) : NULL;
	for (size_t i = 0; parts && i < items->len; i++)
		part_measure(&items->at[i], &parts[i], &scratch);
	while (size > budget && parts && !a->failed) {
		int texts;
		struct part *p = part_choose(parts, items->len, &texts);
		if (!p)
			break;
		if (texts)
			cut_text(&p->best[1], a);
		else
			cut_list(&p->best[0]);
		/* What does not fit into the scratch buffer is not measured by differences. */
		size_t before = p->size;
		part_measure(&items->at[p - parts], p, &scratch);
		size = size == SIZE_MAX || before == SIZE_MAX ? items_size(items, &scratch)
							      : size - (before - p->size);
	}
	if (size > budget)
		rc = fl_error_set(err, FL_ELIMIT,
			"the document takes %zu bytes and cannot be cut to %zu", size, budget);
	fl_buf_release(&scratch);
	return rc;
}
