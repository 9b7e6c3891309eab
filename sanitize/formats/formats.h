/* The formats of the sanitizers' reports, each a file; rows of sanitize/parse.c. */
#ifndef FL_SANITIZE_FORMATS_H
#define FL_SANITIZE_FORMATS_H

#include "sanitize/builder/builder.h"

extern const struct san_format san_format_asan;
extern const struct san_format san_format_hwasan;
extern const struct san_format san_format_lsan;
extern const struct san_format san_format_ubsan;
extern const struct san_format san_format_tsan;
extern const struct san_format san_format_msan;

#endif
