/*
 * What stands around a message: places, flags in brackets, words that tell a kind.
 */
#ifndef FL_DIAG_REPORT_PLACE_H
#define FL_DIAG_REPORT_PLACE_H

#include "diag/report/parser.h"

/* A line 0, or one past UINT32_MAX, is a place of which only the file is known. */
bool diag_place_parse(struct fl_slice place, struct diag_head *ret_head);

/*
 * place.c: other forms of places, and the half-open spans in braces. _cut: a number at the end of
 * *s, with the character `before` in front of it, is cut off; one past UINT32_MAX counts as 0.
 */
bool diag_number_cut(struct fl_slice *s, char before, int64_t *ret_value);
void diag_place_ranges(struct diag_parser *p, struct fl_slice ranges);
size_t diag_span_parse(struct fl_slice s, struct diag_range *ret_range); /* its bytes, 0: none */

/* code.c: cut the flag, and what else stands in brackets, off the message */
void diag_code_cut(struct diag_head *h);

/* "C:" where a path of Windows starts s; else 0. */
size_t diag_drive_length(struct fl_slice s);

/* words.c: the kind of a note by its first words */
enum diag_note_kind diag_note_kind_of(struct fl_slice message);
/* "(3) …", the number of an analyzer's event: its bytes, 0 when it is another message */
size_t diag_event_number(struct fl_slice message, uint32_t *ret_number);
/*
 * A program that speaks of itself: a compiler's driver or one of its children; *ret_tool (which may
 * be NULL): whose, NULL for "cc" and what else may be either's.
 */
bool diag_driver_name(struct fl_slice name, const char **ret_tool);

#endif
