/* Hostile programs, a file each (tests/fixtures/hostile), whose first line says what must come of
 * it: the verdict is the same whoever runs it and whatever else the machine does. It may name limits
 * of its own for the program ("cpu=", "wall=": ms); "ci" marks the few that run each time.
 * FL_HOSTILE=all takes all, with the limits that compilers have in earnest; any other value those
 * whose names hold it.
 * timeout: 120 */
#include "box.h"

#include "base/carry.h"

enum {
	CI_MIN = 15,
	CI_MAX = 20,
	ALL_MIN = 100,
	RUN_CPU_MS = 5000,
	/* what runs, runs beside others: a program that is to end by its time on the CPU gets there */
	RUN_WALL_MS = 60000,
	COMPILE_CPU_MS = 3000, /* in CI */
};

struct set {
	struct fl_box *box;
	const char *which; /* FL_HOSTILE, or NULL */
	size_t tried, wrong;
};

/* The number behind the name in the first line, or fallback. */
static unsigned limit_of(struct fl_slice line, const char *name, unsigned fallback)
{
	ptrdiff_t at = fl_slice_find(line, name);
	return at < 0 ? fallback : (unsigned)strtoul(line.ptr + at + strlen(name), NULL, 10);
}

/* What of the run's end is the same each time; NULL: it ended well. */
static const char *end_of(const struct answer *a, const char *failed)
{
	if (a->rc == FL_EEXEC)
		return "not_started";
	if (a->rc)
		return "error";
	if (a->res.end != FL_END_EXIT)
		return fl_end_names[a->res.end];
	return a->res.exit_status ? failed : NULL;
}

/* "not_compiled", "compiler_limit", or how the program ended. */
static const char *verdict_of(const struct set *s, const char *name, struct fl_slice line)
{
	struct answer a;
	bool cxx = fl_slice_ends(fl_slice_str(name), ".cpp");
	const char *const compile[] = {cxx ? "g++" : "gcc", cxx ? "-std=c++20" : "-std=gnu17", "-w",
		"-pthread", name, "-o", "prog", NULL};
	const char *const run[] = {"./prog", NULL};
	unsigned cpu = s->which ? FL_COMPILE_CPU_MS : COMPILE_CPU_MS;
	run_spec(s->box, &a,
		&(struct fl_run_spec){.argv = compile,
			.cpu_ms = cpu,
			.wall_ms = limit_of(line, "compile_wall=", FL_COMPILE_WALL_MS)});
	const char *verdict = end_of(&a, "not_compiled");
	if (verdict && a.rc == 0 && a.res.end != FL_END_EXIT) {
		fprintf(stderr, "%s: its compiler: %s\n", name, verdict);
		verdict = "compiler_limit";
	}
	release(&a);
	if (verdict)
		return verdict;
	run_spec(s->box, &a,
		&(struct fl_run_spec){.argv = run,
			.cpu_ms = limit_of(line, " cpu=", RUN_CPU_MS),
			.wall_ms = limit_of(line, " wall=", RUN_WALL_MS)});
	/* those that reach for what they must not have exit with 1 if they get it */
	verdict = end_of(&a, "got it");
	release(&a);
	return verdict ? verdict : "exit";
}

/* Is the word one of the line's? */
static bool says(struct fl_slice line, const char *word)
{
	char text[200];
	snprintf(text, sizeof(text), "%.*s", FL_ARG(line));
	for (char *save, *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		if (strcmp(w, word) == 0)
			return true;
	}
	return false;
}

static bool is_taken(const struct set *s, const char *name, struct fl_slice line)
{
	if (!s->which)
		return says(line, "ci");
	return strcmp(s->which, "all") == 0 || strstr(name, s->which);
}

static int take(void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	struct set *s = ctx;
	struct fl_buf text;
	(void)st;
	(void)err;
	fl_buf_init(&text, 1 << 20);
	assert_int_equal(fl_buf_read_fd(&text, fd, NULL), 0);
	struct fl_slice rest = fl_buf_view(&text), line;
	assert_true(fl_slice_line(&rest, &line));
	assert_int_equal(fl_slice_find(line, " expect: "), 2);
	if (is_taken(s, name, line)) {
		int64_t start = fl_clock_ms();
		assert_int_equal(fl_box_clear(s->box, NULL), 0);
		assert_int_equal(fl_box_put(s->box, name, fl_buf_view(&text), 0644, NULL), 0);
		const char *verdict = verdict_of(s, name, line);
		bool right = says(line, verdict);
		printf("%s %s: %s, %lld ms\n", right ? "ok" : "WRONG", name, verdict,
			(long long)(fl_clock_ms() - start));
		fflush(stdout);
		s->wrong += !right;
		s->tried++;
	}
	fl_buf_release(&text);
	return 0;
}

static void each_gets_its_verdict(void **state)
{
	struct set s = {.which = getenv("FL_HOSTILE")};
	const struct fl_box_opts opts = {.memory_max = 256 << 20, .disk_max = 64 << 20};
	struct fl_carry_sink sink = {&s, take, NULL};
	static const char *const suffixes[] = {".c", ".cpp", ".S", ".ld", NULL};
	const struct fl_carry_opts which = {.suffixes = suffixes};
	struct fl_carry c;
	struct fl_arena a;
	struct fl_error err;
	char path[4096];
	const char *top = getenv("FL_SRC");
	(void)state;
	snprintf(path, sizeof(path), "%s/tests/fixtures/hostile", top ? top : ".");
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(fl_box_new(&opts, &s.box, &err), 0);
	assert_int_equal(fl_carry_open(&c, path, &which, sink, &a, &err), 0);
	assert_int_equal(fl_carry_tree(&c, "", FL_CARRY_PRIVATES, &err), 0);
	fl_carry_close(&c);
	fl_arena_release(&a);
	fl_box_free(s.box);
	assert_int_equal(s.wrong, 0);
	if (!s.which)
		assert_in_range(s.tried, CI_MIN, CI_MAX);
	else if (strcmp(s.which, "all") == 0)
		assert_in_range(s.tried, ALL_MIN, SIZE_MAX);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {cmocka_unit_test(each_gets_its_verdict)};
	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(void)
{
	return tests() | again_unprivileged(tests);
}
