/*
 * The tables behind sanitize/kinds/kinds.h, one a tool (TOOL.c): rows are tried in order, the last
 * takes every sentence. A tool's table joins by a row in kinds.c.
 */
#ifndef FL_SANITIZE_KINDS_TABLES_H
#define FL_SANITIZE_KINDS_TABLES_H

#include "sanitize/kinds/kinds.h"

struct san_kind_table {
	const struct san_kind *rows;
	size_t count;
};

#define SAN_KIND_TABLE(t)                       \
	{                                       \
		(t), sizeof(t) / sizeof((t)[0]) \
	}

extern const struct san_kind_table san_kinds_asan;
extern const struct san_kind_table san_kinds_hwasan;
extern const struct san_kind_table san_kinds_lsan;
extern const struct san_kind_table san_kinds_ubsan;
extern const struct san_kind_table san_kinds_tsan;
extern const struct san_kind_table san_kinds_msan;
extern const struct san_kind_table san_kinds_memcheck;
extern const struct san_kind_table san_kinds_helgrind;
extern const struct san_kind_table san_kinds_drd;
extern const struct san_kind_table san_kinds_libfuzzer;
extern const struct san_kind_table san_kinds_kernel;
extern const struct san_kind_table san_kinds_debugger; /* gdb's, lldb's, systemd-coredump's */

#endif
