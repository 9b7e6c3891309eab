#include "platform/compiler/compiler.h"

#include "base/process.h"
#include "base/source_name.h"
#include "platform/flags/flags.h"

/* The standard a compiler takes when no -std is given, from this major version on. */
struct plat_default {
	enum plat_family family;
	enum plat_language language;
	uint32_t since;
	const char *standard;
};

/*
 * Newest first for each family and language. gcc: its "C Dialect Options" and release notes;
 * clang: "Clang Compiler User's Manual", notes.
 */
static const struct plat_default defaults[] = {
	{PLAT_GCC, PLAT_C, 15, "gnu23"},
	{PLAT_GCC, PLAT_C, 8, "gnu17"},
	{PLAT_GCC, PLAT_C, 5, "gnu11"},
	{PLAT_GCC, PLAT_CXX, 16, "gnu++20"},
	{PLAT_GCC, PLAT_CXX, 11, "gnu++17"},
	{PLAT_GCC, PLAT_CXX, 6, "gnu++14"},
	{PLAT_CLANG, PLAT_C, 11, "gnu17"},
	{PLAT_CLANG, PLAT_C, 4, "gnu11"},
	{PLAT_CLANG, PLAT_CXX, 16, "gnu++17"},
	{PLAT_CLANG, PLAT_CXX, 6, "gnu++14"},
	{PLAT_GCC, PLAT_C, 0, NULL},
};

static size_t version_number(struct fl_slice s, struct plat_compiler *c)
{
	size_t n = fl_slice_uint(s, &c->major);
	if (n && fl_slice_starts(fl_slice_skip(s, n), "."))
		fl_slice_uint(fl_slice_skip(s, n + 1), &c->minor);
	return n;
}

int plat_compiler_parse(
	struct fl_slice text, struct plat_compiler *ret_compiler, struct fl_error *err)
{
	static const char *const words[] = {
		[PLAT_GCC] = "gcc version ", [PLAT_CLANG] = "clang version "};
	struct plat_compiler c = {0};
	bool found = false;
	struct fl_slice rest = text, line;
	while (fl_slice_line(&rest, &line)) {
		for (int f = PLAT_GCC; f <= PLAT_CLANG && !found; f++) {
			ptrdiff_t at = fl_slice_find(line, words[f]);
			if (at < 0)
				continue;
			c.family = (enum plat_family)f;
			found = version_number(
					fl_slice_skip(line, (size_t)at + strlen(words[f])), &c) > 0;
		}
		if (fl_slice_starts(line, "Target: ") && !c.target.len)
			c.target = fl_slice_trim(fl_slice_skip(line, strlen("Target: ")));
	}
	if (!found)
		return fl_error_set(err, FL_EPARSE, "this is no gcc and no clang");
	*ret_compiler = c;
	return 0;
}

int plat_compiler_query(const char *command, struct fl_arena *a, struct plat_compiler *ret_compiler,
	struct fl_error *err)
{
	const char *const argv[] = {command, "-v", NULL};
	struct fl_process_spec spec = {.argv = argv, .wall_ms = 20000};
	struct fl_process_result result;
	struct plat_compiler c;
	struct fl_buf text;
	fl_buf_init(&text, 1 << 20);
	int rc = fl_process_run(&spec, NULL, &text, &result, err);
	if (!rc)
		rc = plat_compiler_parse(fl_buf_view(&text), &c, err);
	if (!rc) {
		c.target = fl_arena_slice(a, c.target);
		rc = fl_arena_error(a, "the compiler's description", err);
	}
	fl_buf_release(&text);
	if (rc) {
		fl_error_wrap(err, "%s -v", command);
		return rc;
	}
	*ret_compiler = c;
	return 0;
}

enum plat_language plat_language_of(struct fl_slice file_name)
{
	const struct fl_source_name *name = fl_source_name(file_name);
	return name && name->language == FL_SOURCE_CXX ? PLAT_CXX : PLAT_C;
}

void plat_compiler_facts(
	const struct plat_compiler *compiler, enum plat_language language, struct plat_facts *to)
{
	static const char *const names[2][2] = {{"gcc", "g++"}, {"clang", "clang++"}};
	struct plat_fact fact = {.field = PLAT_FIELD_COMPILER,
		.kind = PLAT_FACT_SET,
		.from = PLAT_FROM_COMPILER,
		.text = FL_S("the compiler in use")};
	struct plat_flags flags;
	plat_flags_init(&flags, to, language == PLAT_CXX);
	fact.value = fl_arena_printf(to->a, "%s %u.%u", names[compiler->family][language],
		compiler->major, compiler->minor);
	if (compiler->major)
		plat_facts_add(to, &fact);
	plat_flags_target(&flags, compiler->target, &fact);
	for (const struct plat_default *d = defaults; d->standard && compiler->major; d++) {
		if (d->family != compiler->family || d->language != language ||
			compiler->major < d->since)
			continue;
		fact.field = PLAT_FIELD_STANDARD;
		fact.value = fl_slice_str(d->standard);
		fact.text = FL_S("the compiler's default");
		plat_facts_add(to, &fact);
		return;
	}
}
