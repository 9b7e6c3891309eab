/*
 * All that may be done to a diagnostic, over the interface for other languages: the first byte says
 * with which options, the second how the rest is cut into chunks. What comes out is read again.
 */
#include <faultline/diag.h>

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "diag/model/diagnostic.h"

struct setting {
	const char *option, *value;
};

/* Each bit of the first byte sets its own. */
static const struct setting settings[] = {
	{"notes", "3"},
	{"columns", "codepoint"},
	{"thought", "yes"},
	{"max-bytes", "900"},
	{"platform", "// compiler: g++ 12.2\n// standard: c++17\n"},
	{"min-level", "warning"},
	{"to", "text"},
	{"notes", "full"},
};

static int check(void *ctx, const char *text, size_t len)
{
	const unsigned char *options = ctx;
	struct fl_arena a;
	void *object;
	if (strlen(text) > len)
		abort();
	if (*options & 1 << 6)
		return 0;
	fl_arena_init(&a, (size_t)1 << 30);
	if (fl_json_read(fl_slice(text, len), &diag_diagnostic_shape, &a, &object, NULL))
		abort();
	const struct diag_diagnostic *d = object;
	const struct diag_note *n = d->notes.items;
	const struct diag_fixit *f = d->fixits.items;
	for (size_t i = 0; i < d->notes.len; i++)
		if (n[i].parent >= (int64_t)d->notes.len || n[i].parent == (int64_t)i)
			abort();
	for (size_t i = 0; i < d->fixits.len; i++)
		if (f[i].note >= (int64_t)d->notes.len)
			abort();
	fl_arena_release(&a);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	unsigned char options = data[0];
	size_t chunk = data[1] ? data[1] : size;
	struct diag_stream *s = diag_stream_new(check, &options);
	if (!s)
		return 0;
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		if (options & 1 << i && diag_stream_set(s, settings[i].option, settings[i].value))
			abort();
	int rc = 0;
	for (size_t at = 2; at < size && !rc; at += chunk)
		rc = diag_stream_feed(
			s, (const char *)data + at, size - at < chunk ? size - at : chunk);
	if (!rc)
		diag_stream_finish(s);
	diag_stream_free(s);
	return 0;
}
