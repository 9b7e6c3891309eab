/* Values of an interpreter: small integers and pointers in one word, told apart by a low bit. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uintptr_t value;

struct pair {
	value head, tail;
};

static struct pair *all[64];
static size_t all_count;

#define NIL ((value)0)

static value from_int(intptr_t n)
{
	return (value)n << 1 | 1;
}

static int is_int(value v)
{
	return (int)(v & 1);
}

static intptr_t to_int(value v)
{
	return (intptr_t)v >> 1;
}

static struct pair *to_pair(value v)
{
	uintptr_t address = v;

	return (struct pair *)address;
}

static value cons(value head, value tail)
{
	struct pair *p = malloc(sizeof(*p));

	if (p == NULL || all_count == sizeof(all) / sizeof(all[0])) {
		free(p);
		return NIL;
	}
	p->head = head;
	p->tail = tail;
	all[all_count++] = p;
	return (value)p;
}

static intptr_t sum(value v)
{
	if (v == NIL)
		return 0;
	if (is_int(v))
		return to_int(v);
	return sum(to_pair(v)->head) + sum(to_pair(v)->tail);
}

static void print(value v)
{
	if (v == NIL) {
		printf("()");
	} else if (is_int(v)) {
		printf("%d", (int)to_int(v));
	} else {
		printf("(");
		for (; v != NIL; v = to_pair(v)->tail) {
			print(to_pair(v)->head);
			if (to_pair(v)->tail != NIL)
				printf(" ");
		}
		printf(")");
	}
}

static value reverse(value list)
{
	value out = NIL;

	for (; list != NIL; list = to_pair(list)->tail)
		out = cons(to_pair(list)->head, out);
	return out;
}

/* How far a pair lies into its alignment: the tag needs the low bits to be free. */
static unsigned slack(value v)
{
	uintptr_t address = v;

	return (unsigned)(address % sizeof(void *));
}

int main(void)
{
	value list = NIL, inner = cons(from_int(-7), cons(from_int(8), NIL));

	for (int i = 5; i > 0; i--)
		list = cons(from_int(i * 100), list);
	list = cons(inner, list);
	print(list);
	printf("\nsum %d\n", (int)sum(list));
	print(reverse(list));
	printf("\nslack %u, pairs %zu\n", slack(list), all_count);
	while (all_count > 0)
		free(all[--all_count]);
	return 0;
}
