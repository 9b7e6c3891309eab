#include "datasets/reward/headers_disk.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"

#define INSTALLED "/var/lib/dpkg/status"
#define LOCAL "/usr/local/include" /* where compilers look, and dpkg does not */

enum { KEY_LEN = 32 };

static bool is_empty(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *e;
	bool any = false;
	while (dir && !any && (e = readdir(dir)))
		any = e->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return !any;
}

void ds_headers_disk_look(struct ds_headers_disk *d)
{
	struct stat st;
	d->state[0] = '\0';
	if (d->cache && stat(INSTALLED, &st) == 0 && is_empty(LOCAL))
		snprintf(d->state, sizeof(d->state), "%lld.%09ld %lld %lld",
			(long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec, (long long)st.st_size,
			(long long)st.st_ino);
}

/* The key on disk; false: nothing may be kept. */
static bool disk_key(const struct ds_headers_disk *d, const char *key, char ret_key[65])
{
	const struct fl_slice parts[] = {FL_S("headers"), fl_slice_str(key),
		fl_slice_str(d->program), fl_slice_str(d->state)};
	if (!d->cache || !d->state[0])
		return false;
	fl_sha256_parts(parts, sizeof(parts) / sizeof(parts[0]), ret_key);
	ret_key[KEY_LEN] = '\0';
	return true;
}

bool ds_headers_disk_get(const struct ds_headers_disk *d, const char *key, struct fl_buf *out)
{
	char of_disk[65];
	size_t before = out->len;
	if (disk_key(d, key, of_disk) && ds_cache_get(d->cache, of_disk, out, NULL) == 0)
		return true;
	fl_buf_truncate(out, before);
	return false;
}

bool ds_headers_disk_put(const struct ds_headers_disk *d, const char *key, struct fl_slice made)
{
	struct ds_headers_disk now = *d;
	char of_disk[65];
	ds_headers_disk_look(&now);
	if (strcmp(now.state, d->state) != 0 || !disk_key(d, key, of_disk))
		return false;
	ds_cache_keep(d->cache, of_disk, made);
	return true;
}
