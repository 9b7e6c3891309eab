/*
 * Sanitizer reports out of a log: ASan, HWASan, LSan, UBSan, TSan and MSan as the runtimes of gcc
 * 12, clang 14 and clang 19 print them (compiler-rt lib/asan/asan_errors.cpp,
 * lib/hwasan/hwasan_report.cpp, lib/lsan/lsan_common.cpp, lib/ubsan/ubsan_diag.cpp,
 * lib/tsan/rtl/tsan_report.cpp, lib/msan/msan_report.cpp), and Memcheck's and Helgrind's of
 * Valgrind 3.19 as text and XML; several in one log, among the program's own output and on its
 * unfinished lines, in colour or not. What is no part of a report is skipped without complaint.
 * Of a log that is cut in the middle of a report what is there is kept.
 *
 * A push parser: it takes the bytes in any chunks and does no I/O. Every leak stack is a report of
 * its own ("memory-leak" the direct ones, "indirect-leak" the others).
 *
 * Limits: lines are read up to 64 KiB (the rest of a longer one is skipped), stacks up to
 * frames_max frames, reports up to 64 stacks, 256 variables and 8 notes; what is above is counted
 * in the report's `omitted`.
 * Reports above reports_max are counted in `dropped`. The arena's maximum is an error.
 */
#ifndef FL_SANITIZE_PARSE_H
#define FL_SANITIZE_PARSE_H

#include "sanitize/report/reports.h"

struct san_parser;

/* A parser whose results live in the arena, or NULL: no memory. opts may be NULL. */
struct san_parser *san_parser_new(const struct san_parse_opts *opts, struct fl_arena *a);
void san_parser_free(struct san_parser *p);

/* Take more bytes. */
void san_parser_feed(struct san_parser *p, struct fl_slice bytes);

/* The end of the log: 0 and the reports, or FL_ENOMEM, FL_ELIMIT. Feed nothing after it. */
int san_parser_finish(struct san_parser *p, struct san_reports *ret_reports, struct fl_error *err);

/* All in one: the reports of a whole log. */
int san_parse(struct fl_slice log, const struct san_parse_opts *opts, struct fl_arena *a,
	struct san_reports *ret_reports, struct fl_error *err);

#endif
