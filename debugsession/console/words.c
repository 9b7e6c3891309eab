#include "debugsession/console/words.h"

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Cut the next word off: up to a blank, the "/" of a format or the "&" of the background. */
static struct fl_slice next_word(struct fl_slice *s)
{
	size_t n = 0;
	while (s->len && blank(*s->ptr))
		*s = fl_slice_skip(*s, 1);
	while (n < s->len && !blank(s->ptr[n]) && s->ptr[n] != '/' && s->ptr[n] != '&')
		n++;
	struct fl_slice word = fl_slice_head(*s, n);
	*s = fl_slice_skip(*s, n);
	return word;
}

/* Does the word stand for `whole`, of which it must have at least `least`? */
static bool stands_for(struct fl_slice word, struct fl_slice whole, struct fl_slice least)
{
	return word.len >= least.len && word.len <= whole.len &&
	       memcmp(word.ptr, whole.ptr, word.len) == 0;
}

bool dbg_words_match(
	struct fl_slice command, const char *words, const char *least, struct fl_slice *ret_args)
{
	struct fl_slice w = fl_slice_str(words), l = fl_slice_str(least);
	while (w.len) {
		struct fl_slice whole = next_word(&w);
		if (!stands_for(next_word(&command), whole, next_word(&l)))
			return false;
	}
	if (ret_args)
		*ret_args = fl_slice_trim(command);
	return true;
}

bool dbg_words_nothing(struct fl_slice command)
{
	struct fl_slice line;
	while (fl_slice_line(&command, &line)) {
		line = fl_slice_trim(line);
		if (line.len && line.ptr[0] != '#')
			return false;
	}
	return true;
}

void dbg_words_escape(struct fl_buf *out, struct fl_slice name)
{
	for (size_t i = 0; i < name.len; i++) {
		if (strchr(" \t\n\v\f\r\\'\"", name.ptr[i]) && name.ptr[i])
			fl_buf_char(out, '\\');
		fl_buf_char(out, name.ptr[i]);
	}
}

/* libiberty's buildargv(): a backslash stands for what follows it, between quotes, too. */
bool dbg_words_unescape(struct fl_slice *rest, struct fl_buf *out)
{
	struct fl_slice s = fl_slice_trim(*rest);
	char quote = '\0';
	size_t n = 0;
	for (; n < s.len && (quote || !blank(s.ptr[n])); n++) {
		char c = s.ptr[n];
		if (c == '\\' && n + 1 < s.len)
			fl_buf_char(out, s.ptr[++n]);
		else if (quote ? c == quote : c == '\'' || c == '"')
			quote = quote ? '\0' : c;
		else
			fl_buf_char(out, c);
	}
	*rest = fl_slice_skip(s, n);
	return n > 0 && !quote;
}

/* What is behind the number of a line of source; the empty slice: it is none. */
static struct fl_slice source_text(struct fl_slice line)
{
	uint32_t number;
	if (fl_slice_starts(line, "warning: ")) /* gdb 16 */
		line = fl_slice_skip(line, strlen("warning: "));
	size_t n = fl_slice_uint(line, &number);
	line = fl_slice_skip(line, n);
	return n && fl_slice_starts(line, "\t") ? fl_slice_skip(line, 1) : (struct fl_slice){0};
}

bool dbg_words_no_source(struct fl_slice text, struct fl_slice *ret_line)
{
	struct fl_slice line, found = {0};
	size_t numbered = 0;
	while (fl_slice_line(&text, &line)) {
		struct fl_slice source = source_text(line);
		bool in = fl_slice_starts(source, "in ") && !fl_slice_ends(source, ";") &&
			  (fl_slice_chr(source, '/') > 0 || fl_slice_chr(source, '.') > 0);
		numbered += source.len > 0;
		if (in || fl_slice_find(source, ": No such file or directory") > 0)
			found = line;
	}
	if (!found.len || numbered != 1)
		return false;
	if (ret_line)
		*ret_line = found;
	return true;
}
