#include "datasets/reward/compare.h"

#include <math.h>
#include <stdlib.h>

enum { NUMBER_MAX = 63 };

static const char *const words[] = {
#define X(id, word) word,
	DS_COMPARISONS(X)
#undef X
};
const struct fl_names ds_comparison_names = {"comparison", words, DS_COMPARISON_COUNT};

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Cut the next word, and the blanks before it, from s; false at the end. */
static bool next_word(struct fl_slice *s, struct fl_slice *ret_word)
{
	size_t start = 0, end;
	while (start < s->len && is_blank(s->ptr[start]))
		start++;
	for (end = start; end < s->len && !is_blank(s->ptr[end]);)
		end++;
	*ret_word = fl_slice(s->ptr + start, end - start);
	*s = fl_slice_skip(*s, end);
	return end > start;
}

/* A decimal number and nothing else; no infinity, no hexadecimal one. */
static bool read_number(struct fl_slice word, double *ret_value)
{
	char text[NUMBER_MAX + 1], *end;
	if (!word.len || word.len > NUMBER_MAX)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (!memchr("0123456789+-.eE", word.ptr[i], 15))
			return false;
	memcpy(text, word.ptr, word.len);
	text[word.len] = '\0';
	*ret_value = strtod(text, &end);
	return *end == '\0' && end != text && isfinite(*ret_value);
}

static bool same_word(const struct ds_compare *c, struct fl_slice expected, struct fl_slice actual)
{
	double want, got;
	if (fl_slice_eq(expected, actual))
		return true;
	if (c->how != DS_COMPARE_TOLERANCE || !read_number(expected, &want) ||
		!read_number(actual, &got))
		return false;
	bool given = c->absolute > 0 || c->relative > 0;
	double absolute = given ? c->absolute : 1e-6, relative = given ? c->relative : 1e-6;
	double gap = fabs(want - got);
	return gap <= absolute || gap <= relative * fabs(want);
}

static bool same_words(const struct ds_compare *c, struct fl_slice expected, struct fl_slice actual)
{
	struct fl_slice want, got;
	for (;;) {
		bool more = next_word(&expected, &want);
		if (next_word(&actual, &got) != more)
			return false;
		if (!more)
			return true;
		if (!same_word(c, want, got))
			return false;
	}
}

static struct fl_slice without_end(struct fl_slice line)
{
	while (line.len && is_blank(line.ptr[line.len - 1]))
		line.len--;
	return line;
}

static bool same_line(const struct ds_compare *c, struct fl_slice expected, struct fl_slice actual)
{
	if (c->how == DS_COMPARE_EXACT)
		return fl_slice_eq(expected, actual);
	if (c->how == DS_COMPARE_LINES)
		return fl_slice_eq(without_end(expected), without_end(actual));
	return same_words(c, expected, actual);
}

static bool same_lines(struct fl_slice expected, struct fl_slice actual)
{
	static const struct ds_compare lines = {.how = DS_COMPARE_LINES};
	struct fl_slice want, got;
	expected = without_end(expected);
	actual = without_end(actual);
	for (;;) {
		bool more = fl_slice_line(&expected, &want);
		if (fl_slice_line(&actual, &got) != more)
			return false;
		if (!more)
			return true;
		if (!same_line(&lines, want, got))
			return false;
	}
}

/* ---- in any order ---- */

static int by_words(const void *x, const void *y)
{
	struct fl_slice a = *(const struct fl_slice *)x, b = *(const struct fl_slice *)y;
	struct fl_slice u, v;
	for (;;) {
		bool more = next_word(&a, &u), other = next_word(&b, &v);
		if (!more || !other)
			return (int)more - (int)other;
		int order = fl_slice_cmp(u, v);
		if (order)
			return order;
	}
}

/* The lines that are not blank, sorted. */
static int sorted(struct fl_slice text, struct fl_arena *a, struct fl_slice **ret_lines,
	size_t *ret_count, struct fl_error *err)
{
	struct fl_slice line, *lines = fl_arena_array(a, fl_slice_lines(text) + 1, sizeof(*lines));
	size_t n = 0;
	if (!lines)
		return fl_arena_error(a, "the lines of an output", err);
	while (fl_slice_line(&text, &line))
		if (without_end(line).len)
			lines[n++] = line;
	qsort(lines, n, sizeof(*lines), by_words);
	*ret_lines = lines;
	*ret_count = n;
	return 0;
}

/* The line of the text that stands there in memory. */
static int64_t line_of(struct fl_slice text, struct fl_slice line)
{
	return 1 +
	       (int64_t)fl_slice_count(fl_slice_head(text, (size_t)(line.ptr - text.ptr)), '\n');
}

static int compare_unordered(struct fl_slice expected, struct fl_slice actual, struct fl_arena *a,
	bool *ret_same, struct ds_difference *ret_difference, struct fl_error *err)
{
	struct fl_slice *want, *got;
	size_t wants, gots, i = 0;
	int rc = sorted(expected, a, &want, &wants, err);
	rc = rc ? rc : sorted(actual, a, &got, &gots, err);
	if (rc)
		return rc;
	while (i < wants && i < gots && by_words(&want[i], &got[i]) == 0)
		i++;
	*ret_same = i == wants && i == gots;
	if (*ret_same || !ret_difference)
		return 0;
	/* The lesser of the two is the one that the other side lacks. */
	int order = i == wants ? 1 : i == gots ? -1 : by_words(&want[i], &got[i]);
	*ret_difference = (struct ds_difference){.line = 0};
	if (order < 0) {
		ret_difference->expected = want[i];
		ret_difference->line = line_of(expected, want[i]);
	} else {
		ret_difference->actual = got[i];
	}
	return 0;
}

/* The first line that is not the same. */
static struct ds_difference find_difference(
	const struct ds_compare *c, struct fl_slice expected, struct fl_slice actual)
{
	struct ds_difference d = {.line = 0};
	for (;;) {
		d.line++;
		bool more = fl_slice_line(&expected, &d.expected);
		bool other = fl_slice_line(&actual, &d.actual);
		if (!more)
			d.expected = (struct fl_slice){0};
		if (!other)
			d.actual = (struct fl_slice){0};
		if (more != other || !more || !same_line(c, d.expected, d.actual))
			return d;
	}
}

int ds_compare_outputs(const struct ds_compare *c, struct fl_slice expected, struct fl_slice actual,
	struct fl_arena *a, bool *ret_same, struct ds_difference *ret_difference,
	struct fl_error *err)
{
	if (c->how == DS_COMPARE_UNORDERED)
		return compare_unordered(expected, actual, a, ret_same, ret_difference, err);
	bool same = c->how == DS_COMPARE_EXACT   ? fl_slice_eq(expected, actual)
		    : c->how == DS_COMPARE_LINES ? same_lines(expected, actual)
						 : same_words(c, expected, actual);
	*ret_same = same;
	if (!same && ret_difference)
		*ret_difference = find_difference(c, expected, actual);
	return 0;
}
