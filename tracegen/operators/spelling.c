#include "tracegen/operators/spelling.h"

#include <ctype.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

void tg_words_of(struct fl_slice text, struct fl_vec *words)
{
	for (size_t i = 0; i < text.len;) {
		size_t end = tg_text_token(text, i);
		bool is_word = isalpha((unsigned char)text.ptr[i]) || text.ptr[i] == '_';
		struct fl_slice *word = is_word ? fl_vec_add(words) : NULL;
		if (word)
			*word = fl_slice(text.ptr + i, end - i);
		i = end;
	}
	if (words->len)
		qsort(words->data, words->len, words->size, compare);
}

bool tg_words_have(const struct fl_vec *words, struct fl_slice word)
{
	return words->len && bsearch(&word, words->data, words->len, words->size, compare);
}

static bool all_letters(struct fl_slice name)
{
	for (size_t i = 0; i < name.len; i++) {
		if (!isalnum((unsigned char)name.ptr[i]) && name.ptr[i] != '_')
			return false;
	}
	return name.len >= TG_NAME_MIN && name.len <= TG_NAME_MAX;
}

bool tg_may_misspell(const struct tg_unit *u, const struct tg_node *n)
{
	return all_letters(n->name) && n->name_at + n->name.len <= u->text.len &&
	       memcmp(u->text.ptr + n->name_at, n->name.ptr, n->name.len) == 0;
}

/* What people call the same thing: each pair both ways. */
static const char *const synonyms[][2] = {{"len", "length"}, {"buf", "buffer"}, {"num", "number"},
	{"cnt", "count"}, {"ptr", "pointer"}, {"str", "string"}, {"idx", "index"},
	{"pos", "position"}, {"msg", "message"}, {"err", "error"}, {"tmp", "temp"},
	{"src", "source"}, {"dst", "dest"}, {"prev", "previous"}, {"cur", "current"},
	{"val", "value"}, {"max", "maximum"}, {"min", "minimum"}, {"init", "initialize"},
	{"arg", "argument"}, {"addr", "address"}, {"ch", "character"}, {"res", "result"},
	{"elem", "element"}, {"param", "parameter"}, {"alloc", "allocate"}, {"del", "delete"},
	{"filename", "fname"}, {"dir", "directory"}, {"env", "environment"}, {"opt", "option"},
	{"cfg", "config"}, {"size", "len"}, {"free", "destroy"}, {"print", "show"},
	{"find", "lookup"}, {"remove", "delete"}, {"add", "insert"}, {"line", "row"},
	{"node", "item"}, {"word", "token"}, {"left", "remaining"}, {"total", "sum"},
	{"list", "items"}};

/* Whether [at, end) is a word of the name: between underscores or capitals. */
static bool is_part(struct fl_slice name, size_t at, size_t end)
{
	bool begins = at == 0 || name.ptr[at - 1] == '_';
	bool ends = end == name.len || name.ptr[end] == '_' ||
		    isupper((unsigned char)name.ptr[end]) || isdigit((unsigned char)name.ptr[end]);
	return begins && ends;
}

static struct fl_slice with_part(
	struct fl_arena *a, struct fl_slice name, const char *from, const char *to)
{
	ptrdiff_t at = fl_slice_find(name, from);
	size_t start = at < 0 ? 0 : (size_t)at, end = start + strlen(from);
	if (at < 0 || !is_part(name, start, end))
		return fl_slice(NULL, 0);
	return fl_arena_printf(
		a, "%.*s%s%.*s", (int)start, name.ptr, to, (int)(name.len - end), name.ptr + end);
}

struct fl_slice tg_other_word(struct fl_arena *a, struct fl_slice name, size_t seed)
{
	size_t count = sizeof(synonyms) / sizeof(*synonyms);
	struct fl_slice found = {0};
	for (size_t i = 0; i < count && !found.len; i++) {
		const char *const *pair = synonyms[(seed + i) % count];
		found = with_part(a, name, pair[0], pair[1]);
		found = found.len ? found : with_part(a, name, pair[1], pair[0]);
	}
	return found;
}

struct fl_slice tg_other_style(struct fl_arena *a, struct fl_slice name, bool plain)
{
	char word[2 * TG_NAME_MAX];
	size_t len = 0, small = 0;
	bool parts = false;
	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];
		bool under = c == '_' && i && i + 1 < name.len;
		bool hump =
			i && isupper((unsigned char)c) && islower((unsigned char)name.ptr[i - 1]);
		small += islower((unsigned char)c) != 0;
		parts = parts || under || hump;
		if (under) {
			c = name.ptr[++i];
			small += islower((unsigned char)c) != 0;
			c = plain ? c : (char)toupper((unsigned char)c);
		} else if (hump) {
			if (!plain)
				word[len++] = '_';
			c = (char)tolower((unsigned char)c);
		}
		word[len++] = c;
	}
	return parts && small ? fl_arena_slice(a, fl_slice(word, len)) : fl_slice(NULL, 0);
}
