#include "sanitize/kinds/tables.h"

static const struct san_kind_table *const tables[SAN_TOOL_COUNT] = {
	[SAN_TOOL_ASAN] = &san_kinds_asan,
	[SAN_TOOL_HWASAN] = &san_kinds_hwasan,
	[SAN_TOOL_LSAN] = &san_kinds_lsan,
	[SAN_TOOL_UBSAN] = &san_kinds_ubsan,
	[SAN_TOOL_TSAN] = &san_kinds_tsan,
	[SAN_TOOL_MSAN] = &san_kinds_msan,
	[SAN_TOOL_MEMCHECK] = &san_kinds_memcheck,
	[SAN_TOOL_HELGRIND] = &san_kinds_helgrind,
	[SAN_TOOL_DRD] = &san_kinds_drd,
	[SAN_TOOL_LIBFUZZER] = &san_kinds_libfuzzer,
	[SAN_TOOL_KERNEL] = &san_kinds_kernel,
	[SAN_TOOL_GDB] = &san_kinds_debugger,
	[SAN_TOOL_LLDB] = &san_kinds_debugger,
	[SAN_TOOL_COREDUMP] = &san_kinds_debugger,
};

/* A row with neither text in the middle of a table is reached by its name alone. */
static bool row_takes(const struct san_kind *k, struct fl_slice sentence)
{
	if (!k->starts)
		return false;
	if (*k->starts && (!sentence.len || sentence.ptr[0] != *k->starts)) /* as most do */
		return false;
	if (!fl_slice_starts(sentence, k->starts))
		return false;
	sentence = fl_slice_skip(sentence, strlen(k->starts));
	return !k->holds || fl_slice_find(sentence, k->holds) >= 0;
}

const struct san_kind *san_kind_find(enum san_tool tool, struct fl_slice sentence)
{
	if (!tables[tool])
		return NULL;
	const struct san_kind *rows = tables[tool]->rows;
	size_t last = tables[tool]->count - 1;
	for (size_t i = 0; i < last; i++)
		if (row_takes(&rows[i], sentence))
			return &rows[i];
	return &rows[last];
}

const struct san_kind *san_kind_named(enum san_tool tool, struct fl_slice kind)
{
	for (size_t i = 0; tables[tool] && i < tables[tool]->count; i++)
		if (fl_slice_eqs(kind, tables[tool]->rows[i].kind))
			return &tables[tool]->rows[i];
	return NULL;
}

/* Counted on tests/fixtures/sanitize by tests/unit/sanitize/test_fixtures.c. */
static const struct san_measure measures[SAN_TOOL_COUNT] = {
	[SAN_TOOL_ASAN] = {265, 265},
	[SAN_TOOL_LSAN] = {69, 69},
	[SAN_TOOL_UBSAN] = {468, 468},
	[SAN_TOOL_TSAN] = {109, 109},
	[SAN_TOOL_MSAN] = {52, 52},
	[SAN_TOOL_HWASAN] = {40, 40},
	[SAN_TOOL_MEMCHECK] = {168, 168},
	[SAN_TOOL_HELGRIND] = {72, 72},
	[SAN_TOOL_GLIBC] = {111, 111},
	[SAN_TOOL_LIBSTDCXX] = {93, 93},
	[SAN_TOOL_SYSTEM] = {54, 54},
};

struct san_measure san_measured(enum san_tool tool)
{
	return measures[tool];
}

/* Newton's method; good to a few ulps for 0 <= x <= 1, which is all that is asked here. */
static double root(double x)
{
	double r = x > 0 ? 1 : 0;
	for (int i = 0; i < 64 && r > 0; i++) {
		double next = (r + x / r) / 2;
		if (next == r)
			break;
		r = next;
	}
	return r;
}

/* Tools that are not measured themselves, and the one whose rules theirs are. */
static const struct {
	enum san_tool tool, like;
} alike[] = {
	{SAN_TOOL_LIBCXX, SAN_TOOL_LIBSTDCXX},
	{SAN_TOOL_DRD, SAN_TOOL_HELGRIND},
	{SAN_TOOL_LIBFUZZER, SAN_TOOL_SYSTEM}, /* signals and limits */
	{SAN_TOOL_GDB, SAN_TOOL_SYSTEM},
	{SAN_TOOL_LLDB, SAN_TOOL_SYSTEM},
	{SAN_TOOL_COREDUMP, SAN_TOOL_SYSTEM},
	{SAN_TOOL_KERNEL, SAN_TOOL_SYSTEM},
};

int64_t san_confidence(enum san_tool tool)
{
	const double z = 1.96;
	for (size_t i = 0; i < sizeof(alike) / sizeof(*alike); i++)
		if (alike[i].tool == tool)
			tool = alike[i].like;
	double n = measures[tool].cases;
	if (n <= 0)
		return 0;
	double p = measures[tool].right / n;
	double spread = z * root(p * (1 - p) / n + z * z / (4 * n * n));
	double low = (p + z * z / (2 * n) - spread) / (1 + z * z / n);
	return (int64_t)(low * 10000);
}
