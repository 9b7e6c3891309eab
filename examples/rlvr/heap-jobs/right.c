#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
	int rank;
	char *name;
};

static void down(struct job *heap, size_t n, size_t i)
{
	for (size_t k; (k = 2 * i + 1) < n; i = k) {
		if (k + 1 < n && heap[k + 1].rank > heap[k].rank)
			k++;
		if (heap[i].rank >= heap[k].rank)
			return;
		struct job j = heap[i];
		heap[i] = heap[k];
		heap[k] = j;
	}
}

int main(void)
{
	struct job heap[100];
	size_t n = 0;
	char word[64];
	int rank;
	while (scanf("%63s", word) == 1) {
		if (strcmp(word, "next") == 0) {
			if (n == 0) {
				puts("none");
				continue;
			}
			puts(heap[0].name);
			free(heap[0].name);
			heap[0] = heap[--n];
			down(heap, n, 0);
		} else if (n < 100 && scanf("%d", &rank) == 1) {
			size_t i = n++;
			char *name = strdup(word);
			while (i > 0 && heap[(i - 1) / 2].rank < rank) {
				heap[i] = heap[(i - 1) / 2];
				i = (i - 1) / 2;
			}
			heap[i] = (struct job){rank, name};
		}
	}
	while (n > 0)
		free(heap[--n].name);
	return 0;
}
