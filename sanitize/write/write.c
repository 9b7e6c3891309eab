#include "sanitize/write/write.h"

#include "base/json.h"
#include "sanitize/write/thought.h"

const char *const san_form_words[] = {"struct", "json", "jsonl", NULL};
const char *const san_marker_words[] = {"debug", "none", NULL};

void san_reports_write(
	struct fl_buf *out, const struct fl_items *items, const struct san_write_opts *opts)
{
	switch (opts->form) {
	case SAN_TO_JSON: fl_json_items(out, items); return;
	case SAN_TO_JSONL:
		for (size_t i = 0; i < items->len; i++) {
			fl_json_object(out, items->at[i].shape, items->at[i].object);
			fl_buf_char(out, '\n');
		}
		return;
	case SAN_TO_STRUCT:
		for (size_t i = 0; opts->thought && i < items->len; i++)
			san_thought_write(out, items->at[i].object, opts->marker != FL_MARK_NONE);
		fl_literal_write(out, items, opts->style, opts->marker);
	}
}
