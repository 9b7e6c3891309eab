#include "datasets/terms/blocks.h"

#include <ctype.h>
#include <string.h>

static const struct {
	const char *open, *close;
	bool any_case;
} tags[DS_BLOCK_KINDS] = {
	[DS_BLOCK_THINK] = {"<think>", "</think>", true},
	[DS_BLOCK_THINKING] = {"<thinking>", "</thinking>", true},
	[DS_BLOCK_THOUGHT] = {"<THOUGHT_START>", "<THOUGHT_END>", false},
};

static bool stands_at(struct fl_slice s, size_t at, const char *word, bool any_case)
{
	size_t len = strlen(word);
	if (s.len - at < len)
		return false;
	for (size_t i = 0; i < len; i++) {
		int c = (unsigned char)s.ptr[at + i];
		if (c != word[i] && !(any_case && tolower(c) == word[i]))
			return false;
	}
	return true;
}

/* Where the word stands from there on; the length: nowhere. */
static size_t find(struct fl_slice s, size_t at, const char *word, bool any_case)
{
	while (at < s.len) {
		const char *found = memchr(s.ptr + at, '<', s.len - at);
		if (!found)
			return s.len;
		at = (size_t)(found - s.ptr);
		if (stands_at(s, at, word, any_case))
			return at;
		at++;
	}
	return s.len;
}

static bool holds_itself(struct fl_slice answer, const struct ds_block *b)
{
	struct fl_slice text = fl_slice(answer.ptr + b->start, b->end - b->start);
	return find(text, 0, tags[b->kind].open, tags[b->kind].any_case) < text.len;
}

void ds_blocks_start(struct ds_block_walk *w, struct fl_slice answer)
{
	*w = (struct ds_block_walk){.answer = answer};
	for (int i = 0; i < DS_BLOCK_KINDS; i++)
		w->next[i] = find(answer, 0, tags[i].open, tags[i].any_case);
}

/* What a template has opened. */
static bool opened_before(const struct ds_block_walk *w, struct ds_block *b)
{
	for (int i = 0; i < DS_BLOCK_KINDS; i++) {
		size_t end = find(w->answer, 0, tags[i].close, tags[i].any_case);
		if (end == w->answer.len || w->next[i] < end)
			continue;
		*b = (struct ds_block){.kind = (enum ds_block_kind)i,
			.end = end,
			.to = end + strlen(tags[i].close),
			.closed = true};
		return true;
	}
	return false;
}

bool ds_blocks_next(struct ds_block_walk *w, struct ds_block *ret_block)
{
	size_t len = w->answer.len, best = len;
	int kind = 0;
	bool before = !w->begun && opened_before(w, ret_block);
	w->begun = true;
	if (before) {
		w->at = ret_block->to;
		return true;
	}
	for (int i = 0; i < DS_BLOCK_KINDS; i++) {
		if (w->next[i] < w->at)
			w->next[i] = find(w->answer, w->at, tags[i].open, tags[i].any_case);
		if (w->next[i] < best) {
			best = w->next[i];
			kind = i;
		}
	}
	if (best == len)
		return false;
	struct ds_block b = {.kind = (enum ds_block_kind)kind, .from = best};
	b.start = best + strlen(tags[kind].open);
	b.end = find(w->answer, b.start, tags[kind].close, tags[kind].any_case);
	b.closed = b.end < len;
	b.to = b.closed ? b.end + strlen(tags[kind].close) : len;
	b.nested = holds_itself(w->answer, &b);
	w->at = b.to;
	*ret_block = b;
	return true;
}

static bool is_chosen(const struct ds_block *b, bool thought)
{
	return !thought || b->kind == DS_BLOCK_THOUGHT;
}

struct ds_block_choice ds_blocks_choose(struct fl_slice answer)
{
	struct ds_block_choice c = {0};
	struct ds_block_walk w;
	struct ds_block b;
	ds_blocks_start(&w, answer);
	while (ds_blocks_next(&w, &b))
		c.thought = c.thought || b.kind == DS_BLOCK_THOUGHT;
	ds_blocks_start(&w, answer);
	while (ds_blocks_next(&w, &b)) {
		if (!is_chosen(&b, c.thought))
			continue;
		if (b.closed && !b.nested)
			c.whole++;
		else
			c.broken++;
	}
	return c;
}

bool ds_block_counts(const struct ds_block *b, const struct ds_block_choice *c)
{
	return is_chosen(b, c->thought) && b->closed && !b->nested;
}

struct fl_slice ds_block_line(struct fl_slice line)
{
	line = fl_slice_trim(line);
	while (fl_slice_ends(line, "*/"))
		line = fl_slice_trim(fl_slice_head(line, line.len - 2));
	while (line.len && strchr("/*-# \t", line.ptr[0]))
		line = fl_slice_skip(line, 1);
	return line;
}

bool ds_block_word(struct fl_slice line, const char *word, struct fl_slice *ret_value)
{
	size_t len = strlen(word);
	if (!fl_slice_starts(line, word) || line.len <= len || line.ptr[len] != ':')
		return false;
	*ret_value = fl_slice_trim(fl_slice_skip(line, len + 1));
	return true;
}
