/*
 * Lines of the rest that look as if a tool complained: a level before a colon, alone ("error:"), in
 * capitals ("ERROR:"), or with a code ("error X1234:").
 */
#include "diag/report/build.h"

enum { COLONS_MAX = 16, WORD_MAX = 16 };

static const char *const levels[] = {"error", "warning", "fatal"};

static bool is_word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '-' || c == '.' || c == '/' || c == '#';
}

/* The word that ends s, and what stands before it and blanks. */
static struct fl_slice word_cut(struct fl_slice *s)
{
	while (s->len && s->ptr[s->len - 1] == ' ')
		s->len--;
	size_t n = s->len;
	while (n && s->len - n < WORD_MAX && is_word_byte(s->ptr[n - 1]))
		n--;
	struct fl_slice word = fl_slice_skip(*s, n);
	s->len = n;
	return word;
}

static bool is_level(struct fl_slice word)
{
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (word.len == strlen(levels[i]) &&
			strncasecmp(word.ptr, levels[i], word.len) == 0)
			return true;
	return false;
}

/* Most words before a colon end neither as a level nor as a code. */
static bool may_end(char c)
{
	c |= 0x20;
	return c == 'r' || c == 'g' || c == 'l' || c == ' ' || (c >= '0' && c <= '9');
}

/* "X1234", "#123" */
static bool is_code(struct fl_slice word)
{
	size_t digits = 0;
	while (digits < word.len && word.ptr[word.len - 1 - digits] >= '0' &&
		word.ptr[word.len - 1 - digits] <= '9')
		digits++;
	return digits >= 3 && word.len - digits <= 4;
}

bool diag_looks_unread(struct fl_slice line)
{
	struct fl_slice rest = line;
	for (int i = 0; i < COLONS_MAX; i++) {
		ptrdiff_t colon = fl_slice_chr(rest, ':');
		if (colon < 0)
			return false;
		size_t at = (size_t)(rest.ptr - line.ptr) + (size_t)colon;
		struct fl_slice before = fl_slice_head(line, at);
		rest = fl_slice_skip(rest, (size_t)colon + 1);
		if (rest.len && rest.ptr[0] != ' ' && rest.ptr[0] != '\t')
			continue;
		if (!before.len || !may_end(before.ptr[at - 1]))
			continue;
		struct fl_slice word = word_cut(&before);
		if (is_level(word) || (is_code(word) && is_level(word_cut(&before))))
			return true;
	}
	return false;
}
