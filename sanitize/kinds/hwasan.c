/*
 * HWAddressSanitizer's kinds: the words of its headline and, after a colon, of its "Cause:"
 * (hwasan_report.cpp of compiler-rt). An access whose cause has no row is called after the cause.
 */
#include "sanitize/kinds/tables.h"

#define UB DIAG_CLASS_UB
#define LIFE DIAG_CLASS_LIFETIME
#define RES DIAG_CLASS_RESOURCE

static const struct san_kind hwasan_kinds[] = {
	{"tag-mismatch: use-after-free", NULL, "use-after-free", LIFE, "CWE-416", NULL},
	{"tag-mismatch: heap-buffer-overflow", NULL, "heap-buffer-overflow", UB, "CWE-125",
		"CWE-122"},
	{"tag-mismatch: global-overflow", NULL, "global-overflow", UB, "CWE-125", "CWE-787"},
	{"tag-mismatch: stack-buffer-overflow", NULL, "stack-buffer-overflow", UB, "CWE-125",
		"CWE-121"},
	{"tag-mismatch: stack use-after", NULL, "stack-use-after-scope", LIFE, "CWE-562", NULL},
	/* overflow or use after return: it cannot tell */
	{"tag-mismatch: stack tag-mismatch", NULL, "stack-tag-mismatch", UB, "CWE-119", NULL},
	{"tag-mismatch: ", NULL, "", UB, "CWE-119", NULL},
	{"invalid-free: use-after-free", NULL, "invalid-free", LIFE, "CWE-415", NULL},
	{"invalid-free", NULL, "invalid-free", RES, "CWE-590", NULL},
	{"allocation-tail-overwritten", NULL, "allocation-tail-overwritten", UB, "CWE-122", NULL},
	{NULL, NULL, "tag-mismatch", UB, "CWE-119", NULL},
};

const struct san_kind_table san_kinds_hwasan = SAN_KIND_TABLE(hwasan_kinds);
