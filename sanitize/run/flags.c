#include "sanitize/run/flags.h"

#include "base/sandbox/sandbox.h"

#define COMMON                                                                           \
	"-g", "-O0", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",          \
		"-fsanitize=float-cast-overflow", /* gcc leaves it out of "undefined" */ \
		"-fno-sanitize-recover=all", /* the first error ends the program */      \
		"-ftrivial-auto-var-init=pattern" /* an uninitialised local is the same each run */

static const char *const flags_c[] = {COMMON, NULL};
static const char *const flags_cxx[] = {COMMON,
	"-D_GLIBCXX_SANITIZE_VECTOR=1", /* for container-overflow */
	NULL};
/* clang 14 needs it for new-delete-type-mismatch; 19 and gcc do it anyway */
static const char *const flags_clang_cxx[] = {
	COMMON, "-D_GLIBCXX_SANITIZE_VECTOR=1", "-fsized-deallocation", NULL};

const char *const *san_compile_flags(enum san_compiler compiler, enum san_language language)
{
	if (language == SAN_C)
		return flags_c;
	return compiler == SAN_CLANG ? flags_clang_cxx : flags_cxx;
}

#define PLAIN "-g", "-O0", "-fno-omit-frame-pointer"
#define PATTERN "-ftrivial-auto-var-init=pattern"

/* What is not initialised must stay so where that is what is looked for. */
static const char *const flags_plain[] = {PLAIN, NULL};
/* Valgrind 3.19 gives up on the version 5 that clang writes. */
static const char *const flags_tool[] = {PLAIN, "-gdwarf-4", NULL};
static const char *const flags_address[] = {
	PLAIN, PATTERN, "-fsanitize=address", "-D_GLIBCXX_SANITIZE_VECTOR=1", NULL};
static const char *const flags_undefined[] = {PLAIN, PATTERN, "-fsanitize=undefined",
	"-fsanitize=float-cast-overflow", "-fno-sanitize-recover=all", NULL};
static const char *const flags_leak[] = {PLAIN, PATTERN, "-fsanitize=leak", NULL};
static const char *const flags_thread[] = {PLAIN, PATTERN, "-fsanitize=thread", NULL};
static const char *const flags_memory[] = {
	PLAIN, "-fsanitize=memory", "-fsanitize-memory-track-origins=2", NULL};
static const char *const flags_hwaddress[] = {
	PLAIN, PATTERN, "-fsanitize=hwaddress", "-fsanitize-hwaddress-experimental-aliasing", NULL};

static const char *const *const mode_flags[SAN_MODE_COUNT] = {
	[SAN_MODE_ADDRESS] = flags_address,
	[SAN_MODE_UNDEFINED] = flags_undefined,
	[SAN_MODE_LEAK] = flags_leak,
	[SAN_MODE_THREAD] = flags_thread,
	[SAN_MODE_MEMORY] = flags_memory,
	[SAN_MODE_HWADDRESS] = flags_hwaddress,
	[SAN_MODE_VALGRIND] = flags_tool,
	[SAN_MODE_HELGRIND] = flags_tool,
	[SAN_MODE_NONE] = flags_plain,
};

const struct san_mode_info san_modes[SAN_MODE_COUNT] = {
	[SAN_MODE_ADDRESS_UNDEFINED] = {.word = "address,undefined"},
	[SAN_MODE_ADDRESS] = {.word = "address"},
	[SAN_MODE_UNDEFINED] = {.word = "undefined"},
	[SAN_MODE_LEAK] = {.word = "leak"},
	[SAN_MODE_THREAD] = {"thread", .fixed = true},
	[SAN_MODE_MEMORY] = {"memory", .clang = true, .fixed = true},
	[SAN_MODE_HWADDRESS] = {"hwaddress", .clang = true, .fixed = true},
	[SAN_MODE_VALGRIND] = {"valgrind", .tool = "valgrind"},
	[SAN_MODE_HELGRIND] = {"helgrind", .tool = "valgrind"},
	[SAN_MODE_NONE] = {.word = "none"},
};

const char *const *san_mode_flags(
	enum san_mode mode, enum san_compiler compiler, enum san_language language)
{
	return mode == SAN_MODE_ADDRESS_UNDEFINED ? san_compile_flags(compiler, language)
						  : mode_flags[mode];
}

static const char *const nothing[] = {NULL};
#define VALGRIND_OPTIONS "--error-exitcode=99", "--num-callers=64", "--fullpath-after="
#define MEMCHECK_OPTIONS "--leak-check=full", "--track-origins=yes"
#define HERE "--log-file=" SAN_LOG_DIR "/valgrind.%p", "--trace-children=no"
#define ANYWHERE "--log-file=" FL_BOX_DIR "/" SAN_LOG_DIR "/valgrind.%p", "--trace-children=yes"

static const char *const valgrind_wrapper[] = {
	"valgrind", VALGRIND_OPTIONS, HERE, MEMCHECK_OPTIONS, NULL};
static const char *const helgrind_wrapper[] = {
	"valgrind", "--tool=helgrind", VALGRIND_OPTIONS, HERE, NULL};
static const char *const valgrind_suite[] = {
	"valgrind", VALGRIND_OPTIONS, ANYWHERE, MEMCHECK_OPTIONS, NULL};
static const char *const helgrind_suite[] = {
	"valgrind", "--tool=helgrind", VALGRIND_OPTIONS, ANYWHERE, NULL};

static const char *const link_static[] = {"-static-libasan", "-static-libubsan", NULL};

/* Names of inlined functions stand in the one for profilers, and there alone. */
static const char *const lines_clang[] = {"-gline-tables-only", "-fdebug-info-for-profiling", NULL};

const char *const *san_lines_flags(enum san_mode mode, enum san_compiler compiler)
{
	return mode == SAN_MODE_NONE || compiler != SAN_CLANG ? nothing : lines_clang;
}

const char *const *san_mode_link_flags(enum san_mode mode, enum san_compiler compiler)
{
	bool both = mode == SAN_MODE_ADDRESS_UNDEFINED && compiler == SAN_GCC;
	return both ? link_static : nothing;
}

const char *const *san_mode_wrapper(enum san_mode mode)
{
	if (mode == SAN_MODE_VALGRIND)
		return valgrind_wrapper;
	return mode == SAN_MODE_HELGRIND ? helgrind_wrapper : nothing;
}

const char *const *san_suite_wrapper(enum san_mode mode)
{
	if (mode == SAN_MODE_VALGRIND)
		return valgrind_suite;
	return mode == SAN_MODE_HELGRIND ? helgrind_suite : nothing;
}

enum { ASAN = 1, LSAN = 2, UBSAN = 4, TSAN = 8, MSAN = 16, HWASAN = 32, ALL = 63 };

enum { RUN = 1 << SAN_RUN, CONFIRM = 1 << SAN_CONFIRM, DEBUG = 1 << SAN_DEBUG };
enum { ALONE = RUN | CONFIRM, ALWAYS = ALONE | DEBUG };

static const char search_leaks[] = "detect_leaks=1";

static const struct {
	unsigned variables, uses; /* which of the variables get it, and when */
	const char *option;
} run_options[] = {
	{ALL, ALWAYS, "exitcode=99"},
	/* gcc's UBSan has a runtime, and options, of its own */
	{ALL, ALONE, "abort_on_error=0"},
	{ALL, DEBUG, "abort_on_error=1"},
	{ALL, CONFIRM | DEBUG, "symbolize=0"},
	/* LeakSanitizer cannot work in a traced process */
	{ASAN, ALONE, search_leaks},
	{ASAN, DEBUG, "detect_leaks=0"},
	/* gives assertions, exceptions and stopped hangs a stack; a debugger sees the signal itself */
	{ASAN | TSAN | MSAN | HWASAN, ALONE, "handle_abort=1"},
	{ASAN, DEBUG, "handle_abort=0"},
	{ASAN, DEBUG, "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0"},
	{ASAN, ALWAYS, "detect_stack_use_after_return=1"},
	{ASAN, ALWAYS, "allocator_may_return_null=0"},
	{ASAN, ALWAYS, "strict_string_checks=1"},
	/* all of a fresh block, so that what it holds never depends on what was there */
	{ASAN, ALWAYS, "max_malloc_fill_size=1073741824"},
	/* pointers that linger in dead stack slots and registers hide leaks */
	{LSAN, ALONE, "use_stacks=0:use_registers=0"},
	{UBSAN, ALONE, "print_stacktrace=1:report_error_type=1:print_summary=1"},
	{UBSAN, DEBUG, "print_stacktrace=0"},
	/* both sides of a lock order, and as many past accesses as it can remember */
	{TSAN, ALONE, "second_deadlock_stack=1:history_size=7"},
};

static const struct {
	const char *name;
	unsigned bit;
	const char *file; /* of its reports */
} variables[] = {
	{"ASAN_OPTIONS", ASAN, "asan"},
	{"LSAN_OPTIONS", LSAN, "lsan"},
	{"UBSAN_OPTIONS", UBSAN, "ubsan"},
	{"TSAN_OPTIONS", TSAN, "tsan"},
	{"MSAN_OPTIONS", MSAN, "msan"},
	{"HWASAN_OPTIONS", HWASAN, "hwasan"},
};

/* The runtimes of a mode. */
static const unsigned mode_variables[SAN_MODE_COUNT] = {
	[SAN_MODE_ADDRESS_UNDEFINED] = ASAN | LSAN | UBSAN,
	[SAN_MODE_ADDRESS] = ASAN | LSAN,
	[SAN_MODE_UNDEFINED] = UBSAN,
	[SAN_MODE_LEAK] = LSAN,
	[SAN_MODE_THREAD] = TSAN,
	[SAN_MODE_MEMORY] = MSAN,
	[SAN_MODE_HWADDRESS] = HWASAN,
};

enum { VARIABLES = sizeof(variables) / sizeof(*variables), OPTIONS_MAX = 4096 };

static const char *entry(const struct san_env *env, size_t v, struct fl_arena *a)
{
	struct fl_buf text;
	char before = '=';
	fl_buf_init(&text, OPTIONS_MAX);
	fl_buf_str(&text, variables[v].name);
	for (size_t i = 0; i < sizeof(run_options) / sizeof(*run_options); i++) {
		if (!(run_options[i].uses & 1u << env->use) ||
			!(run_options[i].variables & variables[v].bit) ||
			(env->no_leaks && run_options[i].option == search_leaks))
			continue;
		fl_buf_char(&text, before);
		fl_buf_str(&text, run_options[i].option);
		before = ':';
	}
	if (variables[v].bit == ASAN && env->fill)
		fl_buf_printf(&text, ":malloc_fill_byte=%u", env->fill & 0xff);
	if (variables[v].bit & (ASAN | LSAN) && env->no_leaks)
		fl_buf_str(&text, ":detect_leaks=0");
	if (variables[v].bit == TSAN && env->pairs)
		fl_buf_str(&text, ":suppress_equal_addresses=0");
	if (env->suite)
		fl_buf_str(&text, variables[v].bit == ASAN
					  ? ":allocator_may_return_null=1:verify_asan_link_order=0"
					  : ":allocator_may_return_null=1");
	if (env->no_handlers)
		fl_buf_str(&text, ":handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_sigill=2"
				  ":handle_abort=2");
	if (env->log)
		fl_buf_printf(
			&text, ":log_path=%s/" SAN_LOG_DIR "/%s", env->log, variables[v].file);
	if (env->symbolizer)
		fl_buf_printf(&text, ":external_symbolizer_path=%s", env->symbolizer);
	struct fl_slice s = fl_arena_slice(a, fl_buf_view(&text));
	if (text.failed)
		a->failed = text.failed;
	fl_buf_release(&text);
	return s.ptr;
}

const char *const *san_environment(const struct san_env *env, struct fl_arena *a)
{
	const char **entries = fl_arena_array(a, VARIABLES + 1, sizeof *entries);
	size_t n = 0;
	for (size_t v = 0; entries && v < VARIABLES; v++)
		if (variables[v].bit & mode_variables[env->mode])
			entries[n++] = entry(env, v, a);
	return a->failed ? NULL : entries;
}
