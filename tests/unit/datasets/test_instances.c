/* Which containers a source names, and how they are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "base/arena.h"
#include "base/buf.h"
#include "datasets/reward/instances.h"

static const struct {
	const char *source, *instances;
} cases[] = {
	{"std::vector<int> v;", "template class std::vector<int>;\n"},
	{"using namespace std; vector <\tint\n> v;", "template class std::vector<int>;\n"},
	{"std::map<std::string, unsigned long long> m;",
		"template class std::map<std::string, unsigned long long>;\n"},
	/* what stands within another one is one as well; each once, in the order of the source */
	{"map<string, vector<int>> m; vector<int> v; std :: vector<int> w;",
		"template class std::map<std::string, std::vector<int>>;\n"
		"template class std::vector<int>;\n"},
	{"priority_queue<pair<int, size_t>, vector<pair<int, size_t>>, greater<>> q;",
		"template class std::priority_queue<std::pair<int, std::size_t>, "
		"std::vector<std::pair<int, std::size_t>>, std::greater<>>;\n"
		"template class std::vector<std::pair<int, std::size_t>>;\n"},
	{"std::unordered_map<std::string, std::list<int>::iterator> m;",
		"template class std::unordered_map<std::string, std::list<int>::iterator>;\n"
		"template class std::list<int>;\n"},
	/* types that only the source knows, that are no types, or none of the table */
	{"std::vector<edge> v; vector<T> w; vector<std::edge> x;", ""},
	{"std::vector<const int *> v; std::vector<int *> w; std::vector<int &> x;", ""},
	{"std::array<int, 3> v; std::pair<int, int> p; std::string s;", ""},
	{"my_vector<int> v; vector_<int> w; vector v; x < vector > y;", ""},
	/* not all members of these can be made */
	{"list<vector<int>> a; list<pair<int, vector<int>>> b; forward_list<queue<int>> c;",
		"template class std::vector<int>;\ntemplate class std::queue<int>;\n"},
	{"unordered_set<pair<int, int>> a; unordered_map<vector<int>, int> b;",
		"template class std::vector<int>;\n"},
	{"list<pair<int, string>> a; unordered_map<int, vector<int>> b; unordered_set<int> c;",
		"template class std::list<std::pair<int, std::string>>;\n"
		"template class std::unordered_map<int, std::vector<int>>;\n"
		"template class std::vector<int>;\ntemplate class std::unordered_set<int>;\n"},
	/* cut, and nested too far */
	{"std::vector<int", ""},
	{"std::vector<", ""},
	{"std::vector<int,", ""},
	{"std::vector<std", ""},
	{"std::vector<std::", ""},
	{"vector<vector<vector<vector<vector<vector<vector<edge>>>>>>>", ""},
	{"", ""},
};

static void written(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_arena a;
		fl_arena_init(&a, 1 << 20);
		struct fl_slice got = ds_instances_of(fl_slice_str(cases[i].source), &a);
		if (!fl_slice_eqs(got, cases[i].instances))
			fail_msg("case %zu: \"%.*s\"", i, FL_ARG(got));
		fl_arena_release(&a);
	}
}

/* No source makes it write without end. */
static void bounded(void **state)
{
	static const char *const types[] = {"int", "char", "long", "short", "bool", "float"};
	struct fl_arena a;
	struct fl_buf source;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&source, 1 << 20);
	for (size_t i = 0; i < 36; i++)
		fl_buf_printf(&source, "std::map<%s, %s> m%zu;\n", types[i / 6], types[i % 6], i);
	struct fl_slice got = ds_instances_of(fl_buf_view(&source), &a);
	assert_int_equal(fl_slice_count(got, '\n'), DS_INSTANCES_MAX);
	fl_buf_clear(&source);
	for (size_t i = 0; i < 5000; i++)
		fl_buf_str(&source, "vector<");
	assert_int_equal(ds_instances_of(fl_buf_view(&source), &a).len, 0);
	fl_buf_release(&source);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(written),
		cmocka_unit_test(bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
