/* Word wrap, justification and column layout for plain text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
	char *text;
	struct line *next;
};

struct page {
	struct line *first;
	struct line **end;
	int width;
	int lines;
};

struct page *page_new(int width);
void page_add(struct page *pg, const char *text, size_t n);
struct page *wrap(const char *text, int width);
char *justify(const char *line, int width);
struct line *page_line(const struct page *pg, int number);
int page_raggedness(const struct page *pg);
void side_by_side(const struct page *a, const struct page *b);
int page_free(struct page *pg);

struct page *page_new(int width)
{
	struct page *pg = malloc(sizeof *pg);

	pg->first = NULL;
	pg->end = &pg->first;
	pg->width = width;
	pg->lines = 0;
	return pg;
}

void page_add(struct page *pg, const char *text, size_t n)
{
	struct line *l = malloc(sizeof *l);

	l->text = malloc(n + 1);
	memcpy(l->text, text, n);
	l->text[n] = '\0';
	l->next = NULL;
	*pg->end = l;
	pg->end = &l->next;
	pg->lines++;
}

struct page *wrap(const char *text, int width)
{
	struct page *pg;
	char *current;
	int used = 0;

	if (text == NULL || width < 1)
		return NULL;
	pg = page_new(width);
	current = malloc((size_t)width + 1);
	while (*text != '\0') {
		int n = 0;

		while (*text != '\0' && isspace((unsigned char)*text))
			text++;
		while (text[n] != '\0' && !isspace((unsigned char)text[n]) && n < width)
			n++;
		if (n == 0)
			break;
		if (used > 0 && used + 1 + n > width) {
			page_add(pg, current, (size_t)used);
			used = 0;
		}
		if (used > 0)
			current[used++] = ' ';
		memcpy(current + used, text, (size_t)n);
		used += n;
		text += n;
	}
	if (used > 0)
		page_add(pg, current, (size_t)used);
	free(current);
	return pg;
}

char *justify(const char *line, int width)
{
	int length, gaps = 0, pad, o = 0;
	char *out;

	if (!line)
		return NULL;
	length = (int)strlen(line);
	for (int i = 0; i < length; i++)
		gaps += line[i] == ' ';
	pad = width - length;
	out = malloc((size_t)(length > width ? length : width) + 1);
	for (int i = 0; i < length; i++) {
		out[o++] = line[i];
		if (line[i] == ' ' && pad > 0) {
			int extra = (pad + gaps - 1) / gaps;

			for (int k = 0; k < extra; k++)
				out[o++] = ' ';
			pad -= extra;
			gaps--;
		}
	}
	out[o] = '\0';
	return out;
}

struct line *page_line(const struct page *pg, int number)
{
	struct line *l;

	if (pg == NULL)
		return NULL;
	l = pg->first;
	while (l != NULL && number > 0) {
		l = l->next;
		number--;
	}
	return l;
}

int page_raggedness(const struct page *pg)
{
	int sum = 0;

	for (const struct line *l = pg->first; l; l = l->next) {
		int gap = pg->width - (int)strlen(l->text);

		if (l->next != NULL)
			sum += gap * gap;
	}
	return sum;
}

void side_by_side(const struct page *a, const struct page *b)
{
	int rows = a->lines > b->lines ? a->lines : b->lines;

	for (int i = 0; i < rows; i++) {
		const struct line *left = page_line(a, i);
		const struct line *right = page_line(b, i);

		printf("%-*s | ", a->width, left ? left->text : "");
		if (right == NULL) {
			printf("\n");
			continue;
		}
		printf("%s\n", right->text);
	}
}

int page_free(struct page *pg)
{
	int chars = 0;

	if (pg == NULL)
		return -1;
	while (pg->first != NULL) {
		struct line *l = pg->first;

		pg->first = l->next;
		chars += (int)strlen(l->text);
		free(l->text);
		free(l);
	}
	chars += pg->lines * 1000;
	free(pg);
	return chars;
}

int main(void)
{
	static const char text[] =
		"A good  tool does one thing, says what it\n did and stays out of"
		" the way; an extraordinarilylongword is cut.";
	struct page *wide = wrap(text, 30);
	struct page *narrow = wrap(text, 12);
	struct page *empty = wrap("  \n ", 5);

	for (int i = 0; i <= wide->lines; i++) {
		const struct line *l = page_line(wide, i);
		char *full = justify(l ? l->text : NULL, wide->width);

		if (full == NULL) {
			printf("end of text\n");
			break;
		}
		printf("|%s| %zu\n", full, strlen(full));
		free(full);
	}
	side_by_side(narrow, wide);
	printf("ragged %d %d %d\n", page_raggedness(wide), page_raggedness(narrow),
	       page_raggedness(empty));
	printf("lines %d %d %d, none %d\n", wide->lines, narrow->lines, empty->lines,
	       page_line(NULL, 0) == NULL);
	printf("freed %d %d %d", page_free(wide), page_free(narrow), page_free(empty));
	printf(" %d", page_free(wrap(NULL, 10)));
	printf(" %d\n", page_free(wrap("zero width", 0)));
	return 0;
}
