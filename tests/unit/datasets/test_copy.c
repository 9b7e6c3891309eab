/* A copy of any object that leaves a tool owns all that it refers to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/json.h"
#include "datasets/record/record.h"
#include "datasets/registry.h"

enum { ITEMS = 2 };

static void fill(const struct fl_shape *shape, void *object, struct fl_arena *a, int64_t *next);

static struct fl_slice text_new(struct fl_arena *a, int64_t *next)
{
	char text[32];
	snprintf(text, sizeof(text), "text %lld", (long long)(*next)++);
	return fl_arena_slice(a, fl_slice_str(text));
}

static struct fl_list list_new(const struct fl_field *f, struct fl_arena *a, int64_t *next)
{
	struct fl_list l = {.len = ITEMS};
	if (f->kind == FL_TEXTS) {
		struct fl_slice *texts = l.items = fl_arena_array(a, ITEMS, sizeof(*texts));
		for (size_t i = 0; i < ITEMS; i++)
			texts[i] = text_new(a, next);
		return l;
	}
	char *items = l.items = fl_arena_array(a, ITEMS, f->shape->size);
	for (size_t i = 0; i < ITEMS; i++) {
		fl_object_reset(f->shape, items + i * f->shape->size);
		fill(f->shape, items + i * f->shape->size, a, next);
	}
	return l;
}

/* Every field of the object has a value of its own. */
static void fill(const struct fl_shape *shape, void *object, struct fl_arena *a, int64_t *next)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		void *member = (char *)object + f->offset;
		switch (f->kind) {
		case FL_TEXT: *(struct fl_slice *)member = text_new(a, next); break;
		case FL_INT:
		case FL_RATIO: *(int64_t *)member = (*next)++; break;
		case FL_HEX: *(uint64_t *)member = (uint64_t)(*next)++; break;
		case FL_BOOL: *(bool *)member = true; break;
		case FL_ENUM: *(int *)member = f->names->count - 1; break;
		case FL_OBJECT: fill(f->shape, member, a, next); break;
		case FL_LIST:
		case FL_TEXTS: *(struct fl_list *)member = list_new(f, a, next); break;
		}
	}
}

static void *sample(const struct fl_shape *shape, struct fl_arena *a)
{
	int64_t next = 1;
	void *object = fl_object_new(a, shape);
	assert_non_null(object);
	fill(shape, object, a, &next);
	return object;
}

/* Freed memory is not read by chance only: what was there is overwritten first. */
static void spoil(const struct fl_shape *shape, void *object)
{
	for (size_t i = 0; i < shape->count; i++) {
		const struct fl_field *f = &shape->fields[i];
		void *member = (char *)object + f->offset;
		if (f->kind == FL_OBJECT)
			spoil(f->shape, member);
		if (f->kind == FL_TEXT) {
			char **text = (char **)member;
			memset(*text, '!', ((struct fl_slice *)member)->len);
		}
		if (f->kind == FL_LIST)
			for (size_t k = 0; k < ITEMS; k++)
				spoil(f->shape, (char *)((struct fl_list *)member)->items +
							k * f->shape->size);
		if (f->kind == FL_TEXTS)
			memset(((struct fl_list *)member)->items, 0,
				ITEMS * sizeof(struct fl_slice));
	}
}

static void check(const struct fl_shape *shape)
{
	struct fl_arena from, to, other;
	fl_arena_init(&from, 1 << 24);
	fl_arena_init(&to, 1 << 24);
	fl_arena_init(&other, 1 << 24);
	void *object = sample(shape, &from);
	void *copy = fl_object_copy(shape, object, &to);
	assert_non_null(copy);
	assert_true(fl_object_eq(shape, copy, object));
	spoil(shape, object);
	assert_false(fl_object_eq(shape, copy, object));
	fl_arena_release(&from);
	assert_true(fl_object_eq(shape, copy, sample(shape, &other)));
	fl_arena_release(&to);
	fl_arena_release(&other);
}

static void test_every_shape(void **state)
{
	(void)state;
	for (size_t i = 0; i < ds_registry.count; i++)
		check(ds_registry.shapes[i]);
	check(&ds_record_shape);
	assert_true(ds_registry.count > 10);
}

/* What does not fit is no object with holes. */
static void test_no_room(void **state)
{
	(void)state;
	struct fl_arena from, to;
	fl_arena_init(&from, 1 << 24);
	fl_arena_init(&to, 256);
	void *object = sample(&ds_record_shape, &from);
	assert_null(fl_object_copy(&ds_record_shape, object, &to));
	assert_int_not_equal(to.failed, 0);
	fl_arena_release(&from);
	fl_arena_release(&to);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_shape), cmocka_unit_test(test_no_room)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
