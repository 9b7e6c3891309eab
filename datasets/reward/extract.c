#include "datasets/reward/extract.h"

#include <ctype.h>

#include "base/literal/literal.h"
#include "datasets/terms/blocks.h"

enum { ANSWER_MAX = 64 << 20 };

static bool starts(struct fl_slice s, const char *word, bool any_case)
{
	size_t len = strlen(word);
	if (s.len < len)
		return false;
	for (size_t i = 0; i < len; i++) {
		int c = (unsigned char)s.ptr[i];
		if (c != word[i] && !(any_case && tolower(c) == word[i]))
			return false;
	}
	return true;
}

/* The answer without what is thought, which goes to *thought. */
static void split_thoughts(struct fl_slice answer, struct fl_buf *said, struct fl_buf *thought)
{
	struct ds_block_walk w;
	struct ds_block b;
	size_t at = 0;
	ds_blocks_start(&w, answer);
	while (ds_blocks_next(&w, &b)) {
		fl_buf_slice(said, fl_slice(answer.ptr + at, b.from - at));
		fl_buf_slice(thought, fl_slice(answer.ptr + b.start, b.end - b.start));
		at = b.to;
	}
	fl_buf_slice(said, fl_slice_skip(answer, at));
}

/* ---- fences ---- */

struct fence {
	char mark; /* of the line that opens it; 0: none is open */
	size_t len; /* how many of them */
	struct fl_slice tag;
	const char *start; /* of what it holds */
};

/* Does the line open a fence, or close the one that is open? Up to three blanks stand before. */
static bool read_fence(struct fl_slice line, struct fence *ret_fence)
{
	size_t blanks = 0, n = 0;
	while (blanks < line.len && blanks < 4 && line.ptr[blanks] == ' ')
		blanks++;
	struct fl_slice s = fl_slice_skip(line, blanks);
	if (blanks > 3 || !s.len || (s.ptr[0] != '`' && s.ptr[0] != '~'))
		return false;
	while (n < s.len && s.ptr[n] == s.ptr[0])
		n++;
	*ret_fence = (struct fence){.mark = s.ptr[0], .len = n};
	ret_fence->tag = fl_slice_trim(fl_slice_skip(s, n));
	return n >= 3 && fl_slice_chr(ret_fence->tag, '`') < 0;
}

/* The first word of what stands behind the marks: "cpp", of "cpp title=a.cpp", "{.cpp}" too. */
static struct fl_slice tag_word(struct fl_slice tag)
{
	size_t n = 0;
	while (tag.len && (tag.ptr[0] == '{' || tag.ptr[0] == '.'))
		tag = fl_slice_skip(tag, 1);
	while (n < tag.len && tag.ptr[n] != ' ' && tag.ptr[n] != '}' && tag.ptr[n] != ',' &&
		tag.ptr[n] != ':' && tag.ptr[n] != '{')
		n++;
	return fl_slice_head(tag, n);
}

enum rank { OTHER, BARE, CODE };

static enum rank rank_of(struct fl_slice tag)
{
	static const char *const ours[] = {"c", "cpp", "c++", "cc", "cxx", "h", "hpp", "diff",
		"patch", "c++17", "c++20", "c++23", "c17", "c99", "c11"};
	struct fl_slice word = tag_word(tag);
	if (!word.len)
		return BARE;
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (word.len == strlen(ours[i]) && starts(word, ours[i], true))
			return CODE;
	return OTHER;
}

/* The last of the best fences. Returns how good; OTHER with *ret_any set: only foreign ones. */
static enum rank best_fence(struct fl_slice text, struct fl_slice *ret_code, bool *ret_any)
{
	struct fl_slice line, rest = text;
	struct fence open = {0}, f;
	enum rank best = OTHER;
	*ret_any = false;
	while (fl_slice_line(&rest, &line)) {
		bool is_fence = read_fence(line, &f);
		if (!open.mark && is_fence) {
			open = f;
			open.start = rest.ptr;
			*ret_any = true;
		} else if (open.mark && is_fence && f.mark == open.mark && f.len >= open.len &&
			   !f.tag.len) {
			if (rank_of(open.tag) != OTHER && rank_of(open.tag) >= best) {
				best = rank_of(open.tag);
				*ret_code = fl_slice(open.start, (size_t)(line.ptr - open.start));
			}
			open.mark = 0;
		}
	}
	if (open.mark && rank_of(open.tag) != OTHER && rank_of(open.tag) >= best) {
		best = rank_of(open.tag);
		*ret_code = fl_slice(open.start, (size_t)(text.ptr + text.len - open.start));
	}
	return best;
}

/* What stands between the last marker that is closed and the one that closes it. */
static bool between_markers(struct fl_slice text, struct fl_slice *ret_code)
{
	const struct fl_marker_pair *pair = fl_marker(FL_MARK_CODE);
	struct fl_slice rest = text;
	const char *close = NULL;
	bool found = false;
	for (;;) {
		ptrdiff_t open = fl_slice_find(rest, pair->open);
		if (open < 0)
			return found;
		rest = fl_slice_skip(rest, (size_t)open + strlen(pair->open));
		if (!close || close < rest.ptr) {
			ptrdiff_t at = fl_slice_find(rest, pair->close);
			if (at < 0)
				return found;
			close = rest.ptr + at;
		}
		*ret_code = fl_slice(rest.ptr, (size_t)(close - rest.ptr));
		if (ret_code->len && ret_code->ptr[0] == '\n')
			*ret_code = fl_slice_skip(*ret_code, 1);
		found = true;
	}
}

static bool looks_like_code(struct fl_slice text)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line)) {
		line = fl_slice_trim(line);
		if (fl_slice_starts(line, "#include") || fl_slice_starts(line, "--- ") ||
			(line.len && strchr(";{}", line.ptr[line.len - 1])))
			return true;
	}
	return false;
}

int ds_extract_code(struct fl_slice answer, struct fl_arena *a, enum ds_extract *ret_how,
	struct fl_slice *ret_code, struct fl_slice *ret_thought, struct fl_error *err)
{
	struct fl_buf said, thought;
	struct fl_slice code, inner;
	enum ds_extract how = DS_EXTRACT_NONE;
	bool any;
	fl_buf_init(&said, ANSWER_MAX);
	fl_buf_init(&thought, ANSWER_MAX);
	split_thoughts(answer, &said, &thought);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&said));
	if (ret_thought)
		*ret_thought = fl_arena_slice(a, fl_buf_view(&thought));
	int rc = fl_buf_error(&said, "the answer", err);
	rc = rc ? rc : fl_buf_error(&thought, "the answer", err);
	rc = rc ? rc : fl_arena_error(a, "the answer", err);
	fl_buf_release(&said);
	fl_buf_release(&thought);
	if (rc)
		return rc;
	if (between_markers(text, &code)) {
		how = DS_EXTRACT_MARKERS;
		if (best_fence(code, &inner, &any) != OTHER)
			code = inner;
	} else if (best_fence(text, &code, &any) != OTHER) {
		how = DS_EXTRACT_FENCE;
	} else if (!any && looks_like_code(text)) {
		how = DS_EXTRACT_WHOLE;
		code = text;
	}
	*ret_how = how;
	if (how != DS_EXTRACT_NONE)
		*ret_code = code;
	return 0;
}
