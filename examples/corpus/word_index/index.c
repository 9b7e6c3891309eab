#include "index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct entry **place_of(struct index *ix, const char *word)
{
	struct entry **at = &ix->first;
	while (*at && strcmp((*at)->word, word) < 0)
		at = &(*at)->next;
	return at;
}

static int note(struct index *ix, const char *word, size_t line)
{
	struct entry **at = place_of(ix, word), *e = *at;
	if (!e || strcmp(e->word, word) != 0) {
		e = calloc(1, sizeof(*e));
		if (!e)
			return -1;
		e->word = strdup(word);
		e->next = *at;
		*at = e;
		ix->words++;
	}
	if (e->count < PLACES_MAX && (e->count == 0 || e->lines[e->count - 1] != line))
		e->lines[e->count++] = line;
	return 0;
}

int index_build(struct index *ix, const struct text *t)
{
	char word[24];
	for (size_t i = 1; i <= t->count; i++) {
		const char *at = text_line(t, i);
		for (size_t n; (n = text_word(at, word, sizeof(word))) > 0; at += n)
			if (note(ix, word, i))
				return -1;
	}
	return 0;
}

const struct entry *index_find(const struct index *ix, const char *word)
{
	const struct entry *e = ix->first;
	while (e && strcmp(e->word, word) != 0)
		e = e->next;
	return e;
}

size_t index_print(const struct index *ix, size_t least)
{
	size_t printed = 0;
	for (const struct entry *e = ix->first; e; e = e->next) {
		if (e->count < least)
			continue;
		printf("%-8s", e->word);
		for (size_t i = 0; i < e->count; i++)
			printf(" %zu", e->lines[i]);
		printf("\n");
		printed++;
	}
	return printed;
}

void index_free(struct index *ix)
{
	while (ix->first) {
		struct entry *next = ix->first->next;
		free(ix->first->word);
		free(ix->first);
		ix->first = next;
	}
}
