#include "base/path.h"

struct fl_slice fl_path_straight(struct fl_arena *a, struct fl_slice path, bool *ret_leaves)
{
	char *out = fl_arena_alloc(a, path.len + 1);
	size_t len = 0;
	bool leaves = false;
	while (out && path.len) {
		ptrdiff_t slash = fl_slice_chr(path, '/');
		struct fl_slice part = fl_slice_head(path, slash < 0 ? path.len : (size_t)slash);
		path = fl_slice_skip(path, part.len + (slash >= 0));
		if (part.len == 0 || fl_slice_eqs(part, "."))
			continue;
		if (fl_slice_eqs(part, "..")) {
			leaves = leaves || len == 0;
			while (len && out[len - 1] != '/')
				len--;
			len -= len > 0;
			continue;
		}
		if (len)
			out[len++] = '/';
		memcpy(out + len, part.ptr, part.len);
		len += part.len;
	}
	if (out)
		out[len] = '\0';
	if (ret_leaves)
		*ret_leaves = leaves;
	return fl_slice(out, len);
}

bool fl_path_is_straight(struct fl_slice path)
{
	for (;;) {
		ptrdiff_t slash = fl_slice_chr(path, '/');
		struct fl_slice part = slash < 0 ? path : fl_slice_head(path, (size_t)slash);
		if (!part.len || fl_slice_eqs(part, ".") || fl_slice_eqs(part, ".."))
			return false;
		if (slash < 0)
			return true;
		path = fl_slice_skip(path, (size_t)slash + 1);
	}
}
