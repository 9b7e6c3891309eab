#include "datasets/import/mend/reduced.h"

#include <stdlib.h>

#include "base/mix.h"
#include "tracegen/node.h"

struct words {
	uint64_t *at;
	size_t count;
};

static int by_value(const void *x, const void *y)
{
	const uint64_t *a = x, *b = y;
	return (*a > *b) - (*a < *b);
}

static bool is_word(char c)
{
	return fl_is_name(c) || c == '"' || c == '\'';
}

/* The caller frees them. */
static int words_of(struct fl_slice text, struct words *ret, struct fl_error *err)
{
	*ret = (struct words){.at = malloc((text.len + 1) * sizeof(*ret->at))};
	if (!ret->at)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a side");
	for (size_t at = tg_text_solid(text, 0), end; at < text.len;
		at = tg_text_solid(text, end)) {
		end = tg_text_token(text, at);
		if (is_word(text.ptr[at]))
			ret->at[ret->count++] = fl_mix_text(0, fl_slice(text.ptr + at, end - at));
	}
	qsort(ret->at, ret->count, sizeof(*ret->at), by_value);
	return 0;
}

int ds_both_of(struct fl_slice before, struct fl_slice after, struct fl_arena *a,
	struct ds_both *ret_both, struct fl_error *err)
{
	struct words one = {0}, two = {0};
	struct ds_both both = {0};
	int rc = words_of(before, &one, err);
	rc = rc ? rc : words_of(after, &two, err);
	if (rc == 0)
		both.words = fl_arena_array(a, one.count + 1, sizeof(*both.words));
	if (rc == 0 && !both.words)
		rc = fl_arena_error(a, "a side", err);
	for (size_t i = 0, k = 0; rc == 0 && i < one.count && k < two.count;) {
		if (one.at[i] == two.at[k]) {
			both.words[both.count++] = one.at[i++];
			k++;
		} else if (one.at[i] < two.at[k]) {
			i++;
		} else {
			k++;
		}
	}
	free(one.at);
	free(two.at);
	*ret_both = both;
	return rc;
}

int ds_both_in(
	const struct ds_both *both, struct fl_slice text, bool *ret_are, struct fl_error *err)
{
	struct words w;
	size_t i = 0;
	int rc = words_of(text, &w, err);
	if (rc)
		return rc;
	for (size_t k = 0; i < both->count && k < w.count && w.at[k] <= both->words[i]; k++)
		i += w.at[k] == both->words[i];
	free(w.at);
	*ret_are = i == both->count;
	return 0;
}

int ds_reduced(struct fl_slice after, const struct fl_list *edits, const bool *keep,
	struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err)
{
	const struct ds_edit *e = edits->items;
	struct fl_buf out;
	size_t at = 0, more = 0;
	for (size_t i = 0; i < edits->len; i++)
		more += e[i].replacement.len;
	fl_buf_init(&out, after.len + more + 1);
	for (size_t i = 0; i < edits->len; i++) {
		fl_buf_add(&out, after.ptr + at, (size_t)e[i].offset - at);
		fl_buf_slice(&out, keep[i] ? e[i].original : e[i].replacement);
		at = (size_t)e[i].offset + e[i].original.len;
	}
	fl_buf_slice(&out, fl_slice_skip(after, at));
	int rc = fl_buf_error(&out, "a side", err);
	*ret_text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "a side", err);
}
