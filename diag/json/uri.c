#include "diag/json/uri.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "C:" and then a slash. */
static bool has_drive(struct fl_slice s)
{
	return s.len > 2 && is_letter(s.ptr[0]) && s.ptr[1] == ':' &&
	       (s.ptr[2] == '/' || s.ptr[2] == '\\');
}

static void escape(struct fl_buf *out, struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (is_letter(c) || is_digit(c) || (c && strchr("-._~/+@=", c)))
			fl_buf_char(out, c);
		else
			fl_buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
	}
}

void diag_uri_write(struct fl_buf *out, struct fl_slice file)
{
	if (has_drive(file)) {
		fl_buf_str(out, "file:///");
		fl_buf_add(out, file.ptr, 2);
		file = fl_slice_skip(file, 2);
	} else if (fl_slice_starts(file, "//")) {
		fl_buf_str(out, "file:");
		/* An empty host would read as a path of one slash less. */
		if (fl_slice_starts(file, "///"))
			fl_buf_str(out, "//");
	} else if (fl_slice_starts(file, "/")) {
		fl_buf_str(out, "file://");
	}
	escape(out, file);
}

bool diag_uri_absolute(struct fl_slice uri)
{
	size_t i = 0;
	while (i < uri.len &&
		(is_letter(uri.ptr[i]) ||
			(i && (is_digit(uri.ptr[i]) || memchr("+-.", uri.ptr[i], 3)))))
		i++;
	return i > 0 && i < uri.len && uri.ptr[i] == ':';
}

static struct fl_slice unescape(struct fl_arena *a, struct fl_slice s)
{
	char *out = fl_arena_alloc(a, s.len + 1);
	size_t n = 0;
	for (size_t i = 0; out && i < s.len; i++) {
		int high = s.ptr[i] == '%' && i + 2 < s.len ? fl_hex_value(s.ptr[i + 1]) : -1;
		int low = high >= 0 ? fl_hex_value(s.ptr[i + 2]) : -1;
		out[n++] = low >= 0 ? (char)(unsigned)(high * 16 + low) : s.ptr[i];
		i += low >= 0 ? 2 : 0;
	}
	return fl_slice(out, n);
}

struct fl_slice diag_uri_file(struct fl_arena *a, struct fl_slice uri)
{
	if (!fl_slice_starts(uri, "file:"))
		return diag_uri_absolute(uri) ? fl_arena_slice(a, uri) : unescape(a, uri);
	uri = fl_slice_skip(uri, strlen("file:"));
	if (fl_slice_starts(uri, "//localhost/"))
		uri = fl_slice_skip(uri, strlen("//localhost"));
	else if (fl_slice_starts(uri, "///"))
		uri = fl_slice_skip(uri, 2);
	/* In any other path the colon is escaped. */
	if (uri.len > 2 && uri.ptr[0] == '/' && is_letter(uri.ptr[1]) && uri.ptr[2] == ':')
		uri = fl_slice_skip(uri, 1);
	return unescape(a, uri);
}
