#include "platform/cmake/facts.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* A '*' at the end stands for any rest. */
static bool is_one(struct fl_slice s, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t n = strlen(words[i]);
		if (words[i][n - 1] == '*' ? s.len >= n - 1 && !memcmp(s.ptr, words[i], n - 1)
					   : fl_slice_eqs(s, words[i]))
			return true;
	}
	return false;
}

/* gcc.gnu.org/onlinedocs/gcc-12.2.0/gcc/Option-Summary.html: what projects look for */
static const char *const flags[] = {"-Wno-*", "-Wall", "-Wextra", "-W", "-Wpedantic", "-pedantic",
	"-pedantic-errors", "-Werror", "-Werror=all", "-Wshadow", "-Wconversion",
	"-Wsign-conversion", "-Wsign-compare", "-Wcast-align", "-Wcast-qual", "-Wformat",
	"-Wformat=2", "-Wformat-security", "-Wformat-nonliteral", "-Wundef", "-Wunused",
	"-Wunused-parameter", "-Wunused-variable", "-Wunused-function", "-Wunused-value",
	"-Wunreachable-code", "-Wuninitialized", "-Wmaybe-uninitialized", "-Wfloat-equal",
	"-Wpointer-arith", "-Wwrite-strings", "-Wredundant-decls", "-Wmissing-declarations",
	"-Winit-self", "-Wlogical-op", "-Wdouble-promotion", "-Wduplicated-cond",
	"-Wduplicated-branches", "-Wnull-dereference", "-Wuseless-cast", "-Wswitch-enum",
	"-Wswitch-default", "-Wswitch", "-Wstrict-overflow", "-Wstrict-aliasing", "-Wvla",
	"-Walloca", "-Wdate-time", "-Wdeprecated", "-Wdisabled-optimization",
	"-Wimplicit-fallthrough", "-Wimplicit", "-Winline", "-Winvalid-pch",
	"-Wmissing-include-dirs", "-Wpacked", "-Wpadded", "-Wstack-protector", "-Wtrampolines",
	"-Wunsafe-loop-optimizations", "-Wvariadic-macros", "-Wvector-*", "-Wreturn-type",
	"-Wparentheses", "-Wmisleading-indentation", "-Wcomment", "-Wattributes", "-Wempty-body",
	"-Wendif-labels", "-Wtype-limits", "-Wbad-function-cast", "-Wchar-subscripts", "-Waddress",
	"-Warray-bounds", "-Wstrict-prototypes*", "-Wmissing-prototypes*",
	"-Wold-style-definition*", "-Wnested-externs*", "-Wdeclaration-after-statement*",
	"-Wmissing-format-attribute", "-Wmissing-noreturn", "-Wfatal-errors", "-Wcomma-subscript*",
	"-m64", "-mmmx", "-msse", "-msse2", "-msse3", "-mssse3", "-msse4", "-msse4.1", "-msse4.2",
	"-mavx", "-mavx2", "-mfma", "-mbmi", "-mbmi2", "-mf16c", "-mpopcnt", "-mlzcnt", "-maes",
	"-mpclmul", "-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mavx512cd",
	"-mavx512vbmi", "-mavx512vnni", "-mfpmath=sse", "-march=native", "-mtune=native",
	"-mtune=generic", "-march=x86-64", "-march=x86-64-v2", "-march=x86-64-v3", "-mcx16",
	"-mxop", "-mfma4", "-msha", "-mrdrnd", "-mrdseed", "-mstackrealign", "-mgfni", "-mno-*",
	"-fPIC", "-fpic", "-fPIE", "-fpie", "-fstack-protector", "-fstack-protector-all",
	"-fstack-protector-strong", "-fstack-clash-protection", "-fcf-protection", "-fno-*",
	"-fvisibility=hidden", "-fvisibility=default", "-fvisibility-inlines-hidden", "-ffast-math",
	"-fopenmp", "-fopenmp-simd", "-flto", "-flto=auto", "-fomit-frame-pointer",
	"-funroll-loops", "-ftree-vectorize", "-fwrapv", "-ffunction-sections", "-fdata-sections",
	"-fdiagnostics-color", "-fdiagnostics-color=always", "-fdiagnostics-color=auto",
	"-fmacro-prefix-map=*", "-fcommon", "-fexceptions", "-frtti", "-finline-functions",
	"-fstrict-aliasing", "-fsigned-char", "-funsigned-char", "-fgnu89-inline*", "-fpermissive*",
	"-ftrapv", "-fprofile-arcs", "-ftest-coverage", "-fsanitize=address",
	"-fsanitize=undefined", "-fsanitize=thread", "-fsanitize=leak", "-O", "-O0", "-O1", "-O2",
	"-O3", "-Os", "-Og", "-Ofast", "-g", "-g3", "-ggdb", "-ggdb3", "-pipe", "-pthread",
	"-std=*", "--coverage", "-static-libgcc", "-ansi"};
static const char *const no_flags[] = {"-Weverything", "-Wdocumentation*", "-Wshorten-64-to-32",
	"-Wthread-safety*", "-Wheader-hygiene", "-Wc++98-compat*", "-stdlib=libc++",
	"-fsanitize=memory", "-fsanitize=cfi*", "-fsanitize=fuzzer*", "-fcolor-diagnostics",
	"-Qunused-arguments", "/*", "-fobjc-arc", "-Wcovered-switch-default", "-Wloop-analysis",
	"-mfpu=*", "-mfloat-abi=*", "-maltivec", "-mvsx", "-mthumb", "-march=armv*", "-ftime-trace",
	"-fsanitize=safe-stack", "-mmacosx*", "-Xclang*", "-mwindows"};
static const char *const cxx_or_c[] = {"-Wnon-virtual-dtor", "-Woverloaded-virtual",
	"-Wold-style-cast", "-Weffc++", "-Wreorder", "-Wsuggest-override", "-Wextra-semi",
	"-Wzero-as-null-pointer-constant", "-Wnoexcept", "-Wdelete-non-virtual-dtor",
	"-Wctor-dtor-privacy", "-Wsign-promo", "-Wstrict-null-sentinel", "-std=c++98", "-std=c++03",
	"-std=c++0x", "-std=c++11", "-std=c++14", "-std=c++17", "-std=c++1y", "-std=c++1z",
	"-std=c++20", "-std=c++2a", "-std=c++23", "-std=c++2b", "-std=gnu++11", "-std=gnu++14",
	"-std=gnu++17", "-std=gnu++20", "-std=c99", "-std=gnu99", "-std=c11", "-std=gnu11",
	"-std=c17", "-std=gnu17", "-std=c89", "-std=c90", "-std=gnu89", "-std=c2x", "-std=gnu2x"};

enum cm_fact plat_cm_fact_flag(struct fl_slice flag)
{
	if (is_one(flag, no_flags, COUNT(no_flags)))
		return CM_IS_NOT;
	if (is_one(flag, cxx_or_c, COUNT(cxx_or_c)))
		return CM_IS;
	if (fl_slice_starts(flag, "-std="))
		return CM_MAY_BE;
	return is_one(flag, flags, COUNT(flags)) ? CM_IS : CM_MAY_BE;
}

static const char *const headers[] = {"assert.h", "complex.h", "ctype.h", "errno.h", "fenv.h",
	"float.h", "inttypes.h", "iso646.h", "limits.h", "locale.h", "math.h", "setjmp.h",
	"signal.h", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h",
	"stdio.h", "stdlib.h", "stdnoreturn.h", "string.h", "tgmath.h", "threads.h", "time.h",
	"uchar.h", "wchar.h", "wctype.h", "aio.h", "alloca.h", "arpa/inet.h", "byteswap.h",
	"cpio.h", "dirent.h", "dlfcn.h", "elf.h", "endian.h", "err.h", "execinfo.h", "fcntl.h",
	"features.h", "fnmatch.h", "fts.h", "ftw.h", "getopt.h", "glob.h", "grp.h", "iconv.h",
	"ifaddrs.h", "langinfo.h", "libgen.h", "libintl.h", "link.h", "malloc.h", "memory.h",
	"mntent.h", "monetary.h", "net/if.h", "netdb.h", "netinet/in.h", "netinet/tcp.h",
	"nl_types.h", "paths.h", "poll.h", "pthread.h", "pty.h", "pwd.h", "regex.h", "resolv.h",
	"sched.h", "search.h", "semaphore.h", "shadow.h", "spawn.h", "strings.h", "sys/epoll.h",
	"sys/eventfd.h", "sys/file.h", "sys/inotify.h", "sys/ioctl.h", "sys/ipc.h", "sys/mman.h",
	"sys/mount.h", "sys/msg.h", "sys/param.h", "sys/poll.h", "sys/prctl.h", "sys/random.h",
	"sys/resource.h", "sys/select.h", "sys/sem.h", "sys/sendfile.h", "sys/shm.h",
	"sys/signalfd.h", "sys/socket.h", "sys/stat.h", "sys/statfs.h", "sys/statvfs.h",
	"sys/syscall.h", "sys/sysinfo.h", "sys/sysmacros.h", "sys/time.h", "sys/timerfd.h",
	"sys/times.h", "sys/types.h", "sys/uio.h", "sys/un.h", "sys/utsname.h", "sys/vfs.h",
	"sys/wait.h", "sys/xattr.h", "syslog.h", "termios.h", "termio.h", "ucontext.h", "ulimit.h",
	"unistd.h", "utime.h", "utmp.h", "utmpx.h", "wordexp.h", "cpuid.h", "x86intrin.h",
	"immintrin.h", "emmintrin.h", "linux/types.h", "asm/types.h", "values.h"};
static const char *const no_headers[] = {"windows.h", "Windows.h", "winsock.h", "winsock2.h",
	"WinSock2.h", "ws2tcpip.h", "io.h", "direct.h", "process.h", "conio.h", "sys/event.h",
	"sys/filio.h", "sys/sockio.h", "mach/*", "libkern/*", "CommonCrypto/*", "xlocale.h",
	"ndir.h", "sys/ndir.h", "sys/endian.h", "sys/byteorder.h", "machine/endian.h",
	"sys/isa_defs.h", "stropts.h", "sys/sysctl.h", "util.h", "libutil.h", "sys/loadavg.h",
	"OpenGL/*", "dispatch/*", "Availability*", "crt_externs.h", "shlwapi.h", "float_t.h",
	"sys/mkdev.h", "sys/procset.h", "floatingpoint.h", "ieeefp.h", "nan.h", "arm_neon.h",
	"unixio.h", "basetsd.h", "dos.h", "malloc/malloc.h", "malloc_np.h", "pthread_np.h"};

enum cm_fact plat_cm_fact_header(struct fl_slice header)
{
	if (is_one(header, no_headers, COUNT(no_headers)))
		return CM_IS_NOT;
	return is_one(header, headers, COUNT(headers)) ? CM_IS : CM_MAY_BE;
}

static const char *const functions[] = {"abort", "accept4", "access", "aligned_alloc", "alarm",
	"asprintf", "atoll", "backtrace", "bcopy", "bzero", "chown", "clock_gettime", "closedir",
	"daemon", "dirfd", "dlopen", "dup2", "endpwent", "epoll_create", "eventfd", "execvp",
	"explicit_bzero", "fchmod", "fchown", "fcntl", "fdatasync", "fdopen", "ffs", "flock",
	"fnmatch", "fopen", "fork", "fseeko", "fstat", "fstatat", "fsync", "ftello", "ftruncate",
	"futimes", "futimens", "getaddrinfo", "getcwd", "getdelim", "getenv", "geteuid",
	"gethostbyname", "gethostbyname_r", "gethostname", "getline", "getopt", "getopt_long",
	"getpagesize", "getpid", "getpwnam", "getpwnam_r", "getpwuid", "getpwuid_r", "getrandom",
	"getrlimit", "getrusage", "gettimeofday", "getuid", "gmtime_r", "iconv", "inet_aton",
	"inet_ntop", "inet_pton", "ioctl", "isatty", "kill", "lchown", "localtime_r", "lstat",
	"malloc", "memalign", "memchr", "memcmp", "memcpy", "memmem", "memmove", "mempcpy",
	"memrchr", "memset", "mkdir", "mkdtemp", "mkfifo", "mkstemp", "mktime", "mlock", "mmap",
	"mprotect", "munmap", "nanosleep", "nl_langinfo", "open_memstream", "opendir", "pipe",
	"pipe2", "poll", "popen", "posix_fadvise", "posix_fallocate", "posix_memalign", "ppoll",
	"pread", "printf", "pselect", "putenv", "pwrite", "qsort_r", "random", "readlink",
	"realpath", "recvmsg", "regcomp", "rename", "rint", "sched_yield", "secure_getenv",
	"select", "sendfile", "sendmsg", "setenv", "setitimer", "setlocale", "setrlimit", "setsid",
	"setvbuf", "shmget", "sigaction", "sigaltstack", "sigprocmask", "snprintf", "socket",
	"socketpair", "sprintf", "srandom", "stat", "statfs", "statvfs", "stpcpy", "stpncpy",
	"strcasecmp", "strcasestr", "strchr", "strchrnul", "strdup", "strerror", "strerror_r",
	"strftime", "strncasecmp", "strndup", "strnlen", "strptime", "strrchr", "strsep",
	"strsignal", "strstr", "strtod", "strtof", "strtok_r", "strtol", "strtold", "strtoll",
	"strtoul", "strtoull", "symlink", "sysconf", "syslog", "system", "tcgetattr", "timegm",
	"times", "tmpfile", "truncate", "tzset", "ualarm", "uname", "unsetenv", "usleep", "utime",
	"utimensat", "utimes", "vasprintf", "vfork", "vprintf", "vsnprintf", "vsprintf", "waitpid",
	"wcsdup", "writev"};
static const char *const no_functions[] = {"_stricmp", "_strnicmp", "stricmp", "strnicmp",
	"_snprintf", "strtonum", "setproctitle", "getprogname", "setprogname", "kqueue", "_mkdir",
	"strlcpy", "strlcat", "issetugid", "_aligned_malloc", "fgetln", "_vsnprintf",
	"GetTickCount", "closesocket", "memset_s", "getprocs", "pledge", "unveil", "strmode",
	"reallocarr", "mach_absolute_time", "gethrtime", "getpeereid", "_fseeki64", "_ftelli64",
	"SecureZeroMemory"};

enum cm_fact plat_cm_fact_function(struct fl_slice name)
{
	if (is_one(name, no_functions, COUNT(no_functions)))
		return CM_IS_NOT;
	return is_one(name, functions, COUNT(functions)) ? CM_IS : CM_MAY_BE;
}

enum cm_fact plat_cm_fact_library(struct fl_slice name)
{
	static const char *const libraries[] = {
		"m", "pthread", "dl", "rt", "c", "util", "resolv", "crypt", "stdc++", "gcc_s"};
	static const char *const none[] = {
		"ws2_32", "winmm", "wsock32", "socket", "nsl_s", "posix4"};
	if (is_one(name, none, COUNT(none)))
		return CM_IS_NOT;
	return is_one(name, libraries, COUNT(libraries)) ? CM_IS : CM_MAY_BE;
}

int plat_cm_fact_size(struct fl_slice type)
{
	static const struct {
		const char *type;
		int size;
	} sizes[] = {{"char", 1}, {"short", 2}, {"int", 4}, {"long", 8}, {"long long", 8},
		{"float", 4}, {"double", 8}, {"long double", 16}, {"void*", 8}, {"void *", 8},
		{"size_t", 8}, {"ssize_t", 8}, {"off_t", 8}, {"time_t", 8}, {"int8_t", 1},
		{"int16_t", 2}, {"int32_t", 4}, {"int64_t", 8}, {"uint8_t", 1}, {"uint16_t", 2},
		{"uint32_t", 4}, {"uint64_t", 8}, {"intptr_t", 8}, {"uintptr_t", 8},
		{"ptrdiff_t", 8}, {"unsigned int", 4}, {"unsigned long", 8}, {"unsigned", 4},
		{"unsigned char", 1}, {"unsigned short", 2}, {"unsigned long long", 8},
		{"wchar_t", 4}, {"pid_t", 4}, {"uid_t", 4}, {"gid_t", 4}, {"mode_t", 4}};
	for (size_t i = 0; i < COUNT(sizes); i++)
		if (fl_slice_eqs(type, sizes[i].type))
			return sizes[i].size;
	return 0;
}

const struct cm_constant plat_cm_before_project[] = {{"CMAKE_VERSION", "3.25.1"},
	{"CMAKE_MAJOR_VERSION", "3"}, {"CMAKE_MINOR_VERSION", "25"}, {"CMAKE_PATCH_VERSION", "1"},
	{"CMAKE_TWEAK_VERSION", ""}, {"CMAKE_SOURCE_DIR", "/source"},
	{"CMAKE_BINARY_DIR", "/build"}, {"CMAKE_HOME_DIRECTORY", "/source"}, {"UNIX", "1"},
	{"LINUX", "1"}, {"CMAKE_HOST_UNIX", "1"}, {"CMAKE_HOST_SYSTEM_NAME", "Linux"},
	{"CMAKE_COMMAND", "/usr/bin/cmake"}, {"CMAKE_CTEST_COMMAND", "/usr/bin/ctest"},
	{"CMAKE_CPACK_COMMAND", "/usr/bin/cpack"}, {"CMAKE_ROOT", "/usr/share/cmake-3.25"},
	{"CMAKE_FILES_DIRECTORY", "/CMakeFiles"}, {"CMAKE_CFG_INTDIR", "."}, {NULL, NULL}};

/* Not for a project that is built for another system. */
const struct cm_constant plat_cm_after_project[] = {{"CMAKE_SYSTEM_NAME", "Linux"},
	{"CMAKE_SYSTEM_PROCESSOR", "x86_64"}, {"CMAKE_HOST_SYSTEM_PROCESSOR", "x86_64"},
	{"CMAKE_INSTALL_PREFIX", "/usr/local"}, {"CMAKE_CROSSCOMPILING", "FALSE"},
	{"CMAKE_SIZEOF_VOID_P", "8"}, {"CMAKE_SHARED_LIBRARY_PREFIX", "lib"},
	{"CMAKE_SHARED_LIBRARY_SUFFIX", ".so"}, {"CMAKE_STATIC_LIBRARY_PREFIX", "lib"},
	{"CMAKE_STATIC_LIBRARY_SUFFIX", ".a"}, {"CMAKE_SHARED_MODULE_PREFIX", "lib"},
	{"CMAKE_SHARED_MODULE_SUFFIX", ".so"}, {"CMAKE_EXECUTABLE_SUFFIX", ""},
	{"CMAKE_DL_LIBS", "dl"}, {"CMAKE_LIBRARY_ARCHITECTURE", "x86_64-linux-gnu"},
	{"CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT", "TRUE"}, {NULL, NULL}};

const char plat_cm_c_features[] =
	"c_std_90;c_function_prototypes;c_std_99;c_restrict;c_variadic_macros;c_std_11;"
	"c_static_assert;c_std_17;c_std_23";

const char plat_cm_cxx_features[] =
	"cxx_std_98;cxx_template_template_parameters;cxx_std_11;cxx_alias_templates;"
	"cxx_alignas;cxx_alignof;cxx_attributes;cxx_auto_type;cxx_constexpr;cxx_decltype;"
	"cxx_decltype_incomplete_return_types;cxx_default_function_template_args;"
	"cxx_defaulted_functions;cxx_defaulted_move_initializers;cxx_delegating_constructors;"
	"cxx_deleted_functions;cxx_enum_forward_declarations;cxx_explicit_conversions;"
	"cxx_extended_friend_declarations;cxx_extern_templates;cxx_final;cxx_func_identifier;"
	"cxx_generalized_initializers;cxx_inheriting_constructors;cxx_inline_namespaces;"
	"cxx_lambdas;cxx_local_type_template_args;cxx_long_long_type;cxx_noexcept;"
	"cxx_nonstatic_member_init;cxx_nullptr;cxx_override;cxx_range_for;"
	"cxx_raw_string_literals;cxx_reference_qualified_functions;cxx_right_angle_brackets;"
	"cxx_rvalue_references;cxx_sizeof_member;cxx_static_assert;cxx_strong_enums;"
	"cxx_thread_local;cxx_trailing_return_types;cxx_unicode_literals;"
	"cxx_uniform_initialization;cxx_unrestricted_unions;cxx_user_literals;"
	"cxx_variadic_macros;cxx_variadic_templates;cxx_std_14;"
	"cxx_aggregate_default_initializers;cxx_attribute_deprecated;cxx_binary_literals;"
	"cxx_contextual_conversions;cxx_decltype_auto;cxx_digit_separators;"
	"cxx_generic_lambdas;cxx_lambda_init_captures;cxx_relaxed_constexpr;"
	"cxx_return_type_deduction;cxx_variable_templates;cxx_std_17;cxx_std_20;cxx_std_23";
