/* misspelt-name: a name is misspelt where it is used: two letters change places, or one is lost. */
#include "tracegen/operators/ops.h"

#include <ctype.h>
#include <stdlib.h>

/* Shorter names do not lose a letter: many would be another name of the library (cos, open). */
enum { NAME_MIN = 4, DROP_MIN = 6, NAME_MAX = 64 };

static int compare(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

/* All words of the file, sorted: a slip that is one of them would mean something else. */
static void list_words(struct fl_slice text, struct fl_vec *words)
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

static bool has_word(const struct fl_vec *words, struct fl_slice word)
{
	return words->len && bsearch(&word, words->data, words->len, words->size, compare);
}

static bool all_letters(struct fl_slice name)
{
	for (size_t i = 0; i < name.len; i++) {
		if (!isalnum((unsigned char)name.ptr[i]) && name.ptr[i] != '_')
			return false;
	}
	return name.len >= NAME_MIN && name.len <= NAME_MAX;
}

/* The slip at letter `at`: with the next one swapped, or dropped. The length, 0 when it is none. */
static size_t slip(struct fl_slice name, size_t at, bool swap, char *ret_word)
{
	memcpy(ret_word, name.ptr, name.len);
	if (!swap && name.len < DROP_MIN)
		return 0;
	if (!swap) {
		memmove(ret_word + at, ret_word + at + 1, name.len - at - 1);
		return name.len - 1;
	}
	if (name.ptr[at] == name.ptr[at + 1] || name.ptr[at] == '_' || name.ptr[at + 1] == '_')
		return 0;
	ret_word[at] = name.ptr[at + 1];
	ret_word[at + 1] = name.ptr[at];
	return name.len;
}

/* A slip of the name that the file does not have, by the place as the seed. Empty: none found. */
static struct fl_slice misspell(
	const struct fl_vec *words, struct tg_sink *sink, struct fl_slice name, size_t seed)
{
	char word[NAME_MAX];
	for (size_t i = 0; i < 2 * name.len; i++) {
		size_t at = 1 + (seed + i) % (name.len - 2);
		size_t len = slip(name, at, (seed + i) % 3 != 0, word);
		struct fl_slice found = fl_slice(word, len);
		if (len && !has_word(words, found))
			return fl_arena_slice(sink->arena, found);
	}
	return fl_slice(NULL, 0);
}

static bool stands_there(const struct tg_unit *u, const struct tg_node *n)
{
	return n->name_at + n->name.len <= u->text.len &&
	       memcmp(u->text.ptr + n->name_at, n->name.ptr, n->name.len) == 0;
}

void tg_op_misspelt_name(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct fl_vec words;
	fl_vec_init(&words, sizeof(struct fl_slice), TG_NODES_MAX);
	list_words(unit->text, &words);
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		if (words.failed || n->in_macro ||
			(n->kind != TG_N_REF && n->kind != TG_N_MEMBER) || !n->decl ||
			!all_letters(n->name) || !tg_node_function(n) || !stands_there(unit, n))
			continue;
		struct tg_edit edit = {.kind = TG_EXPRESSION,
			.start = n->name_at,
			.end = n->name_at + n->name.len,
			.at = n,
			.symbol = n->name,
			.symbol_line = n->decl_line};
		struct fl_slice word = misspell(&words, sink, n->name, n->name_at);
		if (word.len)
			tg_yield(unit, sink, &edit, word);
	}
	if (words.failed)
		sink->sites.failed = words.failed;
	fl_vec_release(&words);
}
