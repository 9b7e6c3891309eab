/* A list whose links hold both neighbours in one word, walked from either end. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	uintptr_t link; /* the one before and the one behind, combined */
};

struct list {
	struct node *first, *last;
	size_t count;
};

static uintptr_t combine(const struct node *a, const struct node *b)
{
	return (uintptr_t)a ^ (uintptr_t)b;
}

static struct node *other(const struct node *n, const struct node *one)
{
	uintptr_t word = n->link ^ (uintptr_t)one;
	return (struct node *)word;
}

static int append(struct list *l, int value)
{
	struct node *n = malloc(sizeof(*n));
	if (!n)
		return -1;
	n->value = value;
	n->link = combine(l->last, NULL);
	if (l->last)
		l->last->link = combine(other(l->last, NULL), n);
	else
		l->first = n;
	l->last = n;
	l->count++;
	return 0;
}

static int take_last(struct list *l)
{
	struct node *n = l->last, *before;
	if (!n)
		return -1;
	int value = n->value;
	before = other(n, NULL);
	if (before)
		before->link = combine(other(before, n), NULL);
	else
		l->first = NULL;
	l->last = before;
	l->count--;
	free(n);
	return value;
}

static int walk(const struct list *l, int backwards)
{
	const struct node *before = NULL, *n = backwards ? l->last : l->first;
	int weight = 0, place = 1;
	while (n) {
		const struct node *next = other(n, before);
		printf("%d ", n->value);
		weight += place++ * n->value;
		before = n;
		n = next;
	}
	printf("= %d\n", weight);
	return weight;
}

int main(void)
{
	struct list l = {NULL, NULL, 0};
	for (int i = 1; i <= 6; i++)
		if (append(&l, i * i))
			return 1;
	int forward = walk(&l, 0), back = walk(&l, 1);
	int taken = take_last(&l) + take_last(&l);
	walk(&l, 1);
	printf("%d, taken %d, left %zu\n", forward - back, taken, l.count);
	while (l.count > 0)
		take_last(&l);
	printf("%d %d\n", take_last(&l), l.first == NULL);
	return 0;
}
