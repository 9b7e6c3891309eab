#include "datasets/attempts/words.h"

#include <ctype.h>

enum { WORD_MAX = 64, FAR = 1000, PART_LEAST = 3, SCORES = 400 };

/* A place in a text: what is next, and in which line. */
struct reading {
	struct fl_slice rest;
	int64_t line;
};

static void step(struct reading *r, size_t n)
{
	struct fl_slice passed = fl_slice_head(r->rest, n);
	r->line += (int64_t)fl_slice_count(passed, '\n');
	r->rest = fl_slice_skip(r->rest, n);
}

/* How long what begins here is that has no words: a comment, a text, a character; else 0. */
static size_t wordless(struct fl_slice s)
{
	char c = s.ptr[0];
	if (fl_slice_starts(s, "/*")) {
		ptrdiff_t end = fl_slice_find(s, "*/");
		return end < 0 ? s.len : (size_t)end + 2;
	}
	if (fl_slice_starts(s, "//")) {
		ptrdiff_t end = fl_slice_chr(s, '\n');
		return end < 0 ? s.len : (size_t)end;
	}
	if (c != '"' && c != '\'')
		return 0;
	size_t i = 1;
	while (i < s.len && s.ptr[i] != c && s.ptr[i] != '\n')
		i += s.ptr[i] == '\\' ? 2 : 1;
	return i < s.len ? i + 1 : s.len;
}

/* The next word; false: there is none. */
static bool next_word(struct reading *r, struct fl_slice *ret_word, int64_t *ret_line)
{
	while (r->rest.len) {
		size_t skip = wordless(r->rest);
		size_t n = 0;
		if (skip) {
			step(r, skip);
			continue;
		}
		while (n < r->rest.len && fl_is_name(r->rest.ptr[n]))
			n++;
		if (n && !isdigit((unsigned char)r->rest.ptr[0])) {
			*ret_word = fl_slice_head(r->rest, n);
			*ret_line = r->line;
			step(r, n);
			return true;
		}
		step(r, n ? n : 1);
	}
	return false;
}

/* ---- likeness ---- */

int ds_words_differ(struct fl_slice x, struct fl_slice y)
{
	int rows[3][WORD_MAX + 1];
	if (x.len > WORD_MAX || y.len > WORD_MAX)
		return FAR;
	for (size_t k = 0; k <= y.len; k++)
		rows[0][k] = (int)k;
	for (size_t i = 1; i <= x.len; i++) {
		int *is = rows[i % 3], *was = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		is[0] = (int)i;
		for (size_t k = 1; k <= y.len; k++) {
			int best = was[k - 1] + (x.ptr[i - 1] != y.ptr[k - 1]);
			best = was[k] + 1 < best ? was[k] + 1 : best;
			best = is[k - 1] + 1 < best ? is[k - 1] + 1 : best;
			if (i > 1 && k > 1 && x.ptr[i - 1] == y.ptr[k - 2] &&
				x.ptr[i - 2] == y.ptr[k - 1] && before[k - 2] + 1 < best)
				best = before[k - 2] + 1;
			is[k] = best;
		}
	}
	return rows[x.len % 3][y.len];
}

/* Letters of parts between underscores that both have. */
static size_t common_parts(struct fl_slice x, struct fl_slice y)
{
	size_t sum = 0;
	while (x.len) {
		ptrdiff_t end = fl_slice_chr(x, '_');
		struct fl_slice part = fl_slice_head(x, end < 0 ? x.len : (size_t)end);
		struct fl_slice rest = y;
		x = fl_slice_skip(x, part.len + (end >= 0));
		while (rest.len) {
			ptrdiff_t to = fl_slice_chr(rest, '_');
			struct fl_slice other = fl_slice_head(rest, to < 0 ? rest.len : (size_t)to);
			sum += part.len >= PART_LEAST && fl_slice_eq(part, other) ? part.len : 0;
			rest = fl_slice_skip(rest, other.len + (to >= 0));
		}
	}
	return sum;
}

/* Words of the language, which nobody means by a name. */
static bool is_keyword(struct fl_slice w)
{
	static const char *const words[] = {"int", "long", "short", "char", "float", "double",
		"void", "if", "else", "for", "while", "do", "switch", "case", "default", "break",
		"continue", "return", "goto", "sizeof", "struct", "union", "enum", "typedef",
		"static", "extern", "const", "inline", "signed", "unsigned", "volatile", "class",
		"public", "private", "protected", "template", "typename", "namespace", "using",
		"virtual", "override", "operator", "new", "delete", "throw", "try", "catch", "auto",
		"bool", "true", "false", "nullptr", "this", "define", "include", "ifdef", "ifndef",
		"endif", "explicit", "friend"};
	return fl_slice_is_one(w, words, sizeof(words) / sizeof(words[0]));
}

/* The less the more alike; FAR: not alike. */
static int unlikeness(struct fl_slice x, struct fl_slice y)
{
	int d = ds_words_differ(x, y);
	size_t least = x.len < y.len ? x.len : y.len;
	size_t common = common_parts(x, y);
	if (d <= 2 && (size_t)d * 3 <= least)
		return d;
	return common ? 20 - (int)(common < 15 ? common : 15) : FAR;
}

static void put_in_order(
	struct ds_word *words, int *scores, size_t *n, size_t max, struct ds_word w, int score)
{
	size_t at = *n;
	while (at && scores[at - 1] > score)
		at--;
	if (at >= max)
		return;
	size_t last = *n < max ? *n : max - 1;
	for (size_t i = last; i > at; i--) {
		words[i] = words[i - 1];
		scores[i] = scores[i - 1];
	}
	words[at] = w;
	scores[at] = score;
	*n = last + 1;
}

size_t ds_words_like(const struct fl_list *files, struct fl_slice first, struct fl_slice word,
	struct ds_word *ret, size_t max)
{
	int scores[SCORES];
	size_t n = 0;
	max = max < SCORES ? max : SCORES;
	for (size_t turn = 0; turn < 2; turn++)
		for (size_t i = 0; i < files->len; i++) {
			const struct tg_file *f = (const struct tg_file *)files->items + i;
			struct reading r = {f->content, 1};
			struct ds_word w = {.file = f->path};
			if (fl_slice_eq(f->path, first) != (turn == 0))
				continue;
			while (next_word(&r, &w.word, &w.line)) {
				int score = unlikeness(word, w.word);
				bool known = score == FAR || fl_slice_eq(word, w.word) ||
					     is_keyword(w.word);
				for (size_t k = 0; k < n && !known; k++)
					known = fl_slice_eq(ret[k].word, w.word);
				if (!known)
					put_in_order(ret, scores, &n, max, w, score);
			}
		}
	return n;
}

/* ---- where and how often ---- */

size_t ds_words_count(struct fl_slice text, int64_t from, int64_t to, struct fl_slice word)
{
	struct reading r = {text, 1};
	struct fl_slice w;
	int64_t line;
	size_t n = 0;
	while (next_word(&r, &w, &line) && line <= to)
		n += line >= from && fl_slice_eq(w, word);
	return n;
}

int64_t ds_words_line(struct fl_slice text, struct fl_slice word)
{
	struct reading r = {text, 1};
	struct fl_slice w;
	int64_t line;
	while (next_word(&r, &w, &line))
		if (fl_slice_eq(w, word))
			return line;
	return 0;
}

bool ds_words_stand(const struct fl_list *files, struct fl_slice text)
{
	const struct tg_file *f = files->items;
	for (size_t i = 0; i < files->len; i++)
		if (fl_slice_search(f[i].content, text) >= 0)
			return true;
	return false;
}

int64_t ds_words_member(struct fl_slice text, struct fl_slice word)
{
	struct reading r = {text, 1};
	struct fl_slice w;
	int64_t line;
	while (next_word(&r, &w, &line)) {
		struct fl_slice before = fl_slice_head(text, (size_t)(w.ptr - text.ptr));
		bool behind = fl_slice_ends(before, "->") || fl_slice_ends(before, ".");
		if (behind && fl_slice_eq(w, word) &&
			!fl_slice_starts(fl_slice_trim(fl_slice_line_at(text, line)), "#"))
			return line;
	}
	return 0;
}

/* Does what stands before a word make it a declaration: a type's name, with or without a star? */
static bool is_declared(struct fl_slice text, struct fl_slice word)
{
	static const char *const no_types[] = {"return", "else", "case", "goto", "sizeof",
		"typename", "new", "delete", "throw", "struct", "enum", "union", "class"};
	size_t at = (size_t)(word.ptr - text.ptr), end = at + word.len;
	while (end < text.len && text.ptr[end] == ' ')
		end++;
	if (end >= text.len || !strchr(";,=)[", text.ptr[end]) ||
		(text.ptr[end] == '=' && end + 1 < text.len && text.ptr[end + 1] == '='))
		return false;
	bool blank = false;
	while (at &&
		(text.ptr[at - 1] == ' ' || text.ptr[at - 1] == '*' || text.ptr[at - 1] == '&')) {
		blank = true;
		at--;
	}
	size_t to = at;
	while (at && fl_is_name(text.ptr[at - 1]))
		at--;
	struct fl_slice type = fl_slice(text.ptr + at, to - at);
	return blank && type.len && !isdigit((unsigned char)type.ptr[0]) &&
	       !fl_slice_is_one(type, no_types, sizeof(no_types) / sizeof(no_types[0]));
}

struct ds_word ds_words_unused(struct fl_slice file, struct fl_slice text, int64_t from, int64_t to)
{
	struct reading r = {text, 1};
	struct ds_word w = {.file = file};
	while (next_word(&r, &w.word, &w.line) && w.line <= to)
		if (w.line >= from && is_declared(text, w.word) &&
			ds_words_count(text, from, to, w.word) == 1)
			return w;
	return (struct ds_word){0};
}

int64_t ds_words_defined(struct fl_slice text, struct fl_slice word)
{
	struct reading r = {text, 1};
	struct fl_slice w;
	int64_t line;
	while (next_word(&r, &w, &line)) {
		struct fl_slice rest = r.rest;
		int depth = 0;
		if (!fl_slice_eq(w, word) || !fl_slice_starts(rest, "("))
			continue;
		size_t i = 0;
		for (; i < rest.len; i++) {
			depth += (rest.ptr[i] == '(') - (rest.ptr[i] == ')');
			if (depth == 0)
				break;
		}
		for (i++; i < rest.len && isspace((unsigned char)rest.ptr[i]);)
			i++;
		if (i < rest.len && rest.ptr[i] == '{')
			return line;
	}
	return 0;
}
