/*
 * Any bytes read as literals: an error with a place, or a document that is written in every
 * style and read back as the same objects.
 */
#include <stdlib.h>

#include "base/literal/literal.h"
#include "tests/support/sample.h"
#include "tests/support/terse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good)
{
	if (!good)
		abort();
}

static void check_again(const struct fl_items *items, enum fl_style style)
{
	struct fl_arena a;
	struct fl_buf text;
	struct fl_items back = {0};
	fl_arena_init(&a, 64 << 20);
	fl_buf_init(&text, 16 << 20);
	fl_literal_write(&text, items, style, FL_MARK_NONE);
	check(fl_literal_read(fl_buf_view(&text), &sample_registry, &a, &back, NULL) == 0);
	check(back.len == items->len);
	struct fl_items want =
		style < FL_TERSE ? *items : terse_items(&a, items, style == FL_TERSE_SOURCE);
	for (size_t i = 0; i < back.len; i++)
		check(back.at[i].shape == items->at[i].shape &&
			fl_object_eq(back.at[i].shape, back.at[i].object, want.at[i].object));
	fl_buf_release(&text);
	fl_arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_arena a;
	struct fl_items items = {0};
	struct fl_error err = {0};
	fl_arena_init(&a, 8 << 20);
	/* A copy of its own, so that reading past its end is seen. */
	char *copy = malloc(size ? size : 1);
	check(copy);
	if (size)
		memcpy(copy, data, size);
	if (fl_literal_read(fl_slice(copy, size), &sample_registry, &a, &items, &err)) {
		check(err.code == FL_ELIMIT || (err.line > 0 && err.offset <= size));
	} else {
		for (int style = FL_FULL; style <= FL_TERSE_SOURCE; style++)
			check_again(&items, (enum fl_style)style);
	}
	free(copy);
	fl_arena_release(&a);
	return 0;
}
