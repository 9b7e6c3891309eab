#include <stdio.h>
#include <stdlib.h>

#define MOST 100

struct edge {
	int to;
	struct edge *next;
};

static void free_all(struct edge **lists, int n)
{
	for (int i = 0; i < n; i++)
		while (lists[i]) {
			struct edge *e = lists[i];
			lists[i] = e->next;
			free(e);
		}
}

int main(void)
{
	struct edge *lists[MOST] = {NULL};
	int waits[MOST] = {0}, done[MOST] = {0}, n, a, b, count = 0;
	if (scanf("%d", &n) != 1 || n > MOST)
		return 1;
	while (scanf("%d %d", &a, &b) == 2) {
		struct edge *e = malloc(sizeof(*e));
		if (!e)
			return 1;
		*e = (struct edge){b, lists[a]};
		lists[a] = e;
		waits[b]++;
	}
	int order[MOST];
	while (count < n) {
		int at = 0;
		while (at < n && (done[at] || waits[at]))
			at++;
		if (at == n)
			break;
		done[at] = 1;
		order[count++] = at;
		for (struct edge *e = lists[at]; e; e = e->next)
			waits[e->to]--;
	}
	for (int i = 0; count == n && i < n; i++)
		printf("%d%c", order[i], i + 1 < n ? ' ' : '\n');
	if (count < n)
		puts("circle");
	free_all(lists, n);
	return 0;
}
