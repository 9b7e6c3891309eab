#include "sanitize/kinds.h"

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
	{"memmove-param-overlap", NULL, "memmove-param-overlap", UB, "CWE-475", NULL},
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

static const struct san_kind ubsan_kinds[] = {
	{"signed integer overflow", NULL, "signed-integer-overflow", UB, "CWE-190", NULL},
	{"unsigned integer overflow", NULL, "unsigned-integer-overflow", LOGIC, "CWE-190", NULL},
	{"negation of ", "type 'unsigned", "unsigned-integer-overflow", LOGIC, "CWE-190", NULL},
	{"negation of ", NULL, "signed-integer-overflow", UB, "CWE-190", NULL},
	{"division by zero", NULL, "integer-divide-by-zero", UB, "CWE-369", NULL},
	{"division of ", "by -1", "signed-integer-overflow", UB, "CWE-190", NULL},
	{NULL, NULL, "float-divide-by-zero", UB, "CWE-369", NULL},
	{"shift exponent", NULL, "invalid-shift-exponent", UB, "CWE-1335", NULL},
	{"left shift of", NULL, "invalid-shift-base", UB, "CWE-1335", NULL},
	{"index ", "out of bounds for type", "out-of-bounds-index", UB, "CWE-129", NULL},
	{"execution reached an unreachable", NULL, "unreachable-call", UB, "CWE-758", NULL},
	{"execution reached the end of", NULL, "missing-return", UB, "CWE-758", NULL},
	{"variable length array bound", NULL, "non-positive-vla-index", UB, "CWE-1284", NULL},
	{"null pointer passed as argument", NULL, "invalid-null-argument", UB, "CWE-476", NULL},
	{"null pointer returned from", NULL, "invalid-null-return", UB, "CWE-476", NULL},
	{"applying zero offset to null", NULL, "nullptr-with-offset", UB, "CWE-476", NULL},
	{"applying non-zero offset", "to null pointer", "nullptr-with-nonzero-offset", UB,
		"CWE-476", NULL},
	{"applying non-zero offset", NULL, "nullptr-after-nonzero-offset", UB, "CWE-823", NULL},
	{"pointer index expression", NULL, "pointer-overflow", UB, "CWE-823", NULL},
	{"addition of unsigned offset", NULL, "pointer-overflow", UB, "CWE-823", NULL},
	{"subtraction of unsigned offset", NULL, "pointer-overflow", UB, "CWE-823", NULL},
	{"passing zero to ", NULL, "invalid-builtin-use", UB, "CWE-758", NULL},
	{"assumption is violated", NULL, "invalid-builtin-use", UB, "CWE-758", NULL},
	{"", "outside the range of representable values", "float-cast-overflow", UB, "CWE-681",
		NULL},
	{"load of value", "for type 'bool'", "invalid-bool-load", UB, "CWE-758", NULL},
	{"load of value", "for type '_Bool'", "invalid-bool-load", UB, "CWE-758", NULL},
	{"load of value", NULL, "invalid-enum-load", UB, "CWE-758", NULL},
	{"", "null pointer of type", "null-pointer-use", UB, "CWE-476", NULL},
	{"assumption of ", "byte alignment", "alignment-assumption", UB, "CWE-758", NULL},
	{"", "misaligned address", "misaligned-pointer-use", UB, "CWE-758", NULL},
	{"", "with insufficient space for an object", "insufficient-object-size", UB, "CWE-119",
		"CWE-787"},
	{"", "which does not point to an object of type", "dynamic-type-mismatch", UB, "CWE-843",
		NULL},
	{"call to function", "incorrect function type", "function-type-mismatch", UB, "CWE-843",
		NULL},
	{"control flow integrity check", NULL, "cfi-bad-type", UB, "CWE-843", NULL},
	{"implicit conversion from type", NULL, "implicit-conversion", LOGIC, "CWE-197", NULL},
	{NULL, NULL, "undefined-behavior", UB, "CWE-758", NULL},
};

#undef UB
#undef LIFE
#undef RES
#undef LOGIC

#define TABLE(t)                                \
	{                                       \
		(t), sizeof(t) / sizeof((t)[0]) \
	}
static const struct {
	const struct san_kind *rows;
	size_t count;
} tables[SAN_TOOL_COUNT] = {
	[SAN_TOOL_ASAN] = TABLE(asan_kinds),
	[SAN_TOOL_LSAN] = TABLE(lsan_kinds),
	[SAN_TOOL_UBSAN] = TABLE(ubsan_kinds),
};

/* A row with neither text in the middle of a table is reached by its name alone. */
static bool row_takes(const struct san_kind *k, struct fl_slice sentence)
{
	if (!k->starts)
		return false;
	if (!fl_slice_starts(sentence, k->starts))
		return false;
	sentence = fl_slice_skip(sentence, strlen(k->starts));
	return !k->holds || fl_slice_find(sentence, k->holds) >= 0;
}

const struct san_kind *san_kind_find(enum san_tool tool, struct fl_slice sentence)
{
	const struct san_kind *rows = tables[tool].rows;
	if (!rows)
		return NULL;
	size_t last = tables[tool].count - 1;
	for (size_t i = 0; i < last; i++)
		if (row_takes(&rows[i], sentence))
			return &rows[i];
	return &rows[last];
}

const struct san_kind *san_kind_named(enum san_tool tool, struct fl_slice kind)
{
	for (size_t i = 0; i < tables[tool].count; i++)
		if (fl_slice_eqs(kind, tables[tool].rows[i].kind))
			return &tables[tool].rows[i];
	return NULL;
}

/* Counted on tests/fixtures/sanitize by tests/unit/sanitize/test_fixtures.c. */
static const struct san_measure measures[SAN_TOOL_COUNT] = {
	[SAN_TOOL_ASAN] = {81, 81},
	[SAN_TOOL_LSAN] = {9, 9},
	[SAN_TOOL_UBSAN] = {68, 68},
	[SAN_TOOL_GLIBC] = {21, 21},
	[SAN_TOOL_LIBSTDCXX] = {36, 36},
	[SAN_TOOL_SYSTEM] = {18, 18},
};

struct san_measure san_measured(enum san_tool tool)
{
	return measures[tool];
}

/* Newton's method; good to a few ulps for 0 <= x <= 1, which is all that is asked here. */
static double root(double x)
{
	double r = x > 0 ? 1 : 0;
	for (int i = 0; i < 64 && r > 0; i++)
		r = (r + x / r) / 2;
	return r;
}

int64_t san_confidence(enum san_tool tool)
{
	const double z = 1.96;
	double n = measures[tool].cases;
	if (n <= 0)
		return 0;
	double p = measures[tool].right / n;
	double spread = z * root(p * (1 - p) / n + z * z / (4 * n * n));
	double low = (p + z * z / (2 * n) - spread) / (1 + z * z / n);
	return (int64_t)(low * 10000);
}
