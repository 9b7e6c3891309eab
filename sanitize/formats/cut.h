/*
 * UBSan's reports between the lines of another's. gcc's libubsan has a lock of its own, so where a
 * program has threads its whole lines ("f.c:6:9: runtime error: …", notes, a stack with
 * print_stacktrace=1) come in the middle of what ASan, HWASan, LSan, TSan or MSan write. They are
 * kept until the open report ends, by its SUMMARY or another headline, and are then read as if they
 * followed it: that report first, then UBSan's in their order.
 *
 * Limits: lines of up to 1 MiB are kept; where more come the open report ends there. A frame is
 * UBSan's by its place and by its depth; of two that could be either's the one is that goes on with
 * the stack of the frame before it.
 */
#ifndef FL_SANITIZE_CUT_H
#define FL_SANITIZE_CUT_H

#include "sanitize/formats/ubsan.h"

/* Keep a headline of UBSan's if it cuts the open report. */
bool san_cut_take(struct san_parser *p, struct fl_slice line, const struct san_ubsan_head *head);

#endif
