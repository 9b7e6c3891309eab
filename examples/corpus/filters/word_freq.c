/* Words of a text by how often they occur: word_freq [-n COUNT] [-l LENGTH]. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
	char *text;
	int count, first;
};

struct words {
	struct word *items;
	size_t len, room;
	int seen;
};

static void add(struct words *w, const char *text, size_t n)
{
	w->seen++;
	for (size_t i = 0; i < w->len; i++)
		if (strlen(w->items[i].text) == n && memcmp(w->items[i].text, text, n) == 0) {
			w->items[i].count++;
			return;
		}
	if (w->len == w->room) {
		w->room = w->room ? 2 * w->room : 8;
		w->items = realloc(w->items, w->room * sizeof *w->items);
	}
	struct word *new = &w->items[w->len++];

	new->text = malloc(n + 1);
	memcpy(new->text, text, n);
	new->text[n] = '\0';
	new->count = 1;
	new->first = w->seen;
}

static int by_count(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	if (x->count != y->count)
		return y->count - x->count;
	return x->first - y->first;
}

static void read_words(struct words *w, FILE *in, size_t least)
{
	char word[64];
	size_t n = 0;
	int c;

	do {
		c = getc(in);
		if (c != EOF && isalpha(c)) {
			if (n < sizeof word)
				word[n++] = (char)tolower(c);
			continue;
		}
		if (n >= least)
			add(w, word, n);
		n = 0;
	} while (c != EOF);
}

static int number_after(int argc, char **argv, const char *option, int fallback)
{
	for (int i = 1; i + 1 < argc; i++)
		if (strcmp(argv[i], option) == 0)
			return atoi(argv[i + 1]);
	return fallback;
}

int main(int argc, char **argv)
{
	struct words w = {NULL, 0, 0, 0};
	int shown = number_after(argc, argv, "-n", 5);
	int least = number_after(argc, argv, "-l", 1);

	if (shown < 1 || least < 1) {
		fprintf(stderr, "usage: word_freq [-n COUNT] [-l LENGTH]\n");
		return 2;
	}
	read_words(&w, stdin, (size_t)least);
	if (w.len)
		qsort(w.items, w.len, sizeof *w.items, by_count);
	for (size_t i = 0; i < w.len && i < (size_t)shown; i++)
		printf("%4d %s\n", w.items[i].count, w.items[i].text);
	printf("%d words, %zu different\n", w.seen, w.len);
	for (size_t i = 0; i < w.len; i++)
		free(w.items[i].text);
	free(w.items);
	return 0;
}
