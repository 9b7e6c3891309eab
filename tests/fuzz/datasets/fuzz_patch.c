/*
 * Patches of strangers, and objects of their repositories, any bytes: what a text of patches holds
 * stands in that text, a part that can be read is applied or refused, and what is inflated keeps
 * within its measure.
 */
#include <stdlib.h>
#include <string.h>

#include "datasets/flate.h"
#include "datasets/import/mend/patches.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_MAX = 256 << 20, INFLATED_MAX = 1 << 16 };

static void require(bool holds)
{
	if (!holds)
		abort();
}

static bool is_within(struct fl_slice part, struct fl_slice text)
{
	return !part.len || (part.ptr >= text.ptr && part.ptr + part.len <= text.ptr + text.len);
}

static void check_part(const struct ds_patch_part *p, struct fl_slice text, struct fl_arena *a)
{
	struct fl_slice made;
	require(is_within(p->hunks, text) && p->path.len);
	require(p->hunks.len || p->why || p->from.len);
	if (p->why)
		return;
	int rc = ds_patch_part_apply(p, text, a, &made, NULL);
	require(rc == 0 || rc == FL_EREFUSED || rc == FL_ELIMIT);
	require(p->hunks.len || (rc == 0 && fl_slice_eq(made, text)));
}

static void check_patches(struct fl_slice text, struct fl_arena *a)
{
	struct fl_list patches = {0};
	int rc = ds_patches_read(text, 1, a, &patches, NULL);
	require(rc == 0 || rc == FL_ELIMIT);
	for (size_t i = 0; i < patches.len; i++) {
		const struct ds_patch_text *p = (const struct ds_patch_text *)patches.items + i;
		require(p->parts.len && is_within(p->id, text) && is_within(p->message, text));
		for (size_t k = 0; k < p->parts.len && k < 64; k++)
			check_part((const struct ds_patch_part *)p->parts.items + k, text, a);
	}
}

static void check_inflated(struct fl_slice packed)
{
	struct fl_error err = {0};
	struct fl_buf out;
	fl_buf_init(&out, INFLATED_MAX + 1);
	int rc = ds_inflate(packed, INFLATED_MAX, &out, &err);
	require(rc == 0 || rc == FL_ELIMIT || rc == FL_EPARSE);
	require(out.len <= INFLATED_MAX && (rc == 0 || *err.message));
	fl_buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice text = fl_slice(size ? (const char *)data : "", size);
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	check_patches(text, &a);
	check_inflated(text);
	fl_arena_release(&a);
	return 0;
}
