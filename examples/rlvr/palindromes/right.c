#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_palindrome(const char *text)
{
	const char *from = text, *to = text + strlen(text);
	while (from < to) {
		if (!isalnum((unsigned char)*from))
			from++;
		else if (!isalnum((unsigned char)to[-1]))
			to--;
		else if (tolower((unsigned char)*from++) != tolower((unsigned char)*--to))
			return false;
	}
	return true;
}

int main(void)
{
	char line[200];
	while (fgets(line, sizeof(line), stdin))
		puts(is_palindrome(line) ? "yes" : "no");
	return 0;
}
