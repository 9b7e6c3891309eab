#include "sanitize/flags.h"

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

enum { ASAN = 1, LSAN = 2, UBSAN = 4, ALL = 7 };

enum { RUN = 1 << SAN_RUN, CONFIRM = 1 << SAN_CONFIRM, DEBUG = 1 << SAN_DEBUG };
enum { ALONE = RUN | CONFIRM, ALWAYS = ALONE | DEBUG };

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
	{ASAN, ALONE, "detect_leaks=1"},
	{ASAN, DEBUG, "detect_leaks=0"},
	/* gives assertions, exceptions and stopped hangs a stack; a debugger sees the signal itself */
	{ASAN, ALONE, "handle_abort=1"},
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
};

static const struct {
	const char *name;
	unsigned bit;
} variables[] = {{"ASAN_OPTIONS", ASAN}, {"LSAN_OPTIONS", LSAN}, {"UBSAN_OPTIONS", UBSAN}};

enum { VARIABLES = sizeof(variables) / sizeof(*variables), OPTIONS_MAX = 4096 };

static const char *entry(const struct san_env *env, size_t v, struct fl_arena *a)
{
	struct fl_buf text;
	char before = '=';
	fl_buf_init(&text, OPTIONS_MAX);
	fl_buf_str(&text, variables[v].name);
	for (size_t i = 0; i < sizeof(run_options) / sizeof(*run_options); i++) {
		if (!(run_options[i].uses & 1u << env->use) ||
			!(run_options[i].variables & variables[v].bit))
			continue;
		fl_buf_char(&text, before);
		fl_buf_str(&text, run_options[i].option);
		before = ':';
	}
	if (variables[v].bit == ASAN && env->fill)
		fl_buf_printf(&text, ":malloc_fill_byte=%u", env->fill & 0xff);
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
	for (size_t v = 0; entries && v < VARIABLES; v++)
		entries[v] = entry(env, v, a);
	return a->failed ? NULL : entries;
}
