#include <ctype.h>
#include <stdio.h>

int main(void)
{
	int shift, c;
	if (scanf("%d", &shift) != 1)
		return 1;
	getchar();
	shift = (shift % 26 + 26) % 26;
	while ((c = getchar()) != EOF) {
		if (islower(c))
			c = 'a' + (c - 'a' + shift) % 26;
		else if (isupper(c))
			c = 'A' + (c - 'A' + shift) % 26;
		putchar(c);
	}
	return 0;
}
