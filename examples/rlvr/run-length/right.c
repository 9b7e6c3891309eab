#include <stdio.h>

int main(void)
{
	int last = EOF, c;
	long count = 0;
	for (;;) {
		c = getchar();
		if (c == last && c != EOF) {
			count++;
			continue;
		}
		if (count > 1)
			printf("%ld", count);
		if (last != EOF && last != '\n')
			putchar(last);
		if (c == EOF || c == '\n')
			break;
		last = c;
		count = 1;
	}
	putchar('\n');
	return 0;
}
