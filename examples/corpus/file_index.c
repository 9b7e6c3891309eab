/* Indexes the words of a small text file: writes, reads back, looks lines up. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct posting {
	int line;
	struct posting *next;
};

struct term {
	char *word;
	int count;
	struct posting *postings;
	struct term *next;
};

struct index {
	struct term *terms; /* sorted by word */
	long *offsets;
	int lines;
	int room;
};

int write_sample(const char *path);
struct index *index_build(const char *path);
struct term *index_find(const struct index *ix, const char *word);
char *fetch_line(const struct index *ix, const char *path, int line);
int index_free(struct index *ix);
static void add_word(struct index *ix, const char *word, int line);
static void add_line(struct index *ix, long offset);

int write_sample(const char *path)
{
	FILE *f = fopen(path, "w");

	if (f == NULL)
		return -1;
	fputs("The river runs past the mill.\n", f);
	fputs("A mill needs a river, or wind.\n", f);
	fputs("\n", f);
	fputs("Wind moves the sails of the old mill", f);
	fclose(f);
	return 0;
}

static void add_line(struct index *ix, long offset)
{
	if (ix->lines == ix->room) {
		ix->room = ix->room * 2 + 1;
		ix->offsets = realloc(ix->offsets, (size_t)ix->room * sizeof *ix->offsets);
	}
	ix->offsets[ix->lines++] = offset;
}

static void add_word(struct index *ix, const char *word, int line)
{
	struct term **at = &ix->terms;
	struct term *t;

	while (*at != NULL && strcmp((*at)->word, word) < 0)
		at = &(*at)->next;
	t = *at;
	if (t == NULL || strcmp(t->word, word) != 0) {
		t = calloc(1, sizeof *t);
		t->word = strdup(word);
		t->next = *at;
		*at = t;
	}
	t->count++;
	if (t->postings == NULL || t->postings->line != line) {
		struct posting *p = malloc(sizeof *p);

		p->line = line;
		p->next = t->postings;
		t->postings = p;
	}
}

struct index *index_build(const char *path)
{
	FILE *f = fopen(path, "r");
	struct index *ix;
	char *line = NULL;
	size_t room = 0;
	long offset = 0;

	if (f == NULL)
		return NULL;
	ix = calloc(1, sizeof *ix);
	for (;;) {
		long n = (long)getline(&line, &room, f);
		char word[32];
		int k = 0;

		if (n < 0)
			break;
		add_line(ix, offset);
		offset += n;
		for (long i = 0; i <= n; i++) {
			unsigned char c = (unsigned char)line[i];

			if (isalpha(c) && k < 31) {
				word[k++] = (char)tolower(c);
			} else if (k > 0) {
				word[k] = '\0';
				add_word(ix, word, ix->lines);
				k = 0;
			}
		}
	}
	free(line);
	fclose(f);
	return ix;
}

struct term *index_find(const struct index *ix, const char *word)
{
	if (ix == NULL)
		return NULL;
	for (struct term *t = ix->terms; t != NULL; t = t->next) {
		if (strcmp(t->word, word) == 0)
			return t;
	}
	return NULL;
}

char *fetch_line(const struct index *ix, const char *path, int line)
{
	char *text = NULL;
	size_t room = 0;
	FILE *f;

	if (line < 1 || line > ix->lines)
		return NULL;
	f = fopen(path, "r");
	if (!f)
		return NULL;
	fseek(f, ix->offsets[line - 1], SEEK_SET);
	if (getline(&text, &room, f) > 0)
		text[strcspn(text, "\n")] = '\0';
	fclose(f);
	return text;
}

int index_free(struct index *ix)
{
	int freed = 0;

	if (ix == NULL)
		return 0;
	while (ix->terms) {
		struct term *t = ix->terms;

		ix->terms = t->next;
		while (t->postings) {
			struct posting *p = t->postings;

			t->postings = p->next;
			freed += p->line;
			free(p);
		}
		freed += (int)strlen(t->word) * 10;
		free(t->word);
		free(t);
	}
	freed += ix->lines * 1000;
	free(ix->offsets);
	free(ix);
	return freed;
}

int main(void)
{
	static const char path[] = "file_index.tmp";
	static const char *const queries[] = {"mill", "river", "wheel", "wind", "the"};
	struct index *ix, *missing;
	int total = 0;

	printf("write %d, bad path %d\n", write_sample(path),
	       write_sample("no-such-directory/x"));
	ix = index_build(path);
	missing = index_build("file_index.none");
	printf("missing: %s\n", missing == NULL ? "null" : "index");
	for (const struct term *t = ix->terms; t; t = t->next)
		printf("%s:%d ", t->word, t->count);
	printf("\n");
	for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
		const struct term *t = index_find(ix, queries[i]);

		if (t == NULL) {
			printf("%s: nowhere\n", queries[i]);
			continue;
		}
		printf("%s: %d times\n", t->word, t->count);
		for (const struct posting *p = t->postings; p; p = p->next) {
			char *text = fetch_line(ix, path, p->line);

			printf("  %d: %s\n", p->line, text);
			total += (int)strlen(text) * p->line;
			free(text);
		}
	}
	printf("total %d\n", total);
	for (int line = 0; line <= 5; line++) {
		char *text = fetch_line(ix, path, line);

		printf("line %d is %s\n", line, text == NULL ? "out of range" : "there");
		free(text);
	}
	unlink(path);
	printf("gone %d\n", fetch_line(ix, path, 1) == NULL);
	printf("none %d\n", index_find(missing, "mill") == NULL);
	printf("freed %d %d\n", index_free(ix), index_free(missing));
	return 0;
}
