#include "datasets/record/tokens.h"

enum sort { LETTER, DIGIT, MARK, BLANK, BEYOND, INSIDE };

static enum sort sort_of(unsigned char c)
{
	if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
		return LETTER;
	if (c >= '0' && c <= '9')
		return DIGIT;
	if (c == ' ' || (c >= '\t' && c <= '\r'))
		return BLANK;
	if (c < 0x80)
		return MARK;
	return (c & 0xc0) == 0x80 ? INSIDE : BEYOND; /* of a character of UTF-8 */
}

static int64_t run(enum sort sort, struct fl_slice text)
{
	/* As many of a sort are a token. */
	static const int64_t bytes[] = {[LETTER] = 6, [DIGIT] = 3, [MARK] = 3, [BEYOND] = 1};
	int64_t n = (int64_t)text.len;
	if (sort == BLANK)
		return n > 1 || text.ptr[0] != ' ';
	return sort == INSIDE ? 0 : (n + bytes[sort] - 1) / bytes[sort];
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
