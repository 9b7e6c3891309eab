/* Values of literal.h's documents, as all styles write them; the markers around documents. */
#include "base/literal/priv.h"

#include <inttypes.h>

#include "base/json_escape.h"
#include "base/copy_run.h"
#include "base/show.h"
#include "base/utf8.h"

#define THINK_END "<THINK_END>"

static const struct fl_marker_pair markers[FL_MARK_COUNT] = {
	[FL_MARK_NONE] = {"none", "", ""},
	[FL_MARK_COMPILE] = {"compile", "// <COMPILE_START>", "// <COMPILE_END>"},
	[FL_MARK_DEBUG] = {"debug", "<DEBUG_CONTEXT>", "<CODE_END>"},
	[FL_MARK_THOUGHT] = {"thought", "<THOUGHT_START>", "<THOUGHT_END>"},
	[FL_MARK_QUERY] = {"query", "<QUERY_TOOL>", "<CODE_END>"},
	[FL_MARK_RESULT] = {"result", "<TOOL_RESULT>", "<CODE_END>"},
	[FL_MARK_CODE] = {"code", "<CODE_START>", "<CODE_END>"},
	[FL_MARK_SCRIPT] = {"script", "<SCRIPT_START>", "<SCRIPT_END>"},
	[FL_MARK_PLAN] = {"plan", "<THINK_PLAN>", THINK_END},
	[FL_MARK_TRACE] = {"trace", "<THINK_TRACE>", THINK_END},
	[FL_MARK_HYPOTHESIS] = {"hypothesis", "<THINK_HYPOTHESIS>", THINK_END},
	[FL_MARK_ELIMINATE] = {"eliminate", "<THINK_ELIMINATE>", THINK_END},
	[FL_MARK_CONFIRM] = {"confirm", "<THINK_CONFIRM>", THINK_END},
	[FL_MARK_ERROR] = {"error", "<THINK_ERROR>", THINK_END},
	[FL_MARK_FIX] = {"fix", "<THINK_FIX>", THINK_END},
	[FL_MARK_VERIFY] = {"verify", "<THINK_VERIFY>", THINK_END},
};

const struct fl_marker_pair *fl_marker(enum fl_marker m)
{
	return &markers[m];
}

size_t fl_marker_len(struct fl_slice s)
{
	if (s.len < 2 || s.ptr[0] != '<' || s.ptr[1] < 'A' || s.ptr[1] > 'Z')
		return 0; /* all are words in capitals */
	for (int m = FL_MARK_NONE + 1; m < FL_MARK_COUNT; m++) {
		const char *const words[] = {
			strchr(markers[m].open, '<'), strchr(markers[m].close, '<')};
		for (size_t i = 0; i < 2; i++)
			if (fl_slice_starts(s, words[i]))
				return strlen(words[i]);
	}
	return 0;
}

static char *copy_octal(char *at, struct fl_slice bytes)
{
	for (size_t i = 0; i < bytes.len; i++) {
		unsigned byte = (unsigned char)bytes.ptr[i];
		*at++ = '\\';
		*at++ = (char)('0' + (byte >> 6));
		*at++ = (char)('0' + (byte >> 3 & 7));
		*at++ = (char)('0' + (byte & 7));
	}
	return at;
}

static char *copy_ascii(char *at, char c, char before)
{
	static const char from[] = "\"\\\n\t\r", to[] = "\"\\ntr";
	const char *known = c ? strchr(from, c) : NULL;
	if (!known && ((unsigned char)c < 0x20 || c == 0x7f))
		return copy_octal(at, fl_slice(&c, 1));
	if (known || (c == '?' && before == '?'))
		*at++ = '\\';
	*at = known ? to[known - from] : c;
	return at + 1;
}

enum { CHAR_MAX_OUT = 16 }; /* of one character: four bytes in octal */

/* Copy the character at the start of s; *ret_end is its end. Bytes taken. */
static size_t copy_char(char *at, struct fl_slice s, char before, char **ret_end)
{
	uint32_t c;
	size_t n = fl_utf8_decode(s, &c);
	/* A marker in somebody's text would end ours, for whoever looks for it. */
	if (n == 1 && !fl_marker_len(s)) {
		*ret_end = copy_ascii(at, s.ptr[0], before);
	} else if (n > 1 && !fl_show_hides(c)) { /* compilers warn about some (-Wbidi-chars) */
		memcpy(at, s.ptr, n);
		*ret_end = at + n;
	} else {
		n = n ? n : 1;
		*ret_end = copy_octal(at, fl_slice_head(s, n));
	}
	return n;
}

void fl_literal_text(struct fl_buf *out, struct fl_slice s)
{
	char piece[256] = "\"", *at = piece + 1;
	const char *full = piece + sizeof(piece) - FL_LANES - CHAR_MAX_OUT, *start = s.ptr;
	while (s.len) {
		if (at > full) {
			fl_buf_add(out, piece, (size_t)(at - piece));
			at = piece;
		}
		size_t n = fl_copy_run(at, s, true);
		at += n;
		s = fl_slice_skip(s, n);
		if (n < FL_LANES && s.len)
			s = fl_slice_skip(
				s, copy_char(at, s, s.ptr > start ? s.ptr[-1] : '\0', &at));
	}
	*at++ = '"';
	fl_buf_add(out, piece, (size_t)(at - piece));
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
