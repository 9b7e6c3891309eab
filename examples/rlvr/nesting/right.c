#include <stdio.h>

static int depth_of(int *ret_most, int level)
{
	int c, in_text = 0;
	if (level > *ret_most)
		*ret_most = level;
	while ((c = getchar()) != EOF) {
		if (in_text && c == '\\')
			getchar();
		else if (c == '"')
			in_text = !in_text;
		else if (!in_text && (c == '[' || c == '{')) {
			if (!depth_of(ret_most, level + 1))
				return 0;
		} else if (!in_text && (c == ']' || c == '}')) {
			return level > 0;
		}
	}
	return level == 0;
}

int main(void)
{
	int most = 0;
	if (depth_of(&most, 0))
		printf("%d\n", most);
	else
		puts("broken");
	return 0;
}
