#include "platform/configure/words.h"

#include "base/path.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_operator(char c)
{
	return c && strchr(";&|()\n", c);
}

/* The end of "(…)" that starts at i, with those in it. */
static size_t skip_parentheses(struct fl_slice s, size_t i)
{
	size_t depth = 0;
	for (; i < s.len; i++) {
		depth += s.ptr[i] == '(';
		if (s.ptr[i] == ')' && --depth == 0)
			break;
	}
	return i;
}

/* How many bytes the word at the start of s has; *ret_quoted: something is to be taken off. */
static size_t word_length(struct fl_slice s, bool *ret_quoted)
{
	char quote = 0;
	size_t i = 0;
	*ret_quoted = false;
	for (; i < s.len; i++) {
		char c = s.ptr[i];
		if (quote && c == quote) {
			quote = 0;
		} else if (c == '$' && quote != '\'' && i + 1 < s.len && s.ptr[i + 1] == '(') {
			i = skip_parentheses(s, i + 1);
		} else if (c == '\\' && quote != '\'' && quote != '`') {
			*ret_quoted = true;
			i++;
		} else if (!quote && (c == '\'' || c == '"' || c == '`')) {
			*ret_quoted = *ret_quoted || c != '`';
			quote = c;
		} else if (!quote && (is_blank(c) || is_operator(c))) {
			break;
		}
	}
	return i < s.len ? i : s.len;
}

/* Inside of double quotes a backslash takes the meaning of these alone. */
static bool stays_escaped(char quote, char next)
{
	return quote == '"' && !strchr("\"\\$`\n", next);
}

static struct fl_slice unquote(struct fl_slice s, struct fl_arena *a)
{
	char *out = fl_arena_alloc(a, s.len + 1);
	char quote = 0;
	size_t len = 0;
	if (!out)
		return (struct fl_slice){0};
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (c == '\\' && quote != '\'' && i + 1 < s.len) {
			if (stays_escaped(quote, s.ptr[++i]))
				out[len++] = c;
			if (s.ptr[i] != '\n')
				out[len++] = s.ptr[i];
		} else if (quote ? c == quote : c == '\'' || c == '"') {
			quote = quote ? 0 : c;
		} else {
			out[len++] = c;
		}
	}
	return fl_slice(out, len);
}

enum plat_word plat_word_next(struct fl_slice *rest, struct fl_arena *a, struct fl_slice *ret_word)
{
	while (rest->len && (is_blank(*rest->ptr) || fl_slice_starts(*rest, "\\\n")))
		*rest = fl_slice_skip(*rest, *rest->ptr == '\\' ? 2 : 1);
	if (!rest->len)
		return PLAT_WORD_END;
	size_t len = 0;
	while (len < rest->len && len < 2 && is_operator(rest->ptr[len]) &&
		(!len || rest->ptr[len] == rest->ptr[0]))
		len++;
	if (len) {
		*ret_word = fl_slice_head(*rest, len);
		*rest = fl_slice_skip(*rest, len);
		return PLAT_WORD_OPERATOR;
	}
	bool quoted;
	len = word_length(*rest, &quoted);
	*ret_word = fl_slice_head(*rest, len);
	*rest = fl_slice_skip(*rest, len);
	if (quoted)
		*ret_word = unquote(*ret_word, a);
	return PLAT_WORD_TEXT;
}

struct fl_slice plat_word_library(struct fl_slice word, struct fl_arena *a)
{
	struct fl_slice name = fl_path_name(word);
	if (fl_slice_starts(word, "-l"))
		return word.len > 2 ? word : fl_slice_head(word, 0);
	if (!fl_slice_starts(word, "/") || !fl_slice_starts(name, "lib"))
		return fl_slice_head(word, 0);
	ptrdiff_t end = fl_slice_find(name, ".so");
	if (end < 0 && fl_slice_ends(name, ".a"))
		end = (ptrdiff_t)name.len - 2;
	if (end <= 3)
		return fl_slice_head(word, 0);
	return fl_arena_printf(a, "-l%.*s", (int)(end - 3), name.ptr + 3);
}
