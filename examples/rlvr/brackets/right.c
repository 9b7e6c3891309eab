#include <stdio.h>
#include <stdlib.h>

static char partner(char c)
{
	return c == ')' ? '(' : c == ']' ? '[' : '{';
}

int main(void)
{
	size_t room = 4, used = 0;
	char *open = malloc(room);
	int c, good = 1;
	if (!open)
		return 1;
	while (good && (c = getchar()) != EOF) {
		if (c == '(' || c == '[' || c == '{') {
			if (used == room) {
				char *more = realloc(open, room *= 2);
				if (!more) {
					free(open);
					return 1;
				}
				open = more;
			}
			open[used++] = (char)c;
		} else if (c == ')' || c == ']' || c == '}') {
			good = used > 0 && open[--used] == partner((char)c);
		}
	}
	puts(good && used == 0 ? "yes" : "no");
	free(open);
	return 0;
}
