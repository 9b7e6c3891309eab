#include "base/seen.h"

#include <search.h>
#include <stddef.h>
#include <string.h>

static int by_text(const void *x, const void *y)
{
	return strcmp(x, y);
}

static void keep(void *text)
{
	(void)text;
}

int fl_seen_add(struct fl_seen *s, const char *text, bool *ret_new, struct fl_error *err)
{
	const char *const *found = tsearch(text, &s->tree, by_text);
	if (!found)
		return fl_error_set(err, FL_ENOMEM, "out of memory for what was seen");
	*ret_new = *found == text;
	return 0;
}

int fl_seen_add_copy(struct fl_seen *s, struct fl_slice text, struct fl_arena *a, bool *ret_new,
	struct fl_error *err)
{
	struct fl_slice key = fl_arena_slice(a, text);
	int rc = fl_arena_error(a, "what was seen", err);
	return rc ? rc : fl_seen_add(s, key.ptr, ret_new, err);
}

void fl_seen_release(struct fl_seen *s)
{
	tdestroy(s->tree, keep);
	s->tree = NULL;
}
