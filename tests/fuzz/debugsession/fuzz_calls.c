/* Any text has calls or none; those that there are lie in it, and can be done or say why not. */
#include <stdlib.h>

#include "debugsession/calls/calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct dbg_call *c, struct fl_slice text)
{
	if (c->name.ptr < text.ptr || c->name.ptr + c->name.len > text.ptr + text.len || !c->line ||
		!c->col || c->col > text.len + 1)
		abort();
	if (c->error) {
		if (!c->accepts)
			abort();
		return;
	}
	const struct dbg_call_row *row = &dbg_call_rows[c->function];
	if (c->count < row->least || c->count > DBG_CALL_ARGS || !fl_slice_eqs(c->name, row->name))
		abort();
	for (size_t i = 0; i < c->count; i++)
		if (row->params[i] != DBG_PARAM_INT &&
			(c->args[i].text.len == 0 || c->args[i].text.ptr[c->args[i].text.len]))
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice text = fl_slice((const char *)data, size);
	struct fl_arena a;
	struct fl_list calls;
	fl_arena_init(&a, 64 << 20);
	if (dbg_calls_parse(text, &a, &calls, NULL) == 0)
		for (size_t i = 0; i < calls.len; i++)
			check((const struct dbg_call *)calls.items + i, text);
	fl_arena_release(&a);
	return 0;
}
