#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

int main(void)
{
	struct node *list = NULL, *back = NULL;
	for (int value; scanf("%d", &value) == 1;) {
		struct node *n = malloc(sizeof(*n));
		if (!n)
			return 1;
		n->value = value;
		n->next = list;
		list = n;
	}
	while (list) {
		struct node *next = list->next;
		printf("%d%s", list->value, next ? " " : "\n");
		free(list);
		list = next;
	}
	return back != NULL;
}
