#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_MAX = 64, STACK_MAX = 16 };

struct line {
	char op[8];
	int arg;
};

int main(void)
{
	static struct line code[CODE_MAX];
	int stack[STACK_MAX], top = 0, lines = 0, at = 0;
	char text[64];
	while (lines < CODE_MAX && fgets(text, sizeof(text), stdin))
		if (sscanf(text, "%7s %d", code[lines].op, &code[lines].arg) >= 1)
			lines++;
	for (int steps = 0; at < lines && steps < 1000; steps++) {
		struct line *l = &code[at++];
		if (strcmp(l->op, "push") == 0 && top < STACK_MAX)
			stack[top++] = l->arg;
		else if (strcmp(l->op, "add") == 0 && top > 1)
			top--, stack[top - 1] += stack[top];
		else if (strcmp(l->op, "dup") == 0 && top > 0 && top < STACK_MAX)
			stack[top] = stack[top - 1], top++;
		else if (strcmp(l->op, "jpos") == 0 && top > 0 && l->arg >= 0)
			at = stack[top - 1] > 0 ? l->arg : at;
		else if (strcmp(l->op, "print") == 0 && top > 0)
			printf("%d\n", stack[top - 1]);
		else {
			printf("error in line %d\n", at - 1);
			break;
		}
	}
	return 0;
}
