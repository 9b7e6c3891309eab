#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 8 };

struct entry {
	char *word;
	int count;
	struct entry *next;
};

static struct entry *table[BUCKETS];

static struct entry *lookup(const char *word)
{
	unsigned hash = 5381;
	for (const char *c = word; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	struct entry **at = &table[hash % BUCKETS];
	while (*at && strcmp((*at)->word, word))
		at = &(*at)->next;
	if (!*at) {
		*at = calloc(1, sizeof(**at));
		if (!*at || !((*at)->word = strdup(word)))
			exit(1);
	}
	return *at;
}

int main(void)
{
	char word[64];
	int distinct = 0, most = 0;
	while (scanf("%63s", word) == 1) {
		struct entry *e = lookup(word);
		distinct += e->count++ == 0;
		if (e->count > most)
			most = e->count;
	}
	printf("%d %d\n", distinct, most);
	for (int i = 0; i < BUCKETS; i++)
		while (table[i]) {
			struct entry *e = table[i];
			table[i] = e->next;
			free(e->word);
			free(e);
		}
	return 0;
}
