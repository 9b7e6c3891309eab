/* Bump-pointer arena made of linked blocks, with marks and rollback. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_ALIGN 16
#define BLOCK_SIZE 256

struct block {
	struct block *prev;
	size_t used;
	size_t size;
	unsigned char *data;
};

struct arena {
	struct block *top;
	size_t blocks;
	size_t total;
};

struct mark {
	struct block *block;
	size_t used;
};

void arena_init(struct arena *a);
void *arena_alloc(struct arena *a, size_t size);
char *arena_strdup(struct arena *a, const char *s);
struct mark arena_mark(const struct arena *a);
int arena_release(struct arena *a, struct mark m);
size_t arena_clear(struct arena *a);
static struct block *block_new(size_t size, struct block *prev);
static size_t round_up(size_t n);

void arena_init(struct arena *a)
{
	a->top = NULL;
	a->blocks = 0;
	a->total = 0;
}

static size_t round_up(size_t n)
{
	return (n + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
}

static struct block *block_new(size_t size, struct block *prev)
{
	struct block *b = malloc(sizeof *b);

	b->size = size > BLOCK_SIZE ? size : BLOCK_SIZE;
	b->data = malloc(b->size);
	b->used = 0;
	b->prev = prev;
	return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
	size_t need = round_up(size);
	void *p;

	if (size == 0)
		return NULL;
	if (a->top == NULL || a->top->used + need > a->top->size) {
		a->top = block_new(need, a->top);
		a->blocks++;
	}
	p = a->top->data + a->top->used;
	a->top->used += need;
	a->total += size;
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	size_t n;
	char *copy;

	if (s == NULL)
		return NULL;
	n = strlen(s) + 1;
	copy = arena_alloc(a, n);
	memcpy(copy, s, n);
	return copy;
}

struct mark arena_mark(const struct arena *a)
{
	struct mark m = {a->top, 0};

	if (a->top != NULL)
		m.used = a->top->used;
	return m;
}

int arena_release(struct arena *a, struct mark m)
{
	int freed = 0;

	while (a->top != m.block) {
		struct block *b = a->top;

		a->top = b->prev;
		printf("  drop block of %zu, %zu used\n", b->size, b->used);
		free(b->data);
		free(b);
		a->blocks--;
		freed++;
	}
	if (a->top)
		a->top->used = m.used;
	return freed;
}

size_t arena_clear(struct arena *a)
{
	size_t used = 0;

	while (a->top) {
		struct block *b = a->top;

		used += b->used;
		a->top = b->prev;
		free(b->data);
		free(b);
	}
	a->blocks = 0;
	return used;
}

struct word {
	const char *text;
	struct word *next;
};

static struct word *split_words(struct arena *a, const char *line)
{
	struct word *head = NULL;
	char *copy = arena_strdup(a, line);

	if (copy == NULL)
		return NULL;
	for (char *p = strtok(copy, " "); p; p = strtok(NULL, " ")) {
		struct word *w = arena_alloc(a, sizeof *w);

		w->text = p;
		w->next = head;
		head = w;
	}
	return head;
}

static int print_words(const struct word *w)
{
	int n = 0;

	if (w == NULL) {
		printf("(none)\n");
		return 0;
	}
	for (; w != NULL; w = w->next) {
		printf("%s%s", w->text, w->next ? "," : "\n");
		n++;
	}
	return n;
}

int main(void)
{
	struct arena a;
	struct mark start, middle;
	int total = 0;
	int *numbers;

	arena_init(&a);
	start = arena_mark(&a);
	printf("empty: %d\n", arena_alloc(&a, 0) == NULL);
	total += print_words(split_words(&a, "the quick brown fox"));
	middle = arena_mark(&a);
	total += print_words(split_words(&a, "jumps over the lazy dog and runs"));
	total += print_words(split_words(&a, NULL));
	printf("words %d blocks %zu bytes %zu\n", total, a.blocks, a.total);

	numbers = arena_alloc(&a, 100 * sizeof *numbers);
	for (int i = 0; i < 100; i++)
		numbers[i] = i * i;
	total = 0;
	for (int i = 99; i >= 0; i -= 7)
		total += numbers[i];
	printf("sum %d blocks %zu top %zu/%zu\n", total, a.blocks, a.top->used,
	       a.top->size);

	printf("released %d\n", arena_release(&a, middle));
	printf("top %zu/%zu\n", a.top->used, a.top->size);
	total = print_words(split_words(&a, "again"));
	printf("cleared %zu\n", arena_clear(&a));

	(void)arena_alloc(&a, 24);
	total += arena_release(&a, start);
	printf("blocks %zu, last %d\n", a.blocks, total);
	(void)arena_alloc(&a, 300);
	(void)arena_alloc(&a, 7);
	printf("cleared %zu\n", arena_clear(&a));
	return 0;
}
