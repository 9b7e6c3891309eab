/* Sums of a column by the values of another: csv_sum KEY VALUE < table; columns count from 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 16 };

struct group {
	char *key;
	long sum;
	int rows;
	struct group *next;
};

struct table {
	struct group *groups;
	int bad_rows;
};

static struct group *find(struct table *t, const char *key)
{
	struct group **at = &t->groups;

	while (*at && strcmp((*at)->key, key) < 0)
		at = &(*at)->next;
	if (*at && strcmp((*at)->key, key) == 0)
		return *at;
	struct group *g = calloc(1, sizeof *g);

	g->key = malloc(strlen(key) + 1);
	strcpy(g->key, key);
	g->next = *at;
	*at = g;
	return g;
}

/* Splits in place; "a ""quoted"" field" loses its quotes. */
static int split(char *line, char **fields)
{
	int n = 0;
	char *from = line, *to = line;

	while (n < FIELDS) {
		int quoted = *from == '"';

		fields[n++] = to;
		from += quoted;
		while (*from && (quoted || *from != ',')) {
			if (quoted && from[0] == '"' && from[1] != '"') {
				quoted = 0;
				from++;
				continue;
			}
			from += quoted && from[0] == '"';
			*to++ = *from++;
		}
		if (*from == '\0')
			break;
		from++;
		*to++ = '\0';
	}
	*to = '\0';
	return n;
}

static void add_row(struct table *t, char *line, int key, int value)
{
	char *fields[FIELDS], *end;
	int n = split(line, fields);

	if (key > n || value > n) {
		t->bad_rows++;
		return;
	}
	long number = strtol(fields[value - 1], &end, 10);

	if (end == fields[value - 1] || *end) {
		t->bad_rows++;
		return;
	}
	struct group *g = find(t, fields[key - 1]);

	g->sum += number;
	g->rows++;
}

int main(int argc, char **argv)
{
	struct table t = {NULL, 0};
	char line[512];
	int key = argc > 1 ? atoi(argv[1]) : 1;
	int value = argc > 2 ? atoi(argv[2]) : 2;

	if (key < 1 || value < 1) {
		fprintf(stderr, "usage: csv_sum KEY VALUE < table\n");
		return 2;
	}
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (line[0])
			add_row(&t, line, key, value);
	}
	while (t.groups) {
		struct group *g = t.groups;

		printf("%-10s %6ld in %d rows\n", g->key, g->sum, g->rows);
		t.groups = g->next;
		free(g->key);
		free(g);
	}
	if (t.bad_rows)
		printf("%d rows without a number\n", t.bad_rows);
	return 0;
}
