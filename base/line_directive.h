/*
 * What says that a line of C or C++ comes of another file: `#line 510 "a.y"` (C17, 6.10.4), or as
 * the preprocessor itself writes it, `# 510 "a.y"`.
 */
#ifndef FL_BASE_LINE_DIRECTIVE_H
#define FL_BASE_LINE_DIRECTIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

/*
 * Is the line one? Says the number of the next line, and its file where it names one: else *file
 * stays as it was. The name lies in the line.
 */
bool fl_line_directive(struct fl_slice line, uint32_t *ret_number, struct fl_slice *file);

#endif
