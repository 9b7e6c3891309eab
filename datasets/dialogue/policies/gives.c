#include "datasets/dialogue/policies/gives.h"

#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/owner.h"
#include "tracegen/evidence/operands.h"

enum { FUNCTIONS = 128 };

/* `return NULL;`, and that alone. */
static bool gives_null(struct fl_slice line)
{
	static const char *const words[] = {
		"return NULL;", "return nullptr;", "return 0;", "return (void *)0;"};
	return fl_slice_is_one(line, words, sizeof(words) / sizeof(words[0]));
}

/* How many such lines the function has; the last of them. */
static size_t find_in(struct fl_slice text, const struct ds_block *f, int64_t *ret_line)
{
	size_t n = 0;
	for (int64_t line = f->first; line <= f->last; line++) {
		struct fl_slice s = ds_code_said(ds_code_line(text, line));
		if (!gives_null(s))
			continue;
		*ret_line = line;
		n++;
	}
	return n;
}

/* The last part of a name: `pop` of `Queue::pop`. */
static struct fl_slice last_part(struct fl_slice name)
{
	return fl_slice_skip(name, (size_t)(fl_slice_rchr(name, ':') + 1));
}

bool ds_gives_null(const struct ds_talk *t, struct fl_slice statement, struct ds_gives *ret_gives)
{
	const struct tg_file *files = t->scene->files->items;
	struct ds_block blocks[FUNCTIONS];
	size_t called = 0, found = 0;
	for (size_t i = 0; i < t->scene->files->len; i++) {
		struct fl_slice text = files[i].content;
		size_t n = ds_owner_functions(text, blocks, FUNCTIONS);
		for (size_t k = 0; k < n; k++) {
			struct fl_slice name = last_part(ds_owner_function_name(text, &blocks[k]));
			int64_t line = 0;
			if (!name.len || !tg_mentions(statement, name))
				continue;
			called++;
			found += find_in(text, &blocks[k], &line);
			if (line)
				*ret_gives = (struct ds_gives){.file = files[i].path, .line = line};
		}
	}
	return called == 1 && found == 1;
}
