/* Prefix tree over lower-case words: insert, erase, complete, longest prefix. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LETTERS 26

struct trie {
	struct trie *child[LETTERS];
	int weight; /* 0: not the end of a word */
};

struct match {
	char *word;
	int weight;
	struct match *next;
};

struct trie *trie_new(void);
void trie_insert(struct trie *t, const char *word, int weight);
const struct trie *trie_walk(const struct trie *t, const char *prefix);
int trie_weight(const struct trie *t, const char *word);
int trie_words(const struct trie *t);
int trie_erase(struct trie *t, const char *word);
size_t trie_longest(const struct trie *t, const char *text);
struct match *trie_complete(const struct trie *t, const char *prefix);
int trie_free(struct trie *t);

struct trie *trie_new(void)
{
	return calloc(1, sizeof(struct trie));
}

void trie_insert(struct trie *t, const char *word, int weight)
{
	if (t == NULL || word == NULL)
		return;
	for (; *word != '\0'; word++) {
		int i = *word - 'a';

		if (t->child[i] == NULL)
			t->child[i] = trie_new();
		t = t->child[i];
	}
	t->weight += weight;
}

const struct trie *trie_walk(const struct trie *t, const char *prefix)
{
	while (t != NULL && *prefix != '\0')
		t = t->child[*prefix++ - 'a'];
	return t;
}

int trie_weight(const struct trie *t, const char *word)
{
	const struct trie *end = trie_walk(t, word);

	if (end == NULL)
		return -1;
	return end->weight;
}

int trie_words(const struct trie *t)
{
	int n;

	if (!t)
		return 0;
	n = t->weight > 0;
	for (int i = 0; i < LETTERS; i++)
		n += trie_words(t->child[i]);
	return n;
}

int trie_erase(struct trie *t, const char *word)
{
	struct trie *next;
	int freed;

	if (*word == '\0') {
		t->weight = 0;
		return 0;
	}
	next = t->child[*word - 'a'];
	if (next == NULL)
		return -1;
	freed = trie_erase(next, word + 1);
	if (freed >= 0 && trie_words(next) == 0) {
		t->child[*word - 'a'] = NULL;
		free(next);
		freed++;
	}
	return freed;
}

size_t trie_longest(const struct trie *t, const char *text)
{
	size_t best = 0;

	for (size_t i = 0; text[i] != '\0'; i++) {
		t = t->child[text[i] - 'a'];
		if (t == NULL)
			break;
		if (t->weight > 0)
			best = i + 1;
	}
	return best;
}

static struct match *collect(const struct trie *t, char *buf, size_t n, struct match *rest)
{
	for (int i = LETTERS - 1; i >= 0; i--) {
		if (t->child[i] == NULL)
			continue;
		buf[n] = (char)('a' + i);
		rest = collect(t->child[i], buf, n + 1, rest);
	}
	if (t->weight > 0) {
		struct match *m = malloc(sizeof *m);

		m->word = malloc(n + 1);
		memcpy(m->word, buf, n);
		m->word[n] = '\0';
		m->weight = t->weight;
		m->next = rest;
		rest = m;
	}
	return rest;
}

struct match *trie_complete(const struct trie *t, const char *prefix)
{
	const struct trie *at = trie_walk(t, prefix);
	char buf[64];

	if (at == NULL)
		return NULL;
	strcpy(buf, prefix);
	return collect(at, buf, strlen(prefix), NULL);
}

int trie_free(struct trie *t)
{
	int nodes = 1;

	if (t == NULL)
		return 0;
	for (int i = 0; i < LETTERS; i++)
		nodes += trie_free(t->child[i]);
	free(t);
	return nodes;
}

static int show_matches(const struct trie *t, const char *prefix)
{
	struct match *m = trie_complete(t, prefix);
	int sum = 0;

	if (m == NULL) {
		printf("%s*: no match\n", prefix);
		return 0;
	}
	printf("%s*:", prefix);
	while (m != NULL) {
		struct match *next = m->next;

		printf(" %s(%d)", m->word, m->weight);
		sum += m->weight;
		free(m->word);
		free(m);
		m = next;
	}
	printf("\n");
	return sum;
}

int main(void)
{
	static const char *const words[] = {
		"car", "card", "care", "cat", "dog", "do", "dot", "dove", "zebra", "car",
	};
	struct trie *t = trie_new();
	int sum = 0;

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		trie_insert(t, words[i], (int)i + 1);
	trie_insert(t, NULL, 5);
	trie_insert(NULL, "lost", 5);
	printf("%d words\n", trie_words(t));
	sum += show_matches(t, "ca") * 2;
	sum += show_matches(t, "do") * 3;
	sum += show_matches(t, "x");
	sum += show_matches(t, "");
	printf("sum %d\n", sum);
	printf("weights %d %d %d %d\n", trie_weight(t, "car"), trie_weight(t, "ca"),
	       trie_weight(t, "cow"), trie_weight(NULL, "car"));
	printf("longest %zu %zu %zu\n", trie_longest(t, "cardigan"),
	       trie_longest(t, "dovetail"), trie_longest(t, "quick"));
	printf("erase %d", trie_erase(t, "zebra"));
	printf(" %d", trie_erase(t, "do"));
	printf(" %d", trie_erase(t, "card"));
	printf(" %d\n", trie_erase(t, "cargo"));
	show_matches(t, "");
	printf("%d words left\n", trie_words(t));
	printf("%d nodes, %d in none\n", trie_free(t),
	       trie_free(NULL));
	return 0;
}
