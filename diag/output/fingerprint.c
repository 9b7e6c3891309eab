#include "diag/output/fingerprint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"

enum { CAP_FIRST = 64, TEXT_MAX = 1 << 20 };

void diag_keys_release(struct diag_keys *keys)
{
	free(keys->slots);
	*keys = (struct diag_keys){0};
}

/* The key's slot, or the free one where it belongs; there is one. */
static struct diag_keys_slot *slot_of(const struct diag_keys *keys, uint64_t key)
{
	size_t i = key & (keys->cap - 1);
	while (keys->slots[i].count && keys->slots[i].key != key)
		i = (i + 1) & (keys->cap - 1);
	return &keys->slots[i];
}

static int grow(struct diag_keys *keys, struct fl_error *err)
{
	struct diag_keys larger = {.cap = keys->cap ? keys->cap * 2 : CAP_FIRST, .len = keys->len};
	larger.slots = calloc(larger.cap, sizeof(*larger.slots));
	if (!larger.slots)
		return fl_error_set(
			err, FL_ENOMEM, "out of memory for %zu fingerprints", larger.cap);
	for (size_t i = 0; i < keys->cap; i++)
		if (keys->slots[i].count)
			*slot_of(&larger, keys->slots[i].key) = keys->slots[i];
	free(keys->slots);
	*keys = larger;
	return 0;
}

int diag_keys_add(struct diag_keys *keys, uint64_t key, uint32_t *ret_count, struct fl_error *err)
{
	if (keys->len * 2 >= keys->cap) {
		int rc = grow(keys, err);
		if (rc)
			return rc;
	}
	struct diag_keys_slot *slot = slot_of(keys, key);
	keys->len += !slot->count;
	slot->key = key;
	slot->count += slot->count < UINT32_MAX;
	*ret_count = slot->count;
	return 0;
}

bool diag_keys_has(const struct diag_keys *keys, uint64_t key)
{
	return keys->cap && slot_of(keys, key)->count;
}

struct fl_slice diag_path_below(struct fl_slice path, struct fl_slice root)
{
	if (root.len && fl_slice_starts_with(path, root) && path.len > root.len &&
		path.ptr[root.len] == '/')
		path = fl_slice_skip(path, root.len + 1);
	while (fl_slice_starts(path, "./"))
		path = fl_slice_skip(path, 2);
	return path;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The message without what counts lines: the digits behind a colon, "line" and "lines". */
static void add_message(struct fl_buf *out, struct fl_slice message)
{
	for (size_t i = 0; i < message.len; i++) {
		struct fl_slice before = fl_slice_head(message, i);
		bool counts = is_digit(message.ptr[i]) &&
			      (fl_slice_ends(before, ":") || fl_slice_ends(before, "line ") ||
				      fl_slice_ends(before, "lines "));
		if (!counts) {
			fl_buf_char(out, message.ptr[i]);
			continue;
		}
		while (i + 1 < message.len && is_digit(message.ptr[i + 1]))
			i++;
	}
}

/* The line without its blanks: indentation is no part of what it says. */
static void add_source(struct fl_buf *out, struct fl_slice line)
{
	for (size_t i = 0; i < line.len; i++)
		if (line.ptr[i] != ' ' && line.ptr[i] != '\t')
			fl_buf_char(out, line.ptr[i]);
}

int diag_fingerprint(struct diag_keys *seen, const struct diag_diagnostic *d, struct fl_slice root,
	uint64_t *ret_print, struct fl_error *err)
{
	struct fl_buf message, source;
	uint32_t count;
	fl_buf_init(&message, TEXT_MAX);
	fl_buf_init(&source, TEXT_MAX);
	add_message(&message, d->message);
	add_source(&source, d->source_line);
	const struct fl_slice parts[] = {diag_path_below(d->file, root),
		fl_slice_str(diag_level_names.words[d->level]), d->code, fl_buf_view(&message),
		d->symbol, d->object, fl_buf_view(&source)};
	uint64_t print = fl_hash64_parts(parts, sizeof(parts) / sizeof(parts[0]));
	bool failed = message.failed == FL_ENOMEM || source.failed == FL_ENOMEM;
	fl_buf_release(&message);
	fl_buf_release(&source);
	int rc = failed ? fl_error_set(err, FL_ENOMEM, "out of memory for a fingerprint")
			: diag_keys_add(seen, print, &count, err);
	if (rc)
		return rc;
	char again[64];
	snprintf(again, sizeof(again), "%016" PRIx64 " again %" PRIu32, print, count);
	const struct fl_slice whole = fl_slice_str(again);
	*ret_print = count == 1 ? print : fl_hash64_parts(&whole, 1);
	return 0;
}
