#include <stdio.h>
#include <stdlib.h>

struct child {
	int number;
	struct child *next;
};

int main(void)
{
	int n, k;
	if (scanf("%d %d", &n, &k) != 2 || n < 1 || k < 1)
		return 1;
	struct child *first = NULL, *last = NULL;
	for (int i = 1; i <= n; i++) {
		struct child *c = malloc(sizeof(*c));
		if (!c)
			return 1;
		c->number = i;
		if (last)
			last->next = c;
		else
			first = c;
		last = c;
	}
	last->next = first;
	while (last->next != last) {
		for (int i = 1; i < k; i++)
			last = last->next;
		struct child *out = last->next;
		last->next = out->next;
		printf("%d ", out->number);
		free(out);
	}
	printf("%d\n", last->number);
	free(last);
	return 0;
}
