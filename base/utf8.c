#include "base/utf8.h"

size_t fl_utf8_decode(struct fl_slice s, uint32_t *ret_char)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	if (s.len == 0)
		return 0;
	unsigned char lead = (unsigned char)s.ptr[0];
	size_t n = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
	if (lead > 0xf4) /* a longer form, which the mask below would take for a shorter one */
		n = 0;
	if (n == 0 || n > s.len)
		return 0;
	uint32_t c = n == 1 ? lead : lead & (0xffu >> (n + 1));
	for (size_t i = 1; i < n; i++) {
		unsigned char b = (unsigned char)s.ptr[i];
		if ((b & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (b & 0x3f);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*ret_char = c;
	return n;
}

size_t fl_utf8_encode(uint32_t c, char out[4])
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (size_t i = n - 1; i > 0; i--) {
		out[i] = (char)(0x80 | (c & 0x3f));
		c >>= 6;
	}
	out[0] = (char)((0xf00u >> n & 0xff) | c);
	return n;
}

struct fl_slice fl_utf8_head(struct fl_slice s, size_t most)
{
	size_t n = most < s.len ? most : s.len;
	while (n && n < s.len && ((unsigned char)s.ptr[n] & 0xc0) == 0x80)
		n--;
	return fl_slice_head(s, n);
}
