/*
 * timeout: 300
 * The flag and option tables against real compilers: each fault is noticed in both uses.
 */
#include "fixtures.h"

#include <unistd.h>

#include "base/process.h"
#include "sanitize/run/flags.h"

enum { ARGS_MAX = 64 };

static const struct {
	const char *command;
	enum san_compiler compiler;
} compilers[] = {{"gcc", SAN_GCC}, {"clang-19", SAN_CLANG}};

struct scratch {
	char dir[64], program[96];
};

static void compile(
	const char *command, enum san_compiler compiler, const char *source, struct scratch *s)
{
	const char *argv[ARGS_MAX] = {command};
	size_t n = 1;
	char path[512];
	struct fl_process_result result;
	struct fl_error err = {0};
	struct fl_buf log;
	snprintf(s->dir, sizeof s->dir, "/tmp/san-flags-XXXXXX");
	assert_non_null(mkdtemp(s->dir));
	snprintf(s->program, sizeof s->program, "%s/prog", s->dir);
	snprintf(path, sizeof path, "%s/tests/fixtures/sanitize/%s", getenv("FL_SRC"), source);
	for (const char *const *f = san_compile_flags(compiler, SAN_C); *f; f++)
		argv[n++] = *f;
	argv[n++] = "-o";
	argv[n++] = s->program;
	argv[n++] = path;
	fl_buf_init(&log, 1 << 20);
	struct fl_process_spec spec = {.argv = argv};
	if (fl_process_run(&spec, NULL, &log, &result, &err))
		fail_msg("%s", err.message);
	if (result.exit_status)
		fail_msg("%s: %s", command, log.data);
	fl_buf_release(&log);
}

/* Run with the environment for this use; stderr goes to text. */
static struct fl_process_result run(const struct scratch *s, enum san_use use, struct fl_buf *text)
{
	const char *argv[] = {s->program, NULL};
	const char *env[ARGS_MAX] = {"PATH=/usr/bin:/bin"};
	struct san_env how = {.use = use};
	struct fl_process_result result;
	struct fl_error err = {0};
	struct fl_arena a;
	size_t n = 1;
	fl_arena_init(&a, 1 << 16);
	for (const char *const *e = san_environment(&how, &a); *e; e++)
		env[n++] = *e;
	fl_buf_init(text, 1 << 20);
	struct fl_process_spec spec = {.argv = argv, .env = env};
	if (fl_process_run(&spec, NULL, text, &result, &err))
		fail_msg("%s", err.message);
	fl_arena_release(&a);
	return result;
}

static void clean(const struct scratch *s)
{
	unlink(s->program);
	rmdir(s->dir);
}

static void check_kind(const struct fl_buf *text, const struct fl_process_result *result,
	const char *kind, const char *function)
{
	struct fl_arena a;
	struct san_report r;
	enum san_outcome outcome;
	fl_arena_init(&a, 4 << 20);
	assert_int_equal(
		0, san_evidence_of(result, fl_buf_view(text), NULL, &a, &outcome, &r, NULL));
	assert_int_equal(SAN_FAILED, outcome);
	assert_true(fl_slice_eqs(r.kind, kind));
	assert_true(fl_slice_eqs(r.function, function));
	fl_arena_release(&a);
}

/* A leak is found though its pointer lingers; UBSan's and ASan's errors end in SAN_EXIT. */
static void test_run(void **state)
{
	static const char *const rows[][3] = {
		{"address/leak_direct.c", "memory-leak", "join"},
		{"undefined/null_load.c", "null-pointer-use", "first"},
		{"address/heap_use_after_free.c", "heap-use-after-free", "balance_of"},
		{"abort/assert_failed.c", "assertion-failed", "half"},
	};
	(void)state;
	for (size_t c = 0; c < 2; c++)
		for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
			struct scratch s;
			struct fl_buf text;
			compile(compilers[c].command, compilers[c].compiler, rows[i][0], &s);
			struct fl_process_result result = run(&s, SAN_RUN, &text);
			assert_int_equal(SAN_EXIT, result.exit_status);
			check_kind(&text, &result, rows[i][1], rows[i][2]);
			fl_buf_release(&text);
			clean(&s);
		}
}

/* Under a debugger errors stop in abort(), and leaks do not matter. */
static void test_debug(void **state)
{
	(void)state;
	for (size_t c = 0; c < 2; c++) {
		static const char *const faults[] = {
			"undefined/null_load.c", "address/heap_use_after_free.c"};
		struct scratch s;
		struct fl_buf text;
		for (size_t i = 0; i < 2; i++) {
			compile(compilers[c].command, compilers[c].compiler, faults[i], &s);
			struct fl_process_result result = run(&s, SAN_DEBUG, &text);
			assert_int_equal(FL_END_SIGNAL, result.end);
			assert_int_equal(6, result.signal);
			fl_buf_release(&text);
			clean(&s);
		}
		compile(compilers[c].command, compilers[c].compiler, "address/leak_direct.c", &s);
		struct fl_process_result result = run(&s, SAN_DEBUG, &text);
		assert_int_equal(0, result.exit_status);
		fl_buf_release(&text);
		clean(&s);
	}
}

/* The stored reports were made with the same flags and options. */
static void test_collect_uses_the_table(void **state)
{
	struct fl_buf script;
	struct fl_arena a;
	(void)state;
	fixture_read(&script, "collect.sh");
	fl_arena_init(&a, 1 << 16);
	for (int language = SAN_C; language <= SAN_CXX; language++)
		for (const char *const *f =
				san_compile_flags(SAN_CLANG, (enum san_language)language);
			*f; f++)
			if (fl_slice_find(fl_buf_view(&script), *f) < 0)
				fail_msg("collect.sh lacks %s", *f);
	struct san_env how = {.use = SAN_RUN};
	for (const char *const *e = san_environment(&how, &a); *e; e++) {
		struct fl_slice rest = fl_slice_str(strchr(*e, '=') + 1);
		while (rest.len) {
			ptrdiff_t end = fl_slice_chr(rest, ':');
			struct fl_slice option =
				fl_slice_head(rest, end < 0 ? rest.len : (size_t)end);
			rest = fl_slice_skip(rest, option.len + 1);
			char *word = strndup(option.ptr, option.len);
			assert_non_null(word);
			if (fl_slice_find(fl_buf_view(&script), word) < 0)
				fail_msg("collect.sh lacks %s", word);
			free(word);
		}
	}
	fl_arena_release(&a);
	fl_buf_release(&script);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_run),
		cmocka_unit_test(test_debug),
		cmocka_unit_test(test_collect_uses_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
