/* String-keyed hash map with separate chaining and automatic growth. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	char *key;
	int value;
	struct entry *next;
};

struct map {
	struct entry **buckets;
	size_t nbuckets;
	size_t count;
};

struct map *map_new(size_t nbuckets);
void map_free(struct map *m);
int map_put(struct map *m, const char *key, int value);
struct entry *map_find(const struct map *m, const char *key);
int map_remove(struct map *m, const char *key);
size_t map_longest_chain(const struct map *m);

static uint32_t hash_string(const char *s);
static void map_grow(struct map *m);
static char *copy_string(const char *s);

static uint32_t hash_string(const char *s)
{
	uint32_t h = 2166136261u;

	while (*s != '\0') {
		h ^= (unsigned char)*s++;
		h *= 16777619u;
	}
	return h;
}

static char *copy_string(const char *s)
{
	size_t n = strlen(s) + 1;
	char *copy = malloc(n);

	if (copy != NULL)
		memcpy(copy, s, n);
	return copy;
}

struct map *map_new(size_t nbuckets)
{
	struct map *m;

	if (nbuckets == 0)
		return NULL;
	m = malloc(sizeof *m);
	m->buckets = calloc(nbuckets, sizeof *m->buckets);
	m->nbuckets = nbuckets;
	m->count = 0;
	return m;
}

void map_free(struct map *m)
{
	if (m == NULL)
		return;
	for (size_t i = 0; i < m->nbuckets; i++) {
		struct entry *e = m->buckets[i];

		while (e != NULL) {
			struct entry *next = e->next;

			free(e->key);
			free(e);
			e = next;
		}
	}
	free(m->buckets);
	free(m);
}

struct entry *map_find(const struct map *m, const char *key)
{
	struct entry *e;

	if (m == NULL || key == NULL)
		return NULL;
	e = m->buckets[hash_string(key) % m->nbuckets];
	while (e != NULL && strcmp(e->key, key) != 0)
		e = e->next;
	return e;
}

static void map_grow(struct map *m)
{
	size_t size = m->nbuckets * 2;
	struct entry **fresh = calloc(size, sizeof *fresh);

	for (size_t i = 0; i < m->nbuckets; i++) {
		struct entry *e = m->buckets[i];

		while (e) {
			struct entry *next = e->next;
			size_t slot = hash_string(e->key) % size;

			e->next = fresh[slot];
			fresh[slot] = e;
			e = next;
		}
	}
	free(m->buckets);
	m->buckets = fresh;
	m->nbuckets = size;
}

int map_put(struct map *m, const char *key, int value)
{
	struct entry *e = map_find(m, key);
	size_t slot;

	if (e != NULL) {
		e->value = value;
		return 0;
	}
	if (m->count + 1 > m->nbuckets * 3 / 4)
		map_grow(m);
	slot = hash_string(key) % m->nbuckets;
	e = malloc(sizeof *e);
	e->key = copy_string(key);
	e->value = value;
	e->next = m->buckets[slot];
	m->buckets[slot] = e;
	m->count++;
	return 1;
}

int map_remove(struct map *m, const char *key)
{
	struct entry **link = &m->buckets[hash_string(key) % m->nbuckets];

	for (; *link; link = &(*link)->next) {
		struct entry *victim = *link;

		if (strcmp(victim->key, key) == 0) {
			int value = victim->value;

			*link = victim->next;
			free(victim->key);
			free(victim);
			m->count--;
			return value;
		}
	}
	return -1;
}

size_t map_longest_chain(const struct map *m)
{
	size_t longest = 0;

	for (size_t i = 0; i < m->nbuckets; i++) {
		size_t length = 0;

		for (struct entry *e = m->buckets[i]; e; e = e->next)
			length++;
		if (length > longest)
			longest = length;
	}
	return longest;
}

static void print_lookup(const struct map *m, const char *key)
{
	struct entry *e = map_find(m, key);

	if (e == NULL) {
		printf("%s: not found\n", key ? key : "(null)");
		return;
	}
	printf("%s: %d\n", e->key, e->value);
}

int main(void)
{
	static const char *const words[] = {
		"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta",
		"theta", "iota", "kappa", "beta", "eta", "lambda",
	};
	size_t nwords = sizeof words / sizeof words[0];
	struct map *m = map_new(4);
	long weighted = 0;

	for (size_t i = 0; i < nwords; i++) {
		int added = map_put(m, words[i], (int)(i * 10 + 1));

		printf("put %s: %s\n", words[i], added ? "new" : "replaced");
	}
	printf("count %zu buckets %zu longest %zu\n", m->count, m->nbuckets,
	       map_longest_chain(m));

	print_lookup(m, "theta");
	print_lookup(m, "omega");
	print_lookup(NULL, "alpha");
	print_lookup(m, NULL);

	printf("removed %d\n", map_remove(m, "gamma"));
	printf("removed %d\n", map_remove(m, "gamma"));
	printf("removed %d\n", map_remove(m, "zeta"));
	print_lookup(m, "gamma");

	for (size_t i = 0; i < nwords; i++) {
		struct entry *e = map_find(m, words[i]);

		if (e == NULL)
			continue;
		weighted += (long)(i + 1) * e->value;
	}
	printf("weighted %ld, %zu left\n", weighted, m->count);
	map_free(m);
	map_free(map_new(0));
	return 0;
}
