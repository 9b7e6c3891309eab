#include <stdio.h>
#include <stdlib.h>
struct node {
	int value;
	struct node *next;
};
int total;
static int add(int a, int b)
{
	return a + b;
}
int main(int argc, char **argv)
{
	struct node n = {3, 0};
	int i;
	for (i = 0; i < 5; i++)
		total = add(total, n.value);
	printf("%d %s\n", total, argc > 1 ? argv[1] : "-");
	return argc > 2 ? system("true") : 0;
}
