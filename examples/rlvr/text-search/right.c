#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char word[101], text[1001];
	if (scanf("%100s %1000s", word, text) != 2)
		return 1;
	size_t n = strlen(word), matched = 0, count = 0;
	size_t *back = calloc(n + 1, sizeof(*back));
	if (!back)
		return 1;
	for (size_t i = 1, k = 0; i < n; i++) {
		while (k && word[i] != word[k])
			k = back[k];
		if (word[i] == word[k])
			k++;
		back[i + 1] = k;
	}
	for (const char *at = text; *at; at++) {
		while (matched && (matched == n || *at != word[matched]))
			matched = back[matched];
		if (*at == word[matched])
			matched++;
		count += matched == n;
	}
	printf("%zu\n", count);
	free(back);
	return 0;
}
