#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define DEPTH 64

int main(void)
{
	long stack[DEPTH];
	int top = 0;
	char word[32];
	while (scanf("%31s", word) == 1) {
		if (isdigit((unsigned char)word[0]) || (word[0] == '-' && word[1])) {
			if (top == DEPTH)
				return 1;
			stack[top++] = strtol(word, NULL, 10);
			continue;
		}
		if (top < 2) {
			puts("error");
			return 0;
		}
		long b = stack[--top], a = stack[--top];
		if (word[0] == '/' && b == 0) {
			puts("error");
			return 0;
		}
		switch (word[0]) {
		case '+': a += b; break;
		case '-': a -= b; break;
		case '*': a *= b; break;
		case '/': a /= b; break;
		}
		stack[top++] = a;
	}
	if (top == 1)
		printf("%ld\n", stack[0]);
	else
		puts("error");
	return 0;
}
