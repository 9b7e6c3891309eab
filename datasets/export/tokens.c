#include "datasets/export/tokens.h"

enum { WORD_BYTES = 4 };

enum sort { WORD, BLANK, MARK, INSIDE };

static enum sort sort_of(unsigned char c)
{
	if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')
		return WORD;
	if (c == ' ' || (c >= '\t' && c <= '\r'))
		return BLANK;
	return (c & 0xc0) == 0x80 ? INSIDE : MARK;
}

static int64_t run(enum sort sort, struct fl_slice text)
{
	int64_t n = (int64_t)text.len;
	if (sort == WORD)
		return (n + WORD_BYTES - 1) / WORD_BYTES;
	if (sort == BLANK)
		return n > 1 || text.ptr[0] != ' ';
	return sort == MARK ? n : 0;
}

int64_t ds_tokens(struct fl_slice text)
{
	int64_t tokens = 0;
	for (size_t at = 0, next; at < text.len; at = next) {
		enum sort sort = sort_of((unsigned char)text.ptr[at]);
		for (next = at + 1; next < text.len; next++)
			if (sort_of((unsigned char)text.ptr[next]) != sort)
				break;
		tokens += run(sort, fl_slice(text.ptr + at, next - at));
	}
	return tokens;
}
