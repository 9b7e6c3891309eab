#include "debugsession/console/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nobody else may put files there: the debugger believes what it finds. */
static bool ours(const char *path)
{
	struct stat st;
	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
	       (st.st_mode & 022) == 0;
}

/* One file more, of so many bytes: too much? */
static bool passes(size_t *files, size_t *bytes, size_t size)
{
	*files += 1;
	*bytes += size;
	return *files > DBG_CACHE_FILES || *bytes > DBG_CACHE_BYTES;
}

/* Empty the directory when it holds too much: what is missed comes again. */
static void keep_small(const char *path)
{
	struct dirent *e;
	struct stat st;
	size_t files = 0, bytes = 0;
	bool too_much = false;
	DIR *d = opendir(path);
	if (!d)
		return;
	while (!too_much && (e = readdir(d)))
		if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
			S_ISREG(st.st_mode))
			too_much = passes(&files, &bytes, (size_t)st.st_size);
	rewinddir(d);
	while (too_much && (e = readdir(d)))
		unlinkat(dirfd(d), e->d_name, 0);
	closedir(d);
}

void dbg_cache_open(const char *xdg, const char *home, char *ret_path, size_t size)
{
	static const char *const steps[] = {
		"", "/faultline", "/faultline/debugger", "/faultline/debugger/index"};
	char base[4096], path[4200];
	int n = xdg && *xdg == '/'     ? snprintf(base, sizeof(base), "%s", xdg)
		: home && *home == '/' ? snprintf(base, sizeof(base), "%s/.cache", home)
				       : 0;
	ret_path[0] = '\0';
	if (n <= 0 || (size_t)n >= sizeof(base))
		return;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		snprintf(path, sizeof(path), "%s%s", base, steps[i]);
		if (mkdir(path, 0700) == 0)
			continue;
		if (i && !ours(path))
			return;
	}
	keep_small(path);
	n = snprintf(path, sizeof(path), "%s/faultline/debugger", base);
	if ((size_t)n < size)
		memcpy(ret_path, path, (size_t)n + 1);
}

/* Is "NAME=VALUE" of this name? */
static bool named(const char *entry, const char *name)
{
	size_t len = strlen(name);
	return strncmp(entry, name, len) == 0 && entry[len] == '=';
}

const char **dbg_cache_env(const char *dir, char *const *env)
{
	size_t n = 0, kept = 1;
	char *prefix;
	for (; env[n]; n++)
		if (named(env[n], DBG_CACHE_PREFIX))
			return NULL;
	const char **list = dir && *dir ? calloc(n + 2, sizeof(*list)) : NULL;
	if (!list)
		return NULL;
	if (asprintf(&prefix, "%s=%s/python", DBG_CACHE_PREFIX, dir) < 0) {
		free(list);
		return NULL;
	}
	list[0] = prefix;
	for (size_t i = 0; i < n; i++)
		if (!named(env[i], DBG_CACHE_DONT))
			list[kept++] = env[i];
	return list;
}

void dbg_cache_env_free(const char **list)
{
	if (list)
		free((char *)(uintptr_t)list[0]);
	free(list);
}
