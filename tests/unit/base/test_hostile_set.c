/* Hostile programs, a file each (tests/fixtures/hostile), whose first line says what must come of
 * it: the verdict is the same whoever runs it and whatever else the machine does. FL_HOSTILE=all
 * takes those that need long, too, with the limits that compilers have in earnest.
 * timeout: 600 */
#include "box.h"

#include "base/carry.h"

enum { FILES_MAX = 200, RUN_CPU_MS = 1000, RUN_WALL_MS = 6000, CPU_MS = 3000 };

struct set {
	struct fl_box *box;
	size_t tried, wrong;
	bool all;
};

/* "not_compiled", "compiler_limit", or how the program ended. */
static const char *verdict_of(struct fl_box *box, const char *name, bool all)
{
	struct answer a;
	bool cxx = fl_slice_ends(fl_slice_str(name), ".cpp");
	const char *const compile[] = {cxx ? "g++" : "gcc", cxx ? "-std=c++20" : "-std=gnu17", "-w",
		"-pthread", name, "-o", "prog", NULL};
	const char *const run[] = {"./prog", NULL};
	run_spec(box, &a,
		&(struct fl_run_spec){.argv = compile,
			.cpu_ms = all ? FL_COMPILE_CPU_MS : CPU_MS,
			.wall_ms = all ? FL_COMPILE_WALL_MS : 20 * CPU_MS});
	const char *verdict = a.rc                       ? "error"
			      : a.res.end != FL_END_EXIT ? "compiler_limit"
			      : a.res.exit_status        ? "not_compiled"
							 : NULL;
	if (verdict && a.rc == 0 && a.res.end != FL_END_EXIT)
		fprintf(stderr, "%s: its compiler: %s\n", name, fl_end_names[a.res.end]);
	release(&a);
	if (verdict)
		return verdict;
	run_spec(box, &a,
		&(struct fl_run_spec){.argv = run, .cpu_ms = RUN_CPU_MS, .wall_ms = RUN_WALL_MS});
	verdict = a.rc ? "error" : fl_end_names[a.res.end];
	/* those that reach for what they must not have exit with 1 if they get it */
	if (!a.rc && a.res.end == FL_END_EXIT && a.res.exit_status)
		verdict = "got it";
	release(&a);
	return verdict;
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
	assert_true(fl_slice_line(&rest, &line) && fl_slice_starts(line, "// expect: "));
	if (!s->all && fl_slice_find(line, " slow") >= 0) {
		fl_buf_release(&text);
		return 0;
	}
	assert_int_equal(fl_box_clear(s->box, NULL), 0);
	assert_int_equal(fl_box_put(s->box, name, fl_buf_view(&text), 0644, NULL), 0);
	const char *verdict = verdict_of(s->box, name, s->all);
	char word[40];
	snprintf(word, sizeof(word), " %s", verdict);
	ptrdiff_t at = fl_slice_find(line, word);
	if (at < 0) {
		fprintf(stderr, "%s: %s, not as said: %.*s\n", name, verdict, FL_ARG(line));
		s->wrong++;
	}
	s->tried++;
	fl_buf_release(&text);
	return 0;
}

static void each_gets_its_verdict(void **state)
{
	struct set s = {.all = getenv("FL_HOSTILE") != NULL};
	const struct fl_box_opts opts = {.memory_max = 256 << 20, .disk_max = 64 << 20};
	struct fl_carry_sink sink = {&s, take, NULL};
	static const char *const suffixes[] = {".c", ".cpp", NULL};
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
	assert_in_range(s.tried, 20, FILES_MAX);
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
