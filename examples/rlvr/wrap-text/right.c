#include <stdio.h>
#include <string.h>

int main(void)
{
	char word[101];
	size_t width, column = 0;
	if (scanf("%zu", &width) != 1)
		return 1;
	while (scanf("%100s", word) == 1) {
		size_t n = strlen(word);
		if (column && column + 1 + n > width) {
			putchar('\n');
			column = 0;
		}
		column += (size_t)printf("%s%s", column ? " " : "", word);
	}
	putchar('\n');
	return 0;
}
