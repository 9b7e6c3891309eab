#include "datasets/recall.h"

#include <stdint.h>

#include "base/literal/literal.h"
#include "datasets/registry.h"

enum { NAMES = 8 };

/* What each field of that kind said last in this item. */
struct memory {
	struct {
		const char *field;
		struct fl_slice text;
	} said[NAMES];
};

static void recall_object(struct memory *m, const struct fl_shape *shape, void *object);

/* Of a frame that is no line of the program's own there was nothing to leave out. */
static bool has_line(const struct fl_shape *shape, const void *object)
{
	const struct fl_field *line = fl_shape_field(shape, FL_S("line"));
	return line && line->kind == FL_INT && *(const int64_t *)fl_member(line, object) > 0;
}

static void recall_text(
	struct memory *m, const struct fl_field *f, bool line, struct fl_slice *text)
{
	for (size_t i = 0; i < NAMES; i++) {
		if (m->said[i].field && strcmp(m->said[i].field, f->name) != 0)
			continue;
		if (text->len) {
			m->said[i].field = f->name;
			m->said[i].text = *text;
		} else if (m->said[i].field && line) {
			*text = m->said[i].text;
		}
		return;
	}
}

static void recall_field(
	struct memory *m, const struct fl_shape *shape, const struct fl_field *f, void *object)
{
	void *member = (char *)object + f->offset;
	const struct fl_list *list = member;
	if (f->kind == FL_TEXT && f->flags & FL_ONCE)
		recall_text(m, f, has_line(shape, object), member);
	else if (f->kind == FL_OBJECT)
		recall_object(m, f->shape, member);
	for (size_t i = 0; f->kind == FL_LIST && i < list->len; i++)
		recall_object(m, f->shape, (char *)list->items + i * f->shape->size);
}

static void recall_object(struct memory *m, const struct fl_shape *shape, void *object)
{
	for (size_t i = 0; i < shape->count; i++)
		recall_field(m, shape, &shape->fields[i], object);
}

int ds_context_read(
	struct fl_slice text, struct fl_arena *a, struct fl_items *ret_items, struct fl_error *err)
{
	int rc = fl_literal_read(text, &ds_registry, a, ret_items, err);
	for (size_t i = 0; rc == 0 && i < ret_items->len; i++) {
		struct memory m = {0};
		/* made by the reader just now, in our arena */
		recall_object(
			&m, ret_items->at[i].shape, (void *)(uintptr_t)ret_items->at[i].object);
	}
	return rc;
}
