#include "sanitize/report/text.h"

#include "base/buf.h"

enum { LOWEST_ADDRESS = 65536 };

bool san_skip_past(struct fl_slice *s, const char *words)
{
	ptrdiff_t at = fl_slice_find(*s, words);
	if (at < 0)
		return false;
	*s = fl_slice_skip(*s, (size_t)at + strlen(words));
	return true;
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F') /* Helgrind's */
		return c - 'A' + 10;
	return -1;
}

/* Length of the hexadecimal number with its "0x" at the start of s, or 0. */
static size_t address_len(struct fl_slice s, uint64_t *ret_value)
{
	size_t i = 2;
	*ret_value = 0;
	if (!fl_slice_starts(s, "0x"))
		return 0;
	for (; i < s.len && i < 18 && digit(s.ptr[i]) >= 0; i++)
		*ret_value = *ret_value << 4 | (uint64_t)digit(s.ptr[i]);
	/* UBSan writes __int128 values in 32 digits */
	return i > 2 && (i == s.len || digit(s.ptr[i]) < 0) ? i : 0;
}

uint64_t san_address(struct fl_slice s)
{
	uint64_t value;
	address_len(s, &value);
	return value;
}

struct fl_slice san_without_addresses(struct fl_slice text, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, text.len * 4 + 16);
	while (text.len) {
		uint64_t value;
		size_t n = address_len(text, &value);
		if (n && value >= LOWEST_ADDRESS)
			fl_buf_str(&out, "<address>");
		else
			fl_buf_slice(&out, fl_slice_head(text, n = n ? n : 1));
		text = fl_slice_skip(text, n);
	}
	struct fl_slice result = fl_arena_slice(a, fl_buf_view(&out));
	if (out.failed)
		a->failed = out.failed;
	fl_buf_release(&out);
	return result;
}
