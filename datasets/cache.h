/*
 * A cache of results on disk, by content: the key is a hash of all that a result depends on. What
 * is damaged, of another version or gone is a miss, so the cache may be cut or removed at any time,
 * and several processes may use it at once.
 *
 * Below the directory: <first two digits>/<key>, each a header line with the sha256 of what
 * follows, which is the result in a zstd frame.
 */
#ifndef FL_DATASETS_CACHE_H
#define FL_DATASETS_CACHE_H

#include "base/buf.h"

/* What is said before the reason where a cache cannot be had. */
#define DS_NO_CACHE "no cache (choose a place with --cache, or say --no-cache)"

/* What could not be kept; all processes that share a cache count together. */
struct ds_cache_lost;

struct ds_cache {
	char *dir;
	struct ds_cache_lost *lost;
};

/* Largest result; what ds_cache_sweep() leaves by default. */
enum { DS_CACHE_RESULT_MAX = 64 << 20 };
#define DS_CACHE_MAX ((uint64_t)2 << 30)

/*
 * Where the cache is by custom: faultline/ in xdg ($XDG_CACHE_HOME), else in .cache/ of home
 * ($HOME). NULL when neither is an absolute path, or out of memory. The caller frees it.
 */
char *ds_cache_dir(const char *xdg, const char *home);

/*
 * Use dir, which is made when it is not there (with its parents, for us only). Processes that are
 * forked afterwards use the same one; whoever opened it closes it.
 */
int ds_cache_open(const char *dir, struct ds_cache *ret_cache, struct fl_error *err);
void ds_cache_close(struct ds_cache *c);

/*
 * Append the result for a key (hex digits, at least 8). FL_ENOTFOUND when there is none that is
 * whole. A hit makes the entry the youngest. A cache of NULL has nothing.
 */
int ds_cache_get(
	const struct ds_cache *c, const char *key, struct fl_buf *out, struct fl_error *err);

/*
 * Keep a result. Whoever reads meanwhile sees the old one or the new one whole. A cache of NULL
 * keeps nothing, which is no failure.
 */
int ds_cache_put(
	const struct ds_cache *c, const char *key, struct fl_slice result, struct fl_error *err);

/*
 * The same where a result that is not kept is a miss the next time, and no more: it is counted, and
 * the reason of the first kept.
 */
void ds_cache_keep(const struct ds_cache *c, const char *key, struct fl_slice result);

/*
 * How many results ds_cache_keep() could not keep so far, in all processes. ret_why, which may be
 * NULL, gets the first one's reason where there is any. A cache of NULL has lost none.
 */
size_t ds_cache_lost(const struct ds_cache *c, struct fl_error *ret_why);

/* Have the first one's reason told, once: *told says whether it was. Returns how many. */
size_t ds_cache_tell_lost(
	const struct ds_cache *c, bool *told, void (*tell)(void *ctx, const char *why), void *ctx);

/* What this very program is told from other builds of it by, for keys. */
int ds_cache_self(char ret_hex[65], struct fl_error *err);

/* Remove the entries that were not used for longest until at most max bytes are left. */
int ds_cache_sweep(const struct ds_cache *c, uint64_t max, struct fl_error *err);

#endif
