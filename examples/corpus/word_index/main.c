/* A text and the index of its words. */
#include <stdio.h>

#include "index.h"

static const char *const poem[] = {
	"Three blind mice, three blind mice,",
	"See how they run, see how they run!",
	"They all ran after the farmer's wife,",
	"Who cut off their tails with a carving knife.",
	"Did you ever see such a thing in your life",
	"As three blind mice?",
};

static void look_up(const struct index *ix, const struct text *t, const char *word)
{
	const struct entry *e = index_find(ix, word);
	if (!e) {
		printf("no %s\n", word);
		return;
	}
	const char *last = text_line(t, e->lines[e->count - 1]);
	printf("%s, last in \"%s\"\n", word, last ? last : "?");
}

int main(void)
{
	struct text t = {0};
	struct index ix = {0};
	for (size_t i = 0; i < sizeof(poem) / sizeof(poem[0]); i++)
		if (text_add(&t, poem[i]))
			return 1;
	if (index_build(&ix, &t))
		return 1;
	size_t common = index_print(&ix, 2);
	printf("%zu of %zu words, %zu bytes\n", common, ix.words, text_bytes);
	look_up(&ix, &t, "mice");
	look_up(&ix, &t, "they");
	look_up(&ix, &t, "cheese");
	index_free(&ix);
	text_free(&t);
	return 0;
}
