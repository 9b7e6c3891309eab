#include "base/base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void fl_base64_encode(struct fl_buf *out, struct fl_slice bytes)
{
	for (size_t i = 0; i < bytes.len; i += 3) {
		uint32_t group = 0;
		size_t n = bytes.len - i < 3 ? bytes.len - i : 3;
		for (size_t k = 0; k < 3; k++)
			group = group << 8 | (k < n ? (unsigned char)bytes.ptr[i + k] : 0);
		for (size_t k = 0; k < 4; k++)
			fl_buf_char(out, k <= n ? digits[group >> (18 - 6 * k) & 63] : '=');
	}
}

int fl_base64_decode(struct fl_buf *out, struct fl_slice text, struct fl_error *err)
{
	if (text.len % 4)
		return fl_error_set(
			err, FL_EPARSE, "base 64 comes in groups of four, not %zu", text.len);
	size_t pad = fl_slice_ends(text, "==") ? 2 : fl_slice_ends(text, "=") ? 1 : 0;
	for (size_t i = 0; i < text.len; i += 4) {
		uint32_t group = 0;
		size_t n = i + 4 == text.len ? 4 - pad : 4;
		for (size_t k = 0; k < 4; k++) {
			char c = k < n ? text.ptr[i + k] : 'A';
			const char *digit = c ? strchr(digits, c) : NULL;
			if (!digit)
				return fl_error_set(err, FL_EPARSE,
					"byte %zu of the text is no digit of base 64", i + k);
			group = group << 6 | (uint32_t)(digit - digits);
		}
		for (size_t k = 0; k + 1 < n; k++)
			fl_buf_char(out, (char)(group >> (16 - 8 * k)));
	}
	return 0;
}
