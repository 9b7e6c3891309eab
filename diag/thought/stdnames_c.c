/*
 * Names of the C library (ISO C 89 to 23, POSIX.1-2008, glibc), by header: the standard of C that
 * brought them, or the feature test macro that glibc needs under a strict -std=cNN
 * (feature_test_macros(7)). tests/nightly/std_names.sh compiles each.
 */
#include "diag/thought/stdnames_impl.h"

#define POSIX "_POSIX_C_SOURCE=200809L"
#define XOPEN "_XOPEN_SOURCE=700"

const struct diag_std_c_group diag_std_c[] = {
	{"assert.h", 89, NULL, "assert"},
	{"complex.h", 99, NULL, "cabs creal cimag carg conj cexp clog csqrt cpow"},
	{"ctype.h", 89, NULL,
		"isalnum isalpha iscntrl isdigit isgraph islower isprint ispunct isspace isupper "
		"isxdigit tolower toupper"},
	{"ctype.h", 99, NULL, "isblank"},
	{"errno.h", 89, NULL, "errno EDOM ERANGE"},
	{"errno.h", 0, NULL,
		"EINVAL ENOENT ENOMEM EINTR EAGAIN EWOULDBLOCK EACCES EEXIST EPIPE EBADF EBUSY "
		"EPERM EIO ENOSPC ETIMEDOUT"},
	{"fenv.h", 99, NULL,
		"feclearexcept fetestexcept feraiseexcept fesetround fegetround FE_DIVBYZERO "
		"FE_INVALID FE_OVERFLOW FE_TONEAREST"},
	{"float.h", 89, NULL,
		"FLT_MAX FLT_MIN FLT_EPSILON FLT_DIG DBL_MAX DBL_MIN DBL_EPSILON DBL_DIG LDBL_MAX "
		"LDBL_EPSILON"},
	{"float.h", 11, NULL, "DBL_DECIMAL_DIG DBL_TRUE_MIN FLT_DECIMAL_DIG"},
	{"inttypes.h", 99, NULL,
		"PRId8 PRId16 PRId32 PRId64 PRIu8 PRIu16 PRIu32 PRIu64 PRIx32 PRIx64 PRIdMAX "
		"PRIuPTR PRIxPTR SCNd32 SCNd64 SCNu32 SCNu64 strtoimax strtoumax imaxabs imaxdiv"},
	{"limits.h", 89, NULL,
		"CHAR_BIT CHAR_MAX CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN "
		"USHRT_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX"},
	{"limits.h", 99, NULL, "LLONG_MAX LLONG_MIN ULLONG_MAX"},
	{"limits.h", 0, POSIX, "PATH_MAX NAME_MAX"},
	{"locale.h", 89, NULL, "setlocale localeconv LC_ALL LC_NUMERIC LC_CTYPE"},
	{"math.h", 89, NULL,
		"sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 pow sqrt ceil floor "
		"fabs fmod frexp ldexp modf HUGE_VAL"},
	{"math.h", 99, NULL,
		"round lround llround trunc rint nearbyint lrint llrint fmin fmax fma hypot cbrt "
		"exp2 expm1 log2 log1p logb ilogb tgamma lgamma erf erfc remainder remquo copysign "
		"nan nextafter fdim scalbn asinh acosh atanh sqrtf sinf cosf tanf powf expf logf "
		"fabsf floorf ceilf fmodf roundf truncf sqrtl fabsl isnan isinf isfinite isnormal "
		"signbit fpclassify NAN INFINITY"},
	{"math.h", 0, XOPEN, "M_PI M_E M_SQRT2 M_LN2 M_PI_2"},
	{"setjmp.h", 89, NULL, "setjmp longjmp jmp_buf"},
	{"signal.h", 89, NULL,
		"signal raise sig_atomic_t SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM SIG_DFL "
		"SIG_IGN SIG_ERR"},
	{"signal.h", 0, POSIX,
		"sigaction sigemptyset sigfillset sigaddset sigdelset sigprocmask sigsuspend kill "
		"sigset_t SA_RESTART SA_SIGINFO SIG_BLOCK"},
	{"stdarg.h", 89, NULL, "va_list va_start va_arg va_end"},
	{"stdarg.h", 99, NULL, "va_copy"},
	{"stdatomic.h", 11, NULL,
		"atomic_init atomic_load atomic_store atomic_exchange atomic_fetch_add "
		"atomic_fetch_sub atomic_compare_exchange_strong atomic_compare_exchange_weak "
		"atomic_flag atomic_bool atomic_int atomic_uint atomic_long atomic_size_t "
		"memory_order_relaxed memory_order_acquire memory_order_release "
		"memory_order_seq_cst"},
	{"stdbool.h", 99, NULL, "bool true false"},
	{"stddef.h", 89, NULL, "size_t ptrdiff_t wchar_t NULL offsetof"},
	{"stddef.h", 11, NULL, "max_align_t"},
	{"stdint.h", 99, NULL,
		"int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t "
		"uintptr_t intmax_t uintmax_t int_least8_t int_least16_t int_least32_t "
		"int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t "
		"int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t "
		"uint_fast32_t uint_fast64_t INT8_MAX INT8_MIN INT16_MAX INT16_MIN INT32_MAX "
		"INT32_MIN INT64_MAX INT64_MIN UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX SIZE_MAX "
		"PTRDIFF_MAX INTPTR_MAX UINTPTR_MAX INTMAX_MAX UINTMAX_MAX INT64_C UINT64_C"},
	{"stdio.h", 89, NULL,
		"printf fprintf sprintf vprintf vfprintf vsprintf scanf fscanf sscanf puts putchar "
		"putc fputs fputc getc getchar fgets fgetc ungetc fopen freopen fclose fflush "
		"fread "
		"fwrite fseek ftell rewind fgetpos fsetpos feof ferror clearerr perror remove "
		"rename tmpfile tmpnam setbuf setvbuf FILE fpos_t stdin stdout stderr EOF BUFSIZ "
		"SEEK_SET SEEK_CUR SEEK_END"},
	{"stdio.h", 99, NULL, "snprintf vsnprintf vscanf vfscanf vsscanf"},
	{"stdio.h", 0, POSIX,
		"fileno fdopen popen pclose getline getdelim dprintf vdprintf fmemopen "
		"open_memstream fseeko ftello flockfile funlockfile getc_unlocked"},
	{"stdio.h", 0, "_GNU_SOURCE", "asprintf vasprintf"},
	{"stdlib.h", 89, NULL,
		"malloc calloc realloc free abort exit atexit system getenv atoi atol atof strtol "
		"strtoul strtod rand srand qsort bsearch abs labs div ldiv mblen mbtowc wctomb "
		"mbstowcs wcstombs EXIT_SUCCESS EXIT_FAILURE RAND_MAX MB_CUR_MAX div_t ldiv_t"},
	{"stdlib.h", 99, NULL, "strtoll strtoull strtof strtold atoll llabs lldiv _Exit lldiv_t"},
	{"stdlib.h", 11, NULL, "aligned_alloc quick_exit at_quick_exit"},
	{"stdlib.h", 0, POSIX, "setenv unsetenv posix_memalign mkstemp mkdtemp rand_r getsubopt"},
	{"stdlib.h", 0, XOPEN, "random srandom drand48 lrand48 srand48 realpath putenv"},
	{"stdlib.h", 0, "_DEFAULT_SOURCE", "reallocarray"},
	{"stdlib.h", 0, "_GNU_SOURCE", "secure_getenv qsort_r"},
	{"string.h", 89, NULL,
		"strlen strcpy strncpy strcat strncat strcmp strncmp strcoll strxfrm strchr "
		"strrchr "
		"strstr strspn strcspn strpbrk strtok strerror memcpy memmove memset memcmp "
		"memchr"},
	{"string.h", 0, POSIX,
		"strdup strndup strnlen strtok_r strsignal stpcpy stpncpy strerror_r"},
	{"string.h", 0, "_DEFAULT_SOURCE", "strsep explicit_bzero"},
	{"string.h", 0, "_GNU_SOURCE", "strcasestr memmem memrchr mempcpy strchrnul strverscmp"},
	{"threads.h", 11, NULL,
		"thrd_create thrd_join thrd_t thrd_success mtx_init mtx_lock mtx_unlock "
		"mtx_destroy mtx_t mtx_plain cnd_init cnd_wait cnd_signal cnd_broadcast cnd_t "
		"tss_create"},
	{"time.h", 89, NULL,
		"time clock difftime mktime asctime ctime gmtime localtime strftime time_t clock_t "
		"CLOCKS_PER_SEC"},
	{"time.h", 11, NULL, "timespec_get TIME_UTC"},
	{"time.h", 0, POSIX,
		"clock_gettime clock_settime clock_getres nanosleep localtime_r gmtime_r asctime_r "
		"ctime_r CLOCK_REALTIME CLOCK_MONOTONIC"},
	{"time.h", 0, "_GNU_SOURCE", "strptime"},
	{"wchar.h", 99, NULL,
		"wcslen wcscpy wcsncpy wcscat wcscmp wcschr wprintf fwprintf swprintf wcstol "
		"wcstod "
		"fgetws fputws mbrtowc wcrtomb mbsrtowcs wint_t mbstate_t WEOF"},
	{"wctype.h", 99, NULL, "iswalpha iswdigit iswspace iswupper iswlower towlower towupper"},
	/* POSIX has headers of its own */
	{"arpa/inet.h", 0, NULL, "inet_addr inet_ntoa inet_pton inet_ntop htons htonl ntohs ntohl"},
	{"dirent.h", 0, NULL, "opendir readdir closedir DIR"},
	{"dlfcn.h", 0, NULL, "dlopen dlsym dlclose dlerror RTLD_LAZY RTLD_NOW"},
	{"fcntl.h", 0, NULL,
		"open creat fcntl O_RDONLY O_WRONLY O_RDWR O_CREAT O_TRUNC O_APPEND O_EXCL "
		"O_NONBLOCK "
		"F_GETFL F_SETFL F_GETFD F_SETFD FD_CLOEXEC"},
	{"fcntl.h", 0, POSIX, "openat AT_FDCWD O_CLOEXEC O_DIRECTORY O_NOFOLLOW"},
	{"getopt.h", 0, NULL, "getopt_long no_argument required_argument optional_argument"},
	{"libgen.h", 0, NULL, "dirname"},
	{"netdb.h", 0, NULL, "gethostbyname"},
	{"netdb.h", 0, POSIX, "getaddrinfo freeaddrinfo getnameinfo gai_strerror"},
	{"netinet/in.h", 0, NULL, "INADDR_ANY INADDR_LOOPBACK IPPROTO_TCP IPPROTO_UDP"},
	{"poll.h", 0, NULL, "poll nfds_t POLLIN POLLOUT POLLERR POLLHUP"},
	{"pthread.h", 0, NULL,
		"pthread_create pthread_join pthread_detach pthread_self pthread_exit "
		"pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock "
		"pthread_mutex_destroy pthread_cond_init pthread_cond_wait pthread_cond_timedwait "
		"pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy "
		"PTHREAD_MUTEX_INITIALIZER PTHREAD_COND_INITIALIZER pthread_once "
		"pthread_key_create pthread_attr_init pthread_t pthread_mutex_t pthread_cond_t"},
	{"regex.h", 0, NULL, "regcomp regexec regfree regerror regex_t regmatch_t REG_EXTENDED"},
	{"sched.h", 0, NULL, "sched_yield cpu_set_t"},
	{"sched.h", 0, "_GNU_SOURCE", "sched_setaffinity CPU_SET CPU_ZERO"},
	{"semaphore.h", 0, NULL,
		"sem_init sem_wait sem_trywait sem_post sem_destroy sem_open sem_t"},
	{"strings.h", 0, NULL, "strcasecmp strncasecmp"},
	{"sys/mman.h", 0, NULL,
		"mmap munmap mprotect msync PROT_READ PROT_WRITE PROT_EXEC MAP_SHARED MAP_PRIVATE "
		"MAP_FAILED shm_open"},
	{"sys/mman.h", 0, "_DEFAULT_SOURCE", "MAP_ANONYMOUS madvise"},
	{"sys/resource.h", 0, NULL, "getrlimit setrlimit getrusage RLIMIT_NOFILE RUSAGE_SELF"},
	{"sys/select.h", 0, NULL, "select fd_set FD_SET FD_ZERO FD_ISSET FD_CLR"},
	{"sys/socket.h", 0, NULL,
		"socket bind listen accept connect send recv sendto recvfrom setsockopt getsockopt "
		"shutdown socketpair AF_INET AF_INET6 AF_UNIX SOCK_STREAM SOCK_DGRAM SOL_SOCKET "
		"SO_REUSEADDR socklen_t"},
	{"sys/stat.h", 0, NULL, "stat fstat mkdir chmod umask mkfifo S_ISDIR S_ISREG"},
	{"sys/stat.h", 0, POSIX, "lstat fchmod fstatat"},
	{"sys/time.h", 0, NULL, "gettimeofday"},
	{"sys/types.h", 0, NULL, "pid_t ssize_t off_t uid_t gid_t mode_t"},
	{"sys/wait.h", 0, NULL, "wait waitpid WEXITSTATUS WIFEXITED WIFSIGNALED WTERMSIG WNOHANG"},
	{"termios.h", 0, NULL, "tcgetattr tcsetattr cfsetospeed TCSANOW ECHO ICANON"},
	{"unistd.h", 0, NULL,
		"read write close lseek fork execv execve execvp execl execlp pipe dup dup2 getpid "
		"getppid getuid geteuid getgid access unlink rmdir chdir getcwd isatty sleep alarm "
		"pause fsync _exit link sysconf ttyname STDIN_FILENO STDOUT_FILENO STDERR_FILENO "
		"F_OK "
		"R_OK W_OK X_OK"},
	{"unistd.h", 0, POSIX,
		"ftruncate gethostname readlink symlink getopt optarg optind pread pwrite "
		"fchdir"},
	{"unistd.h", 0, "_DEFAULT_SOURCE", "usleep brk sbrk syscall"},
	{"unistd.h", 0, "_GNU_SOURCE", "pipe2 dup3 gettid execvpe"},
	{NULL, 0, NULL, NULL},
};
