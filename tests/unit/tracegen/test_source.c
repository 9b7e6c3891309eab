/* Where a value comes from, by the text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "tracegen/evidence/source.h"

static void test_printed_argument(void **state)
{
	static const struct {
		const char *statement, *expected, *actual, *argument;
	} rows[] = {
		{"printf(\"magic %08x entry %llx\\n\", r.u32(0), (long long)r.u64(8))",
			"magic 464c457f entry 80000000", "magic 464c457f entry aaaaaaaa",
			"(long long)r.u64(8)"},
		{"\tprintf(\"read %d: %d x %d\\n\", rc, image.width, image.height)",
			"read 0: 5 x 3", "read -4: 5 x 3", "rc"},
		{"fprintf(out, \"%s %d\\n\", name(a, b[1]), f(x, g(y)))", "ash 4", "ash 5",
			"f(x, g(y))"},
		{"std::printf(\"%-6s at %llx\\n\", s.name.c_str(), s.at)", "a at 5", "b at 5",
			"s.name.c_str()"},
		{"printf(\"sum %d, %s\\n\", sum(v, 3), \"a, %d\")", "sum 5, a", "sum 4, a",
			"sum(v, 3)"},
		/* other words before it: written by another call */
		{"printf(\"is %d\\n\", n)", "n is 4", "n is 5", ""},
		/* two conversions in a word, none in it, no difference, no printf */
		{"printf(\"%d/%d\\n\", a, b)", "1/2", "1/3", ""},
		{"printf(\"none\\n\")", "3 left", "none", ""},
		{"printf(\"%d\\n\", a)", "1", "1", ""},
		{"puts(name)", "a", "b", ""},
		{"printf(format, a)", "1", "2", ""},
		{"printf(\"%*d\\n\", 5, a)", "1", "2", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_slice got = tg_printed_argument(fl_slice_str(rows[i].statement),
			fl_slice_str(rows[i].expected), fl_slice_str(rows[i].actual));
		if (!fl_slice_eqs(got, rows[i].argument))
			fail_msg("%s: %.*s", rows[i].statement, FL_ARG(got));
	}
}

static void test_called(void **state)
{
	static const struct tg_decl decls[] = {{FL_LIT("a.c"), FL_LIT("n"), 1, 9, false},
		{FL_LIT("a.c"), FL_LIT("find"), 1, 5, true},
		{FL_LIT("a.c"), FL_LIT("store::sweep"), 6, 9, true}};
	struct fl_slice text = FL_S("x = n(1) + \"find(2)\"[0] + finder(2) + s.sweep (find(3))");
	size_t pos = 0;
	(void)state;
	assert_ptr_equal(tg_called(text, &pos, decls, 3), &decls[2]);
	assert_ptr_equal(tg_called(text, &pos, decls, 3), &decls[1]);
	assert_null(tg_called(text, &pos, decls, 3));
}

static void test_assigns(void **state)
{
	static const char *const yes[] = {"n = f(x)", "int n = 0, m = n", "size_t  n=strlen(s)",
		"n[i + m[0]] = 2", "n += 2", "n <<= 1", "if ((n = next()) > 3", "*n = 3"};
	static const char *const no[] = {"n == f(x)", "m = n", "p->n = 3", "s.n = 3", "n <= 3",
		"n >= 3", "n != 3", "f(n)", "\"n = 3\"", "nn = 3"};
	(void)state;
	for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		if (!tg_assigns(fl_slice_str(yes[i]), FL_S("n")))
			fail_msg("%s", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		if (tg_assigns(fl_slice_str(no[i]), FL_S("n")))
			fail_msg("%s", no[i]);
}

static void test_locked(void **state)
{
	static const char *const rows[][2] = {
		{"pthread_mutex_lock(&m->entries_lock)", "m->entries_lock"},
		{"pthread_mutex_init(&p->lock, NULL)", "p->lock"},
		{"if (pthread_mutex_trylock(&locks[i % N].m) != 0)", "locks[i % N].m"},
		{"pthread_cond_wait(&gate->open, &gate->lock)", "gate->open"},
		{"while (pthread_rwlock_rdlock((&map.lock)))", "map.lock"},
		{"mtx_lock(m)", "m"},
		{"sem_wait(&slots)", "slots"},
		{"std::lock_guard<std::mutex> hold(rows_)", "rows_"},
		{"std::lock_guard<std::mutex> guard(mutex_);", "mutex_"},
		{"std::lock_guard hold{from.lock} ;", "from.lock"},
		{"std::lock_guard hold{from.lock}", "from.lock"},
		{"const std::unique_lock<std::mutex> l(this->m, std::defer_lock)", "this->m"},
		{"std::scoped_lock both(from.lock, to.lock)", "from.lock, to.lock"},
		{"std::shared_lock<std::map<int, std::mutex>> l(m[3])", "m[3]"},
		{"arrived_.wait(lock, [this] { return open_; })", "arrived_"},
		{"pool->locks[i]->lock()", "pool->locks[i]"},
		{"if (!x.try_lock())", "x"},
		/* nothing is locked */
		{"m->asked++", ""},
		{"lock(a)", ""},
		{"puts(\"pthread_mutex_lock(&m)\")", ""},
		{"std::lock_guard<std::mutex>", ""},
		{"pthread_mutex_lock", ""},
		{"", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_slice got = tg_locked(fl_slice_str(rows[i][0]));
		if (!fl_slice_eqs(got, rows[i][1]))
			fail_msg("%s: '%.*s'", rows[i][0], FL_ARG(got));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printed_argument),
		cmocka_unit_test(test_called),
		cmocka_unit_test(test_assigns),
		cmocka_unit_test(test_locked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
