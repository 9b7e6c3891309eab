#include "datasets/record/chunks.h"

#include <ctype.h>

#include "tracegen/node.h"

enum { CHUNKS_MAX = 1 << 26 };

struct scan {
	struct fl_slice text;
	struct fl_vec chunks;
	size_t start; /* of the chunk under way: the beginning of a line */
	size_t first; /* its first token; text.len: none yet */
	size_t name, name_end; /* of the word before its first parenthesis, outside of braces */
	bool scope; /* its first word says that its brace is looked into */
	unsigned depth;
};

static bool is_word(struct fl_slice token)
{
	return token.len && (isalpha((unsigned char)token.ptr[0]) || token.ptr[0] == '_');
}

static size_t line_end(struct fl_slice text, size_t at)
{
	while (at < text.len && text.ptr[at] != '\n')
		at++;
	return at < text.len ? at + 1 : at;
}

/* The end of a directive, with the lines that a backslash adds. */
static size_t directive_end(struct fl_slice text, size_t at)
{
	size_t end = line_end(text, at);
	while (end < text.len && end > at + 1 && text.ptr[end - 2] == '\\')
		end = line_end(text, at = end);
	return end;
}

static bool begins_line(struct fl_slice text, size_t at)
{
	while (at > 0 && (text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '\t'))
		at--;
	return at == 0 || text.ptr[at - 1] == '\n';
}

static void begin(struct scan *s, size_t at)
{
	s->start = at;
	s->first = s->text.len;
	s->name = s->name_end = 0;
	s->scope = false;
}

/* The chunk under way ends with the line that `at` is in; block: with a body. */
static void end_chunk(struct scan *s, size_t at, bool block)
{
	size_t end = line_end(s->text, at);
	struct fl_slice text = fl_slice(s->text.ptr + s->start, end - s->start);
	const struct ds_chunk *last =
		s->chunks.len ? fl_vec_at(&s->chunks, s->chunks.len - 1) : NULL;
	int64_t from = last ? last->to + 1 : 1;
	struct ds_chunk *c = text.len ? fl_vec_add(&s->chunks) : NULL;
	if (c)
		*c = (struct ds_chunk){.from = from,
			.to = from + (int64_t)fl_slice_lines(text) - 1,
			.bytes = text.len,
			.text = text,
			.function = block ? fl_slice(s->text.ptr + s->name, s->name_end - s->name)
					  : fl_slice(NULL, 0)};
	begin(s, end);
}

/* The names of `f(a, b)`, behind the name of the function; none where they have types. */
static struct fl_slice old_names(const struct scan *s)
{
	struct fl_slice text = s->text;
	size_t open = tg_text_solid(text, s->name_end), end = open + 1;
	while (end < text.len &&
		(is_word(fl_slice(text.ptr + end, 1)) || isdigit((unsigned char)text.ptr[end]) ||
			isspace((unsigned char)text.ptr[end]) || text.ptr[end] == ','))
		end++;
	return end < text.len && text.ptr[end] == ')'
		       ? fl_slice(text.ptr + open + 1, end - open - 1)
		       : fl_slice(NULL, 0);
}

static bool names(struct fl_slice text, struct fl_slice word)
{
	for (size_t at = tg_text_solid(text, 0), end; at < text.len;
		at = tg_text_solid(text, end)) {
		end = tg_text_token(text, at);
		if (fl_slice_eq(fl_slice(text.ptr + at, end - at), word))
			return true;
	}
	return false;
}

/* Does the semicolon end the type of a parameter, as in `f(a, b) int a; char *b; {`? */
static bool is_old_parameter(const struct scan *s, size_t semicolon)
{
	struct fl_slice list = s->name_end ? old_names(s) : fl_slice(NULL, 0);
	if (!list.len)
		return false;
	size_t at = (size_t)(list.ptr + list.len - s->text.ptr) + 1;
	struct fl_slice types = fl_slice(s->text.ptr + at, semicolon - at);
	types = fl_slice_skip(types, (size_t)(fl_slice_rchr(types, ';') + 1));
	for (size_t i = tg_text_solid(types, 0), end; i < types.len;
		i = tg_text_solid(types, end)) {
		end = tg_text_token(types, i);
		struct fl_slice token = fl_slice(types.ptr + i, end - i);
		if (is_word(token) && names(list, token))
			return true;
	}
	return false;
}

/* A token outside of all braces. True: it ended a chunk. */
static bool take_outer(struct scan *s, size_t at, struct fl_slice token, struct fl_slice before)
{
	if (s->first == s->text.len) {
		s->first = at;
		s->scope = fl_slice_eqs(token, "namespace") || fl_slice_eqs(token, "extern") ||
			   fl_slice_eqs(token, "inline");
	}
	if (token.ptr[0] == '(' && !s->name_end && is_word(before)) {
		s->name = (size_t)(before.ptr - s->text.ptr);
		s->name_end = s->name + before.len;
	}
	if (token.ptr[0] == '{' && s->scope && !s->name_end) {
		end_chunk(s, at, false);
		return true;
	}
	if (token.ptr[0] == ';' && is_old_parameter(s, at))
		return false;
	if (token.ptr[0] == '{')
		s->depth = 1;
	else if (token.ptr[0] == ';' || token.ptr[0] == '}')
		end_chunk(s, at, false);
	return token.ptr[0] == ';' || token.ptr[0] == '}';
}

/* What follows a body on its line belongs to it: "} name;". */
static bool ends_there(const struct scan *s, size_t at)
{
	size_t next = tg_text_solid(s->text, at + 1);
	bool word =
		next < s->text.len && (is_word(fl_slice(s->text.ptr + next, 1)) ||
					      s->text.ptr[next] == ';' || s->text.ptr[next] == ',');
	return !word || line_end(s->text, at) <= next;
}

/* True: it ended a chunk. */
static bool take_inner(struct scan *s, size_t at, char c)
{
	if (c == '{')
		s->depth++;
	if (c != '}')
		return false;
	bool outermost = at == 0 || s->text.ptr[at - 1] == '\n';
	s->depth = outermost ? 0 : s->depth - 1;
	if (s->depth || !ends_there(s, at))
		return false;
	end_chunk(s, at, s->name_end > 0);
	return true;
}

int ds_chunks(
	struct fl_slice text, struct fl_arena *a, struct fl_list *ret_chunks, struct fl_error *err)
{
	struct scan s = {.text = text};
	struct fl_slice before = fl_slice(NULL, 0);
	fl_vec_init(&s.chunks, sizeof(struct ds_chunk), CHUNKS_MAX / sizeof(struct ds_chunk));
	begin(&s, 0);
	for (size_t at = tg_text_solid(text, 0); at < text.len;) {
		size_t end = tg_text_token(text, at);
		struct fl_slice token = fl_slice(text.ptr + at, end - at);
		bool ended = false;
		if (token.ptr[0] == '#' && begins_line(text, at)) {
			end = directive_end(text, at);
			ended = s.depth == 0 && s.first == text.len;
			if (ended)
				end_chunk(&s, end - 1, false);
		} else {
			ended = s.depth ? take_inner(&s, at, token.ptr[0])
					: take_outer(&s, at, token, before);
		}
		before = ended ? fl_slice(NULL, 0) : token;
		at = tg_text_solid(text, ended && s.start > end ? s.start : end);
	}
	if (s.start < text.len)
		end_chunk(&s, text.len - 1, false);
	*ret_chunks = fl_vec_freeze(&s.chunks, a);
	int rc = s.chunks.failed ? fl_error_set(err, FL_ENOMEM, "the chunks of a source") : 0;
	fl_vec_release(&s.chunks);
	return rc ? rc : fl_arena_error(a, "the chunks of a source", err);
}
