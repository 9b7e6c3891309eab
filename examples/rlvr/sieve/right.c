#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	size_t n, count = 0, last = 0;
	if (scanf("%zu", &n) != 1)
		return 1;
	bool *composite = calloc(n + 1, sizeof(*composite));
	if (!composite)
		return 1;
	for (size_t i = 2; i <= n; i++) {
		if (composite[i])
			continue;
		count++;
		last = i;
		for (size_t k = i * i; k <= n; k += i)
			composite[k] = true;
	}
	printf("%zu %zu\n", count, last);
	free(composite);
	return 0;
}
