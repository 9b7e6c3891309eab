/* The pkg-config files of a project: what they require it is built with. */
#include "platform/needs/list.h"

static bool is_operator(struct fl_slice w)
{
	static const char *const operators[] = {">=", "<=", "=", "!=", ">", "<"};
	return fl_slice_is_one(w, operators, 6);
}

/* "glib-2.0 >= 2.40, zlib" */
static void add_modules(struct needs *n, struct fl_slice text)
{
	struct fl_slice word;
	bool version = false;
	while ((word = plat_needs_word(&text, " \t,\r")).len) {
		if (!version && !is_operator(word))
			plat_needs_module(n, word);
		version = is_operator(word);
	}
}

void plat_needs_of_pc(struct needs *n, struct fl_slice text)
{
	static const char *const fields[] = {"Requires:", "Requires.private:"};
	struct fl_slice line;
	while (fl_slice_line(&text, &line))
		for (size_t i = 0; i < 2; i++)
			if (fl_slice_starts(line, fields[i]))
				add_modules(n, fl_slice_skip(line, strlen(fields[i])));
}
