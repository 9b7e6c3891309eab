#include "datasets/record/code.h"

#include <ctype.h>

#include "base/line_directive.h"
#include "datasets/record/edits.h"
#include "tracegen/node.h"

struct fl_slice ds_code(struct fl_slice line)
{
	size_t end = 0;
	line = fl_slice_trim(line);
	for (size_t at = tg_text_solid(line, 0); at < line.len; at = tg_text_solid(line, end))
		end = tg_text_token(line, at);
	return end ? fl_slice_head(line, end) : line; /* a comment alone is what it is */
}

struct fl_slice ds_source_line(const struct ds_record *r, struct fl_slice file, int64_t line)
{
	const struct tg_file *f = ds_edits_file(r, file);
	return f ? ds_code(fl_slice_line_at(f->content, line)) : fl_slice(NULL, 0);
}

/* Is what begins there a member of something, or of a namespace? */
static bool is_qualified(struct fl_slice text, size_t at)
{
	struct fl_slice before = fl_slice_trim(fl_slice_head(text, at));
	return fl_slice_ends(before, ".") || fl_slice_ends(before, "->") ||
	       fl_slice_ends(before, "::");
}

/* Is that place of a line in a text? */
static bool is_in_text(struct fl_slice line, size_t at)
{
	bool in = false;
	for (size_t i = 0; i < at; i++) {
		if (in && line.ptr[i] == '\\')
			i++;
		else if (line.ptr[i] == '"' && !(i > 0 && line.ptr[i - 1] == '\''))
			in = !in;
	}
	return in;
}

bool ds_has_variable(struct fl_slice text, struct fl_slice word)
{
	for (size_t at = 0; at < text.len;) {
		ptrdiff_t found = fl_slice_search(fl_slice_skip(text, at), word);
		if (found < 0)
			return false;
		at += (size_t)found;
		size_t end = at + word.len;
		if ((at == 0 || !fl_is_word(text.ptr[at - 1])) &&
			(end >= text.len || !fl_is_word(text.ptr[end])) &&
			!is_qualified(text, at) && !is_in_text(text, at))
			return true;
		at++;
	}
	return false;
}

bool ds_has_name(struct fl_slice code, struct fl_slice name)
{
	for (size_t at = tg_text_solid(code, 0), end; at < code.len;
		at = tg_text_solid(code, end)) {
		end = tg_text_token(code, at);
		if (fl_slice_eq(fl_slice(code.ptr + at, end - at), name))
			return true;
	}
	return false;
}

static bool is_keyword(struct fl_slice word)
{
	static const char *const words[] = {"auto", "bool", "break", "case", "catch", "char",
		"class", "const", "const_cast", "constexpr", "continue", "default", "delete", "do",
		"double", "dynamic_cast", "else", "enum", "explicit", "extern", "false", "final",
		"float", "for", "friend", "goto", "if", "inline", "int", "long", "namespace", "new",
		"noexcept", "nullptr", "NULL", "operator", "override", "private", "protected",
		"public", "register", "reinterpret_cast", "return", "short", "signed", "sizeof",
		"static", "static_cast", "std", "struct", "switch", "template", "this", "throw",
		"true", "try", "typedef", "typename", "union", "unsigned", "using", "virtual",
		"void", "volatile", "while"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(word, words[i]))
			return true;
	return false;
}

bool ds_next_name(struct fl_slice *rest, struct fl_slice *ret_name, bool *ret_call)
{
	for (size_t at = tg_text_solid(*rest, 0), end; at < rest->len;
		at = tg_text_solid(*rest, end)) {
		end = tg_text_token(*rest, at);
		struct fl_slice word = fl_slice(rest->ptr + at, end - at);
		if (!fl_is_word(word.ptr[0]) || isdigit((unsigned char)word.ptr[0]) ||
			fl_slice_chr(word, '"') >= 0 || fl_slice_chr(word, '\'') >= 0 ||
			is_keyword(word))
			continue;
		size_t next = tg_text_solid(*rest, end);
		*ret_call = next < rest->len && rest->ptr[next] == '(';
		*ret_name = word;
		*rest = fl_slice_skip(*rest, end);
		return true;
	}
	return false;
}

size_t ds_line_start(struct fl_slice text, int64_t line)
{
	struct fl_slice rest = text, one;
	for (int64_t i = 1; i < line; i++)
		if (!fl_slice_line(&rest, &one))
			return text.len;
	return text.len - rest.len;
}

struct fl_slice ds_last_name(struct fl_slice function)
{
	ptrdiff_t open = fl_slice_chr(function, '(');
	if (open > 0)
		function = fl_slice_head(function, (size_t)open);
	ptrdiff_t colon = fl_slice_rchr(function, ':');
	return fl_slice_skip(function, (size_t)(colon + 1));
}

struct ds_edit ds_presumed(const struct ds_record *r, const struct ds_edit *e)
{
	const struct tg_file *f = ds_edits_file(r, e->file);
	struct fl_slice rest = f ? f->content : fl_slice(NULL, 0), line;
	struct ds_edit presumed = *e;
	for (int64_t at = 1; at < e->buggy_line && fl_slice_line(&rest, &line); at++) {
		uint32_t number = 0;
		if (fl_line_directive(line, &number, &presumed.file))
			presumed.buggy_line = (int64_t)number + e->buggy_line - at - 1;
	}
	return presumed;
}

/* How deep in parentheses the name stands first in code, which begins `depth` deep; -1: nowhere. */
static int64_t depth_of(struct fl_slice code, struct fl_slice name, int64_t depth)
{
	for (size_t at = tg_text_solid(code, 0), end; at < code.len;
		at = tg_text_solid(code, end)) {
		end = tg_text_token(code, at);
		if (fl_slice_eq(fl_slice(code.ptr + at, end - at), name))
			return depth;
		depth += (code.ptr[at] == '(') - (code.ptr[at] == ')');
	}
	return -1;
}

/* How deep a line begins, by the parentheses that it closes and does not open. */
static int64_t depth_before(struct fl_slice line)
{
	int64_t depth = 0, least = 0;
	for (size_t at = tg_text_solid(line, 0), end; at < line.len;
		at = tg_text_solid(line, end)) {
		end = tg_text_token(line, at);
		depth += (line.ptr[at] == '(') - (line.ptr[at] == ')');
		least = depth < least ? depth : least;
	}
	return -least;
}

bool ds_edit_declares(const struct ds_record *r, const struct ds_edit *e, struct fl_slice name)
{
	int64_t depth = -1;
	for (int64_t i = 0; i < e->buggy_lines && depth < 0; i++) {
		struct fl_slice line = ds_source_line(r, e->file, e->buggy_line + i);
		depth = depth_of(line, name, depth_before(line));
	}
	struct fl_slice was = fl_slice_trim(e->original);
	if (depth < 0 && !fl_slice_starts(was, ","))
		depth = depth_of(e->original, name, depth_before(e->original));
	return depth == 0;
}
