#include "base/slice.h"

int fl_slice_cmp(struct fl_slice a, struct fl_slice b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int c = n ? memcmp(a.ptr, b.ptr, n) : 0;
	if (c)
		return c < 0 ? -1 : 1;
	return (a.len > b.len) - (a.len < b.len);
}

ptrdiff_t fl_slice_rchr(struct fl_slice a, char c)
{
	const char *p = a.len ? memrchr(a.ptr, c, a.len) : NULL;
	return p ? p - a.ptr : -1;
}

/* memmem() prepares a table for each call, which costs more than a search in one line. */
ptrdiff_t fl_slice_search(struct fl_slice a, struct fl_slice needle)
{
	if (!needle.len)
		return 0;
	if (a.len < needle.len)
		return -1;
	const char *at = a.ptr, *end = a.ptr + (a.len - needle.len) + 1;
	while (at < end && (at = memchr(at, needle.ptr[0], (size_t)(end - at)))) {
		if (memcmp(at, needle.ptr, needle.len) == 0)
			return at - a.ptr;
		at++;
	}
	return -1;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct fl_slice fl_slice_trim(struct fl_slice a)
{
	while (a.len && is_blank(a.ptr[0]))
		a = fl_slice_skip(a, 1);
	while (a.len && is_blank(a.ptr[a.len - 1]))
		a.len--;
	return a;
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
