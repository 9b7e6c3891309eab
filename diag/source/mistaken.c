#include "diag/source/mistaken.h"

#include <sys/stat.h>

#include "base/buf.h"
#include "base/source_name.h"

static const char *const build_names[] = {"CMakeLists.txt", "CMakeCache.txt", "Makefile",
	"makefile", "GNUmakefile", "meson.build", "build.ninja", "configure.ac", "configure.in",
	"Makefile.am", "Makefile.in", "compile_commands.json", "BUILD.bazel", "SConstruct"};

/* Code, but nothing that anybody wrote. */
static const char *const code_ends[] = {".bc"};

static const char *const build_ends[] = {".cmake", ".mk", ".vcxproj", ".sln"};

static const struct {
	const char *bytes;
	size_t len;
} magics[] = {{"\x7f"
	       "ELF",
		      4},
	{"!<arch>\n", 8}, {"MZ\x90\0", 4}, {"\xcf\xfa\xed\xfe", 4}, {"\xca\xfe\xba\xbe", 4}};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool ends_as(const char *path, const char *const *ends, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_ends(fl_slice_str(path), ends[i]))
			return true;
	return false;
}

bool diag_names_source(const char *path)
{
	return fl_source_name(fl_slice_str(path)) || ends_as(path, code_ends, COUNT(code_ends));
}

static bool names_build(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	for (size_t i = 0; i < COUNT(build_names); i++)
		if (strcmp(name, build_names[i]) == 0)
			return true;
	return ends_as(name, build_ends, COUNT(build_ends));
}

static bool is_binary(const char *path)
{
	char first[9];
	struct stat st;
	/* a pipe is not even opened: who writes it would lose its reader */
	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	size_t n = fl_read_start(path, first, sizeof(first));
	for (size_t i = 0; i < COUNT(magics); i++)
		if (n >= magics[i].len && memcmp(first, magics[i].bytes, magics[i].len) == 0)
			return true;
	return false;
}

enum diag_mistake diag_mistake_of(const char *path)
{
	if (diag_names_source(path))
		return DIAG_MISTAKE_SOURCE;
	if (names_build(path))
		return DIAG_MISTAKE_BUILD;
	return is_binary(path) ? DIAG_MISTAKE_BINARY : DIAG_MISTAKE_NONE;
}
