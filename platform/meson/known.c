#include "platform/meson/known.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static enum mes_three look_up(struct fl_slice name, const char *const *yes, size_t yes_count,
	const char *const *no, size_t no_count)
{
	if (fl_slice_is_one(name, yes, yes_count))
		return MES_YES;
	return fl_slice_is_one(name, no, no_count) ? MES_NO : MES_MAYBE;
}

/* Warnings without their "-W" or "-Wno-"; of both languages, of C, of C++, and of clang alone. */
static const char *const warnings[] = {"all", "extra", "pedantic", "address", "aggregate-return",
	"alloca", "alloc-zero", "arith-conversion", "array-bounds", "array-compare",
	"array-parameter", "attributes", "attribute-alias", "bool-compare", "bool-operation",
	"builtin-declaration-mismatch", "builtin-macro-redefined", "cast-align",
	"cast-align=strict", "cast-function-type", "cast-qual", "char-subscripts", "clobbered",
	"comment", "conversion", "cpp", "dangling-else", "dangling-pointer", "date-time",
	"deprecated", "deprecated-declarations", "disabled-optimization", "double-promotion",
	"duplicated-branches", "duplicated-cond", "empty-body", "endif-labels", "enum-compare",
	"enum-conversion", "float-conversion", "float-equal", "format", "format-nonliteral",
	"format-overflow", "format-overflow=2", "format-security", "format-signedness",
	"format-truncation", "format-truncation=2", "format-y2k", "format-zero-length", "format=0",
	"format=1", "format=2", "frame-address", "free-nonheap-object", "ignored-attributes",
	"ignored-qualifiers", "implicit-fallthrough", "implicit-fallthrough=3",
	"implicit-fallthrough=5", "infinite-recursion", "init-self", "inline",
	"int-in-bool-context", "invalid-memory-model", "invalid-pch", "logical-not-parentheses",
	"logical-op", "long-long", "lto-type-mismatch", "main", "maybe-uninitialized",
	"memset-elt-size", "memset-transposed-args", "misleading-indentation", "missing-attributes",
	"missing-braces", "missing-declarations", "missing-field-initializers",
	"missing-format-attribute", "missing-include-dirs", "missing-noreturn", "multichar",
	"multistatement-macros", "narrowing", "nonnull", "nonnull-compare", "normalized",
	"null-dereference", "odr", "openmp-simd", "overflow", "overlength-strings", "packed",
	"packed-bitfield-compat", "padded", "parentheses", "pointer-arith", "pointer-compare",
	"pragmas", "psabi", "redundant-decls", "restrict", "return-local-addr", "return-type",
	"sequence-point", "shadow", "shadow=compatible-local", "shadow=local", "shadow=global",
	"shift-count-negative", "shift-count-overflow", "shift-negative-value", "shift-overflow",
	"shift-overflow=2", "sign-compare", "sign-conversion", "sizeof-array-argument",
	"sizeof-array-div", "sizeof-pointer-div", "sizeof-pointer-memaccess", "stack-protector",
	"strict-aliasing", "strict-aliasing=1", "strict-aliasing=2", "strict-aliasing=3",
	"strict-overflow", "strict-overflow=5", "string-compare", "stringop-overflow",
	"stringop-overread", "stringop-truncation", "suggest-attribute=cold",
	"suggest-attribute=const", "suggest-attribute=format", "suggest-attribute=malloc",
	"suggest-attribute=noreturn", "suggest-attribute=pure", "suggest-final-methods",
	"suggest-final-types", "switch", "switch-bool", "switch-default", "switch-enum",
	"switch-unreachable", "sync-nand", "system-headers", "tautological-compare", "trampolines",
	"trigraphs", "type-limits", "undef", "uninitialized", "unknown-pragmas",
	"unsafe-loop-optimizations", "unused", "unused-but-set-parameter",
	"unused-but-set-variable", "unused-const-variable", "unused-const-variable=1",
	"unused-const-variable=2", "unused-function", "unused-label", "unused-local-typedefs",
	"unused-macros", "unused-parameter", "unused-result", "unused-value", "unused-variable",
	"variadic-macros", "vector-operation-performance", "vla", "vla-parameter",
	"volatile-register-var", "write-strings", "zero-length-bounds", "error=format-security",
	"error"};
static const char *const c_warnings[] = {"absolute-value", "bad-function-cast", "c++-compat",
	"c90-c99-compat", "c99-c11-compat", "c11-c2x-compat", "declaration-after-statement",
	"designated-init", "discarded-array-qualifiers", "discarded-qualifiers",
	"duplicate-decl-specifier", "implicit", "implicit-function-declaration", "implicit-int",
	"incompatible-pointer-types", "int-conversion", "int-to-pointer-cast", "jump-misses-init",
	"missing-parameter-type", "missing-prototypes", "nested-externs", "old-style-declaration",
	"old-style-definition", "override-init", "override-init-side-effects", "pointer-sign",
	"pointer-to-int-cast", "strict-prototypes", "traditional-conversion",
	"unsuffixed-float-constants"};
static const char *const cxx_warnings[] = {"abi-tag", "aligned-new", "c++11-compat", "c++14-compat",
	"c++17-compat", "c++20-compat", "catch-value", "class-conversion", "class-memaccess",
	"comma-subscript", "conditionally-supported", "conversion-null", "ctad-maybe-unsupported",
	"ctor-dtor-privacy", "delete-incomplete", "delete-non-virtual-dtor", "deprecated-copy",
	"deprecated-copy-dtor", "effc++", "extra-semi", "inaccessible-base", "init-list-lifetime",
	"mismatched-new-delete", "mismatched-tags", "multiple-inheritance", "noexcept",
	"noexcept-type", "non-template-friend", "non-virtual-dtor", "old-style-cast",
	"overloaded-virtual", "pessimizing-move", "placement-new", "pmf-conversions",
	"redundant-move", "redundant-tags", "register", "reorder", "sign-promo",
	"sized-deallocation", "strict-null-sentinel", "subobject-linkage", "suggest-override",
	"synth", "terminate", "useless-cast", "virtual-inheritance", "virtual-move-assign",
	"volatile", "zero-as-null-pointer-constant"};
static const char *const clang_warnings[] = {"everything", "documentation", "newline-eof",
	"c99-extensions", "c11-extensions", "gnu-zero-variadic-macro-arguments",
	"unused-command-line-argument", "unknown-warning-option", "shorten-64-to-32",
	"missing-variable-declarations", "thread-safety", "gnu-folding-constant",
	"typedef-redefinition", "tautological-constant-out-of-range-compare", "c++98-compat",
	"c++98-compat-pedantic", "inconsistent-missing-override", "unreachable-code-aggressive",
	"mismatched-parameter-types", "self-assign", "heap-to-list", "constant-conversion",
	"initializer-overrides", "nullability-completeness", "ambiguous-member-template",
	"deprecated-register", "implicit-const-int-float-conversion", "return-stack-address",
	"tautological-unsigned-enum-zero-compare", "unreachable-code-break",
	"implicit-int-float-conversion", "strict-selector-match", "undefined-reinterpret-cast",
	"gnu-designator", "language-extension-token", "conditional-uninitialized",
	"unneeded-internal-declaration", "static-local-in-inline", "weak-vtables"};

static const char *const flags[] = {"-pipe", "-pthread", "-g", "-ggdb", "-g0", "-g1", "-g2", "-g3",
	"-ggdb3", "-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Ofast", "-w", "-ansi", "-pedantic",
	"-pedantic-errors", "-fPIC", "-fpic", "-fPIE", "-fpie", "-fno-common", "-fcommon",
	"-fno-strict-aliasing", "-fstrict-aliasing", "-fno-exceptions", "-fexceptions",
	"-fno-omit-frame-pointer", "-fomit-frame-pointer", "-ffast-math", "-fno-fast-math",
	"-fno-math-errno", "-fno-trapping-math", "-fno-signed-zeros", "-freciprocal-math",
	"-fno-finite-math-only", "-ffinite-math-only", "-funsafe-math-optimizations",
	"-ffp-contract=off", "-ffp-contract=fast", "-fno-builtin", "-ffreestanding",
	"-fno-stack-protector", "-fstack-protector", "-fstack-protector-strong",
	"-fstack-protector-all", "-fstack-clash-protection", "-fcf-protection",
	"-fcf-protection=full", "-fcf-protection=none", "-fvisibility=hidden",
	"-fvisibility=default", "-fvisibility=internal", "-fvisibility=protected",
	"-ffunction-sections", "-fdata-sections", "-fwrapv", "-ftrapv",
	"-fno-delete-null-pointer-checks", "-fno-plt", "-fno-semantic-interposition",
	"-fno-asynchronous-unwind-tables", "-fasynchronous-unwind-tables", "-fno-unwind-tables",
	"-fdiagnostics-show-option", "-fdiagnostics-color=auto", "-fdiagnostics-color=always",
	"-fmax-errors=1", "-fopenmp", "-fopenmp-simd", "-flto", "-fno-lto", "-funroll-loops",
	"-ftree-vectorize", "-fno-tree-vectorize", "-finline-functions", "-fno-inline",
	"-fsigned-char", "-funsigned-char", "-fshort-enums", "-fno-short-enums",
	"-fsanitize=address", "-fsanitize=undefined", "-fsanitize=thread", "-fsanitize=leak",
	"-fno-sanitize=all", "-fno-strict-overflow", "-fno-math-errno", "-fno-rounding-math",
	"-fstrict-volatile-bitfields", "-fno-ident", "-fms-extensions", "-fplan9-extensions",
	"-fgnu89-inline", "-fzero-call-used-regs=used-gpr", "-ftrivial-auto-var-init=zero", "-mmmx",
	"-msse", "-msse2", "-msse3", "-mssse3", "-msse4", "-msse4.1", "-msse4.2", "-mavx", "-mavx2",
	"-mavx512f", "-mavx512bw", "-mavx512dq", "-mavx512vl", "-mavx512cd", "-mavx512vbmi",
	"-mavx512vnni", "-mavx512ifma", "-mfma", "-mf16c", "-mbmi", "-mbmi2", "-maes", "-mpclmul",
	"-mpopcnt", "-mlzcnt", "-msha", "-mvaes", "-mvpclmulqdq", "-mgfni", "-mxsave", "-mrdrnd",
	"-mrdseed", "-mcx16", "-mclwb", "-mclflushopt", "-mfpmath=sse", "-mstackrealign",
	"-msse2avx", "-mno-avx", "-mno-sse", "-mno-sse2", "-mno-avx2", "-m64", "-mtune=generic",
	"-mtune=native", "-march=native", "-march=x86-64", "-march=x86-64-v2", "-march=x86-64-v3",
	"-march=x86-64-v4", "-march=haswell", "-march=skylake", "-mshstk", "-mtls-dialect=gnu2",
	"-std=c89", "-std=c90", "-std=c99", "-std=c11", "-std=c17", "-std=c18", "-std=c2x",
	"-std=gnu89", "-std=gnu90", "-std=gnu99", "-std=gnu11", "-std=gnu17", "-std=gnu18",
	"-std=gnu2x"};
static const char *const cxx_flags[] = {"-fno-rtti", "-frtti", "-fvisibility-inlines-hidden",
	"-fno-threadsafe-statics", "-fchar8_t", "-fno-char8_t", "-fcoroutines", "-fconcepts",
	"-fmodules-ts", "-fno-access-control", "-fpermissive", "-fno-enforce-eh-specs",
	"-std=c++98", "-std=c++03", "-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20",
	"-std=c++2a", "-std=c++1z", "-std=c++23", "-std=c++2b", "-std=gnu++98", "-std=gnu++11",
	"-std=gnu++14", "-std=gnu++17", "-std=gnu++20", "-std=gnu++2a", "-std=gnu++23"};
static const char *const lacks[] = {"-Qunused-arguments", "-fcolor-diagnostics", "-stdlib=libc++",
	"-fstandalone-debug", "-fno-limit-debug-info", "-mfpu=neon", "-mfloat-abi=hard",
	"-mfloat-abi=softfp", "-march=armv8-a", "-march=armv7-a", "-march=armv8-a+crc",
	"-march=armv8-a+crc+crypto", "-maltivec", "-mvsx", "-mpower8-vector", "-mmsa",
	"-fsanitize=memory", "-fblocks", "-fprofile-instr-generate", "-fcoverage-mapping",
	"-fsanitize=cfi", "-fsanitize=fuzzer", "-fsanitize=integer", "-fno-spell-checking",
	"/utf-8", "/W4", "/EHsc", "-std=c23", "-std=gnu23", "-std=c++26", "-mthumb"};

static enum mes_three warning(struct fl_slice name, enum plat_languages languages)
{
	bool no = fl_slice_starts(name, "no-");
	if (no) /* gcc takes every -Wno-…, but Meson asks with the warning itself */
		name = fl_slice_skip(name, 3);
	bool error = fl_slice_starts(name, "error=");
	if (error)
		name = fl_slice_skip(name, 6);
	if (error && fl_slice_starts(name, "format"))
		return MES_MAYBE; /* an error where it is said without -Wformat */
	if (fl_slice_is_one(name, warnings, COUNT(warnings)))
		return MES_YES;
	bool c = fl_slice_is_one(name, c_warnings, COUNT(c_warnings));
	bool cxx = fl_slice_is_one(name, cxx_warnings, COUNT(cxx_warnings));
	if ((c && languages == PLAT_FOR_C) || (cxx && languages == PLAT_FOR_CXX))
		return MES_YES;
	return fl_slice_is_one(name, clang_warnings, COUNT(clang_warnings)) ? MES_NO : MES_MAYBE;
}

enum mes_three plat_mes_takes(struct fl_slice argument, enum plat_languages languages)
{
	if (fl_slice_starts(argument, "-Wl,") || fl_slice_starts(argument, "-Wa,"))
		return plat_mes_takes_link(argument);
	if (fl_slice_starts(argument, "-D") || fl_slice_starts(argument, "-U"))
		return MES_YES;
	bool cxx_std = fl_slice_starts(argument, "-std=") && fl_slice_find(argument, "++") > 0;
	bool c_std = fl_slice_starts(argument, "-std=") && !cxx_std;
	if (fl_slice_is_one(argument, flags, COUNT(flags)))
		return c_std && languages == PLAT_FOR_CXX ? MES_MAYBE : MES_YES;
	if (fl_slice_is_one(argument, cxx_flags, COUNT(cxx_flags)))
		return languages == PLAT_FOR_CXX ? MES_YES : MES_MAYBE;
	if (fl_slice_is_one(argument, lacks, COUNT(lacks)))
		return MES_NO;
	if (fl_slice_starts(argument, "-W"))
		return warning(fl_slice_skip(argument, 2), languages);
	return MES_MAYBE;
}

enum mes_three plat_mes_takes_link(struct fl_slice argument)
{
	static const char *const yes[] = {"-Wl,--as-needed", "-Wl,--no-as-needed", "-Wl,-z,relro",
		"-Wl,-z,now", "-Wl,-z,defs", "-Wl,-z,nodelete", "-Wl,-z,noexecstack",
		"-Wl,--no-undefined", "-Wl,--gc-sections", "-Wl,-Bsymbolic",
		"-Wl,-Bsymbolic-functions", "-Wl,-O1", "-Wl,--fatal-warnings", "-Wl,-z,combreloc",
		"-Wl,-z,origin", "-Wl,--warn-common", "-Wl,--sort-common", "-Wl,--hash-style=gnu",
		"-Wl,--build-id=sha1", "-Wl,--export-dynamic", "-Wl,--exclude-libs,ALL", "-pie",
		"-rdynamic", "-shared", "-Wl,-E", "-pthread"};
	static const char *const no[] = {"-Wl,-dead_strip", "-Wl,-undefined,dynamic_lookup",
		"-Wl,-no_dead_strip", "-Wl,--no-gc", "-stdlib=libc++"};
	return look_up(argument, yes, COUNT(yes), no, COUNT(no));
}

enum mes_three plat_mes_has_header(struct fl_slice name)
{
	static const char *const yes[] = {"aio.h", "alloca.h", "arpa/inet.h", "assert.h",
		"byteswap.h", "complex.h", "ctype.h", "cpuid.h", "dirent.h", "dlfcn.h", "elf.h",
		"endian.h", "errno.h", "error.h", "err.h", "execinfo.h", "fcntl.h", "features.h",
		"fenv.h", "float.h", "fnmatch.h", "ftw.h", "getopt.h", "glob.h", "grp.h", "iconv.h",
		"ifaddrs.h", "immintrin.h", "inttypes.h", "langinfo.h", "libgen.h", "libintl.h",
		"limits.h", "link.h", "locale.h", "malloc.h", "math.h", "memory.h", "mntent.h",
		"monetary.h", "mqueue.h", "net/if.h", "net/route.h", "netdb.h", "netinet/in.h",
		"netinet/ip.h", "netinet/tcp.h", "netinet/udp.h", "nl_types.h", "paths.h", "poll.h",
		"pthread.h", "pty.h", "pwd.h", "regex.h", "resolv.h", "sched.h", "search.h",
		"semaphore.h", "setjmp.h", "shadow.h", "signal.h", "spawn.h", "stdalign.h",
		"stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
		"stdlib.h", "string.h", "strings.h", "sys/auxv.h", "sys/epoll.h", "sys/eventfd.h",
		"sys/file.h", "sys/inotify.h", "sys/ioctl.h", "sys/ipc.h", "sys/mman.h",
		"sys/mount.h", "sys/msg.h", "sys/param.h", "sys/poll.h", "sys/prctl.h",
		"sys/ptrace.h", "sys/random.h", "sys/reg.h", "sys/resource.h", "sys/select.h",
		"sys/sem.h", "sys/sendfile.h", "sys/shm.h", "sys/signalfd.h", "sys/socket.h",
		"sys/stat.h", "sys/statfs.h", "sys/statvfs.h", "sys/syscall.h", "sys/sysinfo.h",
		"sys/sysmacros.h", "sys/time.h", "sys/timerfd.h", "sys/times.h", "sys/types.h",
		"sys/uio.h", "sys/un.h", "sys/utsname.h", "sys/vfs.h", "sys/wait.h", "sys/xattr.h",
		"syslog.h", "termios.h", "tgmath.h", "threads.h", "time.h", "uchar.h", "ucontext.h",
		"unistd.h", "utime.h", "utmp.h", "utmpx.h", "values.h", "wchar.h", "wctype.h",
		"x86intrin.h", "linux/types.h", "linux/input.h", "linux/limits.h", "linux/fs.h",
		"linux/memfd.h", "linux/magic.h", "linux/uinput.h"};
	static const char *const no[] = {"windows.h", "winsock2.h", "ws2tcpip.h", "io.h", "conio.h",
		"direct.h", "process.h", "crt_externs.h", "xlocale.h", "sys/sysctl.h",
		"sys/event.h", "sys/filio.h", "sys/sockio.h", "sys/endian.h", "sys/atomic.h",
		"mach/mach_time.h", "mach-o/dyld.h", "copyfile.h", "libproc.h", "stropts.h",
		"sys/pstat.h", "sys/ucred.h", "sys/cpuset.h", "floatingpoint.h", "machine/endian.h",
		"sys/byteorder.h", "sys/sysinfo32.h", "android/log.h", "port.h", "ndir.h",
		"sys/ndir.h", "sys/mkdev.h", "sys/isa_defs.h", "ieeefp.h", "pthread_np.h",
		"sys/loadavg.h", "xti.h", "util.h"};
	return look_up(name, yes, COUNT(yes), no, COUNT(no));
}

enum mes_three plat_mes_has_function(struct fl_slice name)
{
	static const char *const yes[] = {"accept4", "access", "alarm", "aligned_alloc", "alloca",
		"asprintf", "atexit", "backtrace", "basename", "canonicalize_file_name", "chown",
		"clearenv", "clock_gettime", "clock_nanosleep", "close_range", "copy_file_range",
		"daemon", "dirfd", "dladdr", "dlopen", "dlsym", "dprintf", "dup2", "dup3",
		"endpwent", "epoll_create1", "err", "eventfd", "explicit_bzero", "faccessat",
		"fallocate", "fchmod", "fchown", "fdatasync", "fdopendir", "ffs", "flock",
		"flockfile", "fmemopen", "fork", "fseeko", "fstatat", "fsync", "ftello",
		"ftruncate", "futimens", "getaddrinfo", "getauxval", "getcwd", "getdelim",
		"getentropy", "getgrgid_r", "getgrnam_r", "gethostname", "getifaddrs", "getline",
		"getloadavg", "getmntent_r", "getopt_long", "getpagesize", "getprogname_r",
		"getpwnam_r", "getpwuid_r", "getrandom", "getresuid", "getrlimit", "getrusage",
		"gettid", "gettimeofday", "getuid", "gmtime_r", "inotify_init", "inotify_init1",
		"isatty", "kill", "lchown", "link", "localtime_r", "lstat", "madvise",
		"malloc_trim", "mallinfo2", "mbrtowc", "memcpy", "memfd_create", "memmem",
		"memmove", "mempcpy", "memrchr", "memset", "mkdtemp", "mkfifo", "mkostemp",
		"mkstemp", "mlock", "mmap", "mprotect", "mremap", "munmap", "name_to_handle_at",
		"nanosleep", "newlocale", "nl_langinfo", "open_memstream", "openat", "pipe",
		"pipe2", "poll", "popen", "posix_fadvise", "posix_fallocate", "posix_memalign",
		"posix_spawn", "ppoll", "prctl", "pread", "prlimit", "pthread_setname_np",
		"pthread_getname_np", "putenv", "pwrite", "qsort_r", "rand_r", "random", "readlink",
		"reallocarray", "realpath", "rename", "renameat2", "sched_getaffinity",
		"sched_setaffinity", "secure_getenv", "select", "sendfile", "sendmmsg", "setenv",
		"setlocale", "setpriority", "setrlimit", "setsid", "sigaction", "sigaltstack",
		"signalfd", "snprintf", "socketpair", "splice", "stpcpy", "stpncpy", "strcasecmp",
		"strcasestr", "strchrnul", "strdup", "strerror", "strerror_r", "strncasecmp",
		"strndup", "strnlen", "strsep", "strsignal", "strtod_l", "strtof", "strtok_r",
		"strtol", "strtoll", "strtoull", "strverscmp", "symlink", "sync", "sync_file_range",
		"syncfs", "sysconf", "syslog", "tcgetattr", "timegm", "timerfd_create",
		"timespec_get", "truncate", "ttyname_r", "uname", "unsetenv", "uselocale", "usleep",
		"utimensat", "utimes", "vasprintf", "vfork", "vprintf", "vsnprintf", "wait4",
		"waitid", "waitpid", "wcscasecmp", "wcslen"};
	static const char *const no[] = {"arc4random", "arc4random_buf", "arc4random_uniform",
		"closefrom_np", "fpurge", "getexecname", "getpeereid", "getprogname", "issetugid",
		"kqueue", "pledge", "setproctitle", "setprogname", "strlcat", "strlcpy", "strtonum",
		"sysctl", "sysctlbyname", "unveil", "reallocf", "freezero", "recallocarray",
		"_NSGetExecutablePath", "_aligned_malloc", "sem_timedwait_np",
		"pthread_get_name_np", "pthread_set_name_np", "getthrid", "lchflags", "strnstr",
		"fgetln", "fdwalk", "localeconv_l", "mach_absolute_time", "elf_aux_info",
		"timingsafe_bcmp", "timingsafe_memcmp", "memset_s", "memset_explicit"};
	return look_up(name, yes, COUNT(yes), no, COUNT(no));
}

enum mes_three plat_mes_has_attribute(struct fl_slice name)
{
	static const char *const yes[] = {"alias", "aligned", "alloc_size", "always_inline",
		"artificial", "cold", "const", "constructor", "constructor_priority", "deprecated",
		"destructor", "error", "externally_visible", "fallthrough", "flatten", "format",
		"format_arg", "gnu_inline", "hot", "ifunc", "leaf", "malloc", "noclone", "noinline",
		"nonnull", "noreturn", "nothrow", "optimize", "packed", "pure", "returns_nonnull",
		"section", "unused", "used", "visibility", "visibility:default",
		"visibility:hidden", "visibility:internal", "visibility:protected", "warning",
		"warn_unused_result", "weak", "weakref", "sentinel"};
	static const char *const no[] = {"dllexport", "dllimport"};
	return look_up(name, yes, COUNT(yes), no, COUNT(no));
}

enum mes_three plat_mes_has_library(struct fl_slice name)
{
	static const char *const yes[] = {
		"m", "dl", "rt", "pthread", "c", "util", "resolv", "gcc_s", "stdc++"};
	static const char *const no[] = {"ws2_32", "wsock32", "socket", "nsl_s", "shlwapi",
		"iphlpapi", "winmm", "kvm", "execinfo", "intl", "iconv", "network", "psapi",
		"ole32", "shell32", "user32", "gdi32", "advapi32", "bcrypt", "dbghelp", "log",
		"android", "posix4"};
	return look_up(name, yes, COUNT(yes), no, COUNT(no));
}

unsigned plat_mes_sizeof(struct fl_slice type)
{
	static const struct {
		const char *type;
		unsigned size;
	} sizes[] = {{"char", 1}, {"short", 2}, {"int", 4}, {"long", 8}, {"long long", 8},
		{"void*", 8}, {"void *", 8}, {"size_t", 8}, {"ssize_t", 8}, {"off_t", 8},
		{"time_t", 8}, {"float", 4}, {"double", 8}, {"long double", 16}, {"wchar_t", 4},
		{"intptr_t", 8}, {"unsigned long", 8}, {"unsigned int", 4}, {"bool", 1},
		{"pid_t", 4}, {"uid_t", 4}, {"gid_t", 4}, {"char*", 8}, {"__int128", 16},
		{"int64_t", 8}, {"uintptr_t", 8}, {"ptrdiff_t", 8}};
	for (size_t i = 0; i < COUNT(sizes); i++)
		if (fl_slice_eqs(type, sizes[i].type))
			return sizes[i].size;
	return 0;
}
