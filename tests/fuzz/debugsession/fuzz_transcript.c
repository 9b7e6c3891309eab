/* Any bytes are read, written in all forms, and the literals are read back as they were. */
#include <stdlib.h>

#include "base/literal/literal.h"
#include "debugsession/transcript/transcript.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 64 << 10, ARENA_MAX = 256 << 20, OUTPUT_MAX = 64 << 20 };

static void write_all(const struct dbg_transcript *t, struct fl_arena *a)
{
	for (int form = DBG_TRANSCRIPT_STRUCT; form <= DBG_TRANSCRIPT_JSONL; form++) {
		struct fl_buf out;
		struct fl_items items;
		fl_buf_init(&out, OUTPUT_MAX);
		if (dbg_transcript_write(
			    t, (enum dbg_transcript_form)form, FL_COMPACT, a, &out, NULL))
			abort();
		if (form == DBG_TRANSCRIPT_STRUCT &&
			fl_literal_read(fl_buf_view(&out), &dbg_registry, a, &items, NULL))
			abort();
		if (form == DBG_TRANSCRIPT_STRUCT && items.len != t->event_count)
			abort();
		fl_buf_release(&out);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_arena a;
	struct dbg_transcript t;
	if (size > INPUT_MAX)
		return 0;
	fl_arena_init(&a, ARENA_MAX);
	if (dbg_transcript_read(fl_slice((const char *)data, size), &a, &t, NULL))
		abort();
	write_all(&t, &a);
	fl_arena_release(&a);
	return 0;
}
