#include "base/slice.h"

#include <strings.h>

#include "base/lanes.h"

int fl_slice_cmp(struct fl_slice a, struct fl_slice b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int c = n ? memcmp(a.ptr, b.ptr, n) : 0;
	if (c)
		return c < 0 ? -1 : 1;
	return (a.len > b.len) - (a.len < b.len);
}

bool fl_slice_is_one(struct fl_slice a, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_eqs(a, words[i]))
			return true;
	return false;
}

ptrdiff_t fl_slice_rchr(struct fl_slice a, char c)
{
	const char *p = a.len ? memrchr(a.ptr, c, a.len) : NULL;
	return p ? p - a.ptr : -1;
}

/* It stands at `at`, for all that is known of its first and last byte. */
static bool is_at(struct fl_slice a, struct fl_slice needle, size_t at)
{
	return needle.len <= 2 || memcmp(a.ptr + at + 1, needle.ptr + 1, needle.len - 2) == 0;
}

static ptrdiff_t search_short(struct fl_slice a, struct fl_slice needle)
{
	char first = needle.ptr[0], last = needle.ptr[needle.len - 1];
	for (size_t at = 0; at + needle.len <= a.len; at++)
		if (a.ptr[at] == first && a.ptr[at + needle.len - 1] == last &&
			is_at(a, needle, at))
			return (ptrdiff_t)at;
	return -1;
}

/*
 * memmem() prepares a table for each call, which costs more than a search in one line; memchr()
 * stops at every place of a frequent first letter. So blocks of places where the needle's first and
 * last byte do not both stand are passed at once.
 */
ptrdiff_t fl_slice_search(struct fl_slice a, struct fl_slice needle)
{
	if (!needle.len)
		return 0;
	if (a.len < needle.len)
		return -1;
	size_t places = a.len - needle.len + 1;
	if (places < FL_LANES)
		return search_short(a, needle);
	const fl_lanes first = fl_lanes_of(needle.ptr[0]),
		       last = fl_lanes_of(needle.ptr[needle.len - 1]);
	for (size_t at = 0; at < places; at += FL_LANES) {
		if (places - at < FL_LANES)
			at = places - FL_LANES;
		const char *here = a.ptr + at;
		unsigned held = fl_lanes_mask((fl_lanes_load(here) == first) &
					      (fl_lanes_load(here + needle.len - 1) == last));
		for (; held; held &= held - 1) {
			size_t place = at + (size_t)__builtin_ctz(held);
			if (is_at(a, needle, place))
				return (ptrdiff_t)place;
		}
	}
	return -1;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool fl_slice_eq_nocase(struct fl_slice a, struct fl_slice b)
{
	return a.len == b.len && (a.len == 0 || strncasecmp(a.ptr, b.ptr, a.len) == 0);
}

ptrdiff_t fl_slice_find_nocase(struct fl_slice a, const char *needle)
{
	size_t len = strlen(needle);
	for (size_t i = 0; i + len <= a.len; i++)
		if (strncasecmp(a.ptr + i, needle, len) == 0)
			return (ptrdiff_t)i;
	return -1;
}

struct fl_slice fl_slice_trim(struct fl_slice a)
{
	size_t from = 0;
	while (from < a.len && is_blank(a.ptr[from]))
		from++;
	while (a.len > from && is_blank(a.ptr[a.len - 1]))
		a.len--;
	return fl_slice_skip(a, from);
}

bool fl_slice_line(struct fl_slice *rest, struct fl_slice *ret_line)
{
	if (rest->len == 0)
		return false;
	ptrdiff_t n = fl_slice_chr(*rest, '\n');
	size_t len = n < 0 ? rest->len : (size_t)n;
	*ret_line = fl_slice_head(*rest, len);
	*rest = fl_slice_skip(*rest, n < 0 ? len : len + 1);
	return true;
}

size_t fl_slice_common_head(struct fl_slice a, struct fl_slice b)
{
	size_t n = 0;
	while (n < a.len && n < b.len && a.ptr[n] == b.ptr[n])
		n++;
	return n;
}

size_t fl_slice_common_tail(struct fl_slice a, struct fl_slice b)
{
	size_t n = 0;
	while (n < a.len && n < b.len && a.ptr[a.len - 1 - n] == b.ptr[b.len - 1 - n])
		n++;
	return n;
}

size_t fl_slice_count(struct fl_slice a, char c)
{
	size_t n = 0;
	for (size_t i = 0; i < a.len; i++)
		n += a.ptr[i] == c;
	return n;
}

struct fl_slice fl_slice_line_at(struct fl_slice text, int64_t number)
{
	struct fl_slice found = {0};
	while (number-- > 0)
		if (!fl_slice_line(&text, &found))
			return fl_slice(NULL, 0);
	return found;
}

size_t fl_slice_lines(struct fl_slice a)
{
	return fl_slice_count(a, '\n') + (a.len && a.ptr[a.len - 1] != '\n');
}

size_t fl_slice_uint(struct fl_slice a, uint32_t *ret_value)
{
	uint64_t v = 0;
	size_t i = 0;
	for (; i < a.len && a.ptr[i] >= '0' && a.ptr[i] <= '9'; i++) {
		v = v * 10 + (uint64_t)(a.ptr[i] - '0');
		if (v > UINT32_MAX)
			return 0;
	}
	if (i)
		*ret_value = (uint32_t)v;
	return i;
}
