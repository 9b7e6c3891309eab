/*
 * MemorySanitizer's kinds (compiler-rt lib/msan/msan_report.cpp). There is one; where the value
 * came from tells whether an initialisation is missing or an object was used after its life.
 */
#include "sanitize/kinds/tables.h"

#define UB DIAG_CLASS_UB
#define LIFE DIAG_CLASS_LIFETIME

static const char use[] = "use-of-uninitialized-value";

static const struct san_kind msan_kinds[] = {
	{"Uninitialized value was created by a heap deallocation", NULL, use, LIFE, "CWE-416",
		NULL},
	{"Member fields were destroyed", NULL, use, LIFE, "CWE-416", NULL},
	{"Virtual table ptr was destroyed", NULL, use, LIFE, "CWE-416", NULL},
	{NULL, NULL, use, UB, "CWE-457", NULL},
};

const struct san_kind_table san_kinds_msan = SAN_KIND_TABLE(msan_kinds);
