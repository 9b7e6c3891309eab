#include <stdio.h>
#include <stdlib.h>
struct node {
	struct node *next;
	int value;
};
volatile int spin;
static void corrupt(struct node *n)
{
	n->next = (struct node *)0x10;
}
static int length(const struct node *node)
{
	int n = 0;
	for (; node; node = node->next)
		n += node->value;
	return n;
}
int main(int argc, char **argv)
{
	(void)argv;
	for (spin = argc > 1; spin; spin = 1)
		;
	struct node list = {0}, second = {0};
	list.next = &second;
	second.value = 2;
	corrupt(&second);
	printf("%d\n", length(&list));
	return 0;
}
