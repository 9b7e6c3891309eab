/* What of UBSan's form those know who keep its lines apart from another report's (cut.c). */
#ifndef FL_SANITIZE_UBSAN_H
#define FL_SANITIZE_UBSAN_H

#include "sanitize/formats/formats.h"

struct san_ubsan_head {
	struct fl_slice file; /* empty: not told */
	int64_t line, col;
	struct fl_slice sentence;
};

/* Is the line "f.c:6:9: runtime error: …" in UBSan's form? Texts point into it. */
bool san_ubsan_head_parse(struct fl_slice line, struct san_ubsan_head *ret_head);

/* Does a report with this place begin its stack with the frame? line 0: any can be the first. */
bool san_ubsan_stack_begins(struct fl_slice file, int64_t line, const struct san_frame *f);

/* Does it happen in another line than it is told of? */
bool san_ubsan_is_elsewhere(struct fl_slice kind);

/* Is it a line that UBSan alone writes after its headline, no frame? */
bool san_ubsan_goes_on(struct fl_slice line);

/* The kind of a headline's sentence. */
const struct san_kind *san_ubsan_kind(struct fl_slice sentence);

#endif
