#include "sanitize/run/tools.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NEWEST_CLANG = 25, OLDEST_CLANG = 11, NAME_BYTES = 128 };

bool san_tool_installed(const char *name)
{
	char path[NAME_BYTES + 16];
	return snprintf(path, sizeof(path), "/usr/bin/%s", name) < (int)sizeof(path) &&
	       access(path, X_OK) == 0;
}

static const char *name_of(struct fl_arena *a, const char *base, const char *version)
{
	return fl_arena_printf(a, "%s%s", base, version).ptr;
}

/* llvm-symbolizer of the version, else any: its output is the same. */
static const char *find_symbolizer(struct fl_arena *a, const char *version)
{
	const char *name = name_of(a, "llvm-symbolizer", version);
	char any[NAME_BYTES] = "llvm-symbolizer";
	for (int v = NEWEST_CLANG; name && !san_tool_installed(name) && v >= OLDEST_CLANG; v--) {
		snprintf(any, sizeof(any), "llvm-symbolizer-%d", v);
		name = name_of(a, any, "");
	}
	return name && san_tool_installed(name) ? name_of(a, "/usr/bin/", name) : NULL;
}

/* "gcc-12", "g++-12", "clang", "clang++-19": the family and the version with its dash. */
static bool family_of(const char *name, enum san_compiler *ret_family, const char **ret_version)
{
	static const struct {
		const char *base;
		enum san_compiler family;
	} bases[] = {
		{"clang++", SAN_CLANG}, {"clang", SAN_CLANG}, {"gcc", SAN_GCC}, {"g++", SAN_GCC}};
	for (size_t i = 0; i < sizeof(bases) / sizeof(*bases); i++) {
		size_t len = strlen(bases[i].base);
		if (strncmp(name, bases[i].base, len) != 0 || (name[len] && name[len] != '-'))
			continue;
		*ret_family = bases[i].family;
		*ret_version = name + len;
		return strspn(name + len, "-0123456789") == strlen(name + len);
	}
	return false;
}

int san_toolchain_find(const char *name, enum san_language language, struct fl_arena *a,
	struct san_toolchain *ret_tools, struct fl_error *err)
{
	struct san_toolchain t = {0};
	const char *version = "";
	if (!family_of(name, &t.family, &version))
		return fl_error_set(err, FL_EINVAL,
			"a compiler must be gcc or clang, with or without a version (clang-19), "
			"not "
			"\"%s\"",
			name);
	bool clang = t.family == SAN_CLANG;
	t.driver[SAN_C] = name_of(a, clang ? "clang" : "gcc", version);
	t.driver[SAN_CXX] = name_of(a, clang ? "clang++" : "g++", version);
	t.symbolizer = clang ? find_symbolizer(a, version) : NULL;
	const char *need = t.driver[language];
	if (!need || !san_tool_installed(need))
		return fl_error_set(
			err, FL_EMISSING, "/usr/bin/%s is not installed", need ? need : name);
	*ret_tools = t;
	return 0;
}

int san_toolchain_newest_clang(enum san_language language, struct fl_arena *a,
	struct san_toolchain *ret_tools, struct fl_error *err)
{
	char name[NAME_BYTES];
	int rc = FL_EMISSING;
	for (int v = NEWEST_CLANG; rc && v >= OLDEST_CLANG; v--) {
		snprintf(name, sizeof(name), "clang-%d", v);
		rc = san_toolchain_find(name, language, a, ret_tools, err);
	}
	return rc ? san_toolchain_find("clang", language, a, ret_tools, err) : 0;
}
