#include <stdio.h>
#include <string.h>

static int value(char c)
{
	switch (c) {
	case 'I': return 1;
	case 'V': return 5;
	case 'X': return 10;
	case 'L': return 50;
	case 'C': return 100;
	case 'D': return 500;
	case 'M': return 1000;
	}
	return 0;
}

int main(void)
{
	char text[32];
	while (scanf("%31s", text) == 1) {
		int sum = 0;
		size_t n = strlen(text);
		for (size_t i = 0; i < n; i++) {
			int here = value(text[i]), next = value(text[i + 1]);
			sum += here < next ? -here : here;
		}
		printf("%d\n", sum);
	}
	return 0;
}
