#include "datasets/reward/headers_disk.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"

#define INSTALLED "/var/lib/dpkg/status"

enum { KEY_LEN = 32 };

/* The key on disk; false: nothing may be kept. */
static bool disk_key(const struct ds_headers_disk *d, const char *key, char ret_key[65])
{
	struct stat st;
	char state[128];
	if (!d->cache || stat(INSTALLED, &st))
		return false;
	snprintf(state, sizeof(state), "%lld.%09ld %lld %lld", (long long)st.st_mtim.tv_sec,
		st.st_mtim.tv_nsec, (long long)st.st_size, (long long)st.st_ino);
	const struct fl_slice parts[] = {
		FL_S("headers"), fl_slice_str(key), fl_slice_str(d->program), fl_slice_str(state)};
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

void ds_headers_disk_put(const struct ds_headers_disk *d, const char *key, struct fl_slice made)
{
	char of_disk[65];
	if (disk_key(d, key, of_disk))
		ds_cache_keep(d->cache, of_disk, made);
}
