#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

static char *decoded(const char *text)
{
	char *out = malloc(strlen(text) + 1), *to = out;
	if (!out)
		return NULL;
	for (; *text; text++) {
		if (text[0] == '%' && isxdigit((unsigned char)text[1]) && isxdigit((unsigned char)text[2])) {
			*to++ = (char)(16 * digit(text[1]) + digit(text[2]));
			text += 2;
		} else {
			*to++ = *text == '+' ? ' ' : *text;
		}
	}
	*to = '\0';
	return out;
}

int main(void)
{
	char line[256];
	while (fgets(line, sizeof(line), stdin)) {
		char *out = decoded(line);
		if (!out)
			return 1;
		fputs(out, stdout);
		free(out);
	}
	return 0;
}
