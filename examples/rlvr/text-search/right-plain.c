#include <stdio.h>
#include <string.h>

int main(void)
{
	char word[101], text[1001];
	int count = 0;
	scanf("%s %s", word, text);
	for (char *at = text; (at = strstr(at, word)); at++)
		count++;
	printf("%d\n", count);
	return 0;
}
