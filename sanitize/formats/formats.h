/* The formats of sanitizers, fuzzers, debuggers and kernels, a file each (sanitize/parse.c). */
#ifndef FL_SANITIZE_FORMATS_H
#define FL_SANITIZE_FORMATS_H

#include "sanitize/builder/builder.h"

extern const struct san_format san_format_asan;
extern const struct san_format san_format_hwasan;
extern const struct san_format san_format_lsan;
extern const struct san_format san_format_ubsan;
extern const struct san_format san_format_tsan;
extern const struct san_format san_format_msan;
extern const struct san_format san_format_libfuzzer;
extern const struct san_format san_format_kernel;
extern const struct san_format san_format_gdb;
extern const struct san_format san_format_lldb;
extern const struct san_format san_format_coredump;
extern const struct san_format san_format_summary;
extern const struct san_format san_format_cut; /* stands for one that UBSan's lines cut */

#endif
