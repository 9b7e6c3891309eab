/* CSV reader: quoted fields, doubled quotes, ragged rows; prints a summary. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
	char **cells;
	int ncells;
	struct row *next;
};

struct table {
	struct row *first;
	struct row *last;
	int nrows;
	int max_cells;
};

const char *parse_field(const char *p, char **out);
const char *parse_row(const char *p, struct row **out);
struct table *table_parse(const char *text);
const char *table_cell(const struct table *t, int row, int col);
int table_column(const struct table *t, const char *name);
long table_sum(const struct table *t, int col);
int table_free(struct table *t);

const char *parse_field(const char *p, char **out)
{
	char *buf = malloc(strlen(p) + 1);
	size_t n = 0;

	if (*p == '"') {
		p++;
		while (*p != '\0') {
			if (p[0] == '"' && p[1] == '"') {
				buf[n++] = '"';
				p += 2;
			} else if (*p == '"') {
				p++;
				break;
			} else {
				buf[n++] = *p++;
			}
		}
	} else {
		while (*p != '\0' && *p != ',' && *p != '\n')
			buf[n++] = *p++;
	}
	buf[n] = '\0';
	*out = malloc(n + 1);
	memcpy(*out, buf, n + 1);
	free(buf);
	return p;
}

const char *parse_row(const char *p, struct row **out)
{
	struct row *r = calloc(1, sizeof *r);
	int room = 2;

	r->cells = malloc((size_t)room * sizeof *r->cells);
	for (;;) {
		if (r->ncells == room) {
			room *= 2;
			r->cells = realloc(r->cells, (size_t)room * sizeof *r->cells);
		}
		p = parse_field(p, &r->cells[r->ncells]);
		r->ncells++;
		if (*p != ',')
			break;
		p++;
	}
	if (*p == '\n')
		p++;
	*out = r;
	return p;
}

struct table *table_parse(const char *text)
{
	struct table *t;

	if (text == NULL)
		return NULL;
	t = calloc(1, sizeof *t);
	while (*text != '\0') {
		struct row *r = NULL;

		text = parse_row(text, &r);
		if (t->last != NULL)
			t->last->next = r;
		else
			t->first = r;
		t->last = r;
		t->nrows++;
		if (r->ncells > t->max_cells)
			t->max_cells = r->ncells;
	}
	return t;
}

const char *table_cell(const struct table *t, int row, int col)
{
	struct row *r = t->first;

	while (r != NULL && row > 0) {
		r = r->next;
		row--;
	}
	if (r == NULL || col < 0 || col >= r->ncells)
		return NULL;
	return r->cells[col];
}

int table_column(const struct table *t, const char *name)
{
	if (!t || !t->first)
		return -1;
	for (int i = 0; i < t->first->ncells; i++) {
		if (strcmp(t->first->cells[i], name) == 0)
			return i;
	}
	return -1;
}

long table_sum(const struct table *t, int col)
{
	long sum = 0;

	for (int i = 1; i < t->nrows; i++) {
		const char *cell = table_cell(t, i, col);

		if (cell == NULL || !isdigit((unsigned char)cell[0]))
			continue;
		sum += strtol(cell, NULL, 10);
	}
	return sum;
}

int table_free(struct table *t)
{
	int cells = 0;
	struct row *r;

	if (t == NULL)
		return -1;
	r = t->first;
	while (r != NULL) {
		struct row *next = r->next;

		for (int i = 0; i < r->ncells; i++)
			free(r->cells[i]);
		cells += r->ncells;
		free(r->cells);
		free(r);
		r = next;
	}
	free(t);
	return cells;
}

int main(void)
{
	static const char text[] =
		"item,quantity,price,note\n"
		"bolt,120,4,\"hex, steel\"\n"
		"nut,95,2,\"says \"\"M8\"\"\"\n"
		"washer,n/a,1\n"
		",7,,x,extra,cells\n"
		"gasket,31,12,last";
	struct table *t = table_parse(text);
	struct table *empty = table_parse("");
	int qty = table_column(t, "quantity");
	int price = table_column(t, "price");
	long value = 0;

	printf("%d rows, widest %d\n", t->nrows, t->max_cells);
	for (int r = 0; r <= t->nrows; r++) {
		for (int c = 0; c < t->max_cells; c++) {
			const char *cell = table_cell(t, r, c);

			if (cell == NULL) {
				printf(" --");
				continue;
			}
			printf(" [%s]", cell);
		}
		printf("\n");
	}
	printf("columns %d %d %d\n", qty, price, table_column(t, "missing"));
	printf("empty %d, none %d\n", table_column(empty, "x"),
	       table_column(table_parse(NULL), "x"));
	for (int r = 1; r < t->nrows; r++) {
		const char *q = table_cell(t, r, qty);
		const char *p = table_cell(t, r, price);

		value += strtol(q, NULL, 10) * strtol(p, NULL, 10);
	}
	printf("sum of quantity %ld, of notes %ld, value %ld\n",
	       table_sum(t, qty), table_sum(t, 5), value);
	printf("freed %d %d %d\n", table_free(t), table_free(empty),
	       table_free(NULL));
	return 0;
}
