/*
 * Lines of the rest that look as if a tool complained: a level before a colon, alone ("error:"), in
 * capitals ("ERROR:"), or with a code ("error X1234:").
 */
#include "diag/report/build.h"

enum { COLONS_MAX = 16, WORD_MAX = 16 };

static const char *const levels[] = {"error", "warning", "fatal"};

static bool is_word_byte(char c)
{
	return fl_is_word(c) || c == '-' || c == '.' || c == '/' || c == '#';
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

/* Is a level, or one with a code, what ends s? */
static bool ends_as_level(struct fl_slice s)
{
	struct fl_slice word = word_cut(&s);
	return is_level(word) || (is_code(word) && is_level(word_cut(&s)));
}

bool diag_looks_unread(struct fl_slice line)
{
	const char *at = line.ptr, *end = line.ptr + line.len, *colon;
	for (int i = 0; i < COLONS_MAX && at < end; i++, at = colon + 1) {
		colon = memchr(at, ':', (size_t)(end - at));
		if (!colon)
			return false;
		if (colon + 1 < end && colon[1] != ' ' && colon[1] != '\t')
			continue;
		if (colon > line.ptr && may_end(colon[-1]) &&
			ends_as_level(fl_slice(line.ptr, (size_t)(colon - line.ptr))))
			return true;
	}
	return false;
}
