/*
 * prefix-lanes [--prefix=WHAT] [--chunk=BYTES] [--only-changed] FILE...
 * What base/prefix/ makes of each file: its lines, each behind the name of its lane in braces where
 * that has one. --only-changed: nothing but the names of the files that do not come out unchanged;
 * exit status 1 if there are any.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/prefix/prefix.h"

enum { FILE_MAX = 1 << 30 };

struct run {
	struct fl_prefix *prefix;
	struct fl_buf plain; /* lane 0 */
	struct fl_buf parts[FL_PREFIX_LANES]; /* incomplete lines */
	bool named, quiet;
};

static int take(void *ctx, size_t lane, struct fl_slice bytes)
{
	struct run *r = ctx;
	r->named = r->named || lane;
	if (r->quiet) {
		fl_buf_slice(&r->plain, bytes);
		return 0;
	}
	struct fl_buf *part = &r->parts[lane];
	fl_buf_slice(part, bytes);
	struct fl_slice rest = fl_buf_view(part), name = fl_prefix_lane(r->prefix, lane);
	ptrdiff_t end;
	while ((end = fl_slice_chr(rest, '\n')) >= 0) {
		printf(name.len ? "{%.*s} " : "%.*s", FL_ARG(name));
		fwrite(rest.ptr, 1, (size_t)end + 1, stdout);
		rest = fl_slice_skip(rest, (size_t)end + 1);
	}
	memmove(part->data, rest.ptr, rest.len);
	fl_buf_truncate(part, rest.len);
	return 0;
}

static int end(void *ctx, size_t lane)
{
	(void)ctx;
	(void)lane;
	return 0;
}

static bool run_file(struct run *r, const char *path, size_t chunk)
{
	struct fl_buf bytes;
	struct fl_error err;
	fl_buf_init(&bytes, FILE_MAX);
	int rc = fl_buf_read_file(&bytes, path, &err);
	struct fl_slice rest = fl_buf_view(&bytes);
	while (!rc && rest.len) {
		rc = fl_prefix_feed(r->prefix, fl_slice_head(rest, chunk), &err);
		rest = fl_slice_skip(rest, chunk);
	}
	if (!rc)
		rc = fl_prefix_finish(r->prefix, &err);
	if (rc) {
		fprintf(stderr, "prefix-lanes: %s: %s\n", path, err.message);
		exit(4);
	}
	bool same = !r->named && fl_slice_eq(fl_buf_view(&bytes), fl_buf_view(&r->plain));
	for (size_t i = 0; i < FL_PREFIX_LANES; i++) {
		printf("%.*s%s", FL_ARG(fl_buf_view(&r->parts[i])), r->parts[i].len ? "\n" : "");
		fl_buf_clear(&r->parts[i]);
	}
	fl_buf_clear(&r->plain);
	r->named = false;
	fl_buf_release(&bytes);
	return same;
}

int main(int argc, char **argv)
{
	struct run r = {.prefix = NULL};
	struct fl_prefix_sink sink = {.bytes = take, .end = end, .ctx = &r};
	struct fl_error err;
	const char *what = NULL;
	size_t chunk = 64 << 10;
	int i = 1, changed = 0;
	for (; i < argc && argv[i][0] == '-'; i++) {
		if (!strncmp(argv[i], "--prefix=", 9))
			what = argv[i] + 9;
		else if (!strncmp(argv[i], "--chunk=", 8))
			chunk = (size_t)strtoul(argv[i] + 8, NULL, 10);
		else
			r.quiet = true;
	}
	fl_buf_init(&r.plain, FILE_MAX);
	for (size_t l = 0; l < FL_PREFIX_LANES; l++)
		fl_buf_init(&r.parts[l], FILE_MAX);
	if (fl_prefix_new(what, &sink, &r.prefix, &err)) {
		fprintf(stderr, "prefix-lanes: %s\n", err.message);
		return 2;
	}
	for (; i < argc; i++)
		if (!run_file(&r, argv[i], chunk) && r.quiet) {
			puts(argv[i]);
			changed = 1;
		}
	for (size_t l = 0; l < FL_PREFIX_LANES; l++)
		fl_buf_release(&r.parts[l]);
	fl_buf_release(&r.plain);
	fl_prefix_free(r.prefix);
	return changed;
}
