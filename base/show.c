#include "base/show.h"

#include "base/utf8.h"

enum { LINE_MAX_BYTES = 1 << 16 };

bool fl_show_hides(uint32_t c)
{
	return (c >= 0x80 && c <= 0x9f) || (c >= 0x200b && c <= 0x200f) ||
	       (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0x061c ||
	       c == 0xfeff || (c >= 0xe000 && c <= 0xf8ff) || (c & 0xfffe) == 0xfffe;
}

/* The first character of s, n bytes (0: none), or what is shown instead of it. */
static void put(struct fl_buf *out, struct fl_slice s, size_t n, uint32_t c, bool json)
{
	if (n == 0)
		fl_buf_printf(out, "\\x%02x", (unsigned char)s.ptr[0]);
	else if (c == '\n' || c == '\t' || c == '\r')
		fl_buf_str(out, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r");
	else if (c < 0x20 || c == 0x7f)
		fl_buf_printf(out, json ? "\\u%04x" : "\\x%02x", (unsigned)c);
	else if (fl_show_hides(c))
		fl_buf_printf(out, c > 0xffff ? "\\U%08x" : "\\u%04x", (unsigned)c);
	else
		fl_buf_add(out, s.ptr, n);
}

/* Bytes of a sequence at the start of s that sets a colour or style, or clears a line's rest. */
static size_t colour_len(struct fl_slice s)
{
	size_t i = 2;
	if (!fl_slice_starts(s, "\033["))
		return 0;
	while (i < s.len && ((s.ptr[i] >= '0' && s.ptr[i] <= '9') || s.ptr[i] == ';'))
		i++;
	return i < s.len && (s.ptr[i] == 'm' || s.ptr[i] == 'K') ? i + 1 : 0;
}

void fl_show_as(struct fl_buf *out, struct fl_slice text, unsigned flags)
{
	bool lines = (flags & FL_SHOW_LINES) == FL_SHOW_LINES;
	while (text.len) {
		uint32_t c = 0;
		size_t colour = flags & FL_SHOW_COLOURS ? colour_len(text) : 0;
		size_t n = colour ? colour : fl_utf8_decode(text, &c);
		if (colour || (lines && c == '\n') || ((flags & FL_SHOW_TABS) && c == '\t') ||
			((flags & FL_SHOW_JSON) && c > 0xffff))
			fl_buf_add(out, text.ptr, n);
		else if (!lines || !fl_slice_starts(text, "\r\n"))
			put(out, text, n, c, flags & FL_SHOW_JSON);
		text = fl_slice_skip(text, n ? n : 1);
	}
}

void fl_show(struct fl_buf *out, struct fl_slice text)
{
	fl_show_as(out, text, 0);
}

static void show_vprintf(struct fl_buf *out, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));
static void show_vprintf(struct fl_buf *out, const char *fmt, va_list ap)
{
	struct fl_buf text;
	fl_buf_init(&text, LINE_MAX_BYTES);
	fl_buf_vprintf(&text, fmt, ap);
	fl_show(out, fl_buf_view(&text));
	fl_buf_release(&text);
}

void fl_show_printf(struct fl_buf *out, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	show_vprintf(out, fmt, ap);
	va_end(ap);
}

void fl_vtell(const char *tool, const char *fmt, va_list ap)
{
	struct fl_buf line;
	fl_buf_init(&line, 8 * LINE_MAX_BYTES);
	fl_buf_printf(&line, "%s: ", tool);
	show_vprintf(&line, fmt, ap);
	fl_buf_char(&line, '\n');
	fl_write_all(2, fl_buf_view(&line), NULL);
	fl_buf_release(&line);
}

void fl_tell_lines(const char *tool, const char *intro, struct fl_slice text)
{
	struct fl_slice line;
	struct fl_buf out;
	fl_buf_init(&out, 16 * LINE_MAX_BYTES);
	fl_buf_printf(&out, "%s: %s\n", tool, intro);
	while (fl_slice_line(&text, &line)) {
		fl_buf_str(&out, "  ");
		fl_show_as(&out, line, FL_SHOW_TABS);
		fl_buf_char(&out, '\n');
	}
	fl_write_all(2, fl_buf_view(&out), NULL);
	fl_buf_release(&out);
}

void fl_tell(const char *tool, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fl_vtell(tool, fmt, ap);
	va_end(ap);
}
