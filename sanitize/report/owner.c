#include "sanitize/report/owner.h"

#include "base/lanes.h"
#include "sanitize/report/glibc.h"
#include "sanitize/report/libstdcxx.h"

/*
 * Paths: a row counts from any part of a path on, one that begins with "/" from the root; "*" is
 * any text. Runtimes stand first, as their sources lie in directories of the others, too.
 */
static const struct {
	const char *path;
	enum san_owner owner;
} paths[] = {
	{"compiler-rt/lib/", SAN_OWNER_RUNTIME},
	{"compiler-rt/include/", SAN_OWNER_RUNTIME},
	{"libsanitizer/", SAN_OWNER_RUNTIME},
	{"libgcc/", SAN_OWNER_RUNTIME},
	{"libunwind/src/", SAN_OWNER_RUNTIME},
	{"bionic/libc/", SAN_OWNER_RUNTIME}, /* Android's */
	{"musl/src/", SAN_OWNER_RUNTIME},
	{"musl-*/src/", SAN_OWNER_RUNTIME},
	{"/build/glibc-", SAN_OWNER_RUNTIME}, /* Debian's, Ubuntu's until 21.10 */
	{"/build/eglibc-", SAN_OWNER_RUNTIME},
	{"/usr/src/debug/glibc", SAN_OWNER_RUNTIME}, /* Fedora's, SUSE's, Arch's */
	{"vctools/crt/", SAN_OWNER_RUNTIME}, /* Microsoft's */
	{"minkernel/crts/", SAN_OWNER_RUNTIME},

	{"include/c++/", SAN_OWNER_LIBRARY}, /* libstdc++ and libc++, wherever installed */
	{"libstdc++-v3/", SAN_OWNER_LIBRARY}, /* and their sources */
	{"libcxx/include/", SAN_OWNER_LIBRARY},
	{"libcxx/src/", SAN_OWNER_LIBRARY},
	{"libcxxabi/src/", SAN_OWNER_LIBRARY},
	{"lib/clang/*/include/", SAN_OWNER_LIBRARY}, /* what compilers bring */
	{"lib64/clang/*/include/", SAN_OWNER_LIBRARY},
	{"lib/gcc/*/include", SAN_OWNER_LIBRARY},
	{"lib64/gcc/*/include", SAN_OWNER_LIBRARY},
	{"VC/Tools/MSVC/*/include/", SAN_OWNER_LIBRARY},
	{"Windows Kits/", SAN_OWNER_LIBRARY},
	{"usr/include/", SAN_OWNER_LIBRARY}, /* with every sysroot and SDK */
	{"linux-headers-*/include/", SAN_OWNER_LIBRARY}, /* what a kernel's modules include */
	{"linux-headers-*/arch/", SAN_OWNER_LIBRARY},
	{"/usr/local/include/", SAN_OWNER_LIBRARY},
	{"/usr/src/debug/", SAN_OWNER_LIBRARY}, /* made by distributions' debug packages alone */
	{"/build/gcc-", SAN_OWNER_LIBRARY},
	{"/build/llvm-toolchain-", SAN_OWNER_LIBRARY},
	{"/nix/store/", SAN_OWNER_LIBRARY},
	{"/gnu/store/", SAN_OWNER_LIBRARY},
	{"/opt/homebrew/", SAN_OWNER_LIBRARY},
	{"/usr/local/Cellar/", SAN_OWNER_LIBRARY},
	{"/opt/local/include/", SAN_OWNER_LIBRARY}, /* MacPorts */
	{"/Applications/Xcode*.app/", SAN_OWNER_LIBRARY},
	{"/rustc/", SAN_OWNER_LIBRARY},
};

/* Directories of modules: with ".so" or the like in the name they are libraries. */
static const char *const module_directories[] = {"/lib/", "/lib64/", "/lib32/", "/libx32/",
	"/usr/lib/", "/usr/lib64/", "/usr/lib32/", "/usr/libx32/", "/usr/libexec/", "/nix/store/",
	"/gnu/store/", "/System/Library/", "/apex/", "/system/lib"};

/* Libraries by their names, wherever they are: up to a ".", "-" or the end. */
static const char *const module_names[] = {"libc", "libm", "ld", "ld-linux", "ld-linux-x86-64",
	"ld-linux-aarch64", "ld-musl-x86_64", "libpthread", "libdl", "librt", "libresolv",
	"libutil", "libnss_files", "libnss_dns", "libgcc_s", "libstdc++", "libc++", "libc++abi",
	"libunwind", "libasan", "liblsan", "libtsan", "libubsan", "libmsan", "libhwasan",
	"libclang_rt", "clang_rt", "libgomp", "libomp", "libatomic", "libmvec", "linux-vdso",
	"[vdso]", "libsystem_c", "libsystem_malloc", "libsystem_kernel", "libsystem_platform",
	"libsystem_pthread", "dyld", "libdyld", "vgpreload_core", "vgpreload_memcheck",
	"vgpreload_helgrind", "vgpreload_drd", "ntdll", "KERNEL32", "KERNELBASE", "ucrtbase",
	"ucrtbased", "msvcrt", "VCRUNTIME140", "VCRUNTIME140D", "MSVCP140", "MSVCP140D"};

static const char *const runtime_functions[] = {"__asan_", "__ubsan_", "__msan_", "__lsan_",
	"__tsan", "__hwasan_", "__sanitizer", "__interceptor_", "___interceptor_",
	"fuzzer::", "operator new", "operator delete"};

/* What names of libc's own functions begin with, where a compiler's flags did not take them. */
static const char *const libc_prefixes[] = {"__GI_", "__libc_", "_IO_", "__pthread_", "__nptl_",
	"__mem", "__str", "__wcs", "__printf", "__vfprintf", "__vsnprintf", "__fortify_fail",
	"__chk_fail", "__stack_chk_fail", "__assert_fail", "_dl_", "__cxa_", "__gxx_", "_Unwind_",
	"__restore_rt", "__kernel_"};

/* And whole names: what a stack ends in most often. */
static const char *const libc_functions[] = {"malloc", "calloc", "realloc", "reallocarray", "free",
	"cfree", "memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc", "strdup",
	"__strdup", "strndup", "abort", "raise", "kill", "exit", "_exit", "memcpy", "memmove",
	"memset", "memcmp", "memchr", "mempcpy", "strlen", "strnlen", "strcpy", "strncpy", "strcat",
	"strncat", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr",
	"strtok", "strtol", "strtoul", "strtoll", "strtoull", "strtod", "atoi", "atol", "atof",
	"printf", "fprintf", "sprintf", "snprintf", "vprintf", "vfprintf", "vsprintf", "vsnprintf",
	"printf_common", "scanf_common", "scanf", "fscanf", "sscanf", "puts", "fputs", "fgets",
	"gets", "fread", "fwrite", "fopen", "fclose", "fflush", "qsort", "qsort_r", "bsearch",
	"wcslen", "wcscpy", "pthread_create", "pthread_join", "pthread_kill", "pthread_mutex_lock",
	"pthread_mutex_unlock", "pthread_cond_wait", "start_thread", "clone", "clone3", "poll",
	"select", "nanosleep", "clock_nanosleep", "syscall"};

/* Does the pattern match text from its start on; all of it when `whole`? */
static bool matches(const char *pattern, struct fl_slice text, bool whole)
{
	const char *star = NULL;
	size_t i = 0, retry = 0;
	for (;;) {
		if (*pattern == '*') {
			star = ++pattern;
			retry = i;
		} else if (!*pattern && (!whole || i == text.len)) {
			return true;
		} else if (*pattern && i < text.len &&
			   (*pattern == '?' || *pattern == text.ptr[i] ||
				   (*pattern == '/' && text.ptr[i] == '\\'))) {
			pattern++;
			i++;
		} else if (star && retry < text.len) {
			pattern = star;
			i = ++retry;
		} else {
			return false;
		}
	}
}

static bool is_slash(char c)
{
	return c == '/' || c == '\\';
}

/* The glob matches the path, or, unless it is tied to the start, what follows some slash in it. */
static bool matches_path(const char *glob, struct fl_slice path)
{
	if (matches(glob, path, true))
		return true;
	for (size_t i = 0; *glob != '/' && *glob != '*' && i < path.len; i++)
		if (is_slash(path.ptr[i]) && matches(glob, fl_slice_skip(path, i + 1), true))
			return true;
	return false;
}

static bool any_glob(const char *const *globs, struct fl_slice path)
{
	for (; globs && *globs; globs++)
		if (matches_path(*globs, path))
			return true;
	return false;
}

/* The first of `count` rows that the text begins with, or count. Most differ at the second byte. */
static size_t row_at(struct fl_slice text, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (paths[i].path[0] == text.ptr[0] && paths[i].path[1] == text.ptr[1] &&
			matches(paths[i].path, text, false))
			return i;
	return count;
}

/* All rows that do not begin with "/" begin so; a unit test tries each row. */
static bool may_begin_row(char first, char second)
{
	switch (first) {
	case 'V': return second == 'C';
	case 'W':
	case 'b':
	case 'l': return second == 'i';
	case 'c': return second == 'o';
	case 'i': return second == 'n';
	case 'm': return second == 'i' || second == 'u';
	case 'u': return second == 's';
	case 'v': return second == 'c';
	default: return false;
	}
}

/* And those that do. */
static bool may_begin_root(char second)
{
	switch (second) {
	case 'b':
	case 'u':
	case 'n':
	case 'g':
	case 'o':
	case 'A':
	case 'r': return true;
	default: return false;
	}
}

/* The first row that holds somewhere in the path, or their number. */
static size_t find_row(struct fl_slice path)
{
	size_t best = sizeof(paths) / sizeof(*paths);
	bool root = path.len && path.ptr[0] == '/';
	while (path.len > 1) {
		if (root ? may_begin_root(path.ptr[1]) : may_begin_row(path.ptr[0], path.ptr[1]))
			best = row_at(path, best);
		root = false;
		path = fl_slice_skip(path, fl_either(path, '/', '\\') + 1);
	}
	return best;
}

bool san_owner_row(size_t row, const char **ret_path, enum san_owner *ret_owner)
{
	if (row >= sizeof(paths) / sizeof(*paths))
		return false;
	*ret_path = paths[row].path;
	*ret_owner = paths[row].owner;
	return true;
}

enum san_owner san_path_owner(struct fl_slice path, const struct san_owners *said)
{
	if (said && any_glob(said->own, path))
		return SAN_OWNER_PROGRAM;
	if (!path.len || path.ptr[0] == '<' || (said && any_glob(said->system, path)))
		return SAN_OWNER_LIBRARY;
	size_t row = find_row(path);
	if (row < sizeof(paths) / sizeof(*paths))
		return paths[row].owner;
	return san_path_is_glibc(path) ? SAN_OWNER_RUNTIME : SAN_OWNER_PROGRAM;
}

enum san_owner san_source_owner(
	struct fl_slice function, struct fl_slice path, const struct san_owners *said)
{
	enum san_owner owner = san_path_owner(path, said);
	if (owner != SAN_OWNER_PROGRAM || fl_either(path, '/', '\\') < path.len ||
		(said && any_glob(said->own, path)))
		return owner;
	return san_function_is_libstdcxx(function, path) ? SAN_OWNER_LIBRARY : owner;
}

static bool is_library_name(struct fl_slice name)
{
	return fl_slice_find(name, ".so") > 0 || fl_slice_ends(name, ".dylib") ||
	       fl_slice_ends(name, ".dll") || fl_slice_ends(name, ".DLL") ||
	       fl_slice_eqs(name, "dyld");
}

bool san_module_is_system(struct fl_slice module, const struct san_owners *said)
{
	if (said && any_glob(said->own, module))
		return false;
	if (said && any_glob(said->system, module))
		return true;
	size_t start = module.len;
	while (start && !is_slash(module.ptr[start - 1]))
		start--;
	struct fl_slice name = fl_slice_skip(module, start);
	const bool library = is_library_name(name);
	if (!library && (!name.len || name.ptr[0] != '['))
		return false;
	for (size_t i = 0; i < sizeof(module_names) / sizeof(*module_names); i++) {
		if (module_names[i][0] != name.ptr[0])
			continue;
		size_t n = strlen(module_names[i]);
		char after = name.len > n ? name.ptr[n] : 0;
		if (fl_slice_starts(name, module_names[i]) &&
			(after ? library && (after == '.' || after == '-') : name.ptr[0] == '['))
			return true;
	}
	if (!library)
		return false;
	for (size_t i = 0; i < sizeof(module_directories) / sizeof(*module_directories); i++)
		if (fl_slice_starts(module, module_directories[i]))
			return true;
	return false;
}

static bool starts_any(struct fl_slice s, const char *const *words, size_t count)
{
	for (size_t i = 0; s.len && i < count; i++)
		if (words[i][0] == s.ptr[0] && fl_slice_starts(s, words[i]))
			return true;
	return false;
}

bool san_function_is_runtime(struct fl_slice function)
{
	return starts_any(function, runtime_functions,
		sizeof(runtime_functions) / sizeof(*runtime_functions));
}

bool san_function_is_libc(struct fl_slice function)
{
	for (size_t i = 0; i < sizeof(libc_functions) / sizeof(*libc_functions); i++)
		if (function.len && function.ptr[0] == libc_functions[i][0] &&
			fl_slice_eqs(function, libc_functions[i]))
			return true;
	return starts_any(function, libc_prefixes, sizeof(libc_prefixes) / sizeof(*libc_prefixes));
}
