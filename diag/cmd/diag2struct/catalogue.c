/* The message catalogues of a localised gcc, where the system keeps them. */
#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>

#include "diag/cmd/diag2struct/tool.h"

enum { FILE_MAX = 16 << 20 };

/* gcc's messages, its preprocessor's, and those of the C library that both quote. */
static const char *const names[] = {"gcc*.mo", "cpplib*.mo", "libc.mo"};

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

/* The newest of the files in the directory that the pattern names; false: there is none. */
static bool newest(DIR *dir, const char *pattern, char ret_name[NAME_MAX + 1])
{
	ret_name[0] = '\0';
	rewinddir(dir);
	for (const struct dirent *e = readdir(dir); e; e = readdir(dir))
		if (fnmatch(pattern, e->d_name, FNM_PERIOD) == 0 &&
			strverscmp(e->d_name, ret_name) > 0)
			strcpy(ret_name, e->d_name);
	return ret_name[0] != '\0';
}

static bool add_all(struct diag_catalogue *messages, const char *dir, const char *language)
{
	char path[4096], name[NAME_MAX + 1];
	bool any = false;
	int n = snprintf(path, sizeof(path) - sizeof(name), "%s/%s/LC_MESSAGES/", dir, language);
	if (n < 0 || (size_t)n >= sizeof(path) - sizeof(name))
		return false;
	DIR *files = opendir(path);
	for (size_t i = 0; files && i < sizeof(names) / sizeof(names[0]); i++) {
		if (!newest(files, names[i], name))
			continue;
		strcpy(path + n, name);
		any = add_file(messages, path) || any;
	}
	if (files)
		closedir(files);
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
