#include "base/model.h"

#include <stdlib.h>

void *fl_object_new(struct fl_arena *a, const struct fl_shape *shape)
{
	void *object = fl_arena_alloc(a, shape->size);
	if (object)
		fl_object_reset(shape, object);
	return object;
}

void fl_object_reset(const struct fl_shape *shape, void *object)
{
	memset(object, 0, shape->size);
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		void *member = (char *)object + f->offset;
		if (f->kind == FL_INT)
			*(int64_t *)member = f->unset;
		else if (f->kind == FL_OBJECT)
			fl_object_reset(f->shape, member);
	}
}

static bool object_unset(const struct fl_shape *shape, const void *object)
{
	for (size_t i = 0; i < shape->count; i++)
		if (!fl_field_unset(&shape->fields[i], object))
			return false;
	return true;
}

bool fl_field_unset(const struct fl_field *f, const void *object)
{
	const void *m = fl_member(f, object);
	switch (f->kind) {
	case FL_TEXT: return ((const struct fl_slice *)m)->len == 0;
	case FL_INT: return *(const int64_t *)m == f->unset;
	case FL_HEX: return *(const uint64_t *)m == 0;
	case FL_BOOL: return !*(const bool *)m;
	case FL_RATIO: return *(const int64_t *)m == 0;
	case FL_ENUM: return *(const int *)m == 0;
	case FL_OBJECT: return object_unset(f->shape, m);
	case FL_LIST:
	case FL_TEXTS: return ((const struct fl_list *)m)->len == 0;
	}
	return true;
}

const struct fl_field *fl_shape_field(const struct fl_shape *shape, struct fl_slice name)
{
	for (size_t i = 0; i < shape->count; i++)
		if (fl_slice_eqs(name, shape->fields[i].name))
			return &shape->fields[i];
	return NULL;
}

const struct fl_shape *fl_registry_find(const struct fl_registry *r, struct fl_slice name)
{
	for (size_t i = 0; i < r->count; i++)
		if (fl_slice_eqs(name, r->shapes[i]->name))
			return r->shapes[i];
	return NULL;
}

const struct fl_field *fl_shape_kind(const struct fl_shape *shape)
{
	return shape->kind ? fl_shape_field(shape, fl_slice_str(shape->kind)) : NULL;
}

static int terse_place(const struct fl_shape *shape, const struct fl_field *f)
{
	return f->terse ? f->terse : FL_TERSE_MAX + (int)(f - shape->fields);
}

size_t fl_shape_terse(const struct fl_shape *shape, const struct fl_field *ret[static FL_TERSE_MAX])
{
	const struct fl_field *kind = fl_shape_kind(shape);
	size_t n = 0;
	for (size_t i = 0; i < shape->count && n < FL_TERSE_MAX; i++) {
		const struct fl_field *f = &shape->fields[i];
		if (f == kind || f->flags & FL_NOT_TERSE)
			continue;
		size_t at = n++;
		for (; at && terse_place(shape, ret[at - 1]) > terse_place(shape, f); at--)
			ret[at] = ret[at - 1];
		ret[at] = f;
	}
	return n;
}

static void texts_own(const struct fl_shape *shape, void *object, struct fl_arena *a);

/* The list has items of its own, and they have what they refer to. */
static void list_own(const struct fl_field *f, struct fl_list *l, struct fl_arena *a)
{
	size_t size = f->kind == FL_TEXTS ? sizeof(struct fl_slice) : f->shape->size;
	char *items = l->len ? fl_arena_array(a, l->len, size) : NULL;
	if (items)
		memcpy(items, l->items, l->len * size);
	*l = (struct fl_list){.items = items, .len = items ? l->len : 0};
	for (size_t i = 0; i < l->len; i++) {
		void *item = items + i * size;
		if (f->kind == FL_LIST)
			texts_own(f->shape, item, a);
		else
			*(struct fl_slice *)item = fl_arena_slice(a, *(struct fl_slice *)item);
	}
}

static void texts_own(const struct fl_shape *shape, void *object, struct fl_arena *a)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		void *member = (char *)object + f->offset;
		if (f->kind == FL_TEXT)
			*(struct fl_slice *)member = fl_arena_slice(a, *(struct fl_slice *)member);
		else if (f->kind == FL_OBJECT)
			texts_own(f->shape, member, a);
		else if (f->kind == FL_LIST || f->kind == FL_TEXTS)
			list_own(f, member, a);
	}
}

void *fl_object_copy(const struct fl_shape *shape, const void *object, struct fl_arena *a)
{
	void *copy = fl_arena_alloc(a, shape->size);
	if (!copy)
		return NULL;
	memcpy(copy, object, shape->size);
	texts_own(shape, copy, a);
	return a->failed ? NULL : copy;
}

static bool list_eq(const struct fl_field *f, const struct fl_list *a, const struct fl_list *b)
{
	if (a->len != b->len)
		return false;
	for (size_t i = 0; i < a->len; i++) {
		if (f->kind == FL_TEXTS) {
			const struct fl_slice *x = a->items, *y = b->items;
			if (!fl_slice_eq(x[i], y[i]))
				return false;
		} else if (!fl_object_eq(f->shape, fl_list_at(a, f->shape, i),
				   fl_list_at(b, f->shape, i))) {
			return false;
		}
	}
	return true;
}

static bool field_eq(const struct fl_field *f, const void *a, const void *b)
{
	switch (f->kind) {
	case FL_TEXT: return fl_slice_eq(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
	case FL_INT:
	case FL_RATIO: return *(const int64_t *)a == *(const int64_t *)b;
	case FL_HEX: return *(const uint64_t *)a == *(const uint64_t *)b;
	case FL_BOOL: return *(const bool *)a == *(const bool *)b;
	case FL_ENUM: return *(const int *)a == *(const int *)b;
	case FL_OBJECT: return fl_object_eq(f->shape, a, b);
	case FL_LIST:
	case FL_TEXTS: return list_eq(f, a, b);
	}
	return false;
}

bool fl_object_eq(const struct fl_shape *shape, const void *a, const void *b)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		if (!field_eq(f, fl_member(f, a), fl_member(f, b)))
			return false;
	}
	return true;
}

int fl_names_find(const struct fl_names *names, struct fl_slice word)
{
	for (int i = 0; i < names->count; i++)
		if (fl_slice_eqs(word, names->words[i]))
			return i;
	return -1;
}

bool fl_texts_have(const struct fl_list *texts, struct fl_slice text)
{
	const struct fl_slice *t = texts->items;
	for (size_t i = 0; i < texts->len; i++)
		if (fl_slice_eq(t[i], text))
			return true;
	return false;
}

void fl_vec_init(struct fl_vec *v, size_t size, size_t max)
{
	*v = (struct fl_vec){.size = size, .max = max};
}

void fl_vec_release(struct fl_vec *v)
{
	free(v->data);
	fl_vec_init(v, v->size, v->max);
}

void *fl_vec_add(struct fl_vec *v)
{
	if (v->failed)
		return NULL;
	if (v->len == v->max) {
		v->failed = FL_ELIMIT;
		return NULL;
	}
	if (v->len == v->cap) {
		size_t cap = v->cap ? v->cap * 2 : 8;
		char *data = reallocarray(v->data, cap, v->size);
		if (!data) {
			v->failed = FL_ENOMEM;
			return NULL;
		}
		v->data = data;
		v->cap = cap;
	}
	void *item = v->data + v->len++ * v->size;
	memset(item, 0, v->size);
	return item;
}

struct fl_list fl_vec_freeze(struct fl_vec *v, struct fl_arena *a)
{
	struct fl_list list = {0};
	if (v->len && !v->failed) {
		list.items = fl_arena_array(a, v->len, v->size);
		if (list.items) {
			memcpy(list.items, v->data, v->len * v->size);
			list.len = v->len;
		}
	} else if (v->failed && !a->failed) {
		a->failed = v->failed;
	}
	fl_vec_release(v);
	return list;
}
