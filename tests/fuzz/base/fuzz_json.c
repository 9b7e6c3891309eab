/*
 * Any bytes read as JSON, as a tree, as an object and as a document of known shapes: an error, or a document that
 * is written canonically, read back as the same objects, and written as the same bytes.
 */
#include <stdlib.h>

#include "base/json_shaped.h"
#include "tests/support/sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
	if (!good)
		abort();
}

static void check_again(const struct fl_items *items)
{
	struct fl_arena a;
	struct fl_buf first, second;
	struct fl_items back = {0};
	fl_arena_init(&a, 64 << 20);
	fl_buf_init(&first, 16 << 20);
	fl_buf_init(&second, 16 << 20);
	fl_json_items(&first, items);
	check(fl_json_read_items(
		      fl_buf_view(&first), &sample_registry, &sample_shape, &a, &back, NULL) == 0);
	check(back.len == items->len);
	for (size_t i = 0; i < back.len; i++)
		check(back.at[i].shape == items->at[i].shape &&
			fl_object_eq(back.at[i].shape, back.at[i].object, items->at[i].object));
	fl_json_items(&second, &back);
	check(fl_slice_eq(fl_buf_view(&first), fl_buf_view(&second)));
	fl_buf_release(&second);
	fl_buf_release(&first);
	fl_arena_release(&a);
}

/* Straight into an object, or by the tree: the same; canonical is what is written so. */
static void check_shaped(struct fl_slice text)
{
	struct fl_arena a;
	struct fl_buf again;
	const struct fl_json *tree = NULL;
	void *slow = NULL;
	bool canonical;
	fl_arena_init(&a, (size_t)1 << 30); /* the tree takes more than the object */
	fl_buf_init(&again, 16 << 20);
	const void *fast = fl_json_read_shaped(text, &sample_shape, &a, &canonical);
	if (fast) {
		check(fl_json_parse(text, &a, &tree, NULL) == 0 &&
			fl_json_read_value(tree, &sample_shape, &a, &slow, NULL) == 0);
		check(fl_object_eq(&sample_shape, fast, slow));
		fl_json_object(&again, &sample_shape, fast);
		check(canonical == fl_slice_eq(fl_buf_view(&again), text));
	}
	fl_buf_release(&again);
	fl_arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_arena a;
	struct fl_items items = {0};
	struct fl_error err = {0};
	const struct fl_json *tree = NULL;
	char *copy = malloc(size ? size : 1);
	check(copy);
	if (size)
		memcpy(copy, data, size);
	struct fl_slice text = fl_slice(copy, size);
	check_shaped(text);
	fl_arena_init(&a, 8 << 20);
	int rc = fl_json_parse(text, &a, &tree, &err);
	check(rc ? err.code == rc && err.message[0] : tree != NULL);
	fl_arena_release(&a);
	err = (struct fl_error){0};
	rc = fl_json_read_items(text, &sample_registry, &sample_shape, &a, &items, &err);
	check(rc == 0 || (err.code == rc && err.message[0]));
	if (rc == 0)
		check_again(&items);
	fl_arena_release(&a);
	free(copy);
	return 0;
}
