/* Which lines a word is on. */
#ifndef INDEX_H
#define INDEX_H

#include "text.h"

enum { PLACES_MAX = 8 };

struct entry {
	char *word;
	size_t lines[PLACES_MAX];
	size_t count;
	struct entry *next;
};

struct index {
	struct entry *first;
	size_t words;
};

int index_build(struct index *ix, const struct text *t);
const struct entry *index_find(const struct index *ix, const char *word);
size_t index_print(const struct index *ix, size_t least);
void index_free(struct index *ix);

#endif
