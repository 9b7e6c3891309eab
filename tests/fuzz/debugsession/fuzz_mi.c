/* Any bytes in any two chunks give the same records as in one. */
#include <stdlib.h>

#include "debugsession/console/mi.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t mix(uint64_t h, struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.ptr[i]) * 1099511628211u;
	return h * 31 + s.len;
}

static uint64_t mix_value(uint64_t h, const struct dbg_mi_value *v)
{
	for (; v; v = v->next) {
		h = mix(mix(h * 3 + (unsigned)v->type, v->name), v->text);
		h = mix_value(h, v->child);
	}
	return h + 1;
}

static int on_record(void *ctx, struct dbg_mi_record *r)
{
	uint64_t *h = ctx;
	*h = *h * 7 + (unsigned)r->kind + (r->has_token ? r->token : 0);
	*h = mix_value(mix(mix(*h, r->name), r->text), r->results);
	return 0;
}

static uint64_t run(struct fl_slice text, size_t cut)
{
	struct dbg_mi mi;
	uint64_t h = 0;
	dbg_mi_init(&mi, 4096, on_record, &h);
	if (dbg_mi_push(&mi, fl_slice_head(text, cut)) ||
		dbg_mi_push(&mi, fl_slice_skip(text, cut)) || dbg_mi_end(&mi))
		abort();
	dbg_mi_release(&mi);
	return h;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice text = fl_slice((const char *)data, size);
	uint64_t whole = run(text, size);
	if (run(text, size / 2) != whole || run(text, size / 3) != whole)
		abort();
	return 0;
}
