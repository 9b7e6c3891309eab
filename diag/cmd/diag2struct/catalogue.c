/* The message catalogues of a localised gcc, where the system keeps them. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "diag/cmd/diag2struct/tool.h"

enum { FILE_MAX = 16 << 20 };

/* gcc's messages, its preprocessor's, and those of the C library that both quote. */
static const char *const names[] = {"gcc*.mo", "cpplib*.mo", "libc.mo"};

/* The newest of the files that the pattern names, or NULL. */
static const char *newest(const glob_t *found)
{
	const char *best = NULL;
	for (size_t i = 0; i < found->gl_pathc; i++)
		if (!best || strverscmp(found->gl_pathv[i], best) > 0)
			best = found->gl_pathv[i];
	return best;
}

/* A file that cannot be read, or is none, has no messages for us. */
static bool add_file(struct diag_catalogue *messages, const char *path)
{
	struct fl_buf bytes;
	fl_buf_init(&bytes, FILE_MAX);
	bool added = fl_buf_read_file(&bytes, path, NULL) == 0 &&
		     diag_catalogue_add(messages, fl_buf_view(&bytes), NULL) == 0;
	fl_buf_release(&bytes);
	return added;
}

static bool add_all(struct diag_catalogue *messages, const char *dir, const char *language)
{
	bool any = false;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char pattern[4096];
		glob_t found;
		int n = snprintf(
			pattern, sizeof(pattern), "%s/%s/LC_MESSAGES/%s", dir, language, names[i]);
		if (n < 0 || (size_t)n >= sizeof(pattern) || glob(pattern, 0, NULL, &found))
			continue;
		const char *path = newest(&found);
		any = (path && add_file(messages, path)) || any;
		globfree(&found);
	}
	return any;
}

const struct diag_catalogue *d2s_catalogue(void *run, const char *language)
{
	struct run *r = run;
	for (size_t i = 0; i < r->catalogue_count; i++)
		if (strcmp(r->catalogues[i].language, language) == 0)
			return r->catalogues[i].messages;
	struct diag_catalogue *messages;
	if (r->catalogue_count >= D2S_LANGUAGES_MAX || diag_catalogue_new(&messages, NULL))
		return NULL;
	if (!add_all(messages, fl_opt_text(r->o, OPT_CATALOGUES), language)) {
		diag_catalogue_free(messages);
		messages = NULL;
	}
	r->catalogues[r->catalogue_count++] =
		(struct d2s_catalogue){.language = language, .messages = messages};
	return messages;
}

void d2s_catalogues_free(struct run *r)
{
	for (size_t i = 0; i < r->catalogue_count; i++)
		diag_catalogue_free(r->catalogues[i].messages);
	r->catalogue_count = 0;
}
