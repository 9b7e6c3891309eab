/*
 * Display columns, as gcc and clang count them.
 */
#ifndef FL_DIAG_SOURCE_WIDTH_H
#define FL_DIAG_SOURCE_WIDTH_H

#include "base/slice.h"

size_t diag_char_width(uint32_t c);
size_t diag_text_width(struct fl_slice s);
size_t diag_column_offset(struct fl_slice s, size_t column);

#endif
