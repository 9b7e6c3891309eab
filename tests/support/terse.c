#include "tests/support/terse.h"

#include <assert.h>
#include <stdlib.h>

enum { NAMES_MAX = 8 };

/* The last text of each FL_ONCE field, by name. */
struct last {
	struct fl_slice name[NAMES_MAX], text[NAMES_MAX];
	size_t count;
	bool source;
};

static bool again(struct last *l, struct fl_slice name, struct fl_slice text)
{
	size_t i = 0;
	while (i < l->count && !fl_slice_eq(l->name[i], name))
		i++;
	assert(i < NAMES_MAX);
	bool same = i < l->count && fl_slice_eq(l->text[i], text);
	l->name[i] = name;
	l->text[i] = text;
	l->count = i == l->count ? i + 1 : l->count;
	return same;
}

/* in: the object that holds this one, of the shape `of`; NULL: none */
static void keep(struct fl_arena *a, struct last *l, const struct fl_shape *shape, char *object,
	const struct fl_shape *of, const char *in);

static void keep_list(struct fl_arena *a, struct last *l, const struct fl_field *f,
	struct fl_list *list, const struct fl_shape *of, const char *in)
{
	char *items = fl_arena_array(a, list->len, f->shape->size);
	assert(items);
	if (list->len)
		memcpy(items, list->items, list->len * f->shape->size);
	list->items = items;
	for (size_t i = 0; i < list->len; i++)
		keep(a, l, f->shape, items + i * f->shape->size, of, in);
}

static void unset(const struct fl_shape *shape, const struct fl_field *f, char *object)
{
	char *fresh = calloc(1, shape->size);
	assert(fresh);
	fl_object_reset(shape, fresh);
	size_t size = f->kind == FL_TEXT     ? sizeof(struct fl_slice)
		      : f->kind == FL_ENUM   ? sizeof(int)
		      : f->kind == FL_BOOL   ? sizeof(bool)
		      : f->kind == FL_INT    ? sizeof(int64_t)
		      : f->kind == FL_RATIO  ? sizeof(int64_t)
		      : f->kind == FL_HEX    ? sizeof(uint64_t)
		      : f->kind == FL_OBJECT ? f->shape->size
					     : sizeof(struct fl_list);
	memcpy(object + f->offset, fresh + f->offset, size);
	free(fresh);
}

/* The fields that lists hang on come after the others, as the style writes them. */
static bool same_value(const struct fl_field *f, const struct fl_shape *shape, const char *object,
	const struct fl_shape *of, const char *in)
{
	bool outer = f->same && f->same[0] == '^';
	if (!f->same || (outer && !in))
		return false;
	const struct fl_field *other =
		fl_shape_field(outer ? of : shape, fl_slice_str(f->same + outer));
	assert(other);
	const void *mine = object + f->offset, *its = (outer ? in : object) + other->offset;
	if (f->kind == FL_TEXT)
		return fl_slice_eq(*(const struct fl_slice *)mine, *(const struct fl_slice *)its);
	return memcmp(mine, its, sizeof(int64_t)) == 0;
}

static void keep(struct fl_arena *a, struct last *l, const struct fl_shape *shape, char *object,
	const struct fl_shape *of, const char *in)
{
	char *before = fl_arena_alloc(a, shape->size);
	assert(before);
	memcpy(before, object, shape->size);
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		bool kind = shape->kind && strcmp(shape->kind, f->name) == 0;
		struct fl_slice *text = (void *)(object + f->offset);
		if (kind)
			continue;
		if (f->flags & FL_NOT_TERSE || (f->flags & FL_SOURCE && !l->source) ||
			same_value(f, shape, before, of, in) ||
			(f->flags & FL_ONCE && text->len && again(l, fl_slice_str(f->name), *text)))
			unset(shape, f, object);
	}
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if (f->flags & FL_NOT_TERSE || (f->flags & FL_SOURCE && !l->source))
			continue;
		if (f->kind == FL_LIST)
			keep_list(a, l, f, (struct fl_list *)(void *)(object + f->offset), shape,
				before);
		if (f->kind == FL_OBJECT)
			keep(a, l, f->shape, object + f->offset, shape, before);
	}
}

struct fl_items terse_items(struct fl_arena *a, const struct fl_items *items, bool source)
{
	struct fl_items kept = {fl_arena_array(a, items->len, sizeof(*kept.at)), items->len};
	for (size_t i = 0; i < items->len; i++) {
		const struct fl_shape *shape = items->at[i].shape;
		struct last last = {.source = source};
		char *object = fl_arena_alloc(a, shape->size);
		assert(kept.at && object);
		memcpy(object, items->at[i].object, shape->size);
		keep(a, &last, shape, object, NULL, NULL);
		kept.at[i] = (struct fl_item){.shape = shape, .object = object};
	}
	return kept;
}
