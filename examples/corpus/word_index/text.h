/* Lines of a text and its words. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

struct text {
	char **lines;
	size_t count, room;
};

extern size_t text_bytes;

int text_add(struct text *t, const char *line);
void text_free(struct text *t);
size_t text_word(const char *at, char *word, size_t room);

static inline const char *text_line(const struct text *t, size_t number)
{
	return number > 0 && number <= t->count ? t->lines[number - 1] : NULL;
}

#endif
