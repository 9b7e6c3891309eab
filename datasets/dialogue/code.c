#include "datasets/dialogue/code.h"

#include <ctype.h>

#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/source.h"
#include "tracegen/node.h"

enum { DEPTH_MAX = 128 };

struct fl_slice ds_code_line(struct fl_slice text, int64_t line)
{
	return fl_slice_trim(fl_slice_line_at(text, line));
}

static bool starts_word(struct fl_slice s, const char *word)
{
	size_t n = strlen(word);
	return fl_slice_starts(s, word) && (s.len == n || !fl_is_name(s.ptr[n]));
}

struct fl_slice ds_code_said(struct fl_slice line)
{
	ptrdiff_t at = fl_slice_find(line, "/*");
	return fl_slice_trim(fl_slice_head(line, at > 0 ? (size_t)at : line.len));
}

bool ds_code_begins(struct fl_slice text, int64_t line, const char *word)
{
	struct fl_slice s = ds_code_line(text, line);
	while (s.len && (s.ptr[0] == '}' || s.ptr[0] == ' '))
		s = fl_slice_skip(s, 1);
	return starts_word(s, word);
}

static bool is_control(struct fl_slice head)
{
	static const char *const words[] = {
		"if", "for", "while", "switch", "else", "do", "try", "catch"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (starts_word(head, words[i]))
			return true;
	return false;
}

/* By what stands in front of its brace. */
static bool is_function(struct fl_slice head)
{
	static const char *const others[] = {"namespace", "class", "struct", "union", "enum"};
	head = fl_slice_trim(head);
	if (is_control(head) || fl_slice_chr(head, ')') < 0 || fl_slice_find(head, "](") >= 0)
		return false;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (starts_word(head, others[i]) && fl_slice_chr(head, '(') < 0)
			return false;
	return fl_slice_chr(head, '=') < 0 || fl_slice_find(head, "operator") >= 0;
}

/* A scan of the text, which knows the blocks that are open. */
struct scan {
	struct {
		size_t start; /* of the head */
		int64_t head, first;
		bool function;
	} open[DEPTH_MAX];
	size_t depth;
	size_t begun; /* where the statement under way began */
	int64_t begun_line;
};

static void open_block(struct scan *s, struct fl_slice text, size_t pos, int64_t line)
{
	if (s->depth < DEPTH_MAX) {
		struct fl_slice head = fl_slice(text.ptr + s->begun, pos - s->begun);
		s->open[s->depth].start = s->begun;
		s->open[s->depth].head = fl_slice_trim(head).len ? s->begun_line : line;
		s->open[s->depth].first = line;
		s->open[s->depth].function = is_function(head);
	}
	s->depth++;
}

static void close_block(
	struct scan *s, int64_t line, int64_t wanted, struct ds_block *ret, size_t *n, size_t max)
{
	if (!s->depth)
		return;
	s->depth--;
	if (s->depth < DEPTH_MAX && s->open[s->depth].head <= wanted && wanted <= line && *n < max)
		ret[(*n)++] = (struct ds_block){.head = s->open[s->depth].head,
			.first = s->open[s->depth].first,
			.last = line,
			.function = s->open[s->depth].function};
}

/* The head without braces in front of that line, as `for (…)`; 0: there is none. */
static int64_t bare_head(struct fl_slice text, int64_t line)
{
	int64_t before = line - 1;
	while (before > 0 && !ds_code_line(text, before).len)
		before--;
	struct fl_slice s = ds_code_line(text, before);
	if (!s.len || !is_control(s) || s.ptr[s.len - 1] == '{' || s.ptr[s.len - 1] == ';' ||
		s.ptr[s.len - 1] == '}')
		return 0;
	return before;
}

size_t ds_code_blocks(struct fl_slice text, int64_t line, struct ds_block *ret_blocks, size_t max)
{
	struct scan s = {.begun_line = 1};
	size_t n = 0;
	if (line < 1 || line > (int64_t)fl_slice_lines(text))
		return 0;
	int64_t at = 1, brackets = 0;
	for (int64_t head = bare_head(text, line), last = line; head && n < max;
		last = head, head = bare_head(text, head))
		ret_blocks[n++] = (struct ds_block){.head = head, .first = last, .last = line};
	for (size_t pos = 0, next; pos < text.len; pos = next) {
		char c = text.ptr[pos];
		size_t solid = tg_text_solid(text, pos);
		next = solid > pos ? solid : tg_text_token(text, pos);
		if (solid == pos && s.begun_line == 0) {
			s.begun = pos;
			s.begun_line = at;
		}
		brackets += c == '(' && solid == pos;
		brackets -= c == ')' && solid == pos && brackets > 0;
		if (solid == pos && c == '{')
			open_block(&s, text, pos, at);
		if (solid == pos && c == '}')
			close_block(&s, at, line, ret_blocks, &n, max);
		if (solid == pos && (c == '{' || c == '}' || (c == ';' && brackets == 0)))
			s.begun_line = 0;
		if (c == '#' && solid == pos) /* a directive is no statement */
			while (next < text.len && text.ptr[next] != '\n')
				next++;
		at += (int64_t)fl_slice_count(fl_slice(text.ptr + pos, next - pos), '\n');
	}
	return n;
}

bool ds_code_function(struct fl_slice text, int64_t line, struct ds_block *ret_function)
{
	struct ds_block blocks[DS_BLOCKS_MAX];
	size_t n = ds_code_blocks(text, line, blocks, DS_BLOCKS_MAX);
	bool found = false;
	/* A macro that loops, with its block, looks like a function within one. */
	for (size_t i = 0; i < n; i++) {
		if (!blocks[i].function)
			continue;
		*ret_function = blocks[i];
		found = true;
	}
	/* `public:` */
	while (found && ret_function->head < ret_function->first &&
		fl_slice_ends(ds_code_line(text, ret_function->head), ":"))
		ret_function->head++;
	return found;
}

int64_t ds_code_assigned(struct fl_slice text, int64_t from, int64_t to, struct fl_slice name)
{
	int64_t found = 0;
	for (int64_t line = from; line < to; line++) {
		struct fl_slice s = ds_code_line(text, line);
		if (s.len && tg_mentions(s, name) && tg_assigns(tg_statement_at(text, line), name))
			found = line;
	}
	return found;
}

int64_t ds_code_end(struct fl_slice text, int64_t line)
{
	struct fl_slice s = tg_statement_at(text, line);
	return line + (int64_t)fl_slice_count(s, '\n');
}

bool ds_code_is_test(struct fl_slice file)
{
	return fl_slice_find(file, "test") >= 0;
}

/* ---- what is released ---- */

/* Is the word in a name as a part of its own: at its ends, or between `_` and capitals? */
static bool has_word(struct fl_slice name, const char *word)
{
	size_t len = strlen(word);
	for (size_t at = 0; at + len <= name.len; at++) {
		ptrdiff_t found = fl_slice_find_nocase(fl_slice_skip(name, at), word);
		if (found < 0)
			return false;
		at += (size_t)found;
		char before = at ? name.ptr[at - 1] : '_', first = name.ptr[at];
		char behind = at + len < name.len ? name.ptr[at + len] : '_';
		bool begins = !isalpha((unsigned char)before) ||
			      (islower((unsigned char)before) && isupper((unsigned char)first));
		if (*word == '~' || (begins && !islower((unsigned char)behind)))
			return true;
	}
	return false;
}

static bool has_part(struct fl_slice function, const char *const *words)
{
	ptrdiff_t colon = fl_slice_rchr(function, ':');
	struct fl_slice last = fl_slice_skip(function, (size_t)(colon + 1));
	for (; *words; words++)
		if (has_word(last, *words))
			return true;
	return false;
}

bool ds_code_is_releaser(struct fl_slice function)
{
	static const char *const words[] = {"free", "destroy", "release", "delete", "clear", "~",
		"close", "fclose", "closedir", "pclose", "drop", "unref", "fini", "dispose",
		"freemem", "erase", NULL};
	return has_part(function, words);
}

bool ds_code_is_maker(struct fl_slice function)
{
	static const char *const words[] = {"alloc", "malloc", "calloc", "realloc", "xmalloc",
		"emalloc", "new", "strdup", NULL};
	return has_part(function, words);
}

/* To the ')' that ends it, or to a ',' or ';' of its own. */
static struct fl_slice first_argument(struct fl_slice s)
{
	size_t depth = 0, pos = 0;
	for (size_t next; pos < s.len; pos = next) {
		char c = s.ptr[pos];
		next = tg_text_token(s, pos);
		if (depth == 0 && (c == ')' || c == ',' || c == ';'))
			break;
		depth += c == '(' || c == '[';
		depth -= depth && (c == ')' || c == ']');
	}
	return fl_slice_trim(fl_slice_head(s, pos));
}

struct fl_slice ds_code_released(struct fl_slice statement)
{
	for (size_t pos = 0; pos < statement.len;) {
		struct fl_slice s = fl_slice_skip(statement, pos);
		size_t n = 0;
		while (n < s.len && fl_is_name(s.ptr[n]))
			n++;
		struct fl_slice word = fl_slice_head(s, n),
				rest = fl_slice_trim(fl_slice_skip(s, n));
		if (fl_slice_eqs(word, "delete")) {
			while (rest.len && (rest.ptr[0] == '[' || rest.ptr[0] == ']'))
				rest = fl_slice_trim(fl_slice_skip(rest, 1));
			return first_argument(rest);
		}
		if (n && ds_code_is_releaser(word) && fl_slice_starts(rest, "("))
			return first_argument(fl_slice_skip(rest, 1));
		pos += n ? n : 1;
	}
	return fl_slice(NULL, 0);
}
