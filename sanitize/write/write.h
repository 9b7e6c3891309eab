/* How reports leave a tool: as literals or JSON, with or without their reasoning. */
#ifndef FL_SANITIZE_WRITE_H
#define FL_SANITIZE_WRITE_H

#include "base/literal/literal.h"
#include "sanitize/report/report.h"

enum san_form { SAN_TO_STRUCT, SAN_TO_JSON, SAN_TO_JSONL };

/* The words of --to=, in the enum's order, NULL-terminated; those of --markers=. */
extern const char *const san_form_words[];
extern const char *const san_marker_words[];

struct san_write_opts {
	enum san_form form;
	enum fl_style style;
	enum fl_marker marker; /* of the literals; the reasoning has its own unless FL_MARK_NONE */
	bool thought; /* before the literals, a block for each report; JSON has none */
};

/* Append the document; nothing, or an empty JSON list, for no items. */
void san_reports_write(
	struct fl_buf *out, const struct fl_items *items, const struct san_write_opts *opts);

#endif
