/*
 * Cutting a document to a byte budget (fl_items_fit of base/model.h). The longest list in the
 * document loses items first; when no list is longer than two, the longest text is shortened. One
 * measure serves all: the size as compact literals, the form that a model reads.
 */
#include "base/literal.h"

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
	size_t head = keep * 2 / 3, tail = keep - head;
	/* Not in the middle of a UTF-8 character. */
	while (head && ((unsigned char)text->ptr[head] & 0xc0) == 0x80)
		head--;
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

int fl_items_fit(struct fl_items *items, size_t budget, struct fl_arena *a, struct fl_error *err)
{
	struct fl_buf scratch;
	fl_buf_init(&scratch, FL_TEXT_MAX);
	int rc = 0;
	size_t size;
	while ((size = items_size(items, &scratch)) > budget) {
		struct target best = {0};
		for (int texts = 0; texts <= 1 && !best.weight; texts++)
			for (size_t i = 0; i < items->len; i++) {
				void *object;
				memcpy(&object, &items->at[i].object,
					sizeof(object)); /* ours to cut */
				scan_object(items->at[i].shape, object, (struct owner){0}, texts,
					&best);
			}
		if (best.weight && best.field->kind != FL_TEXT)
			cut_list(&best);
		else if (best.weight)
			cut_text(&best, a);
		if (!best.weight || a->failed) {
			rc = fl_error_set(err, FL_ELIMIT,
				"the document takes %zu bytes and cannot be cut to %zu", size,
				budget);
			break;
		}
	}
	fl_buf_release(&scratch);
	return rc;
}
