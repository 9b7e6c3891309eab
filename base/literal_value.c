/* Values of base/literal.h's documents, as all styles write them; the markers around documents. */
#include "base/literal_priv.h"

#include <inttypes.h>

#include "base/json_escape.h"
#include "base/show.h"
#include "base/utf8.h"

static const struct fl_marker_pair markers[FL_MARK_COUNT] = {
	[FL_MARK_NONE] = {"none", "", ""},
	[FL_MARK_COMPILE] = {"compile", "// <COMPILE_START>", "// <COMPILE_END>"},
	[FL_MARK_DEBUG] = {"debug", "<DEBUG_CONTEXT>", "<CODE_END>"},
	[FL_MARK_THOUGHT] = {"thought", "<THOUGHT_START>", "<THOUGHT_END>"},
	[FL_MARK_QUERY] = {"query", "<QUERY_TOOL>", "<CODE_END>"},
	[FL_MARK_RESULT] = {"result", "<TOOL_RESULT>", "<CODE_END>"},
};

const struct fl_marker_pair *fl_marker(enum fl_marker m)
{
	return &markers[m];
}

size_t fl_marker_len(struct fl_slice s)
{
	if (!s.len || s.ptr[0] != '<')
		return 0;
	for (int m = FL_MARK_NONE + 1; m < FL_MARK_COUNT; m++) {
		const char *const words[] = {
			strchr(markers[m].open, '<'), strchr(markers[m].close, '<')};
		for (size_t i = 0; i < 2; i++)
			if (fl_slice_starts(s, words[i]))
				return strlen(words[i]);
	}
	return 0;
}

static void put_octal(struct fl_buf *out, struct fl_slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++)
		fl_buf_printf(out, "\\%03o", (unsigned char)bytes.ptr[i]);
}

static void put_char(struct fl_buf *out, char c, char before)
{
	switch (c) {
	case '"': fl_buf_str(out, "\\\""); break;
	case '\\': fl_buf_str(out, "\\\\"); break;
	case '\n': fl_buf_str(out, "\\n"); break;
	case '\t': fl_buf_str(out, "\\t"); break;
	case '\r': fl_buf_str(out, "\\r"); break;
	case '?': fl_buf_str(out, before == '?' ? "\\?" : "?"); break;
	default:
		if ((unsigned char)c < 0x20 || c == 0x7f)
			put_octal(out, fl_slice(&c, 1));
		else
			fl_buf_char(out, c);
	}
}

void fl_literal_text(struct fl_buf *out, struct fl_slice s)
{
	char before = 0;
	fl_buf_char(out, '"');
	while (s.len) {
		uint32_t c;
		size_t n = fl_utf8_decode(s, &c);
		/* A marker in somebody's text would end ours, for whoever looks for it. */
		if (n == 1 && !fl_marker_len(s))
			put_char(out, s.ptr[0], before);
		/* Compilers warn about some that are valid UTF-8 (-Wbidi-chars). */
		else if (n > 1 && !fl_show_hides(c))
			fl_buf_add(out, s.ptr, n);
		else
			put_octal(out, fl_slice_head(s, n ? n : 1));
		before = s.ptr[0];
		s = fl_slice_skip(s, n ? n : 1);
	}
	fl_buf_char(out, '"');
}

/* INT64_MIN has no literal of its own in C++. */
static void put_int(struct fl_buf *out, int64_t v)
{
	if (v == INT64_MIN)
		fl_buf_str(out, "-9223372036854775807 - 1");
	else
		fl_int_text(out, v);
}

void fl_literal_scalar(struct fl_buf *out, const struct fl_field *f, const void *m)
{
	switch (f->kind) {
	case FL_TEXT: fl_literal_text(out, *(const struct fl_slice *)m); break;
	case FL_INT: put_int(out, *(const int64_t *)m); break;
	case FL_HEX: fl_buf_printf(out, "0x%" PRIx64, *(const uint64_t *)m); break;
	case FL_BOOL: fl_buf_str(out, *(const bool *)m ? "true" : "false"); break;
	case FL_RATIO: fl_ratio_text(out, *(const int64_t *)m); break;
	case FL_ENUM: {
		const char *word = f->names->words[*(const int *)m];
		if (f->flags & FL_CXX_ENUM)
			fl_buf_str(out, word);
		else
			fl_literal_text(out, fl_slice_str(word));
		break;
	}
	default: break; /* objects and lists have writers of their own, for each style */
	}
}

void fl_literal_texts(struct fl_buf *out, const struct fl_list *list, const char *between)
{
	const struct fl_slice *texts = list->items;
	fl_buf_char(out, '{');
	for (size_t i = 0; i < list->len; i++) {
		if (i)
			fl_buf_str(out, between);
		fl_literal_text(out, texts[i]);
	}
	fl_buf_char(out, '}');
}
