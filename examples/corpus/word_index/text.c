#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

size_t text_bytes;

int text_add(struct text *t, const char *line)
{
	if (t->count == t->room) {
		size_t room = t->room ? 2 * t->room : 4;
		char **grown = realloc(t->lines, room * sizeof(*grown));
		if (!grown)
			return -1;
		t->lines = grown;
		t->room = room;
	}
	t->lines[t->count] = strdup(line);
	if (!t->lines[t->count])
		return -1;
	text_bytes += strlen(line);
	t->count++;
	return 0;
}

void text_free(struct text *t)
{
	for (size_t i = 0; i < t->count; i++)
		free(t->lines[i]);
	free(t->lines);
	memset(t, 0, sizeof(*t));
}

size_t text_word(const char *at, char *word, size_t room)
{
	size_t skipped = 0, len = 0;
	while (at[skipped] && !isalpha((unsigned char)at[skipped]))
		skipped++;
	while (isalpha((unsigned char)at[skipped + len])) {
		if (len + 1 < room)
			word[len] = (char)tolower((unsigned char)at[skipped + len]);
		len++;
	}
	word[len < room ? len : room - 1] = '\0';
	return len ? skipped + len : 0;
}
