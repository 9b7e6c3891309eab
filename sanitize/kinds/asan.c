/*
 * AddressSanitizer's kinds: the words of its SUMMARY line (ScarinessScore and asan_errors.h of
 * compiler-rt), the same in gcc's libsanitizer; and LeakSanitizer's.
 */
#include "sanitize/kinds/tables.h"

#define UB DIAG_CLASS_UB
#define LIFE DIAG_CLASS_LIFETIME
#define RES DIAG_CLASS_RESOURCE
#define LOGIC DIAG_CLASS_LOGIC

static const struct san_kind asan_kinds[] = {
	{"heap-use-after-free", NULL, "heap-use-after-free", LIFE, "CWE-416", NULL},
	{"heap-buffer-overflow", NULL, "heap-buffer-overflow", UB, "CWE-125", "CWE-122"},
	{"stack-buffer-overflow", NULL, "stack-buffer-overflow", UB, "CWE-125", "CWE-121"},
	{"stack-buffer-underflow", NULL, "stack-buffer-underflow", UB, "CWE-127", "CWE-124"},
	{"dynamic-stack-buffer-overflow", NULL, "dynamic-stack-buffer-overflow", UB, "CWE-125",
		"CWE-121"},
	{"global-buffer-overflow", NULL, "global-buffer-overflow", UB, "CWE-125", "CWE-787"},
	{"container-overflow", NULL, "container-overflow", UB, "CWE-125", "CWE-787"},
	{"intra-object-overflow", NULL, "intra-object-overflow", UB, "CWE-125", "CWE-787"},
	{"unknown-crash", NULL, "unknown-crash", UB, "CWE-119", NULL},
	{"use-after-poison", NULL, "use-after-poison", LIFE, "CWE-416", NULL},
	{"stack-use-after-return", NULL, "stack-use-after-return", LIFE, "CWE-562", NULL},
	{"stack-use-after-scope", NULL, "stack-use-after-scope", LIFE, "CWE-562", NULL},
	{"attempting double-free", NULL, "double-free", LIFE, "CWE-415", NULL},
	{"attempting free on address which was not malloc()-ed", NULL, "bad-free", RES, "CWE-590",
		NULL},
	{"attempting to call malloc_usable_size()", NULL, "bad-malloc_usable_size", RES, "CWE-590",
		NULL},
	{"attempting to call __sanitizer_get_allocated_size()", NULL,
		"bad-__sanitizer_get_allocated_size", RES, "CWE-590", NULL},
	{"alloc-dealloc-mismatch", NULL, "alloc-dealloc-mismatch", RES, "CWE-762", NULL},
	{"new-delete-type-mismatch", NULL, "new-delete-type-mismatch", RES, "CWE-762", NULL},
	{"memcpy-param-overlap", NULL, "memcpy-param-overlap", UB, "CWE-475", NULL},
	{"strcpy-param-overlap", NULL, "strcpy-param-overlap", UB, "CWE-475", NULL},
	{"strcat-param-overlap", NULL, "strcat-param-overlap", UB, "CWE-475", NULL},
	{"strncpy-param-overlap", NULL, "strncpy-param-overlap", UB, "CWE-475", NULL},
	{"strncat-param-overlap", NULL, "strncat-param-overlap", UB, "CWE-475", NULL},
	{"negative-size-param", NULL, "negative-size-param", UB, "CWE-195", NULL},
	{"calloc parameters overflow", NULL, "calloc-overflow", RES, "CWE-190", NULL},
	{"reallocarray parameters overflow", NULL, "reallocarray-overflow", RES, "CWE-190", NULL},
	{"pvalloc parameters overflow", NULL, "pvalloc-overflow", RES, "CWE-190", NULL},
	{"requested allocation size", NULL, "allocation-size-too-big", RES, "CWE-789", NULL},
	{"allocator is out of memory", NULL, "out-of-memory", RES, "CWE-400", NULL},
	{"out of memory", NULL, "out-of-memory", RES, "CWE-400", NULL},
	{"failed to allocate", " bytes of ", "out-of-memory", RES, "CWE-400", NULL},
	{"allocator exceeded the RSS limit", NULL, "rss-limit-exceeded", RES, "CWE-400", NULL},
	{"specified RSS limit exceeded", NULL, "rss-limit-exceeded", RES, "CWE-400", NULL},
	{"invalid allocation alignment", NULL, "invalid-allocation-alignment", UB, "CWE-628", NULL},
	{"invalid alignment requested in aligned_alloc", NULL, "invalid-aligned-alloc-alignment",
		UB, "CWE-628", NULL},
	{"invalid alignment requested in posix_memalign", NULL, "invalid-posix-memalign-alignment",
		UB, "CWE-628", NULL},
	{"stack-overflow", NULL, "stack-overflow", RES, "CWE-674", NULL},
	{"odr-violation", NULL, "odr-violation", DIAG_CLASS_LINKER, "CWE-758", NULL},
	{"initialization-order-fiasco", NULL, "initialization-order-fiasco", LIFE, "CWE-665", NULL},
	{"invalid-pointer-pair", NULL, "invalid-pointer-pair", UB, "CWE-469", NULL},
	{"bad parameters to __sanitizer_annotate_contiguous_container", NULL,
		"bad-__sanitizer_annotate_contiguous_container", UB, "CWE-628", NULL},
	{"bad parameters to __sanitizer_annotate_double_ended_contiguous_container", NULL,
		"bad-__sanitizer_annotate_double_ended_contiguous_container", UB, "CWE-628", NULL},
	{"crashed on unknown address", NULL, "segv", UB, "CWE-119", NULL},
	{"SEGV", NULL, "segv", UB, "CWE-119", NULL},
	{"BUS", NULL, "bus", UB, "CWE-119", NULL},
	{"FPE", NULL, "fpe", UB, "CWE-369", NULL},
	{"ILL", NULL, "ill", UB, "CWE-758", NULL},
	{"TRAP", NULL, "trap", UB, "CWE-758", NULL},
	{"ABRT", NULL, "abrt", LOGIC, "CWE-617", NULL},
	{NULL, NULL, "", UB, "CWE-119", NULL},
};

static const struct san_kind lsan_kinds[] = {
	{"Direct leak", NULL, "memory-leak", RES, "CWE-401", NULL},
	{"Indirect leak", NULL, "indirect-leak", RES, "CWE-401", NULL},
	{NULL, NULL, "memory-leak", RES, "CWE-401", NULL},
};

const struct san_kind_table san_kinds_asan = SAN_KIND_TABLE(asan_kinds);
const struct san_kind_table san_kinds_lsan = SAN_KIND_TABLE(lsan_kinds);
