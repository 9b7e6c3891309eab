#include "debugsession/session/cut.h"

enum { LINES_DEFAULT = 100, KEEP_PERCENT = 40 };

/* The first n lines, with their newlines, in at most max bytes (0: any). */
static struct fl_slice first_lines(struct fl_slice text, size_t n, size_t max)
{
	struct fl_slice rest = text, line;
	size_t len = 0;
	while (n && fl_slice_line(&rest, &line)) {
		size_t end = text.len - rest.len;
		if (max && end > max)
			return fl_slice_head(text, len ? len : max);
		len = end;
		n--;
	}
	return fl_slice_head(text, len);
}

/* The last n lines in at most max bytes (0: any). */
static struct fl_slice last_lines(struct fl_slice text, size_t n, size_t max)
{
	size_t at = text.len;
	while (n && at > 0) {
		size_t end = text.ptr[at - 1] == '\n' ? at - 1 : at;
		size_t start = (size_t)(fl_slice_rchr(fl_slice_head(text, end), '\n') + 1);
		if (max && text.len - start > max)
			break;
		at = start;
		n--;
	}
	return fl_slice_skip(text, at);
}

static void cut_from(struct fl_slice text, const struct dbg_cut *how, size_t lines,
	struct fl_buf *out, struct dbg_cut_result *result)
{
	struct fl_slice rest = fl_slice_skip(text, how->cursor);
	struct fl_slice page = first_lines(rest, lines, how->max_bytes);
	fl_buf_slice(out, page);
	if (page.len == rest.len)
		return;
	result->omitted = fl_slice_lines(fl_slice_skip(rest, page.len));
	result->next = text.len - rest.len + page.len;
}

void dbg_cut_text(struct fl_slice text, const struct dbg_cut *how, struct fl_buf *out,
	struct dbg_cut_result *ret_result)
{
	size_t lines = how->max_lines ? how->max_lines : LINES_DEFAULT;
	size_t part = lines * KEEP_PERCENT / 100;
	*ret_result = (struct dbg_cut_result){0};
	if (how->cursor) {
		cut_from(text, how, lines, out, ret_result);
		return;
	}
	if (fl_slice_lines(text) <= lines && (!how->max_bytes || text.len <= how->max_bytes)) {
		fl_buf_slice(out, text);
		return;
	}
	size_t half = how->max_bytes ? how->max_bytes * KEEP_PERCENT / 100 + 1 : 0;
	struct fl_slice head = first_lines(text, part ? part : 1, half);
	struct fl_slice tail = last_lines(fl_slice_skip(text, head.len), part, half);
	struct fl_slice middle = fl_slice(text.ptr + head.len, text.len - head.len - tail.len);
	ret_result->omitted = fl_slice_lines(middle);
	ret_result->next = head.len;
	fl_buf_slice(out, head);
	if (head.len && head.ptr[head.len - 1] != '\n')
		fl_buf_char(out, '\n');
	fl_buf_printf(out, "... [%zu lines omitted] ...\n", ret_result->omitted);
	fl_buf_slice(out, tail);
}
